"""Occupancy of the board: places of units and leaders as masks and look-ups, updated from position to position."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not
from typing import Generic, Protocol, TypeVar

from battles.engine.core import SideId
from battles.kits.hex.grid import Cell, Grid


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
