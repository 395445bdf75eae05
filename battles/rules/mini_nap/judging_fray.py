"""How a combat of several goes, quickly: the chain of `judging_duel` for any number of units, the rarest ends left out.

Points are put where they are expected to take most of the enemy. Each round is what `sets` makes of it.
"""

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from battles.rules.mini_nap import weights
from battles.rules.mini_nap.combat_odds import Combatant, Facing, Fray
from battles.rules.mini_nap.judging_duel import WHOLE
from battles.rules.mini_nap.losses import is_removed
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sets import Blow, RoundKind, strike_of
from battles.rules.mini_nap.tables import DIE_SIDES

RARE: Final = WHOLE >> 8
"""Points left that come up more seldom are not followed any further."""
MOST_ROUNDS: Final = 40
"""Positions of points that are followed."""

Points = tuple[int, ...]
Cost = tuple[int, int]
"""The points that a unit is expected to lose, all it has where it goes, and the chance that it goes, of ``WHOLE``."""


class Way(NamedTuple):
    """A unit against an enemy: its sets in the impact round and in a melee round, and how often each is halved."""

    unit: int
    enemy: int
    sets: tuple[int, int]
    halved: tuple[int, int]


class Brawl:
    """A combat of several, to be asked once."""

    def __init__(self, rules: Rules, fray: Fray) -> None:
        self._units: Final = fray.units
        self._ways: Final = [_way(rules, fray, facing) for facing in fray.facings]
        needed = rules.tables.qualities
        self._passing: Final = [
            max(0, min(DIE_SIDES, DIE_SIDES + 1 - needed[unit.fighter.rating].needed)) for unit in fray.units
        ]
        self._least: Final = [_least(unit) for unit in fray.units]

    def costs(self) -> tuple[Cost, ...]:
        """What each unit is expected to lose."""
        start = tuple(unit.points for unit in self._units)
        ends = self._ends(start)
        whole = sum(ends.values())
        found = []
        for place, points in enumerate(start):
            lost = sum(share * (points - left[place]) for left, share in ends.items())
            gone = sum(share for left, share in ends.items() if not left[place])
            found.append((lost * WHOLE // whole, gone * WHOLE // whole))
        return tuple(found)

    def _ends(self, start: Points) -> dict[Points, int]:
        waiting, ends = self._after(start, 0, WHOLE), dict[Points, int]()
        for _ in range(MOST_ROUNDS):
            if not waiting:
                break
            points = max(waiting, key=lambda left: (sum(left), left))
            reached = waiting.pop(points)
            if reached < RARE or not any(points[way.unit] and points[way.enemy] for way in self._ways):
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
        """The points after a round that begins with a chance of ``reached``, each with its chance."""
        dice = self._dice(points, kind)
        found: dict[Points, int] = {(): reached}
        for place, left in enumerate(points):
            rows = _left(left, tuple(sorted(dice.get(place, ()))), self._least[place])
            found = {(*before, rest): share * part // WHOLE for before, share in found.items() for rest, part in rows}
        return found

    def _dice(self, points: Points, kind: int) -> dict[int, list[tuple[int, int]]]:
        """The dice that are thrown at each unit, with the faces that hit."""
        thrown: dict[int, list[tuple[int, int]]] = {}
        stale: list[tuple[Way, int]] = []
        for unit, left in enumerate(points):
            ways = [way for way in self._ways if way.unit == unit and points[way.enemy]] if left else []
            for way, allotted in self._allotted(ways, left, points, kind):
                count = way.sets[kind] * (allotted >> way.halved[kind])
                if count:
                    thrown.setdefault(way.enemy, []).append((self._passing[unit], count))
                elif allotted:
                    stale.append((way, min(1, allotted) * way.sets[kind]))
        if kind and not thrown:
            for way, count in stale:
                thrown.setdefault(way.enemy, []).append((self._passing[way.unit], count))
        return thrown

    def _allotted(self, ways: list[Way], left: int, points: Points, kind: int) -> list[tuple[Way, int]]:
        """The points of a unit, on each of its enemies as many as should do, those first who can be hurt most."""
        if len(ways) < 2:
            return [(way, left) for way in ways]
        found, rest = [], left
        for way in sorted(ways, key=lambda way: self._promise(way, left, points, kind), reverse=True):
            force = max(1, way.sets[kind] * self._passing[way.unit])
            put = min(rest, -(-points[way.enemy] * DIE_SIDES // force)) if way.sets[kind] else 0
            found.append((way, put))
            rest -= put
        return [(found[0][0], found[0][1] + rest), *found[1:]]

    def _promise(self, way: Way, left: int, points: Points, kind: int) -> int:
        enemy = self._units[way.enemy]
        hits = way.sets[kind] * (left >> way.halved[kind]) * self._passing[way.unit]
        part = min(WHOLE, hits * WHOLE // (DIE_SIDES * points[way.enemy]))
        worth = weights.UNIT[enemy.fighter.unit_class] + weights.POINT * points[way.enemy]
        return worth * part // WHOLE * part


def _way(rules: Rules, fray: Fray, facing: Facing) -> Way:
    kinds: tuple[RoundKind, RoundKind] = ("impact", "melee")
    unit, enemy = fray.units[facing.unit], fray.units[facing.enemy]
    blow = Blow(
        unit=unit.fighter,
        enemy=enemy.fighter,
        allotted=unit.points,
        charging=unit.charging,
        outflanking=facing.outflanking,
        halvings=facing.halvings,
    )
    impact, melee = (strike_of(rules, blow, kind) for kind in kinds)
    return Way(facing.unit, facing.enemy, (impact.sets, melee.sets), (impact.halved, melee.halved))


def _least(unit: Combatant) -> int:
    """The fewest points with which a unit that has lost some stays."""
    least = 1
    while is_removed(least, unit.fighter.rating, unit.fighter.formation):
        least += 1
    return least


@lru_cache(maxsize=50_000)
def _left(points: int, dice: tuple[tuple[int, int], ...], least: int) -> tuple[tuple[int, int], ...]:
    """What is left of so many points after dice of several enemies; less than ``least`` is nothing."""
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
    found: dict[int, int] = {}
    for had, share in hits.items():
        rest = points - had
        kept = rest if rest >= least or not had else 0
        found[kept] = found.get(kept, 0) + share
    return tuple((left, share) for left, share in found.items() if share)
