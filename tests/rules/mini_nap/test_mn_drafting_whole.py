"""Drawings as a whole: other sizes, other forces, house rules, and sheets that are not filled in as they should be."""

import json
from typing import Any

import pytest

from battles.engine.drafting import Stroke
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.test_mn_drafting import BARE, BRIGADES, UNITS, brigade, cm, manned, refused, unit


def resized(content: bytes, **values: Any) -> Any:
    return json.loads(SYSTEM.set_options(content, values))


def zone(*corners: tuple[float, float]) -> bytes:
    """A drawing where side a deploys between two corners."""
    return SYSTEM.paint(manned(), [Stroke("zone.a", points=cm(*corners))])


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
    there = SYSTEM.paint(
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
    file = resized(SYSTEM.paint(BARE, [wall]), table_w="150", table_h="100")
    assert bool(file.get("table", {}).get("features")) is kept


def test_an_entry_is_cut_where_the_table_ends() -> None:
    later = SYSTEM.fill(manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3", entry="140 40 180 80")])
    part = resized(later, table_w="150")["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]
    assert part["entry"] == [140, 40, 150, 80]
    part = resized(later, table_w="140")["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]
    assert "entry" not in part


@pytest.mark.parametrize(
    ("key", "rows", "path", "words"),
    [
        ("forces.c", [{}], "", "There is no sheet 'forces.c'; there are head, table.features, forces.a,"),
        ("head", [], "head", "This has one row, not 0."),
        ("head", [{"title": "a"}, {"title": "b"}], "head", "This has one row, not 2."),
        ("head", [{"title": ""}], "head.title", "This is missing."),
        ("head", [{"title": "a", "colour": "red"}], "head", "There is no column 'colour'."),
        ("forces.a", [{"name": ""}], "forces.a.name", "This is missing."),
        (UNITS, [unit("One", **{"at.x": "1"})], f"{UNITS}[0].at.y", "This is missing."),
        (
            UNITS,
            [unit("One", weight="huge")],
            f"{UNITS}[0].weight",
            "There is no 'huge'; there are light, medium, heavy",
        ),
    ],
)
def test_sheets_that_cannot_be_taken(key: str, rows: list[dict[str, str]], path: str, words: str) -> None:
    error = refused(lambda: SYSTEM.fill(manned(), key, rows))
    assert (error.path, words in str(error)) == (path, True)


def test_the_head_and_the_name_of_a_side() -> None:
    file = json.loads(SYSTEM.fill(manned(), "head", [{"title": "Ligny", "text": "A day."}]))
    assert (file["title"], file["text"]) == ("Ligny", "A day.")
    without = json.loads(
        SYSTEM.fill(SYSTEM.fill(manned(), "head", [{"title": "L", "text": "x"}]), "head", [{"title": "M"}])
    )
    assert (without["title"], without.get("text", "")) == ("M", "")
    named = json.loads(SYSTEM.fill(manned(), "forces.a", [{"name": "Left", "zone": "0 0 90 20"}]))["forces"]["a"]
    assert (named["name"], named["zone"]) == ("Left", [0, 0, 90, 20])
    assert "zone" not in json.loads(SYSTEM.fill(manned(), "forces.a", [{"name": "Left"}]))["forces"]["a"]


def test_a_force_is_taken_where_its_own_was() -> None:
    plain = SYSTEM.plain_setup({})
    for side, other in (("a", "b"), ("b", "a")):
        taken, before = json.loads(SYSTEM.take_force(manned(), side, plain)), json.loads(manned())
        assert taken["forces"][other] == before["forces"][other]
        assert taken["forces"][side]["zone"] == before["forces"][side]["zone"]
        assert taken["forces"][side]["name"] == ("Blue" if side == "a" else "Red")
        assert len(taken["forces"][side]["corps"][0]["divisions"][0]["brigades"]) == 4


@pytest.mark.rule("MN-FIRE-43", "house rules of a drawing are told with what is printed, and taken back")
def test_house_rules_of_a_drawing() -> None:
    changed = SYSTEM.set_house(manned(), {"sum_per_hit": 5})
    assert [(each.path, each.value, each.printed) for each in SYSTEM.draft(changed).house] == [("sum_per_hit", 5, 6)]
    assert SYSTEM.set_house(changed, {}) == manned()


def test_a_set_up_is_drawn_with_its_text() -> None:
    plain = SYSTEM.plain_setup({"turn_limit": 8})
    content = SYSTEM.drawing_of(plain, "Some text")
    assert json.loads(content)["text"] == "Some text"
    assert SYSTEM.read_scenario(content) == plain


@pytest.mark.rule("MN-RULING-60", "a drawing shows where sides deploy and where Brigades arrive")
def test_zones_of_a_drawing() -> None:
    later = SYSTEM.fill(manned(), BRIGADES, [brigade("Red", row="0.0.0", arrives="3", entry="140 40 180 80")])
    zones = [each for each in SYSTEM.draft(later).scene.zones if each.kind == "deployment"]
    assert [(each.name, each.side, each.words) for each in zones] == [
        ("Southern army", "a", "Southern army deploys here."),
        ("Northern army", "b", "Northern army deploys here."),
        ("Red", "a", "Red arrives here in Turn 3."),
    ]
    assert zones[2].outline == ((1400, 400), (1800, 400), (1800, 800), (1400, 800))
    without = SYSTEM.paint(later, [Stroke("zone.none", points=cm((1, 1)))])
    assert [each.name for each in SYSTEM.draft(without).scene.zones if each.kind == "deployment"] == ["Red"]


@pytest.mark.rule("MNT-RULING-33", "terrain by the dice lies beside what there is, or in its place")
def test_terrain_by_the_dice() -> None:
    wood = SYSTEM.paint(manned(), [Stroke("ground.wood", points=cm((90, 60)))])
    beside, anew = (json.loads(SYSTEM.scatter(wood, b"one", anew=way))["table"]["features"] for way in (False, True))
    drawn = json.loads(wood)["table"]["features"][0]
    assert beside[0] == drawn
    assert len(beside) > 1
    assert drawn not in anew
    assert anew


def test_one_thing_is_named_and_no_other() -> None:
    two = SYSTEM.paint(BARE, [Stroke("ground.wood", points=cm((60, 60))), Stroke("ground.wood", points=cm((120, 60)))])
    named = json.loads(SYSTEM.paint(two, [Stroke("name", ("wood 2",), "Copse")]))["table"]["features"]
    assert [each.get("name", "") for each in named] == ["", "Copse"]
    moved = json.loads(SYSTEM.paint(two, [Stroke("move", ("wood 2",), points=cm((0, 0), (5, 10)))]))["table"][
        "features"
    ]
    before = json.loads(two)["table"]["features"]
    assert moved[0] == before[0]
    assert [[round(x - 5, 2), round(y - 10, 2)] for x, y in moved[1]["points"]] == before[1]["points"]
    bent = Stroke("corner", ("wood 2",), points=cm(tuple(before[1]["points"][0]), (125, 66)))
    corners = json.loads(SYSTEM.paint(two, [bent]))["table"]["features"]
    assert corners[0] == before[0]
    assert corners[1]["points"][1:] == before[1]["points"][1:]
    assert corners[1]["points"][0] == [125, 66]


@pytest.mark.parametrize(("side", "turn"), [("a", 0), ("b", 1800)])
def test_whoever_is_set_down_faces_the_enemy(side: str, turn: int) -> None:
    content = SYSTEM.fill(BARE, f"forces.{side}.corps.divisions.brigades", [brigade("Red")])
    content = SYSTEM.fill(content, f"forces.{side}.corps.divisions.brigades.units", [unit("Foot")])
    there = SYSTEM.paint(content, [Stroke(f"unit.{side}.0.0.0.0", points=cm((60, 60)))])
    (block,) = [each for each in SYSTEM.draft(there).scene.blocks if each.key == "unit 0"]
    assert (block.turn, block.at) == (turn, (600, 600))
