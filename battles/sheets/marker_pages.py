"""Markers to cut apart, with a list of their meanings: status markers, order chits and loss markers of a system."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from armies.paper.marks import WEAVES, bars, symbol, weave
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, Sheet
from armies.paper.text_fit import Fitted, fit_box, wrap
from armies.paper.typefaces import MM, Printable, usable_face
from battles.engine.armies.nations import nations
from battles.engine.sheets.cheat_pages import sentences
from battles.engine.sheets.kit_list import Marker, Tally
from battles.engine.sheets.muster_roll import Roll
from battles.sheets.form_page import check, head, on_one_line, room

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
ASSUMED: Final = 10
"""Assumed number of units, commanders and commands if no side is given."""
NUMBERS: Final = 9
"""Highest number on loss markers if no side is given."""
MOST: Final = 60
"""Most markers of a kind."""
MOST_IN_ALL: Final = 3_000
AUTOMATIC: Final = (30, 25, 22)
"""Sides in mm from which the one with fewest pages is taken, the largest if several have as many."""
TEN: Final = 10


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


def status_markers(markers: Sequence[Marker], title: str, roll: Roll | None, size: int, each: int = 0) -> Section:
    """A system's markers for a side.

    Args:
        title: the side or battle that they are for.
        roll: the side's muster roll, which decides how many are needed; None for a side of ten units.
        size: millimetres of a marker's side; 0 for 30, or 25 or 22 if that saves a page.
        each: number of every marker, 0 for as many as the side needs.
    """
    faces = [
        face
        for place, marker in enumerate(markers)
        for face in [face_of(marker, place)] * (each or needed(marker, roll))
    ]
    meanings = [Meaning(each.short, each.word, _sentence(each), each.rule) for each in markers]
    return _section("Status markers", title, faces, size, meanings)


def order_chits(orders: Sequence[Marker], title: str, roll: Roll | None, size: int, *, backs: bool = False) -> Section:
    """A set of order chits for each command of a side; ``backs`` adds a page to print on the back of each.

    Chits lie face down, so all backs are the same.
    """
    sets = needed(orders[0], roll) if orders else 0
    faces = [face_of(order, place) for _ in range(sets) for place, order in enumerate(orders)]
    meanings = [Meaning(each.short, each.word, _sentence(each), each.rule) for each in orders]
    back = Face("", "orders", nation=roll.nation if roll else "", symbol="unknown") if backs else None
    return _section("Order chits", title, faces, size, meanings, back)


def loss_markers(tally: Tally, title: str, roll: Roll | None, size: int, each: int = 0) -> Section:
    """Loss markers, with numbers from 1 or with words.

    Lower numbers have more markers, as fewer units lose two points than one.
    """
    words, units = faces_of_losses(tally, roll), units_of(roll)
    faces = []
    for place, word in enumerate(words):
        copies = each or max(1, ceil(units / (place + 2)))
        short = word if word.isdecimal() else word[:2]
        label = "lost" if word.isdecimal() else word
        faces += [Face(short, label, weave=WEAVES[place % len(WEAVES)], colour="red")] * min(copies, MOST)
    return _section(tally.title, title, faces, size, [Meaning("", "each", tally.what, tally.rule)])


def faces_of_losses(tally: Tally, roll: Roll | None) -> tuple[str, ...]:
    """Losses that a marker can show: the words of the system, or numbers below the most boxes of any unit."""
    tracks = [len(unit.track.boxes) for unit in roll.units if unit.track] if roll else []
    last = min(MOST, max(tracks, default=NUMBERS + 1) - 1)
    return tally.faces or tuple(str(number) for number in range(1, max(1, last) + 1))


def units_of(roll: Roll | None) -> int:
    """Number of units in play, at least one; ten if no side is given."""
    return max(1, len([unit for unit in roll.units if not unit.gone])) if roll else ASSUMED


def needed(marker: Marker, roll: Roll | None) -> int:
    """Number of a marker that a side needs: its share per ten units, commanders or commands; at least one."""
    if roll is None:
        count = 1 if marker.per == "side" else ASSUMED
    else:
        leaders = [group.commander for group in roll.groups if group.commander]
        commands = {name for group in roll.groups for name in group.above} or {group.key for group in roll.groups}
        count = {
            "unit": units_of(roll),
            "commander": len([each for each in (*roll.commanders, *leaders) if not each.gone]),
            "command": len(commands),
            "side": 1,
        }[marker.per]
    return min(MOST, max(1, ceil(count * marker.share / TEN)))


def face_of(marker: Marker, place: int) -> Face:
    """The face of a marker; ``place`` decides its pattern, so that markers differ in grey too."""
    return Face(
        marker.short,
        marker.word,
        marker.what,
        marker.colour or "grey",
        "solid" if marker.colour == "white" else WEAVES[place % len(WEAVES)],
        2 if marker.twice else 1,
    )


def _sentence(marker: Marker) -> str:
    removal = f"Remove it {marker.until}." if marker.until else "It stays."
    return sentences(marker.on, marker.what, removal)


def _section(
    kind: str, title: str, faces: Sequence[Face], size: int, meanings: Sequence[Meaning], back: Face | None = None
) -> Section:
    if len(faces) > MOST_IN_ALL:
        raise ValueError(f"{kind}: that makes {len(faces):,} markers; the limit is {MOST_IN_ALL:,}. Choose fewer.")

    def plan(sheet: Sheet) -> Planned:
        sizes = (size,) if size else AUTOMATIC
        plans = [marker_pages(sheet, kind, Printable()(title), faces, each, meanings, back) for each in sizes]
        return Planned(min(plans, key=len))

    digest = digest_of(title, faces, meanings, size, back)
    return Section(kind, title, digest, plan, single=back is None, apart=back is not None)
