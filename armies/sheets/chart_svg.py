"""A page of a chart as an SVG file: text as text, with a title and a description.

It stands alone, and inside a page: nothing in it needs a style sheet or a script. Ink is ``currentColor``
and every colour that a page may want otherwise carries a class: ``ground``, ``nation n-fr``.
"""

from collections.abc import Iterator
from functools import cache
from html import escape
from typing import Final

import segno

from armies import symbols
from armies.paper.faces import MM, Face
from armies.sheets.chart_picture import Code, Frame, Mark, Path, Picture, Sign, Stripe, Text
from armies.sheets.chart_weave import EDGE, bars, colour, pale

TEXT_FAMILY: Final = "'Source Sans 3 Variable','Source Sans 3','Source Sans Pro','Segoe UI',Helvetica,Arial,sans-serif"
DISPLAY_FAMILY: Final = "'Old Standard TT','Bodoni 72',Didot,'Times New Roman',serif"

FACES: Final[dict[Face, str]] = {
    "text": "",
    "semi": ' font-weight="600"',
    "bold": ' font-weight="700"',
    "ital": ' font-style="italic"',
    "disp": f' font-family="{DISPLAY_FAMILY}" font-weight="700"',
    "dispi": f' font-family="{DISPLAY_FAMILY}" font-style="italic"',
}
ANCHORS: Final = {"l": "", "c": ' text-anchor="middle"', "r": ' text-anchor="end"'}
PT: Final = 1 / MM
"""Millimetres in a point."""


def to_svg(page: Picture, title: str, description: str, name: str = "chart") -> str:
    """The page as one ``svg`` element. ``name`` begins its ids, so that several stand in one document."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page.wide:g}mm" height="{page.high:g}mm" '
        f'viewBox="0 0 {page.wide:g} {page.high:g}" role="img" aria-labelledby="{name}-title {name}-desc" '
        f'color="#000" fill="none" font-family="{TEXT_FAMILY}">'
        f'<title id="{name}-title">{_clean(title)}</title><desc id="{name}-desc">{_clean(description)}</desc>'
        f'<rect class="ground" width="{page.wide:g}" height="{page.high:g}" fill="#fff"/>'
    )
    return "".join([head, *(piece for mark in page.marks for piece in _mark(mark)), "</svg>\n"])


def _mark(mark: Mark) -> Iterator[str]:
    if isinstance(mark, Text):
        yield _text(mark)
    elif isinstance(mark, Path):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in mark.points)
        yield f'<polyline points="{points}" {_stroke(mark.weight)}/>'
    elif isinstance(mark, Frame):
        dashes = ' stroke-dasharray=".7 .5"' if mark.dashed else ""
        where = f'x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.wide)}" height="{_n(mark.high)}"'
        yield f'<rect class="ground" {where} fill="#fff" {_stroke(mark.weight)}{dashes}/>'
    elif isinstance(mark, Sign):
        scale = mark.wide / symbols.WIDTH
        yield f'<g transform="translate({_n(mark.x)} {_n(mark.y)}) scale({scale:.4f})">{_sign(mark.name)}</g>'
    elif isinstance(mark, Stripe):
        path = "".join(f"M{_n(x)} {_n(y)}h{_n(wide)}v{_n(high)}h-{_n(wide)}z" for x, y, wide, high in bars(mark))
        css = f"nation n-{mark.nation.lower()}" if mark.nation.isalnum() else "nation"
        edge = f" {_stroke(EDGE)}" if pale(mark.nation) else ""
        yield f'<path class="{css}" fill="{colour(mark.nation)}"{edge} d="{path}"/>'
    elif isinstance(mark, Code):
        yield _code(mark)


def _text(text: Text) -> str:
    """``textLength`` keeps another typeface within the measure of ours."""
    grey = f' fill-opacity="{1 - text.grey:g}"' if text.grey else ""
    return (
        f'<text x="{_n(text.x)}" y="{_n(text.y)}" font-size="{text.size * PT:.3f}" fill="currentColor"'
        f"{grey}{FACES[text.face]}{ANCHORS[text.align]}"
        f' textLength="{_n(text.wide)}" lengthAdjust="spacingAndGlyphs">{_clean(text.words)}</text>'
    )


@cache
def _sign(name: str) -> str:
    paint = {
        "line": f'stroke="currentColor" stroke-width="{symbols.LINE}"',
        "ink": 'fill="currentColor"',
        "paper": f'class="ground" fill="#fff" stroke="currentColor" stroke-width="{symbols.LINE}"',
        "paper0": 'class="ground" fill="#fff"',
    }
    strokes = symbols.SYMBOLS.get(name, symbols.SYMBOLS["unknown"])
    return "".join(f'<path {paint[how]} d="{path}"/>' for how, path in strokes)


def _code(code: Code) -> str:
    """Black on white whatever the page's colours, or cameras fail; the quiet zone is left to the paper."""
    rows = [list(row) for row in segno.make(code.address, error="m", micro=False).matrix]
    cell = code.wide / len(rows)
    left = code.right - code.wide
    path = "".join(
        f"M{across} {down}h1v1h-1z" for down, row in enumerate(rows) for across, dark in enumerate(row) if dark
    )
    quiet = f'<rect x="-2" y="-2" width="{len(rows) + 4}" height="{len(rows) + 4}" fill="#fff"/>'
    where = f"translate({_n(left)} {_n(code.y)}) scale({cell:.4f})"
    return f'<g transform="{where}" shape-rendering="crispEdges">{quiet}<path fill="#000" d="{path}"/></g>'


def _stroke(weight: float) -> str:
    return f'stroke="currentColor" stroke-width="{weight * PT:.3f}"'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _clean(words: str) -> str:
    return escape(words)
