"""Scenario files and set-ups with a fault: each is refused in a sentence that says where and what."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.engine.scenarios import MOST_BYTES
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.scenario.check import check
from battles.rules.easy_napoleonics.state import Objective, Place, Setup
from tests.rules.easy_napoleonics.builders.scenarios import BASE, PRESET, UNIT, changed, read

FAULTS: list[tuple[dict[str, Any], str, Any, str]] = [
    (BASE, "format", "muster-scenario/9", "format: 'muster-scenario/9' is unknown here; use one of muster-scen"),
    (BASE, "system", "mini_nap", "system: 'mini_nap' is unknown here; use one of easy_napoleonics."),
    (BASE, "title", None, "title: This is missing."),
    (BASE, "title", "  ", "title: This may not be empty."),
    (BASE, "title", 7, "title: This must be text in quotation marks, not 7."),
    (BASE, "title", "x" * 81, "title: This has 81 characters; the most is 80."),
    (BASE, "title", "a\x07b", "title: This has a character that cannot be printed."),
    (BASE, "text", "x" * 4001, "text: This has 4,001 characters; the most is 4,000."),
    (BASE, "weather", "rain", "'weather' is not a key here; use format, system, title"),
    (BASE, "board", [], "board: This is a list, not an object with columns"),
    (BASE, "board/columns", 3, "board.columns: This must be a whole number from 4 to 60, not 3."),
    (BASE, "board/rows", 61, "board.rows: This must be a whole number from 4 to 60, not 61."),
    (BASE, "board/rows", True, "board.rows: This must be a whole number from 4 to 60, not true."),
    (BASE, "board/rows", 5, "options: deployment_depth is 3; a board of 5 rows leaves each side 2"),
    (BASE, "options/board_rows", 9, "options.board_rows: The board has 8, but this says 9; leave it out here."),
    (BASE, "board/terrain/mud", [], "board.terrain: 'mud' is not a key here; use woods, hill"),
    (BASE, "board/terrain/woods", "0101", "board.terrain.woods: This must be a list in square brackets, not '0101'."),
    (
        BASE,
        "board/terrain/woods",
        ["0709"],
        "board.terrain.woods[0]: There is no hex 0709: the board has 6 columns and 8 rows.",
    ),
    (BASE, "board/terrain/woods", ["0101-1"], "board.terrain.woods[0]: '1' is not a hex"),
    (BASE, "board/terrain/woods", [101], 'board.terrain.woods[0]: Write a hex in quotation marks, as in "0502"'),
    (BASE, "board/terrain/hill", ["0304"], "board.terrain.pond: 0304 is hill and pond; a hex has one terrain"),
    (BASE, "board/names", {"0909": "Mill"}, "board.names: There is no hex 0909: the board has 6 columns and 8 rows."),
    (BASE, "board/names", {"0101": ""}, "board.names.0101: This may not be empty."),
    (BASE, "board/names", [], "board.names: This must be an object in braces, not a list."),
    (BASE, "board/map", ["......"] * 8, "board.terrain: Give terrain in the map or in lists, not in both."),
    (BASE, "board/legend", {"x": "woods"}, "board.legend: A legend needs a map."),
    (BASE, "board", {"map": ["...."] * 3 + ["..."]}, "board.map[3]: This row has 3 letters, the first has 4."),
    (BASE, "board", {"map": ["...."] * 3}, "board.map: A board has 4 to 60 rows; this map has 3."),
    (BASE, "board", {"map": ["...."] * 8, "rows": 9}, "board.rows: The map has 8 rows, not 9."),
    (BASE, "board", {"map": ["..x."] * 8}, "board.map[0]: The letter 'x' is not in the legend: ., w, h"),
    (BASE, "board", {"map": [5] * 8}, "board.map[0]: Write a row of the map as letters in quotation marks, not 5."),
    (BASE, "board", {"map": ["...."] * 8, "legend": {"x": "mud"}}, "board.legend: A legend maps a letter to one of"),
    (BASE, "forces/b", None, "forces.b: This side is missing: a battle has side a and side b"),
    (BASE, "forces/c", {}, "forces: 'c' is not a key here; use a, b."),
    (BASE, "forces/a/units", [], "forces.a.units: Red has no units; a side needs at least one (AB-06)."),
    (BASE, "forces/a/units", [UNIT] * 201, "forces.a.units: This has 201 rows; the most is 200."),
    (BASE, "forces/a/units/0/count", 200, "forces.a.units: Red has 201 units; the most is 200."),
    (BASE, "forces/a/units/0/count", 0, "forces.a.units[0].count: This must be a whole number from 1 to 200, not 0."),
    (
        BASE,
        "forces/a/units/1/name",
        "foot",
        "forces.a.units[1].name: Red has two units called foot; give each its own name",
    ),
    (BASE, "forces/a/units/1/grade", "brave", "forces.a.units[1].grade: 'brave' is unknown here; use one of mili"),
    (BASE, "forces/a/units/1/kind", "cavalry", "forces.a.units[1].kind: 'cavalry' is unknown here; use one of inf"),
    (BASE, "forces/a/units/1/kind", None, "forces.a.units[1].kind: This is missing."),
    (
        BASE,
        "forces/a/units/1/nation",
        "spain",
        "forces.a.units[1].nation: 'spain' is unknown here; use one of none",
    ),
    (BASE, "forces/a/units/1/level", "broken", "forces.a.units[1].level: Guns cannot start broken"),
    (
        BASE,
        "forces/a/units/1/worth",
        1001,
        "forces.a.units[1].worth: This must be a whole number from 0 to 1,000, not 1001.",
    ),
    (BASE, "forces/a/units/1/armored", True, "forces.a.units[1].armored: Guns is field artillery; only heavy cavalry"),
    (BASE, "forces/a/units/1/armored", "yes", "forces.a.units[1].armored: This must be true or false, not 'yes'."),
    (
        BASE,
        "forces/a/units/1/at",
        {"hex": "0107"},
        "forces.a.units[1].at: Guns has a place, but deployment_order is rol",
    ),
    (BASE, "forces/a/leaders", [], "forces.a.leaders: Red has 0 leaders; leaders_per_side is 1 (AB-01)."),
    (
        BASE,
        "forces/a/leaders/0/hex",
        "0107",
        "forces.a.leaders[0].hex: Rouge has a place, but deployment_order is rolled",
    ),
    (BASE, "forces/a/zone", ["0107"], "forces.a.zone: 2 units do not fit in a zone of 1 hex (AB-08)."),
    (BASE, "forces/a/zone", ["0304", "0107"], "forces.a.zone: 2 units do not fit in a zone of 1 hex (AB-08)."),
    (BASE, "forces/a/zone", ["0103-0107"], "forces.b.zone: 0103 is in the zones of both sides."),
    (
        BASE,
        "forces/a/zone",
        ["0107-0907"],
        "forces.a.zone[0]: There is no hex 0907: the board has 6 columns and 8 rows.",
    ),
    (BASE, "objectives/0/hexes", [], "objectives[0].hexes: An objective needs at least one hex."),
    (
        BASE,
        "objectives/0/hexes",
        ["0799"],
        "objectives[0].hexes[0]: There is no hex 0799: the board has 6 columns and 8 rows.",
    ),
    (BASE, "objectives/0/hexes", ["0304"], "objectives[0].hexes: 0304 of The wood is a pond that no unit can hold."),
    (BASE, "objectives/0/hold", 3, "objectives[0].hold: A side cannot hold 3 of 2 hexes; choose 1 to all."),
    (BASE, "objectives/0/side", "c", "objectives[0].side: 'c' is unknown here; use one of a, b."),
    (BASE, "objectives/0/from_turn", 11, "objectives[0].from_turn: This must be a whole number from 1 to 10, not 11."),
    (
        BASE,
        "objectives/0/held_from_start",
        True,
        "objectives[0].held_from_start: It is held from the start, but has no",
    ),
    (changed(BASE, "points_win", False), "objectives", [], "points_win: Points do not win and there is no objective"),
    (BASE, "options/colour", "red", "options: Easy Napoleonics has no option colour; it has"),
    (BASE, "options/max_turns", 0, "options: max_turns must be a whole number of at least 1, not 0"),
    (BASE, "options", [], "options: This must be an object in braces, not a list."),
    (BASE, "house/leader_move", "far", "house.leader_move: This must be a whole number, not 'far'."),
    (BASE, "house/leader_flight", 3, "house.leader_flight: There is no leader_flight."),
    (PRESET, "forces/a/units/0/at", None, "forces.a.units[0].at: deployment_order is preset, but Foot has no place"),
    (PRESET, "forces/a/units/0/at", {}, "forces.a.units[0].at.hex: This is missing."),
    (
        PRESET,
        "forces/a/units/0/at/facing",
        "E",
        "forces.a.units[0].at.facing: 'E' is unknown here; use one of N, NE",
    ),
    (
        PRESET,
        "forces/a/units/0/at/hex",
        "0709",
        "forces.a.units[0].at.hex: There is no hex 0709: the board has 6 columns and 8 rows.",
    ),
    (
        PRESET,
        "forces/a/units/0/at/hex",
        "0304",
        "forces.a.units[0].at: Foot is in the pond of 0304, which is impass",
    ),
    (
        PRESET,
        "forces/a/units/1/at/hex",
        "0207",
        "forces.a.units[1].at: Guns and Foot are both in 0207; a hex holds one",
    ),
    (
        PRESET,
        "forces/b/units/1/at/hex",
        "0207",
        "forces.b.units[1].at: Guns and Foot are both in 0207; a hex holds one",
    ),
    (
        PRESET,
        "forces/a/units/0/at/formation",
        "masse",
        "forces.a.units[0].at.formation: Foot cannot be deployed in masse",
    ),
    (
        PRESET,
        "forces/a/units/0/at/formation",
        "hasty_square",
        "forces.a.units[0].at.formation: Foot cannot be deployed",
    ),
    (PRESET, "forces/a/units/0/count", 2, "forces.a.units[0].at: 2 units cannot be in one hex"),
    (PRESET, "forces/a/draws", True, "forces.a.draws: A side cannot draw cards with deployment_order preset"),
    (PRESET, "forces/b/leaders/0/hex", "0207", "forces.b.leaders[0].hex: Bleu is in 0207 with the enemy's Foot"),
    (PRESET, "forces/b/leaders/0/hex", None, "forces.b.leaders[0].hex: deployment_order is preset, but Bleu has no"),
]


@pytest.mark.rule("AB-01", "a wrong kind or grade and a wrong number of leaders are refused")
@pytest.mark.rule("AB-04", "armor on another kind than heavy cavalry is refused")
@pytest.mark.rule("AB-06", "a side without a unit is refused")
@pytest.mark.rule("AB-08", "names used twice and a zone too small for the force are refused")
@pytest.mark.rule("EN-SETUP-05", "a hex with two types of terrain is refused")
@pytest.mark.rule("EN-SETUP-09", "nobody starts in a pond, in a taken hex, in a hasty square or with an enemy")
@pytest.mark.rule("EN-RULING-82", "preset wants a place for every unit and leader, the other orders want none")
@pytest.mark.parametrize(("base", "path", "value", "sentence"), FAULTS, ids=[fault[3][:60] for fault in FAULTS])
def test_every_fault_says_where_it_is_and_what_is_wrong(
    base: dict[str, Any], path: str, value: Any, sentence: str
) -> None:
    with pytest.raises(SetupError) as caught:
        read(changed(base, path, value))
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith((".", ")."))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is not readable JSON"),
        (b"\xff\xfe", "The file is not readable JSON"),
        (b'{"title": "\xff"}', "The file is not readable JSON"),
        (b"[" * 100_000, "The file is not a scenario: its parts are nested too deeply."),
        (b"[]", "This is a list, not an object with format"),
        (b"null", "This is nothing, not an object with format"),
        (b" " * (MOST_BYTES + 1), "The file has 1,000,001 bytes; at most 1,000,000 are allowed."),
    ],
)
def test_what_is_no_scenario_at_all_is_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        SYSTEM.scenarios.read(data)
    assert str(caught.value).startswith(sentence)


def test_the_files_that_the_faults_start_from_are_sound() -> None:
    assert [force.name for force in read(BASE).forces] == ["Red", "Blue"]
    assert read(PRESET).forces[1].units[0].place is not None


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
    with pytest.raises(SetupError, match=rf"^board.{part}: 0302 is listed twice \(EN-SETUP-05\)\.$"):
        check(replace(setup, board=twice))


def test_a_board_that_differs_from_its_options_names_both_sizes() -> None:
    setup = SYSTEM.scenarios.load("village")
    with pytest.raises(SetupError, match="The options say 20 columns and 12 rows, the board 16 and 12"):
        SYSTEM.start(SYSTEM.settings.with_options(setup, {"board_columns": 20}))
