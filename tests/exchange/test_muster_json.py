"""Our own JSON: version, checksum, wrong types, deep nesting, numbers that are none."""

import json
from typing import Any

import msgspec
import pytest

from armies.exchange import Unreadable, read, to_json
from armies.exchange.muster_json import checksum
from armies.rules.facts import Army, Brigade, Corps, Throw, Unit

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
    damaged = "The checksum does not fit: the file was damaged or changed after it was written."
    assert refusal(to_json(ARMY).replace("550", "551")) == damaged
    assert refusal(json.dumps({**file(), "checksum": "0" * 64})) == damaged
    assert refusal(json.dumps({**file(), "checksum": ""})) == damaged


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (2, "The file has schema version 2; this program reads up to 1. A newer program wrote it."),
        (
            10**12,
            "The file has schema version 1,000,000,000,000; this program reads up to 1. A newer program wrote it.",
        ),
        (0, "The file has schema version 0; versions are counted from 1."),
        (-1, "The file has schema version -1; versions are counted from 1."),
        ("1", "The file does not hold what it should: Expected `int`, got `str` - at `$.schema_version`."),
        (1.5, "The file does not hold what it should: Expected `int`, got `float` - at `$.schema_version`."),
        (None, "The file does not hold what it should: Expected `int`, got `null` - at `$.schema_version`."),
        (True, "The file does not hold what it should: Expected `int`, got `bool` - at `$.schema_version`."),
    ],
)
def test_versions(version: object, sentence: str) -> None:
    assert refusal(json.dumps({**file(), "schema_version": version})) == sentence


def test_a_newer_file_is_told_from_a_damaged_one_whatever_else_it_holds() -> None:
    assert "A newer program wrote it." in refusal(json.dumps({"format": "muster-army", "schema_version": 2, "new": []}))


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
        (-1, "army.children[0].children[0].children[0]: The men of a unit must be between 1 and 20,000; this says -1."),
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
    assert said.startswith(("The file is not whole JSON: ", "The file does not hold what it should: "))


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
            "The file is not whole JSON: ",
            "The file does not hold what it should: ",
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
    assert "The checksum does not fit" in refusal(twice)


def test_half_characters_and_cut_files() -> None:
    text = to_json(ARMY)
    for cut in range(1, len(text) - 2, 97):
        assert refusal(text[:cut], "army.json")
    assert refusal(text.replace("24e Ligne", "\\ud800")).startswith("The file is not whole JSON: ")


def test_ids_are_not_read() -> None:
    content = file()
    content["army"]["children"][0]["id"] = "77"
    assert read(json.dumps(content).encode()).armies == (ARMY,)


def test_markup_in_names_stays_text() -> None:
    army = Army(name="<script>alert(1)</script>", children=(UNIT,))
    assert read(to_json(army).encode()).armies == (army,)
