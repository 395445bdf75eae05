"""Sight: what a straight line from one point to another passes through.

A line that only touches the rim of something does not pass through it.
"""

from collections.abc import Sequence

from battles.engine.table.bearings import Length, Point, path_of
from battles.engine.table.footprints import Footprint, Patch, Shape, edge, patch
from battles.engine.table.grounds import Ground, covered, stretches
from battles.engine.table.measures import overlap


def sight_line(start: Point, end: Point) -> Patch:
    """The straight line between two points, as a shape: ``overlap`` and ``covers`` tell what it passes through."""
    return patch((start, end) if start != end else (start,))


def in_the_way(start: Point, end: Point, shapes: Sequence[Shape]) -> list[int]:
    """The numbers, counted from 0, of the shapes whose inside the line from one point to another passes through."""
    line = sight_line(start, end)
    return [number for number, shape in enumerate(shapes) if overlap(line, shape)]


def depth_within(start: Point, end: Point, ground: Ground) -> Length:
    """How much of the line from one point to another lies inside ground, to the nearest length at each rim."""
    way = path_of(end[0] - start[0], end[1] - start[1])
    return covered(stretches(patch((start,)), way, ground, 0), way.length)


def front_middle(shape: Footprint) -> Point:
    """The middle of a front edge."""
    (x, y), (other_x, other_y) = edge(shape, "front")
    return (x + other_x) // 2, (y + other_y) // 2
