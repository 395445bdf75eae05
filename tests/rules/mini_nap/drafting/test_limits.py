"""Limits of the scenario editor: cells, places far away, boxes, what a smaller table loses."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine import scenario_editor as cells
from battles.engine.core import SetupError
from battles.engine.dice import SeededDice
from battles.engine.drafting import Column, Stroke
from battles.engine.scenario_file import MOST_NAME, MOST_TEXT
from battles.kits.open_table import scenario as lengths
from battles.kits.open_table.scenario import MOST_CM, MOST_CORNERS
from battles.rules.mini_nap.drafting import editor as columns
from battles.rules.mini_nap.drafting.brushes import MOST_AWAY, MOST_STROKES, with_strokes
from battles.rules.mini_nap.drafting.editor import resized
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.scenario.parts import read_unchecked
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.setup.features import occupied_footprints, random_features
from battles.rules.mini_nap.state import Place, Setup
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.drafts import BARE, UNITS, cm, drawn, lying, manned, refused, unit
from tests.rules.mini_nap.builders.table_positions import mm

# Cells


@pytest.mark.parametrize(
    ("made", "kind", "texts"),
    [
        (lambda: cells.text("k", "K"), "text", {"words": "words", "x" * MOST_NAME: "x" * MOST_NAME}),
        (lambda: cells.text("k", "K", most=MOST_TEXT), "long", {"x" * MOST_TEXT: "x" * MOST_TEXT}),
        (lambda: cells.tick("k", "K"), "tick", {"yes": True}),
        (lambda: cells.choice("k", "K", {"a": "one", "b": "two"}), "choice", {"a": "a", "b": "b"}),
        (lambda: cells.number("k", "K", 0, 12), "number", {"0": 0, "12": 12}),
        (lambda: lengths.length("k", "K", least=-5), "text", {"-5": -5.0, "12.25": 12.25, "1000": 1_000.0}),
        (lambda: lengths.places("k", "K"), "areas", {"1,2 3.5,-4": [[1, 2], [3.5, -4]]}),
        (lambda: lengths.rectangle("k", "K"), "text", {"0 0 180 30.5": [0, 0, 180, 30.5]}),
        (lambda: columns.row_of(), "row", {"0.1": "0.1"}),
        (lambda: columns.parent("Its Corps", {"0": "First"}), "choice", {"0": "0"}),
        (lambda: columns.of_water({"brook": "Brook"}), "choice", {"brook": "brook"}),
    ],
)
def test_a_text_is_read_and_written_as_it_was(made: Callable[[], cells.Cell], kind: str, texts: dict[str, Any]) -> None:
    cell = made()
    assert cell.column.kind == kind
    for text, value in texts.items():
        assert cell.read(text) == value
        assert cell.written(value) == text
    assert not cell.column.needed


def test_what_columns_are_like() -> None:
    assert cells.tick("k", "K", seldom=True).column == Column("k", "K", "tick", seldom=True)
    assert cells.tick("k", "K").written(False) == ""
    x, y = columns._spot("Stand")
    assert (x.column.key, x.column.hint, x.column.seldom) == ("at.x", "Empty: the player deploys it.", True)
    assert (y.column.key, y.column.hint, y.column.seldom) == ("at.y", "", True)
    assert (x.read("-1000"), y.read("-1000")) == (-1_000, -1_000)
    rating = columns._rating("rating").column
    assert (rating.key, rating.seldom, list(rating.words)) == (
        "rating",
        True,
        ["excellent", "good", "average", "poor", "dreadful"],
    )
    assert columns._of_rows({}) == {}


@pytest.mark.parametrize(
    ("made", "text", "words"),
    [
        (
            lambda: cells.text("k", "K"),
            "x" * (MOST_NAME + 1),
            f"This has {MOST_NAME + 1} characters; at most {MOST_NAME} are allowed.",
        ),
        (lambda: cells.number("k", "K", 0, 2_000), "2001", "Enter a whole number from 0 to 2,000, not '2001'."),
        (lambda: cells.number("k", "K", 0, 2_000), "٣", "Enter a whole number from 0 to 2,000"),
        (lambda: cells.number("k", "K", -5, 5), "-1", None),
        (lambda: cells.number("k", "K", 0, 5), "-1", "Enter a whole number from 0 to 5"),
        (lambda: lengths.rectangle("k", "K"), f"0 0 {MOST_CM} 30", None),
        (lambda: lengths.rectangle("k", "K"), f"0 0 {MOST_CM}.01 30", "Enter left, bottom, right and top in cm"),
        (lambda: lengths.rectangle("k", "K"), f"0 0 -{MOST_CM}.01 30", "Enter left, bottom, right and top in cm"),
        (lambda: lengths.rectangle("k", "K"), "0 0 1 2 3", "Enter left, bottom, right and top in cm"),
        (lambda: lengths.places("k", "K"), " ".join(["1,1"] * MOST_CORNERS), None),
        (
            lambda: lengths.places("k", "K"),
            " ".join(["1,1"] * (MOST_CORNERS + 1)),
            f"Enter 2 to {MOST_CORNERS} points, not {MOST_CORNERS + 1}.",
        ),
        (lambda: lengths.places("k", "K"), "1,1 2,2", None),
        (lambda: lengths.places("k", "K"), "1,1", "Enter 2 to 60 points, not 1."),
        (lambda: lengths.places("k", "K"), "1,1 2,2,2", "'2,2,2' is not a point."),
        (lambda: lengths.length("k", "K", most=9), "9", None),
        (lambda: lengths.length("k", "K", most=9), "9.01", "Enter a number from 0 to 9, such as 12.5, not '9.01'."),
        (lambda: lengths.length("k", "K"), "12.3.4", "such as 12.5"),
        (lambda: cells.choice("k", "K", {"a": "A", "b": "B"}), "c", "'c' is not a choice; choose a, b."),
    ],
)
def test_the_ends_of_a_cell(made: Callable[[], cells.Cell], text: str, words: str | None) -> None:
    cell = made()
    if words is None:
        cell.read(text)
        return
    with pytest.raises(ValueError, match=r"[.]") as raised:
        cell.read(text)
    assert words in str(raised.value)


@pytest.mark.parametrize(("value", "text"), [(12, "12"), (12.5, "12.5"), (12.25, "12.25"), (100, "100"), (0, "0")])
def test_a_number_without_needless_decimals(value: float, text: str) -> None:
    assert lengths.plain(value) == text


def test_the_first_of_several_strange_columns_is_named() -> None:
    with pytest.raises(SetupError, match=r"There is no column 'a'[.]") as raised:
        cells.nested({"z": "1", "a": "2", "k": "3"}, [cells.text("k", "K")], "rows[0]")
    assert raised.value.path == "rows[0]"
    assert cells.nested({"k": " x "}, [cells.text("k", "K"), cells.text("l", "L")], "") == {"k": "x"}
    deep = [cells.text("at.x", "X"), cells.text("at.y", "Y")]
    assert cells.nested({"at.x": "1", "at.y": "2"}, deep, "") == {"at": {"x": "1", "y": "2"}}
    assert cells.flat({"at": {"x": 1}, "k": None}, [*deep, cells.text("k", "K")]) == {"at.x": "1", "at.y": "", "k": ""}


# Strokes

FAR = MOST_AWAY // 10
"""Millimetres of the picture."""


@pytest.mark.rule("MN-GEO-15", "a point is at most 10 m from the corner of the table, both ways")
@pytest.mark.parametrize(
    ("point", "fits"),
    [
        ((FAR, 600), True),
        ((FAR + 1, 600), False),
        ((-FAR, 600), True),
        ((-FAR - 1, 600), False),
        ((600, 1_200 - FAR), True),
        ((600, 1_199 - FAR), False),
        ((600, 1_200 + FAR), True),
        ((600, 1_201 + FAR), False),
    ],
)
def test_how_far_away_a_point_may_be(point: tuple[int, int], fits: bool) -> None:
    for stroke, part in (
        (Stroke("ground.wall", points=((600, 600), point)), "points"),
        (Stroke("stand.a.0", points=(point,)), "areas"),
    ):
        if fits:
            SYSTEM.drafting.paint(BARE, [stroke])
        else:
            assert refused(lambda stroke=stroke: SYSTEM.drafting.paint(BARE, [stroke])).path == f"strokes[0].{part}"


@pytest.mark.parametrize(
    ("corners", "zone"),
    [
        (((10, 20), (40, 60)), [10, 20, 40, 60]),
        (((40, 60), (10, 20)), [10, 20, 40, 60]),
        (((10, 60), (40, 20)), [10, 20, 40, 60]),
        (((-10, -20), (200, 130)), [0, 0, 180, 120]),
        (((100, 100), (300, 300)), [100, 100, 180, 120]),
    ],
)
def test_a_zone_is_a_box_on_the_table(corners: Any, zone: list[int]) -> None:
    file = drawn(Stroke("zone.b", points=cm(*corners)))
    assert [file["forces"][side]["zone"] for side in "ab"] == [[0, 0, 180, 30], zone]


@pytest.mark.rule("MN-RULING-60", "a unit is set facing the enemy's edge, in its usual formation, until it is turned")
def test_how_a_unit_is_set() -> None:
    setup, _ = read_unchecked(files.written(rich.setup(), ""))
    bare, _ = read_unchecked(
        files.written(with_strokes(setup, [Stroke("erase", (f"unit {n}",)) for n in (0, 7, 11)]), "")
    )
    spots = [Stroke(f"unit.{key}", ("at 600 600",)) for key in ("a.0.0.0.0", "a.0.0.2.0", "b.0.0.0.0")]
    there = with_strokes(bare, spots)

    def place(side: int, brigade: int, number: int, of: Setup = there) -> Place | None:
        return of.forces[side].corps[0].divisions[0].brigades[brigade].units[number].place

    assert place(0, 0, 0, bare) is None
    assert place(0, 0, 0) == Place(mm(60), mm(60), 0, "line")
    assert place(0, 2, 0) == Place(mm(60), mm(60), 0, "battery")
    assert place(1, 0, 0) == Place(mm(60), mm(60), 1_800, "line")
    turned = with_strokes(
        there, [Stroke("unit.a.0.0.0.3", ("at 700 600",)), Stroke("unit.a.0.0.0.0", ("at 70 60",), turn=0)]
    )
    assert place(0, 0, 3, turned) == Place(mm(70), mm(60), 450, "solid_square"), "as it stood"
    again = with_strokes(there, [Stroke("unit.b.0.0.0.0", ("at 600 600",), turn=3_599)])
    assert place(1, 0, 0, again) == Place(mm(60), mm(60), 3_599, "line")
    stand = with_strokes(setup, [Stroke("stand.a.0.0.0", ("at 600 600",))]).forces[0].corps[0].divisions[0].brigades[0]
    assert stand.place == Place(mm(60), mm(60))


@pytest.mark.parametrize("turn", [-1, 3_600])
def test_a_bearing_that_there_is_not(turn: int) -> None:
    stroke = Stroke("unit.a.0.0.0.0", ("at 600 600",), turn=turn)
    error = refused(lambda: SYSTEM.drafting.paint(manned(), [stroke]))
    assert (error.path, str(error).endswith(f"Foot 1 cannot face {turn / 10:g} degrees.")) == ("strokes[0].turn", True)


@pytest.mark.rule("MNT-PLACE-08", "what lies over a watercourse goes with it; what lies beside it stays")
def test_what_goes_with_what() -> None:
    water = [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.bridge", points=cm((90, 40)))]
    beside = [Stroke("ground.stream", points=cm((0, 90), (180, 90))), Stroke("ground.ford", points=cm((90, 90)))]
    wood = Stroke("ground.wood", points=cm((40, 60)))
    there = SYSTEM.drafting.paint(BARE, [*water, *beside, wood])

    def keys(*strokes: Stroke) -> list[str]:
        return [each["key"] for each in lying(*strokes, on=there)]

    assert keys() == ["stream 1", "bridge 1", "stream 2", "ford 1", "wood 1"]
    assert keys(Stroke("erase", ("stream 1",))) == ["stream 2", "ford 1", "wood 1"]
    assert keys(Stroke("erase", ("bridge 1",))) == ["stream 1", "stream 2", "ford 1", "wood 1"]
    assert keys(Stroke("erase", ("wood 1",))) == ["stream 1", "bridge 1", "stream 2", "ford 1"]
    before, after = lying(on=there), lying(Stroke("move", ("stream 1",), points=cm((0, 0), (3, -5))), on=there)
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True, True, True]
    assert after[0]["points"] == [[3, 35], [183, 35]]
    after = lying(Stroke("move", ("wood 1",), points=cm((10, 20), (13, 15))), on=there)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, True, True, True, False]
    x, y = before[4]["points"][0]
    assert after[4]["points"][0] == [x + 3, y - 5]
    named = lying(Stroke("name", ("wood 1",), text="  The copse "), on=there)
    assert [each.get("name") for each in named] == [None, None, None, None, "The copse"]
    assert lying(Stroke("name", ("wood 1",), text="n" * MOST_NAME), on=there)[4]["name"] == "n" * MOST_NAME


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [
        ((1, 41), (5, 50), [[5, 50], [90, 45], [180, 40]]),
        ((100, 41), (95, 60), [[0, 40], [95, 60], [180, 40]]),
        ((139, 40), (180, 50), [[0, 40], [90, 45], [180, 50]]),
        ((134, 80), (90, 90), [[0, 40], [90, 90], [180, 40]]),
    ],
)
def test_the_nearest_corner_is_bent(first: Any, second: Any, points: Any) -> None:
    brook = Stroke("ground.stream", points=cm((0, 40), (90, 45), (180, 40)))
    bent = Stroke("corner", ("stream 1",), points=cm(first, second))
    assert lying(brook, Stroke("ground.wood", points=cm((40, 80))), bent)[0]["points"] == points


def test_what_cannot_be_bent() -> None:
    water = [Stroke("ground.stream", points=cm((0, 40), (180, 40))), Stroke("ground.bridge", points=cm((90, 40)))]
    over = Stroke("corner", ("bridge 1",), points=cm((90, 40), (90, 50)))
    assert "keeps its shape" in str(refused(lambda: SYSTEM.drafting.paint(BARE, [*water, over])))
    flat = Stroke("corner", ("stream 1",), points=cm((0, 40), (180, 40)))
    error = refused(lambda: SYSTEM.drafting.paint(BARE, [water[0], flat]))
    assert (error.path, "This shape cannot be a stream. " in str(error)) == ("strokes[1].points", True)
    area = Stroke("ground.wood", points=cm((1, 1), (2, 2), (3, 3)))
    error = refused(lambda: SYSTEM.drafting.paint(BARE, [area]))
    assert (error.path, "This shape cannot be a wood. " in str(error)) == ("strokes[0].points", True)


def test_how_many_strokes_there_may_be() -> None:
    name = Stroke("name", ("wood 1",), text="x")
    wood = SYSTEM.drafting.paint(BARE, [Stroke("ground.wood", points=cm((60, 60)))])
    assert json.loads(SYSTEM.drafting.paint(wood, [name] * 2_000))["table"]["features"][0]["name"] == "x"
    error = refused(lambda: SYSTEM.drafting.paint(wood, [name] * 2_001))
    assert str(error).endswith("You sent 2,001 strokes; the most at once is 2,000.")


# Other sizes


@pytest.mark.rule("MNT-PLACE-08", "a bridge goes with the watercourse that lies on a smaller table no more")
def test_a_bridge_without_its_water() -> None:
    water = Stroke("ground.stream", points=cm((153, 0), (153, 120)))
    both = SYSTEM.drafting.paint(BARE, [water, Stroke("ground.bridge", points=cm((153, 60)))])
    shifted = json.loads(both)
    shifted["table"]["features"][1]["points"] = [[140, 55], [140, 65], [160, 65], [160, 55]]
    content = json.dumps(shifted).encode()

    def left(width: str) -> list[str]:
        file = json.loads(SYSTEM.drafting.set_options(content, {"table_w": width}))
        return [each["key"] for each in file.get("table", {}).get("features", [])]

    assert left("153") == ["stream 1", "bridge 1"]
    assert left("152") == []


@pytest.mark.parametrize(
    ("x", "y", "kept"),
    [(0, 0, True), (-1, 0, False), (0, -1, False), (15_000, 10_000, True), (15_001, 0, False), (0, 10_001, False)],
)
def test_who_is_left_on_a_table_of_another_size(x: int, y: int, kept: bool) -> None:
    """Tenths of a millimetre; commanders and units alike."""
    content = json.loads(manned())
    corps = content["forces"]["a"]["corps"][0]
    corps["at"] = {"x": x / 100, "y": y / 100}
    setup, _ = read_unchecked(json.dumps(content).encode())
    sized = resized(setup, Options(table_w=15_000, table_h=10_000))
    assert (sized.forces[0].corps[0].place is not None) is kept
    assert (sized.table.width, sized.table.height) == (15_000, 10_000)
    assert (sized.rules.options.table_w, sized.rules.options.table_h) == (15_000, 10_000)


@pytest.mark.parametrize(
    ("left", "bottom", "kept"),
    [(-9, 10, True), (-9.01, 10, False), (10, -9, True), (10, -9.01, False), (150, 10, True), (150.01, 10, False)],
)
def test_what_is_left_on_a_table_of_another_size(left: float, bottom: float, kept: bool) -> None:
    content = json.loads(BARE)
    fence = {"key": "fence 1", "kind": "fence", "points": [[left, bottom], [left + 9, bottom + 9]]}
    content["table"] = {**content.get("table", {}), "features": [fence]}
    setup, _ = read_unchecked(json.dumps(content).encode())
    assert bool(resized(setup, Options(table_w=15_000, table_h=10_000)).table.features) is kept


def test_a_zone_that_does_not_lie_at_an_edge_keeps_what_is_on_the_table() -> None:
    content = json.loads(BARE)
    content["forces"]["a"]["zone"] = [140, 20, 170, 119]
    setup, _ = read_unchecked(json.dumps(content).encode())
    assert resized(setup, Options(table_w=15_000, table_h=10_000)).forces[0].zone == (14_000, 2_000, 15_000, 10_000)
    assert resized(setup, Options(table_w=14_000)).forces[0].zone is None
    assert resized(setup, Options(table_w=14_001)).forces[0].zone == (14_000, 2_000, 14_001, 11_900)


# Drafts


@pytest.mark.rule("MN-RULING-60", "a new drawing has zones along the edges, 30 cm deep or half the table")
@pytest.mark.parametrize(
    ("values", "zones", "options"),
    [
        ({}, ([0, 0, 180, 30], [0, 90, 180, 120]), {}),
        ({"table_h": "60"}, ([0, 0, 180, 30], [0, 30, 180, 60]), {}),
        ({"table_w": "240", "table_h": "80.5"}, ([0, 0, 240, 30], [0, 50.5, 240, 80.5]), {}),
        (
            {"deploy_depth": "45.25", "turn_limit": 7},
            ([0, 0, 180, 45.25], [0, 74.75, 180, 120]),
            {"deploy_depth": "45.25", "turn_limit": 7},
        ),
    ],
)
def test_a_new_drawing(values: dict[str, Any], zones: Any, options: Any) -> None:
    file = json.loads(SYSTEM.drafting.new("A day", values))
    corps = [{"name": "First Corps", "nation": "other", "divisions": [{"name": "First Division", "brigades": []}]}]
    assert file["title"] == "A day"
    assert file["forces"] == {
        side: {"name": name, "zone": zone, "corps": corps}
        for side, name, zone in zip("ab", ("Southern army", "Northern army"), zones, strict=True)
    }
    assert file.get("options", {}) == options
    width, height = (float(values.get(name, usual)) for name, usual in (("table_w", "180"), ("table_h", "120")))
    table = file.get("table", {})
    assert (table.get("width", 180), table.get("height", 120), table.get("features")) == (width, height, None)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"deploy_depth": "60.01"},
            "deploy_depth is 60.01 cm; a table 120 cm high leaves each side 60 cm (MN-RULING-60)",
        ),
        ({"table_h": "59"}, "table_h must be a length in centimetres from 60 to 600"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_new_drawing_that_cannot_be(values: dict[str, Any], words: str) -> None:
    error = refused(lambda: SYSTEM.drafting.new("A day", values))
    assert (error.path, words in str(error)) == ("options", True), str(error)


@pytest.mark.rule("MNT-RULING-33", "terrain by the dice of a seed, clear of everybody who stands there")
@pytest.mark.parametrize("anew", [True, False])
def test_terrain_of_a_drawing(anew: bool) -> None:
    setup = rich.setup()
    content = SYSTEM.drafting.scatter(files.written(setup, "words"), b"seed", clear_first=anew)
    table = replace(setup.table, features=() if anew else setup.table.features)
    found = random_features(
        SeededDice(b"seed", 0), setup.rules.tables, table, occupied_footprints(initial_state(setup))
    )
    assert found
    assert read_unchecked(content) == (
        replace(setup, table=replace(table, features=(*table.features, *found))),
        "words",
    )


@pytest.mark.parametrize(("count", "said"), [(0, "0 points"), (1, "1 point"), (3, "3 points")])
def test_how_many_points_a_shift_has(count: int, said: str) -> None:
    wood = Stroke("ground.wood", points=cm((60, 60)))
    for brush, words in (("move", "Move a feature"), ("corner", "Move a corner")):
        stroke = Stroke(brush, ("wood 1",), points=cm(*[(1, 1)] * count))
        error = refused(lambda stroke=stroke: SYSTEM.drafting.paint(BARE, [wood, stroke]))
        assert str(error).endswith(f"{words}: {said} drawn; it needs 2.")


@pytest.mark.rule("MNT-PLACE-02", "a drawing tells what is against custom once there is nothing that bars the battle")
def test_faults_before_customs() -> None:
    near = [Stroke("ground.wood", points=cm((40, 60))), Stroke("ground.wood", points=cm((55, 60)))]
    bare = SYSTEM.drafting.draft(SYSTEM.drafting.paint(BARE, near))
    assert (bool(bare.faults), bare.notes) == (True, ())
    whole = json.loads(files.written(SYSTEM.scenarios.sample({}), ""))
    sound = SYSTEM.drafting.draft(SYSTEM.drafting.paint(json.dumps(whole).encode(), near))
    assert sound.faults == ()
    assert len(sound.notes) == 1
    assert sound.notes[0].endswith("15 cm is usual (MNT-PLACE-02).")
    assert SYSTEM.drafting.draft(json.dumps(whole).encode()).notes == ()


@pytest.mark.parametrize(("name", "word"), [("", "wood 9"), ("The copse", "The copse")])
def test_a_feature_without_a_shape_is_named(name: str, word: str) -> None:
    content = json.loads(BARE)
    flat = {"key": "wood 9", "kind": "wood", "points": [[1, 1], [2, 2], [3, 3]], **({"name": name} if name else {})}
    content["table"] = {**content.get("table", {}), "features": [flat]}
    error = refused(lambda: SYSTEM.drafting.draft(json.dumps(content).encode()))
    assert error.path == "table.features[0].points"
    assert f"{word}: " in str(error)


def test_a_row_of_several_units_has_no_place() -> None:
    content = json.loads(SYSTEM.drafting.fill(manned(), UNITS, [unit("One")]))
    row = content["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["units"][0]
    row |= {"at": {"x": 10, "y": 20}, "count": 2}
    error = refused(lambda: SYSTEM.drafting.draft(json.dumps(content).encode()))
    assert (error.path, "2 units cannot have the same place" in str(error)) == ("forces", True)
    row |= {"count": 1}
    found, _ = read_unchecked(json.dumps(content).encode())
    placed = found.forces[0].corps[0].divisions[0].brigades[0].units[0]
    assert (placed.name, placed.place) == ("One", Place(1_000, 2_000, 0, "line"))


@pytest.mark.parametrize(("more", "path"), [(0, "strokes[0].brush"), (1, "strokes")])
def test_a_drawing_takes_a_limited_number_of_strokes_at_once(more: int, path: str) -> None:
    setup = SYSTEM.scenarios.sample({})
    with pytest.raises(SetupError) as fault:
        with_strokes(setup, [Stroke(brush="none", points=())] * (MOST_STROKES + more))
    assert fault.value.path == path
