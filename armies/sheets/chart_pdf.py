"""Pictures as pages of a PDF: the same pictures give the same bytes."""

from collections.abc import Sequence
from functools import partial

from armies.paper import marks
from armies.paper.faces import MM
from armies.paper.pages import Folio, Page
from armies.paper.section import Planned
from armies.paper.sheet import Format, Sheet
from armies.sheets.chart_picture import Code, Frame, Mark, Path, Picture, Sign, Stripe, Text
from armies.sheets.chart_weave import EDGE, Bar, bars, colour, pale


def picture_pages(pictures: Sequence[Picture]) -> Planned:
    """A page for each picture, of its size; it holds its own footer."""
    pages = [
        Page(partial(_draw, picture), picture.outline, format=Format(picture.wide, picture.high), footer=False)
        for picture in pictures
    ]
    return Planned(pages)


def _draw(picture: Picture, sheet: Sheet, folio: Folio) -> None:
    for mark in picture.marks:
        draw_mark(sheet, mark)


def draw_mark(sheet: Sheet, mark: Mark) -> None:
    """One mark of a picture."""
    if isinstance(mark, Text):
        sheet.text(mark.x, mark.y, mark.words, mark.face, mark.size, mark.align, mark.grey, squeeze=mark.squeeze)
    elif isinstance(mark, Path):
        _path(sheet, mark)
    elif isinstance(mark, Frame):
        _frame(sheet, mark)
    elif isinstance(mark, Sign):
        marks.symbol(sheet, mark.name, mark.x, mark.y, mark.wide)
    elif isinstance(mark, Stripe):
        _stripe(sheet, mark)
    elif isinstance(mark, Code):
        marks.qr_code(sheet, mark.address, mark.right, mark.y, mark.wide)


def _path(sheet: Sheet, path: Path) -> None:
    sheet.pen(path.weight, path.grey)
    first, *others = (sheet.point(x, y) for x, y in path.points)
    sheet.put(f"{first} m {' '.join(f'{point} l' for point in others)} S")


def _frame(sheet: Sheet, frame: Frame) -> None:
    sheet.ink(1.0)
    sheet.pen(frame.weight, 0.0, (2.0, 1.5) if frame.dashed else None)
    sheet.put(f"{sheet.point(frame.x, frame.y + frame.high)} {frame.wide * MM:.2f} {frame.high * MM:.2f} re B")


def _stripe(sheet: Sheet, stripe: Stripe) -> None:
    red, green, blue = (int(colour(stripe.nation)[at : at + 2], 16) / 255 for at in (1, 3, 5))
    paths = " ".join(_bar(sheet, bar) for bar in bars(stripe))
    paint = f"[] 0 d {EDGE} w 0.3 G {paths} B" if pale(stripe.nation) else f"{paths} f"
    sheet.put(f"q {red:.3f} {green:.3f} {blue:.3f} rg {paint} Q")


def _bar(sheet: Sheet, bar: Bar) -> str:
    x, y, wide, high = bar
    return f"{sheet.point(x, y + high)} {wide * MM:.2f} {high * MM:.2f} re"
