"""Manoeuvres worth listing: there is no end of them on an open table, so a list holds samples (section 5.5).

Samples are the same for equal states: full and half distances straight ahead, towards each enemy near, away from the
nearest, each formation, and every charge that can be made with the least turn.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.engine.table.bearings import FULL, bearing_of, path
from battles.engine.table.sweeps import bounds, meetings
from battles.engine.table.zones import passes_by, turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import (
    allowances,
    charging,
    manoeuvring,
    measuring,
    movements,
    plans,
    sampling_ground,
    steps,
)
from battles.rules.mini_nap.board import enemies, footprint, footprint_of, near, standing
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.kinds import in_square, unit_class
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import ANGLE_STEP, DEGREE, MOST_CHARGE_TURN

NEAREST = 3
"""Enemies that a list looks at by distance."""

_HALF = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def options(state: State, number: int) -> Iterator[Option]:
    """What a unit of the chosen Brigade may do, by kind of movement."""
    found: dict[str, list[act.Manoeuvre]] = {}
    for action in _candidates(state, number):
        if manoeuvring.refuse_plan(state, action) is None:
            found.setdefault(kind_of(action), []).append(action)
    for kind, actions in found.items():
        unique = tuple(dict.fromkeys(actions))
        yield Option(kind, f"unit {number}", unique, complete=False, domains=measuring.domains(state, number, kind))


def plainest(state: State, number: int) -> act.Manoeuvre | None:
    """A manoeuvre that is listed for a unit, found with as little trouble as may be; None where none is."""
    about = () if in_square(state.units[number]) else (act.Manoeuvre(number, act.Pre(about_face=True)),)
    found = (each for each in chain(about, _candidates(state, number)) if manoeuvring.refuse_plan(state, each) is None)
    return next(found, None)


def kind_of(action: act.Manoeuvre) -> str:
    """The heading that a manoeuvre is listed under: its movement, or what it does on the spot."""
    if action.move is not None:
        return str(action.move.__struct_config__.tag)
    if action.defend:
        return "defend"
    return "change_formation" if action.before.change is not None else "turn"


def _candidates(state: State, number: int) -> Iterator[act.Manoeuvre]:
    """Manoeuvres that might be legal."""
    unit = state.units[number]
    yield from sampling_ground.candidates(state, number)
    near = _nearest(state, number)
    yield from _turns(state, number, unit, near)
    for change in _changes(unit):
        yield act.Manoeuvre(number, act.Pre(change=change))
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
        enemies(state, number),
        key=lambda other: ((state.units[other].x - here.x) ** 2 + (state.units[other].y - here.y) ** 2, other),
    )[:NEAREST]


def _bearings(state: State, unit: Unit, near: list[int]) -> list[int]:
    """Straight on, towards each enemy near, and away from the nearest."""
    found = [unit.facing]
    for other in near:
        enemy = state.units[other]
        if (enemy.x, enemy.y) != (unit.x, unit.y):
            found.append(bearing_of(enemy.x - unit.x, enemy.y - unit.y))
    if len(found) > 1:
        found.append((found[1] + _HALF) % FULL)
    return list(dict.fromkeys(found))


def _turn(unit: Unit, bearing: int) -> act.Pre:
    return act.NO_STEPS if bearing == unit.facing else act.Pre(pivot=bearing)


def _turns(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    for bearing in _bearings(state, unit, near)[1:]:
        yield act.Manoeuvre(number, act.Pre(pivot=bearing))
    if not in_square(unit):
        yield act.Manoeuvre(number, act.Pre(about_face=True))


def _changes(unit: Unit) -> Iterator[Change]:
    """One change to each formation; out of a square facing as it does."""
    seen = set()
    for change in steps.changes_of(unit, FULL):
        if change.to not in seen:
            seen.add(change.to)
            yield change


def _distances(state: State, number: int, ready: Unit, pre: act.Pre, bearing: int, most: int) -> Iterator[int]:
    """The whole way that is free, and half of it."""
    free = measuring.free(state, number, pre, bearing, most)
    if free:
        yield free
        if free >= 2 * state.setup.rules.options.distance_step_cm:
            yield free // 2


def _advances(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    tables = state.setup.rules.tables
    most = state.allowance if state.division != NONE else allowances.move(tables, unit)
    for bearing in _bearings(state, unit, near):
        pre = _turn(unit, bearing)
        for travel in _distances(state, number, unit, pre, bearing, most):
            yield act.Manoeuvre(number, pre, act.Advance(travel))
    if unit_class(unit) != "infantry" or unit.formation not in ("line", "skirmish_line") or state.division != NONE:
        return
    step, oblique = allowances.reach(state, "side_step")[1], allowances.reach(state, "oblique")[1]
    yield act.Manoeuvre(number, move=act.StepBack(step))
    for side in ("left", "right"):
        yield act.Manoeuvre(number, move=act.SideStep(side, step))
        yield act.Manoeuvre(number, move=act.Oblique(side, oblique, oblique))


def _inches(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    most = allowances.inch(state, number)
    if state.division == NONE and most:
        for bearing in _bearings(state, unit, near):
            yield act.Manoeuvre(number, move=act.Inch(bearing, most))


def _of_battery(state: State, number: int, unit: Unit, near: list[int]) -> Iterator[act.Manoeuvre]:
    """Prolonging and redeploying: towards the enemies near and away, to face the nearest."""
    tables = state.setup.rules.tables
    bearings = _bearings(state, unit, near)
    facing = bearings[1] if len(bearings) > 1 else unit.facing
    if state.division == NONE:
        for back in (False, True):
            yield act.Manoeuvre(number, move=act.Prolong(allowances.prolong(tables), back))
    most = state.allowance if state.division != NONE else allowances.move(tables, unit)
    for bearing in bearings:
        for travel in (most, most // 2):
            yield act.Manoeuvre(number, move=act.Redeploy(bearing, travel, facing))


def _charges(state: State, number: int, unit: Unit) -> Iterator[act.Manoeuvre]:
    """Each enemy that can be charged, with the least turn; or with an extension, where only distance forbids it."""
    if charging.refuse_charger(state, unit) is not None:
        return
    shape = footprint(state, number)
    most = measuring.charge_reach(state, unit)
    for target in enemies(state, number):
        goal = footprint(state, target)
        if not measuring.is_near(shape, goal, most) or charging.refuse_target(state, unit, target) is not None:
            continue
        made = charge_at(state, number, unit, target)
        if made is not None:
            yield made


def charge_at(state: State, number: int, unit: Unit, target: int) -> act.Manoeuvre | None:
    """The charge at a target with the least turn; None where there is no way to it."""
    shape, goal = footprint(state, number), footprint(state, target)
    for turn in turns_toward(shape, goal, ANGLE_STEP * DEGREE, _MOST_TURN):
        facing = (unit.facing + turn) % FULL
        if not state.holding and passes_by(shape, facing, goal):
            continue
        made = _charge(state, number, unit, target, facing)
        if made is not None:
            return made
    return None


def _charge(state: State, number: int, unit: Unit, target: int, facing: int) -> act.Manoeuvre | None:
    """A charge on a bearing, if it can be made; the straight way is looked at first, the turn before it then."""
    ready = replace(unit, facing=facing)
    if _is_hidden(state, number, ready, target):
        return None
    move: act.Charge | act.ExtendedCharge = act.Charge(target)
    found = movements.way(state, number, ready, move)
    if isinstance(found, Refusal) and found.code == "out_of_reach":
        move = act.ExtendedCharge(target)
        found = movements.way(state, number, ready, move)
    if isinstance(found, Refusal):
        return None
    made = act.Manoeuvre(number, _turn(unit, facing), move)
    return None if isinstance(plans.plan(state, made), Refusal) else made


def _is_hidden(state: State, number: int, ready: Unit, target: int) -> bool:
    """Whether a unit that stands ready meets somebody else before its target, or its target not at all.

    It is what a charge would be refused for, looked at once for all targets on a bearing (MN-CHARGE-05).
    """
    if state.holding:
        return False
    met = _met(state, number, ready)
    return target not in met or any(far < met[target][0] for other, (_, far) in met.items() if other != target)


def _met(state: State, number: int, ready: Unit) -> dict[int, tuple[int, int]]:
    """Who is met straight ahead of a unit: how far it is to a first overlap, and to one that bars the way."""
    place = standing(state)
    key = _met, number, ready.formation, ready.facing
    found: dict[int, tuple[int, int]] | None = place.notes.get(key)
    if found is None:
        shape = footprint_of(place.rules, ready)
        way = path(ready.facing, measuring.charge_reach(state, ready) + 1)
        ahead = [other for other in near(state, bounds(shape, way), 0) if other != number]
        shapes = [footprint(state, other) for other in ahead]
        slack = place.rules.options.contact_tol_cm
        first = meetings(shape, way, shapes)
        barring = meetings(shape, way, [shapes[met.index] for met in first], slack) if len(first) > 1 else []
        deep = {first[met.index].index: met.travel for met in barring}
        found = {ahead[met.index]: (met.travel, deep.get(met.index, way.length)) for met in first}
        place.notes[key] = found
    return found


def can_act(state: State, number: int) -> bool:
    """Whether a unit may manoeuvre at all now."""
    return manoeuvring.refuse_unit(state, state.active, number) is None
