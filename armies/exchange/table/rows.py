"""Rows of a table: cells by column, the guard against formulas, numbers and lists in cells."""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from types import MappingProxyType
from typing import Final

from msgspec import structs

from armies.exchange.clean_text import many_lines, one_line, quote_if, short, split, unquote
from armies.exchange.draft_army import Parsed, Problem, TableHead, Unmapped, Unreadable
from armies.exchange.limits import MAX_COLUMNS
from armies.exchange.table.columns import (
    DELIMITERS,
    cells,
    columns,
    default_columns,
    delimiter_of,
    digest_of,
    titles_above,
)
from armies.exchange.text.lines import Line, lines_of, parse
from armies.exchange.text.strengths import ABOUT, MEN_WORDS, NUMBER, whole_number

GUARD: Final = "'"
LIST: Final = ";"
_SIGNS: Final = "=+\\-@＝＋－＠"
_BREAKS: Final = ';"\t\r\n'
"""Signs after which a spreadsheet may begin another cell, if it splits rows differently or ignores quotation marks."""

FORMULA: Final = re.compile(rf"[{_BREAKS} ]*'*[{_SIGNS}]|[\t\r\n]")
"""The beginning of a cell that a spreadsheet may run as a formula."""

_BARE: Final = re.compile(rf"([{_BREAKS}] *)(?='*[{_SIGNS}])")
_GUARDED: Final = re.compile(rf"([{_BREAKS}] *)'(?='*[{_SIGNS}])")


def guarded(cell: str) -> str:
    """``cell`` with guards, so that no spreadsheet runs any part of it as a formula; ``unguarded`` removes them."""
    cell = _BARE.sub(r"\1'", cell)
    return GUARD + cell if FORMULA.match(cell) or (cell.startswith(GUARD) and _may_be_guarded(cell[1:])) else cell


def unguarded(cell: str) -> str:
    """``cell`` without its guards."""
    cell = cell[1:] if cell.startswith(GUARD) and _may_be_guarded(cell[1:]) else cell
    return _GUARDED.sub(r"\1", cell)


def _may_be_guarded(rest: str) -> bool:
    """True if a guard before ``rest`` is ours: ``rest`` begins with a formula or another guard."""
    return rest.startswith(GUARD) or FORMULA.match(rest) is not None


def list_cell(items: tuple[str, ...] | list[str]) -> str:
    return f"{LIST} ".join(quote_if(item, LIST) for item in items)


def items_of(cell: str) -> list[str]:
    return [unquote(item) for item in split(cell, LIST) if item]


SPACED: Final = r"\d{1,3}(?: \d{3})+"
COUNT: Final = re.compile(rf"{ABOUT}({NUMBER}|{SPACED})(?:[.,]0+)?(?:\s?{MEN_WORDS})?", re.IGNORECASE)


def number(cell: str) -> int | None:
    """The whole number of a cell, also written as ``1 083``, ``c. 1,083 men``, ``995,0``; None if it is empty.

    Raises:
        ValueError: with a sentence.
    """
    text = cell.strip()
    if not text:
        return None
    if match := COUNT.fullmatch(text):
        return whole_number(match[1])
    if re.fullmatch(rf"[-−–]\s?{NUMBER}", text):
        raise ValueError(f"“{text}” is negative; men and guns are counted from 1.")
    raise ValueError(f"“{text[:40]}” is not a whole number.")


LONG_TEXTS = ("notes", "value")
"""Cells that may hold more than one line."""

SEPARATOR: Final = re.compile(r"sep=[,;\t|]", re.IGNORECASE)
EMPTY: Final = ' ,;|\t"'
RULED: Final = " \t-:=_"
"""A row with only these signs is a line drawn under the header row."""

MOST_LINES_ABOVE: Final = 10
MOST_LOOKED_AT: Final = 60
"""The first lines of a text, from which the samples of columns come."""

SAMPLES: Final = 3
ColumnMeanings = Mapping[str, Mapping[int, str]]
"""Meanings of columns as their owner states them: by the digest of the header row, then by the column's index."""

NO_MEANINGS: Final[ColumnMeanings] = MappingProxyType({})


@dataclass
class Row:
    """One row with its cells by column; a missing cell is empty. ``exact`` is the unit that its owner wrote instead."""

    number: int
    text: str
    cells: dict[str, str]
    exact: Parsed | None = None

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def problem(self, sentence: str, *, blocking: bool = True) -> Problem:
        return Problem(self.number, short(self.text), sentence, blocking)


