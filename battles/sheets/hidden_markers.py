"""Hidden markers: their numbers, the squares to cut out, and the owner's key."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Final, Literal, NamedTuple

from armies.paper.marks import stripe, symbol
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, RULE, SOFT, Sheet
from armies.paper.typography import Fits, Fitted, Printable, fit
from battles.engine.sheets.kit_list import Hidden, Step
from battles.engine.sheets.muster_roll import Roll, RollUnit
from battles.sheets.forms import one_line, room, sheet_of
from battles.sheets.markers import Face, Meaning, marker_pages

SPARE: Final = 4
"""One spare number for every so many things, so that the count of markers reveals nothing."""

ROUND: Final = 10
"""The number of markers is a multiple of this."""


class Thing(NamedTuple):
    """What a marker represents: a unit, a group of units, a dummy, or nothing yet (free)."""

    number: int
    what: Literal["units", "dummy", "free"]
    name: str = ""
    detail: str = ""
    symbol: str = ""
    units: tuple[RollUnit, ...] = ()


def numbered(roll: Roll, hidden: Hidden, secret: str, *, by_group: bool = False) -> tuple[Thing, ...]:
    """What every number from 1 represents; removed units are included, so that numbers do not change.

    Args:
        by_group: one marker represents a whole group instead of a unit.
        secret: a different secret for each battle and side.

    Raises:
        ValueError: the secret is empty.
    """
    if not secret:
        raise ValueError("Hidden markers need a secret for their numbers, and there is none.")
    things = _groups(roll) if by_group else _units(roll)
    used = len(things) + hidden.dummies
    count = -(-(used + -(-used // SPARE)) // ROUND) * ROUND
    by_key = {f"thing {key}": thing for key, thing in things}
    by_key |= {f"dummy {place}": Thing(0, "dummy") for place in range(hidden.dummies)}
    by_key |= {f"free {place}": Thing(0, "free") for place in range(count - used)}
    ordered = sorted(by_key, key=lambda key: (_digest(f"{roll.side}/{key}", secret), key))
    return tuple(by_key[key]._replace(number=number) for number, key in enumerate(ordered, start=1))


def _digest(key: str, secret: str) -> bytes:
    under = hashlib.blake2b(secret.encode(), digest_size=32).digest()
    return hashlib.blake2b(key.encode(), key=under, digest_size=16).digest()


def _units(roll: Roll) -> list[tuple[str, Thing]]:
    return [
        (f"{group.key}/{unit.key}", Thing(0, "units", unit.name, group.place, unit.symbol, (unit,)))
        for group in roll.groups
        for unit in group.units
    ]


def _groups(roll: Roll) -> list[tuple[str, Thing]]:
    things = []
    for group in roll.groups:
        units = group.units
        if units:
            detail = f"{len(units)} unit{'s' * (len(units) != 1)}"
            things.append((group.key, Thing(0, "units", group.place, detail, units[0].symbol, units)))
    return things


KIND: Final = "Hidden markers"
TYPES: Final = "Hidden markers: types"


def hidden_markers(things: Sequence[Thing], hidden: Hidden, title: str, nation: str, size: int) -> Section:
    """A marker for every number; they differ only in the number, so that a marker reveals nothing."""
    faces = [Face(str(thing.number), nation=nation, symbol="unknown") for thing in things]
    return _section(KIND, title, faces, size, [Meaning("", "use", hidden.text, hidden.rule)])


def type_markers(things: Sequence[Thing], steps: Sequence[Step], title: str, nation: str, size: int) -> Section:
    """A marker with number and type for everything on the table; it replaces the hidden marker.

    It reveals what a number is, so only its owner may see it before it is on the table.
    """
    faces = []
    for thing in things:
        step = step_of(thing, steps)
        if step is not None:
            faces.append(Face(str(thing.number), step.word, nation=nation, symbol=step.symbol))
    return _section(TYPES, title, faces, size, [])


def step_of(thing: Thing, steps: Sequence[Step]) -> Step | None:
    """The type of most of a thing's units; None for a dummy or unknown types."""
    shown = [step for unit in thing.units for step in steps if unit.symbol in step.of]
    return max(shown, key=shown.count) if shown else None


def roll_nation(roll: Roll) -> str:
    """The nation of a side's markers: the side's own, or the nation of its first unit."""
    return roll.nation or next((unit.nation for unit in roll.units if unit.nation), "")


def _section(kind: str, title: str, faces: Sequence[Face], size: int, meanings: Sequence[Meaning]) -> Section:
    def plan(sheet: Sheet) -> Planned:
        return Planned(marker_pages(sheet, kind, Printable()(title), faces, size, meanings))

    return Section(kind, title, digest_of(kind, title, faces, meanings, size), plan, single=True, apart=True)


KEY_KIND: Final = "Key to the hidden markers"
COLUMNS: Final = (("Number", 0.0), ("Stands for", 22.0), ("Where", 83.0), ("Placed", 140.0), ("Shown in turn", 166.0))
"""Heads of the columns and their distance from the left edge in millimetres."""

NAME, DETAIL = 59.0, 55.0
"""Widths in millimetres of names and of their groups."""

PITCHES: Final = ((6.0, 1.6), (5.2, 1.2))
"""Millimetres of a row and of the gap after a block of rows: the usual ones, and those used if they save a page."""
BLOCK: Final = 5
"""Rows in a block."""


class Row(NamedTuple):
    """A row of the key: what its number represents, and the words for it."""

    thing: Thing
    name: Fitted
    where: Fitted


def hidden_key(things: Sequence[Thing], title: str, nation: str) -> Section:
    """The key to the hidden markers; a name that does not fit is reported and cut."""

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        fits = Fits(sheet_of(KEY_KIND, printable(title)))
        top, foot = room(sheet, scaled=False)
        steps = [int((foot - top - 6.0 + gap) // (high * BLOCK + gap)) * BLOCK for high, gap in PITCHES]
        step, pitch = min(zip(steps, PITCHES, strict=True), key=lambda each: -(-len(things) // each[0]))
        rows = [
            Row(
                thing,
                fits.box(printable(thing.name), "semi", 8.6, NAME, pitch[0] - 0.6, f"number {thing.number}"),
                fits.box(printable(thing.detail), "text", 8.6, DETAIL, pitch[0] - 0.6, f"number {thing.number}"),
            )
            for thing in things
        ]
        pages = [
            Page(partial(_page, printable(title), nation, rows[start : start + step], pitch), "" if start else KEY_KIND)
            for start in range(0, len(rows), step)
        ]
        return Planned(pages, tuple(fits.troubles))

    return Section(KEY_KIND, title, digest_of(title, things), plan, apart=True)


def _page(title: str, nation: str, rows: Sequence[Row], pitch: tuple[float, float], sheet: Sheet, folio: Folio) -> None:
    stripe(sheet, nation, sheet.top)
    wide = sheet.text(sheet.left, sheet.top + 9.0, KEY_KIND, "disp", 18) + 4.0
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
    high, gap = pitch
    for place, row in enumerate(rows, start=1):
        _row(sheet, y, row, high)
        y += high + (gap if place % BLOCK == 0 else 0.0)


def _row(sheet: Sheet, y: float, row: Row, high: float) -> None:
    thing = row.thing
    left, base, middle = sheet.left, y + high * 0.7, y + high * 0.5
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
