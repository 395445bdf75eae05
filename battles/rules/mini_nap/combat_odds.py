"""Exact odds of a combat: every way that the sets of `sets` can fall, round after round, until nobody is in contact.

A combat is a chain over the points that its units have left. What happens in a round is thrown by the procedure of
play, on every outcome of its dice; a round without a loss leads back to where it began. The fractions of large combats
have many thousand digits: past ``EXACT_STATES`` they are rounded where nobody could tell.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Final, Literal, NamedTuple

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

EXACT_STATES: Final = 700
"""The product of what each unit's points may come to, up to which every chance is an exact fraction."""
FINE: Final = 1 << 256
"""Past that chances are whole numbers of so many, rounded at each step: right to more than 60 digits."""
MOST_STATES: Final = 2_500
"""Past this odds are refused: it takes a second or two to come so far."""


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
    states = prod(unit.points + 1 for unit in fray.units)
    if states > MOST_STATES:
        raise TooLarge(f"Exact odds stop at combats of {MOST_STATES:,} different strengths.")
    chain = _Chain(fray, rules)
    points = tuple(unit.points for unit in fray.units)
    begin = Weighed({points: 1}, 1)
    rounds = Fraction(0)
    if start == "impact":
        begin = chain.after(points, "impact", shares or {})
    elif shares is not None:
        begin, rounds = chain.after(points, "melee", shares), Fraction(1)
    walk = _Walk(chain, begin, exact=states <= EXACT_STATES)
    impact = {points: Fraction(1)} if start == "melee" else _fractions(begin)
    return Ends(impact, walk.end, rounds + walk.rounds)


class Weighed(NamedTuple):
    """What may become of something: whole numbers of ways to it, out of so many."""

    ways: dict[Any, int]
    of: int


def _fractions(found: Weighed) -> dict[Points, Fraction]:
    return {points: Fraction(ways, found.of) for points, ways in found.ways.items()}


