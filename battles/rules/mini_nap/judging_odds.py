"""Exact odds as a judge asks for them: what combats, charges and shots cost both sides, in the measure of `weights`.

Odds do not change from battle to battle, so they are kept for all that are fought by the same rules.
"""

from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.rules.mini_nap import weights
from battles.rules.mini_nap.combat_odds import Combatant, Fray
from battles.rules.mini_nap.engaged import fighter_of
from battles.rules.mini_nap.judging_duel import WHOLE, Duel
from battles.rules.mini_nap.judging_fray import Brawl, Cost
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.losses import is_removed, points_after
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import Unit
from battles.rules.mini_nap.tables import DIE_SIDES, Quality

Costs = tuple[int, int]
"""What each of two enemies is expected to lose, the attacker first."""


class Attack(NamedTuple):
    """How one unit comes at another, and what joins either."""

    outflanking: bool = False
    halvings: int = 0
    answered: bool = False
    """Whether the unit attacked counts as charging as well."""
    charging: bool = True
    backing: int = 0
    """Points of the attacker's friends who would join."""
    against: int = 0
    """Points of the other side's."""


def value_of(unit: Unit) -> int:
    """What a unit is worth as it is."""
    return worth_of(unit, unit.points)


def worth_of(unit: Unit, points: int) -> int:
    """What a unit would be worth with so many points; 0 for one that is gone."""
    return weights.UNIT[unit_class(unit)] + weights.POINT * points if points else 0


class Ledger:
    """Odds by one set of rules, each worked out once. Get one from `ledger_of`."""

    __slots__ = ("_clashes", "_frays", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self._clashes: dict[tuple[Combatant, Combatant, bool, int], Costs] = {}
        self._frays: dict[Fray, tuple[Cost, ...]] = {}

    def clash(self, unit: Unit, enemy: Unit, attack: Attack) -> Costs:
        """What a unit that attacks an enemy, and he, are expected to lose until one of them has no enemy left."""
        mine = self._combatant("a", unit, attack.backing, attack.charging)
        other = self._combatant("b", enemy, attack.against, attack.answered)
        key = (mine, other, attack.outflanking, attack.halvings)
        found = self._clashes.get(key)
        if found is None:
            if len(self._clashes) >= weights.KEPT:
                self._clashes.clear()
            found = self._clashes[key] = Duel(self.rules, *key).losses()
        return _share(unit, mine.points, found[0]), _share(enemy, other.points, found[1])

    def fray(self, fray: Fray) -> tuple[Cost, ...]:
        """What each unit of a combat of several is expected to lose."""
        found = self._frays.get(fray)
        if found is None:
            if len(self._frays) >= weights.KEPT:
                self._frays.clear()
            found = self._frays[fray] = Brawl(self.rules, fray).costs()
        return found

    def _combatant(self, side: str, unit: Unit, joining: int, charging: bool) -> Combatant:
        more = joining * weights.JOINS // 100
        points = min(unit.points + more, max(weights.MOST_POOLED, unit.points))
        fighter = fighter_of(self.rules.options, unit)
        return Combatant(side=side, fighter=fighter, points=points, charging=charging)

    def passes(self, rating: Quality, bonus: int = 0) -> int:
        """Of the faces of a die, how many pass a quality test (MN-RATE)."""
        return max(0, min(DIE_SIDES, DIE_SIDES + 1 - self.rules.tables.qualities[rating].needed + bonus))

    def hurt(self, unit: Unit, hits: int) -> int:
        """What a unit loses by so many hits (MN-LOSS-01 to 04)."""
        left = points_after(unit.points, hits)
        gone = hits > 0 and is_removed(left, unit.rating, unit.formation)
        return value_of(unit) - (0 if gone else worth_of(unit, left))

    def volley(self, unit: Unit, dice: int) -> int:
        """What a unit is expected to lose by a shot of so many dice (MN-FIRE-43)."""
        ways = totals(dice)
        per_hit = self.rules.tables.sum_per_hit
        lost = sum(count * self.hurt(unit, total // per_hit) for total, count in ways)
        return lost // int(DIE_SIDES**dice)

    def marked(self, unit: Unit) -> Unit | None:
        """Infantry that failed to form square, with its hit markers; None where they remove it (MN-REACT-44)."""
        left = points_after(unit.points, self.rules.tables.square_failed_hits)
        return None if is_removed(left, unit.rating, unit.formation) else replace(unit, points=left)


def _share(unit: Unit, points: int, part: int) -> int:
    """What a part of a unit with friends to so many points is worth."""
    return value_of(unit) * points * part // (unit.points * WHOLE)


@lru_cache(maxsize=32)
def totals(dice: int) -> tuple[tuple[int, int], ...]:
    """The totals of so many dice, each with the ways in which it falls."""
    ways = {0: 1}
    for _ in range(dice):
        ways = _one_more(ways)
    return tuple(ways.items())


def _one_more(ways: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for total, count in ways.items():
        for face in _faces():
            found[total + face] = found.get(total + face, 0) + count
    return found


def _faces() -> Iterator[int]:
    yield from range(1, DIE_SIDES + 1)


_ledgers: OrderedDict[int, tuple[Rules, Ledger]] = OrderedDict()
_RULES_KEPT: Final = 8


def ledger_of(rules: Rules) -> Ledger:
    """The odds by a set of rules; equal rules have the same."""
    kept = _ledgers.get(id(rules))
    if kept is not None and kept[0] is rules:
        return kept[1]
    found = next((ledger for same, ledger in _ledgers.values() if same == rules), None) or Ledger(rules)
    _ledgers[id(rules)] = rules, found
    while len(_ledgers) > _RULES_KEPT:
        _ledgers.popitem(last=False)
    return found
