"""One round label for the stand of a commander: symbol, stripe, name, what he commands, rating or a line for it."""

from math import sqrt
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import Face
from armies.paper.fitting import Fitted
from armies.paper.reporting import Fits
from armies.paper.sheet import FAINT, FINE, SOFT, Sheet
from armies.sheets.base_label import short_place
from armies.sheets.commander_card import Post
from battles.engine.roll import RollGroup

EDGE: Final = 1.0
"""Millimetres left free within the cut."""
Ends = tuple[float, float]
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
    """A round label, fitted; ``wide`` is its breadth in mm, ``ends`` those of the part for what he commands."""

    post: Post
    wide: float
    name: Fitted
    under: Fitted
    foot: Fitted
    ends: Ends

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
        for words, (above, below) in ((self.name, (NAME[0], self.ends[0])), (self.under, self.ends), (self.foot, FOOT)):
            first = y + (above + below) / 2 * wide + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
            sheet.fitted(middle, first, words, "c")
        if self.post.commander.choices:
            room = inner(wide, *FOOT) * 0.4
            sheet.rule(middle - room, y + FOOT[1] * wide, middle + room, FINE, SOFT)


def round_label(post: Post, wide: float, fits: Fits) -> RoundLabel:
    """A label ``wide`` mm broad; what does not fit is kept by ``fits``.

    What he commands has its part of the label, or also what his name leaves of its own where it needs that.
    """
    man = post.commander
    whose = man.name or man.of
    place = short_place(RollGroup(key="", title=man.of, above=post.above)) if man.name else ", ".join(post.above[-1:])

    def within(words: str, face: Face, size: float, ends: Ends, kept: Fits = fits) -> Fitted:
        high = (ends[1] - ends[0]) * wide
        return kept.box(words, face, min(LARGEST, size * wide), round(inner(wide, *ends), 2), high, whose)

    name, under = within(whose, "semi", SIZES[0], NAME), UNDER
    tried = Fits("")
    within(place, "text", SIZES[1], UNDER, tried)
    if tried.troubles:
        under = (min(UNDER[0], NAME[0] + (name.height + 0.5) / wide), UNDER[1])
    rating = within(man.rating, "bold", SIZES[2], FOOT)
    return RoundLabel(post, wide, name, within(place, "text", SIZES[1], under), rating, under)


def inner(wide: float, top: float, foot: float) -> float:
    """Millimetres between the edges of a round label, where that is least from ``top`` to ``foot`` of its breadth."""
    far = max(abs(0.5 - top), abs(foot - 0.5))
    return 2 * wide * sqrt(0.25 - far * far) - 2 * EDGE
