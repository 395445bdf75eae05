"""Computer players: their interface, the random and the greedy one, and one that simulates the battle ahead."""

import hashlib
from collections.abc import Callable, Sequence
from itertools import zip_longest
from math import sqrt
from statistics import stdev
from typing import Any, Final, Protocol

from msgspec import Struct

from battles.engine.ai import Advice, Words, sentence_of
from battles.engine.core import Option, SideId, all_skipped
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.engine.system import RuleSystem

MOST_STEPS: Final = 400
"""Most decisions in a simulation; then the position is evaluated."""


class Choice(Struct, frozen=True):
    """A chosen action, and one sentence why."""

    action: Any
    words: Words

    @property
    def why(self) -> str:
        """The sentence."""
        return sentence_of(self.words)


class Player(Protocol):
    """A player of one side of one battle. It gets a view and options, never the state or the battle's dice."""

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """The chosen action. ``view`` is the view of the player's side, ``options`` are its legal actions.

        Raises:
            ValueError: there are no options.
        """


class NoEvaluator(ValueError):
    """The system has no evaluator: only ``random`` can play it."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key} has no evaluator yet: only the player random can play it.")


def skip_choice(system: Any, view: Any, options: Sequence[Option]) -> Choice | None:
    """The choice of the standing orders that skip decisions, such as on retreats if nothing else is left; else None."""
    orders = all_skipped(system.ui.standing_orders)
    action = system.ui.ordered(view, view.viewer, options, orders) if orders else None
    return None if action is None else Choice(action, "The usual choice here; another is seldom worth it.")


def only_action(options: Sequence[Option]) -> Any | None:
    """The only legal action; None if there are several.

    Raises:
        ValueError: there are no options.
    """
    if not options:
        raise ValueError("It is not this side's turn to decide.")
    first = options[0].actions
    if len(options) == 1 and len(first) == 1 and options[0].complete:
        return first[0]
    return None


class Greedy:
    """Chooses the best action without looking ahead. Its choices are not random.

    Raises:
        NoEvaluator: the system has no evaluator.
    """

    def __init__(self, system: RuleSystem[Any]) -> None:
        if system.ai.evaluator is None:
            raise NoEvaluator(system.key)
        self._system = system
        self._evaluator = system.ai.evaluator

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """The best action by the evaluator."""
        if (skip := skip_choice(self._system, view, options)) is not None:
            return skip
        forced = only_action(options)
        if forced is not None:
            return Choice(forced, "This is the only action.")
        advice = self._evaluator(view, view.viewer).best(options)
        return Choice(advice.action, advice.words)


WHY = "Chosen at random from all legal actions."


class Random:
    """Chooses at random; the same seed makes the same choices."""

    def __init__(self, seed: bytes, system: RuleSystem[Any]) -> None:
        self._chances = Chances(seed)
        self._ai = system.ai

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """A random legal action."""
        return Choice(self._ai.random_action(view, view.viewer, options, self._chances), WHY)


class Simulations:
    """Simulations of the actions of one decision, all from the same state.

    Each world has its own dice. Its dice depend on the actions, not on their order: the same melees in another order
    have the same luck, so that only the order makes a difference.

    Args:
        root: the resampled state in which ``side`` decides.
        seed: seed of the dice of every world.
        late: True if there is no time left; the position reached is evaluated.
    """

    def __init__(self, system: Any, root: Any, side: SideId, seed: bytes, late: Callable[[], bool]) -> None:
        self._system = system
        self._ai = system.ai
        self._root = root
        self._side = side
        self._key = hashlib.blake2b(seed, digest_size=32).digest()
        self._late = late
        self._until: int = self._ai.horizon(root)

    def value(self, action: Any, world: int) -> tuple[int, bool]:
        """Value of an action at the horizon in one world, and True if dice were rolled."""
        system, state, mover, rolled = self._system, self._root, self._side, False
        done: dict[bytes, int] = {}
        for _ in range(MOST_STEPS):
            dice = self._dice(world, mover, action, done)
            state = system.decide(state, mover, action, dice).state
            rolled = rolled or bool(dice.rolls)
            deciding = system.deciding(state)
            if not deciding or self._ai.horizon(state) > self._until or self._late():
                break
            mover = min(deciding)
            evaluator = self._ai.evaluator(state, mover, ahead=mover == self._side, brief=True)
            action = evaluator.best(system.options(state, mover)).action
        return int(self._ai.evaluate(state, self._side)), rolled

    def _dice(self, world: int, mover: SideId, action: Any, done: dict[bytes, int]) -> SeededDice:
        """The dice of an action in a world; ``done`` counts earlier uses of the same action."""
        place = f"{world}/{mover}/{action!r}".encode()
        done[place] = times = done.get(place, 0) + 1
        return SeededDice(hashlib.blake2b(place, key=self._key, digest_size=32).digest(), times)


SECONDS: Final = 0.3
"""Default budget of a decision in seconds."""

MOST_SECONDS: Final = 1.5
"""Most seconds of a budget: a decision must finish within 2 s."""

LATEST: Final = 1.8
"""Seconds after which a simulation is stopped."""

WIDTH: Final = 60
"""Most actions to compare."""

FEW: Final = 24
"""Most actions to compare if the evaluator names only one."""

BEST_OF: Final = "Of {number} choices played out to the end of the turn, this one did best."
"""The reason for an action that did best in simulations, after its own."""

FIRST: Final = 0.5
"""Part of a budget for the first look at every action if dice are rolled."""

FIELD: Final = 8
"""Most actions to simulate again after the first look, including the evaluator's choice."""

