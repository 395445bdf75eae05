"""Initiative and leaders: rolls, leader moves and their refusals (sections 4.1 and 8.1)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final, overload

from msgspec import Struct

from battles.engine.core import Modifier, Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.engine.words import with_verb
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.actions import DeployLeader, MoveLeader, Relocate
from battles.rules.easy_napoleonics.resolution import RefusalContext, count_hexes, figure, refusal
from battles.rules.easy_napoleonics.rules import Book, ModifierSum
from battles.rules.easy_napoleonics.state import NOWHERE, Leader, Occupancy, other
from battles.rules.easy_napoleonics.tables import DIE
from battles.rules.easy_napoleonics.terrain import Field

INITIATIVE_SIDES: Final[tuple[SideId, SideId]] = ("a", "b")
"""The two sides (EN-SETUP-01)."""


class InitiativeResult(Struct, frozen=True):
    """Modifiers of side a and side b, faces of each roll, totals of the last roll, and the winner."""

    modifiers: tuple[int, int]
    rolls: tuple[tuple[int, int], ...]
    totals: tuple[int, int]
    winner: SideId


def initiative_modifiers(book: Book, streak_side: SideId | None, streak: int) -> tuple[ModifierSum, ModifierSum]:
    """Modifiers to the dice of side a and of side b (EN-RULING-15).

    ``streak_side`` won the last ``streak`` turns in a row; None and 0 in the first turn (EN-INIT-02, EN-INIT-03,
    EN-INIT-04, EN-INIT-06).
    """
    return _modifiers(book, 0, streak_side, streak), _modifiers(book, 1, streak_side, streak)


def _modifiers(book: Book, index: int, streak_side: SideId | None, streak: int) -> ModifierSum:
    rows = []
    if streak_side == INITIATIVE_SIDES[index] and streak:
        words = f"initiative in the last {streak} turns" if streak > 1 else "initiative in the last turn"
        rows.append(Modifier("EN-INIT-02", words, -book.tables.streak_penalty * streak))
    bonus = book.options.initiative_bonus[index]
    if bonus:
        rows.append(Modifier("EN-INIT-06", "favoured side", bonus))
    return ModifierSum(sum(row.value for row in rows), tuple(rows))


def initiative(dice: Dice, book: Book, streak_side: SideId | None, streak: int) -> InitiativeResult:
    """Roll for the initiative: the die of side a, then of side b; equal totals are rolled again.

    Source: EN-INIT-01, EN-INIT-05, EN-INIT-07, EN-RULING-75.

    Not for dice that branch over every outcome, since ties could go on for ever: use ``initiative_odds``.
    """
    modifiers = tuple(rows.total for rows in initiative_modifiers(book, streak_side, streak))
    rolls: list[tuple[int, int]] = []
    why = "EN-INIT-01"
    while True:
        first, second = dice.roll(2, DIE, why)
        rolls.append((first, second))
        totals = first + modifiers[0], second + modifiers[1]
        if totals[0] != totals[1]:
            winner = INITIATIVE_SIDES[totals[1] > totals[0]]
            return InitiativeResult((modifiers[0], modifiers[1]), tuple(rolls), totals, winner)
        why = "EN-INIT-05"


def initiative_odds(book: Book, streak_side: SideId | None, streak: int) -> dict[SideId, Fraction]:
    """Exact chance of each side to win; ties do not count, as they are rolled again (EN-INIT-05)."""
    first, second = (rows.total for rows in initiative_modifiers(book, streak_side, streak))
    faces = range(1, DIE + 1)
    leads = [a + first - b - second for a, b in product(faces, faces)]
    won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    return {"a": Fraction(won, won + lost), "b": Fraction(lost, won + lost)}


def leader_reach(field: Field, occupancy: Occupancy, leader: Leader, hexes: int) -> dict[Cell, int]:
    """Hexes where a leader's move may end, with the length of the path in hexes, nearest first.

    Source: EN-LEADER-04, EN-LEADER-05, EN-LEADER-12, EN-RULING-09.

    The path may lead through friends and over any passable terrain, but not through an enemy unit.
    """
    enemy = other(leader.side)
    near = field.grid.within(leader.cell, hexes)
    closed = (occupancy.held[enemy] | field.barred) & near
    posts = occupancy.posts[enemy] & near
    key = ("reach", leader.cell, hexes, closed, posts)
    reach: dict[Cell, int] | None = field.memo.get(key)
    if reach is None:
        reach = field.keep(key, _flood(field, leader.cell, hexes, closed, posts))
    return reach


def _flood(field: Field, start: Cell, hexes: int, closed: int, posts: int) -> dict[Cell, int]:
    around = field.grid.around
    seen = {start, *field.grid.cells(closed)}
    distances: dict[Cell, int] = {}
    frontier = [start]
    for distance in range(1, hexes + 1):
        ahead = []
        for cell in frontier:
            for near in around[cell]:
                if near not in seen:
                    seen.add(near)
                    ahead.append(near)
        distances.update(dict.fromkeys(ahead, distance))
        frontier = ahead
    for cell in field.grid.cells(posts):
        distances.pop(cell, None)
    return distances


class LeaderMoves(Sequence[MoveLeader]):
    """Every move of one leader, nearest first, built on first use. ``cells`` are the hexes where a move may end.

    ``names`` maps a cell with two batteries to the batteries that the leader may join.
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
        """All moves as a tuple."""
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


