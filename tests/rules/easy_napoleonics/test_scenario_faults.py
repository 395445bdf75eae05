"""Scenario files with a fault: each is refused in a sentence that says where it is and what is wrong."""

from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.shipped import MOST_BYTES
from battles.rules.easy_napoleonics.scenario import read_scenario
from tests.rules.easy_napoleonics.scenario_files import BASE, PRESET, UNIT, changed, read

FAULTS: list[tuple[dict[str, Any], str, Any, str]] = [
    (BASE, "format", "muster-scenario/9", "format: 'muster-scenario/9' is not known here; it is one of muster-scen"),
    (BASE, "system", "mini_nap", "system: 'mini_nap' is not known here; it is one of easy_napoleonics."),
    (BASE, "title", None, "title: This is missing."),
    (BASE, "title", "  ", "title: This may not be empty."),
    (BASE, "title", 7, "title: This is words in quotation marks, not 7."),
    (BASE, "title", "x" * 81, "title: This has 81 characters; the most is 80."),
    (BASE, "title", "a\x07b", "title: This has a character that cannot be printed."),
    (BASE, "text", "x" * 4001, "text: This has 4,001 characters; the most is 4,000."),
    (BASE, "weather", "rain", "There is no 'weather' here; there may be format, system, title"),
    (BASE, "board", [], "board: This is a list, not an object with columns"),
    (BASE, "board/columns", 3, "board.columns: This is a whole number from 4 to 60, not 3."),
    (BASE, "board/rows", 61, "board.rows: This is a whole number from 4 to 60, not 61."),
    (BASE, "board/rows", True, "board.rows: This is a whole number from 4 to 60, not true."),
    (BASE, "board/rows", 5, "options: deployment_depth is 3; a board of 5 rows leaves each side 2"),
    (BASE, "options/board_rows", 9, "options.board_rows: The board has 8 of them, this says 9; leave it out here."),
    (BASE, "board/terrain/mud", [], "board.terrain: There is no 'mud' here; there may be woods, hill"),
    (BASE, "board/terrain/woods", "0101", "board.terrain.woods: This is a list in square brackets, not '0101'."),
    (
        BASE,
        "board/terrain/woods",
        ["0709"],
        "board.terrain.woods[0]: There is no hex 0709: the board has 6 columns and 8 rows.",
    ),
    (BASE, "board/terrain/woods", ["0101-1"], "board.terrain.woods[0]: '1' names no hex"),
    (BASE, "board/terrain/woods", [101], 'board.terrain.woods[0]: A hex is written in quotation marks, as in "0502"'),
    (BASE, "board/terrain/hill", ["0304"], "board.terrain.pond: 0304 is hill and pond; a hex has one terrain"),
    (BASE, "board/names", {"0909": "Mill"}, "board.names: There is no hex 0909: the board has 6 columns and 8 rows."),
    (BASE, "board/names", {"0101": ""}, "board.names.0101: This may not be empty."),
    (BASE, "board/names", [], "board.names: This is an object in braces, not a list."),
    (BASE, "board/map", ["......"] * 8, "board.terrain: Terrain is in the map or in lists, not in both."),
    (BASE, "board/legend", {"x": "woods"}, "board.legend: A legend needs a map."),
    (BASE, "board", {"map": ["...."] * 3 + ["..."]}, "board.map[3]: This row has 3 letters, the first has 4."),
    (BASE, "board", {"map": ["...."] * 3}, "board.map: A board has 4 to 60 rows; this map has 3."),
    (BASE, "board", {"map": ["...."] * 8, "rows": 9}, "board.rows: The map has 8 rows, not 9."),
    (BASE, "board", {"map": ["..x."] * 8}, "board.map[0]: The letter 'x' is not in the legend: ., w, h"),
    (BASE, "board", {"map": [5] * 8}, "board.map[0]: A row of the map is letters in quotation marks, not 5."),
    (BASE, "board", {"map": ["...."] * 8, "legend": {"x": "mud"}}, "board.legend: A legend gives one letter one of"),
    (BASE, "forces/b", None, "forces.b: This side is missing: a battle has side a and side b"),
    (BASE, "forces/c", {}, "forces: There is no 'c' here; there may be a, b."),
    (BASE, "forces/a/units", [], "forces.a.units: Red has no unit; a side needs at least one (AB-06)."),
    (BASE, "forces/a/units", [UNIT] * 201, "forces.a.units: This has 201 rows; the most is 200."),
    (BASE, "forces/a/units/0/count", 200, "forces.a.units: Red has 201 units; the most is 200."),
    (BASE, "forces/a/units/0/count", 0, "forces.a.units[0].count: This is a whole number from 1 to 200, not 0."),
    (BASE, "forces/a/units/1/name", "foot", "forces.a.units[1].name: Red has two units called foot; names are unique"),
    (BASE, "forces/a/units/1/grade", "brave", "forces.a.units[1].grade: 'brave' is not known here; it is one of mili"),
    (BASE, "forces/a/units/1/kind", "cavalry", "forces.a.units[1].kind: 'cavalry' is not known here; it is one of inf"),
    (BASE, "forces/a/units/1/kind", None, "forces.a.units[1].kind: This is missing."),
    (
        BASE,
        "forces/a/units/1/nation",
        "spain",
        "forces.a.units[1].nation: 'spain' is not known here; it is one of none",
    ),
    (BASE, "forces/a/units/1/level", "broken", "forces.a.units[1].level: Guns cannot start broken"),
    (
        BASE,
        "forces/a/units/1/worth",
        1001,
        "forces.a.units[1].worth: This is a whole number from 0 to 1,000, not 1001.",
    ),
    (BASE, "forces/a/units/1/armored", True, "forces.a.units[1].armored: Guns is field artillery; only heavy cavalry"),
    (BASE, "forces/a/units/1/armored", "yes", "forces.a.units[1].armored: This is true or false, not 'yes'."),
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
    (BASE, "forces/a/zone", ["0107"], "forces.a.zone: 2 units cannot stand in 1 hex (AB-08)."),
    (BASE, "forces/a/zone", ["0304", "0107"], "forces.a.zone: 2 units cannot stand in 1 hex (AB-08)."),
    (BASE, "forces/a/zone", ["0103-0107"], "forces.b.zone: 0103 lies in the zones of both sides."),
    (
        BASE,
        "forces/a/zone",
        ["0107-0907"],
        "forces.a.zone[0]: There is no hex 0907: the board has 6 columns and 8 rows.",
    ),
    (BASE, "objectives/0/hexes", [], "objectives[0].hexes: An objective has at least one hex."),
    (
        BASE,
        "objectives/0/hexes",
        ["0799"],
        "objectives[0].hexes[0]: There is no hex 0799: the board has 6 columns and 8 rows.",
    ),
    (BASE, "objectives/0/hexes", ["0304"], "objectives[0].hexes: 0304 of The wood is a pond that no unit can hold."),
    (BASE, "objectives/0/hold", 3, "objectives[0].hold: 3 of 2 hexes cannot be held; 1 to all can."),
    (BASE, "objectives/0/side", "c", "objectives[0].side: 'c' is not known here; it is one of a, b."),
    (BASE, "objectives/0/from_turn", 11, "objectives[0].from_turn: This is a whole number from 1 to 10, not 11."),
    (BASE, "objectives/0/held_from_start", True, "objectives[0].held_from_start: It is held from the start, but by no"),
    (changed(BASE, "points_win", False), "objectives", [], "points_win: Points do not win and there is no objective"),
    (BASE, "options/colour", "red", "options: Easy Napoleonics has no option colour; it has"),
    (BASE, "options/max_turns", 0, "options: max_turns is a whole number of at least 1, not 0"),
    (BASE, "options", [], "options: This is an object in braces, not a list."),
    (BASE, "house/leader_move", "far", "house.leader_move: This is a whole number, not 'far'."),
    (BASE, "house/leader_flight", 3, "house.leader_flight: There is no leader_flight."),
    (PRESET, "forces/a/units/0/at", None, "forces.a.units[0].at: deployment_order is preset, and Foot has no place"),
    (PRESET, "forces/a/units/0/at", {}, "forces.a.units[0].at.hex: This is missing."),
    (
        PRESET,
        "forces/a/units/0/at/facing",
        "E",
        "forces.a.units[0].at.facing: 'E' is not known here; it is one of N, NE",
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
        "forces.a.units[0].at: Foot stands in the pond of 0304, which is impass",
    ),
    (
        PRESET,
        "forces/a/units/1/at/hex",
        "0207",
        "forces.a.units[1].at: Guns and Foot both stand in 0207; a hex holds one",
    ),
    (
        PRESET,
        "forces/b/units/1/at/hex",
        "0207",
        "forces.b.units[1].at: Guns and Foot both stand in 0207; a hex holds one",
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
    (PRESET, "forces/a/units/0/count", 2, "forces.a.units[0].at: 2 units cannot stand in one hex"),
    (PRESET, "forces/a/draws", True, "forces.a.draws: No cards are drawn with deployment_order preset"),
    (PRESET, "forces/b/leaders/0/hex", "0207", "forces.b.leaders[0].hex: Bleu stands in 0207 with his enemy Foot"),
    (PRESET, "forces/b/leaders/0/hex", None, "forces.b.leaders[0].hex: deployment_order is preset, and Bleu has no"),
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
        (b"", "The file is no JSON that can be read"),
        (b"\xff\xfe", "The file is no JSON that can be read"),
        (b'{"title": "\xff"}', "The file is no JSON that can be read"),
        (b"[" * 100_000, "The file is no scenario: its parts are nested too deep."),
        (b"[]", "This is a list, not an object with format"),
        (b"null", "This is nothing, not an object with format"),
        (b" " * (MOST_BYTES + 1), "The file has 1,000,001 bytes; the most is 1,000,000."),
    ],
)
def test_what_is_no_scenario_at_all_is_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        read_scenario(data)
    assert str(caught.value).startswith(sentence)


def test_the_files_that_the_faults_start_from_are_sound() -> None:
    assert [force.name for force in read(BASE).forces] == ["Red", "Blue"]
    assert read(PRESET).forces[1].units[0].place is not None
