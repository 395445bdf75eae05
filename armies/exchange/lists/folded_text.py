"""Fold a text for comparison, character by character, so that places in it stay the same."""

import unicodedata
from typing import Final

CYRILLIC: Final = dict(
    zip("абвгдежзийклмнопрстуфхцчшщъыьэюяёіѣїєґў", "abvgdezziiklmnoprstufhccss'y'euaeieiegu", strict=True)
)
"""One Latin letter for each Cyrillic one; patterns for Russian words are written in these letters."""
OTHERS: Final = {
    "ß": "s", "ł": "l", "ø": "o", "đ": "d", "æ": "e", "œ": "e", "þ": "t", "’": "'", "‘": "'", "´": "'", "`": "'",
    "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2007": " ",
    "×": "x", "”": '"', "″": '"', "“": '"', "„": '"', "º": "o", "ª": "a", "№": "#", "\t": " ",
    "½": "%", "¼": "%", "¾": "%", "¹": "^", "²": "^", "³": "^", "¿": " ", "¡": " ", "…": ".",
}  # fmt: skip


class Letters(dict[int, str]):
    """One small Latin letter or sign for each character, found when it is first met."""

    def __missing__(self, code: int) -> str:
        lower = chr(code).lower()
        base = CYRILLIC.get(lower) or OTHERS.get(lower) or unicodedata.normalize("NFKD", lower)[:1]
        self[code] = base if len(base) == 1 and not unicodedata.combining(base) else " "
        return self[code]


LETTERS: Final = Letters()


def fold(text: str) -> str:
    """``text`` in small letters without accents, Cyrillic in Latin letters; as long as ``text``."""
    return text.lower() if text.isascii() else text.translate(LETTERS)


def words(text: str) -> list[str]:
    """The folded words and numbers of ``text``."""
    return "".join(char if char.isalnum() else " " for char in fold(text)).split()
