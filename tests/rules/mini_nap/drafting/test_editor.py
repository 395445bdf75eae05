"""Scenario editor: what strokes, forms, options, other sizes and other forces leave of a draft."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from battles.engine.drafting import Draft, Sheet, Stroke
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.drafts import (
    BARE,
    BRIGADES,
    UNITS,
    brigade,
    cm,
    drawn,
    lying,
    manned,
    refused,
    unit,
)


def sheet(found: Draft, key: str) -> Sheet:
    return next(each for each in found.sheets if each.key == key)


def test_lines_and_areas_lie_where_they_are_drawn() -> None:
    wood, brook = lying(
        Stroke("ground.wood", points=cm((60, 60), (67, 60), (67, 67), (60, 67))),
        Stroke("ground.stream", points=cm((0, 40), (90.5, 45), (180, 40))),
    )
    assert wood == {"key": "wood 1", "kind": "wood", "points": [[60, 60], [67, 60], [67, 67], [60, 67]]}
    assert brook == {"key": "stream 1", "kind": "stream", "points": [[0, 40], [90.5, 45], [180, 40]]}


@pytest.mark.rule("MNT-PLACE-08", "a bridge is refused where no watercourse is near, and lies over the one that is")
def test_a_bridge_needs_water() -> None:
    brook = Stroke("ground.stream", points=cm((0, 40), (180, 40)))
    bridge = Stroke("ground.bridge", points=cm((90, 44)))
    assert lying(brook, bridge)[1]["over"] == "stream 1"
    error = refused(lambda: SYSTEM.drafting.paint(BARE, [bridge]))
    assert error.path == "strokes[0].points"
    assert "none is within 10 cm" in str(error)


def test_a_stream_that_moves_or_goes_takes_its_bridge_along() -> None:
    laid = SYSTEM.drafting.paint(
        BARE,
        [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.bridge", points=cm((90, 40)))],
    )
    stream, bridge = lying(Stroke("move", ("stream 1",), points=cm((10, 10), (10, 30))), on=laid)
    assert stream["points"] == [[0, 60], [180, 60]]
    assert {y for _, y in bridge["points"]} == {58.25, 61.75}
    assert lying(Stroke("erase", ("stream 1",)), on=laid) == []


def test_the_corner_nearest_to_where_it_is_taken_moves_alone() -> None:
    laid = SYSTEM.drafting.paint(
        BARE,
        [
            Stroke("ground.stream", points=cm((0, 40), (90, 40), (180, 40))),
            Stroke("ground.bridge", points=cm((90, 40))),
            Stroke("ground.wood", points=cm((60, 60), (67, 60), (67, 67), (60, 67))),
        ],
    )
    wood = lying(Stroke("corner", ("wood 1",), points=cm((66.6, 66.8), (70, 72))), on=laid)[2]
    assert wood["points"] == [[60, 60], [67, 60], [70, 72], [60, 67]]
    crossed = Stroke("corner", ("wood 1",), points=cm((60, 60), (70, 63)))
    assert "This shape cannot be a wood." in str(refused(lambda: SYSTEM.drafting.paint(laid, [crossed])))
    bridge = Stroke("corner", ("bridge 1",), points=cm((90, 40), (91, 44)))
    assert "keeps its shape" in str(refused(lambda: SYSTEM.drafting.paint(laid, [bridge])))


def test_a_name_is_given_and_taken_away() -> None:
    mill = SYSTEM.drafting.paint(BARE, [Stroke("ground.landmark", points=cm((90, 60)))])
    named = SYSTEM.drafting.paint(mill, [Stroke("name", ("landmark 1",), " The mill ")])
    assert [each.text for each in SYSTEM.drafting.draft(named).ground.names] == ["The mill"]
    assert SYSTEM.drafting.paint(named, [Stroke("name", ("landmark 1",))]) == mill


def test_what_has_no_shape_is_refused_with_its_stroke() -> None:
    crossed = Stroke("ground.hill", points=cm((10, 10), (30, 30), (30, 10), (10, 30)))
    first = Stroke("ground.wood", points=cm((60, 60)))
    error = refused(lambda: SYSTEM.drafting.paint(BARE, [first, crossed]))
    assert error.path == "strokes[1].points"
    assert "cross" in str(error)


@pytest.mark.rule("MNT-PLACE-01", "a wood that is too large is a fault of the drawing and told with its place")
def test_a_wood_too_large_can_be_drawn_and_not_played() -> None:
    content = SYSTEM.drafting.paint(manned(), [Stroke("ground.wood", points=cm((60, 60), (80, 60), (80, 67)))])
    found = next(fault for fault in SYSTEM.drafting.draft(content).faults if "MNT-PLACE-01" in fault.sentence)
    assert found.path == "table.features[0].points"


def test_a_box_is_a_zone_as_far_as_it_lies_on_the_table() -> None:
    file = drawn(Stroke("zone.a", points=cm((150, 25), (-30, -10))))
    assert file["forces"]["a"]["zone"] == [0, 0, 150, 25]
    assert file["forces"]["b"]["zone"] == [0, 90, 180, 120]
    without = drawn(Stroke("zone.none", points=cm((1, 1))))
    assert all("zone" not in without["forces"][side] for side in "ab")


def test_a_brigade_that_arrives_has_a_brush_for_where() -> None:
    later = SYSTEM.drafting.fill(
        manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3"), brigade("Blue", row="0.0.1")]
    )
    brushes = [brush.key for brush in SYSTEM.drafting.draft(later).palette if brush.key.startswith("entry.")]
    assert brushes == ["entry.a.0.0.0"]
    file = drawn(Stroke("entry.a.0.0.0", points=cm((0, 40), (10, 80))), on=later)
    assert file["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["entry"] == [0, 40, 10, 80]


def test_a_unit_is_set_turned_and_taken_off() -> None:
    there = SYSTEM.drafting.paint(manned(), [Stroke("unit.a.0.0.0.1", ("at 600 900",), turn=125)])
    block = next(each for each in SYSTEM.drafting.draft(there).scene.blocks if each.key == "unit 1")
    assert (block.at, block.turn, block.name) == ((600, 900), 125, "Foot 2")
    moved = SYSTEM.drafting.paint(there, [Stroke("unit.a.0.0.0.1", points=((700, 900),))])
    block = next(each for each in SYSTEM.drafting.draft(moved).scene.blocks if each.key == "unit 1")
    assert (block.at, block.turn) == ((700, 900), 125)
    assert SYSTEM.drafting.paint(there, [Stroke("erase", ("unit 1",))]) == manned()


@pytest.mark.rule("MN-GEO-15", "a unit that would stand over the edge is told to be misplaced")
def test_places_that_cannot_be_are_told() -> None:
    over = SYSTEM.drafting.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 5 600",))])
    assert ["MN-GEO-15" in fault.sentence for fault in SYSTEM.drafting.misplaced(over)] == [True]
    river = Stroke("ground.river", points=cm((0, 60), (180, 60)))
    wet = SYSTEM.drafting.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 600 600",)), river])
    assert len(SYSTEM.drafting.misplaced(wet)) == 1
    assert SYSTEM.drafting.misplaced(manned()) == ()


def test_parts_of_a_force_keep_what_is_under_them() -> None:
    rows = [brigade("New"), brigade("Blue", row="0.0.1"), brigade("Crimson", row="0.0.0")]
    content = SYSTEM.drafting.fill(manned(), BRIGADES, rows)
    names = [(row["of"], row["name"]) for row in sheet(SYSTEM.drafting.draft(content), UNITS).rows]
    assert names == [("0.0.1", "Guns"), ("0.0.2", "Foot 1"), ("0.0.2", "Foot 2")]
    gone = SYSTEM.drafting.fill(content, BRIGADES, [brigade("Crimson", row="0.0.2")])
    assert [row["name"] for row in sheet(SYSTEM.drafting.draft(gone), UNITS).rows] == ["Foot 1", "Foot 2"]


def test_a_unit_goes_over_to_another_brigade_and_belongs_with_the_row_above() -> None:
    rows = [unit("One", of="0.0.1"), unit("Two"), unit("Three", of="0.0.0")]
    content = SYSTEM.drafting.fill(manned(), UNITS, rows)
    names = [(row["of"], row["name"]) for row in sheet(SYSTEM.drafting.draft(content), UNITS).rows]
    assert names == [("0.0.0", "Three"), ("0.0.1", "One"), ("0.0.1", "Two")]


@pytest.mark.parametrize(
    ("cells", "column", "words"),
    [
        ({"points": "many"}, "points", "whole number from 1 to 200"),
        ({"type": "elephants"}, "type", "'elephants' is not a choice"),
        ({"of": "0.0.7"}, "of", "'0.0.7' is not a choice"),
        ({"at.x": "10"}, "at.y", "This field is required"),
        ({"at.x": "ten", "at.y": "10"}, "at.x", "such as 12.5"),
        ({"at.x": "1", "at.y": "10", "count": "2"}, "count", "2 units cannot have the same place"),
        ({"at.formation": "line"}, "at.x", "This field is required"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(cells: Mapping[str, str], column: str, words: str) -> None:
    error = refused(lambda: SYSTEM.drafting.fill(manned(), UNITS, [unit("One"), unit("Two", **cells)]))
    assert error.path == f"{UNITS}[1].{column}"
    assert words in str(error)


def test_on_a_smaller_table_what_lies_off_it_is_gone() -> None:
    content = SYSTEM.drafting.paint(
        manned(),
        [
            Stroke("ground.stream", points=cm((170, 0), (170, 120))),
            Stroke("ground.bridge", points=cm((170, 60))),
            Stroke("ground.wood", points=cm((60, 60))),
            Stroke("unit.a.0.0.0.0", ("at 1700 600",)),
            Stroke("unit.a.0.0.0.1", ("at 600 900",)),
        ],
    )
    small = json.loads(SYSTEM.drafting.set_options(content, {"table_w": "150"}))
    assert (small["table"]["width"], [each["key"] for each in small["table"]["features"]]) == (150, ["wood 1"])
    units = small["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["units"]
    assert ["at" in each for each in units] == [False, True]
    assert small["forces"]["a"]["zone"] == [0, 0, 150, 30]


def test_random_terrain_leaves_units_where_they_stand() -> None:
    content = SYSTEM.drafting.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 600 600",))])
    for seed in (b"one", b"two", b"three"):
        assert SYSTEM.drafting.misplaced(SYSTEM.drafting.scatter(content, seed, clear_first=True)) == ()


@pytest.mark.parametrize("name", [" ", "", "A\nB", "\x07"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    file = json.loads(manned())
    file["forces"]["a"]["corps"][0]["name"] = name
    error = refused(lambda: SYSTEM.drafting.draft(json.dumps(file).encode()))
    assert error.path == "forces.a.corps[0].name"


def resized(content: bytes, **values: Any) -> Any:
    return json.loads(SYSTEM.drafting.set_options(content, values))


def zone(*corners: tuple[float, float]) -> bytes:
    """A drawing where side a deploys between two corners."""
    return SYSTEM.drafting.paint(manned(), [Stroke("zone.a", points=cm(*corners))])


@pytest.mark.rule("MN-RULING-60", "a zone along an edge stays along it; another is cut where the table ends")
@pytest.mark.parametrize(
    ("content", "values", "a", "b"),
    [
        (manned(), {}, [0, 0, 180, 30], [0, 90, 180, 120]),
        (manned(), {"table_w": "240"}, [0, 0, 240, 30], [0, 90, 240, 120]),
        (manned(), {"table_h": "100"}, [0, 0, 180, 30], [0, 70, 180, 100]),
        (manned(), {"deploy_depth": "20"}, [0, 0, 180, 20], [0, 100, 180, 120]),
        (zone((100, 10), (170, 40)), {"table_w": "150"}, [100, 10, 150, 40], [0, 90, 150, 120]),
        (zone((100, 10), (170, 40)), {"table_w": "240"}, [100, 10, 170, 40], [0, 90, 240, 120]),
        (zone((150, 10), (170, 40)), {"table_w": "150"}, None, [0, 90, 150, 120]),
        (zone((150, 10), (170, 40)), {"table_w": "151"}, [150, 10, 151, 40], [0, 90, 151, 120]),
        (zone((10, 70), (40, 110)), {"table_h": "70"}, None, [0, 40, 180, 70]),
        (zone((10, 70), (40, 110)), {"table_h": "71"}, [10, 70, 40, 71], [0, 41, 180, 71]),
    ],
)
def test_zones_on_a_table_of_another_size(content: bytes, values: dict[str, str], a: Any, b: Any) -> None:
    file = resized(content, **values)
    assert [file["forces"][side].get("zone") for side in "ab"] == [a, b]


@pytest.mark.parametrize(("x", "y", "kept"), [(150, 60, True), (150.1, 60, False), (60, 100, True), (60, 100.1, False)])
def test_who_stands_on_a_table_of_another_size(x: float, y: float, kept: bool) -> None:
    there = SYSTEM.drafting.paint(
        manned(), [Stroke("unit.a.0.0.0.0", points=cm((x, y))), Stroke("stand.a.0", points=cm((x, y)))]
    )
    corps = resized(there, table_w="150", table_h="100")["forces"]["a"]["corps"][0]
    assert ("at" in corps["divisions"][0]["brigades"][0]["units"][0]) is kept
    assert ("at" in corps) is kept


@pytest.mark.parametrize(
    ("left", "bottom", "kept"), [(149, 60, True), (150, 60, True), (151, 60, False), (60, 100, True), (60, 101, False)]
)
def test_what_lies_on_a_table_of_another_size(left: float, bottom: float, kept: bool) -> None:
    wall = Stroke("ground.wall", points=cm((left, bottom), (left + 9, bottom + 9)))
    file = resized(SYSTEM.drafting.paint(BARE, [wall]), table_w="150", table_h="100")
    assert bool(file.get("table", {}).get("features")) is kept


def test_an_entry_is_cut_where_the_table_ends() -> None:
    later = SYSTEM.drafting.fill(manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3", entry="140 40 180 80")])
    part = resized(later, table_w="150")["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]
    assert part["entry"] == [140, 40, 150, 80]
    part = resized(later, table_w="140")["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]
    assert "entry" not in part


@pytest.mark.parametrize(
    ("key", "rows", "path", "words"),
    [
        ("forces.c", [{}], "", "There is no form 'forces.c'; the forms are head, table.features, forces.a,"),
        ("head", [], "head", "This form has one row, not 0."),
        ("head", [{"title": "a"}, {"title": "b"}], "head", "This form has one row, not 2."),
        ("head", [{"title": ""}], "head.title", "This field is required."),
        ("head", [{"title": "a", "colour": "red"}], "head", "There is no column 'colour'."),
        ("forces.a", [{"name": ""}], "forces.a.name", "This field is required."),
        (UNITS, [unit("One", **{"at.x": "1"})], f"{UNITS}[0].at.y", "This field is required."),
        (
            UNITS,
            [unit("One", weight="huge")],
            f"{UNITS}[0].weight",
            "'huge' is not a choice; choose light, medium, heavy",
        ),
    ],
)
def test_sheets_that_cannot_be_taken(key: str, rows: list[dict[str, str]], path: str, words: str) -> None:
    error = refused(lambda: SYSTEM.drafting.fill(manned(), key, rows))
    assert (error.path, words in str(error)) == (path, True)


def test_the_head_and_the_name_of_a_side() -> None:
    file = json.loads(SYSTEM.drafting.fill(manned(), "head", [{"title": "Ligny", "text": "A day."}]))
    assert (file["title"], file["text"]) == ("Ligny", "A day.")
    without = json.loads(
        SYSTEM.drafting.fill(
            SYSTEM.drafting.fill(manned(), "head", [{"title": "L", "text": "x"}]), "head", [{"title": "M"}]
        )
    )
    assert (without["title"], without.get("text", "")) == ("M", "")
    named = json.loads(SYSTEM.drafting.fill(manned(), "forces.a", [{"name": "Left", "zone": "0 0 90 20"}]))["forces"][
        "a"
    ]
    assert (named["name"], named["zone"]) == ("Left", [0, 0, 90, 20])
    assert "zone" not in json.loads(SYSTEM.drafting.fill(manned(), "forces.a", [{"name": "Left"}]))["forces"]["a"]


def test_a_force_is_taken_where_its_own_was() -> None:
    plain = SYSTEM.scenarios.sample({})
    for side, other in (("a", "b"), ("b", "a")):
        taken, before = json.loads(SYSTEM.drafting.take_force(manned(), side, plain)), json.loads(manned())
        assert taken["forces"][other] == before["forces"][other]
        assert taken["forces"][side]["zone"] == before["forces"][side]["zone"]
        assert taken["forces"][side]["name"] == ("Blue" if side == "a" else "Red")
        assert len(taken["forces"][side]["corps"][0]["divisions"][0]["brigades"]) == 4


@pytest.mark.rule("MN-FIRE-43", "house rules of a drawing are told with what is printed, and taken back")
def test_house_rules_of_a_drawing() -> None:
    changed = SYSTEM.drafting.set_house_rules(manned(), {"sum_per_hit": 5})
    assert [(each.path, each.value, each.printed) for each in SYSTEM.drafting.draft(changed).house] == [
        ("sum_per_hit", 5, 6)
    ]
    assert SYSTEM.drafting.set_house_rules(changed, {}) == manned()


def test_a_set_up_is_drawn_with_its_text() -> None:
    plain = SYSTEM.scenarios.sample({"turn_limit": 8})
    content = SYSTEM.scenarios.write(plain, "Some text")
    assert json.loads(content)["text"] == "Some text"
    assert SYSTEM.scenarios.read(content) == plain


@pytest.mark.rule("MN-RULING-60", "a drawing shows where sides deploy and where Brigades arrive")
def test_zones_of_a_drawing() -> None:
    later = SYSTEM.drafting.fill(manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3", entry="140 40 180 80")])
    zones = SYSTEM.drafting.draft(later).scene.zones
    assert [(each.name, each.kind, each.side, each.words) for each in zones] == [
        ("Southern army", "deployment", "a", "Southern army deploys here."),
        ("Northern army", "deployment", "b", "Northern army deploys here."),
        ("Turn 3", "arrival", "a", "Red arrives here in Turn 3."),
    ]
    assert zones[2].outline == ((1400, 400), (1800, 400), (1800, 800), (1400, 800))
    without = SYSTEM.drafting.paint(later, [Stroke("zone.none", points=cm((1, 1)))])
    assert [each.name for each in SYSTEM.drafting.draft(without).scene.zones] == ["Turn 3"]


@pytest.mark.rule("MNT-RULING-33", "terrain by the dice lies beside what there is, or in its place")
def test_terrain_by_the_dice() -> None:
    wood = SYSTEM.drafting.paint(manned(), [Stroke("ground.wood", points=cm((90, 60)))])
    beside, anew = (
        json.loads(SYSTEM.drafting.scatter(wood, b"one", clear_first=way))["table"]["features"] for way in (False, True)
    )
    drawn = json.loads(wood)["table"]["features"][0]
    assert beside[0] == drawn
    assert len(beside) > 1
    assert drawn not in anew
    assert anew


def test_one_thing_is_named_and_no_other() -> None:
    two = SYSTEM.drafting.paint(
        BARE, [Stroke("ground.wood", points=cm((60, 60))), Stroke("ground.wood", points=cm((120, 60)))]
    )
    named = json.loads(SYSTEM.drafting.paint(two, [Stroke("name", ("wood 2",), "Copse")]))["table"]["features"]
    assert [each.get("name", "") for each in named] == ["", "Copse"]
    moved = json.loads(SYSTEM.drafting.paint(two, [Stroke("move", ("wood 2",), points=cm((0, 0), (5, 10)))]))["table"][
        "features"
    ]
    before = json.loads(two)["table"]["features"]
    assert moved[0] == before[0]
    assert [[round(x - 5, 2), round(y - 10, 2)] for x, y in moved[1]["points"]] == before[1]["points"]
    bent = Stroke("corner", ("wood 2",), points=cm(tuple(before[1]["points"][0]), (125, 66)))
    corners = json.loads(SYSTEM.drafting.paint(two, [bent]))["table"]["features"]
    assert corners[0] == before[0]
    assert corners[1]["points"][1:] == before[1]["points"][1:]
    assert corners[1]["points"][0] == [125, 66]


@pytest.mark.parametrize(("side", "turn"), [("a", 0), ("b", 1800)])
def test_whoever_is_set_down_faces_the_enemy(side: str, turn: int) -> None:
    content = SYSTEM.drafting.fill(BARE, f"forces.{side}.corps.divisions.brigades", [brigade("Red")])
    content = SYSTEM.drafting.fill(content, f"forces.{side}.corps.divisions.brigades.units", [unit("Foot")])
    there = SYSTEM.drafting.paint(content, [Stroke(f"unit.{side}.0.0.0.0", points=cm((60, 60)))])
    (block,) = [each for each in SYSTEM.drafting.draft(there).scene.blocks if each.key == "unit 0"]
    assert (block.turn, block.at) == (turn, (600, 600))


@pytest.mark.rule("MNT-PLACE-08", "a bridge is said to lie over a watercourse that there is, and over nothing else")
def test_a_bridge_lies_over_one_of_the_watercourses_on_the_table() -> None:
    drawn = SYSTEM.drafting.paint(
        BARE, [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.wood", points=cm((60, 60)))]
    )
    sheet = next(each for each in SYSTEM.drafting.draft(drawn).sheets if each.key == "table.features")
    over = next(column for column in sheet.columns if column.key == "over")
    assert dict(over.words) == {"stream 1": "stream 1"}
    wood = SYSTEM.drafting.paint(BARE, [Stroke("ground.wood", points=cm((60, 60)))])
    sheet = next(each for each in SYSTEM.drafting.draft(wood).sheets if each.key == "table.features")
    assert "over" not in {column.key for column in sheet.columns}
