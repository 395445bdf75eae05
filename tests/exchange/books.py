"""Workbooks made of a few rows."""

import io
from typing import Any

import openpyxl

HEAD = ("corps", "division", "brigade", "unit", "type", "quality", "men", "guns")


def book(*sheets: tuple[str, list[tuple[Any, ...]]]) -> bytes:
    """A workbook of these sheets, as a spreadsheet writes it."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets:
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return saved(made)


def saved(made: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()
