"""Reactions to fire: suppression of a battery before its shot, and return fire (MN-FIRE)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import CM, Footprint
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Shot
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.positions import enemies_in_contact, enemy_units, footprint, footprint_at, on_table
from battles.rules.mini_nap.state import State, is_formed, other, unit_class
from battles.rules.mini_nap.tables import Tables


def reacting_side(state: State, frame: Shot) -> SideId:
    """The side that may react: the firer's enemy. No unit returns fire at return fire (MN-FIRE-52)."""
    return other(state.units[frame.unit].side)


def options(state: State, frame: Shot) -> tuple[Option, ...]:
    """The legal reactions, passing not included."""
    by_actor: dict[str, list[Any]] = {}
    listed = _suppressions(state, frame) if frame.stage == "suppress" else _returns(state, frame)
    for action in listed:
        by_actor.setdefault(f"unit {action.unit}", []).append(action)
    kind = "suppress" if frame.stage == "suppress" else "return_fire"
    return tuple(
        Option(kind, actor, tuple(actions), complete=kind == "suppress") for actor, actions in by_actor.items()
    )


def refuse(state: State, frame: Shot, action: act.Suppress | act.ReturnFire) -> Refusal | None:
    """Why a reaction is not legal; None if it is."""
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-FIRE-50", f"There is no unit {number}.")
    if state.units[number].side != reacting_side(state, frame):
        return refused("not_yours", "MN-FIRE-50", state.units[number].name, "belongs", "to the enemy.")
    if isinstance(action, act.Suppress):
        return _refuse_suppression(state, frame, action)
    if frame.stage != "return":
        return Refusal("wrong_phase", "MN-FIRE-50", "The shot has not been fired yet.")
    refusal = _refuse_return(state, frame, number)
    if refusal is not None:
        return refusal
    shot = targets.aim_shot(state, number, frame.unit, action.aim, action.face)
    if isinstance(shot, Refusal):
        return shot
    if not shot.count.dice:
        return Refusal("no_dice_left", "MN-HALVE-03", f"{state.units[number].name} would have no dice.")
    return None


# Suppression


def can_suppress(state: State, number: int) -> bool:
    """True if a unit could suppress: unformed infantry that may fire (MN-FIRE-60)."""
    unit = state.units[number]
    return (
        unit_class(unit) == "infantry"
        and not is_formed(unit)
        and not enemies_in_contact(state, number)
        and targets.refuse_firer(state, number) is None
    )


def _eligible(state: State, number: int) -> tuple[int, ...]:
    """The batteries that a unit could fire small arms at, with or without dice (MN-RULING-80)."""
    return tuple(
        enemy
        for enemy in enemy_units(state, number)
        if unit_class(state.units[enemy]) == "artillery"
        and not state.units[enemy].yellow
        and targets.best_aim(state, number, enemy, dice=False) is not None
    )


def max_suppressed(tables: Tables, points: int) -> int:
    """The number of batteries that a unit with ``points`` may suppress (MN-FIRE-61)."""
    return 2 if points >= tables.suppress_two_from else 1


def _suppressions(state: State, frame: Shot) -> Iterator[act.Suppress]:
    """Every choice of batteries that includes the firing one (MN-FIRE-61, MN-RULING-49)."""
    if unit_class(state.units[frame.unit]) != "artillery":
        return
    for number in on_table(state, reacting_side(state, frame)):
        if not can_suppress(state, number):
            continue
        batteries = _eligible(state, number)
        if frame.unit not in batteries:
            continue
        yield act.Suppress(number, (frame.unit,))
        if max_suppressed(state.setup.rules.tables, state.units[number].points) > 1:
            others = [battery for battery in batteries if battery != frame.unit]
            for more in combinations(others, 1):
                yield act.Suppress(number, (frame.unit, *more))


def _refuse_suppression(state: State, frame: Shot, action: act.Suppress) -> Refusal | None:
    name = state.units[action.unit].name
    if frame.stage != "suppress":
        return Refusal("wrong_phase", "MN-FIRE-60", "The shot has already been fired.")
    batteries = tuple(sorted(action.batteries))
    for listed in _suppressions(state, frame):
        if listed.unit == action.unit and tuple(sorted(listed.batteries)) == batteries:
            return None
    return Refusal("not_for_kind", "MN-FIRE-61", f"{name} cannot suppress those batteries now.")


# Return fire


def _refuse_return(state: State, frame: Shot, number: int) -> Refusal | None:
    """Why a unit may not return fire at this shot (MN-FIRE-50, MN-FIRE-51, MN-FIRE-53); None if it may."""
    unit = state.units[number]
    if number in frame.answered:
        return refused("done_already", "MN-FIRE-51", unit.name, "has", "already returned fire.")
    if number != frame.target:
        if unit_class(unit) != "artillery":
            return refused("not_for_kind", "MN-FIRE-53", unit.name, "was", "not fired at, and only batteries support.")
        support = state.setup.rules.tables.support_distance
        distance = distances.distance(footprint(state, number), _last_place(state, frame))
        if unit.where != "table" or distance > support * CM:
            why = f"{with_verb(unit.name, 'is')} not within {support} cm of {state.units[frame.target].name}."
            return Refusal("out_of_reach", "MN-FIRE-53", why)
    return targets.refuse_firer(state, number)


def _last_place(state: State, frame: Shot) -> Footprint:
    """The target's footprint when it was fired at (MN-RULING-48)."""
    if frame.last is None:
        return footprint(state, frame.target)
    x, y, facing, formation = frame.last
    of = unit_class(state.units[frame.target])
    return footprint_at(state.setup.rules, of, formation, x, y, facing)  # type: ignore[arg-type]


def _returns(state: State, frame: Shot) -> Iterator[act.ReturnFire]:
    if state.units[frame.unit].where != "table":
        return
    for number in on_table(state, reacting_side(state, frame)):
        if _refuse_return(state, frame, number) is None:
            best = targets.best_aim(state, number, frame.unit)
            if best is not None:
                yield act.ReturnFire(number, best[0], best[1])  # type: ignore[arg-type]
