"""Straight moves: where along a path a shape meets others, first contact, and how long it stays near one.

A path is a `Path`; travel along it is in whole lengths from 0. The shape keeps its facing in any direction, so an
advance, a step back, a side step, a leg of an oblique and a small move are all the same. Contact is exact: a footprint
moved by ``Contact.travel`` does not overlap what it meets, and one step more does.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from battles.kits.open_table.convex import Span, gap, holds_origin, line_span, reach_span
from battles.kits.open_table.distances import boxes_within
from battles.kits.open_table.footprints import GRAINS, SCALE, Bounds, Footprint, Length, Patch, Path, Shape, patch, path

Stretch = tuple[Length, Length]
"""A part of a path: the first and the last travel."""

ENDLESS: Length = 1 << 24
"""The length of a path that no table can hold."""


class Contact(Struct, frozen=True, gc=False):
    """A contact on a path: the index of the shape met, and the travel before it.

    ``travel`` is rounded down to whole lengths; ``above / below`` is the exact travel.
    """

    index: int
    travel: Length
    above: int
    below: int


def first_contact(mover: Footprint, way: Path, others: Sequence[Shape], slack: Length = 0) -> Contact | None:
    """The first of the shapes that a footprint would overlap on its path, or None.

    Args:
        slack: an overlap this deep or less is no contact. With 0 it slides along what it only touches, and has
            contact at 0 with what it touches and would move into.

    A footprint that overlaps another at the start has contact at 0. A mere touch at the end of its path is no contact:
    to measure the distance to something, use the path `ahead`, which has no end, and read the travel. Of several met at
    the same travel it is the first in ``others``.
    """
    best: Contact | None = None
    for contact in meetings(mover, way, others, slack):
        if best is None or contact.above * best.below < best.above * contact.below:
            best = contact
    return best


def contacts(mover: Footprint, way: Path, others: Sequence[Shape], slack: Length = 0) -> list[Contact]:
    """Every shape that a footprint would overlap on its whole path, each at its first contact, in the order met."""
    return sorted(meetings(mover, way, others, slack), key=lambda contact: Fraction(contact.above, contact.below))


def stretch(mover: Shape, way: Path, other: Shape, slack: Length | None = None) -> Stretch | None:
    """The part of a path on which a mover touches a shape, or with ``slack`` overlaps it deeper, each end rounded.

    The ends are the nearest whole lengths; only if one of the two has a radius they are the first and last whole
    length on which it holds.
    """
    if other.radius or mover.radius:
        reach = (mover.radius + other.radius - (slack or 0)) * GRAINS - (slack is not None)
        return reach_span(gap(mover.corners, other.corners), way, reach) if reach > 0 else None
    if not (way.dx or way.dy):
        return (0, 0) if holds_origin(gap(mover.corners, other.corners), slack) else None
    span = _span(mover, way, other, slack)
    if span is None:
        return None
    above, below, end_above, end_below = span
    early, late = -end_above, above - way.length * below
    if early > 0 or late > 0 or (slack is not None and (early == 0 or late == 0)):
        return None
    start, end = (2 * above + below) // (2 * below), (2 * end_above + end_below) // (2 * end_below)
    return max(start, 0), min(end, way.length)


def free_span(mover: Shape, way: Path, other: Shape, *, touch: bool) -> Length:
    """The longest travel for which a mover does not overlap a shape, or with ``touch`` not even touch it.

    -1 if it already does so at the start, the path's length if it never does.
    """
    slack = None if touch else 0
    if other.radius or mover.radius or not (way.dx or way.dy):
        near = stretch(mover, way, other, slack)
        return way.length if near is None else near[0] - 1
    span = _span(mover, way, other, slack)
    if span is None:
        return way.length
    above, below, end_above, _ = span
    if end_above < 0 or above > way.length * below or (not touch and (end_above == 0 or above == way.length * below)):
        return way.length
    if touch:
        return max(-(-above // below) - 1, -1)
    return above // below if above >= 0 else -1


def window(mover: Shape, way: Path, other: Shape, reach: Length) -> Stretch | None:
    """The travels at which a moving shape is at most ``reach`` from another: the first and the last, or None.

    It is within reach at both and at every travel between them, and at no other whole travel (the distance to a
    convex shape first falls, then rises).
    """
    if not boxes_within(bounds(mover, way), other, reach):
        return None
    return reach_span(gap(mover.corners, other.corners), way, (reach + mover.radius + other.radius) * GRAINS)


def windows(mover: Shape, way: Path, others: Iterable[Shape], reach: Length) -> list[tuple[int, Stretch]]:
    """The windows of many shapes: the index of each that has one, in the order of their starts."""
    parts = [(number, window(mover, way, other, reach)) for number, other in enumerate(others)]
    return sorted([(number, part) for number, part in parts if part is not None], key=lambda item: item[1][0])


def ahead(mover: Footprint, length: Length = ENDLESS) -> Path:
    """The path straight ahead of a footprint."""
    return path(mover.bearing, length)


def in_strip(mover: Footprint, other: Shape) -> bool:
    """True if a footprint that moved straight ahead without end would meet another shape."""
    return first_contact(mover, ahead(mover), (other,)) is not None


def bounds(mover: Shape, way: Path) -> Bounds:
    """The box around all that a shape passes over on its path."""
    x, y = way.dx * way.length, way.dy * way.length
    left, right = (mover.left + x, mover.right) if x < 0 else (mover.left, mover.right + x)
    bottom, top = (mover.bottom + y, mover.top) if y < 0 else (mover.bottom, mover.top + y)
    return Bounds(left, bottom, right, top)


def swept(mover: Footprint, way: Path) -> Patch:
    """The area that a footprint passes over on its path, including start and end, to draw or to compare with ground."""
    x, y = way.dx * way.length, way.dy * way.length
    return patch(gap(((0, 0), (-x, -y)) if x or y else ((0, 0),), mover.corners))


def travel_on_table(mover: Footprint, way: Path, width: Length, height: Length) -> Length:
    """How far along a path a footprint on the table stays completely on it, in whole lengths."""
    best = way.length
    for step, low, high in (
        (way.dx, mover.left, width * GRAINS - mover.right),
        (way.dy, mover.bottom, height * GRAINS - mover.top),
    ):
        if step:
            best = min(best, (high if step > 0 else low) // abs(step))
    return max(best, 0)


def _span(mover: Shape, way: Path, other: Shape, slack: Length | None) -> Span | None:
    """The part of a path's line where a mover touches or overlaps a shape, neither of them with a radius."""
    if slack is not None and type(mover) is Footprint and type(other) is Footprint:
        return _footprint_span(mover, way.dx, way.dy, other, slack * GRAINS * SCALE)
    return line_span(gap(mover.corners, other.corners), way.dx, way.dy, slack)