class Feed:
    """Lines for the csv reader, with a record of those that make up the current row."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = iter(lines)
        self.row_lines: list[Line] = []

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.row_lines.append(line)
            yield line.text + "\n"

    def row(self) -> tuple[int, str]:
        """The number and text of the row just read."""
        lines, self.row_lines = self.row_lines, []
        return (lines[0].number, "\n".join(line.original for line in lines)) if lines else (0, "")


@dataclass
class Record:
    """One row before its columns have a meaning."""

    number: int
    text: str
    cells: Sequence[str]

    def problem(self, sentence: str, *, blocking: bool = True) -> Problem:
        return Problem(self.number, short(self.text), sentence, blocking)


@dataclass
class Table:
    """A table: its columns, rows, problems and notes, its header row, and the title above it."""

    columns: Mapping[str, int]
    rows: list[Row]
    problems: list[Problem]
    notes: list[str]
    head: TableHead
    title: str = ""
    head_row: Record | None = None


def read_table(text: str, decisions: Mapping[int, str | None], owner_meanings: ColumnMeanings = NO_MEANINGS) -> Table:
    """The table in ``text``.

    Args:
        owner_meanings: meanings of columns, by the digest of the header row and the column's index.

    Raises:
        Unmapped: a needed column is missing, or two columns have the same meaning.
        Unreadable: a quotation mark is not closed, or there are no rows.
    """
    problems: list[Problem] = []
    exact = exact_units(decisions)
    others = {number: words for number, words in decisions.items() if number not in exact}
    lines = list(lines_of(text, others, problems, table=True))
    titles, delimiter = _above(lines)
    if not lines:
        raise Unreadable("The table has no rows.")
    feed = Feed(lines)
    reader = csv.reader(feed, delimiter=delimiter or delimiter_of(lines[0].text), strict=True)
    try:
        records = [Record(*feed.row(), record) for record in reader]
    except csv.Error as error:
        number, _ = feed.row()
        raise Unreadable(
            f"The table cannot be read from line {number} on: {error}. Check its quotation marks."
        ) from None
    problems += [title.problem(ABOVE, blocking=False) for title in titles]
    title = one_line(titles[0].text).strip(EMPTY) if titles else ""
    return table_of_records(records, owner_meanings, problems, title, exact)


def exact_units(decisions: Mapping[int, str | None]) -> dict[int, list[Parsed]]:
    """The decisions that write whole units in our own notation instead of a row, by its number.

    Such a unit stays where its row is: under the formations that the other cells of the row name.
    """
    exact: dict[int, list[Parsed]] = {}
    for number, words in decisions.items():
        if words and words.lstrip().startswith('"'):
            units = [parse(one_line(part)) for part in words.split("\n") if part.strip()]
            if all(unit.kind == "unit" and unit.exact and not unit.errors for unit in units):
                exact[number] = units
    return exact


NOTHING_EXACT: Final[Mapping[int, list[Parsed]]] = MappingProxyType({})


def unit_words(text: str, heads: Sequence[TableHead]) -> str:
    """The unit of the row ``text`` in the words of a list, such as ``2/24e Ligne, line infantry, 550 men``.

    Empty if no head, or more than one, fits the row, or if it names no unit.
    """
    rows = [cells(text, sign) for sign in DELIMITERS]
    fitting = {
        tuple(zip(head.meanings, row, strict=True)) for head in heads for row in rows if len(row) == len(head.meanings)
    }
    row = dict(fitting.pop()) if len(fitting) == 1 else {}
    name = one_line(unguarded(row.get("unit", "")))
    kind = one_line(row.get("class", "") or row.get("arm", ""))
    figures = [f"{one_line(row[column])} {column}" for column in COUNTED if row.get(column, "").strip()]
    return ", ".join(part for part in (name, kind, *figures) if part) if name else ""


COUNTED: Final = ("battalions", "squadrons", "companies", "men", "guns")
ABOVE: Final = "This line is above the table and was left out."


def table_of_records(
    records: Sequence[Record],
    owner_meanings: ColumnMeanings,
    problems: list[Problem],
    title: str,
    exact: Mapping[int, list[Parsed]] = NOTHING_EXACT,
) -> Table:
    """The table with the first of ``records`` as its header row."""
    head, *rest = records
    shown = head_of(head.cells, owner_meanings, rest, title)
    try:
        indices, notes = columns(head.cells, shown.meanings if shown.digest in owner_meanings else None)
    except Unreadable as error:
        raise Unmapped(str(error), (structs.replace(shown, sentence=str(error)),)) from None
    rows: list[Row] = []
    for record in rest:
        units = exact.get(record.number)
        cut = replace(record, cells=record.cells[: len(head.cells)]) if units else record
        if row := _row(cut, indices, len(head.cells), problems):
            rows += [_exact_row(row, unit, index) for index, unit in enumerate(units)] if units else [row]
    if not rows and not any(problem.blocking for problem in problems):
        raise Unreadable("The table has a header row but no other rows.")
    if figure := headless_figure(shown):
        notes.append(f"A column without a heading was left out; it has “{figure}”.")
    return Table(indices, rows, problems, notes, shown, title, head)


def head_of(head: Sequence[str], owner_meanings: ColumnMeanings, rest: Sequence[Record], title: str) -> TableHead:
    """The header row with the meanings of its columns and samples of their cells."""
    if len(head) > MAX_COLUMNS:
        raise Unreadable(f"A table may have at most {MAX_COLUMNS} columns; this one has {len(head):,}.")
    digest = digest_of(head)
    meanings = default_columns(head)
    if own := owner_meanings.get(digest):
        meanings = [own.get(place, "") for place in range(len(head))]
    samples = tuple(
        tuple(islice((short(cell, 60) for record in rest if (cell := _sample(record, place))), SAMPLES))
        for place in range(len(head))
    )
    return TableHead(digest, title, tuple(short(one_line(cell), 80) for cell in head), tuple(meanings), samples)


def headless_figure(head: TableHead) -> str:
    """The first figure in a column that has neither a heading nor a meaning; empty if there is none."""
    columns_of = zip(head.headings, head.meanings, head.samples, strict=False)
    cells = (cell for name, meaning, samples in columns_of if not (name.strip() or meaning) for cell in samples)
    return next((cell for cell in cells if any(map(str.isdigit, cell))), "")


def _sample(record: Record, place: int) -> str:
    return unguarded(one_line(record.cells[place])) if place < len(record.cells) else ""


def text_head(text: str) -> TableHead:
    """The header row that ``text`` has if it is a table, whatever its headings are."""
    lines = list(lines_of("\n".join(text.split("\n")[:MOST_LOOKED_AT]), {}, [], table=True))
    _, delimiter = _above(lines)
    sign = delimiter or delimiter_of(lines[0].text)
    records = [Record(line.number, line.text, cells(line.text, sign)) for line in lines if line.text.strip()]
    return head_of(records[0].cells, NO_MEANINGS, records[1:], "")


def _above(lines: list[Line]) -> tuple[list[Line], str]:
    """Remove the lines above the header row from ``lines``; return the titles and the delimiter of ``sep=;``."""
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
    """Index of the first line with more than one cell and as many as the next: an unknown header row; else 0."""
    for at, (line, below) in enumerate(pairwise(lines)):
        sign = delimiter or delimiter_of(line)
        if 1 < len(cells(line, sign)) == len(cells(below, sign)):
            return at
    return 0


def even_record(records: Sequence[Record]) -> int:
    """Index of the first record with more than one cell and as many as the next: an unknown header row; else 0."""
    for at, (record, below) in enumerate(pairwise(records[:MOST_LINES_ABOVE])):
        if 1 < len(record.cells) == len(below.cells):
            return at
    return 0


def _exact_row(row: Row, unit: Parsed, index: int) -> Row:
    """``row`` with its own place and the facts of ``unit``; each further unit of a row gets an id of its own."""
    more = {"unit": unit.name, "level": "unit" if row["level"] else ""}
    if index and row["id"]:
        more["id"] = f"{row['id']}.{index}"
    return Row(row.number, row.text, row.cells | more, unit)


NOTHING: Final = re.compile(r"[-–—−]{1,3}|\./\.|n/a", re.IGNORECASE)
"""A cell with such a sign is empty in a table from elsewhere."""
OURS_EMPTY: Final = re.compile(r"")
"""In a table in our own format a dash is a name."""


def _row(record: Record, indices: Mapping[str, int], width: int, problems: list[Problem]) -> Row | None:
    if not any(cell.strip(RULED) for cell in record.cells):
        return None
    if any(cell.strip() for cell in record.cells[width:]):
        problems.append(
            record.problem(
                "The row has more cells than the header row. A cell that contains the separator, such as 1,500, "
                "needs quotation marks."
            )
        )
        return None
    row = Row(record.number, record.text, {})
    empty = OURS_EMPTY if "level" in indices else NOTHING
    for column, index in indices.items():
        cell = record.cells[index] if index < len(record.cells) else ""
        tidy = many_lines if column in LONG_TEXTS else one_line
        row.cells[column] = "" if empty.fullmatch(cell.strip()) else tidy(unguarded(cell))
    return row
