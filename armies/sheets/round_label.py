"""One round label for the stand of a commander: symbol, stripe, name, what he commands, rating or a line for it."""

from math import sqrt
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.fitting import Fitted
from armies.paper.reporting import Fits
from armies.paper.sheet import FAINT, FINE, SOFT, Sheet
from armies.sheets.base_label import short_place
from armies.sheets.commander_card import Post
from battles.engine.roll import RollGroup

EDGE: Final = 1.0
"""Millimetres left free within the cut."""
SYMBOL: Final = (0.075, 0.26)
"""The symbol's top and width, all as shares of the breadth of the label; from here on tops and feet."""
STRIPE: Final = 0.255
NAME: Final = (0.30, 0.575)
UNDER: Final = (0.585, 0.765)
FOOT: Final = (0.775, 0.885)
SIZES: Final = (0.31, 0.26, 0.27)
"""Sizes of type of name, command and rating, in points for each millimetre of breadth."""
LARGEST: Final = 11.0


class RoundLabel(NamedTuple):
    """A round label, fitted; ``wide`` is its breadth in mm."""

    post: Post
    wide: float
    name: Fitted
    under: Fitted
    foot: Fitted

    @property
    def high(self) -> float:
        """Its height in mm."""
        return self.wide

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with its cut, the top left corner of the square about it at a place."""
        wide, middle = self.wide, x + self.wide / 2
        marks.circle(sheet, middle, y + wide / 2, wide / 2, FINE, FAINT)
        top, share = SYMBOL
        marks.symbol(sheet, self.post.commander.symbol, middle - share * wide / 2, y + top * wide, share * wide)
        half = inner(wide, STRIPE, STRIPE) / 2
        marks.stripe(sheet, self.post.stripe, y + STRIPE * wide, 0.7, middle - half, middle + half)
        for words, (above, below) in ((self.name, NAME), (self.under, UNDER), (self.foot, FOOT)):
            first = y + (above + below) / 2 * wide + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
            sheet.fitted(middle, first, words, "c")
        if self.post.commander.choices:
            room = inner(wide, *FOOT) * 0.4
            sheet.rule(middle - room, y + FOOT[1] * wide, middle + room, FINE, SOFT)


def round_label(post: Post, wide: float, fits: Fits) -> RoundLabel:
    """A label ``wide`` mm broad; what does not fit is kept by ``fits``."""
    man = post.commander
    whose = man.name or man.of
    place = short_place(RollGroup(key="", title=man.of, above=post.above))
    under = place if man.name else ", ".join(post.above[-1:])

    def within(words: str, face: str, size: float, ends: tuple[float, float]) -> Fitted:
        high = (ends[1] - ends[0]) * wide
        points = min(LARGEST, size * wide)
        return fits.box(words, face, points, round(inner(wide, *ends), 2), high, whose)  # type: ignore[arg-type]

    return RoundLabel(
        post,
        wide,
        within(whose, "semi", SIZES[0], NAME),
        within(under, "text", SIZES[1], UNDER),
        within(man.rating, "bold", SIZES[2], FOOT),
    )


def inner(wide: float, top: float, foot: float) -> float:
    """Millimetres between the edges of a round label, where that is least from ``top`` to ``foot`` of its breadth."""
    far = max(abs(0.5 - top), abs(foot - 0.5))
    return 2 * wide * sqrt(0.25 - far * far) - 2 * EDGE