class _Walk:
    """Melee rounds to the end in whole numbers, most points first, since points are only lost.

    All that wait are out of one number. What leaves them is divided by the ways out of the states of a level: exactly,
    by making that number so many times larger, or else rounded down to its last place and the rest given to one way.
    """

    def __init__(self, chain: "_Chain", begin: Weighed, *, exact: bool) -> None:
        self.chain, self.exact = chain, exact
        self.scale = begin.of if exact else FINE
        self.waiting = dict(begin.ways) if exact else _rounded(begin.ways, FINE, begin.of)
        self.end: dict[Points, Fraction] = {}
        self.rounds = Fraction(0)
        while self.waiting:
            most = max(map(sum, self.waiting))
            self._level([points for points in self.waiting if sum(points) == most])

    def _level(self, states: Sequence[Points]) -> None:
        """All states with so many points: those that end, and what becomes of the others until they lose some."""
        fought: dict[Points, tuple[int, Weighed]] = {}
        for points in states:
            reached = self.waiting.pop(points)
            if not self.chain.fights(points):
                self.end[points] = Fraction(reached, self.scale)
                continue
            after = self.chain.after(points, "melee", {})
            out = {left: ways for left, ways in after.ways.items() if left != points}
            common = gcd(after.of, *out.values())
            fought[points] = reached, Weighed({left: ways // common for left, ways in out.items()}, after.of // common)
        if fought:
            self._go_on(fought)

    def _go_on(self, fought: Mapping[Points, tuple[int, Weighed]]) -> None:
        waiting = self.waiting
        outs = {points: sum(after.ways.values()) for points, (_, after) in fought.items()}
        times = lcm(*outs.values()) if self.exact else 1
        if times > 1:
            self.scale *= times
            for points in waiting:
                waiting[points] *= times
        mean = 0
        for points, (reached, after) in fought.items():
            out = outs[points]
            if self.exact:
                each = reached * (times // out)
                shares = {left: each * ways for left, ways in after.ways.items()}
                mean += each * after.of
            else:
                shares = _rounded(after.ways, reached, out)
                mean += reached * after.of // out
            for left, share in shares.items():
                waiting[left] = waiting.get(left, 0) + share
        self.rounds += Fraction(mean, self.scale)


def _rounded(ways: Mapping[Points, int], whole: int, of: int) -> dict[Points, int]:
    """``whole`` shared out by so many ways to each; what rounding leaves over goes to the last."""
    found = {points: whole * each // of for points, each in ways.items()}
    last = next(reversed(found))
    found[last] += whole - sum(found.values())
    return found


class _Chain:
    """One combat as a chain: what a round makes of the points that are left."""

    def __init__(self, fray: Fray, rules: Rules) -> None:
        self.fray = fray
        self.rules = rules
        self._thrown: dict[tuple[Blow, Strike], Weighed] = {}
        self._lost: dict[tuple[int, int, tuple[tuple[Blow, Strike], ...]], Weighed] = {}

    def fights(self, points: Points) -> bool:
        """Whether enemies are still in contact."""
        return any(points[each.unit] and points[each.enemy] for each in self.fray.facings)

    def after(self, points: Points, kind: RoundKind, shares: Mapping[Pair, int]) -> Weighed:
        """The points after one round (MN-HTH-14)."""
        blows = self._blows(points, shares)
        strikes, _ = strikes_of(self.rules, tuple(blows.values()), kind)
        struck: dict[int, list[tuple[Blow, Strike]]] = defaultdict(list)
        for (pair, blow), strike in zip(blows.items(), strikes, strict=True):
            if strike.count:
                struck[pair[1]].append((blow, strike))
        left = [self._left(number, points[number], tuple(struck[number])) for number in range(len(points))]
        ways: dict[Points, int] = {(): 1}
        for each in left:
            ways = {(*before, now): one * two for before, one in ways.items() for now, two in each.ways.items()}
        return Weighed(ways, prod(each.of for each in left))

    def _blows(self, points: Points, shares: Mapping[Pair, int]) -> dict[Pair, Blow]:
        """Who strikes at whom with how many points."""
        units = self.fray.units
        found: dict[Pair, Blow] = {}
        for number, unit in enumerate(units):
            foes = [each for each in self.fray.facings if each.unit == number and points[each.enemy]]
            if not points[number]:
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

    def _hits(self, blow: Blow, strike: Strike) -> Weighed:
        kept = self._thrown.get((blow, strike))
        if kept is None:
            odds = weights(lambda dice: hits_of(dice, self.rules.tables, blow, strike))
            kept = self._thrown[blow, strike] = Weighed(dict(odds.counts), odds.denominator)
        return kept

    def _left(self, number: int, points: int, struck: tuple[tuple[Blow, Strike], ...]) -> Weighed:
        """What a unit has left of all that strike it; 0 once it is removed (MN-LOSS-02 to 04)."""
        kept = self._lost.get((number, points, struck))
        if kept is not None:
            return kept
        hits = Weighed({0: 1}, 1)
        for blow, strike in struck:
            hits = _added(hits, self._hits(blow, strike))
        fighter, found = self.fray.units[number].fighter, dict[int, int]()
        for count, ways in hits.ways.items():
            left = points_after(points, count)
            now = 0 if count and is_removed(left, fighter.rating, fighter.formation) else left
            found[now] = found.get(now, 0) + ways
        made = self._lost[number, points, struck] = Weighed(found, hits.of)
        return made


def planned(plan: Plan, points: int, place: int, foes: int) -> int:
    """The points that a plan puts on the enemy in that place of ``foes``."""
    if plan == "first":
        return 0 if place else points
    whole, odd = divmod(points, foes)
    return whole + (place < odd)


def _added(one: Weighed, other: Weighed) -> Weighed:
    """The sum of two numbers that fall independently."""
    found: dict[int, int] = defaultdict(int)
    for (first, ways), (second, times) in product(one.ways.items(), other.ways.items()):
        found[first + second] += ways * times
    return Weighed(found, one.of * other.of)
