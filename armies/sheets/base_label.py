"""One label for the rear edge of a base: stripe, symbol, name, brigade, quality, strength or points."""

import re
from typing import Final, NamedTuple

from armies.paper import marks
from armies.paper.faces import width
from armies.paper.fitting import LEADING, Fitted, fit_box
from armies.paper.reporting import Fits
from armies.paper.sheet import Sheet
from battles.engine.roll import RollGroup, RollUnit

FLAT: Final = 9.2
"""Height of a label with its lines beside its symbol."""
TALL: Final = 17.0
"""Height of a narrow label with its name under its symbol."""
NARROW: Final = 22.0
"""Millimetres of a base under which its label is a tall one."""
SYMBOL: Final = 5.4
MORE: Final = (0.0, 3.8)
"""Millimetres that labels are made higher, where names do not fit else."""
NAMED: Final = 4.95
"""Height of a name beside its symbol: a line, or two in small type."""
EDGE: Final = 1.0
NAME: Final = 7.6
UNDER: Final = 6.8
NEEDED: Final = re.compile(r"\d+\+$")
BRIGADE: Final = re.compile(r"\s+brigade$", re.IGNORECASE)
NUMBER: Final = re.compile(r"\d+")


class Label(NamedTuple):
    """A label, fitted: ``number`` is the quality's, ``below`` the strength or points under it.

    The name of a ``tall`` one stands under its symbol.
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
        """Its height in mm."""
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
    """A label ``wide`` mm wide, ``more`` mm higher than is usual; a narrow one is ``tall`` always.

    A name that does not fit gives way to its short form, and then to ``fits``.
    """
    found = NEEDED.search(unit.quality)
    number = found.group() if found else unit.quality[:1].upper()
    below = str(len(unit.track.boxes)) if unit.track and not any(unit.track.boxes) else ""
    if not below and unit.points is not None:
        below = str(unit.points)
    place = short_place(group)
    if tall or wide < NARROW:
        inner = round(wide - 2 * EDGE, 2)
        name = _name(unit, fits, inner, 7.0 + more / 2)
        return Label(
            unit, wide, name, fits.box(place, "text", 6.2, inner, 4.6 + more / 2, unit.name), number, "", more, True
        )
    room = wide - 3 * EDGE - SYMBOL
    name = _name(unit, fits, round(room - width(number, "bold", NAME) - 0.8, 2), NAMED + more / 2)
    beside = round(room - width(below, "text", UNDER) - 0.8, 2)
    under = fits.box(place, "text", UNDER, beside, UNDER * LEADING + more / 2, unit.name)
    return Label(unit, wide, name, under, number, below, more, False)


def _name(unit: RollUnit, fits: Fits, measure: float, tall: float) -> Fitted:
    """The name where it fits in some size, else its short form."""
    words = next(
        (each for each in (unit.name, short_name(unit.name)) if fit_box(each, "semi", NAME, measure, tall)), ""
    )
    return fits.box(words or unit.name, "semi", NAME, measure, tall, unit.name)


def short_name(name: str) -> str:
    """``79th Foot (Cameron Highlanders)`` as ``79th Foot``, ``7th Co., 2nd Foot Artillery`` as ``7th Co.``."""
    plain = name.split(" (")[0].split(", ")[0].strip()
    return plain or name


def short_place(group: RollGroup) -> str:
    """``1st Brigade`` of the ``5th Division`` as ``1/5 Division``; a brigade with a name of its own by that."""
    over = group.above[-1].split(" (")[0] if group.above else ""
    brigade, division = NUMBER.match(group.title), NUMBER.match(over)
    if division and brigade:
        return f"{brigade.group()}/{division.group()} {over.split()[-1]}"
    return BRIGADE.sub("", group.title) or group.title
