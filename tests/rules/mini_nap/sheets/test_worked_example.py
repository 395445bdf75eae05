"""The worked example, line by line; its arithmetic and chances computed independently."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.sheets.cheat_pages import Table
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.sheets.worked_example import lesson
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.builders.restated_rules import hits as chances

STORY = """
1  Small arms
basic dice: 2
target in square or column: +1
dice rolled: 3
2  The dice
rolled: 5, 6, 6
sum: 17
hits, 1 for each full 6: 2
strength points left of 6: 4
chance of 0 hits: 4.6 %
chance of 1 hit: 57.9 %
chance of 2 hits: 37 %
chance of 3 hits: 0.5 %
3  A battery through a screen
basic dice: 3
French Guard or Elite artillery: +1
halved: through unformed units: −2
dice rolled: 2
4  The dice
rolled: 4, 3
sum: 7
hits, 1 for each full 6: 1
chance of 0 hits: 27.8 %
chance of 1 hit: 69.4 %
chance of 2 hits: 2.8 %
5  The charge: impact
cavalry: cavalry that charged: 1 set
dice of the cavalry, 1 × 5: 5
rolled: 3, 3, 1, 4, 1
hits at 3+: 3
dice of the line, 0 × 6: 0
6  A melee round
cavalry: every unit: 1 set
cavalry: cavalry against foot or guns: 1 set
dice of the cavalry, 2 × 5: 10
rolled: 5, 3, 4, 4, 1, 5, 1, 1, 2, 4
hits at 3+: 6
line: every unit: 1 set
dice of the line, 1 × 3: 3
rolled: 1, 6, 3
hits at 4+: 1
7  Chances
the cavalry breaks through at once: 13.2 %
the cavalry wins in the end: 98 %
the line wins: under 0.1 %
both are removed: 2 %
"""
CITED = [
    ("MN-FIRE-42", "MN-FIRE-40"),
    ("MN-FIRE-43", "MN-LOSS-01"),
    ("MN-FIRE-42", "MN-FIRE-39", "MN-FIRE-22"),
    ("MN-FIRE-43", "MN-LOSS-01"),
    ("MN-HTH-11", "MN-HTH-12", "MN-HTH-22"),
    ("MN-HTH-11", "MN-HTH-12", "MN-HTH-31"),
    ("MN-HTH-25", "MN-BREAK-01"),
]


def told(**numbers: Any) -> tuple[Table, ...]:
    return lesson(Rules(tables=replace(PRINTED, **numbers))).tables


def lines(tables: tuple[Table, ...]) -> list[str]:
    return [line for table in tables for line in (table.title, *(": ".join(row) for row in table.rows))]


def rows(table: Table) -> dict[str, str]:
    return dict(table.rows)


def percents(dice: int) -> list[str]:
    """Chances of 0, 1, 2 … hits."""
    return [f"{float(share) * 100:.1f} %".replace(".0 %", " %") for _, share in sorted(chances(dice).items())]


@pytest.mark.rule("MN-FIRE-43", "a hit for each full 6 of the sum")
@pytest.mark.rule("MN-HTH-12", "dice at QR or more hit")
def test_the_story_line_by_line() -> None:
    found = told()
    assert lines(found) == STORY.strip().splitlines()
    assert [table.rules for table in found] == CITED
    assert [table.lead for table in found] == [
        "A Veteran line fires at a Trained column of 6 strength points, at most 4 cm away.",
        "",
        "A heavy French Guard battery fires at a formed line over 20 and up to 40 cm away; a skirmish line of the "
        "enemy stands between them.",
        "",
        "Veteran cavalry with 5 strength points charges a Trained line with 6, which formed no square. "
        "It touches the front, so it does not outflank.",
        "The fight goes on with 5 strength points against 3.",
        "Chances of this charge:",
    ]
    assert [table.note for table in found if table.note] == [
        "Losses are taken at the end of the round: the cavalry has 5 left and the line has 3 left.",
        "Losses are taken at the end of the round: the cavalry has 4 left and the line is removed.",
    ]


@pytest.mark.rule("MN-FIRE-43", "the chances of its shots are those of a second reckoning")
def test_chances_of_the_shots() -> None:
    found = told()
    for place, dice in ((1, 3), (3, 2)):
        assert [text for what, text in found[place].rows if what.startswith("chance")] == percents(dice)


@pytest.mark.rule("MN-RULING-96", "a club's ranges and dice act in the example")
def test_numbers_of_a_club_act_in_it() -> None:
    small = {**PRINTED.small_arms_dice, "line": ("MN-FIRE-30", 1)}
    found = told(
        small_arms_dice=small, small_arms_range=5, sum_per_hit=5, battery_range={"close": 1, "medium": 7, "long": 9}
    )
    assert found[0].rows[0] == ("basic dice", "1")
    assert found[0].rows[-1] == ("dice rolled", "2")
    assert found[0].lead.endswith("at most 5 cm away.")
    assert "over 1 and up to 7 cm away" in found[2].lead
    faces = [int(face) for face in rows(found[1])["rolled"].split(", ")]
    assert rows(found[1])["sum"] == str(sum(faces))
    assert rows(found[1])["hits, 1 for each full 5"] == str(sum(faces) // 5)
    assert rows(found[1])["strength points left of 6"] == str(6 - sum(faces) // 5)


@pytest.mark.rule("MN-FIRE-42", "a shot without a die is told as one: nothing thrown, no hit")
def test_a_shot_without_dice() -> None:
    dice = {weight: replace(row, medium=0) for weight, row in PRINTED.battery_dice.items()}
    found = told(battery_dice=dice, fire_bonuses=())
    assert rows(found[2])["dice rolled"] == "0"
    assert found[3].rows == (
        ("rolled", "–"),
        ("sum", "0"),
        ("hits, 1 for each full 6", "0"),
        ("chance of 0 hits", "100 %"),
    )


@pytest.mark.rule("MN-LOSS-04", "points do not fall below none")
def test_many_hits_leave_no_points() -> None:
    assert rows(told(sum_per_hit=1)[1])["strength points left of 6"] == "0"


@pytest.mark.rule("MN-HTH-22", "sets of a club: more of them, or none on impact")
def test_sets_of_a_club() -> None:
    def sets(**counts: int) -> dict[str, Any]:
        return {name: replace(row, sets=counts.get(name, row.sets)) for name, row in PRINTED.sets.items()}

    many = told(sets=sets(impact_charging_cavalry=4))
    assert many[4].rows[:2] == (("cavalry: cavalry that charged", "4 sets"), ("dice of the cavalry, 4 × 5", "20"))
    assert [table.title[3:] for table in many] == [
        "Small arms",
        "The dice",
        "A battery through a screen",
        "The dice",
        "The charge: impact",
        "Chances",
    ]
    assert many[4].note.endswith("the cavalry has 5 left and the line is removed.")
    none = told(sets=sets(impact_charging_cavalry=0))
    assert none[4].rows == (
        ("cavalry: cavalry that charged", "0 sets"),
        ("dice of the cavalry, 0 × 5", "0"),
        ("dice of the line, 0 × 6", "0"),
    )
    assert none[5].lead == "The fight goes on with 5 strength points against 6."
    assert rows(none[6])["the cavalry breaks through at once"] == "0 %"


@pytest.mark.rule("MN-RATE-07", "where neither side can hit, no end is told; where one can, it is")
def test_who_cannot_hit() -> None:
    def needed(**numbers: int) -> dict[str, Any]:
        return {name: replace(row, needed=numbers.get(name, row.needed)) for name, row in PRINTED.qualities.items()}

    never = told(qualities=needed(veteran=7, trained=7))
    assert [table.title[3:] for table in never][-1] == "A melee round"
    assert never[5].note.endswith("the cavalry has 5 left and the line has 6 left.")
    horse = told(qualities=needed(trained=7))
    assert rows(horse[-1])["the cavalry wins in the end"] == "100 %"
    foot = told(qualities=needed(veteran=7))
    assert rows(foot[-1])["the line wins"] == "100 %"
    assert rows(foot[-1])["the cavalry wins in the end"] == "0 %"
    both = told(qualities=needed(veteran=6, trained=6))
    assert both[-1].title.endswith("Chances")
