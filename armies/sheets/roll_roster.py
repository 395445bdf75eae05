"""The roster of a side's command by its muster roll: for a force that a scenario brings, or one as a battle left it.

A unit has two lines: its name, kind, quality and the boxes to strike; below them what it does, in its system's words.
Where commands are chosen one by one in a Turn, each of them, and each command right over them, has a ring for it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper import marks, masthead, plan
from armies.paper.cleaning import printable_texts
from armies.paper.faces import Printable
from armies.paper.fitting import Fitted, fit
from armies.paper.heading import Headline, Losses, headline, losses, rating_boxes, rating_width
from armies.paper.masthead import SLIM, slim_head
from armies.paper.pages import Folio, Foot, Page, foot
from armies.paper.section import Planned, Section, digest_of
from armies.paper.sheet import FIELD, FINE, FOOTER, SOFT, Sheet
from armies.paper.words import Entry, Masthead, Rating
from armies.sheets.roll_rows import BOXES, LINE, NAME, QUALITY, Row, fit_row, told
from battles.engine.roll import Roll, RollCommander, RollGroup, RollUnit

HEAD: Final = 8.6
COMMAND: Final = 12.0
"""Millimetres of a group's head and of a command's."""
GAP: Final = 1.6
ABOVE_FOOT: Final = 1.6


class RollStyle(NamedTuple):
    """Whether every command over groups begins a page, and whether what units do stands below them."""

    page_each: bool = False
    facts: bool = True


class _Command(NamedTuple):
    """The head of a command over groups, with rings for so many ``turns``."""

    title: Headline
    told: Fitted
    rating: Rating | None
    lost: Losses | None
    turns: int

    @property
    def boxes(self) -> float:
        """Millimetres of the line of boxes."""
        return (4.6 if self.rating or self.lost else 0.0) + (self.lost.extra if self.lost else 0.0)

    @property
    def height(self) -> float:
        return COMMAND + self.title.extra + self.boxes + self.told.height - self.told.lead


class _Section(NamedTuple):
    """Groups under the same commands: the heads that open it, and the line where it goes on."""

    opening: tuple[_Command, ...]
    again: Headline


def roll_roster(roll: Roll, system: str, title: str, address: str = "", style: RollStyle | None = None) -> Section:
    """The roster of a roll.

    Args:
        system: the name of the rules; ``title`` is that of the battle or scenario.
        address: where that is found, printed as a QR code; "" for none.
    """
    printable, chosen = Printable(), style or RollStyle()
    clean = printable_texts(roll, printable)
    head = Masthead(clean.title, f"{system} roster", "", printable(title), told(clean.facts), "")

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
        """Groups in their commands; a command has its head where its first group stands."""
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
        """The pages of the roster; one without units has one page that says so."""
        later = sheet.bottom - FOOTER - self.key.height - ABOVE_FOOT - sheet.top
        blocks = [
            plan.Block(at, _head(group, name), tuple(row.height for row in rows) or (LINE,), GAP)
            for at, group, name, rows in self.blocks
        ]
        heads = [
            plan.Head(sum(one.height for one in section.opening), 7.0 + section.again.extra)
            for section in self.sections
        ]
        space = plan.Space(later - self.head.height, later - SLIM)
        planned = (plan.pages_apart if self.style.page_each else plan.pages)(blocks, heads, space)
        return [self._page(parts, index == 0) for index, parts in enumerate(planned)]

    def _page(self, parts: Sequence[plan.Part], first: bool) -> Page:
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

    def _part(self, sheet: Sheet, part: plan.Part, y: float, top: bool) -> float:
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
    """Those who stand over no command that has a head of its own, as a group before the others."""
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
    """Millimetres of a group's head: its name, and its boxes for units lost where they take several rows."""
    lost = _losses(group.commander, BOXES)
    return HEAD + max(name.extra, lost.extra if lost else 0.0)


def _of_groups(roll: Roll) -> list[Entry]:
    """What all commanders of groups share, and what the box in the frame means."""
    leading = [group.commander for group in roll.groups if group.commander]
    shared = [fact for fact in leading[0].facts if all(fact in one.facts for one in leading)] if leading else []
    each = [Entry("Each of these commanders", f"{told(shared)}.")] if shared else []
    ringed = [Entry("Rings", "fill that of the Turn in which the command is chosen.")] if roll.turns else []
    boxed = any(one.losses for one in (*roll.commanders, *leading))
    lost = [Entry("Units lost", "strike a box for each; the framed one takes the stand.")] if boxed else []
    return [*each, *ringed, *lost]


def _common(roll: Roll) -> tuple[str, ...]:
    """Notes that at least half of the units share: they stand once at the foot."""
    counted = Counter(note for unit in roll.units for note in unit.notes)
    return tuple(note for note, times in counted.items() if times * 2 >= len(roll.units) > 1)


def _rings(turns: int) -> float:
    """Millimetres of the rings of so many Turns, and the room before them."""
    return marks.rings_width(turns) + 3.0 if turns else 0.0


def _command(commander: RollCommander | None, title: str, units: int, turns: int) -> _Command:
    rating = None
    if commander and (commander.choices or commander.rating):
        chosen = [at for at, words in enumerate(commander.choices) if commander.rating == words.split(" ")[0]]
        rating = Rating(commander.choices, chosen[0] if chosen else None, "")
    name = commander.name if commander else ""
    lost = ", out of action" if commander and commander.gone else ""
    facts = told(commander.facts) if commander else ""
    line = " · ".join(filter(None, (f"{units} unit{'' if units == 1 else 's'}", facts)))
    room = FIELD - (rating_width(rating) + 6.0 if rating else 0.0)
    title_line = headline(title, 13, f"{name}{lost}", 12, FIELD - 2.0 - _rings(turns))
    return _Command(title_line, fit(line, "text", 7.6, FIELD), rating, _losses(commander, room), turns)


def _losses(commander: RollCommander | None, measure: float) -> Losses | None:
    """His boxes for units lost."""
    if commander is None or commander.losses is None:
        return None
    track = commander.losses
    return losses(len(track.boxes), track.last + 1, measure, track.struck)


def _group_line(group: RollGroup, turns: int) -> Headline:
    name = group.commander.name if group.commander else ""
    lost = ", out of action" if group.commander and group.commander.gone else ""
    taken = BOXES + QUALITY
    if turns:
        boxes = _losses(group.commander, BOXES)
        taken = _rings(turns) + (boxes.width if boxes else 0.0)
    return headline(group.title, 10.5, f"{name}{lost}", 10.5, FIELD - taken - 4.0)


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
