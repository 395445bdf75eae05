"""Scenarios of Easy Napoleonics in the editor."""

from collections.abc import Mapping
from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.drafting import Draft, Stroke
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.state import Setup

EMPTY = SYSTEM.drafting.new("A day in May", {"board_columns": 8, "board_rows": 6})


def shipped(key: str) -> bytes:
    return SYSTEM.scenarios.write(SYSTEM.scenarios.load(key), SYSTEM.scenarios.text_of(key))


def painted(content: bytes, brush: str, areas: str, text: str = "") -> bytes:
    return SYSTEM.drafting.paint(content, [Stroke(brush, tuple(areas.split()), text)])


def rows(content: bytes, key: str) -> list[Mapping[str, str]]:
    return list(next(sheet for sheet in SYSTEM.drafting.draft(content).sheets if sheet.key == key).rows)


def ground(content: bytes) -> dict[str, str]:
    """What lies on the hexes that are not open."""
    return {area.key: area.ground for area in SYSTEM.drafting.draft(content).ground.areas if area.ground != "open"}


def zone(content: bytes, side: str) -> tuple[str, ...]:
    zones = SYSTEM.drafting.draft(content).scene.zones
    return next((one.areas for one in zones if one.kind == "deployment" and one.side == side), ())


def armed(content: bytes = EMPTY) -> bytes:
    """With units for both sides, so that it can be played."""
    for side in ("a", "b"):
        row = {"kind": "infantry", "grade": "veteran", "count": "3"}
        content = SYSTEM.drafting.fill(content, f"forces.{side}.units", [row])
    return content


def test_an_empty_board_becomes_a_battle() -> None:
    found = SYSTEM.drafting.draft(EMPTY)
    assert (found.title, found.options) == ("A day in May", {"board_columns": 8, "board_rows": 6})
    assert [fault.path for fault in found.faults] == ["forces.a.units", "forces.b.units"]
    drawing = armed()
    found = SYSTEM.drafting.draft(drawing)
    assert found.faults == ()
    assert [fault for fault in found.notes if "victory points in all" in fault]
    assert [row["name"] for row in rows(drawing, "forces.a.units")] == [f"Veteran infantry {n}" for n in (1, 2, 3)]
    SYSTEM.start(SYSTEM.scenarios.read(drawing))


@pytest.mark.rule("EN-SETUP-08", "each side deploys at its own edge, on a small board as deep as there is room")
def test_zones_of_a_new_board_lie_at_its_edges() -> None:
    assert zone(EMPTY, "b") == tuple(f"{column:02}{row:02}" for row in (1, 2, 3) for column in range(1, 9))
    small = SYSTEM.drafting.new("Small", {"board_columns": 4, "board_rows": 5})
    assert zone(small, "a") == tuple(f"{column:02}{row:02}" for row in (4, 5) for column in range(1, 5))


@pytest.mark.rule("EN-SETUP-05", "a hex has one terrain: the last that was painted")
def test_ground_is_painted_over() -> None:
    drawing = painted(EMPTY, "ground.woods", "0101-0202")
    drawing = painted(drawing, "ground.pond", "0202")
    drawing = painted(drawing, "ground.open", "0101")
    assert ground(drawing) == {"0201": "wood", "0102": "wood", "0202": "water"}


def test_names_are_given_and_taken_away() -> None:
    drawing = painted(EMPTY, "name", "0303", "Rothau")
    assert [name.text for name in SYSTEM.drafting.draft(drawing).ground.names if name.kind != "edge"] == ["Rothau"]
    assert rows(drawing, "names") == [{"hex": "0303", "text": "Rothau"}]
    assert painted(drawing, "name", "0303") == EMPTY


def test_a_hex_is_in_one_zone_at_most() -> None:
    drawing = painted(EMPTY, "zone.a", "0101-0801")
    assert "0101" in zone(drawing, "a")
    assert "0101" not in zone(drawing, "b")
    drawing = painted(drawing, "zone.none", "0101-0806")
    assert (zone(drawing, "a"), zone(drawing, "b")) == ((), ())
    assert [fault.path for fault in SYSTEM.drafting.draft(armed(drawing)).faults] == ["forces.a.zone"]


