"""Sheets of the scenario editor: columns and cells, row by row; a full draft."""

import json
from typing import Any

import pytest

from battles.rules.mini_nap.drafting import editor as cells
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.scenario.parts import read_unchecked
from battles.rules.mini_nap.state import Setup
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders import full_battle as rich
from tests.rules.mini_nap.builders.drafts import BARE, BRIGADES, UNITS, brigade, manned, refused, unit

FORCE = "forces.b"
SHEETS: dict[str, list[str]] = {
    "head": ["title text!", "text long", "situation long"],
    "table.features": [
        "key text!",
        "kind choice!",
        "name text",
        "points areas!",
        "width text?",
        "levels number?",
        "strength number?",
        "church tick?",
    ],
    FORCE: ["name text!", "task long", "zone text"],
    f"{FORCE}.corps": [
        "row row",
        "name text!",
        "nation choice!",
        "commander text",
        "rating choice?",
        "at.x text?",
        "at.y text?",
    ],
    f"{FORCE}.corps.divisions": [
        "row row",
        "of choice",
        "name text!",
        "kind choice",
        "commander text",
        "rating choice?",
        "at.x text?",
        "at.y text?",
    ],
    f"{FORCE}.corps.divisions.brigades": [
        "row row",
        "of choice",
        "name text!",
        "kind choice!",
        "commander text",
        "nation choice?",
        "arrives number?",
        "entry text?",
        "at.x text?",
        "at.y text?",
    ],
    UNITS: [
        "row row",
        "of choice",
        "name text!",
        "type choice!",
        "rating choice!",
        "points number!",
        "count number",
        "weight choice",
        "nation choice?",
        "lancer tick?",
        "irregular tick?",
        "kgl tick?",
        "at.x text?",
        "at.y text?",
        "at.facing text?",
        "at.formation choice?",
    ],
}
"""The columns of each sheet: key, kind, ! for one that is needed and ? for one that is seldom filled in."""


@pytest.mark.parametrize("key", SHEETS)
def test_columns(key: str) -> None:
    sheet = next(each for each in SYSTEM.drafting.draft(manned()).sheets if each.key == key)
    marked = [f"{each.key} {each.kind}{'!' * each.needed}{'?' * each.seldom}" for each in sheet.columns]
    assert marked == SHEETS[key]
    assert sheet.grows is (key not in ("head", FORCE))


READ: list[tuple[str, str, Any]] = [
    ("points", "200", 200),
    ("points", "1", 1),
    ("points", "0", "a whole number from 1 to 200, not '0'"),
    ("points", "201", "a whole number from 1 to 200, not '201'"),
    ("points", "1.5", "a whole number from 1 to 200"),
    ("count", "40", 40),
    ("count", "0", "a whole number from 1 to 40"),
    ("count", "41", "a whole number from 1 to 40"),
    ("name", "x" * 81, "This has 81 characters; at most 80 are allowed."),
    ("name", "x" * 80, "x" * 80),
    ("lancer", "yes", True),
    ("lancer", "", None),
]


