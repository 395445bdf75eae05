"""A unit line of the Easy Napoleonics roster: where its columns stand, how high it is, how it is drawn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.fitting import Fitted, fit
from armies.paper.sheet import FAINT, FIELD, FINE, RULE, SOFT, Sheet
from armies.sheets.model import EasyLine
from armies.sheets.roster_style import RosterStyle
from armies.sheets.rows_mini_nap import MARK_SIZE, set_notes, struck_name

NAME: Final = 7.2


class Columns(NamedTuple):
    """Where things stand on a line, in mm from the left of the field; ``levels`` are the middles of their boxes."""

    kind: float
    grade: float
    needed: float
    stands: float
    cost: float
    worth: float
    levels: tuple[float, ...]
    notes: float
    style: RosterStyle


NO_NOTES: Final = 20.0
NO_POINTS: Final = 18.0
"""Millimetres that the name has more without notes, and without cost and victory points."""


def columns(style: RosterStyle) -> Columns:
    """Columns for the parts of a line that are shown."""
    right = 0.0 if style.notes else NO_NOTES
    left = right + (0.0 if style.points else NO_POINTS)
    levels = tuple(at + right for at in (146.6, 152.8, 159.0, 165.8))
    return Columns(
        64.0 + left, 91.0 + left, 112.0 + left, 121.4 + left, 133.0 + right, 141.0 + right, levels, 171.0, style
    )


class Row(NamedTuple):
    """A unit line, fitted into its columns."""

    unit: EasyLine
    name: Fitted
    kind: Fitted
    notes: Fitted | None

    def height(self, least: float) -> float:
        lines = max(self.name.height, self.notes.height if self.notes else 0.0)
        return max(least, lines + 0.9)


def row(unit: EasyLine, at: Columns) -> Row:
    """``unit`` fitted into ``at``."""
    return Row(
        unit,
        fit(unit.name, "semi", 9.4, at.kind - NAME - 4.4),
        fit(unit.kind, "text", 8.6, at.grade - at.kind - 1.4),
        set_notes(unit.notes, round(FIELD - at.notes, 2)) if unit.notes and at.style.notes else None,
    )


def draw_row(sheet: Sheet, at: Columns, line: Row, y: float, high: float, last: bool) -> None:
    """Draw one unit line between ``y`` and ``y + high``."""
    unit, left, middle = line.unit, sheet.left, y + high / 2
    base = middle + 1.15
    marks.symbol(sheet, unit.symbol, left, middle - 1.8, 5.4)
    sheet.centred(left + NAME, middle, line.name)
    if unit.gone:
        struck_name(sheet, left + NAME, middle, line.name)
    sheet.text(left + at.kind - 2.0, base, unit.basis, "ital", 6.8, "r", SOFT)
    sheet.centred(left + at.kind, middle, line.kind)
    sheet.text(left + at.grade, base, unit.grade)
    sheet.text(left + at.needed, base, unit.needed, "bold", 10, "c")
    sheet.text(left + at.stands, base, str(unit.stands), align="c")
    if at.style.points:
        _worth(sheet, at, unit, base)
    _levels(sheet, at, middle - marks.BOX / 2, unit.struck)
    if line.notes:
        sheet.centred(left + at.notes, middle, line.notes)
    if not last:
        sheet.rule(left + NAME, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def _worth(sheet: Sheet, at: Columns, unit: EasyLine, base: float) -> None:
    left = sheet.left
    sheet.text(left + at.cost, base, str(unit.cost), align="r")
    sheet.text(left + at.cost + 0.15, base, unit.cost_mark, size=MARK_SIZE)
    sheet.text(left + at.worth, base, str(unit.victory_points), align="r")
    sheet.text(left + at.worth + 0.15, base, unit.worth_mark, size=MARK_SIZE)


def _levels(sheet: Sheet, at: Columns, top: float, struck: int) -> None:
    """A box for each level of morale, the last of them grey; those that it has fallen from are struck."""
    corners = [(sheet.left + x - marks.BOX / 2, top) for x in at.levels]
    sheet.rects(corners[:-1], marks.BOX, marks.BOX)
    sheet.rects(corners[-1:], marks.BOX, marks.BOX, fill=0.9)
    for x, y in corners[:struck]:
        marks.strike(sheet, x, y)


def column_heads(sheet: Sheet, at: Columns, levels: Sequence[str], y: float) -> None:
    """Repeated on every page, under its head."""
    left, base, below = sheet.left, y + 3.8, y + 6.8
    sheet.rule(left, y, sheet.right, RULE)
    sheet.text(left + NAME, base, "Unit", "semi", 7.6)
    if at.style.basis:
        sheet.text(left + NAME, below, "s r d: where its figure is from", "ital", 7.2, grey=SOFT)
    sheet.text(left + at.kind, base, "Kind", "semi", 7.6)
    sheet.text(left + at.grade, base, "Grade", "semi", 7.6)
    for x, words in ((at.needed, "Needs"), (at.stands, "Stands")):
        sheet.text(left + x, base, words, "semi", 7.6, "c")
    for x, words in ((at.cost, "Cost"), (at.worth, "VP")) if at.style.points else ():
        sheet.text(left + x, base, words, "semi", 7.6, "r")
    sheet.text(left + (at.levels[0] + at.levels[-1]) / 2, base, "Morale", "semi", 7.6, "c")
    for x, words in zip(at.levels, levels, strict=True):
        sheet.text(left + x, below, words, "ital", 6.5, "c", SOFT)
    if at.style.notes:
        sheet.text(left + at.notes, base, "Notes", "semi", 7.6)
