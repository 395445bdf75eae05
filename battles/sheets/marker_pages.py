"""Markers to cut apart: squares that share their cut lines, and a list of their meanings."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from armies.paper.marks import bars, symbol, weave
from armies.paper.page import Folio, Page
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, Sheet
from armies.paper.text_fit import Fitted, fit_box, wrap
from armies.paper.typefaces import MM, usable_face
from battles.engine.armies.nations import nations
from battles.sheets.page_head import check, head, on_one_line, room

SIZES: Final = (30, 20, 25, 40)
"""Side lengths of a marker in millimetres, the default first."""
DESIGNED: Final = 30.0
"""Side length in millimetres for which the measures of a face are given."""
RUN: Final = 3.0
"""Millimetres that cut lines extend beyond the block."""
WIDEST: Final = 182.0
"""Millimetres of a row of markers."""
COLOURS: Final[dict[str, tuple[float, float, float]]] = {
    "blue": (0.14, 0.26, 0.56),
    "yellow": (0.97, 0.80, 0.13),
    "orange": (0.93, 0.47, 0.10),
    "red": (0.72, 0.11, 0.13),
    "grey": (0.35, 0.35, 0.35),
}
MEANING: Final = 7.8
"""Type size of the list of meanings, in points."""
MEANING_LEAD: Final = 3.3
MEANING_GAP: Final = 1.2
"""Millimetres between lines of a meaning, and between meanings."""


class Face(NamedTuple):
    """The face of a marker: patterned bars of a colour, large letters, words below.

    ``white`` bars are outlines. ``rows`` is the number of bars above and below. ``nation``: the bars have the nation's
    colour instead. ``symbol`` is drawn below the letters.
    """

    big: str
    word: str = ""
    what: str = ""
    colour: str = "grey"
    weave: str = "solid"
    rows: int = 1
    nation: str = ""
    symbol: str = ""


class Meaning(NamedTuple):
    """An entry of the list of meanings; it starts with the marker's large letters."""

    big: str
    word: str
    text: str
    rule: str


