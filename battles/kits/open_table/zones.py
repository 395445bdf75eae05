"""Arcs, quarters and zones about a unit, outflanking, and what a sight line passes through."""

from collections.abc import Iterator, Sequence
from typing import Literal

from battles.kits.open_table.areas import Ground, covered, stretches
from battles.kits.open_table.convex import clockwise
from battles.kits.open_table.distances import nearest_point, overlap
from battles.kits.open_table.footprints import (
    DIRECTIONS,
    FULL,
    GRAINS,
    SCALE,
    SIDES,
    Angle,
    Corners,
    Footprint,
    Length,
    Patch,
    Point,
    Shape,
    Side,
    bearing_of,
    edge,
    edge_point,
    grown,
    patch,
    path_of,
    side_length,
    turn_between,
)


def sight_line(start: Point, end: Point) -> Patch:
    """The straight line between two points as a shape; ``overlap`` and ``covers`` say what it passes through."""
    return patch((start, end) if start != end else (start,))


def in_the_way(start: Point, end: Point, shapes: Sequence[Shape]) -> list[int]:
    """The indices of the shapes whose inside the line between two points passes through."""
    line = sight_line(start, end)
    return [number for number, shape in enumerate(shapes) if overlap(line, shape)]


def depth_within(start: Point, end: Point, ground: Ground) -> Length:
    """How much of the line between two points is inside ground, to the nearest length at each edge."""
    way = path_of(end[0] - start[0], end[1] - start[1])
    return covered(stretches(patch((start,)), way, ground, 0), way.length)


def front_middle(shape: Footprint) -> Point:
    """The middle of a front edge."""
    (x, y), (other_x, other_y) = edge(shape, "front")
    return (x + other_x) // 2, (y + other_y) // 2


Quarter = Literal["front", "right", "rear", "left"]
"""Where a point is as seen from a unit; right and left are its flanks."""