@pytest.mark.rule("EN-SETUP-12", "an objective is ground of which so many hexes win")
def test_objectives_grow_shrink_and_go() -> None:
    drawing = painted(EMPTY, "objective.new", "0303 0403", "The bridge")
    drawing = painted(drawing, "objective.new", "0503", "The bridge")
    drawing = painted(drawing, "objective.0", "0304")
    (row,) = rows(drawing, "objectives")
    assert (row["hexes"], row["hold"]) == ("0303-0503 0304", "")
    drawing = SYSTEM.drafting.fill(drawing, "objectives", [{**row, "hold": "3", "side": "b", "held_from_start": "yes"}])
    drawing = painted(drawing, "objective.none", "0304 0303")
    (goal,) = SYSTEM.scenarios.read(armed(drawing)).objectives
    assert (len(goal.cells), goal.hold, goal.side, goal.held_from_start) == (2, 2, "b", True)
    assert rows(painted(drawing, "objective.none", "0403 0503"), "objectives") == []


@pytest.mark.rule("EN-SETUP-07", "in set places every unit has a hex, which the brush gives it")
def test_units_are_set_in_places() -> None:
    drawing = SYSTEM.drafting.set_options(armed(), {"deployment_order": "preset"})
    assert not [brush for brush in SYSTEM.drafting.draft(drawing).palette if brush.key.startswith("zone")]
    assert zone(drawing, "a") == ()
    for side, row in (("a", 5), ("b", 2)):
        for index in range(3):
            drawing = painted(drawing, f"unit.{side}.{index}", f"0{index + 2}0{row}")
        drawing = painted(drawing, f"leader.{side}.0", f"020{row}")
    found = SYSTEM.drafting.draft(drawing)
    assert found.faults == ()
    standing = {block.key: (block.area, block.turn) for block in found.scene.blocks if block.key.startswith("unit")}
    assert standing["unit 0"] == ("0205", 0)
    assert standing["unit 3"] == ("0202", 1800)
    with pytest.raises(SetupError, match="one hex for a unit or leader, not 2"):
        painted(drawing, "unit.a.0", "0101 0102")
    rolled = SYSTEM.drafting.set_options(drawing, {"deployment_order": "rolled"})
    assert SYSTEM.drafting.draft(rolled).faults == ()
    assert SYSTEM.drafting.draft(rolled).scene.blocks == ()


def test_a_smaller_board_keeps_what_lies_on_it() -> None:
    drawing = painted(painted(EMPTY, "ground.hill", "0203 0803"), "name", "0803", "Far hill")
    drawing = painted(drawing, "objective.new", "0203 0803", "Hills")
    drawing = painted(drawing, "objective.new", "0804", "Far away")
    drawing = SYSTEM.drafting.set_options(drawing, {"board_columns": 5, "board_rows": 7, "max_turns": 4})
    assert ground(drawing) == {"0203": "hill"}
    assert rows(drawing, "names") == []
    assert [row["hexes"] for row in rows(drawing, "objectives")] == ["0203"]
    assert zone(drawing, "a")[0] == "0105"
    assert SYSTEM.drafting.draft(drawing).options["max_turns"] == 4


def test_a_zone_that_was_drawn_stays_on_another_board() -> None:
    drawing = painted(EMPTY, "zone.none", "0106")
    larger = SYSTEM.drafting.set_options(drawing, {"board_rows": 9})
    assert zone(larger, "a") == zone(drawing, "a")


@pytest.mark.rule("EN-SETUP-06", "1 to 6 woods, hills and settlements each, where nobody stands in a set place")
def test_random_terrain_is_that_of_the_rules() -> None:
    village = shipped("village")
    before = {cell for cell, _ in SYSTEM.scenarios.load("village").board.terrain}
    for seed in (b"%d" % number for number in range(1, 13)):
        board = SYSTEM.scenarios.read(SYSTEM.drafting.scatter(village, seed, clear_first=False)).board
        laid = {cell: kind for cell, kind in board.terrain if cell not in before}
        assert all(1 <= list(laid.values()).count(kind) <= 6 for kind in ("woods", "hill", "settlement"))
        placed = {
            unit.place.cell for force in SYSTEM.scenarios.load("village").forces for unit in force.units if unit.place
        }
        assert not placed & set(laid)


def test_options_that_a_drawing_cannot_have_are_refused() -> None:
    with pytest.raises(SetupError, match="max_turns must be a whole number") as wrong:
        SYSTEM.drafting.set_options(EMPTY, {"max_turns": 0})
    assert wrong.value.path == "options"
    with pytest.raises(SetupError) as wrong:
        SYSTEM.drafting.set_options(shipped("quatre_bras"), {"max_turns": 6})
    assert wrong.value.path == "objectives[1].from_turn"


