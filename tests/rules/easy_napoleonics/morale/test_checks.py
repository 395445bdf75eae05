"""Morale checks: who needs what, and what failures cost."""

from fractions import Fraction

import pytest

from battles.engine.dice import Dice, ScriptedDice
from battles.engine.odds import distribution
from battles.rules.easy_napoleonics.morale import (
    check_modifiers,
    hasty_square,
    lowered,
    needed,
    raised,
    rally,
    take_checks,
)
from battles.rules.easy_napoleonics.odds.exact import check_chance, levels_after
from tests.rules.easy_napoleonics.builders.facts import FACES, LEVELS, after_checks, book, checker, examples, values

PRINTED = book()
FRENCH = book(national_rules="france")
COLUMNS = [("good", False), ("good", True), ("fair", False), ("fair", True), ("bad", False), ("bad", True)]
TABLE = [
    (grade, level, leader, Fraction(cell))
    for grade, row in examples("check_chances").items()
    for (level, leader), cell in zip(COLUMNS, row, strict=True)
]
"""Section 14.3: P(pass one check)."""

MARCHED = {"nation": "france", "formation": "column", "moved_in_column": True}


@pytest.mark.rule("EN-MORALE-01", "the grade number is what a check must reach")
@pytest.mark.rule("EN-MORALE-05", "a check passes where die and modifiers reach the grade number")
@pytest.mark.rule("EN-MORALE-06", "level and leader are added")
@pytest.mark.parametrize(("grade", "level", "leader", "chance"), TABLE)
def test_every_cell_of_the_table_of_checks(grade: str, level: str, leader: bool, chance: Fraction) -> None:
    unit = checker(grade, level=level, leader=leader)
    failures = distribution(lambda dice: take_checks(dice, PRINTED, unit, 1))
    assert failures[0] == chance == check_chance(PRINTED, unit)


@pytest.mark.rule("EN-NATION-03", "a French column that moved reads one column better")
@pytest.mark.parametrize("grade", examples("check_chances"))
def test_a_french_column_that_moved_checks_as_if_it_were_led(grade: str) -> None:
    led = [cell for name, level, leader, cell in TABLE if name == grade and leader]
    assert [check_chance(FRENCH, checker(grade, level=level, **MARCHED)) for level in LEVELS[:3]] == led


@pytest.mark.rule("EN-NATION-03", "veteran at Good: 3/5")
@pytest.mark.rule("EN-RULING-72", "moved in column and still in column")
@pytest.mark.parametrize(
    ("facts", "chance"),
    [
        ({}, "3/5"),
        ({"moved_in_column": False}, "1/2"),
        ({"formation": "hasty_square"}, "1/2"),
        ({"nation": "prussia"}, "1/2"),
        ({"kind": "light_cavalry"}, "1/2"),
    ],
)
def test_the_french_bonus_is_for_french_infantry_that_moved_in_column_and_still_is(facts: dict, chance: str) -> None:
    assert check_chance(FRENCH, checker("veteran", **{**MARCHED, **facts})) == Fraction(chance)


@pytest.mark.rule("EN-NATION-01", "each nation can be switched separately")
def test_the_french_bonus_needs_the_french_rule() -> None:
    assert check_chance(book(national_rules="england,austria"), checker("veteran", **MARCHED)) == Fraction(1, 2)


@pytest.mark.rule("EN-MORALE-06", "leader +1, Fair -1, Bad -2, and nothing else")
def test_check_modifiers_name_their_rules() -> None:
    rows = check_modifiers(FRENCH, checker(level="bad", leader=True, **MARCHED))
    assert values(rows.rows) == {"EN-MORALE-04": -2, "EN-MORALE-06": 1, "EN-NATION-03": 1}
    assert rows.total == 0


@pytest.mark.rule("EN-MORALE-07", "a natural 1 always fails, a natural 10 always passes")
@pytest.mark.rule("EN-ART-13", "and so for hits")
@pytest.mark.parametrize(("modifier", "face"), [(-9, 10), (-5, 10), (-4, 10), (0, 6), (3, 3), (4, 2), (5, 2), (9, 2)])
def test_modifiers_never_reach_a_natural_one_or_ten(modifier: int, face: int) -> None:
    assert needed(PRINTED, "veteran", modifier) == face


@pytest.mark.rule("EN-EX-M4", "militia at Bad rolls 10: passes")
@pytest.mark.rule("EN-EX-M5", "old guard with a leader rolls 1: fails")
@pytest.mark.parametrize(
    ("unit", "face", "failures"),
    [
        (checker("militia", level="bad"), 10, 0),
        (checker("militia", level="bad"), 9, 1),
        (checker("old_guard", leader=True), 1, 1),
        (checker("old_guard", leader=True), 2, 0),
    ],
)
def test_natural_faces_decide(unit: object, face: int, failures: int) -> None:
    assert take_checks(ScriptedDice([face]), PRINTED, unit, 1) == failures