def leader_moves(field: Field, occupancy: Occupancy, number: int) -> Option | None:
    """Every move of a leader with hexes left (EN-LEADER-11); None if there is none."""
    leader = occupancy.leaders[number]
    if leader.cell < 0 or leader.left < 1:
        return None
    enemy = other(leader.side)
    enemy_cells, posts = occupancy.held[enemy], occupancy.posts[enemy]
    key = ("moves", number)
    cached = field.memo.get(key)
    if (
        cached is not None
        and cached[0] is leader
        and cached[1] == enemy_cells
        and cached[2] == posts
        and not occupancy.second
    ):
        option: Option | None = cached[3]
        return option
    option = _leader_moves(occupancy, number, leader_reach(field, occupancy, leader, leader.left))
    if not occupancy.second:
        field.keep(key, (leader, enemy_cells, posts, option))
    return option


def _leader_moves(occupancy: Occupancy, number: int, ways: dict[Cell, int]) -> Option | None:
    if not ways:
        return None
    names = {
        cell: batteries(occupancy, occupancy.leaders[number].side, cell) for cell in occupancy.second if cell in ways
    }
    return Option("move_leader", f"leader {number}", LeaderMoves(number, ways, names))


def batteries(occupancy: Occupancy, side: str, cell: Cell) -> tuple[int, ...]:
    """Values that an action may name in a hex: either of two batteries, else only ``NOWHERE`` (EN-LEADER-02)."""
    if cell in occupancy.second and occupancy.units[occupancy.at[cell]].side == side:
        return occupancy.units_at(cell)
    return _NOBODY


def refuges(field: Field, occupancy: Occupancy, number: int) -> tuple[Relocate, ...]:
    """Every way for a lone leader to flee from an enemy who ran over the hex (EN-LEADER-09)."""
    leader = occupancy.leaders[number]
    ways = leader_reach(field, occupancy, leader, field.tables.leader_escape)
    return tuple(Relocate(cell, battery) for cell in ways for battery in batteries(occupancy, leader.side, cell))


def leader_deployments(field: Field, occupancy: Occupancy, number: int) -> tuple[DeployLeader, ...]:
    """Every deployment of a leader (EN-SETUP-09)."""
    leader = occupancy.leaders[number]
    enemy = other(leader.side)
    closed = occupancy.held[enemy] | occupancy.posts[enemy] | field.barred
    zone = field.zones[leader.side]
    key = ("deployment_options", number, closed, zone)
    cached: tuple[DeployLeader, ...] | None = field.memo.get(key)
    if cached is None or occupancy.second:
        cells = [cell for cell in zone if not closed >> cell & 1]
        named = [(cell, battery) for cell in cells for battery in batteries(occupancy, leader.side, cell)]
        cached = tuple([DeployLeader(number, cell, battery) for cell, battery in named])
        if not occupancy.second:
            field.keep(key, cached)
    return cached


