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

KEPT: Final = 100_000
FIELDS_KEPT: Final = 16
"""Answers and positions that are remembered."""

STEPS: Final = (30, 12)
STEPS_AHEAD: Final = (8, 3)
"""A hex nearer to where a side wants to be, and what it gains in worth with each turn; less for who looks ahead."""

STAND: Final = 40
"""A unit on ground that wins the battle."""

BOLD: Final = 8
BOLDER: Final = 3
"""Hundredths by which a side that has to win counts the enemy's losses higher, at first and more with each turn."""

NOW: Final = 70
LATER: Final = 35
"""Hundredths of its worth that a threat has in this turn, and in the next."""

CHANCE: Final = 40
"""Hundredths of its worth that a charge in the next turn has."""

FRONT: Final = 8
"""A unit that faces its nearest enemy; one with its back to him has as much less."""

MARCH: Final = 100
"""A unit in the formation that suits its distance from the enemy."""

MARCHING: Final = 5
"""Hexes from the nearest enemy from which on units march in column."""

QUIET: Final = 4
"""Hexes from the nearest enemy beyond which no enemy can charge next turn."""

WORTH_A_MOVE: Final = 2
"""What an activation must gain."""

SHELLED: Final = 60
"""Hundredths of its worth that fire in the enemy's power has: he may fire at another."""

UNLIMBERED: Final = 60
LIMBERED: Final = 35
"""Hundredths of the worth of next turn's fire for guns that stand ready, and for those that do not."""

GUNS_HANG_BACK: Final = 3
"""Guns are drawn forward by so many times less than other units."""

URGENT: Final[Mapping[str, int]] = MappingProxyType({"contact": 115})
"""Hundredths that fire counts at a target that this side is in contact with."""

LEADER_HIT: Final = 15
"""A die fired at a unit with a leader: he may fall."""

WITH_GUNS: Final = 12
WITH_SHAKEN: Final = 4
IN_MELEE: Final = -6
UNDER_FIRE: Final = 5
WORTH_A_WALK: Final = 3
"""What a leader's company is worth, and what his way must gain."""

GUNS_OFF: Final = 3
CAVALRY_OFF: Final = 6
"""Hexes off the middle of the front where guns and cavalry are put."""

STRIKE: Final = 3
"""Hexes within which an enemy may be charged."""

CARDS: Final = frozenset({"heavy_cavalry", "light_cavalry", "infantry"})
"""Kinds that a choice card is best spent on."""


FIRED: Final = 90
"""Hundredths of its worth that a unit's best volley has: another may have broken the target."""

SOON: Final = 55
"""Hundredths of its worth that a charge has while nobody has moved yet."""

PLACES: Final = 10
OTHER_PLACES: Final = 2
"""Places that are worth a thought, of the unit that is to move next and of the others."""

CALM: Final = 6
"""Hexes from the nearest enemy beyond which a unit only marches on."""

FARTHEST: Final = 3
"""Steps forward after a change of formation or facing; nobody sidesteps after one."""
