"""Heads of a ledger sheet above blocks and rows, with rating, rings and boxes for lost units."""

from typing import Final, NamedTuple

from armies.paper.marks import TURNS, rings, rings_width, symbol
from armies.paper.masthead import Headline, Losses, headline, losses, rating_boxes, rating_width
from armies.paper.sheet import FIELD, FINE, RULE, SOFT, Sheet
from armies.paper.text_fit import Fitted, fit
from armies.paper.typefaces import width
from battles.engine.armies.ledger import BlockHead, CommandBlockHead, CommandHead, HeadLine, TitleHead

RINGS: Final = rings_width(TURNS)
INDENT: Final = 7.2
COMMAND: Final = 8.4
"""Height of the line with a command's name."""
LINE: Final = 6.0
AGAIN: Final = 9.4
BLOCK: Final = 7.2
LABEL: Final = 7.6
TOTALS: Final = 8.2
FACTS: Final = 4.4
WRITE: Final = 7.0
SCOTCH: Final = 0.8


class FittedCommand(NamedTuple):
    """A command's head: name and rings; rating and loss boxes below, on one line if they fit."""

    head: CommandHead
    name: Headline
    losses: Losses
    beside: bool

    @property
    def opening(self) -> float:
        """Height in mm at its beginning."""
        lines = 1 if self.beside or not self.head.rating else 2
        return COMMAND + self.name.extra + lines * LINE + self.losses.extra

    @property
    def again(self) -> float:
        """Height in mm after a page break."""
        return AGAIN + self.name.extra

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> float:
        """Draw it; returns the height of its end.

        Rating and losses are only drawn where the command begins, so that there is one set of boxes.
        """
        sheet.scotch(y)
        left, end = sheet.left + INDENT, y + (self.opening if opens else self.again)
        if self.head.rating:
            symbol(sheet, "leader_division", sheet.left - 0.6, y + 2.0, 7.2)
            rings(sheet, sheet.right, y + 4.6, TURNS)
        name = self.name
        if not opens and not name.below:
            words = name.detail.lines[0] if name.detail else ""
            name = headline(self.head.name, 13, f"{words}, continued".lstrip(", "), 11.5, _room())
        name.draw(sheet, left, y + 6.0)
        if not opens:
            return end
        y += 12.0 + self.name.extra
        if self.head.rating:
            rating_boxes(sheet, left, y, self.head.rating)
            y += 0.0 if self.beside else LINE
        self._losses(sheet, y)
        return end

    def _losses(self, sheet: Sheet, y: float) -> None:
        label = self.head.totals
        if not self.head.rating or not self.head.count:
            sheet.text(sheet.right, y, label, "text", LABEL, "r", SOFT)
            return
        start = sheet.right - self.losses.width
        self.losses.draw(sheet, start, y - 2.6)
        words = f"{label} · {self.head.loss_words or 'lost'}"
        sheet.text(start - 2.0, y, words, "text", LABEL, "r", SOFT)


class FittedTitle(NamedTuple):
    """A head with lines, facts and spaces to write in."""

    head: TitleHead
    lines: tuple[Headline, ...]
    facts: Fitted | None
    path: Headline

    @property
    def opening(self) -> float:
        """Height in mm at its beginning."""
        high = sum(line.high + set_.extra for line, set_ in zip(self.head.lines, self.lines, strict=True))
        high += FACTS + self.facts.height - self.facts.lead if self.facts else 0.0
        return high + (WRITE if self.head.write else 0.0) + SCOTCH

    @property
    def again(self) -> float:
        """Height in mm after a page break."""
        return self.head.again.high + self.path.extra + SCOTCH

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> float:
        """Draw it; returns the height of its end."""
        sheet.scotch(y)
        y += SCOTCH
        if not opens:
            self.path.draw(sheet, sheet.left, y + self.head.again.base)
            return y + self.again - SCOTCH
        for line, fitted in zip(self.head.lines, self.lines, strict=True):
            fitted.draw(sheet, sheet.left, y + line.base)
            sheet.text(sheet.right, y + line.base, line.totals, "text", TOTALS, "r", SOFT)
            y += line.high + fitted.extra
        if self.facts:
            sheet.fitted(sheet.left, y + 2.6, self.facts, grey=SOFT)
            y += FACTS + self.facts.height - self.facts.lead
        if self.head.write:
            _write(sheet, self.head.write, y)
            y += WRITE
        return y