def refuse_leader_move(context: RefusalContext, action: MoveLeader) -> Refusal | None:
    """Why a leader may not make a move (EN-LEADER-04, EN-LEADER-11)."""
    if refused := context.own_leader(action.leader, "move"):
        return refused
    leader = context.state.leaders[action.leader]
    if leader.cell < 0:
        return refusal("gone", "EN-SETUP-09", f"{leader.name} cannot move: this leader is not on the board yet")
    if leader.left < 1:
        return refusal("no_action_left", "EN-LEADER-11", f"{leader.name} cannot move: no hexes are left this turn")
    return _refuse_path(context, leader, action.cell, leader.left) or refuse_named_unit(
        context, leader, action.cell, action.unit
    )


def refuse_refuge(context: RefusalContext, action: Relocate) -> Refusal | None:
    """Why a leader may not flee to a hex (EN-LEADER-09)."""
    leader = context.state.leaders[context.state.pending[-1].leader]
    reach = context.field.tables.leader_escape
    return _refuse_path(context, leader, action.cell, reach) or refuse_named_unit(
        context, leader, action.cell, action.unit
    )


def _refuse_path(context: RefusalContext, leader: Leader, target: Cell, reach: int) -> Refusal | None:
    goal = f"{leader.name} cannot go to {context.hex(target)}"
    if not context.on_board(target):
        return refusal("off_board", "EN-LEADER-04", f"{goal}: there is no such hex on the board")
    if target == leader.cell:
        return refusal("no_change", "EN-LEADER-11", f"{goal}: this leader is there already")
    if refused := refuse_leader_in_hex(context, target, goal):
        return refused
    away = _on_foot(context, leader.cell, target, reach)
    if away is None:
        why = f"the path is longer than {count_hexes(reach)} or leads through the enemy"
        return refusal("out_of_reach", "EN-LEADER-04", f"{goal}: {why}")
    return None


def refuse_leader_in_hex(context: RefusalContext, target: Cell, goal: str) -> Refusal | None:
    """Why no leader of this side may enter a hex (EN-LEADER-04, EN-LEADER-12)."""
    if context.field.barred >> target & 1:
        return refusal("impassable", "EN-LEADER-04", f"{goal}: it is impassable")
    for number in context.units_in(target):
        if context.state.units[number].side == context.enemy:
            return refusal("occupied", "EN-LEADER-04", f"{goal}: {with_verb(context.name(number), 'stands')} there")
    if men := context.leaders_in(target, context.enemy):
        return refusal("occupied", "EN-LEADER-12", f"{goal}: {context.leader_name(men[0])} stands there")
    return None


def _on_foot(context: RefusalContext, start: Cell, target: Cell, reach: int) -> int | None:
    """Length of the shortest path around ponds and enemy units; None if it is longer than ``reach``."""
    closed_cells = {unit.cell for unit in context.state.units if unit.side == context.enemy}
    seen, edge = {start}, {start}
    for away in range(1, reach + 1):
        near = {cell for place in edge for cell in context.field.grid.around[place]}
        edge = {cell for cell in near - seen - closed_cells if not context.field.barred >> cell & 1}
        seen |= edge
        if target in edge:
            return away
    return None


def refuse_named_unit(context: RefusalContext, leader: Leader, target: Cell, unit: int) -> Refusal | None:
    """Why the named unit is wrong: name one of two batteries in the hex, else no unit (EN-LEADER-02)."""
    there = context.units_in(target)
    if len(there) < 2:
        if unit == NOWHERE:
            return None
        why = f"no two batteries share {context.hex(target)}"
        return refusal("malformed", "EN-LEADER-02", f"Do not name a unit for {leader.name} to join: {why}")
    if unit in there:
        return None
    names = " or ".join(context.name(number) for number in there)
    why = "no unit is named" if unit == NOWHERE else f"unit {figure(unit)} is not one of them"
    return refusal("malformed", "EN-LEADER-02", f"{leader.name} must join {names} in {context.hex(target)}: {why}")
