"""Bearings and lengths of an open table; footprints, the rectangles of units, and patches, its other convex shapes.

The only module with trigonometry, rounded once. The table's frame has ``x`` to the right and ``y`` up. A bearing runs
clockwise from ``y``, so that a unit on bearing 0 faces up the table and one on 900 to the right. Sine and cosine are
whole multiples of 1 / `SCALE`; the directions ahead and right of a unit are therefore exactly perpendicular, and moves
along one bearing exactly parallel. All else in this package is exact from there: corners and paths are whole `Grain`
numbers.

Footprints and patches have ``corners``, clockwise, a ``radius`` by which they are rounded outwards, and the box around
them, so that measuring functions take either.
"""

import math
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Protocol

from msgspec import Struct

Length = int
"""Tenths of a millimetre: an inch is 254, a centimetre 100, both exact."""

Angle = int
"""Tenths of a degree. A bearing is in 0..3599; a turn is positive clockwise."""

Grain = int
"""The fine unit of corners and ways: `GRAINS` to a `Length`."""

Point = tuple[Grain, Grain]
"""A point or a step, ``(x, y)`` in grains."""

Place = tuple[Length, Length]
"""A point, ``(x, y)`` in tenths of a millimetre: what actions, states and events hold."""

SCALE: Final = 1 << 20
"""The whole number for a sine of 1."""

GRAINS: Final = 2 * SCALE
"""Grains of a `Length`: twice `SCALE`, so that half a base and its direction multiply to a whole number."""

FULL: Final = 3600
"""A full turn."""

CM: Final = 100
"""Lengths in a centimetre."""

DEGREE: Final = 10
"""Angles in a degree."""


def _sines() -> tuple[int, ...]:
    """Sines of 0..3599 tenths of a degree, times `SCALE`, built from one quarter so that they are exactly symmetric."""
    quarter = [round(math.sin(math.radians(tenths / 10)) * SCALE) for tenths in range(901)]
    half = quarter + quarter[-2::-1]
    return tuple(half[:-1] + [-sine for sine in half[:-1]])


SINES: Final = _sines()
"""``SINES[bearing]``: the sine times `SCALE`. No value is near a rounding limit, so every machine computes the same."""

DIRECTIONS: Final = tuple((SINES[bearing], SINES[(bearing + 900) % FULL]) for bearing in range(FULL))
"""``DIRECTIONS[bearing]``: sine and cosine times `SCALE`, which is the step ahead; its right is ``(cosine, -sine)``."""


class Path(Struct, frozen=True, gc=False):
    """A straight path: ``length`` steps of ``(dx, dy)`` grains, each one `Length` long. Get one from `path`.

    Travel along it is a whole number of steps, 0..``length``.
    """

    dx: Grain
    dy: Grain
    length: Length


def path(bearing: Angle, length: Length) -> Path:
    """The straight path on a bearing.

    Raises:
        ValueError: the length is negative.
    """
    if length < 0:
        raise ValueError(f"The length of a path must be 0 or more, not {length}.")
    sine, cosine = DIRECTIONS[bearing % FULL]
    return Path(2 * sine, 2 * cosine, length)


def path_of(dx: Grain, dy: Grain) -> Path:
    """The straight path of a step in any direction.

    Its length is rounded up, so that it passes the end of the step by less than one `Length`.
    """
    square = dx * dx + dy * dy
    if not square:
        return Path(0, 0, 0)
    whole = math.isqrt(square)
    return Path(_nearest(dx * GRAINS, whole), _nearest(dy * GRAINS, whole), root_up(square, GRAINS * GRAINS))


def path_between(start: Place, end: Place) -> Path:
    """The straight path from one place to another. See `path_of`."""
    return path_of((end[0] - start[0]) * GRAINS, (end[1] - start[1]) * GRAINS)


def bearing_of(dx: int, dy: int) -> Angle:
    """The bearing nearest to a direction; the clockwise one if halfway between two. 0 for no direction."""
    if not (dx or dy):
        return 0
    bearing = round(math.degrees(math.atan2(dx, dy)) * 10) % FULL
    # Whole numbers decide: the direction is between the bisectors with the next bearing on either side.
    while _clockwise(_bisector(bearing), (dx, dy)) >= 0:
        bearing = (bearing + 1) % FULL
    while _clockwise(_bisector(bearing - 1), (dx, dy)) < 0:
        bearing = (bearing - 1) % FULL
    return bearing


def turn_between(start: Angle, end: Angle) -> Angle:
    """The shorter turn from one bearing to another, -1799..1800."""
    turn = (end - start) % FULL
    return turn if turn <= FULL // 2 else turn - FULL


