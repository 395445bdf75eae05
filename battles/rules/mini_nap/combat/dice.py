"""Sets of dice in hand-to-hand combat, from facts of a unit and its enemy (MN-HTH, MN-HALVE)."""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from battles.engine.dice import MOST_DICE, Dice
from battles.rules.mini_nap.events import Throw
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import SQUARES
from battles.rules.mini_nap.tables import DIE_SIDES, FORMATIONS, Formation, Quality, Situation, Tables, UnitClass

RoundKind = Literal["impact", "melee"]

DICE_RULE: Final = "MN-HTH-12"
"""The rule of the dice: all sets of a unit against an enemy are rolled together."""


class Fighter(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Facts of a unit in combat. ``lancer`` is true if it counts as one (MN-TYPE-09, MN-RULING-51)."""

    unit_class: UnitClass
    rating: Quality
    formation: Formation
    lancer: bool = False


class Blow(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit against one enemy that it touches, in one round.

    ``allotted`` are its strength points against that enemy (MN-HTH-11). ``charging`` is true if it counts as charging
    (MN-RULING-35), ``outflanking`` if it outflanks by MN-HTH-36; the rules of the sets exclude squares. ``halvings`` is
    the number of features that the enemy defends against it (MNT-HTH-03).
    """

    unit: Fighter
    enemy: Fighter
    allotted: int
    charging: bool = False
    outflanking: bool = False
    halvings: int = 0


class Strike(Struct, frozen=True, gc=False):
    """The dice of a blow: the situations that give sets, the number of sets, the dice in each, and how often halved."""

    situations: tuple[Situation, ...]
    sets: int
    dice: int
    halved: int = 0

    @property
    def count(self) -> int:
        """All dice."""
        return self.sets * self.dice


def is_formed(fighter: Fighter) -> bool:
    """True if the fighter's formation is formed (MN-FORM-07)."""
    return FORMATIONS[fighter.formation].formed


def situations(blow: Blow, kind: RoundKind) -> tuple[Situation, ...]:
    """The situations that give ``blow`` its sets in this kind of round, in the order of the rules."""
    return _impact(blow) if kind == "impact" else _melee(blow)


def _impact(blow: Blow) -> tuple[Situation, ...]:
    """Situations of the impact round (MN-HTH-20, MN-HTH-21, MN-HTH-22, MN-HTH-23, MN-HTH-24)."""
    unit, enemy = blow.unit, blow.enemy
    in_square = enemy.formation in SQUARES
    checks: tuple[tuple[bool, Situation], ...] = (
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
    return tuple(situation for holds, situation in checks if holds)


def _melee(blow: Blow) -> tuple[Situation, ...]:
    """Situations of a melee round (MN-HTH-30, MN-HTH-31, MN-HTH-32, MN-HTH-33)."""
    unit, enemy = blow.unit, blow.enemy
    foot, horse = unit.unit_class == "infantry", unit.unit_class == "cavalry"
    in_square = enemy.formation in SQUARES
    checks: tuple[tuple[bool, Situation], ...] = (
        (True, "melee"),
        (foot and unit.formation in SQUARES and enemy.unit_class == "cavalry", "melee_square_v_cavalry"),
        (horse and enemy.unit_class != "cavalry" and not in_square, "melee_cavalry_v_foot"),
        (is_formed(unit) and not is_formed(enemy), "melee_formed_v_unformed"),
        (foot and is_formed(unit) and enemy.unit_class == "infantry" and in_square, "melee_infantry_v_square"),
    )
    return tuple(situation for holds, situation in checks if holds)


def strike_of(rules: Rules, blow: Blow, kind: RoundKind) -> Strike:
    """The dice of a blow: a die in each set for every point allotted, halved by advantages (MN-HTH-15, MNT-HTH-04)."""
    scoring = situations(blow, kind)
    not_halved = kind == "impact" and rules.options.hth_advantage_rounds == "melee_only"
    halved = 0 if not_halved else blow.halvings
    sets = sum(rules.tables.sets[situation].sets for situation in scoring)
    return Strike(scoring, sets, blow.allotted >> halved, halved)


def strikes_of(rules: Rules, blows: Sequence[Blow], kind: RoundKind) -> tuple[tuple[Strike, ...], bool]:
    """The dice of every blow of a group in a round, and True if it is a stalemate (MN-HTH-35, MN-RULING-33).

    In a melee round without any dice, each set with a point allotted has one die.
    """
    strikes = tuple(strike_of(rules, blow, kind) for blow in blows)
    if kind == "impact" or any(strike.count for strike in strikes):
        return strikes, False
    return (
        tuple(
            Strike(strike.situations, strike.sets, min(1, blow.allotted), strike.halved)
            for strike, blow in zip(strikes, blows, strict=True)
        ),
        True,
    )


def roll_hits(dice: Dice, tables: Tables, blow: Blow, strike: Strike) -> int:
    """Roll a blow: each die that shows at least the unit's QR is a hit (MN-HTH-12)."""
    needed, hits, left = tables.qualities[blow.unit.rating].needed, 0, strike.count
    while left:
        rolled = min(left, MOST_DICE)
        hits += dice.successes(rolled, DIE_SIDES, needed, DICE_RULE)
        left -= rolled
    return hits


def throw_of(unit: int, enemy: int, blow: Blow, strike: Strike, hits: int) -> Throw:
    """What the log keeps of a unit's blow against an enemy; both are numbers of units."""
    return Throw(
        unit=unit,
        enemy=enemy,
        allotted=blow.allotted,
        sets=strike.situations,
        halved=strike.halved,
        dice=strike.dice,
        hits=hits,
    )
