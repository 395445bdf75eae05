"""Drawings of Mini-Nap: what strokes, sheets and options leave of a table and its forces."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from battles.engine.core import SetupError
from battles.engine.drafting import Draft, Sheet, Stroke
from battles.rules.mini_nap.system import SYSTEM

BARE = SYSTEM.new_drawing("A day in May", {})
UNITS = "forces.a.corps.divisions.brigades.units"
BRIGADES = "forces.a.corps.divisions.brigades"
HIGH = 1200
"""Millimetres of the table from foot to top."""


def cm(*places: tuple[float, float]) -> tuple[tuple[int, int], ...]:
    """Places in centimetres from the left and from the foot as points of the picture."""
    return tuple((round(x * 10), HIGH - round(y * 10)) for x, y in places)


def drawn(*strokes: Stroke, on: bytes = BARE) -> Any:
    """The file after strokes."""
    return json.loads(SYSTEM.paint(on, strokes))


def lying(*strokes: Stroke, on: bytes = BARE) -> list[Any]:
    """What lies on the table after strokes."""
    return list(drawn(*strokes, on=on).get("table", {}).get("features", []))


def refused(question: Any) -> SetupError:
    with pytest.raises(SetupError) as raised:
        question()
    return raised.value


def sheet(found: Draft, key: str) -> Sheet:
    return next(each for each in found.sheets if each.key == key)


def brigade(name: str, **cells: str) -> Mapping[str, str]:
    return {"name": name, "kind": "infantry", **cells}


def unit(name: str, **cells: str) -> Mapping[str, str]:
    return {"name": name, "type": "line_infantry", "rating": "veteran", "points": "6", **cells}


def manned() -> bytes:
    """A drawing where side a has two Brigades, of two units and of one."""
    content = SYSTEM.fill(BARE, BRIGADES, [brigade("Red"), brigade("Blue")])
    rows = [unit("Foot", of="0.0.0", count="2"), unit("Guns", type="foot_artillery", weight="medium", of="0.0.1")]
    return SYSTEM.fill(content, UNITS, rows)


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
    error = refused(lambda: SYSTEM.paint(BARE, [bridge]))
    assert error.path == "strokes[0].points"
    assert "none within 10 cm" in str(error)


def test_a_stream_that_moves_or_goes_takes_its_bridge_along() -> None:
    laid = SYSTEM.paint(
        BARE,
        [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.bridge", points=cm((90, 40)))],
    )
    stream, bridge = lying(Stroke("move", ("stream 1",), points=cm((10, 10), (10, 30))), on=laid)
    assert stream["points"] == [[0, 60], [180, 60]]
    assert {y for _, y in bridge["points"]} == {58.25, 61.75}
    assert lying(Stroke("erase", ("stream 1",)), on=laid) == []


def test_the_corner_nearest_to_where_it_is_taken_moves_alone() -> None:
    laid = SYSTEM.paint(
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
    assert "This would be no wood." in str(refused(lambda: SYSTEM.paint(laid, [crossed])))
    bridge = Stroke("corner", ("bridge 1",), points=cm((90, 40), (91, 44)))
    assert "keeps its shape" in str(refused(lambda: SYSTEM.paint(laid, [bridge])))


def test_a_name_is_given_and_taken_away() -> None:
    mill = SYSTEM.paint(BARE, [Stroke("ground.landmark", points=cm((90, 60)))])
    named = SYSTEM.paint(mill, [Stroke("name", ("landmark 1",), " The mill ")])
    assert [each.text for each in SYSTEM.draft(named).ground.names] == ["The mill"]
    assert SYSTEM.paint(named, [Stroke("name", ("landmark 1",))]) == mill


def test_what_has_no_shape_is_refused_with_its_stroke() -> None:
    crossed = Stroke("ground.hill", points=cm((10, 10), (30, 30), (30, 10), (10, 30)))
    first = Stroke("ground.wood", points=cm((60, 60)))
    error = refused(lambda: SYSTEM.paint(BARE, [first, crossed]))
    assert error.path == "strokes[1].points"
    assert "cross" in str(error)


@pytest.mark.rule("MNT-PLACE-01", "a wood that is too large is a fault of the drawing and told with its place")
def test_a_wood_too_large_can_be_drawn_and_not_played() -> None:
    content = SYSTEM.paint(manned(), [Stroke("ground.wood", points=cm((60, 60), (80, 60), (80, 67)))])
    found = next(fault for fault in SYSTEM.draft(content).faults if "MNT-PLACE-01" in fault.sentence)
    assert found.path == "table.features[0].points"


def test_a_box_is_a_zone_as_far_as_it_lies_on_the_table() -> None:
    file = drawn(Stroke("zone.a", points=cm((150, 25), (-30, -10))))
    assert file["forces"]["a"]["zone"] == [0, 0, 150, 25]
    assert file["forces"]["b"]["zone"] == [0, 90, 180, 120]
    without = drawn(Stroke("zone.none", points=cm((1, 1))))
    assert all("zone" not in without["forces"][side] for side in "ab")


def test_a_brigade_that_arrives_has_a_brush_for_where() -> None:
    later = SYSTEM.fill(manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3"), brigade("Blue", row="0.0.1")])
    brushes = [brush.key for brush in SYSTEM.draft(later).palette if brush.key.startswith("entry.")]
    assert brushes == ["entry.a.0.0.0"]
    file = drawn(Stroke("entry.a.0.0.0", points=cm((0, 40), (10, 80))), on=later)
    assert file["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["entry"] == [0, 40, 10, 80]


def test_a_unit_is_set_turned_and_taken_off() -> None:
    there = SYSTEM.paint(manned(), [Stroke("unit.a.0.0.0.1", ("at 600 900",), turn=125)])
    block = next(each for each in SYSTEM.draft(there).scene.blocks if each.key == "unit 1")
    assert (block.at, block.turn, block.name) == ((600, 900), 125, "Foot 2")
    moved = SYSTEM.paint(there, [Stroke("unit.a.0.0.0.1", points=((700, 900),))])
    block = next(each for each in SYSTEM.draft(moved).scene.blocks if each.key == "unit 1")
    assert (block.at, block.turn) == ((700, 900), 125)
    assert SYSTEM.paint(there, [Stroke("erase", ("unit 1",))]) == manned()


@pytest.mark.rule("MN-GEO-15", "a unit that would stand over the edge is told to be misplaced")
def test_places_that_cannot_be_are_told() -> None:
    over = SYSTEM.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 5 600",))])
    assert ["MN-GEO-15" in fault.sentence for fault in SYSTEM.misplaced(over)] == [True]
    river = Stroke("ground.river", points=cm((0, 60), (180, 60)))
    wet = SYSTEM.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 600 600",)), river])
    assert len(SYSTEM.misplaced(wet)) == 1
    assert SYSTEM.misplaced(manned()) == ()


def test_parts_of_a_force_keep_what_is_under_them() -> None:
    rows = [brigade("New"), brigade("Blue", row="0.0.1"), brigade("Crimson", row="0.0.0")]
    content = SYSTEM.fill(manned(), BRIGADES, rows)
    names = [(row["of"], row["name"]) for row in sheet(SYSTEM.draft(content), UNITS).rows]
    assert names == [("0.0.1", "Guns"), ("0.0.2", "Foot 1"), ("0.0.2", "Foot 2")]
    gone = SYSTEM.fill(content, BRIGADES, [brigade("Crimson", row="0.0.2")])
    assert [row["name"] for row in sheet(SYSTEM.draft(gone), UNITS).rows] == ["Foot 1", "Foot 2"]


def test_a_unit_goes_over_to_another_brigade_and_belongs_with_the_row_above() -> None:
    rows = [unit("One", of="0.0.1"), unit("Two"), unit("Three", of="0.0.0")]
    content = SYSTEM.fill(manned(), UNITS, rows)
    names = [(row["of"], row["name"]) for row in sheet(SYSTEM.draft(content), UNITS).rows]
    assert names == [("0.0.0", "Three"), ("0.0.1", "One"), ("0.0.1", "Two")]


@pytest.mark.parametrize(
    ("cells", "column", "words"),
    [
        ({"points": "many"}, "points", "whole number from 1 to 200"),
        ({"type": "elephants"}, "type", "There is no 'elephants'"),
        ({"of": "0.0.7"}, "of", "There is no '0.0.7'"),
        ({"at.x": "10"}, "at.y", "This is missing"),
        ({"at.x": "ten", "at.y": "10"}, "at.x", "such as 12.5"),
        ({"at.x": "1", "at.y": "10", "count": "2"}, "count", "2 units cannot stand in one place"),
        ({"at.formation": "line"}, "at.x", "This is missing"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named(cells: Mapping[str, str], column: str, words: str) -> None:
    error = refused(lambda: SYSTEM.fill(manned(), UNITS, [unit("One"), unit("Two", **cells)]))
    assert error.path == f"{UNITS}[1].{column}"
    assert words in str(error)


def test_on_a_smaller_table_what_lies_off_it_is_gone() -> None:
    content = SYSTEM.paint(
        manned(),
        [
            Stroke("ground.stream", points=cm((170, 0), (170, 120))),
            Stroke("ground.bridge", points=cm((170, 60))),
            Stroke("ground.wood", points=cm((60, 60))),
            Stroke("unit.a.0.0.0.0", ("at 1700 600",)),
            Stroke("unit.a.0.0.0.1", ("at 600 900",)),
        ],
    )
    small = json.loads(SYSTEM.set_options(content, {"table_w": "150"}))
    assert (small["table"]["width"], [each["key"] for each in small["table"]["features"]]) == (150, ["wood 1"])
    units = small["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["units"]
    assert ["at" in each for each in units] == [False, True]
    assert small["forces"]["a"]["zone"] == [0, 0, 150, 30]


def test_random_terrain_leaves_units_where_they_stand() -> None:
    content = SYSTEM.paint(manned(), [Stroke("unit.a.0.0.0.0", ("at 600 600",))])
    for seed in (b"one", b"two", b"three"):
        assert SYSTEM.misplaced(SYSTEM.scatter(content, seed, anew=True)) == ()


@pytest.mark.parametrize("name", [" ", "", "A\nB", "\x07"])
def test_a_name_that_cannot_be_printed_is_refused(name: str) -> None:
    file = json.loads(manned())
    file["forces"]["a"]["corps"][0]["name"] = name
    error = refused(lambda: SYSTEM.draft(json.dumps(file).encode()))
    assert error.path == "forces.a.corps[0].name"
