"""What a position is worth to a side: strength, units and commanders, the combats that are due, and how units stand."""

from battles.engine.core import SideId
from battles.rules.mini_nap import weights
from battles.rules.mini_nap.engaged import groups_of
from battles.rules.mini_nap.judging_contact import Contact
from battles.rules.mini_nap.judging_field import Field, field_of
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
    """The combats that are due."""
    if field.state.step not in ("manoeuvre", "fire", "hand_to_hand", "break_active", "break_passive"):
        return 0
    return sum(Contact(field, field.state, group.pairs).value() for group in groups_of(field.state))


def _places(field: Field) -> int:
    """How units of this side stand that are in no contact."""
    standing = Standing(field, ahead=True)
    return sum(standing.worth(stood.number, stood.unit) for stood in field.own)
