"""Scenario files: what they may say, what is wrong with a wrong one, and those that are shipped."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.hex import grid
from battles.rules.easy_napoleonics import checking, tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.sample import sample_force
from battles.rules.easy_napoleonics.scenario import (
    MOST_BYTES,
    catalogue,
    edge_zone,
    load,
    open_setup,
    opened,
    read_scenario,
    written,
)
from battles.rules.easy_napoleonics.setup import Setup
from battles.rules.easy_napoleonics.value import cost, worth

UNIT = {"name": "Foot", "kind": "infantry", "grade": "seasoned"}
GUNS = {"name": "Guns", "kind": "field_artillery", "grade": "veteran"}
BASE: dict[str, Any] = {
    "format": "muster-scenario/1",
    "system": "easy_napoleonics",
    "title": "A small fight",
    "board": {"columns": 6, "rows": 8, "terrain": {"pond": ["0304"], "woods": ["0204-0205"]}},
    "forces": {
        "a": {"name": "Red", "units": [UNIT, GUNS], "leaders": [{"name": "Rouge"}]},
        "b": {"name": "Blue", "units": [UNIT, GUNS], "leaders": [{"name": "Bleu"}]},
    },
    "objectives": [{"name": "The wood", "hexes": ["0204-0205"]}],
}
PRESET: dict[str, Any] = {
    **BASE,
    "options": {"deployment_order": "preset"},
    "forces": {
        "a": {
            "name": "Red",
            "units": [{**UNIT, "at": {"hex": "0207"}}, {**GUNS, "at": {"hex": "0307"}}],
            "leaders": [{"name": "Rouge", "hex": "0207"}],
        },
        "b": {
            "name": "Blue",
            "units": [{**UNIT, "at": {"hex": "0202"}}, {**GUNS, "at": {"hex": "0302"}}],
            "leaders": [{"name": "Bleu", "hex": "0401"}],
        },
    },
}


def changed(base: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """``base`` with ``value`` under the keys of ``path``; None takes the key out."""
    file = copy.deepcopy(base)
    *above, last = path.split("/")
    at: Any = file
    for key in above:
        at = at[int(key)] if isinstance(at, list) else at.setdefault(key, {})
    if value is None:
        del at[last]
    elif isinstance(at, list):
        at[int(last)] = value
    else:
        at[last] = value
    return file


def read(file: dict[str, Any]) -> Setup:
    return read_scenario(json.dumps(file).encode())


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


def test_a_map_and_lists_of_hexes_say_the_same() -> None:
    rows = ["......"] * 3 + [" . w p . . ."] + [".w...."] + ["......"] * 3
    assert read(changed(BASE, "board", {"map": rows})) == read(BASE)


def test_a_map_may_have_a_legend_of_its_own() -> None:
    rows = ["xo-xxx", *["xxxxxx"] * 7]
    board = {"map": rows, "legend": {"x": "open", "o": "settlement", "-": "stream"}}
    assert read(changed(BASE, "board", board)).board.terrain == ((1, "settlement"), (2, "stream"))


@pytest.mark.rule("EN-FACE-09", "labels count columns and rows from 1 in the north-west")
def test_a_rectangle_is_given_by_two_opposite_corners_in_any_order() -> None:
    for corners in ("0206-0308", "0308-0206", "0208-0306"):
        zone = read(changed(BASE, "forces/a/zone", [corners])).forces[0].zone
        assert [grid(6, 8).label(cell) for cell in zone] == ["0206", "0306", "0207", "0307", "0208", "0308"]


def test_units_of_one_row_are_numbered() -> None:
    setup = read(changed(BASE, "forces/a/units/0/count", 3))
    assert [unit.name for unit in setup.forces[0].units] == ["Foot 1", "Foot 2", "Foot 3", "Guns"]


def test_a_unit_without_a_name_is_called_what_it_is() -> None:
    setup = read(changed(BASE, "forces/a/units/0/name", None))
    assert setup.forces[0].units[0].name == "Seasoned infantry"


@pytest.mark.rule("EN-SETUP-10", "units start at Good unless the scenario says otherwise")
def test_a_unit_starts_at_good_or_as_the_file_says() -> None:
    setup = read(changed(BASE, "forces/a/units/1/level", "fair"))
    assert [unit.level for unit in setup.forces[0].units] == ["good", "fair"]


@pytest.mark.rule("EN-SETUP-09", "any facing and any formation open to the unit")
def test_a_place_has_hex_facing_and_formation_and_faces_the_enemy_where_nothing_is_said() -> None:
    setup = read(changed(PRESET, "forces/a/units/0/at", {"hex": "0207", "facing": "SW", "formation": "column"}))
    (foot, guns), (blue, _) = (force.units for force in setup.forces)
    assert foot.place is not None
    assert guns.place is not None
    assert blue.place is not None
    assert (foot.place.cell, foot.place.facing, foot.place.formation) == (6 * 6 + 1, 4, "column")
    assert (guns.place.facing, guns.place.formation) == (0, "unlimbered")
    assert (blue.place.facing, blue.place.formation) == (3, "line")


@pytest.mark.rule("EN-OPT-08", "two batteries of a side may stand in one hex, with infantry or a third they may not")
def test_a_grand_battery_may_be_set_out() -> None:
    second = {**GUNS, "name": "More guns", "at": {"hex": "0307"}}
    file = changed(PRESET, "options/grand_battery", True)
    file["forces"]["a"]["units"].append(second)
    assert len(read(file).forces[0].units) == 3
    file["forces"]["a"]["units"].append({**second, "name": "Still more"})
    with pytest.raises(SetupError, match="Still more and Guns both stand in 0307"):
        read(file)
    with pytest.raises(SetupError, match="both stand"):
        read(changed(changed(PRESET, "options/grand_battery", True), "forces/a/units/0/at/hex", "0307"))


@pytest.mark.rule("AB-05", "masse is open to Austrian infantry where Austria's rule is in force, and to nobody else")
@pytest.mark.parametrize(
    ("nation", "rules", "fits"), [("austria", "austria", True), ("austria", "", False), ("france", "austria", False)]
)
def test_masse_needs_the_nation_and_its_rule(nation: str, rules: str, fits: bool) -> None:
    file = changed(PRESET, "forces/a/units/0/at/formation", "masse")
    file["options"]["national_rules"] = rules
    file["forces"]["a"]["nation"] = nation
    if fits:
        assert read(file).forces[0].units[0].nation == "austria"
    else:
        with pytest.raises(SetupError, match="cannot be deployed in masse"):
            read(file)


@pytest.mark.rule("EN-RULING-51", "a pond that is not impassable holds units")
def test_a_pond_may_be_passable() -> None:
    file = changed(PRESET, "forces/a/units/0/at/hex", "0304")
    file["options"]["pond_impassable"] = False
    assert read(file).forces[0].units[0].place is not None


@pytest.mark.rule("AB-08", "drawn cards need room in the zone too")
@pytest.mark.rule("EN-SETUP-04", "the cards join the army before it is deployed")
def test_the_zone_has_room_for_the_cards() -> None:
    file = changed(BASE, "forces/a/draws", True)
    file["forces"]["a"]["zone"] = ["0107-0407"]
    with pytest.raises(SetupError, match=r"forces.a.zone: 5 units, drawn cards included, cannot stand in 4 hexes"):
        read(file)
    file["forces"]["a"]["zone"] = ["0107-0507"]
    assert read(file).forces[0].draws


@pytest.mark.rule("EN-SETUP-12", "an objective says whose it is, which hexes, how many and from which turn")
def test_an_objective_is_every_hex_for_either_side_from_the_first_turn_unless_it_says_otherwise() -> None:
    (plain,) = read(BASE).objectives
    assert (plain.cells, plain.hold, plain.side, plain.from_turn, plain.held_from_start) == (
        (19, 25),
        2,
        None,
        1,
        False,
    )
    more = {"name": "Wood", "hexes": ["0204-0205"], "hold": 1, "side": "b", "from_turn": 10, "held_from_start": True}
    (full,) = read(changed(BASE, "objectives/0", more)).objectives
    assert (full.hold, full.side, full.from_turn, full.held_from_start) == (1, "b", 10, True)


def test_options_and_house_rules_of_the_file_are_in_force() -> None:
    file = changed(BASE, "options", {"national_rules": ["france", "england"], "time_limit_minutes": None})
    file["house"] = {"leader_move": 6}
    rules = read(file).rules
    assert rules.options == Options(
        national_rules=("england", "france"), time_limit_minutes=None, board_columns=6, board_rows=8
    )
    assert rules.tables.leader_move == 6


@pytest.mark.rule("EN-RULING-64", "what a unit is worth follows the model that the options name, or the file")
def test_worth_goes_by_the_model_or_by_the_file() -> None:
    file = changed(BASE, "forces/a/units/0/worth", 9)
    assert [unit.worth for unit in read(file).forces[0].units] == [9, 3]
    file["forces"]["a"]["units"][1]["grade"] = "guard"
    assert read(file).forces[0].units[1].worth == 5
    file["options"] = {"vp_model": "flat3"}
    assert read(file).forces[0].units[1].worth == 3


@pytest.mark.rule("AB-06", "a side worth less than what wins by points is told of, cards still to be drawn apart")
def test_a_side_that_cannot_lose_by_points_is_told_of() -> None:
    assert [text[:30] for text in checking.warnings(read(BASE))] == [
        "Red is worth 9 victory points ",
        "Blue is worth 9 victory points",
    ]
    assert len(checking.warnings(read(changed(BASE, "forces/a/draws", True)))) == 1
    assert checking.warnings(read(changed(BASE, "points_win", False))) == ()


VARIED: list[Callable[[], Setup]] = [
    lambda: read(BASE),
    lambda: read(PRESET),
    lambda: read(changed(changed(BASE, "house/fire_modifiers/rear/value", 4), "options/initiative_bonus", "0,2")),
    lambda: read(changed(changed(BASE, "points_win", False), "forces/b/zone", ["0102", "0302-0503", "0601"])),
    lambda: read(changed(changed(BASE, "forces/a/units/0/worth", 0), "forces/b/units/1/level", "bad")),
    *[lambda key=key: load(key) for key in ("meeting", "quatre_bras", "village")],
]


@pytest.mark.parametrize("make", VARIED)
def test_a_scenario_written_and_read_again_is_the_same(make: Callable[[], Setup]) -> None:
    setup = make()
    assert read_scenario(written(setup)) == setup


def test_the_text_is_written_too() -> None:
    assert opened(written(read(BASE), "Two lines.\nOf text.")).text == "Two lines.\nOf text."


# What is shipped.


@pytest.mark.parametrize("key", ["meeting", "quatre_bras", "village"])
def test_every_shipped_scenario_has_a_title_a_text_and_is_sound(key: str) -> None:
    shipped = catalogue()[key]
    assert (shipped.key, bool(shipped.title), len(shipped.text) > 200) == (key, True, True)
    assert shipped.setup == load(key)
    assert checking.warnings(shipped.setup) == ()


def test_there_is_no_other_shipped_scenario() -> None:
    assert list(catalogue()) == ["meeting", "quatre_bras", "village"]
    with pytest.raises(SetupError, match="There is no scenario 'waterloo'; there are meeting, quatre_bras, village"):
        load("waterloo")


def points(setup: Setup) -> list[int]:
    """What the two forces cost, leaders included."""
    return [
        sum(cost(unit.kind, unit.grade, unit.armored) for unit in force.units) + len(force.leaders) * tables.LEADER_COST
        for force in setup.forces
    ]


@pytest.mark.rule("EN-COST-04", "the armies of the meeting engagement cost the same")
@pytest.mark.rule("EN-COST-05", "their cards come on top")
@pytest.mark.rule("EN-RULING-67", "each costs the budget of a basic army")
def test_the_meeting_engagement_is_level() -> None:
    setup = load("meeting")
    assert points(setup) == [tables.POINTS_BUDGET, tables.POINTS_BUDGET]
    assert [force.draws for force in setup.forces] == [True, True]
    assert setup.rules.options.random_terrain


def test_who_attacks_the_village_is_somewhat_stronger() -> None:
    attacker, defender = points(load("village"))
    assert 1.1 < attacker / defender < 1.35


@pytest.mark.rule("EN-SETUP-12", "whoever holds the crossroads at the end has it, one of the two")
def test_quatre_bras_is_won_by_one_side_only() -> None:
    setup = load("quatre_bras")
    take, keep = setup.objectives
    assert take.cells == keep.cells
    assert take.hold + keep.hold > len(take.cells)
    assert keep.from_turn == setup.rules.options.max_turns
    ground = dict(setup.board.terrain)
    assert {ground[cell] for cell in keep.cells} == {"settlement"}
    named = {name: ground.get(cell, "open") for cell, name in setup.board.names}
    assert named["Materne pond"] == "pond"
    assert named["Bois de Bossu"] == "woods"
    assert (named["Gemioncourt"], named["Pierrepont"]) == ("settlement", "settlement")
    assert named["Nivelles–Namur road"] == "open"
    assert [len(force.units) for force in setup.forces] == [16, 16]


# Boards for two forces, and the sample army.


@pytest.mark.rule("EN-RULING-80", "side a deploys in the highest rows, side b in the lowest")
@pytest.mark.rule("EN-SETUP-08", "the zones are so deep as the options say")
@pytest.mark.rule("EN-RULING-70", "three rows of a board of 18 by 14")
@pytest.mark.rule("EN-RULING-81", "without terrain the board is open")
def test_two_forces_meet_on_an_open_board() -> None:
    setup = open_setup(sample_force("Red"), sample_force("Blue"))
    assert (setup.board.columns, setup.board.rows, setup.board.terrain) == (18, 14, ())
    south, north = ({grid(18, 14).label(cell)[2:] for cell in force.zone} for force in setup.forces)
    assert (south, north) == ({"12", "13", "14"}, {"01", "02", "03"})
    assert [len(force.zone) for force in setup.forces] == [54, 54]
    assert setup.title == "Red against Blue"


@pytest.mark.rule("EN-SETUP-08", "board and zones follow the options")
def test_board_and_zones_are_those_of_the_options() -> None:
    options = Options(board_columns=10, board_rows=9, deployment_depth=4)
    assert edge_zone("a", options) == tuple(range(50, 90))
    assert edge_zone("b", options) == tuple(range(40))


@pytest.mark.rule("AB-08", "a zone of 12 hexes has no room for 13 units")
def test_a_board_too_small_for_a_force_is_refused() -> None:
    rules = Rules(Options(board_columns=12, deployment_depth=1))
    with pytest.raises(SetupError, match=r"forces.a.zone: 13 units cannot stand in 12 hexes \(AB-08\)"):
        open_setup(sample_force("Red"), sample_force("Blue"), rules)


@pytest.mark.rule("EN-COST-03", "13 units and a leader")
@pytest.mark.rule("EN-EX-S6", "104 points, 30 victory points")
@pytest.mark.rule("EN-RULING-66", "the victory points are 30, not the 29 printed")
def test_the_sample_army_costs_104_and_is_worth_30() -> None:
    force = sample_force("Red", "france", leaders=("Ney",))
    assert len(force.units) == 13
    assert points(open_setup(force, force)) == [104, 104]
    assert sum(unit.worth for unit in force.units) + tables.LEADER_VICTORY_POINTS == 30
    assert {unit.nation for unit in force.units} == {"france"}
    assert [leader.name for leader in force.leaders] == ["Ney"]
    assert (force.units[0].name, force.units[8].name) == ("Seasoned infantry 1", "Elite infantry")


@pytest.mark.rule("EN-OPT-11", "as many leaders as the options say, numbered where they have no name")
def test_the_sample_army_has_the_leaders_of_the_options() -> None:
    force = sample_force("Red", leaders=("Ney",), rules=Rules(Options(leaders_per_side=3)))
    assert [leader.name for leader in force.leaders] == ["Ney", "Leader 2", "Leader 3"]


@pytest.mark.rule("EN-RULING-54", "armor costs its surcharge for each stand and adds no victory points")
def test_armor_costs_its_surcharge() -> None:
    plain = cost("heavy_cavalry", "elite")
    assert (plain, cost("heavy_cavalry", "elite", True)) == (14, 14)
    assert cost("heavy_cavalry", "elite", True, surcharge=3) == plain + 6


@pytest.mark.rule("EN-RULING-64", "by grade and kind, never under 1; three for any cavalry and guns in flat3")
@pytest.mark.parametrize(
    ("kind", "grade", "graded", "flat"),
    [
        ("infantry", "militia", 1, 1),
        ("infantry", "old_guard", 5, 5),
        ("light_cavalry", "militia", 1, 3),
        ("heavy_cavalry", "guard", 6, 3),
        ("field_artillery", "militia", 1, 3),
        ("horse_artillery", "elite", 4, 3),
    ],
)
def test_what_a_unit_is_worth(kind: tables.Kind, grade: tables.Grade, graded: int, flat: int) -> None:
    assert (worth(kind, grade), worth(kind, grade, "flat3")) == (graded, flat)
