"""The roster of a side from its muster roll: a scenario's force, or a force after a battle."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks, masthead, page_breaks
from armies.paper.masthead import SLIM, Headline, Losses, headline, losses, rating_boxes, rating_width, slim_head
from armies.paper.page import Folio, Foot, Page, foot
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FAINT, FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.text_fit import Fitted, fit, wrap
from armies.paper.typefaces import Printable, printable_texts
from armies.sheets.cards.card_fields import TrackLayout, lay_out_track
from battles.engine.armies.sheet_words import Entry, Masthead, Rating
from battles.engine.sheets.muster_roll import Fact, Roll, RollCommander, RollGroup, RollUnit

SYMBOL: Final = 5.4
NAME: Final = 7.4
"""Distance in mm from the left of the field to names."""

BOXES: Final = 62.0
"""Width in mm of the boxes at the right."""

QUALITY: Final = 24.0
FACTS: Final = 7.2
LINE: Final = 5.0
BELOW: Final = 3.0
"""Height in mm of a unit's first line, and of each line of facts."""


class Row(NamedTuple):
    """A fitted unit."""

    unit: RollUnit
    name: Fitted
    track: TrackLayout | None
    below: tuple[str, ...]

    @property
    def height(self) -> float:
        """Height in mm."""
        boxes = self.track.height if self.track else 0.0
        return max(LINE + (len(self.name.lines) - 1) * self.name.lead, boxes + 1.4) + len(self.below) * BELOW + 0.8

    def draw(self, sheet: Sheet, y: float) -> None:
        """Draw it below its top edge."""
        unit, left, base = self.unit, sheet.left, y + 3.6
        marks.symbol(sheet, unit.symbol, left, y + 0.5, SYMBOL)
        sheet.fitted(left + NAME, base, self.name, grey=SOFT if unit.gone else 0.0)
        past = left + NAME + self.name.width
        if unit.gone:
            sheet.line(left + NAME, base - 1.1, past, base - 1.1, 0.7)
        right = sheet.right - BOXES - 2.0
        kind = fit(f"{unit.kind}, gone" if unit.gone else unit.kind, "text", 7.6, right - QUALITY - past - 3.0)
        sheet.fitted(past + 2.0, base, kind, grey=SOFT)
        sheet.fitted(right - QUALITY, base, fit(unit.quality, "bold", 9.0, QUALITY))
        if self.track:
            self.track.draw(sheet, sheet.right - BOXES, y + 0.7)
        foot_of = y + self.height - 0.8 - len(self.below) * BELOW
        for index, line in enumerate(self.below):
            sheet.text(left + NAME, foot_of + 2.2 + index * BELOW, line, "text", FACTS, grey=SOFT)
        sheet.rule(left + NAME, y + self.height - 0.3, sheet.right, FINE, FAINT, (0.3, 1.2))


def fit_row(unit: RollUnit, common: set[str], *, facts: bool) -> Row:
    """A unit's lines. Notes in ``common`` are at the foot of the page; ``facts`` adds facts below the unit."""
    words = [facts_line(unit.facts), *(note for note in unit.notes if note not in common)] if facts else []
    below = wrap(" · ".join(filter(None, words)), "text", FACTS, FIELD - NAME) if any(words) else ()
    name = fit(unit.name or "without a name", "semi", 9.2, FIELD - NAME - BOXES - QUALITY - 30.0)
    return Row(unit, name, lay_out_track(unit.track, BOXES, 3.4) if unit.track else None, below)


def facts_line(facts: Sequence[Fact]) -> str:
    """Facts on one line."""
    return " · ".join(f"{fact.label} {fact.text}" for fact in facts)


HEAD: Final = 8.6
COMMAND: Final = 12.0
"""Height in mm of a group's head and of a command's head."""

GAP: Final = 1.6
ABOVE_FOOT: Final = 1.6


class RollStyle(NamedTuple):
    """Options: every command above groups begins a page; facts are below units."""

    page_each: bool = False
    facts: bool = True


class _Command(NamedTuple):
    """The head of a command above groups, with rings for ``turns`` Turns."""

    title: Headline
    told: Fitted
    rating: Rating | None
    lost: Losses | None
    turns: int

    @property
    def boxes(self) -> float:
        """Height in mm of the line of boxes."""
        return (4.6 if self.rating or self.lost else 0.0) + (self.lost.extra if self.lost else 0.0)

    @property
    def height(self) -> float:
        return COMMAND + self.title.extra + self.boxes + self.told.height - self.told.lead


class _Section(NamedTuple):
    """Groups under the same commands: their opening heads, and the line after a page break."""

    opening: tuple[_Command, ...]
    again: Headline


