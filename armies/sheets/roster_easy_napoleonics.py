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
from armies.sheets.model import EasyBrigade, EasyDivision, EasyLeader, EasyLine, EasyRoster
from armies.sheets.rows_mini_nap import MARK_SIZE, set_notes

NAME: Final = 7.2
KIND: Final = 64.0
GRADE: Final = 91.0
NEEDED: Final = 112.0
STANDS: Final = 121.4
COST: Final = 133.0
WORTH: Final = 141.0
LEVELS: Final = (146.6, 152.8, 159.0, 165.8)
"""The middles of the boxes for levels of morale."""
NOTES: Final = 171.0

COLUMN_HEADS: Final = 8.8
CORPS: Final = 8.4
DIVISION: Final = 7.6
BRIGADE: Final = 7.2
LEADER: Final = 6.4
ROWS: Final = (6.0, 5.6, 5.2, 4.8)
GAP: Final = 2.4
ABOVE_FOOT: Final = 1.6
NOTHING: Final = 5.0


class _Row(NamedTuple):
    """A unit line, fitted into its columns."""

    unit: EasyLine
    name: Fitted
    kind: Fitted
    notes: Fitted | None

    def height(self, least: float) -> float:
        lines = max(self.name.height, self.notes.height if self.notes else 0.0)
        return max(least, lines + 0.9)


class _Brigade(NamedTuple):
    """A brigade, fitted; ``brigade`` is None for a division without any."""

    division: int
    brigade: EasyBrigade | None
    name: Headline | None
    rows: tuple[_Row, ...]

    @property
    def head(self) -> float:
        return BRIGADE + self.name.extra if self.name else 0.0


def easy_napoleonics_pages(sheet: Sheet, roster: EasyRoster, address: str) -> list[Page]:
    """The pages of the army, in order; an army without units has one page that says so."""
    return _Roster(roster, address).pages(sheet)


class _Roster:
    """The whole army: everything fitted, ready to be planned and drawn."""

    def __init__(self, roster: EasyRoster, address: str) -> None:
        self.roster = roster
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
            _brigade(index, brigade)
            for index, division in enumerate(roster.divisions)
            for brigade in division.brigades or (None,)
        ]

    def pages(self, sheet: Sheet) -> list[Page]:
        """Rows as open as they can be while that costs no page."""
        bottom = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT
        later = bottom - sheet.top - COLUMN_HEADS
        leaders = sum(map(_leader_height, self.roster.leaders)) + (GAP if self.roster.leaders else 0.0)
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
        return plan.pages(blocks, heads, space, split_cost=0.0)

    def _page(self, parts: Sequence[Part], high: float, first: bool) -> Page:
        head = self.roster.masthead

        def draw(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, self.roster.nation, head.title, head.commander, head.system)
            _column_heads(sheet, self.roster.levels, y)
            y += COLUMN_HEADS
            if first and self.roster.leaders:
                for leader in self.roster.leaders:
                    _leader(sheet, leader, y)
                    y += _leader_height(leader)
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
            _draw_row(sheet, line, y, tall, line is one.rows[part.last - 1])
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


def _brigade(division: int, brigade: EasyBrigade | None) -> _Brigade:
    if brigade is None:
        return _Brigade(division, None, None, ())
    room = FIELD - NAME - width(brigade.totals, "text", 7.6) - 4.0
    name = headline(brigade.name, 10.5, brigade.detail, 10.5, room)
    return _Brigade(division, brigade, name, tuple(map(_row, brigade.units)))


def _row(unit: EasyLine) -> _Row:
    return _Row(
        unit,
        fit(unit.name, "semi", 9.4, KIND - NAME - 4.4),
        fit(unit.kind, "text", 8.6, GRADE - KIND - 1.4),
        set_notes(unit.notes, round(FIELD - NOTES, 2)) if unit.notes else None,
    )


