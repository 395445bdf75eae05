"""Labels for the rear edge of a base, and round labels for commanders' stands."""

import re
from math import sqrt
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.sheet import FAINT, FINE, SOFT, Sheet
from armies.paper.text_fit import LEADING, SMALLEST, Fits, Fitted, fit_box
from armies.paper.typefaces import Face, width
from armies.sheets.cards.commander_cards import Post
from battles.engine.armies.short_names import short_name
from battles.engine.sheets.muster_roll import RollGroup, RollUnit

FLAT: Final = 9.2
"""Height of a label with its text beside its symbol, in mm."""

TALL: Final = 17.0
"""Height of a narrow label with its name under its symbol."""

NARROW: Final = 22.0
"""Bases narrower than this (in mm) have tall labels."""

SYMBOL: Final = 5.4
MORE: Final = (0.0, 3.8)
"""Extra heights in mm that are tried if names do not fit."""

NAMED: Final = 4.95
"""Height of a name beside its symbol: one line, or two in small type."""

EDGE: Final = 1.0
NAME: Final = 7.6
UNDER: Final = 6.8
NEEDED: Final = re.compile(r"\d+\+$")
BRIGADE: Final = re.compile(r"\s+brigade$", re.IGNORECASE)
BRACKETS: Final = re.compile(r" *\([^)]*\)")
NUMBER: Final = re.compile(r"\d+")


