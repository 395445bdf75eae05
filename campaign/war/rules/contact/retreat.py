"""Forces that get away, delay an enemy, or go back (CM-CONTACT-02, CM-CONTACT-03, CM-CONTACT-04, CM-CONTACT-10)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from campaign.war.rules.act import Act, dropped
from campaign.war.rules.books import Transfer, shares, split_loss
from campaign.war.rules.campaign_map import Bars, Place, along, length, way
from campaign.war.rules.contact.strengths import Group, men_there
from campaign.war.rules.events import Delayed, ForceChange, GetAwayTried
from campaign.war.rules.forces import drawn_out, is_weak, present_leg, under_column, units_of
from campaign.war.rules.state import Force
from campaign.war.rules.tables import (
    DELAY_BACK,
    DELAY_GOOD_PLACE,
    DELAY_GOOD_SHARE,
    DELAY_LOSS,
    DELAY_MINUTES,
    DELAY_OUTNUMBERED,
    DELAY_PLUS,
    GET_AWAY,
    GET_AWAY_HOURS,
    GET_AWAY_METRES,
    GET_AWAY_NEEDED,
    GET_AWAY_TIRED,
    HOUR,
    PER_MILLE,
    Outcome,
)
from campaign.war.rules.view import broken_now, cut_roads, shut_fortresses

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
        rates, kind = self.act.settings.tables.march_rate, self.act.strength(self.force).kind
        for depot in depots_near(self.act, self.force, last):
            route = way(self.act.net, last, depot, rates, kind, self.bars)
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
    alliance, rates = act.alliances[force.side], act.settings.tables.march_rate
    back_to = present_leg(force).back_to
    if back_to:
        yield list(way(net, start, back_to, rates, kind, ground.bars) or ())
    if start.road:
        road = net.roads[start.road]
        yield [road.start if force.faces == road.end else road.end]
    elif force.came_by and start.point in (net.roads[force.came_by].start, net.roads[force.came_by].end):
        road = net.roads[force.came_by]
        yield [road.start if start.point == road.end else road.end]
    for depot in depots_near(act, force, start)[:1]:
        yield list(way(net, start, depot, rates, kind, ground.bars) or ())
    own = [point for point, owner in act.state.owners.items() if owner == alliance and point != start.point]
    for point in sorted(own, key=lambda point: (net.between(start, Place(point=point)), point))[:1]:
        yield list(way(net, start, point, rates, kind, ground.bars) or ())
    for point, _ in net.ends(start) if start.road else [(step.to, 0) for step in net.out[start.point]]:
        yield [point]


class Modifier(NamedTuple):
    """What is added to 2D6, and why."""

    why: str
    number: int


def modifiers(mounted: bool, more_light: bool, night: bool, fatigue: int, strung_out: bool) -> tuple[Modifier, ...]:
    """The modifiers that hold (CM-CONTACT-03)."""
    rows = (
        Modifier("mounted", GET_AWAY.mounted * mounted),
        Modifier("more light horse", GET_AWAY.more_light_horse * more_light),
        Modifier("by night", GET_AWAY.night * night),
        Modifier("tired", GET_AWAY.tired * max(0, fatigue - GET_AWAY_TIRED)),
        Modifier("part of the column past the contact", GET_AWAY.strung_out * strung_out),
    )
    return tuple(row for row in rows if row.number)


def modifier_of(act: Act, force: Force, group: Group) -> int:
    """The sum of a force's modifiers at a contact."""
    found = act.strength(force)
    enemies = group.enemies(act.alliances[force.side])
    light = sum(act.strength(enemy).light for enemy in enemies)
    rows = modifiers(found.mounted, found.light > light, act.night(), force.fatigue, _is_past(act, force, group))
    return sum(row.number for row in rows)


def _is_past(act: Act, force: Force, group: Group) -> bool:
    """True if part of the column lies past the contact: it was caught in its column, not at its head."""
    return bool(force.column) and act.net.between(force.place, group.place) > 0 and drawn_out(force.column) > 0


