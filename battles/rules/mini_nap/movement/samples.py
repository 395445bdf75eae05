"""Sample manoeuvres for lists (section 5.5), and how far and in which directions a unit may move."""

import itertools
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.kits.open_table import areas, distances
from battles.kits.open_table.footprints import DEGREE, FULL, Footprint, bearing_of, path
from battles.kits.open_table.sweeps import bounds, meetings
from battles.kits.open_table.zones import passes_by, turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.decisions import Change, Leg
from battles.rules.mini_nap.movement import formation, manoeuvre, manoeuvre_plan, paths
from battles.rules.mini_nap.positions import enemy_units, footprint, footprint_of, position_of, units_near
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, HALF_RATE, MOST_CHARGE_TURN
from battles.rules.mini_nap.terrain import features, landmarks, roads


def free_distance(state: State, number: int, pre: act.FreeSteps, bearing: int, most: int) -> int:
    """How far a unit that has turned to a bearing can move straight ahead."""
    unit = state.units[number]
    ready = unit if pre.pivot is None else replace(unit, facing=pre.pivot)
    gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
    kind = "redeploy" if unit_class(unit) == "artillery" else "move"
    leg = Leg(bearing, most, ready.facing)
    return paths.travel_limit(state, number, ready, leg, kind, most, gap).travel  # type: ignore[arg-type]


def longest_charge(state: State, unit: Unit) -> int:
    """The longest possible charge of a unit, extension included."""
    tables = state.setup.rules.tables
    return paths.charge_allowance(tables, unit) + charge.largest_extension(tables, unit)


def is_near(first: Footprint, second: Footprint, reach: int) -> bool:
    """True if two footprints are within ``reach`` of each other."""
    return distances.within(first, second, reach)


def domains(state: State, number: int, kind: str) -> Mapping[str, Any]:
    """The range of each value that a player may give instead of a listed sample."""
    unit, tables = state.units[number], state.setup.rules.tables
    bearing = {"low": 0, "high": FULL - 1, "unit": "0.1deg"}
    most = {
        "advance": state.allowance if state.division != NONE else paths.move_allowance(tables, unit),
        "side_step": paths.distance_range(state, "side_step")[1],
        "step_back": paths.distance_range(state, "step_back")[1],
        "oblique": paths.distance_range(state, "oblique")[1],
        "inch": paths.inch_allowance(state, number),
        "prolong": paths.prolong_allowance(tables),
        "redeploy": state.allowance if state.division != NONE else paths.move_allowance(tables, unit),
    }.get(kind)
    ranges: dict[str, Any] = {"pivot": bearing}
    if most is not None:
        ranges["travel"] = {"low": 0, "high": most, "unit": "0.1mm"}
    return ranges


PLACES = 3
"""Listed places beyond a bridge."""


def feature_manoeuvres(state: State, number: int) -> Iterator[act.Manoeuvre]:
    """Manoeuvres to try that use features: roads, bridges, landmarks."""
    unit = state.units[number]
    if landmarks.defended_landmark(state, number):
        yield from _leaving(unit, number)
        return
    for table_feature in {feature.feature.key: feature for feature in features.features_in_play(state)}.values():
        yield from manoeuvres_at(state, number, table_feature)


def manoeuvres_at(state: State, number: int, each: features.TableFeature) -> Iterator[act.Manoeuvre]:
    """Manoeuvres to try that use one feature."""
    unit = state.units[number]
    if each.kind in ("road", "ditch"):
        yield from _along(state, number, unit, each)
    elif each.kind == "bridge":
        yield from _over(state, number, unit, each)
    elif each.kind == "landmark" and unit_class(unit) == "infantry":
        yield from _on_to(state, number, unit, each)


def _most(state: State, unit: Unit) -> int:
    return state.allowance if state.division != NONE else paths.move_allowance(state.setup.rules.tables, unit)


def _towards(unit: Unit, bearing: int) -> act.FreeSteps:
    return act.NO_FREE_STEPS if bearing == unit.facing else act.FreeSteps(pivot=bearing)