def roll_roster(roll: Roll, system: str, title: str, address: str = "", style: RollStyle | None = None) -> Section:
    """The roster of a roll.

    Args:
        system: the name of the rules.
        title: the title of the battle or scenario.
        address: its address, printed as a QR code; empty for none.
    """
    printable, chosen = Printable(), style or RollStyle()
    clean = printable_texts(roll, printable)
    head = Masthead(clean.title, f"{system} roster", "", printable(title), facts_line(clean.facts), "")

    def made(sheet: Sheet) -> Planned:
        return Planned(_Roster(clean, head, address, printable.note, chosen).pages(sheet))

    return Section("Roster", clean.title, digest_of(roll, system, title, chosen), made)


class _Roster:
    def __init__(self, roll: Roll, head: Masthead, address: str, lacking: str, style: RollStyle) -> None:
        self.roll, self.words, self.style = roll, head, style
        self.turns = min(roll.turns, marks.TURNS)
        common = _common(roll)
        notes = (*common, *filter(None, (lacking,)))
        self.key: Foot = foot([*_of_groups(roll), *(Entry("", f"{note}.") for note in notes)])
        self.head = masthead.head(
            head, title=roll.title, detail="", totals="", nation=roll.nation, whole=True, address=address
        )
        self.sections: list[_Section] = []
        self.blocks: list[tuple[int, RollGroup, Headline, tuple[Row, ...]]] = []
        self._gather(set(common))

    def _gather(self, common: set[str]) -> None:
        """Gather groups by their commands; a command's head is above its first group."""
        over = {one.path: one for one in self.roll.commanders}
        shown: set[tuple[str, ...]] = set()
        path: tuple[str, ...] | None = None
        for group in (*_leaders(self.roll), *self.roll.groups):
            if path is None or group.above != path:
                path = group.above
                heads = [path[: depth + 1] for depth in range(len(path)) if path[: depth + 1] not in shown]
                shown |= set(heads)
                opening = tuple(
                    _command(over.get(head), head[-1], _count(self.roll, head), self.turns if head == path else 0)
                    for head in heads
                )
                again = headline(path[-1] if path else self.roll.title, 12, "continued", 11, FIELD - 2.0)
                self.sections.append(_Section(opening, again))
            rows = tuple(fit_row(unit, common, facts=self.style.facts) for unit in group.units)
            self.blocks.append((len(self.sections) - 1, group, _group_line(group, self.turns), rows))

    def pages(self, sheet: Sheet) -> list[Page]:
        """The pages of the roster; without units, one page that says so."""
        later = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT - sheet.top
        blocks = [
            page_breaks.Block(at, _head(group, name), tuple(row.height for row in rows) or (LINE,), GAP)
            for at, group, name, rows in self.blocks
        ]
        heads = [
            page_breaks.Head(sum(one.height for one in section.opening), 7.0 + section.again.extra)
            for section in self.sections
        ]
        space = page_breaks.Space(later - self.head.height, later - SLIM)
        planned = (page_breaks.pages_apart if self.style.page_each else page_breaks.pages)(blocks, heads, space)
        return [self._page(parts, index == 0) for index, parts in enumerate(planned)]

    def _page(self, parts: Sequence[page_breaks.PagePart], first: bool) -> Page:
        def draw(sheet: Sheet, folio: Folio) -> None:
            y = sheet.top + (self.head.height if first else SLIM)
            if first:
                self.head.draw(sheet, folio)
            else:
                slim_head(sheet, self.roll.nation, self.roll.title, "", self.words.system)
            for index, part in enumerate(parts):
                y = self._part(sheet, part, y, index == 0)
            if not parts:
                sheet.text(sheet.left + NAME, y + 5.0, "no units", "ital", 8.6, grey=SOFT)
            self.key.draw(sheet)

        return Page(draw, self.roll.title if first else "")

    def _part(self, sheet: Sheet, part: page_breaks.PagePart, y: float, top: bool) -> float:
        at, group, name, rows = self.blocks[part.block]
        section = self.sections[at]
        if part.opens:
            for one in section.opening:
                y = _draw_command(sheet, one, y)
        elif top:
            section.again.draw(sheet, sheet.left, y + 5.2)
            y += 7.0 + section.again.extra
        name.draw(sheet, sheet.left, y + 5.2)
        lost = _losses(group.commander, BOXES)
        if not part.continued and self.turns:
            marks.rings(sheet, sheet.right, y + 4.1, self.turns)
        if lost and not part.continued:
            lost.draw(sheet, sheet.right - (_rings(self.turns) + lost.width if self.turns else BOXES), y + 2.4)
        y += _head(group, name)
        sheet.rule(sheet.left, y - 1.4, sheet.right, FINE)
        if not rows:
            sheet.text(sheet.left + NAME, y + 2.4, "no units", "ital", 8.2, grey=SOFT)
            return y + LINE + GAP
        for row in rows[part.first : part.last]:
            row.draw(sheet, y)
            y += row.height
        return y + GAP


