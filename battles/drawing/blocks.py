"""Unit blocks of a hex board: one geometry for screen and paper."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Literal, NamedTuple

from armies import symbols
from battles.engine.picture import Shape, Sign

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


if __name__ == "__main__":
    sys.stdout.write(sprite())
