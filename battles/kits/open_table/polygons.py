"""Polygons and lines of a table: convex parts, cuts, following a road, parts of a river, crossings."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import isqrt
from typing import Final

from msgspec import Struct

from battles.kits.open_table.convex import clockwise, side_of
from battles.kits.open_table.footprints import (
    GRAINS,
    Angle,
    Corners,
    Length,
    Place,
    Point,
    bearing_of,
    path_between,
    root_up,
    to_place,
    to_point,
)

Outline = tuple[Place, ...]
"""The corners of a polygon in order, the last joined to the first."""

_SLIVER: Final = 64
"""Grains: a thinner piece comes from rounding alone."""


def outline_of(places: Outline) -> Outline:
    """The outline clockwise, without corners on a straight line.

    Raises:
        ValueError: it has no area, or touches or crosses itself.
    """
    corners = list(places)
    number = 0
    while len(corners) > 2 and number < len(corners):
        before, here, after = corners[number - 1], corners[number], corners[(number + 1) % len(corners)]
        straight = side_of(before, here, after) == 0
        if (
            straight
            and (here[0] - before[0]) * (after[0] - here[0]) + (here[1] - before[1]) * (after[1] - here[1]) >= 0
        ):
            del corners[number]
            number = max(number - 1, 0)
        else:
            number += 1
    if len(corners) < 3:
        raise ValueError("An outline needs at least three corners that are not on one line.")
    if _crosses_itself(corners):
        raise ValueError("An outline may not touch or cross itself.")
    return tuple(corners if clockwise(tuple(corners)) > 0 else corners[::-1])


def convex_parts(outline: Outline) -> list[Outline]:
    """Convex parts of a clockwise outline, which do not overlap."""
    count = len(outline)
    if all(side_of(outline[n - 2], outline[n - 1], outline[n]) < 0 for n in range(count)):
        return [outline]
    pieces = _triangles(list(outline))
    while pair := _joining(pieces):
        piece, other, whole = pair
        pieces[pieces.index(piece)] = whole
        pieces.remove(other)
    return pieces


def on_outline(outline: Outline, start: Place, end: Place) -> bool:
    """True if a stretch runs along an edge of an outline, at least in part."""
    for number, after in enumerate(outline):
        before = outline[number - 1]
        if side_of(before, after, start) == 0 and side_of(before, after, end) == 0:
            along = 0 if before[0] != after[0] else 1
            low, high = sorted((before[along], after[along]))
            if min(high, max(start[along], end[along])) > max(low, min(start[along], end[along])):
                return True
    return False


def cut(shape: Corners, start: Point, end: Point, inwards: Length = 0) -> Corners:
    """The part of a convex shape right of a line from start to end, or ``inwards`` further to the right of it.

    Empty if that has no area. Right of each edge is the inside of a clockwise shape.
    """
    ex, ey = end[0] - start[0], end[1] - start[1]
    shift = inwards * GRAINS * isqrt(ex * ex + ey * ey)
    heights = [ex * (y - start[1]) - ey * (x - start[0]) + shift for x, y in shape]
    corners: list[Point] = []
    for number, (x, y) in enumerate(shape):
        here, before = heights[number], heights[number - 1]
        if (here > 0 > before) or (here < 0 < before):
            (px, py), whole = shape[number - 1], before - here
            corners.append((_shared(px, x, before, whole), _shared(py, y, before, whole)))
        if here <= 0:
            corners.append((x, y))
    distinct = [point for number, point in enumerate(corners) if point != corners[number - 1]]
    return tuple(distinct) if len(distinct) > 2 and not negligible(tuple(distinct)) else ()


def inset(outline: Corners, by: Length) -> list[Corners]:
    """Convex parts of what is at least ``by`` inside a clockwise outline in grains, each corner to a grain.

    Around an inward corner, where the exact result would be round, it is square: nothing nearer is left, and only
    little is lost. If an outline is so narrow that sides of it vanish, each convex part shrinks by itself, from its own
    sides.
    """
    whole = convex_parts(outline)
    if len(whole) > 1:
        moved = _moved_in(outline, by)
        if moved is not None:
            return convex_parts(moved)
    parts = []
    for part in whole:
        left = part
        for number, end in enumerate(part):
            if left and on_outline(outline, part[number - 1], end):
                left = cut(left, part[number - 1], end, by)
        if left:
            parts.append(left)
    return parts


def uncovered(shape: Corners, parts: list[Corners]) -> bool:
    """True if some of a convex shape is outside all of some convex parts."""
    rest = [shape]
    for part in parts:
        pieces, rest = rest, []
        for piece in pieces:
            inner = piece
            for number, end in enumerate(part):
                start = part[number - 1]
                if outer := cut(inner, end, start):
                    rest.append(outer)
                inner = cut(inner, start, end)
                if not inner:
                    break
        if not rest:
            return False
    return True


def negligible(shape: Corners) -> bool:
    """True if a shape is so thin that it comes from rounding alone."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return abs(clockwise(shape)) <= _SLIVER * (max(xs) - min(xs) + max(ys) - min(ys))


