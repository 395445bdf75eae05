"""The interface of computer players; the greedy and the random player."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from battles.engine.ai import Words, sentence_of
from battles.engine.core import Option, all_skipped
from battles.engine.rng import Chances
from battles.engine.system import RuleSystem


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
    """The choice that skips optional interrupts, such as a retreat, if a side has no other action; else None."""
    orders = all_skipped(system.ui.standing_orders)
    action = system.ui.ordered(view, view.viewer, options, orders) if orders else None
    return None if action is None else Choice(action, "No other action is left, and no unit should leave.")


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
