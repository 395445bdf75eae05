"""Rulers to cut out, at true scale: strips with joints, and arcs around a round stand."""

from collections.abc import Sequence
from functools import partial
from math import asin, cos, degrees, radians, sin
from typing import Final, NamedTuple

from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, THICK, TINT, Sheet
from armies.paper.typography import Fits, Fitted, Printable, width
from battles.engine.sheets.kit_list import Ruler
from battles.sheets.forms import check, head, room

LONGEST: Final = 2_400
"""Longest strip in tenths of a millimetre; it fits the long side of both papers."""

LEAST_LABEL: Final = 90
"""Least width of words in tenths of a millimetre."""

LEAST_FIRST: Final = 300
"""Least distance from the start of a strip to its first mark, in tenths of a millimetre, if another cut allows it."""


class Label(NamedTuple):
    """Words between two places of a strip, in tenths of a millimetre from its start, and their rule."""

    near: int
    far: int
    words: str
    rule: str


class Strip(NamedTuple):
    """A piece of a ruler from ``begin`` to ``end``, in tenths of a millimetre; piece ``number`` of ``of``."""

    ruler: Ruler
    begin: int
    end: int
    number: int
    of: int
    labels: tuple[Label, ...]
    marks: tuple[int, ...]

    @property
    def long(self) -> int:
        return self.end - self.begin


def strips(ruler: Ruler) -> tuple[Strip, ...]:
    """The fewest strips of whole units that make up the ruler."""
    ends = _ends(ruler)
    count = len(ends)
    pieces = []
    for number, end in enumerate(ends, start=1):
        begin = ends[number - 2] if number > 1 else 0
        marks = tuple(notch.at - begin for notch in ruler.notches if begin < notch.at <= end)
        pieces.append(Strip(ruler, begin, end, number, count, _labels(ruler, begin, end), marks))
    return tuple(pieces)


