"""The player that looks ahead: how the turn goes on from each of its actions.

It supposes a state that fits its view, tries the actions that the judge holds worth a thought, and plays each out to
the system's horizon with the judge choosing for both sides and dice of its own. The budget is seconds by a clock that
is handed in, or a number of actions played out; with the latter the same seed gives the same choices on any machine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from battles.ai.choice import CannotJudge, Choice, only_one
from battles.engine.chance import Chances
from battles.engine.core import Option, RuleSystem
from battles.engine.dice import SeededDice
from battles.engine.judge import Advice, Judging

SECONDS: Final = 0.3
"""The budget of a decision where none is given."""

MOST_SECONDS: Final = 1.5
"""No budget is more: what was begun must be finished, and no decision may take over 2 s."""

WIDTH: Final = 60
"""Actions that are thought of."""

ROUNDS: Final = 4
"""Times that an action is played out where chance has a part in it."""

MOST_STEPS: Final = 400
"""Decisions after which what is played out is judged as it stands."""


class Budget:
    """What a decision may cost."""

    __slots__ = ("_clock", "_end", "_left")

    def __init__(self, clock: Callable[[], float] | None, seconds: float, simulations: int) -> None:
        self._clock = clock
        self._end = clock() + seconds if clock is not None else 0.0
        self._left = simulations

    def spend(self) -> bool:
        """Whether there is room to play out one action more; it is spent then."""
        if self._clock is not None:
            return self._clock() < self._end
        self._left -= 1
        return self._left >= 0


class Marshal:
    """Looks ahead over its own turn.

    Args:
        clock: seconds that only grow, such as ``time.perf_counter``; None to count actions played out instead.
        seconds: the budget of a decision by the clock.
        simulations: actions played out in a decision, where there is no clock.

    Raises:
        CannotJudge: the system does not judge.
        ValueError: a budget of nothing.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        seed: bytes,
        clock: Callable[[], float] | None = None,
        seconds: float = SECONDS,
        simulations: int = 0,
    ) -> None:
        if not isinstance(system, Judging):
            raise CannotJudge(system.key)
        if (clock is None and simulations < 1) or seconds <= 0:
            raise ValueError("A marshal needs time: seconds and a clock to count them by, or simulations from 1.")
        self._system: Any = system
        self._seed = seed
        self._clock = clock
        self._seconds = min(seconds, MOST_SECONDS)
        self._simulations = simulations
        self._decisions = 0

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """The action that turns out best."""
        forced = only_one(options)
        if forced is not None:
            return Choice(forced, "Nothing else may be done.")
        budget = Budget(self._clock, self._seconds, self._simulations)
        self._decisions += 1
        side = view.viewer
        ranked = self._system.judge(view, side, ahead=True).ranked(options, WIDTH)
        if len(ranked) == 1:
            return Choice(ranked[0].action, ranked[0].reason)
        best = self._search(view, side, ranked, budget)
        if best is ranked[0]:
            return Choice(best.action, best.reason)
        return Choice(best.action, f"{best.reason} Played out, it goes better so than otherwise.")

    def _search(self, view: Any, side: str, ranked: Sequence[Advice], budget: Budget) -> Advice:
        """The action that goes best when it is played out, each with the same dice; the judge's own among equals."""
        root = self._system.suppose(view, Chances(self._seed + b"/%d" % self._decisions))
        totals = [0] * len(ranked)
        tried = 0
        for number in range(ROUNDS):
            thrown, last = False, len(ranked) if number == 0 else tried
            for place in range(last):
                if not budget.spend():
                    return ranked[_most(totals, place if number == 0 else tried)]
                value, dice = self._play_out(root, side, ranked[place].action, number)
                totals[place] += value
                thrown = thrown or dice
                tried = max(tried, place + 1)
            if not thrown:
                break
        return ranked[_most(totals, tried)]

    def _play_out(self, root: Any, side: str, action: Any, number: int) -> tuple[int, bool]:
        """What an action is worth when both sides have gone on to the horizon, and whether dice were thrown."""
        system, key = self._system, self._seed + b"/%d/%d" % (self._decisions, number)
        until = system.horizon(root)
        dice = SeededDice(key, 0)
        state = system.decide(root, side, action, dice).state
        thrown = bool(dice.rolls)
        for step in range(1, MOST_STEPS):
            deciding = system.deciding(state)
            if not deciding or system.horizon(state) > until:
                break
            mover = min(deciding)
            found = system.judge(state, mover, ahead=True, brief=True).best(system.options(state, mover)).action
            dice = SeededDice(key, step)
            state = system.decide(state, mover, found, dice).state
            thrown = thrown or bool(dice.rolls)
        return int(system.worth(state, side)), thrown


def _most(totals: Sequence[int], tried: int) -> int:
    """The place of the highest total among those tried, the first of equals; the first where none was."""
    return max(range(max(1, tried)), key=lambda place: (totals[place], -place))