def extents(places: Outline) -> tuple[Length, Length]:
    """The width of a polygon in its narrowest direction, rounded down, and in its widest, rounded up."""
    corners = hull(places)
    narrow: tuple[int, int] | None = None
    for number, end in enumerate(corners):
        start = corners[number - 1]
        height = max(abs(side_of(start, end, place)) for place in corners)
        square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
        if narrow is None or height * height * narrow[1] < narrow[0] * square:
            narrow = height * height, square
    wide = max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in corners for b in corners)
    return isqrt(narrow[0] // narrow[1]) if narrow else 0, root_up(wide, 1)


def _moved_in(outline: Corners, by: Length) -> Corners | None:
    """An outline with every side moved inwards, or None if a side vanishes or meets another."""
    corners: list[tuple[Point, ...]] = []
    for number, here in enumerate(outline):
        (x, y), (next_x, next_y) = (
            _step(outline[number - 1], here, by),
            _step(here, outline[(number + 1) % len(outline)], by),
        )
        across, along, square = x * next_y - y * next_x, x * next_x + y * next_y, x * x + y * y
        if across > 0 and along < 0:
            before = here[0] + y + x, here[1] - x + y
            corners.append((before, (here[0] + next_y - next_x, here[1] - next_x - next_y)))
        else:
            # The one point at this distance inside both sides is along the sum of the two steps inwards.
            below = max(1, square + along)
            corners.append(((here[0] + (y + next_y) * square // below, here[1] - (x + next_x) * square // below),))
    for number, (end, *_) in enumerate(corners):
        start, (x, y) = corners[number - 1][-1], _step(outline[number - 1], outline[number], by)
        if (end[0] - start[0]) * x + (end[1] - start[1]) * y <= 0:
            return None
    try:
        return outline_of(tuple(point for points in corners for point in points))
    except ValueError:
        return None


def _step(start: Point, end: Point, length: Length) -> Point:
    """The step of this length from one point towards another."""
    x, y = end[0] - start[0], end[1] - start[1]
    whole = isqrt(x * x + y * y)
    return x * length * GRAINS // whole, y * length * GRAINS // whole


def _shared(before: int, here: int, part: int, whole: int) -> int:
    """The nearest whole number at a fraction of the way from one number to another."""
    return before + (2 * (here - before) * part + whole) // (2 * whole)


def _triangles(rest: list[Place]) -> list[Outline]:
    """Triangles of a clockwise outline: its ears, cut off one after the other."""
    triangles: list[Outline] = []
    while len(rest) > 3:
        for number in range(len(rest)):
            ear = rest[number - 1], rest[number], rest[(number + 1) % len(rest)]
            turn = side_of(*ear)
            if turn == 0 or (turn < 0 and not any(_in_triangle(place, ear) for place in rest if place not in ear)):
                if turn:
                    triangles.append(ear)
                del rest[number]
                break
    if side_of(rest[0], rest[1], rest[2]):
        triangles.append((rest[0], rest[1], rest[2]))
    return triangles


def _in_triangle(place: Place, ear: tuple[Place, Place, Place]) -> bool:
    return all(side_of(ear[number - 1], ear[number], place) <= 0 for number in range(3))


def _joining(pieces: list[Outline]) -> tuple[Outline, Outline, Outline] | None:
    """The first two parts that join into a convex one, and that one."""
    for first, second in combinations(pieces, 2):
        whole = _joined(first, second)
        if whole is not None:
            return first, second, whole
    return None


def _joined(first: Outline, second: Outline) -> Outline | None:
    """Two parts joined along a shared edge, if the result is convex."""
    for number in range(len(first)):
        start, end = first[number - 1], first[number]
        if end in second and second[(second.index(end) + 1) % len(second)] == start:
            at = second.index(end)
            rest = [second[(at + step) % len(second)] for step in range(2, len(second))]
            whole = [*first[:number], *rest, *first[number:]] if number else [*first, *rest]
            bends = [side_of(whole[n - 2], whole[n - 1], whole[n]) for n in range(len(whole))]
            if all(bend <= 0 for bend in bends):
                return tuple(whole[n - 1] for n, bend in enumerate(bends) if bend)
    return None


def _crosses_itself(places: list[Place]) -> bool:
    count = len(places)
    edges = [(places[number - 1], places[number]) for number in range(count)]
    for number, (a, b) in enumerate(edges):
        for other in range(number + 1, count):
            c, d = edges[other]
            if b == c and a == d:
                return True
            if b == c or a == d:
                # Corners on a straight line are gone: two edges on one line run back over each other.
                if side_of(a, b, d) == 0 and side_of(a, b, c) == 0:
                    return True
            elif meet(a, b, c, d):
                return True
    return False


def meet(a: Place, b: Place, c: Place, d: Place) -> bool:
    """True if two stretches have a point in common."""
    first, second, third, fourth = side_of(a, b, c), side_of(a, b, d), side_of(c, d, a), side_of(c, d, b)
    if (first > 0) != (second > 0) and (third > 0) != (fourth > 0) and first and second and third and fourth:
        return True
    ends = ((first, a, b, c), (second, a, b, d), (third, c, d, a), (fourth, c, d, b))
    return any(side == 0 and _between(start, end, place) for side, start, end, place in ends)


def _between(start: Place, end: Place, place: Place) -> bool:
    """True if a place on the line of a stretch is on the stretch."""
    return (place[0] - start[0]) * (end[0] - place[0]) + (place[1] - start[1]) * (end[1] - place[1]) >= 0


def hull(places: Outline) -> list[Place]:
    """The corners of the smallest convex shape around some places."""
    corners: list[Place] = []
    ordered = sorted(set(places))
    for run in (ordered, ordered[::-1]):
        part: list[Place] = []
        for place in run:
            while len(part) > 1 and side_of(part[-2], part[-1], place) >= 0:
                part.pop()
            part.append(place)
        corners += part[:-1]
    return corners


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
