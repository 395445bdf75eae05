"""The casualty report: every unit with its initial strength, and room for its losses."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from armies.paper.section import Planned, digest_of
from armies.paper.section import Section as FileSection
from armies.paper.sheet import Sheet
from armies.paper.typography import Printable, printable_texts
from armies.sheets.ledger import ledger_pages
from battles.engine.armies.ledger import (
    FIELD,
    Block,
    BlockHead,
    Cell,
    Column,
    LedgerSheet,
    Row,
    RowStyle,
    Section,
    Title,
    ToWrite,
    Words,
)
from battles.engine.armies.roster_words import Masthead
from battles.engine.sheets.muster_roll import Roll, RollGroup, RollUnit
from battles.rules import SYSTEMS


class Count(NamedTuple):
    """Numbers of units and strength: at the start, and lost.

    ``level`` is the level of a single unit if its strength is not a number.
    """

    units: int
    gone: int
    start: int
    lost: int
    level: tuple[str, str] = ("", "")

    def __add__(self, other: object) -> "Count":
        if not isinstance(other, Count):
            return NotImplemented
        return Count(self.units + other.units, self.gone + other.gone, self.start + other.start, self.lost + other.lost)

    @property
    def start_words(self) -> str:
        return self.level[0] or f"{self.start:,}"

    @property
    def lost_words(self) -> str:
        return "–" if self.level[0] else f"{self.lost:,}"

    @property
    def left_words(self) -> str:
        return self.level[1] or f"{self.start - self.lost:,}"


class Line(NamedTuple):
    """A line of the report: a unit, or a ``total`` of several."""

    name: str
    symbol: str
    strength: Count
    kind: str = ""
    note: str = ""
    total: bool = False


LineGroup = tuple[str, str, tuple[Line, ...]]
"""Title, detail, lines."""


def unit_count(unit: RollUnit) -> Count:
    """A unit's strength in points; a unit with levels counts as one unit at its level."""
    track = unit.track
    if track is None or any(track.boxes):
        levels = track.boxes if track else ()
        fallen = min(track.struck, len(levels) - 1) if track else 0
        level = (levels[0], levels[fallen]) if levels else ("", "")
        if track and track.last > 0 and track.struck == 0 and "grey" in track.title:
            level = (levels[track.last], levels[track.last])
        return Count(1, int(unit.gone), 1, int(unit.gone), level)
    return Count(1, int(unit.gone), len(track.boxes), min(track.struck, len(track.boxes)))


def total(units: Sequence[RollUnit]) -> Count:
    """The sum of ``units``."""
    count = Count(0, 0, 0, 0)
    for unit in units:
        count += unit_count(unit)
    return count


def lines_of(roll: Roll) -> Iterator[LineGroup]:
    """A block for each group with its total, then one with the totals of higher commands and of the side.

    If there is only one group, its total is that of the side.
    """
    for group in roll.groups:
        lines = [Line(unit.name, unit.symbol, unit_count(unit), unit.kind, _note(unit)) for unit in group.units]
        if len(group.units) > 1:
            lines.append(_total(group.title, group.units))
        yield group.title, _detail(group), tuple(lines)
    if len(roll.groups) > 1 or any(group.above or len(group.units) == 1 for group in roll.groups):
        yield "Totals", "", tuple(_totals(roll))


def _detail(group: RollGroup) -> str:
    return ", ".join(reversed(group.above))


def _note(unit: RollUnit) -> str:
    """The first note of a unit that is out of play, which says why."""
    return unit.notes[0] if unit.gone and unit.notes else ""


def _totals(roll: Roll) -> Iterator[Line]:
    """The total of every command above groups, highest first, then of the side."""
    paths: dict[tuple[str, ...], list[RollUnit]] = {}
    for group in roll.groups:
        for depth in range(1, len(group.above) + 1):
            paths.setdefault(group.above[:depth], []).extend(group.units)
    for path, units in paths.items():
        yield _total(", ".join(reversed(path)), units)
    yield _total(roll.title or "The army", roll.units)


