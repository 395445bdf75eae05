"""Forecasts as they are told, what an action really does, and combats computed in another way."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from battles.engine.forecast import Forecast
from battles.engine.odds import BranchingDice
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM

Shares = dict[str, Fraction]


def told(state: State, action: Any, side: str = "a") -> tuple[Forecast, ...]:
    """The forecast of an action by what its side knows."""
    return SYSTEM.odds.forecast(SYSTEM.secrets.view(state, side), side, action)


def shares(forecast: Forecast) -> Shares:
    """The chances of a forecast by what may come."""
    return {chance.what: chance.share for chance in forecast.chances}


def titled(forecasts: Iterable[Forecast], title: str) -> Forecast:
    """The one of that title."""
    found = {forecast.title: forecast for forecast in forecasts}
    assert title in found, f"{title!r} is none of {list(found)}"
    return found[title]


def truth(
    state: State, side: str, action: Any, read: Callable[[Resolution], Iterable[Hashable]], limit: int = 6_000
) -> dict[Any, Fraction]:
    """The chance of each thing that ``read`` finds after an action alone, from every outcome of its dice.

    ``read`` may go on with the battle; its dice count as well.
    """
    dice = BranchingDice(limit)
    found: Counter[Any] = Counter()
    more = True
    while more:
        play = Resolution(state, dice)
        turn.perform(play, side, action)
        keys = tuple(read(play))
        ways, span = dice.leaf()
        for key in keys:
            found[key] += Fraction(ways, span)
        more = dice.turn()
    return dict(found)


# Combat, reckoned without the engine


Duel = tuple[int, int]
"""Strength points of both."""


def duel(
    points: Duel, needed: Duel, impact: Duel, melee: Duel, removed_at: Duel = (1, 1)
) -> tuple[dict[Duel, Fraction], dict[Duel, Fraction]]:
    """What both have left after the impact round, and at the end; a removed unit has 0.

    ``needed`` are the ratings' numbers, ``impact`` and ``melee`` the sets of each, ``removed_at`` the points at which
    each is removed.
    """
    good = [Fraction(7 - number, 6) for number in needed]

    def left(own: int, dice: int, share: Fraction, at: int) -> dict[int, Fraction]:
        after: dict[int, Fraction] = {}
        for hits in range(dice + 1):
            rest = max(0, own - hits)
            rest = 0 if hits and rest <= at else rest
            chance = comb(dice, hits) * share**hits * (1 - share) ** (dice - hits)
            after[rest] = after.get(rest, Fraction(0)) + chance
        return after

    def round_of(a: int, b: int, sets: Duel) -> dict[Duel, Fraction]:
        one = left(a, b * sets[1], good[1], removed_at[0])
        two = left(b, a * sets[0], good[0], removed_at[1])
        return {(x, y): one[x] * two[y] for x in one for y in two if one[x] * two[y]}

    @cache
    def end(a: int, b: int) -> tuple[tuple[Duel, Fraction], ...]:
        if not a or not b:
            return (((a, b), Fraction(1)),)
        after = round_of(a, b, melee)
        again = after.pop((a, b), Fraction(0))
        found: Counter[Duel] = Counter()
        for pair, share in after.items():
            for last, chance in end(*pair):
                found[last] += share * chance / (1 - again)
        return tuple(found.items())

    first = round_of(*points, impact)
    ends: Counter[Duel] = Counter()
    for pair, share in first.items():
        for last, chance in end(*pair):
            ends[last] += share * chance
    return first, dict(ends)


def won(ends: dict[Duel, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the first wins, that the second does, and that both are gone."""
    one, two = (sum((s for left, s in ends.items() if left[n] and not left[1 - n]), Fraction(0)) for n in (0, 1))
    return one, two, ends.get((0, 0), Fraction(0))
