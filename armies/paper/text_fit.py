"""Text fitting: condense, then reduce the size, then wrap. Shortened texts are reported."""

from functools import lru_cache
from typing import Final, NamedTuple

from armies.paper.typefaces import Face, usable_face, width

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
