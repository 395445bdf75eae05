"""Roads, ditches and bridges: movement along and across them, defenders, charges (MNT-ROAD, MNT-DITCH, MNT-BRIDGE)."""

import itertools
from collections.abc import Iterator
from math import isqrt
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.kits.open_table import areas
from battles.kits.open_table.convex import side_of
from battles.kits.open_table.footprints import FULL, Footprint, bearing_of, moved, path, to_point, turn_between
from battles.kits.open_table.placement import set_against
from battles.kits.open_table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.decisions import DefenderChoice, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.movement import formation, paths
from battles.rules.mini_nap.movement.paths import MovePath, cm
from battles.rules.mini_nap.positions import (
    contact_shape,
    enemy_units,
    footprint,
    footprint_of,
    footprint_size,
    on_table,
    unit_distance,
)
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import NONE, Point, State, Unit, unit_class
from battles.rules.mini_nap.tables import HALF_RATE, Going
from battles.rules.mini_nap.terrain import cost as terrain_cost
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


QUARTER = FULL // 4


def crossing_path(state: State, number: int, ready: Unit, move: act.CrossBridge) -> MovePath | Refusal:
    """Straight ahead to the near end, and on to a place that touches the far end (MNT-BRIDGE-02); or why not."""
    bridge = features.feature_named(state, move.bridge)
    if bridge is None or bridge.kind != "bridge":
        return Refusal("no_such", "MNT-BRIDGE-01", f"There is no bridge {move.bridge}.")
    battery = unit_class(ready) == "artillery"
    shape = footprint_of(state.setup.rules, ready)
    allowance = state.allowance if state.division != NONE else paths.move_allowance(state.setup.rules.tables, ready)
    way = path(ready.facing, allowance)
    to_it = max(0, areas.free_travel(shape, way, bridge.ground, 0))
    if not touches_bridge(state, bridge, moved(shape, way, to_it)):
        return refused(
            "out_of_reach", "MNT-BRIDGE-02", ready.name, "does", f"not reach the {bridge.word} straight ahead."
        )
    leg = Leg(ready.facing, to_it, ready.facing)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    limit = paths.travel_limit(state, number, ready, leg, "redeploy" if battery else "move", allowance, gap)
    if limit.travel < leg.travel:
        return limit.why
    over = replace(ready, x=move.x, y=move.y, facing=move.facing)
    refusal = _refuse_far_side(state, number, ready, over, bridge) or refuse_landing(state, number, over)
    refusal = refusal or paths.refuse_too_near(state, number, ready, over, gap)
    return refusal or MovePath("cross_bridge", (leg,) if leg.travel else (), over)


def _refuse_far_side(
    state: State, number: int, ready: Unit, over: Unit, bridge: features.TableFeature
) -> Refusal | None:
    """Why a place is not beyond a bridge; None if it is. It does not check whether it is free."""
    shape = footprint_of(state.setup.rules, over)
    if not touches_bridge(state, bridge, shape):
        return Refusal("out_of_zone", "MNT-BRIDGE-02", f"{ready.name} must touch the far end of the {bridge.word}.")
    if not is_across(state, bridge, (ready.x, ready.y), (over.x, over.y)):
        return Refusal("out_of_zone", "MNT-BRIDGE-02", f"{ready.name} must be placed on the far side.")
    return None


def refuse_landing(state: State, number: int, over: Unit) -> Refusal | None:
    """Why a unit may not be placed here: other units, the ground, the table's edge. None if it may."""
    met = next(formation.blocking_units(state, number, footprint_of(state.setup.rules, over)), None)
    if met is not None:
        return refused("occupied", "MNT-BRIDGE-03", state.units[met].name, "is", "in the way at the far end.")
    return paths.refuse_end(state, number, over, "redeploy" if unit_class(over) == "artillery" else "move")


def touches_bridge(state: State, bridge: features.TableFeature, shape: Footprint) -> bool:
    """True if a unit touches a bridge."""
    return areas.apart(bridge.ground, shape) <= state.setup.rules.options.contact_tol_cm


def bridges_near(state: State, shape: Footprint, within: int) -> Iterator[features.TableFeature]:
    """The bridges within ``within`` of a unit's footprint."""
    for each in features.features_in_play(state):
        if each.kind == "bridge" and areas.apart(each.ground, shape) <= within:
            yield each


