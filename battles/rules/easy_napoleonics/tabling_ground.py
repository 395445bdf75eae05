"""Objectives at the table: who stood last on each of their hexes, as somebody says who sees it (EN-SETUP-12)."""

from collections.abc import Iterator
from typing import Final

from battles.engine.core import Refusal
from battles.engine.hex import Cell, grid
from battles.engine.tabling import Fact, FactChoice, Facts
from battles.rules.easy_napoleonics import tabling_events as noted
from battles.rules.easy_napoleonics import words_names as say
from battles.rules.easy_napoleonics.setup import Objective
from battles.rules.easy_napoleonics.state import NOWHERE, State
from battles.rules.easy_napoleonics.tabling_facts import Kind, number_in
from battles.rules.easy_napoleonics.tabling_play import Keeping

NOBODY: Final = "nobody"


def _objective(state: State, stated: Facts) -> Objective | None:
    """The objective that is stated."""
    number = number_in(stated, "objective", "objective", len(state.setup.objectives))
    return None if number == NOWHERE else state.setup.objectives[number]


def _facts(state: State, stated: Facts) -> tuple[Fact, ...]:
    goals = tuple(FactChoice(f"objective {number}", each.name) for number, each in enumerate(state.setup.objectives))
    usual = goals[0].value if len(goals) == 1 else ""
    value = stated.get("objective", usual)
    which = Fact(key="objective", label="Which ground", choices=goals, value=value, rule="EN-SETUP-12", opens=True)
    goal = _objective(state, {"objective": value})
    return (which, *_hexes(state, goal, stated)) if goal is not None else (which,)


def _hexes(state: State, goal: Objective, stated: Facts) -> Iterator[Fact]:
    """Who stood last on each hex."""
    board, held = state.setup.board, dict(state.held)
    start = goal.side if goal.held_from_start and goal.side else NOBODY
    nobody = (FactChoice(NOBODY, NOBODY),) if start == NOBODY else ()
    sides = (*nobody, *(FactChoice(side, say.side(state, side)) for side in ("a", "b")))
    for cell in goal.cells:
        label = f"Last on {grid(board.columns, board.rows).label(cell)}"
        value = stated.get(_key(cell), held.get(cell, start))
        yield Fact(key=_key(cell), label=label, choices=sides, value=value, rule="EN-RULING-111")


def _key(cell: Cell) -> str:
    return f"hex_{cell}"


def _refuse(state: State, stated: Facts) -> Refusal | None:
    if _objective(state, stated) is None:
        return Refusal("no_such", "EN-SETUP-12", "This battle has no such objective.")
    return None


def _perform(play: Keeping, stated: Facts) -> None:
    goal = _objective(play.state, stated)
    assert goal is not None  # noqa: S101
    held = {cell: side for cell, side in play.state.held if cell not in goal.cells}
    held |= {cell: stated[_key(cell)] for cell in goal.cells if stated[_key(cell)] != NOBODY}
    play.tell(noted.GroundNoted(objective=play.state.setup.objectives.index(goal), held=tuple(sorted(held.items()))))


HOLD = Kind(title="Who holds the ground", facts=_facts, refuse=_refuse, perform=_perform, question=True)
"""Hexes of an objective that changed hands."""