def _draw_row(sheet: Sheet, line: _Row, y: float, high: float, last: bool) -> None:
    unit, left, middle = line.unit, sheet.left, y + high / 2
    base = middle + 1.15
    marks.symbol(sheet, unit.symbol, left, middle - 1.8, 5.4)
    sheet.centred(left + NAME, middle, line.name)
    sheet.text(left + KIND - 2.0, base, unit.basis, "ital", 6.8, "r", SOFT)
    sheet.centred(left + KIND, middle, line.kind)
    sheet.text(left + GRADE, base, unit.grade)
    sheet.text(left + NEEDED, base, unit.needed, "bold", 10, "c")
    sheet.text(left + STANDS, base, str(unit.stands), align="c")
    sheet.text(left + COST, base, str(unit.cost), align="r")
    sheet.text(left + COST + 0.15, base, unit.cost_mark, size=MARK_SIZE)
    sheet.text(left + WORTH, base, str(unit.victory_points), align="r")
    sheet.text(left + WORTH + 0.15, base, unit.worth_mark, size=MARK_SIZE)
    top = middle - marks.BOX / 2
    sheet.rects([(left + x - marks.BOX / 2, top) for x in LEVELS[:-1]], marks.BOX, marks.BOX)
    sheet.rects([(left + LEVELS[-1] - marks.BOX / 2, top)], marks.BOX, marks.BOX, fill=0.9)
    if line.notes:
        sheet.centred(left + NOTES, middle, line.notes)
    if not last:
        sheet.rule(left + NAME, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def _leader(sheet: Sheet, leader: EasyLeader, y: float) -> None:
    left, high = sheet.left, _leader_height(leader)
    base = y + high / 2 + 1.15
    marks.symbol(sheet, "leader_corps", left - 0.2, y + high / 2 - 2.0, 6.0)
    sheet.centred(left + NAME, y + high / 2, _leader_name(leader))
    sheet.text(left + COST, base, str(leader.cost), align="r")
    sheet.text(left + WORTH, base, str(leader.victory_points), align="r")
    sheet.rects([(left + LEVELS[-1] - marks.BOX / 2, y + high / 2 - marks.BOX / 2)], marks.BOX, marks.BOX, fill=0.9)
    sheet.text(left + LEVELS[-1] + 3.0, base, "killed", "text", 7.4)
    sheet.rule(left, y + high, sheet.right, FINE, FAINT, (0.3, 1.2))


def _leader_name(leader: EasyLeader) -> Fitted:
    return fit(f"Leader: {leader.name}", "semi", 9.4, COST - NAME - 12.0)


def _leader_height(leader: EasyLeader) -> float:
    return max(LEADER, _leader_name(leader).height + 1.2)


def _column_heads(sheet: Sheet, levels: Sequence[str], y: float) -> None:
    """Repeated on every page, under its head."""
    left, base, below = sheet.left, y + 3.8, y + 6.8
    sheet.rule(left, y, sheet.right, RULE)
    sheet.text(left + NAME, base, "Unit", "semi", 7.6)
    sheet.text(left + NAME, below, "s r d: where its figure is from", "ital", 7.2, grey=SOFT)
    sheet.text(left + KIND, base, "Kind", "semi", 7.6)
    sheet.text(left + GRADE, base, "Grade", "semi", 7.6)
    for x, words in ((NEEDED, "Needs"), (STANDS, "Stands")):
        sheet.text(left + x, base, words, "semi", 7.6, "c")
    for x, words in ((COST, "Cost"), (WORTH, "VP")):
        sheet.text(left + x, base, words, "semi", 7.6, "r")
    sheet.text(left + (LEVELS[0] + LEVELS[-1]) / 2, base, "Morale", "semi", 7.6, "c")
    for x, words in zip(LEVELS, levels, strict=True):
        sheet.text(left + x, below, words, "ital", 6.5, "c", SOFT)
    sheet.text(left + NOTES, base, "Notes", "semi", 7.6)
