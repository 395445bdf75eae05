"""The campaign map: points, roads, rivers and crossings, and the network of them (CM-MAP-01, CM-MAP-03, CM-MAP-07).

Distances ignore the state of crossings, as "within N km" does (chapter 2).
"""

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from campaign.war.rules.tables import HOUR, RoadKind

MarchRate = Mapping[str, Mapping[RoadKind, int]]
Size = Literal["city", "town", "small-town", "village"]
Terrain = Literal["plain", "rolling", "hills", "mountains", "forest"]
Fortified = Literal["", "fortress", "old-works", "fieldworks"]
RiverClass = Literal["major", "medium", "minor", "stream"]
CrossingKind = Literal["bridge", "ford", "ferry", "pontoon"]


class Point(Struct, frozen=True, forbid_unknown_fields=True):
    """A town or crossroads. ``lat`` and ``lon`` are hundredths of a degree; ``owner`` is a nation's code."""

    id: str
    name: str
    lat: int
    lon: int
    size: Size
    terrain: Terrain
    fortified: Fortified = ""
    owner: str = ""
    rivers: tuple[str, ...] = ()


class River(Struct, frozen=True, forbid_unknown_fields=True):
    """A river; its crossings stand in the map."""

    id: str
    name: str
    grade: RiverClass


class Crossing(Struct, frozen=True, forbid_unknown_fields=True):
    """A bridge, ford, ferry or pontoon at a point, or the own one of a road that has none at either end (CM-MAP-03).

    ``id`` is ``river@point`` or ``river@road``. An own crossing has no ``at``: it lies, for each force, at the end of
    the road nearer to that force.
    """

    id: str
    river: str
    kind: CrossingKind
    at: str = ""


class Road(Struct, frozen=True, forbid_unknown_fields=True):
    """A road between two points, ``metres`` long, measured from ``start``; ``crosses`` are the rivers it crosses."""

    id: str
    start: str
    end: str
    metres: int
    kind: RoadKind
    crosses: tuple[str, ...] = ()


