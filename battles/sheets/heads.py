"""The head and the foot of pages that are cut apart or written on: what it is, whose it is, the line to check by."""

from typing import Final

from armies.paper.faces import Face, able, width
from armies.paper.fitting import SMALLEST, Fitted, fit
from armies.paper.scale import CHECK_ROOM, check_line
from armies.paper.sheet import FOOTER, SOFT, Sheet

HEAD: Final = 14.4
"""Millimetres from the top of the field to what stands below the head."""
TITLE: Final = 18.0
LONG: Final = 60
"""Characters of a name that a sentence repeats."""


def head(sheet: Sheet, what: str, whose: str, note: str = "") -> None:
    """``what`` large, ``whose`` beside it, a note at the right end below the line of both."""
    base = sheet.top + 7.0
    sheet.text(sheet.left, base, what, "disp", TITLE)
    beside = sheet.left + width(what, "disp", TITLE) + 4.0
    name = fit(whose, "dispi", 12.5, round(sheet.right - beside, 2))
    sheet.fitted(beside, base, one_line(name))
    sheet.text(sheet.left, base + 4.2, note, "text", 7.2, grey=SOFT)


def sheet_of(what: str, whose: str) -> str:
    """What a sentence about a sheet calls it."""
    return f"{what} of {whose if len(whose) <= LONG else whose[:LONG].rstrip() + '…'}"


def on_one_line(words: str, face: Face, size: float, measure: float) -> Fitted:
    """A few words on one line, smaller where they would be wider than ``measure`` mm, down to the least size."""
    face = able(face, words)
    wide = width(words, face, size)
    return Fitted((words,), face, size if wide <= measure else max(SMALLEST, size * measure / wide), 1.0)


def one_line(words: Fitted) -> Fitted:
    """Only the opening of words that stand in full elsewhere: in footers, contents and the file's name."""
    return words._replace(lines=(words.opening,))


def room(sheet: Sheet, *, scaled: bool) -> tuple[float, float]:
    """The height where a page's own part begins, and where it ends; a scaled one has a line to check by below."""
    return sheet.top + HEAD, sheet.bottom - FOOTER - 2.0 - (CHECK_ROOM if scaled else 0.0)


def check(sheet: Sheet) -> None:
    """The line to check by, above the footer."""
    check_line(sheet, sheet.left, sheet.bottom - FOOTER - 4.0)
