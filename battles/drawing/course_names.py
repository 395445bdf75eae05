"""Names along roads and streams, and boxes of letters, counters and flags that names keep clear of."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final, NamedTuple

from battles.drawing.blocks import FOOTPRINTS
from battles.drawing.outline import Spot
from battles.drawing.terrain import Arcs, marks
from battles.engine.picture import Block, Ground, Scene, Shape

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
HIGH: Final = 0.75
LOW: Final = 0.22
"""Letters above and below their baseline, as shares of the type size."""
LABEL_SIZE: Final = 11.0
"""Type size of the label of a unit on a hex board, in units of the ground."""
LABEL_WIDE: Final = 49.0
"""Most width of such a label: the neighbour's begins 52 units farther on at the closest."""
LABEL_LETTER: Final = 0.53
"""Average width of its letters, as a share of the type size."""
LABEL_LEAST: Final = 24.0
"""Least distance from the middle of a unit to the baseline of its label."""
CLEAR: Final = 0.6
"""Free units between a counter and its label."""
DISC: Final = (15.0, 10.0)
"""Half width and height of a leader's disc."""
FRONT: Final[dict[Shape, float]] = {"unlimbered": 17.5, "limbered": 18.5}
"""Distance from the middle of a counter to the tip of its front mark; the others have an arrowhead."""
ARROW: Final = 8.2
FLAG_BOX: Final[Box] = (-18.0, -26.0, 0.0, 3.0)
"""The flag of an objective about the middle of its area."""
LETTER: Final = 0.56
"""Average width of a letter, as a share of the type size."""
BESIDE: Final = 7.0
"""Distance from the middle of a course to the letters beside it, in units of the ground."""
CROWDED: Final = 0.25
"""Deviation that a place at the end of its course or on a settlement counts as, in steps."""
WIDE: Final = 1.2
"""Width of a course on which its name is written, in type sizes."""
BELOW: Final = 0.12
"""Deviation that a place on the second line counts as, in steps."""
STEEP: Final = 95.0
"""Most degrees from the horizontal at which letters are read from the left."""
SAMPLES: Final = 8
"""Points of each arc of a drawn course."""
PACE: Final = 0.25
"""Steps between two places that are tried."""
TRIED: Final = 40
"""Most places of a name."""


