"""Whom to fire at, and how to answer a shot: by the exact worth of the hits that the dice may make."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from battles.engine.core import Option, Refusal
from battles.engine.judge import Advice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, firing, structures, weights
from battles.rules.mini_nap.frames import Shot
from battles.rules.mini_nap.judging_field import Field
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.state import Unit

HOLD = Advice(act.Done(), 0, "No shot promises a loss to the enemy.")


def best_shot(field: Field, options: Sequence[Option]) -> Advice:
    """The shot that costs the enemy most, less what he may return; to be done where none does."""
    best = HOLD
    for option in options:
        if option.kind not in ("fire", "fire_structure"):
            continue
        for action in option.actions:
            advice = _blast(field, action) if isinstance(action, act.FireStructure) else _shot(field, action)
            if advice.value > best.value:
                best = advice
    return best


def _shot(field: Field, action: act.Fire) -> Advice:
    state = field.state
    unit, target = state.units[action.unit], state.units[action.target]
    made = aiming.aim(state, action.unit, action.target, action.aim, action.face)
    assert not isinstance(made, Refusal)  # noqa: S101
    gain = field.ledger.volley(target, made.count.dice) - _answer(field, action, made)
    if not made.count.dice and structures.is_blasted(state, action.unit, action.target):
        gain = weights.PUSHED
    return Advice(action, gain, partial(_fires, unit, target, made.count.dice))


def _answer(field: Field, action: act.Fire, made: aiming.Aimed) -> int:
    """What the target's own fire in return may cost (MN-FIRE-50)."""
    state, tables = field.state, field.rules.tables
    unit, target = state.units[action.unit], state.units[action.target]
    if aiming.refuse_firer(state, action.target) is not None or aiming.best(state, action.target, action.unit) is None:
        return 0
    band = firing.band_at(tables, made.range) if unit_class(target) == "artillery" else None
    dice = firing.count(tables, aiming.facts(target, unit.formation, band)).dice
    return field.ledger.volley(unit, dice) * 2 // 3


def _fires(unit: Unit, target: Unit, dice: int) -> str:
    word = "die" if dice == 1 else "dice"
    return f"{unit.name} fires at {target.name} with {dice} {word}, where it costs the enemy most."


def _blast(field: Field, action: act.FireStructure) -> Advice:
    name = field.state.units[action.unit].name
    return Advice(action, 1, f"{name} has no better target than the {action.structure}.")


def best_answer(field: Field, frame: Shot, options: Sequence[Option]) -> Advice:
    """The answer to a shot: a battery is kept from firing, and whoever fired is fired at."""
    best: Advice | None = None
    for option in options:
        for action in option.actions:
            if isinstance(action, act.Pass):
                continue
            advice = _suppresses(field, frame, action) if isinstance(action, act.Suppress) else _returns(field, action)
            if best is None or advice.value > best.value:
                best = advice
    if best is None or best.value <= 0:
        return Advice(act.Pass(), 0, "An answer would gain nothing.")
    return best


def _suppresses(field: Field, frame: Shot, action: act.Suppress) -> Advice:
    """What the battery's shot would cost, and its next."""
    state = field.state
    name, battery = state.units[action.unit].name, state.units[frame.unit]
    made = aiming.aim(state, frame.unit, frame.target, frame.aim, frame.face)
    dice = made.count.dice if isinstance(made, aiming.Aimed) else 1
    value = field.ledger.volley(state.units[frame.target], dice) * len(action.batteries)
    return Advice(action, value, f"{name} keeps {battery.name} from firing.")


def _returns(field: Field, action: Any) -> Advice:
    state = field.state
    frame = state.stack[-1]
    assert isinstance(frame, Shot)  # noqa: S101
    unit, target = state.units[action.unit], state.units[frame.unit]
    made = aiming.aim(state, action.unit, frame.unit, action.aim, action.face)
    dice = made.count.dice if isinstance(made, aiming.Aimed) else 0
    return Advice(action, field.ledger.volley(target, dice), partial(_fires, unit, target, dice))
