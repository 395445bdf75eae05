"""What may be written into an army, value by value."""

from typing import Any

import pytest

from armies.building.element_tree import ARMY, FIELDS, HEAD_FIELDS, Refused, as_json
from armies.building.values import CHECKS, DEFAULTS, checked, new_record
from armies.exchange import limits
from battles.engine.armies import facts


def refusal(level: str, name: str, value: Any) -> str:
    """The sentence with which a value is refused; it is of the field ``name``."""
    with pytest.raises(Refused) as refused:
        checked(level, {name: value})
    assert refused.value.field == name
    assert refused.value.faults == ((name, str(refused.value)),)
    return str(refused.value)


def kept(level: str, name: str, value: Any) -> Any:
    return checked(level, {name: value})[name]


def test_every_fact_but_dice_and_what_services_set_has_its_check() -> None:
    for level, fields in FIELDS.items():
        assert set(CHECKS[level]) == set(fields) - {"throws"}, level
    assert set(CHECKS[ARMY]) == set(HEAD_FIELDS) - {"confidence", "options", "draws"}


@pytest.mark.parametrize(
    ("level", "name", "value", "want"),
    [
        ("unit", "men", 1, 1),
        ("unit", "men", limits.MAX_MEN, limits.MAX_MEN),
        ("unit", "men", " 512 ", 512),
        ("unit", "men", "", None),
        ("unit", "men", None, None),
        ("unit", "guns", "8", 8),
        ("unit", "gun_weight", "", None),
        ("unit", "gun_weight", None, None),
        ("unit", "gun_weight", "heavy", "heavy"),
        ("unit", "lancer", True, True),
        ("unit", "sub_unit", "", ""),
        ("unit", "sources", [" A ", "", "B\x00"], ["A", "B"]),
        ("unit", "overrides", [], []),
        ("division", "kind", "", ""),
        ("brigade", "reserve", False, False),
        ("corps", "command_nation", "PR", "PR"),
        ("corps", "nation", "", ""),
        ("corps", "nation", None, ""),
        ("corps", "note", "one\r\ntwo \r three", "one\ntwo\nthree"),
        ("corps", "name", "  Ve\u0301lites\tde la\nGarde ", "Vélites de la Garde"),
        ("corps", "name", "n" * limits.MAX_NAME, "n" * limits.MAX_NAME),
        (ARMY, "date", "1815-06-16", "1815-06-16"),
        (ARMY, "date", "", ""),
        (ARMY, "date", None, ""),
        (ARMY, "commander", "", ""),
        (ARMY, "notes", ["a", "b\nc"], ["a", "b\nc"]),
        (ARMY, "sources", [{"id": "A", "title": "T"}], [{"id": "A", "title": "T", "where": "", "used_for": ""}]),
    ],
)
def test_what_is_kept(level: str, name: str, value: Any, want: Any) -> None:
    assert kept(level, name, value) == want


@pytest.mark.parametrize("value", [0, -1, limits.MAX_MEN + 1, 2**70, "0", "20001"])
def test_a_number_out_of_bounds_is_refused_with_the_bounds(value: Any) -> None:
    sentence = refusal("unit", "men", value)
    assert sentence.startswith("The men of a unit must be between 1 and 20,000, not ")
    assert len(sentence) < 120


@pytest.mark.parametrize("value", [True, False, 1.0, 3.5, "1.5", "-4", "5 men", "٥", [], {}, [5], "9" * 5000])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    assert refusal("unit", "men", value) == "The men of a unit must be a whole number from 1 to 20,000."


@pytest.mark.parametrize("value", [10**4000, -(10**4000)], ids=["huge", "tiny"])
def test_a_number_of_thousands_of_digits_is_refused_in_a_short_sentence(value: int) -> None:
    sentence = refusal("unit", "guns", value)
    assert sentence.startswith("The guns of a unit must be between 1 and 48, not ")
    assert len(sentence) < 120


