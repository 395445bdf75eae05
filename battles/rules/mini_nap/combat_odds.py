"""Exact odds of a combat: every way that the sets of `sets` can fall, round after round, until nobody is in contact.

A combat is a chain over the points that its units have left. What happens in a round is thrown by the procedure of
play, on every outcome of its dice; a round without a loss leads back to where it began. A small combat is worked out in
fractions; a large one, whose fractions nobody could read, in decimals of ``DIGITS`` digits.
"""

from collections.abc import Callable, Mapping
from decimal import ROUND_DOWN, Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final, Generic, Literal, TypeVar

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

N = TypeVar("N", Fraction, Decimal)
"""The numbers that chances are reckoned in."""

Reached = dict[int, N]
"""Places of a chain, each with the chance to come there."""

MOST_STEPS: Final = 650_000
"""The most steps from points to points left that a combat may have, past which odds are refused."""

EXACT_STEPS: Final = 60_000
"""Steps up to which chances are fractions."""

DIGITS: Final = 60
"""Digits of a chance past that: what is lost in sums does not come near the digits that anybody is told."""


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
        TooLarge: for more units and points than ``MOST_STEPS`` allow.
    """
    steps = prod((unit.points + 1) * (unit.points + 2) // 2 for unit in fray.units)
    if steps > MOST_STEPS:
        raise TooLarge("Exact odds stop at combats of two units with 38 strength points each, or four with 6.")
    points = tuple(unit.points for unit in fray.units)
    first = shares or {}
    if steps <= EXACT_STEPS:
        return _ends(_Chain(fray, rules, Fraction), points, start, first)
    with localcontext() as context:
        context.prec, context.rounding = DIGITS, ROUND_DOWN
        return _ends(_Chain(fray, rules, _decimal), points, start, first)


def _decimal(share: Fraction) -> Decimal:
    return Decimal(share.numerator) / Decimal(share.denominator)


def _ends(chain: "_Chain[N]", points: Points, start: RoundKind, shares: Mapping[Pair, int]) -> Ends:
    """The first round, and melee rounds from there on."""
    begin: Reached[N] = {chain.place(points): chain.one}
    if start == "impact":
        begin = chain.after(points, "impact", shares)
    if start == "melee" and shares:
        end, rounds = _melee(chain, chain.after(points, "melee", shares))
        rounds += chain.one
    else:
        end, rounds = _melee(chain, begin)
    return Ends(chain.told(begin), chain.told(end), Fraction(rounds))


def _melee(chain: "_Chain[N]", begin: Reached[N]) -> tuple[Reached[N], N]:
    """The places at the end, and the mean number of rounds: highest places first, since points are only lost."""
    waiting = dict(begin)
    end: Reached[N] = {}
    rounds = chain.none
    for place in range(max(begin), -1, -1):
        reached = waiting.pop(place, None)
        if reached is None:
            continue
        points = chain.points(place)
        if not chain.fights(points):
            end[place] = reached
            continue
        after = chain.after(points, "melee", {})
        fought = reached / (chain.one - after.pop(place, chain.none))
        rounds += fought
        for left, share in after.items():
            waiting[left] = waiting.get(left, chain.none) + fought * share
    return end, rounds


class _Chain(Generic[N]):
    """One combat as a chain: what a round makes of the points that are left, with chances as ``number`` gives them."""

    def __init__(self, fray: Fray, rules: Rules, number: Callable[[Fraction], N]) -> None:
        self.fray = fray
        self.rules = rules
        self.number: Callable[[Fraction], N] = number
        self.none: N = number(Fraction(0))
        self.one: N = number(Fraction(1))
        self._thrown: dict[tuple[Blow, Strike], dict[int, N]] = {}
        self._sizes = tuple(unit.points + 1 for unit in fray.units)

    def place(self, points: Points) -> int:
        """A number for ``points``: whoever loses some comes to a lower place."""
        found = 0
        for size, left in zip(self._sizes, points, strict=True):
            found = found * size + left
        return found

    def points(self, place: int) -> Points:
        """The points of a place."""
        found = []
        for size in reversed(self._sizes):
            place, left = divmod(place, size)
            found.append(left)
        return tuple(reversed(found))

    def told(self, reached: Reached[N]) -> dict[Points, Fraction]:
        """Chances by points, as fractions."""
        return {self.points(place): Fraction(share) for place, share in reached.items()}

    def fights(self, points: Points) -> bool:
        """Whether enemies are still in contact."""
        return any(points[each.unit] and points[each.enemy] for each in self.fray.facings)

    def after(self, points: Points, kind: RoundKind, shares: Mapping[Pair, int]) -> Reached[N]:
        """The places after one round (MN-HTH-14), each with its chance."""
        blows = self._blows(points, shares)
        strikes, _ = strikes_of(self.rules, tuple(blows.values()), kind)
        hits: dict[int, dict[int, N]] = {}
        for (pair, blow), strike in zip(blows.items(), strikes, strict=True):
            if strike.count:
                thrown = self._hits(blow, strike)
                hits[pair[1]] = self._added(hits[pair[1]], thrown) if pair[1] in hits else thrown
        found: Reached[N] = {0: self.one}
        for number, (size, unit) in enumerate(zip(self._sizes, self.fray.units, strict=True)):
            left = self._left(unit, points[number], hits.get(number, {0: self.one}))
            found = {
                place * size + rest: share * times for place, share in found.items() for rest, times in left.items()
            }
        return found

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

    def _hits(self, blow: Blow, strike: Strike) -> dict[int, N]:
        kept = self._thrown.get((blow, strike))
        if kept is None:
            odds = weights(lambda dice: hits_of(dice, self.rules.tables, blow, strike))
            kept = {hits: self.number(Fraction(ways, odds.denominator)) for hits, ways in odds.counts.items()}
            self._thrown[blow, strike] = kept
        return kept

    def _left(self, unit: Combatant, points: int, hits: Mapping[int, N]) -> dict[int, N]:
        """What a unit has left; 0 once it is removed (MN-LOSS-02 to 04)."""
        found: dict[int, N] = {}
        for count, share in hits.items():
            left = points_after(points, count)
            if count and is_removed(left, unit.fighter.rating, unit.fighter.formation):
                left = 0
            found[left] = found.get(left, self.none) + share
        return found

    def _added(self, one: Mapping[int, N], other: Mapping[int, N]) -> dict[int, N]:
        """The sum of two numbers that fall independently."""
        found: dict[int, N] = {}
        for (first, share), (second, times) in product(one.items(), other.items()):
            found[first + second] = found.get(first + second, self.none) + share * times
        return found


def planned(plan: Plan, points: int, place: int, foes: int) -> int:
    """The points that a plan puts on the enemy in that place of ``foes``."""
    if plan == "first":
        return 0 if place else points
    whole, odd = divmod(points, foes)
    return whole + (place < odd)
