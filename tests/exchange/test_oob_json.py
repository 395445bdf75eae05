"""``oob/1`` files: what they hold, faults with their path, and the historical files without loss."""

import json
from collections.abc import Callable
from copy import deepcopy
from importlib import resources
from typing import Any

import pytest

from armies.exchange import Reading, Unreadable, read, to_csv, to_json, to_oob, to_text
from battles.engine.armies.facts import Army, Brigade, Corps, Division, Unit
from battles.engine.armies.tree import totals, units

UNIT = {
    "name": "24e Ligne",
    "type": "line_infantry",
    "rating": "veteran",
    "basis": "sourced",
    "men": 550,
    "src": ["S1"],
}
BRIGADE = {"name": "1st", "kind": "infantry", "commander": "Husson", "units": [UNIT]}
DIVISION = {"name": "5th", "commander": "Bachelu", "brigades": [BRIGADE]}
CORPS = {"name": "II", "nation": "FR", "commander": "Reille", "divisions": [DIVISION]}
FILE: dict[str, Any] = {
    "format": "oob/1",
    "id": "x-1815",
    "name": "Quatre Bras",
    "date": "1815-06-16",
    "place": "Quatre Bras",
    "sides": [{"name": "French", "commander": "Ney", "corps": [CORPS]}],
    "sources": [{"id": "S1", "title": "A book"}],
    "control": [
        {"what": "foot", "men": 550, "src": "S1", "compare": "exact"},
        {"what": "guns", "men": None, "src": "S1"},
    ],
    "confidence": {"strengths": "high"},
    "notes": ["a note"],
}
UNIT_PATH = "$.sides[0].corps[0].divisions[0].brigades[0].units[0]"
PATHS: dict[str, tuple[str | int, ...]] = {
    "": (),
    "side": ("sides", 0),
    "corps": ("sides", 0, "corps", 0),
    "division": ("sides", 0, "corps", 0, "divisions", 0),
    "brigade": ("sides", 0, "corps", 0, "divisions", 0, "brigades", 0),
    "unit": ("sides", 0, "corps", 0, "divisions", 0, "brigades", 0, "units", 0),
}


def changed(where: str, **values: Any) -> Reading:
    """The reading of the file with the values of one object changed."""
    file = deepcopy(FILE)
    target: Any = file
    for step in PATHS[where]:
        target = target[step]
    target.update(values)
    return read(json.dumps(file).encode())


def refusal(where: str, **values: Any) -> str:
    with pytest.raises(Unreadable) as error:
        changed(where, **values)
    return str(error.value)


def test_a_file_with_all_it_may_hold() -> None:
    reading = changed("")
    (army,) = reading.armies
    assert (reading.kind, reading.problems, reading.notes) == ("oob", (), ())
    assert (army.name, army.commander, army.nation, army.battle) == ("French", "Ney", "FR", "Quatre Bras")
    assert army.notes == ("a note", "Control: foot: 550 men (S1); exact", "Control: guns (S1)")
    assert [source.id for source in army.sources] == ["S1"]
    (unit,) = units(army)
    assert (unit.name, unit.men, unit.quality, unit.basis, unit.sources) == (
        "24e Ligne",
        550,
        "veteran",
        "sourced",
        ("S1",),
    )


@pytest.mark.parametrize(
    ("where", "values", "sentence"),
    [
        ("", {"sides": {}}, "Expected `array`, got `object` - at `$.sides`"),
        ("", {"sides": []}, "The file has no side."),
        ("", {"sides": [UNIT]}, "Object contains unknown field `type` - at `$.sides[0]`"),
        ("side", {"corps": [DIVISION]}, "at `$.sides[0].corps[0]`"),
        ("side", {"units": [UNIT]}, "Object contains unknown field `units` - at `$.sides[0]`"),
        ("corps", {"brigades": [BRIGADE]}, "Object contains unknown field `brigades` - at `$.sides[0].corps[0]`"),
        ("corps", {"divisions": [BRIGADE]}, "at `$.sides[0].corps[0].divisions[0]`"),
        ("division", {"units": [UNIT]}, "Object contains unknown field `units`"),
        ("brigade", {"units": [BRIGADE]}, "divisions[0].brigades[0].units[0]`"),
        ("brigade", {"kind": "naval"}, "Invalid enum value 'naval'"),
        ("unit", {"units": []}, "Object contains unknown field `units`"),
        ("unit", {"type": "dragons"}, "Invalid enum value 'dragons'"),
        ("unit", {"rating": "seasoned"}, "Invalid enum value 'seasoned'"),
        ("unit", {"basis": "guessed"}, "Invalid enum value 'guessed'"),
        ("unit", {"men": "550"}, "Expected `int | null`, got `str`"),
        ("unit", {"men": 550.5}, "Expected `int | null`, got `float`"),
        ("unit", {"men": True}, "Expected `int | null`, got `bool`"),
        ("unit", {"name": None}, "Expected `str`, got `null`"),
        ("unit", {"horses": 3}, "Object contains unknown field `horses`"),
        ("unit", {"gun_weight": "huge"}, "Invalid enum value 'huge'"),
    ],
)
def test_a_wrong_shape_is_refused_with_its_path(where: str, values: dict[str, Any], sentence: str) -> None:
    assert sentence in refusal(where, **values)


