"""Layout of the tree: places of boxes, units and lines, outlines of subtrees, the largest scale that fits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Final, NamedTuple

from armies.sheets.charts.boxes import LEAST_SCALE, SYMBOL, UNIT_INDENT, Box, Row


class Band(NamedTuple):
    """The space between ``left`` and ``right`` that is used from ``top`` to ``foot``."""

    top: float
    foot: float
    left: float
    right: float


Outline = tuple[Band, ...]


def moved(outline: Outline, x: float, y: float) -> Outline:
    """``outline`` moved to another place."""
    return tuple([Band(top + y, foot + y, left + x, right + x) for top, foot, left, right in outline])


def clearance(left: Outline, right: Outline, across: float, down: float) -> float:
    """How far ``right`` must move to the right to leave ``across`` mm between it and ``left``.

    Parts less than ``down`` mm apart in height count as side by side. Negative if it can move left.
    """
    need = float("-inf")
    for a in left:
        for b in right:
            if a.top < b.foot + down and b.top < a.foot + down:
                need = max(need, a.right - b.left + across)
    return need


def joined(one: Outline, other: Outline) -> Outline:
    """The outline of both together."""
    edges = sorted({edge for band in (*one, *other) for edge in (band.top, band.foot)})
    out: list[Band] = []
    for top, foot in pairwise(edges):
        here = [band for band in (*one, *other) if band.top <= top and foot <= band.foot]
        if not here:
            continue
        left, right = min(band.left for band in here), max(band.right for band in here)
        if out and out[-1].foot == top and out[-1].left == left and out[-1].right == right:
            out[-1] = Band(out[-1].top, foot, left, right)
        else:
            out.append(Band(top, foot, left, right))
    return tuple(out)


def bounds(outline: Outline) -> tuple[float, float, float]:
    """Left, right and foot of the outline."""
    return (
        min(band.left for band in outline),
        max(band.right for band in outline),
        max(band.foot for band in outline),
    )


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
    """A subtree laid out in its own coordinates; nothing is left of or above its origin."""

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
        """The place where the line from above meets its box."""
        return self.x + self.box.wide / 2

    def standing(self, x: float = 0.0, y: float = 0.0) -> Iterator[Standing]:
        """Every box and row with its place."""
        yield Standing(self.box, x + self.x, y)
        for row, across, down in self.rows:
            yield Standing(row, x + across, y + down)
        for part, across, down in self.parts:
            yield from part.standing(x + across, y + down)

    def joints(self, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Point, ...]]:
        """Every line as a list of points."""
        for line in self.lines:
            yield tuple((x + across, y + down) for across, down in line)
        for part, across, down in self.parts:
            yield from part.joints(x + across, y + down)


def arrange(box: Box, height: float = inf) -> Block:
    """``box`` laid out with everything below it.

    Args:
        height: the available height, which stacks use fully; infinite means no stacks.

    The block is higher than ``height`` if it cannot be lower: see ``Block.high``.
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
    """``heights`` in order, in as few columns of ``room`` as possible, and then as equal as possible."""
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
    """Children in a row, as close as their outlines allow, with the box above their middle."""
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
    """Children in stacks, each with a stem at its left."""
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


MOST_SCALE: Final = 1.5
STEP: Final = 0.97
"""Factor from one scale to the next."""

SPREAD_WORTH: Final = 0.9
"""A tree without stacks is preferred if its scale is at least this share of that with stacks."""

_SLACK: Final = 1e-6


class Field(NamedTuple):
    """The space for the tree on a page, in mm of paper."""

    wide: float
    high: float


class Fit(NamedTuple):
    """A tree that is laid out, and its scale on paper."""

    block: Block
    scale: float


def sizes(most: float) -> list[float]:
    """The scales to try, largest first."""
    out = [max(most, LEAST_SCALE)]
    while out[-1] * STEP > LEAST_SCALE:
        out.append(out[-1] * STEP)
    return [*out, LEAST_SCALE] if out[-1] > LEAST_SCALE else out


def fits(box: Box, field: Field) -> bool:
    """True if the tree fits the field at the smallest scale."""
    return _stacked(box, field, LEAST_SCALE) is not None or _spread(box, field, LEAST_SCALE) is not None


def best(box: Box, field: Field, most: float = MOST_SCALE) -> Fit | None:
    """The tree at the largest scale for the field, up to ``most``; None if it does not fit at the smallest scale."""
    scales = sizes(most)
    low, high = 0, len(scales)
    while low < high:
        middle = (low + high) // 2
        if _stacked(box, field, scales[middle]) is None:
            low = middle + 1
        else:
            high = middle
    stacked = scales[low] if low < len(scales) else 0.0
    spread = _spread(box, field, most)
    if spread is not None and spread.scale >= stacked * SPREAD_WORTH:
        return spread
    return _lowest(box, field, stacked) if stacked else None


def _spread(box: Box, field: Field, most: float) -> Fit | None:
    """The tree without stacks."""
    block = arrange(box)
    scale = min(most, field.wide / block.wide, field.high / block.high)
    return Fit(block, scale) if scale >= LEAST_SCALE - _SLACK else None


def _stacked(box: Box, field: Field, scale: float, height: float = inf) -> Fit | None:
    """The tree with stacks as high as the field, or ``height``, allows at that scale."""
    room = min(height, field.high / scale)
    block = arrange(box, room)
    inside = block.wide <= field.wide / scale + _SLACK and block.high <= field.high / scale + _SLACK
    return Fit(block, scale) if inside else None


def _lowest(box: Box, field: Field, scale: float) -> Fit:
    """The tree at the same scale, with stacks only as high as the width of the field needs."""
    high = field.high / scale
    lowest = _stacked(box, field, scale)
    low = min(_least_height(box), high)
    while high - low > 3.0:
        middle = (low + high) / 2
        attempt = _stacked(box, field, scale, middle)
        if attempt is None:
            low = middle
        else:
            lowest, high = attempt, middle
    if lowest is None:
        raise ValueError(f"{box.node.name} does not fit at {scale:.2f}.")
    return lowest


def _least_height(box: Box) -> float:
    """The height of the tree without stacks; a smaller height would only split units into columns."""
    if not box.children:
        return box.high + sum(row.high for row in box.rows)
    return box.high + DOWN + max(map(_least_height, box.children))
