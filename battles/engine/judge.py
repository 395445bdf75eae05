"""What a system may say of the worth of actions and positions, so that computer players need not know its rules.

It is offered, not owed: a system with a ``judge`` and a ``worth`` is a ``Judging``. Worths are whole numbers in a
measure of the system's own, the more the better for the side that is asked for. There is no chance in a judgement
and no clock: the same position, the same advice.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from battles.engine.core import Option, SideId

Words = str | Callable[[], str]
"""A sentence, or what makes it when somebody wants to read it."""


def said(words: Words) -> str:
    """The sentence."""
    return words if isinstance(words, str) else words()


class Advice(Struct, frozen=True):
    """An action, what it is worth beside the others that may be done now, and why, in one sentence."""

    action: Any
    value: int
    words: Words

    @property
    def reason(self) -> str:
        """Why, in one sentence."""
        return said(self.words)


class Judge(Protocol):
    """One position as one side sees it."""

    def best(self, options: Sequence[Option]) -> Advice:
        """What to do. ``options`` are those of the system for this side, at least one action among them."""

    def ranked(self, options: Sequence[Option], most: int) -> list[Advice]:
        """At most ``most`` different actions worth a thought, the best first; one where no thought is needed."""


@runtime_checkable
class Judging(Protocol):
    """A system that judges.

    ``certain`` says that its judge who looks ahead weighs the enemy's answers himself: to play actions out as well
    gains nothing, so that more time changes nothing.
    """

    certain: ClassVar[bool]

    def judge(self, known: Any, side: SideId, *, ahead: bool = False, brief: bool = False) -> Judge:
        """The judge of a position: a view of ``side``, or a state supposed from one.

        Where ``ahead`` it weighs what may come of an action after this turn as well. Where ``brief`` it may leave out
        what changes little now, for whoever plays many positions out.
        """

    def worth(self, state: Any, side: SideId) -> int:
        """What a supposed state is worth to ``side``."""

    def horizon(self, state: Any) -> int:
        """A number that grows with the battle: who plays on until it has grown sees what his action led to."""
