"""Picture coordinates: places on the table in millimetres with y down, and outlines clipped at its edges."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, Protocol

from battles.engine.picture import Point, spot_key, spot_of
from battles.kits.open_table.footprints import Place, Shape, to_place


class Table(Protocol):
    """A table: width and height in tenths of a millimetre."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


Edge = tuple[int, int, bool]
"""An edge of the table: the axis it crosses, its coordinate, and True if the table lies above that coordinate."""


def _edges(table: Table) -> tuple[Edge, ...]:
    return (0, 0, True), (0, table.width, False), (1, 0, True), (1, table.height, False)


def _crossing(start: Place, end: Place, edge: Edge) -> Place:
    """Where a segment that crosses an edge meets it."""
    axis, at, _ = edge
    share, whole_way = at - start[axis], end[axis] - start[axis]
    along = tuple(one + (two - one) * share // whole_way for one, two in zip(start, end, strict=True))
    return (at, along[1]) if axis == 0 else (along[0], at)


def _is_within(place: Place, edge: Edge) -> bool:
    axis, at, beyond = edge
    return place[axis] >= at if beyond else place[axis] <= at


def on_table(table: Table, outline: tuple[Place, ...]) -> list[Place]:
    """The part of an outline that lies on the table."""
    clipped = list(outline)
    for edge in _edges(table):
        before = clipped
        clipped = []
        for start, end in zip([*before[-1:], *before[:-1]], before, strict=True):
            if _is_within(start, edge) != _is_within(end, edge):
                clipped.append(_crossing(start, end, edge))
            if _is_within(end, edge):
                clipped.append(end)
    return list(dict.fromkeys(clipped))


def parts_on_table(table: Table, line: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """The parts of a line that lie on the table."""
    part: list[Place] = []
    for stretch in pairwise(line):
        start, end = stretch
        for edge in _edges(table):
            if not _is_within(start, edge) and not _is_within(end, edge):
                break
            if not _is_within(start, edge):
                start = _crossing(start, end, edge)
            elif not _is_within(end, edge):
                end = _crossing(start, end, edge)
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
    """A point well inside an outline: the middle of its longest horizontal chord at half its height.

    Chords are taken half a unit above, where no corner lies.
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


MM: Final = 10
"""Tenths of a millimetre in one picture unit."""


def whole(length: int) -> int:
    """A length in whole millimetres, rounded."""
    return (length + MM // 2) // MM


def point_of(table: Table, x: int, y: int) -> Point:
    """The picture point of a place."""
    return whole(x), whole(table.height - y)


def place_of(table: Table, point: Point) -> Place:
    """The place of a picture point."""
    return point[0] * MM, table.height - point[1] * MM


def key_of(table: Table, x: int, y: int) -> str:
    """The spot key of a place."""
    return spot_key(point_of(table, x, y))


def place_named(table: Table, key: str) -> Place | None:
    """The place of a spot key; None if it is no spot on the table."""
    point = spot_of(key)
    if point is None:
        return None
    x, y = place_of(table, point)
    return (x, y) if is_on(table, x, y) else None


def is_on(table: Table, x: int, y: int) -> bool:
    """True if a place is on the table."""
    return 0 <= x <= table.width and 0 <= y <= table.height


def outline_of(table: Table, shape: Shape) -> tuple[Point, ...]:
    """Picture points of the corners of a shape."""
    return line_of(table, map(to_place, shape.corners))


def line_of(table: Table, places: Iterable[Place]) -> tuple[Point, ...]:
    """Picture points of places, in order."""
    return tuple(point_of(table, x, y) for x, y in places)
