"""Where leaders may go (section 8.1)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, overload

from battles.engine.core import Option
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.actions import DeployLeader, MoveLeader, Relocate
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, other


def reach(field: Field, lay: Lay, leader: Leader, hexes: int) -> dict[Cell, int]:
    """The hexes where a leader may end, with their distance on foot: the nearest first (EN-LEADER-04, 05, 12).

    He goes through friends and over any passable ground, not through an enemy unit.
    """
    enemy = other(leader.side)
    near = field.grid.within(leader.cell, hexes)
    closed = (lay.held[enemy] | field.barred) & near
    taken = lay.posts[enemy] & near
    key = ("reach", leader.cell, hexes, closed, taken)
    found: dict[Cell, int] | None = field.memo.get(key)
    if found is None:
        found = field.keep(key, _flood(field, leader.cell, hexes, closed, taken))
    return found


def _flood(field: Field, start: Cell, hexes: int, closed: int, taken: int) -> dict[Cell, int]:
    around = field.grid.around
    seen = {start, *field.grid.cells(closed)}
    found: dict[Cell, int] = {}
    frontier = [start]
    for distance in range(1, hexes + 1):
        ahead = []
        for cell in frontier:
            for near in around[cell]:
                if near not in seen:
                    seen.add(near)
                    ahead.append(near)
        found.update(dict.fromkeys(ahead, distance))
        frontier = ahead
    for cell in field.grid.cells(taken):
        found.pop(cell, None)
    return found


class LeaderMoves(Sequence[MoveLeader]):
    """Every move of one leader, the nearest first; each is made when it is asked for. ``cells`` is where he may end.

    ``names`` gives by cell the batteries that he may name, where there are two in some hex.
    """

    __slots__ = ("_all", "cells", "leader", "names")

    def __init__(self, leader: int, cells: dict[Cell, int], names: dict[Cell, tuple[int, ...]]) -> None:
        self.leader = leader
        self.cells = cells
        self.names = names
        self._all: tuple[MoveLeader, ...] | None = None

    def __len__(self) -> int:
        return len(self.cells) + sum([len(named) - 1 for named in self.names.values()])

    def all(self) -> tuple[MoveLeader, ...]:
        """All of them as a tuple."""
        if self._all is None:
            leader, names = self.leader, self.names
            named = [(cell, unit) for cell in self.cells for unit in names.get(cell, _NOBODY)]
            self._all = tuple([MoveLeader(leader, cell, unit) for cell, unit in named])
        return self._all

    def to(self, cell: Cell) -> MoveLeader:
        """The first move that ends in a hex."""
        return MoveLeader(self.leader, cell, self.names.get(cell, _NOBODY)[0])

    @overload
    def __getitem__(self, place: int) -> MoveLeader: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[MoveLeader, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        return self.all()[place]

    def __iter__(self) -> Iterator[MoveLeader]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not MoveLeader or action.leader != self.leader or type(action.cell) is not int:
            return False
        return action.cell in self.cells and action.unit in self.names.get(action.cell, _NOBODY)


_NOBODY: Final = (NOWHERE,)


def moves(field: Field, lay: Lay, number: int) -> Option | None:
    """Every move of a leader with hexes left (EN-LEADER-11); None where there is none."""
    leader = lay.leaders[number]
    if leader.cell < 0 or leader.left < 1:
        return None
    enemy = other(leader.side)
    held, posts = lay.held[enemy], lay.posts[enemy]
    key = ("moves", number)
    known = field.memo.get(key)
    if known is not None and known[0] is leader and known[1] == held and known[2] == posts and not lay.second:
        found: Option | None = known[3]
        return found
    found = _moves(lay, number, reach(field, lay, leader, leader.left))
    if not lay.second:
        field.keep(key, (leader, held, posts, found))
    return found


def _moves(lay: Lay, number: int, ways: dict[Cell, int]) -> Option | None:
    if not ways:
        return None
    names = {cell: batteries(lay, lay.leaders[number].side, cell) for cell in lay.second if cell in ways}
    return Option("move_leader", f"leader {number}", LeaderMoves(number, ways, names))


def batteries(lay: Lay, side: str, cell: Cell) -> tuple[int, ...]:
    """The names that a leader may give in a hex: each of two batteries; none where there are not two (EN-LEADER-02)."""
    if cell in lay.second and lay.units[lay.at[cell]].side == side:
        return lay.units_at(cell)
    return _NOBODY


def refuges(field: Field, lay: Lay, number: int) -> tuple[Relocate, ...]:
    """The hexes that a lone leader may flee to who was run over (EN-LEADER-09)."""
    leader = lay.leaders[number]
    ways = reach(field, lay, leader, field.tables.leader_escape)
    return tuple(Relocate(cell, battery) for cell in ways for battery in batteries(lay, leader.side, cell))


def placings(field: Field, lay: Lay, number: int) -> tuple[DeployLeader, ...]:
    """Where a leader may be deployed (EN-SETUP-09)."""
    leader = lay.leaders[number]
    enemy = other(leader.side)
    closed = lay.held[enemy] | lay.posts[enemy] | field.barred
    zone = field.zones[leader.side]
    key = ("placings", number, closed, zone)
    known: tuple[DeployLeader, ...] | None = field.memo.get(key)
    if known is None or lay.second:
        cells = [cell for cell in zone if not closed >> cell & 1]
        named = [(cell, battery) for cell in cells for battery in batteries(lay, leader.side, cell)]
        known = tuple([DeployLeader(number, cell, battery) for cell, battery in named])
        if not lay.second:
            field.keep(key, known)
    return known
