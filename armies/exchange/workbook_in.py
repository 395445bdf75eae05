"""The sheets of a workbook (XLSX) as rows of text: numbers, dates and the stored values of formulas."""

import csv
import datetime
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import openpyxl

from armies.exchange.cleaning import short
from armies.exchange.csv_columns import MOST_TITLES, cells_are_head
from armies.exchange.csv_rows import Record
from armies.exchange.limits import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_MEMBERS,
    MAX_SHEET_ROWS,
    MAX_SHEETS,
    MAX_UNPACKED,
)
from armies.exchange.outcome import Unreadable
from armies.exchange.zipped import is_zip, opened

WHAT: Final = "The workbook"
DAMAGED: Final = "The workbook cannot be read: it is damaged, or it was not written by a spreadsheet. "
ADVICE: Final = "Open it in a spreadsheet and save it again as XLSX or CSV."
NOT_READ: Final = "Totals and faults; not read back"
"""What begins the sheet of our own workbooks that only people read."""
ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
LOOKS_ESCAPED: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


@dataclass
class Sheet:
    """One sheet with something in it; ``number`` counts such sheets from 0."""

    number: int
    title: str
    records: list[Record] = field(default_factory=list)
    goes_on: bool = False


def is_workbook(data: bytes) -> bool:
    """Whether ``data`` may be an XLSX file: a ZIP file that names the parts of one."""
    return is_zip(data) and b"xl/" in data and b"[Content_Types].xml" in data


def sheets_of(data: bytes) -> tuple[list[Sheet], list[str]]:
    """The sheets that hold something, and notes on those that were left out.

    Raises:
        Unreadable: it is no whole workbook, or beyond the limits.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The file has {len(data):,} bytes; at most {MAX_BYTES:,} are read.")
    opened(data, WHAT, members=MAX_MEMBERS, unpacked=MAX_UNPACKED).close()
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return _sheets(book)
    except Unreadable:
        raise
    except Exception:
        # What the library makes of a hostile file has no end; the owner is told the same of all of it.
        raise Unreadable(DAMAGED + ADVICE) from None


def _sheets(book: Any) -> tuple[list[Sheet], list[str]]:
    sheets: list[Sheet] = []
    notes: list[str] = []
    if len(book.worksheets) > MAX_SHEETS:
        raise Unreadable(f"The workbook has {len(book.worksheets)} sheets; at most {MAX_SHEETS} are read.")
    total = 0
    for worksheet in book.worksheets:
        title = short(str(worksheet.title), 40)
        if worksheet.sheet_state != "visible":
            notes.append(f"The sheet “{title}” is hidden and was left out.")
            continue
        sheet = _sheet(worksheet, len(sheets), title)
        total += len(sheet.records)
        if total > MAX_LINES:
            raise Unreadable(f"The workbook has more than {MAX_LINES:,} rows with something in them.")
        if sheet.goes_on:
            notes.append(f"The sheet “{title}” goes on after row {MAX_SHEET_ROWS:,}; what stands there was left out.")
        if sheet.records and sheet.records[0].cells[0] != NOT_READ:
            sheets.append(sheet)
    return sheets, notes


def _sheet(worksheet: Any, number: int, title: str) -> Sheet:
    sheet = Sheet(number, title)
    first = number * (MAX_SHEET_ROWS + 1)
    worksheet.reset_dimensions()
    for at, row in enumerate(worksheet.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True), start=1):
        if at > MAX_SHEET_ROWS:
            sheet.goes_on = True
            break
        cells = [cell_text(value) for value in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            sheet.records.append(Record(first + at, line_of(cells), cells))
            if len(sheet.records) > MAX_LINES:
                raise Unreadable(f"The sheet “{title}” has more than {MAX_LINES:,} rows with something in them.")
    return sheet


def cell_text(value: Any) -> str:
    """What a cell holds, as it is typed: 550, 12.5, 1815-06-16, yes."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < WHOLE else repr(value)
    if isinstance(value, datetime.datetime):
        value = value.date() if value.time() == datetime.time() else value
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), str(value))


def escaped(text: str) -> str:
    """``text`` so that what looks like an escape of a workbook, ``_x000D_``, comes back as it is."""
    return LOOKS_ESCAPED.sub("_x005F_", text)


WHOLE: Final = 1e15
"""A floating number from here on is no count of anything."""


def line_of(cells: list[str]) -> str:
    """The cells as one line of CSV: what a decision on the row is typed over."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def head_at(records: list[Record]) -> int | None:
    """Which of the records is the head of the table, None where the first ones hold none."""
    for at, record in enumerate(records[: MOST_TITLES + 1]):
        if cells_are_head(record.cells):
            return at
        if sum(bool(cell.strip()) for cell in record.cells) > 1:
            return None
    return None


def where_of(line: int, sheets: list[Sheet]) -> Iterator[str]:
    """The row that people see of a line's number: in a workbook of several sheets with the sheet's name."""
    number, row = divmod(line, MAX_SHEET_ROWS + 1)
    if line and number < len(sheets):
        yield f"Sheet “{sheets[number].title}”, row {row}" if len(sheets) > 1 else f"Row {row}"
