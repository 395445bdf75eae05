"""Arrange the tables of a cheat sheet in columns of about equal height."""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import combinations, islice, pairwise, product
from typing import Final, NamedTuple

from armies.paper.sheet import FIELD, FINE, FOOTER, Sheet
from battles.engine.sheets.cheat_pages import Table
from battles.sheets.cheat_block import LEADING, NEVER, Block, block

MOST_STEPS: Final = 4_000
"""Most placements to try when blocks need not keep their order."""

FIRST: Final = 1e-6
"""Extra cost of each further column, so that the first of equal placements wins."""

Runs = list[list[int]]
"""The numbers of the blocks in each column, from the top."""


def assigned_columns(heights: Sequence[float], rooms: Sequence[float], gap: float, *, strict: bool) -> Runs | None:
    """The blocks of each column, for columns with these rooms; None if they do not fit.

    Blocks keep their order down the columns if possible, with about the same room left in each column. Else, unless
    ``strict``, they are near that order; within a column the order is kept.
    """
    runs = _in_order(heights, rooms, gap)
    return runs or (None if strict else _near_order(heights, rooms, gap))


def _in_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    sums = [0.0]
    for height in heights:
        sums.append(sums[-1] + height)
    best: tuple[float, Runs] | None = None
    for cuts in combinations(range(len(heights) + 1), len(rooms) - 1):
        ends = (0, *cuts, len(heights))
        spans = list(pairwise(ends))
        free = [
            room - (sums[end] - sums[start]) - gap * max(0, end - start - 1)
            for room, (start, end) in zip(rooms, spans, strict=True)
        ]
        if min(free) < -0.01:
            continue
        cost = sum(
            (1.0 + place * 1e-6) * (room - left) ** 2
            for place, (room, left) in enumerate(zip(rooms, free, strict=True))
        )
        if best is None or cost < best[0]:
            best = cost, [list(range(start, end)) for start, end in spans]
    return best[1] if best else None


def _near_order(heights: Sequence[float], rooms: Sequence[float], gap: float) -> Runs | None:
    """The first placement that fits, each block as near as possible to the one before it."""
    left = [room + gap for room in rooms]
    need = [height + gap for height in heights]
    if sum(need) > sum(left) + 0.01:
        return None
    columns: list[int] = []
    steps = 0

    def place(number: int, column: int) -> bool:
        nonlocal steps
        if number == len(need):
            return True
        for each in _nearest(column, len(left)):
            steps += 1
            if steps > MOST_STEPS or left[each] + 0.01 < need[number]:
                continue
            left[each] -= need[number]
            columns.append(each)
            if place(number + 1, each if each > column else column):
                return True
            columns.pop()
            left[each] += need[number]
        return False

    if not place(0, 0):
        return None
    return [[number for number, each in enumerate(columns) if each == column] for column in range(len(rooms))]


def _nearest(column: int, columns: int) -> Iterator[int]:
    """This column, those to its right, then those to its left, nearest first."""
    yield from range(column, columns)
    yield from range(column - 1, -1, -1)


GUTTER: Final = 5.0
"""Millimetres between columns, with a hairline in the middle."""

COLUMNS: Final = (3, 2)
"""Numbers of columns to try, in order."""

MOST_GAP: Final = 9.0
"""Most millimetres between two tables."""

WIDER: Final = 1.08
"""A table spans one more column if that saves paper by this factor."""

WORTH: Final = 1.35
"""Layouts are tried up to this factor of the least paper."""

TRIED: Final = 12
"""Most arrangements of wide tables to try at a size."""

DEEPER: Final = 2.2
"""Layouts deeper than this factor of the lowest are not tried, as their cells would be hard to read."""


class Put(NamedTuple):
    """A block and its top left corner, in millimetres from the top left corner of the field below the heading."""

    block: Block
    x: float
    y: float


class Leaf(NamedTuple):
    """A page of blocks, and the hairlines between its columns: x, top, foot."""

    puts: tuple[Put, ...]
    lines: tuple[tuple[float, float, float], ...] = ()

    def draw(self, sheet: Sheet, top: float) -> None:
        """Draw the page with its top left corner at the field's left and ``top``."""
        for x, first, last in self.lines:
            sheet.line(sheet.left + x, top + first, sheet.left + x, top + last, FINE, 0.55)
        for put in self.puts:
            put.block.draw(sheet, sheet.left + put.x, top + put.y)


class _Choice(NamedTuple):
    """The number of columns that a table spans, and its block."""

    across: int
    block: Block

    @property
    def paper(self) -> float:
        """Paper used: height in millimetres times columns."""
        return self.across * self.block.height


def measure(columns: int, across: int) -> float:
    """Width in millimetres of ``across`` columns of a page."""
    column = (FIELD - (columns - 1) * GUTTER) / columns
    return across * column + (across - 1) * GUTTER


