"""The Easy Napoleonics roster on paper: units by brigade, with cost, worth and a box for each level of morale."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks, masthead, plan
from armies.paper.faces import width
from armies.paper.fitting import Fitted, fit
from armies.paper.heading import Headline, headline
from armies.paper.masthead import SLIM, slim_head
from armies.paper.pages import Folio, Page, foot
from armies.paper.plan import Part
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, RULE, SOFT, Sheet
from armies.sheets.model import EasyBrigade, EasyDivision, EasyLeader, EasyRoster
from armies.sheets.roster_style import USUAL_STYLE, RosterStyle
from armies.sheets.rows_easy_napoleonics import NAME, Columns, Row, column_heads, columns, draw_row, row
from armies.sheets.rows_mini_nap import struck_name

COLUMN_HEADS: Final = 8.8
CORPS: Final = 8.4
DIVISION: Final = 7.6
BRIGADE: Final = 7.2
LEADER: Final = 6.4
ROWS: Final = (6.0, 5.6, 5.2, 4.8)
GAP: Final = 2.4
ABOVE_FOOT: Final = 1.6
NOTHING: Final = 5.0


class _Brigade(NamedTuple):
    """A brigade, fitted; ``brigade`` is None for a division without any."""

    division: int
    brigade: EasyBrigade | None
    name: Headline | None
    rows: tuple[Row, ...]

    @property
    def head(self) -> float:
        return BRIGADE + self.name.extra if self.name else 0.0


def easy_napoleonics_pages(
    sheet: Sheet, roster: EasyRoster, address: str, style: RosterStyle = USUAL_STYLE
) -> list[Page]:
    """The pages of the army, in order; an army without units has one page that says so."""
    return _Roster(roster, address, style).pages(sheet)


class _Roster:
    """The whole army: everything fitted, ready to be planned and drawn."""

    def __init__(self, roster: EasyRoster, address: str, style: RosterStyle) -> None:
        self.roster = roster
        self.at = columns(style)
        self.key = foot(roster.foot)
        self.head = masthead.head(
            roster.masthead,
            title=roster.masthead.title or "An army without a name",
            detail=roster.masthead.commander,
            totals="",
            nation=roster.nation,
            whole=True,
            address=address,
        )
        self.divisions = [_division(division) for division in roster.divisions]
        self.brigades = [
            _brigade(index, brigade, self.at)
            for index, division in enumerate(roster.divisions)
            for brigade in division.brigades or (None,)
        ]

    def pages(self, sheet: Sheet) -> list[Page]:
        """Rows as open as they can be while that costs no page."""
        bottom = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT
        later = bottom - sheet.top - COLUMN_HEADS
        leaders = sum(_leader_height(one, self.at) for one in self.roster.leaders)
        leaders += GAP if self.roster.leaders else 0.0
        space = plan.Space(later - self.head.height - leaders, later - SLIM)
        tight = self._plan(ROWS[-1], space)
        for high in ROWS:
            planned = self._plan(high, space)
            if len(planned) == len(tight):
                break
        return [self._page(parts, high, index == 0) for index, parts in enumerate(planned)]

    def _plan(self, high: float, space: plan.Space) -> plan.Pages:
        blocks = [
            plan.Block(one.division, one.head, tuple(line.height(high) for line in one.rows) or (NOTHING,), GAP)
            for one in self.brigades
        ]
        heads = [plan.Head(one.opening, one.again) for one in self.divisions]
        if self.at.style.page_each:
            return plan.pages_apart(blocks, heads, space)
        return plan.pages(blocks, heads, space, split_cost=0.0)

    def _page(self, parts: Sequence[Part], high: float, first: bool) -> Page:
        head = self.roster.masthead

        def draw(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, self.roster.nation, head.title, head.commander, head.system)
            column_heads(sheet, self.at, self.roster.levels, y)
            y += COLUMN_HEADS
            if first and self.roster.leaders:
                for leader in self.roster.leaders:
                    _leader(sheet, self.at, leader, y)
                    y += _leader_height(leader, self.at)
                y += GAP
            for index, part in enumerate(parts):
                y = self._part(sheet, part, y, high, index == 0)
            if not parts:
                sheet.text(sheet.left + NAME, y + 5.0, "no units", "ital", 8.6, grey=SOFT)
            self.key.draw(sheet)

        return Page(draw, head.title if first else "")

    def _part(self, sheet: Sheet, part: Part, y: float, high: float, top: bool) -> float:
        one = self.brigades[part.block]
        if part.opens or top:
            y = self.divisions[one.division].draw(sheet, y, opens=part.opens)
        if one.brigade and one.name:
            one.name.draw(sheet, sheet.left + NAME, y + 5.0)
            words = "continued" if part.continued else one.brigade.totals
            sheet.text(sheet.right, y + 5.0, words, "text", 7.6, "r", SOFT)
            sheet.rule(sheet.left, y + one.head - 0.4, sheet.right, RULE)
            y += one.head
        if not one.rows:
            words = "no units" if one.brigade else "no brigades"
            sheet.text(sheet.left + NAME, y + 3.6, words, "ital", 8.2, grey=SOFT)
            return y + NOTHING + GAP
        for line in one.rows[part.first : part.last]:
            tall = line.height(high)
            draw_row(sheet, self.at, line, y, tall, line is one.rows[part.last - 1])
            y += tall
        return y + GAP


class _Division(NamedTuple):
    """A division's head, fitted, with the line of its corps where it is the first."""

    division: EasyDivision
    corps: Headline | None
    name: Headline | None
    path: Headline

    @property
    def opening(self) -> float:
        """Millimetres where it begins."""
        corps = CORPS + self.corps.extra if self.corps else 0.0
        return corps + (DIVISION + self.name.extra if self.name else 0.0) + 0.8

    @property
    def again(self) -> float:
        """Millimetres where it goes on after a break."""
        return DIVISION + self.path.extra + 0.8

    def draw(self, sheet: Sheet, y: float, *, opens: bool) -> float:
        """Draw it; returns where what follows begins."""
        sheet.scotch(y)
        y += 0.8
        if not opens:
            self.path.draw(sheet, sheet.left, y + 5.4)
            return y + self.again - 0.8
        if self.corps and self.division.corps:
            self.corps.draw(sheet, sheet.left, y + 6.4)
            sheet.text(sheet.right, y + 6.4, self.division.corps.totals, "text", 8.2, "r", SOFT)
            y += CORPS + self.corps.extra
        if self.name:
            self.name.draw(sheet, sheet.left, y + 5.4)
            sheet.text(sheet.right, y + 5.4, self.division.totals, "text", 8.2, "r", SOFT)
            y += DIVISION + self.name.extra
        return y


