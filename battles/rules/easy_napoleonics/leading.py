"""Where leaders may go (section 8.1)."""

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


def moves(field: Field, lay: Lay, number: int) -> tuple[MoveLeader, ...]:
    """Every move of a leader with hexes left (EN-LEADER-11)."""
    leader = lay.leaders[number]
    if leader.cell < 0 or leader.left < 1:
        return ()
    enemy = other(leader.side)
    key, against = ("moves", number), (lay.held[enemy], lay.posts[enemy])
    known = field.memo.get(key)
    if known is not None and known[0] is leader and known[1] == against and not lay.second:
        found: tuple[MoveLeader, ...] = known[2]
        return found
    ways = reach(field, lay, leader, leader.left)
    named = [(cell, battery) for cell in ways for battery in batteries(lay, leader.side, cell)]
    found = tuple([MoveLeader(number, cell, battery) for cell, battery in named])
    if not lay.second:
        field.keep(key, (leader, against, found))
    return found


def batteries(lay: Lay, side: str, cell: Cell) -> tuple[int, ...]:
    """The names that a leader may give in a hex: each of two batteries; none where there are not two (EN-LEADER-02)."""
    if cell in lay.second and lay.units[lay.at[cell]].side == side:
        return lay.units_at(cell)
    return (NOWHERE,)


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