@cache
def counter_box(shape: Shape, turn: int) -> Box:
    """The box around a turned counter of a hex board, front mark included, about its middle."""
    if shape == "leader":
        wide, high = DISC
        return -wide, -high, wide, high
    corners = [
        (x, y)
        for box in FOOTPRINTS[shape]
        for x in (box.x - 1, box.x + box.wide + 1)
        for y in (box.y - 1, box.y + box.high + 1)
    ]
    if shape != "square":
        tip = FRONT.get(shape) or ARROW - min(box.y for box in FOOTPRINTS[shape])
        corners += [(-1.5, -tip), (1.5, -tip)]
    if shape == "unlimbered":
        corners += [(-9, 15), (9, 15)]
    angle = radians(turn / 10)
    turned = [(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in corners]
    return (
        min(x for x, _ in turned),
        min(y for _, y in turned),
        max(x for x, _ in turned),
        max(y for _, y in turned),
    )


def label_base(block: Block) -> float:
    """Distance from the middle of a counter of a hex board to the baseline of its label below it."""
    return max(LABEL_LEAST, round(counter_box(block.shape, block.turn)[3] + CLEAR + HIGH * LABEL_SIZE, 1))


def scene_boxes(scene: Scene, middles: dict[str, tuple[int, int]]) -> Iterator[Box]:
    """Boxes of counters, of their labels, and of the flags of objectives on a hex board; none on an open table."""
    for block in scene.blocks:
        if block.size[0]:
            continue
        x, y = block.at
        left, top, right, bottom = counter_box(block.shape, block.turn)
        yield x + left, y + top, x + right, y + bottom
        if block.shape != "leader":
            half = min(LABEL_WIDE, len(block.label) * LABEL_SIZE * LABEL_LETTER) / 2
            yield text_box(x - half, y + label_base(block), 2 * half, LABEL_SIZE)
    for zone in scene.zones:
        for key in zone.areas if zone.kind == "objective" else ():
            if key in middles:
                x, y = middles[key]
                yield x + FLAG_BOX[0], y + FLAG_BOX[1], x + FLAG_BOX[2], y + FLAG_BOX[3]


def text_box(left: float, base: float, wide: float, size: float) -> Box:
    """The box of a line of letters."""
    return left, base - size * HIGH, left + wide, base + size * LOW


def overlap(box: Box, others: Iterable[Box]) -> float:
    """Area of a box that others cover, counted for each of them."""
    left, top, right, foot = box
    return sum(
        max(0.0, min(right, other[2]) - max(left, other[0])) * max(0.0, min(foot, other[3]) - max(top, other[1]))
        for other in others
    )


def is_free(box: Box, others: Iterable[Box]) -> bool:
    """True if a box overlaps none of the others."""
    left, top, right, foot = box
    return not any(left < other[2] and other[0] < right and top < other[3] and other[1] < foot for other in others)


class Start(NamedTuple):
    """A place of a name: the number of its line, and how far along it the name begins."""

    line: int
    along: float


class CourseName(NamedTuple):
    """A name along a course, on one of two ``lines``: the baselines above and below it, or on it and above.

    ``starts`` are its places, the best first; ``start`` is the chosen one. ``crowded``: none of them is free.
    """

    text: str
    kind: str
    lines: tuple[tuple[Spot, ...], tuple[Spot, ...]]
    starts: tuple[Start, ...]
    start: Start
    crowded: bool = False

    def at(self, along: float) -> tuple[float, float, float]:
        """The point at a distance along the chosen line, and the tilt there in degrees clockwise."""
        return _point(self.lines[self.start.line], along)


def course_names(ground: Ground, size: float, taken: Sequence[Box] = ()) -> Iterator[CourseName]:
    """The name of each course that has one, in type of a ``size``, clear of the boxes ``taken`` and of each other."""
    used = list(taken)
    for name, start_boxes in _possible(ground, size):
        for start in name.starts:
            boxes = start_boxes[start]
            if all(is_free(box, used) for box in boxes):
                used += boxes
                yield name._replace(start=start)
                break
        else:
            yield name._replace(crowded=True)


def name_boxes(name: CourseName, size: float) -> Iterator[Box]:
    """Boxes of the letters of a name in its place."""
    return _boxes(name, name.start, size)


@lru_cache(maxsize=32)
def _possible(ground: Ground, size: float) -> tuple[tuple[CourseName, dict[Start, list[Box]]], ...]:
    """Each named course with its possible places, and the boxes of its letters in each."""
    towns = [area.middle for area in ground.areas if area.ground in ("town", "bridge")]
    names = []
    for way, drawn in zip(ground.ways, marks(ground).ways, strict=True):
        if not way.name:
            continue
        points = _sampled(drawn.arcs)
        if points[-1][0] < points[0][0] - 1:
            points.reverse()
        long = len(way.name) * size * LETTER
        points = _lengthened(points, long)
        gap = BESIDE + way.wide / 2
        above = _beside(points, -gap)
        is_wide = way.wide >= WIDE * size
        lines = (_beside(points, 0.3 * size), above) if is_wide else (above, _beside(points, gap + 0.7 * size))
        costs = sorted(_starts(lines, long, towns, ground), key=lambda each: each[0])
        places = _spread([start for _, start in costs], ground.step) or (Start(0, 0.0),)
        name = CourseName(way.name, way.kind, lines, places, places[0])
        names.append((name, {start: list(_boxes(name, start, size)) for start in places}))
    return tuple(names)


def _spread(starts: Sequence[Start], step: int) -> tuple[Start, ...]:
    """The places to try: the best ones a step apart along the whole course, then those between them."""
    apart: list[Start] = []
    between: list[Start] = []
    for start in starts:
        near = any(other.line == start.line and abs(other.along - start.along) < step for other in apart)
        (between if near else apart).append(start)
    return tuple([*apart, *between][:TRIED])


def _sampled(arcs: Arcs) -> list[Spot]:
    """Points along a drawn course."""
    (x, y), curves = arcs
    points = [(x, y)]
    for (x1, y1), (x2, y2), (x3, y3) in curves:
        for place in range(1, SAMPLES + 1):
            t = place / SAMPLES
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3))
        x, y = x3, y3
    return points


