"""What the listed activations of a unit come to: programmes in letters, and hexes where a Move ends."""

from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.board import GRID, at, axial, listed

BEFORE = {"limbered": "L", "unlimbered": "U"}


def activations(state: State, number: int = 0, side: str = "a") -> list[Activate]:
    """Every legal activation of a unit."""
    return [action for action in listed(state, side, "activate") if action.unit == number]


def letters(state: State, action: Activate) -> str:
    """An activation in the letters of EN-ACTION-08; a facing that comes with leaving square is not a turn."""
    unit = state.units[action.unit]
    facing = unit.facing if action.facing is None else action.facing
    word = BEFORE.get(action.formation, "C") if action.formation else ""
    leaves = action.formation and unit.formation in ("square", "hasty_square")
    if action.facing is not None and not leaves:
        word += "T"
    if action.cell >= 0:
        word += "S" if action.cell in GRID.side_cells[facing][unit.cell] else "M"
    return word + "U" * action.unlimber


def words(state: State, number: int = 0) -> set[str]:
    """Every programme of a unit, in letters."""
    return {letters(state, action) for action in activations(state, number)}


def ends(state: State, formation: str | None = None, facing: int | None = None) -> set[tuple[int, int]]:
    """Where a Move of the first unit may end after a change and a turn, as hexes of the vectors."""
    unit = state.units[0]
    ahead = unit.facing if facing is None else facing
    return {
        axial(action.cell)
        for action in activations(state)
        if (action.formation, action.facing) == (formation, facing)
        and action.cell >= 0
        and action.cell not in GRID.side_cells[ahead][unit.cell]
    }


def beside(state: State) -> set[tuple[int, int]]:
    """Where a plain Sidestep of the first unit may end."""
    unit = state.units[0]
    plain = [action for action in activations(state) if action.formation is None and action.facing is None]
    return {axial(action.cell) for action in plain if action.cell in GRID.side_cells[unit.facing][unit.cell]}


def go(q: int, r: int, **facts: object) -> Activate:
    """The first unit's Move or Sidestep to a hex of the vectors."""
    return Activate(0, cell=at(q, r), **facts)  # type: ignore[arg-type]
