"""The Mini-Nap roster on paper: one sheet for each corps (section 6.3 of the rulebook).

A line for each unit with boxes to strike, loss boxes for brigades and divisions, rings for the
Turns in which they were chosen. Rows open up to fill the paper while that costs no page.
"""

from collections.abc import Sequence
from typing import Final

from armies.paper import masthead, plan
from armies.paper.masthead import SLIM, Head, slim_head
from armies.paper.pages import Folio, Foot, Page, foot
from armies.paper.plan import Part
from armies.paper.sheet import FINE, FOOTER, RULE, SOFT, Sheet
from armies.sheets.blocks_mini_nap import BrigadeHead, DivisionHead, brigade_head, division_head
from armies.sheets.model import MiniBrigade, MiniCorps, MiniRoster, MiniUnit
from armies.sheets.roster_style import USUAL_STYLE, RosterStyle
from armies.sheets.rows_mini_nap import Columns, Row, columns, draw, row

COLUMN_HEADS: Final = 10.2
ROWS: Final = (6.0, 5.6, 5.2, 4.8)
"""Heights of a unit line, from open to tight."""
GAP: Final = 2.4
ABOVE_FOOT: Final = 1.6
NOTHING: Final = 5.0
"""Height of the line that says that there is nothing here."""


def mini_nap_pages(sheet: Sheet, roster: MiniRoster, address: str, style: RosterStyle = USUAL_STYLE) -> list[Page]:
    """The pages of every corps, in order; an army without any has one page that says so."""
    key = foot(roster.foot)
    empty = MiniCorps(roster.masthead.title or "An army without a name", "", "", None, "no units", ())
    corps = roster.corps or (empty,)
    out: list[Page] = []
    for index, one in enumerate(corps):
        at = columns(max((unit.points for unit in _units(one)), default=0), style)
        out.extend(_Corps(roster, one, at, key, first=index == 0, address=address).pages(sheet))
    return out


def _units(corps: MiniCorps) -> list[MiniUnit]:
    return [unit for division in corps.divisions for brigade in division.brigades for unit in brigade.units]


