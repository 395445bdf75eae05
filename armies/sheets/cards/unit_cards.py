"""Unit cards to cut out, by brigade: the face, the back and the pages."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.cutouts import Cuts, cuts
from armies.paper.page import Folio, Page
from armies.paper.section import Imprint, Planned, Section, digest_of
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, Sheet
from armies.paper.typography import LEADING, LEAST, Fits, Fitted, Printable, printable_texts, usable_face, width
from armies.sheets.cards.card_fields import Facts, TrackLayout, fit_facts, lay_out_track
from battles.engine.sheets.muster_roll import Roll, RollGroup, RollUnit
from battles.engine.words import capitalized

Draw = Callable[[Sheet, float, float], None]
"""Draws a card, or its back, by its top left corner."""

BACKS: Final = "with backs: print double-sided, flip on the long edge"


class Foot(NamedTuple):
    """The foot of a page of cards: cutting advice, title and printing data."""

    words: str
    title: str
    digest: str
    imprint: Imprint

    def draw(self, sheet: Sheet, grid: Cuts, folio: Folio, words: str) -> None:
        """Draw it below or beside the cards."""
        grid.foot(sheet, words, self.title, self.digest, self.imprint, (folio.number, folio.pages))


def pages_of(grid: Cuts, faces: Sequence[Draw], backs: Sequence[Draw], foot: Foot, none: str) -> list[Page]:
    """The pages of cards; one page with the text ``none`` if there are no cards."""
    pages = []
    for start in range(0, max(len(faces), 1), grid.per_page):
        front = partial(_front, grid, faces[start : start + grid.per_page], foot, none)
        pages.append(Page(front, foot.title if start == 0 else "", format=grid.form, footer=False))
        if backs:
            behind = partial(_behind, grid, backs[start : start + grid.per_page], foot)
            pages.append(Page(behind, format=grid.form, footer=False))
    return pages


def _front(grid: Cuts, faces: Sequence[Draw], foot: Foot, none: str, sheet: Sheet, folio: Folio) -> None:
    for index, draw in enumerate(faces):
        draw(sheet, *grid.place(index))
    if faces:
        grid.marks(sheet)
    else:
        sheet.text(grid.x + 4.0, grid.y + 8.0, none, "ital", 9)
    foot.draw(sheet, grid, folio, foot.words)


def _behind(grid: Cuts, backs: Sequence[Draw], foot: Foot, sheet: Sheet, folio: Folio) -> None:
    for index, draw in enumerate(backs):
        x, y = grid.behind(index)
        if grid.lies:  # the paper is turned over its head, and a card about its side
            with sheet.turned(x + grid.wide / 2, y + grid.high / 2):
                draw(sheet, x, y)
        else:
            draw(sheet, x, y)
    grid.marks(sheet, back=True)
    foot.draw(sheet, grid, folio, BACKS)


POKER: Final = (63.0, 88.0)
SAFE: Final = 4.0
"""Margin inside the cut in mm, which only the stripe may use."""

MOST_SCALE: Final = 1.35
NAME: Final = 15.0
TWO_LINES: Final = 13.0
"""Type sizes of a name on one line and on two."""

SYMBOL: Final = 21.0
WRITE: Final = 6.4
"""Distance between lines to write on, in mm."""

GAPS: Final = 4.0
"""Number of gaps between the parts of a card, counting half gaps."""

NEEDS: Final = re.compile(r"^(.*?)\s*(\d+)\+$")


class Piece(NamedTuple):
    """The size of a card and the bleed of its stripe, in mm."""

    wide: float
    high: float
    bleed: float

    @property
    def scale(self) -> float:
        return round(min(self.wide / POKER[0], self.high / POKER[1], MOST_SCALE), 3)

    @property
    def inner(self) -> float:
        """Width between the safe edges in mm."""
        return self.wide - 2 * SAFE

    def stripe(self, sheet: Sheet, nation: str, x: float, y: float) -> None:
        """Draw the nation's stripe inside the safe edge, or over the cut if there is a bleed."""
        if self.bleed:
            marks.stripe(sheet, nation, y - self.bleed, self.bleed + 2.2, x - self.bleed, x + self.wide + self.bleed)
        else:
            marks.stripe(sheet, nation, y + SAFE, 1.8, x + SAFE, x + self.wide - SAFE)


