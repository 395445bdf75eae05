"""Unit symbols: one geometry for paper and screen.

Every symbol is a list of strokes in a box 24 wide and 16 high, y down, written with M, L, C and Z
only, absolute coordinates. Each stroke has a paint: ``line`` (ink line), ``ink`` (filled with ink),
``paper`` (filled with paper, then outlined) or ``paper0`` (filled with paper only). The same
table gives the sprite of the pages and the paths of a PDF.

How to read them, with the front at the top: infantry has a cross, cavalry one diagonal, guns a ball. Ink in
the front quarter means light infantry; ink below the diagonal means heavier cavalry. On screen the block has
the nation's colour and the sign inside it has the sign's colour.

``python -m armies.symbols`` writes the sprite to standard output.
"""

import sys
from collections.abc import Iterable
from typing import Final, Literal

Paint = Literal["line", "ink", "paper", "paper0"]
Stroke = tuple[Paint, str]

WIDTH, HEIGHT = 24, 16
LINE = 1.1
"""Width of an ink line in box units: 0.25 mm when the symbol is 5.4 mm wide."""
SCREEN_SIGN = 0.8
"""Size of a sign on screen as a share of its box, which leaves a margin."""
SCREEN_LINE = 1.9
"""Width of a sign's line on screen before scaling: wider than ink, for small symbols."""
SCREEN_EDGE = 1.5
"""Width of a block's edge on screen."""


def _disc(cx: float, cy: float, r: float) -> str:
    """A circle as four cubic curves, so that no arc command is needed."""
    k = r * 0.5523

    def n(*values: float) -> str:
        return " ".join(f"{round(value, 3):g}" for value in values)

    return (
        f"M {n(cx - r, cy)} C {n(cx - r, cy - k, cx - k, cy - r, cx, cy - r)} "
        f"C {n(cx + k, cy - r, cx + r, cy - k, cx + r, cy)} C {n(cx + r, cy + k, cx + k, cy + r, cx, cy + r)} "
        f"C {n(cx - k, cy + r, cx - r, cy + k, cx - r, cy)} Z"
    )


BLOCK: Final[Stroke] = ("paper", "M 0.6 0.6 L 23.4 0.6 L 23.4 15.4 L 0.6 15.4 Z")
CUT_BLOCK: Final[Stroke] = ("paper", "M 4 1 L 20 1 L 23 4 L 23 12 L 20 15 L 4 15 L 1 12 L 1 4 Z")
FALLING: Final[Stroke] = ("line", "M 0.6 0.6 L 23.4 15.4")
RISING: Final[Stroke] = ("line", "M 0.6 15.4 L 23.4 0.6")
FRONT: Final[Stroke] = ("ink", "M 0.6 0.6 L 23.4 0.6 L 12 8 Z")
HEAVY: Final[Stroke] = ("ink", "M 0.6 15.4 L 23.4 0.6 L 23.4 15.4 Z")
MEDIUM: Final[Stroke] = ("ink", "M 10.6 15.4 L 23.4 7.1 L 23.4 15.4 Z")
PENNON: Final[Stroke] = ("ink", "M 2.6 2.4 L 11.6 3.0 L 9.4 4.7 L 10.6 6.9 L 2.6 5.6 Z")
STAFF: Final[Stroke] = ("line", "M 2.6 1.6 L 2.6 9.6")
BALL: Final[Stroke] = ("ink", _disc(12, 8, 3.5))
HALO: Final[Stroke] = ("paper0", _disc(12, 8, 4.8))
CIRCLE: Final[Stroke] = ("paper", _disc(12, 8, 7.4))
BATONS: Final[tuple[Stroke, ...]] = (
    ("ink", "M 8.5 12.7 L 7.3 11.5 L 15.5 3.3 L 16.7 4.5 Z"),
    ("ink", "M 15.5 12.7 L 16.7 11.5 L 8.5 3.3 L 7.3 4.5 Z"),
)


