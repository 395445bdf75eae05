"""What a computer player is asked, and what it answers."""

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct

from battles.engine.core import Option
from battles.engine.judge import Words, said


class Choice(Struct, frozen=True):
    """An action, and in one sentence why."""

    action: Any
    words: Words

    @property
    def why(self) -> str:
        """The sentence."""
        return said(self.words)


class Player(Protocol):
    """One side of one battle: it has a view and options, never the state, and its own chances, not the dice."""

    def choose(self, view: Any, options: Sequence[Option]) -> Choice:
        """What to do. ``view`` is that of the player's side, ``options`` are what the system offers it now.

        Raises:
            ValueError: there is nothing to choose from.
        """


class CannotJudge(ValueError):
    """The system does not judge positions, so that only ``random`` can play it."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key} does not judge positions yet, so only the player random can fight by it.")


def only_one(options: Sequence[Option]) -> Any | None:
    """The action where there is no other; None where there is a choice.

    Raises:
        ValueError: there is none at all.
    """
    if not options:
        raise ValueError("A player is asked only while its side owes a decision.")
    first = options[0].actions
    if len(options) == 1 and len(first) == 1 and options[0].complete:
        return first[0]
    return None
