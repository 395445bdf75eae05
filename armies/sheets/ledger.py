"""Pages of a ledger sheet, with rows as high as possible without an additional page."""

from collections.abc import Sequence
from typing import Final

from armies.paper import masthead, page_breaks
from armies.paper.masthead import SLIM, slim_head
from armies.paper.page import Folio, Page, foot
from armies.paper.sheet import FOOTER, RULE, SOFT, Sheet
from armies.sheets.ledger_heads import fit_block, fit_head
from armies.sheets.ledger_rows import draw_row, fit_row
from battles.engine.armies.ledger import LedgerSheet, Section, TitleRule

ABOVE_FOOT: Final = 1.6


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
            rating=section.rating,
            symbol=section.symbol,
            whole=section.whole,
            address=address,
        )
        self.heads = [fit_head(head) for head in section.heads]
        self.block_heads = [fit_block(block.head) for block in section.blocks]
        self.rows = [[fit_row(row, section.columns, ledger.rows) for row in block.rows] for block in section.blocks]
        first = ledger.first_style or ledger.rows
        self.first_rows = [fit_row(row, section.first_columns, first) for row in section.first_rows]
        self.first_high = first.heights[0]

    def pages(self, sheet: Sheet) -> list[Page]:
        """The pages, with rows as high as possible without adding a page or splitting heads that stay together."""
        bottom = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT
        later = bottom - sheet.top - self.ledger.head_high
        above = sum(row.height(self.first_high) for row in self.first_rows)
        above += self.ledger.gap if self.first_rows else 0.0
        space = page_breaks.Space(later - self.head.height - above, later - SLIM)
        heights = self.ledger.rows.heights
        planned = tight = self._plan(heights[-1], space)
        high = heights[-1]
        for high in heights:
            planned = self._plan(high, space)
            if self._cost(planned) == self._cost(tight):
                break
        return [self._page(parts, high, index == 0) for index, parts in enumerate(planned)]

    def _cost(self, planned: page_breaks.Pages) -> tuple[int, int]:
        return len(planned), page_breaks.split_sections(planned) if self.ledger.together else 0

    def _plan(self, high: float, space: page_breaks.Space) -> page_breaks.Pages:
        blocks = [
            page_breaks.Block(
                block.over,
                head.height if head else 0.0,
                tuple(row.height(high) for row in rows) or (self.ledger.empty_high or high,),
                self.ledger.gap,
            )
            for block, head, rows in zip(self.section.blocks, self.block_heads, self.rows, strict=True)
        ]
        heads = [page_breaks.Head(head.opening, head.again) for head in self.heads] or [
            page_breaks.Head(0.0, 0.0)
        ] * len(blocks)
        if self.ledger.page_each:
            return page_breaks.pages_apart(blocks, heads, space)
        return page_breaks.pages(blocks, heads, space, page_breaks.SPLIT_COST if self.ledger.together else 0.0)

    def _page(self, parts: Sequence[page_breaks.PagePart], high: float, first: bool) -> Page:
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
                y = self._part(sheet, part, y, high, index == 0)
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

    def _part(self, sheet: Sheet, part: page_breaks.PagePart, y: float, high: float, top: bool) -> float:
        block, head, rows = self.section.blocks[part.block], self.block_heads[part.block], self.rows[part.block]
        if self.heads and (part.opens or top):
            y = self.heads[block.over].draw(sheet, y, opens=part.opens)
        if head:
            head.draw(sheet, y, continued=part.continued)
            y += head.height
        if not rows and not block.nothing:
            return y + self.ledger.gap
        if not rows:
            x = sheet.left + self.ledger.nothing_x
            sheet.text(x, y + 3.6, block.nothing, "ital", 8.2, grey=SOFT)
            return y + (self.ledger.empty_high or high) + self.ledger.gap
        for row in rows[part.first : part.last]:
            tall = row.height(high)
            draw_row(sheet, row, y, tall, row is rows[part.last - 1])
            y += tall
        return y + self.ledger.gap
