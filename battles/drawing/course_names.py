"""Names along roads and streams: on their straightest stretch, tilted as it runs."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot
from typing import Final, NamedTuple

from battles.drawing.outline import Spot
from battles.engine.picture import Ground

LETTER: Final = 0.52
"""Average width of a letter, as a share of the type size."""
BESIDE: Final = 7.0
"""Distance from the middle of a course to the baseline of its name, in units of the ground."""
CROWDED: Final = 0.25
"""Deviation that a place at the end of its course or on a settlement counts as, in steps."""
EASTWARDS: Final = 90.0


class CourseName(NamedTuple):
    """A name: the middle of its baseline, and its tilt in degrees clockwise, from -90 to 90."""

    text: str
    kind: str
    x: float
    y: float
    tilt: float


def course_names(ground: Ground, size: float) -> Iterator[CourseName]:
    """The name of each course that has one, in type of a ``size`` in units of the ground."""
    towns = [area.middle for area in ground.areas if area.ground in ("town", "bridge")]
    for way in ground.ways:
        if not way.name:
            continue
        long = len(way.name) * size * LETTER
        start, end = min(_stretches(way.points, long), key=lambda each: _cost(way.points, each, towns, ground.step))
        (x1, y1), (x2, y2) = way.points[start], way.points[end]
        tilt = degrees(atan2(y2 - y1, x2 - x1))
        turned = tilt > EASTWARDS or tilt <= -EASTWARDS
        across = hypot(x2 - x1, y2 - y1) or 1
        side = -1 if turned else 1
        x = (x1 + x2) / 2 + side * BESIDE * (y2 - y1) / across
        y = (y1 + y2) / 2 - side * BESIDE * (x2 - x1) / across
        yield CourseName(
            way.name, way.kind, round(x, 1), round(y, 1), round(tilt + (180 if tilt < 0 else -180) * turned, 1)
        )


def _stretches(points: Sequence[Spot], long: float) -> Iterator[tuple[int, int]]:
    """First and last point of each stretch that holds a name; the whole course if none is long enough."""
    has_room = False
    for start in range(len(points)):
        for end in range(start + 1, len(points)):
            if hypot(points[end][0] - points[start][0], points[end][1] - points[start][1]) >= long:
                has_room = True
                yield start, end
                break
    if not has_room:
        yield 0, len(points) - 1


def _cost(points: Sequence[Spot], stretch: tuple[int, int], towns: Sequence[Spot], step: int) -> float:
    """How far a stretch deviates from a straight line; more at the ends of the course and on settlements."""
    start, end = stretch
    (x1, y1), (x2, y2) = points[start], points[end]
    long = hypot(x2 - x1, y2 - y1) or 1
    inner = points[start : end + 1]
    bend = max(abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / long for x, y in inner)
    crowded = sum(min(hypot(x - tx, y - ty) for x, y in inner) < step for tx, ty in towns)
    ends = (start == 0) + (end == len(points) - 1)
    return bend + CROWDED * step * (2 * crowded + ends)