def _lengthened(points: list[Spot], long: float) -> list[Spot]:
    """The points with straight ends if the course is shorter than its name."""
    missing = (long * 1.1 - _length(points)) / 2
    if missing <= 0:
        return points
    (x1, y1), (x2, y2) = points[0], points[-1]
    across = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / across * missing, (y2 - y1) / across * missing
    return [(x1 - dx, y1 - dy), *points, (x2 + dx, y2 + dy)]


def _beside(points: Sequence[Spot], by: float) -> tuple[Spot, ...]:
    """A line ``by`` to the right of the points, as they run; negative is to the left, above a course to the east."""
    line = []
    for place, (x, y) in enumerate(points):
        (x1, y1), (x2, y2) = points[max(0, place - 2)], points[min(len(points) - 1, place + 2)]
        across = hypot(x2 - x1, y2 - y1) or 1
        line.append((round(x - by * (y2 - y1) / across, 1), round(y + by * (x2 - x1) / across, 1)))
    return tuple(line)


def _starts(
    lines: tuple[tuple[Spot, ...], ...], long: float, towns: Sequence[Spot], ground: Ground
) -> Iterator[tuple[float, Start]]:
    """Places on the ground where a name reads from the left, each with its cost in units of the ground."""
    step = ground.step
    for number, line in enumerate(lines):
        total = _length(line)
        for place in range(int(max(0.0, total - long) / (PACE * step)) + 1):
            along = place * PACE * step
            inner = [_point(line, along + long * share / 10) for share in range(11)]
            if any(abs(tilt) > STEEP for _, _, tilt in inner) or not all(_is_on(ground, x, y) for x, y, _ in inner):
                continue
            (x1, y1, _), (x2, y2, _) = inner[0], inner[-1]
            across = hypot(x2 - x1, y2 - y1) or 1
            bend = max(abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / across for x, y, _ in inner)
            crowded = sum(min(hypot(x - tx, y - ty) for x, y, _ in inner) < step * 0.8 for tx, ty in towns)
            ends = (along < step / 2) + (along + long > total - step / 2)
            cost = bend + step * (CROWDED * (2 * crowded + ends) + BELOW * number)
            yield cost, Start(number, round(along, 1))


def _is_on(ground: Ground, x: float, y: float) -> bool:
    return 0 <= x <= ground.width and 0 <= y <= ground.height


def _boxes(name: CourseName, start: Start, size: float) -> Iterator[Box]:
    """A box for each stretch of a name as long as its letters are high."""
    line, half = name.lines[start.line], size * 0.5
    long = len(name.text) * size * LETTER
    for place in range(int(long / half) + 1):
        x, y, tilt = _point(line, start.along + min(long, place * half))
        yield letter_box((x, y), tilt, size)


def letter_box(at: Spot, tilt: float, size: float) -> Box:
    """A box around a letter, whose baseline has its middle ``at`` a point and a tilt in degrees clockwise."""
    x, y = _raised(*at, tilt, size * 0.27)
    half = size * 0.5
    return x - half, y - half, x + half, y + half


def _raised(x: float, y: float, tilt: float, by: float) -> Spot:
    """A point above a baseline of a tilt."""
    turn = radians(tilt)
    return x + by * sin(turn), y - by * cos(turn)


def _length(line: Sequence[Spot]) -> float:
    return sum(hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(line))


def _point(line: Sequence[Spot], along: float) -> tuple[float, float, float]:
    """The point at a distance along a line, and the tilt of the line there in degrees clockwise."""
    left = along
    x1, y1 = line[0]
    x2, y2 = line[-1]
    for (x1, y1), (x2, y2) in pairwise(line):
        piece = hypot(x2 - x1, y2 - y1)
        if left <= piece:
            break
        left -= piece
    piece = hypot(x2 - x1, y2 - y1) or 1
    share = min(1.0, left / piece)
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, degrees(atan2(y2 - y1, x2 - x1))
