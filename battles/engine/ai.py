"""What a system offers to computer players: an evaluator that ranks actions and scores positions."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from battles.engine.core import Option, SideId
from battles.engine.rng import Chances

Words = str | Callable[[], str]
"""A sentence, or a function that makes it when it is read."""


def sentence_of(words: Words) -> str:
    """The sentence."""
    return words if isinstance(words, str) else words()


class Motive(NamedTuple):
    """What an action gains, above 0, or risks, below 0, and the words that follow the action in a sentence."""

    value: int
    words: str


def with_motives(action: str, motives: Sequence[Motive]) -> str:
    """A sentence about an action with its greatest gain, and with its greatest risk if there is one."""
    gain = max(motives, key=attrgetter("value"), default=None)
    risk = min(motives, key=attrgetter("value"), default=None)
    text = f"{action} {gain.words}" if gain is not None and gain.value > 0 else action
    return f"{text}; {risk.words}." if risk is not None and risk.value < 0 else f"{text}."


class Advice(Struct, frozen=True):
    """An action, its score compared with the other legal actions, and a sentence that gives the reason."""

    action: Any
    value: int
    words: Words

    @property
    def reason(self) -> str:
        return sentence_of(self.words)


class Evaluation(Protocol):
    """Evaluation of one position for one side."""

    def best(self, options: Sequence[Option]) -> Advice:
        """The best action. ``options`` are the system's options for this side, with at least one action."""

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """At most ``most`` different actions worth considering, the best first; one action if the choice is clear."""


class Evaluator(Protocol):
    """Makes the evaluation of a position: a view of ``side``, or a state resampled from one.

    With ``ahead`` it also counts what an action may lead to after this turn. With ``brief`` it may leave out what
    changes little now; playouts use it.
    """

    def __call__(self, position: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> Evaluation: ...


class Ai(Protocol):
    """The AI of a system."""

    @property
    def evaluator(self) -> Evaluator | None:
        """The function that evaluates positions; None if the system has none, and then only ``random_action`` works."""

    @property
    def certain(self) -> bool:
        """True if an evaluation that looks ahead includes the enemy's answers.

        Playing actions out then adds nothing, so more time changes nothing.
        """

    def evaluate(self, state: Any, side: SideId) -> int:
        """The score of a resampled state for ``side``."""

    def horizon(self, state: Any) -> int:
        """A number that grows during the battle; a playout runs until it has grown, to see what an action led to."""

    def random_action(self, position: Any, side: SideId, options: Sequence[Option], chances: Chances) -> Any:
        """A random legal action of a side that decides now; the same ``chances`` give the same action.

        ``position`` is a view of ``side``, or a state resampled from one; ``options`` are the system's options. Every
        listed kind of action can be drawn; options that are ``seldom`` are drawn rarely
        (`battles.engine.actions.options_to_draw`).
        """
