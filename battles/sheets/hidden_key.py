"""The key to a side's hidden markers, on leaves of its own: what each number stands for, when placed, when shown."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper.faces import Printable
from armies.paper.fitting import Fitted, fit
from armies.paper.marks import stripe, symbol
from armies.paper.pages import Folio, Page
from armies.paper.reporting import Fits
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, RULE, SOFT, Sheet
from battles.sheets.heads import one_line, room, sheet_of
from battles.sheets.hidden_numbers import Thing

KIND: Final = "Key to the hidden markers"
COLUMNS: Final = (("Number", 0.0), ("Stands for", 22.0), ("Where", 92.0), ("Placed", 140.0), ("Shown in turn", 166.0))
"""Heads of the columns and millimetres from the left edge of the field."""
NAME, DETAIL = 68.0, 46.0
"""Millimetres of the names and of where they belong."""
ROW: Final = 6.0
GAP: Final = 1.6
BLOCK: Final = 5
"""Millimetres of a row, of the gap after so many rows, and how many those are."""


class Row(NamedTuple):
    """A row of the key: what its number stands for, and the words for it."""

    thing: Thing
    name: Fitted
    where: Fitted


def hidden_key(things: Sequence[Thing], title: str, nation: str) -> Section:
    """The key; a name that fits nowhere is reported, and its opening is set."""

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        fits = Fits(sheet_of(KIND, printable(title)))
        rows = [
            Row(
                thing,
                fits.box(printable(thing.name), "semi", 8.6, NAME, ROW - 0.6, f"number {thing.number}"),
                fits.box(printable(thing.detail), "text", 8.6, DETAIL, ROW - 0.6, f"number {thing.number}"),
            )
            for thing in things
        ]
        top, foot = room(sheet, scaled=False)
        step = int((foot - top - 6.0 + GAP) // (ROW * BLOCK + GAP)) * BLOCK
        pages = [
            Page(partial(_page, printable(title), nation, rows[start : start + step]), "" if start else KIND)
            for start in range(0, len(rows), step)
        ]
        return Planned(pages, tuple(fits.troubles))

    return Section(KIND, title, digest_of(title, things), plan, apart=True)


def _page(title: str, nation: str, rows: Sequence[Row], sheet: Sheet, folio: Folio) -> None:
    stripe(sheet, nation, sheet.top)
    wide = sheet.text(sheet.left, sheet.top + 9.0, KIND, "disp", 18) + 4.0
    whose = one_line(fit(title, "dispi", 12.5, round(FIELD - wide, 2)))
    sheet.fitted(sheet.left + wide, sheet.top + 9.0, whose)
    note = "For the owner and the umpire only: fold it and keep it off the table."
    sheet.text(sheet.right, sheet.top + 12.6, note, "text", 7.2, "r", SOFT)
    y = sheet.top + 14.4
    sheet.rule(sheet.left, y, sheet.right, RULE)
    for words, x in COLUMNS:
        sheet.text(sheet.left + x, y + 3.6, words, "semi", 7.6)
    sheet.rule(sheet.left, y + 5.2, sheet.right, FINE)
    y += 5.8
    for place, row in enumerate(rows, start=1):
        _row(sheet, y, row)
        y += ROW + (GAP if place % BLOCK == 0 else 0.0)


def _row(sheet: Sheet, y: float, row: Row) -> None:
    thing = row.thing
    left, base, middle = sheet.left, y + ROW * 0.7, y + ROW * 0.5
    sheet.text(left + 9.0, base, str(thing.number), "disp", 11.5, "r")
    name, where, placed, shown = (left + x for _, x in COLUMNS[1:])
    if thing.what == "units":
        symbol(sheet, thing.symbol, left + 12.0, middle - 1.8, 5.4)
        sheet.centred(name, middle, row.name)
        sheet.centred(where, middle, row.where)
    elif thing.what == "dummy":
        sheet.text(name, base, "dummy: nothing there", "ital", 8.6, grey=SOFT)
    else:
        sheet.rule(name, base + 0.6, where + DETAIL - 2.0, FINE, FAINT)
    sheet.rule(placed, base + 0.6, shown - 4.0, FINE, FAINT)
    sheet.rule(shown, base + 0.6, sheet.right, FINE, FAINT)
