"""Rows pasted into the builder, read as an import reads them."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import Final

from armies.building.edits import Graft
from armies.exchange import Problem, Reading, Unreadable, limits, read
from armies.exchange.cleaning import plain, short
from armies.exchange.csv_columns import column_of
from armies.exchange.words import KIND_WORDS, quality_of, type_of
from armies.rules import facts
from armies.services.locking import Refused

TAKEN_AS: Final = "line infantry"
"""What a pasted line without a type of unit is taken as; the history says so."""
UNTYPED: Final = "The type is missing"
"""How an import's sentence on such a line begins."""
MOST_FAULTS: Final = 20
"""Lines that a refusal names."""
FIRST: Final = 15
"""Lines looked at first: a reader gives up on a text whose many lines all want for something."""
SHOWN: Final = 40
"""Characters of a line that a refusal repeats."""
PLAIN_COLUMNS: Final = ("unit", "arm", "class", "quality", "men", "guns")
"""Columns of a table that holds units alone; in the order in which their cells make a line."""
FIGURE: Final = re.compile(r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d+(?:[.,]0+)?")
"""A whole number as spreadsheets write it: 1,200 and 600.0 too."""


def graft_of(text: str, parent: str) -> Graft:
    """The edit that sets the formations and units of ``text`` under ``parent``.

    Rows of a spreadsheet that hold units alone, with a head or without, are read as one line each, whatever the
    order of their columns: ``1/2e Léger<tab>600<tab>veteran``.

    Raises:
        Refused: nothing was pasted, or lines were not understood; a fault for each, with its line.
    """
    if not text.strip():
        raise Refused("text", "Nothing was pasted.")
    if len(text.encode()) > limits.MAX_BYTES:
        raise Refused("text", f"At most {limits.MAX_BYTES:,} bytes can be pasted.")
    reading, taken = _read(_lines(text))
    if waiting := reading.blocking:
        first, *more = [("text", _sentence(problem)) for problem in waiting[:MOST_FAULTS]]
        rest = [("text", f"And {len(waiting) - MOST_FAULTS} more lines.")] if len(waiting) > MOST_FAULTS else []
        raise Refused(*first, *more, *rest)
    elements: list[facts.Element] = [child for army in reading.armies for child in army.children]
    if not elements:
        raise Refused("text", "No unit or formation was found in what was pasted.")
    note = f" {taken} without a type {'was' if taken == 1 else 'were'} taken as {TAKEN_AS}." if taken else ""
    return Graft(tuple(elements), parent, note=note)


def _sentence(problem: Problem) -> str:
    shown = f", “{short(problem.text.strip(), SHOWN)}”" if problem.text.strip() else ""
    return f"Line {problem.line}{shown}: {problem.sentence}"


def _read(text: str) -> tuple[Reading, int]:
    """What was pasted, and of how many lines without a type of unit it was taken that they are ``TAKEN_AS``."""
    try:
        untyped = _untyped("\n".join(text.splitlines()[:FIRST]), {})
        untyped = _untyped(text, untyped)
        return read(text.encode(), decisions=untyped), len(untyped)
    except Unreadable as error:
        raise Refused("text", str(error)) from error


def _untyped(text: str, known: Mapping[int, str | None]) -> dict[int, str | None]:
    """``known`` decisions and one for each further line that wants for a type alone."""
    try:
        reading = read(text.encode(), decisions=known)
    except Unreadable:
        if known:
            raise
        return {}
    lines = [p for p in reading.blocking if reading.kind == "text" and p.sentence.startswith(UNTYPED)]
    return {**known, **{problem.line: f"{problem.text}, {TAKEN_AS}" for problem in lines}}


def _lines(text: str) -> str:
    """Rows of cells that hold units alone as lines of text, blank lines and a head kept as blank ones; any other text
    as it is."""
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
            lines.append(_by_head(row, columns) if "unit" in columns else _by_sight(row[numbered:]))
    return "\n".join(lines)


def _columns(row: Sequence[str]) -> list[str]:
    """What the cells of a head mean, empty for those that are not known; of a row that is no head all are empty."""
    if len(row) < 2 or any(_is_figure(cell) or _is_fact(cell) for cell in row):
        return [""] * len(row)
    found = [column_of(cell) for cell in row]
    return ["unit" if column == "battalion" and "unit" not in found else column for column in found]


def _numbered(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first column only counts the rows."""
    counts = all(row[0] == str(number) for number, row in enumerate(rows, 1))
    return counts and all(sum(_is_figure(cell) for cell in row) > 1 for row in rows)


def _by_head(row: Sequence[str], columns: Sequence[str]) -> str:
    cells = {column: cell for column, cell in zip(columns, row, strict=False) if column and cell}
    words = {column: f"{_figure(cell)} {column}" for column, cell in cells.items() if column in ("men", "guns")}
    return ", ".join({**cells, **words}[column] for column in PLAIN_COLUMNS if column in cells)


def _by_sight(row: Sequence[str]) -> str:
    """The name first, then what is no name, each behind a comma."""
    cells = [cell for cell in row if cell]
    name = [cell for cell in cells if not _is_figure(cell) and not _is_fact(cell)]
    rest = [_figure(cell) if _is_figure(cell) else cell for cell in cells if cell not in name]
    return ", ".join([" ".join(name), *rest]) if name else " ".join(cells)


def _is_fact(cell: str) -> bool:
    """Whether a cell says a type, a quality, or an arm."""
    return bool(type_of(cell) or quality_of(cell)) or plain(cell) in KIND_WORDS or _counts(cell)


def _counts(cell: str) -> bool:
    """Whether a cell says what its number counts: ``600 men``, ``8 guns``."""
    number, _, what = cell.rpartition(" ")
    return what.casefold() in ("men", "guns", "gun") and _is_figure(number)


def _is_figure(cell: str) -> bool:
    return FIGURE.fullmatch(cell) is not None


def _figure(cell: str) -> str:
    """A number without the marks between its thousands and without decimals that are nought."""
    if re.fullmatch(r"\d+[.,]0+", cell) and not re.fullmatch(r"\d{1,3}[.,]000", cell):
        return re.split(r"[.,]", cell)[0]
    return re.sub(r"(?<=\d)[ ,.'\u00a0\u202f](?=\d{3})", "", cell)
