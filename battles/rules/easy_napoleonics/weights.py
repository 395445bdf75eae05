"""What computer players hold things to be worth: judgement, not rules. A hundredth of a victory point is 1."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.rules.easy_napoleonics.tables import Kind, Level

POINT: Final = 100
"""A victory point."""

POWER: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 60, "light_cavalry": 60, "heavy_cavalry": 80, "field_artillery": 60, "horse_artillery": 60}
)
"""What a unit can still do, besides the points that the enemy scores for it."""

LOST: Final[Mapping[Level, int]] = MappingProxyType({"good": 0, "fair": 22, "bad": 50, "broken": 100})
"""Hundredths of a unit's worth that are gone at a level."""

LEADER: Final = 100
"""A leader's worth besides his points."""

WON: Final = 100_000
"""A battle won; lost, it is as much less. Where both lose, half of that."""
