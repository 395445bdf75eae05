"""Lines on a table: following a road, the parts of a river, crossings.

A line is places joined by straight stretches. A place on it is given by its distance along it, in whole lengths; each
stretch counts as its true length rounded up.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import isqrt

from msgspec import Struct

from battles.kits.open_table.bearings import Angle, Length, Place, bearing_of, path_between, root_up, to_place, to_point
from battles.kits.open_table.convex import side_of
from battles.kits.open_table.polygons import Outline, meet


class Leg(Struct, frozen=True, gc=False):
    """A straight part of a path along a line: start, bearing, length."""

    start: Place
    bearing: Angle
    length: Length


def line_length(line: Outline) -> Length:
    """The length of a line."""
    return sum(path_between(start, end).length for start, end in _stretches(line))


def spot(line: Outline, place: Place) -> tuple[Length, Length]:
    """How far along a line its nearest point to a place is, to the nearest length, and its distance, rounded up.

    Of two equally near points it is the first.
    """
    best: tuple[int, int, Length] | None = None
    before = 0
    for start, end in _stretches(line):
        ex, ey, x, y = end[0] - start[0], end[1] - start[1], place[0] - start[0], place[1] - start[1]
        square, length = ex * ex + ey * ey, path_between(start, end).length
        ahead = max(0, min(square, x * ex + y * ey))
        off_x, off_y = x * square - ex * ahead, y * square - ey * ahead
        above, below = off_x * off_x + off_y * off_y, square * square
        if best is None or above * best[1] < best[0] * below:
            best = above, below, before + min(length, (isqrt(4 * ahead * ahead // square) + 1) // 2)
        before += length
    if best is None:
        raise ValueError("A line needs two places or more.")
    return best[2], root_up(best[0], best[1])


def place_along(line: Outline, along: Length) -> tuple[Place, Angle]:
    """The place at a distance along a line, and the bearing of the line there; at a bend, of the stretch that ends.

    The start if the distance is negative, the end if it is past the end.
    """
    for start, end in _stretches(line):
        way = path_between(start, end)
        last = (start, end) == (line[-2], line[-1])
        if along <= way.length or last:
            x, y = to_point(start)
            travel = max(0, along)
            place = end if travel >= way.length else to_place((x + way.dx * travel, y + way.dy * travel))
            return place, bearing_of(end[0] - start[0], end[1] - start[1])
        along -= way.length
    raise ValueError("A line needs two places or more.")


def legs(line: Outline, along: Length, travel: Length) -> list[Leg]:
    """The straight legs of a move along a line, starting ``along`` it; backwards if ``travel`` is negative.

    It stops at the end of the line. Each leg has the bearing nearest to its stretch; a leg's end is the start of the
    next, and the end of the last is ``place_along`` of its distance.
    """
    if travel < 0:
        return legs(line[::-1], line_length(line) - along, -travel)
    route, before, end_along = [], 0, min(along + travel, line_length(line))
    for start, end in _stretches(line):
        length = path_between(start, end).length
        first, last = max(along, before) - before, min(end_along, before + length) - before
        if last > first:
            bearing = bearing_of(end[0] - start[0], end[1] - start[1])
            route.append(Leg(place_along((start, end), first)[0], bearing, last - first))
        before += length
    return route


def part_of(line: Outline, start: Length, end: Length) -> Outline:
    """The part of a line between two distances along it, such as a ford of a river; ``start`` before ``end``.

    Raises:
        ValueError: the part has no length.
    """
    start, end = max(0, start), min(end, line_length(line))
    if start >= end:
        raise ValueError("The end of a part of a line must be after its start.")
    places, before = [place_along(line, start)[0]], 0
    for stretch in _stretches(line)[:-1]:
        before += path_between(*stretch).length
        if start < before < end:
            places.append(stretch[1])
    places.append(place_along(line, end)[0])
    return tuple(place for number, place in enumerate(places) if number == 0 or place != places[number - 1])


def parts_outside(line: Outline, gaps: Iterable[tuple[Length, Length]]) -> list[Outline]:
    """The parts of a line outside some stretches along it, in order: a river without its fords."""
    parts, reached, whole = [], 0, line_length(line)
    for start, end in [*sorted(gaps), (whole, whole)]:
        if reached < min(start, whole):
            parts.append(part_of(line, reached, start))
        reached = max(reached, end)
    return parts


def crossings(line: Outline, other: Outline) -> list[tuple[Length, Length]]:
    """Where two lines cross or touch: the distance along each, to the nearest length, in the order of the first.

    If lines run along each other, only the ends of the shared part are given.
    """
    pairs: set[tuple[Length, Length]] = set()
    for start, end in _stretches(line):
        for other_start, other_end in _stretches(other):
            if meet(start, end, other_start, other_end):
                for point in _common(start, end, other_start, other_end):
                    pairs.add((spot(line, point)[0], spot(other, point)[0]))
    return sorted(pairs)


def _common(a: Place, b: Place, c: Place, d: Place) -> Iterator[Place]:
    """The nearest place to the meeting point of two stretches, or the ends of their shared part."""
    above, below = side_of(c, d, a), side_of(c, d, a) - side_of(c, d, b)
    if below:
        x, y = (2 * (after - before) * above + below for before, after in zip(a, b, strict=True))
        yield a[0] + x // (2 * below), a[1] + y // (2 * below)
        return
    for place, start, end in ((a, c, d), (b, c, d), (c, a, b), (d, a, b)):
        if meet(place, place, start, end):
            yield place


def _stretches(line: Outline) -> list[tuple[Place, Place]]:
    return list(pairwise(line))
