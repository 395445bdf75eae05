"""Scenario files: what they may say, and those that are shipped."""

import json
from collections.abc import Callable

import pytest

from battles.engine.core import SetupError
from battles.engine.hex import grid
from battles.rules.easy_napoleonics import checking, tables
from battles.rules.easy_napoleonics.parts import Part, written_ground
from battles.rules.easy_napoleonics.rules import Options
from battles.rules.easy_napoleonics.scenario import (
    SHIPPED,
    load,
    opened,
    read_scenario,
    written,
)
from battles.rules.easy_napoleonics.setup import Setup
from tests.rules.easy_napoleonics.scenario_files import BASE, GUNS, PRESET, changed, points, read


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


@pytest.mark.rule("EN-OPT-11", "a file that names no leaders has as many as the options say, numbered if several")
@pytest.mark.parametrize(
    ("count", "names"),
    [(0, []), (1, ["Leader"]), (2, ["Leader 1", "Leader 2"]), (3, ["Leader 1", "Leader 2", "Leader 3"])],
)
def test_leaders_that_nobody_named_are_called_leader(count: int, names: list[str]) -> None:
    file = changed(BASE, "options/leaders_per_side", count)
    for side in ("a", "b"):
        file = changed(file, f"forces/{side}/leaders", None)
    assert [leader.name for leader in read(file).forces[0].leaders] == names


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


def test_only_terrain_that_lies_there_is_written() -> None:
    assert json.loads(written(read(BASE)))["board"]["terrain"] == {"woods": ["0204-0205"], "pond": ["0304"]}
    bare = json.loads(written(read(changed(BASE, "board/terrain", None))))["board"]
    assert bare.get("terrain", {}) == {}


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        (["##....", "##....", "......"], ["0101-0202"]),
        (["##....", "......", "##...."], ["0101-0201", "0103-0203"]),
        (["##....", "#.....", "##...."], ["0101-0201", "0102", "0103-0203"]),
        (["##..##", "##..##", "##...."], ["0101-0203", "0501-0602"]),
        ([".#.#.#", ".#.###", ".#...."], ["0201-0203", "0401", "0601", "0402-0602"]),
        (["######", "######", "######"], ["0101-0603"]),
        ([".....#", "#....."], ["0601", "0102"]),
        (["......"], []),
    ],
)
def test_ground_is_written_in_rectangles(rows: list[str], labels: list[str]) -> None:
    cells = [row * 6 + column for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]
    assert written_ground(cells, grid(6, 8)) == labels
    assert Part({"zone": labels}, "", ("zone",)).ground("zone", grid(6, 8)) == tuple(cells)


def test_the_text_is_written_too() -> None:
    assert opened(written(read(BASE), "Two lines.\nOf text.")).text == "Two lines.\nOf text."


# What is shipped.


@pytest.mark.parametrize("key", ["meeting", "quatre_bras", "village"])
def test_every_shipped_scenario_has_a_title_a_text_and_is_sound(key: str) -> None:
    shipped = SHIPPED.all[key]
    assert (shipped.key, bool(shipped.title), len(shipped.text) > 200) == (key, True, True)
    assert shipped.setup == load(key)
    assert checking.warnings(shipped.setup) == ()


def test_there_is_no_other_shipped_scenario() -> None:
    assert list(SHIPPED.all) == ["meeting", "quatre_bras", "village"]
    with pytest.raises(SetupError, match="There is no scenario 'waterloo'; there are meeting, quatre_bras, village"):
        load("waterloo")


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
