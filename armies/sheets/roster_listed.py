"""The roster of an army list on paper: units by corps in the columns of their system, boxes to strike."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

from armies.paper import marks, masthead, plan
from armies.paper.faces import width
from armies.paper.fitting import Fitted, fit
from armies.paper.heading import Headline, headline
from armies.paper.masthead import SLIM, slim_head
from armies.paper.pages import Folio, Page, foot
from armies.paper.plan import Part
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, Sheet
from armies.paper.words import Entry, Masthead
from armies.rules.army_list import ArmyList, Column, ListedGroup, ListedUnit
from armies.sheets.roster_style import USUAL_STYLE, RosterStyle

NUMBER: Final = 5.0
SYMBOL: Final = 6.4
NAME: Final = 13.6
POINTS: Final = 11.0
BOX: Final = 4.4
"""Millimetres from box to box."""
COLUMN_HEADS: Final = 8.8
GROUP: Final = 8.6
FACTS: Final = 4.4
WRITE: Final = 7.0
UNDER: Final = 6.2
ROWS: Final = (6.2, 5.8, 5.4, 5.0)
GAP: Final = 1.8
ABOVE_FOOT: Final = 1.6


class _Columns(NamedTuple):
    """Where things stand on a line, in mm from the left of the field."""

    columns: tuple[Column, ...]
    cells: tuple[float, ...]
    boxes: float
    steps: int
    style: RosterStyle

    @property
    def name(self) -> float:
        """Millimetres for the name."""
        return self.cells[0] - NAME - 1.6


class _Row(NamedTuple):
    unit: ListedUnit
    name: Fitted
    cells: tuple[Fitted, ...]
    note: Fitted | None

    def height(self, least: float) -> float:
        lines = max(self.name.height, *(cell.height for cell in self.cells)) + (self.note.height if self.note else 0.0)
        return max(least, lines + 0.9)


class _Block(NamedTuple):
    """The units of one division, or those under none."""

    group: int
    under: Fitted | None
    rows: tuple[_Row, ...]


class _Group(NamedTuple):
    group: ListedGroup
    name: Headline
    facts: Fitted
    path: Headline

    @property
    def opening(self) -> float:
        write = WRITE if self.group.write else 0.0
        return GROUP + self.name.extra + FACTS + self.facts.height - self.facts.lead + write + 0.8

    @property
    def again(self) -> float:
        return GROUP + self.path.extra + 0.8

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> float:
        """Draw its head; returns where what follows begins."""
        sheet.scotch(y)
        y += 0.8
        if not opens:
            self.path.draw(sheet, sheet.left, y + 6.0)
            return y + self.again - 0.8
        self.name.draw(sheet, sheet.left, y + 6.2)
        worth = f"{self.group.points.value:,} points"
        sheet.text(sheet.right, y + 6.2, worth, "text", 8.2, "r", SOFT)
        y += GROUP + self.name.extra
        sheet.fitted(sheet.left, y + 2.6, self.facts, grey=SOFT)
        y += FACTS + self.facts.height - self.facts.lead
        if self.group.write:
            _write(sheet, self.group.write, y)
            y += WRITE
        return y


def listed_pages(
    sheet: Sheet, listed: ArmyList, head: Masthead, address: str, style: RosterStyle = USUAL_STYLE
) -> list[Page]:
    """The pages of the army list, in order; one without units has one page that says so."""
    return _Roster(listed, head, address, style).pages(sheet)


class _Roster:
    """The whole list: everything fitted, ready to be planned and drawn."""

    def __init__(self, listed: ArmyList, head: Masthead, address: str, style: RosterStyle) -> None:
        self.listed = listed
        self.style = style
        self.words = head
        self.key = foot([Entry(f"{lead}.", text) for lead, text in listed.foot])
        self.head = masthead.head(
            head,
            title=head.title or "An army without a name",
            detail=head.commander,
            totals="",
            nation=listed.nation,
            whole=True,
            address=address,
        )
        self.columns = _columns(listed, style)
        self.groups = [_group(group) for group in listed.groups]
        self.blocks = [block for at, group in enumerate(listed.groups) for block in _blocks(at, group, self.columns)]

    def pages(self, sheet: Sheet) -> list[Page]:
        """Rows as open as they can be while that costs no page."""
        later = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT - sheet.top - COLUMN_HEADS
        space = plan.Space(later - self.head.height, later - SLIM)
        tight = self._plan(ROWS[-1], space)
        for high in ROWS:
            planned = self._plan(high, space)
            if len(planned) == len(tight):
                break
        return [self._page(parts, high, index == 0) for index, parts in enumerate(planned)]

    def _plan(self, high: float, space: plan.Space) -> plan.Pages:
        blocks = [
            plan.Block(
                one.group, UNDER if one.under else 0.0, tuple(row.height(high) for row in one.rows) or (high,), GAP
            )
            for one in self.blocks
        ]
        heads = [plan.Head(one.opening, one.again) for one in self.groups]
        if self.style.page_each:
            return plan.pages_apart(blocks, heads, space)
        return plan.pages(blocks, heads, space, split_cost=0.0)

    def _page(self, parts: Sequence[Part], high: float, first: bool) -> Page:
        def draw(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, self.listed.nation, self.words.title, self.words.commander, self.words.system)
            _column_heads(sheet, self.columns, self.listed, y)
            y += COLUMN_HEADS
            for index, part in enumerate(parts):
                y = self._part(sheet, part, y, high, index == 0)
            if not parts:
                sheet.text(sheet.left + NAME, y + 5.0, "no units", "ital", 8.6, grey=SOFT)
            self.key.draw(sheet)

        return Page(draw, self.words.title if first else "")

    def _part(self, sheet: Sheet, part: Part, y: float, high: float, top: bool) -> float:
        one = self.blocks[part.block]
        if part.opens or top:
            y = self.groups[one.group].draw(sheet, y, opens=part.opens)
        if one.under:
            sheet.fitted(sheet.left + NAME, y + 4.4, one.under)
            sheet.rule(sheet.left, y + UNDER - 0.4, sheet.right, RULE)
            y += UNDER
        if not one.rows:
            sheet.text(sheet.left + NAME, y + 3.6, "no units", "ital", 8.2, grey=SOFT)
            return y + high + GAP
        for row in one.rows[part.first : part.last]:
            tall = row.height(high)
            _draw_row(sheet, self.columns, row, y, tall)
            y += tall
        return y + GAP


def _columns(listed: ArmyList, style: RosterStyle) -> _Columns:
    """Columns from the right: points, boxes, then those of the system; the name has the rest."""
    count = max((len(unit.boxes) for group in listed.groups for unit in group.units), default=0)
    boxes = FIELD - (POINTS if style.points else 0.0) - count * BOX - 1.0
    left = boxes - sum(column.wide for column in listed.columns)
    cells = []
    for column in listed.columns:
        cells.append(left)
        left += column.wide
    return _Columns(listed.columns, tuple(cells), boxes, count, style)


def _group(group: ListedGroup) -> _Group:
    told = " · ".join(f"{fact.label} {fact.text}" for fact in group.facts)
    room = FIELD - width(f"{group.points.value:,} points", "text", 8.2) - 4.0
    return _Group(
        group,
        headline(group.title, 15, group.commander, 12.5, room),
        fit(told, "text", 8.2, FIELD),
        headline(group.title, 12, "continued", 11, FIELD - 2.0),
    )


def _blocks(at: int, group: ListedGroup, columns: _Columns) -> list[_Block]:
    if not group.units:
        return [_Block(at, None, ())]
    return [
        _Block(
            at,
            fit(under, "disp", 10.5, FIELD - NAME - 4.0) if under else None,
            tuple(_row(unit, columns) for unit in units),
        )
        for under, units in groupby(group.units, key=lambda unit: unit.under)
    ]


def _row(unit: ListedUnit, columns: _Columns) -> _Row:
    cells = (
        fit(cell, "text", 8.6, round(column.wide - 1.4, 2))
        for cell, column in zip(unit.cells, columns.columns, strict=True)
    )
    name = round(columns.name, 2)
    note = fit(unit.notes, "ital", 7.2, name) if unit.notes and columns.style.notes else None
    return _Row(unit, fit(unit.name or "without a name", "semi", 9.0, name), tuple(cells), note)


def _draw_row(sheet: Sheet, columns: _Columns, row: _Row, y: float, high: float) -> None:
    unit, left, middle = row.unit, sheet.left, y + high / 2
    base = middle + 1.15
    sheet.text(left + NUMBER, base, unit.number, "semi", 8.2, "r")
    marks.symbol(sheet, unit.symbol, left + SYMBOL, middle - 1.8, 5.4)
    lift = row.note.height / 2 if row.note else 0.0
    sheet.centred(left + NAME, middle - lift, row.name)
    if row.note:
        sheet.centred(left + NAME, middle + row.name.height / 2, row.note)
    for column, x, cell in zip(columns.columns, columns.cells, row.cells, strict=True):
        at = {"l": x, "c": x + (column.wide - cell.width) / 2, "r": x + column.wide - cell.width - 1.4}[column.align]
        sheet.centred(left + at, middle, cell)
    _boxes(sheet, unit, left + columns.boxes, middle)
    if columns.style.points:
        sheet.text(sheet.right, base, f"{unit.points.value:,}", align="r")
    sheet.rule(left + NAME, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def _boxes(sheet: Sheet, unit: ListedUnit, x: float, middle: float) -> None:
    """A box for each step, the one that the unit is at in grey, its letter within where it has one."""
    top = middle - marks.BOX / 2
    corners = [(x + index * BOX, top) for index in range(len(unit.boxes))]
    sheet.rects([corner for index, corner in enumerate(corners) if index != unit.chosen], marks.BOX, marks.BOX)
    if unit.chosen is not None:
        sheet.rects([corners[unit.chosen]], marks.BOX, marks.BOX, fill=0.9)


def _column_heads(sheet: Sheet, columns: _Columns, listed: ArmyList, y: float) -> None:
    """Repeated on every page, under its head."""
    left, base, below = sheet.left, y + 3.8, y + 6.8
    sheet.rule(left, y, sheet.right, RULE)
    sheet.text(left + NAME, base, "Unit", "semi", 7.6)
    for column, x in zip(columns.columns, columns.cells, strict=True):
        at = {"l": x, "c": x + column.wide / 2, "r": x + column.wide - 1.4}[column.align]
        sheet.text(left + at, base, column.title, "semi", 7.6, column.align)
    if columns.steps:
        middle = columns.boxes + columns.steps * BOX / 2 - (BOX - marks.BOX) / 2
        sheet.text(left + middle, base, listed.box_title, "semi", 7.6, "c")
        letters = max((unit.boxes for group in listed.groups for unit in group.units), key=len)
        for index, letter in enumerate(letters):
            sheet.text(left + columns.boxes + index * BOX + marks.BOX / 2, below, letter, "ital", 6.5, "c", SOFT)
    if columns.style.points:
        sheet.text(sheet.right, base, "Points", "semi", 7.6, "r")


def _write(sheet: Sheet, labels: Sequence[str], y: float) -> None:
    """Spaces to write in, beside their labels."""
    each = FIELD / len(labels)
    for index, label in enumerate(labels):
        x = sheet.left + index * each
        wide = sheet.text(x, y + 4.6, label, "ital", 7.6, grey=SOFT)
        sheet.rule(x + wide + 1.4, y + 5.0, x + each - 3.0, FINE)
