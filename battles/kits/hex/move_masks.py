"""Precomputed reachability masks by hex, facing and move allowance."""

from functools import lru_cache, reduce
from operator import or_
from typing import Final, TypeVar

from msgspec import Struct

from battles.kits.hex.grid import OFFSETS, Axial, Cell, Grid, to_axial, to_offset

Shape = tuple[int, bool]
"""Hexes of a Move, and whether the guns may unlimber after it."""

T = TypeVar("T")

_MOST_KNOWN: Final = 256
"""Cached answers of a mask; when there are more, all are dropped."""

_LAYOUTS: Final = 32
"""Boards whose masks are cached."""


class MoveMask(Struct, frozen=True, eq=False, gc=False):
    """Hexes that a unit can reach with one facing and one move allowance.

    ``sides`` are the hexes of a Sidestep, ``first`` those that a Move may enter with its first step, ``area`` all that
    it can reach. ``hops`` lists the hexes that a Move may pass through, nearest first, each with the hexes ahead of it;
    ``heads`` is the mask of the former. ``cache`` keeps the hexes reached by which heads may be passed. In the hexes of
    ``once`` a move can end in one way, elsewhere in two, since guns may also unlimber there.
    """

    unlimbers: bool
    sides: int
    once: int
    first: int
    hops: tuple[tuple[int, int], ...]
    heads: int
    area: int
    cache: dict[int, int]

    def entered(self, run: int) -> int:
        """Hexes that a Move or Sidestep can enter, if it may pass through the hexes of ``run``."""
        key = run & self.heads
        cells = self.cache.get(key)
        if cells is None:
            cells = self.first
            for hex_, beyond in self.hops:
                if hex_ & cells & key:
                    cells |= beyond
            cells = _keep(self.cache, key, cells | self.sides)
        return cells


class MoveMasks(Struct, frozen=True, eq=False, gc=False):
    """Masks in all six facings for each of some shapes.

    ``area`` and ``heads`` are the unions of those of the masks. ``cache`` keeps answers of ``entered``.
    """

    masks: tuple[MoveMask, ...]
    area: int
    heads: int
    cache: dict[int, tuple[int, ...]]

    def entered(self, run: int) -> tuple[int, ...]:
        """Hexes that each mask enters, if a Move may pass through ``run``."""
        key = run & self.heads
        cells = self.cache.get(key)
        if cells is None:
            cells = _keep(self.cache, key, tuple([mask.entered(run) for mask in self.masks]))
        return cells


class BoardMasks:
    """Move masks of one board, for Moves of at most ``farthest`` hexes.

    ``spots`` gives for each cell the number of its kind of place: cells equally far from the edges share masks. Masks
    are relative to the unit's hex, which is bit ``own`` of such a window.
    """

    __slots__ = ("_columns", "_masks", "_places", "_steps", "own", "spots")

    def __init__(self, grid: Grid, farthest: int) -> None:
        self._steps: Final = min(farthest, grid.columns + grid.rows)
        self._columns: Final = grid.columns
        self._masks: dict[tuple[int, tuple[Shape, ...]], MoveMasks] = {}
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
        """A window around ``cell`` as a mask of the board's cells."""
        return window << cell >> self.own

    def move_masks(self, spot: int, shapes: tuple[Shape, ...]) -> MoveMasks:
        """Masks of these shapes from a kind of place: all facings of the first shape, then of the next."""
        key = (spot, shapes)
        cached = self._masks.get(key)
        if cached is None:
            masks = tuple([self._build_mask(spot, facing, shape) for shape in shapes for facing in range(6)])
            area = reduce(or_, [mask.area for mask in masks], 0)
            heads = reduce(or_, [mask.heads for mask in masks], 0)
            cached = self._masks[key] = MoveMasks(masks, area, heads, {})
        return cached

    def _build_mask(self, spot: int, facing: int, shape: Shape) -> MoveMask:
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
        return MoveMask(unlimbers, sides, sides if unlimbers else area, first, tuple(hops), heads, area, {})

    def _bits(self, spot: int, hex_: Axial) -> int:
        """Bit of a hex in the window; 0 beyond the west or east edge."""
        column, row = self._places[spot]
        there, its_row = to_offset(*hex_)
        if not 0 <= there < self._columns:
            return 0
        return 1 << self.own + (its_row - row) * self._columns + there - column


def _keep(cache: dict[int, T], key: int, value: T) -> T:
    if len(cache) >= _MOST_KNOWN:
        cache.clear()
    cache[key] = value
    return value


def _next(hex_: Axial, direction: int) -> Axial:
    return hex_[0] + OFFSETS[direction][0], hex_[1] + OFFSETS[direction][1]


@lru_cache(maxsize=_LAYOUTS)
def board_masks(grid: Grid, farthest: int) -> BoardMasks:
    """Move masks of a board (cached)."""
    return BoardMasks(grid, farthest)
