"""The rows of a table: cells by column, each row with its line in the file."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from types import MappingProxyType
from typing import Final

from msgspec import structs

from armies.exchange.cleaning import many_lines, one_line, short
from armies.exchange.csv_cells import unguarded
from armies.exchange.csv_columns import cells, columns, delimiter_of, digest_of, taken_for, titles_above
from armies.exchange.limits import MAX_COLUMNS
from armies.exchange.outcome import Problem, TableHead, Unmapped, Unreadable
from armies.exchange.text_lines import Line, lines_of

LONG_TEXTS = ("notes", "value")
"""Cells that may hold more than one line."""
SEPARATOR: Final = re.compile(r"sep=[,;\t|]", re.IGNORECASE)
EMPTY: Final = ' ,;|\t"'
RULED: Final = " \t-:=_"
"""A row of such signs is the line under the head of a table drawn with them."""
MOST_LINES_ABOVE: Final = 10
MOST_LOOKED_AT: Final = 60
"""Lines that samples of the columns are taken from."""
SAMPLES: Final = 3
Said = Mapping[str, Mapping[int, str]]
"""What owners say of their columns: by the digest of the head, by the place of the column, its meaning."""
NOTHING_SAID: Final[Said] = MappingProxyType({})


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
class Record:
    """One row as it stands, before its columns have a meaning."""

    number: int
    text: str
    cells: Sequence[str]

    def problem(self, sentence: str, *, blocking: bool = True) -> Problem:
        return Problem(self.number, short(self.text), sentence, blocking)


@dataclass
class Table:
    """The rows of a file, the columns it has, what there is to say of it, and what stands above its head."""

    columns: Mapping[str, int]
    rows: list[Row]
    problems: list[Problem]
    notes: list[str]
    head: TableHead
    title: str = ""


def table(text: str, decisions: Mapping[int, str | None], said: Said = NOTHING_SAID) -> Table:
    """The table that ``text`` holds.

    Args:
        said: by the digest of a head, by the place of a column, what its owner says that it means.

    Raises:
        Unmapped: a column is missing or stands twice.
        Unreadable: a quotation mark is not closed, there is no row.
    """
    problems: list[Problem] = []
    lines = list(lines_of(text, decisions, problems, table=True))
    titles, delimiter = _above(lines)
    if not lines:
        raise Unreadable("The table has no rows.")
    feed = Feed(lines)
    reader = csv.reader(feed, delimiter=delimiter or delimiter_of(lines[0].text), strict=True)
    try:
        records = [Record(*feed.row(), record) for record in reader]
    except csv.Error as error:
        number, _ = feed.row()
        raise Unreadable(f"From line {number} the table is broken: {error}. Look for a quotation mark.") from None
    problems += [title.problem(ABOVE, blocking=False) for title in titles]
    title = one_line(titles[0].text).strip(EMPTY) if titles else ""
    return tabled(records, said, problems, title)


ABOVE: Final = "This stands above the table; it is no row."


def tabled(records: Sequence[Record], said: Said, problems: list[Problem], title: str) -> Table:
    """The table whose head is the first of ``records``."""
    head, *rest = records
    shown = head_of(head.cells, said, rest, title)
    try:
        found, notes = columns(head.cells, shown.meanings if shown.digest in said else None)
    except Unreadable as error:
        raise Unmapped(str(error), (structs.replace(shown, sentence=str(error)),)) from None
    rows = [row for record in rest if (row := _row(record, found, len(head.cells), problems))]
    if not rows and not any(problem.blocking for problem in problems):
        raise Unreadable("The table has a head but no rows.")
    return Table(found, rows, problems, notes, shown, title)


def head_of(head: Sequence[str], said: Said, rest: Sequence[Record], title: str) -> TableHead:
    """The head row with what its columns are taken for and samples of what stands under them."""
    if len(head) > MAX_COLUMNS:
        raise Unreadable(f"A table may have {MAX_COLUMNS} columns; this one has {len(head):,}.")
    digest = digest_of(head)
    meanings = taken_for(head)
    if own := said.get(digest):
        meanings = [own.get(place, "") for place in range(len(head))]
    samples = tuple(
        tuple(islice((short(cell, 60) for record in rest if (cell := _sample(record, place))), SAMPLES))
        for place in range(len(head))
    )
    return TableHead(digest, title, tuple(short(one_line(cell), 80) for cell in head), tuple(meanings), samples)


def _sample(record: Record, place: int) -> str:
    return unguarded(one_line(record.cells[place])) if place < len(record.cells) else ""


def text_head(text: str) -> TableHead:
    """The head that ``text`` has if it is a table, whatever its columns are called."""
    lines = list(lines_of("\n".join(text.split("\n")[:MOST_LOOKED_AT]), {}, [], table=True))
    _, delimiter = _above(lines)
    sign = delimiter or delimiter_of(lines[0].text)
    records = [Record(line.number, line.text, cells(line.text, sign)) for line in lines if line.text.strip()]
    return head_of(records[0].cells, NOTHING_SAID, records[1:], "")


def _above(lines: list[Line]) -> tuple[list[Line], str]:
    """Takes what stands above the head out of ``lines``: the titles, and the sign that ``sep=;`` tells."""
    filled = [line for line in lines if line.text.strip()]
    delimiter = ""
    if filled and SEPARATOR.fullmatch(filled[0].text.strip(" ")):
        delimiter = filled.pop(0).text.strip(" ")[-1]
    first = [line.text for line in filled[:MOST_LINES_ABOVE]]
    count = titles_above(first)
    above = filled[: _even_line(first, delimiter) if count is None else count]
    head = filled[len(above)] if len(filled) > len(above) else None
    lines[:] = lines[lines.index(head) :] if head else []
    return [line for line in above if line.text.strip(EMPTY)], delimiter


def _even_line(lines: Sequence[str], delimiter: str) -> int:
    """The first line with as many cells as the next one, more than one: a head whose words are not known; else 0."""
    for at, (line, below) in enumerate(pairwise(lines)):
        sign = delimiter or delimiter_of(line)
        if 1 < len(cells(line, sign)) == len(cells(below, sign)):
            return at
    return 0


def even_record(records: Sequence[Record]) -> int:
    """The first record with as many cells as the next, more than one: a head whose words are not known; else 0."""
    for at, (record, below) in enumerate(pairwise(records[:MOST_LINES_ABOVE])):
        if 1 < len(record.cells) == len(below.cells):
            return at
    return 0


def _row(record: Record, found: Mapping[str, int], width: int, problems: list[Problem]) -> Row | None:
    if not any(cell.strip(RULED) for cell in record.cells):
        return None
    if any(cell.strip() for cell in record.cells[width:]):
        problems.append(
            record.problem(
                "The row has more cells than the head has columns. A cell with the separator in it, such as 1,500, "
                "needs quotation marks."
            )
        )
        return None
    row = Row(record.number, record.text, {})
    for column, index in found.items():
        cell = record.cells[index] if index < len(record.cells) else ""
        tidy = many_lines if column in LONG_TEXTS else one_line
        row.cells[column] = tidy(unguarded(cell))
    return row