def _ends(ruler: Ruler) -> list[int]:
    """Ends of the strips: as long as the paper allows, but not just before a mark, as its words need room."""
    step, whole = ruler.step, -(-ruler.reach // ruler.step) * ruler.step
    ends = [0]
    while ends[-1] < whole:
        last = min(whole, ends[-1] + LONGEST // step * step)
        good = [
            end
            for end in range(last, ends[-1] + LONGEST // 2, -step)
            if end == whole or not any(end < notch.at < end + LEAST_FIRST for notch in ruler.notches)
        ]
        ends.append(good[0] if good else last)
    return ends[1:]


def _labels(ruler: Ruler, begin: int, end: int) -> tuple[Label, ...]:
    """Labels of a strip: before each notch, and for each band that passes through the strip."""
    labels = []
    before = 0
    for notch in ruler.notches:
        near, far = max(before, begin), min(notch.at, end)
        ends_here = begin < notch.at <= end
        if ends_here or (ruler.bands and far - near >= LEAST_LABEL):
            words = notch.word if ends_here else f"{notch.word} (to {_figure(notch.at, ruler)})"
            labels.append(Label(near - begin, far - begin, words, notch.rule))
        before = notch.at
    return tuple(labels)


def _figure(at: int, ruler: Ruler) -> str:
    return f"{at / ruler.step:g} {ruler.unit}"


KIND: Final = "Rulers"
TENTH: Final = 0.1
"""A tenth of a millimetre in millimetres."""

HIGH: Final = 22.0
"""Height of a strip in millimetres; there is a gap between strips for the scissors."""

GAP: Final = 5.0
TAB: Final = 7.0
"""Length in millimetres of the tab for the next strip."""

TITLE: Final = 4.2
EDGE: Final = 5.6
"""Height in millimetres of the scale along the lower edge."""

FIGURE: Final = 7.0


def rulers(kit_rulers: Sequence[Ruler], title: str, *, arcs: bool = True) -> Section:
    """Every ruler of a system as strips, then rulers for round stands as arcs."""

    def plan(sheet: Sheet) -> Planned:
        form = sheet.format.turned()
        name = Printable()(title)
        fits = Fits(KIND)
        pieces = [_piece(strip, fits) for ruler in kit_rulers for strip in strips(ruler)]
        side, end = sheet.format.end, sheet.format.side
        high = form.high - 2 * end
        top, foot = room(sheet, scaled=True)
        per = int((high - (top - sheet.top) - (sheet.bottom - foot) + GAP) // (HIGH + GAP))
        pages = [
            Page(partial(_strips, name, pieces[at : at + per]), "" if at else KIND, format=form)
            for at in range(0, len(pieces), per)
        ]
        wide = form.wide - 2 * side
        round_ones = [ruler for ruler in kit_rulers if arcs and ruler.stand and _outer(ruler) <= wide]
        pages += [
            Page(partial(_arc, name, ruler, _arc_words(ruler, fits)), f"{ruler.title}: arcs", format=form)
            for ruler in round_ones
        ]
        return Planned(pages, tuple(fits.troubles))

    return Section(KIND, title, digest_of(title, kit_rulers, arcs), plan, single=True)


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
    """The words of every arc, between it and the arc before."""
    before = (0, *(notch.at for notch in ruler.notches))
    return tuple(
        fits.box(notch.word, "semi", 8.4, max(1.0, (notch.at - near) * TENTH - 1.6), 12.0, ruler.title)
        for near, notch in zip(before, ruler.notches, strict=False)
    )


# strips ------------------------------------------------------------------------------------------


def _strips(title: str, pieces: Sequence[Piece], sheet: Sheet, folio: Folio) -> None:
    head(sheet, KIND, title, "Cut along the outer lines. Glue the strips of a ruler onto each other's tabs, A on A.")
    y = room(sheet, scaled=True)[0]
    for piece in pieces:
        _strip(sheet, sheet.left, y, piece)
        y += HIGH + GAP
    check(sheet)


def _strip(sheet: Sheet, x: float, y: float, strip: Piece) -> None:
    """Draw a strip with its zero at ``x``, words above the scale."""
    piece, fitted = strip
    ruler, wide = piece.ruler, piece.long * TENTH
    sheet.rects([(x, y)], wide, HIGH, weight=FINE)
    of = f" {piece.number} of {piece.of}" if piece.of > 1 else ""
    used = sheet.text(x + 1.2, y + 3.2, f"{ruler.title}{of}", "semi", 8.0)
    if used + 4.4 + width(ruler.text, "ital", 7.2) < wide:
        sheet.text(x + used + 3.2, y + 3.2, ruler.text, "ital", 7.2, grey=SOFT)
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
    """Draw the scale along the lower edge: units, halves, and millimetres or eighths of an inch."""
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
    """Draw the tab at the end of a strip if another follows, and the letter of each joint."""
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
    """Draw a wedge with its point cut out for the stand, and an arc at every distance from the stand's edge."""
    head(sheet, f"{ruler.title}: arcs", title, "Cut out the wedge and put its hollow against the command stand.")
    top, foot = room(sheet, scaled=True)
    x, y = sheet.left, (top + foot) / 2
    half = min(20.0, degrees(asin(((foot - top) / 2 - 1.0) / _outer(ruler))))
    inner = ruler.stand / 2 * TENTH
    _sweep(sheet, x, y, inner, half, THICK)
    for notch in ruler.notches:
        _sweep(sheet, x, y, inner + notch.at * TENTH, half, RULE)
    for angle in (-half, half):
        sheet.line(*_at(x, y, inner, angle), *_at(x, y, _outer(ruler), angle), RULE)
    for notch, words in zip(ruler.notches, fitted, strict=True):
        far = x + inner + notch.at * TENTH - 0.9
        sheet.fitted(far, y - (len(words.lines) - 1) * words.lead, words, "r")
        sheet.text(far, y + 5.0, f"{notch.at / ruler.step:g} {ruler.unit}", "text", 8.0, "r")
    check(sheet)


def _at(x: float, y: float, far: float, angle: float) -> tuple[float, float]:
    """The point ``far`` mm from a centre, ``angle`` degrees clockwise from the right."""
    return x + far * cos(radians(angle)), y + far * sin(radians(angle))


def _sweep(sheet: Sheet, x: float, y: float, far: float, half: float, weight: float) -> None:
    """Draw an arc about a centre, from ``half`` degrees above the right to ``half`` below, in curves of ten degrees."""
    sheet.pen(weight, 0.0)
    count = max(1, round(half / 5))
    turn = radians(2 * half / count)
    reach = 4 / 3 * far * (1 - cos(turn / 2)) / sin(turn / 2)
    parts = [f"{sheet.point(*_at(x, y, far, -half))} m"]
    for place in range(count):
        a, b = -half + place * degrees(turn), -half + (place + 1) * degrees(turn)
        (ax, ay), (bx, by) = _at(x, y, far, a), _at(x, y, far, b)
        control_a = ax - reach * sin(radians(a)), ay + reach * cos(radians(a))
        control_b = bx + reach * sin(radians(b)), by - reach * cos(radians(b))
        parts.append(f"{sheet.point(*control_a)} {sheet.point(*control_b)} {sheet.point(bx, by)} c")
    sheet.put(f"{' '.join(parts)} S")
