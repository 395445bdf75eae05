"""Positions as the computer player sees them."""

from typing import Any

from msgspec.structs import replace

from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap.ai.exact_values import odds_cache
from battles.rules.mini_nap.ai.situation import Situation, situation
from battles.rules.mini_nap.rules import DEFAULTS
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.manoeuvres import field, foot

SQUARE: dict[str, Any] = {"formation": "solid_square"}
LEDGER = odds_cache(DEFAULTS)
UNIT = field(foot()).units[0]
RADIUS = PRINTED.commanders["average"].radius * CM
CAUTIOUS = PRINTED.cautious_radius * CM
NOBODY = (foot("lost", y=55),)


def seen(state: State, side: Any = "a", looks: bool = False) -> Situation:
    """The position as a side sees it, which looks ahead or not."""
    return situation(state, side, looks)


def moved(unit: Unit, x: int = 0, y: int = 0, **changes: Any) -> Unit:
    """A unit so many tenths of a millimetre further."""
    return replace(unit, x=unit.x + x, y=unit.y + y, **changes)
