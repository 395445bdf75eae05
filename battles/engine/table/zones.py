"""What lies before, beside and behind a unit: quarters, arcs, zones of fire, outflanking.

A face is the side that looks out: the front of most units, any side of a square. The line of a face runs along it
without end.
"""

from collections.abc import Iterator
from typing import Literal

from battles.engine.table.bearings import (
    DIRECTIONS,
    FULL,
    GRAINS,
    SCALE,
    Angle,
    Length,
    Point,
    bearing_of,
    turn_between,
)
from battles.engine.table.convex import clockwise
from battles.engine.table.footprints import (
    SIDES,
    Corners,
    Footprint,
    Patch,
    Shape,
    Side,
    edge,
    edge_point,
    grown,
    patch,
    side_length,
)
from battles.engine.table.measures import nearest_point, overlap

Quarter = Literal["front", "right", "rear", "left"]
"""Where a point lies as seen from a unit; right and left are its flanks."""


def beyond(shape: Footprint, face: Side, point: Point) -> Length:
    """How far a point lies outwards of the line of a face, rounded up; negative or 0 if it does not.

    "Ahead of the front edge" is ``beyond(shape, "front", point) > 0``.
    """
    return -(-_outwards(shape, face, point) // (SCALE * GRAINS))


def reach_beyond(shape: Footprint, face: Side, other: Shape) -> Length:
    """How far the foremost corner of another shape lies outwards of the line of a face, rounded up.

    A unit that no part of an enemy is ahead of, ``reach_beyond(unit, "front", enemy) <= 0``, is outflanked by it.
    """
    return max(beyond(shape, face, corner) for corner in other.corners) + other.radius


def quarter(shape: Footprint, point: Point, ahead: int = 1, aside: int = 1) -> Quarter:
    """The quarter of a unit that a point lies in, parted by rays that start at its corners.

    A ray goes ``ahead`` for each ``aside``: 1 and 1 are 45 degrees. A point on a ray is in front or in the rear, one
    on the middle line of a flank, or inside the unit, where front and rear do not hold it, on the right.
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
    """Whether a point lies outwards of a face, between rays from its two corners that go ``ahead`` for each ``aside``.

    ``ahead`` 0 is everything beyond the line of the face, 1 and 1 the quarter, 2 and 1 a narrower arc.
    """
    number = SIDES.index(face)
    spread = max(0, _outwards(shape, SIDES[(number + 1) % 4], point), _outwards(shape, SIDES[(number + 3) % 4], point))
    out = _outwards(shape, face, point)
    return out >= 0 and out * aside >= spread * ahead


def any_in_arc(shape: Footprint, face: Side, other: Footprint, ahead: int = 1, aside: int = 1) -> bool:
    """Whether the centre or a corner of another footprint lies in an arc."""
    points = ((other.x, other.y), *other.corners)
    return any(in_arc(shape, face, point, ahead, aside) for point in points)


def zone(shape: Footprint, face: Side, aim: Point) -> Patch | None:
    """The triangle from the ends of a face to an aiming point; None unless that lies beyond the line of the face."""
    left, right = edge(shape, face)
    corners: Corners = (left, aim, right)
    return patch(corners) if clockwise(corners) > 0 else None


def in_zone(triangle: Patch, other: Shape, slack: Length = 0) -> bool:
    """Whether a shape lies in a zone, at least in part: a footprint drawn in by ``slack`` on every side overlaps it."""
    return overlap(grown(other, -slack) if slack and isinstance(other, Footprint) else other, triangle)


def aim_points(target: Footprint, firer: Footprint, step: Length) -> Iterator[tuple[Side, Length, Point]]:
    """Points of a target's sides that one may aim at, each as side, how far along it, and point.

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
    """The turn that makes a footprint look straight at a point: -1799..1800."""
    return turn_between(shape.bearing, bearing_to(shape, point))


def turns_toward(shape: Footprint, target: Footprint, step: Angle, most: Angle) -> list[Angle]:
    """Turns worth trying to face a target, the smallest first and right before left.

    None, multiples of ``step``, and the turns to the target's centre, nearest point and corners; none over ``most``
    either way.
    """
    points = ((target.x, target.y), nearest_point(target, (shape.x, shape.y)), *target.corners)
    found = {turn_to(shape, point) for point in points} | {0}
    found.update(range(-(most // step) * step, most + 1, step))
    return sorted((turn for turn in found if abs(turn) <= most), key=lambda turn: (abs(turn), -turn))


def passes_by(shape: Footprint, bearing: Angle, other: Footprint) -> bool:
    """Whether a footprint that turned to a bearing and went straight ahead or back would leave another aside."""
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
    """The bearing a unit has after it has turned about."""
    return (shape.bearing + FULL // 2) % FULL


def _outwards(shape: Footprint, face: Side, point: Point) -> int:
    """How far a point lies outwards of the line of a face, in grains times `SCALE`."""
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
    """The side nearest to a point, and how far along it the point lies, to the nearest length."""
    side = max(SIDES, key=lambda face: _outwards(target, face, point))
    (x, y), _ = edge(target, side)
    number = SIDES.index(side)
    sine, cosine = target.sine, target.cosine
    for _ in range(number):
        sine, cosine = cosine, -sine
    ahead = (point[0] - x) * cosine - (point[1] - y) * sine
    along = (ahead + SCALE * SCALE) // (GRAINS * SCALE)
    return side, min(max(along, 0), side_length(target, side))
