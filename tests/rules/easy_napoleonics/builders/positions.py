"""Positions from a few words, steps from them with given dice, and what is listed in them."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Step
from battles.engine.dice import Dice, ScriptedDice
from battles.kits.hex.grid import Cell, grid
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Fire
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.state import NO_HANDS, Board, Force, Leader, Setup, State, Unit
from battles.rules.easy_napoleonics.tables import PRINTED, Tables

COLUMNS, ROWS = 24, 24
MIDDLE = (6, 12)
GRID = grid(COLUMNS, ROWS)


def at(q: int, r: int) -> Cell:
    """The cell of a hex of a vector."""
    return GRID.cell_at(q + MIDDLE[0], r + MIDDLE[1])


def axial(cell: Cell) -> tuple[int, int]:
    """The hex of a cell, as vectors write it."""
    q, r = GRID.axial[cell]
    return q - MIDDLE[0], r - MIDDLE[1]


def unit(side: str = "a", place: tuple[int, int] | None = None, **facts: Any) -> Unit:
    """A unit at a hex of a vector: seasoned infantry in line, facing north, unless ``facts`` say otherwise."""
    kind = facts.setdefault("kind", "infantry")
    facts.setdefault("grade", "seasoned")
    facts.setdefault("worth", 1)
    facts.setdefault("name", f"{side} {kind}")
    if kind.endswith("artillery"):
        facts.setdefault("formation", "unlimbered")
    return Unit(side=side, cell=-1 if place is None else at(*place), **facts)


def leader(side: str = "a", place: tuple[int, int] = (0, 0), left: int = 5, **facts: Any) -> Leader:
    """A leader at a hex of a vector."""
    return Leader(side=side, name=f"Leader of {side}", cell=at(*place), left=left, **facts)


def position(
    units: Iterable[Unit],
    leaders: Iterable[Leader] = (),
    *,
    phase: str = "movement",
    acting: str = "a",
    terrain: dict[tuple[int, int], str] | None = None,
    tables: Tables = PRINTED,
    state: dict[str, Any] | None = None,
    setup: dict[str, Any] | None = None,
    **options: Any,
) -> State:
    """A state in the middle of a turn: side a has the initiative and moves first, unless ``state`` says otherwise."""
    ground = tuple(sorted((at(*place), kind) for place, kind in (terrain or {}).items()))
    board = Board(COLUMNS, ROWS, ground)
    south = tuple(range(COLUMNS * (ROWS - 3), COLUMNS * ROWS))
    north = tuple(range(COLUMNS * 3))
    forces = (
        Force(name="A", units=(), leaders=(), zone=south),
        Force(name="B", units=(), leaders=(), zone=north),
    )
    options.setdefault("deployment_order", "preset")
    made = Setup(title="Test", board=board, forces=forces, rules=Rules(Options(**options), tables), **(setup or {}))
    facts = {
        "turn": 1,
        "holder": "a",
        "streak": 1,
        "mover": "a",
        "fires_first": "a",
        "hands": NO_HANDS,
        "score": (0, 0),
        **(state or {}),
    }
    return State(
        setup=made, board=board, units=tuple(units), leaders=tuple(leaders), phase=phase, acting=acting, **facts
    )


def listed(state: State, side: str, kind: str) -> list[Any]:
    """Every legal action of a kind."""
    return [action for option in SYSTEM.options(state, side) if option.kind == kind for action in option.actions]


def play(state: State, side: str, action: Any, *faces: int, dice: Dice | None = None) -> State:
    """The state after a legal action with these natural faces; what the rules then do by themselves is done too."""
    refusal = SYSTEM.refuse(state, side, action)
    assert refusal is None, refusal
    return SYSTEM.decide(state, side, action, dice or ScriptedDice(faces)).state


def events(state: State, side: str, action: Any, *faces: int) -> tuple[Any, ...]:
    """What happens by an action with these natural faces."""
    assert SYSTEM.refuse(state, side, action) is None
    return SYSTEM.decide(state, side, action, ScriptedDice(faces)).events


def changed(state: State, number: int, **facts: Any) -> State:
    """The state with one unit otherwise."""
    units = list(state.units)
    units[number] = replace(units[number], **facts)
    return replace(state, units=tuple(units))


class Script(ScriptedDice):
    """Natural faces in order; side a then wins the initiative of the next turn, where the battle comes to it."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if not self.left and why == "EN-INIT-01":
            return (10, 1)
        return super().roll(count, sides, why)


def act(state: State, side: str, action: Any, *faces: int) -> Step[State]:
    """What follows from a legal action; the dice show these natural faces, and all of them are used."""
    refusal = SYSTEM.refuse(state, side, action)
    assert refusal is None, refusal
    dice = Script(faces)
    step = SYSTEM.decide(state, side, action, dice)
    assert dice.left == (), f"faces that no rule asked for: {dice.left}"
    return step


def kinds(step: Step[State]) -> list[str]:
    """The kinds of the events, in order."""
    return [event.kind for event in step.events]


def every(step: Step[State], kind: str) -> list[Any]:
    """The events of one kind."""
    return [event for event in step.events if event.kind == kind]


def only(step: Step[State], kind: str) -> Any:
    """The one event of a kind."""
    (event,) = every(step, kind)
    return event


def fires(state: State, side: str = "a") -> dict[int, list[tuple[tuple[int, int], ...]]]:
    """By target, the ways in which a side may fire at it."""
    found: dict[int, list[tuple[tuple[int, int], ...]]] = {}
    for action in listed(state, side, "fire"):
        assert isinstance(action, Fire)
        found.setdefault(action.target, []).append(action.dice)
    return found


def choices(state: State, side: str) -> set[str]:
    """The kinds of actions that a side may choose from."""
    return {option.kind for option in SYSTEM.options(state, side)}


def values(modifiers: Any) -> dict[str, int]:
    """Modifiers by what they are for."""
    return {row.what: row.value for row in modifiers}


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
