"""Combatants: the units of a combat, who is in contact with whom, and how each allots its points."""

from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId
from battles.rules.mini_nap.combat.dice import Fighter

Plan = Literal["first", "even"]
"""How a unit allots its points: all to the first enemy left, or evenly with odd points to the first."""


class Combatant(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit in a combat. ``charging`` is True if it counts as charging on impact."""

    side: SideId
    fighter: Fighter
    points: int
    plan: Plan = "first"
    charging: bool = False


class Opposition(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A unit in contact with an enemy, by their indexes in the combat.

    ``halvings`` is the number of features the enemy defends against the unit.
    """

    unit: int
    enemy: int
    outflanking: bool = False
    halvings: int = 0


class CombatGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of units in contact (MN-HTH-10). ``facings`` has each pair both ways, in the order of the plans."""

    units: tuple[Combatant, ...]
    facings: tuple[Opposition, ...]


AHEAD: Final = Opposition(0, 1)
BACK: Final = Opposition(1, 0)


def duel(one: Combatant, other: Combatant, ahead: Opposition = AHEAD, back: Opposition = BACK) -> CombatGroup:
    """A combat of two: ``ahead`` is the first against the second, ``back`` the second against the first."""
    return CombatGroup((one, other), (ahead, back))
