"""Distances between shapes, contact and overlap."""

from battles.kits.open_table.convex import from_origin, gap, holds_origin, square_apart
from battles.kits.open_table.footprints import (
    GRAINS,
    SCALE,
    SIDES,
    Boxed,
    Corners,
    Footprint,
    Length,
    Patch,
    Point,
    Shape,
    Side,
    edge,
    patch,
    root_up,
    side_length,
)


def distance(first: Shape, second: Shape) -> Length:
    """Distance of two shapes, rounded up; 0 when they touch or overlap."""
    if type(first) is Footprint:
        if type(second) is Footprint:
            return _of_footprints(first, second)
        if len(second.corners) == 1:
            return max(0, _corners_apart(first, second.corners) - second.radius)
    elif type(second) is Footprint and len(first.corners) == 1:
        return max(0, _corners_apart(second, first.corners) - first.radius)
    apart = from_origin(gap(first.corners, second.corners))
    return max(0, apart - first.radius - second.radius)


def within(first: Shape, second: Shape, reach: Length) -> bool:
    """True if two shapes are at most ``reach`` apart; fast for shapes far from each other."""
    return boxes_within(first, second, reach) and distance(first, second) <= reach


def boxes_within(first: Boxed, second: Boxed, reach: Length) -> bool:
    """True if the boxes of two shapes are at most ``reach`` apart both ways; if False, the shapes are further apart."""
    far = reach * GRAINS
    return (
        first.left - second.right <= far
        and second.left - first.right <= far
        and first.bottom - second.top <= far
        and second.bottom - first.top <= far
    )


def distance_to_point(shape: Shape, point: Point) -> Length:
    """Distance of a point from a shape, rounded up."""
    return _corners_apart(shape, (point,)) if type(shape) is Footprint else distance(shape, patch((point,)))


def overlap(first: Shape, second: Shape, slack: Length = 0) -> bool:
    """True if the insides of two shapes overlap deeper than ``slack``.

    The depth is the shortest move of one that separates them. Of two shapes without a radius at least one must have an
    area.
    """
    if (
        first.left >= second.right
        or second.left >= first.right
        or first.bottom >= second.top
        or second.bottom >= first.top
    ):
        return False
    if type(first) is Footprint and type(second) is Footprint:
        return _footprints_overlap(first, second, slack)
    if not (first.radius or second.radius):
        if not slack and type(first) is Footprint and len(second.corners) > 2:
            return _overlaps_polygon(first, second.corners)
        if not slack and type(second) is Footprint and len(first.corners) > 2:
            return _overlaps_polygon(second, first.corners)
        return holds_origin(gap(first.corners, second.corners), slack)
    deep = (first.radius + second.radius - slack) * GRAINS
    numerator, denominator = _square_apart(first, second)
    return deep > 0 and numerator < deep * deep * denominator


def _square_apart(first: Shape, second: Shape) -> tuple[int, int]:
    """The square of the distance of two shapes without their radius, as numerator and denominator."""
    if type(first) is Footprint and len(second.corners) == 1:
        return _square_of_corners(first, second.corners), first.sine * first.sine + first.cosine * first.cosine
    if len(first.corners) == 1 and len(second.corners) == 1:
        (ax, ay), (bx, by) = first.corners[0], second.corners[0]
        return (ax - bx) ** 2 + (ay - by) ** 2, 1
    return square_apart(gap(first.corners, second.corners))


def corner_to_corner(first: Footprint, second: Footprint, reach: Length) -> bool:
    """True if two footprints at most ``reach`` apart only meet corner to corner.

    They do if every point of either that is at most ``reach`` from the other is at most twice ``reach`` from one
    of its own corners. Footprints that overlap deeper than ``reach`` never do.
    """
    if overlap(first, second, reach):
        return False
    return not any(
        side_length(one, side) > 4 * reach and within(_off_corners(one, side, 2 * reach), other, reach)
        for one, other in ((first, second), (second, first))
        for side in SIDES
    )


def touching(first: Footprint, second: Footprint, reach: Length, *, corners: bool = False) -> bool:
    """True if two footprints are in contact: at most ``reach`` apart, and not only corner to corner.

    With ``corners`` true, a meeting of corners is contact as well.
    """
    return within(first, second, reach) and (corners or not corner_to_corner(first, second, reach))


def nearest_point(shape: Footprint, point: Point) -> Point:
    """The point of a footprint nearest to a point, rounded to a grain."""
    sine, cosine = shape.sine, shape.cosine
    norm = sine * sine + cosine * cosine
    x, y = point[0] - shape.x, point[1] - shape.y
    aside, ahead = x * cosine - y * sine, x * sine + y * cosine
    wide, deep = shape.width * norm, shape.depth * norm
    aside, ahead = max(-wide, min(wide, aside)), max(-deep, min(deep, ahead))
    half = norm // 2
    return (
        shape.x + (aside * cosine + ahead * sine + half) // norm,
        shape.y + (ahead * cosine - aside * sine + half) // norm,
    )


