"""A club's own numbers laid over the tables of a made-up system."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec import Struct, structs

from battles.engine.settings import Difference, OverlayError, differing, overlay, patch_of


class Row(Struct, frozen=True):
    label: str
    near: int
    dice: int


class Result(Struct, frozen=True):
    least: int
    drop: int
    rule: str


class Printed(Struct, frozen=True):
    what: str
    value: int
    rule: str


class Tables(Struct, frozen=True):
    reach: int = 5
    secret: bool = False
    cost: Mapping[str, int] = MappingProxyType({"foot": 1, "horse": 2})
    fire: Mapping[str, tuple[Row, ...]] = MappingProxyType(
        {"foot": (Row("line", 1, 2), Row("column", 1, 1)), "horse": ()}
    )
    results: tuple[Result, ...] = (Result(0, 1, "X-1"), Result(5, 3, "X-2"))
    bonus: Mapping[str, Printed] = MappingProxyType({"flank": Printed("flank", 2, "X-3")})
    best: Row = Row("best", 1, 9)


PRINTED = Tables()

PATCH = {
    "reach": 6,
    "cost": {"horse": 3},
    "fire": {"foot": {"column": {"dice": 2}}},
    "results": {"1": {"drop": 2}},
    "bonus": {"flank": {"value": -1}},
    "best": {"dice": 8},
}
OWN = Tables(
    reach=6,
    cost={"foot": 1, "horse": 3},
    fire={"foot": (Row("line", 1, 2), Row("column", 1, 2)), "horse": ()},
    results=(Result(0, 1, "X-1"), Result(5, 2, "X-2")),
    bonus={"flank": Printed("flank", -1, "X-3")},
    best=Row("best", 1, 8),
)


def test_a_patch_changes_what_it_names_and_nothing_else() -> None:
    assert overlay(PRINTED, PATCH) == OWN
    assert Tables() == PRINTED


@pytest.mark.parametrize("patch", [{}, {"reach": 5}, {"cost": {"foot": 1}, "fire": {"horse": {}}}])
def test_a_patch_of_printed_numbers_leaves_the_tables_as_they_are(patch: dict[str, Any]) -> None:
    assert overlay(PRINTED, patch) is PRINTED


def test_what_was_laid_over_cannot_be_changed_in_place() -> None:
    laid = overlay(PRINTED, PATCH)
    with pytest.raises(TypeError):
        laid.cost["horse"] = 9  # type: ignore[index]
    with pytest.raises(AttributeError):
        laid.reach = 9  # type: ignore[misc]


def test_every_difference_has_both_numbers_and_its_rule() -> None:
    rules = {"reach": "Y-1", "fire": "Y-2", "fire.foot": "Y-3", "results": "Y-4"}
    assert differing(OWN, PRINTED, rules) == (
        Difference("reach", 6, 5, "Y-1"),
        Difference("cost.horse", 3, 2, ""),
        Difference("fire.foot.column.dice", 2, 1, "Y-3"),
        Difference("results.1.drop", 2, 3, "X-2"),
        Difference("bonus.flank.value", -1, 2, "X-3"),
        Difference("best.dice", 8, 9, ""),
    )
    assert differing(PRINTED, PRINTED) == ()


def test_the_least_patch_gives_the_tables_back() -> None:
    assert patch_of(OWN, PRINTED) == PATCH
    assert patch_of(PRINTED, PRINTED) == {}
    one = structs.replace(PRINTED, reach=7)
    assert patch_of(one, PRINTED) == {"reach": 7}


def test_rows_go_by_place_where_two_have_one_name() -> None:
    rows = {"foot": (Row("line", 1, 2), Row("line", 2, 1)), "horse": ()}
    own = overlay(structs.replace(PRINTED, fire=rows), {"fire": {"foot": {"1": {"dice": 4}}}})
    assert own.fire["foot"] == (Row("line", 1, 2), Row("line", 2, 4))


WHOLE = "this must be a whole number, not"


@pytest.mark.parametrize(
    ("patch", "path", "sentence"),
    [
        ({"rech": 1}, "tables.rech", "there is no rech. There are reach, cost, fire, results, bonus, best."),
        ({"cost": {"guns": 1}}, "tables.cost.guns", "there is no guns. There are foot, horse."),
        ({"fire": {"horse": {"line": {}}}}, "tables.fire.horse.line", "there is no line. There is nothing to change"),
        ({"fire": {"foot": {"0": {"dice": 1}}}}, "tables.fire.foot.0", "there is no 0. There are line, column."),
        ({"results": {"2": {"drop": 1}}}, "tables.results.2", "there is no 2. There are 0, 1."),
        (
            {"bonus": {"flank": {"rule": "Z"}}},
            "tables.bonus.flank.rule",
            "rule is not a number, and only numbers can be changed.",
        ),
        ({"secret": True}, "tables.secret", "secret is not a number"),
        ({"cost": 3}, "tables.cost", "this must be an object with names, not 3. There are foot, horse."),
        ({"results": [1, 2]}, "tables.results", "this must be an object with names, not [1, 2]."),
        ([], "tables", "this must be an object with names, not []"),
        ({"reach": True}, "tables.reach", f"{WHOLE} True."),
        ({"reach": "6"}, "tables.reach", f"{WHOLE} '6'."),
        ({"reach": 6.0}, "tables.reach", f"{WHOLE} 6.0."),
        ({"reach": None}, "tables.reach", f"{WHOLE} None."),
        ({"reach": {"value": 1}}, "tables.reach", f"{WHOLE} {{'value': 1}}."),
        ({"reach": 1001}, "tables.reach", "this must be a whole number from -1,000 to 1,000, not 1,001."),
        ({"reach": -1001}, "tables.reach", "this must be a whole number from -1,000 to 1,000, not -1,001."),
        (
            {"reach": 10**5000},
            "tables.reach",
            "this must be a whole number from -1,000 to 1,000, not a number of more than 20 digits.",
        ),
        ({5: 1}, "tables.5", "there is no 5."),
    ],
)
def test_what_the_tables_have_no_place_for_is_refused(patch: Any, path: str, sentence: str) -> None:
    with pytest.raises(OverlayError, match=re.escape(f"{path}: {sentence}")) as error:
        overlay(PRINTED, patch)
    assert error.value.path == path


@pytest.mark.parametrize("number", [-1000, 0, 1000])
def test_numbers_have_two_ends(number: int) -> None:
    assert overlay(PRINTED, {"reach": number}).reach == number


def test_a_long_name_is_cut_in_its_sentence() -> None:
    with pytest.raises(OverlayError) as error:
        overlay(PRINTED, {"x" * 10_000: 1})
    assert len(str(error.value)) < 200
