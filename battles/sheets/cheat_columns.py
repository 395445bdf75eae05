"""Where the tables of a cheat sheet stand: in order down the columns of the page, wide ones across several.

A table stands in one column where it can. One that would be much higher there than it is wide goes across two columns
or all; those across all that come first stand at the top, other wide ones at the foot.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from armies.paper.faces import Printable
from armies.paper.sheet import FIELD, FINE, FOOTER, Sheet
from battles.engine.cheat_sheet import Table
from battles.sheets.cheat_block import LEADING, NEVER, Block, block
from battles.sheets.cheat_sharing import shared

GUTTER: Final = 5.0
"""Millimetres between columns, with a hairline in their middle."""
COLUMNS: Final = (3, 2)
"""How many columns are tried, in that order."""
MOST_GAP: Final = 9.0
"""Millimetres between two tables at most, where there is room to share."""
WIDER: Final = 1.08
"""A table goes across one more column where that takes so many times less paper."""
WORTH: Final = 1.35
"""Ways that take so many times the least paper are still tried."""
TRIED: Final = 12
"""Arrangements of wide tables that are tried at a size."""

DEEPER: Final = 2.2
"""A way that makes a table so many times as deep as it might be is not tried: its cells would be read with pain."""


class Put(NamedTuple):
    """A block and where its top left corner is, in millimetres from that of the field below the heading."""

    block: Block
    x: float
    y: float


class Leaf(NamedTuple):
    """A page of blocks, and the hairlines between its columns: x, top, foot."""

    puts: tuple[Put, ...]
    lines: tuple[tuple[float, float, float], ...] = ()

    def draw(self, sheet: Sheet, top: float) -> None:
        """Set it, its upper left corner at the field's left and ``top``."""
        for x, first, last in self.lines:
            sheet.line(sheet.left + x, top + first, sheet.left + x, top + last, FINE, 0.55)
        for put in self.puts:
            put.block.draw(sheet, sheet.left + put.x, top + put.y)


class _Choice(NamedTuple):
    """How many columns a table goes across, and the block that it then is."""

    across: int
    block: Block

    @property
    def paper(self) -> float:
        """What it takes, in columns' worth of millimetres."""
        return self.across * self.block.height


def measure(columns: int, across: int) -> float:
    """Millimetres across some columns of a page."""
    one = (FIELD - (columns - 1) * GUTTER) / columns
    return across * one + (across - 1) * GUTTER


class Paper:
    """Tables that are to stand on a page with ``room`` millimetres below its heading; blocks are made once."""

    def __init__(
        self, tables: Sequence[Table], room: float, printable: Printable, columns: Sequence[int] = COLUMNS
    ) -> None:
        self._tables = tables
        self._columns = columns
        self._room = room
        self._printable = printable
        self._known: dict[tuple[int, float], list[list[_Choice]]] = {}

    def arranged(self, size: float, *, strict: bool) -> Leaf | None:
        """The tables in type of that size, or None where they do not fit; in their order throughout if ``strict``."""
        for columns in self._columns:
            choices = self._choices(columns, size)
            if sum(min(each.paper for each in found) for found in choices) > columns * self._room:
                continue
            for chosen in islice(product(*choices), TRIED):
                if leaf := _placed(chosen, columns, self._room, size * LEADING / 2, strict):
                    return leaf
        return None

    def _choices(self, columns: int, size: float) -> list[list[_Choice]]:
        """The ways in which each table may stand; the first goes across the page if it can, over the others."""
        if (columns, size) not in self._known:
            found = [_ways(table, columns, size, self._printable) for table in self._tables]
            for first in found[:1]:
                first.sort(key=lambda each: -each.across)
            self._known[columns, size] = found
        return self._known[columns, size]


def _ways(table: Table, columns: int, size: float, printable: Printable) -> list[_Choice]:
    """The ways in which a table may stand, the best first."""
    most = columns if table.look == "grid" and len(table.columns) > 2 else 1
    spans = range(1, most + 1)
    found = [_Choice(across, block(table, measure(columns, across), size, printable)) for across in spans]
    able = [each for each in found if each.block.height < NEVER]
    if not able:
        return [_Choice(most, block(table, measure(columns, most), size, printable, breaking=True))]
    least, lowest = min(each.paper for each in able), min(each.block.height for each in able)
    worth = [each for each in able if each.paper <= least * WORTH and each.block.height <= lowest * DEEPER]
    return sorted(worth, key=lambda each: each.paper * WIDER ** (each.across - 1))


def _placed(chosen: Sequence[_Choice], columns: int, room: float, gap: float, strict: bool) -> Leaf | None:
    """The blocks in their places, or None where they need more than the room."""
    narrow = [each.block for each in chosen if each.across == 1]
    first = next((place for place, each in enumerate(chosen) if each.across < columns), len(chosen))
    above = [each.block for each in chosen[:first]]
    below = [each.block for each in chosen[first:] if each.across == columns]
    side = [each.block for each in chosen if 1 < each.across < columns]
    high, low, aside = (sum(each.height + gap for each in blocks) for blocks in (above, below, side))
    middle = room - high - low
    rooms = [middle - (aside if place else 0.0) for place in range(columns)]
    runs = shared([each.height for each in narrow], rooms, gap, strict=strict)
    if runs is None or min(rooms) < -gap - 0.01:
        return None
    stacks = [
        list(_stack([narrow[n] for n in run], place * _step(columns), high, high + have, gap))
        for place, (run, have) in enumerate(zip(runs, rooms, strict=True))
    ]
    ends = [put.y + put.block.height for stack in stacks for put in stack]
    foot = high + middle if side or below else max(ends, default=high)
    puts = [put for stack in stacks for put in stack]
    puts += _stack(above, 0.0, 0.0, high, gap)
    puts += _stack(side, _step(columns), high + rooms[-1] + gap, high + middle, gap)
    puts += _stack(below, 0.0, foot + gap if narrow else high, room, gap)
    return Leaf(tuple(puts), tuple(_lines(columns, high, rooms, foot)) if narrow else ())


def _lines(columns: int, high: float, rooms: Sequence[float], foot: float) -> Iterator[tuple[float, float, float]]:
    """Hairlines between columns; only the first goes on beside tables that go across the others."""
    for place in range(1, columns):
        yield place * _step(columns) - GUTTER / 2, high, foot if place == 1 else min(foot, high + rooms[place])


def _step(columns: int) -> float:
    """From the left of a column to that of the next, in mm."""
    return measure(columns, 1) + GUTTER


def _stack(blocks: Sequence[Block], x: float, top: float, foot: float, gap: float) -> Iterator[Put]:
    """Blocks one below the other; the room that is left goes between them."""
    if not blocks:
        return
    free = foot - top - sum(each.height for each in blocks)
    between = min(MOST_GAP, max(gap, free / max(1, len(blocks) - 1)))
    for each in blocks:
        yield Put(each, x, top)
        top += each.height + between


def field_height(sheet: Sheet, head: float) -> float:
    """Millimetres for tables between a heading of that height and the footer."""
    return sheet.bottom - sheet.top - head - FOOTER - 2.2
