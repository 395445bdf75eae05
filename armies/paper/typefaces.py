"""The two font families of printed sheets, their characters, and cleaning of texts for print."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec
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

LACKING: Final = "□"
SAME: Final[dict[str, str]] = {"‐": "-", "‑": "-", "\u00ad": "", "\u02bc": "’"}
"""Replacements for characters that the fonts lack."""


class _Widths(dict[int, float]):
    """Advance widths in mm at a size of one point, by code point; an unknown character is as wide as a box."""

    def __missing__(self, code: int) -> float:
        return self.get(ord(LACKING), 0.0)


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
    """A cleaner of texts for print, which records the characters that the fonts lack.

    Combining accents are composed, all white space becomes spaces, invisible marks are removed, and a
    character that the fonts lack becomes ``□``.
    """

    def __init__(self) -> None:
        self.lacking: set[str] = set()
        self._known = glyphs("text")

    def __call__(self, text: str) -> str:
        """``text`` in characters of the text faces."""
        if not self._known.issuperset(text):
            text = "".join(map(self._replace, unicodedata.normalize("NFC", text)))
        return " ".join(text.split()) if "  " in text or text[:1] == " " or text[-1:] == " " else text

    def _replace(self, char: str) -> str:
        if char in self._known:
            return char
        if char in SAME:
            return SAME[char]
        kind = unicodedata.category(char)
        if char.isspace() or kind[0] == "Z":
            return " "
        if kind == "Cf" or "\ufe00" <= char <= "\ufe0f":
            return ""
        self.lacking.add(char)
        return LACKING

    @property
    def note(self) -> str:
        """A sentence about the characters that the fonts lack; empty if there are none."""
        return f"{LACKING} stands for a character that the fonts lack: {named(self.lacking)}." if self.lacking else ""


def named(chars: Iterable[str], most: int = 24) -> str:
    """Characters by number and name, in order: ``U+2694 CROSSED SWORDS``."""
    ordered = sorted(chars)
    words = [f"U+{ord(char):04X} {unicodedata.name(char, 'without a name')}" for char in ordered[:most]]
    if len(ordered) > most:
        words.append(f"and {len(ordered) - most} more")
    return ", ".join(words)


T = TypeVar("T", bound=Struct)


def printable_texts(value: T, printable: Printable) -> T:
    """A copy of a Struct with all its texts cleaned for print."""
    return msgspec.convert(_texts(msgspec.to_builtins(value), printable), type(value))


def _texts(value: Any, printable: Printable) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _texts(item, printable) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_texts(item, printable) for item in value]
    return value
