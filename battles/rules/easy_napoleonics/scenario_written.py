"""A set-up as the words of a scenario file."""

from typing import Any

from battles.engine.hex import Grid, grid
from battles.engine.overlay import patch_of
from battles.rules.easy_napoleonics import meta
from battles.rules.easy_napoleonics.checking import SIDES
from battles.rules.easy_napoleonics.parts import written_ground
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.scenario_parts import FACINGS
from battles.rules.easy_napoleonics.setup import Board, Force, Objective, Place, Recruit, Setup
from battles.rules.easy_napoleonics.tables import PRINTED, TERRAINS
from battles.rules.easy_napoleonics.value import worth


def file_of(setup: Setup) -> dict[str, Any]:
    """All of a scenario file but its head; what is as it usually is stays out."""
    hexes = grid(setup.board.columns, setup.board.rows)
    file: dict[str, Any] = {
        "board": _board(setup.board, hexes),
        "forces": {side: _force(force, hexes, setup.rules) for side, force in zip(SIDES, setup.forces, strict=True)},
    }
    if setup.objectives:
        file["objectives"] = [_objective(objective, hexes) for objective in setup.objectives]
    if not setup.points_win:
        file["points_win"] = False
    options = meta.written(setup.rules.options)
    options.pop("board_columns", None)
    options.pop("board_rows", None)
    if options:
        file["options"] = options
    if house := patch_of(setup.rules.tables, PRINTED):
        file["house"] = house
    return file


def _board(board: Board, hexes: Grid) -> dict[str, Any]:
    found: dict[str, Any] = {"columns": board.columns, "rows": board.rows}
    lists = {terrain: [cell for cell, here in board.terrain if here == terrain] for terrain in TERRAINS}
    if terrain := {name: written_ground(cells, hexes) for name, cells in lists.items() if cells and name != "open"}:
        found["terrain"] = terrain
    if board.names:
        found["names"] = {hexes.label(cell): name for cell, name in board.names}
    return found


def _force(force: Force, hexes: Grid, rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = {"name": force.name, "zone": written_ground(force.zone, hexes)}
    if force.draws:
        found["draws"] = True
    found["units"] = [_unit(unit, hexes, rules) for unit in force.units]
    found["leaders"] = [
        {"name": leader.name} | ({"hex": hexes.label(leader.place.cell)} if leader.place else {})
        for leader in force.leaders
    ]
    return found


def _unit(unit: Recruit, hexes: Grid, rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = {"name": unit.name, "kind": unit.kind, "grade": unit.grade}
    if unit.worth != worth(unit.kind, unit.grade, rules.options.vp_model):
        found["worth"] = unit.worth
    if unit.nation != "none":
        found["nation"] = unit.nation
    if unit.armored:
        found["armored"] = True
    if unit.level != "good":
        found["level"] = unit.level
    if unit.place:
        found["at"] = _place(unit.place, hexes)
    return found


def _place(place: Place, hexes: Grid) -> dict[str, str]:
    return {"hex": hexes.label(place.cell), "facing": FACINGS[place.facing], "formation": place.formation}


def _objective(objective: Objective, hexes: Grid) -> dict[str, Any]:
    found: dict[str, Any] = {"name": objective.name, "hexes": written_ground(objective.cells, hexes)}
    if objective.hold != len(objective.cells):
        found["hold"] = objective.hold
    if objective.side is not None:
        found["side"] = objective.side
    if objective.from_turn != 1:
        found["from_turn"] = objective.from_turn
    if objective.held_from_start:
        found["held_from_start"] = True
    return found
