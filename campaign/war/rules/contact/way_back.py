"""The way back of a force that gets away, delays or has lost (CM-CONTACT-10)."""

from collections.abc import Iterator
from typing import NamedTuple

from campaign.war.rules.act import Act
from campaign.war.rules.campaign_map import Place
from campaign.war.rules.forces import present_leg, under_column
from campaign.war.rules.intelligence.knowledge import broken_now, cut_roads, shut_fortresses
from campaign.war.rules.network import Bars, along, length, way
from campaign.war.rules.state import Force

MOST_POINTS = 50


class WayBack(NamedTuple):
    """Where a force stands after going back: its place, the point it faces (back to the enemy) and its last road."""

    place: Place
    faces: str
    came_by: str


class _Ground:
    """What bars ways back for one force: enemies as they are, garrisons, broken crossings."""

    def __init__(self, act: Act, force: Force, start: Place) -> None:
        self.act = act
        self.force = force
        self.start = start
        alliance = act.alliances[force.side]
        broken = broken_now(act.state)
        self.bars = Bars(
            shut_fortresses(act.state, alliance),
            cut_roads(act.state, act.net, broken),
            act.net.shut_ends(start, broken),
        )
        ends = {road.id: (road.start, road.end, road.metres) for road in act.net.roads.values()}
        self.points: set[str] = set(self.bars.points)
        self.parts: dict[str, list[tuple[int, int]]] = {}
        self.shut_steps: set[str] = set()
        for enemy in act.state.forces.values():
            if act.alliances[enemy.side] == alliance:
                continue
            self.points |= under_column(enemy.place, enemy.column, ends)
            for stretch in enemy.column:
                low, high = sorted((stretch.near, stretch.far))
                self.parts.setdefault(stretch.road, []).append((low, high))
            if enemy.place.road and enemy.place != start:
                self.parts.setdefault(enemy.place.road, []).append((enemy.place.metres, enemy.place.metres))
            if enemy.place == start:
                self.shut_steps.add(self._behind(enemy))
        self.points.discard(start.point)

    def _behind(self, enemy: Force) -> str:
        """The point towards which an enemy at the same place bars the way: that it came from."""
        if not enemy.came_by and not enemy.place.road:
            return ""
        road = self.act.net.roads[enemy.place.road or enemy.came_by]
        if enemy.place.road:
            return road.start if enemy.faces == road.end else road.end
        return road.start if enemy.place.point == road.end else road.end

    def goes(self, points: list[str], metres: int) -> WayBack | None:
        """The end of ``metres`` along ``points``, or None if something bars it or it is too short."""
        if not points or points[0] in self.shut_steps:
            return None
        walked, place = 0, self.start
        for (name, begin, end), point in zip(along(self.act.net, self.start, points), points, strict=True):
            step = min(abs(end - begin), metres - walked)
            stop = begin + step if end > begin else begin - step
            low, high = min(begin, stop), max(begin, stop)
            if name in self.bars.roads and not (place == self.start and place.road and point not in self.bars.ends):
                return None
            if any(part_low <= high and part_high >= low for part_low, part_high in self.parts.get(name, ())):
                return None
            walked += step
            road = self.act.net.roads[name]
            back = road.start if end > begin else road.end
            if stop == end and point in self.points:
                return None
            if walked == metres:
                at = Place(point=point) if stop == end else Place(road=name, metres=stop)
                return WayBack(at, back, name)
            place = Place(point=point)
        return None

    def extended(self, points: list[str], metres: int) -> list[str]:
        """A way with more points behind its last, towards the nearest depot, until it is long enough."""
        points = list(points)
        while points and len(points) < MOST_POINTS and length(self.act.net, self.start, points) < metres:
            more = self._on(points)
            if more is None:
                return points
            points.append(more)
        return points

    def _on(self, points: list[str]) -> str | None:
        """The next point behind the last: on the way to a depot, else any that is not on the way already."""
        used = {*points, self.start.point}
        last = Place(point=points[-1])
        for depot in depots_near(self.act, self.force, last):
            route = way(self.act.net, last, depot, self.act.strength(self.force).kind, self.bars)
            if route and route[0] not in used:
                return route[0]
        steps = sorted(step.to for step in self.act.net.out[points[-1]] if step.road not in self.bars.roads)
        return next((point for point in steps if point not in used and point not in self.points), None)


def depots_near(act: Act, force: Force, place: Place) -> list[str]:
    """The depots of a force's alliance, the nearest by road first."""
    alliance = act.alliances[force.side]
    points = {depot.point for depot in act.state.depots if act.alliances[depot.side] == alliance and not depot.to}
    return sorted(points, key=lambda point: (act.net.between(place, Place(point=point)), point))


def way_back(act: Act, force: Force, metres: int, start: Place | None = None) -> WayBack | None:
    """Where a force stands after going back ``metres`` from ``start``, its own place by default; None without a way.

    The first free of: the way to ``back_to``, the road it came by, the way to the nearest depot of its alliance, to
    its nearest point, any road. Free: no hostile force or garrison and no broken crossing for as far as it must go.
    """
    ground = _Ground(act, force, start or force.place)
    for points in _candidates(act, force, ground):
        found = ground.goes(ground.extended(points, metres), metres)
        if found is not None:
            return found
    return None


def _candidates(act: Act, force: Force, ground: _Ground) -> Iterator[list[str]]:
    net, kind, start = act.net, act.strength(force).kind, ground.start
    alliance = act.alliances[force.side]
    back_to = present_leg(force).back_to
    if back_to:
        yield list(way(net, start, back_to, kind, ground.bars) or ())
    if start.road:
        road = net.roads[start.road]
        yield [road.start if force.faces == road.end else road.end]
    elif force.came_by and start.point in (net.roads[force.came_by].start, net.roads[force.came_by].end):
        road = net.roads[force.came_by]
        yield [road.start if start.point == road.end else road.end]
    for depot in depots_near(act, force, start)[:1]:
        yield list(way(net, start, depot, kind, ground.bars) or ())
    own = [point for point, owner in act.state.owners.items() if owner == alliance and point != start.point]
    for point in sorted(own, key=lambda point: (net.between(start, Place(point=point)), point))[:1]:
        yield list(way(net, start, point, kind, ground.bars) or ())
    for point, _ in net.ends(start) if start.road else [(step.to, 0) for step in net.out[start.point]]:
        yield [point]