def try_to_get_away(act: Act, force: Force, group: Group, free: bool) -> bool:
    """One attempt; ``free`` needs no roll. True if the force gets away: it goes 8 km at once and stands there."""
    back = way_back(act, force, GET_AWAY_METRES)
    if back is None:
        if not free:
            act.add(GetAwayTried(force.id, False), audience=_both(act, group))
        return False
    modifier = 0
    if not free:
        modifier = modifier_of(act, force, group)
        if sum(act.roll(2, "CM-CONTACT-03", force.id)) + modifier < GET_AWAY_NEEDED:
            act.add(GetAwayTried(force.id, False, modifier), audience=_both(act, group))
            return False
    change = stand_back(act, force, back, act.ends + GET_AWAY_HOURS * HOUR)
    act.add(GetAwayTried(force.id, True, modifier, free), changes=[change], audience=act.allies(force.side))
    return True


def _both(act: Act, group: Group) -> tuple[str, ...]:
    return (*act.state.setup.allies(group.came), *act.state.setup.allies(group.other))


def stand_back(act: Act, force: Force, back: WayBack, away: int) -> ForceChange:
    """A force that has gone back: it stands with ``avoid`` until the minute ``away``; its order is dropped."""
    change = dropped(force, "It went back before the enemy.", act.ends)
    return structs.replace(
        change,
        place=back.place,
        faces=back.faces,
        came_by=back.came_by,
        column=(),
        up=0,
        since=act.ends,
        away=max(away, force.away),
        works=0,
        digging=-1,
    )


class DelayResult(NamedTuple):
    """Minutes that an attacker loses, and men that each side loses."""

    minutes: int
    loss: int


def delay_result(own: int, attackers: int, good_place: bool, first: int, second: int) -> DelayResult | None:
    """What a delay costs; None if the force is six times outnumbered. ``first`` and ``second`` are the two dice.

    A good place has works or a crossing between the two; with a third of the attacker's men it counts as one.
    """
    if attackers >= own * DELAY_OUTNUMBERED:
        return None
    twice = good_place or own * DELAY_GOOD_SHARE >= attackers
    minutes = (first + DELAY_PLUS) * DELAY_MINUTES * (DELAY_GOOD_PLACE if twice else 1)
    return DelayResult(minutes, second * DELAY_LOSS * min(own, attackers) // PER_MILLE)


def delays(act: Act, force: Force) -> bool:
    """True if a force is under the order ``delay`` and may still carry it out."""
    return present_leg(force).order == "delay" and force.away <= act.begins and force.shaken <= act.begins


def delay(act: Act, force: Force, group: Group, good_place: bool) -> bool:
    """Delay the attackers; False if it cannot and must try to get away: outnumbered, or without a road."""
    own = group.own(act.alliances[force.side])
    enemies = group.enemies(act.alliances[force.side])
    men, attackers = men_there(act, own), men_there(act, enemies)
    back = way_back(act, force, DELAY_BACK)
    if back is None or attackers >= men * DELAY_OUTNUMBERED:
        return False
    first, second = act.roll(2, "CM-CONTACT-04", force.id)
    result = delay_result(men, attackers, good_place, first, second)
    if result is None:
        return False
    transfers = [
        *losses(act, enemies, result.loss, "holds", act.alliances[force.side]),
        *losses(act, own, result.loss, "left", act.alliances[enemies[0].side]),
    ]
    until = act.begins + result.minutes
    changes = [
        structs.replace(
            stand_back(act, force, back, force.away), legs=force.legs, leg_since=force.leg_since, idle="", since=until
        )
    ]
    changes += [ForceChange(force=enemy.id, held_until=max(until, enemy.held_until)) for enemy in enemies]
    event = Delayed(force.id, tuple(enemy.id for enemy in enemies), result.minutes, result.loss)
    audience = (*act.state.setup.allies(group.came), *act.state.setup.allies(group.other))
    act.add(event, transfers=transfers, changes=changes, audience=audience)
    return True


def losses(act: Act, forces: tuple[Force, ...], men: int, outcome: Outcome, enemy: str) -> list[Transfer]:
    """Men lost by some forces, shared out by the men of units that fight, and split by what became of them.

    Captured men are of the enemy alliance's side with most men: its first here (CM-BOOK-01, CM-AFTER-01).
    """
    units = [
        unit
        for force in forces
        for unit in units_of(act.state, force.formations)
        if not act.state.setup.units[unit].guns and not is_weak(act.state, unit)
    ]
    present = [act.state.books[unit].present for unit in units]
    lost = shares(min(men, sum(present)), present)
    return [
        transfer
        for unit, number in zip(units, lost, strict=True)
        for transfer in split_loss(act.settings.tables, unit, number, outcome, enemy, "CM-CONTACT-04")
    ]