def bearings_to_bridge(unit: Unit, bridge: features.TableFeature) -> tuple[int, ...]:
    """The bearings tried to reach a bridge: the unit's facing, and towards the bridge's middle."""
    points = bridge.feature.points
    x, y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    return tuple(dict.fromkeys((unit.facing, bearing_of(x - unit.x, y - unit.y))))


def touched_bridges(state: State, shape: Footprint) -> Iterator[str]:
    """The bridges that a unit with this footprint touches."""
    yield from (each.feature.key for each in bridges_near(state, shape, state.setup.rules.options.contact_tol_cm))


def is_across(state: State, bridge: features.TableFeature, start: Point, end: Point) -> bool:
    """True if the water under a bridge is between two places; without water, if the bridge is between them."""
    water = features.feature_named(state, bridge.feature.over)
    if water is not None:
        return _is_other_bank(water.feature.points, start, end)
    points = bridge.feature.points
    middle_x, middle_y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    ahead = (start[0] - middle_x) * (end[0] - middle_x) + (start[1] - middle_y) * (end[1] - middle_y)
    return ahead < 0


def _is_other_bank(line: tuple[Point, ...], start: Point, end: Point) -> bool:
    """True if two places are on different banks of a watercourse, near the straight line between them."""
    crossed = 0
    for first, second in itertools.pairwise(line):
        if (side_of(first, second, start) > 0) != (side_of(first, second, end) > 0) and (
            side_of(start, end, first) > 0
        ) != (side_of(start, end, second) > 0):
            crossed += 1
    return crossed % 2 == 1


# Places beyond a bridge


def landing_places(state: State, number: int, ready: Unit, bridge: features.TableFeature) -> Iterator[act.CrossBridge]:
    """Places beyond a bridge for a unit: along each edge of the bridge, facing as it does and in each quarter.

    Source: MNT-RULING-32.
    """
    width, depth = footprint_size(state.setup.rules, unit_class(ready), ready.formation)
    points = bridge.feature.points
    for first, second in itertools.pairwise((*points, points[0])):
        for start, end in ((first, second), (second, first)):
            length = length_in_cm(start, end)
            out = (bearing_of(end[0] - start[0], end[1] - start[1]) - QUARTER) % FULL
            for facing in dict.fromkeys((ready.facing, out, *((out + turn) % FULL for turn in (1800, 900, 2700)))):
                for along in (length // 2, 0, length):
                    x, y = set_against(to_point(start), to_point(end), along, facing, width, depth)
                    over = replace(ready, x=x, y=y, facing=facing)
                    if is_across(state, bridge, (ready.x, ready.y), (x, y)) and not (
                        _refuse_far_side(state, number, ready, over, bridge) or refuse_landing(state, number, over)
                    ):
                        yield act.CrossBridge(bridge.feature.key, x, y, facing)


def length_in_cm(start: Point, end: Point) -> int:
    """The length of an edge, rounded down."""
    return isqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2)


# Defence


def refuse_defended(
    state: State, number: int, ready: Unit, target: int, bridge: features.TableFeature
) -> Refusal | None:
    """Why an enemy does not defend a bridge against a unit (MNT-BRIDGE-03, MNT-BRIDGE-04); None if it does."""
    enemy, key = state.units[target], bridge.feature.key
    apart = not is_across(state, bridge, (ready.x, ready.y), (enemy.x, enemy.y))
    if apart or not touches_bridge(state, bridge, footprint(state, target)):
        why = f"{with_verb(enemy.name, 'is')} not at the far end of the {bridge.word}."
        return Refusal("no_target", "MNT-BRIDGE-03", why)
    defence = next((each for each in state.holding if each.feature == key), None)
    if defence is not None and defence.against != NONE:
        why = f"{with_verb(state.units[defence.against].name, 'is')} already charging across the {bridge.word}."
        return Refusal("occupied", "MNT-BRIDGE-04", why)
    if next(landing_places(state, number, ready, bridge), None) is not None:
        why = f"There is room for {ready.name} beyond the {bridge.word}, so no unit defends it."
        return Refusal("no_target", "MNT-BRIDGE-03", why)
    return None


