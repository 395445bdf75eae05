"""Write an army as a workbook (XLSX) with totals and faults."""

import io
from collections.abc import Sequence
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from armies.exchange.clean_text import HIDDEN
from armies.exchange.files.muster_json import without_ids
from armies.exchange.table.rows import FORMULA, GUARD, guarded, unguarded
from armies.exchange.table.table_writer import HEAD, wide_rows
from armies.exchange.table.workbook import NOT_READ, escaped
from battles.engine.armies.facts import Army

NUMBERS: Final = ("men", "guns", "sub_units")
WIDTHS: Final = {"unit": 34, "corps": 22, "division": 22, "brigade": 26, "army": 22, "commander": 26, "notes": 50}
"""Widths of columns in characters; others are as wide as their heading, at least ``NARROW``."""

NARROW: Final = 9
MOST_CHARACTERS: Final = 32_767
"""The most characters in one cell of a workbook."""

TABLE: Final = "Army"
TOTALS: Final = "Totals and faults"

Row = Sequence[str | int]


def to_workbook(army: Army, summary: Sequence[Row] = ()) -> bytes:
    """``army`` without ids as a workbook that reads back without loss.

    Args:
        summary: the rows of the sheet that only people read: totals, faults. A row of one cell is a heading.

    All texts stay texts: no cell is a formula, whatever it begins with.
    """
    book = Workbook(write_only=True)
    _table(book.create_sheet(TABLE), wide_rows(without_ids(army)))
    sheet = book.create_sheet(TOTALS)
    for letter, width in zip("ABCDE", (44, 16, 18, 70, 50), strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.append([_cell(sheet, NOT_READ)])
    for row in summary:
        sheet.append([_cell(sheet, value, bold=len(row) == 1) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _table(sheet: Any, rows: Sequence[dict[str, str]]) -> None:
    sheet.freeze_panes = "A2"
    for place, column in enumerate(HEAD, start=1):
        width = WIDTHS.get(column, max(NARROW, len(column) + 2))
        sheet.column_dimensions[get_column_letter(place)].width = width
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(HEAD))}{len(rows) + 1}"
    sheet.append([_cell(sheet, column, bold=True) for column in HEAD])
    for row in rows:
        sheet.append([_cell(sheet, _typed(column, row.get(column, ""))) for column in HEAD])


def _typed(column: str, cell: str) -> str | int | None:
    if column in NUMBERS and cell:
        return int(cell)
    return cell or None


def _cell(sheet: Any, value: str | int | None, *, bold: bool = False) -> Any:
    """A cell. A text is marked as such, because a spreadsheet would make ``=1+1`` a formula when it is edited."""
    if not isinstance(value, str):
        return value
    text = HIDDEN.sub("", value)
    text = escaped(text if unguarded(text) == text else guarded(text))
    if len(text) > MOST_CHARACTERS:
        raise ValueError(
            f"A cell of a workbook may have at most {MOST_CHARACTERS:,} characters; this one has {len(text):,}."
        )
    cell = WriteOnlyCell(sheet, value=text)
    cell.data_type = "s"
    cell.quotePrefix = text.startswith(GUARD) or FORMULA.match(text) is not None
    if bold:
        cell.font = Font(bold=True)
    return cell