@pytest.mark.parametrize(
    ("sheet", "row", "path", "sentence"),
    [
        ("forces.a.units", {"kind": "infantry"}, "forces.a.units[0].grade", "This is missing"),
        ("forces.a.units", {"kind": "x", "grade": "veteran"}, "forces.a.units[0].kind", "is unknown here"),
        ("forces.a.units", {"kind": "infantry", "grade": "elite", "count": "9" * 9}, "forces.a.units[0].count", "1 to"),
        ("forces.a.leaders", {"name": "X", "hex": "9901"}, "forces.a.leaders[0].hex", "There is no hex 9901"),
        ("objectives", {"name": "X", "hexes": "0101 nowhere"}, "objectives[0].hexes[1]", "is not a hex"),
        ("names", {"hex": "0101"}, "names[0].text", "This is missing"),
        ("head", {"title": ""}, "title", "may not be empty"),
        ("board.courses", {"kind": "road", "hexes": "0101"}, "board.courses[0].hexes", "at least"),
        (
            "board.courses",
            {"kind": "stream", "hexes": "0101 0102"},
            "board.courses[0].hexes",
            "neither stream nor pond",
        ),
        ("board.courses", {"kind": "road", "hexes": "0101 x"}, "board.courses[0].hexes[1]", "is not a hex"),
    ],
)
def test_a_wrong_cell_is_named(sheet: str, row: dict[str, str], path: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence) as wrong:
        SYSTEM.drafting.fill(EMPTY, sheet, [row])
    assert wrong.value.path == path


def test_a_road_is_drawn_with_its_course_and_name() -> None:
    road = {"kind": "road", "name": "Brussels road", "hexes": "0101 0102 0103"}
    drawing = SYSTEM.drafting.fill(EMPTY, "board.courses", [road])
    assert rows(drawing, "board.courses") == [road]
    (way,) = SYSTEM.drafting.draft(drawing).ground.ways
    assert (way.kind, way.name) == ("road", "Brussels road")
    assert SYSTEM.drafting.draft(SYSTEM.drafting.fill(drawing, "board.courses", [])).ground.ways == ()


def test_two_names_of_a_hex_are_refused() -> None:
    row = {"hex": "0101", "text": "Rothau"}
    with pytest.raises(SetupError, match="two names") as wrong:
        SYSTEM.drafting.fill(EMPTY, "names", [row, row])
    assert wrong.value.path == "names[1].hex"


def test_house_rules_stay_through_every_change() -> None:
    setup: Setup = SYSTEM.settings.with_house_rules(SYSTEM.scenarios.load("village"), {"leader_move": 6})
    drawing = painted(SYSTEM.scenarios.write(setup, ""), "ground.woods", "0101")
    drawing = SYSTEM.drafting.set_options(drawing, {"hidden_morale": True})
    assert SYSTEM.scenarios.read(drawing).rules.tables.leader_move == 6


def test_every_fault_is_told() -> None:
    drawing = painted(armed(), "zone.none", "0101-0806")
    found: Draft = SYSTEM.drafting.draft(SYSTEM.drafting.fill(drawing, "forces.b.leaders", []))
    assert [fault.path for fault in found.faults] == ["forces.b.leaders", "forces.a.zone"]


def test_a_setting_of_its_own_is_kept() -> None:
    changed: dict[str, Any] = {"armored": "yes", "level": "bad", "worth": "9", "nation": "russia"}
    row = {"name": "Guard", "kind": "heavy_cavalry", "grade": "guard", **changed}
    drawing = SYSTEM.drafting.fill(armed(), "forces.a.units", [row])
    (unit,) = SYSTEM.scenarios.read(drawing).forces[0].units
    assert (unit.armored, unit.level, unit.worth, unit.nation) == (True, "bad", 9, "russia")
    assert {key: value for key, value in rows(drawing, "forces.a.units")[0].items() if value} == row


def test_a_force_from_a_larger_board_keeps_its_hexes_and_waits_beside_a_smaller_one() -> None:
    large = SYSTEM.scenarios.load("mont_saint_jean")
    content = SYSTEM.drafting.take_force(shipped("gemioncourt"), "b", large)
    blocks = {block.name: block.area for block in SYSTEM.drafting.draft(content).scene.blocks if block.side == "b"}
    assert blocks["Byng's Guards"] == "0309"
    assert blocks["Lambert's Brigade"] == "1002"
    assert "Pack's Brigade" not in blocks
    assert "Vivian's Hussars" not in blocks
