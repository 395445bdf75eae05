"""Positions as the judge sees them, for tests of what he makes of them."""

from typing import Any

from msgspec.structs import replace

from battles.rules.mini_nap.judging_field import Field, field_of
from battles.rules.mini_nap.judging_odds import ledger_of
from battles.rules.mini_nap.rules import DEFAULTS
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, PRINTED
from tests.rules.mini_nap.mn_moves import field, foot

SQUARE: dict[str, Any] = {"formation": "solid_square"}
LEDGER = ledger_of(DEFAULTS)
UNIT = field(foot()).units[0]
RADIUS = PRINTED.commanders["average"].radius * CM
CAUTIOUS = PRINTED.cautious_radius * CM
NOBODY = (foot("lost", y=55),)


def seen(state: State, side: Any = "a", looks: bool = False) -> Field:
    """The position as a side sees it, which looks ahead or not."""
    return field_of(state, side, looks)


def moved(unit: Unit, x: int = 0, y: int = 0, **changes: Any) -> Unit:
    """A unit so many tenths of a millimetre further."""
    return replace(unit, x=unit.x + x, y=unit.y + y, **changes)
