"""Fitting words into a measure: narrower, then smaller, then on more lines. Nothing is ever cut off."""

from functools import lru_cache
from typing import Final, NamedTuple

from armies.paper.faces import Face, able, width

NARROWEST: Final = 0.86
"""How far a line is condensed before its size falls."""
LEAST: Final = 6.5
"""The least size of type of running text, in points."""
SMALLEST: Final = 5.5
"""The least size in a space that cannot grow: a card, a label, a box of a chart."""
SLACK: Final = 0.02
"""Millimetres by which words may overrun for a rounding."""
LEADING: Final = 0.41
"""Millimetres from line to line for each point of size."""
MOST_LINES: Final = 24
"""What needs more lines goes on at the end of the roster."""
LONG: Final = 280
"""Characters from which a text may need more lines than that."""


class Fitted(NamedTuple):
    """Words ready to be set: their lines, size in points, and how far they are condensed (1 is not at all)."""

    lines: tuple[str, ...]
    face: Face
    size: float
    squeeze: float

    @property
    def lead(self) -> float:
        """Millimetres from one line to the next."""
        return self.size * LEADING

    @property
    def opening(self) -> str:
        """The first line, with dots if others follow: for heads that repeat what stands elsewhere in full."""
        return self.lines[0] if len(self.lines) == 1 else f"{self.lines[0]} …"

    @property
    def height(self) -> float:
        """Millimetres that all the lines take."""
        return len(self.lines) * self.lead

    @property
    def width(self) -> float:
        """Millimetres of the widest line."""
        return max((width(line, self.face, self.size) for line in self.lines), default=0.0) * self.squeeze


@lru_cache(maxsize=4096)
def fit(text: str, face: Face, size: float, measure: float) -> Fitted:
    """``text`` within ``measure`` mm: condensed to 86 %, then down to 6.5 pt, then wrapped.

    A face that lacks a character gives way to its stand-in.
    """
    face = able(face, text)
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
    return Fitted(no_more(lines), face, LEAST, NARROWEST)


def no_more(lines: tuple[str, ...]) -> tuple[str, ...]:
    """``lines``, or as many as a line of a table may have; the text then stands in full on the closing pages."""
    return lines if len(lines) <= MOST_LINES else (*lines[: MOST_LINES - 1], "… (see the end)")


def wrap(text: str, face: Face, size: float, measure: float, first: float | None = None) -> tuple[str, ...]:
    """Lines no wider than ``measure`` mm, broken at spaces; a longer word is broken where the line is full.

    ``first`` is the measure of the first line where that differs; it may stay empty.
    """
    lines: list[str] = []
    line = ""
    room = measure if first is None else first
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
    """How many characters of ``word`` fit, one at least."""
    used = 0.0
    for index, char in enumerate(word):
        used += width(char, face, size)
        if used > measure:
            return max(1, index)
    return len(word)


def fit_box(text: str, face: Face, size: float, measure: float, high: float, least: float = SMALLEST) -> Fitted | None:
    """``text`` within ``measure`` by ``high`` mm: wrapped, then down to ``least`` points; None where it fits in none.

    Whoever gets None names the text to the user, sets its ``opening`` and has the whole of it elsewhere.
    """
    face = able(face, text)
    while True:
        lines = wrap(text, face, size, measure)
        found = Fitted(lines, face, size, 1.0)
        if found.height <= high + SLACK and found.width <= measure + SLACK:
            return found
        if size <= least:
            return None
        size = max(least, size - 0.25)
