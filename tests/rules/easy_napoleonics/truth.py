"""What an action really does: its events on every outcome of the dice, with exact chances."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Any

from battles.engine.odds import BranchingDice
from battles.engine.pointing import Forecast
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.state import State

BEYOND = frozenset({"phase_began", "melees_listed", "turn_ended", "melee_lapsed", "stayed"})
"""Events with which the rules go on by themselves, past what an action does."""


class EveryDie(BranchingDice):
    """Every outcome of the dice in turn; side a wins each initiative, whose ties have no end."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (10, 1) if why == "EN-INIT-01" else super().roll(count, sides, why)


def truth(
    state: State, side: str, action: Any, read: Callable[[list[Any]], Iterable[Hashable]], limit: int = 6_000
) -> dict[Any, Fraction]:
    """The chance of each thing that ``read`` finds in the events that are the action's own.

    Raises:
        TooManyOutcomes: there are more than ``limit``.
    """
    dice = EveryDie(limit)
    found: Counter[Any] = Counter()
    more = True
    while more:
        own = own_events(SYSTEM.decide(state, side, action, dice).events)
        ways, span = dice.leaf()
        for key in read(own):
            found[key] += Fraction(ways, span)
        more = dice.turn()
    return dict(found)


def own_events(events: tuple[Any, ...]) -> list[Any]:
    """The events up to where the rules go on by themselves."""
    own = []
    for event in events:
        if event.kind in BEYOND:
            break
        own.append(event)
    return own


def told(state: State, side: str, action: Any, viewer: str = "") -> tuple[Forecast, ...]:
    """The forecast of an action by what the side, or another viewer, knows."""
    return SYSTEM.forecast(SYSTEM.view(state, viewer or side), side, action)


def shares(forecast: Forecast) -> dict[str, Fraction]:
    """The chances of a forecast by what may come."""
    return {chance.what: chance.share for chance in forecast.chances}


WORDS = {"good": "Good", "fair": "Fair", "bad": "Bad", "broken": "Broken and out of play"}


def level_words(before: str, after: str) -> str:
    """A level afterwards as a forecast tells it."""
    return f"still {WORDS[after]}" if before == after else WORDS[after]
