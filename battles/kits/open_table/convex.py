"""Convex shapes by their corners, in whole numbers; questions about two shapes are questions about their gap.

The gap of two shapes holds every step that brings the moving one into touch with the fixed one. They touch if it
holds (0, 0), their distance is its distance from (0, 0), and a path meets the fixed shape where the path crosses the
gap. Corners are clockwise and every answer is exact.
"""

from math import isqrt

from battles.kits.open_table.footprints import GRAINS, Corners, Grain, Length, Path, Point, root_up

Span = tuple[int, int, int, int]
"""A stretch of a line from ``a / b`` to ``c / d`` steps, ``b`` and ``d`` positive."""


def gap(moving: Corners, fixed: Corners) -> Corners:
    """Every step of the moving shape that makes it touch the fixed one, as a convex shape."""
    ours = _sorted_edges(tuple((-x, -y) for x, y in moving))
    theirs = _sorted_edges(fixed)
    (x, y), (their_x, their_y) = ours[0], theirs[0]
    x, y = x + their_x, y + their_y
    corners, first, second = [(x, y)], 1, 1
    while first < len(ours) or second < len(theirs):
        if second == len(theirs):
            order = -1
        elif first == len(ours):
            order = 1
        else:
            # Both start within half a turn clockwise of straight up, so the next two are never further apart.
            (ax, ay), (bx, by) = ours[first], theirs[second]
            order = ax * by - ay * bx
        if order <= 0:
            x, y = x + ours[first][0], y + ours[first][1]
            first += 1
        if order >= 0:
            x, y = x + theirs[second][0], y + theirs[second][1]
            second += 1
        corners.append((x, y))
    return tuple(corners[:-1]) if len(corners) > 1 else tuple(corners)


def holds_origin(shape: Corners, slack: Length | None) -> bool:
    """True if a shape with area holds (0, 0): its edge counts if ``slack`` is None, else only deeper than ``slack``."""
    ax, ay = shape[-1]
    for bx, by in shape:
        ex, ey = bx - ax, by - ay
        outside = ax * ey - ay * ex
        if outside > 0 or (slack is not None and outside + _allowed(slack, ex, ey) >= 0):
            return False
        ax, ay = bx, by
    return True


def square_apart(shape: Corners) -> tuple[int, int]:
    """The square of the least distance from (0, 0) to a shape, in square grains, as numerator and denominator."""
    if len(shape) == 1:
        ((x, y),) = shape
        return x * x + y * y, 1
    if len(shape) > 2 and holds_origin(shape, None):
        return 0, 1
    numerator, denominator = -1, 1
    ax, ay = shape[-1]
    for bx, by in shape:
        ex, ey = bx - ax, by - ay
        outside = ax * ey - ay * ex
        if outside >= 0:
            square, along = ex * ex + ey * ey, -(ax * ex + ay * ey)
            if along <= 0:
                distance_square, below = ax * ax + ay * ay, 1
            elif along >= square:
                distance_square, below = bx * bx + by * by, 1
            else:
                distance_square, below = outside * outside, square
            if numerator < 0 or distance_square * denominator < numerator * below:
                numerator, denominator = distance_square, below
        ax, ay = bx, by
    return numerator, denominator


def from_origin(shape: Corners) -> Length:
    """The distance of (0, 0) from a shape in lengths, rounded up; 0 if the shape holds it."""
    numerator, denominator = square_apart(shape)
    return root_up(numerator, denominator * GRAINS * GRAINS)


def line_span(shape: Corners, dx: Grain, dy: Grain, slack: Length | None) -> Span | None:
    """The part of the line through (0, 0) along a step that is in a shape with area, or None if there is none.

    With ``slack`` None the edge counts and a touch is a stretch of no length; else only what is deeper than ``slack``
    inside counts, a line along the edge does not, and the ends of the stretch are outside.
    """
    a, b, c, d = -1, 0, 1, 0
    ax, ay = shape[-1]
    for bx, by in shape:
        ex, ey = bx - ax, by - ay
        room = ay * ex - ax * ey - _allowed(slack, ex, ey)
        along = dy * ex - dx * ey
        if along == 0:
            if room < 0 or (room == 0 and slack is not None):
                return None
        elif along > 0:
            if d == 0 or room * d < c * along:
                c, d = room, along
        elif b == 0 or room * b < a * along:
            a, b = -room, -along
        ax, ay = bx, by
    if b and d and (a * d > c * b or (a * d == c * b and slack is not None)):
        return None
    return a, b, c, d