@pytest.mark.parametrize(
    ("where", "values", "sentence"),
    [
        ("unit", {"men": -5}, "The men of a unit must be between 1 and 20,000, not -5."),
        ("unit", {"men": 0}, "The men of a unit must be between 1 and 20,000, not 0."),
        ("unit", {"men": 20_001}, "The men of a unit must be between 1 and 20,000, not 20,001."),
        ("unit", {"guns": 49}, "The guns of a unit must be between 1 and 48, not 49."),
        ("unit", {"squadrons": 61}, "The sub-units of a unit must be between 1 and 60, not 61."),
        ("unit", {"name": ""}, "A unit has no name."),
        ("unit", {"nation": "XX"}, "“XX” is not a known nation."),
    ],
)
def test_an_absurd_unit_is_refused_with_its_path(where: str, values: dict[str, Any], sentence: str) -> None:
    path = "army.children[0].children[0].children[0].children[0]"
    assert refusal(where, **values) == f"{path}: {sentence}"


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("corps", "army.children[0]"),
        ("division", "army.children[0].children[0]"),
        ("brigade", "army.children[0].children[0].children[0]"),
    ],
)
def test_an_unknown_nation_is_refused_with_its_path(where: str, path: str) -> None:
    assert f"{path}: “Narnia” is not a known nation." in refusal(where, nation="Narnia")


def test_dates_and_sources() -> None:
    assert "army.date: “16.6.1815” is not in the form YYYY-MM-DD." in refusal("", date="16.6.1815")
    assert "army.date: “1815-06-31” is not a date" in refusal("", date="1815-06-31")
    twice = [{"id": "S1", "title": "A"}, {"id": "S1", "title": "B"}]
    assert "army.sources: two sources have the same id." in refusal("", sources=twice)


def test_a_source_that_the_file_does_not_list_is_kept_and_told_of() -> None:
    reading = changed("unit", src=["S1", "S9"])
    (unit,) = units(reading.armies[0])
    assert unit.sources == ("S1", "S9")
    assert reading.notes == ("24e Ligne names the source “S9”, which the file does not list.",)
    assert changed("unit", src=["GK"]).notes == ()


def test_two_units_of_one_name_are_kept_and_told_of() -> None:
    reading = changed("brigade", units=[UNIT, UNIT])
    assert totals(reading.armies[0]).units == 2
    assert reading.notes == ("Two units of 1st are named “24e Ligne”.",)


@pytest.mark.parametrize(
    ("battalions", "told"),
    [(-1, "-1"), (0, "0"), (13, "13"), (10**40, "10,000,000,000,000,000,000,00…")],
)
def test_absurd_numbers_of_battalions(battalions: int, told: str) -> None:
    said = refusal("unit", battalions=battalions)
    assert said == f"24e Ligne: battalions must be between 1 and 12, not {told} - at `{UNIT_PATH}`."


def test_a_regiment_is_split_with_nothing_lost() -> None:
    found = list(units(changed("unit", battalions=3, men=1000).armies[0]))
    assert [(unit.name, unit.men) for unit in found] == [
        ("I/24e Ligne", 334),
        ("II/24e Ligne", 333),
        ("III/24e Ligne", 333),
    ]
    assert found[0].note == "the regiment has 1,000 men (sourced) in 3 battalions, shared evenly"
    assert f"24e Ligne: 2 men cannot be divided into 3 battalions. It is at `{UNIT_PATH}`." in refusal(
        "unit", battalions=3, men=2
    )


def test_only_infantry_is_split() -> None:
    said = refusal("unit", type="light_cavalry", battalions=2)
    assert said == f"24e Ligne: the file states battalions for a unit that is not infantry - at `{UNIT_PATH}`."


