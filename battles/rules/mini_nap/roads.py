"""Along roads, ditches and over bridges (MNT-ROAD, MNT-DITCH-01, MNT-BRIDGE-01, 02)."""

import itertools
from collections.abc import Iterator
from math import isqrt

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table import grounds
from battles.engine.table.bearings import FULL, bearing_of, path, turn_between
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, ground, paths
from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.setup import Point
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import HALF_RATE
from battles.rules.mini_nap.ways import WayOf

_HALF = FULL // 2


def road_move(state: State, number: int, ready: Unit, move: act.RoadMove) -> WayOf | Refusal:
    """A unit in column, or a battery that redeploys, follows a road or a ditch (MNT-RULING-17)."""
    found = ground.named(state, move.road)
    if found is None or found.kind not in ("road", "ditch"):
        return Refusal("no_such", "MNT-ROAD-03", f"There is no road or ditch {move.road}.")
    if ready.formation != "column" and unit_class(ready) != "artillery":
        return Refusal(
            "not_for_kind", "MNT-ROAD-02", f"Only columns and batteries follow a road; {ready.name} is none."
        )
    line = found.feature.points[::-1] if move.back else found.feature.points
    legs = _along(line, ready, move.travel, state.setup.rules.options.contact_tol_cm)
    if isinstance(legs, Refusal):
        return legs
    allowance = state.allowance if state.division != NONE else allowances.move(state.setup.rules.tables, ready)
    bought = allowance // HALF_RATE if found.kind == "ditch" else allowance
    if move.travel > bought:
        why = f"{ready.name} may go {paths.cm(bought)} along the {found.word}."
        return Refusal("out_of_reach", "MN-MOVE-14", why)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    stood = ready
    for leg in legs:
        stood = replace(stood, facing=leg.facing)
        met = _bridge_on(state, stood, leg)
        if met is not None:
            far = paths.cm(met[0])
            if met[1].kind != "bridge":
                why = f"{ready.name} comes to the destroyed bridge after {far}, which nobody crosses."
                return Refusal("impassable", "MNT-STRUCT-05", why)
            why = f"{ready.name} comes to the {met[1].word} after {far}, and crosses it by a move of its own."
            return Refusal("out_of_reach", "MNT-RULING-43", why)
        limit = paths.limit(state, number, stood, leg, None, leg.travel, gap)
        if limit.travel < leg.travel:
            return limit.why
        x, y = paths.at_end(state, stood, leg, leg.travel)
        stood = replace(stood, x=x, y=y)
    return paths.refuse_end(state, number, stood, None) or WayOf("road_move", legs, stood)


def before_bridge(state: State, ready: Unit, move: act.RoadMove) -> int:
    """How much of a way along a road a unit may go before a bridge that lies on it (MNT-RULING-43)."""
    found = ground.named(state, move.road)
    line = () if found is None else found.feature.points[::-1] if move.back else found.feature.points
    legs = _along(line, ready, move.travel, state.setup.rules.options.contact_tol_cm)
    stood, gone = ready, 0
    for leg in () if isinstance(legs, Refusal) else legs:
        stood = replace(stood, facing=leg.facing)
        met = _bridge_on(state, stood, leg)
        if met is not None:
            return gone + met[0]
        gone += leg.travel
        x, y = paths.at_end(state, stood, leg, leg.travel)
        stood = replace(stood, x=x, y=y)
    return move.travel


def _bridge_on(state: State, unit: Unit, leg: Leg) -> tuple[int, ground.Lying] | None:
    """The bridge that a leg would lead on to, and the travel up to it; None where there is none."""
    shape, way = paths.shape_on(state, unit, leg), path(leg.bearing, leg.travel)
    for each in ground.lying(state):
        free = grounds.free_travel(shape, way, each.ground, 0) if each.feature.kind == "bridge" else way.length
        if 0 <= free < way.length:
            return free, each
    return None


def _along(line: tuple[Point, ...], unit: Unit, travel: int, tolerance: int) -> tuple[Leg, ...] | Refusal:
    """The legs of a way along a line from where a unit stands on it, each facing along it."""
    for place, (start, end) in enumerate(itertools.pairwise(line)):
        if _is_on(start, end, (unit.x, unit.y), tolerance):
            bearing = bearing_of(end[0] - start[0], end[1] - start[1])
            if abs(turn_between(unit.facing, bearing)) > 1:
                continue
            return tuple(_legs(((unit.x, unit.y), *line[place + 1 :]), travel))
    why = f"{unit.name} must stand with its centre on the road and face along it."
    return Refusal("out_of_zone", "MNT-ROAD-03", why)


def bearing_on(line: tuple[Point, ...], unit: Unit, tolerance: int) -> int | None:
    """The bearing of the stretch of a line that a unit stands on; None where it stands on none."""
    for start, end in itertools.pairwise(line):
        if _is_on(start, end, (unit.x, unit.y), tolerance):
            return bearing_of(end[0] - start[0], end[1] - start[1])
    return None


def _legs(line: tuple[Point, ...], travel: int) -> Iterator[Leg]:
    for (x, y), (to_x, to_y) in itertools.pairwise(line):
        length = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
        if not travel or not length:
            continue
        bearing = bearing_of(to_x - x, to_y - y)
        yield Leg(bearing, min(length, travel), bearing)
        travel -= min(length, travel)


ON_ROADS: frozenset[Travel] = frozenset(
    {"charge", "break_charge", "opportunity", "counter", "fall_back", "flee", "rally_back", "rally_forward"}
)
"""What else a column may do along a road where ``road_charge`` allows it (MNT-RULING-17)."""


def runs_along(state: State, unit: Unit, leg: Leg, travel: Travel) -> bool:
    """Whether a column charges, evades or rallies along one straight stretch of road, and so ignores the ground."""
    if not state.setup.rules.options.road_charge or unit.formation != "column" or travel not in ON_ROADS:
        return False
    places = (unit.x, unit.y), paths.at_end(state, unit, leg, leg.travel)
    tolerance = state.setup.rules.options.contact_tol_cm
    on_road = any(
        _lies(stretch, leg)
        and all(_is_on(*stretch, place, tolerance) or _is_on(*stretch[::-1], place, tolerance) for place in places)
        for road in ground.lying(state)
        if road.kind == "road"
        for stretch in itertools.pairwise(road.feature.points)
    )
    return on_road and _bridge_on(state, unit, leg) is None


def _lies(stretch: tuple[Point, Point], leg: Leg) -> bool:
    """Whether a leg goes along a stretch, either way."""
    (x, y), (to_x, to_y) = stretch
    off = abs(turn_between(leg.bearing, bearing_of(to_x - x, to_y - y)))
    return off <= 1 or off >= _HALF - 1


def _is_on(start: Point, end: Point, place: Point, tolerance: int) -> bool:
    """Whether a place lies on a stretch of a line."""
    ex, ey, px, py = end[0] - start[0], end[1] - start[1], place[0] - start[0], place[1] - start[1]
    square, along, aside = ex * ex + ey * ey, px * ex + py * ey, px * ey - py * ex
    return 0 <= along < square and aside * aside <= tolerance * tolerance * square
