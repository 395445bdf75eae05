"""Initiative: the streak, the bonus, ties, and exact chances."""

from fractions import Fraction

import pytest

from battles.engine.dice import ScriptedDice
from battles.rules.easy_napoleonics.command import initiative, initiative_modifiers, initiative_odds
from tests.rules.easy_napoleonics.builders.facts import book, examples, values

PRINTED = book()
EXAMPLES = [
    pytest.param(
        row["penalty"] // 2,
        row["plain"],
        row["favoured"],
        id=row["id"],
        marks=pytest.mark.rule(row["id"], "an example of the specification"),
    )
    for row in examples("initiative_examples")
]
"""Each row of the data file names its own rule of the family EN-EX-I."""


@pytest.mark.rule("EN-INIT-02", "2 for each turn won in a row")
@pytest.mark.rule("EN-INIT-05", "ties are rolled again, so they do not count in the chances")
@pytest.mark.rule("EN-INIT-06", "a bonus of 2 undoes one turn of the streak")
@pytest.mark.rule("EN-INIT-07", "a sixth win in a row is impossible")
@pytest.mark.parametrize(("streak", "plain", "favoured"), EXAMPLES)
def test_chances_of_the_side_with_the_penalty(streak: int, plain: str, favoured: str) -> None:
    side = "a" if streak else None
    assert initiative_odds(PRINTED, side, streak)["a"] == Fraction(plain)
    assert initiative_odds(book(initiative_bonus="2,0"), side, streak)["a"] == Fraction(favoured)
    assert initiative_odds(book(initiative_bonus="0,2"), "b", streak)["b"] == Fraction(favoured)


@pytest.mark.rule("EN-INIT-01", "the higher modified roll")
@pytest.mark.rule("EN-INIT-03", "the other side's win forgets the streak")
@pytest.mark.rule("EN-EX-I7", "8 - 4 against 5: b has it; then b subtracts 2 and a nothing")
def test_the_side_with_the_streak_loses_by_its_penalty() -> None:
    result = initiative(ScriptedDice([8, 5]), PRINTED, "a", 2)
    assert (result.totals, result.winner) == ((4, 5), "b")
    assert [rows.total for rows in initiative_modifiers(PRINTED, "b", 1)] == [0, -2]


@pytest.mark.rule("EN-INIT-05", "both roll again with the same modifiers")
@pytest.mark.rule("EN-EX-I8", "9 - 4 against 5: again")
def test_a_tie_is_thrown_again_with_the_same_modifiers() -> None:
    dice = ScriptedDice([9, 5, 6, 2, 7, 2])
    result = initiative(dice, PRINTED, "a", 2)
    assert (result.rolls, result.totals, result.winner) == (((9, 5), (6, 2), (7, 2)), (3, 2), "a")
    assert [roll.why for roll in dice.rolls] == ["EN-INIT-01", "EN-INIT-05", "EN-INIT-05"]


@pytest.mark.rule("EN-INIT-04", "no subtraction in turn 1")
def test_nobody_subtracts_in_the_first_turn() -> None:
    assert [rows.rows for rows in initiative_modifiers(PRINTED, None, 0)] == [(), ()]


@pytest.mark.rule("EN-EX-S5", "-2, -4, -6 on turns 2, 3, 4")
@pytest.mark.rule("EN-RULING-15", "the penalty grows with the streak")
def test_the_penalty_grows_with_the_streak() -> None:
    assert [initiative_modifiers(PRINTED, "b", streak)[1].total for streak in (1, 2, 3)] == [-2, -4, -6]


@pytest.mark.rule("EN-OPT-09", "a bonus each turn for a favoured side")
@pytest.mark.rule("EN-INIT-06", "a favoured side adds its bonus to its streak")
def test_a_favoured_side_adds_its_bonus_to_its_streak() -> None:
    rows = initiative_modifiers(book(initiative_bonus="2,0"), "a", 2)
    assert values(rows[0].rows) == {"EN-INIT-02": -4, "EN-INIT-06": 2}
    assert rows[1].rows == ()


@pytest.mark.rule("EN-RULING-75", "natural 1 and 10 mean nothing here")
def test_a_natural_ten_can_lose_the_initiative() -> None:
    assert initiative(ScriptedDice([10, 7]), PRINTED, "a", 2).winner == "b"
