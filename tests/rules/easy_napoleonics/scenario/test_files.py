"""Scenario files: what they may say, those that are shipped, and boards for two forces."""

import json
from collections.abc import Callable

import pytest

from battles.engine.core import SetupError
from battles.kits.hex.grid import grid
from battles.kits.hex.scenario import HexPart as Part
from battles.kits.hex.scenario import written_ground
from battles.rules.easy_napoleonics import SYSTEM, tables
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.scenario import check
from battles.rules.easy_napoleonics.scenario.files import edge_zone, open_setup, opened, sample_force, written
from battles.rules.easy_napoleonics.state import Setup
from battles.rules.easy_napoleonics.victory import cost, victory_points
from tests.rules.easy_napoleonics.builders.scenarios import BASE, GUNS, PRESET, changed, points, read


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
    with pytest.raises(SetupError, match=r"forces.a.zone: 13 units do not fit in a zone of 12 hexes \(AB-08\)"):
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
    assert (victory_points(kind, grade), victory_points(kind, grade, "flat3")) == (graded, flat)


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
    with pytest.raises(SetupError, match="Still more and Guns are both in 0307"):
        read(file)
    with pytest.raises(SetupError, match="are both in"):
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
    with pytest.raises(
        SetupError, match=r"forces.a.zone: 5 units, card units included, do not fit in a zone of 4 hexes"
    ):
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
    assert [text[:30] for text in check.warnings(read(BASE))] == [
        "Red is worth 9 victory points ",
        "Blue is worth 9 victory points",
    ]
    assert len(check.warnings(read(changed(BASE, "forces/a/draws", True)))) == 1
    assert check.warnings(read(changed(BASE, "points_win", False))) == ()


VARIED: list[Callable[[], Setup]] = [
    lambda: read(BASE),
    lambda: read(PRESET),
    lambda: read(changed(changed(BASE, "house/fire_modifiers/rear/value", 4), "options/initiative_bonus", "0,2")),
    lambda: read(changed(changed(BASE, "points_win", False), "forces/b/zone", ["0102", "0302-0503", "0601"])),
    lambda: read(changed(changed(BASE, "forces/a/units/0/worth", 0), "forces/b/units/1/level", "bad")),
    *[lambda key=key: SYSTEM.scenarios.load(key) for key in SYSTEM.scenarios.shipped()],
]


@pytest.mark.parametrize("make", VARIED)
def test_a_scenario_written_and_read_again_is_the_same(make: Callable[[], Setup]) -> None:
    setup = make()
    assert SYSTEM.scenarios.read(written(setup)) == setup


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


DEPLOYED = ("gemioncourt", "wavre", "ligny", "quatre_bras_deployed", "mont_saint_jean")
"""The historical battles that begin deployed, in order of size."""

EARLIER = ("meeting", "quatre_bras", "village")


@pytest.mark.parametrize("key", [*EARLIER, *DEPLOYED])
def test_every_shipped_scenario_has_a_title_a_text_and_is_sound(key: str) -> None:
    scenarios = SYSTEM.scenarios
    assert (bool(scenarios.shipped()[key]), len(scenarios.text_of(key)) > 200) == (True, True)
    assert check.warnings(scenarios.load(key)) == ()


def test_there_is_no_other_shipped_scenario() -> None:
    assert set(SYSTEM.scenarios.shipped()) == {*EARLIER, *DEPLOYED}
    with pytest.raises(SetupError, match="There is no scenario 'waterloo'; the scenarios are gemioncourt, ligny, "):
        SYSTEM.scenarios.load("waterloo")


@pytest.mark.rule("EN-SETUP-12", "one side takes the place at the end of a turn, the other holds it to the last turn")
@pytest.mark.parametrize("key", DEPLOYED)
def test_a_deployed_battle_has_one_goal_for_each_side_and_cannot_be_won_by_both(key: str) -> None:
    setup = SYSTEM.scenarios.load(key)
    take, keep = setup.objectives
    assert (take.side, keep.side, take.cells) == ("a", "b", keep.cells)
    assert take.hold + keep.hold == len(take.cells) + 1
    assert (keep.from_turn, keep.held_from_start) == (setup.rules.options.max_turns, True)
    for force in setup.forces:
        assert f"{setup.rules.options.victory_points_to_win} victory points" in force.task


def test_deployed_battles_rise_in_size() -> None:
    sizes = [sum(len(force.units) for force in SYSTEM.scenarios.load(key).forces) for key in DEPLOYED]
    assert sizes == sorted(sizes)
    assert sizes[0] <= 14
    assert sizes[-1] >= 50


@pytest.mark.rule("EN-COST-04", "the armies of the meeting engagement cost the same")
@pytest.mark.rule("EN-COST-05", "their cards come on top")
@pytest.mark.rule("EN-RULING-67", "each costs the budget of a basic army")
def test_the_meeting_engagement_is_level() -> None:
    setup = SYSTEM.scenarios.load("meeting")
    assert points(setup) == [tables.POINTS_BUDGET, tables.POINTS_BUDGET]
    assert [force.draws for force in setup.forces] == [True, True]
    assert setup.rules.options.random_terrain


def test_who_attacks_the_village_is_somewhat_stronger() -> None:
    attacker, defender = points(SYSTEM.scenarios.load("village"))
    assert 1.1 < attacker / defender < 1.35


@pytest.mark.rule("EN-SETUP-12", "whoever holds the crossroads at the end has it, one of the two")
def test_quatre_bras_is_won_by_one_side_only() -> None:
    setup = SYSTEM.scenarios.load("quatre_bras")
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
    roads = {course.name: course.cells for course in setup.board.courses if course.kind == "road"}
    crossroads = {roads["Nivelles road"][-1], roads["Namur road"][0], roads["Brussels road"][-1]}
    assert crossroads == {roads["Charleroi road"][0]} <= set(keep.cells)
    assert [len(force.units) for force in setup.forces] == [16, 17]


def scenario_with(name: str, count: int) -> bytes:
    side = {"name": "A", "zone": ["0109-0812"], "units": [{"name": "U", "kind": "infantry", "grade": "seasoned"}]}
    first = {**side, "units": [{"name": name, "kind": "infantry", "grade": "seasoned", "count": count}]}
    sides = {"a": first, "b": {**side, "zone": ["0101-0804"]}}
    facts = {"format": "muster-scenario/1", "system": "easy_napoleonics", "title": "T", "forces": sides}
    return json.dumps({**facts, "board": {"columns": 8, "rows": 12}}).encode()


def test_a_numbered_name_leaves_room_for_its_number() -> None:
    assert len(SYSTEM.scenarios.read(scenario_with("x" * 76, 2)).forces[0].units) == 2
    with pytest.raises(SetupError, match="at most 76 characters"):
        SYSTEM.scenarios.read(scenario_with("x" * 77, 2))


def test_ground_is_written_in_runs_along_a_row() -> None:
    text = written(SYSTEM.scenarios.load("village")).decode()
    assert SYSTEM.scenarios.read(text.encode()) == SYSTEM.scenarios.load("village")
    assert '"0109-0409"' in text
