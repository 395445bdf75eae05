"""Unit blocks of hex boards, and of open tables as large as their bases: one geometry for screen and paper."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, hypot, radians, sin
from typing import Final, Literal, NamedTuple

from armies import symbols
from battles.drawing.outline import Loop, Spot
from battles.engine.picture import Block, Shape, Sign

Paint = Literal["block", "sign", "signed", "blank", "edge", "edged"]
"""block: fill and edge; sign: line; signed: fill with the sign's ink; blank: fill with the block's colour; edge: line
of the edge; edged: fill of the edge."""


class Stroke(NamedTuple):
    """A path, its paint, and its line width in units of the box."""

    paint: Paint
    path: str
    weight: float = 0.0


class Box(NamedTuple):
    """A rectangle of a footprint: left, top, width and height."""

    x: float
    y: float
    wide: float
    high: float


HALF: Final = 22
"""Half the side of a block's box."""
EDGE: Final = {"a": 1.6, "b": 2.1}
"""Edge width of a block, by side."""
LINE: Final = 1.7
"""Line width of a sign."""
INSET: Final = 2.2
"""Distance from the edge of a block to its sign."""
CUT: Final = 3.4

STANDS: Final = 3
"""Number of parts of a skirmish block, and the share of its front that is gaps."""
GAPS: Final = 0.28
MARK: Final = (6.0, 5.5)
"""Most half width of the front mark, and its length."""
BASE_CORNERS: Final = 16
"""Corners in the outline of a round base."""
DISC: Final = 12.5
"""Radius of a leader without a size of its own."""

FOOTPRINTS: Final[dict[Shape, tuple[Box, ...]]] = {
    "line": (Box(-18, -8, 36, 15),),
    "column": (Box(-10, -12.5, 20, 26),),
    "mass": (Box(-13, -10.5, 26, 22),),
    "square": (Box(-13, -13, 26, 26),),
    "skirmish": (Box(-19, -5, 11, 11), Box(-5.5, -9, 11, 11), Box(8, -5, 11, 11)),
    "limbered": (Box(-9, -12, 18, 24),),
    "unlimbered": (Box(-15, -5, 30, 14),),
}
SIGNS: Final[tuple[Sign, ...]] = (
    *("line_infantry", "light_infantry", "heavy_cavalry", "medium_cavalry", "light_cavalry", "lancers"),
    *("foot_artillery", "horse_artillery", "unknown"),
)
"""Signs of units; leaders are discs of `armies.symbols`."""
SIDES: Final = ("a", "b")

ROUND: Final = frozenset({symbols.BALL, symbols.HALO})
"""Strokes that stay round in every footprint."""
PAINTS: Final[dict[symbols.Paint, Paint]] = {"line": "sign", "ink": "signed", "paper0": "blank", "paper": "block"}


def name_of(sign: Sign, shape: Shape, side: str) -> str:
    """The name of a block in the sprite."""
    return f"k-{sign}-{shape}-{'b' if side == 'b' else 'a'}"


@cache
def strokes(sign: Sign, shape: Shape, side: str) -> tuple[Stroke, ...]:
    """Strokes of a unit's block, bottom first.

    Raises:
        KeyError: the sign or shape of a leader.
    """
    boxes = FOOTPRINTS[shape]
    parts = []
    for box in boxes:
        cut = CUT * min(1.0, box.wide / 15) if side == "b" else 0.0
        parts.append(Stroke("block", outline(box, cut), EDGE["b" if side == "b" else "a"]))
        if shape == "square":
            parts.append(Stroke("sign", outline(within(box, 4), 0), 1.2))
        if shape == "mass":
            parts.append(Stroke("sign", outline(within(box, 3), 0), 0.9))
        parts += fitted_sign(sign, within(box, INSET if shape not in ("square", "mass") else 6), len(boxes) > 1)
    return (*parts, *_front(shape, boxes))


def fitted_sign(sign: Sign, box: Box, small: bool = False) -> Iterator[Stroke]:
    """The sign stretched to ``box``; balls stay round. ``small``: thinner lines."""
    across, down = box.wide / symbols.WIDTH, box.high / symbols.HEIGHT
    even = min(across, down, 1.0) if small else min(max(across, 0.75), max(down, 0.75), 1.1)
    middle_x, middle_y = box.x + box.wide / 2, box.y + box.high / 2
    for stroke in symbols.SYMBOLS[sign][1:]:
        paint, path = stroke
        wide, high = (even, even) if stroke in ROUND else (across, down)
        pieces = []
        for letter, numbers in symbols.parse(path):
            points = [
                middle_x + (value - symbols.WIDTH / 2) * wide
                if place % 2 == 0
                else middle_y + (value - symbols.HEIGHT / 2) * high
                for place, value in enumerate(numbers)
            ]
            pieces.append(" ".join([letter, *map(_n, points)]))
        yield Stroke(PAINTS[paint], " ".join(pieces), LINE * (0.8 if small else 1))


