"""What reading gives: armies, and what has to be said about them."""

from typing import Literal

from msgspec import Struct

from armies.rules.facts import Army

Kind = Literal["text", "csv", "workbook", "oob", "muster"]


class Unreadable(ValueError):
    """The whole file cannot be read; the message is a sentence for its owner."""


class TableHead(Struct, frozen=True):
    """The head row of a table, and what its columns were taken for.

    ``meanings`` holds the name of a known column for each heading, empty where the column is left out.
    ``samples`` holds the first filled cells of each column. ``sentence`` says why the table cannot be read
    as long as its columns mean this, and is empty where it can.
    """

    digest: str
    title: str
    headings: tuple[str, ...]
    meanings: tuple[str, ...]
    samples: tuple[tuple[str, ...], ...]
    sentence: str = ""


class Unmapped(Unreadable):
    """A table that cannot be read before its owner says what its columns mean; ``heads`` are to be shown to him."""

    def __init__(self, sentence: str, heads: tuple[TableHead, ...]) -> None:
        super().__init__(sentence)
        self.heads = heads


class Problem(Struct, frozen=True):
    """Something to say about one line.

    ``line`` counts from 1, 0 where the file has no lines; it is unique in the file, and in a workbook it is not
    the row that people see: ``where`` names that. A ``blocking`` problem is a line that was not understood and is
    left out: it waits for a decision. The others say what was assumed.
    """

    line: int
    text: str
    sentence: str
    blocking: bool
    where: str = ""

    @property
    def place(self) -> str:
        """Where it stands, as a sentence begins: ``Line 12``, ``Sheet “French”, row 12``."""
        return self.where or f"Line {self.line}"


class Reading(Struct, frozen=True):
    """The armies of a file, the problems in the order of its lines, and notes on the whole.

    ``heads`` are those of the file's tables; of a text, the head that it would have as a table, if it might be one.
    ``full`` says that the file is in a writing of ours that leaves nothing open: what it does not say is not so.
    """

    kind: Kind
    armies: tuple[Army, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    heads: tuple[TableHead, ...] = ()
    full: bool = False

    @property
    def blocking(self) -> list[Problem]:
        """The lines that still wait for a decision."""
        return [problem for problem in self.problems if problem.blocking]