class FittedBlock(NamedTuple):
    """The head of a block on one line."""

    head: BlockHead
    name: Headline

    @property
    def height(self) -> float:
        """Height in mm."""
        return self.head.high + self.name.extra

    def draw(self, sheet: Sheet, y: float, *, continued: bool) -> None:
        """Draw it; ``continued`` after a page break."""
        self.name.draw(sheet, sheet.left + self.head.x, y + self.head.base)
        words = self.head.again if continued else self.head.totals
        sheet.text(sheet.right, y + self.head.base, words, "text", LABEL, "r", SOFT)
        sheet.rule(sheet.left, y + self.height - self.head.rule_up, sheet.right, RULE)


class FittedCommandBlock(NamedTuple):
    """The head of a block with a commander on one line: symbol, name, totals, loss boxes, rings."""

    head: CommandBlockHead
    name: Headline
    losses: Losses

    @property
    def height(self) -> float:
        """Height in mm."""
        return BLOCK + max(self.name.extra, self.losses.extra if self.head.stand else 0.0)

    def draw(self, sheet: Sheet, y: float, *, continued: bool) -> None:
        """Draw it; after a page break it has no boxes."""
        sheet.rule(sheet.left, y + self.height - 0.4, sheet.right, RULE)
        base = y + 5.0
        if self.head.stand:
            symbol(sheet, "leader_brigade", sheet.left - 0.2, base - 3.4, 6.0)
        self.name.draw(sheet, sheet.left + INDENT, base)
        if continued:
            sheet.text(sheet.right, base, "continued; boxes on the page before", "ital", LABEL, "r", SOFT)
            return
        rings(sheet, sheet.right, base - 1.1, TURNS)
        label = self.head.totals
        if self.head.stand and self.head.count:
            self.losses.draw(sheet, sheet.left + self.head.lost_x, base - 2.7)
            label += f" · {self.head.loss_words or 'lost'}"
        sheet.text(sheet.left + self.head.lost_x - 2.0, base, label, "text", LABEL, "r", SOFT)


def fit_head(head: CommandHead | TitleHead) -> FittedCommand | FittedTitle:
    """The fitted head above blocks."""
    return _command(head) if isinstance(head, CommandHead) else _title(head)


def fit_block(head: BlockHead | CommandBlockHead | None) -> FittedBlock | FittedCommandBlock | None:
    """The fitted head of a block; None if it has none."""
    if head is None:
        return None
    if isinstance(head, BlockHead):
        totals_width = width(head.totals, "text", LABEL) if head.totals else 0.0
        room = FIELD - head.x - totals_width - 4.0
        return FittedBlock(head, headline(head.name, 10.5, head.detail, head.detail_size, room))
    label = width(f"{head.totals} · {head.loss_words or 'lost'}", "text", LABEL)
    name = headline(head.name, 10.5, head.detail, 10.5, head.lost_x - 2.0 - label - INDENT - 3.0)
    room = FIELD - RINGS - head.lost_x - 2.0
    return FittedCommandBlock(head, name, losses(head.count, head.lost_at, room, head.lost))


def _command(head: CommandHead) -> FittedCommand:
    name = headline(head.name, 13, head.detail, 11.5, _room())
    rating_room = rating_width(head.rating) + INDENT + 5.0 if head.rating else 0.0
    label = width(f"{head.totals} · {head.loss_words or 'lost'}", "text", LABEL) + 2.0
    one_row = losses(head.count, head.lost_at, FIELD - rating_room - label, head.lost)
    if one_row.rows == 1 and rating_room + label + one_row.width <= FIELD:
        return FittedCommand(head, name, one_row, True)
    return FittedCommand(head, name, losses(head.count, head.lost_at, FIELD - label - INDENT, head.lost), False)


def _title(head: TitleHead) -> FittedTitle:
    again = head.again
    return FittedTitle(
        head,
        tuple(map(_line, head.lines)),
        fit(head.facts, "text", TOTALS, FIELD) if head.facts or head.write else None,
        headline(again.name, again.size, again.detail, again.detail_size, FIELD - 2.0),
    )


def _line(line: HeadLine) -> Headline:
    """A line with room for totals at the right."""
    room = FIELD - width(line.totals, "text", TOTALS) - 4.0
    return headline(line.name, line.size, line.detail, line.detail_size, room)


def _write(sheet: Sheet, labels: tuple[str, ...], y: float) -> None:
    """Draw spaces to write in beside their labels."""
    each = FIELD / len(labels)
    for index, label in enumerate(labels):
        x = sheet.left + index * each
        wide = sheet.text(x, y + 4.6, label, "ital", LABEL, grey=SOFT)
        sheet.rule(x + wide + 1.4, y + 5.0, x + each - 3.0, FINE)


def _room() -> float:
    return FIELD - RINGS - INDENT - 3.0
