"""Fonts of printed sheets, their characters, and texts fitted by condensing, smaller type and wrapping."""

import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from threading import RLock
from typing import Any, Final, Literal, NamedTuple, TypeVar

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


FONTS: Final = RLock()
"""Held while a font is read or a part of it is written into a PDF: ReportLab keeps one reading position for each font,
and two threads at once would write wrong letters."""


@cache
def font(face: Face) -> TTFont:
    """The font of ``face``, read and registered on first use."""
    name = f"Muster-{face}"
    with FONTS:
        if name not in pdfmetrics.getRegisteredFontNames():
            path = Path(__file__).parent / "fonts" / f"{FILES[face]}.ttf"
            pdfmetrics.registerFont(TTFont(name, str(path)))
        registered: TTFont = pdfmetrics.getFont(name)
    return registered


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


NARROWEST: Final = 0.86
"""The smallest share of a line's natural width before its size is reduced."""

LEAST: Final = 7.0
"""Smallest size of running text in points: rosters, cheat sheets, forms."""

SMALLEST: Final = 6.5
"""Smallest size in a space that cannot grow: a card, a label, a chart box."""

SLACK: Final = 0.02
"""Tolerance in mm for rounding."""

LEADING: Final = 0.41
"""Distance between lines in mm for each point of size."""

MOST_LINES: Final = 24
"""The most lines in a table row. Longer texts continue at the end of the roster."""

LONG: Final = 280
"""Shorter texts never need more lines than that (in characters)."""


class Fitted(NamedTuple):
    """Fitted words: their lines, size in points, and share of their natural width (1 is not condensed)."""

    lines: tuple[str, ...]
    face: Face
    size: float
    squeeze: float

    @property
    def lead(self) -> float:
        """Distance between lines in mm."""
        return self.size * LEADING

    @property
    def opening(self) -> str:
        """The first line, with dots if there are more: for heads that repeat a full text."""
        return self.lines[0] if len(self.lines) == 1 else f"{self.lines[0]} …"

    @property
    def height(self) -> float:
        """Height of all lines in mm."""
        return len(self.lines) * self.lead

    @property
    def width(self) -> float:
        """Width of the widest line in mm."""
        return max((width(line, self.face, self.size) for line in self.lines), default=0.0) * self.squeeze


@lru_cache(maxsize=4096)
def fit(text: str, face: Face, size: float, measure: float) -> Fitted:
    """``text`` within ``measure`` mm: condensed to 86 %, then down to 7 pt, then wrapped.

    If the face lacks a character, its substitute face is used.
    """
    face = usable_face(face, text)
    natural = width(text, face, size)
    if natural <= measure:
        return Fitted((text,), face, size, 1.0)
    squeeze = max(NARROWEST, measure / natural)
    if natural * squeeze > measure:
        size = max(LEAST, size * measure / (natural * squeeze))
    if width(text, face, size) * squeeze <= measure + 0.01:
        return Fitted((text,), face, size, squeeze)
    return _wrapped(text, face, measure)


def _wrapped(text: str, face: Face, measure: float) -> Fitted:
    lines = wrap(text, face, LEAST, measure / NARROWEST)
    return Fitted(capped_lines(lines), face, LEAST, NARROWEST)


def capped_lines(lines: tuple[str, ...]) -> tuple[str, ...]:
    """``lines`` up to the most lines of a table row; the closing pages have the full text."""
    return lines if len(lines) <= MOST_LINES else (*lines[: MOST_LINES - 1], "… (see the end)")


def wrap(text: str, face: Face, size: float, measure: float, first: float | None = None) -> tuple[str, ...]:
    """Lines no wider than ``measure`` mm, broken at spaces. Longer words are broken where the line is full.

    ``first`` is the measure of the first line if it differs; that line may be empty.
    """
    room = measure if first is None else first
    if width(text, face, size) <= room:
        return (text,)
    lines: list[str] = []
    line = ""
    empty = first is None
    space = width(" ", face, size)
    for word in text.split(" "):
        need = width(word, face, size)
        gap = space if line else 0.0
        if need + gap <= room and (line or not lines):
            line, room = f"{line} {word}" if line else word, room - need - gap
            continue
        if line or not (lines or empty):
            lines.append(line)
        while need > measure and len(word) > 1:
            cut = _reach(word, face, size, measure)
            lines.append(word[:cut])
            word = word[cut:]
            need = width(word, face, size)
        line, room = word, measure - need
    lines.append(line)
    return tuple(lines)


def _reach(word: str, face: Face, size: float, measure: float) -> int:
    """The number of characters of ``word`` that fit; at least one."""
    used = 0.0
    for index, char in enumerate(word):
        used += width(char, face, size)
        if used > measure:
            return max(1, index)
    return len(word)


def fit_box(text: str, face: Face, size: float, measure: float, high: float, least: float = SMALLEST) -> Fitted | None:
    """``text`` within ``measure`` by ``high`` mm: wrapped, then reduced to ``least`` points; None if it does not fit.

    If it does not fit, the caller reports the text and draws it shortened.
    """
    face = usable_face(face, text)
    while True:
        lines = wrap(text, face, size, measure)
        fitted = Fitted(lines, face, size, 1.0)
        if fitted.height <= high + SLACK and fitted.width <= measure + SLACK:
            return fitted
        if size <= least:
            return None
        size = max(least, size - 0.25)


MORE: Final = " …"
LONGEST_QUOTE: Final = 80
"""The most characters of a text that a sentence quotes."""


class Fits:
    """Text fitting for one sheet, with a sentence for each shortened text.

    ``broken`` counts the texts with a broken word.
    """

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.troubles: list[str] = []
        self.broken = 0

    def box(
        self, text: str, face: Face, size: float, measure: float, high: float, whose: str = "", least: float = SMALLEST
    ) -> Fitted:
        """``text`` within ``measure`` by ``high`` mm; the sentence about a shortened text names its owner ``whose``.

        Words are broken only if they are too long in the smallest type. Texts that do not fit are shortened.
        """
        face = usable_face(face, text)
        longest = max((width(word, face, 1.0) for word in text.split()), default=0.0)
        whole = max(least, measure / longest) if longest else size
        self.broken += longest * least > measure + SLACK
        fitted = fit_box(text, face, min(size, high / LEADING, whole), measure, high, least)
        if fitted is not None:
            return fitted
        lines = wrap(text, face, least, measure - width(MORE, face, least))
        room = max(1, int((high + 0.02) / (least * LEADING)))
        of = f" of {_named(whose)}" if whose and whose != text else ""
        self.troubles.append(f"{self.sheet}: {_named(text)}{of} does not fit and is shortened.")
        shown = lines[:room]
        return Fitted((*shown[:-1], f"{shown[-1]}{MORE}"), face, least, 1.0)

    def line(self, text: str, face: Face, size: float, measure: float, whose: str = "") -> Fitted:
        """``text`` on one line of ``measure`` mm."""
        return self.box(text, face, size, measure, size * LEADING, whose)


def _named(words: str) -> str:
    """Words in quotation marks for a sentence; long ones are shortened."""
    return f"“{words}”" if len(words) <= LONGEST_QUOTE else f"“{words[:LONGEST_QUOTE].rstrip()}…”"