def nearest_points(first: Footprint, second: Footprint) -> tuple[Point, Point]:
    """A point of each of two footprints with the least distance, rounded to a grain.

    If there are several, the first is taken, corners of ``second`` before those of ``first``. Footprints that overlap
    without a corner in each other still give their nearest corner and side.
    """
    pairs = [(nearest_point(first, corner), corner) for corner in second.corners]
    pairs += [(corner, nearest_point(second, corner)) for corner in first.corners]
    return min(pairs, key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2)


def centres_apart(first: Footprint, second: Footprint) -> Length:
    """Distance of two centres, rounded up."""
    x, y = second.x - first.x, second.y - first.y
    return root_up(x * x + y * y, GRAINS * GRAINS)


def _off_corners(shape: Footprint, side: Side, trim: Length) -> Patch:
    """The part of a side more than ``trim`` from its ends, by a grain."""
    (ax, ay), (bx, by) = edge(shape, side, trim)
    x, y = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
    return patch(((ax + x, ay + y), (bx - x, by - y)))


def _overlaps_polygon(shape: Footprint, corners: Corners) -> bool:
    """True if no side of either, a footprint or a convex polygon, has the other completely on its outer side."""
    sine, cosine, middle_x, middle_y = shape.sine, shape.cosine, shape.x, shape.y
    norm = sine * sine + cosine * cosine
    for sx, sy, half in ((cosine, -sine, shape.width * norm), (sine, cosine, shape.depth * norm)):
        places = [(x - middle_x) * sx + (y - middle_y) * sy for x, y in corners]
        if min(places) >= half or max(places) <= -half:
            return False
    ax, ay = corners[-1]
    for bx, by in corners:
        ex, ey = bx - ax, by - ay
        wide, deep = shape.width * abs(ex * sine + ey * cosine), shape.depth * abs(ex * cosine - ey * sine)
        if ex * (middle_y - ay) - ey * (middle_x - ax) >= wide + deep:
            return False
        ax, ay = bx, by
    return True


def _footprints_overlap(first: Footprint, second: Footprint, slack: Length) -> bool:
    """True if every side of either has both footprints on its inner side, deeper than ``slack``."""
    return _depth(first, second, slack * GRAINS * SCALE) > 0


def _depth(first: Footprint, second: Footprint, less: int) -> int:
    """Positive if two footprints overlap deeper than a slack in grains times `SCALE`, 0 if just so deep."""
    x, y = second.x - first.x, second.y - first.y
    s1, c1, s2, c2 = first.sine, first.cosine, second.sine, second.cosine
    along, across = abs(s1 * s2 + c1 * c2), abs(s1 * c2 - c1 * s2)
    w1, d1, w2, d2 = first.width, first.depth, second.width, second.depth
    norm = s1 * s1 + c1 * c1
    least = d1 * norm + d2 * along + w2 * across - abs(x * s1 + y * c1)
    if least < less:
        return -1
    room = w1 * norm + w2 * along + d2 * across - abs(x * c1 - y * s1)
    if room < least:
        least = room
    norm = s2 * s2 + c2 * c2
    room = d2 * norm + d1 * along + w1 * across - abs(x * s2 + y * c2)
    if room < least:
        least = room
    room = w2 * norm + w1 * along + d1 * across - abs(x * c2 - y * s2)
    return (room if room < least else least) - less


def _of_footprints(first: Footprint, second: Footprint) -> Length:
    """The smallest distance from a corner of one footprint to the other, 0 if they touch."""
    if _depth(first, second, 0) >= 0:
        return 0
    return min(_corners_apart(first, second.corners), _corners_apart(second, first.corners))


def _corners_apart(shape: Footprint, corners: Corners) -> Length:
    """The smallest distance from some corners to a footprint."""
    norm = shape.sine * shape.sine + shape.cosine * shape.cosine
    return root_up(_square_of_corners(shape, corners), norm * GRAINS * GRAINS)


def _square_of_corners(shape: Footprint, corners: Corners) -> int:
    """The square of the smallest distance from some corners to a footprint, in units of its sine and cosine."""
    sine, cosine, middle_x, middle_y = shape.sine, shape.cosine, shape.x, shape.y
    norm = sine * sine + cosine * cosine
    wide, deep = shape.width * norm, shape.depth * norm
    least = -1
    for x, y in corners:
        x, y = x - middle_x, y - middle_y
        aside, ahead = abs(x * cosine - y * sine) - wide, abs(x * sine + y * cosine) - deep
        if aside < 0:
            aside = 0
        if ahead < 0:
            ahead = 0
        square = aside * aside + ahead * ahead
        if least < 0 or square < least:
            least = square
    return least
