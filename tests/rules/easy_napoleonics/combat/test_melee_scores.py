"""What a unit brings to a melee: stands, troop bonus, national bonuses, conditions, and their options."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics.combat import plan_of, score_modifiers, stands
from battles.rules.easy_napoleonics.odds.exact import melee_chances
from battles.rules.easy_napoleonics.rules import Rules, book_of
from battles.rules.easy_napoleonics.tables import COUNTED_STANDS, Tables
from battles.rules.easy_napoleonics.tables import PRINTED as PRINTED_TABLES
from tests.rules.easy_napoleonics.builders.facts import battery, book, examples, heavy, infantry, light, melee, values

PRINTED = book()
NATIONS = book(national_rules="england,france,prussia,austria,russia")
EXAMPLES = [
    pytest.param(row, id=row["id"], marks=pytest.mark.rule(row["id"], "an example of the specification"))
    for row in examples("melee_examples")
]
"""Each row of the data file names its own rule of the family EN-EX-L."""

SQUARES = [pytest.param(row, id=row["words"]) for row in examples("square_examples")]
LINE, COLUMN = infantry(), infantry(formation="column")
CONDITIONS = {
    "EN-MELEE-24",
    "EN-MELEE-25",
    "EN-MELEE-26",
    "EN-MELEE-27",
    "EN-MELEE-28",
    "EN-MELEE-29",
    "EN-MELEE-30",
    "EN-MELEE-31",
    "EN-MELEE-32",
    "EN-MELEE-33",
}


def scores(rules: Any, attacker: dict[str, Any], defender: dict[str, Any], aspect: str = "front") -> tuple[str, str]:
    """Dice and flat bonus of both, as the rulebook writes them."""
    plan = plan_of(rules, melee(attacker, defender, aspect))
    return (
        f"{plan.attacker_stands}D10{plan.attacker.total:+}",
        f"{plan.defender_stands}D10{plan.defender.total:+}",
    )


def conditions(
    attacker: dict[str, Any], defender: dict[str, Any], aspect: str = "front", role: str = "attacker", **options: Any
) -> dict[str, int]:
    """The conditions of section 7.2 that a unit gets, by rule."""
    rows = values(score_modifiers(book(**options), melee(attacker, defender, aspect), role).rows)
    return {rule: value for rule, value in rows.items() if rule in CONDITIONS}


@pytest.mark.rule("EN-MELEE-13", "dice, per-stand bonuses times stands, flat modifiers")
@pytest.mark.parametrize("row", EXAMPLES)
def test_every_printed_match_up(row: dict[str, Any]) -> None:
    found = scores(book(**row["options"]), row["attacker"], row["defender"], row["aspect"])
    assert list(found) == row["scores"]


@pytest.mark.rule("EN-RULING-32", "squares are not safe: ten variants")
@pytest.mark.rule("EN-RULING-31", "with melee_conditions_per_stand they count per stand")
@pytest.mark.parametrize("row", SQUARES)
def test_veteran_light_cavalry_against_squares(row: dict[str, Any]) -> None:
    rules, defender = book(**row["options"]), infantry(formation=row["formation"])
    assert list(scores(rules, light(), defender)) == row["scores"]
    chances = melee_chances(rules, melee(light(), defender))
    won, tie, lost = sum(chances.bands[:2]), chances.bands[2], sum(chances.bands[3:])
    assert [Fraction(ways, chances.of) for ways in (won, tie, lost)] == [
        Fraction(row[key]) for key in ("wins", "tie", "loses")
    ]


@pytest.mark.rule("EN-MELEE-12", "line 2; column, square, masse and guns 1")
@pytest.mark.rule("EN-RULING-79", "a battery counts its one stand")
@pytest.mark.rule("EN-SQUARE-08", "a square counts one stand")
@pytest.mark.parametrize(
    ("unit", "count"),
    [
        (LINE, 2),
        (COLUMN, 1),
        (infantry(formation="square"), 1),
        (infantry(formation="hasty_square"), 1),
        (infantry(formation="masse"), 1),
        (light(), 2),
        (heavy(formation="column"), 1),
        (battery(), 1),
        (battery(formation="limbered"), 1),
    ],
)
def test_counted_stands(unit: dict[str, Any], count: int) -> None:
    assert stands(PRINTED, melee(LINE, unit), "defender") == count


@pytest.mark.rule("EN-MELEE-12", "a French column that charged counts two stands")
@pytest.mark.rule("EN-NATION-04", "and adds 1 once")
@pytest.mark.rule("EN-NATION-05", "a Prussian one counts one and adds 1")
@pytest.mark.rule("EN-NATION-09", "only if it charged this turn")
@pytest.mark.parametrize(
    ("facts", "score"),
    [
        ({"nation": "france", "charged": True}, "2D10+7"),
        ({"nation": "france"}, "1D10+3"),
        ({"nation": "france", "charged": True, "formation": "line"}, "2D10+6"),
        ({"nation": "prussia", "charged": True}, "1D10+4"),
        ({"nation": "prussia"}, "1D10+3"),
        ({"nation": "prussia", "charged": True, "formation": "line"}, "2D10+6"),
        ({"nation": "england", "charged": True}, "1D10+3"),
        ({"nation": "france", "charged": True, "kind": "light_cavalry"}, "1D10+6"),
    ],
)
def test_columns_that_charge(facts: dict[str, Any], score: str) -> None:
    assert scores(NATIONS, {**COLUMN, **facts}, LINE)[0] == score


@pytest.mark.rule("EN-NATION-09", "the charge of the enemy is none of its own")
@pytest.mark.rule("EN-MELEE-05", "only the attacker has charged")
@pytest.mark.parametrize("nation", ["france", "prussia"])
def test_a_column_that_is_charged_has_not_charged(nation: str) -> None:
    assert scores(NATIONS, infantry(charged=True), {**COLUMN, "nation": nation})[1] == "1D10+3"
    assert scores(NATIONS, LINE, {**COLUMN, "nation": nation, "charged": True})[1] == "1D10+3"


@pytest.mark.rule("EN-NATION-01", "infantry only, and only nations switched on")
def test_national_bonuses_need_their_rule() -> None:
    assert scores(PRINTED, {**COLUMN, "nation": "france", "charged": True}, LINE)[0] == "1D10+3"
    assert scores(book(national_rules="prussia"), {**LINE, "nation": "austria"}, LINE)[0] == "2D10+6"


@pytest.mark.rule("EN-NATION-07", "Austria: +1 a stand, attacking or defending")
@pytest.mark.rule("EN-NATION-08", "Russia: +1 a stand, defending")
@pytest.mark.rule("EN-MELEE-14", "national bonuses are for each stand")
@pytest.mark.parametrize(
    ("nation", "attacks", "defends"), [("austria", "2D10+8", "2D10+8"), ("russia", "2D10+6", "2D10+8")]
)
def test_bonuses_for_each_stand(nation: str, attacks: str, defends: str) -> None:
    own = {**LINE, "nation": nation}
    assert scores(NATIONS, own, LINE)[0] == attacks
    assert scores(NATIONS, LINE, own)[1] == defends


@pytest.mark.rule("EN-MELEE-20", "+1 to +7 for each counted stand")
@pytest.mark.rule("EN-MELEE-18", "no grade number in melee, only totals")
@pytest.mark.rule("EN-RULING-04", "troop bonus by grade")
@pytest.mark.rule("EN-RULING-36", "militia, conscript and old guard, which the sheet leaves out")
@pytest.mark.rule("EN-RULING-37", "troop bonus by grade")
def test_troop_bonus_by_grade() -> None:
    grades = ["militia", "conscript", "seasoned", "veteran", "elite", "guard", "old_guard"]
    found = [score_modifiers(PRINTED, melee(infantry(grade), COLUMN), "attacker").total for grade in grades]
    assert found == [2, 4, 6, 8, 10, 12, 14]


@pytest.mark.rule("EN-MELEE-21", "level, once")
@pytest.mark.rule("EN-MELEE-22", "leader, once")
@pytest.mark.parametrize(("level", "total"), [("good", 7), ("fair", 6), ("bad", 5)])
def test_level_and_leader_count_once(level: str, total: int) -> None:
    rows = score_modifiers(PRINTED, melee(infantry(level=level, leader=True), LINE), "attacker")
    assert rows.total == total


@pytest.mark.rule("EN-MELEE-23", "national bonuses")
@pytest.mark.rule("EN-EX-D12", "French veteran column, charged, Fair, against a hasty square: 2 dice + 12 v 1 die + 3")
def test_a_french_column_charges_a_hasty_square() -> None:
    french = infantry("veteran", "column", nation="france", charged=True, moved_in_column=True, level="fair")
    assert scores(NATIONS, french, infantry(formation="hasty_square")) == ("2D10+12", "1D10+3")


@pytest.mark.rule("EN-EX-D10", "an attacker on a hill against a village: no -2")
@pytest.mark.rule("EN-RULING-56", "an attacker in any listed terrain is exempt")
@pytest.mark.rule("EN-MELEE-26", "defender in woods, settlement or on a hill, attacker in none of them")
@pytest.mark.parametrize("own", ["open", "woods", "hill", "settlement", "stream"])
@pytest.mark.parametrize("enemy", ["open", "woods", "hill", "settlement", "stream"])
def test_terrain_helps_the_defender(own: str, enemy: str) -> None:
    helped = enemy in {"woods", "hill", "settlement"} and own in {"open", "stream"}
    found = conditions(infantry(terrain=own), infantry(terrain=enemy))
    assert found == ({"EN-MELEE-26": -2} if helped else {})


@pytest.mark.rule("EN-EX-D11", "veteran light cavalry in the flank of a line: 15 against 6")
@pytest.mark.rule("EN-MELEE-34", "all conditions add up")
def test_cavalry_in_the_flank_of_a_line() -> None:
    assert scores(PRINTED, light(), LINE, "flank") == ("2D10+15", "2D10+6")


@pytest.mark.rule("EN-MELEE-34", "every condition that applies counts, whatever others do")
@pytest.mark.parametrize(
    ("attacker", "defender", "aspect", "found"),
    [
        (heavy(armored=True), light(), "rear", {"24": 1, "25": 2, "33": 5}),
        (heavy(armored=True), light(terrain="woods"), "rear", {"24": 1, "25": 2, "26": -2, "33": 5}),
        (heavy(armored=True), infantry(terrain="settlement"), "flank", {"24": 1, "26": -2, "28": 3, "32": 4}),
        (heavy(armored=True), battery(terrain="hill"), "rear", {"24": 1, "26": -2, "27": 3, "33": 5}),
        (heavy(armored=True), infantry(formation="square", terrain="hill"), "front", {"24": 1, "26": -2, "30": -5}),
        (infantry(), infantry(formation="hasty_square", terrain="hill"), "front", {"26": -2, "31": 4}),
        (infantry(), infantry(terrain="woods"), "rear", {"26": -2, "33": 5}),
    ],
)
def test_all_conditions_add_up(
    attacker: dict[str, Any], defender: dict[str, Any], aspect: str, found: dict[str, int]
) -> None:
    assert conditions(attacker, defender, aspect) == {f"EN-MELEE-{number}": value for number, value in found.items()}
    troop = {"heavy_cavalry": 8, "infantry": 6}[attacker["kind"]]
    total = score_modifiers(PRINTED, melee(attacker, defender, aspect), "attacker").total
    assert total == troop + sum(found.values())


@pytest.mark.rule("EN-MELEE-24", "armored cavalry +1, either side")
@pytest.mark.rule("EN-MELEE-25", "heavy against light +2, either side")
@pytest.mark.rule("EN-MELEE-35", "both armored: both +1; like against like: nothing")
@pytest.mark.parametrize(
    ("attacker", "defender", "attacks", "defends"),
    [
        (heavy(armored=True), LINE, {"EN-MELEE-24": 1, "EN-MELEE-28": 3}, {}),
        (heavy(), light(), {"EN-MELEE-25": 2}, {}),
        (light(), heavy(armored=True), {}, {"EN-MELEE-24": 1, "EN-MELEE-25": 2}),
        (heavy(armored=True), heavy(armored=True), {"EN-MELEE-24": 1}, {"EN-MELEE-24": 1}),
        (light(), light(), {}, {}),
    ],
)
def test_conditions_of_either_side(
    attacker: dict[str, Any], defender: dict[str, Any], attacks: dict[str, int], defends: dict[str, int]
) -> None:
    assert conditions(attacker, defender) == attacks
    assert conditions(attacker, defender, role="defender") == defends


@pytest.mark.rule("EN-MELEE-27", "infantry or cavalry against artillery, limbered or not")
@pytest.mark.rule("EN-MELEE-28", "cavalry against infantry in line or column")
@pytest.mark.rule("EN-MELEE-29", "cavalry against hasty square")
@pytest.mark.rule("EN-MELEE-30", "cavalry against solid square or masse")
@pytest.mark.rule("EN-MELEE-31", "infantry against any square, not masse")
@pytest.mark.rule("EN-RULING-33", "kinds of the two units")
@pytest.mark.rule("EN-RULING-34", "kinds of the two units")
@pytest.mark.rule("EN-RULING-35", "the masse is in square to cavalry")
@pytest.mark.parametrize(
    ("attacker", "defender", "found"),
    [
        (LINE, battery(), {"EN-MELEE-27": 3}),
        (light(), battery(formation="limbered"), {"EN-MELEE-27": 3}),
        (light(), LINE, {"EN-MELEE-28": 3}),
        (heavy(), COLUMN, {"EN-MELEE-28": 3}),
        (light(), infantry(formation="hasty_square"), {"EN-MELEE-29": -3}),
        (light(), infantry(formation="square"), {"EN-MELEE-30": -5}),
        (light(), infantry(formation="masse"), {"EN-MELEE-30": -5}),
        (LINE, infantry(formation="square"), {"EN-MELEE-31": 4}),
        (LINE, infantry(formation="hasty_square"), {"EN-MELEE-31": 4}),
        (infantry(formation="masse"), infantry(formation="square"), {"EN-MELEE-31": 4}),
        (LINE, infantry(formation="masse"), {}),
        (LINE, LINE, {}),
        (LINE, light(), {}),
    ],
)
def test_who_meets_whom(attacker: dict[str, Any], defender: dict[str, Any], found: dict[str, int]) -> None:
    assert conditions(attacker, defender) == found


@pytest.mark.rule("EN-MELEE-32", "flank +4")
@pytest.mark.rule("EN-MELEE-33", "rear +5")
@pytest.mark.rule("EN-MELEE-11", "squares: front; a masse: front to cavalry, its real aspect to infantry")
@pytest.mark.rule("EN-NATION-06", "to infantry a masse is a column")
@pytest.mark.parametrize(
    ("attacker", "formation", "counts"),
    [
        (LINE, "line", True),
        (light(), "column", True),
        (LINE, "square", False),
        (light(), "hasty_square", False),
        (light(), "masse", False),
        (LINE, "masse", True),
    ],
)
def test_aspects(attacker: dict[str, Any], formation: str, counts: bool) -> None:
    unit = infantry(formation=formation)
    for aspect, expected in (("flank", {"EN-MELEE-32": 4}), ("rear", {"EN-MELEE-33": 5})):
        front = conditions(attacker, unit)
        assert conditions(attacker, unit, aspect) == ({**front, **expected} if counts else front)
        assert conditions(attacker, unit, aspect, squares_have_flanks=True) == {**front, **expected}


@pytest.mark.rule("EN-MELEE-16", "the defender counts its normal stands and modifiers in flank and rear")
def test_an_aspect_changes_nothing_for_the_defender() -> None:
    assert {scores(PRINTED, LINE, LINE, aspect)[1] for aspect in ("front", "flank", "rear")} == {"2D10+6"}


@pytest.mark.rule("EN-MELEE-17", "attacker-only conditions are not for the defender")
@pytest.mark.rule("EN-RULING-30", "melee_conditions_both_sides: -27 to -31 for either, no more")
@pytest.mark.parametrize(("both", "defends"), [(False, {}), (True, {"EN-MELEE-28": 3})])
def test_defending_cavalry_against_a_line(both: bool, defends: dict[str, int]) -> None:
    attacker, defender = infantry(terrain="woods"), light()
    assert conditions(attacker, defender, "rear", "defender", melee_conditions_both_sides=both) == defends


@pytest.mark.rule("EN-RULING-31", "-24 to -33 are multiplied; level, leader and charging columns are not")
def test_conditions_for_each_stand() -> None:
    rules = book(melee_conditions_per_stand=True, national_rules="france")
    french = infantry("veteran", "column", nation="france", charged=True, level="fair", leader=True)
    rows = score_modifiers(rules, melee(french, infantry(formation="square")), "attacker").rows
    assert values(rows) == {"EN-MELEE-20": 8, "EN-MORALE-04": -1, "EN-MELEE-22": 1, "EN-NATION-04": 1, "EN-MELEE-31": 8}
    armored = score_modifiers(rules, melee(light(), heavy(formation="column", armored=True)), "defender").rows
    assert values(armored) == {"EN-MELEE-20": 4, "EN-MELEE-24": 1, "EN-MELEE-25": 2}


@pytest.mark.rule("EN-RULING-33", "masse_only: -5 is not for ordinary squares")
@pytest.mark.parametrize(("formation", "found"), [("square", {}), ("masse", {"EN-MELEE-30": -5})])
def test_solid_square_scope(formation: str, found: dict[str, int]) -> None:
    unit = infantry(formation=formation)
    assert conditions(light(), unit, solid_square_scope="masse_only") == found
    assert conditions(LINE, infantry(formation="square"), solid_square_scope="masse_only") == {"EN-MELEE-31": 4}


@pytest.mark.rule("EN-RULING-32", "squares of all sorts, against cavalry only")
@pytest.mark.parametrize("formation", ["square", "hasty_square", "masse"])
def test_stands_of_squares_against_cavalry(formation: str) -> None:
    rules, unit = book(square_stands_vs_cavalry=2), infantry(formation=formation)
    assert stands(rules, melee(light(), unit), "defender") == 2
    assert stands(rules, melee(LINE, unit), "defender") == 1


def test_a_club_may_count_more_stands_in_a_square() -> None:
    tables = Tables(counted_stands={**COUNTED_STANDS, "square": 2})
    facts = melee(light(), infantry(formation="square"))
    assert stands(book_of(Rules(tables=tables)), facts, "defender") == 2


@pytest.mark.rule("EN-RULING-78", "a column loses to a line unless it is French")
def test_a_column_counts_half_of_a_line() -> None:
    assert scores(PRINTED, COLUMN, LINE) == ("1D10+3", "2D10+6")


KINDS = [LINE, COLUMN, light(), heavy(armored=True), battery(), infantry(formation="square", level="bad", leader=True)]


@pytest.mark.rule("EN-MELEE-13", "totals are the sum of their rows")
@pytest.mark.parametrize(("attacker", "defender"), list(product(KINDS[:4], KINDS)))
def test_totals_are_the_sum_of_their_rows(attacker: dict[str, Any], defender: dict[str, Any]) -> None:
    plan = plan_of(PRINTED, melee(attacker, defender, "flank"))
    for rows in (plan.attacker, plan.defender):
        assert rows.total == sum(row.value for row in rows.rows)
        assert all(row.value for row in rows.rows)


@pytest.mark.rule("EN-MELEE-36", "below the least difference that a club has a result for, nothing happens")
def test_a_difference_without_a_result_does_nothing() -> None:
    own = book_of(Rules(tables=replace(PRINTED_TABLES, melee_results=PRINTED_TABLES.melee_results[1:])))
    assert [(own.result(lead).drop, own.result(lead).checks) for lead in (0, 1, 4, 5, 40)] == [
        (0, 0),
        (2, 2),
        (2, 2),
        (3, 0),
        (3, 0),
    ]
