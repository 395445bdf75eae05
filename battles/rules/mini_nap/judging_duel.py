"""How a combat of two goes, quickly: the chain of `combat_odds` in whole numbers, to one part in 2 ** 40.

A judge asks for very many combats and needs no fractions of them. Each round is what `sets` makes of it.
"""

from functools import lru_cache
from math import comb
from typing import Final

from battles.rules.mini_nap.combat_odds import Combatant
from battles.rules.mini_nap.losses import is_removed
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sets import Blow, RoundKind, strikes_of
from battles.rules.mini_nap.tables import DIE_SIDES

WHOLE: Final = 1 << 40
"""Certainty."""

Left = tuple[tuple[int, int], ...]
"""What a unit may have left after a round, each with its chance."""


class Duel:
    """A combat of two: ``outflanking`` says that the first outflanks the second, ``halvings`` what that one defends."""

    __slots__ = ("_halvings", "_outflanking", "_rules", "_units")

    def __init__(self, rules: Rules, one: Combatant, other: Combatant, outflanking: bool, halvings: int) -> None:
        self._rules: Final = rules
        self._units: Final = one, other
        self._outflanking: Final = outflanking
        self._halvings: Final = halvings

    def losses(self) -> tuple[int, int]:
        """The parts of their worth that the two are expected to lose, of ``WHOLE``.

        Half of a unit's worth is in its points, half in that there is something left of it.
        """
        one, other = (unit.points for unit in self._units)
        ends = self._ends(one, other)
        lost = sum(share * _gone(left, one) for (left, _), share in ends.items())
        won = sum(share * _gone(rest, other) for (_, rest), share in ends.items())
        return lost // (2 * one), won // (2 * other)

    def _ends(self, one: int, other: int) -> dict[tuple[int, int], int]:
        """The points left at the end, each with its chance; most points first, since points are only lost."""
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
        """The points after one round, each with its chance."""
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
        """What is left of a unit; nothing once it is removed (MN-LOSS-02 to 04)."""
        least = 1
        while is_removed(least, unit.fighter.rating, unit.fighter.formation):
            least += 1
        return left_of(points, dice, needed, least)


@lru_cache(maxsize=20_000)
def left_of(points: int, dice: int, needed: int, least: int) -> Left:
    """What is left of so many points after so many dice that hit at ``needed``; less than ``least`` is nothing."""
    found: dict[int, int] = {}
    passing = max(0, min(DIE_SIDES, DIE_SIDES + 1 - needed))
    ways = int(DIE_SIDES**dice)
    for hits in range(dice + 1):
        share = comb(dice, hits) * passing**hits * (DIE_SIDES - passing) ** (dice - hits)
        left = max(0, points - hits)
        kept = left if left >= least or not hits else 0
        found[kept] = found.get(kept, 0) + share
    return tuple((left, share * WHOLE // ways) for left, share in found.items() if share)


def _gone(left: int, points: int) -> int:
    """Twice the part of its worth that a unit has lost, in parts of its first points."""
    return points - left + points * (not left)