def _division(division: EasyDivision) -> _Division:
    corps = division.corps
    return _Division(
        division,
        _headline(corps.name, 15, corps.detail, 12.5, corps.totals) if corps else None,
        _headline(division.name, 12, division.detail, 11, division.totals) if division.name else None,
        headline(division.path, 12, "continued", 11, FIELD - 2.0),
    )


def _headline(name: str, size: float, detail: str, detail_size: float, totals: str) -> Headline:
    """A headline that leaves room for totals at the right."""
    return headline(name, size, detail, detail_size, FIELD - width(totals, "text", 8.2) - 4.0)


def _brigade(division: int, brigade: EasyBrigade | None, at: Columns) -> _Brigade:
    if brigade is None:
        return _Brigade(division, None, None, ())
    room = FIELD - NAME - width(brigade.totals, "text", 7.6) - 4.0
    name = headline(brigade.name, 10.5, brigade.detail, 10.5, room)
    return _Brigade(division, brigade, name, tuple(row(unit, at) for unit in brigade.units))


def _leader(sheet: Sheet, at: Columns, leader: EasyLeader, y: float) -> None:
    left, high = sheet.left, _leader_height(leader, at)
    base = y + high / 2 + 1.15
    marks.symbol(sheet, "leader_corps", left - 0.2, y + high / 2 - 2.0, 6.0)
    name = _leader_name(leader, at)
    sheet.centred(left + NAME, y + high / 2, name)
    if at.style.points:
        sheet.text(left + at.cost, base, str(leader.cost), align="r")
        sheet.text(left + at.worth, base, str(leader.victory_points), align="r")
    box = left + at.levels[-1] - marks.BOX / 2, y + high / 2 - marks.BOX / 2
    sheet.rects([box], marks.BOX, marks.BOX, fill=0.9)
    if leader.gone:
        struck_name(sheet, left + NAME, y + high / 2, name)
        marks.strike(sheet, *box)
    killed = at.levels[-1] + (3.0 if at.style.notes else -3.0)
    sheet.text(left + killed, base, "killed", "text", 7.4, "l" if at.style.notes else "r")
    sheet.rule(left, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def _leader_name(leader: EasyLeader, at: Columns) -> Fitted:
    return fit(f"Leader: {leader.name}", "semi", 9.4, at.cost - NAME - 12.0)


def _leader_height(leader: EasyLeader, at: Columns) -> float:
    return max(LEADER, _leader_name(leader, at).height + 1.2)