class Face(NamedTuple):
    """The fitted face of a card."""

    unit: RollUnit
    piece: Piece
    above: Fitted
    name: Fitted
    word: Fitted
    number: str
    kind: Fitted
    worth: str
    title: Fitted
    track: TrackLayout | None
    facts: Facts
    notes: Fitted | None
    foot: Fitted
    gap: float
    rest: float

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with the card's top left corner at a place, in reading order."""
        k, piece = self.piece.scale, self.piece
        left, right = x + SAFE, x + piece.wide - SAFE
        piece.stripe(sheet, self.unit.nation, x, y)
        at = y + SAFE + 1.8
        sheet.fitted(left, at + 3.6 * k, self.above, grey=SOFT)
        at += 4.6 * k + self.gap / 2
        self._name(sheet, left, at + self.name.size * 0.33 + 1.0 * k)
        at += 14.0 * k + self.gap / 2
        self._quality(sheet, left, right, at)
        at += 15.0 * k + self.gap / 2
        sheet.fitted(left, at + 3.6 * k, self.kind)
        sheet.text(right, at + 3.6 * k, self.worth, "text", 8 * k, "r", SOFT)
        at += 5.4 * k + self.gap / 2
        if self.track is not None:
            at = self._track(sheet, self.track, left, right, at)
        sheet.rule(left, at, right, FINE)
        at = self.facts.draw(sheet, left, at + 0.4 + self.gap / 2) + 1.2 * k + self.gap
        if self.notes is not None:
            sheet.fitted(left, at + self.notes.size * 0.36, self.notes, grey=SOFT)
            at += self.notes.height
        self._lines(sheet, left, right, at)
        foot = y + piece.high - SAFE - 0.4 - self.foot.height + self.foot.lead
        sheet.fitted(left, foot, self.foot, grey=SOFT)

    def _name(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw the name, crossed out if the unit is out of play."""
        sheet.fitted(x, y, self.name)
        for index, line in enumerate(self.name.lines if self.unit.gone else ()):
            middle = y + index * self.name.lead - self.name.size * 0.1
            sheet.line(x, middle, x + width(line, self.name.face, self.name.size), middle, 0.9)

    def _quality(self, sheet: Sheet, left: float, right: float, y: float) -> None:
        """Draw the symbol, and at the right the needed number above its word."""
        k = self.piece.scale
        marks.symbol(sheet, self.unit.symbol, left, y, SYMBOL * k)
        if self.number:
            plus = sheet.text(right, y + 6.6 * k, "+", "text", 19 * k, "r")
            sheet.text(right - plus - 0.2 * k, y + 9.2 * k, self.number, "disp", 31 * k, "r")
        sheet.text(right, y + 13.9 * k, self.word.lines[0], self.word.face, self.word.size, "r")

    def _track(self, sheet: Sheet, track: TrackLayout, left: float, right: float, y: float) -> float:
        k = self.piece.scale
        sheet.rule(left, y, right, RULE)
        sheet.fitted(left, y + 4.0 * k, self.title)
        if not any(track.track.boxes):
            left_over = len(track.track.boxes) - track.track.struck
            sheet.text(right, y + 4.0 * k, f"{left_over:,}", "bold", 9.6 * k, "r")
        track.draw(sheet, left, y + 5.4 * k)
        return y + 6.8 * k + track.height + self.gap / 2

    def _lines(self, sheet: Sheet, left: float, right: float, y: float) -> None:
        """Draw lines to write on if there is much free space."""
        for number in range(1, int(self.rest // WRITE)):
            sheet.rule(left, y + number * WRITE, right, FINE, FAINT)


def face(unit: RollUnit, group: RollGroup, piece: Piece, fits: Fits) -> Face:
    """The face of a unit's card; ``fits`` reports texts that do not fit."""
    k, inner, whose = piece.scale, piece.inner, unit.name
    quality = NEEDS.match(unit.quality)
    word, number = quality.groups() if quality else (unit.quality, "")
    track = lay_out_track(unit.track, inner, 4.6 * k) if unit.track else None
    facts = fit_facts(unit.facts, fits, inner, k, whose)
    points = f"{unit.points:,} points" if unit.points is not None else ""
    worth = " · ".join(filter(None, (unit.present, points)))
    room = inner - (width(worth, "text", 8 * k) + 2.0 if worth else 0.0)
    foot = _foot(group, fits, inner, k)
    used = 2 * SAFE + 1.8 + (4.6 + 14.0 + 15.0 + 5.4 + 1.6 + 1.2) * k + foot.height
    used += 6.8 * k + track.height if track else 0.0
    rest = piece.high - used - facts.height
    notes = _notes(unit, fits, inner, rest, k)
    rest -= notes.height if notes else 0.0
    gap = max(0.0, min(rest / GAPS, 2.6 * k))
    return Face(
        unit,
        piece,
        fits.line(" · ".join(group.above), "semi", 7.2 * k, inner, whose),
        _name(unit.name, fits, inner, k),
        fits.line(word.strip().capitalize(), "dispi", 11 * k if number else 14 * k, inner - (SYMBOL + 2.0) * k, whose),
        number,
        fits.line(capitalized(unit.kind), "text", 9 * k, room, whose),
        worth,
        fits.line(unit.track.title if unit.track else "", "dispi", 9.6 * k, inner - 12.0 * k, whose),
        track,
        facts,
        notes,
        foot,
        gap,
        rest - gap * GAPS,
    )


def _name(name: str, fits: Fits, inner: float, k: float) -> Fitted:
    """The name on one line, or smaller on two lines, above the symbol."""
    size = NAME if width(name, usable_face("disp", name), NAME * k) <= inner else TWO_LINES
    return fits.box(name, "disp", size * k, inner, 2 * TWO_LINES * LEADING * k, name)


def _notes(unit: RollUnit, fits: Fits, inner: float, room: float, k: float) -> Fitted | None:
    words = "; ".join(unit.notes)
    return fits.box(words, "text", 7.0 * k, inner, max(room, 2.4), unit.name) if words else None


def _foot(group: RollGroup, fits: Fits, inner: float, k: float) -> Fitted:
    """The brigade and its commander, on two lines if one would be very small."""
    named = group.commander.name if group.commander else _told(group, "Commander")
    words = f"{group.title}, {named}" if named and named != group.title else group.title
    lines = 1 if width(words, "text", LEAST * k) <= inner else 2
    return fits.box(words, "text", (7.2 if lines == 1 else LEAST) * k, inner, lines * 7.2 * k * LEADING, group.title)


def _told(group: RollGroup, label: str) -> str:
    return next((fact.text for fact in group.facts if fact.label == label), "")


class Back(NamedTuple):
    """The back of a card: side and unit name, without facts hidden from the enemy."""

    nation: str
    piece: Piece
    side: Fitted
    name: Fitted

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with the card's top left corner at a place."""
        piece, k = self.piece, self.piece.scale
        middle = x + piece.wide / 2
        piece.stripe(sheet, self.nation, x, y)
        top = y + piece.high / 2 - (self.side.height + self.name.height + 6.0 * k) / 2
        _centred(sheet, middle, top + self.side.size * 0.33, self.side, SOFT)
        rule = top + self.side.height + 2.4 * k
        sheet.rule(middle - 8.0 * k, rule, middle + 8.0 * k, RULE)
        _centred(sheet, middle, rule + 3.4 * k + self.name.size * 0.33, self.name)


def _centred(sheet: Sheet, middle: float, y: float, words: Fitted, grey: float = 0.0) -> None:
    for index, line in enumerate(words.lines):
        sheet.text(middle, y + index * words.lead, line, words.face, words.size, "c", grey)


def back(unit: RollUnit, side: str, nation: str, piece: Piece, fits: Fits) -> Back:
    """The back of a unit's card."""
    k = piece.scale
    return Back(
        nation,
        piece,
        fits.box(side, "dispi", 11 * k, piece.inner, 12.0 * k, side),
        fits.box(unit.name, "disp", NAME * k, piece.inner, 24.0 * k, unit.name),
    )


def chosen_units(groups: Sequence[RollGroup], brigade: int) -> list[tuple[RollGroup, RollUnit]]:
    """The units of all groups, or of one group by its number from 1."""
    wanted = groups if not brigade else groups[brigade - 1 : brigade]
    return [(group, unit) for group in wanted for unit in group.units]


SIZES: Final[dict[str, tuple[float, float]]] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "tarot": (70.0, 120.0),
    "large": (100.0, 110.0),
}
"""Width and height of a card in mm."""

