"""Manoeuvres worth listing where there is ground for them: along roads, over bridges, on to landmarks and off them."""

import itertools
from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.table import grounds
from battles.engine.table.bearings import FULL, bearing_of
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, bridges, ground, landmarks, paths, roads, steps
from battles.rules.mini_nap.board import enemies, footprint
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import HALF_RATE

PLACES = 3
"""Places beyond a bridge that are listed."""


def candidates(state: State, number: int) -> Iterator[act.Manoeuvre]:
    """Manoeuvres that might be legal."""
    unit = state.units[number]
    if landmarks.landmark_of(state, number):
        yield from _leaving(unit, number)
        return
    for each in {found.feature.key: found for found in ground.lying(state)}.values():
        yield from at(state, number, each)


def at(state: State, number: int, each: ground.Lying) -> Iterator[act.Manoeuvre]:
    """Those that a feature is good for."""
    unit = state.units[number]
    if each.kind in ("road", "ditch"):
        yield from _along(state, number, unit, each)
    elif each.kind == "bridge":
        yield from _over(state, number, unit, each)
    elif each.kind == "landmark" and unit_class(unit) == "infantry":
        yield from _on_to(state, number, unit, each)


def _most(state: State, unit: Unit) -> int:
    return state.allowance if state.division != NONE else allowances.move(state.setup.rules.tables, unit)


def _towards(unit: Unit, bearing: int) -> act.Pre:
    return act.NO_STEPS if bearing == unit.facing else act.Pre(pivot=bearing)


def _leaving(unit: Unit, number: int) -> Iterator[act.Manoeuvre]:
    """MNT-LANDMARK-06."""
    for change in steps.changes_of(unit, FULL):
        yield act.Manoeuvre(number, act.Pre(change=change), leave=True)


def _along(state: State, number: int, unit: Unit, road: ground.Lying) -> Iterator[act.Manoeuvre]:
    """Both ways along a road or ditch on which a column or a battery stands, as far as it may go, and half of that."""
    if unit.formation != "column" and unit_class(unit) != "artillery":
        return
    most = _most(state, unit) // (HALF_RATE if road.kind == "ditch" else 1)
    for back in (False, True):
        line = road.feature.points[::-1] if back else road.feature.points
        bearing = roads.bearing_on(line, unit, state.setup.rules.options.contact_tol_cm)
        if bearing is None:
            continue
        pre, whole = _towards(unit, bearing), act.RoadMove(road.feature.key, most, back)
        free = roads.before_bridge(state, replace(unit, facing=bearing), whole)
        for travel in (free, free // 2):
            yield act.Manoeuvre(number, pre, replace(whole, travel=travel))


def _over(state: State, number: int, unit: Unit, bridge: ground.Lying) -> Iterator[act.Manoeuvre]:
    """Crossing a bridge straight ahead or towards its middle, and a charge at whoever holds its far end."""
    charge = allowances.charge(state.setup.rules.tables, unit)
    near = grounds.apart(bridge.ground, footprint(state, number))
    if in_square(unit) or near > max(_most(state, unit), charge):
        return
    points = bridge.feature.points
    x, y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    for bearing in dict.fromkeys((unit.facing, bearing_of(x - unit.x, y - unit.y))):
        pre = _towards(unit, bearing)
        ready = replace(unit, facing=bearing)
        if near <= _most(state, unit):
            for landing in itertools.islice(bridges.landings(state, number, ready, bridge), PLACES):
                yield act.Manoeuvre(number, pre, landing)
        if charge and state.division == NONE:
            for enemy in enemies(state, number):
                if bridges.touches(state, bridge, footprint(state, enemy)):
                    yield act.Manoeuvre(number, pre, act.Charge(enemy, bridge.feature.key))


def _on_to(state: State, number: int, unit: Unit, landmark: ground.Lying) -> Iterator[act.Manoeuvre]:
    """Straight on to a landmark, to defend it: by where the unit stands, or by an advance that ends on it."""
    if landmarks.defended_by(state, landmark.feature.key) is not None:
        return
    key, shape, most = landmark.feature.key, footprint(state, number), _most(state, unit)
    if grounds.touches(landmark.ground, shape):
        yield act.Manoeuvre(number, defend=key)
        return
    if in_square(unit) or grounds.apart(landmark.ground, shape) > most:
        return
    points = landmark.feature.points
    x, y = (sum(point[each] for point in points) // len(points) for each in (0, 1))
    for bearing in dict.fromkeys((unit.facing, bearing_of(x - unit.x, y - unit.y))):
        ready = replace(unit, facing=bearing)
        leg = Leg(bearing, most, bearing)
        gap = state.standoff if state.division != NONE else state.setup.rules.options.min_gap_cm
        travel = paths.limit(state, number, ready, leg, "move", most, gap).travel
        yield act.Manoeuvre(number, _towards(unit, bearing), act.Advance(travel), defend=key)
