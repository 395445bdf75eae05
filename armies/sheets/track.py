"""Boxes to strike on cards and sheets: strength points, or levels with their words; what is lost is struck already."""

from typing import Final, NamedTuple

from armies.paper.faces import width
from armies.paper.marks import FIFTH
from armies.paper.sheet import RULE, SOFT, TINT, Sheet
from battles.engine.roll import Track

LEAST: Final = 3.2
"""Millimetres of the smallest box."""
GAP: Final = 0.9
ROW: Final = 1.0
"""Between boxes, and between rows of them, in mm."""
MOST_ROWS: Final = 4
"""What takes more rows has a line to write on."""
WORD: Final = 7.6
"""Points of the words beside boxes."""


class Laid(NamedTuple):
    """A track laid out: its boxes in mm, so many in a row; ``cell`` where each has its word beside it, else 0.

    ``written`` where a number is written down instead.
    """

    track: Track
    box: float
    per_row: int
    cell: float = 0.0
    size: float = WORD
    written: bool = False

    @property
    def rows(self) -> int:
        return 1 if self.written else -(-len(self.track.boxes) // self.per_row)

    @property
    def height(self) -> float:
        """Millimetres of all rows."""
        return self.rows * self.box + (self.rows - 1) * ROW

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        """Draw it from its top left corner."""
        if self.written:
            sheet.rule(x, y + self.box, x + 16.0, RULE)
            standing = len(self.track.boxes) - self.track.struck
            sheet.text(x + 17.5, y + self.box - 0.4, f"of {standing:,}", "text", 7.6, grey=SOFT)
            return
        corners = [self._corner(index, x, y) for index in range(len(self.track.boxes))]
        last = self.track.last if 0 <= self.track.last < len(corners) else -1
        sheet.rects([at for index, at in enumerate(corners) if index != last], self.box, self.box)
        if last >= 0:
            sheet.rects([corners[last]], self.box, self.box, fill=TINT)
        for (left, top), word in zip(corners, self.track.boxes, strict=True):
            self._word(sheet, left, top, word)
        for left, top in corners[: self.track.struck]:
            sheet.line(left, top, left + self.box, top + self.box, 0.9)
            sheet.line(left, top + self.box, left + self.box, top, 0.9)

    def _corner(self, index: int, x: float, y: float) -> tuple[float, float]:
        row, column = divmod(index, self.per_row)
        step = self.cell or self.box + GAP
        fifths = 0.0 if self.cell else column // 5 * FIFTH
        return x + column * step + fifths, y + row * (self.box + ROW)

    def _word(self, sheet: Sheet, left: float, top: float, word: str) -> None:
        if not word:
            return
        base = top + self.box / 2 + self.size * 0.125
        if self.cell:
            sheet.text(left + self.box + 0.8, base, word, "text", self.size)
        else:
            sheet.text(left + self.box / 2, base, word, "text", self.size, "c")


def lay(track: Track, measure: float, box: float) -> Laid:
    """``track`` within ``measure`` mm, its boxes up to ``box`` mm."""
    count = len(track.boxes)
    longest = max((width(word, "text", 1.0) for word in track.boxes), default=0.0)
    if longest * WORD > box - 0.6:
        return _with_words(track, measure, box, longest)
    size = min(WORD, (box - 0.6) / longest) if longest else WORD
    for each in (box, (box + LEAST) / 2, LEAST):
        per_row = _in_a_row(measure, each)
        if per_row >= count:
            return Laid(track, each, count, size=size)
    per_row = _in_a_row(measure, LEAST)
    per_row = max(5, per_row - per_row % 5) if per_row > 5 else per_row
    found = Laid(track, LEAST, per_row, size=size)
    return found if found.rows <= MOST_ROWS else found._replace(written=True)


def _in_a_row(measure: float, box: float) -> int:
    count = 1
    while (count + 1) * (box + GAP) - GAP + count // 5 * FIFTH <= measure:
        count += 1
    return count


def _with_words(track: Track, measure: float, box: float, longest: float) -> Laid:
    """A box with its word for each level, in as few rows as they go."""
    count = len(track.boxes)
    for rows in range(1, count + 1):
        per_row = -(-count // rows)
        cell = measure / per_row
        room = cell - box - 1.6
        size = min(WORD, room / longest)
        if size >= 6.0:
            return Laid(track, box, per_row, cell, size)
    return Laid(track, box, 1, measure, 6.0)
