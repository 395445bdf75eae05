"""The player that looks ahead: how the turn goes on from each of its actions.

Where the judge is certain, it takes what that one holds best. Else it supposes a state that fits its view and tries the
actions that the judge holds worth a thought, or all where the judge names one and there are few. Each is played out to
the system's horizon; where dice fell on the way, the best of them again and again, with the same dice for each, fewer
each time. The budget is seconds by a clock that is handed in, or a number of actions played out; with the latter the
same seed gives the same choices on any machine.

To play movement on through the fire and melee that follow, and through the next turn's moves, was tried and left: it
took four times as long and won no more (`campaign/docs/players.md`).
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from math import sqrt
from statistics import stdev
from typing import Any, Final

from battles.ai.choice import CannotJudge, Choice, only_one
from battles.ai.playing_out import PlayOuts
from battles.engine.chance import Chances
from battles.engine.core import Option, RuleSystem
from battles.engine.judge import Advice, Judging

SECONDS: Final = 0.3
"""The budget of a decision where none is given."""

MOST_SECONDS: Final = 1.5
"""No budget is more: what was begun should be finished, and no decision may take over 2 s."""

LATEST: Final = 1.8
"""Seconds after which what was begun is broken off."""

WIDTH: Final = 60
"""Actions that are thought of."""

FEW: Final = 24
"""Actions that are all thought of, where the judge names only one."""

FIRST: Final = 0.5
"""The part of a budget that the first look at every action may take where dice fall."""

FIELD: Final = 8
"""Actions that are played out again after the first look, the judge's own among them."""

WORLDS: Final = 96
"""Times that an action is played out again, each with other dice."""

PACE: Final = (3, 64)
"""Worlds after which the worse half of them is left out, and again after twice as many: so many at least, and one for
so many actions that there is room for."""

SURE: Final = 3
"""Standard errors by which an action must beat the judge's own where the first look is all chance."""

ENOUGH: Final = 12
"""Worlds before which such a trial says nothing, so that it needs room for them; after, it ends where nothing gains."""


class Budget:
    """What a decision may cost."""

    __slots__ = ("_clock", "_left", "_simulations", "_start", "seconds")

    def __init__(self, clock: Callable[[], float] | None, seconds: float, simulations: int) -> None:
        self._clock = clock
        self._start = clock() if clock is not None else 0.0
        self.seconds = seconds
        self._simulations = self._left = simulations

    def used(self) -> float:
        """The part that is spent, 1 for all."""
        if self._clock is not None:
            return (self._clock() - self._start) / self.seconds
        return 1 - self._left / self._simulations

    def late(self) -> bool:
        """Whether what is being played out must be broken off."""
        return self._clock is not None and self._clock() - self._start >= LATEST

    def room(self, done: int) -> int:
        """How many actions more can be played out as fast as those that are done."""
        used = self.used()
        return int(done * (1 - used) / used) if used > 0 else WORLDS

    def spend(self, part: float = 1.0) -> bool:
        """Whether there is room within a part of it to play out one action more; it is spent then."""
        if self.used() >= part:
            return False
        self._left -= 1
        return True


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
        if (clock is None and simulations < 1) or not seconds > 0:
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
        judge = self._system.judge(view, view.viewer, ahead=True)
        ranked = judge.ranked(options, WIDTH)
        if len(ranked) == 1 and not self._system.certain:
            ranked += _others(options, ranked[0])
        if len(ranked) == 1:
            return Choice(ranked[0].action, ranked[0].words)
        seed = self._seed + b"/%d" % self._decisions
        root = self._system.suppose(view, Chances(seed))
        playing = PlayOuts(self._system, root, view.viewer, seed, budget.late)
        trial = Trial(playing, [advice.action for advice in ranked], budget)
        best = ranked[trial.best()]
        if best is ranked[0]:
            return Choice(best.action, best.words)
        return Choice(best.action, f"{best.reason[:-1]}; played out, it goes better so than otherwise.")


def _others(options: Sequence[Option], best: Advice) -> list[Advice]:
    """Everything else that may be done, where it is little: the first of each option, then the second of each."""
    if sum(len(option.actions) for option in options) > FEW:
        return []
    rows = zip_longest(*(option.actions for option in options))
    found = [action for row in rows for action in row if action is not None and action != best.action]
    return [Advice(action, 0, "The judge holds another action better.") for action in found]


class Trial:
    """Actions tried against each other within a budget. The first of them is the judge's own."""

    def __init__(self, playing: PlayOuts, actions: Sequence[Any], budget: Budget) -> None:
        self._playing = playing
        self._actions = actions
        self._budget = budget
        self._looks: list[int] = []
        self._values: list[list[int]] = [[] for _ in actions]
        self._thrown = 0

    def best(self) -> int:
        """The place of the action that goes best, the first of equals."""
        self._look()
        if not self._thrown:
            return max(range(len(self._looks)), key=lambda place: (self._looks[place], -place), default=0)
        chancy = self._thrown == len(self._looks)
        room = self._budget.room(len(self._looks))
        if len(self._looks) < 2 or (chancy and room < 2 * ENOUGH):
            return 0
        field = self._better(range(len(self._looks)), max(2, min(FIELD, room // ENOUGH)))
        halving = max(PACE[0], room // PACE[1])
        for world in range(1, WORLDS + 1):
            if not self._round(field, world):
                break
            if world == halving:
                field, halving = self._better(field, max(2, len(field) // 2)), 2 * halving
            if chancy and world >= ENOUGH and max(map(self._gain, field[1:])) <= 0:
                break
        if chancy:
            return self._surely(field[1:])
        return max(field, key=lambda place: (self._total(place), -place))

    def _look(self) -> None:
        """Plays every action out to the horizon, as far as the time for it goes."""
        for action in self._actions:
            if not self._budget.spend(FIRST if self._thrown else 1):
                break
            value, thrown = self._playing.value(action, 0)
            self._looks.append(value)
            self._thrown += thrown

    def _round(self, field: Sequence[int], world: int) -> bool:
        """Plays out each in one world more; whether that was done and another world would be another."""
        found, chance = [], False
        for place in field:
            if not self._budget.spend():
                return False
            value, thrown = self._playing.value(self._actions[place], world)
            found.append(value)
            chance = chance or thrown
        if self._budget.late():
            return False
        for place, value in zip(field, found, strict=True):
            self._values[place].append(value)
        return chance

    def _better(self, field: Sequence[int], most: int) -> list[int]:
        """The judge's own and the best of the others."""
        others = sorted(field[1:], key=lambda place: (-self._total(place), place))
        return [0, *others[: most - 1]]

    def _total(self, place: int) -> int:
        return self._looks[place] + sum(self._values[place])

    def _gains(self, place: int) -> list[int]:
        """What an action gained beside the judge's own, world by world."""
        return [value - own for value, own in zip(self._values[place], self._values[0], strict=False)]

    def _gain(self, place: int) -> int:
        return sum(self._gains(place))

    def _surely(self, others: Sequence[int]) -> int:
        """The best action where it beats the judge's own by more than the dice explain."""
        best = max(others, key=lambda place: (self._gain(place), -place))
        gains = self._gains(best)
        if len(gains) < ENOUGH or stdev(gains) * SURE * sqrt(len(gains)) >= sum(gains):
            return 0
        return best