class CampaignMap(Struct, frozen=True, forbid_unknown_fields=True):
    """Points and roads, all joined up; ``id`` and ``name`` are those of the map they come from."""

    id: str
    name: str
    points: tuple[Point, ...]
    roads: tuple[Road, ...]
    rivers: tuple[River, ...] = ()
    crossings: tuple[Crossing, ...] = ()


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point, or a road and the metres from its ``start`` (CM-MAP-01)."""

    point: str = ""
    road: str = ""
    metres: int = 0


class Stretch(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """Part of a road under a column, from its near end (to the head) to its far end, both metres from ``start``."""

    road: str
    near: int
    far: int

    @property
    def length(self) -> int:
        return abs(self.near - self.far)


FAR = 10**9
"""More metres than any way has."""


class Step(NamedTuple):
    """A road out of a point, and the point it leads to."""

    road: str
    to: str


class Bars(NamedTuple):
    """What a way may not use: points, roads, and the ends of its own road that a force on a road cannot reach."""

    points: frozenset[str] = frozenset()
    roads: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()


NO_BARS = Bars()


class Network:
    """The roads of one map, with tables for quick questions."""

    def __init__(self, ground: CampaignMap) -> None:
        self.ground = ground
        self.points: Mapping[str, Point] = {point.id: point for point in ground.points}
        self.roads: Mapping[str, Road] = {road.id: road for road in ground.roads}
        self.out: dict[str, tuple[Step, ...]] = dict.fromkeys(self.points, ())
        for road in ground.roads:
            self.out[road.start] += (Step(road.id, road.end),)
            self.out[road.end] += (Step(road.id, road.start),)
        self.crossings: Mapping[str, Crossing] = {crossing.id: crossing for crossing in ground.crossings}
        self.rivers = {river.id: river for river in ground.rivers}
        self.fortresses = tuple(point.id for point in ground.points if point.fortified == "fortress")
        self._near: dict[str, dict[str, int]] = {}
        self._pairs = {
            pair: road.id for road in ground.roads for pair in ((road.start, road.end), (road.end, road.start))
        }

    def near(self, point: str) -> dict[str, int]:
        """Metres along roads from ``point`` to every point, the nearest first."""
        table = self._near.get(point)
        if table is None:
            table = self._near[point] = self._distances(point)
        return table

    def _distances(self, start: str) -> dict[str, int]:
        metres: dict[str, int] = {}
        queue = [(0, start)]
        while queue:
            far, point = heapq.heappop(queue)
            if point in metres:
                continue
            metres[point] = far
            for road, other in self.out[point]:
                if other not in metres:
                    heapq.heappush(queue, (far + self.roads[road].metres, other))
        return metres

    def ends(self, place: Place) -> tuple[tuple[str, int], ...]:
        """The points next to ``place``, with the metres to each; a place at a point is its own."""
        if place.point:
            return ((place.point, 0),)
        road = self.roads[place.road]
        return ((road.start, place.metres), (road.end, road.metres - place.metres))

    def between(self, first: Place, second: Place) -> int:
        """Metres along roads between two places."""
        best = abs(first.metres - second.metres) if first.road and first.road == second.road else FAR
        for point, before in self.ends(first):
            table = self.near(point)
            for other, after in self.ends(second):
                best = min(best, before + table[other] + after)
        return best

    def nearest_point(self, place: Place) -> str:
        """The point at ``place``, or the nearer end of its road (ties: its start)."""
        return min(self.ends(place), key=lambda end: end[1])[0]

    def road_between(self, first: str, second: str) -> str | None:
        """The road that joins two points."""
        return self._pairs.get((first, second))

    def cuts(self, road: Road, broken: Collection[str]) -> bool:
        """True if broken crossings cut ``road`` for who goes along all of it (CM-MAP-03)."""
        return any(self.is_cut(road, river, broken) for river in road.crosses)

    def is_cut(self, road: Road, river: str, broken: Collection[str]) -> bool:
        """True if every crossing that carries ``road`` over ``river`` is broken."""
        return all(crossing in broken for crossing in self.crossing_of(road, river))

    def crossing_of(self, road: Road, river: str) -> tuple[str, ...]:
        """The crossings that carry ``road`` over ``river``: at its ends, else its own (CM-MAP-03)."""
        at_ends = [f"{river}@{point}" for point in (road.start, road.end)]
        there = tuple(crossing for crossing in at_ends if crossing in self.crossings)
        return there or (f"{river}@{road.id}",)

    def crossing_point(self, road: Road, river: str, near: str) -> str:
        """The end of ``road`` at which it crosses ``river``, for a force that is nearer to the end ``near``.

        That of the crossing at an end; with one at both, or with its own, the nearer end.
        """
        there = [crossing for crossing in self.crossing_of(road, river) if crossing in self.crossings]
        ends = [self.crossings[crossing].at for crossing in there if self.crossings[crossing].at]
        return ends[0] if len(ends) == 1 else near

    def shut_ends(self, place: Place, broken: Collection[str]) -> frozenset[str]:
        """The ends of its road that a force on it cannot reach, for a broken crossing lies before them (CM-MAP-03)."""
        if place.point or not broken:
            return frozenset()
        road = self.roads[place.road]
        near = self.nearest_point(place)
        return frozenset(
            self.crossing_point(road, river, near) for river in road.crosses if self.is_cut(road, river, broken)
        )


_NETWORKS: Final[dict[int, Network]] = {}
"""Networks of maps used lately, by the identity of the map that they hold."""
MOST_NETWORKS: Final = 32


def network(ground: CampaignMap) -> Network:
    """The network of a map; the same one for the same map."""
    known = _NETWORKS.get(id(ground))
    if known is not None and known.ground is ground:
        return known
    if len(_NETWORKS) >= MOST_NETWORKS:
        _NETWORKS.clear()
    built = _NETWORKS[id(ground)] = Network(ground)
    return built


def minutes_for(metres: int, rate: int) -> int:
    """Minutes of a way of ``metres`` at ``rate`` metres an hour, rounded up (chapter 2)."""
    return -(-metres * HOUR // rate)


def way(
    net: Network, start: Place, to: str, march_rate: MarchRate, kind: str = "foot", bars: Bars = NO_BARS
) -> tuple[str, ...] | None:
    """The points of the quickest way on a dry day from ``start`` to ``to``, or None (CM-MAP-07).

    ``march_rate`` is the campaign's table, ``kind`` ``foot`` or ``mounted``. The first point is the next one, never the
    one the force stands at. Bars do not hold for the place it starts at. Of ways of equal time, the point whose id
    comes first, backwards from the end.
    """
    if start.point == to:
        return ()
    rates = march_rate[kind]
    roads = net.roads
    before: dict[str, tuple[int, str]] = {}
    queue: list[tuple[int, str, str]] = []
    for point, metres in net.ends(start):
        if start.point or (point not in bars.points and point not in bars.ends):
            time = _time(metres, rates[roads[start.road].kind]) if start.road else 0
            queue.append((time, point, ""))
    heapq.heapify(queue)
    while queue:
        time, point, source = heapq.heappop(queue)
        if point in before:
            continue
        before[point] = (time, source)
        if point == to:
            return tuple(_back(before, to, start.point))
        for road, other in net.out[point]:
            if other not in before and road not in bars.roads and other not in bars.points:
                line = roads[road]
                heapq.heappush(queue, (time + _time(line.metres, rates[line.kind]), other, point))
    return None


def _time(metres: int, rate: int) -> int:
    """Time of a road in seconds, for comparing ways."""
    return metres * 3600 // rate


def _back(before: Mapping[str, tuple[int, str]], to: str, start: str) -> list[str]:
    points = [to]
    while source := before[points[-1]][1]:
        points.append(source)
    points.reverse()
    return [point for point in points if point != start]


def along(net: Network, start: Place, points: Iterable[str]) -> Iterator[tuple[str, int, int]]:
    """The roads from ``start`` through ``points``: road, metres at which it is entered and left."""
    place = start
    for point in points:
        if place.point:
            name = net.road_between(place.point, point)
            if name is None:
                raise ValueError(f"No road leads from {place.point} to {point} (CM-MAP-07).")
            road = net.roads[name]
            begin = 0 if road.start == place.point else road.metres
        else:
            road, begin = net.roads[place.road], place.metres
        yield road.id, begin, (road.metres if road.end == point else 0)
        place = Place(point=point)


def length(net: Network, start: Place, points: Iterable[str]) -> int:
    """Metres of a way."""
    return sum(abs(end - begin) for _, begin, end in along(net, start, points))
