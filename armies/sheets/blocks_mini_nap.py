"""Heads of divisions and brigades on the Mini-Nap roster, with their loss boxes and rings."""

from typing import Final, NamedTuple

from armies.paper.faces import width
from armies.paper.heading import Headline, Losses, headline, losses, rating_boxes, rating_width
from armies.paper.marks import TURNS, rings, rings_width, symbol
from armies.paper.sheet import FIELD, RULE, SOFT, Sheet
from armies.sheets.model import MiniBrigade, MiniDivision
from armies.sheets.rows_mini_nap import Columns

RINGS: Final = rings_width(TURNS)
INDENT: Final = 7.2
DIVISION: Final = 8.4
"""To the foot of the line with a division's name."""
LINE: Final = 6.0
AGAIN: Final = 9.4
BRIGADE: Final = 7.2
LABEL: Final = 7.6


class DivisionHead(NamedTuple):
    """A division's head: name and rings; rating and loss boxes below, on one line if they fit."""

    division: MiniDivision
    name: Headline
    losses: Losses
    beside: bool

    @property
    def height(self) -> float:
        """Millimetres where it begins."""
        lines = 1 if self.beside or not self.division.rating else 2
        return DIVISION + self.name.extra + lines * LINE + self.losses.extra

    @property
    def height_again(self) -> float:
        """Millimetres where it goes on after a break."""
        return AGAIN + self.name.extra

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> None:
        """Rating and losses stand once, where the division begins: two sets of boxes would be two truths."""
        sheet.scotch(y)
        left = sheet.left + INDENT
        if self.division.rating:
            symbol(sheet, "leader_division", sheet.left - 0.6, y + 2.0, 7.2)
            rings(sheet, sheet.right, y + 4.6, TURNS)
        name = self.name
        if not opens and not name.below:
            words = name.detail.lines[0] if name.detail else ""
            name = headline(self.division.name, 13, f"{words}, continued".lstrip(", "), 11.5, _room())
        name.draw(sheet, left, y + 6.0)
        if not opens:
            return
        y += 12.0 + self.name.extra
        if self.division.rating:
            rating_boxes(sheet, left, y, self.division.rating)
            y += 0.0 if self.beside else LINE
        self._losses(sheet, y)

    def _losses(self, sheet: Sheet, y: float) -> None:
        label = self.division.totals
        if not self.division.rating or not self.division.count:
            sheet.text(sheet.right, y, label, "text", LABEL, "r", SOFT)
            return
        start = sheet.right - self.losses.width
        self.losses.draw(sheet, start, y - 2.6)
        words = f"{label} · {self.division.loss_words or 'lost'}"
        sheet.text(start - 2.0, y, words, "text", LABEL, "r", SOFT)


class BrigadeHead(NamedTuple):
    """A brigade's head on one line: symbol, name, commander, totals, loss boxes, rings."""

    brigade: MiniBrigade
    name: Headline
    losses: Losses

    @property
    def height(self) -> float:
        """Millimetres."""
        return BRIGADE + max(self.name.extra, self.losses.extra if self.brigade.stand else 0.0)

    def draw(self, sheet: Sheet, at: Columns, y: float, *, continued: bool) -> None:
        """Draw it; a brigade that goes on after a break has no second set of boxes."""
        sheet.rule(sheet.left, y + self.height - 0.4, sheet.right, RULE)
        base = y + 5.0
        if self.brigade.stand:
            symbol(sheet, "leader_brigade", sheet.left - 0.2, base - 3.4, 6.0)
        self.name.draw(sheet, sheet.left + INDENT, base)
        if continued:
            sheet.text(sheet.right, base, "continued; boxes on the page before", "ital", LABEL, "r", SOFT)
            return
        rings(sheet, sheet.right, base - 1.1, TURNS)
        label = self.brigade.totals
        if self.brigade.stand and self.brigade.units:
            self.losses.draw(sheet, sheet.left + at.lost, base - 2.7)
            label += f" · {self.brigade.loss_words or 'lost'}"
        sheet.text(sheet.left + at.lost - 2.0, base, label, "text", LABEL, "r", SOFT)


def division_head(division: MiniDivision) -> DivisionHead:
    """The head of ``division``, fitted."""
    name = headline(division.name, 13, division.detail, 11.5, _room())
    taken = rating_width(division.rating) + INDENT + 5.0 if division.rating else 0.0
    label = width(f"{division.totals} · {division.loss_words or 'lost'}", "text", LABEL) + 2.0
    one_row = losses(division.count, division.lost_at, FIELD - taken - label, division.lost)
    if one_row.rows == 1 and taken + label + one_row.width <= FIELD:
        return DivisionHead(division, name, one_row, True)
    return DivisionHead(
        division, name, losses(division.count, division.lost_at, FIELD - label - INDENT, division.lost), False
    )


def brigade_head(brigade: MiniBrigade, at: Columns) -> BrigadeHead:
    """The head of ``brigade``, fitted between the columns ``at``."""
    label = width(f"{brigade.totals} · {brigade.loss_words or 'lost'}", "text", LABEL)
    name = headline(brigade.name, 10.5, brigade.detail, 10.5, at.lost - 2.0 - label - INDENT - 3.0)
    room = FIELD - RINGS - at.lost - 2.0
    return BrigadeHead(brigade, name, losses(len(brigade.units), brigade.lost_at, room, brigade.lost))


def _room() -> float:
    return FIELD - RINGS - INDENT - 3.0
