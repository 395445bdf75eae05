"""A drawing on a board of another size: what is not on it any more is gone."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from battles.engine.core import SideId
from battles.engine.hex import Cell, grid
from battles.rules.easy_napoleonics.rules import Options
from battles.rules.easy_napoleonics.scenario import edge_zone
from battles.rules.easy_napoleonics.setup import Board, Captain, Force, Objective, Recruit, Setup

Moved = Mapping[Cell, Cell]
"""The new cell of each old one that is still on the board: its column and row stay."""

One = TypeVar("One", Recruit, Captain)


def resized(setup: Setup, options: Options) -> Setup:
    """``setup`` on a board of the size of ``options``, and otherwise under its own.

    Zones at the edges go to the new edges, as deep as ``options`` say; an objective without a hex is gone.
    """
    before = setup.rules.options
    old, new = grid(setup.board.columns, setup.board.rows), grid(options.board_columns, options.board_rows)
    moved: dict[Cell, Cell] = {}
    for cell in range(old.size):
        column, row = old.column_row(cell)
        if column < new.columns and row < new.rows:
            moved[cell] = row * new.columns + column
    size = {"board_columns": options.board_columns, "board_rows": options.board_rows}
    return replace(
        setup,
        board=_board(setup.board, options, moved),
        forces=(
            _force("a", setup.forces[0], before, options, moved),
            _force("b", setup.forces[1], before, options, moved),
        ),
        objectives=tuple(filter(None, (_objective(goal, moved) for goal in setup.objectives))),
        rules=replace(setup.rules, options=replace(before, **size)),
    )


def _kept(cells: Sequence[Cell], moved: Moved) -> tuple[Cell, ...]:
    return tuple(moved[cell] for cell in cells if cell in moved)


def _board(board: Board, options: Options, moved: Moved) -> Board:
    return Board(
        options.board_columns,
        options.board_rows,
        tuple(sorted((moved[cell], kind) for cell, kind in board.terrain if cell in moved)),
        tuple(sorted((moved[cell], name) for cell, name in board.names if cell in moved)),
    )


def _force(side: SideId, force: Force, before: Options, options: Options, moved: Moved) -> Force:
    at_edge = force.zone == edge_zone(side, before)
    return replace(
        force,
        units=tuple(_placed(unit, moved) for unit in force.units),
        leaders=tuple(_placed(leader, moved) for leader in force.leaders),
        zone=edge_zone(side, options) if at_edge else _kept(force.zone, moved),
    )


def _placed(one: One, moved: Moved) -> One:
    if one.place is None:
        return one
    cell = moved.get(one.place.cell)
    return replace(one, place=None if cell is None else replace(one.place, cell=cell))


def _objective(goal: Objective, moved: Moved) -> Objective | None:
    cells = _kept(goal.cells, moved)
    hold = len(cells) if goal.hold == len(goal.cells) else min(goal.hold, len(cells))
    return replace(goal, cells=cells, hold=hold) if cells else None
