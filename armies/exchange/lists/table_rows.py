"""Find the tables among the rows of a list: rows with delimiters, and columns of a fixed width."""

import re
from itertools import zip_longest
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.lists import terms
from armies.exchange.lists.columns import NUMBERS, is_head, role_of
from armies.exchange.lists.rows import Cells, Row, delimiters_in, has_token

WORDS: Final = re.compile(r"\S+(?: \S+)*")
FIRST_COLUMN: Final = 6
"""Headings that begin behind this place have none over the names of the units."""
RIGHT: Final = 3
"""How far the right edge of a figure may be from that of its heading, in a table of fixed columns."""


def divide_rows(rows: list[Row]) -> None:
    """Give the cells to the rows of plain text that belong to a table."""
    if any(row.cells is not None for row in rows):
        return
    texts = [row.raw for row in rows if row.text]
    for delimiter in delimiters_in(texts):
        cells = Cells(delimiter)
        start = next(
            (i for i, row in enumerate(rows) if row.text and row.raw.count(delimiter) >= 2 and is_head(cells(row.raw))),
            None,
        )
        if start is None and delimiter in "\t|" and _is_even(rows, delimiter):
            start = 0
        if start is None:
            continue
        framed = delimiter == "|" and rows[start].raw.lstrip().startswith("|")
        cells = Cells(delimiter, framed=framed)
        start -= start > 0 and _is_group_head(rows[start - 1], cells)
        for row, below in zip_longest(rows[start:], rows[start + 1 :]):
            if row.decided or not row.text:
                continue
            if row.raw.count(delimiter) >= 1:
                row.cells = cells(row.raw if delimiter == "\t" else row.text)
                row.is_head = is_head(row.cells) or (
                    below is not None and DRAWN.fullmatch(below.raw.strip()) is not None
                )
                row.table = 1
        if rows[start].cells and _is_group_head(rows[start], cells):
            rows[start].is_head = True
        return
    _fixed(rows)


def _is_group_head(row: Row, cells: Cells) -> bool:
    """True for a row above headings that names groups of columns: ``| | Infantry | | Cavalry |``."""
    names = cells(row.raw)
    return len(names) > 2 and not any(char.isdigit() for char in row.raw) and not all(names) and not names[0].strip()


DRAWN: Final = re.compile(r"[|:\s-]*-[|:\s-]*\|[|:\s-]*")
"""The line that Markdown draws below the headings of a table."""


def _is_even(rows: list[Row], delimiter: str) -> bool:
    counts = [row.raw.strip("\t ").count(delimiter) for row in rows if row.text]
    return len(counts) > 2 and sum(count >= 2 for count in counts) * 3 >= len(counts) * 2


def _fixed(rows: list[Row]) -> None:
    """Give cells to the rows below headings that stand over columns of fixed width."""
    edges: list[tuple[int, str]] = []
    for row in rows:
        if row.decided or not has_token(row.text):
            continue
        words = [(m.start(), m.end(), m[0]) for m in WORDS.finditer(row.raw.replace("\t", "    "))]
        if words and words[0][0] > FIRST_COLUMN:
            words.insert(0, (0, 0, ""))
        names = [text for _, _, text in words]
        if len(names) >= 2 and is_head(names) and any(role_of(name) in NUMBERS for name in names):
            edges = [(end, text) for _, end, text in words]
            row.cells, row.is_head, row.table = names, True, 1
            continue
        if edges:
            _fixed_row(row, edges)


def _fixed_row(row: Row, edges: list[tuple[int, str]]) -> None:
    cells = [""] * len(edges)
    shift = row.raw.replace("\t", "    ").rstrip()
    first = len(shift)
    found = list(re.finditer(rf"(?<!\S)(?:{terms.FIGURE}|-|n/a|\?)(?!\S)", fold(shift)))
    left = edges[1][0] - len(edges[1][1]) - RIGHT
    found = [match for match in found if match.end() > left]
    columns: list[int | None] = [
        next((i for i, (edge, _) in enumerate(edges) if i and abs(edge - match.end()) <= RIGHT), None)
        for match in found
    ]
    if None in columns and len(found) == len(edges) - 1:
        columns = [*range(1, len(edges))]
    for match, column in zip(found, columns, strict=True):
        if column is not None and not cells[column]:
            cells[column] = shift[match.start() : match.end()]
            first = min(first, match.start())
    if first == len(shift):
        return
    cells[0] = shift[:first].strip(" .·_\t")
    rest = shift[first:]
    for cell in cells[1:]:
        if cell:
            rest = rest.replace(cell, " ", 1)
    if has_token(rest):
        cells.append(rest.strip())
    row.cells, row.table = cells, 1
