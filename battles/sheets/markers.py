"""Markers to cut apart, with their meanings: status markers, order chits, loss markers, dials and strips."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple

from armies.paper.marks import WEAVES, bars, circle, symbol, weave
from armies.paper.page import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, TINT, Sheet
from armies.paper.typography import MM, SMALLEST, Fits, Fitted, Printable, fit_box, usable_face, width, wrap
from battles.engine.armies.nations import nations
from battles.engine.sheets.cheat_pages import sentences
from battles.engine.sheets.kit_list import Marker, Tally
from battles.engine.sheets.muster_roll import Roll, RollUnit, Track
from battles.sheets.forms import check, head, on_one_line, room, sheet_of

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
