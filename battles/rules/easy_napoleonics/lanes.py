"""Ways to go, laid out once as masks: from a hex, with a facing and an allowance, what may be entered and from where.

A mask here is a window: bits counted from the unit's own hex, so that one lane serves every hex of the board that lies
alike, which is in an odd or even row and as far from the west and east edges. Beyond the north and south edges a
window has no bits.
"""

from functools import lru_cache, reduce
from operator import or_
from typing import Final, TypeVar

from msgspec import Struct

from battles.engine.hex import OFFSETS, Axial, Cell, Grid, to_axial, to_offset

Shape = tuple[int, bool]
"""Hexes of a Move, and whether the guns may unlimber after it."""

T = TypeVar("T")

_MOST_KNOWN: Final = 256
"""What a lane or a fan keeps before it forgets it all."""

_LAYOUTS: Final = 32
"""Layouts that are kept."""


class Lane(Struct, frozen=True, eq=False, gc=False):
    """One way for units with nothing before them but what fills a hex or halts them.

    ``sides`` are the hexes of a Sidestep, ``first`` those that a Move may enter at once, ``area`` all where it may
    lead. ``hops`` are the hexes that it may go on from, the nearest first, each with those it then enters; ``heads``
    is the mask of them, and ``known`` what is entered by which of them one may go on from. In ``once`` there is one
    way to end, elsewhere two: guns may unlimber.
    """

    unlimbers: bool
    sides: int
    once: int
    first: int
    hops: tuple[tuple[int, int], ...]
    heads: int
    area: int
    known: dict[int, int]

    def entered(self, run: int) -> int:
        """The hexes that a Move or Sidestep enters where it may go on from ``run`` (EN-MOVE-02 to 06)."""
        key = run & self.heads
        found = self.known.get(key)
        if found is None:
            found = self.first
            for hex_, beyond in self.hops:
                if hex_ & found & key:
                    found |= beyond
            found = _keep(self.known, key, found | self.sides)
        return found


class Fan(Struct, frozen=True, eq=False, gc=False):
    """Lanes in all six facings for each of some shapes; ``area`` is where they may lead, ``heads`` where they go on.

    What the hexes to go on from let a unit enter comes up again and again, and is kept in ``known``.
    """

    lanes: tuple[Lane, ...]
    area: int
    heads: int
    known: dict[int, tuple[int, ...]]

    def entered(self, run: int) -> tuple[int, ...]:
        """The hexes that each lane enters."""
        key = run & self.heads
        found = self.known.get(key)
        if found is None:
            found = _keep(self.known, key, tuple([lane.entered(run) for lane in self.lanes]))
        return found


class Layout:
    """The lanes of one board for Moves of at most ``farthest`` hexes.

    ``spots`` numbers by cell how it lies. The own hex of a window is bit ``own``.
    """

    __slots__ = ("_columns", "_fans", "_places", "_steps", "own", "spots")

    def __init__(self, grid: Grid, farthest: int) -> None:
        self._steps: Final = min(farthest, grid.columns + grid.rows)
        self._columns: Final = grid.columns
        self._fans: dict[tuple[int, tuple[Shape, ...]], Fan] = {}
        self.own: Final = self._steps * (grid.columns + 1)
        numbers: dict[tuple[int, int, int], int] = {}
        self._places: list[tuple[int, int]] = []
        self.spots: list[int] = []
        for cell in range(grid.size):
            column, row = grid.column_row(cell)
            kind = (row % 2, min(column, self._steps), min(grid.columns - 1 - column, self._steps))
            if kind not in numbers:
                numbers[kind] = len(numbers)
                self._places.append((column, row % 2))
            self.spots.append(numbers[kind])

    def mask(self, window: int, cell: Cell) -> int:
        """The cells of a window."""
        return window << cell >> self.own

    def fan(self, spot: int, shapes: tuple[Shape, ...]) -> Fan:
        """The lanes of these shapes from the hexes of a spot: all facings of the first, then those of the next."""
        key = (spot, shapes)
        found = self._fans.get(key)
        if found is None:
            lanes = tuple([self._laid(spot, facing, shape) for shape in shapes for facing in range(6)])
            area = reduce(or_, [lane.area for lane in lanes], 0)
            heads = reduce(or_, [lane.heads for lane in lanes], 0)
            found = self._fans[key] = Fan(lanes, area, heads, {})
        return found

    def _laid(self, spot: int, facing: int, shape: Shape) -> Lane:
        allowance, unlimbers = shape
        home = to_axial(*self._places[spot])
        step = [self._bits(spot, _next(home, (facing + turn) % 6)) for turn in range(6)]
        entered = {_next(home, facing - 1), _next(home, facing)}
        hops: list[tuple[int, int]] = []
        first = area = reduce(or_, [self._bits(spot, hex_) for hex_ in entered])
        for _ in range(min(allowance, self._steps) - 1):
            ahead = sorted(hex_ for hex_ in entered if self._bits(spot, hex_))
            fronts = {hex_: (_next(hex_, facing - 1), _next(hex_, facing)) for hex_ in ahead}
            for hex_, (left, right) in fronts.items():
                hops.append((self._bits(spot, hex_), self._bits(spot, left) | self._bits(spot, right)))
            entered = {hex_ for pair in fronts.values() for hex_ in pair}
            area |= reduce(or_, [beyond for _, beyond in hops], 0)
        sides = reduce(or_, step[1:5])
        heads = reduce(or_, [hex_ for hex_, _ in hops], 0)
        area |= sides
        return Lane(unlimbers, sides, sides if unlimbers else area, first, tuple(hops), heads, area, {})

    def _bits(self, spot: int, hex_: Axial) -> int:
        """A hex in the window of a spot; nothing for one beyond the west or east edge."""
        column, row = self._places[spot]
        there, its_row = to_offset(*hex_)
        if not 0 <= there < self._columns:
            return 0
        return 1 << self.own + (its_row - row) * self._columns + there - column


def _keep(known: dict[int, T], key: int, value: T) -> T:
    if len(known) >= _MOST_KNOWN:
        known.clear()
    known[key] = value
    return value


def _next(hex_: Axial, direction: int) -> Axial:
    return hex_[0] + OFFSETS[direction][0], hex_[1] + OFFSETS[direction][1]


@lru_cache(maxsize=_LAYOUTS)
def layout(grid: Grid, farthest: int) -> Layout:
    """The lanes of a board, made once."""
    return Layout(grid, farthest)
