"""Occupancy of the board, updated from position to position, and precomputed reachability, as masks and look-ups."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import compress, count
from operator import is_not, or_
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct

from battles.engine.core import SideId
from battles.kits.hex.grid import OFFSETS, Axial, Cell, Grid, to_axial, to_offset


class Unit(Protocol):
    """A unit: its hex, -1 off the board, its facing and formation. Guns may be ``unlimbered``."""

    @property
    def side(self) -> SideId: ...
    @property
    def cell(self) -> Cell: ...
    @property
    def facing(self) -> int: ...
    @property
    def formation(self) -> str: ...


class Leader(Protocol):
    """A leader: its hex, and the battery that it is with where two share the hex, else -1."""

    @property
    def side(self) -> SideId: ...
    @property
    def cell(self) -> Cell: ...
    @property
    def unit(self) -> int: ...


U = TypeVar("U", bound=Unit)
L = TypeVar("L", bound=Leader)

Masks = dict[SideId, int]
"""A bitmask of cells for each side."""


def changed_indexes(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """Indexes at which two sequences hold different objects."""
    return list(compress(count(), map(is_not, old, new)))


class Occupancy(Generic[U, L]):
    """Places of all units and leaders. Masks are bitmasks of cells.

    ``at`` maps a cell to its unit, ``second`` to the other battery if two share it (EN-OPT-08), ``men`` to its leaders.
    Masks by side: ``held`` the cells of its units, ``near`` the cells adjacent to them, ``guns`` those of unlimbered
    batteries, ``posts`` those of its leaders, ``lone`` those of leaders without a unit. ``ground`` and ``aims`` are
    caches: masks of the field by side, and targets of batteries by number and facing. ``changed`` are the units that
    differ from those of ``since``.
    """

    __slots__ = (
        "_fronts",
        "aims",
        "at",
        "board",
        "changed",
        "ground",
        "guns",
        "held",
        "leaders",
        "lone",
        "men",
        "near",
        "posts",
        "second",
        "since",
        "units",
    )

    def __init__(self, board: Grid, units: tuple[U, ...], leaders: tuple[L, ...]) -> None:
        self.board = board
        self.units = units
        self.at: dict[Cell, int] = {}
        self.second: dict[Cell, int] = {}
        self.held: Masks = {"a": 0, "b": 0}
        self.guns: Masks = {"a": 0, "b": 0}
        self.since: tuple[U, ...] = ()
        self.changed: list[int] = []
        self.ground: dict[SideId, tuple[int, int, int]] = {}
        self.aims: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._fronts: Masks | None = None
        for number, unit in enumerate(units):
            self._put(number, unit)
        self.near: Masks = {side: board.beside(mask) for side, mask in self.held.items()}
        self._post(leaders)

    def after(self, units: tuple[U, ...], leaders: tuple[L, ...]) -> "Occupancy[U, L]":
        """Occupancy of another set of units and leaders; what has not changed is reused."""
        if self.second or len(units) != len(self.units):
            return Occupancy(self.board, units, leaders)
        occupancy: Occupancy[U, L] = Occupancy.__new__(Occupancy)
        occupancy.board = self.board
        occupancy.units = units
        occupancy.at = self.at
        occupancy.second = self.second
        occupancy.held = self.held
        occupancy.near = self.near
        occupancy.guns = self.guns
        occupancy.ground = {}
        occupancy._fronts = None
        occupancy.since = self.units
        occupancy.changed = changed_indexes(self.units, units) if units is not self.units else []
        moved = [number for number in occupancy.changed if _has_moved(self.units[number], units[number])]
        occupancy.aims = {} if moved else self.aims
        if moved:
            occupancy._move(self.units, moved)
        if leaders is not self.leaders:
            occupancy._post(leaders)
            return occupancy
        occupancy.leaders = leaders
        occupancy.men = self.men
        occupancy.posts = self.posts
        occupancy.lone = self.lone
        if moved:
            occupancy._find_lone()
        return occupancy

    def changed_since(self, other: "Occupancy[U, L]") -> list[int]:
        """Units that differ from those of another occupancy with as many units."""
        return self.changed if self.since is other.units else changed_indexes(other.units, self.units)

    @property
    def fronts(self) -> Masks:
        """Masks by side of the cells that its units control (EN-ZOC-01)."""
        if self._fronts is None:
            self._fronts = {"a": 0, "b": 0}
            for unit in self.units:
                if unit.cell >= 0:
                    self._fronts[unit.side] |= self.board.front_mask[unit.facing][unit.cell]
        return self._fronts

    def units_at(self, cell: Cell) -> tuple[int, ...]:
        """Units in a hex: none, one, or two batteries."""
        first = self.at.get(cell)
        if first is None:
            return ()
        second = self.second.get(cell)
        return (first,) if second is None else (first, second)

    def attached(self, number: int) -> tuple[int, ...]:
        """Leaders attached to a unit: those of its side in its hex (EN-LEADER-02, EN-RULING-11)."""
        unit = self.units[number]
        men = self.men.get(unit.cell)
        if not men:
            return ()
        own = tuple(man for man in men if self.leaders[man].side == unit.side)
        if unit.cell not in self.second:
            return own
        pair = (self.at[unit.cell], self.second[unit.cell])
        return tuple(man for man in own if self._battery_of(man, pair) == number)

    def _battery_of(self, man: int, pair: tuple[int, int]) -> int:
        """The one of two batteries that a leader is with: the one named, else the one with the lower number.

        Source: EN-RULING-117.
        """
        named = self.leaders[man].unit
        return named if named in pair else pair[0]

    def _put(self, number: int, unit: U) -> None:
        cell = unit.cell
        if cell < 0:
            return
        if cell in self.at:
            self.second[cell] = max(number, self.at[cell])
            self.at[cell] = min(number, self.at[cell])
        else:
            self.at[cell] = number
        self.held[unit.side] |= 1 << cell
        if unit.formation == "unlimbered":
            self.guns[unit.side] |= 1 << cell

    def _move(self, units: tuple[U, ...], moved: list[int]) -> None:
        """Move units from their old places, which are those in ``units``, to their new ones."""
        before = self.held
        self.at, self.held, self.guns, self.second = self.at.copy(), before.copy(), self.guns.copy(), {}
        for number in moved:
            unit = units[number]
            if unit.cell >= 0:
                del self.at[unit.cell]
                left = ~(1 << unit.cell)
                self.held[unit.side] &= left
                self.guns[unit.side] &= left
        for number in moved:
            self._put(number, self.units[number])
        self.near = self.near.copy()
        for side, mask in self.held.items():
            if mask != before[side]:
                self.near[side] = self.board.beside(mask)

    def _post(self, leaders: tuple[L, ...]) -> None:
        self.leaders = leaders
        self.men: dict[Cell, tuple[int, ...]] = {}
        self.posts: Masks = {"a": 0, "b": 0}
        for number, man in enumerate(leaders):
            if man.cell >= 0:
                self.men[man.cell] = (*self.men.get(man.cell, ()), number)
                self.posts[man.side] |= 1 << man.cell
        self._find_lone()

    def _find_lone(self) -> None:
        posts, units = self.posts, self.held
        self.lone: Masks = {"a": posts["a"] & ~units["a"], "b": posts["b"] & ~units["b"]}


def _has_moved(old: Unit, new: Unit) -> bool:
    return old.cell != new.cell or old.formation != new.formation or old.side != new.side


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
