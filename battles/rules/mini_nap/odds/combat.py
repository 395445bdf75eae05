"""Exact odds of a combat to its end, and of cavalry against squares."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.dice import Dice
from battles.engine.odds import distribution, weights
from battles.rules.mini_nap.combat.combatants import (
    Blow,
    Combatant,
    CombatGroup,
    Opposition,
    Plan,
    RoundKind,
    Strike,
    duel,
    roll_hits,
    strikes_of,
)
from battles.rules.mini_nap.combat.losses import is_removed, points_after
from battles.rules.mini_nap.resolution import quality_test
from battles.rules.mini_nap.rules import DEFAULTS, Rules

Points = tuple[int, ...]
"""Strength points left of each unit of the combat; 0 if removed."""

Pair = tuple[int, int]
"""A unit and an enemy, by their indexes in the combat."""

EXACT_STATES: Final = 700
"""Most combinations of strengths for which every chance is an exact fraction."""

FINE: Final = 1 << 256
"""Scale of chances above that, rounded at each step: correct to more than 60 digits."""

MOST_STATES: Final = 2_500
"""Most combinations of strengths; larger combats are refused, as they take more than two seconds."""


class TooLarge(ValueError):
    """A combat too large for exact odds; the text says so."""


class CombatResult(Struct, frozen=True):
    """Chances of the points left after the impact round and at the end; mean number of melee rounds."""

    impact: Mapping[Points, Fraction]
    end: Mapping[Points, Fraction]
    rounds: Fraction

    def chance(self, holds: Callable[[Points], bool]) -> Fraction:
        """The chance of an end for which ``holds`` is true."""
        return sum((share for points, share in self.end.items() if holds(points)), Fraction(0))

    def impact_chance(self, holds: Callable[[Points], bool]) -> Fraction:
        """The chance that ``holds`` is true of the points after the impact round."""
        return sum((share for points, share in self.impact.items() if holds(points)), Fraction(0))


def combat_odds(
    group: CombatGroup,
    rules: Rules = DEFAULTS,
    *,
    start: RoundKind = "impact",
    shares: Mapping[Pair, int] | None = None,
) -> CombatResult:
    """Exact odds of a combat from its impact round, or from a melee round with ``start``.

    ``shares`` are points already allotted in the first round. All other points, and all later rounds, follow the
    plans.

    Raises:
        TooLarge: the combat has more than ``MOST_STATES`` combinations of strengths.
    """
    states = prod(unit.points + 1 for unit in group.units)
    if states > MOST_STATES:
        raise TooLarge(
            f"This combat is too large for exact odds: it has more than {MOST_STATES:,} combinations of strengths."
        )
    chain = _Chain(group, rules)
    points = tuple(unit.points for unit in group.units)
    begin = WeightedResult({points: 1}, 1)
    rounds = Fraction(0)
    if start == "impact":
        begin = chain.after(points, "impact", shares or {})
    elif shares is not None:
        begin, rounds = chain.after(points, "melee", shares), Fraction(1)
    walk = _Walk(chain, begin, exact=states <= EXACT_STATES)
    impact = {points: Fraction(1)} if start == "melee" else _fractions(begin)
    return CombatResult(impact, walk.end, rounds + walk.rounds)


class WeightedResult(NamedTuple):
    """Possible results, each with its number of ways, out of ``of``."""

    ways: dict[Any, int]
    of: int


def _fractions(result: WeightedResult) -> dict[Points, Fraction]:
    return {points: Fraction(ways, result.of) for points, ways in result.ways.items()}


class _Walk:
    """Melee rounds to the end in whole numbers; states with most points first, because points are only lost.

    All waiting states share one denominator, ``scale``. Their shares are divided by the ways out of them: exactly, by
    multiplying the scale, or rounded down with the remainder given to one result.
    """

    def __init__(self, chain: "_Chain", begin: WeightedResult, *, exact: bool) -> None:
        self.chain, self.exact = chain, exact
        self.scale = begin.of if exact else FINE
        self.waiting = dict(begin.ways) if exact else _rounded(begin.ways, FINE, begin.of)
        self.end: dict[Points, Fraction] = {}
        self.rounds = Fraction(0)
        while self.waiting:
            most = max(map(sum, self.waiting))
            self._level([points for points in self.waiting if sum(points) == most])

    def _level(self, states: Sequence[Points]) -> None:
        """Handle all states of one total of points: finish those that end, play on the others until points are lost."""
        fought: dict[Points, tuple[int, WeightedResult]] = {}
        for points in states:
            reached = self.waiting.pop(points)
            if not self.chain.fights(points):
                self.end[points] = Fraction(reached, self.scale)
                continue
            after = self.chain.after(points, "melee", {})
            out = {left: ways for left, ways in after.ways.items() if left != points}
            common = gcd(after.of, *out.values())
            fought[points] = (
                reached,
                WeightedResult({left: ways // common for left, ways in out.items()}, after.of // common),
            )
        if fought:
            self._go_on(fought)

    def _go_on(self, fought: Mapping[Points, tuple[int, WeightedResult]]) -> None:
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
    """``whole`` divided in proportion to the ways; the remainder of rounding goes to the last."""
    rounded = {points: whole * each // of for points, each in ways.items()}
    last = next(reversed(rounded))
    rounded[last] += whole - sum(rounded.values())
    return rounded


class _Chain:
    """One combat as a Markov chain of the points left after each round."""

    def __init__(self, group: CombatGroup, rules: Rules) -> None:
        self.group = group
        self.rules = rules
        self._hit_odds: dict[tuple[Blow, Strike], WeightedResult] = {}
        self._lost: dict[tuple[int, int, tuple[tuple[Blow, Strike], ...]], WeightedResult] = {}

    def fights(self, points: Points) -> bool:
        """True if enemies are still in contact."""
        return any(points[each.unit] and points[each.enemy] for each in self.group.facings)

    def after(self, points: Points, kind: RoundKind, shares: Mapping[Pair, int]) -> WeightedResult:
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
        return WeightedResult(ways, prod(each.of for each in left))

    def _blows(self, points: Points, shares: Mapping[Pair, int]) -> dict[Pair, Blow]:
        """The blow of each unit against each enemy, with its allotted points."""
        units = self.group.units
        blows: dict[Pair, Blow] = {}
        for number, unit in enumerate(units):
            foes = [each for each in self.group.facings if each.unit == number and points[each.enemy]]
            if not points[number]:
                continue
            for place, facing in enumerate(foes):
                pair = number, facing.enemy
                usual = planned(unit.plan, points[number], place, len(foes))
                blows[pair] = Blow(
                    unit=unit.fighter,
                    enemy=units[facing.enemy].fighter,
                    allotted=shares.get(pair, usual),
                    charging=unit.charging,
                    outflanking=facing.outflanking,
                    halvings=facing.halvings,
                )
        return blows

    def _hits(self, blow: Blow, strike: Strike) -> WeightedResult:
        cached = self._hit_odds.get((blow, strike))
        if cached is None:
            odds = weights(lambda dice: roll_hits(dice, self.rules.tables, blow, strike))
            cached = self._hit_odds[blow, strike] = WeightedResult(dict(odds.counts), odds.denominator)
        return cached

    def _left(self, number: int, points: int, struck: tuple[tuple[Blow, Strike], ...]) -> WeightedResult:
        """Points left of a unit after all blows against it; 0 if removed (MN-LOSS-02, MN-LOSS-03, MN-LOSS-04)."""
        cached = self._lost.get((number, points, struck))
        if cached is not None:
            return cached
        hits = WeightedResult({0: 1}, 1)
        for blow, strike in struck:
            hits = _added(hits, self._hits(blow, strike))
        fighter, ways_by_points = self.group.units[number].fighter, dict[int, int]()
        for count, ways in hits.ways.items():
            left = points_after(points, count)
            now = 0 if count and is_removed(left, fighter.rating, fighter.formation) else left
            ways_by_points[now] = ways_by_points.get(now, 0) + ways
        result = self._lost[number, points, struck] = WeightedResult(ways_by_points, hits.of)
        return result


def planned(plan: Plan, points: int, place: int, foes: int) -> int:
    """Points that a plan allots to the enemy at index ``place`` of ``foes`` enemies."""
    if plan == "first":
        return 0 if place else points
    whole, odd = divmod(points, foes)
    return whole + (place < odd)


def _added(one: WeightedResult, other: WeightedResult) -> WeightedResult:
    """The sum of two independent results."""
    sums: dict[int, int] = defaultdict(int)
    for (first, ways), (second, times) in product(one.ways.items(), other.ways.items()):
        sums[first + second] += ways * times
    return WeightedResult(sums, one.of * other.of)


Answer = Literal["feinted", "square", "failed"]
"""Square formed and cavalry feinted; square formed and attacked; no square formed."""


class SquareCharge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cavalry in contact with formed infantry that tests for emergency square.

    ``bonus`` is added to the infantry's test (MN-REACT-42). ``feints``: the cavalry tries to feint if the square
    forms. ``outflanking``: it outflanks infantry that forms no square.
    """

    cavalry: Combatant
    infantry: Combatant
    bonus: int = 0
    feints: bool = True
    outflanking: bool = False


