"""The roster of an army list as a ledger sheet: its masthead, its rows, its faults, the arithmetic of its numbers."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from battles.engine.armies.army_list import ArmyList, Column, ListedGroup, ListedUnit
from battles.engine.armies.facts import counted
from battles.engine.armies.ledger import (
    BOX,
    FIELD,
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
from battles.engine.armies.roster_words import (
    SEVERITIES,
    USUAL_STYLE,
    Entry,
    Masthead,
    Part,
    RosterStyle,
    together,
)

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
