"""Laying out the tree: where each box, unit and line of an organisation chart stands.

Children stand side by side under their formation, as close as their outlines allow, and the formation
over their middle. Where a height is given that has room for it, children are stacked instead, in as few
columns as the height allows, hung from a stem at their left; units stand below their brigade in
columns. Everything is in millimetres at scale 1; nothing here draws.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from armies.sheets.chart_boxes import SYMBOL, UNIT_INDENT, Box, Row
from armies.sheets.chart_outline import Band, Outline, bounds, clearance, joined, moved

DOWN: Final = 6.4
"""From a box to those under it side by side; the line that joins them runs in the middle."""
NEXT: Final = 2.6
"""Between boxes stacked under each other."""
ACROSS: Final = 3.6
"""Between subtrees side by side."""
INDENT: Final = 4.6
"""From a box to those hung from its stem."""
STEM: Final = 2.0
"""From the left of a stack to its stem."""
UNITS: Final = 1.8
"""From a brigade's box to its first unit."""

Point = tuple[float, float]


class Standing(NamedTuple):
    """A box or a unit's row with its top left corner."""

    what: Box | Row
    x: float
    y: float


@dataclass(slots=True)
class Block:
    """A subtree laid out in its own coordinates: nothing stands left of or above its origin."""

    wide: float
    high: float
    box: Box
    x: float
    rows: tuple[tuple[Row, float, float], ...]
    lines: tuple[tuple[Point, ...], ...]
    parts: tuple[tuple["Block", float, float], ...]
    outline: Outline

    @property
    def middle(self) -> float:
        """Where the line from above meets its box."""
        return self.x + self.box.wide / 2

    def standing(self, x: float = 0.0, y: float = 0.0) -> Iterator[Standing]:
        """Every box and row at its place."""
        yield Standing(self.box, x + self.x, y)
        for row, across, down in self.rows:
            yield Standing(row, x + across, y + down)
        for part, across, down in self.parts:
            yield from part.standing(x + across, y + down)

    def joints(self, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Point, ...]]:
        """Every line, as the points that it runs through."""
        for line in self.lines:
            yield tuple((x + across, y + down) for across, down in line)
        for part, across, down in self.parts:
            yield from part.joints(x + across, y + down)


def arrange(box: Box, height: float = inf) -> Block:
    """``box`` with all below it.

    Args:
        height: what it may take; stacks are made as high as that. Endless: nothing is stacked.

    The block may be higher than ``height`` where it cannot be made lower: see ``Block.high``.
    """
    if not box.children:
        return _leaf(box, height)
    room = height - box.high - DOWN
    blocks = [arrange(child, room) for child in box.children]
    if height == inf:
        return _side_by_side(box, blocks)
    columns = _stacks(blocks, room)
    return _side_by_side(box, blocks) if len(columns) == len(blocks) else _hung(box, columns)


def _leaf(box: Box, height: float) -> Block:
    """A brigade over its units, in as few columns as ``height`` allows, about equally high."""
    columns = _unit_columns(box.rows, height - box.high - UNITS)
    top = box.high + UNITS
    rows, lines = [], []
    high = box.high
    for index, column in enumerate(columns):
        x, y = index * (box.wide + ACROSS), top
        middle = y
        for row in column:
            rows.append((row, x, y))
            middle = y + SYMBOL / 3
            lines.append(((x + STEM * 0.7, middle), (x + UNIT_INDENT, middle)))
            y += row.high
        high = max(high, y)
        lines.append(((x + STEM * 0.7, box.high if index == 0 else box.high / 2), (x + STEM * 0.7, middle)))
    if len(columns) > 1:
        lines.append(((box.wide, box.high / 2), ((len(columns) - 1) * (box.wide + ACROSS) + STEM * 0.7, box.high / 2)))
    wide = max(len(columns), 1) * (box.wide + ACROSS) - ACROSS
    return Block(wide, high, box, 0.0, tuple(rows), tuple(lines), (), (Band(0.0, high, 0.0, wide),))


def _unit_columns(rows: Sequence[Row], room: float) -> list[list[Row]]:
    columns = _filled([row.high for row in rows], room)
    return [list(rows[start:stop]) for start, stop in columns]