def possible_defenders(state: State, number: int, ready: Unit, key: str) -> Iterator[int]:
    """The enemies that could defend a bridge against a unit, and that it may charge there (MNT-RULING-40)."""
    bridge = features.feature_named(state, key)
    if bridge is None:
        return
    for enemy in enemy_units(state, number):
        if not touches_bridge(state, bridge, footprint(state, enemy)):
            continue
        open_to = charge.matrix_answer(state.setup.rules.tables, ready, state.units[enemy]) == "yes"
        if open_to and refuse_defended(state, number, ready, enemy, bridge) is None:
            yield enemy


def charge_over_bridge(
    state: State, number: int, ready: Unit, target: int, key: str, allowance: int, kind: Going = "charge"
) -> int | Refusal:
    """The travel to the near end of a bridge, or why a unit may not charge across it.

    The unit then fights the defender across the bridge (MNT-BRIDGE-05, R26).
    """
    bridge = features.feature_named(state, key)
    if bridge is None or bridge.kind != "bridge":
        return Refusal("no_such", "MNT-BRIDGE-04", f"There is no bridge {key}.")
    refusal = refuse_defended(state, number, ready, target, bridge)
    if refusal is not None:
        return refusal
    shape, way = footprint_of(state.setup.rules, ready), path(ready.facing, allowance)
    travel = max(0, areas.free_travel(shape, way, bridge.ground, 0))
    if not touches_bridge(state, bridge, moved(shape, way, travel)):
        why = f"{with_verb(ready.name, 'does')} not reach the {bridge.word} straight ahead within {cm(allowance)}."
        return Refusal("out_of_reach", "MNT-RULING-26", why)
    way = path(ready.facing, travel)
    slack = state.setup.rules.options.contact_tol_cm
    others = [other for other in on_table(state) if other != number]
    met = first_contact(shape, way, [contact_shape(state, other) for other in others], slack)
    if met is not None:
        why = f"{with_verb(state.units[others[met.index]].name, 'is')} in the way of {ready.name}."
        return Refusal("occupied", "MN-CHARGE-05", why)
    barred = terrain_cost.first_barred_ground(state, ready, kind, shape, way)
    if barred is not None:
        return Refusal("impassable", barred[1].rule, f"{ready.name} cannot charge through the {barred[1].word}.")
    cost = terrain_cost.travel_cost(state, ready, kind, shape, way, travel)
    if cost > allowance:
        why = f"The {bridge.word} is {cm(cost)} of movement away and {ready.name} may charge within {cm(allowance)}."
        return Refusal("out_of_reach", "MN-CHARGE-03", why)
    return travel


def charge_awaiting_defender(state: State) -> MoveInProgress:
    """The charge that waits for the choice of a defender."""
    course = state.stack[-2]
    assert isinstance(course, MoveInProgress)  # noqa: S101
    return course


def defender_candidates(state: State, course: MoveInProgress) -> tuple[int, ...]:
    """The units that may be chosen to defend the bridge against a charge."""
    return tuple(possible_defenders(state, course.unit, state.units[course.unit], course.plan.bridge))


def ask_defender(play: Resolution) -> None:
    """Ask for the defender of the bridge, if several units could defend it."""
    course = play.frame
    if isinstance(course, MoveInProgress) and course.plan.bridge and len(defender_candidates(play.state, course)) > 1:
        play.open(DefenderChoice(unit=course.unit))


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.units[charge_awaiting_defender(state).target].side,)


def _proceed(play: Resolution) -> None:
    play.close()


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    candidates = defender_candidates(state, charge_awaiting_defender(state))
    return (Option("name_defender", "", tuple(act.NameDefender(number) for number in candidates)),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if action.unit in defender_candidates(state, charge_awaiting_defender(state)):
        return None
    exists = action.unit < len(state.units)
    name = state.units[action.unit].name if exists else f"Unit {action.unit}"
    why = f"{name} cannot defend the bridge: it is not at the far end, or cannot be charged across the bridge."
    return Refusal("no_target", "MNT-BRIDGE-03", why)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    play.close()
    course = play.frame
    assert isinstance(course, MoveInProgress)  # noqa: S101
    if action.unit != course.target:
        play.go_on(replace(course, target=action.unit))
        away = unit_distance(play.state, course.unit, action.unit)
        play.mark(course.unit, "MNT-BRIDGE-03", charged_from=away)


DEFENDER_CHOICE = Handler((act.NameDefender,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``naming``."""