@pytest.mark.parametrize(
    ("level", "name", "words"),
    [
        ("unit", "type", facts.UNIT_TYPES),
        ("unit", "quality", facts.QUALITIES),
        ("unit", "gun_weight", facts.GUN_WEIGHTS),
        ("unit", "basis", facts.BASES),
        ("brigade", "kind", facts.BRIGADE_KINDS),
        ("division", "kind", ("empty", "infantry", "cavalry", "mixed")),
        ("unit", "sub_unit", ("empty", "battalions", "companies", "squadrons")),
    ],
)
def test_a_word_that_is_not_one_of_them_is_refused_with_all_of_them(
    level: str, name: str, words: tuple[str, ...]
) -> None:
    for value in ("hussars", "LINE_INFANTRY", 0, 1, True, False, [], {}, [words[-1]], "\x00"):
        assert refusal(level, name, value).endswith(f" must be one of {', '.join(words)}.")
    for word in words:
        assert kept(level, name, "" if word == "empty" else word) == ("" if word == "empty" else word)


@pytest.mark.parametrize("value", ["true", "", None, 0, 1, [], {}])
@pytest.mark.parametrize("name", ["lancer", "irregular", "kgl", "armoured"])
def test_yes_or_no_is_true_or_false(name: str, value: Any) -> None:
    assert refusal("unit", name, value).endswith(" must be true or false.")


@pytest.mark.parametrize("value", ["XX", "fr", "France", 0, False, 5, [], {}, ["FR"]])
def test_a_nation_is_one_that_is_known(value: Any) -> None:
    assert refusal("corps", "nation", value).startswith("There is no nation with this code; the codes are ")
    assert refusal(ARMY, "nation", value)


@pytest.mark.parametrize("value", [None, 5, True, [], {}, ["a"], 1.5])
@pytest.mark.parametrize(("level", "name"), [(ARMY, "name"), ("unit", "name"), ("corps", "note"), (ARMY, "place")])
def test_a_text_is_text(level: str, name: str, value: Any) -> None:
    assert refusal(level, name, value).endswith(" must be text.")


@pytest.mark.parametrize("value", ["", "  ", "\x00", "\u202e\u2066\u200f", "\ufeff\n\t"])
def test_a_name_is_not_empty_nor_all_hidden(value: str) -> None:
    for level in CHECKS:
        assert refusal(level, "name", value) == "A name cannot be empty."


def test_hidden_characters_are_taken_out_of_every_text() -> None:
    evil = "Na\x00me\u202e\u2067\ud800"
    for level, checks in CHECKS.items():
        for name in {"name", "commander", "note", "battle", "place", "scope"} & set(checks):
            assert kept(level, name, evil) == "Name", (level, name)
    assert kept("unit", "sources", [evil]) == ["Name"]
    assert kept(ARMY, "notes", [evil]) == ["Name"]
    assert kept(ARMY, "sources", [{"id": evil, "title": evil}])[0]["title"] == "Name"


@pytest.mark.parametrize(
    ("level", "name", "most"),
    [("unit", "name", 120), ("corps", "commander", 120), (ARMY, "battle", 120), ("unit", "note", 4000),
     (ARMY, "scope", 4000), (ARMY, "place", 4000)],
)  # fmt: skip
def test_a_text_has_its_longest(level: str, name: str, most: int) -> None:
    assert kept(level, name, "x" * most) == "x" * most
    assert refusal(level, name, "x" * (most + 1)).endswith(
        f" may have at most {most:,} characters; this one has {most + 1:,}."
    )


@pytest.mark.parametrize(
    "value", ["1815", "16.6.1815", "1815-6-16", "1815-06-16T00:00", 18150616, True, [], "0000-00-00x"]
)
def test_a_date_is_written_in_one_way(value: Any) -> None:
    assert refusal(ARMY, "date", value) == "Write the date as year, month and day: 1815-06-16."


@pytest.mark.parametrize("value", ["1815-02-30", "1815-13-01", "0000-01-01", "1815-00-10"])
def test_a_date_is_a_day_that_there_was(value: str) -> None:
    assert refusal(ARMY, "date", value) == "There is no such date."


def test_a_date_is_written_in_our_digits() -> None:
    assert refusal(ARMY, "date", "١٨١٥-٠٦-١٦")


