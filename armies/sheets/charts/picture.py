"""Marks at their places on a page, in millimetres, drawn as PDF or as SVG."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from html import escape
from typing import Final, NamedTuple

import segno

from armies import symbols
from armies.paper import marks
from armies.paper.page import Folio, Page
from armies.paper.section import Planned
from armies.paper.sheet import INK, RULE, Align, Format, Sheet
from armies.paper.typography import MM, Face, Fitted, width
from battles.engine.armies.nations import nations


class Text(NamedTuple):
    """One line of type on the baseline ``y``; ``wide`` is its width, to the left, right or both sides of ``x``."""

    x: float
    y: float
    words: str
    face: Face
    size: float
    wide: float
    squeeze: float = 1.0
    align: Align = "l"
    grey: float = INK


class Path(NamedTuple):
    """A line through points; its weight in points."""

    points: tuple[tuple[float, float], ...]
    weight: float = RULE
    grey: float = INK


class Frame(NamedTuple):
    """A white rectangle with an edge; ``dashed`` if it is not a formation."""

    x: float
    y: float
    wide: float
    high: float
    weight: float = RULE
    dashed: bool = False


class Sign(NamedTuple):
    """A symbol of ``armies.symbols``."""

    name: str
    x: float
    y: float
    wide: float


class Stripe(NamedTuple):
    """The stripe of a nation."""

    nation: str
    x: float
    y: float
    wide: float
    high: float


class Code(NamedTuple):
    """An address as a QR code."""

    address: str
    right: float
    y: float
    wide: float


Mark = Text | Path | Frame | Sign | Stripe | Code


class Picture(NamedTuple):
    """One page: its size, its marks from back to front, and its entry in the PDF outline."""

    wide: float
    high: float
    marks: tuple[Mark, ...]
    outline: str


def type_set(x: float, y: float, fitted: Fitted, scale: float = 1.0, grey: float = INK) -> list[Text]:
    """The lines of fitted words at ``scale``, the first on the baseline ``y``."""
    size = fitted.size * scale
    return [
        Text(
            x,
            y + index * fitted.lead * scale,
            line,
            fitted.face,
            size,
            width(line, fitted.face, size) * fitted.squeeze,
            fitted.squeeze,
            "l",
            grey,
        )
        for index, line in enumerate(fitted.lines)
    ]


Bar = tuple[float, float, float, float]
"""Left, top, width, height in millimetres."""

NO_NATION: Final = "#777777"
EDGE: Final = 0.35
"""Weight in points of the edge of a pale stripe."""


def colour(code: str) -> str:
    """``#1F4E9E``; grey for no nation."""
    nation = nations().get(code)
    return nation.colour if nation else NO_NATION


def pale(code: str) -> bool:
    """True if the colour needs an edge on white paper."""
    red, green, blue = (int(colour(code)[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.8


def bars(stripe: Stripe) -> list[Bar]:
    """The bars of the stripe, cut off at its right end."""
    woven = marks.bars(marks.weave(stripe.nation), stripe.x, stripe.x + stripe.wide, stripe.high)
    return [(x, stripe.y + top, wide, high) for x, top, wide, high in woven]


def picture_pages(pictures: Sequence[Picture]) -> Planned:
    """A page for each picture, in its size, with its own footer."""
    pages = [
        Page(partial(_draw, picture), picture.outline, format=Format(picture.wide, picture.high), footer=False)
        for picture in pictures
    ]
    return Planned(pages)


def _draw(picture: Picture, sheet: Sheet, folio: Folio) -> None:
    for mark in picture.marks:
        draw_mark(sheet, mark)


def draw_mark(sheet: Sheet, mark: Mark) -> None:
    """Draw one mark of a picture."""
    if isinstance(mark, Text):
        sheet.text(mark.x, mark.y, mark.words, mark.face, mark.size, mark.align, mark.grey, squeeze=mark.squeeze)
    elif isinstance(mark, Path):
        _path(sheet, mark)
    elif isinstance(mark, Frame):
        _frame(sheet, mark)
    elif isinstance(mark, Sign):
        marks.symbol(sheet, mark.name, mark.x, mark.y, mark.wide)
    elif isinstance(mark, Stripe):
        _stripe(sheet, mark)
    elif isinstance(mark, Code):
        marks.qr_code(sheet, mark.address, mark.right, mark.y, mark.wide)


def _path(sheet: Sheet, path: Path) -> None:
    sheet.pen(path.weight, path.grey)
    first, *others = (sheet.point(x, y) for x, y in path.points)
    sheet.put(f"{first} m {' '.join(f'{point} l' for point in others)} S")


def _frame(sheet: Sheet, frame: Frame) -> None:
    sheet.ink(1.0)
    sheet.pen(frame.weight, 0.0, (2.0, 1.5) if frame.dashed else None)
    sheet.put(f"{sheet.point(frame.x, frame.y + frame.high)} {frame.wide * MM:.2f} {frame.high * MM:.2f} re B")


def _stripe(sheet: Sheet, stripe: Stripe) -> None:
    red, green, blue = (int(colour(stripe.nation)[at : at + 2], 16) / 255 for at in (1, 3, 5))
    paths = " ".join(_bar(sheet, bar) for bar in bars(stripe))
    paint = f"[] 0 d {EDGE} w 0.3 G {paths} B" if pale(stripe.nation) else f"{paths} f"
    sheet.put(f"q {red:.3f} {green:.3f} {blue:.3f} rg {paint} Q")


def _bar(sheet: Sheet, bar: Bar) -> str:
    x, y, wide, high = bar
    return f"{sheet.point(x, y + high)} {wide * MM:.2f} {high * MM:.2f} re"


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
    """The page as one ``svg`` element. Its ids start with ``name``, so that one document can have several."""
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
    """A text as SVG; ``textLength`` keeps substitute fonts at the intended width."""
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
    """A QR code as SVG, always black on white so that cameras can read it; the paper is its quiet zone."""
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