WORLDS: Final = 96
"""Most further simulations of an action, each with other dice."""

PACE: Final = (3, 64)
"""Worlds after which the worse half of the actions is dropped, and again after twice as many: the least number, and
the number of simulations per world."""

SURE: Final = 3
"""Standard errors by which an action must beat the evaluator's choice if dice decide every action."""

ENOUGH: Final = 12
"""Least worlds for a result in that case; after them the trial ends if no action gains."""


class Budget:
    """The budget of one decision, in time or simulations."""

    __slots__ = ("_clock", "_left", "_simulations", "_start", "seconds")

    def __init__(self, clock: Callable[[], float] | None, seconds: float, simulations: int) -> None:
        self._clock = clock
        self._start = clock() if clock is not None else 0.0
        self.seconds = seconds
        self._simulations = self._left = simulations

    def used(self) -> float:
        """The part that is used, 1 for all of it."""
        if self._clock is not None:
            return (self._clock() - self._start) / self.seconds
        return 1 - self._left / self._simulations

    def late(self) -> bool:
        """True if the running simulation must stop."""
        return self._clock is not None and self._clock() - self._start >= LATEST

    def room(self, done: int) -> int:
        """Number of further simulations that fit, at the speed so far."""
        used = self.used()
        return int(done * (1 - used) / used) if used > 0 else WORLDS

    def spend(self, part: float = 1.0) -> bool:
        """Use up one simulation. True if it fits within ``part`` of the budget."""
        if self.used() >= part:
            return False
        self._left -= 1
        return True


class Marshal:
    """Looks ahead over its own turn by simulations.

    Args:
        clock: a monotonic clock in seconds, such as ``time.perf_counter``; None to count simulations instead.
        seconds: the budget of a decision in time.
        simulations: the budget of a decision without a clock.

    Raises:
        NoEvaluator: the system has no evaluator.
        ValueError: the budget is empty.
    """

    def __init__(
        self,
        system: RuleSystem[Any],
        seed: bytes,
        clock: Callable[[], float] | None = None,
        seconds: float = SECONDS,
        simulations: int = 0,
    ) -> None:
        if system.ai.evaluator is None:
            raise NoEvaluator(system.key)
        if (clock is None and simulations < 1) or not seconds > 0:
            raise ValueError("A marshal needs a budget: seconds and a clock, or at least 1 simulation.")
        self._system = system
        self._evaluator = system.ai.evaluator
        self._seed = seed
        self._clock = clock
        self._seconds = min(seconds, MOST_SECONDS)
        self._simulations = simulations
        self._decisions = 0

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """The action with the best result in the simulations."""
        if (skip := skip_choice(self._system, view, options)) is not None:
            return skip
        forced = only_action(options)
        if forced is not None:
            return Choice(forced, "This is the only action.")
        budget = Budget(self._clock, self._seconds, self._simulations)
        self._decisions += 1
        evaluator = self._evaluator(view, view.viewer, ahead=True)
        ranked = evaluator.ranked(options, WIDTH)
        if len(ranked) == 1 and not self._system.ai.certain:
            ranked += _others(options, ranked[0])
        if len(ranked) == 1:
            return Choice(ranked[0].action, ranked[0].words)
        seed = self._seed + b"/%d" % self._decisions
        root = self._system.secrets.resample(view, Chances(seed))
        simulations = Simulations(self._system, root, view.viewer, seed, budget.late)
        trial = Trial(simulations, [advice.action for advice in ranked], budget)
        best = ranked[trial.best()]
        if best is ranked[0]:
            return Choice(best.action, best.words)
        return Choice(best.action, f"{best.reason} {BEST_OF.format(number=len(ranked))}".strip())


