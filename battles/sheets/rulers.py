"""Rulers to cut out, to true scale: strips with a joint where the paper is too short, and arcs about a round stand."""

from collections.abc import Sequence
from functools import partial
from math import asin, cos, degrees, radians, sin
from typing import Final, NamedTuple

from armies.paper.faces import Printable, width
from armies.paper.fitting import Fitted
from armies.paper.pages import Folio, Page
from armies.paper.reporting import Fits
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, THICK, TINT, Sheet
from battles.engine.kit import Ruler
from battles.sheets.heads import check, head, room
from battles.sheets.ruler_strips import Strip, strips

KIND: Final = "Rulers"
TENTH: Final = 0.1
"""Millimetres of a tenth of one."""
HIGH: Final = 22.0
"""Millimetres of a strip; between two of them is a gap for the scissors."""
GAP: Final = 5.0
TAB: Final = 7.0
"""Millimetres of the tab that the next strip is glued on."""
TITLE: Final = 4.2
EDGE: Final = 5.6
"""Millimetres of the scale along the lower edge."""
FIGURE: Final = 7.0


def rulers(found: Sequence[Ruler], title: str, *, arcs: bool = True) -> Section:
    """Every ruler of a system in strips, then those that can be had as arcs."""

    def plan(sheet: Sheet) -> Planned:
        form = sheet.format.turned()
        name = Printable()(title)
        fits = Fits(KIND)
        pieces = [_piece(strip, fits) for ruler in found for strip in strips(ruler)]
        side, end = sheet.format.end, sheet.format.side
        high = form.high - 2 * end
        top, foot = room(sheet, scaled=True)
        per = int((high - (top - sheet.top) - (sheet.bottom - foot) + GAP) // (HIGH + GAP))
        pages = [
            Page(partial(_strips, name, pieces[at : at + per]), "" if at else KIND, format=form)
            for at in range(0, len(pieces), per)
        ]
        wide = form.wide - 2 * side
        round_ones = [one for one in found if arcs and one.stand and _outer(one) <= wide]
        pages += [
            Page(partial(_arc, name, one, _arc_words(one, fits)), f"{one.title}: arcs", format=form)
            for one in round_ones
        ]
        return Planned(pages, tuple(fits.troubles))

    return Section(KIND, title, digest_of(title, found, arcs), plan, single=True)


class Piece(NamedTuple):
    """A strip with the words of its labels."""

    strip: Strip
    words: tuple[Fitted, ...]


def _piece(strip: Strip, fits: Fits) -> Piece:
    high, whose = HIGH - TITLE - EDGE - 3.2, strip.ruler.title
    wide = [max(1.0, (label.far - label.near) * TENTH - 1.6) for label in strip.labels]
    words = (
        fits.box(each.words, "text", 8.4, room_of, high, whose)
        for each, room_of in zip(strip.labels, wide, strict=True)
    )
    return Piece(strip, tuple(words))


def _arc_words(ruler: Ruler, fits: Fits) -> tuple[Fitted, ...]:
    """The word of every arc, between it and the one before."""
    before = (0, *(notch.at for notch in ruler.notches))
    return tuple(
        fits.box(notch.word, "semi", 8.4, max(1.0, (notch.at - near) * TENTH - 1.6), 12.0, ruler.title)
        for near, notch in zip(before, ruler.notches, strict=False)
    )


# strips ------------------------------------------------------------------------------------------


def _strips(title: str, pieces: Sequence[Piece], sheet: Sheet, folio: Folio) -> None:
    head(sheet, KIND, title, "Cut along the outer lines. Strips of one ruler are glued on each other's tabs, A on A.")
    y = room(sheet, scaled=True)[0]
    for piece in pieces:
        _strip(sheet, sheet.left, y, piece)
        y += HIGH + GAP
    check(sheet)


def _strip(sheet: Sheet, x: float, y: float, found: Piece) -> None:
    """A strip with its zero at ``x``, its words above its scale."""
    piece, fitted = found
    ruler, wide = piece.ruler, piece.long * TENTH
    sheet.rects([(x, y)], wide, HIGH, weight=FINE)
    of = f" {piece.number} of {piece.of}" if piece.of > 1 else ""
    said = sheet.text(x + 1.2, y + 3.2, f"{ruler.title}{of}", "semi", 8.0)
    if said + 4.4 + width(ruler.text, "ital", 7.2) < wide:
        sheet.text(x + said + 3.2, y + 3.2, ruler.text, "ital", 7.2, grey=SOFT)
    sheet.rule(x, y + TITLE, x + wide, FINE, FAINT)
    for at in piece.marks:
        here = x + at * TENTH
        sheet.line(here, y + TITLE, here, y + HIGH - 6.6, THICK)
        sheet.line(here, y + HIGH - 3.6, here, y + HIGH, THICK)
    for label, words in zip(piece.labels, fitted, strict=True):
        sheet.fitted(x + label.far * TENTH - 0.9, y + TITLE + 0.5 + words.size * 0.31, words, "r")
    _scale(sheet, x, y, piece)
    _joints(sheet, x, y, piece)


def _scale(sheet: Sheet, x: float, y: float, piece: Strip) -> None:
    """Ticks and figures along the lower edge: every unit, every half, and of centimetres every millimetre."""
    step = piece.ruler.step
    low = y + HIGH
    parts = 10 if piece.ruler.unit == "cm" else 8
    for place in range(piece.long * parts // step + 1):
        here = x + place * step / parts * TENTH
        tall = 3.6 if place % parts == 0 else 2.6 if place * 2 % parts == 0 else 1.4
        sheet.line(here, low - tall, here, low, FINE)
    for place in range(1, piece.long // step + 1):
        figure = str(piece.begin // step + place)
        last = place * step == piece.long
        here = x + place * step * TENTH - (0.6 if last else 0.0)
        sheet.text(here, low - 4.0, figure, "semi", FIGURE, "r" if last else "c")
    sheet.text(x + 0.8, low - 4.0, piece.ruler.unit, "text", FIGURE, grey=SOFT)


def _joints(sheet: Sheet, x: float, y: float, piece: Strip) -> None:
    """The tab at the end of a strip that another follows, and the letter of each joint."""
    end = x + piece.long * TENTH
    if piece.number < piece.of:
        sheet.rects([(end, y + 2.0)], TAB, HIGH - 4.0, weight=FINE, fill=TINT)
        sheet.text(end + TAB / 2, y + HIGH / 2 + 1.2, _letter(piece.number), "semi", 9, "c")
    if piece.number > 1:
        sheet.text(x + 1.4, y + HIGH / 2 + 4.2, _letter(piece.number - 1), "semi", 9)


def _letter(number: int) -> str:
    return chr(ord("A") + (number - 1) % 26)


# arcs --------------------------------------------------------------------------------------------


def _outer(ruler: Ruler) -> float:
    """Millimetres from the middle of the stand to the last arc."""
    return (ruler.reach + ruler.stand / 2) * TENTH


def _arc(title: str, ruler: Ruler, fitted: Sequence[Fitted], sheet: Sheet, folio: Folio) -> None:
    """A wedge whose point is cut out for the stand, with an arc at every distance from its edge."""
    head(sheet, f"{ruler.title}: arcs", title, "Cut out the wedge and lay its hollow against the command stand.")
    top, foot = room(sheet, scaled=True)
    x, y = sheet.left, (top + foot) / 2
    half = min(20.0, degrees(asin(((foot - top) / 2 - 1.0) / _outer(ruler))))
    inner = ruler.stand / 2 * TENTH
    _sweep(sheet, x, y, inner, half, THICK)
    for notch in ruler.notches:
        _sweep(sheet, x, y, inner + notch.at * TENTH, half, RULE)
    for way in (-half, half):
        sheet.line(*_at(x, y, inner, way), *_at(x, y, _outer(ruler), way), RULE)
    for notch, words in zip(ruler.notches, fitted, strict=True):
        far = x + inner + notch.at * TENTH - 0.9
        sheet.fitted(far, y - (len(words.lines) - 1) * words.lead, words, "r")
        sheet.text(far, y + 5.0, f"{notch.at / ruler.step:g} {ruler.unit}", "text", 8.0, "r")
    check(sheet)


def _at(x: float, y: float, far: float, way: float) -> tuple[float, float]:
    """The place ``far`` mm from a middle, ``way`` degrees below the right."""
    return x + far * cos(radians(way)), y + far * sin(radians(way))


def _sweep(sheet: Sheet, x: float, y: float, far: float, half: float, weight: float) -> None:
    """An arc about a middle, from ``half`` degrees above the right to as many below, as curves of ten degrees."""
    sheet.pen(weight, 0.0)
    count = max(1, round(half / 5))
    turn = radians(2 * half / count)
    reach = 4 / 3 * far * (1 - cos(turn / 2)) / sin(turn / 2)
    parts = [f"{sheet.point(*_at(x, y, far, -half))} m"]
    for place in range(count):
        a, b = -half + place * degrees(turn), -half + (place + 1) * degrees(turn)
        (ax, ay), (bx, by) = _at(x, y, far, a), _at(x, y, far, b)
        one = ax - reach * sin(radians(a)), ay + reach * cos(radians(a))
        two = bx + reach * sin(radians(b)), by - reach * cos(radians(b))
        parts.append(f"{sheet.point(*one)} {sheet.point(*two)} {sheet.point(bx, by)} c")
    sheet.put(f"{' '.join(parts)} S")
