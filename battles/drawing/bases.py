"""Unit blocks of an open table, as large as their bases."""

from collections.abc import Iterator
from functools import cache
from math import cos, hypot, radians, sin
from typing import Final

from battles.drawing.blocks import CUT, EDGE, INSET, Box, Stroke, fitted_sign, outline, within
from battles.drawing.outline import Loop, Spot
from battles.engine.picture import Block, Shape, Sign

STANDS: Final = 3
"""Number of parts of a skirmish block, and the share of its front that is gaps."""
GAPS: Final = 0.28
MARK: Final = (6.0, 5.5)
"""Most half width of the front mark, and its length."""
ROUND: Final = 16
"""Corners in the outline of a round base."""
DISC: Final = 12.5
"""Radius of a leader without a size of its own."""


@cache
def strokes(sign: Sign, shape: Shape, side: str, size: tuple[int, int]) -> tuple[Stroke, ...]:
    """Strokes of a unit whose base is ``size`` (width, depth), bottom first."""
    wide, deep = size
    whole = Box(-wide / 2, -deep / 2, wide, deep)
    boxes = tuple(_parts(whole)) if shape == "skirmish" else (whole,)
    parts = [Stroke("edge", outline(whole), 0.6)] if shape == "skirmish" else []
    for box in boxes:
        cut = CUT * min(1.0, box.wide / 15) if side == "b" else 0.0
        parts.append(Stroke("block", outline(box, cut), EDGE["b" if side == "b" else "a"]))
        inset = INSET
        if shape in ("square", "mass"):
            inset = min(5.0, box.wide / 5)
            parts.append(Stroke("sign", outline(within(box, inset - 2)), 1.1))
        parts += fitted_sign(sign, _room(within(box, inset)), small=len(boxes) > 1)
    return (*parts, *_front(shape, whole))


def _parts(whole: Box) -> Iterator[Box]:
    """Parts of a skirmish block with gaps between them."""
    wide = whole.wide * (1 - GAPS) / STANDS
    gap = whole.wide * GAPS / (STANDS - 1)
    for place in range(STANDS):
        yield Box(whole.x + place * (wide + gap), whole.y, wide, whole.high)


def _room(box: Box) -> Box:
    """The part of a box for the sign: at most four times as long as wide, so that the sign stays clear."""
    high = min(box.high, box.wide * 1.1)
    wide = min(box.wide, box.high * 4)
    return Box(box.x + (box.wide - wide) / 2, box.y + (box.high - high) / 2, wide, high)


def _front(shape: Shape, whole: Box) -> Iterator[Stroke]:
    """Front mark of a block: barrel and trail, chevron, or arrowhead; a square has none."""
    half, out = min(MARK[0], whole.wide / 4), MARK[1]
    top, foot = whole.y, whole.y + whole.high
    if shape == "unlimbered":
        yield Stroke("edge", f"M 0 {top + 2:g} L 0 {top - out - 2:g}", 3)
        yield Stroke(
            "edge",
            f"M {-half:g} {foot:g} L {-half:g} {foot + out:g} M {half:g} {foot:g} L {half:g} {foot + out:g}",
            1.6,
        )
    elif shape == "limbered":
        yield Stroke("edge", f"M {-half:g} {top:g} L 0 {top - out:g} L {half:g} {top:g}", 2)
    elif shape != "square":
        yield Stroke("edged", f"M {-half:g} {top:g} L 0 {top - out:g} L {half:g} {top:g} Z")


def loop(block: Block, by: float = 0) -> Loop:
    """The outline of a block's base, ``by`` wider on all sides, clockwise."""
    wide, deep = block.size
    if _is_round(block):
        far = (wide / 2 or DISC) + by
        corners = [(far * sin(radians(360 / ROUND * n)), -far * cos(radians(360 / ROUND * n))) for n in range(ROUND)]
    else:
        x, y = wide / 2 + by, deep / 2 + by
        corners = [(-x, -y), (x, -y), (x, y), (-x, y)]
    turn = radians(block.turn / 10)
    return tuple(
        (block.at[0] + x * cos(turn) - y * sin(turn), block.at[1] + x * sin(turn) + y * cos(turn)) for x, y in corners
    )


def bar(first: Block, second: Block, half: float) -> tuple[Spot, Spot]:
    """A line of length ``2 * half`` across the midpoint between two blocks in contact."""
    (x1, y1), (x2, y2) = edge(first, second.at), edge(second, first.at)
    across, down = second.at[0] - first.at[0], second.at[1] - first.at[1]
    long = hypot(across, down) or 1
    x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, down / long * half, -across / long * half
    return (x - dx, y - dy), (x + dx, y + dy)


def _is_round(block: Block) -> bool:
    return block.shape == "leader" or not block.size[0]


def below(block: Block) -> float:
    """Distance from a turned block's middle to its lowest point, front mark included."""
    tip = -cos(radians(block.turn / 10)) * (block.size[1] / 2 + MARK[1])
    return max(tip, max(y for _, y in loop(block)) - block.at[1])


def edge(block: Block, towards: Spot) -> Spot:
    """The point where a line from a block's middle to ``towards`` leaves the base, or ``towards`` if it does not."""
    x, y = block.at
    long = hypot(towards[0] - x, towards[1] - y)
    if not long:
        return towards
    turn = radians(block.turn / 10)
    dx, dy = (towards[0] - x) / long, (towards[1] - y) / long
    across, along = abs(dx * cos(turn) + dy * sin(turn)), abs(-dx * sin(turn) + dy * cos(turn))
    wide, deep = block.size
    reach = min(wide / 2 / across if across else long, deep / 2 / along if along else long)
    if _is_round(block):
        reach = wide / 2 or DISC
    return x + dx * min(reach, long), y + dy * min(reach, long)
