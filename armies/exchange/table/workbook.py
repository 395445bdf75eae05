"""An army written as a wide table, CSV or workbook (XLSX); the sheets of a workbook as rows of text."""

import csv
import datetime
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from armies.exchange.clean_text import HIDDEN, quote_if, short
from armies.exchange.draft_army import Unreadable
from armies.exchange.files.file_bytes import is_zip, open_zip
from armies.exchange.files.oob_json import without_ids
from armies.exchange.limits import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_MEMBERS,
    MAX_SHEET_ROWS,
    MAX_SHEETS,
    MAX_UNPACKED,
)
from armies.exchange.table.columns import COLUMNS, FURTHER, MOST_TITLES, cells_are_head
from armies.exchange.table.rows import FORMULA, GUARD, Record, guarded, list_cell, unguarded
from armies.exchange.text.notation import draw_text, override_text, rating_text
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Element, Formation, Unit
from battles.engine.armies.nations import nations

HEAD: Final = (*COLUMNS, *FURTHER)
FLAGS: Final = ("lancer", "irregular", "kgl", "armoured")
Cells = dict[str, str]


def to_csv(army: Army) -> str:
    """``army`` as a CSV table with every fact except ids; no cell begins a formula."""
    army = without_ids(army)
    out = io.StringIO()
    writer = csv.DictWriter(out, HEAD, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in wide_rows(army):
        writer.writerow({column: guarded(cell) for column, cell in row.items()})
    return out.getvalue()


def wide_rows(army: Army) -> list[Cells]:
    """The rows of the wide table, each a dictionary of cells by column; missing cells are empty."""
    nation = nations().get(army.nation)
    base = {"side": nation.adjective if nation else "", "army": army.name}
    return [base | row for row in [*_army_rows(army), *_element_rows(army.children, {}, "")]]


def _army_rows(army: Army) -> list[Cells]:
    rows: list[Cells] = [{"level": "army", "commander": army.commander, "nation": army.nation}]
    for key in ("battle", "date", "place", "scope"):
        if value := getattr(army, key):
            rows.append({"level": key, "value": value})
    rows += [{"level": "confidence", "key": k, "value": v} for k, v in sorted(army.confidence.items())]
    for system, options in sorted(army.options.items()):
        name = quote_if(system, ".=#:|")
        rows += [{"level": "option", "key": name}] if not options else []
        for option, setting in sorted(options.items()):
            key = f"{name}.{quote_if(option, '.=#:|')}"
            rows.append({"level": "option", "key": key, "value": json.dumps(setting, ensure_ascii=False)})
    rows += [{"level": "draw", "value": draw_text(draw)} for draw in army.draws]
    if army.house:
        rows.append({"level": "house rules", "value": army.house.name})
    for source in army.sources:
        rows.append(
            {
                "level": "source",
                "key": source.id,
                "value": source.title,
                "where": source.where,
                "notes": source.used_for,
            }
        )
    return rows + [{"level": "note", "notes": note} for note in army.notes]


def _element_rows(elements: tuple[Element, ...], over: Cells, place: str) -> list[Cells]:
    rows: list[Cells] = []
    for index, element in enumerate(elements, start=1):
        here = f"{place}{index}"
        if isinstance(element, Unit):
            rows.append(over | _unit(element) | {"place": here})
        else:
            level = type(element).__name__.lower()
            names = over | {level: element.name}
            rows.append(names | _formation(element, level) | {"place": here})
            rows += _element_rows(element.children, names, f"{here}.")
    return rows


def _formation(formation: Formation, level: str) -> Cells:
    row = {
        "level": level,
        "commander": formation.commander,
        "nation": formation.nation,
        "notes": formation.note,
    }
    if isinstance(formation, Brigade | Division):
        row["kind"] = formation.kind
    if isinstance(formation, Brigade):
        row["reserve"] = "yes" if formation.reserve else ""
    else:
        row["throws"] = list_cell([rating_text(throw) for throw in formation.throws])
        row["rating"] = formation.throws[-1].rating if formation.throws else ""
    if isinstance(formation, Corps):
        row["command_nation"] = formation.command_nation
    return row


def _unit(unit: Unit) -> Cells:
    size, arm = unit.type.split("_")
    return {
        "level": "unit",
        "unit": unit.name,
        "arm": arm,
        "class": size,
        "quality": unit.quality,
        "men": "" if unit.men is None else str(unit.men),
        "guns": "" if unit.guns is None else str(unit.guns),
        "gun_weight": unit.gun_weight or "",
        "commander": unit.commander,
        "nation": unit.nation,
        "source": list_cell(unit.sources),
        "notes": unit.note,
        "flags": list_cell([flag for flag in FLAGS if getattr(unit, flag)]),
        "sub_units": "" if unit.sub_units is None else str(unit.sub_units),
        "sub_unit": unit.sub_unit,
        "basis": unit.basis,
        "overrides": list_cell([override_text(override) for override in unit.overrides]),
    }


WHAT: Final = "The workbook"
DAMAGED: Final = "The workbook cannot be read: it is damaged, or it was not written by a spreadsheet. "
ADVICE: Final = "Open it in a spreadsheet and save it again as XLSX or CSV."
NOT_READ: Final = "Totals and faults; not read back"
"""The first cell of the sheet in our own workbooks that is not imported."""
ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
LOOKS_ESCAPED: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
NUMBERS: Final = ("men", "guns", "sub_units")
WIDTHS: Final = {"unit": 34, "corps": 22, "division": 22, "brigade": 26, "army": 22, "commander": 26, "notes": 50}
"""Widths of columns in characters; others are as wide as their heading, at least ``NARROW``."""
NARROW: Final = 9
MOST_CHARACTERS: Final = 32_767
"""The most characters in one cell of a workbook."""
TABLE: Final = "Army"
TOTALS: Final = "Totals and faults"


@dataclass
class Sheet:
    """One sheet that is not empty; ``number`` counts these sheets from 0."""

    number: int
    title: str
    records: list[Record] = field(default_factory=list)
    is_cut: bool = False


def is_workbook(data: bytes) -> bool:
    """True if ``data`` may be an XLSX file: a ZIP file with the parts of one."""
    return is_zip(data) and b"xl/" in data and b"[Content_Types].xml" in data


def sheets_of(data: bytes) -> tuple[list[Sheet], list[str]]:
    """The sheets that are not empty, and notes on those that were left out.

    Raises:
        Unreadable: it is not a valid workbook, or is beyond the limits.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(f"The file has {len(data):,} bytes; at most {MAX_BYTES:,} are allowed.")
    open_zip(data, WHAT, members=MAX_MEMBERS, unpacked=MAX_UNPACKED).close()
    import openpyxl  # only here: it takes a fifth of a command's start

    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        return _sheets(book)
    except Unreadable:
        raise
    except Exception:
        # The library raises many kinds of errors for hostile files; all get the same sentence.
        raise Unreadable(DAMAGED + ADVICE) from None


def _sheets(book: Any) -> tuple[list[Sheet], list[str]]:
    sheets: list[Sheet] = []
    notes: list[str] = []
    if len(book.worksheets) > MAX_SHEETS:
        raise Unreadable(f"The workbook has {len(book.worksheets)} sheets; at most {MAX_SHEETS} are allowed.")
    total = 0
    for worksheet in book.worksheets:
        title = short(str(worksheet.title), 40)
        if worksheet.sheet_state != "visible":
            notes.append(f"The sheet “{title}” is hidden and was left out.")
            continue
        sheet = _sheet(worksheet, len(sheets), title)
        total += len(sheet.records)
        if total > MAX_LINES:
            raise Unreadable(f"The workbook has more than {MAX_LINES:,} rows that are not empty.")
        if sheet.is_cut:
            notes.append(
                f"The sheet “{title}” has more than {MAX_SHEET_ROWS:,} rows; the rows after that were left out."
            )
        if sheet.records and sheet.records[0].cells[0] != NOT_READ:
            sheets.append(sheet)
    return sheets, notes


def _sheet(worksheet: Any, number: int, title: str) -> Sheet:
    sheet = Sheet(number, title)
    first = number * (MAX_SHEET_ROWS + 1)
    worksheet.reset_dimensions()
    for at, row in enumerate(worksheet.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True), start=1):
        if at > MAX_SHEET_ROWS:
            sheet.is_cut = True
            break
        cells = [cell_text(value) for value in row]
        while cells and not cells[-1].strip():
            cells.pop()
        if cells:
            sheet.records.append(Record(first + at, line_of(cells), cells))
            if len(sheet.records) > MAX_LINES:
                raise Unreadable(f"The sheet “{title}” has more than {MAX_LINES:,} rows that are not empty.")
    return sheet


def cell_text(value: Any) -> str:
    """The value of a cell as a user types it: 550, 12.5, 1815-06-16, yes."""
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
    return ESCAPED.sub(lambda escape: chr(int(escape[1], 16)), str(value))


def escaped(text: str) -> str:
    """``text`` with anything that looks like a workbook's escape, ``_x000D_``, escaped itself."""
    return LOOKS_ESCAPED.sub("_x005F_", text)


WHOLE: Final = 1e15
"""Floating numbers from this value on are not converted to whole numbers."""


def line_of(cells: list[str]) -> str:
    """The cells as one line of CSV, which the owner can correct in a decision."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


def head_at(records: list[Record]) -> int | None:
    """The index of the table's header row, None if the first records have none."""
    for at, record in enumerate(records[: MOST_TITLES + 1]):
        if cells_are_head(record.cells):
            return at
        if sum(bool(cell.strip()) for cell in record.cells) > 1:
            return None
    return None


def where_of(line: int, sheets: list[Sheet]) -> Iterator[str]:
    """The row that users see for a line's number, with the sheet's name if there are several sheets."""
    number, row = divmod(line, MAX_SHEET_ROWS + 1)
    if line and number < len(sheets):
        yield f"Sheet “{sheets[number].title}”, row {row}" if len(sheets) > 1 else f"Row {row}"


Row = Sequence[str | int]


def to_workbook(army: Army, summary: Sequence[Row] = ()) -> bytes:
    """``army`` without ids as a workbook that reads back without loss.

    Args:
        summary: the rows of the sheet that only people read: totals, faults. A row of one cell is a heading.

    All texts stay texts: no cell is a formula, whatever it begins with.
    """
    from openpyxl import Workbook

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
    from openpyxl.utils import get_column_letter

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
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

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
