"""A unit line of the Mini-Nap roster: where its columns stand, how high it is, how it is drawn."""

from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import width
from armies.paper.fitting import Fitted, fit, no_more, wrap
from armies.paper.sheet import FAINT, FIELD, FINE, SOFT, Sheet
from armies.sheets.model import MiniUnit
from armies.sheets.roster_style import USUAL_STYLE, RosterStyle

NAME: Final = 7.2
BOX_ROW: Final = 4.2
MARK_SIZE: Final = 6.5
"""Points of the mark behind a number."""
MOST_BOXES: Final = 60
"""A unit of more strength points has a line to write on."""


class Columns(NamedTuple):
    """Where things stand on a unit line, in mm from the left of the field; the boxes decide the rest.

    ``lost`` is where the loss boxes of a brigade begin.
    """

    per_row: int
    kind: float
    rating: float
    needed: float
    points: float
    boxes: float
    lost: float
    cells: tuple[float, float, float]
    notes: float
    style: RosterStyle


NO_POINTS: Final = 5.4
"""Millimetres by which what stands before the strength points does so without them."""
NO_NOTES: Final = 19.0
"""Millimetres by which all but the name stands further right without notes."""


def columns(most: int, style: RosterStyle = USUAL_STYLE) -> Columns:
    """Columns for units of up to ``most`` strength points; more than ten boxes make a second row."""
    per_row = max(6, min(10, most))
    shift = 0.0 if style.notes else NO_NOTES
    end = 139.4 + shift
    start = end - marks.boxes_width(per_row)
    number = 0.0 if style.points else NO_POINTS
    return Columns(
        per_row=per_row,
        kind=start - 55.0 + number,
        rating=start - 29.6 + number,
        needed=start - 10.4 + number,
        points=start - 2.0,
        boxes=start,
        lost=start - shift,
        cells=(145.4 + shift, 154.2 + shift, 163.0 + shift),
        notes=168.0,
        style=style,
    )


class Row(NamedTuple):
    """A unit line fitted into its columns."""

    unit: MiniUnit
    name: Fitted
    kind: Fitted
    notes: Fitted | None
    box_rows: int

    def height(self, least: float) -> float:
        """Millimetres it takes, ``least`` for a line of one row."""
        lines = max(len(self.name.lines) * self.name.lead, len(self.kind.lines) * self.kind.lead)
        if self.notes:
            lines = max(lines, self.notes.height)
        return max(least, lines + 0.9, self.box_rows * BOX_ROW + 0.6)


def row(unit: MiniUnit, at: Columns) -> Row:
    """``unit`` fitted into ``at``."""
    boxes = -(-unit.points // at.per_row) if 0 < unit.points <= MOST_BOXES else 1
    notes = set_notes(unit.notes, round(FIELD - at.notes, 2)) if unit.notes and at.style.notes else None
    return Row(
        unit,
        fit(unit.name, "semi", 9.4, round(at.kind - NAME - 4.4, 2)),
        fit(unit.kind, "text", 8.6, round(at.rating - at.kind - 1.4, 2)),
        notes,
        boxes,
    )


def set_notes(words: str, measure: float) -> Fitted:
    """Notes on one line, or else wrapped at once: they are read more easily small and whole than condensed."""
    on_one_line = fit(words, "text", 7.4, measure)
    if len(on_one_line.lines) == 1 and on_one_line.squeeze == 1.0:
        return on_one_line
    return Fitted(no_more(wrap(words, "text", 6.8, measure)), "text", 6.8, 1.0)


def draw(sheet: Sheet, at: Columns, line: Row, y: float, high: float, last: bool) -> None:
    """Draw one unit line between ``y`` and ``y + high``."""
    unit = line.unit
    left = sheet.left
    middle = y + high / 2
    base = middle + 1.15
    marks.symbol(sheet, unit.symbol, left, middle - 1.8, 5.4)
    sheet.centred(left + NAME, middle, line.name)
    sheet.text(left + at.kind - 2.0, base, unit.basis, "ital", 6.8, "r", SOFT)
    sheet.centred(left + at.kind, middle, line.kind)
    sheet.text(left + at.rating, base, unit.rating)
    sheet.text(left + at.needed, base, unit.needed, "bold", 10, "c")
    if unit.gone:
        struck_name(sheet, left + NAME, middle, line.name)
    if at.style.points:
        sheet.text(left + at.points, base, f"{unit.points:,}" if unit.points else "?", align="r")
        sheet.text(left + at.points + 0.15, base, unit.points_mark, size=MARK_SIZE)
    _boxes(sheet, at, line, middle)
    for x, words in zip(at.cells, unit.cells, strict=True):
        sheet.text(left + x, base, words, "ital" if unit.guns else "text", 8.6, "c")
    if line.notes:
        sheet.centred(left + at.notes, middle, line.notes)
    if not last:
        sheet.rule(left + NAME, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def struck_name(sheet: Sheet, x: float, middle: float, name: Fitted) -> None:
    """A line through a name that was set about the height ``middle``."""
    first = middle - (len(name.lines) - 1) * name.lead / 2
    for index, words in enumerate(name.lines):
        long = width(words, name.face, name.size) * name.squeeze
        sheet.rule(x, first + index * name.lead, x + long, 0.9)


def _boxes(sheet: Sheet, at: Columns, line: Row, middle: float) -> None:
    points = line.unit.points
    x = sheet.left + at.boxes
    if not 0 < points <= MOST_BOXES:
        sheet.rule(x, middle + marks.BOX / 2, x + 24.0)
        left = points - line.unit.struck
        sheet.text(x + 1.0, middle + marks.BOX / 2 - 0.5, f"{left:,} left" if line.unit.struck else "", "semi", 8)
        return
    top = middle - (line.box_rows - 1) * BOX_ROW / 2 - marks.BOX / 2
    for index in range(line.box_rows):
        first = index * at.per_row
        here = min(at.per_row, points - first)
        marks.boxes(
            sheet, x, top + index * BOX_ROW, here, shade=line.unit.shade, first=first + 1, struck=line.unit.struck
        )
