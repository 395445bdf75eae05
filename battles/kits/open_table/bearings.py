"""Bearings and lengths of an open table: the only module with trigonometry, rounded once.

The table's frame has ``x`` to the right and ``y`` up. A bearing runs clockwise from ``y``, so that a unit on
bearing 0 faces up the table and one on 900 to the right. Sine and cosine are whole multiples of 1 / `SCALE`; the
directions ahead and right of a unit are therefore exactly perpendicular, and moves along one bearing exactly parallel.
All else in this package is exact from there: corners and paths are whole `Grain` numbers.
"""

import math
from typing import Final

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