class Label(NamedTuple):
    """A fitted label: ``number`` is the quality's number, ``below`` the strength or points under it.

    The name of a ``tall`` label is under its symbol.
    """

    unit: RollUnit
    wide: float
    name: Fitted
    under: Fitted
    number: str
    below: str
    more: float
    tall: bool

    @property
    def high(self) -> float:
        """Height in mm."""
        return (TALL if self.tall else FLAT) + self.more

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with its top left corner at a place."""
        marks.stripe(sheet, self.unit.nation, y + 0.7, 0.7, x + 0.8, x + self.wide - 0.8)
        marks.symbol(sheet, self.unit.symbol, x + EDGE, y + (2.2 if self.tall else 3.0 + self.more / 4), SYMBOL)
        right = x + self.wide - EDGE
        if not self.tall:
            middle, foot = y + 3.9 + self.more / 4, y + self.high - 0.8
            sheet.centred(x + EDGE + SYMBOL + 1.0, middle, self.name)
            sheet.text(right, middle + 1.0, self.number, "bold", NAME, "r")
            sheet.fitted(x + EDGE + SYMBOL + 1.0, foot - self.under.height + self.under.lead, self.under)
            sheet.text(right, foot, self.below, "text", UNDER, "r")
            return
        sheet.text(right, y + 4.9, self.number, "bold", NAME, "r")
        sheet.fitted(x + EDGE, y + 6.2 + self.name.size * 0.34, self.name)
        foot = y + self.high - 1.1 - self.under.height + self.under.lead
        sheet.fitted(x + EDGE, foot, self.under)


def label(unit: RollUnit, group: RollGroup, wide: float, fits: Fits, more: float = 0.0, *, tall: bool = False) -> Label:
    """A label ``wide`` mm wide and ``more`` mm higher than usual; a narrow one is always ``tall``.

    A name that does not fit is replaced by its short form, which ``fits`` shortens if necessary.
    """
    needed = NEEDED.search(unit.quality)
    number = needed.group() if needed else unit.quality[:1].upper()
    below = str(len(unit.track.boxes)) if unit.track and not any(unit.track.boxes) else ""
    if not below and unit.points is not None:
        below = str(unit.points)
    place = short_place(group)
    if tall or wide < NARROW:
        inner = round(wide - 2 * EDGE, 2)
        name = _name(unit, fits, inner, 7.0 + more / 2)
        return Label(
            unit, wide, name, fits.box(place, "text", 6.5, inner, 4.6 + more / 2, unit.name), number, "", more, True
        )
    room = wide - 3 * EDGE - SYMBOL
    name = _name(unit, fits, round(room - width(number, "bold", NAME) - 0.8, 2), NAMED + more / 2)
    beside = round(room - width(below, "text", UNDER) - 0.8, 2)
    under = fits.box(place, "text", UNDER, beside, UNDER * LEADING + more / 2, unit.name)
    return Label(unit, wide, name, under, number, below, more, False)


def _name(unit: RollUnit, fits: Fits, measure: float, tall: float) -> Fitted:
    """The name if it fits in some size, or its short form if that has whole words."""
    short = short_name(unit.name)
    forms = (unit.name, unit.name if "." in short else short)
    words = next((each for each in forms if fit_box(each, "semi", NAME, measure, tall)), "")
    return fits.box(words or unit.name, "semi", NAME, measure, tall, unit.name)


def short_place(group: RollGroup) -> str:
    """``1st Brigade`` of the ``5th Division`` as ``1/5 Division``; a brigade with its own name keeps that name."""
    over = group.above[-1].split(" (")[0] if group.above else ""
    brigade, division = NUMBER.match(group.title), NUMBER.match(over)
    if division and brigade:
        return f"{brigade.group()}/{division.group()} {over.split()[-1]}"
    return BRIGADE.sub("", group.title) or group.title


ROUND_EDGE: Final = 1.0
"""Free margin inside the cut, in mm."""

Ends = tuple[float, float]
ROUND_SYMBOL: Final = (0.075, 0.26)
"""Top and width of the symbol as shares of the diameter; the constants below are tops and feet."""

STRIPE: Final = 0.255
ROUND_NAME: Final = (0.30, 0.575)
ROUND_UNDER: Final = (0.585, 0.765)
FOOT: Final = (0.775, 0.885)
SHORT: Final = {
    "Feldmarschalleutnant": "FML",
    "Feldmarschallleutnant": "FML",
    "Generalmajor": "GM",
    "Generalleutnant": "GL",
    "Lieutenant-General": "Lt-Gen.",
    "Major-General": "Maj-Gen.",
    "Brigadier-General": "Brig-Gen.",
    "Lieutenant-Colonel": "Lt-Col.",
    "General": "Gen.",
    "Colonel": "Col.",
    "Infantry": "Inf.",
    "Cavalry": "Cav.",
    "Division": "Div.",
    "Brigades": "Bdes",
    "Brigade": "Bde",
}
"""Usual short forms of words that a round label is too narrow for."""
SIZES: Final = (0.31, 0.26, 0.27)
"""Type sizes of name, command and rating, in points per millimetre of diameter."""

LARGEST: Final = 11.0


class RoundLabel(NamedTuple):
    """A fitted round label; ``wide`` is its diameter in mm, ``ends`` the top and foot of the command's part."""

    post: Post
    wide: float
    name: Fitted
    under: Fitted
    foot: Fitted
    ends: Ends

    @property
    def high(self) -> float:
        """Height in mm."""
        return self.wide

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it with its cut line; the place is the top left corner of its enclosing square."""
        wide, middle = self.wide, x + self.wide / 2
        marks.circle(sheet, middle, y + wide / 2, wide / 2, FINE, FAINT)
        top, share = ROUND_SYMBOL
        marks.symbol(sheet, self.post.commander.symbol, middle - share * wide / 2, y + top * wide, share * wide)
        half = inner(wide, STRIPE, STRIPE) / 2
        marks.stripe(sheet, self.post.stripe, y + STRIPE * wide, 0.7, middle - half, middle + half)
        for words, (above, below) in (
            (self.name, (ROUND_NAME[0], self.ends[0])),
            (self.under, self.ends),
            (self.foot, FOOT),
        ):
            first = y + (above + below) / 2 * wide + words.size * 0.125 - (len(words.lines) - 1) * words.lead / 2
            sheet.fitted(middle, first, words, "c")
        if self.post.commander.choices:
            room = inner(wide, *FOOT) * 0.4
            sheet.rule(middle - room, y + FOOT[1] * wide, middle + room, FINE, SOFT)


def round_label(post: Post, wide: float, fits: Fits) -> RoundLabel:
    """A round label with a diameter of ``wide`` mm; ``fits`` reports texts that do not fit.

    The command's text has its own part of the label, and if necessary also free space from the name's part.
    """
    man = post.commander
    whose = man.name or man.of
    place = short_place(RollGroup(key="", title=man.of, above=post.above)) if man.name else ", ".join(post.above[-1:])

    def within(words: str, face: Face, size: float, ends: Ends) -> Fitted:
        high = (ends[1] - ends[0]) * wide
        room = round(inner(wide, *ends), 2)
        form = next((form for form in short_forms(words) if _is_whole(form, face, room, high)), words)
        return fits.box(form, face, min(LARGEST, size * wide), room, high, whose)

    name, under = within(whose, "semi", SIZES[0], ROUND_NAME), ROUND_UNDER
    if not _is_whole(place, "text", round(inner(wide, *ROUND_UNDER), 2), (ROUND_UNDER[1] - ROUND_UNDER[0]) * wide):
        under = (min(ROUND_UNDER[0], ROUND_NAME[0] + (name.height + 0.5) / wide), ROUND_UNDER[1])
    rating = within(man.rating, "bold", SIZES[2], FOOT)
    return RoundLabel(post, wide, name, within(place, "text", SIZES[1], under), rating, under)


def short_forms(words: str) -> tuple[str, ...]:
    """``words``, then without brackets, with usual short forms, broken at hyphens, and the last words alone."""
    bare = BRACKETS.sub("", words).strip() or words
    short = " ".join(SHORT.get(word, word) for word in bare.split())
    two, one = (" ".join(short.split()[-count:]) for count in (2, 1))
    return tuple(dict.fromkeys((words, bare, short, short.replace("-", "- "), two, two.replace("-", "- "), one)))


def _is_whole(words: str, face: Face, room: float, high: float) -> bool:
    """True if the words fit in some size without a broken word."""
    fitted = fit_box(words, face, SMALLEST, room, high)
    return fitted is not None and all(width(word, fitted.face, SMALLEST) <= room + 0.02 for word in words.split())


def inner(wide: float, top: float, foot: float) -> float:
    """Smallest width in mm of a round label between ``top`` and ``foot``, which are shares of its diameter."""
    far = max(abs(0.5 - top), abs(foot - 0.5))
    return 2 * wide * sqrt(0.25 - far * far) - 2 * ROUND_EDGE
