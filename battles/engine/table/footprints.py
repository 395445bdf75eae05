"""Footprints: the rectangles that units stand on, and patches, the other convex shapes of a table.

Both have ``corners``, clockwise, a ``radius`` by which they are rounded outwards, and the box around them, so that
whatever measures shapes takes either. All values are exact in grains once the bearing's sine is given.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from battles.engine.table.bearings import DIRECTIONS, FULL, GRAINS, Angle, Grain, Length, Path, Place, Point, to_place

Side = Literal["front", "right", "rear", "left"]
"""A side of a footprint, clockwise from the front."""

Corner = Literal["front_left", "front_right", "rear_right", "rear_left"]
"""A corner of a footprint, in the order of ``Footprint.corners``."""

Corners = tuple[Point, ...]
"""A convex shape: its corners clockwise, no three on a line; two make a stretch, one a point."""

SIDES: Final[tuple[Side, ...]] = ("front", "right", "rear", "left")
CORNERS: Final[tuple[Corner, ...]] = ("front_left", "front_right", "rear_right", "rear_left")

_KEPT: Final = 1 << 14


class Footprint(Struct, frozen=True, gc=False):
    """A rectangle about its centre; get one from `footprint`.

    ``x`` and ``y`` are the centre in grains, ``bearing`` what it faces, ``width`` across and ``depth`` along that
    bearing. The rest follows from these: ``sine`` and ``cosine`` times `SCALE`, the box ``left``, ``bottom``,
    ``right``, ``top`` in grains, and ``corners``: front left, front right, rear right, rear left.
    """

    x: Grain
    y: Grain
    bearing: Angle
    width: Length
    depth: Length
    sine: int
    cosine: int
    left: Grain
    bottom: Grain
    right: Grain
    top: Grain
    corners: Corners
    radius: Length = 0


class Patch(Struct, frozen=True, gc=False):
    """A convex shape and all points at most ``radius`` from it: a disc is a patch of one corner. See `disc`."""

    corners: Corners
    radius: Length
    left: Grain
    bottom: Grain
    right: Grain
    top: Grain


Shape = Footprint | Patch


class Boxed(Protocol):
    """Whatever has a box about it, in grains: footprints, patches, grounds, and a box itself."""

    @property
    def left(self) -> Grain: ...
    @property
    def bottom(self) -> Grain: ...
    @property
    def right(self) -> Grain: ...
    @property
    def top(self) -> Grain: ...


class Bounds(NamedTuple):
    """A box, in grains: what is not in it is not met."""

    left: Grain
    bottom: Grain
    right: Grain
    top: Grain


@lru_cache(_KEPT)
def footprint(x: Length, y: Length, bearing: Angle, width: Length, depth: Length) -> Footprint:
    """The footprint of a base or block of bases centred on a place.

    Raises:
        ValueError: width or depth is less than 1.
    """
    return rectangle(x * GRAINS, y * GRAINS, bearing, width, depth)


def disc(x: Length, y: Length, radius: Length) -> Patch:
    """A round base about a place.

    Raises:
        ValueError: the radius is negative.
    """
    if radius < 0:
        raise ValueError(f"A disc has a radius of 0 or more, not {radius}.")
    x, y, wide = x * GRAINS, y * GRAINS, radius * GRAINS
    return Patch(((x, y),), radius, x - wide, y - wide, x + wide, y + wide)


def patch(corners: Corners, radius: Length = 0) -> Patch:
    """The patch of convex corners that stand clockwise, rounded outwards by ``radius``."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    wide = radius * GRAINS
    return Patch(corners, radius, min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide)


def moved(shape: Footprint, way: Path, travel: Length) -> Footprint:
    """The footprint after so much of a way, exactly: its centre need not be a place. Facing is kept."""
    x, y = shape.x + way.dx * travel, shape.y + way.dy * travel
    return rectangle(x, y, shape.bearing, shape.width, shape.depth)


