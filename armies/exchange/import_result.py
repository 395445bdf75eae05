"""Result of reading a file: armies, problems by line, and tables with unknown columns."""

from typing import Literal

from msgspec import Struct

from armies.exchange.lists.ledger import LedgerLine
from armies.exchange.lists.style import Habit
from battles.engine.armies.facts import Army

Kind = Literal["text", "csv", "workbook", "oob", "muster", "orbat"]


class Unreadable(ValueError):
    """The file cannot be read at all; the message is a sentence for its owner."""


class TableHead(Struct, frozen=True):
    """The header row of a table, and the meaning of each column.

    ``meanings`` holds a known column's name for each heading, empty if the column is left out.
    ``samples`` holds the first filled cells of each column. ``sentence`` says why the table cannot be read
    with these meanings; it is empty if it can.
    """

    digest: str
    title: str
    headings: tuple[str, ...]
    meanings: tuple[str, ...]
    samples: tuple[tuple[str, ...], ...]
    sentence: str = ""


class NoUnits(Unreadable):
    """Nothing in the file was read as a unit; another way to read it may find some."""


class Unmapped(Unreadable):
    """A table that cannot be read until its owner says what its columns mean; ``heads`` are shown to them."""

    def __init__(self, sentence: str, heads: tuple[TableHead, ...]) -> None:
        super().__init__(sentence)
        self.heads = heads


class Problem(Struct, frozen=True):
    """A problem or an assumption about one line.

    ``line`` counts from 1, or is 0 if the file has no lines. It is unique in the file. In a workbook it differs
    from the row that the user sees, which ``where`` names. A ``blocking`` problem is a line that was not understood
    and is left out until its owner decides about it. The others state assumptions.
    """

    line: int
    text: str
    sentence: str
    blocking: bool
    where: str = ""

    @property
    def place(self) -> str:
        """The line's place, to begin a sentence with: ``Line 12``, ``Sheet “French”, row 12``."""
        return self.where or f"Line {self.line}"


class Reading(Struct, frozen=True):
    """The armies of a file, the problems in the order of its lines, and notes about the whole file.

    ``heads`` are the header rows of the file's tables; for a text that might be a table, the header row it would have.
    ``full`` is True for our own formats, which are complete: a fact that is not in the file is empty.
    ``places`` holds, by army, the line of the army and of each element under it in printed order, 0 where it has none;
    it is empty for files without lines.
    ``ledger`` tells what became of each token of each line, ``habits`` how the list's style was understood.
    """

    kind: Kind
    armies: tuple[Army, ...]
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    heads: tuple[TableHead, ...] = ()
    full: bool = False
    places: tuple[tuple[int, ...], ...] = ()
    ledger: tuple[LedgerLine, ...] = ()
    habits: tuple[Habit, ...] = ()

    @property
    def blocking(self) -> list[Problem]:
        """The problems that need a decision by the owner."""
        return [problem for problem in self.problems if problem.blocking]
