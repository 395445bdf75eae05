"""What a position is worth to a side: strength, units and commanders, the combats that are due, and how units stand."""

from battles.engine.core import SideId
from battles.rules.mini_nap import weights
from battles.rules.mini_nap.board import touched
from battles.rules.mini_nap.judging_field import Field, field_of
from battles.rules.mini_nap.judging_moves import attack_of
from battles.rules.mini_nap.judging_odds import value_of
from battles.rules.mini_nap.judging_standing import Standing
from battles.rules.mini_nap.state import State


def worth(state: State, side: SideId) -> int:
    """What a position is worth to ``side``, in hundredths of a strength point."""
    if state.outcome is not None:
        won = state.outcome.winner
        return 0 if won is None else weights.WON if won == side else -weights.WON
    field = field_of(state, side, True)
    value = sum(value_of(each.unit) for each in field.own) - sum(value_of(each.unit) for each in field.foes)
    for unit in state.units:
        if unit.where == "waiting":
            value += value_of(unit) if unit.side == side else -value_of(unit)
    for stand in state.stands:
        if stand.where != "removed":
            value += weights.STAND if stand.side == side else -weights.STAND
    return value + _combats(field) + _places(field)


def _combats(field: Field) -> int:
    """The combats that are due: each unit of the active side against the first enemy that it touches."""
    state, value = field.state, 0
    active = field.other(state.active) if state.active else field
    for stood in active.own:
        met = touched(state, stood.number)
        if met and state.step in ("manoeuvre", "fire", "hand_to_hand", "break_active", "break_passive"):
            attack = attack_of(active, stood.number, stood.unit, met[0])
            attack = attack._replace(charging=stood.unit.impact, answered=state.units[met[0]].impact)
            gain = active.gain(stood.unit, state.units[met[0]], attack)
            value += gain if active.side == field.side else -gain
    return value


def _places(field: Field) -> int:
    """How units of this side stand that are in no contact."""
    standing = Standing(field, ahead=True)
    return sum(standing.worth(stood.number, stood.unit) for stood in field.own)
