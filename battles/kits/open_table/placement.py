"""Places for a unit: in a ring, beside another, against a line or a side, after a turn on the spot, in contact."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import isqrt
from typing import Final

from msgspec import Struct

from battles.kits.open_table.areas import Ground, covers, touches
from battles.kits.open_table.convex import side_of
from battles.kits.open_table.distances import boxes_within, overlap, touching
from battles.kits.open_table.footprints import (
    CORNERS,
    DIRECTIONS,
    FULL,
    GRAINS,
    SCALE,
    SIDES,
    Angle,
    Bounds,
    Corner,
    Footprint,
    Length,
    Place,
    Point,
    Shape,
    Side,
    disc,
    edge,
    edge_point,
    footprint,
    moved,
    path_of,
    rectangle,
    settled,
    side_length,
    steps_of,
    swung,
    to_place,
    to_point,
    turned,
)
from battles.kits.open_table.sweeps import ahead, first_contact
from battles.kits.open_table.zones import beyond

TURN_STEP: Final[Angle] = 10
"""A turn is checked every degree, and at its end."""


def ring(centre: Place, near: Length, far: Length, step: Length, turn: Angle) -> Iterator[Place]:
    """Places around a place, from ``near`` to ``far`` away, ring by ring from the inside, each clockwise from up.

    Rings are ``step`` apart and the last is at ``far``; places on a ring are ``turn`` apart. Each place is truly
    between ``near`` and ``far`` away: those that rounding would move out of these limits are left out.
    """
    for radius in sorted({*range(near, far, step), far}):
        for bearing in range(0, FULL, turn):
            sine, cosine = DIRECTIONS[bearing]
            place = to_place((centre[0] * GRAINS + 2 * radius * sine, centre[1] * GRAINS + 2 * radius * cosine))
            square = (place[0] - centre[0]) ** 2 + (place[1] - centre[1]) ** 2
            if near * near <= square <= far * far:
                yield place


def beside(shape: Footprint, radius: Length, step: Length) -> Iterator[Place]:
    """Centres for a disc in contact with a footprint: every ``step`` along each side, clockwise from front left.

    Each is rounded outwards: the disc does not overlap the footprint and is less than 3 lengths from it.
    """
    for side in SIDES:
        sine, cosine = DIRECTIONS[(shape.bearing + 900 * SIDES.index(side)) % FULL]
        length = side_length(shape, side)
        for along in sorted({*range(0, length, step), length}):
            x, y = edge_point(shape, side, along)
            for out in count(radius):
                place = to_place((x + 2 * out * sine, y + 2 * out * cosine))
                if not overlap(disc(*place, radius), shape):
                    yield place
                    break


def set_against(start: Point, end: Point, along: Length, bearing: Angle, width: Length, depth: Length) -> Place:
    """The place of a base left of a line, on its own bearing, just clear of the line.

    ``along`` is the distance from ``start`` to the foot of its centre. The place is rounded away from the line: the
    base does not cross it and is less than 3 lengths from it.
    """
    ex, ey = end[0] - start[0], end[1] - start[1]
    way = path_of(ex, ey)
    x, y = start[0] + way.dx * along, start[1] + way.dy * along
    reach = max(ey * corner_x - ex * corner_y for corner_x, corner_y in footprint(0, 0, bearing, width, depth).corners)
    for out in count(reach // (GRAINS * isqrt(ex * ex + ey * ey))):
        place = to_place((x - way.dy * out, y + way.dx * out))
        if side_of(start, end, to_point(place)) >= reach:
            return place
    raise AssertionError("A line has a left side.")


def conformed(mover: Footprint, target: Footprint, side: Side) -> Footprint:
    """The mover with its front flat against a side of the target, at its centre's position along that side.

    A centre past the end of the side is moved to the end. Exact: its centre need not be a place.
    """
    number = SIDES.index(side)
    sine, cosine = DIRECTIONS[(target.bearing + 900 * number) % FULL]
    (x, y), _ = edge(target, side)
    ahead = (mover.x - x) * cosine - (mover.y - y) * sine
    along = min(max((ahead + SCALE * SCALE) // (GRAINS * SCALE), 0), side_length(target, side))
    middle = x + 2 * along * cosine + mover.depth * sine, y - 2 * along * sine + mover.depth * cosine
    return rectangle(*middle, target.bearing + 900 * number + FULL // 2, mover.width, mover.depth)


def side_met(mover: Footprint, target: Footprint) -> Side:
    """The side of a target where a mover is: the one whose line it reaches inwards of the least.

    If several are equal, the first clockwise from the front.
    """
    return max(SIDES, key=lambda side: min(beyond(target, side, corner) for corner in mover.corners))


def swing(mover: Footprint, turn: Angle, corner: Corner | None = None, step: Angle = TURN_STEP) -> list[Footprint]:
    """The footprints of a turn, from the start to the end, at most ``step`` apart.

    It turns around its centre, or with ``corner`` around that corner, which is a wheel.
    """
    if corner is None:
        return [turned(mover, part) for part in steps_of(turn, step)]
    return [swung(mover, part, corner) for part in steps_of(turn, step)]


def swing_meets(
    mover: Footprint,
    turn: Angle,
    others: Sequence[Shape],
    slack: Length = 0,
    corner: Corner | None = None,
    step: Angle = TURN_STEP,
) -> int | None:
    """The index of the first shape that a turn overlaps deeper than ``slack``, or None.

    Checked at every ``step`` of the turn and at its end, and only if a shape is near enough to be reached.
    """
    reached = _reached(mover, corner)
    near = [number for number, other in enumerate(others) if boxes_within(reached, other, 0)]
    if not near:
        return None
    places = swing(mover, turn, corner, step)
    return next((number for number in near if any(overlap(place, others[number], slack) for place in places)), None)


def swing_on(
    mover: Footprint,
    turn: Angle,
    ground: Ground,
    slack: Length | None = None,
    corner: Corner | None = None,
    step: Angle = TURN_STEP,
) -> bool:
    """True if a turn touches ground, or with ``slack`` overlaps it shrunk by that, at a ``step`` or at its end."""
    if not boxes_within(_reached(mover, corner), ground, 0):
        return False
    places = swing(mover, turn, corner, step)
    if slack is None:
        return any(touches(ground, place) for place in places)
    return any(covers(ground, place, slack) for place in places)


def _reached(mover: Footprint, corner: Corner | None) -> Bounds:
    """A box that contains a footprint during a whole turn around its centre or a corner."""
    x, y = (mover.x, mover.y) if corner is None else mover.corners[CORNERS.index(corner)]
    far = max(isqrt((there_x - x) ** 2 + (there_y - y) ** 2) for there_x, there_y in mover.corners) + SCALE
    return Bounds(x - far, y - far, x + far, y + far)


class Approach(Struct, frozen=True, gc=False):
    """A turn, the travel straight ahead after it, and the mover's place then, rounded to a whole place."""

    turn: Angle
    travel: Length
    end: Footprint


