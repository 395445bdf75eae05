"""What is drawn, before it is drawn: marks at their places on a page, in millimetres from its top left corner.

The same picture becomes a page of a PDF (``chart_pdf``) and an SVG file (``chart_svg``).
"""

from typing import NamedTuple

from armies.paper.faces import Face, width
from armies.paper.fitting import Fitted
from armies.paper.sheet import INK, RULE, Align


class Text(NamedTuple):
    """One line of type on the baseline ``y``; ``wide`` is what it takes, to the left, right or both sides of ``x``."""

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
    """A rectangle of paper with an edge; ``dashed`` where it is no formation."""

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
    """The woven colour of a nation."""

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
    """One page: its size, its marks from the back to the front, and its entry in a table of contents."""

    wide: float
    high: float
    marks: tuple[Mark, ...]
    outline: str


def type_set(x: float, y: float, fitted: Fitted, scale: float = 1.0, grey: float = INK) -> list[Text]:
    """The lines of fitted words, enlarged by ``scale``, the first on the baseline ``y``."""
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
