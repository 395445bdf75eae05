"""A nation's stripe as bars, woven as on every other sheet."""

from typing import Final

from armies.paper import marks
from armies.rules.nations import nations
from armies.sheets.chart_picture import Stripe

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
    """Whether the colour needs an edge to be seen on white paper."""
    red, green, blue = (int(colour(code)[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.8


def bars(stripe: Stripe) -> list[Bar]:
    """The bars of the stripe on the page, none beyond its right end."""
    woven = marks.bars(marks.weave(stripe.nation), stripe.x, stripe.x + stripe.wide, stripe.high)
    return [(x, stripe.y + top, wide, high) for x, top, wide, high in woven]