def _total(name: str, units: Sequence[RollUnit]) -> Line:
    count = total(units)
    removed = f"{count.gone} of {count.units} units removed" if count.gone else ""
    return Line(f"{name}: {count.units} unit{'' if count.units == 1 else 's'}", "", count, note=removed, total=True)


NAME: Final = 7.2
KIND: Final = 52.0
NUMBERS: Final = (("Start", 92.0), ("Lost", 107.0), ("Left", 122.0), ("Captured", 139.0))
"""Titles and right edges of the columns of numbers, in mm from the left of the field."""

WRITE: Final = 11.0
NOTES: Final = 144.0
START: Final = NUMBERS[0][1]
ROWS: Final = RowStyle(heights=(6.4, 6.0, 5.6, 5.2), rule_to=START, last_ruled=True)
COLUMNS: Final = (
    Column(NAME, KIND - NAME - 2.0, face="semi", size=9.0),
    Column(KIND, START - KIND - WRITE + 1.0, size=8.0),
    *(Column(x, align="r") for _, x in NUMBERS),
    Column(NOTES, FIELD - NOTES, size=7.4),
)
TITLES: Final = (
    Title("Unit", NAME, 3.8),
    Title("Type", KIND, 3.8),
    *(Title(title, x, 3.8, align="r") for title, x in NUMBERS),
    Title("Notes", NOTES, 3.8),
)


def casualty_report(roll: Roll, *, filled: bool = False, address: str = "") -> FileSection:
    """The report of ``roll`` to fill in after the battle; if ``filled``, with the losses in the roll."""
    clean = printable_texts(roll, Printable())
    ledger = _ledger(clean, filled)

    def plan(sheet: Sheet) -> Planned:
        return Planned(ledger_pages(sheet, ledger, address))

    return FileSection("Casualty report", clean.title or "An army", digest_of(clean, filled), plan)


def _ledger(roll: Roll, filled: bool) -> LedgerSheet:
    facts = " · ".join(f"{fact.label} {fact.text}" for fact in roll.facts)
    section = Section(
        title=roll.title or "An army without a name",
        short=roll.title,
        detail="",
        short_detail="",
        nation=roll.nation,
        titles=TITLES,
        columns=COLUMNS,
        blocks=tuple(_blocks(roll, filled)),
    )
    return LedgerSheet(
        masthead=Masthead(roll.title, f"{SYSTEMS[roll.system].title} casualty report", "", "", facts, ""),
        sections=(section,),
        rows=ROWS,
        head_high=7.4,
        gap=2.0,
    )


def _blocks(roll: Roll, filled: bool) -> Iterator[Block]:
    """A block for each brigade, and one for the totals of higher commands."""
    for index, (title, detail, lines) in enumerate(lines_of(roll)):
        head = BlockHead(title, detail, x=0.0, detail_size=10.0, high=8.0, rule_up=1.0)
        yield Block(index, head, tuple(_row(line, filled) for line in lines), nothing="")


def _row(line: Line, filled: bool) -> Row:
    numbers = (_number(words, line) for words in _known(line, filled))
    note = Words(line.note, one_line=True) if line.note and filled else ToWrite(FIELD - NOTES)
    kind = Words(line.kind) if line.kind else None
    wide = START - WRITE - NAME - 2.0 if line.total else 0.0
    return Row(line.symbol, line.name, (kind, *numbers, note), total=line.total, name_wide=wide)


def _number(words: str, line: Line) -> Cell:
    """Draw a number, or a line to write it on if it is unknown."""
    return Words(words, face="semi" if line.total else None) if words else ToWrite(WRITE - 1.0)


def _known(line: Line, filled: bool) -> tuple[str, str, str, str]:
    """The known numbers: start; lost and left if the roll has them; never captured."""
    count = line.strength
    if not filled:
        return count.start_words, "", "", ""
    return count.start_words, count.lost_words, count.left_words, ""