def approach(
    mover: Footprint, target: Footprint, others: Sequence[Shape], turn: Angle, allowance: Length, slack: Length
) -> Approach | None:
    """The move into contact after one turn, or None.

    Args:
        others: shapes that it may neither turn nor move into, deeper than ``slack``.
        allowance: the most travel.
        slack: distance that counts as contact with the target; a mere meeting of corners does not count.

    The turn may not overlap the target either. The mover stops where it meets the target, or within ``slack`` of it
    at the end of its allowance.
    """
    start = turned(mover, turn)
    way = ahead(start)
    met = first_contact(start, way, (target,))
    if met is None or met.travel > allowance + slack:
        return None
    travel = min(met.travel, allowance)
    end = settled(moved(start, way, travel))
    if not touching(end, target, slack) or first_contact(start, ahead(start, travel), others, slack) is not None:
        return None
    if turn and swing_meets(mover, turn, (target, *others), slack) is not None:
        return None
    return Approach(turn, travel, end)


def approaches(
    mover: Footprint,
    target: Footprint,
    others: Sequence[Shape],
    turns: Iterable[Angle],
    allowance: Length,
    slack: Length,
) -> list[Approach]:
    """The moves into contact for each of some turns, in their order. See `approach` and `turns_toward`."""
    candidates = (approach(mover, target, others, turn, allowance, slack) for turn in turns)
    return [one for one in candidates if one is not None]
