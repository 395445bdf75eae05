"""A rectangular board of pointy-top hexes in whole numbers, with tables computed once per size.

Axial ``(q, r)``: ``q`` grows to the east, ``r`` to the south. A board is stored by cells. Directions and apexes are
numbered clockwise, so that apex ``f`` is between directions ``f - 1`` and ``f``. A set of cells is a bitmask: an
int whose bit ``cell`` is set for each member.

Source: EN-FACE-01, EN-FACE-02, EN-FACE-03, EN-FACE-04, EN-FACE-05, EN-FACE-07, EN-FACE-08, EN-FACE-09, EN-RULING-52,
EN-RULING-73.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from battles.engine.words import joined

Cell = int
"""A hex of one board: ``row * columns + column``, both counted from 0, odd rows half a hex to the east (EN-FACE-09)."""

Axial = tuple[int, int]
"""``(q, r)`` of a hex, or the step from one hex to another."""

Aspect = Literal["front", "flank", "rear"]
"""The part of a unit that faces another hex."""

OFFSETS: Final[tuple[Axial, ...]] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""EN-FACE-02: the step to the neighbour in each direction: NE, E, SE, SW, W, NW."""

APEXES: Final[tuple[tuple[int, int], ...]] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""EN-FACE-07: each apex, N first, from its hex's centre, on the lattice of `centre`."""

ASPECTS: Final[tuple[Aspect, ...]] = ("front", "flank", "rear", "rear", "flank", "front")
"""EN-FACE-04: the aspect of each direction, counted clockwise from the facing apex."""

LONGEST: Final = 128
"""Most hexes along one side of a board, so that every distance fits in a byte."""

_DIRECTION: Final = {offset: direction for direction, offset in enumerate(OFFSETS)}
_GRIDS_KEPT: Final = 32


def distance(dq: int, dr: int) -> int:
    """Hexes from one hex to the hex ``(dq, dr)`` away; the last one counts, the first does not (EN-FACE-05)."""
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(q: int, r: int) -> tuple[int, int]:
    """The lattice point ``(X, Y)`` at the middle of a hex, ``Y`` southwards (EN-FACE-07).

    A step ``(dX, dY)`` has a true squared length in proportion to ``3 * dX * dX + dY * dY``.
    """
    return 2 * q + r, 3 * r


def to_offset(q: int, r: int) -> tuple[int, int]:
    """Column and row of a hex, counted from 0; either may be off the board (EN-FACE-09)."""
    return q + (r - (r & 1)) // 2, r


def to_axial(column: int, row: int) -> Axial:
    """The axial place of a column and row counted from 0 (EN-FACE-09)."""
    return column - (row - (row & 1)) // 2, row


def aspect(facing: int, direction: int) -> Aspect:
    """The aspect that a unit facing apex ``facing`` shows its neighbour in ``direction``, both 0..5 (EN-FACE-04)."""
    return ASPECTS[(direction - facing) % 6]


