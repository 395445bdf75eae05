"""An army list of a system without an engine: groups of units in columns, each number with its arithmetic; its roster.

All such systems share this form, so that one page and one roster serve them all.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from msgspec import Struct

from battles.engine.armies.facts import counted
from battles.engine.armies.ledger import (
    BOX,
    FIELD,
    BlankColumn,
    BlankRoster,
    Block,
    BlockHead,
    Cell,
    HeadLine,
    LedgerSheet,
    Row,
    RowStyle,
    Section,
    Steps,
    Title,
    TitleHead,
    Words,
)
from battles.engine.armies.ledger import Column as LedgerColumn
from battles.engine.armies.reckoning import Fault, Reckoning
from battles.engine.armies.roster_words import SEVERITIES, USUAL_STYLE, Entry, Masthead, Part, RosterStyle, together


class Column(Struct, frozen=True):
    """A column of the list. ``wide`` is its share of the width on paper, in mm.

    ``says`` marks the columns that give a unit's kind and its quality.
    """

    title: str
    wide: float
    align: Literal["l", "c", "r"] = "l"
    says: Literal["", "kind", "quality"] = ""


class Leads(Struct, frozen=True):
    """A leader: the name, empty if unknown, and the rating in the system's word.

    ``radius`` is in tenths of a millimetre, 0 if not stated.
    """

    name: str = ""
    rating: str = ""
    radius: int = 0


class ListedUnit(Struct, frozen=True, kw_only=True):
    """A unit's line. ``cells`` are for the list's columns; ``boxes`` can be crossed off, ``chosen`` is the present one.

    ``element`` is the id of the recorded unit, if there is one; ``why`` explains how it was converted. It has
    ``stands`` stands, each with a base ``wide`` and ``deep`` in tenths of a millimetre, 0 if the system does not say.
    """

    element: str = ""
    number: str
    name: str
    under: str = ""
    symbol: str
    cells: tuple[str, ...]
    boxes: tuple[str, ...]
    chosen: int | None = None
    points: Reckoning
    why: Reckoning | None = None
    notes: str = ""
    wide: int = 0
    deep: int = 0
    stands: int = 1


class Fact(Struct, frozen=True):
    """A fact of a group or of the army, such as ``radius`` ``18"``, and its rule."""

    label: str
    text: str
    rule: str = ""


class ListedGroup(Struct, frozen=True, kw_only=True):
    """Units under one leader. ``write`` are labels of blank spaces on paper.

    ``leads`` is its leader; None if it has none.
    """

    element: str = ""
    title: str
    commander: str
    nation: str
    facts: tuple[Fact, ...]
    write: tuple[str, ...] = ()
    units: tuple[ListedUnit, ...]
    points: Reckoning
    leads: Leads | None = None


class ArmyList(Struct, frozen=True, kw_only=True):
    """A whole army under one system.

    ``text`` describes it; ``foot`` are short paragraphs, lead and text, for the foot of a sheet. ``chief`` is its
    commander, if they lead no group themselves. ``grey`` explains the grey box of a unit. ``unbased`` says in a
    sentence why units have no base width; "" if they have one.
    """

    system: str
    title: str
    text: str = ""
    commander: str
    nation: str
    facts: tuple[Fact, ...]
    columns: tuple[Column, ...]
    box_title: str
    groups: tuple[ListedGroup, ...]
    points: Reckoning
    faults: tuple[Fault, ...]
    foot: tuple[tuple[str, str], ...] = ()
    chief: Leads | None = None
    grey: str = ""
    unbased: str = ""

    @property
    def units(self) -> int:
        return sum(len(group.units) for group in self.groups)


NAME: Final = 13.6
POINTS: Final = 11.0
PITCH: Final = 4.4
"""Millimetres from box to box."""
BETWEEN: Final = 1.4
"""Space between two columns."""
ROWS: Final = RowStyle(
    heights=(6.2, 5.8, 5.4, 5.0), symbol_x=6.4, name_x=NAME, rule_from=NAME, number_x=5.0, last_ruled=True
)