class _Corps:
    """One corps: everything fitted, ready to be planned and drawn."""

    def __init__(
        self, roster: MiniRoster, corps: MiniCorps, at: Columns, key: Foot, *, first: bool, address: str
    ) -> None:
        self.roster = roster
        self.corps = corps
        self.at = at
        self.key = key
        self.head: Head = masthead.head(
            roster.masthead,
            title=corps.name,
            detail=corps.detail,
            totals=corps.totals,
            nation=corps.nation,
            rating=corps.rating,
            symbol="leader_corps" if corps.rating else "",
            whole=first,
            address=address if first else "",
        )
        self.divisions: list[DivisionHead] = [division_head(division) for division in corps.divisions]
        self.owners: list[int] = []
        self.brigades: list[BrigadeHead | None] = []
        self.rows: list[list[Row]] = []
        for index, division in enumerate(corps.divisions):
            for brigade in division.brigades or (None,):
                self._add(index, brigade)

    def _add(self, division: int, brigade: MiniBrigade | None) -> None:
        self.owners.append(division)
        self.brigades.append(brigade_head(brigade, self.at) if brigade else None)
        self.rows.append([row(unit, self.at) for unit in brigade.units] if brigade else [])

    def pages(self, sheet: Sheet) -> list[Page]:
        """Rows as open as they can be while that costs no page and splits no further division."""
        bottom = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT
        later = bottom - sheet.top - COLUMN_HEADS
        space = plan.Space(later - self.head.height, later - SLIM)
        tight = self._plan(ROWS[-1], space)
        wanted = (len(tight), plan.split_sections(tight))
        for high in ROWS:
            planned = self._plan(high, space)
            if (len(planned), plan.split_sections(planned)) == wanted:
                break
        return [self._page(parts, high, index == 0) for index, parts in enumerate(planned)]

    def _plan(self, high: float, space: plan.Space) -> plan.Pages:
        blocks = [
            plan.Block(
                owner,
                brigade.height if brigade else 0.0,
                tuple(line.height(high) for line in rows) or (NOTHING,),
                GAP,
            )
            for owner, brigade, rows in zip(self.owners, self.brigades, self.rows, strict=True)
        ]
        heads = [plan.Head(division.height, division.height_again) for division in self.divisions]
        return plan.pages_apart(blocks, heads, space) if self.at.style.page_each else plan.pages(blocks, heads, space)

    def _page(self, parts: Sequence[Part], high: float, first: bool) -> Page:
        def draw_page(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, self.corps.nation, self.corps.name, self.corps.detail, self.roster.masthead.system)
            _column_heads(sheet, self.at, self.roster.ranges, y)
            y += COLUMN_HEADS
            for index, part in enumerate(parts):
                y = self._part(sheet, part, y, high, index == 0)
            if not parts:
                sheet.text(sheet.left + self.at.kind, y + 6.0, "no units", "ital", 8.6, grey=SOFT)
            self.key.draw(sheet)

        return Page(draw_page, self.corps.name if first else "")

    def _part(self, sheet: Sheet, part: Part, y: float, high: float, top: bool) -> float:
        if part.opens or top:
            division = self.divisions[self.owners[part.block]]
            division.draw(sheet, y, opens=part.opens)
            y += division.height if part.opens else division.height_again
        brigade = self.brigades[part.block]
        if brigade:
            brigade.draw(sheet, self.at, y, continued=part.continued)
            y += brigade.height
        rows = self.rows[part.block]
        if not rows:
            words = "no units" if brigade else "no Brigades"
            sheet.text(sheet.left + 7.2, y + 3.6, words, "ital", 8.2, grey=SOFT)
            return y + NOTHING + GAP
        for line in rows[part.first : part.last]:
            tall = line.height(high)
            draw(sheet, self.at, line, y, tall, line is rows[part.last - 1])
            y += tall
        return y + GAP


def _column_heads(sheet: Sheet, at: Columns, ranges: tuple[str, str, str], y: float) -> None:
    """Repeated on every page, under its head."""
    left = sheet.left
    sheet.rule(left, y, sheet.right, RULE)
    one, two, three = y + 3.0, y + 5.8, y + 8.4
    sheet.text(left + 7.2, two, "Unit", "semi", 7.6)
    if at.style.basis:
        sheet.text(left + 7.2, three, "s r d: where its figure is from", "ital", 7.2, grey=SOFT)
    sheet.text(left + at.kind, two, "Type", "semi", 7.6)
    sheet.text(left + at.rating, two, "Rating", "semi", 7.6)
    sheet.text(left + at.needed, two, "Needs", "semi", 7.6, "c")
    if at.style.points:
        sheet.text(left + at.points, two, "SP", "semi", 7.6, "r")
    sheet.text(left + at.boxes, two, "Strike one a hit", "semi", 7.6)
    sheet.text(left + at.boxes, three, "grey: gone with it alone", "ital", 7.2, grey=SOFT)
    middle = left + at.cells[1]
    sheet.text(middle, one, "Move/charge, cm", "semi", 7.6, "c")
    sheet.rule(left + at.cells[0] - 4.4, y + 3.6, left + at.cells[2] + 4.4, FINE)
    for x, words, reach in zip(at.cells, ("line", "column", "skirm."), ranges, strict=True):
        sheet.text(left + x, two + 0.5, words, "semi", 7.2, "c")
        sheet.text(left + x, three + 0.2, reach, "ital", 7.2, "c", SOFT)
    if at.style.notes:
        sheet.text(left + at.notes, two, "Notes", "semi", 7.6)
        sheet.text(left + at.notes, three + 0.2, "guns: dice to cm", "ital", 7.2, grey=SOFT)
