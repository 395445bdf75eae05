"""Words for the recorded facts of an army, the same under every system."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.armies.facts import ARTILLERY, GunWeight, Unit, UnitType

TYPE_WORDS: Final[Mapping[UnitType, str]] = MappingProxyType(
    {
        "line_infantry": "line infantry",
        "light_infantry": "light infantry",
        "heavy_cavalry": "heavy cavalry",
        "medium_cavalry": "medium cavalry",
        "light_cavalry": "light cavalry",
        "foot_artillery": "foot artillery",
        "horse_artillery": "horse artillery",
    }
)

MEDIUM_GUNS_FROM: Final = 6
MEDIUM_GUNS_TO: Final = 9
"""Pounds of the lightest and the heaviest medium guns (MN-WEAPON-03)."""


def counted(number: int, one: str, many: str = "") -> str:
    """``1 unit``, ``41 units``, ``16,710 foot``."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def strength_words(unit: Unit) -> str:
    """A unit's size: ``601 men`` or ``8 guns``."""
    if unit.type in ARTILLERY:
        return counted(unit.guns, "gun") if unit.guns else "guns not stated"
    return f"{unit.men:,} men" if unit.men else "men not stated"


def weight_of(pounds: int) -> GunWeight:
    """The weight of a gun by its shot (MN-WEAPON-03)."""
    if pounds < MEDIUM_GUNS_FROM:
        return "light"
    return "medium" if pounds <= MEDIUM_GUNS_TO else "heavy"