def _others(options: Sequence[Option], best: Advice) -> list[Advice]:
    """All other actions if they are few: the first of each option, then the second of each."""
    if sum(len(option.actions) for option in options) > FEW:
        return []
    rows = zip_longest(*(option.actions for option in options))
    actions = [action for row in rows for action in row if action is not None and action != best.action]
    return [Advice(action, 0, "") for action in actions]


class Trial:
    """Compares actions by simulations within a budget. The first is the evaluator's choice."""

    def __init__(self, simulations: Simulations, actions: Sequence[Any], budget: Budget) -> None:
        self._simulations = simulations
        self._actions = actions
        self._budget = budget
        self._looks: list[int] = []
        self._values: list[list[int]] = [[] for _ in actions]
        self._rolled = 0

    def best(self) -> int:
        """The index of the best action, the first of equals."""
        self._look()
        if not self._rolled:
            return max(range(len(self._looks)), key=lambda place: (self._looks[place], -place), default=0)
        all_dice = self._rolled == len(self._looks)
        room = self._budget.room(len(self._looks))
        if len(self._looks) < 2 or (all_dice and room < 2 * ENOUGH):
            return 0
        field = self._better(range(len(self._looks)), max(2, min(FIELD, room // ENOUGH)))
        halving = max(PACE[0], room // PACE[1])
        for world in range(1, WORLDS + 1):
            if not self._round(field, world):
                break
            if world == halving:
                field, halving = self._better(field, max(2, len(field) // 2)), 2 * halving
            if all_dice and world >= ENOUGH and max(map(self._gain, field[1:])) <= 0:
                break
        if all_dice:
            return self._clear_winner(field[1:])
        return max(field, key=lambda place: (self._total(place), -place))

    def _look(self) -> None:
        """Simulate every action once to the horizon, within the budget."""
        for action in self._actions:
            if not self._budget.spend(FIRST if self._rolled else 1):
                break
            value, rolled = self._simulations.value(action, 0)
            self._looks.append(value)
            self._rolled += rolled

    def _round(self, field: Sequence[int], world: int) -> bool:
        """Simulate each action in one more world. True if that was done and dice were rolled."""
        values, chance = [], False
        for place in field:
            if not self._budget.spend():
                return False
            value, rolled = self._simulations.value(self._actions[place], world)
            values.append(value)
            chance = chance or rolled
        if self._budget.late():
            return False
        for place, value in zip(field, values, strict=True):
            self._values[place].append(value)
        return chance

    def _better(self, field: Sequence[int], most: int) -> list[int]:
        """The evaluator's choice and the best of the other actions."""
        others = sorted(field[1:], key=lambda place: (-self._total(place), place))
        return [0, *others[: most - 1]]

    def _total(self, place: int) -> int:
        return self._looks[place] + sum(self._values[place])

    def _gains(self, place: int) -> list[int]:
        """Gains of an action over the evaluator's choice, world by world."""
        return [value - own for value, own in zip(self._values[place], self._values[0], strict=False)]

    def _gain(self, place: int) -> int:
        return sum(self._gains(place))

    def _clear_winner(self, others: Sequence[int]) -> int:
        """The best action if it clearly beats the evaluator's choice; else the evaluator's choice (0)."""
        best = max(others, key=lambda place: (self._gain(place), -place))
        gains = self._gains(best)
        if len(gains) < ENOUGH or stdev(gains) * SURE * sqrt(len(gains)) >= sum(gains):
            return 0
        return best
