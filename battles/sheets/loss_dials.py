"""Loss dials (a disc under another disc with a window), and loss strips with boxes to cross off."""

from collections.abc import Sequence
from functools import partial
from math import cos, radians, sin
from typing import Final

from armies.paper.marks import circle, symbol
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, TINT, Sheet
from armies.paper.text_fit import SMALLEST, Fits, Fitted
from armies.paper.typefaces import MM, Printable, width
from battles.engine.sheets.kit_list import Tally
from battles.engine.sheets.muster_roll import Roll, RollUnit, Track
from battles.sheets.form_page import check, head, on_one_line, room, sheet_of

GAP: Final = 1.6
"""Millimetres between discs."""
MOST_FACES: Final = 12
"""Most faces of a dial; a unit with more losses uses numbered markers or a strip."""
WIDE, HIGH = 60.0, 11.0
ACROSS: Final = 3
"""Size of a strip in millimetres, and number of strips side by side."""
BOX: Final = 3.6
BETWEEN: Final = 0.7
NAME: Final = 4.6
"""Millimetres: size of a box, space between boxes, height of the name line."""
MEASURE: Final = WIDE - 9.0
"""Millimetres for the name."""
FACE: Final = 6.5
"""Type size of the word in a box, in points."""


def loss_dials(tally: Tally, title: str, faces: Sequence[str], count: int, size: float) -> Section:
    """A section of ``count`` dials of diameter ``size`` in mm; the first face is no loss, then those of ``faces``."""
    shown = (tally.start, *faces)[:MOST_FACES]

    def plan(sheet: Sheet) -> Planned:
        name = Printable()(title)
        top, foot = room(sheet, scaled=True)
        across = int((sheet.right - sheet.left + GAP) // (2 * (size + GAP)))
        down = int((foot - top + GAP) // (size + GAP))
        step = across * down
        pages = [
            Page(partial(_dials, tally, name, shown, min(step, count - at), across, size), "" if at else tally.title)
            for at in range(0, count, step)
        ]
        return Planned(pages)

    kind = f"{tally.title}: dials"
    return Section(kind, title, digest_of(kind, title, shown, count, size), plan, single=True)


def _dials(
    tally: Tally, title: str, faces: Sequence[str], count: int, across: int, size: float, sheet: Sheet, folio: Folio
) -> None:
    note = "Cut out both discs and the window. Pin the second disc on the first through the middle, and turn it."
    head(sheet, tally.title, title, note)
    top = room(sheet, scaled=True)[0]
    for place in range(count):
        x = sheet.left + place % across * 2 * (size + GAP)
        y = top + place // across * (size + GAP)
        _dial(sheet, x + size / 2, y + size / 2, size / 2, faces)
        _cover(sheet, x + size * 1.5 + GAP, y + size / 2, size / 2, len(faces))
    check(sheet)


def _dial(sheet: Sheet, x: float, y: float, far: float, faces: Sequence[str]) -> None:
    circle(sheet, x, y, far, FINE, FAINT)
    _cross(sheet, x, y)
    room_of = min(far * 0.52, 2 * 3.1416 * far * 0.68 / len(faces) * 0.86)
    for place, face in enumerate(faces):
        turn = radians(360 * place / len(faces) - 90)
        words = on_one_line(face, "semi", far * 0.62, room_of)
        middle = y + far * 0.68 * sin(turn) + words.size / MM * 0.34
        sheet.fitted(x + far * 0.68 * cos(turn), middle, words, "c")


def _cover(sheet: Sheet, x: float, y: float, far: float, count: int) -> None:
    """Draw the upper disc with its window at the top, as wide as a face of the dial."""
    circle(sheet, x, y, far, FINE, FAINT)
    _cross(sheet, x, y)
    half = min(far * 0.3, 3.1416 * far * 0.68 / count * 0.92)
    sheet.rects([(x - half, y - far * 0.88)], 2 * half, far * 0.4, weight=RULE, fill=TINT)
    sheet.text(x, y + far * 0.5, "window: cut out", "ital", SMALLEST, "c", SOFT)


def _cross(sheet: Sheet, x: float, y: float) -> None:
    sheet.line(x - 1.2, y, x + 1.2, y, FINE)
    sheet.line(x, y - 1.2, x, y + 1.2, FINE)


# strips ------------------------------------------------------------------------------------------


def loss_strips(tally: Tally, title: str, roll: Roll) -> Section:
    """A strip for every unit, with its name and a box for every loss; losses so far are crossed off."""
    units = [unit for unit in roll.units if unit.track and not unit.gone]

    def plan(sheet: Sheet) -> Planned:
        printable = Printable()
        name = printable(title)
        fits = Fits(sheet_of(tally.title, name))
        rows = [(unit, fits.box(printable(unit.name), "semi", 8.0, MEASURE, NAME)) for unit in units]
        top, foot = room(sheet, scaled=True)
        step = int((foot - top - 6.0) // HIGH) * ACROSS
        pages = [
            Page(partial(_strips, tally, name, rows[at : at + step]), "" if at else tally.title)
            for at in range(0, len(rows), step)
        ]
        return Planned(pages, tuple(fits.troubles))

    kind = f"{tally.title}: strips"
    return Section(kind, title, digest_of(kind, title, units), plan, single=True)


def _strips(tally: Tally, title: str, rows: Sequence[tuple[RollUnit, Fitted]], sheet: Sheet, folio: Folio) -> None:
    head(sheet, tally.title, title, "Cut apart and put each strip behind its unit. Cross off a box for each loss.")
    x0 = sheet.left + (sheet.right - sheet.left - ACROSS * WIDE) / 2
    y0 = room(sheet, scaled=True)[0] + 3.0
    down = -(-len(rows) // ACROSS)
    for place in range(min(ACROSS, len(rows)) + 1):
        sheet.line(x0 + place * WIDE, y0 - 2, x0 + place * WIDE, y0 + down * HIGH + 2, FINE, FAINT)
    for place in range(down + 1):
        sheet.line(x0 - 2, y0 + place * HIGH, x0 + ACROSS * WIDE + 2, y0 + place * HIGH, FINE, FAINT)
    for place, (unit, name) in enumerate(rows):
        _strip(sheet, x0 + place % ACROSS * WIDE, y0 + place // ACROSS * HIGH, unit, name)
    check(sheet)


def _strip(sheet: Sheet, x: float, y: float, unit: RollUnit, name: Fitted) -> None:
    symbol(sheet, unit.symbol, x + 1.2, y + 1.4, 5.4)
    sheet.centred(x + 7.8, y + 3.2, name)
    if unit.track is not None:
        _boxes(sheet, x + 1.2, y + HIGH - BOX - 1.2, unit.track)


def _boxes(sheet: Sheet, x: float, y: float, track: Track) -> None:
    """Draw the boxes of a unit, as wide as their words; if they do not fit, a line to write the number on."""
    wide = [max(BOX, width(face, "text", FACE) + 1.2) for face in track.boxes]
    if sum(wide) + (len(wide) - 1) * BETWEEN > WIDE - 2.4:
        sheet.rule(x, y + BOX - 0.4, x + 10.0, FINE)
        sheet.text(x + 11.2, y + BOX - 0.6, f"of {len(wide):,}, {track.struck:,} so far", "text", 7.2)
        return
    for place, (face, across) in enumerate(zip(track.boxes, wide, strict=True)):
        sheet.rects([(x, y)], across, BOX, weight=RULE, fill=TINT if place == track.last else 1.0)
        if face:
            sheet.text(x + across / 2, y + BOX / 2 + 0.8, face, "text", FACE, "c")
        if place < track.struck:
            sheet.line(x, y, x + across, y + BOX, RULE)
            sheet.line(x, y + BOX, x + across, y, RULE)
        x += across + BETWEEN