@pytest.mark.parametrize(
    "value", ["A", 5, None, {"id": "A"}, [5], ["A"], [{"id": "A"}], [{"id": "A", "title": "T", "x": 1}]]
)
def test_sources_of_the_army_are_a_list_of_sources(value: Any) -> None:
    assert refusal(ARMY, "sources", value).startswith("The sources cannot be read: ")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([{"id": "", "title": "T"}], "A source has no id."),
        ([{"id": "\x00", "title": "T"}], "A source has no id."),
        ([{"id": "A", "title": "T"}, {"id": "A ", "title": "U"}], "Two sources have the same id."),
        (
            [{"id": "A", "title": "T" * 4001}],
            "A text of a source may have at most 4,000 characters; this one has 4,001.",
        ),
        ([{"id": str(n), "title": "T"} for n in range(201)], "The sources: at most 200 are allowed."),
    ],
)
def test_sources_have_ids_and_limits(value: Any, sentence: str) -> None:
    assert refusal(ARMY, "sources", value) == sentence


@pytest.mark.parametrize("value", ["A", 5, None, {"A": 1}, [5], [None]])
def test_sources_of_a_unit_are_a_list_of_texts(value: Any) -> None:
    assert refusal("unit", "sources", value).startswith("The sources of a unit")


def test_lists_of_texts_have_limits() -> None:
    assert refusal("unit", "sources", ["A"] * 201) == "The sources of a unit: at most 200 are allowed."
    assert refusal(ARMY, "notes", ["n" * 4001]) == "The notes may have at most 4,000 characters; this one has 4,001."


OVERRIDE = {"system": "mini_nap", "what": "strength_points", "value": 4, "reason": "as the scenario has it"}


def test_an_override_that_may_stand_is_kept_tidy() -> None:
    assert kept("unit", "overrides", [{**OVERRIDE, "reason": " why\x00\n not "}]) == [{**OVERRIDE, "reason": "why not"}]
    assert kept("unit", "overrides", ({**OVERRIDE, "value": "4"},)) == [OVERRIDE]


@pytest.mark.parametrize(
    "value",
    [
        [{**OVERRIDE, "system": "chess"}],
        [{**OVERRIDE, "what": "beard"}],
        [{**OVERRIDE, "value": 10**30}],
        [{**OVERRIDE, "value": -1}],
        [{**OVERRIDE, "value": True}],
        [{**OVERRIDE, "value": None}],
        [{**OVERRIDE, "value": [4]}],
        [{**OVERRIDE, "reason": " \x00"}],
        [{**OVERRIDE, "reason": "r" * 201}],
        [OVERRIDE, OVERRIDE],
        [{**OVERRIDE, "extra": 1}],
        [{"system": "mini_nap"}],
        "mini_nap",
        None,
    ],
)
def test_an_override_that_may_not_stand_is_refused(value: Any) -> None:
    sentence = refusal("unit", "overrides", value)
    assert sentence.endswith(".")
    assert len(sentence) < 400


@pytest.mark.parametrize(
    "name", ["throws", "level", "id", "children", "parent", "position", "house_rules", "draws", "x" * 999, ""]
)
def test_a_fact_that_cannot_be_set_is_refused_with_those_that_can(name: str) -> None:
    for level in CHECKS:
        with pytest.raises(Refused, match=r"has no value .*; it has name") as refused:
            checked(level, {name: 1})
        assert refused.value.field == name[:40]
        assert len(str(refused.value)) < 400


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(Refused) as refused:
        checked("unit", {"men": 0, "name": "Fine", "type": "hussars", "beard": 1})
    assert [field for field, _ in refused.value.faults] == ["men", "type", "beard"]
    assert (refused.value.field, str(refused.value)) == refused.value.faults[0]


@pytest.mark.parametrize("level", ["corps", "division", "brigade", "unit"])
def test_a_new_element_has_every_fact_of_its_level(level: str) -> None:
    record = new_record(level, {"note": "new"})
    assert set(record) == {"level", *FIELDS[level]}
    assert (record["level"], record["note"], record["name"]) == (level, "new", DEFAULTS[level]["name"])
    assert record == as_json(record)
    assert checked(level, {name: record[name] for name in CHECKS[level]}) == {
        name: record[name] for name in CHECKS[level]
    }