def _count(roll: Roll, path: tuple[str, ...]) -> int:
    return sum(len(group.units) for group in roll.below(path))


def _leaders(roll: Roll) -> tuple[RollGroup, ...]:
    """A first group of the commanders whose command has no head of its own."""
    free = tuple(
        RollUnit(
            key=one.key,
            name=one.name,
            kind=f"leader of {one.of}" if one.of else "leader",
            symbol=one.symbol,
            quality=one.rating,
            facts=one.facts,
            gone=one.gone,
        )
        for one in roll.commanders
        if not roll.below(one.path)
    )
    return (RollGroup(key="leaders", title="Leaders", units=free),) if free else ()


def _head(group: RollGroup, name: Headline) -> float:
    """Height in mm of a group's head: its name, and its loss boxes if they need several rows."""
    lost = _losses(group.commander, BOXES)
    return HEAD + max(name.extra, lost.extra if lost else 0.0)


def _of_groups(roll: Roll) -> list[Entry]:
    """Notes on facts that all commanders of groups share, and on the framed box."""
    leading = [group.commander for group in roll.groups if group.commander]
    shared = [fact for fact in leading[0].facts if all(fact in one.facts for one in leading)] if leading else []
    each = [Entry("Each of these commanders", f"{facts_line(shared)}.")] if shared else []
    ringed = [Entry("Rings", "fill the ring of the Turn in which the command is chosen.")] if roll.turns else []
    boxed = any(one.losses for one in (*roll.commanders, *leading))
    lost = (
        [Entry("Units lost", "cross off a box for each; the commander is removed at the framed box.")] if boxed else []
    )
    return [*each, *ringed, *lost]


def _common(roll: Roll) -> tuple[str, ...]:
    """Notes that at least half of the units share; they are printed once at the foot."""
    counted = Counter(note for unit in roll.units for note in unit.notes)
    return tuple(note for note, times in counted.items() if times * 2 >= len(roll.units) > 1)


def _rings(turns: int) -> float:
    """Width in mm of the rings of so many Turns, with the space before them."""
    return marks.rings_width(turns) + 3.0 if turns else 0.0


def _command(commander: RollCommander | None, title: str, units: int, turns: int) -> _Command:
    rating = None
    if commander and (commander.choices or commander.rating):
        chosen = [at for at, words in enumerate(commander.choices) if commander.rating == words.split(" ")[0]]
        rating = Rating(commander.choices, chosen[0] if chosen else None, "")
    name = commander.name if commander else ""
    lost = ", out of action" if commander and commander.gone else ""
    facts = facts_line(commander.facts) if commander else ""
    line = " · ".join(filter(None, (f"{units} unit{'' if units == 1 else 's'}", facts)))
    room = FIELD - (rating_width(rating) + 6.0 if rating else 0.0)
    title_line = headline(title, 13, f"{name}{lost}", 12, FIELD - 2.0 - _rings(turns))
    return _Command(title_line, fit(line, "text", 7.6, FIELD), rating, _losses(commander, room), turns)


def _losses(commander: RollCommander | None, measure: float) -> Losses | None:
    """A commander's boxes for lost units."""
    if commander is None or commander.losses is None:
        return None
    track = commander.losses
    return losses(len(track.boxes), track.last + 1, measure, track.struck)


def _group_line(group: RollGroup, turns: int) -> Headline:
    name = group.commander.name if group.commander else ""
    lost = ", out of action" if group.commander and group.commander.gone else ""
    boxes_width = BOXES + QUALITY
    if turns:
        boxes = _losses(group.commander, BOXES)
        boxes_width = _rings(turns) + (boxes.width if boxes else 0.0)
    return headline(group.title, 10.5, f"{name}{lost}", 10.5, FIELD - boxes_width - 4.0)


def _draw_command(sheet: Sheet, one: _Command, y: float) -> float:
    sheet.scotch(y + 0.8)
    y += 1.4
    one.title.draw(sheet, sheet.left, y + 5.4)
    if one.turns:
        marks.rings(sheet, sheet.right, y + 4.3, one.turns)
    base = y + 5.4 + one.title.extra
    if one.rating:
        rating_boxes(sheet, sheet.left, base + 4.6, one.rating)
    if one.lost:
        one.lost.draw(sheet, sheet.right - one.lost.width, base + 2.0)
    base += one.boxes
    sheet.fitted(sheet.left, base + 3.6, one.told, grey=SOFT)
    return y - 1.4 + one.height
