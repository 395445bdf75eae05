"""Boxes of letters, counters and flags on a board, for names that keep clear of them."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, radians, sin
from typing import Final

from battles.drawing.blocks import FOOTPRINTS
from battles.engine.picture import Block, Scene, Shape

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
