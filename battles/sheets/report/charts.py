"""The charts of a report: strength by turn, losses by brigade; on paper as PDF operators."""

from typing import Final

from armies.paper.sheet import FAINT, FINE, INK, RULE, SOFT, TINT, Sheet
from armies.paper.text_fit import NARROWEST
from armies.paper.typefaces import MM, Printable, usable_face, width
from battles.drawing.report_charts import SIZE, Bar, Chart, Dot, Stroke, Word, losses_chart, strength_chart
from battles.sheets.report.content import Report

DASHES: Final[tuple[tuple[float, float] | None, ...]] = (None, (4.0, 2.0), (1.0, 1.6), (6.0, 1.6))
"""The line of each side, in points on and off."""
ALIGN: Final = {"start": "l", "middle": "c", "end": "r"}
WEIGHT: Final = 1.3


def charts_of(report: Report) -> tuple[Chart, tuple[Chart, ...]]:
    """Strength by turn, and the losses of each side by brigade."""
    strength = strength_chart(report.measure, [side.name for side in report.sides], report.strength_rows())
    most = max((group.before for side in report.sides for group in side.groups), default=0)
    return strength, tuple(
        losses_chart(report.measure, number, [(group.place, group.before, group.after) for group in side.groups], most)
        for number, side in enumerate(report.sides)
    )


def draw_chart(sheet: Sheet, chart: Chart, x: float, y: float, scale: float, printable: Printable, most: float) -> None:
    """Draw a chart with its top left corner at a place; ``scale`` is millimetres for a unit.

    Marks below the height ``most`` in units are left out.
    """
    for mark in chart.marks:
        if not isinstance(mark, Stroke) and mark.y > most:
            continue
        if isinstance(mark, Stroke):
            _stroke(sheet, mark, x, y, scale)
        elif isinstance(mark, Dot):
            half = 0.75
            corner = (x + mark.x * scale - half, y + mark.y * scale - half)
            sheet.rects([corner], 2 * half, 2 * half, weight=RULE, fill=INK if mark.side % 2 == 0 else 1.0)
        elif isinstance(mark, Bar):
            at = [(x + mark.x * scale, y + mark.y * scale)]
            sheet.rects(at, mark.wide * scale, mark.high * scale, weight=RULE)
            if mark.left > 0:
                sheet.rects(at, mark.left * scale, mark.high * scale, weight=RULE, fill=_fill(mark.side))
        else:
            _word(sheet, mark, x, y, scale, printable)


def _fill(side: int) -> float:
    """The grey of a side's bars."""
    return SOFT if side % 2 == 0 else TINT


def _stroke(sheet: Sheet, mark: Stroke, x: float, y: float, scale: float) -> None:
    own = mark.side >= 0
    dash = DASHES[mark.side % len(DASHES)] if own else None
    for (left, top), (right, foot) in zip(mark.points, mark.points[1:], strict=False):
        sheet.line(
            x + left * scale,
            y + top * scale,
            x + right * scale,
            y + foot * scale,
            WEIGHT if own else FINE,
            INK if own else FAINT,
            dash,
        )


def _word(sheet: Sheet, mark: Word, x: float, y: float, scale: float, printable: Printable) -> None:
    text = printable(mark.text)
    face = usable_face("semi" if mark.side >= 0 else "text", text)
    size = SIZE * scale * MM * 0.8
    room = chart_room(mark)
    wide = width(text, face, size) or 1.0
    squeeze = max(NARROWEST, min(1.0, room * scale / wide))
    sheet.text(x + mark.x * scale, y + mark.y * scale, text, face, size, ALIGN[mark.align], squeeze=squeeze)  # type: ignore[arg-type]


def chart_room(mark: Word) -> float:
    """Units that a word may take."""
    return 80.0 if mark.align == "start" else 40.0
