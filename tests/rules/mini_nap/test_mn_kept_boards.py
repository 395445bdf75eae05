"""Positions in plain text, sign by sign."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome
from battles.rules.mini_nap.board_text import board
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.frames import Course, Leg
from battles.rules.mini_nap.setup import Table
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap import mn_rich as rich
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_kept import differing, kept


def crowded() -> State:
    """More units in one place than there is room for, and others at the edges."""
    state = rich.rich()
    for number in (*range(2, 9), *range(10, 17)):
        state = unit_with(state, number, x=mm(90), y=mm(59))
    return unit_with(unit_with(state, rich.LEFT, x=0, y=0), rich.SECOND, x=mm(180), y=mm(120), facing=3_375)


def small() -> State:
    """A table of 60 by 61 cm, with those who stand there: a letter is less than a centimetre wide."""
    table = Table(mm(60), mm(61), rich.FEATURES[2:4])
    state = rich.rich(setup=replace(rich.setup(), table=table))
    units = (unit if unit.x <= table.width and unit.y <= table.height else away(unit) for unit in state.units)
    stands = (stand if stand.x <= table.width and stand.y <= table.height else away(stand) for stand in state.stands)
    return replace(state, units=tuple(units), stands=tuple(stands))


def away(one: Any) -> Any:
    return replace(one, where="waiting")


WAY = Course(unit=rich.LEFT, travel="advance", legs=(Leg(0, 600, 0),), window=True)
POSITIONS = {
    "in the Manoeuvre phase": rich.rich(),
    "while the enemy is asked": rich.rich(stack=(WAY,)),
    "in a Division manoeuvre": rich.rich(brigade=-1, division=1),
    "with the initiative of nobody yet": rich.rich(brigade=-1, step="choose"),
    "in the choice of edges": rich.rich(step="edges", turn=0, active="b"),
    "in deployment": rich.rich(step="deployment", turn=0, active="b"),
    "when it is over": rich.rich(step="over", outcome=Outcome("a", "army_break", "MN-RULING-60")),
    "crowded": crowded(),
    "on a small table": small(),
}


def lines() -> list[str]:
    """The first position whole and in colours, of each other what is drawn otherwise."""
    first = board(view(next(iter(POSITIONS.values())), "a")).split("\n")
    found = [*first, "# in colours"]
    coloured = board(view(next(iter(POSITIONS.values())), "a"), colour=True).replace("\x1b", "ESC").split("\n")
    found += differing(first, coloured)
    for name, state in list(POSITIONS.items())[1:]:
        found += [f"# {name}", *differing(first, board(view(state, "b")).split("\n"))]
    return found


@pytest.mark.rule("MN-TURN-01", "where everybody stands on the table in letters, which way he faces, and who he is")
def test_positions_in_plain_text() -> None:
    assert lines() == kept("boards")
