"""Movement along roads and ditches, and up to bridges (MNT-ROAD, MNT-DITCH-01, MNT-BRIDGE-01, MNT-BRIDGE-02)."""

import itertools
from collections.abc import Iterator
from math import isqrt

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words.verbs import with_verb
from battles.kits.open_table import areas
from battles.kits.open_table.bearings import FULL, bearing_of, path, turn_between
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Leg, Travel
from battles.rules.mini_nap.movement import paths
from battles.rules.mini_nap.movement.paths import MovePath
from battles.rules.mini_nap.state import NONE, Point, State, Unit, unit_class
from battles.rules.mini_nap.tables import HALF_RATE
from battles.rules.mini_nap.terrain import features

_HALF = FULL // 2


def road_path(state: State, number: int, ready: Unit, move: act.RoadMove) -> MovePath | Refusal:
    """The path of a column or a redeploying battery along a road or ditch, or why it is not legal.

    Source: MNT-RULING-17, MNT-ROAD-04.
    """
    road = features.feature_named(state, move.road)
    if road is None or road.kind not in ("road", "ditch"):
        return Refusal("no_such", "MNT-ROAD-03", f"There is no road or ditch {move.road}.")
    if ready.formation != "column" and unit_class(ready) != "artillery":
        why = f"Only columns and batteries follow a road; {with_verb(ready.name, 'is')} neither."
        return Refusal("not_for_kind", "MNT-ROAD-02", why)
    line = road.feature.points[::-1] if move.back else road.feature.points
    legs = _along(line, ready, move.travel, state.setup.rules.options.contact_tol_cm)
    if isinstance(legs, Refusal):
        return legs
    allowance = state.allowance if state.division != NONE else paths.move_allowance(state.setup.rules.tables, ready)
    affordable = allowance // HALF_RATE if road.kind == "ditch" else allowance
    if move.travel > affordable:
        why = f"{ready.name} may move {paths.cm(affordable)} along the {road.word}."
        return Refusal("out_of_reach", "MN-MOVE-14", why)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    stood = ready
    for leg in legs:
        stood = replace(stood, facing=leg.facing)
        met = _bridge_on(state, stood, leg)
        if met is not None:
            far = paths.cm(met[0])
            if met[1].kind != "bridge":
                why = f"{with_verb(ready.name, 'reaches')} a destroyed bridge after {far} and cannot cross it."
                return Refusal("impassable", "MNT-STRUCT-05", why)
            why = f"{with_verb(ready.name, 'reaches')} the {met[1].word} after {far}; crossing it is a separate move."
            return Refusal("out_of_reach", "MNT-RULING-43", why)
        limit = paths.travel_limit(state, number, stood, leg, None, leg.travel, gap)
        if limit.travel < leg.travel:
            return limit.why
        x, y = paths.place_after(state, stood, leg, leg.travel)
        stood = replace(stood, x=x, y=y)
    return paths.refuse_end(state, number, stood, None) or MovePath("road_move", legs, stood)


def before_bridge(state: State, ready: Unit, move: act.RoadMove) -> int:
    """The travel that a unit may move along a road before a bridge on it (MNT-RULING-43)."""
    road = features.feature_named(state, move.road)
    line = () if road is None else road.feature.points[::-1] if move.back else road.feature.points
    legs = _along(line, ready, move.travel, state.setup.rules.options.contact_tol_cm)
    stood, travelled = ready, 0
    for leg in () if isinstance(legs, Refusal) else legs:
        stood = replace(stood, facing=leg.facing)
        met = _bridge_on(state, stood, leg)
        if met is not None:
            return travelled + met[0]
        travelled += leg.travel
        x, y = paths.place_after(state, stood, leg, leg.travel)
        stood = replace(stood, x=x, y=y)
    return move.travel


def _bridge_on(state: State, unit: Unit, leg: Leg) -> tuple[int, features.TableFeature] | None:
    """The travel up to a bridge on a leg, and the bridge; None if there is none."""
    shape, way = paths.shape_along(state, unit, leg), path(leg.bearing, leg.travel)
    for each in features.features_in_play(state):
        free = areas.free_travel(shape, way, each.ground, 0) if each.feature.kind == "bridge" else way.length
        if 0 <= free < way.length:
            return free, each
    return None


def _along(line: tuple[Point, ...], unit: Unit, travel: int, tolerance: int) -> tuple[Leg, ...] | Refusal:
    """The legs along a line from the unit's place on it, each facing along the line; or why there are none."""
    for place, (start, end) in enumerate(itertools.pairwise(line)):
        if _is_on(start, end, (unit.x, unit.y), tolerance):
            bearing = bearing_of(end[0] - start[0], end[1] - start[1])
            if abs(turn_between(unit.facing, bearing)) > 1:
                continue
            return tuple(_legs(((unit.x, unit.y), *line[place + 1 :]), travel))
    why = f"{unit.name} must stand with its centre on the road and face along it."
    return Refusal("out_of_zone", "MNT-ROAD-03", why)


def road_bearing(line: tuple[Point, ...], unit: Unit, tolerance: int) -> int | None:
    """The bearing of the stretch of line under a unit; None if there is none."""
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


ROAD_TRAVELS: frozenset[Travel] = frozenset(
    {"charge", "break_charge", "opportunity", "counter", "fall_back", "flee", "rally_back", "rally_forward"}
)
"""Other movements of a column along a road, with the option ``road_charge`` (MNT-RULING-17)."""


def follows_road(state: State, unit: Unit, leg: Leg, travel: Travel) -> bool:
    """True if a column charges, evades or rallies along one straight stretch of road, where the ground does not count.

    Source: MNT-MOVE-09.
    """
    if not state.setup.rules.options.road_charge or unit.formation != "column" or travel not in ROAD_TRAVELS:
        return False
    places = (unit.x, unit.y), paths.place_after(state, unit, leg, leg.travel)
    tolerance = state.setup.rules.options.contact_tol_cm
    on_road = any(
        _is_along(stretch, leg)
        and all(_is_on(*stretch, place, tolerance) or _is_on(*stretch[::-1], place, tolerance) for place in places)
        for road in features.features_in_play(state)
        if road.kind == "road"
        for stretch in itertools.pairwise(road.feature.points)
    )
    return on_road and _bridge_on(state, unit, leg) is None


def _is_along(stretch: tuple[Point, Point], leg: Leg) -> bool:
    """True if a leg runs along a stretch, in either direction."""
    (x, y), (to_x, to_y) = stretch
    off = abs(turn_between(leg.bearing, bearing_of(to_x - x, to_y - y)))
    return off <= 1 or off >= _HALF - 1


def _is_on(start: Point, end: Point, place: Point, tolerance: int) -> bool:
    """True if a place is on a stretch of a line."""
    ex, ey, px, py = end[0] - start[0], end[1] - start[1], place[0] - start[0], place[1] - start[1]
    square, along, aside = ex * ex + ey * ey, px * ex + py * ey, px * ey - py * ex
    return 0 <= along < square and aside * aside <= tolerance * tolerance * square
