"""Sets of dice in hand-to-hand combat, from facts of a unit and the enemy it strikes at (MN-HTH-10 to 36, MN-HALVE).

A round is thrown blow by blow: play, exact odds and whoever throws at a table ask for it here.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from battles.engine.dice import MOST_DICE, Dice
from battles.rules.mini_nap.kinds import SQUARES
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS, Formation, Quality, Situation, Tables, UnitClass

RoundKind = Literal["impact", "melee"]

WHY: Final = "MN-HTH-12"
"""The rule that asks for the dice: all sets of a unit against an enemy are thrown together."""


class Fighter(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What a unit in combat is. ``lancer`` is what counts as one (MN-TYPE-09, MN-RULING-51)."""

    unit_class: UnitClass
    rating: Quality
    formation: Formation
    lancer: bool = False


class Blow(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit against one enemy that it touches, for a round.

    ``allotted`` are its strength points put on that enemy (MN-HTH-11). ``charging`` is true of whoever counts as
    charging (MN-RULING-35), ``outflanking`` as MN-HTH-36 judges it, squares left out by the rules of the sets.
    ``halvings`` is how many features the enemy defends against it (MNT-HTH-03).
    """

    unit: Fighter
    enemy: Fighter
    allotted: int
    charging: bool = False
    outflanking: bool = False
    halvings: int = 0


class Strike(Struct, frozen=True, gc=False):
    """The dice of a blow: the situations that give sets, how many sets, dice in each, and how often it was halved."""

    situations: tuple[Situation, ...]
    sets: int
    dice: int
    halved: int = 0

    @property
    def count(self) -> int:
        """Dice in all."""
        return self.sets * self.dice


def is_formed(fighter: Fighter) -> bool:
    """MN-FORM-07."""
    return FORMATIONS[fighter.formation].formed


def situations(blow: Blow, kind: RoundKind) -> tuple[Situation, ...]:
    """What gives ``blow`` its sets in a round of that kind, in the order of the rules."""
    return _impact(blow) if kind == "impact" else _melee(blow)


def _impact(blow: Blow) -> tuple[Situation, ...]:
    """MN-HTH-20 to 24."""
    unit, enemy = blow.unit, blow.enemy
    in_square = enemy.formation in SQUARES
    held: tuple[tuple[bool, Situation], ...] = (
        (blow.outflanking and not in_square, "impact_outflanking"),
        (
            unit.unit_class == "infantry" and unit.formation == "solid_square" and enemy.unit_class == "cavalry",
            "impact_square_v_cavalry",
        ),
        (
            unit.unit_class == "cavalry" and is_formed(unit) and blow.charging and not in_square,
            "impact_charging_cavalry",
        ),
        (unit.lancer and enemy.unit_class == "infantry" and in_square, "impact_lancers_v_square"),
    )
    return tuple(situation for holds, situation in held if holds)


def _melee(blow: Blow) -> tuple[Situation, ...]:
    """MN-HTH-30 to 33."""
    unit, enemy = blow.unit, blow.enemy
    foot, horse = unit.unit_class == "infantry", unit.unit_class == "cavalry"
    in_square = enemy.formation in SQUARES
    held: tuple[tuple[bool, Situation], ...] = (
        (True, "melee"),
        (foot and unit.formation in SQUARES and enemy.unit_class == "cavalry", "melee_square_v_cavalry"),
        (horse and enemy.unit_class != "cavalry" and not in_square, "melee_cavalry_v_foot"),
        (is_formed(unit) and not is_formed(enemy), "melee_formed_v_unformed"),
        (foot and is_formed(unit) and enemy.unit_class == "infantry" and in_square, "melee_infantry_v_square"),
    )
    return tuple(situation for holds, situation in held if holds)


def strike_of(rules: Rules, blow: Blow, kind: RoundKind) -> Strike:
    """The dice of a blow: a die in each set for every point allotted, halved by advantages (MN-HTH-15)."""
    found = situations(blow, kind)
    spared = kind == "impact" and rules.options.hth_advantage_rounds == "melee_only"
    halved = 0 if spared else blow.halvings
    sets = sum(rules.tables.sets[situation].sets for situation in found)
    return Strike(found, sets, blow.allotted >> halved, halved)


def strikes_of(rules: Rules, blows: Sequence[Blow], kind: RoundKind) -> tuple[tuple[Strike, ...], bool]:
    """The dice of every blow of a group in a round, and whether it is the stalemate of MN-HTH-35.

    Where nobody has a die in a melee round, each set with a point allotted has one.
    """
    found = tuple(strike_of(rules, blow, kind) for blow in blows)
    if kind == "impact" or any(strike.count for strike in found):
        return found, False
    return (
        tuple(
            Strike(strike.situations, strike.sets, min(1, blow.allotted), strike.halved)
            for strike, blow in zip(found, blows, strict=True)
        ),
        True,
    )


def hits_of(dice: Dice, tables: Tables, blow: Blow, strike: Strike) -> int:
    """Throw a blow: each die that shows at least the unit's QR is a hit (MN-HTH-12)."""
    needed, hits, left = tables.qualities[blow.unit.rating].needed, 0, strike.count
    while left:
        thrown = min(left, MOST_DICE)
        hits += dice.successes(thrown, DIE_SIDES, needed, WHY)
        left -= thrown
    return hits
