"""What computer players hold things to be worth: judgement, not rules. A strength point is 100.

Lengths are tenths of a millimetre, as everywhere in play.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.rules.mini_nap.tables import UnitClass

POINT: Final = 100
"""A strength point of a unit."""

UNIT: Final[Mapping[UnitClass, int]] = MappingProxyType({"infantry": 500, "cavalry": 600, "artillery": 600})
"""A unit that is still there, besides its points: battles are lost by units (MN-RULING-60)."""

STAND: Final = 200
"""A command stand."""

WON: Final = 1_000_000
"""A battle won; lost, it is as much less."""

KEPT: Final = 60_000
"""Combats whose odds are remembered."""

MOST_POOLED: Final = 9
"""Points to which a unit is counted with the friends that would join it."""

JOINS: Final = 50
"""Hundredths at which the points of friends who may join a combat are counted."""

LEAST_CHARGE: Final = 120
"""What a charge must promise to be made; and one in a window, which costs the unit its reaction."""
LEAST_REACTION: Final = 150

WARNED: Final = 40
"""Hundredths at which a charge counts that needs an extension: the enemy sees it coming, and may answer twice."""

PUSHED: Final = 60
"""To drive a unit back, or to be driven back."""

THREAT: Final = 35
"""Hundredths at which the enemy's best charge at a unit counts where it stands."""
SECOND_THREAT: Final = 10
"""Hundredths of his second best."""
THREAT_AHEAD: Final = 55

TO_COME: Final = 150
PAST: Final = 60
"""Hundredths at which a charge counts of a Brigade that has the initiative yet to come this Turn, or has had it."""

GUNS: Final = 110
"""Hundredths at which a threat to a battery counts for who looks ahead: it can neither meet it nor get away."""

CHANCE: Final = 30
"""Hundredths at which a unit's own best charge next time counts."""

STEP: Final = 8
"""Each cm nearer to where a unit wants to be from the enemy."""

WANTED: Final[Mapping[UnitClass, int]] = MappingProxyType({"infantry": 800, "cavalry": 1400, "artillery": 2000})
"""How far from the enemy units want to stand."""
GUNS_WANTED: Final = 6_000
"""How far from the enemy batteries want to stand of who looks ahead: they are lost to the first cavalry that comes."""

CAUTIOUS: Final = 25
OUT: Final = 90
"""A unit in cautious command, and one in none."""

STRAY: Final = 6
LOOSE: Final = 1200
"""Each cm by which a unit is further than that from the middle of its Brigade."""

TURNED: Final = 60
"""A nearest enemy who is not ahead."""

SQUARE: Final = 90
"""What it costs to be in square: no way forward, and a better target."""

VOLLEYS: Final = 150
"""Hundredths of its best shot for which a battery's place counts."""

SIGHTED: Final = 4_500
"""How far from the enemy a place is looked at more closely."""

FAR: Final = 2_400
"""Distance of the enemy from which a Division marches as one."""

BEHIND: Final = 400
"""How far behind the middle of his units a commander stands."""

MUSKETRY: Final = 150
"""Hundredths of its best shot, less what comes back, for which infantry's place counts for who looks ahead."""
