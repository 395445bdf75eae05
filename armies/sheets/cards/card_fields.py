"""Fields of a card: facts in columns, and boxes to cross off for strength points or levels."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper.marks import FIFTH
from armies.paper.sheet import RULE, SOFT, TINT, Sheet
from armies.paper.typography import SMALLEST, Fits, Fitted, width
from battles.engine.sheets.muster_roll import Fact, Track

SHORT: Final = 11
"""The most characters of a fact in a column."""

MOST: Final = 5
"""The most columns in a row."""

LABEL: Final = 7.4
NUMBER: Final = 11.0
LINE: Final = 7.4
FACT_ROW: Final = 8.2
"""Points of labels, numbers and lines, and the height of a row in mm, on a card of poker size."""

APART: Final = 1.4
LINES: Final = 0.9
"""Between a label and its text, and above the lines, in mm."""


class Cell(NamedTuple):
    label: Fitted
    text: Fitted


class Facts(NamedTuple):
    """Facts fitted into a width: rows of columns, then lines, at the scale of the card."""

    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[tuple[Fitted, Fitted], ...]
    measure: float
    scale: float

    @property
    def row_height(self) -> float:
        return FACT_ROW * self.scale

    @property
    def height(self) -> float:
        """Height in mm."""
        lines = sum(max(label.height, text.height) + 0.5 for label, text in self.lines)
        return len(self.rows) * self.row_height + lines + (LINES if self.lines else 0.0)

    def draw(self, sheet: Sheet, x: float, y: float) -> float:
        """Draw it from its top left corner; returns the height of its end."""
        each = self.measure / max(map(len, self.rows), default=1)
        for row in self.rows:
            for index, cell in enumerate(row):
                middle = x + each * (index + 0.5)
                sheet.text(
                    middle, y + 3.2 * self.scale, cell.label.lines[0], cell.label.face, cell.label.size, "c", SOFT
                )
                sheet.text(middle, y + 7.4 * self.scale, cell.text.lines[0], cell.text.face, cell.text.size, "c")
            y += self.row_height
        y += LINES if self.lines else 0.0
        for label, text in self.lines:
            first = y + max(label.size, text.size) * 0.36
            sheet.fitted(x, first, label, grey=SOFT)
            sheet.fitted(x + label.width + APART, first, text)
            y += max(label.height, text.height) + 0.5
        return y


def fit_facts(facts: Sequence[Fact], fits: Fits, measure: float, scale: float, whose: str) -> Facts:
    """``facts`` fitted into ``measure`` mm."""
    short = [fact for fact in facts if len(fact.text) <= SHORT and len(fact.label) <= SHORT + 1]
    long = [fact for fact in facts if fact not in short]
    rows = []
    fact_rows = _rows(short, measure, scale)
    for row in fact_rows:
        each = round(measure / len(fact_rows[0]) - 1.0, 2)
        rows.append(
            tuple(
                Cell(
                    fits.line(fact.label, "ital", LABEL * scale, each, whose),
                    fits.line(fact.text, "semi", NUMBER * scale, each, whose),
                )
                for fact in row
            )
        )
    lines = []
    for fact in long:
        label = fits.line(fact.label, "ital", LINE * scale, round(measure * 0.5, 2), whose)
        room = round(measure - label.width - APART, 2)
        lines.append((label, fits.box(fact.text, "text", LINE * scale, room, 3 * LINE * scale * 0.41, whose)))
    return Facts(tuple(rows), tuple(lines), measure, scale)


def _rows(facts: Sequence[Fact], measure: float, scale: float) -> list[Sequence[Fact]]:
    """Facts in as few even rows as fit without shrinking much."""
    if not facts:
        return []
    most = max(1, min(MOST, int(measure / (_widest(facts, scale) + 1.0))))
    count = -(-len(facts) // most)
    each = -(-len(facts) // count)
    return [facts[start : start + each] for start in range(0, len(facts), each)]


def _widest(facts: Sequence[Fact], scale: float) -> float:
    labels = (width(fact.label, "ital", LABEL * scale) * 0.86 for fact in facts)
    texts = (width(fact.text, "semi", NUMBER * scale) * 0.86 for fact in facts)
    return max((*labels, *texts))


LEAST: Final = 3.2
"""Size of the smallest box in mm."""

GAP: Final = 0.9
TRACK_ROW: Final = 1.0
"""Between boxes, and between rows of them, in mm."""

MOST_ROWS: Final = 4
"""The most rows of boxes; longer tracks have a line to write on."""

WORD: Final = 7.6
"""Points of the words beside boxes."""


class TrackLayout(NamedTuple):
    """The layout of a track: box size in mm, and boxes per row. ``cell`` is the width of a box with its word, or 0.

    ``written``: the number is written by hand instead.
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
        """Height of all rows in mm."""
        return self.rows * self.box + (self.rows - 1) * TRACK_ROW

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
        return x + column * step + fifths, y + row * (self.box + TRACK_ROW)

    def _word(self, sheet: Sheet, left: float, top: float, word: str) -> None:
        if not word:
            return
        base = top + self.box / 2 + self.size * 0.125
        if self.cell:
            sheet.text(left + self.box + 0.8, base, word, "text", self.size)
        else:
            sheet.text(left + self.box / 2, base, word, "text", self.size, "c")


def lay_out_track(track: Track, measure: float, box: float) -> TrackLayout:
    """``track`` fitted into ``measure`` mm, with boxes of at most ``box`` mm."""
    count = len(track.boxes)
    longest = max((width(word, "text", 1.0) for word in track.boxes), default=0.0)
    if longest * WORD > box - 0.6:
        return _with_words(track, measure, box, longest)
    size = min(WORD, (box - 0.6) / longest) if longest else WORD
    for each in (box, (box + LEAST) / 2, LEAST):
        per_row = _in_a_row(measure, each)
        if per_row >= count:
            return TrackLayout(track, each, count, size=size)
    per_row = _in_a_row(measure, LEAST)
    per_row = max(5, per_row - per_row % 5) if per_row > 5 else per_row
    layout = TrackLayout(track, LEAST, per_row, size=size)
    return layout if layout.rows <= MOST_ROWS else layout._replace(written=True)


def _in_a_row(measure: float, box: float) -> int:
    count = 1
    while (count + 1) * (box + GAP) - GAP + count // 5 * FIFTH <= measure:
        count += 1
    return count


def _with_words(track: Track, measure: float, box: float, longest: float) -> TrackLayout:
    """A box with a word for each level, in as few rows as possible."""
    count = len(track.boxes)
    for rows in range(1, count + 1):
        per_row = -(-count // rows)
        cell = measure / per_row
        room = cell - box - 1.6
        size = min(WORD, room / longest)
        if size >= SMALLEST:
            return TrackLayout(track, box, per_row, cell, size)
    return TrackLayout(track, box, 1, measure, SMALLEST)