def beyond(shape: Footprint, face: Side, point: Point) -> Length:
    """How far a point is outside the line of a face, rounded up; negative or 0 if it is not.

    "Ahead of the front edge" is ``beyond(shape, "front", point) > 0``.
    """
    return -(-_outwards(shape, face, point) // (SCALE * GRAINS))


def reach_beyond(shape: Footprint, face: Side, other: Shape) -> Length:
    """How far the foremost corner of another shape is outside the line of a face, rounded up.

    ``reach_beyond(unit, "front", enemy) <= 0`` means that the enemy outflanks the unit: no part of it is ahead.
    """
    return max(beyond(shape, face, corner) for corner in other.corners) + other.radius


def quarter(shape: Footprint, point: Point, ahead: int = 1, aside: int = 1) -> Quarter:
    """The quarter of a unit that a point is in, divided by rays from its corners.

    A ray goes ``ahead`` for each ``aside``: 1 and 1 are 45 degrees. A point on a ray is in front or in the rear. A
    point on the middle line of a flank, or inside the unit and neither in front nor in the rear, is on the right.
    """
    out, behind, right = (_outwards(shape, face, point) for face in ("front", "rear", "right"))
    spread = max(0, right, _outwards(shape, "left", point))
    if out * aside >= spread * ahead and out >= 0:
        return "front"
    if behind * aside >= spread * ahead and behind >= 0:
        return "rear"
    x, y = point[0] - shape.x, point[1] - shape.y
    return "right" if x * shape.cosine - y * shape.sine >= 0 else "left"


def in_arc(shape: Footprint, face: Side, point: Point, ahead: int = 1, aside: int = 1) -> bool:
    """True if a point is outside a face, between rays from its two corners that go ``ahead`` for each ``aside``.

    ``ahead`` 0 is everything beyond the line of the face, 1 and 1 the quarter, 2 and 1 a narrower arc.
    """
    number = SIDES.index(face)
    spread = max(0, _outwards(shape, SIDES[(number + 1) % 4], point), _outwards(shape, SIDES[(number + 3) % 4], point))
    out = _outwards(shape, face, point)
    return out >= 0 and out * aside >= spread * ahead


def any_in_arc(shape: Footprint, face: Side, other: Footprint, ahead: int = 1, aside: int = 1) -> bool:
    """True if the centre or a corner of another footprint is in an arc."""
    points = ((other.x, other.y), *other.corners)
    return any(in_arc(shape, face, point, ahead, aside) for point in points)


def zone(shape: Footprint, face: Side, aim: Point) -> Patch | None:
    """The triangle from the ends of a face to an aiming point; None if that is not beyond the line of the face."""
    left, right = edge(shape, face)
    corners: Corners = (left, aim, right)
    return patch(corners) if clockwise(corners) > 0 else None


def in_zone(triangle: Patch, other: Shape, slack: Length = 0) -> bool:
    """True if a shape is in a zone, at least in part: a footprint, shrunk by ``slack`` on every side, overlaps it."""
    return overlap(grown(other, -slack) if slack and isinstance(other, Footprint) else other, triangle)


def aim_points(target: Footprint, firer: Footprint, step: Length) -> Iterator[tuple[Side, Length, Point]]:
    """Possible aiming points on a target's sides, each as side, distance along it, and point.

    Corners, middles of sides, and points every ``step`` from the left end of each side as seen from the target's
    centre; first of all the point nearest to the firer's centre, to the nearest length along its side. A corner
    belongs to the side whose left end it is.
    """
    near = nearest_point(target, (firer.x, firer.y))
    side, along = _on_side(target, near)
    yield side, along, edge_point(target, side, along)
    for face in SIDES:
        length = side_length(target, face)
        for far in sorted({*range(0, length, step), length // 2}):
            if (face, far) != (side, along):
                yield face, far, edge_point(target, face, far)


def bearing_to(shape: Footprint, point: Point) -> Angle:
    """The bearing from the centre of a footprint to a point."""
    return bearing_of(point[0] - shape.x, point[1] - shape.y)


def turn_to(shape: Footprint, point: Point) -> Angle:
    """The turn that makes a footprint face a point: -1799..1800."""
    return turn_between(shape.bearing, bearing_to(shape, point))


def turns_toward(shape: Footprint, target: Footprint, step: Angle, most: Angle) -> list[Angle]:
    """Useful turns to face a target, the smallest first and right before left.

    0, multiples of ``step``, and the turns to the target's centre, nearest point and corners; none over ``most``
    either way.
    """
    points = ((target.x, target.y), nearest_point(target, (shape.x, shape.y)), *target.corners)
    candidates = {turn_to(shape, point) for point in points} | {0}
    candidates.update(range(-(most // step) * step, most + 1, step))
    return sorted((turn for turn in candidates if abs(turn) <= most), key=lambda turn: (abs(turn), -turn))


def passes_by(shape: Footprint, bearing: Angle, other: Footprint) -> bool:
    """True if a footprint, turned to a bearing and moved straight ahead or back, would miss another."""
    sine, cosine = DIRECTIONS[bearing]
    wide = shape.width * (sine * sine + cosine * cosine)
    right = left = True
    for x, y in other.corners:
        aside = (x - shape.x) * cosine - (y - shape.y) * sine
        right, left = right and aside >= wide, left and aside <= -wide
    return right or left


def looks_away(shape: Footprint, other: Footprint) -> int:
    """Positive if straight ahead leads a unit away from another's centre, negative if towards it, 0 if neither."""
    return (shape.x - other.x) * shape.sine + (shape.y - other.y) * shape.cosine


def about(shape: Footprint) -> Angle:
    """The bearing of a unit after an about turn."""
    return (shape.bearing + FULL // 2) % FULL


def _outwards(shape: Footprint, face: Side, point: Point) -> int:
    """How far a point is outside the line of a face, in grains times `SCALE`."""
    x, y = point[0] - shape.x, point[1] - shape.y
    sine, cosine = shape.sine, shape.cosine
    norm = sine * sine + cosine * cosine
    if face == "front":
        return x * sine + y * cosine - shape.depth * norm
    if face == "rear":
        return -x * sine - y * cosine - shape.depth * norm
    if face == "right":
        return x * cosine - y * sine - shape.width * norm
    return y * sine - x * cosine - shape.width * norm


def _on_side(target: Footprint, point: Point) -> tuple[Side, Length]:
    """The side nearest to a point, and the point's distance along it, to the nearest length."""
    side = max(SIDES, key=lambda face: _outwards(target, face, point))
    (x, y), _ = edge(target, side)
    number = SIDES.index(side)
    sine, cosine = target.sine, target.cosine
    for _ in range(number):
        sine, cosine = cosine, -sine
    ahead = (point[0] - x) * cosine - (point[1] - y) * sine
    along = (ahead + SCALE * SCALE) // (GRAINS * SCALE)
    return side, min(max(along, 0), side_length(target, side))