def reach_span(shape: Corners, way: Path, reach: Grain) -> tuple[Length, Length] | None:
    """The first and the last travel along a path from (0, 0) at most ``reach`` from a shape; None if there is none.

    Travel is in whole steps, 0 to the path's length, and every travel between the two is within reach as well.
    """
    dx, dy = way.dx, way.dy
    square = dx * dx + dy * dy
    if not square or not way.length:
        numerator, denominator = square_apart(shape)
        return (0, 0) if numerator <= reach * reach * denominator else None
    low, high = way.length + 1, -1
    spans = [_inside(shape, dx, dy)] if len(shape) > 2 else []
    ax, ay = shape[-1]
    for bx, by in shape:
        spans.append(_near_corner(bx, by, dx, dy, reach))
        if len(shape) > 1:
            spans.append(_near_edge((ax, ay), (bx, by), dx, dy, reach))
        ax, ay = bx, by
    for span in spans:
        if span is not None:
            first, last = max(span[0], 0), min(span[1], way.length)
            if first <= last:
                low, high = min(low, first), max(high, last)
    return (low, high) if low <= high else None


def clockwise(points: Corners) -> int:
    """Twice the area of a polygon, positive if its corners are clockwise."""
    total, (ax, ay) = 0, points[-1]
    for bx, by in points:
        total += bx * ay - ax * by
        ax, ay = bx, by
    return total


def side_of(start: Point, end: Point, point: Point) -> int:
    """Positive if a point is left of the line from ``start`` to ``end``, negative right of it, 0 on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _allowed(slack: Length | None, ex: Grain, ey: Grain) -> int:
    """How much of the room beside an edge a slack takes."""
    return slack * GRAINS * isqrt(ex * ex + ey * ey) if slack else 0


def _sorted_edges(shape: Corners) -> list[Point]:
    """The leftmost, lowest corner, then the clockwise steps from corner to corner, each turned further."""
    count = len(shape)
    start = min(range(count), key=lambda number: shape[number])
    if count == 1:
        return [shape[0]]
    steps = [shape[start]]
    for number in range(start, start + count):
        (ax, ay), (bx, by) = shape[number % count], shape[(number + 1) % count]
        steps.append((bx - ax, by - ay))
    return steps


def _inside(shape: Corners, dx: Grain, dy: Grain) -> tuple[int, int] | None:
    """The whole steps of a line within a shape, its rim counting."""
    span = line_span(shape, dx, dy, None)
    return (-(-span[0] // span[1]), span[2] // span[3]) if span is not None else None


def _near_corner(x: Grain, y: Grain, dx: Grain, dy: Grain, reach: Grain) -> tuple[int, int] | None:
    """The whole steps of a line within reach of a corner."""
    square, along = dx * dx + dy * dy, x * dx + y * dy
    below = along * along - square * (x * x + y * y - reach * reach)
    if below < 0:
        return None
    root = isqrt(below)
    return -((root - along) // square), (along + root) // square


def _near_edge(start: Point, end: Point, dx: Grain, dy: Grain, reach: Grain) -> tuple[int, int] | None:
    """The whole steps of a line that are straight out from an edge, at most ``reach`` away from it."""
    (ax, ay), ex, ey = start, end[0] - start[0], end[1] - start[1]
    square, base, outer = ex * ex + ey * ey, ax * ex + ay * ey, ex * ay - ey * ax
    bounds = (
        (dx * ex + dy * ey, base, base + square),
        (ex * dy - ey * dx, outer, outer + isqrt(reach * reach * square)),
    )
    low: int | None = None
    high: int | None = None
    for rate, least, most in bounds:
        if rate == 0:
            if not least <= 0 <= most:
                return None
            continue
        if rate < 0:
            rate, least, most = -rate, -most, -least
        first, last = -(-least // rate), most // rate
        low = first if low is None else max(low, first)
        high = last if high is None else min(high, last)
    return (low, high) if low is not None and high is not None else None