@pytest.mark.rule("MN-RULING-95", "strength points from 1 to 200")
@pytest.mark.parametrize(("column", "text", "wanted"), READ)
def test_cells_of_a_unit(column: str, text: str, wanted: Any) -> None:
    row = {**unit("One"), column: text}
    if isinstance(wanted, str) and wanted != text:
        error = refused(lambda: SYSTEM.drafting.fill(manned(), UNITS, [row]))
        assert (error.path, wanted in str(error)) == (f"{UNITS}[0].{column}", True)
        return
    file = json.loads(SYSTEM.drafting.fill(manned(), UNITS, [row]))
    found = file["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["units"]
    if column == "count":
        assert len(found) == wanted
    else:
        assert found[0].get(column) == wanted


PLACED: list[tuple[dict[str, str], Any]] = [
    ({"at.x": "-10", "at.y": "20.25"}, {"x": -10, "y": 20.25}),
    ({"at.x": "10", "at.y": "20", "at.facing": "359.9"}, {"x": 10, "y": 20, "facing": 359.9}),
    ({"at.x": "10", "at.y": "20", "at.facing": "360"}, "a number from 0 to 359.9, such as 12.5, not '360'"),
    ({"at.x": "10", "at.y": "20", "at.facing": "-1"}, "a number from 0 to 359.9"),
    ({"at.x": "1000.01", "at.y": "20"}, "a number from -"),
    ({"at.x": "12.345", "at.y": "20"}, "such as 12.5, not '12.345'"),
    ({"at.x": "−5", "at.y": "20"}, {"x": -5, "y": 20}),
]


@pytest.mark.parametrize(("cells", "wanted"), PLACED)
def test_places_of_a_unit(cells: dict[str, str], wanted: Any) -> None:
    row = {**unit("One"), **cells}
    if isinstance(wanted, str):
        assert wanted in str(refused(lambda: SYSTEM.drafting.fill(manned(), UNITS, [row])))
        return
    file = json.loads(SYSTEM.drafting.fill(manned(), UNITS, [row]))
    place = file["forces"]["a"]["corps"][0]["divisions"][0]["brigades"][0]["units"][0]["at"]
    assert {key: place[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("cells", "column", "words"),
    [
        ({"arrives": "1001"}, "arrives", "a whole number from 0 to 1,000"),
        ({"entry": "0 0 180"}, "entry", "left, bottom, right and top in cm, such as 0 0 180 30, not '0 0 180'"),
        ({"entry": "0 0 180 ten"}, "entry", "left, bottom, right and top"),
    ],
)
def test_cells_of_a_brigade(cells: dict[str, str], column: str, words: str) -> None:
    error = refused(lambda: SYSTEM.drafting.fill(BARE, BRIGADES, [brigade("Red", **cells)]))
    assert (error.path, words in str(error)) == (f"{BRIGADES}[0].{column}", True)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ("60,40 75.5", "Enter points in cm, such as 60,40 75.5,40; '75.5' is not a point."),
        ("60,40 a,b", "'a,b' is not a point"),
        ("60,40", "Enter 2 to 60 points, not 1."),
        ("", "This field is required."),
    ],
)
def test_cells_of_a_feature(points: str, words: str) -> None:
    row = {"key": "wall 1", "kind": "wall", "points": points}
    error = refused(lambda: SYSTEM.drafting.fill(BARE, "table.features", [row]))
    assert (error.path, words in str(error)) == ("table.features[0].points", True)


def test_cells_of_a_feature_come_back_as_they_were_written() -> None:
    row = {"key": "wall 1", "kind": "wall", "points": "60,40; 75.5,40", "width": "1.5", "levels": "2", "name": "Lane"}
    (lying,) = json.loads(SYSTEM.drafting.fill(BARE, "table.features", [row]))["table"]["features"]
    assert lying["points"] == [[60, 40], [75.5, 40]]
    assert (lying["width"], lying["levels"], lying["name"]) == (1.5, 2, "Lane")
    sheet = SYSTEM.drafting.draft(SYSTEM.drafting.fill(BARE, "table.features", [row])).sheets[1]
    assert sheet.rows[0]["points"] == "60,40 75.5,40"
    assert sheet.rows[0]["width"] == "1.5"


SETUP: Setup = rich.setup(Options(turn_limit=9, deploy_depth=2_550, aim_step_cm=25))
CONTENT = files.written(SETUP, "What it is about.\n\nAnd more.")


@pytest.mark.rule("MN-RULING-60", "a drawing has its features, forces and zones on its sheets, and its fault")
def test_a_drawing_on_its_sheets() -> None:
    draft = SYSTEM.drafting.draft(CONTENT)
    rows = {sheet.key: len(sheet.rows) for sheet in draft.sheets}
    assert [fault.sentence for fault in draft.faults] == [
        "The Allies has 2 units called the second; names must be unique."
    ]
    assert rows["table.features"] == len(SETUP.table.features)
    for side, force in zip("ab", SETUP.forces, strict=True):
        divisions = [division for corps in force.corps for division in corps.divisions]
        assert rows[f"forces.{side}.corps"] == len(force.corps)
        assert rows[f"forces.{side}.corps.divisions"] == len(divisions)
        assert rows[f"forces.{side}.corps.divisions.brigades"] == sum(len(each.brigades) for each in divisions)
    assert [zone.side for zone in draft.scene.zones] == ["a"]


@pytest.mark.rule("MN-RULING-60", "what is written of a set-up is that set-up when it is read")
def test_what_is_written_is_read() -> None:
    assert read_unchecked(CONTENT) == (SETUP, "What it is about.\n\nAnd more.")
    assert read_unchecked(files.written(rich.setup(), "")) == (rich.setup(), "")


@pytest.mark.parametrize(
    ("cell", "good", "bad"),
    [
        (cells.number("n", "N", 2, 9), ("2", "9"), ("1", "10", "-2", "2.5", "")),
        (cells.length("n", "N", least=2, most=9), ("2", "9", "2.25"), ("1.99", "9.01", "x", "")),
        (cells.length("n", "N"), ("0", "0.01"), ("-0.01",)),
    ],
)
def test_bounds_of_a_cell(cell: cells.Cell, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    assert [float(cell.read(text)) for text in good] == [float(text) for text in good]
    for text in bad:
        with pytest.raises(ValueError, match="number from"):
            cell.read(text)
