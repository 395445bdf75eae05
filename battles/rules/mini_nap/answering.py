"""W5 and W6: suppression before a battery's shot, and fire in return after any (MN-FIRE-50 to 62)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.engine.table import measures
from battles.engine.table.footprints import Footprint
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming
from battles.rules.mini_nap.board import enemies, footprint, footprint_at, on_table, touched
from battles.rules.mini_nap.frames import Shot
from battles.rules.mini_nap.kinds import is_formed, unit_class
from battles.rules.mini_nap.state import State, other
from battles.rules.mini_nap.tables import CM, Tables


def side_of(state: State, frame: Shot) -> SideId:
    """Who is asked: the enemy of the firer."""
    return other(state.units[frame.unit].side)


def options(state: State, frame: Shot) -> tuple[Option, ...]:
    """What may be answered, passing left out."""
    found: dict[str, list[Any]] = {}
    listed = _suppressions(state, frame) if frame.stage == "suppress" else _returns(state, frame)
    for action in listed:
        found.setdefault(f"unit {action.unit}", []).append(action)
    kind = "suppress" if frame.stage == "suppress" else "return_fire"
    return tuple(Option(kind, actor, tuple(actions), complete=kind == "suppress") for actor, actions in found.items())


def refuse(state: State, frame: Shot, action: act.Suppress | act.ReturnFire) -> Refusal | None:
    """Why an answer may not be given; None where it may."""
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-FIRE-50", f"There is no unit {number}.")
    if state.units[number].side != side_of(state, frame):
        return Refusal("not_yours", "MN-FIRE-50", f"{state.units[number].name} belongs to the enemy.")
    if isinstance(action, act.Suppress):
        return _refuse_suppression(state, frame, action)
    if frame.stage != "return":
        return Refusal("wrong_phase", "MN-FIRE-50", "The shot has not been fired yet.")
    found = _refuse_return(state, frame, number)
    if found is not None:
        return found
    made = aiming.aim(state, number, frame.unit, action.aim, action.face)
    if isinstance(made, Refusal):
        return made
    if not made.count.dice:
        return Refusal("no_dice_left", "MN-HALVE-03", f"{state.units[number].name} would have no dice.")
    return None


# Suppression


def may_suppress(state: State, number: int) -> bool:
    """Whether a unit could suppress anybody: unformed infantry, free to fire (MN-FIRE-60)."""
    unit = state.units[number]
    return (
        unit_class(unit) == "infantry"
        and not is_formed(unit)
        and not touched(state, number)
        and aiming.refuse_firer(state, number) is None
    )


def _eligible(state: State, number: int) -> tuple[int, ...]:
    """The batteries that a unit has as targets of small arms, dice or no dice (MN-RULING-80)."""
    return tuple(
        enemy
        for enemy in enemies(state, number)
        if unit_class(state.units[enemy]) == "artillery"
        and not state.units[enemy].yellow
        and aiming.best(state, number, enemy, dice=False) is not None
    )


def most_suppressed(tables: Tables, points: int) -> int:
    """How many batteries a unit of so many points may suppress (MN-FIRE-61)."""
    return 2 if points >= tables.suppress_two_from else 1


def _suppressions(state: State, frame: Shot) -> Iterator[act.Suppress]:
    if unit_class(state.units[frame.unit]) != "artillery":
        return
    for number in on_table(state, side_of(state, frame)):
        if not may_suppress(state, number):
            continue
        batteries = _eligible(state, number)
        if frame.unit not in batteries:
            continue
        yield act.Suppress(number, (frame.unit,))
        if most_suppressed(state.setup.rules.tables, state.units[number].points) > 1:
            others = [battery for battery in batteries if battery != frame.unit]
            for more in combinations(others, 1):
                yield act.Suppress(number, (frame.unit, *more))


def _refuse_suppression(state: State, frame: Shot, action: act.Suppress) -> Refusal | None:
    name = state.units[action.unit].name
    if frame.stage != "suppress":
        return Refusal("wrong_phase", "MN-FIRE-60", "The shot has been fired already.")
    batteries = tuple(sorted(action.batteries))
    for listed in _suppressions(state, frame):
        if listed.unit == action.unit and tuple(sorted(listed.batteries)) == batteries:
            return None
    return Refusal("not_for_kind", "MN-FIRE-61", f"{name} cannot suppress those batteries now.")


# Return fire


def _refuse_return(state: State, frame: Shot, number: int) -> Refusal | None:
    """Why a unit may not answer this shot (MN-FIRE-50, 51, 53)."""
    unit = state.units[number]
    if number in frame.answered:
        return Refusal("done_already", "MN-FIRE-51", f"{unit.name} has returned fire.")
    if number != frame.target:
        if unit_class(unit) != "artillery":
            return Refusal("not_for_kind", "MN-FIRE-53", f"{unit.name} was not fired at, and only batteries support.")
        support = state.setup.rules.tables.support_distance
        away = measures.distance(footprint(state, number), _last(state, frame))
        if unit.where != "table" or away > support * CM:
            why = f"{unit.name} is not within {support} cm of {state.units[frame.target].name}."
            return Refusal("out_of_reach", "MN-FIRE-53", why)
    return aiming.refuse_firer(state, number)


def _last(state: State, frame: Shot) -> Footprint:
    """Where the target stood when it was fired at (MN-RULING-48)."""
    if frame.last is None:
        return footprint(state, frame.target)
    x, y, facing, formation = frame.last
    of = unit_class(state.units[frame.target])
    return footprint_at(state.setup.rules, of, formation, x, y, facing)  # type: ignore[arg-type]


def _returns(state: State, frame: Shot) -> Iterator[act.ReturnFire]:
    if state.units[frame.unit].where != "table":
        return
    for number in on_table(state, side_of(state, frame)):
        if _refuse_return(state, frame, number) is None:
            best = aiming.best(state, number, frame.unit)
            if best is not None:
                yield act.ReturnFire(number, best[0], best[1])  # type: ignore[arg-type]
