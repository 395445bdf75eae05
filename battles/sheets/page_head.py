"""Head and foot of pages to cut apart or to write on."""

from typing import Final

from armies.paper.marks import CHECK_ROOM, check_line
from armies.paper.sheet import FOOTER, SOFT, Sheet
from armies.paper.text_fit import SMALLEST, Fitted, fit
from armies.paper.typefaces import Face, usable_face, width

HEAD: Final = 14.4
"""Millimetres from the top of the field to the part below the head."""
TITLE: Final = 18.0
LONG: Final = 60
"""Most characters of a name in a sentence."""


def head(sheet: Sheet, what: str, whose: str, note: str = "") -> None:
    """Draw the head: ``what`` large, ``whose`` beside it, a note below."""
    base = sheet.top + 7.0
    sheet.text(sheet.left, base, what, "disp", TITLE)
    beside = sheet.left + width(what, "disp", TITLE) + 4.0
    name = fit(whose, "dispi", 12.5, round(sheet.right - beside, 2))
    sheet.fitted(beside, base, one_line(name))
    sheet.text(sheet.left, base + 4.2, note, "text", 7.2, grey=SOFT)


def sheet_of(what: str, whose: str) -> str:
    """The name of a sheet in a sentence."""
    return f"{what} of {whose if len(whose) <= LONG else whose[:LONG].rstrip() + '…'}"


def on_one_line(words: str, face: Face, size: float, measure: float) -> Fitted:
    """Words on one line, made smaller to fit ``measure`` mm, down to the smallest size."""
    face = usable_face(face, words)
    wide = width(words, face, size)
    return Fitted((words,), face, size if wide <= measure else max(SMALLEST, size * measure / wide), 1.0)


def one_line(words: Fitted) -> Fitted:
    """Only the first line of words that are printed in full elsewhere."""
    return words._replace(lines=(words.opening,))


def room(sheet: Sheet, *, scaled: bool) -> tuple[float, float]:
    """Top and bottom of the part of a page below the head; a scaled page leaves room for the check line."""
    return sheet.top + HEAD, sheet.bottom - FOOTER - 2.0 - (CHECK_ROOM if scaled else 0.0)


def check(sheet: Sheet) -> None:
    """Draw the check line above the footer."""
    check_line(sheet, sheet.left, sheet.bottom - FOOTER - 4.0)
