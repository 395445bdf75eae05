"""The casualty report: every unit with its strength at the start and room for what it lost."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from armies.paper import marks, plan
from armies.paper.cleaning import printable_texts
from armies.paper.faces import Printable
from armies.paper.fitting import Fitted, fit
from armies.paper.heading import Headline, headline
from armies.paper.masthead import SLIM, Head, head, slim_head
from armies.paper.pages import Folio, Page
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, Sheet
from armies.paper.words import Masthead
from armies.sheets.casualties import Count, Line, lines_of
from battles.engine.roll import Roll
from battles.rules import SYSTEMS

NAME: Final = 7.2
KIND: Final = 52.0
COLUMNS: Final = (("Start", 92.0), ("Lost", 107.0), ("Left", 122.0), ("Captured", 139.0))
"""Titles and right edges of the columns of numbers, in mm from the left of the field."""
WRITE: Final = 11.0
NOTES: Final = 144.0
HEADS: Final = 7.4
TITLE: Final = 8.0
ROWS: Final = (6.4, 6.0, 5.6, 5.2)
TOTAL: Final = 6.2
GAP: Final = 2.0


class _Row(NamedTuple):
    """A unit's line or a total's, fitted."""

    line: Line
    name: Fitted
    kind: Fitted

    def height(self, least: float) -> float:
        return max(least, self.name.height + 0.9, self.kind.height + 0.9)


class _Block(NamedTuple):
    """A brigade, or the totals of what stands over several."""

    title: Headline
    rows: tuple[_Row, ...]


def casualty_report(roll: Roll, *, filled: bool = False, address: str = "") -> Section:
    """The report of ``roll``, to be written after the battle; ``filled`` with what the roll knows to be lost."""
    clean = printable_texts(roll, Printable())
    digest = digest_of(clean, filled)

    def plan_(sheet: Sheet) -> Planned:
        return Planned(_Report(clean, filled, address).pages(sheet))

    return Section("Casualty report", clean.title or "An army", digest, plan_)


class _Report:
    """The whole report: everything fitted, ready to be planned and drawn."""

    def __init__(self, roll: Roll, filled: bool, address: str) -> None:
        self.roll = roll
        self.filled = filled
        facts = " · ".join(f"{fact.label} {fact.text}" for fact in roll.facts)
        self.words = Masthead(roll.title, f"{SYSTEMS[roll.system].title} casualty report", "", "", facts, "")
        self.head: Head = head(
            self.words,
            title=roll.title or "An army without a name",
            detail="",
            totals="",
            nation=roll.nation,
            whole=True,
            address=address,
        )
        self.blocks = [
            _Block(
                headline(title, 10.5, detail, 10.0, FIELD - 4.0),
                tuple(map(_row, lines)),
            )
            for title, detail, lines in lines_of(roll)
        ]

    def pages(self, sheet: Sheet) -> list[Page]:
        """Rows as open as they can be while that costs no page."""
        later = sheet.bottom - FOOTER - 1.6 - sheet.top - HEADS
        space = plan.Space(later - self.head.height, later - SLIM)
        tight = self._plan(ROWS[-1], space)
        planned, high = tight, ROWS[-1]
        for high in ROWS:
            planned = self._plan(high, space)
            if len(planned) == len(tight):
                break
        pages = [partial(self._draw, parts, high, index == 0) for index, parts in enumerate(planned)]
        return [Page(draw, self.roll.title if index == 0 else "") for index, draw in enumerate(pages)]

    def _plan(self, high: float, space: plan.Space) -> plan.Pages:
        blocks = [
            plan.Block(index, TITLE + block.title.extra, tuple(row.height(high) for row in block.rows) or (high,), GAP)
            for index, block in enumerate(self.blocks)
        ]
        return plan.pages(blocks, [plan.Head(0.0, 0.0)] * len(blocks), space, split_cost=0.0)

    def _draw(self, parts: Sequence[plan.Part], high: float, first: bool, sheet: Sheet, folio: Folio) -> None:
        y = sheet.top + (self.head.height if first else SLIM)
        if first:
            self.head.draw(sheet, folio)
        else:
            slim_head(sheet, self.roll.nation, self.roll.title, "", self.words.system)
        _column_heads(sheet, y)
        y += HEADS
        if not parts:
            sheet.text(sheet.left + NAME, y + 5.0, "no units", "ital", 8.6, grey=SOFT)
        for part in parts:
            y = self._part(sheet, part, y, high)

    def _part(self, sheet: Sheet, part: plan.Part, y: float, high: float) -> float:
        block = self.blocks[part.block]
        block.title.draw(sheet, sheet.left, y + 5.0)
        if part.continued:
            sheet.text(sheet.right, y + 5.0, "continued", "text", 7.6, "r", SOFT)
        y += TITLE + block.title.extra
        sheet.rule(sheet.left, y - 1.0, sheet.right, RULE)
        for row in block.rows[part.first : part.last]:
            tall = row.height(high)
            _draw_row(sheet, row, y, tall, self.filled)
            y += tall
        return y + GAP


def _row(line: Line) -> _Row:
    room = COLUMNS[0][1] - WRITE if line.total else KIND
    return _Row(
        line,
        fit(line.name, "semi", 9.0, room - NAME - 2.0),
        fit(line.kind, "text", 8.0, COLUMNS[0][1] - KIND - WRITE + 1.0),
    )


def _column_heads(sheet: Sheet, y: float) -> None:
    """Repeated on every page, under its head."""
    sheet.rule(sheet.left, y, sheet.right, RULE)
    base = y + 3.8
    sheet.text(sheet.left + NAME, base, "Unit", "semi", 7.6)
    sheet.text(sheet.left + KIND, base, "Type", "semi", 7.6)
    for title, at in COLUMNS:
        sheet.text(sheet.left + at, base, title, "semi", 7.6, "r")
    sheet.text(sheet.left + NOTES, base, "Notes", "semi", 7.6)


def _draw_row(sheet: Sheet, row: _Row, y: float, high: float, filled: bool) -> None:
    line, left, middle = row.line, sheet.left, y + high / 2
    base = middle + 1.15
    if line.symbol:
        marks.symbol(sheet, line.symbol, left, middle - 1.8, 5.4)
    sheet.centred(left + NAME, middle, row.name)
    if line.kind:
        sheet.centred(left + KIND, middle, row.kind)
    count = line.strength
    known = _known(count, line, filled)
    for (_, at), words in zip(COLUMNS, known, strict=True):
        if words:
            sheet.text(left + at, base, words, "semi" if line.total else "text", 8.6, "r")
        else:
            sheet.rule(left + at - WRITE + 1.0, y + high - 1.3, left + at, FINE)
    if line.note and filled:
        note = fit(line.note, "text", 7.4, FIELD - NOTES)
        sheet.text(left + NOTES, base, note.opening, note.face, note.size, squeeze=note.squeeze)
    else:
        sheet.rule(left + NOTES, y + high - 1.3, sheet.right, FINE)
    if line.total:
        sheet.rule(left + NAME, y, sheet.right, FINE)
    else:
        sheet.rule(left + NAME, y + high, left + COLUMNS[0][1], FINE, FAINT, (0.3, 1.2))


def _known(count: Count, line: Line, filled: bool) -> tuple[str, str, str, str]:
    """Start; lost and left where they are known; captured nobody knows."""
    if not filled:
        return count.start_words, "", "", ""
    return count.start_words, count.lost_words, count.left_words, ""
