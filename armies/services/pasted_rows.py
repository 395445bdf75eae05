"""Rows pasted into the builder, read like an import."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Final

from armies.building.edits import Paste
from armies.exchange import Problem, Reading, Unreadable, limits, read
from armies.exchange.clean_text import plain, short
from armies.exchange.table.columns import column_of
from armies.exchange.vocabulary import KIND_WORDS, quality_of, type_of
from armies.services.locks import Refused
from battles.engine.armies import facts

DEFAULT_TYPE: Final = "line infantry"
"""The type for pasted lines without one; the history says so."""
UNTYPED: Final = "The type is missing"
GUESSED: Final = "No word tells its type"
"""The beginning of an import's sentence about such a line."""
MOST_FAULTS: Final = 20
"""Lines that a refusal names."""
FIRST: Final = 15
"""The first lines, read separately: the reader refuses a text with many lines that all lack something."""
SHOWN: Final = 40
"""Characters of a line that a refusal repeats."""
PLAIN_COLUMNS: Final = ("unit", "arm", "class", "quality", "men", "guns")
"""Columns of a table of units only, in the order of the line that their cells make."""
FIGURE: Final = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d+(?:[.,]0+)?")
"""A whole number as spreadsheets write it, also 1,200 and 600.0."""


def paste_edit(text: str, parent: str) -> Paste:
    """The edit that adds the formations and units of ``text`` under ``parent``.

    Spreadsheet rows of units only, with or without a header row, are read as one line each, with columns in any
    order: ``1/2e Léger<tab>600<tab>veteran``.

    Raises:
        Refused: nothing was pasted, or lines were not understood; one fault for each line.
    """
    if not text.strip():
        raise Refused("text", "Nothing was pasted.")
    if len(text.encode()) > limits.MAX_BYTES:
        raise Refused("text", f"At most {limits.MAX_BYTES:,} bytes can be pasted.")
    reading, untyped = _read(_lines(text))
    if waiting := reading.blocking:
        first, *more = [("text", _sentence(problem)) for problem in waiting[:MOST_FAULTS]]
        rest = [("text", f"And {len(waiting) - MOST_FAULTS} more lines.")] if len(waiting) > MOST_FAULTS else []
        raise Refused(*first, *more, *rest)
    elements: list[facts.Element] = [child for army in reading.armies for child in army.children]
    if not elements:
        raise Refused("text", "The pasted text has no unit or formation.")
    note = f" {untyped} without a type {'was' if untyped == 1 else 'were'} read as {DEFAULT_TYPE}." if untyped else ""
    return Paste(tuple(elements), parent, note=note)


def _sentence(problem: Problem) -> str:
    shown = f", “{short(problem.text.strip(), SHOWN)}”" if problem.text.strip() else ""
    return f"Line {problem.line}{shown}: {problem.sentence}"


def _read(text: str) -> tuple[Reading, int]:
    """The reading of ``text``, and the number of lines without a type, read as ``DEFAULT_TYPE``."""
    try:
        untyped = _untyped("\n".join(text.splitlines()[:FIRST]), {})
        untyped = _untyped(text, untyped)
        reading = read(text.encode(), decisions=untyped)
        return reading, len(untyped) + sum(p.sentence.startswith(GUESSED) for p in reading.problems)
    except Unreadable as error:
        raise Refused("text", str(error)) from error


def _untyped(text: str, decisions: Mapping[int, str | None]) -> dict[int, str | None]:
    """``decisions``, and one more for each further line that lacks only a type."""
    try:
        reading = read(text.encode(), decisions=decisions)
    except Unreadable:
        if decisions:
            raise
        return {}
    lines = [p for p in reading.blocking if reading.kind == "text" and p.sentence.startswith(UNTYPED)]
    return {**decisions, **{problem.line: f"{problem.text}, {DEFAULT_TYPE}" for problem in lines}}


def _lines(text: str) -> str:
    """Rows of units only as lines of text, with blank rows and the header row as blank lines; other text unchanged."""
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter="\t")]
    except csv.Error:
        return text
    filled = [row for row in rows if any(row)]
    if not filled:
        return text
    columns = _columns(filled[0])
    if not set(columns) <= {*PLAIN_COLUMNS, ""}:
        return text
    head = filled[0] if any(columns) else None
    body = filled[1:] if head else filled
    if not any(len(row) > 1 for row in body) or ("unit" not in columns and any(not row[0] for row in body)):
        return text
    numbered = "unit" not in columns and _numbered(body)
    lines = []
    for row in rows:
        if row is head or not any(row):
            lines.append("")
        else:
            lines.append(_by_head(row, columns) if "unit" in columns else _without_head(row[numbered:]))
    return "\n".join(lines)


def _columns(row: Sequence[str]) -> list[str]:
    """The meanings of a header row's cells, empty if unknown; all are empty if the row is not a header row."""
    if len(row) < 2 or any(_is_figure(cell) or _is_fact(cell) for cell in row):
        return [""] * len(row)
    meanings = [column_of(cell) for cell in row]
    return ["unit" if column == "battalion" and "unit" not in meanings else column for column in meanings]


def _numbered(rows: Sequence[Sequence[str]]) -> bool:
    """True if the first column only numbers the rows."""
    counts = all(row[0] == str(number) for number, row in enumerate(rows, 1))
    return counts and all(sum(_is_figure(cell) for cell in row) > 1 for row in rows)


def _by_head(row: Sequence[str], columns: Sequence[str]) -> str:
    cells = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    words = {column: f"{_figure(cell)} {column}" for column, cell in cells.items() if column in ("men", "guns")}
    return ", ".join({**cells, **words}[column] for column in PLAIN_COLUMNS if column in cells)


def _without_head(row: Sequence[str]) -> str:
    """A line of the row's cells: the name first, then the others after commas."""
    cells = [cell for cell in row if cell]
    name = [cell for cell in cells if not _is_figure(cell) and not _is_fact(cell)]
    rest = [_figure(cell) if _is_figure(cell) else cell for cell in cells if cell not in name]
    return ", ".join([" ".join(name), *rest]) if name else " ".join(cells)


def _is_fact(cell: str) -> bool:
    """True if a cell states a type, a quality, an arm or a count."""
    return bool(type_of(cell) or quality_of(cell)) or plain(cell) in KIND_WORDS or _counts(cell)


def _counts(cell: str) -> bool:
    """True if a cell states what its number counts: ``600 men``, ``8 guns``."""
    number, _, what = cell.rpartition(" ")
    return what.casefold() in ("men", "guns", "gun") and _is_figure(number)


def _is_figure(cell: str) -> bool:
    return FIGURE.fullmatch(cell) is not None


def _figure(cell: str) -> str:
    """A number without thousands separators and zero decimals."""
    if re.fullmatch(r"\d+[.,]0+", cell) and not re.fullmatch(r"\d{1,3}[.,]000", cell):
        return re.split(r"[.,]", cell)[0]
    return re.sub(r"(?<=\d)[ ,.'\u00a0\u202f](?=\d{3})", "", cell)