def marker_pages(
    sheet: Sheet,
    what: str,
    whose: str,
    faces: Sequence[Face],
    size: float,
    meanings: Sequence[Meaning] = (),
    back: Face | None = None,
) -> list[Page]:
    """Pages of markers in order, then their meanings: below the last marker if there is room, else on a page.

    With ``back``, every page is followed by a page for its reverse side: a full block of that face, so that it fits
    whichever way the paper is turned.
    """
    across = int(WIDEST // size)
    top, foot = room(sheet, scaled=True)
    step = across * int((foot - top - 2 * RUN) // size)
    pages = []
    for start in range(0, len(faces), step):
        here = tuple(faces[start : start + step])
        pages.append(Page(partial(_page, what, whose, here, size), "" if start else what))
        if back is not None:
            backs = (back,) * (ceil(len(here) / across) * across)
            pages.append(Page(partial(_page, f"{what}: backs", whose, backs, size, cut=False)))
    if not meanings:
        return pages
    rows = _rows(meanings)
    below = top + ceil((len(faces) % step or step) / across) * size + 3 * RUN
    high = (sum(len(lines) for _, lines in rows) + 1) * MEANING_LEAD + len(rows) * MEANING_GAP
    if pages and back is None and below + high <= foot:
        return [*pages[:-1], pages[-1]._replace(draw=_both(pages[-1].draw, partial(_meanings, rows, below)))]
    return [*pages, Page(partial(_meaning_page, what, whose, rows), "Meanings")]


def _both(first: Callable[[Sheet, Folio], None], second: Callable[[Sheet], None]) -> Callable[[Sheet, Folio], None]:
    def draw(sheet: Sheet, folio: Folio) -> None:
        first(sheet, folio)
        second(sheet)

    return draw


def _page(
    what: str, whose: str, faces: Sequence[Face], size: float, sheet: Sheet, folio: Folio, *, cut: bool = True
) -> None:
    head(sheet, what, whose)
    sheet.headings = False
    across = int(WIDEST // size)
    x0, y0 = sheet.left + (sheet.right - sheet.left - across * size) / 2, sheet.top + 14.4 + RUN
    down = ceil(len(faces) / across)
    if cut:
        cut_lines(sheet, x0, y0, size, min(across, len(faces)), down)
    for place, face in enumerate(faces):
        draw_face(sheet, x0 + place % across * size, y0 + place // across * size, size, face)
    check(sheet)


def cut_lines(sheet: Sheet, x: float, y: float, size: float, across: int, down: int) -> None:
    """Draw the lines between markers; they extend beyond the block."""
    wide, high = across * size, down * size
    for place in range(across + 1):
        sheet.line(x + place * size, y - RUN, x + place * size, y + high + RUN, FINE, FAINT)
    for place in range(down + 1):
        sheet.line(x - RUN, y + place * size, x + wide + RUN, y + place * size, FINE, FAINT)


def draw_face(sheet: Sheet, x: float, y: float, size: float, face: Face) -> None:
    """Draw a marker with its top left corner at a place."""
    unit = size / DESIGNED
    high = 2.2 * unit / face.rows
    for row in range(face.rows):
        for top in (y + 1.8 * unit + row * high, y + size - 1.8 * unit - (face.rows - row) * high):
            _bars(sheet, face, x + 2.0 * unit, x + size - 2.0 * unit, top, high * (0.72 if face.rows > 1 else 1.0))
    middle, measure = x + size / 2, size - 3.0 * unit
    low = y + size - 4.6 * unit
    big = on_one_line(face.big, "disp", 30 * unit, measure)
    words = _fitted(face.word, "semi", 8.4 * max(unit, 0.8), measure, size * 0.2)
    text = _fitted(face.what, "text", 6.5 * max(unit, 1.0), measure, size * 0.26) if face.what and unit > 0.8 else None
    below = sum(part.height for part in (words, text) if part) + (7.6 * unit if face.symbol else 0.0)
    cap = big.size / MM * 0.7
    base = y + 4.6 * unit + (low - y - 4.6 * unit - below - cap) / 2 + cap
    sheet.fitted(middle, base, big, "c")
    at = base + 1.0 * unit
    if face.symbol:
        symbol(sheet, face.symbol, middle - 3.9 * unit, at + 1.0 * unit, 7.8 * unit)
        at += 7.6 * unit
    for part, grey in ((words, 0.0), (text, SOFT)):
        if part:
            sheet.fitted(middle, at + part.lead * 0.86, part, "c", grey)
            at += part.height


def _fitted(words: str, face: str, size: float, measure: float, high: float) -> Fitted | None:
    return fit_box(words, face, size, measure, high) if words else None  # type: ignore[arg-type]


def _bars(sheet: Sheet, face: Face, x: float, right: float, y: float, high: float) -> None:
    """Draw a coloured bar of a marker; white bars are outlined."""
    woven = bars(weave(face.nation) if face.nation else face.weave, x, right, high)
    if face.colour == "white" and not face.nation:
        for left, top, wide, tall in woven:
            sheet.rects([(left, y + top)], wide, tall, weight=RULE)
        return
    red, green, blue = _colour(face)
    sheet.put(f"q {red:.3f} {green:.3f} {blue:.3f} rg")
    for left, top, wide, tall in woven:
        sheet.put(f"{sheet.point(left, y + top + tall)} {wide * MM:.2f} {tall * MM:.2f} re")
    sheet.put("f Q")


def _colour(face: Face) -> tuple[float, float, float]:
    nation = nations().get(face.nation)
    if nation is None:
        return COLOURS.get(face.colour, COLOURS["grey"])
    red, green, blue = (int(nation.colour.lstrip("#")[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


Rows = list[tuple[Meaning, tuple[str, ...]]]


def _rows(meanings: Sequence[Meaning]) -> Rows:
    return [(each, wrap(each.text, "text", MEANING, 126.0)) for each in meanings]


def _meaning_page(what: str, whose: str, rows: Rows, sheet: Sheet, folio: Folio) -> None:
    head(sheet, what, whose)
    _meanings(rows, sheet.top + 14.4, sheet)


def _meanings(rows: Rows, y: float, sheet: Sheet) -> None:
    sheet.rule(sheet.left, y, sheet.right, RULE)
    y += MEANING_LEAD + 0.4
    for meaning, lines in rows:
        sheet.text(sheet.left, y, meaning.big, usable_face("disp", meaning.big), MEANING + 1.0)
        sheet.text(sheet.left + 9.0, y, meaning.word, "semi", MEANING)
        sheet.text(sheet.right, y, meaning.rule, "text", 6.5, "r", SOFT)
        for line in lines:
            sheet.text(sheet.left + 38.0, y, line, "text", MEANING)
            y += MEANING_LEAD
        sheet.rule(sheet.left, y - MEANING_LEAD * 0.6, sheet.right, FINE, FAINT)
        y += MEANING_GAP