def turned(shape: Footprint, turn: Angle) -> Footprint:
    """The footprint turned about its centre: a pivot."""
    return rectangle(shape.x, shape.y, shape.bearing + turn, shape.width, shape.depth)


def swung(shape: Footprint, turn: Angle, corner: Corner) -> Footprint:
    """The footprint turned about one of its corners, which stays exactly where it is: a wheel."""
    number = CORNERS.index(corner)
    held, there = shape.corners[number], turned(shape, turn)
    new = there.corners[number]
    x, y = there.x + held[0] - new[0], there.y + held[1] - new[1]
    return rectangle(x, y, there.bearing, shape.width, shape.depth)


def grown(shape: Footprint, by: Length) -> Footprint:
    """The footprint with every side moved outwards, or inwards if ``by`` is negative; never less than 1 across."""
    width, depth = max(1, shape.width + 2 * by), max(1, shape.depth + 2 * by)
    return rectangle(shape.x, shape.y, shape.bearing, width, depth)


def place_of(shape: Footprint) -> Place:
    """The place nearest to its centre."""
    return to_place((shape.x, shape.y))


def settled(shape: Footprint) -> Footprint:
    """The footprint put on the place nearest to its centre: where a unit stands that has ended a move."""
    return footprint(*place_of(shape), shape.bearing, shape.width, shape.depth)


def offset(shape: Footprint, ahead: Length, aside: Length) -> Point:
    """The point so far ahead of the centre and aside of it, right positive; negative is behind and left."""
    sine, cosine = shape.sine, shape.cosine
    return shape.x + 2 * (ahead * sine + aside * cosine), shape.y + 2 * (ahead * cosine - aside * sine)


def edge(shape: Footprint, side: Side, trim: Length = 0) -> tuple[Point, Point]:
    """The two ends of a side, the left one first as seen from the centre, each ``trim`` nearer to its middle.

    A side not longer than twice the trim shrinks to its middle.
    """
    number = SIDES.index(side)
    along, out = (shape.width, shape.depth) if number % 2 == 0 else (shape.depth, shape.width)
    sine, cosine = DIRECTIONS[(shape.bearing + 900 * number) % FULL]
    half = max(0, along - 2 * trim)
    x, y = shape.x + out * sine, shape.y + out * cosine
    return (x - half * cosine, y + half * sine), (x + half * cosine, y - half * sine)


def edge_point(shape: Footprint, side: Side, along: Length) -> Point:
    """The point of a side so far from its left end as seen from the centre."""
    number = SIDES.index(side)
    sine, cosine = DIRECTIONS[(shape.bearing + 900 * number) % FULL]
    (x, y), _ = edge(shape, side)
    return x + 2 * along * cosine, y - 2 * along * sine


def side_length(shape: Footprint, side: Side) -> Length:
    """How long a side is."""
    return shape.width if side in ("front", "rear") else shape.depth


def on_table(shape: Shape, width: Length, height: Length) -> bool:
    """Whether a shape lies wholly on the table, whose corner is at (0, 0); its rim counts."""
    return shape.left >= 0 and shape.bottom >= 0 and shape.right <= width * GRAINS and shape.top <= height * GRAINS


def rectangle(x: Grain, y: Grain, bearing: Angle, width: Length, depth: Length) -> Footprint:
    """The footprint about a point, which need not be a place. See `footprint`."""
    if width < 1 or depth < 1:
        raise ValueError(f"A footprint is at least 1 across and deep, not {width} by {depth}.")
    bearing %= FULL
    sine, cosine = DIRECTIONS[bearing]
    fx, fy, rx, ry = depth * sine, depth * cosine, width * cosine, -width * sine
    wide, high = abs(fx) + abs(rx), abs(fy) + abs(ry)
    corners = (
        (x + fx - rx, y + fy - ry),
        (x + fx + rx, y + fy + ry),
        (x - fx + rx, y - fy + ry),
        (x - fx - rx, y - fy - ry),
    )
    return Footprint(x, y, bearing, width, depth, sine, cosine, x - wide, y - high, x + wide, y + high, corners)