def steps_of(turn: Angle, step: Angle) -> list[Angle]:
    """Turns from 0 to ``turn`` inclusive, each at most ``step`` beyond the one before."""
    count = max(1, -(-abs(turn) // step))
    return [turn * number // count for number in range(count + 1)] if turn else [0]


def to_place(point: Point) -> Place:
    """The place nearest to a point."""
    return (point[0] + SCALE) // GRAINS, (point[1] + SCALE) // GRAINS


def to_point(place: Place) -> Point:
    """The point of a place, exactly."""
    return place[0] * GRAINS, place[1] * GRAINS


def root_up(numerator: int, denominator: int) -> int:
    """The smallest whole number whose square is at least a non-negative fraction."""
    square = -(-numerator // denominator)
    return math.isqrt(square - 1) + 1 if square > 0 else 0


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def _bisector(bearing: Angle) -> tuple[int, int]:
    """The direction halfway from a bearing to the next."""
    (x, y), (next_x, next_y) = DIRECTIONS[bearing % FULL], DIRECTIONS[(bearing + 1) % FULL]
    return x + next_x, y + next_y


def _clockwise(first: tuple[int, int], then: tuple[int, int]) -> int:
    """Positive if the second direction is clockwise of the first, 0 on its line."""
    return then[0] * first[1] - then[1] * first[0]


Side = Literal["front", "right", "rear", "left"]
"""A side of a footprint, clockwise from the front."""

Corner = Literal["front_left", "front_right", "rear_right", "rear_left"]
"""A corner of a footprint, in the order of ``Footprint.corners``."""

Corners = tuple[Point, ...]
"""A convex shape: its corners clockwise, no three on a line; two make a line segment, one a point."""

SIDES: Final[tuple[Side, ...]] = ("front", "right", "rear", "left")
CORNERS: Final[tuple[Corner, ...]] = ("front_left", "front_right", "rear_right", "rear_left")

_KEPT: Final = 1 << 14


class Footprint(Struct, frozen=True, gc=False):
    """A rectangle around its centre; get one from `footprint`.

    ``x`` and ``y`` are the centre in grains, ``bearing`` its facing, ``width`` across and ``depth`` along that bearing.
    The others follow from these: ``sine`` and ``cosine`` times `SCALE`, the box ``left``, ``bottom``,
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
    """A thing with a box around it, in grains: footprints, patches, grounds, and a box itself."""

    @property
    def left(self) -> Grain: ...
    @property
    def bottom(self) -> Grain: ...
    @property
    def right(self) -> Grain: ...
    @property
    def top(self) -> Grain: ...


class Bounds(NamedTuple):
    """A box, in grains; nothing outside it can be met."""

    left: Grain
    bottom: Grain
    right: Grain
    top: Grain


@lru_cache(_KEPT)
def footprint(x: Length, y: Length, bearing: Angle, width: Length, depth: Length) -> Footprint:
    """The footprint of a base, or a block of bases, centred on a place.

    Raises:
        ValueError: width or depth is less than 1.
    """
    return rectangle(x * GRAINS, y * GRAINS, bearing, width, depth)


def disc(x: Length, y: Length, radius: Length) -> Patch:
    """A round base around a place.

    Raises:
        ValueError: the radius is negative.
    """
    if radius < 0:
        raise ValueError(f"The radius of a disc must be 0 or more, not {radius}.")
    x, y, wide = x * GRAINS, y * GRAINS, radius * GRAINS
    return Patch(((x, y),), radius, x - wide, y - wide, x + wide, y + wide)


def patch(corners: Corners, radius: Length = 0) -> Patch:
    """The patch of convex, clockwise corners, rounded outwards by ``radius``."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    wide = radius * GRAINS
    return Patch(corners, radius, min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide)


def moved(shape: Footprint, way: Path, travel: Length) -> Footprint:
    """The footprint after ``travel`` along a path, exact: its centre need not be a place. It keeps its facing."""
    x, y = shape.x + way.dx * travel, shape.y + way.dy * travel
    return rectangle(x, y, shape.bearing, shape.width, shape.depth)


def turned(shape: Footprint, turn: Angle) -> Footprint:
    """The footprint turned around its centre: a pivot."""
    return rectangle(shape.x, shape.y, shape.bearing + turn, shape.width, shape.depth)


def swung(shape: Footprint, turn: Angle, corner: Corner) -> Footprint:
    """The footprint turned around one of its corners, which stays exactly in place: a wheel."""
    number = CORNERS.index(corner)
    corner_point, pivoted = shape.corners[number], turned(shape, turn)
    new = pivoted.corners[number]
    x, y = pivoted.x + corner_point[0] - new[0], pivoted.y + corner_point[1] - new[1]
    return rectangle(x, y, pivoted.bearing, shape.width, shape.depth)


def grown(shape: Footprint, by: Length) -> Footprint:
    """The footprint with every side moved outwards, or inwards if ``by`` is negative; never less than 1 across."""
    width, depth = max(1, shape.width + 2 * by), max(1, shape.depth + 2 * by)
    return rectangle(shape.x, shape.y, shape.bearing, width, depth)


def place_of(shape: Footprint) -> Place:
    """The place nearest to its centre."""
    return to_place((shape.x, shape.y))


def settled(shape: Footprint) -> Footprint:
    """The footprint moved to the place nearest to its centre, as after a unit's move."""
    return footprint(*place_of(shape), shape.bearing, shape.width, shape.depth)


def offset(shape: Footprint, ahead: Length, aside: Length) -> Point:
    """The point at a distance ahead of the centre and to its right; negative is behind and left."""
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
    """The point of a side at a distance from its left end as seen from the centre."""
    number = SIDES.index(side)
    sine, cosine = DIRECTIONS[(shape.bearing + 900 * number) % FULL]
    (x, y), _ = edge(shape, side)
    return x + 2 * along * cosine, y - 2 * along * sine


def side_length(shape: Footprint, side: Side) -> Length:
    """The length of a side."""
    return shape.width if side in ("front", "rear") else shape.depth


def on_table(shape: Shape, width: Length, height: Length) -> bool:
    """True if a shape is completely on the table, whose corner is at (0, 0); the edge of the table counts."""
    return shape.left >= 0 and shape.bottom >= 0 and shape.right <= width * GRAINS and shape.top <= height * GRAINS


def rectangle(x: Grain, y: Grain, bearing: Angle, width: Length, depth: Length) -> Footprint:
    """The footprint around a point, which need not be a place. See `footprint`."""
    if width < 1 or depth < 1:
        raise ValueError(f"A footprint must be at least 1 wide and deep, not {width} by {depth}.")
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
