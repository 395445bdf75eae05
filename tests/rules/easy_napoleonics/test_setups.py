"""Set-ups that are made in code and not read from a file: what is off the board or out of its range is found."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.rules.easy_napoleonics.checking import check
from battles.rules.easy_napoleonics.setup import Objective, Place, Setup
from tests.rules.easy_napoleonics.scenario_files import BASE, PRESET, read

SIZE = 6 * 8
"""Hexes of the board of BASE and PRESET."""


def of_ground(cell: int) -> dict[str, Setup]:
    """A battle with one thing after the other on ``cell``, by the path of the fault where that is off the board."""
    setup = read(BASE)
    red, blue = setup.forces
    apart = (replace(red, zone=(20, 21, 22, cell)), replace(blue, zone=(24, 25)))
    return {
        "board.terrain": replace(setup, board=replace(setup.board, terrain=((cell, "hill"),))),
        "board.names": replace(setup, board=replace(setup.board, names=((cell, "Mill"),))),
        "objectives[0].hexes": replace(setup, objectives=(Objective(name="Mill", cells=(cell,), hold=1),)),
        "forces.a.zone": replace(setup, forces=apart),
    }


def of_places(cell: int) -> dict[str, Setup]:
    """A battle with a unit or a leader on ``cell``, by the path of the fault where that is off the board."""
    setup = read(PRESET)
    red, blue = setup.forces
    unit, man = red.units[0], red.leaders[0]
    return {
        "forces.a.units[0].at": replace(
            setup, forces=(replace(red, units=(replace(unit, place=Place(cell)), red.units[1])), blue)
        ),
        "forces.a.leaders[0].hex": replace(
            setup, forces=(replace(red, leaders=(replace(man, place=Place(cell)),)), blue)
        ),
    }


@pytest.mark.rule("EN-FACE-09", "the board has its first hex and its last, and none before or after them")
@pytest.mark.parametrize("made", [of_ground, of_places])
def test_the_first_and_the_last_hex_are_on_the_board_and_no_others(made: Callable[[int], dict[str, Setup]]) -> None:
    for cell in (0, SIZE - 1):
        for sound in made(cell).values():
            check(sound)
    for cell in (-1, SIZE):
        for path, wrong in made(cell).items():
            with pytest.raises(SetupError) as caught:
                check(wrong)
            assert caught.value.path == path


@pytest.mark.rule("EN-FACE-03", "facings are 0 to 5")
@pytest.mark.parametrize(("facing", "sound"), [(-1, False), (0, True), (5, True), (6, False)])
def test_a_unit_of_a_set_up_faces_one_of_six_ways(facing: int, sound: bool) -> None:
    setup = read(PRESET)
    red, blue = setup.forces
    turned = replace(red, units=(replace(red.units[0], place=Place(37, facing)), red.units[1]))
    if sound:
        check(replace(setup, forces=(turned, blue)))
    else:
        with pytest.raises(SetupError, match=f"Foot faces {facing}; a facing is 0 to 5"):
            check(replace(setup, forces=(turned, blue)))


@pytest.mark.rule("EN-SETUP-12", "an objective takes effect in a turn of the battle and asks for hexes that it has")
@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"hold": 0}, "hold"),
        ({"hold": 3}, "hold"),
        ({"from_turn": 0}, "from_turn"),
        ({"from_turn": 11}, "from_turn"),
        ({"side": "c"}, "side"),
        ({"held_from_start": True}, "held_from_start"),
        ({"hold": 1, "from_turn": 10, "side": "b", "held_from_start": True}, ""),
        ({"hold": 2, "from_turn": 1}, ""),
    ],
)
def test_an_objective_of_a_set_up_keeps_to_its_hexes_and_turns(facts: dict[str, Any], path: str) -> None:
    goal = Objective(**{"name": "Mill", "cells": (21, 22), "hold": 1, **facts})
    setup = replace(read(BASE), objectives=(goal,))
    if not path:
        check(setup)
        return
    with pytest.raises(SetupError) as caught:
        check(setup)
    assert caught.value.path == f"objectives[0].{path}"


def test_a_board_of_a_set_up_has_4_to_60_columns_and_rows() -> None:
    setup = read(BASE)
    for columns, rows in ((3, 8), (61, 8), (6, 3), (6, 61)):
        with pytest.raises(SetupError, match="A board has 4 to 60"):
            check(replace(setup, board=replace(setup.board, columns=columns, rows=rows)))


@pytest.mark.rule("EN-SETUP-05", "a hex of a set-up has one terrain and one name")
@pytest.mark.parametrize("part", ["terrain", "names"])
def test_a_hex_that_is_named_twice_is_said(part: str) -> None:
    setup = read(BASE)
    words = "hill" if part == "terrain" else "Mill"
    twice = replace(setup.board, **{part: ((7, words), (8, words), (9, words), (8, words))})
    with pytest.raises(SetupError, match=rf"^board.{part}: 0302 stands there twice \(EN-SETUP-05\)\.$"):
        check(replace(setup, board=twice))
