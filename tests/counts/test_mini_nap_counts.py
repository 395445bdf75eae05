"""How many choices Mini-Nap lists along a line of play, at one decision and at two, the dice known.

On an open table a list is a sample, so a number that differs says that something is offered that was not, or no longer
is. The positions are lines in short form from set-ups in the file beside this one.
"""

import json
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pytest

from battles.engine.dice import SeededDice
from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap.state import State

FILE = json.loads(Path(__file__).with_name("mini_nap.json").read_text(encoding="utf-8"))
ROWS: dict[str, Any] = {row["name"]: row for row in FILE["rows"]}


@cache
def position(name: str) -> State:
    """The state that a line of play leads to; every action of it is legal."""
    row = ROWS[name]
    setup = SYSTEM.scenarios.read(json.dumps(FILE["setups"][row["setup"]]).encode())
    key = row["setup"].encode()
    state: State = SYSTEM.begin(SYSTEM.start(setup), SeededDice(key, 0)).state
    for entry, text in enumerate(row["line"], start=1):
        side = min(SYSTEM.deciding(state))
        action = SYSTEM.text.read_notation(state, text)
        assert SYSTEM.refuse(state, side, action) is None, text
        state = SYSTEM.decide(state, side, action, SeededDice(key, entry)).state
    return state


def counted(state: State, depth: int, key: bytes, entry: int) -> int:
    """The choices listed at the decision that is ``depth`` decisions ahead, over all ways to come there."""
    found = 0
    for side in sorted(SYSTEM.deciding(state)):
        for option in SYSTEM.options(state, side):
            if depth == 1:
                found += len(option.actions)
                continue
            for action in option.actions:
                step = SYSTEM.decide(state, side, action, SeededDice(key, entry))
                found += counted(step.state, depth - 1, key, entry + 1)
    return found


@pytest.mark.parametrize("name", ROWS)
def test_positions_are_played_on_in_so_many_listed_ways(name: str) -> None:
    row = ROWS[name]
    depths = range(1, len(row["counts"]) + 1)
    key, entry = name.encode(), len(row["line"]) + 1
    assert [counted(position(name), depth, key, entry) for depth in depths] == row["counts"]


# Numbers that the words of the rulebook give.


@pytest.mark.rule("MN-HTH-11", "every way to put four points on two enemies")
def test_points_are_shared_out_in_every_way() -> None:
    points, enemies = 4, 2
    assert ROWS["points to share out"]["counts"][0] == comb(points + enemies - 1, enemies - 1)


@pytest.mark.rule("MN-REACT-41", "a line that is charged by cavalry stands, or tries for a square about either stand")
def test_a_line_before_cavalry_has_three_answers() -> None:
    stand, anchors = 1, 2
    assert ROWS["cavalry before a line"]["counts"][0] == stand + anchors


@pytest.mark.rule("MN-RULING-60", "the winner of the throw has two edges to choose from")
def test_there_are_two_edges() -> None:
    assert ROWS["edges"]["counts"][0] == 2