def list_sheet(
    listed: ArmyList, title: str, occasion: str = "", style: RosterStyle = USUAL_STYLE, more: Sequence[Part] = ()
) -> LedgerSheet:
    """The roster of a list; ``title`` is that of its system, ``more`` are further closing parts."""
    head = masthead(listed, title, occasion, style)
    return LedgerSheet(
        masthead=head,
        sections=(_section(listed, head, style),),
        rows=ROWS,
        head_high=8.8,
        gap=1.8,
        nothing_x=NAME,
        page_each=style.page_each,
        foot=tuple(Entry(f"{lead}.", text) for lead, text in listed.foot),
        closing=tuple(part for part in (*closing(listed), *more) if part.entries),
    )


def _section(listed: ArmyList, head: Masthead, style: RosterStyle) -> Section:
    """Columns from the right: points, boxes, then those of the system; the name has the remaining width."""
    units = [unit for group in listed.groups for unit in group.units]
    count = max((len(unit.boxes) for unit in units), default=0)
    boxes = FIELD - (POINTS if style.points else 0.0) - count * PITCH - 1.0
    left = boxes - sum(column.wide for column in listed.columns)
    places = []
    for column in listed.columns:
        places.append(left)
        left += column.wide
    points = (LedgerColumn(FIELD, align="r"),) if style.points else ()
    columns = (
        LedgerColumn(NAME, round(places[0] - NAME - 1.6, 2), face="semi", size=9.0),
        *(
            LedgerColumn(x, round(column.wide - BETWEEN, 2), column.align)
            for x, column in zip(places, listed.columns, strict=True)
        ),
        LedgerColumn(boxes, steps=tuple(boxes + index * PITCH for index in range(count))),
        *points,
    )
    return Section(
        title=head.title or "An army without a name",
        short=head.title,
        detail=head.commander,
        short_detail=head.commander,
        nation=listed.nation,
        titles=tuple(_titles(listed, places, boxes, units, style)),
        columns=columns,
        heads=tuple(map(_head, listed.groups)),
        blocks=tuple(block for at, group in enumerate(listed.groups) for block in _blocks(at, group, style)),
        nothing_at=(NAME, 5.0),
    )


def _titles(
    listed: ArmyList, places: Sequence[float], boxes: float, units: Sequence[ListedUnit], style: RosterStyle
) -> Iterator[Title]:
    base, below = 3.8, 6.8
    yield Title("Unit", NAME, base)
    for column, x in zip(listed.columns, places, strict=True):
        yield Title(column.title, _title_x(column, x), base, align=column.align)
    letters = max((unit.boxes for unit in units), key=len, default=())
    if letters:
        middle = boxes + len(letters) * PITCH / 2 - (PITCH - BOX) / 2
        yield Title(listed.box_title, middle, base, align="c")
        for index, letter in enumerate(letters):
            yield Title(letter, boxes + index * PITCH + BOX / 2, below, "ital", 7.0, "c", soft=True)
    if style.points:
        yield Title("Points", FIELD, base, align="r")


def _title_x(column: Column, x: float) -> float:
    return {"l": x, "c": x + column.wide / 2, "r": x + column.wide - BETWEEN}[column.align]


def _head(group: ListedGroup) -> TitleHead:
    line = HeadLine(group.title, 15, group.commander, 12.5, 8.6, 6.2, f"{group.points.value:,} points")
    again = HeadLine(group.title, 12, "continued", 11, 8.6, 6.0)
    facts = " · ".join(f"{fact.label} {fact.text}" for fact in group.facts)
    return TitleHead((line,), again, facts, group.write)


def _blocks(at: int, group: ListedGroup, style: RosterStyle) -> list[Block]:
    """A block for each division of a corps, or for the whole of a command."""
    if not group.units:
        return [Block(at, None, ())]
    return [
        Block(
            at,
            BlockHead(under, x=NAME, base=4.4, high=6.2, again="") if under else None,
            tuple(_row(unit, style) for unit in units),
        )
        for under, units in groupby(group.units, key=lambda unit: unit.under)
    ]


