"""The rows of a printed comparison: measured before they are placed on pages."""

from collections.abc import Callable
from typing import Final, NamedTuple

from armies.paper.faces import Face, width
from armies.paper.fitting import Fitted, fit
from armies.paper.pages import run_in
from armies.paper.sheet import FAINT, FINE, INK, RULE, SOFT, THICK
from armies.paper.words import Entry
from armies.sheets.chart_picture import Mark, Path, Sign, Text, type_set
from armies.sheets.compare_model import Comparison, Row, RowLevel
from armies.sheets.compare_parts import Cell, Column

SIZE: Final = 7.2
LEAD: Final = 3.05
BETWEEN: Final = 3.0
"""Between two systems, in the first column of each."""
GAP: Final = 1.4
INSET: Final = 2.4
"""Before words that stand right of figures."""
SYMBOL: Final = 4.8
STEP: Final = 2.0
"""How far a level is set in."""
NAME: Final = 62.0
LEAST_NAME: Final = 42.0

FACES: Final[dict[RowLevel, tuple[Face, float]]] = {
    "corps": ("disp", 10.0),
    "division": ("semi", 8.4),
    "brigade": ("semi", 7.6),
    "unit": ("text", 7.6),
}


class Line(NamedTuple):
    """Something as wide as the page: its height, what it draws from a top edge on, whether the next goes with it."""

    high: float
    draw: Callable[[float], list[Mark]]
    keep: bool = False


class Spot(NamedTuple):
    """A column on the paper."""

    x: float
    wide: float
    column: Column


class Grid:
    """Where the columns stand on a page between two edges; narrower than they want to be where they must."""

    def __init__(self, compared: Comparison, left: float, right: float) -> None:
        self.left, self.right = left, right
        self.headings = compared.headings
        wanted = sum(column.wide for heading in self.headings for column in heading.columns)
        wanted += BETWEEN * len(self.headings)
        share = min(1.0, (right - left - LEAST_NAME) / wanted)
        self.name = min(right - left - wanted * share, max(NAME, right - left - wanted))
        x = right - wanted * share
        self.spots: list[list[Spot]] = []
        for heading in self.headings:
            x += BETWEEN * share
            group: list[Spot] = []
            for column in heading.columns:
                inset = INSET * share if column.words and group else 0.0
                group.append(Spot(x + inset, column.wide * share - inset, column))
                x += column.wide * share
            self.spots.append(group)

    def heads(self, y: float) -> list[Mark]:
        """The systems and their columns, ``HEADS`` mm high."""
        marks: list[Mark] = [_text(self.left, y + 8.0, "Unit", "semi", SIZE, SOFT)]
        for heading, group in zip(self.headings, self.spots, strict=True):
            end = group[-1].x + group[-1].wide
            marks.append(_text(group[0].x, y + 3.4, heading.title, "disp", 9.0))
            marks.append(Path(((group[0].x, y + 4.6), (end, y + 4.6)), FINE))
            for spot in group:
                marks += self._set(
                    spot, fit(spot.column.head, "semi", SIZE, round(spot.wide - GAP / 2, 2)), y + 8.0, SOFT
                )
        return [*marks, Path(((self.left, y + 9.4), (self.right, y + 9.4)), RULE)]

    def row(self, row: Row) -> Line:
        """A formation over a rule, or a unit under a hairline."""
        face, size = FACES[row.level]
        indent = min(row.depth, 3) * STEP
        is_unit = row.level == "unit"
        before = indent + (SYMBOL + 1.4 if is_unit else 0.0)
        words = ", ".join(filter(None, (row.name, "" if is_unit else row.commander)))
        room = self.name - before - GAP + (0.0 if is_unit else self.spots[0][0].wide)
        name = fit(words, face, size, round(room, 2))
        above = 0.6 if is_unit else 2.2
        line = self._line(name, before, row.cells, above, bold=not is_unit)

        def draw(y: float) -> list[Mark]:
            marks = line.draw(y)
            if is_unit:
                marks.append(Sign(row.symbol, self.left + indent, y + above, SYMBOL))
            weight, grey = (FINE, FAINT) if is_unit else (RULE if row.level == "corps" else FINE, INK)
            marks.append(Path(((self.left, y + line.high), (self.right, y + line.high)), weight, grey))
            return marks

        return Line(line.high, draw, not is_unit)

    def totals(self, cells: tuple[tuple[Cell, ...], ...]) -> Line:
        """The army under a thick rule, over a double one."""
        name = fit("The army", "disp", 10.0, self.name)
        line = self._line(name, 0.0, cells, 2.0, bold=True)

        def draw(y: float) -> list[Mark]:
            foot = y + line.high
            ends = (self.left, self.right)
            rules: list[Mark] = [Path(((ends[0], at), (ends[1], at)), RULE) for at in (foot, foot + 0.8)]
            return [Path(((ends[0], y), (ends[1], y)), THICK), *line.draw(y), *rules]

        return Line(line.high + 1.6, draw)

    def _line(
        self, name: Fitted, before: float, cells: tuple[tuple[Cell, ...], ...], above: float, *, bold: bool
    ) -> Line:
        face: Face = "semi" if bold else "text"
        fitted = [
            (spot, fit(f"{cell.text}{'*' if cell.mark else ''}", face, SIZE, round(spot.wide - GAP, 2)))
            for group, its in zip(self.spots, cells, strict=True)
            for spot, cell in zip(group, its, strict=True)
            if cell.text
        ]
        tallest = max([name.height, *(words.height for _, words in fitted)])
        base = above + max(name.size, SIZE) * 0.33

        def draw(y: float) -> list[Mark]:
            marks: list[Mark] = [*type_set(self.left + before, y + base, name)]
            for spot, words in fitted:
                marks += self._set(spot, words, y + base)
            return marks

        return Line(max(tallest, SYMBOL * 2 / 3) + above + 0.8, draw)

    @staticmethod
    def _set(spot: Spot, words: Fitted, y: float, grey: float = INK) -> list[Mark]:
        """Words at the left of their column, figures at its right."""
        if spot.column.words:
            return [*type_set(spot.x, y, words, grey=grey)]
        right = spot.x + spot.wide - GAP / 2
        return [mark._replace(x=right, align="r") for mark in type_set(spot.x, y, words, grey=grey)]


def heading(left: float, right: float, words: str) -> Line:
    """A title over paragraphs, between thick and thin rules."""

    def draw(y: float) -> list[Mark]:
        rules: list[Mark] = [
            Path(((left, y + 3.0), (right, y + 3.0)), THICK),
            Path(((left, y + 3.6), (right, y + 3.6)), FINE),
        ]
        return [*rules, _text(left, y + 8.2, words, "disp", 11.0)]

    return Line(10.0, draw, True)


def paragraph(left: float, right: float, entry: Entry) -> list[Line]:
    """A paragraph, line by line."""
    return [_run_line(left, run.lead, run.text, run.at) for run in run_in(entry, SIZE, right - left, 2.4)]


def _run_line(left: float, lead: str, text: str, at: float) -> Line:
    def draw(y: float) -> list[Mark]:
        marks: list[Mark] = [_text(left, y + 2.4, lead, "semi", SIZE)] if lead else []
        return [*marks, _text(left + at, y + 2.4, text, "text", SIZE)] if text else marks

    return Line(LEAD + 0.1, draw)


def _text(x: float, y: float, words: str, face: Face, size: float, grey: float = INK) -> Text:
    return Text(x, y, words, face, size, width(words, face, size), grey=grey)
