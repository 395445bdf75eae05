"""Outlines and lines as far as they lie on the table, and the middle of one."""

from collections.abc import Iterator
from itertools import pairwise

from battles.engine.picture import Point
from battles.engine.table.bearings import Place
from battles.rules.mini_nap.setup import Table

Rim = tuple[int, int, bool]
"""A side of the table: the axis it lies across, where, and whether the table is beyond it or before it."""


def _rims(table: Table) -> tuple[Rim, ...]:
    return (0, 0, True), (0, table.width, False), (1, 0, True), (1, table.height, False)


def _meeting(start: Place, end: Place, rim: Rim) -> Place:
    """Where a stretch from one side of a rim to the other meets it."""
    axis, at, _ = rim
    share, whole_way = at - start[axis], end[axis] - start[axis]
    along = tuple(one + (two - one) * share // whole_way for one, two in zip(start, end, strict=True))
    return (at, along[1]) if axis == 0 else (along[0], at)


def _is_within(place: Place, rim: Rim) -> bool:
    axis, at, beyond = rim
    return place[axis] >= at if beyond else place[axis] <= at


def on_table(table: Table, outline: tuple[Place, ...]) -> list[Place]:
    """The part of an outline that lies on the table."""
    found = list(outline)
    for rim in _rims(table):
        rest = found
        found = []
        for start, end in zip([*rest[-1:], *rest[:-1]], rest, strict=True):
            if _is_within(start, rim) != _is_within(end, rim):
                found.append(_meeting(start, end, rim))
            if _is_within(end, rim):
                found.append(end)
    return list(dict.fromkeys(found))


def parts_on_table(table: Table, line: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """The parts of a line that lie on the table."""
    part: list[Place] = []
    for stretch in pairwise(line):
        start, end = stretch
        for rim in _rims(table):
            if not _is_within(start, rim) and not _is_within(end, rim):
                break
            if not _is_within(start, rim):
                start = _meeting(start, end, rim)
            elif not _is_within(end, rim):
                end = _meeting(start, end, rim)
        else:
            part = [*part, end] if part else [start, end]
            if end == stretch[1]:
                continue
        if part:
            yield tuple(part)
        part = []
    if part:
        yield tuple(part)


def middle(outline: tuple[Point, ...]) -> Point:
    """A point well inside an outline: the middle of its longest stretch from left to right at half its height.

    The stretches are those half a unit above, where no corner lies.
    """
    ys = [y for _, y in outline]
    half = (max(ys) + min(ys)) // 2
    cuts = sorted(
        x1 + (x2 - x1) * (2 * (half - y1) + 1) // (2 * (y2 - y1))
        for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True)
        if (y1 > half) != (y2 > half)
    )
    usual = outline[0][0], outline[0][0]
    left, right = max(zip(cuts[::2], cuts[1::2], strict=True), key=lambda pair: pair[1] - pair[0], default=usual)
    return (left + right) // 2, half
