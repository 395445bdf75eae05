"""Terrain: areas with an outline and bands along a line, and how units and moves meet them."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import Final

from msgspec import Struct

from battles.kits.open_table.convex import side_of
from battles.kits.open_table.distances import boxes_within, distance, overlap
from battles.kits.open_table.footprints import (
    DIRECTIONS,
    FULL,
    GRAINS,
    Corners,
    Footprint,
    Grain,
    Length,
    Patch,
    Path,
    Point,
    Shape,
    grown,
    patch,
    to_point,
)
from battles.kits.open_table.polygons import Outline, convex_parts, inset, outline_of, uncovered
from battles.kits.open_table.sweeps import Stretch, bounds, free_span, stretch

_KEPT: Final = 4096
_ROUND: Final = 100
"""Tenths of a degree between the corners of the polygon that replaces a round joint where corners are needed."""


class Area(Struct, frozen=True, gc=False):
    """Ground within an outline; get one from `area`. Its convex ``parts`` cover it; the box is in grains."""

    outline: Outline
    parts: tuple[Patch, ...]
    left: Grain
    bottom: Grain
    right: Grain
    top: Grain


class Band(Struct, frozen=True, gc=False):
    """Ground along a line, half its width to either side; get one from `band`.

    Its ends are square, its bends round. ``parts`` are a rectangle for each stretch and a disc for each bend.
    """

    line: Outline
    width: Length
    parts: tuple[Patch, ...]
    left: Grain
    bottom: Grain
    right: Grain
    top: Grain


Ground = Area | Band


@lru_cache(_KEPT)
def area(outline: Outline) -> Area:
    """The area within an outline in either direction.

    Raises:
        ValueError: the outline has no area, or touches or crosses itself.
    """
    outline = outline_of(outline)
    parts = tuple(patch(tuple(map(to_point, part))) for part in convex_parts(outline))
    return Area(outline, parts, *_box(parts))


@lru_cache(_KEPT)
def band(line: Outline, width: Length) -> Band:
    """The band along a line.

    Raises:
        ValueError: the line has fewer than two places or repeats one, or the width is odd or less than 2.
    """
    if len(line) < 2 or any(start == end for start, end in pairwise(line)):
        raise ValueError("A line needs at least two places, and no place twice in a row.")
    if width < 2 or width % 2:
        raise ValueError(f"The width of a band must be an even number of lengths, at least 2, not {width}.")
    parts = _band_parts(tuple(map(to_point, line)), width)
    return Band(line, width, parts, *_box(parts))


def apart(ground: Ground, shape: Shape) -> Length:
    """Distance of a shape from ground, rounded up; 0 when they touch."""
    return min(distance(part, shape) for part in ground.parts)


def grounds_apart(first: Ground, second: Ground) -> Length:
    """Distance of two grounds, rounded up."""
    return min(apart(first, part) for part in second.parts)


def touches(ground: Ground, shape: Shape) -> bool:
    """True if a shape touches or overlaps ground."""
    return boxes_within(ground, shape, 0) and apart(ground, shape) == 0


def covers(ground: Ground, shape: Shape, slack: Length = 0) -> bool:
    """True if the ground, shrunk by ``slack``, overlaps the inside of a shape."""
    return boxes_within(ground, shape, 0) and any(overlap(part, shape) for part in drawn_in(ground, slack))


def surrounds(ground: Ground, shape: Footprint, slack: Length = 0) -> bool:
    """True if a footprint, shrunk by ``slack`` on every side, is completely in ground; the edge counts.

    Exact in an area of one convex part, elsewhere to 0.0001 length. A bend of a band is treated as a polygon with
    corners every ten degrees, which may be narrower there by 1 in 250.
    """
    inner = grown(shape, -slack).corners if slack else shape.corners
    parts = [part.corners if not part.radius else _as_polygon(part) for part in ground.parts]
    if any(_holds(part, inner) for part in parts):
        return True
    return len(parts) > 1 and not uncovered(inner, parts)


def stretches(mover: Shape, way: Path, ground: Ground, slack: Length | None = None) -> list[Stretch]:
    """The parts of a path on which a mover touches ground, or with ``slack`` overlaps it shrunk by that, in order."""
    if not boxes_within(ground, bounds(mover, way), 0):
        return []
    parts = ground.parts if slack is None else drawn_in(ground, slack)
    open_or_touch = None if slack is None else 0
    return merged(each for part in parts if (each := stretch(mover, way, part, open_or_touch)) is not None)


def free_travel(mover: Shape, way: Path, ground: Ground, slack: Length | None = None) -> Length:
    """The longest travel for which a mover does not touch ground, or with ``slack`` not overlap it shrunk by that.

    -1 if it already does so at the start; with a slack it may touch at the start. The path's length if nothing stops
    it.
    """
    if not boxes_within(ground, bounds(mover, way), 0):
        return way.length
    parts = ground.parts if slack is None else drawn_in(ground, slack)
    return min((free_span(mover, way, part, touch=slack is None) for part in parts), default=way.length)


@lru_cache(_KEPT)
def drawn_in(ground: Ground, slack: Length) -> tuple[Patch, ...]:
    """The parts of ground after its outer sides are moved inwards by ``slack``; none if nothing is left."""
    if slack == 0:
        return ground.parts
    if isinstance(ground, Band):
        if ground.width <= 2 * slack:
            return ()
        return _band_parts(_trimmed(tuple(map(to_point, ground.line)), slack), ground.width - 2 * slack)
    return tuple(map(patch, inset(tuple(map(to_point, ground.outline)), slack)))


def merged(parts: Iterable[Stretch]) -> list[Stretch]:
    """Stretches of one path in order; those that touch or overlap are joined."""
    joined: list[Stretch] = []
    for start, end in sorted(parts):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def covered(parts: Sequence[Stretch], travel: Length) -> Length:
    """How much of a travel is on the stretches, which are in order and apart."""
    return sum(max(0, min(end, travel) - start) for start, end in parts)


def cost_of(parts: Sequence[Stretch], travel: Length, rate: int) -> Length:
    """The cost of a travel if each length on the stretches costs ``rate`` and every other length 1."""
    return travel + (rate - 1) * covered(parts, travel)


def travel_for(parts: Sequence[Stretch], allowance: Length, rate: int) -> Length:
    """The longest travel that costs at most an allowance, rounded down. See `cost_of`."""
    travel, left = 0, allowance
    for start, end in parts:
        if left <= start - travel:
            break
        left -= start - travel
        if left <= (end - start) * rate:
            return start + left // rate
        travel, left = end, left - (end - start) * rate
    return travel + left


def _holds(part: Corners, corners: Corners) -> bool:
    """True if a convex part holds every corner."""
    return all(side_of(part[number - 1], end, corner) <= 0 for number, end in enumerate(part) for corner in corners)


def _box(parts: Sequence[Patch]) -> tuple[Grain, Grain, Grain, Grain]:
    return (
        min(part.left for part in parts),
        min(part.bottom for part in parts),
        max(part.right for part in parts),
        max(part.top for part in parts),
    )


def _band_parts(line: Corners, width: Length) -> tuple[Patch, ...]:
    """A rectangle for each stretch of a line and a disc for each bend."""
    patches = []
    for number, end in enumerate(line[1:], 1):
        start = line[number - 1]
        x, y = _to_left(start, end, width)
        corners = (start[0] + x, start[1] + y), (end[0] + x, end[1] + y), (end[0] - x, end[1] - y)
        patches.append(patch((*corners, (start[0] - x, start[1] - y))))
        if number + 1 < len(line) and side_of(start, end, line[number + 1]):
            patches.append(patch((end,), width // 2))
    return tuple(patches)


def _to_left(start: Point, end: Point, width: Length) -> Point:
    """The step from a line to the left by half a width, to the nearest grain."""
    x, y = end[0] - start[0], end[1] - start[1]
    whole = 2 * isqrt(x * x + y * y)
    wide = width * GRAINS
    return (-2 * y * wide + whole) // (2 * whole), (2 * x * wide + whole) // (2 * whole)


def _trimmed(line: Corners, by: Length) -> Corners:
    """A line with its first and last stretch shortened by ``by``, but never removed."""
    for _ in range(2):
        (x, y), (next_x, next_y) = line[0], line[1]
        long = isqrt((next_x - x) ** 2 + (next_y - y) ** 2)
        off = min(by * GRAINS, long // 3)
        line = ((x + (next_x - x) * off // long, y + (next_y - y) * off // long), *line[1:])[::-1]
    return line


def _as_polygon(part: Patch) -> Corners:
    """A disc as a polygon within it."""
    ((x, y),) = part.corners
    return tuple(
        (x + 2 * part.radius * DIRECTIONS[bearing][0], y + 2 * part.radius * DIRECTIONS[bearing][1])
        for bearing in range(0, FULL, _ROUND)
    )
