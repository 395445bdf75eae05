"""Expected losses in combats, charges and shots; rare results of large combats are dropped."""

from collections import OrderedDict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.rules.mini_nap.ai import weights
from battles.rules.mini_nap.combat.combatants import (
    Blow,
    Combatant,
    CombatGroup,
    Opposition,
    RoundKind,
    fighter_of,
    strike_of,
    strikes_of,
)
from battles.rules.mini_nap.combat.losses import is_removed, points_after
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import Unit, unit_class
from battles.rules.mini_nap.tables import DIE_SIDES, Quality

WHOLE: Final = 1 << 40
"""The unit of chances: certainty."""

Left = tuple[tuple[int, int], ...]
"""Points a unit may have left after a round, each with its chance."""


class Duel:
    """A combat of two. ``outflanking``: the first outflanks the second; ``halvings``: features the second defends."""

    __slots__ = ("_halvings", "_outflanking", "_rules", "_units")

    def __init__(self, rules: Rules, one: Combatant, other: Combatant, outflanking: bool, halvings: int) -> None:
        self._rules: Final = rules
        self._units: Final = one, other
        self._outflanking: Final = outflanking
        self._halvings: Final = halvings

    def losses(self) -> tuple[int, int]:
        """Share of its value that each unit is expected to lose, in parts of ``WHOLE``.

        Half of the value depends on the points lost, half on whether the unit is removed.
        """
        one, other = (unit.points for unit in self._units)
        ends = self._ends(one, other)
        lost = sum(share * _doubled_loss(left, one) for (left, _), share in ends.items())
        enemy_lost = sum(share * _doubled_loss(rest, other) for (_, rest), share in ends.items())
        return lost // (2 * one), enemy_lost // (2 * other)

    def removals(self) -> tuple[Fraction, Fraction]:
        """Chances that the first and that the second unit is removed."""
        ends = self._ends(*(unit.points for unit in self._units))
        first, second = (sum(share for left, share in ends.items() if not left[place]) for place in (0, 1))
        return Fraction(first, WHOLE), Fraction(second, WHOLE)

    def _ends(self, one: int, other: int) -> dict[tuple[int, int], int]:
        """Points left at the end, each with its chance. It works from most points down: points are only lost."""
        waiting = self._after(one, other, "impact")
        ends: dict[tuple[int, int], int] = {}
        for points in sorted(((a, b) for a in range(one + 1) for b in range(other + 1)), key=sum, reverse=True):
            reached = waiting.pop(points, 0)
            if not reached:
                continue
            if not all(points):
                ends[points] = reached
                continue
            after = self._after(*points, "melee")
            moves = WHOLE - after.pop(points, 0)
            for left, share in after.items():
                waiting[left] = waiting.get(left, 0) + reached * share // moves
        return ends

    def _after(self, one: int, other: int, kind: RoundKind) -> dict[tuple[int, int], int]:
        """Points after one round, each with its chance."""
        first, second = self._units
        blows = (
            self._blow(first, second, one, self._outflanking, self._halvings),
            self._blow(second, first, other, False, 0),
        )
        strikes, _ = strikes_of(self._rules, blows, kind)
        needed = self._rules.tables.qualities
        left = self._left(first, one, strikes[1].count, needed[second.fighter.rating].needed)
        rest = self._left(second, other, strikes[0].count, needed[first.fighter.rating].needed)
        return {(a, b): share * part // WHOLE for a, share in left for b, part in rest}

    def _blow(self, unit: Combatant, enemy: Combatant, points: int, outflanking: bool, halvings: int) -> Blow:
        return Blow(
            unit=unit.fighter,
            enemy=enemy.fighter,
            allotted=points,
            charging=unit.charging,
            outflanking=outflanking,
            halvings=halvings,
        )

    def _left(self, unit: Combatant, points: int, dice: int, needed: int) -> Left:
        """Points left of a unit, each with its chance; 0 if it is removed (MN-LOSS-02, MN-LOSS-03, MN-LOSS-04)."""
        least = 1
        while is_removed(least, unit.fighter.rating, unit.fighter.formation):
            least += 1
        return left_of(points, dice, needed, least)


@lru_cache(maxsize=20_000)
def left_of(points: int, dice: int, needed: int, least: int) -> Left:
    """Points left after ``dice`` that hit on ``needed`` or more; fewer than ``least`` count as 0."""
    shares: dict[int, int] = {}
    passing = max(0, min(DIE_SIDES, DIE_SIDES + 1 - needed))
    ways = int(DIE_SIDES**dice)
    for hits in range(dice + 1):
        share = comb(dice, hits) * passing**hits * (DIE_SIDES - passing) ** (dice - hits)
        left = max(0, points - hits)
        rest = left if left >= least or not hits else 0
        shares[rest] = shares.get(rest, 0) + share
    return tuple((left, share * WHOLE // ways) for left, share in shares.items() if share)


def _doubled_loss(left: int, points: int) -> int:
    """Twice the share of its value that a unit has lost, in parts of its first points."""
    return points - left + points * (not left)


RARE: Final = WHOLE >> 8
"""Results rarer than this are not followed further."""

MOST_ROUNDS: Final = 40
"""Most combinations of points that are followed."""

Points = tuple[int, ...]
Cost = tuple[int, int]
"""Points a unit is expected to lose (all of them if it is removed), and the chance that it is removed, of ``WHOLE``."""


class Matchup(NamedTuple):
    """A unit against an enemy: its sets of dice in the impact and in a melee round, and how often each is halved."""

    unit: int
    enemy: int
    sets: tuple[int, int]
    halved: tuple[int, int]


class GroupCombat:
    """A combat of three or more units."""

    def __init__(self, rules: Rules, group: CombatGroup) -> None:
        self._units: Final = group.units
        self._matchups: Final = [_matchup(rules, group, facing) for facing in group.facings]
        needed = rules.tables.qualities
        self._passing: Final = [
            max(0, min(DIE_SIDES, DIE_SIDES + 1 - needed[unit.fighter.rating].needed)) for unit in group.units
        ]
        self._least: Final = [_least(unit) for unit in group.units]

    def costs(self) -> tuple[Cost, ...]:
        """Expected loss of each unit."""
        start = tuple(unit.points for unit in self._units)
        ends = self._ends(start)
        whole = sum(ends.values())
        rows = []
        for place, points in enumerate(start):
            lost = sum(share * (points - left[place]) for left, share in ends.items())
            removed = sum(share for left, share in ends.items() if not left[place])
            rows.append((lost * WHOLE // whole, removed * WHOLE // whole))
        return tuple(rows)

    def _ends(self, start: Points) -> dict[Points, int]:
        waiting, ends = self._after(start, 0, WHOLE), dict[Points, int]()
        for _ in range(MOST_ROUNDS):
            if not waiting:
                break
            points = max(waiting, key=lambda left: (sum(left), left))
            reached = waiting.pop(points)
            if reached < RARE or not any(points[matchup.unit] and points[matchup.enemy] for matchup in self._matchups):
                ends[points] = ends.get(points, 0) + reached
                continue
            after = self._after(points, 1, reached)
            same = after.pop(points, 0)
            for left, share in after.items():
                waiting[left] = waiting.get(left, 0) + share * reached // max(1, reached - same)
        for points, share in waiting.items():
            ends[points] = ends.get(points, 0) + share
        return ends

    def _after(self, points: Points, kind: int, reached: int) -> dict[Points, int]:
        """Points after a round, each with its chance; ``reached`` is the chance that the round is fought."""
        dice = self._dice(points, kind)
        results: dict[Points, int] = {(): reached}
        for place, left in enumerate(points):
            rows = _left(left, tuple(sorted(dice.get(place, ()))), self._least[place])
            results = {
                (*before, rest): share * part // WHOLE for before, share in results.items() for rest, part in rows
            }
        return results

    def _dice(self, points: Points, kind: int) -> dict[int, list[tuple[int, int]]]:
        """Dice rolled against each unit, with the number of faces that hit."""
        rolled: dict[int, list[tuple[int, int]]] = {}
        halved_away: list[tuple[Matchup, int]] = []
        for unit, left in enumerate(points):
            matchups = (
                [matchup for matchup in self._matchups if matchup.unit == unit and points[matchup.enemy]]
                if left
                else []
            )
            for matchup, allotted in self._allotted(matchups, left, points, kind):
                count = matchup.sets[kind] * (allotted >> matchup.halved[kind])
                if count:
                    rolled.setdefault(matchup.enemy, []).append((self._passing[unit], count))
                elif allotted:
                    halved_away.append((matchup, min(1, allotted) * matchup.sets[kind]))
        if kind and not rolled:
            for matchup, count in halved_away:
                rolled.setdefault(matchup.enemy, []).append((self._passing[matchup.unit], count))
        return rolled

    def _allotted(self, matchups: list[Matchup], left: int, points: Points, kind: int) -> list[tuple[Matchup, int]]:
        """Allotment of a unit's points: enough against each enemy, most valuable target first."""
        if len(matchups) < 2:
            return [(matchup, left) for matchup in matchups]
        allotted, rest = [], left
        for matchup in sorted(matchups, key=lambda matchup: self._promise(matchup, left, points, kind), reverse=True):
            force = max(1, matchup.sets[kind] * self._passing[matchup.unit])
            points_put = min(rest, -(-points[matchup.enemy] * DIE_SIDES // force)) if matchup.sets[kind] else 0
            allotted.append((matchup, points_put))
            rest -= points_put
        return [(allotted[0][0], allotted[0][1] + rest), *allotted[1:]]

    def _promise(self, matchup: Matchup, left: int, points: Points, kind: int) -> int:
        enemy = self._units[matchup.enemy]
        hits = matchup.sets[kind] * (left >> matchup.halved[kind]) * self._passing[matchup.unit]
        part = min(WHOLE, hits * WHOLE // (DIE_SIDES * points[matchup.enemy]))
        value = weights.UNIT[enemy.fighter.unit_class] + weights.POINT * points[matchup.enemy]
        return value * part // WHOLE * part


def _matchup(rules: Rules, group: CombatGroup, facing: Opposition) -> Matchup:
    kinds: tuple[RoundKind, RoundKind] = ("impact", "melee")
    unit, enemy = group.units[facing.unit], group.units[facing.enemy]
    blow = Blow(
        unit=unit.fighter,
        enemy=enemy.fighter,
        allotted=unit.points,
        charging=unit.charging,
        outflanking=facing.outflanking,
        halvings=facing.halvings,
    )
    impact, melee = (strike_of(rules, blow, kind) for kind in kinds)
    return Matchup(facing.unit, facing.enemy, (impact.sets, melee.sets), (impact.halved, melee.halved))


def _least(unit: Combatant) -> int:
    """Fewest points at which a unit that took hits is not removed."""
    least = 1
    while is_removed(least, unit.fighter.rating, unit.fighter.formation):
        least += 1
    return least


@lru_cache(maxsize=50_000)
def _left(points: int, dice: tuple[tuple[int, int], ...], least: int) -> tuple[tuple[int, int], ...]:
    """Points left after the dice of several enemies, each with its chance; fewer than ``least`` count as 0."""
    if not points or not dice:
        return ((points, WHOLE),)
    hits = {0: WHOLE}
    for passing, count in dice:
        ways = int(DIE_SIDES**count)
        rows = [comb(count, n) * passing**n * (DIE_SIDES - passing) ** (count - n) for n in range(count + 1)]
        more: dict[int, int] = {}
        for had, share in hits.items():
            for n, row in enumerate(rows):
                if row:
                    more[min(points, had + n)] = more.get(min(points, had + n), 0) + share * row // ways
        hits = more
    costs: dict[int, int] = {}
    for had, share in hits.items():
        rest = points - had
        rest_left = rest if rest >= least or not had else 0
        costs[rest_left] = costs.get(rest_left, 0) + share
    return tuple((left, share) for left, share in costs.items() if share)


Costs = tuple[int, int]
"""Expected loss of each of two enemies, the attacker first."""


class Attack(NamedTuple):
    """How one unit attacks another, and the friends who may join each."""

    outflanking: bool = False
    halvings: int = 0
    answered: bool = False
    """True if the attacked unit counts as charging too."""
    charging: bool = True
    backing: int = 0
    """Points of the attacker's friends that would join."""
    against: int = 0
    """Points of the defender's friends that would join."""


def value_of(unit: Unit) -> int:
    """Value of a unit."""
    return value_with_points(unit, unit.points)


def value_with_points(unit: Unit, points: int) -> int:
    """Value of a unit with ``points`` left; 0 if it is removed."""
    return weights.UNIT[unit_class(unit)] + weights.POINT * points if points else 0


class OddsCache:
    """Cache of odds under one set of rules. Get it from `odds_cache`."""

    __slots__ = ("_duel_costs", "_group_costs", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self._duel_costs: dict[tuple[Combatant, Combatant, bool, int], Costs] = {}
        self._group_costs: dict[CombatGroup, tuple[Cost, ...]] = {}

    def duel_costs(self, unit: Unit, enemy: Unit, attack: Attack) -> Costs:
        """Expected losses of attacker and enemy until one of them is removed."""
        mine = self._combatant("a", unit, attack.backing, attack.charging)
        other = self._combatant("b", enemy, attack.against, attack.answered)
        key = (mine, other, attack.outflanking, attack.halvings)
        costs = self._duel_costs.get(key)
        if costs is None:
            if len(self._duel_costs) >= weights.KEPT:
                self._duel_costs.clear()
            costs = self._duel_costs[key] = Duel(self.rules, *key).losses()
        return _shared_value(unit, mine.points, costs[0]), _shared_value(enemy, other.points, costs[1])

    def duel_removals(self, unit: Unit, enemy: Unit, attack: Attack) -> tuple[Fraction, Fraction]:
        """Chances that attacker and enemy are removed if the two fight alone."""
        mine, other = self._combatant("a", unit, 0, attack.charging), self._combatant("b", enemy, 0, attack.answered)
        return Duel(self.rules, mine, other, attack.outflanking, attack.halvings).removals()

    def group_costs(self, group: CombatGroup) -> tuple[Cost, ...]:
        """Expected loss of each unit of a combat."""
        costs = self._group_costs.get(group)
        if costs is None:
            if len(self._group_costs) >= weights.KEPT:
                self._group_costs.clear()
            costs = self._group_costs[group] = GroupCombat(self.rules, group).costs()
        return costs

    def _combatant(self, side: str, unit: Unit, joining: int, charging: bool) -> Combatant:
        more = joining * weights.JOINS // 100
        points = min(unit.points + more, max(weights.MOST_POOLED, unit.points))
        fighter = fighter_of(self.rules.options, unit)
        return Combatant(side=side, fighter=fighter, points=points, charging=charging)

    def passing_faces(self, rating: Quality, bonus: int = 0) -> int:
        """Number of die faces that pass a quality test (MN-RATE)."""
        return max(0, min(DIE_SIDES, DIE_SIDES + 1 - self.rules.tables.qualities[rating].needed + bonus))

    def loss_value(self, unit: Unit, hits: int) -> int:
        """Value that a unit loses by ``hits`` (MN-LOSS-01, MN-LOSS-02, MN-LOSS-03, MN-LOSS-04)."""
        left = points_after(unit.points, hits)
        removed = hits > 0 and is_removed(left, unit.rating, unit.formation)
        return value_of(unit) - (0 if removed else value_with_points(unit, left))

    def shot_value(self, unit: Unit, dice: int) -> int:
        """Value that a unit is expected to lose by a shot of ``dice`` dice (MN-FIRE-43)."""
        ways = totals(dice)
        per_hit = self.rules.tables.sum_per_hit
        lost = sum(count * self.loss_value(unit, total // per_hit) for total, count in ways)
        return lost // int(DIE_SIDES**dice)

    def after_failed_square(self, unit: Unit) -> Unit | None:
        """Infantry that failed to form square, with its hit markers; None if they remove it (MN-REACT-44)."""
        left = points_after(unit.points, self.rules.tables.square_failed_hits)
        return None if is_removed(left, unit.rating, unit.formation) else replace(unit, points=left)


def _shared_value(unit: Unit, points: int, part: int) -> int:
    """Value of a share of a unit that fights with friends, together ``points`` strong."""
    return value_of(unit) * points * part // (unit.points * WHOLE)


@lru_cache(maxsize=32)
def totals(dice: int) -> tuple[tuple[int, int], ...]:
    """Totals of ``dice`` dice, each with the number of ways to roll it."""
    ways = {0: 1}
    for _ in range(dice):
        ways = _one_more(ways)
    return tuple(ways.items())


def _one_more(ways: dict[int, int]) -> dict[int, int]:
    costs: dict[int, int] = {}
    for total, count in ways.items():
        for face in _faces():
            costs[total + face] = costs.get(total + face, 0) + count
    return costs


def _faces() -> Iterator[int]:
    yield from range(1, DIE_SIDES + 1)


_odds_caches: OrderedDict[int, tuple[Rules, OddsCache]] = OrderedDict()
_RULES_KEPT: Final = 8


def odds_cache(rules: Rules) -> OddsCache:
    """The odds cache of a set of rules; equal rules share one."""
    entry = _odds_caches.get(id(rules))
    if entry is not None and entry[0] is rules:
        return entry[1]
    costs = next((cache for same, cache in _odds_caches.values() if same == rules), None) or OddsCache(rules)
    _odds_caches[id(rules)] = rules, costs
    while len(_odds_caches) > _RULES_KEPT:
        _odds_caches.popitem(last=False)
    return costs
