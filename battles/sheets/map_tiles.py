"""How a map is spread over sheets of paper that are glued together."""

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
}
"""Width and height in millimetres, upright."""
MARGIN: Final = 11.0
"""Of the paper's edges, in millimetres: what printers leave out, and room for marks."""
FOOT: Final = 19.0
"""The margin at the foot, which also holds the line to check the size by and the footer."""
OVERLAP: Final = 10.0
"""Millimetres that a sheet shows of the one before it."""
MOST_SHEETS: Final = 150


class Leaf(NamedTuple):
    """A sheet: its number from 1, its row and column from 0, and the millimetres of the map at its top left corner."""

    number: int
    row: int
    column: int
    x: float
    y: float


class Tiles(NamedTuple):
    """Sheets of ``wide`` by ``high`` millimetres, in ``rows`` and ``columns``; each shows a field of the map."""

    wide: float
    high: float
    rows: int
    columns: int

    @property
    def field(self) -> tuple[float, float]:
        """Millimetres of the map that a sheet shows."""
        return self.wide - 2 * MARGIN, self.high - MARGIN - FOOT

    def leaves(self) -> Iterator[Leaf]:
        across, down = self.field
        for row in range(self.rows):
            for column in range(self.columns):
                number = row * self.columns + column + 1
                yield Leaf(number, row, column, column * (across - OVERLAP), row * (down - OVERLAP))


def tiles(paper: str, wide: float, high: float) -> Tiles:
    """The fewest sheets of a paper, upright or not, that show a map of a size in millimetres.

    Raises:
        ValueError: they would be more than `MOST_SHEETS`; a sentence.
    """
    short, tall = PAPERS[paper]
    found = [_tiles(short, tall, wide, high), _tiles(tall, short, wide, high)]
    best = min(found, key=lambda one: one.rows * one.columns)
    count = best.rows * best.columns
    if count > MOST_SHEETS:
        raise ValueError(
            f"The map would take {count} sheets of {paper.upper() if paper != 'letter' else 'Letter'}; "
            f"{MOST_SHEETS} are the most. Choose larger paper or a smaller scale."
        )
    return best


def _tiles(paper_wide: float, paper_high: float, wide: float, high: float) -> Tiles:
    plain = Tiles(paper_wide, paper_high, 1, 1)
    across, down = plain.field
    return plain._replace(columns=_count(wide, across), rows=_count(high, down))


def _count(long: float, field: float) -> int:
    return max(1, ceil(round((long - OVERLAP) / (field - OVERLAP), 6)))
