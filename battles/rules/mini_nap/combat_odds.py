"""Exact odds of a combat: every way that the sets of `sets` can fall, round after round, until nobody is in contact.

A combat is a chain over the points that its units have left. What happens in a round is thrown by the procedure of
play, on every outcome of its dice; a round without a loss leads back to where it began.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final, Literal

from msgspec import Struct

from battles.engine.core import SideId
from battles.engine.odds import weights
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.sets import Blow, Fighter, RoundKind, Strike, hits_of, strikes_of

Points = tuple[int, ...]
"""Strength points left, one number for each unit of the combat; 0 is gone."""

Pair = tuple[int, int]
"""A unit and an enemy, by their places in the combat."""

Plan = Literal["first", "even"]
"""How a unit allots its points: all on the first enemy left, or evenly with the odd points on the first."""

Shares = Mapping[int, Fraction]
"""What may become of one number, each with its chance."""

MOST_STATES: Final = 3_000
"""The product of what each unit's points may come to, past which odds are refused."""


class TooLarge(ValueError):
    """A combat of more units and points than exact odds are worked out for; the text says so."""


class Combatant(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A unit in a combat: its side, what it is, its points, how it allots them, and whether it counts as charging."""

    side: SideId
    fighter: Fighter
    points: int
    plan: Plan = "first"
    charging: bool = False


class Facing(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A unit against an enemy that it touches, by their places in the combat.

    ``halvings`` is how many features the enemy defends against the unit.
    """

    unit: int
    enemy: int
    outflanking: bool = False
    halvings: int = 0


class Fray(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of units in contact (MN-HTH-10): each pair of enemies is there both ways round, in the order of plans."""

    units: tuple[Combatant, ...]
    facings: tuple[Facing, ...]


class Ends(Struct, frozen=True):
    """Chances of the points left after the impact round, and at the end; and the mean number of melee rounds."""

    impact: Mapping[Points, Fraction]
    end: Mapping[Points, Fraction]
    rounds: Fraction

    def chance(self, holds: Callable[[Points], bool]) -> Fraction:
        """The chance of an end for which ``holds`` is true."""
        return sum((share for points, share in self.end.items() if holds(points)), Fraction(0))

    def impact_chance(self, holds: Callable[[Points], bool]) -> Fraction:
        """The chance that ``holds`` is true of the points after the impact round."""
        return sum((share for points, share in self.impact.items() if holds(points)), Fraction(0))


AHEAD: Final = Facing(0, 1)
BACK: Final = Facing(1, 0)


def duel(one: Combatant, other: Combatant, ahead: Facing = AHEAD, back: Facing = BACK) -> Fray:
    """A combat of two: ``ahead`` is the first against the second, ``back`` the second against the first."""
    return Fray((one, other), (ahead, back))


def ends_of(
    fray: Fray, rules: Rules = DEFAULTS, *, start: RoundKind = "impact", shares: Mapping[Pair, int] | None = None
) -> Ends:
    """The exact odds of a combat from its impact round on, or with ``start`` from a melee round on.

    ``shares`` are the points that are allotted in the first round by those who have chosen; the rest, and every later
    round, goes by the plans.

    Raises:
        TooLarge: for more units and points than ``MOST_STATES``.
    """
    if prod(unit.points + 1 for unit in fray.units) > MOST_STATES:
        raise TooLarge(f"Exact odds stop at combats of {MOST_STATES:,} different strengths.")
    chain = _Chain(fray, rules)
    points = tuple(unit.points for unit in fray.units)
    if start == "melee":
        return _walked({points: Fraction(1)}, chain, shares)
    impact = chain.after(points, "impact", shares or {})
    return _walked(impact, chain, None)


def _walked(begin: Mapping[Points, Fraction], chain: "_Chain", shares: Mapping[Pair, int] | None) -> Ends:
    """Melee rounds from ``begin`` on: most points first, since points are only lost."""
    rounds = Fraction(0)
    end: dict[Points, Fraction] = defaultdict(Fraction)
    waiting: dict[Points, Fraction] = dict(begin)
    if shares is not None:
        ((points, _),) = begin.items()
        waiting, rounds = dict(chain.after(points, "melee", shares)), Fraction(1)
    while waiting:
        points = max(waiting, key=sum)
        reached = waiting.pop(points)
        if not chain.fights(points):
            end[points] += reached
            continue
        after = chain.after(points, "melee", {})
        fought = reached / (1 - after.get(points, Fraction(0)))
        rounds += fought
        for left, share in after.items():
            if left != points:
                waiting[left] = waiting.get(left, Fraction(0)) + fought * share
    return Ends(begin, dict(end), rounds)


class _Chain:
    """One combat as a chain: what a round makes of the points that are left."""

    def __init__(self, fray: Fray, rules: Rules) -> None:
        self.fray = fray
        self.rules = rules
        self._thrown: dict[tuple[Blow, Strike], Shares] = {}

    def fights(self, points: Points) -> bool:
        """Whether enemies are still in contact."""
        return any(points[each.unit] and points[each.enemy] for each in self.fray.facings)

    def after(self, points: Points, kind: RoundKind, shares: Mapping[Pair, int]) -> dict[Points, Fraction]:
        """The points after one round (MN-HTH-14), each with its chance."""
        blows = self._blows(points, shares)
        strikes, _ = strikes_of(self.rules, tuple(blows.values()), kind)
        hits: dict[int, Shares] = {}
        for (pair, blow), strike in zip(blows.items(), strikes, strict=True):
            if strike.count:
                hits[pair[1]] = _added(hits.get(pair[1], {0: Fraction(1)}), self._hits(blow, strike))
        left = [
            self._left(unit, points[number], hits.get(number, {0: Fraction(1)}))
            for number, unit in enumerate(self.fray.units)
        ]
        return {
            tuple(number for number, _ in rows): prod((share for _, share in rows), start=Fraction(1))
            for rows in product(*(each.items() for each in left))
        }

    def _blows(self, points: Points, shares: Mapping[Pair, int]) -> dict[Pair, Blow]:
        """Who strikes at whom with how many points."""
        units = self.fray.units
        found: dict[Pair, Blow] = {}
        for number, unit in enumerate(units):
            foes = [each for each in self.fray.facings if each.unit == number and points[each.enemy]]
            if not points[number] or not foes:
                continue
            for place, facing in enumerate(foes):
                pair = number, facing.enemy
                usual = planned(unit.plan, points[number], place, len(foes))
                found[pair] = Blow(
                    unit=unit.fighter,
                    enemy=units[facing.enemy].fighter,
                    allotted=shares.get(pair, usual),
                    charging=unit.charging,
                    outflanking=facing.outflanking,
                    halvings=facing.halvings,
                )
        return found

    def _hits(self, blow: Blow, strike: Strike) -> Shares:
        kept = self._thrown.get((blow, strike))
        if kept is None:
            odds = weights(lambda dice: hits_of(dice, self.rules.tables, blow, strike))
            kept = {hits: Fraction(ways, odds.denominator) for hits, ways in odds.counts.items()}
            self._thrown[blow, strike] = kept
        return kept

    def _left(self, unit: Combatant, points: int, hits: Shares) -> Shares:
        """What a unit has left; 0 once it is removed (MN-LOSS-02 to 04)."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for count, share in hits.items():
            left = points_after(points, count)
            gone = count and is_removed(left, unit.fighter.rating, unit.fighter.formation)
            found[0 if gone else left] += share
        return found


def planned(plan: Plan, points: int, place: int, foes: int) -> int:
    """The points that a plan puts on the enemy in that place of ``foes``."""
    if plan == "first":
        return 0 if place else points
    whole, odd = divmod(points, foes)
    return whole + (place < odd)


def _added(one: Shares, other: Shares) -> Shares:
    """The sum of two numbers that fall independently."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (first, share), (second, times) in product(one.items(), other.items()):
        found[first + second] += share * times
    return found
