"""The rows of a table: cells by column, each row with its line in the file."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from armies.exchange.cleaning import many_lines, one_line, short
from armies.exchange.csv_cells import unguarded
from armies.exchange.csv_columns import columns, delimiter_of
from armies.exchange.outcome import Problem, Unreadable
from armies.exchange.text_lines import Line, lines_of

LONG_TEXTS = ("notes", "value")
"""Cells that may hold more than one line."""


@dataclass
class Row:
    """One row; a cell that is not there is empty."""

    number: int
    text: str
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def problem(self, sentence: str, *, blocking: bool = True) -> Problem:
        return Problem(self.number, short(self.text), sentence, blocking)


class Feed:
    """Hands lines to the csv reader and remembers which made up the row at hand."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = iter(lines)
        self.taken: list[Line] = []

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.taken.append(line)
            yield line.text + "\n"

    def row(self) -> tuple[int, str]:
        """The number and text of the row just read."""
        taken, self.taken = self.taken, []
        return (taken[0].number, "\n".join(line.original for line in taken)) if taken else (0, "")


@dataclass
class Table:
    """The rows of a file, the columns it has, and what there is to say of it."""

    columns: Mapping[str, int]
    rows: list[Row]
    problems: list[Problem]
    notes: list[str]


def table(text: str, decisions: Mapping[int, str | None]) -> Table:
    """The table that ``text`` holds.

    Raises:
        Unreadable: a quotation mark is not closed, a column is missing or stands twice, there is no row.
    """
    problems: list[Problem] = []
    lines = list(lines_of(text, decisions, problems, table=True))
    while lines and not lines[0].text.strip():
        lines.pop(0)
    delimiter = ""
    if lines and (sign := lines[0].text.strip().lower()).startswith("sep=") and len(sign) == len("sep=;"):
        delimiter = sign[-1]
        lines.pop(0)
    if not lines:
        raise Unreadable("The table has no rows.")
    feed = Feed(lines)
    reader = csv.reader(feed, delimiter=delimiter or delimiter_of(lines[0].text), strict=True)
    try:
        found, notes = columns(next(reader, []))
        feed.row()
        rows = [row for record in reader if (row := _row(record, found, *feed.row(), problems))]
    except csv.Error as error:
        number, _ = feed.row()
        raise Unreadable(f"From line {number} the table is broken: {error}. Look for a quotation mark.") from None
    if not rows and not problems:
        raise Unreadable("The table has a head but no rows.")
    return Table(found, rows, problems, notes)


def _row(
    record: Sequence[str], found: Mapping[str, int], number: int, text: str, problems: list[Problem]
) -> Row | None:
    if not any(cell.strip() for cell in record):
        return None
    width = max(found.values()) + 1
    row = Row(number, text, {})
    if len(record) > width and any(cell.strip() for cell in record[width:]) and len(record) > len(found) + SPARE:
        problems.append(row.problem("The row has more cells than the head has columns.", blocking=False))
    for column, index in found.items():
        cell = record[index] if index < len(record) else ""
        tidy = many_lines if column in LONG_TEXTS else one_line
        row.cells[column] = tidy(unguarded(cell))
    return row


SPARE = 20
"""Unknown columns that a row may fill before it is called too long."""
