"""The two font families of printed sheets, their characters, and cleaning of texts for print."""

import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec
from anyascii import anyascii
from msgspec import Struct
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

Face = Literal["text", "semi", "bold", "ital", "disp", "dispi"]

FILES: Final[dict[Face, str]] = {
    "text": "MusterText-Regular",
    "semi": "MusterText-Semibold",
    "bold": "MusterText-Bold",
    "ital": "MusterText-Italic",
    "disp": "MusterDisplay-Bold",
    "dispi": "MusterDisplay-Italic",
}
STAND_IN: Final[dict[Face, Face]] = {"disp": "bold", "dispi": "ital"}
"""The substitute face for a name with characters that the display face lacks."""

MM: Final = 72 / 25.4
"""Points in a millimetre."""

LATIN: Final = "◊"
"""Marks words that are put into Latin letters."""
MOST_NAMED: Final = 12
"""Most words that a sentence names."""
SAME: Final[dict[str, str]] = {"‐": "-", "‑": "-", "\u00ad": "", "\u02bc": "’"}
"""Replacements for characters that the fonts lack."""


UNCLEAN: Final = ("  ", '" ', ' "', "\\")
"""What a text of JSON has if a string in it has needless spaces or signs that are written with a backslash."""


class _Widths(dict[int, float]):
    """Advance widths in mm at a size of one point, by code point; an unknown character is as wide as a mark."""

    def __missing__(self, code: int) -> float:
        return self.get(ord(LATIN), 0.0)


@cache
def font(face: Face) -> TTFont:
    """The font of ``face``, read and registered on first use."""
    name = f"Muster-{face}"
    path = Path(__file__).parent / "fonts" / f"{FILES[face]}.ttf"
    loaded = TTFont(name, str(path))
    pdfmetrics.registerFont(loaded)
    return loaded


@cache
def _widths(face: Face) -> _Widths:
    return _Widths({code: width / 1000 / MM for code, width in font(face).face.charWidths.items()})


@cache
def glyphs(face: Face) -> frozenset[str]:
    """The characters of ``face``."""
    return frozenset(chr(code) for code in font(face).face.charToGlyph if code >= ord(" "))


def width(text: str, face: Face, size: float, track: float = 0.0) -> float:
    """Width of ``text`` in mm; ``size`` and letterspace ``track`` are in points."""
    natural = _unit_width(text, face) * size
    return natural + track * len(text) / MM if track else natural


@lru_cache(maxsize=8192)
def _unit_width(text: str, face: Face) -> float:
    table = _widths(face)
    return sum([table[ord(char)] for char in text])


def usable_face(face: Face, text: str) -> Face:
    """``face``, or its substitute if it lacks a character of ``text``."""
    if face in STAND_IN and not glyphs(face).issuperset(text):
        return STAND_IN[face]
    return face


class Printable:
    """A cleaner of texts for print, which puts into Latin letters what the fonts lack.

    Combining accents are composed, all white space becomes spaces, and invisible marks are removed. Words in a script
    that the fonts lack become Latin letters with a ``LATIN`` mark; ``changed`` has them with what is printed for them.
    """

    def __init__(self) -> None:
        self.changed: dict[str, str] = {}
        self._known = glyphs("text")

    def __call__(self, text: str) -> str:
        """``text`` in characters of the text faces."""
        if not self._known.issuperset(text):
            text = self._replaced(unicodedata.normalize("NFC", text))
        return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text

    def knows(self, text: str) -> bool:
        """True if the text faces have all its characters."""
        return self._known.issuperset(text)

    def _replaced(self, text: str) -> str:
        pieces = []
        for lacks, chars in groupby(map(self._plain, text), key=lambda char: not self._known.issuperset(char)):
            run = "".join(chars)
            pieces.append(self._latin(run) if lacks else run)
        return "".join(pieces)

    def _plain(self, char: str) -> str:
        """A character that only looks different, as one that the fonts have."""
        if char in self._known:
            return char
        if char in SAME:
            return SAME[char]
        kind = unicodedata.category(char)
        if char.isspace() or kind[0] == "Z":
            return " "
        return "" if kind in ("Cf", "Cc", "Cs") or "\ufe00" <= char <= "\ufe0f" else char

    def _latin(self, run: str) -> str:
        letters = "".join(char for char in anyascii(run).replace(":", " ").replace("_", " ") if char in self._known)
        words = " ".join(letters.split()) or unicodedata.name(run[0], "sign").lower()
        self.changed[run] = f"{words}{LATIN}"
        return self.changed[run]

    @property
    def note(self) -> str:
        """The legend of the ``LATIN`` mark; empty if nothing is marked."""
        return f"{LATIN} In Latin letters: the fonts lack the script." if self.changed else ""

    @property
    def trouble(self) -> str:
        """A sentence for the screen that names what is printed in Latin letters; empty if nothing is."""
        pairs = [f"{run} as {words}" for run, words in list(self.changed.items())[:MOST_NAMED]]
        more = len(self.changed) - len(pairs)
        rest = f", and {more} more" if more > 0 else ""
        return f"In Latin letters, as the fonts lack the script: {', '.join(pairs)}{rest}." if pairs else ""


T = TypeVar("T", bound=Struct)


def printable_texts(value: T, printable: Printable) -> T:
    """A copy of a Struct with all its texts cleaned for print; itself if they are clean already."""
    try:
        written = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:  # half a surrogate pair
        written = "\\"
    if printable.knows(written) and not any(sign in written for sign in UNCLEAN):
        return value
    return msgspec.convert(_texts(msgspec.to_builtins(value), printable), type(value))


def _texts(value: Any, printable: Printable) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _texts(item, printable) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(item, printable) for item in value]
    return value
