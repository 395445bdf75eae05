"""Positions for tests: a state from a few words, at any moment of a turn, and the actions on it.

Hexes are axial ``(q, r)`` of the specification's vectors, moved so that ``(0, 0)`` stands in the middle of the board.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from battles.engine.dice import Dice, ScriptedDice
from battles.engine.hex import Cell, grid
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.setup import Board, Force, Setup
from battles.rules.easy_napoleonics.state import NO_HANDS, Leader, State, Unit
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
