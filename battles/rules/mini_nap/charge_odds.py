"""Exact odds of cavalry that charges formed infantry from far enough for a square (MN-REACT-40 to 53)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.engine.odds import distribution
from battles.rules.mini_nap.combat_odds import Combatant, Facing, Points, duel, ends_of
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.quality import quality_test
from battles.rules.mini_nap.rules import DEFAULTS, Rules

Answer = Literal["feinted", "square", "failed"]
"""The square formed and the cavalry feinted, or fights it; or no square formed."""


class SquareCharge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cavalry in contact with formed infantry that tests for emergency square.

    ``bonus`` is what the infantry adds to its test (MN-REACT-42). ``feints`` is whether the cavalry tries to feint
    when the square forms; ``outflanking`` whether it outflanks infantry that forms none.
    """

    cavalry: Combatant
    infantry: Combatant
    bonus: int = 0
    feints: bool = True
    outflanking: bool = False


class SquareEnds(Struct, frozen=True):
    """Chances that the square forms, that the cavalry then feints, and of the points left where they fight.

    The points are the cavalry's and the infantry's; 0 is gone.
    """

    square: Fraction
    feint: Fraction
    end: Mapping[Points, Fraction]


def tested(dice: Dice, rules: Rules, charge: SquareCharge) -> Answer:
    """The two tests, as they are thrown in play (MN-REACT-42, 50)."""
    tables = rules.tables
    if not quality_test(dice, tables, charge.infantry.fighter.rating, "MN-REACT-42", charge.bonus)[1]:
        return "failed"
    if charge.feints and quality_test(dice, tables, charge.cavalry.fighter.rating, "MN-REACT-50")[1]:
        return "feinted"
    return "square"


def square_charge_odds(charge: SquareCharge, rules: Rules = DEFAULTS) -> SquareEnds:
    """What comes of such a charge: tests, hit markers, and the combat to its end."""
    shares: dict[Answer, Fraction] = {"failed": Fraction(0), "square": Fraction(0), "feinted": Fraction(0)}
    shares |= distribution(lambda dice: tested(dice, rules, charge))
    end: dict[Points, Fraction] = defaultdict(Fraction)
    ways = (shares["square"], _in_square(charge.infantry)), (shares["failed"], _marked(rules, charge))
    for fought, infantry in ways:
        outflanking = charge.outflanking and infantry.fighter.formation != "emergency_square"
        fray = duel(charge.cavalry, infantry, ahead=Facing(0, 1, outflanking))
        for points, share in ends_of(fray, rules).end.items():
            if fought:
                end[points] += share * fought
    return SquareEnds(1 - shares["failed"], shares["feinted"], dict(end))


def _in_square(infantry: Combatant) -> Combatant:
    return replace(infantry, fighter=replace(infantry.fighter, formation="emergency_square"))


def _marked(rules: Rules, charge: SquareCharge) -> Combatant:
    """Infantry that failed, with its hit markers; 0 points where they remove it (MN-REACT-44, MN-LOSS-02)."""
    infantry = charge.infantry
    left = points_after(infantry.points, rules.tables.square_failed_hits)
    gone = is_removed(left, infantry.fighter.rating, infantry.fighter.formation)
    return replace(infantry, points=0 if gone else left)