def meetings(mover: Footprint, way: Path, others: Sequence[Shape], slack: Length = 0) -> list[Contact]:
    """Every shape that a footprint would overlap on its path, each at its first contact, in the order of ``others``."""
    dx, dy, length = way.dx, way.dy, way.length
    left, bottom, right, top = bounds(mover, way)
    less = slack * GRAINS * SCALE
    contacts_met = []
    for number, other in enumerate(others):
        if other.left < right and other.right > left and other.bottom < top and other.top > bottom:
            if type(other) is Footprint:
                span = _footprint_span(mover, dx, dy, other, less)
            else:
                span = _patch_span(mover, way, other, slack)
            if span is not None and span[2] > 0 and span[0] < length * span[1]:
                above = span[0] if span[0] > 0 else 0
                contacts_met.append(Contact(number, above // span[1], above, span[1]))
    return contacts_met


def _patch_span(mover: Footprint, way: Path, other: Shape, slack: Length) -> Span | None:
    """The part of a path where a footprint overlaps a shape of any kind deeper than a slack."""
    if not other.radius:
        return line_span(gap(mover.corners, other.corners), way.dx, way.dy, slack) if way.length else None
    reach = (other.radius - slack) * GRAINS
    near = reach_span(gap(mover.corners, other.corners), way, reach - 1) if reach > 0 else None
    # The whole steps on which it overlaps a rounded shape begin one after the last on which it does not.
    return (near[0] - 1, 1, near[1] + 1, 1) if near is not None else None


def _footprint_span(mover: Footprint, dx: int, dy: int, other: Footprint, less: int) -> Span | None:
    """The part of a repeated step where a moving footprint overlaps another, or None; None too without movement.

    The ends are exact and do not overlap themselves: on each of the four axes of the two, the overlap lasts for a
    stretch, and they overlap where all four stretches do.
    """
    x, y = other.x - mover.x, other.y - mover.y
    s1, c1, s2, c2 = mover.sine, mover.cosine, other.sine, other.cosine
    along, across = abs(s1 * s2 + c1 * c2), abs(s1 * c2 - c1 * s2)
    w1, d1, w2, d2 = mover.width, mover.depth, other.width, other.depth
    norm, other_norm = s1 * s1 + c1 * c1, s2 * s2 + c2 * c2
    a, b, c, d = 0, 0, 0, 0
    for place, rate, room in (
        (x * c1 - y * s1, dx * c1 - dy * s1, w1 * norm + w2 * along + d2 * across - less),
        (x * s1 + y * c1, dx * s1 + dy * c1, d1 * norm + d2 * along + w2 * across - less),
        (x * c2 - y * s2, dx * c2 - dy * s2, w2 * other_norm + w1 * along + d1 * across - less),
        (x * s2 + y * c2, dx * s2 + dy * c2, d2 * other_norm + d1 * along + w1 * across - less),
    ):
        if rate < 0:
            rate, place = -rate, -place
        elif rate == 0:
            if place >= room or -place >= room:
                return None
            continue
        start, end = place - room, place + room
        if start >= end:
            return None
        if b == 0:
            a, b, c, d = start, rate, end, rate
        else:
            if start * b > a * rate:
                a, b = start, rate
            if end * d < c * rate:
                c, d = end, rate
    return (a, b, c, d) if b and a * d < c * b else None
