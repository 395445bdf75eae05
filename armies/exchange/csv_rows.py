"""The rows of a table: cells by column, each row with its line in the file."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from armies.exchange.cleaning import many_lines, one_line, short
from armies.exchange.csv_cells import unguarded
from armies.exchange.csv_columns import columns, delimiter_of, titles_above
from armies.exchange.outcome import Problem, Unreadable
from armies.exchange.text_lines import Line, lines_of

LONG_TEXTS = ("notes", "value")
"""Cells that may hold more than one line."""
SEPARATOR: Final = re.compile(r"sep=[,;\t|]", re.IGNORECASE)
EMPTY: Final = ' ,;|\t"'
RULED: Final = " \t-:=_"
"""A row of such signs is the line under the head of a table drawn with them."""
MOST_LINES_ABOVE: Final = 10


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
    """The rows of a file, the columns it has, what there is to say of it, and what stands above its head."""

    columns: Mapping[str, int]
    rows: list[Row]
    problems: list[Problem]
    notes: list[str]
    title: str = ""


def table(text: str, decisions: Mapping[int, str | None]) -> Table:
    """The table that ``text`` holds.

    Raises:
        Unreadable: a quotation mark is not closed, a column is missing or stands twice, there is no row.
    """
    problems: list[Problem] = []
    lines = list(lines_of(text, decisions, problems, table=True))
    titles, delimiter = _above(lines)
    if not lines:
        raise Unreadable("The table has no rows.")
    feed = Feed(lines)
    reader = csv.reader(feed, delimiter=delimiter or delimiter_of(lines[0].text), strict=True)
    try:
        head = next(reader, [])
        found, notes = columns(head)
        feed.row()
        rows = [row for record in reader if (row := _row(record, found, len(head), feed, problems))]
    except csv.Error as error:
        number, _ = feed.row()
        raise Unreadable(f"From line {number} the table is broken: {error}. Look for a quotation mark.") from None
    if not rows and not problems:
        raise Unreadable("The table has a head but no rows.")
    problems += [title.problem("This stands above the table; it is no row.", blocking=False) for title in titles]
    title = one_line(titles[0].text).strip(EMPTY) if titles else ""
    return Table(found, rows, problems, notes, title)


def _above(lines: list[Line]) -> tuple[list[Line], str]:
    """Takes what stands above the head out of ``lines``: the titles, and the sign that ``sep=;`` tells."""
    filled = [line for line in lines if line.text.strip()]
    delimiter = ""
    if filled and SEPARATOR.fullmatch(filled[0].text.strip(" ")):
        delimiter = filled.pop(0).text.strip(" ")[-1]
    above = filled[: titles_above([line.text for line in filled[:MOST_LINES_ABOVE]]) or 0]
    head = filled[len(above)] if len(filled) > len(above) else None
    lines[:] = lines[lines.index(head) :] if head else []
    return [line for line in above if line.text.strip(EMPTY)], delimiter


def _row(
    record: Sequence[str], found: Mapping[str, int], width: int, feed: Feed, problems: list[Problem]
) -> Row | None:
    row = Row(*feed.row(), {})
    if not any(cell.strip(RULED) for cell in record):
        return None
    if any(cell.strip() for cell in record[width:]):
        problems.append(
            row.problem(
                "The row has more cells than the head has columns. A cell with the separator in it, such as 1,500, "
                "needs quotation marks."
            )
        )
        return None
    for column, index in found.items():
        cell = record[index] if index < len(record) else ""
        tidy = many_lines if column in LONG_TEXTS else one_line
        row.cells[column] = tidy(unguarded(cell))
    return row