class Paper:
    """Arranges tables on a page with ``room`` millimetres below its heading; blocks are cached."""

    def __init__(self, tables: Sequence[Table], room: float, columns: Sequence[int] = COLUMNS) -> None:
        self._tables = tables
        self.columns = columns
        self._room = room
        self._cache: dict[tuple[int, float], list[list[_Choice]]] = {}

    def within(self, room: float) -> "Paper":
        """The same tables in another room, with the same cache."""
        other = copy(self)
        other._room = room
        return other

    def arranged(self, size: float, *, strict: bool, columns: int = 0) -> Leaf | None:
        """The tables in type of that size, or None if they do not fit; in their order if ``strict``.

        They have as many ``columns``, or with 0 the first of the paper's numbers of columns that does.
        """
        for count in (columns,) if columns else self.columns:
            choices = self._choices(count, size)
            if sum(min(each.paper for each in layouts) for layouts in choices) > count * self._room:
                continue
            for chosen in islice(product(*choices), TRIED):
                if leaf := _placed(chosen, count, self._room, size * LEADING / 2, strict):
                    return leaf
        return None

    def spare(self, size: float, columns: int) -> float:
        """The paper of the page for each part that the tables need at a size; over 1 if there is some to spare."""
        need = sum(min(each.paper for each in layouts) for layouts in self._choices(columns, size))
        return columns * self._room / max(need, 1.0)

    def _choices(self, columns: int, size: float) -> list[list[_Choice]]:
        """The possible layouts of each table; the first table spans the page if it can."""
        if (columns, size) not in self._cache:
            choices = [_layouts(table, columns, size) for table in self._tables]
            for first in choices[:1]:
                first.sort(key=lambda each: -each.across)
            self._cache[columns, size] = choices
        return self._cache[columns, size]


def _layouts(table: Table, columns: int, size: float) -> list[_Choice]:
    """The possible layouts of a table, the best first."""
    most = columns if table.look == "grid" and len(table.columns) > 2 else 1
    narrow = _Choice(1, block(table, measure(columns, 1), size))
    if 2 * len(table.rows) * size * LEADING > narrow.paper * WORTH and narrow.block.height < NEVER:
        return [narrow]  # a wider one needs more paper, as each row has at least one line
    wider = (_Choice(across, block(table, measure(columns, across), size)) for across in range(2, most + 1))
    layouts = [narrow, *wider]
    fitting = [each for each in layouts if each.block.height < NEVER]
    if not fitting:
        return [_Choice(most, block(table, measure(columns, most), size, breaking=True))]
    least, lowest = min(each.paper for each in fitting), min(each.block.height for each in fitting)
    good = [each for each in fitting if each.paper <= least * WORTH and each.block.height <= lowest * DEEPER]
    return sorted(good, key=lambda each: each.paper * WIDER ** (each.across - 1))


def _placed(chosen: Sequence[_Choice], columns: int, room: float, gap: float, strict: bool) -> Leaf | None:
    """The blocks in their places; None if they need more room."""
    narrow = [each.block for each in chosen if each.across == 1]
    first = next((place for place, each in enumerate(chosen) if each.across < columns), len(chosen))
    above = [each.block for each in chosen[:first]]
    below = [each.block for each in chosen[first:] if each.across == columns]
    side = [each.block for each in chosen if 1 < each.across < columns]
    high, low, aside = (sum(each.height + gap for each in blocks) for blocks in (above, below, side))
    middle = room - high - low
    rooms = [middle - (aside if place else 0.0) for place in range(columns)]
    runs = assigned_columns([each.height for each in narrow], rooms, gap, strict=strict)
    if runs is None or min(rooms) < -gap - 0.01:
        return None
    stacks = [
        list(_stack([narrow[n] for n in run], place * _step(columns), high, high + column_room, gap))
        for place, (run, column_room) in enumerate(zip(runs, rooms, strict=True))
    ]
    ends = [put.y + put.block.height for stack in stacks for put in stack]
    foot = high + middle if side or below else max(ends, default=high)
    puts = [put for stack in stacks for put in stack]
    puts += _stack(above, 0.0, 0.0, high, gap)
    puts += _stack(side, _step(columns), high + rooms[-1] + gap, high + middle, gap)
    puts += _stack(below, 0.0, foot + gap if narrow else high, room, gap)
    return Leaf(tuple(puts), tuple(_lines(columns, high, rooms, foot)) if narrow else ())


def _lines(columns: int, high: float, rooms: Sequence[float], foot: float) -> Iterator[tuple[float, float, float]]:
    """Hairlines between columns; only the first continues beside tables that span the other columns."""
    for place in range(1, columns):
        yield place * _step(columns) - GUTTER / 2, high, foot if place == 1 else min(foot, high + rooms[place])


def _step(columns: int) -> float:
    """Distance in mm from the left of a column to the left of the next."""
    return measure(columns, 1) + GUTTER


def _stack(blocks: Sequence[Block], x: float, top: float, foot: float, gap: float) -> Iterator[Put]:
    """Blocks one below the other, with the spare room between them."""
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
