"""Weights of the computer player. They are estimates, not rules; 1 is a hundredth of a victory point."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.rules.easy_napoleonics.tables import Kind, Level

POINT: Final = 100
"""A victory point."""

POWER: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 60, "light_cavalry": 60, "heavy_cavalry": 80, "field_artillery": 60, "horse_artillery": 60}
)
"""Value of a unit to its own side, besides the points that the enemy scores for it."""

LOST: Final[Mapping[Level, int]] = MappingProxyType({"good": 0, "fair": 22, "bad": 50, "broken": 100})
"""Hundredths of a unit's value that are lost at a level."""

LEADER: Final = 100
"""Value of a leader, besides the points for the enemy."""

WON: Final = 100_000
"""Value of a won battle; a lost one has the same below 0, half of that if both sides lose."""

KEPT: Final = 100_000
FIELDS_KEPT: Final = 16
"""Most answers, and most fields, that are cached."""

STEPS: Final = (30, 12)
STEPS_AHEAD: Final = (8, 3)
"""Value of a hex closer to a side's goal, and its growth with each turn; lower if the next turn counts too."""

STAND: Final = 40
"""Value of a unit on an objective."""

BOLD: Final = 8
BOLDER: Final = 3
"""Extra weight of the enemy's losses in hundredths for a side that must win: at first, and more each turn."""

NOW: Final = 70
LATER: Final = 35
"""Weight of a threat in hundredths, in this turn and in the next."""

CHANCE: Final = 40
"""Weight of an own charge in the next turn, in hundredths."""

FRONT: Final = 8
"""Value of facing the nearest enemy; a unit with its back to it has the same below 0."""

MARCH: Final = 100
"""Value of a formation that suits the distance from the enemy."""

MARCHING: Final = 5
"""Distance in hexes from the nearest enemy at which units start to march in column."""

QUIET: Final = 4
"""Distance in hexes from the nearest enemy beyond which no enemy can charge next turn."""

WORTH_A_MOVE: Final = 2
"""Least gain of an activation."""

SHELLED: Final = 60
"""Weight of possible enemy fire in hundredths: the enemy may choose another target."""

UNLIMBERED: Final = 60
LIMBERED: Final = 35
"""Weight of next turn's fire in hundredths, for unlimbered and for limbered guns."""

GUNS_HANG_BACK: Final = 3
"""Divisor for step values of guns, which advance less than other units."""

URGENT: Final[Mapping[str, int]] = MappingProxyType({"contact": 115})
"""Weight of fire in hundredths at a target next to this side's units."""

LEADER_HIT: Final = 15
"""Value of a die fired at a unit with a leader, who may be killed."""

WITH_GUNS: Final = 12
WITH_SHAKEN: Final = 4
IN_MELEE: Final = -6
UNDER_FIRE: Final = 5
WORTH_A_WALK: Final = 3
"""Values of a leader with a unit, of each battery that may hit the place, and least gain of a leader's move."""

GUNS_OFF: Final = 3
CAVALRY_OFF: Final = 6
"""Distance in hexes from the middle of the front at which guns and cavalry deploy."""

STRIKE: Final = 3
"""Distance in hexes within which an enemy may be charged."""

CARDS: Final = frozenset({"heavy_cavalry", "light_cavalry", "infantry"})
"""Kinds that are good choices for a choice card."""


FIRED: Final = 90
"""Weight of a unit's best volley in hundredths: another unit may break the target first."""

PLACES: Final = 10
OTHER_PLACES: Final = 2
"""Number of candidate places for the unit that moves next, and for each other unit."""

CALM: Final = 6
"""Distance in hexes from the nearest enemy beyond which a unit only marches."""

FARTHEST: Final = 3
"""Most steps forward after a change of formation or facing; Sidesteps after one are not considered."""