def _leaving(unit: Unit, number: int) -> Iterator[act.Manoeuvre]:
    """Formation changes that end a defence (MNT-LANDMARK-06)."""
    for change in formation.possible_changes(unit, FULL):
        yield act.Manoeuvre(number, act.FreeSteps(change=change), leave=True)


def _along(state: State, number: int, unit: Unit, road: features.TableFeature) -> Iterator[act.Manoeuvre]:
    """Both directions along the road or ditch under a column or battery: as far as possible, and half of that."""
    if unit.formation != "column" and unit_class(unit) != "artillery":
        return
    most = _most(state, unit) // (HALF_RATE if road.kind == "ditch" else 1)
    for back in (False, True):
        line = road.feature.points[::-1] if back else road.feature.points
        bearing = roads.road_bearing(line, unit, state.setup.rules.options.contact_tol_cm)
        if bearing is None:
            continue
        pre, whole = _towards(unit, bearing), act.RoadMove(road.feature.key, most, back)
        free = roads.before_bridge(state, replace(unit, facing=bearing), whole)
        for travel in (free, free // 2):
            yield act.Manoeuvre(number, pre, replace(whole, travel=travel))


def _over(state: State, number: int, unit: Unit, bridge: features.TableFeature) -> Iterator[act.Manoeuvre]:
    """Crossing a bridge straight ahead or towards its middle, and charges at enemies at its far end."""
    charge = paths.charge_allowance(state.setup.rules.tables, unit)
    near = areas.apart(bridge.ground, footprint(state, number))
    if in_square(unit) or near > max(_most(state, unit), charge):
        return
    for bearing in roads.bearings_to_bridge(unit, bridge):
        pre = _towards(unit, bearing)
        ready = replace(unit, facing=bearing)
        if near <= _most(state, unit):
            for landing in itertools.islice(roads.landing_places(state, number, ready, bridge), PLACES):
                yield act.Manoeuvre(number, pre, landing)
        if charge and state.division == NONE:
            for enemy in enemy_units(state, number):
                if roads.touches_bridge(state, bridge, footprint(state, enemy)):
                    yield act.Manoeuvre(number, pre, act.Charge(enemy, bridge.feature.key))


def _on_to(state: State, number: int, unit: Unit, landmark: features.TableFeature) -> Iterator[act.Manoeuvre]:
    """Defending a landmark: from where the unit is, or after an advance straight on to it."""
    if landmarks.defender_of(state, landmark.feature.key) is not None:
        return
    key, shape, most = landmark.feature.key, footprint(state, number), _most(state, unit)
    if areas.touches(landmark.ground, shape):
        yield act.Manoeuvre(number, defend=key)
        return
    if in_square(unit) or areas.apart(landmark.ground, shape) > most:
        return
    points = landmark.feature.points
    x, y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    for bearing in dict.fromkeys((unit.facing, bearing_of(x - unit.x, y - unit.y))):
        ready = replace(unit, facing=bearing)
        leg = Leg(bearing, most, bearing)
        gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
        travel = paths.travel_limit(state, number, ready, leg, "move", most, gap).travel
        yield act.Manoeuvre(number, _towards(unit, bearing), act.Advance(travel), defend=key)


NEAREST = 3
"""Number of nearest enemies that lists consider."""

_HALF = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def options(state: State, number: int) -> Iterator[Option]:
    """Legal manoeuvres of a unit of the chosen Brigade, by kind of movement."""
    by_kind: dict[str, list[act.Manoeuvre]] = {}
    for action in _candidates(state, number):
        if manoeuvre.refuse_plan(state, action) is None:
            by_kind.setdefault(kind_of(action), []).append(action)
    for kind, actions in by_kind.items():
        unique = tuple(dict.fromkeys(actions))
        yield Option(kind, f"unit {number}", unique, complete=False, domains=domains(state, number, kind))


def simplest(state: State, number: int) -> act.Manoeuvre | None:
    """One legal manoeuvre of a unit, found with little work; None if there is none."""
    about = () if in_square(state.units[number]) else (act.Manoeuvre(number, act.FreeSteps(about_face=True)),)
    legal = (each for each in chain(about, _candidates(state, number)) if manoeuvre.refuse_plan(state, each) is None)
    return next(legal, None)


def kind_of(action: act.Manoeuvre) -> str:
    """The kind under which a manoeuvre is listed: its movement, or what it does on the spot."""
    if action.move is not None:
        return str(action.move.__struct_config__.tag)
    if action.defend:
        return "defend"
    return "change_formation" if action.before.change is not None else "turn"


def _candidates(state: State, number: int) -> Iterator[act.Manoeuvre]:
    """Manoeuvres that might be legal."""
    unit = state.units[number]
    yield from feature_manoeuvres(state, number)
    near = _nearest(state, number)
    yield from _turns(state, number, unit, near)
    for change in _changes(unit):
        yield act.Manoeuvre(number, act.FreeSteps(change=change))
    if unit_class(unit) == "artillery":
        yield from _of_battery(state, number, unit, near)
        return
    if in_square(unit):
        yield from _inches(state, number, unit, near)
    else:
        yield from _advances(state, number, unit, near)
    if state.division == NONE:
        yield from _charges(state, number, unit)


def _nearest(state: State, number: int) -> list[int]:
    here = state.units[number]
    return sorted(
        enemy_units(state, number),
        key=lambda other: ((state.units[other].x - here.x) ** 2 + (state.units[other].y - here.y) ** 2, other),
    )[:NEAREST]


def _bearings(state: State, unit: Unit, near: list[int]) -> list[int]:
    """Straight ahead, towards each near enemy, and away from the nearest."""
    bearings = [unit.facing]
    for other in near:
        enemy = state.units[other]
        if (enemy.x, enemy.y) != (unit.x, unit.y):
            bearings.append(bearing_of(enemy.x - unit.x, enemy.y - unit.y))
    if len(bearings) > 1:
        bearings.append((bearings[1] + _HALF) % FULL)
    return list(dict.fromkeys(bearings))


def _turn(unit: Unit, bearing: int) -> act.FreeSteps:
    return act.NO_FREE_STEPS if bearing == unit.facing else act.FreeSteps(pivot=bearing)


def _turns(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    for bearing in _bearings(state, unit, near)[1:]:
        yield act.Manoeuvre(number, act.FreeSteps(pivot=bearing))
    if not in_square(unit):
        yield act.Manoeuvre(number, act.FreeSteps(about_face=True))


def _changes(unit: Unit) -> Iterator[Change]:
    """One change to each formation; a square keeps its facing."""
    seen = set()
    for change in formation.possible_changes(unit, FULL):
        if change.to not in seen:
            seen.add(change.to)
            yield change


def _distances(state: State, number: int, ready: Unit, pre: act.FreeSteps, bearing: int, most: int) -> Iterator[int]:
    """The whole free distance, and half of it."""
    free = free_distance(state, number, pre, bearing, most)
    if free:
        yield free
        if free >= 2 * state.setup.rules.options.distance_step_cm:
            yield free // 2


def _advances(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    tables = state.setup.rules.tables
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    for bearing in _bearings(state, unit, near):
        pre = _turn(unit, bearing)
        for travel in _distances(state, number, unit, pre, bearing, most):
            yield act.Manoeuvre(number, pre, act.Advance(travel))
    if unit_class(unit) != "infantry" or unit.formation not in ("line", "skirmish_line") or state.division != NONE:
        return
    step, oblique = paths.distance_range(state, "side_step")[1], paths.distance_range(state, "oblique")[1]
    yield act.Manoeuvre(number, move=act.StepBack(step))
    for side in ("left", "right"):
        yield act.Manoeuvre(number, move=act.SideStep(side, step))
        yield act.Manoeuvre(number, move=act.Oblique(side, oblique, oblique))


def _inches(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    most = paths.inch_allowance(state, number)
    if state.division == NONE and most:
        for bearing in _bearings(state, unit, near):
            yield act.Manoeuvre(number, move=act.Inch(bearing, most))


def _of_battery(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    """Prolong and redeploy: towards the near enemies and away, facing the nearest."""
    tables = state.setup.rules.tables
    bearings = _bearings(state, unit, near)
    facing = bearings[1] if len(bearings) > 1 else unit.facing
    if state.division == NONE:
        for back in (False, True):
            yield act.Manoeuvre(number, move=act.Prolong(paths.prolong_allowance(tables), back))
    most = state.allowance if state.division != NONE else paths.move_allowance(tables, unit)
    for bearing in bearings:
        for travel in (most, most // 2):
            yield act.Manoeuvre(number, move=act.Redeploy(bearing, travel, facing))


def _charges(state: State, number: int, unit: Unit) -> Iterator[act.Manoeuvre]:
    """A charge at each possible target, with the least turn; extended if only the distance forbids it."""
    if charge.refuse_charger(state, unit) is not None:
        return
    shape = footprint(state, number)
    most = longest_charge(state, unit)
    for target in enemy_units(state, number):
        goal = footprint(state, target)
        if not is_near(shape, goal, most) or charge.refuse_target(state, unit, target) is not None:
            continue
        charge_move = charge_at(state, number, unit, target)
        if charge_move is not None:
            yield charge_move


def charge_at(state: State, number: int, unit: Unit, target: int) -> act.Manoeuvre | None:
    """The charge at a target with the least turn; None if there is none."""
    shape, goal = footprint(state, number), footprint(state, target)
    for turn in turns_toward(shape, goal, ANGLE_STEP * DEGREE, _MOST_TURN):
        facing = (unit.facing + turn) % FULL
        if not state.holding and passes_by(shape, facing, goal):
            continue
        charge_move = _charge(state, number, unit, target, facing)
        if charge_move is not None:
            return charge_move
    return None


def _charge(state: State, number: int, unit: Unit, target: int, facing: int) -> act.Manoeuvre | None:
    """A charge on a bearing, if it is legal; the straight path is checked first, then the turn before it."""
    ready = replace(unit, facing=facing)
    if _is_hidden(state, number, ready, target):
        return None
    move: act.Charge | act.ExtendedCharge = act.Charge(target)
    planned = manoeuvre_plan.movement_path(state, number, ready, move)
    if isinstance(planned, Refusal) and planned.code == "out_of_reach":
        move = act.ExtendedCharge(target)
        planned = manoeuvre_plan.movement_path(state, number, ready, move)
    if isinstance(planned, Refusal):
        return None
    action = act.Manoeuvre(number, _turn(unit, facing), move)
    return None if isinstance(manoeuvre_plan.plan_manoeuvre(state, action), Refusal) else action


def _is_hidden(state: State, number: int, ready: Unit, target: int) -> bool:
    """True if a unit in the position ``ready`` meets another unit before its target, or never meets its target.

    A charge would be refused for this; here it is checked once for all targets on a bearing (MN-CHARGE-05).
    """
    if state.holding:
        return False
    met = _met(state, number, ready)
    return target not in met or any(far < met[target][0] for other, (_, far) in met.items() if other != target)


def _met(state: State, number: int, ready: Unit) -> dict[int, tuple[int, int]]:
    """Units straight ahead of a unit: the travel to the first overlap, and the travel at which each blocks the path."""
    place = position_of(state)
    key = _met, number, ready.formation, ready.facing
    met_ahead: dict[int, tuple[int, int]] | None = place.notes.get(key)
    if met_ahead is None:
        shape = footprint_of(place.rules, ready)
        way = path(ready.facing, longest_charge(state, ready) + 1)
        ahead = [other for other in units_near(state, bounds(shape, way), 0) if other != number]
        shapes = [footprint(state, other) for other in ahead]
        slack = place.rules.options.contact_tol_cm
        first = meetings(shape, way, shapes)
        barring = meetings(shape, way, [shapes[met.index] for met in first], slack) if len(first) > 1 else []
        deep = {first[met.index].index: met.travel for met in barring}
        met_ahead = {ahead[met.index]: (met.travel, deep.get(met.index, way.length)) for met in first}
        place.notes[key] = met_ahead
    return met_ahead


def can_act(state: State, number: int) -> bool:
    """True if a unit may manoeuvre now."""
    return manoeuvre.refuse_unit(state, state.active, number) is None
