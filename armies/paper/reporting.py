"""Words in spaces that cannot grow: wrapped, then smaller, and told to the user by name where they fit in none."""

from typing import Final

from armies.paper.faces import Face, able, width
from armies.paper.fitting import LEADING, SLACK, SMALLEST, Fitted, fit_box, wrap

MORE: Final = " …"
LONG: Final = 80
"""Characters of a text that a sentence about it has."""


class Fits:
    """Fits the words of one sheet, and keeps a sentence for everything that had to be shortened.

    ``broken`` counts the texts with a word that had to be broken.
    """

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.troubles: list[str] = []
        self.broken = 0

    def box(self, text: str, face: Face, size: float, measure: float, high: float, whose: str = "") -> Fitted:
        """``text`` within ``measure`` by ``high`` mm; ``whose`` it is stands in the sentence where that is not said.

        Words are broken only where they are too long for the least type. What does not fit in it is set as far as it
        goes, with dots.
        """
        face = able(face, text)
        longest = max((width(word, face, 1.0) for word in text.split()), default=0.0)
        whole = max(SMALLEST, measure / longest) if longest else size
        self.broken += longest * SMALLEST > measure + SLACK
        found = fit_box(text, face, min(size, high / LEADING, whole), measure, high)
        if found is not None:
            return found
        lines = wrap(text, face, SMALLEST, measure - width(MORE, face, SMALLEST))
        room = max(1, int((high + 0.02) / (SMALLEST * LEADING)))
        of = f" of {_named(whose)}" if whose and whose != text else ""
        self.troubles.append(f"{self.sheet}: {_named(text)}{of} does not fit and is shortened.")
        kept = lines[:room]
        return Fitted((*kept[:-1], f"{kept[-1]}{MORE}"), face, SMALLEST, 1.0)

    def line(self, text: str, face: Face, size: float, measure: float, whose: str = "") -> Fitted:
        """``text`` on one line of ``measure`` mm."""
        return self.box(text, face, size, measure, size * LEADING, whose)


def _named(words: str) -> str:
    """Words in a sentence, in their quotation marks; only the beginning of long ones."""
    return f"“{words}”" if len(words) <= LONG else f"“{words[:LONG].rstrip()}…”"