@pytest.mark.parametrize(
    ("unit", "checks", "levels"),
    [
        pytest.param(
            checker(),
            2,
            "4/25 12/25 9/25 0",
            marks=pytest.mark.rule("EN-EX-M1", "levels after the checks of one event"),
        ),
        pytest.param(
            checker(level="fair"),
            2,
            "0 9/100 21/50 49/100",
            marks=pytest.mark.rule("EN-EX-M2", "levels after the checks of one event"),
        ),
        pytest.param(
            checker(level="fair", leader=True),
            2,
            "0 4/25 12/25 9/25",
            marks=pytest.mark.rule("EN-EX-M3", "levels after the checks of one event"),
        ),
    ],
)
def test_levels_after_the_checks_of_one_event(unit: object, checks: int, levels: str) -> None:
    found = distribution(lambda dice: lowered(unit.level, take_checks(dice, PRINTED, unit, checks)))
    assert [found.get(level, 0) for level in LEVELS] == [Fraction(cell) for cell in levels.split()]


@pytest.mark.parametrize(
    ("unit", "faces", "level"),
    [
        pytest.param(checker(), [7, 6, 2], "bad", marks=pytest.mark.rule("EN-EX-M9", "scripted checks")),
        pytest.param(
            checker("veteran", level="fair", leader=True),
            [6, 5],
            "bad",
            marks=pytest.mark.rule("EN-EX-M10", "scripted checks"),
        ),
        pytest.param(
            checker(level="fair", leader=True), [7, 6], "bad", marks=pytest.mark.rule("EN-EX-S8", "scripted checks")
        ),
        pytest.param(checker(), [1, 1, 1], "broken", marks=pytest.mark.rule("EN-EX-D13", "scripted checks")),
        pytest.param(checker(), [1, 1, 1, 1, 1], "broken", marks=pytest.mark.rule("EN-MORALE-11", "scripted checks")),
    ],
)
def test_scripted_checks(unit: object, faces: list[int], level: str) -> None:
    assert lowered(unit.level, take_checks(ScriptedDice(faces), PRINTED, unit, len(faces))) == level


@pytest.mark.rule("EN-EX-S1", "an elite unit passes on 5 to 10, a seasoned one on 7 to 10")
@pytest.mark.parametrize(("grade", "passing"), [("elite", range(5, 11)), ("seasoned", range(7, 11))])
def test_faces_that_pass(grade: str, passing: range) -> None:
    passed = [face for face in FACES if not take_checks(ScriptedDice([face]), PRINTED, checker(grade), 1)]
    assert passed == list(passing)


@pytest.mark.rule("EN-MORALE-10", "the checks of one event are one roll, and none modifies another")
@pytest.mark.rule("EN-RULING-01", "one level for each failure")
def test_the_checks_of_one_event_are_one_throw() -> None:
    dice = ScriptedDice([6, 6, 7])
    assert take_checks(dice, PRINTED, checker(), 3) == 2
    assert [roll.faces for roll in dice.rolls] == [(6, 6, 7)]


@pytest.mark.rule("EN-RALLY-01", "success or failure of one check")
@pytest.mark.rule("EN-EX-M6", "veteran at Bad with a leader needs 7")
@pytest.mark.parametrize(("face", "success"), [(6, False), (7, True)])
def test_a_rally_is_one_check(face: int, success: bool) -> None:
    unit = checker("veteran", level="bad", leader=True)
    dice = ScriptedDice([face])
    assert rally(dice, PRINTED, unit) is success
    assert dice.rolls[0].why == "EN-RALLY-01"
    assert raised("bad") == "fair"


@pytest.mark.rule("EN-SQUARE-05", "one check, with the modifiers of any check")
@pytest.mark.parametrize(
    ("unit", "chance"),
    [
        pytest.param(checker("elite"), "3/5", marks=pytest.mark.rule("EN-EX-M7", "a hasty square is one check")),
        pytest.param(
            checker("conscript", level="bad"), "1/10", marks=pytest.mark.rule("EN-EX-M8", "a hasty square is one check")
        ),
    ],
)
def test_a_hasty_square_is_one_check(unit: object, chance: str) -> None:
    def attempt(dice: Dice) -> bool:
        return hasty_square(dice, PRINTED, unit)

    assert distribution(attempt)[True] == Fraction(chance)


@pytest.mark.rule("EN-MORALE-03", "Good, Fair, Bad, Broken")
@pytest.mark.rule("EN-MORALE-11", "the floor is Broken")
def test_levels_go_down_by_steps_to_broken() -> None:
    assert [lowered("good", steps) for steps in range(5)] == ["good", "fair", "bad", "broken", "broken"]


@pytest.mark.rule("EN-OPT-07", "at most to Good")
@pytest.mark.rule("EN-VP-06", "rallying cannot bring back a Broken unit")
def test_levels_go_up_to_good_and_never_from_broken() -> None:
    assert [raised(level) for level in LEVELS] == ["good", "good", "fair", "broken"]


@pytest.mark.rule("EN-MORALE-09", "each failed check lowers the level by one step")
@pytest.mark.parametrize("level", LEVELS[:3])
@pytest.mark.parametrize("face", [2, 7, 10])
@pytest.mark.parametrize("checks", [0, 1, 2, 4])
def test_the_exact_chances_of_levels_are_those_of_every_face(level: str, face: int, checks: int) -> None:
    counted, found = after_checks(level, face, checks), levels_after(level, face, checks)
    assert [found.chance(name) for name in LEVELS] == [counted.get(name, 0) for name in LEVELS]
