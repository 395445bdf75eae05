"""Where everything stands: masks and look-ups of a set of units and leaders, carried on from one set to the next."""

from collections.abc import Sequence
from itertools import compress, count
from operator import is_not

from battles.engine.core import SideId
from battles.engine.hex import Cell, Grid
from battles.rules.easy_napoleonics.state import Leader, Unit

Masks = dict[SideId, int]
"""A bitmask of cells for each side."""


def differing(old: Sequence[object], new: Sequence[object]) -> list[int]:
    """The places in which two sequences hold different things."""
    return list(compress(count(), map(is_not, old, new)))


class Lay:
    """Where everything stands, made once for a set of units and leaders. Masks are bitmasks of cells.

    ``at`` gives the unit of a cell, ``second`` the other battery where two share it (EN-OPT-08), ``men`` the leaders.
    By side: ``held`` the cells of its units, ``near`` all cells adjacent to them, ``guns`` those of its unlimbered
    batteries, ``posts`` those of its leaders, ``lone`` of these the ones without a unit of its own. ``ground`` keeps
    what the field has made of it, ``aims`` the targets of batteries by number and facing while all units stand where
    they stand; ``changed`` are the units that are not the same as in ``since``.
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

    def __init__(self, board: Grid, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> None:
        self.board = board
        self.units = units
        self.at: dict[Cell, int] = {}
        self.second: dict[Cell, int] = {}
        self.held: Masks = {"a": 0, "b": 0}
        self.guns: Masks = {"a": 0, "b": 0}
        self.since: tuple[Unit, ...] = ()
        self.changed: list[int] = []
        self.ground: dict[SideId, tuple[int, int, int]] = {}
        self.aims: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._fronts: Masks | None = None
        for number, unit in enumerate(units):
            self._put(number, unit)
        self.near: Masks = {side: board.beside(mask) for side, mask in self.held.items()}
        self._post(leaders)

    def after(self, units: tuple[Unit, ...], leaders: tuple[Leader, ...]) -> "Lay":
        """Where everything stands in another set; what has not changed is taken over."""
        if self.second or len(units) != len(self.units):
            return Lay(self.board, units, leaders)
        lay = Lay.__new__(Lay)
        lay.board = self.board
        lay.units = units
        lay.at = self.at
        lay.second = self.second
        lay.held = self.held
        lay.near = self.near
        lay.guns = self.guns
        lay.ground = {}
        lay._fronts = None
        lay.since = self.units
        lay.changed = differing(self.units, units) if units is not self.units else []
        moved = [number for number in lay.changed if _stands_otherwise(self.units[number], units[number])]
        lay.aims = {} if moved else self.aims
        if moved:
            lay._move(self.units, moved)
        if leaders is not self.leaders:
            lay._post(leaders)
            return lay
        lay.leaders = leaders
        lay.men = self.men
        lay.posts = self.posts
        lay.lone = self.lone
        if moved:
            lay._find_lone()
        return lay

    def changed_since(self, other: "Lay") -> list[int]:
        """The units that are not the same as in another lay of as many."""
        return self.changed if self.since is other.units else differing(other.units, self.units)

    @property
    def fronts(self) -> Masks:
        """By side, the cells that its units control (EN-ZOC-01)."""
        if self._fronts is None:
            self._fronts = {"a": 0, "b": 0}
            for unit in self.units:
                if unit.cell >= 0:
                    self._fronts[unit.side] |= self.board.front_mask[unit.facing][unit.cell]
        return self._fronts

    def units_at(self, cell: Cell) -> tuple[int, ...]:
        """The units in a hex: none, one, or two batteries."""
        first = self.at.get(cell)
        if first is None:
            return ()
        second = self.second.get(cell)
        return (first,) if second is None else (first, second)

    def attached(self, number: int) -> tuple[int, ...]:
        """The leaders attached to a unit: those of its side in its hex (EN-LEADER-02)."""
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
        named = self.leaders[man].unit
        return named if named in pair else pair[0]

    def _put(self, number: int, unit: Unit) -> None:
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

    def _move(self, units: tuple[Unit, ...], moved: list[int]) -> None:
        """Take units from where they stood alone, as ``units`` have it, and put them where they stand."""
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

    def _post(self, leaders: tuple[Leader, ...]) -> None:
        self.leaders = leaders
        self.men: dict[Cell, tuple[int, ...]] = {}
        self.posts: Masks = {"a": 0, "b": 0}
        for number, man in enumerate(leaders):
            if man.cell >= 0:
                self.men[man.cell] = (*self.men.get(man.cell, ()), number)
                self.posts[man.side] |= 1 << man.cell
        self._find_lone()

    def _find_lone(self) -> None:
        posts, held = self.posts, self.held
        self.lone: Masks = {"a": posts["a"] & ~held["a"], "b": posts["b"] & ~held["b"]}


def _stands_otherwise(old: Unit, new: Unit) -> bool:
    return old.cell != new.cell or old.formation != new.formation or old.side != new.side