class SquareEnds(Struct, frozen=True):
    """Chances that the square forms, that the cavalry then feints, and of the points left after a fight.

    The points are the cavalry's, then the infantry's; 0 if removed.
    """

    square: Fraction
    feint: Fraction
    end: Mapping[Points, Fraction]


def square_tests(dice: Dice, rules: Rules, charge: SquareCharge) -> Answer:
    """The two tests, rolled as in play (MN-REACT-42, MN-REACT-50)."""
    tables = rules.tables
    if not quality_test(dice, tables, charge.infantry.fighter.rating, "MN-REACT-42", charge.bonus)[1]:
        return "failed"
    if charge.feints and quality_test(dice, tables, charge.cavalry.fighter.rating, "MN-REACT-50")[1]:
        return "feinted"
    return "square"


def square_charge_odds(charge: SquareCharge, rules: Rules = DEFAULTS) -> SquareEnds:
    """Odds of such a charge: tests, hit markers, and the combat to its end."""
    shares: dict[Answer, Fraction] = {"failed": Fraction(0), "square": Fraction(0), "feinted": Fraction(0)}
    shares |= distribution(lambda dice: square_tests(dice, rules, charge))
    end: dict[Points, Fraction] = defaultdict(Fraction)
    ways = (shares["square"], _in_square(charge.infantry)), (shares["failed"], _after_failed_square(rules, charge))
    for fought, infantry in ways:
        outflanking = charge.outflanking and infantry.fighter.formation != "emergency_square"
        group = duel(charge.cavalry, infantry, ahead=Opposition(0, 1, outflanking))
        for points, share in combat_odds(group, rules).end.items():
            if fought:
                end[points] += share * fought
    return SquareEnds(1 - shares["failed"], shares["feinted"], dict(end))


def _in_square(infantry: Combatant) -> Combatant:
    return replace(infantry, fighter=replace(infantry.fighter, formation="emergency_square"))


def _after_failed_square(rules: Rules, charge: SquareCharge) -> Combatant:
    """Infantry that failed, with its hit markers; 0 points if they remove it (MN-REACT-44, MN-LOSS-02)."""
    infantry = charge.infantry
    left = points_after(infantry.points, rules.tables.square_failed_hits)
    removed = is_removed(left, infantry.fighter.rating, infantry.fighter.formation)
    return replace(infantry, points=0 if removed else left)