def _front(shape: Shape, boxes: tuple[Box, ...]) -> Iterator[Stroke]:
    """Front mark of a block: barrel and trail, chevron, or arrowhead; a square has none."""
    if shape == "unlimbered":
        yield Stroke("edge", "M 0 -5 L 0 -17.5", 3)
        yield Stroke("edge", "M -6 9 L -9 15 M 6 9 L 9 15", 1.8)
    elif shape == "limbered":
        yield Stroke("edge", "M -5.5 -13.5 L 0 -18.5 L 5.5 -13.5", 2.2)
    elif shape != "square":
        top = min(box.y for box in boxes) - 2.2
        yield Stroke("edged", f"M -6 {_n(top)} L 0 {_n(top - 6)} L 6 {_n(top)} Z")


def outline(box: Box, cut: float = 0) -> str:
    """The path of a rectangle with corners cut off by ``cut``."""
    left, top, right, foot = box.x, box.y, box.x + box.wide, box.y + box.high
    if not cut:
        return _path((left, top), (right, top), (right, foot), (left, foot))
    return _path(
        *((left + cut, top), (right - cut, top), (right, top + cut), (right, foot - cut)),
        *((right - cut, foot), (left + cut, foot), (left, foot - cut), (left, top + cut)),
    )


def within(box: Box, by: float) -> Box:
    """The rectangle ``by`` inside ``box``."""
    return Box(box.x + by, box.y + by, box.wide - 2 * by, box.high - 2 * by)


def _path(*points: tuple[float, float]) -> str:
    first, *others = (f"{_n(x)} {_n(y)}" for x, y in points)
    return " ".join([f"M {first}", *(f"L {other}" for other in others), "Z"])


def _n(value: float) -> str:
    return f"{round(value, 2) + 0:g}"


MORALE: Final[dict[str, str]] = {"fair": "110", "bad": "100", "broken": "000"}
"""Pips of a morale level: 1 is a full one. A Good unit has no pips."""


def to_svg(sign: Sign, shape: Shape, side: str) -> str:
    """A ``<symbol>`` of the sprite; the CSS properties sf, sg and se are its fill, sign and edge."""
    box = f"{-HALF} {-HALF} {2 * HALF} {2 * HALF}"
    return _symbol(name_of(sign, shape, side), box, markup(strokes(sign, shape, side)))


def markup(parts: Iterable[Stroke]) -> str:
    """Strokes as SVG paths with the same CSS properties."""
    paint: dict[Paint, str] = {
        "block": 'fill="var(--sf)" stroke="var(--se)" stroke-linejoin="round"',
        "sign": 'fill="none" stroke="var(--sg)"',
        "signed": 'fill="var(--sg)"',
        "blank": 'fill="var(--sf)"',
        "edge": 'fill="none" stroke="var(--se)"',
        "edged": 'fill="var(--se)"',
    }
    return "".join(
        f"<path {paint[stroke.paint]}"
        + (f' stroke-width="{_n(stroke.weight)}"' if stroke.paint in ("block", "sign", "edge") else "")
        + f' d="{stroke.path}"/>'
        for stroke in parts
    )


def pips(level: str) -> str:
    """A ``<symbol>`` of the sprite: the pips of a level in ``currentColor``."""
    dots = "".join(
        f'<circle cx="{3 + 6 * place}" cy="3" r="2.1" fill="{"currentColor" if full == "1" else "var(--t-ground)"}" '
        'stroke="currentColor" stroke-width="1.1"/>'
        for place, full in enumerate(MORALE[level])
    )
    paper = '<rect x="-1" y="-1" width="20" height="8" rx="4" fill="var(--t-ground)"/>'
    return _symbol(f"m-{level}", "-1 -1 20 8", paper + dots)


def _symbol(name: str, box: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="{box}">{body}</symbol>'


def sprite() -> str:
    """All blocks, pips and discs of leaders in one file, for ``<use href="blocks.svg#k-line_infantry-line-a"/>``."""
    head = '<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Written by python -m battles.drawing.blocks. -->\n'
    blocks = (to_svg(sign, shape, side) for sign in SIGNS for shape in FOOTPRINTS for side in SIDES)
    leaders = (symbols.to_svg(name) for name in symbols.SYMBOLS if name.startswith("leader_"))
    return head + "\n".join([*blocks, *map(pips, MORALE), *leaders]) + "\n</svg>\n"


@cache
def base_strokes(sign: Sign, shape: Shape, side: str, size: tuple[int, int]) -> tuple[Stroke, ...]:
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
    return (*parts, *_base_front(shape, whole))


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


def _base_front(shape: Shape, whole: Box) -> Iterator[Stroke]:
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
        corners = [
            (far * sin(radians(360 / BASE_CORNERS * n)), -far * cos(radians(360 / BASE_CORNERS * n)))
            for n in range(BASE_CORNERS)
        ]
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


if __name__ == "__main__":
    sys.stdout.write(sprite())
