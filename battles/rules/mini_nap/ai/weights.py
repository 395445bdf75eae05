"""Weights of the evaluation. They are estimates, not rules. A strength point is 100."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.rules.mini_nap.tables import UnitClass

POINT: Final = 100
"""A strength point of a unit."""

UNIT: Final[Mapping[UnitClass, int]] = MappingProxyType({"infantry": 500, "cavalry": 600, "artillery": 600})
"""A unit that is not removed, besides its points: battles are lost by units (MN-RULING-60)."""

STAND: Final = 200
"""A command stand."""

WON: Final = 1_000_000
"""A battle won; minus this for a battle lost."""

KEPT: Final = 60_000
"""Combats whose odds are cached."""

MOST_POOLED: Final = 9
"""Most points of a unit together with the friends that would join it."""

JOINS: Final = 50
"""Percentage at which the points of friends that may join a combat count."""

LEAST_CHARGE: Final = 120
"""Least expected gain of a charge; of an opportunity charge, which uses up the unit's reaction."""
LEAST_REACTION: Final = 150

WARNED: Final = 40
"""Percentage for a charge that needs an extension: the enemy may answer it twice."""

PUSHED: Final = 60
"""Driving an enemy back, or being driven back."""

THREAT: Final = 35
"""Percentage of the enemy's best charge at a unit in its place."""
SECOND_THREAT: Final = 10
"""Percentage of the second best."""
THREAT_AHEAD: Final = 55

TO_COME: Final = 150
PAST: Final = 60
"""Percentage for a charge of a Brigade that has not had the initiative this Turn, and of one that has."""

GUNS: Final = 110
"""Percentage for a threat to a battery when looking ahead: it can neither counter-charge nor get away."""

CHANCE: Final = 30
"""Percentage for a unit's own best charge next time."""

STEP: Final = 8
"""Each cm nearer to the wanted distance from the enemy."""

WANTED: Final[Mapping[UnitClass, int]] = MappingProxyType({"infantry": 800, "cavalry": 1400, "artillery": 2000})
"""Wanted distance from the enemy."""
GUNS_WANTED: Final = 6_000
"""Wanted distance of batteries from the enemy when looking ahead: cavalry that reaches them destroys them."""

CAUTIOUS: Final = 25
OUT: Final = 90
"""A unit in cautious command, and a unit out of command."""

STRAY: Final = 6
LOOSE: Final = 1200
"""STRAY for each cm by which a unit is further than LOOSE from the middle of its Brigade."""

TURNED: Final = 60
"""A unit whose nearest enemy is not ahead of it."""

SQUARE: Final = 90
"""Cost of being in square: it cannot advance and is a better target."""

VOLLEYS: Final = 150
"""Percentage of a battery's best shot that its place counts for."""

SIGHTED: Final = 4_500
"""Distance from the enemy within which charges are counted."""

FAR: Final = 2_400
"""Distance of the enemy beyond which a Division moves as one."""

BEHIND: Final = 400
"""Distance of a commander behind the middle of the units."""

MUSKETRY: Final = 150
"""Percentage of infantry's best shot, less the return fire, that its place counts for when looking ahead."""