BLEED: Final = 3.0
"""Bleed of the stripe over the cut, in mm."""


class Style(NamedTuple):
    """Options of the cards: size, bleed and backs.

    ``brigade`` is the number of a single brigade, from 1; 0 for all.
    """

    size: str = "poker"
    bleed: bool = False
    backs: bool = False
    brigade: int = 0


USUAL_STYLE: Final = Style()


def unit_cards(roll: Roll, imprint: Imprint, style: Style = USUAL_STYLE) -> Section:
    """A card for every unit of ``roll``. With backs, every second page is the back of the one before."""
    clean = printable_texts(roll, Printable())
    digest = digest_of(clean, style)

    def plan(sheet: Sheet) -> Planned:
        wide, high = SIZES[style.size]
        piece = Piece(wide, high, BLEED if style.bleed else 0.0)
        grid = cuts(sheet.format, wide, high, piece.bleed)
        fits = Fits("Unit cards")
        units = chosen_units(clean.groups, style.brigade)
        faces = [face(unit, group, piece, fits).draw for group, unit in units]
        behind = [back(unit, clean.side, clean.nation, piece, Fits("")).draw for _, unit in units if style.backs]
        foot = Foot(f"print at 100 %: cards are {wide:g} × {high:g} mm", clean.title, digest, imprint)
        return Planned(pages_of(grid, faces, behind, foot, "no units"), tuple(dict.fromkeys(fits.troubles)))

    return Section("Unit cards", clean.title or "An army", digest, plan, single=not style.backs)
