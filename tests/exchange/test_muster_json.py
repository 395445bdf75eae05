"""Our own JSON: version, checksum, wrong types, deep nesting, numbers that are none."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from armies.exchange import Unreadable, read, to_json
from armies.exchange.files.oob_json import checksum
from battles.engine.armies.facts import Army, Brigade, Corps, Draw, HouseRules, Override, Throw, Unit

UNIT = Unit(name="24e Ligne", type="line_infantry", quality="veteran", men=550)
THROW = Throw(rating="good", source="seed", faces=(4, 5), modifier=1, rule="MN-CMD-07", by="alice", at="noon")
ARMY = Army(
    name="French",
    nation="FR",
    children=(Corps(name="II", throws=(THROW,), children=(Brigade(name="1st", kind="infantry", children=(UNIT,)),)),),
)


def file() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(to_json(ARMY))
    return content


def refusal(text: str | bytes, filename: str = "army.json") -> str:
    with pytest.raises(Unreadable) as error:
        read(text if isinstance(text, bytes) else text.encode(), filename)
    return str(error.value)


def test_it_comes_back_whatever_the_spacing_and_the_order_of_keys() -> None:
    content = file()
    for text in (to_json(ARMY), json.dumps(content), json.dumps(dict(reversed(content.items())), indent=8)):
        assert read(text.encode()).armies == (ARMY,)


def test_the_numbers_beside_the_army_are_passed_over() -> None:
    assert read(to_json(ARMY, {"points": [1, 2]}).encode()).armies == (ARMY,)
    assert checksum(ARMY) == file()["checksum"]


def test_a_changed_fact_does_not_fit_the_checksum() -> None:
    damaged = "The checksum is wrong: the file was damaged or changed after it was written."
    assert refusal(to_json(ARMY).replace("550", "551")) == damaged
    assert refusal(json.dumps({**file(), "checksum": "0" * 64})) == damaged
    assert refusal(json.dumps({**file(), "checksum": ""})) == damaged


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (3, "The file has schema version 3; this program reads up to 2. A newer program wrote it."),
        (
            10**12,
            "The file has schema version 1,000,000,000,000; this program reads up to 2. A newer program wrote it.",
        ),
        (0, "The file has schema version 0; the lowest version is 1."),
        (-1, "The file has schema version -1; the lowest version is 1."),
        ("1", "The file does not fit its format: Expected `int`, got `str` - at `$.schema_version`."),
        (1.5, "The file does not fit its format: Expected `int`, got `float` - at `$.schema_version`."),
        (None, "The file does not fit its format: Expected `int`, got `null` - at `$.schema_version`."),
        (True, "The file does not fit its format: Expected `int`, got `bool` - at `$.schema_version`."),
    ],
)
def test_versions(version: object, sentence: str) -> None:
    assert refusal(json.dumps({**file(), "schema_version": version})) == sentence


def test_a_newer_file_is_told_from_a_damaged_one_whatever_else_it_holds() -> None:
    assert "A newer program wrote it." in refusal(json.dumps({"format": "muster-army", "schema_version": 3, "new": []}))


@pytest.mark.parametrize("key", ["schema_version", "checksum", "army"])
def test_a_missing_field_is_named(key: str) -> None:
    content = file()
    del content[key]
    assert f"missing required field `{key}`" in refusal(json.dumps(content))


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("550", "Expected `int | null`, got `str` - at `$.army.children[0].children[0].children[0].men`"),
        (1.5, "Expected `int | null`, got `float`"),
        ([], "Expected `int | null`, got `array`"),
        (True, "Expected `int | null`, got `bool`"),
        (-1, "army.children[0].children[0].children[0]: The men of a unit must be between 1 and 20,000, not -1."),
    ],
)
def test_a_wrong_strength_is_refused_with_its_path(value: object, sentence: str) -> None:
    content = file()
    content["army"]["children"][0]["children"][0]["children"][0]["men"] = value
    if value == -1:
        content["checksum"] = checksum(msgspec.convert(content["army"], Army))
    assert sentence in refusal(json.dumps(content))


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "1" + "0" * 5000, "NaN", "Infinity", "-Infinity", "0x10", "1_0", "01"]
)
def test_numbers_that_are_none(number: str) -> None:
    said = refusal(to_json(ARMY).replace('"men": 550', f'"men": {number}'))
    assert len(said) < 200
    assert said.startswith(("The file is not valid JSON: ", "The file does not fit its format: "))


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "[1, 2]",
        "3",
        '"text"',
        "null",
        "{}",
        "{",
        '{"format"',
        "{]",
        '{"format": "muster-army",}',
        '{"format": 5}',
    ],
)
def test_json_that_is_no_army(text: str) -> None:
    assert refusal(text).startswith(
        (
            "The file is not valid JSON: ",
            "The file does not fit its format: ",
            "This is JSON, but its format is “”",
        )
    )


@pytest.mark.parametrize("opener", ['{"a":', "[", '{"format":"muster-army","schema_version":1,"army":{"children":['])
def test_deep_nesting_is_refused(opener: str) -> None:
    assert refusal(opener * 100_000).startswith(("The JSON is nested too deep", "The file "))
    numbers = '{"numbers":' + "[" * 100_000 + "]" * 100_000
    assert refusal(numbers + ', "format": "muster-army"}').startswith(("The JSON is nested too deep", "The file "))


def test_wrong_nesting_is_refused_with_its_path() -> None:
    content = file()
    content["army"]["children"][0]["children"][0]["children"] = file()["army"]["children"]
    assert "Invalid value 'corps' - at `$.army.children[0].children[0].children[0].level`" in refusal(
        json.dumps(content)
    )


def test_unknown_fields_are_named() -> None:
    assert "unknown field `extra`" in refusal(json.dumps({**file(), "extra": 1}))
    content = file()
    content["army"]["colour"] = "blue"
    assert "unknown field `colour` - at `$.army`" in refusal(json.dumps(content))


def test_of_a_key_given_twice_the_last_counts_and_the_checksum_guards_it() -> None:
    twice = to_json(ARMY).replace('"men": 550', '"men": 550, "men": 9')
    assert twice != to_json(ARMY)
    assert "The checksum is wrong" in refusal(twice)


def test_half_characters_and_cut_files() -> None:
    text = to_json(ARMY)
    for cut in range(1, len(text) - 2, 97):
        assert refusal(text[:cut], "army.json")
    assert refusal(text.replace("24e Ligne", "\\ud800")).startswith("The file is not valid JSON: ")


def test_ids_are_not_read() -> None:
    content = file()
    content["army"]["children"][0]["id"] = "77"
    assert read(json.dumps(content).encode()).armies == (ARMY,)


def test_markup_in_names_stays_text() -> None:
    army = Army(name="<script>alert(1)</script>", children=(UNIT,))
    assert read(to_json(army).encode()).armies == (army,)


OLD = Path(__file__).parent / "data" / "muster-0.1.json"
"""A file that the released version wrote, before overrides, house rules and draws."""
OVERRIDE = Override(system="mini_nap", what="type", value="light_infantry", reason="of the scenario")
HOUSE = HouseRules(name="Sound the Charge", overlays={"mini_nap": {"men_per_point": 80}})
DRAW = Draw(faces=(3, 10, 1), cards=("elite_infantry", "choice", "seasoned_infantry"), choice="veteran_infantry")
NEW: dict[str, dict[str, Any]] = {
    "overrides": {"children": (msgspec.structs.replace(UNIT, overrides=(OVERRIDE,)),)},
    "house": {"house": HOUSE},
    "draws": {"draws": (DRAW, DRAW)},
}


def test_a_file_of_the_released_version_loads_and_is_written_as_it_was() -> None:
    text = OLD.read_text(encoding="utf-8")
    (army,) = read(text.encode()).armies
    assert (army.name, army.house, army.draws) == ("Corps of Reille", None, ())
    assert army.children[0].children[0].children[0].children[0].overrides == ()
    assert to_json(army, json.loads(text)["numbers"]) == text
    assert "The checksum is wrong" in refusal(text.replace('"men": 517', '"men": 518'))


def test_facts_not_in_use_are_left_out() -> None:
    assert file()["schema_version"] == 1
    assert not [name for name in NEW if f'"{name}"' in to_json(ARMY)]


@pytest.mark.parametrize("name", NEW)
def test_a_new_fact_makes_version_2_and_comes_back(name: str) -> None:
    army = msgspec.structs.replace(ARMY, **NEW[name])
    text = to_json(army)
    content = json.loads(text)
    assert content["schema_version"] == 2
    assert [other for other in NEW if f'"{other}"' in text] == [name]
    assert read(text.encode()).armies == (army,)
    assert checksum(army) == content["checksum"] != checksum(ARMY)
    assert to_json(army) == text


def test_new_facts_written_out_at_their_defaults_change_nothing() -> None:
    content = file()
    content["army"] |= {"house": None, "draws": []}
    content["army"]["children"][0]["children"][0]["children"][0]["overrides"] = []
    assert read(json.dumps(content).encode()).armies == (ARMY,)


def _unit(*overrides: Override) -> dict[str, Any]:
    return {"children": (msgspec.structs.replace(UNIT, overrides=overrides),)}


def _over(**facts: Any) -> dict[str, Any]:
    return _unit(msgspec.structs.replace(OVERRIDE, **facts))


def _house(**facts: Any) -> dict[str, Any]:
    return {"house": msgspec.structs.replace(HOUSE, **facts)}


def _draw(**facts: Any) -> dict[str, Any]:
    return {"draws": (msgspec.structs.replace(DRAW, **facts),)}


def _whats(count: int) -> list[Override]:
    return [msgspec.structs.replace(OVERRIDE, what=f"w{n}") for n in range(count)]


@pytest.mark.parametrize(
    ("most", "over", "sentence"),
    [
        (_over(reason="x" * 200), _over(reason="x" * 201),
         "The reason of an override may have at most 200 characters; this one has 201."),
        (_over(reason="x"), _over(reason=" "), "The override of type has no reason."),
        (_over(what="x" * 60), _over(what="x" * 61),
         "The key of an override may have at most 60 characters; this one has 61."),
        (_over(system="x" * 60), _over(system="x" * 61),
         "The system of an override may have at most 60 characters; this one has 61."),
        (_over(value="x" * 60), _over(value="x" * 61),
         "The value of an override may have at most 60 characters; this one has 61."),
        (_over(value=-(10**6)), _over(value=10**6 + 1),
         "The value of an override must be between -1,000,000 and 1,000,000, not 1,000,001."),
        (_unit(*_whats(40)), _unit(*_whats(41)), "A unit may have at most 40 overrides; this one has 41."),
        (_unit(OVERRIDE), _unit(OVERRIDE, OVERRIDE), "The unit has two overrides of type; only one is allowed."),
        (_house(name="x" * 80), _house(name="x" * 81),
         "The name of house rules may have at most 80 characters; this one has 81."),
        (_house(overlays={"mini_nap": {f"k{n}": n for n in range(500)}}),
         _house(overlays={"mini_nap": {f"k{n}": n for n in range(501)}}),
         "House rules may set at most 500 values of a system; these set 501."),
        (_house(overlays={f"s{n}": {} for n in range(200)}), _house(overlays={f"s{n}": {} for n in range(201)}),
         "House rules may cover at most 200 systems; these cover 201."),
        (_house(overlays={"mini_nap": {"k": "x" * 60}}), _house(overlays={"mini_nap": {"k": "x" * 61}}),
         "The value of a house rule may have at most 60 characters; this one has 61."),
        ({"draws": (DRAW,) * 200}, {"draws": (DRAW,) * 201},
         "An army may have at most 200 draws of cards; this one has 201."),
        (_draw(faces=(1,) * 12), _draw(faces=(1,) * 13), "A draw of cards may have at most 12 dice; this one has 13."),
        (_draw(faces=(100,)), _draw(faces=(101,)), "A die of a draw shows 1 to 100, not 101."),
        (_draw(cards=("x" * 60,)), _draw(cards=("x" * 61,)),
         "A card of a draw may have at most 60 characters; this one has 61."),
        (_draw(by="x" * 150), _draw(by="x" * 151),
         "The name of the person who drew cards may have at most 150 characters; this one has 151."),
    ],
)  # fmt: skip
def test_the_limits_of_new_facts(most: dict[str, Any], over: dict[str, Any], sentence: str) -> None:
    army = msgspec.structs.replace(ARMY, **most)
    assert read(to_json(army).encode()).armies == (army,)
    said = refusal(to_json(msgspec.structs.replace(ARMY, **over)))
    assert said.partition(": ")[2] == sentence


def test_texts_of_new_facts_are_made_tidy() -> None:
    army = msgspec.structs.replace(ARMY, **_over(reason=" of\nthe day "), **_house(name=" Sound it "))
    (read_back,) = read(to_json(army).encode()).armies
    assert read_back.children[0].overrides[0].reason == "of the day"
    assert read_back.house is not None
    assert read_back.house.name == "Sound it"