def _filled(heights: Sequence[float], room: float, gap: float = 0.0) -> list[tuple[int, int]]:
    """``heights`` in order in as few columns of ``room`` as can be, then as equal as those allow."""
    if not heights:
        return []
    least = _columns(heights, room, gap)
    fewest = len(least)
    low, high = max(heights), min(room, sum(heights) + gap * len(heights))
    while fewest > 1 and high - low > 0.5:
        middle = (low + high) / 2
        tried = _columns(heights, middle, gap)
        if len(tried) <= fewest:
            least, high = tried, middle
        else:
            low = middle
    return least


def _columns(heights: Sequence[float], room: float, gap: float) -> list[tuple[int, int]]:
    out, start, used = [], 0, 0.0
    for index, high in enumerate(heights):
        if index > start and used + gap + high > room:
            out.append((start, index))
            start, used = index, high
        else:
            used += high + (gap if index > start else 0.0)
    return [*out, (start, len(heights))]


def _stacks(blocks: Sequence[Block], room: float) -> list[list[Block]]:
    return [list(blocks[start:stop]) for start, stop in _filled([block.high for block in blocks], room, NEXT)]


def _side_by_side(box: Box, blocks: Sequence[Block]) -> Block:
    """Children in a row, each as near its neighbour as the outlines allow; the box over their middle."""
    top = box.high + DOWN
    at: list[float] = []
    outline: Outline = ()
    for block in blocks:
        x = max(clearance(outline, block.outline, ACROSS, NEXT), -inf) if outline else 0.0
        x = max(x, at[-1] + ACROSS) if at else x
        at.append(x)
        outline = joined(outline, moved(block.outline, x, 0.0)) if outline else block.outline
    ends = at[0] + blocks[0].middle, at[-1] + blocks[-1].middle
    middle = sum(ends) / 2
    bus = top - DOWN / 2
    lines: list[tuple[Point, ...]] = [((middle, box.high), (middle, bus if len(blocks) > 1 else top))]
    if len(blocks) > 1:
        lines.append(((ends[0], bus), (ends[1], bus)))
        lines += [((x + block.middle, bus), (x + block.middle, top)) for x, block in zip(at, blocks, strict=True)]
    own = (Band(0.0, box.high, middle - box.wide / 2, middle + box.wide / 2), Band(box.high, top, *ends))
    whole = (*own, *moved(outline, 0.0, top))
    parts = [(block, x, top) for x, block in zip(at, blocks, strict=True)]
    return _settled(box, middle - box.wide / 2, lines, parts, whole)


def _hung(box: Box, columns: Sequence[Sequence[Block]]) -> Block:
    """Children in stacks, each hung from a stem at its left."""
    top = box.high + DOWN
    bus = top - DOWN / 2
    parts, lines, stems = [], [], []
    x = 0.0
    for column in columns:
        y = top
        stem = x + STEM
        knee = y
        for block in column:
            knee = y + block.box.high / 2
            parts.append((block, x + INDENT, y))
            lines.append(((stem, knee), (x + INDENT + block.x, knee)))
            y += block.high + NEXT
        lines.append(((stem, bus), (stem, knee)))
        stems.append(stem)
        x += INDENT + max(block.wide for block in column) + ACROSS
    right = x - ACROSS
    left = 0.0 if len(columns) == 1 else max(0.0, (stems[0] + stems[-1] - box.wide) / 2)
    drop = stems[0] if len(columns) == 1 else left + box.wide / 2
    lines.append(((drop, box.high), (drop, bus)))
    if len(columns) > 1:
        lines.append(((min(stems[0], drop), bus), (max(stems[-1], drop), bus)))
    foot = max(y + block.high for block, _, y in parts)
    whole = (Band(0.0, box.high, left, left + box.wide), Band(box.high, foot, 0.0, max(right, drop)))
    return _settled(box, left, lines, parts, whole)


def _settled(
    box: Box,
    x: float,
    lines: Sequence[tuple[Point, ...]],
    parts: Sequence[tuple[Block, float, float]],
    outline: Outline,
) -> Block:
    """A block moved so that its origin is its left edge."""
    left, right, foot = bounds(outline)
    return Block(
        right - left,
        foot,
        box,
        x - left,
        (),
        tuple(tuple((across - left, down) for across, down in line) for line in lines),
        tuple((block, across - left, y) for block, across, y in parts),
        moved(outline, -left, 0.0),
    )