def _pips(count: int) -> list[Stroke]:
    """Lozenges side by side in a commander's circle, one for each figure."""
    step, half = 4.0, 1.75
    out: list[Stroke] = []
    for i in range(count):
        x = 12 + (i - (count - 1) / 2) * step
        out.append(
            ("ink", f"M {x:g} {8 - half * 1.5:g} L {x + half:g} 8 L {x:g} {8 + half * 1.5:g} L {x - half:g} 8 Z")
        )
    return out


SYMBOLS: Final[dict[str, list[Stroke]]] = {
    "line_infantry": [BLOCK, FALLING, RISING],
    "light_infantry": [BLOCK, FALLING, RISING, FRONT],
    "heavy_cavalry": [BLOCK, HEAVY],
    "medium_cavalry": [BLOCK, RISING, MEDIUM],
    "light_cavalry": [BLOCK, RISING],
    "lancers": [BLOCK, RISING, STAFF, PENNON],
    "foot_artillery": [BLOCK, BALL],
    "horse_artillery": [BLOCK, RISING, HALO, BALL],
    "leader_brigade": [CIRCLE, *_pips(1)],
    "leader_division": [CIRCLE, *_pips(2)],
    "leader_corps": [CIRCLE, *_pips(3)],
    "leader_army": [CIRCLE, *BATONS],
    "unknown": [BLOCK, ("line", "M 5 8 L 19 8")],
}
"""Symbol by unit type (light cavalry with lances is ``lancers``)."""

BLOCKS: Final[dict[str, Stroke]] = {"block-a": BLOCK, "block-b": CUT_BLOCK}
"""Blocks on screen, which are separate symbols: square corners for side A, cut corners for side B."""


def parse(path: str) -> list[tuple[str, tuple[float, ...]]]:
    """``path`` as (command, numbers): M 2, L 2, C 6, Z 0.

    Raises:
        ValueError: any other command.
    """
    need = {"M": 2, "L": 2, "C": 6, "Z": 0}
    words, out, i = path.split(), [], 0
    while i < len(words):
        letter = words[i]
        if letter not in need:
            raise ValueError(f"Symbol path: {letter!r} is not one of M, L, C, Z: {path}")
        out.append((letter, tuple(float(word) for word in words[i + 1 : i + 1 + need[letter]])))
        i += 1 + need[letter]
    return out


def _painted(strokes: Iterable[Stroke]) -> str:
    """Paths coloured by the page: the custom properties sf, sg and se are fill, sign and edge."""
    paint: dict[Paint, str] = {
        "line": f'fill="none" stroke="var(--sg)" stroke-width="{SCREEN_LINE}"',
        "ink": 'fill="var(--sg)"',
        "paper": f'fill="var(--sf)" stroke="var(--se)" stroke-width="{SCREEN_EDGE}"',
        "paper0": 'fill="var(--sf)"',
    }
    return "".join(f'<path {paint[how]} d="{d}"/>' for how, d in strokes)


def to_svg(name: str) -> str:
    """One ``<symbol>`` of the sprite: a block, a unit's sign without its block, or a commander's disc."""
    if name in BLOCKS:
        body = _painted([BLOCKS[name]])
    elif SYMBOLS[name][0] is CIRCLE:
        body = _painted(SYMBOLS[name])
    else:
        dx, dy = WIDTH * (1 - SCREEN_SIGN) / 2, HEIGHT * (1 - SCREEN_SIGN) / 2
        inset = f"translate({dx:g} {dy:g}) scale({SCREEN_SIGN:g})"
        body = f'<g transform="{inset}">{_painted(SYMBOLS[name][1:])}</g>'
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def sprite() -> str:
    """All symbols in one file, for ``<use href="symbols.svg#block-a"/><use href="symbols.svg#line_infantry"/>``."""
    head = '<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Written by python -m armies.symbols. -->\n'
    return head + "\n".join(map(to_svg, (*BLOCKS, *SYMBOLS))) + "\n</svg>\n"


if __name__ == "__main__":
    sys.stdout.write(sprite())