class Grid:
    """A board of hexes and its tables; get one from `grid`, which creates each size once.

    Every method takes cells of this board and facings 0..5 without checking them; only `label`, `cell_of` and `aspect`
    raise an error with a sentence for bad ones.

    ``axial[cell]`` is its ``(q, r)``. ``near[cell][direction]`` is the neighbour or -1 off the board, ``around`` the
    neighbours on the board in the order of the directions, ``around_mask`` the same as a bitmask.
    ``front[facing][cell]`` holds the front cells on the board, left before right, and ``front_mask`` the same as a
    bitmask; ``side_cells[facing][cell]`` the flank and rear cells on the board, clockwise from the right flank
    (EN-FACE-04).
    """

    __slots__ = (
        "__weakref__",
        "_digits",
        "_distances",
        "_rims",
        "_strips",
        "_toward",
        "_within",
        "around",
        "around_mask",
        "axial",
        "columns",
        "front",
        "front_mask",
        "near",
        "rows",
        "side_cells",
        "size",
    )

    def __init__(self, columns: int, rows: int) -> None:
        """Compute the tables.

        Raises:
            ValueError: a side is shorter than 1 or longer than `LONGEST`.
        """
        if not (1 <= columns <= LONGEST and 1 <= rows <= LONGEST):
            raise ValueError(f"A board has 1 to {LONGEST} hexes along each side, not {columns} by {rows}.")
        self.columns: Final = columns
        self.rows: Final = rows
        self.size: Final = columns * rows
        self._digits: Final = 2 if max(columns, rows) <= 99 else 3
        self.axial: Final = tuple(to_axial(column, row) for row in range(rows) for column in range(columns))
        self.near: Final = tuple(
            tuple(self.cell_at(q + step_q, r + step_r) for step_q, step_r in OFFSETS) for q, r in self.axial
        )
        self.around: Final = tuple(_on_board(near) for near in self.near)
        self.around_mask: Final = tuple(map(mask_of, self.around))
        self.front: Final = tuple(
            tuple(_on_board((near[facing - 1], near[facing])) for near in self.near) for facing in range(6)
        )
        self.front_mask: Final = tuple(tuple(map(mask_of, fronts)) for fronts in self.front)
        self.side_cells: Final = tuple(
            tuple(_on_board(tuple(near[(facing + turn) % 6] for turn in (1, 2, 3, 4))) for near in self.near)
            for facing in range(6)
        )
        self._toward = tuple(
            {cell: direction for direction, cell in enumerate(near) if cell >= 0} for near in self.near
        )
        self._rims = self._find_rims()
        self._strips: dict[int, bytes] = {}
        self._distances: list[bytes | None] = [None] * self.size
        self._within: dict[tuple[Cell, int], int] = {}

    def cell_at(self, q: int, r: int) -> Cell:
        """The cell at an axial place, or -1 if it is off the board."""
        column = q + (r - (r & 1)) // 2
        return r * self.columns + column if 0 <= r < self.rows and 0 <= column < self.columns else -1

    def column_row(self, cell: Cell) -> tuple[int, int]:
        """Column and row of a cell, counted from 0."""
        row, column = divmod(cell, self.columns)
        return column, row

    def label(self, cell: Cell) -> str:
        """The cell's label: column and row from 1, two digits each (three if a side is over 99): ``0502``.

        Raises:
            ValueError: the board has no such cell.
        """
        if not 0 <= cell < self.size:
            raise ValueError(f"There is no cell {cell}: the board has cells 0 to {self.size - 1}.")
        column, row = self.column_row(cell)
        return f"{column + 1:0{self._digits}}{row + 1:0{self._digits}}"

    def cell_of(self, label: str) -> Cell:
        """The cell with this `label`.

        Raises:
            ValueError: it is not a label, or is off the board.
        """
        digits = self._digits
        if len(label) != 2 * digits or not (label.isascii() and label.isdigit()):
            many = "two" if digits == 2 else "three"
            raise ValueError(
                f"{label!r} is not a hex: write column and row, {many} digits each, as in {5:0{digits}}{2:0{digits}}."
            )
        column, row = int(label[:digits]), int(label[digits:])
        if not (1 <= column <= self.columns and 1 <= row <= self.rows):
            raise ValueError(f"There is no hex {label}: the board has {self.columns} columns and {self.rows} rows.")
        return (row - 1) * self.columns + column - 1

    def distances(self, cell: Cell) -> bytes:
        """Distance from one cell to every cell, indexed by cell; for loops over many (EN-FACE-05)."""
        row = self._distances[cell]
        if row is None:
            row = self._distances[cell] = self._measure(cell)
        return row

    def distance(self, a: Cell, b: Cell) -> int:
        """Hexes from one cell to another; neighbours are 1 apart (EN-FACE-05)."""
        return (self._distances[a] or self.distances(a))[b]

    def direction(self, a: Cell, b: Cell) -> int:
        """The direction 0..5 from ``a`` to its neighbour ``b``, or -1 if they are not adjacent."""
        return self._toward[a].get(b, -1)

    def aspect(self, cell: Cell, facing: int, other: Cell) -> Aspect:
        """The aspect of a unit on ``cell`` that faces apex ``facing`` towards the adjacent ``other`` (EN-FACE-08).

        Raises:
            ValueError: the cells are not adjacent.
        """
        direction = self._toward[cell].get(other, -1)
        if direction < 0:
            raise ValueError(f"Hexes {self.label(cell)} and {self.label(other)} are not adjacent.")
        return ASPECTS[(direction - facing) % 6]

    def within(self, cell: Cell, radius: int) -> int:
        """Bitmask of the cells at most ``radius`` hexes away, ``cell`` itself among them."""
        mask = self._within.get((cell, radius))
        if mask is None:
            mask = self._within[cell, radius] = self._disc(cell, radius)
        return mask

    def beside(self, mask: int) -> int:
        """Bitmask of the cells adjacent to any cell of a bitmask."""
        columns, (has_west, has_east, leans_west, leans_east, board) = self.columns, self._rims
        # Of the six neighbours two are in the same row; two above and two below are in the same two columns.
        across = mask | (mask & leans_west) >> 1 | (mask & leans_east) << 1
        return (mask & has_west) >> 1 | (mask & has_east) << 1 | across >> columns | across << columns & board

    @staticmethod
    def cells(mask: int) -> tuple[Cell, ...]:
        """The cells of a bitmask, in rising order."""
        members = []
        while mask:
            low = mask & -mask
            members.append(low.bit_length() - 1)
            mask ^= low
        return tuple(members)

    def _find_rims(self) -> tuple[int, int, int, int, int]:
        """Five bitmasks of cells for `beside`.

        Those with a western neighbour, those with an eastern one, those of the first in even rows, those of the second
        in odd rows, and all.
        """
        cells = [(1 << cell, cell % self.columns, cell // self.columns) for cell in range(self.size)]
        last = self.columns - 1
        west = sum(bit for bit, column, _ in cells if column > 0)
        east = sum(bit for bit, column, _ in cells if column < last)
        even = sum(bit for bit, _, row in cells if row % 2 == 0)
        board = (1 << self.size) - 1
        return west, east, west & even, east & ~even, board

    def _measure(self, cell: Cell) -> bytes:
        """One row of the table of distances: a slice of a strip for each row of the board."""
        q, r = self.axial[cell]
        reach = self.columns + self.rows
        pieces = []
        for row in range(self.rows):
            first = to_axial(0, row)[0] - q + reach
            pieces.append(self._strip(row - r)[first : first + self.columns])
        return b"".join(pieces)

    def _strip(self, dr: int) -> bytes:
        """Distances to the hexes ``dr`` rows away, from the westernmost step that a board of this size has."""
        strip = self._strips.get(dr)
        if strip is None:
            reach = self.columns + self.rows
            # The ends are outside every board of this size and need only fit in a byte.
            strip = bytes(min(255, distance(dq, dr)) for dq in range(-reach, reach + 1))
            self._strips[dr] = strip
        return strip

    def _disc(self, cell: Cell, radius: int) -> int:
        """The bitmask for `within`: in each row of the board one run of bits around the cell's own column."""
        q, r = self.axial[cell]
        mask = 0
        for row in range(max(0, r - radius), min(self.rows - 1, r + radius) + 1):
            dr = row - r
            west, _ = to_offset(q + max(-radius, -radius - dr), row)
            east, _ = to_offset(q + min(radius, radius - dr), row)
            west, east = max(west, 0), min(east, self.columns - 1)
            mask |= ((1 << east - west + 1) - 1) << row * self.columns + west
        return mask


@lru_cache(maxsize=_GRIDS_KEPT)
def grid(columns: int, rows: int) -> Grid:
    """The board of this size, created once.

    Raises:
        ValueError: a side is shorter than 1 or longer than `LONGEST`.
    """
    return Grid(columns, rows)


MOST_NAMED: Final = 4
"""Hexes that `one_of` names one by one."""


def one_of(labels: Sequence[str]) -> str:
    """The labels of hexes to choose from, the best first: ``0901 or 1001``.

    A long row of hexes is given by its ends: ``1220, else 0720 to 1620``.
    """
    columns, rows = ({int(label[at : at + 2]) for label in labels} for at in (0, 2))
    is_row = 1 in (len(columns), len(rows)) and len(labels) == max(max(x) - min(x) + 1 for x in (columns, rows))
    if len(labels) > MOST_NAMED and is_row:
        return f"{labels[0]}, else {min(labels)} to {max(labels)}"
    return joined(labels, "or")


def mask_of(cells: tuple[Cell, ...]) -> int:
    """The bitmask of these cells."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def _on_board(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple([cell for cell in cells if cell >= 0])
