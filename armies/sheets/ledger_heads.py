"""Heads of a ledger sheet above blocks and rows, with rating, rings and boxes for lost units."""

from typing import Final, NamedTuple

from armies.paper.marks import TURNS, rings, rings_width, symbol
from armies.paper.masthead import Headline, Losses, headline, losses, rating_boxes, rating_width
from armies.paper.sheet import FIELD, FINE, RULE, SOFT, Sheet
from armies.paper.typography import Fitted, fit, width
from battles.engine.armies.ledger import BlockHead, CommandBlockHead, CommandHead, HeadLine, TitleHead

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
    """A command's head: name and rings; rating and loss boxes below, on one line if they fit.

    ``above`` are the heads of higher commands that begin with it.
    """

    head: CommandHead
    name: Headline
    again_name: Headline
    losses: Losses
    beside: bool
    turns: int
    above: "tuple[FittedCommand, ...]"

    @property
    def own(self) -> float:
        """Height in mm of its own lines at its beginning."""
        if not self.head.rating and not self.head.count:
            return COMMAND + self.name.extra
        lines = 1 if self.beside or not self.head.rating else 2
        return COMMAND + self.name.extra + lines * LINE + self.losses.extra

    @property
    def opening(self) -> float:
        """Height in mm at its beginning, with the higher commands."""
        return self.own + sum(one.own for one in self.above)

    @property
    def again(self) -> float:
        """Height in mm after a page break."""
        return AGAIN + self.again_name.extra

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> float:
        """Draw it; returns the height of its end.

        Rating and losses are only drawn where the command begins, so that there is one set of boxes.
        """
        for one in self.above if opens else ():
            y = one.draw(sheet, y, opens=True)
        sheet.scotch(y)
        left, end = sheet.left + INDENT, y + (self.own if opens else self.again)
        if self.head.rating:
            symbol(sheet, self.head.symbol, sheet.left - 0.6, y + 2.0, 7.2)
        if self.turns:
            rings(sheet, sheet.right, y + 4.6, self.turns)
        (self.name if opens else self.again_name).draw(sheet, left, y + 6.0)
        if not opens:
            return end
        if not self.head.rating and not self.head.count:
            sheet.text(sheet.right, y + 6.0, self.head.totals, "text", LABEL, "r", SOFT)
            return end
        y += 12.0 + self.name.extra
        if self.head.rating:
            rating_boxes(sheet, left, y, self.head.rating)
            y += 0.0 if self.beside else LINE
        self._losses(sheet, y)
        return end

    def _losses(self, sheet: Sheet, y: float) -> None:
        label = self.head.totals
        if not self.head.count:
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
    turns: int

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
        if self.turns:
            rings(sheet, sheet.right, base - 1.1, self.turns)
        label = self.head.totals
        if self.head.stand and self.head.count:
            self.losses.draw(sheet, sheet.left + self.head.lost_x, base - 2.7)
            label += f" · {self.head.loss_words or 'lost'}"
        sheet.text(sheet.left + self.head.lost_x - 2.0, base, label, "text", LABEL, "r", SOFT)


def fit_head(head: CommandHead | TitleHead, turns: int = 0) -> FittedCommand | FittedTitle:
    """The fitted head above blocks, with rings for ``turns`` Turns."""
    return _command(head, min(turns, TURNS)) if isinstance(head, CommandHead) else _title(head)


def fit_block(head: BlockHead | CommandBlockHead | None, turns: int = 0) -> FittedBlock | FittedCommandBlock | None:
    """The fitted head of a block, with rings for ``turns`` Turns; None if it has none."""
    turns = min(turns, TURNS)
    if head is None:
        return None
    if isinstance(head, BlockHead):
        totals_width = width(head.totals, "text", LABEL) if head.totals else 0.0
        room = FIELD - head.x - totals_width - 4.0
        return FittedBlock(head, headline(head.name, 10.5, head.detail, head.detail_size, room))
    label = width(f"{head.totals} · {head.loss_words or 'lost'}", "text", LABEL)
    name = headline(head.name, 10.5, head.detail, 10.5, head.lost_x - 2.0 - label - INDENT - 3.0)
    room = FIELD - rings_width(turns) - head.lost_x - 2.0
    return FittedCommandBlock(head, name, losses(head.count, head.lost_at, room, head.lost), turns)


def _command(head: CommandHead, turns: int) -> FittedCommand:
    turns = turns if head.rings else 0
    bare = not head.rating and not head.count
    room = FIELD - INDENT - 3.0 - (width(head.totals, "text", LABEL) + 2.0 if bare else rings_width(turns))
    name = headline(head.name, head.size, head.detail, 11.5, room)
    again = headline(head.again or head.name, 12, "continued", 11, FIELD - INDENT - 3.0 - rings_width(turns))
    above = tuple(_command(one, turns) for one in head.above)
    rating_room = rating_width(head.rating) + INDENT + 5.0 if head.rating else 0.0
    label = width(f"{head.totals} · {head.loss_words or 'lost'}", "text", LABEL) + 2.0
    one_row = losses(head.count, head.lost_at, FIELD - rating_room - label, head.lost)
    if one_row.rows == 1 and rating_room + label + one_row.width <= FIELD:
        return FittedCommand(head, name, again, one_row, True, turns, above)
    below = losses(head.count, head.lost_at, FIELD - label - INDENT, head.lost)
    return FittedCommand(head, name, again, below, False, turns, above)


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