def test_both_sides_or_the_wanted_one() -> None:
    sides = [{"name": "French", "corps": [CORPS]}, {"name": "Allied", "corps": []}]
    data = json.dumps({**FILE, "sides": sides}).encode()
    assert [army.name for army in read(data).armies] == ["French", "Allied"]
    assert [army.name for army in read(data, side="ALLIED").armies] == ["Allied"]
    with pytest.raises(Unreadable, match="no side “Russian”, or more than one; its sides are “French”, “Allied”"):
        read(data, side="Russian")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("oob/2", "The file is in the format oob/2; this program reads oob/1."),
        ("other", "This is JSON, but its format is “other”; known formats are muster-army and oob/1."),
        ("", "This is JSON, but its format is “”; known formats are muster-army and oob/1."),
    ],
)
def test_other_formats_are_named(name: str, sentence: str) -> None:
    assert refusal("", format=name) == sentence


def test_markup_in_names_stays_text() -> None:
    (unit,) = units(changed("unit", name="<script>alert(1)</script>").armies[0])
    assert unit.name == "<script>alert(1)</script>"


SIDES = {
    ("austerlitz-1805", "Grande Armée (centre and right)"): ("FR", 49, 26_206, 920, 34),
    ("austerlitz-1805", "Allied army (left and centre)"): ("RU", 146, 58_730, 8_565, 212),
    ("lutzen-1813", "French army (III Corps)"): ("FR", 73, 46_000, 500, 78),
    ("lutzen-1813", "Allied army (first lines)"): ("PR", 69, 29_870, 5_750, 104),
    ("quatre-bras-1815", "French left wing"): ("FR", 48, 16_710, 4_716, 56),
    ("quatre-bras-1815", "Anglo-allied army"): ("GB", 60, 29_500, 2_004, 72),
    ("salamanca-1812", "Army of Portugal"): ("FR", 96, 41_480, 3_379, 78),
    ("salamanca-1812", "Allied army"): ("GB", 116, 45_996, 4_985, 54),
}


def data(name: str) -> bytes:
    return resources.files("armies").joinpath(f"data/oob/{name}.json").read_bytes()


def army(name: str, side: str) -> Army:
    (found,) = read(data(name), f"{name}.json", side=side).armies
    return found


def unit(name: str, side: str, called: str) -> Unit:
    return next(found for found in units(army(name, side)) if found.name == called)


@pytest.mark.parametrize(("file", "side"), SIDES)
def test_both_sides_are_read_with_their_known_totals(file: str, side: str) -> None:
    nation, count, foot, horse, guns = SIDES[file, side]
    found = army(file, side)
    whole = totals(found)
    assert (found.nation, whole.units, whole.foot, whole.horse, whole.guns) == (nation, count, foot, horse, guns)


@pytest.mark.parametrize("write", [to_json, to_csv, to_text, to_oob])
@pytest.mark.parametrize(("file", "side"), SIDES)
def test_nothing_is_lost_in_any_format(file: str, side: str, write: Callable[[Army], str]) -> None:
    before = army(file, side)
    reading = read(write(before).encode())
    assert reading.armies == (before,)
    assert not reading.problems


def test_what_stands_higher_gets_the_formations_between() -> None:
    """The format has four levels; men and guns stay, and names of formations have no slash."""
    battery = Unit(name="6/2nd Battery", type="foot_artillery", quality="trained", guns=8)
    foot = Unit(name="Battalion", type="line_infantry", quality="elite", men=600, nation="NL")
    brigade = Brigade(name="1st/2nd Brigade", kind="infantry", commander="Husson", children=(foot, foot))
    division = Division(name="5th", children=(brigade, battery))
    before = Army(name="Mine", nation="FR", children=(Corps(name="I", children=(division, brigade, brigade)), brigade))
    file = json.loads(to_oob(before))
    first, second = file["sides"][0]["corps"]
    assert [row["name"] for row in first["divisions"]] == ["5th", "1st-2nd Brigade", "1st-2nd Brigade (2)"]
    assert [row["name"] for row in first["divisions"][0]["brigades"]] == ["1st-2nd Brigade", "6-2nd Battery"]
    assert first["divisions"][0]["brigades"][1]["units"][0]["name"] == "6/2nd Battery"
    assert (second["name"], second["nation"], second["divisions"][0]["brigades"][0]["commander"]) == (
        "1st-2nd Brigade",
        "FR",
        "Husson",
    )
    (after,) = read(to_oob(before).encode()).armies
    assert totals(after) == totals(before)
    assert [unit.nation for unit in units(after)] == [unit.nation for unit in units(before)]


def test_a_file_has_what_an_army_says_and_no_ratings() -> None:
    before = changed("").armies[0]
    file = json.loads(to_oob(before))
    assert (file["format"], file["id"], file["name"], file["date"]) == ("oob/1", "french", "Quatre Bras", "1815-06-16")
    assert file["sides"][0]["corps"][0]["divisions"][0]["brigades"][0]["units"][0] == {
        **UNIT,
        "derived": False,
        "lancers": False,
    }
