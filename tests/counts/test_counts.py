"""How many ways a position can be played on: the legal actions at one, two and three decisions, the dice known.

A number that differs says that something is legal that was not, or no longer is. The numbers are in a file beside
this one; the first of each is counted here once more by other means where that is easy.
"""

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.notation.positions import read_position, write_position
from battles.rules.easy_napoleonics.state import State

ROWS = {
    row["name"]: row
    for row in json.loads(Path(__file__).with_name("easy_napoleonics.json").read_text(encoding="utf-8"))
}

Hex = tuple[int, int]


@cache
def position(name: str) -> State:
    row = ROWS[name]
    setup = SYSTEM.scenarios.read(json.dumps(row["setup"]).encode())
    return read_position("\n".join(row["position"]), setup)


def counted(state: State, depth: int, key: bytes, entry: int = 1) -> int:
    """The legal actions at the decision that is ``depth`` decisions ahead, over all ways to come there."""
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
def test_positions_are_played_on_in_so_many_ways(name: str) -> None:
    assert [counted(position(name), depth, name.encode()) for depth in (1, 2, 3)] == ROWS[name]["counts"]


@pytest.mark.parametrize("name", ROWS)
def test_positions_are_written_as_they_are_kept(name: str) -> None:
    assert write_position(position(name)).splitlines() == ROWS[name]["position"]


# The same once more, by the words of the rulebook and nothing of the engine's.

AROUND = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""EN-FACE-02."""


def board(columns: int, rows: int) -> dict[str, Hex]:
    """EN-FACE-09: every hex by its label, counted from the north, rows 1, 3 and so on lie half a hex to the east."""
    return {
        f"{column + 1:02}{row + 1:02}": (column - row // 2, row) for column, row in product(range(columns), range(rows))
    }


def steps(place: Hex, directions: tuple[int, ...]) -> Iterator[Hex]:
    for direction in directions:
        yield place[0] + AROUND[direction][0], place[1] + AROUND[direction][1]


def moved(place: Hex, facing: int, hexes: int, ground: set[Hex]) -> set[Hex]:
    """EN-MOVE-02: up to so many steps into front hexes."""
    ends: set[Hex] = set()
    reached = {place}
    for _ in range(hexes):
        reached = {near for one in reached for near in steps(one, (facing, (facing + 5) % 6)) if near in ground}
        ends |= reached
    return ends


def lone_line(place: Hex, ground: set[Hex]) -> set[Any]:
    """EN-ACTION-08: the programmes of infantry in line that faces north, alone with two actions."""
    allowance = {"line": 1, "column": 2, "square": 0}
    found = set()
    for formation, facing in product(allowance, range(6)):
        spent = (formation != "line") + (facing != 0)
        found.add((formation, facing, place))
        if spent < 2 and formation != "square":
            sides = tuple(direction for direction in range(6) if direction not in (facing, (facing + 5) % 6))
            ends = moved(place, facing, allowance[formation], ground) | {*steps(place, sides)} & ground
            found |= {(formation, facing, end) for end in ends}
    return found - {("line", 0, place)}


def walks(place: Hex, hexes: int, ground: set[Hex]) -> set[Hex]:
    """EN-LEADER-04: where a leader comes on foot."""
    reached = {place}
    for _ in range(hexes):
        reached |= {near for one in reached for near in steps(one, tuple(range(6))) if near in ground}
    return reached - {place}


@pytest.mark.rule("EN-SETUP-09", "four hexes, three or two formations, six facings; a leader in four hexes")
def test_deployments_are_the_product_of_their_parts() -> None:
    assert ROWS["deployment"]["counts"][0] == 4 * 3 * 6 + 4 * 2 * 6 + 4


@pytest.mark.rule("EN-ACTION-08", "the programmes of a line alone, counted by hexes and facings")
def test_programmes_of_a_lone_line_are_those_of_the_rulebook() -> None:
    ground = board(6, 6)
    done = 1
    assert ROWS["a line alone"]["counts"][0] == len(lone_line(ground["0304"], set(ground.values()))) + done


@pytest.mark.rule("EN-LEADER-04", "five hexes around a pond, not through an enemy unit")
@pytest.mark.rule("EN-LEADER-12", "not where the enemy's leader stands")
def test_a_leader_walks_as_far_as_his_legs_carry_him() -> None:
    labels = board(6, 4)
    ground = {place for label, place in labels.items() if label not in ("0202", "0301")}
    ends = walks(labels["0203"], 5, ground) - {labels["0601"]}
    rallies, done = 2, 1
    assert ROWS["rally with leaders"]["counts"][0] == len(ends) + rallies + done


@pytest.mark.rule("EN-MUSK-06", "every choice of dice at every target")
def test_missions_are_every_choice_of_dice() -> None:
    labels = board(6, 4)
    dice = {"0303": 2, "0403": 1}
    front = {own: {*steps(labels[own], (0, 5))} for own in dice}
    ways = 0
    for foe in ("0302", "0402"):
        choices = 1
        for own, most in dice.items():
            choices *= most + 1 if labels[foe] in front[own] else 1
        ways += choices - 1
    done = 1
    assert ROWS["muskets"]["counts"][0] == ways + done


@pytest.mark.rule("EN-MELEE-08", "every melee that is left may be the next")
def test_a_melee_is_picked_from_the_list() -> None:
    (pairs,) = (line for line in ROWS["melee and breakthrough"]["position"] if line.startswith("pairs "))
    assert ROWS["melee and breakthrough"]["counts"][0] == len(pairs.split()) - 1
