"""Pages of a ledger sheet: cells fitted into columns, and rows as high as possible without an additional page."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks, masthead, page
from armies.paper.masthead import SLIM, slim_head
from armies.paper.page import Folio, Page, foot
from armies.paper.sheet import FAINT, FINE, FOOTER, PAPERS, RULE, SOFT, TINT, Sheet
from armies.paper.typography import LEAST, Fitted, capped_lines, fit, width, wrap
from armies.sheets.ledger_heads import fit_block, fit_head
from battles.engine.armies.ledger import (
    FIELD,
    Cell,
    Column,
    LedgerSheet,
    Notes,
    Row,
    RowStyle,
    Section,
    Steps,
    Strikes,
    TitleRule,
    ToWrite,
    Words,
)

BOX_ROW: Final = 4.2
"""From one row of strength boxes to the next."""
MARK_SIZE: Final = 7.0
NUMBER_SIZE: Final = 8.2
NOTE_SIZE: Final = 7.2
BETWEEN: Final = 1.4
"""Space between a column of centred words and the next."""
MOST_BOXES: Final = 60
"""A unit of more strength points has a line to write on."""


class FittedRow(NamedTuple):
    """A row fitted into its columns; ``words`` are the fitted texts of its cells, None for cells drawn directly."""

    row: Row
    columns: tuple[Column, ...]
    style: RowStyle
    name: Fitted
    words: tuple[Fitted | None, ...]
    note: Fitted | None

    def height(self, least: float) -> float:
        """Height in mm; ``least`` for a row of one line."""
        lines = max(self.name.height, *(words.height for words in self.words if words), 0.0)
        lines += self.note.height if self.note else 0.0
        boxes = [_box_rows(cell) * BOX_ROW + 0.6 for cell in self.row.cells if isinstance(cell, Strikes)]
        return max(least, lines + self.style.padding, *boxes)


def fit_row(row: Row, columns: tuple[Column, ...], style: RowStyle) -> FittedRow:
    """``row`` fitted into ``columns``; the first column is for its name."""
    first, *others = columns
    wide = row.name_wide or first.wide
    return FittedRow(
        row,
        tuple(others),
        style,
        fit(row.name, first.face, first.size, wide),
        tuple(_fitted(cell, column) for cell, column in zip(row.cells, others, strict=True)),
        fit(row.note, "ital", NOTE_SIZE, wide) if row.note else None,
    )


def _fitted(cell: Cell | None, column: Column) -> Fitted | None:
    if isinstance(cell, Notes):
        return _set_notes(cell.text, column.wide) if cell.text else None
    if not isinstance(cell, Words):
        return None
    if not column.wide or cell.one_line:
        return None
    return fit(cell.text, cell.face or column.face, column.size, column.wide)


def _set_notes(words: str, measure: float) -> Fitted:
    on_one_line = fit(words, "text", 7.4, measure)
    if len(on_one_line.lines) == 1 and on_one_line.squeeze == 1.0:
        return on_one_line
    return Fitted(capped_lines(wrap(words, "text", LEAST, measure)), "text", LEAST, 1.0)


def _box_rows(cell: Strikes) -> int:
    return -(-cell.count // cell.per_row) if 0 < cell.count <= MOST_BOXES else 1


def draw_row(sheet: Sheet, line: FittedRow, y: float, high: float, last: bool) -> None:
    """Draw a row between ``y`` and ``y + high``; ``last`` says that it is the last of its block on the page."""
    row, style, left, middle = line.row, line.style, sheet.left, y + high / 2
    base = middle + 1.15
    if row.number:
        sheet.text(left + style.number_x, base, row.number, "semi", NUMBER_SIZE, "r")
    if row.symbol:
        marks.symbol(sheet, row.symbol, left + style.symbol_x, middle - style.symbol_up, style.symbol_size)
    sheet.centred(left + style.name_x, middle - (line.note.height / 2 if line.note else 0.0), line.name)
    if line.note:
        sheet.centred(left + style.name_x, middle + line.name.height / 2, line.note)
    if row.gone:
        _strike_name(sheet, left + style.name_x, middle, line.name)
    for cell, column, words in zip(row.cells, line.columns, line.words, strict=True):
        if cell is not None:
            _draw_cell(sheet, cell, column, words, y, high)
    if row.total:
        sheet.rule(left + style.rule_from, y, sheet.right, FINE)
    elif style.last_ruled or not last:
        end = sheet.right if style.rule_to == FIELD else left + style.rule_to
        sheet.rule(left + style.rule_from, y + high, end, FINE, FAINT, (0.3, 1.2))


def _draw_cell(sheet: Sheet, cell: Cell, column: Column, words: Fitted | None, y: float, high: float) -> None:
    x, middle = sheet.left + column.x, y + high / 2
    if words is not None:
        free = column.wide - words.width
        sheet.centred(x + {"l": 0.0, "c": (free + BETWEEN) / 2, "r": free}[column.align], middle, words)
    elif isinstance(cell, Words) and cell.one_line:
        line = fit(cell.text, cell.face or column.face, column.size, column.wide)
        sheet.text(x, middle + 1.15, line.opening, line.face, line.size, squeeze=line.squeeze)
    elif isinstance(cell, Words):
        grey = SOFT if column.soft else 0.0
        sheet.text(x, middle + 1.15, cell.text, cell.face or column.face, column.size, column.align, grey)
        sheet.text(x + 0.15, middle + 1.15, cell.mark, size=MARK_SIZE)
    elif isinstance(cell, Strikes):
        _draw_strikes(sheet, cell, x, middle)
    elif isinstance(cell, Steps):
        _draw_steps(sheet, cell, [sheet.left + step for step in column.steps[: cell.count]], middle - marks.BOX / 2)
    elif isinstance(cell, ToWrite):
        start = x - cell.wide if column.align == "r" else x
        end = x if column.align == "r" else x + cell.wide
        sheet.rule(start, y + high - 1.3, end, FINE)


def _strike_name(sheet: Sheet, x: float, middle: float, name: Fitted) -> None:
    """Draw a line through a name that is centred on the height ``middle``."""
    first = middle - (len(name.lines) - 1) * name.lead / 2
    for index, words in enumerate(name.lines):
        long = width(words, name.face, name.size) * name.squeeze
        sheet.rule(x, first + index * name.lead, x + long, 0.9)


def _draw_strikes(sheet: Sheet, cell: Strikes, x: float, middle: float) -> None:
    if not 0 < cell.count <= MOST_BOXES:
        sheet.rule(x, middle + marks.BOX / 2, x + 24.0)
        left = cell.count - cell.struck
        sheet.text(x + 1.0, middle + marks.BOX / 2 - 0.5, f"{left:,} left" if cell.struck else "", "semi", 8)
        return
    rows = _box_rows(cell)
    top = middle - (rows - 1) * BOX_ROW / 2 - marks.BOX / 2
    for index in range(rows):
        first = index * cell.per_row
        here = min(cell.per_row, cell.count - first)
        marks.boxes(sheet, x, top + index * BOX_ROW, here, shade=cell.grey, first=first + 1, struck=cell.struck)


def _draw_steps(sheet: Sheet, cell: Steps, steps: Sequence[float], top: float) -> None:
    corners = [(x, top) for x in steps]
    sheet.rects([corner for index, corner in enumerate(corners) if index != cell.grey], marks.BOX, marks.BOX)
    if cell.grey is not None:
        sheet.rects([corners[cell.grey]], marks.BOX, marks.BOX, fill=TINT)
    for x, y in corners[: cell.struck]:
        marks.strike(sheet, x, y)


ABOVE_FOOT: Final = 1.6
TIGHTER: Final = ((0.2, 0.75), (0.4, 0.6), (0.6, 0.4))
"""How much less high rows are on a paper shorter than A4, and what is left of the gap after a block."""


class Setting(NamedTuple):
    """Height of a row of one line, and the gap after a block, in mm."""

    high: float
    gap: float


def ledger_pages(sheet: Sheet, ledger: LedgerSheet, address: str = "") -> list[Page]:
    """The pages of every section in order. A section without rows has one page that says so.

    ``address`` is the address of the sheet's subject, printed as a QR code on the first page.
    """
    pages: list[Page] = []
    for index, section in enumerate(ledger.sections):
        pages.extend(_Section(ledger, section, "" if index else address).pages(sheet))
    return pages


class _Section:
    """A fitted section, ready to be planned and drawn."""

    def __init__(self, ledger: LedgerSheet, section: Section, address: str) -> None:
        self.ledger, self.section = ledger, section
        self.key = foot(ledger.foot)
        self.head = masthead.head(
            ledger.masthead,
            title=section.title,
            detail=section.detail,
            totals=section.totals,
            nation=section.nation,
            whole=section.whole,
            address=address,
        )
        self.heads = [fit_head(head, ledger.turns) for head in section.heads]
        self.block_heads = [fit_block(block.head, ledger.turns) for block in section.blocks]
        self.rows = [[fit_row(row, section.columns, ledger.rows) for row in block.rows] for block in section.blocks]
        first = ledger.first_style or ledger.rows
        self.first_rows = [fit_row(row, section.first_columns, first) for row in section.first_rows]
        self.first_high = first.heights[0]

    def pages(self, sheet: Sheet) -> list[Page]:
        """The pages, with rows as high as possible without adding a page or splitting heads that stay together.

        A shorter paper has tighter rows if it then needs no more pages than A4.
        """
        space = self._space(sheet.bottom - sheet.top)
        heights = self.ledger.rows.heights
        fits = [Setting(high, self.ledger.gap) for high in heights]
        setting = fits[-1]
        planned = tight = self._plan(setting, space)
        for setting in fits:
            planned = self._plan(setting, space)
            if self._cost(planned) == self._cost(tight):
                break
        a4 = PAPERS["a4"]
        if sheet.h < a4.high and len(planned) > 1:
            most = len(self._plan(fits[-1], self._space(a4.high - 2 * a4.end)))
            tighter = [Setting(heights[-1] - less, self.ledger.gap * share) for less, share in TIGHTER]
            for each in tighter if len(planned) > most else ():
                tight = self._plan(each, space)
                if len(tight) <= most:
                    planned, setting = tight, each
                    break
        return [self._page(parts, setting, index == 0) for index, parts in enumerate(planned)]

    def _space(self, field: float) -> page.Space:
        """The space for blocks on pages of a field so many mm high."""
        later = field - FOOTER - self.key.height - ABOVE_FOOT - self.ledger.head_high
        above = sum(row.height(self.first_high) for row in self.first_rows)
        above += self.ledger.gap if self.first_rows else 0.0
        return page.Space(later - self.head.height - above, later - SLIM)

    def _cost(self, planned: page.Pages) -> tuple[int, int]:
        return len(planned), page.split_sections(planned) if self.ledger.together else 0

    def _plan(self, setting: Setting, space: page.Space) -> page.Pages:
        high, gap = setting
        blocks = [
            page.Block(
                block.over,
                head.height if head else 0.0,
                tuple(row.height(high) for row in rows) or (self.ledger.empty_high or high,),
                gap,
            )
            for block, head, rows in zip(self.section.blocks, self.block_heads, self.rows, strict=True)
        ]
        heads = [page.Head(head.opening, head.again) for head in self.heads] or [page.Head(0.0, 0.0)] * len(blocks)
        if self.ledger.page_each:
            return page.pages_apart(blocks, heads, space)
        return page.pages(blocks, heads, space, page.SPLIT_COST if self.ledger.together else 0.0)

    def _page(self, parts: Sequence[page.PagePart], setting: Setting, first: bool) -> Page:
        section = self.section

        def draw(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, section.nation, section.short, section.short_detail, self.ledger.masthead.system)
            self._titles(sheet, y)
            y += self.ledger.head_high
            if first and self.first_rows:
                for row in self.first_rows:
                    tall = row.height(self.first_high)
                    draw_row(sheet, row, y, tall, False)
                    y += tall
                y += self.ledger.gap
            for index, part in enumerate(parts):
                y = self._part(sheet, part, y, setting, index == 0)
            if not parts:
                x, down = section.nothing_at
                sheet.text(sheet.left + x, y + down, "no units", "ital", 8.6, grey=SOFT)
            if self.key.runs:
                self.key.draw(sheet)

        return Page(draw, section.short if first else "")

    def _titles(self, sheet: Sheet, y: float) -> None:
        """The heads of the columns, on every page."""
        left = sheet.left
        sheet.rule(left, y, sheet.right, RULE)
        for title in self.section.titles:
            if isinstance(title, TitleRule):
                sheet.rule(left + title.x, y + title.y, left + title.x2)
            else:
                grey = SOFT if title.soft else 0.0
                sheet.text(left + title.x, y + title.y, title.text, title.face, title.size, title.align, grey)

    def _part(self, sheet: Sheet, part: page.PagePart, y: float, setting: Setting, top: bool) -> float:
        high, gap = setting
        block, head, rows = self.section.blocks[part.block], self.block_heads[part.block], self.rows[part.block]
        if self.heads and (part.opens or top):
            y = self.heads[block.over].draw(sheet, y, opens=part.opens)
        if head:
            head.draw(sheet, y, continued=part.continued)
            y += head.height
        if not rows and not block.nothing:
            return y + gap
        if not rows:
            x = sheet.left + self.ledger.nothing_x
            sheet.text(x, y + 3.6, block.nothing, "ital", 8.2, grey=SOFT)
            return y + (self.ledger.empty_high or high) + gap
        for row in rows[part.first : part.last]:
            tall = row.height(high)
            draw_row(sheet, row, y, tall, row is rows[part.last - 1])
            y += tall
        return y + gap
