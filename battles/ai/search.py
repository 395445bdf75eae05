"""The player that looks ahead: what its actions lead to at once, and how the turn goes on from there.

It supposes a state that fits its view, tries the actions that the judge holds worth a thought, and plays the turn out
with the judge choosing for both sides and dice of its own. The budget is seconds by a clock that is handed in, or a
number of turns played out; with the latter the same seed gives the same choices on any machine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from battles.ai.choice import CannotJudge, Choice, only_one
from battles.engine.chance import Chances
from battles.engine.core import Option, RuleSystem
from battles.engine.dice import SeededDice
from battles.engine.judge import Advice, Judging

SECONDS: Final = 0.3
"""The budget of a decision where none is given."""

MOST_SECONDS: Final = 1.5
"""No budget is more: what was begun must be finished, and no decision may take over 2 s."""

GLANCES: Final = 4
"""Glances that cost as much as a turn played out."""

WIDTH: Final = 40
"""Actions that are glanced at."""

FINALISTS: Final = 6
"""Actions that turns are played out for."""

FEWEST: Final = 3
"""Turns played out for each finalist, below which a glance is trusted more."""

MOST_STEPS: Final = 400
"""Decisions after which a turn that is played out is judged as it stands."""


class Budget:
    """What a decision may cost."""

    __slots__ = ("_clock", "_end", "left")

    def __init__(self, clock: Callable[[], float] | None, seconds: float, simulations: int) -> None:
        self._clock = clock
        self._end = clock() + seconds if clock is not None else 0.0
        self.left = simulations * GLANCES

    def spend(self, cost: int) -> bool:
        """Whether there is still room for something of this cost in glances; it is spent then."""
        if self._clock is not None:
            return self._clock() < self._end
        self.left -= cost
        return self.left >= 0


class Tried(NamedTuple):
    """An action, the state it leads to, and what that is worth at a glance."""

    value: int
    advice: Advice
    state: Any


class Marshal:
    """Looks ahead over its own turn.

    Args:
        clock: seconds that only grow, such as ``time.perf_counter``; None to count turns played out instead.
        seconds: the budget of a decision by the clock.
        simulations: turns played out in a decision, where there is no clock.

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
        ranked = self._system.judge(view, side).ranked(options, WIDTH)
        if len(ranked) == 1:
            return Choice(ranked[0].action, ranked[0].reason)
        chances = Chances(self._seed + b"/%d" % self._decisions)
        root = self._system.suppose(view, chances)
        tried = self._glance(root, side, ranked, budget)
        best = self._play_out(root, side, tried, budget)
        if best.advice is ranked[0]:
            return Choice(best.advice.action, best.advice.reason)
        return Choice(best.advice.action, f"{best.advice.reason} Played out, the turn goes better so than otherwise.")

    def _glance(self, root: Any, side: str, ranked: Sequence[Advice], budget: Budget) -> list[Tried]:
        """What each action leads to at once; those with the better worth first, the judge's own choice among equals."""
        tried = []
        for place, advice in enumerate(ranked):
            if place and not budget.spend(1):
                break
            dice = SeededDice(self._seed + b"g", self._decisions)
            state = self._system.decide(root, side, advice.action, dice).state
            if dice.rolls:  # chance decides what a glance would see: the judge has the odds
                return [Tried(advice.value, advice, None) for advice in ranked[:FINALISTS]]
            tried.append(Tried(self._system.worth(state, side), advice, state))
        tried.sort(key=lambda found: -found.value)
        return tried

    def _play_out(self, root: Any, side: str, tried: list[Tried], budget: Budget) -> Tried:
        """The finalist whose turns go best; half of them are dropped whenever each has been tried often enough."""
        finalists = tried[:FINALISTS]
        if len(finalists) == 1:
            return finalists[0]
        totals = [0] * len(finalists)
        running = list(range(len(finalists)))
        rounds, target = 0, FEWEST
        while len(running) > 1:
            for place in running:
                if not budget.spend(GLANCES):
                    return self._leader(finalists, totals, running, rounds)
                totals[place] += self._turn(root, side, finalists[place].advice.action, rounds)
            rounds += 1
            if rounds >= target:
                running.sort(key=lambda place: (-totals[place], place))
                running = running[: (len(running) + 1) // 2]
                target = rounds * 2
        return finalists[running[0]]

    def _leader(self, finalists: list[Tried], totals: list[int], running: list[int], rounds: int) -> Tried:
        """The best so far: that of a glance while the turns played out are too few to tell."""
        if rounds < FEWEST:
            return finalists[running[0]]
        return finalists[max(running, key=lambda place: (totals[place], -place))]

    def _turn(self, root: Any, side: str, action: Any, number: int) -> int:
        """The worth at the end of the turn, with the same dice for every action of the same number."""
        system, key = self._system, self._seed + b"/%d/%d" % (self._decisions, number)
        turn = system.horizon(root)
        state = system.decide(root, side, action, SeededDice(key, 0)).state
        for step in range(1, MOST_STEPS):
            deciding = system.deciding(state)
            if not deciding or system.horizon(state) > turn:
                break
            for mover in sorted(deciding):
                options = system.options(state, mover)
                found = system.judge(state, mover).best(options).action
                state = system.decide(state, mover, found, SeededDice(key, step)).state
                break
        return int(system.worth(state, side))