def _row(unit: ListedUnit, style: RosterStyle) -> Row:
    cells: list[Cell | None] = [
        *map(Words, unit.cells),
        Steps(len(unit.boxes), grey=unit.chosen),
        *([Words(f"{unit.points.value:,}")] if style.points else []),
    ]
    return Row(
        symbol=unit.symbol,
        name=unit.name or "without a name",
        cells=tuple(cells),
        note=unit.notes if style.notes else "",
        number=unit.number,
    )


def masthead(listed: ArmyList, system: str, occasion: str = "", style: RosterStyle = USUAL_STYLE) -> Masthead:
    """The masthead of its first page; counts its faults by severity if the closing pages list them."""
    facts = (f"{fact.label} {fact.text}" for fact in listed.facts)
    totals = (f"{listed.points.value:,} points", counted(listed.units, "unit"), *facts)
    return Masthead(
        title=listed.title,
        system=f"{system} roster",
        commander=listed.commander,
        occasion=occasion,
        totals=" · ".join(totals),
        faults=_summary(listed) if style.closing else "",
    )


def _summary(listed: ArmyList) -> str:
    counts = {name: sum(fault.severity == name for fault in listed.faults) for name in SEVERITIES}
    return ", ".join(counted(counts[name], one, many) for name, (_, one, many) in SEVERITIES.items() if counts[name])


def closing(listed: ArmyList) -> tuple[Part, ...]:
    """Its closing parts: the faults, gravest first, and the arithmetic."""
    parts = (
        Part("Faults", _faults(listed)),
        Part("How it was made", _conversions(listed)),
        Part("Points", _points(listed)),
    )
    return tuple(part for part in parts if part.entries)


def _faults(listed: ArmyList) -> tuple[Entry, ...]:
    order = list(SEVERITIES)
    faults = sorted(listed.faults, key=lambda fault: order.index(fault.severity))
    return tuple(
        Entry(f"†{number} {SEVERITIES[fault.severity][0]}", f"{fault.sentence} ({fault.rule})")
        for number, fault in enumerate(faults, 1)
    )


def _conversions(listed: ArmyList) -> tuple[Entry, ...]:
    lines = [
        (unit.number, f"{unit.why.sentence}.")
        for group in listed.groups
        for unit in group.units
        if unit.why is not None
    ]
    return together(lines)


def _points(listed: ArmyList) -> tuple[Entry, ...]:
    units = [(unit.number, f"{unit.points.sentence}.") for group in listed.groups for unit in group.units]
    return (*_alike(units), *(Entry(group.title, f"{group.points.value:,} points.") for group in listed.groups))


def _alike(lines: Sequence[tuple[str, str]]) -> tuple[Entry, ...]:
    """Each different arithmetic once, with the numbers of all units that share it."""
    numbers_by_text: dict[str, list[str]] = {}
    for number, text in lines:
        numbers_by_text.setdefault(text, []).append(number)
    return tuple(
        Entry(f"Unit{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}", text)
        for text, numbers in numbers_by_text.items()
    )


def blank_list(lists: Sequence[ArmyList]) -> BlankRoster:
    """The blank roster of a system with army lists: the columns and boxes of its sample lists."""
    sample = lists[0]
    boxes = max((unit.boxes for each in lists for group in each.groups for unit in group.units), key=len)
    words = ("",) * len(boxes) if boxes[0].isdigit() else boxes
    track = BlankColumn(sample.box_title, 0.0, boxes=words)
    wide = len(words) * track.step + (len(words) - 1) // 5 + 1.6
    fixed = sum(column.wide for column in sample.columns) + 6.0 + 11.0
    write = sample.groups[0].write if sample.groups else ()
    return BlankRoster(
        head=("Army", "Commander", "Points"),
        group=("Command", "Leader", *write[:2]),
        columns=(
            BlankColumn("No.", 6.0),
            BlankColumn("Unit", FIELD - fixed - wide),
            *(BlankColumn(each.title, each.wide, each.align) for each in sample.columns),
            BlankColumn(sample.box_title, wide, boxes=words),
            BlankColumn("Points", 11.0, "r"),
        ),
    )
