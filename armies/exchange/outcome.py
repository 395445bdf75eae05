"""What reading gives: armies, and what has to be said about them."""

from typing import Literal

from msgspec import Struct

from armies.rules.facts import Army

Kind = Literal["text", "csv", "oob", "muster"]


class Unreadable(ValueError):
    """The whole file cannot be read; the message is a sentence for its owner."""


class Problem(Struct, frozen=True):
    """Something to say about one line.

    ``line`` counts from 1, 0 where the file has no lines. A ``blocking`` problem is a line that was
    not understood and is left out: it waits for a decision. The others say what was assumed.
    """

    line: int
    text: str
    sentence: str
    blocking: bool


class Reading(Struct, frozen=True):
    """The armies of a file, the problems in the order of its lines, and notes on the whole."""

    kind: Kind
    armies: tuple[Army, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def blocking(self) -> list[Problem]:
        """The lines that still wait for a decision."""
        return [problem for problem in self.problems if problem.blocking]
