"""Facts on a card: short ones in a row of columns, label over number; long ones in lines of their own."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from armies.paper.faces import width
from armies.paper.fitting import Fitted
from armies.paper.reporting import Fits
from armies.paper.sheet import SOFT, Sheet
from battles.engine.roll import Fact

SHORT: Final = 11
"""Characters of a fact that may stand in a column."""
MOST: Final = 5
"""Columns in a row."""
LABEL: Final = 7.4
NUMBER: Final = 11.0
LINE: Final = 7.4
ROW: Final = 8.2
"""Points of labels, numbers and lines, and the height of a row in mm, on a card of poker size."""
APART: Final = 1.4
LINES: Final = 0.9
"""Between a label and its text, and above the lines, in mm."""


class Cell(NamedTuple):
    label: Fitted
    text: Fitted


class Facts(NamedTuple):
    """Facts fitted into a width: rows of columns, then lines, by the scale of the card."""

    rows: tuple[tuple[Cell, ...], ...]
    lines: tuple[tuple[Fitted, Fitted], ...]
    measure: float
    scale: float

    @property
    def row_height(self) -> float:
        return ROW * self.scale

    @property
    def height(self) -> float:
        """Millimetres that it takes."""
        lines = sum(max(label.height, text.height) + 0.5 for label, text in self.lines)
        return len(self.rows) * self.row_height + lines + (LINES if self.lines else 0.0)

    def draw(self, sheet: Sheet, x: float, y: float) -> float:
        """Draw it from its top left corner; returns where it ends."""
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
    """``facts`` within ``measure`` mm."""
    short = [fact for fact in facts if len(fact.text) <= SHORT and len(fact.label) <= SHORT + 1]
    long = [fact for fact in facts if fact not in short]
    rows = []
    found = _rows(short, measure, scale)
    for row in found:
        each = round(measure / len(found[0]) - 1.0, 2)
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
    """In as few rows as they fit without shrinking much, evenly."""
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
