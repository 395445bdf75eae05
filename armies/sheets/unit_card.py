"""The face of a unit's card and its back, on a piece of any size; all measures are those of a poker card, scaled."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import able, width
from armies.paper.fitting import LEADING, Fitted
from armies.paper.reporting import Fits
from armies.paper.sheet import FAINT, FINE, RULE, SOFT, Sheet
from armies.sheets.card_facts import Facts, fit_facts
from armies.sheets.track import Laid, lay
from battles.engine.roll import RollGroup, RollUnit

POKER: Final = (63.0, 88.0)
SAFE: Final = 4.0
"""Millimetres from the cut in which nothing but the stripe stands."""
MOST_SCALE: Final = 1.35
NAME: Final = 15.0
TWO_LINES: Final = 13.0
"""Size of a name, and of one that takes two lines."""
SYMBOL: Final = 21.0
WRITE: Final = 6.4
"""From one line to write on to the next."""
GAPS: Final = 4.0
"""Gaps between the parts of a card, of which some are halves."""
NEEDS: Final = re.compile(r"^(.*?)\s*(\d+)\+$")


class Piece(NamedTuple):
    """The size of a card, and how far its stripe runs over the cut, in mm."""

    wide: float
    high: float
    bleed: float

    @property
    def scale(self) -> float:
        return round(min(self.wide / POKER[0], self.high / POKER[1], MOST_SCALE), 3)

    @property
    def inner(self) -> float:
        """Millimetres between the safe edges."""
        return self.wide - 2 * SAFE

    def stripe(self, sheet: Sheet, nation: str, x: float, y: float) -> None:
        """The nation's stripe: inside the safe edge, or over the cut where there is a bleed."""
        if self.bleed:
            marks.stripe(sheet, nation, y - self.bleed, self.bleed + 2.2, x - self.bleed, x + self.wide + self.bleed)
        else:
            marks.stripe(sheet, nation, y + SAFE, 1.8, x + SAFE, x + self.wide - SAFE)


class Face(NamedTuple):
    """The face of a card, fitted."""

    unit: RollUnit
    piece: Piece
    above: Fitted
    name: Fitted
    word: Fitted
    number: str
    kind: Fitted
    worth: str
    title: Fitted
    track: Laid | None
    facts: Facts
    notes: Fitted | None
    foot: Fitted
    gap: float
    rest: float

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with the card's top left corner at a place, in the order of reading."""
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
        """The name, struck through where the unit is out of play."""
        sheet.fitted(x, y, self.name)
        for index, line in enumerate(self.name.lines if self.unit.gone else ()):
            middle = y + index * self.name.lead - self.name.size * 0.1
            sheet.line(x, middle, x + width(line, self.name.face, self.name.size), middle, 0.9)

    def _quality(self, sheet: Sheet, left: float, right: float, y: float) -> None:
        """The symbol, and at the right the number to reach over its word."""
        k = self.piece.scale
        marks.symbol(sheet, self.unit.symbol, left, y, SYMBOL * k)
        if self.number:
            plus = sheet.text(right, y + 6.6 * k, "+", "text", 19 * k, "r")
            sheet.text(right - plus - 0.2 * k, y + 9.2 * k, self.number, "disp", 31 * k, "r")
        sheet.text(right, y + 13.9 * k, self.word.lines[0], self.word.face, self.word.size, "r")

    def _track(self, sheet: Sheet, track: Laid, left: float, right: float, y: float) -> float:
        k = self.piece.scale
        sheet.rule(left, y, right, RULE)
        sheet.fitted(left, y + 4.0 * k, self.title)
        if not any(track.track.boxes):
            left_over = len(track.track.boxes) - track.track.struck
            sheet.text(right, y + 4.0 * k, f"{left_over:,}", "bold", 9.6 * k, "r")
        track.draw(sheet, left, y + 5.4 * k)
        return y + 6.8 * k + track.height + self.gap / 2

    def _lines(self, sheet: Sheet, left: float, right: float, y: float) -> None:
        """Lines to write on where much room is left."""
        for number in range(1, int(self.rest // WRITE)):
            sheet.rule(left, y + number * WRITE, right, FINE, FAINT)


def face(unit: RollUnit, group: RollGroup, piece: Piece, fits: Fits) -> Face:
    """The face of a unit's card; what does not fit is kept by ``fits``."""
    k, inner, whose = piece.scale, piece.inner, unit.name
    found = NEEDS.match(unit.quality)
    word, number = found.groups() if found else (unit.quality, "")
    track = lay(unit.track, inner, 4.6 * k) if unit.track else None
    facts = fit_facts(unit.facts, fits, inner, k, whose)
    worth = f"{unit.points:,} points" if unit.points is not None else ""
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
        fits.line(unit.kind.capitalize(), "text", 9 * k, room, whose),
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
    """The name in a line, or smaller in two, so that it stays clear of the symbol below."""
    size = NAME if width(name, able("disp", name), NAME * k) <= inner else TWO_LINES
    return fits.box(name, "disp", size * k, inner, 2 * TWO_LINES * LEADING * k, name)


def _notes(unit: RollUnit, fits: Fits, inner: float, room: float, k: float) -> Fitted | None:
    words = "; ".join(unit.notes)
    return fits.box(words, "text", 7.0 * k, inner, max(room, 2.4), unit.name) if words else None


def _foot(group: RollGroup, fits: Fits, inner: float, k: float) -> Fitted:
    """The brigade and who commands it, on two lines where one would be very small."""
    named = group.commander.name if group.commander else _told(group, "Commander")
    words = f"{group.title}, {named}" if named and named != group.title else group.title
    lines = 1 if width(words, "text", 6.0 * k) <= inner else 2
    return fits.box(words, "text", (7.2 if lines == 1 else 6.2) * k, inner, lines * 7.2 * k * LEADING, group.title)


def _told(group: RollGroup, label: str) -> str:
    return next((fact.text for fact in group.facts if fact.label == label), "")


class Back(NamedTuple):
    """The back of a card: the side and the unit's name, and nothing that an enemy may not know."""

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


def chosen(groups: Sequence[RollGroup], brigade: int) -> list[tuple[RollGroup, RollUnit]]:
    """The units of all groups, or of the one with a number from 1."""
    wanted = groups if not brigade else groups[brigade - 1 : brigade]
    return [(group, unit) for group in wanted for unit in group.units]
