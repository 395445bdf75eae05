"""The table as a sketch of letters: the ground, each unit's number with an arrow where it faces, the command stands.

A letter is twice as high as it is wide, and so is the part of the table that it stands for.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from battles.engine.core import SideId
from battles.engine.table import grounds
from battles.engine.table.bearings import FULL
from battles.engine.table.footprints import disc, footprint
from battles.rules.mini_nap.ground import Lying, lying
from battles.rules.mini_nap.setup import Table
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import CM, FeatureKind

WIDE: Final = 75
"""Letters of a row, its ruler left out."""
RULED: Final = 20 * CM
"""The rulers count in such steps."""

ARROWS: Final = "↑↗→↘↓↙←↖"
STAND: Final = "s"
GROUND: Final[dict[FeatureKind, str]] = {
    "contour": ",",
    "hill": "^",
    "rough": ":",
    "rough_x": "%",
    "bog": '"',
    "wood": "w",
    "forest": "W",
    "village": "v",
    "landmark": "h",
    "fence": "-",
    "wall": "=",
    "stream": "~",
    "river": "~",
    "ditch": "_",
    "road": ".",
    "ford": "f",
    "bridge": "#",
}
"""How each kind of ground is drawn; what comes later is drawn over what came before."""
COLOURS: Final[dict[SideId, str]] = {"a": "34;1", "b": "31;1"}

_ASIDE: Final = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0))
"""Rows and columns that a number is moved by where another stands in its place, the least first."""


class Sketch:
    """The letters of the table, row by row from the upper edge, and who could not be drawn."""

    def __init__(self, state: State) -> None:
        """Draw the ground and all that stands on it."""
        table = state.setup.table
        self.width, self.height = table.width, table.height
        self.step = -(-table.width // WIDE)
        self.columns = -(-table.width // self.step)
        self.rows = -(-table.height // (2 * self.step))
        self.ground: Sequence[str] = _ground(table, lying(state), self.step, self.columns, self.rows)
        self.tags: dict[tuple[int, int], tuple[str, SideId]] = {}
        self.taken: set[tuple[int, int]] = set()
        self.undrawn: list[str] = []
        for text, side, x, y in _standing(state):
            self._put(text, side, x, y)

    def _put(self, text: str, side: SideId, x: int, y: int) -> None:
        """A number as near to its place as others leave room for it."""
        row, column = (self.height - y) // (2 * self.step), x // self.step - len(text) // 2
        for down, right in _ASIDE:
            start = row + down, min(max(column + right, 0), self.columns - len(text))
            cells = {(start[0], start[1] + place) for place in range(len(text))}
            if 0 <= start[0] < self.rows and not cells & self.taken:
                self.tags[start] = text, side
                self.taken |= cells | {(start[0], start[1] - 1), (start[0], start[1] + len(text))}
                return
        self.undrawn.append(text)

    def lines(self, colour: bool) -> Iterator[str]:
        """The rows with a ruler in centimetres at the left and one below."""
        before = self.height + 1
        for row in range(self.rows):
            low = self.height - (row + 1) * 2 * self.step
            mark = -(-low // RULED) * RULED
            ruler = f"{mark // CM:>3}" if mark < before else "   "
            before = low
            yield f"{ruler} {self._row(row, colour)}".rstrip()
        marks = [" "] * (self.columns + 4)
        for mark in range(0, self.width + 1, RULED):
            column = min(mark // self.step, self.columns)
            marks[column : column + 3] = f"{mark // CM:<3}"
        yield f"    {''.join(marks)}".rstrip()

    def _row(self, row: int, colour: bool) -> str:
        made, column = [], 0
        while column < self.columns:
            text, side = self.tags.get((row, column), ("", ""))
            if text:
                made.append(f"\x1b[{COLOURS[side]}m{text}\x1b[0m" if colour else text)
            else:
                made.append(self.ground[row][column])
            column += len(text) or 1
        return "".join(made)


def _standing(state: State) -> Iterator[tuple[str, SideId, int, int]]:
    """Everybody on the table: units first, then the command stands that are with none."""
    for number, unit in enumerate(state.units):
        if unit.where == "table":
            arrow = ARROWS[(unit.facing + FULL // 16) % FULL * len(ARROWS) // FULL]
            yield f"{number}{arrow}", unit.side, unit.x, unit.y
    for number, stand in enumerate(state.stands):
        if stand.where == "table" and stand.unit == NONE:
            yield f"{STAND}{number}", stand.side, stand.x, stand.y


@lru_cache(8)
def _ground(table: Table, features: tuple[Lying, ...], step: int, columns: int, rows: int) -> tuple[str, ...]:
    """The ground row by row; an area is where its letters' middles lie in it, a line wherever it passes."""
    drawn = [[" "] * columns for _ in range(rows)]
    order = list(GROUND)
    for each in sorted(features, key=lambda found: order.index(found.kind)):
        cells = [
            (row, column)
            for row, column in _near(each, table, step, columns, rows)
            if _is_in(each, column * step + step // 2, table.height - (2 * row + 1) * step, step)
        ]
        for row, column in cells or [_middle(each, table, step, columns, rows)]:
            drawn[row][column] = GROUND[each.kind]
    return tuple("".join(row) for row in drawn)


def _is_in(each: Lying, x: int, y: int, step: int) -> bool:
    shape = footprint(x, y, 0, step, 2 * step) if each.is_line else disc(x, y, 0)
    return grounds.touches(each.ground, shape)


def _near(each: Lying, table: Table, step: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """The letters in the box about a feature."""
    xs, ys = zip(*each.feature.points, strict=True)
    more = max(each.feature.width, 2 * step)
    left, right = (min(max(x // step, 0), columns - 1) for x in (min(xs) - more, max(xs) + more))
    top, low = (min(max((table.height - y) // (2 * step), 0), rows - 1) for y in (max(ys) + more, min(ys) - more))
    return ((row, column) for row in range(top, low + 1) for column in range(left, right + 1))


def _middle(each: Lying, table: Table, step: int, columns: int, rows: int) -> tuple[int, int]:
    """The letter in the middle of a feature that is too small for any other."""
    xs, ys = zip(*each.feature.points, strict=True)
    x, y = sum(xs) // len(xs), sum(ys) // len(ys)
    row, column = (table.height - y) // (2 * step), x // step
    return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)
