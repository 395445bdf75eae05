"""Exact odds of real procedures, against every natural face in turn and against seeded play."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from battles.engine.dice import Dice, DiceNeeded, RecordedDice, Roll, SeededDice
from battles.engine.odds import (
    BranchingDice,
    Odds,
    TooManyOutcomes,
    chance,
    distribution,
    expected,
    percent,
    sum_table,
    weights,
)
from battles.rules.easy_napoleonics.tables import GRADE_NUMBER, Grade

Fire = tuple[int, int]
"""Hits, and checks failed."""


def needed(grade: Grade, modifier: int) -> int:
    """The natural D10 that passes (EN-MORALE-05, EN-MORALE-07, EN-ART-13)."""
    return max(2, min(10, GRADE_NUMBER[grade] - modifier))


def battery_fire(dice: Dice, firer: Grade = "veteran", target: Grade = "seasoned", modifier: int = 0) -> Fire:
    """One battery at close range; the checks of its hits are thrown together (EN-MORALE-10)."""
    hits = dice.successes(3, 10, needed(firer, modifier), "EN-ART-13")
    if not hits:
        return 0, 0
    return hits, hits - dice.successes(hits, 10, needed(target, 0), "EN-MORALE-05")


def by_hand(procedure: Callable[[Dice], Any], rolls: tuple[Roll, ...] = ()) -> dict[Any, Fraction]:
    """The distribution from every natural face: each throw is answered in every way the table could answer it."""
    try:
        return {procedure(RecordedDice(rolls)): Fraction(1)}
    except DiceNeeded as need:
        throws = list(product(range(1, need.sides + 1), repeat=need.count))
        found: dict[Any, Fraction] = {}
        for faces in throws:
            for result, part in by_hand(procedure, (*rolls, Roll(need.why, need.sides, faces))).items():
                found[result] = found.get(result, Fraction(0)) + part / len(throws)
        return found


def every_face(count: int, sides: int, read: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    found = Counter(read(faces) for faces in product(range(1, sides + 1), repeat=count))
    return {result: Fraction(ways, sides**count) for result, ways in found.items()}


# The sample of the rules


@pytest.mark.rule("EN-MORALE-05", "each hit is a check that a seasoned unit passes on seven and more")
def test_close_fire_odds_are_exact() -> None:
    odds = distribution(battery_fire)
    assert sum(odds.values()) == 1
    assert odds[0, 0] == Fraction(1, 8)
    assert odds[3, 3] == Fraction(1, 8) * Fraction(6, 10) ** 3
    assert sum(part for (_, failed), part in odds.items() if failed == 0) == Fraction(7, 10) ** 3
    assert len(odds) == 10


@pytest.mark.rule("EN-ART-13", "a natural ten always hits and a natural one always misses")
@pytest.mark.rule("EN-MORALE-07", "no chance of one die is outside a tenth to nine tenths")
@pytest.mark.parametrize(("modifier", "misses"), [(-9, Fraction(9, 10)), (0, Fraction(5, 10)), (9, Fraction(1, 10))])
def test_no_modifier_makes_fire_certain_or_hopeless(modifier: int, misses: Fraction) -> None:
    odds = distribution(lambda dice: battery_fire(dice, modifier=modifier))
    assert odds[0, 0] == misses**3


@pytest.mark.parametrize(("firer", "target", "modifier"), [("militia", "old_guard", 0), ("guard", "militia", 1)])
def test_a_battery_is_the_same_by_hand(firer: Grade, target: Grade, modifier: int) -> None:
    def fire(dice: Dice) -> Fire:
        return battery_fire(dice, firer, target, modifier)

    hits = every_face(3, 10, lambda faces: sum(face >= needed(firer, modifier) for face in faces))
    failed = {
        count: every_face(count, 10, lambda faces: sum(face < needed(target, 0) for face in faces)) for count in hits
    }
    want = {(hit, fail): hits[hit] * part for hit in hits for fail, part in failed[hit].items()}
    assert distribution(fire) == want


def test_seeded_play_comes_near_the_odds() -> None:
    """Each result falls within four standard deviations of its share of 10,000."""
    plays = 10_000
    found = Counter(battery_fire(SeededDice(b"near", entry)) for entry in range(plays))
    odds = distribution(battery_fire)
    assert set(found) <= set(odds)
    for result, part in odds.items():
        assert abs(found[result] - plays * part) <= 4 * float(plays * part * (1 - part)) ** 0.5


# Each question


@pytest.mark.parametrize(("count", "sides"), [(1, 2), (3, 10), (4, 6), (5, 3)])
def test_each_question_is_the_same_over_every_face(count: int, sides: int) -> None:
    assert distribution(lambda d: d.roll(count, sides, "a")) == every_face(count, sides, tuple)
    assert distribution(lambda d: d.total(count, sides, "a")) == every_face(count, sides, sum)
    for number in range(-1, sides + 3):
        assert distribution(lambda d, n=number: d.successes(count, sides, n, "a")) == every_face(
            count, sides, lambda faces, n=number: sum(face >= n for face in faces)
        )
    assert distribution(lambda d: d.tally(count, sides, "a")) == every_face(
        count, sides, lambda faces: tuple(faces.count(face) for face in range(1, sides + 1))
    )


def test_the_tally_of_eight_dice_has_its_classes() -> None:
    odds = weights(lambda dice: dice.tally(8, 6, "a"))
    assert len(odds.counts) == 1287
    assert odds.counts[0, 0, 0, 0, 0, 8] == 1
    assert odds.counts[2, 2, 2, 2, 0, 0] == 2520
    assert (sum(odds.counts.values()), odds.denominator) == (6**8, 6**8)


def test_sums_of_many_dice_are_whole_and_even_about_the_middle() -> None:
    table = sum_table(30, 6)
    assert (len(table), sum(table), table[0]) == (151, 6**30, 1)
    assert table == table[::-1]


def test_faces_come_in_order_from_ones_up() -> None:
    assert list(distribution(lambda dice: dice.roll(2, 2, "a"))) == [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.parametrize(("number", "want"), [(1, 3), (-4, 3), (7, 0), (99, 0)])
def test_an_outcome_that_cannot_fall_is_not_visited(number: int, want: int) -> None:
    seen: list[int] = []
    assert distribution(lambda dice: seen.append(dice.successes(3, 6, number, "a"))) == {None: 1}
    assert seen == [want]


def test_no_dice_are_no_branch() -> None:
    def nothing(dice: Dice) -> tuple[Any, ...]:
        return dice.roll(0, 6, "a"), dice.successes(0, 6, 3, "a"), dice.total(0, 6, "a"), dice.tally(0, 2, "a")

    assert weights(nothing) == Odds({((), 0, 0, (0, 0)): 1}, 1)


@pytest.mark.parametrize("ask", ["roll", "total", "tally"])
@pytest.mark.parametrize(("count", "sides"), [(-1, 6), (1, 1), (1, 1001), (1001, 6)])
def test_dice_that_cannot_be_are_refused_as_by_any_dice(ask: str, count: int, sides: int) -> None:
    with pytest.raises(ValueError, match="EN-ART-13 asks for") as refused:
        distribution(lambda dice: getattr(dice, ask)(count, sides, "EN-ART-13"))
    with pytest.raises(ValueError, match="EN-ART-13 asks for") as seeded:
        getattr(SeededDice(b"key", 0), ask)(count, sides, "EN-ART-13")
    assert str(refused.value) == str(seeded.value)


# Procedures of any shape

STEPS = some.lists(
    some.tuples(
        some.sampled_from(["roll", "successes", "total", "tally"]),
        some.integers(0, 2),
        some.integers(2, 3),
        some.integers(0, 4),
        some.booleans(),
    ),
    max_size=3,
)


def follow(steps: list[tuple[str, int, int, int, bool]], dice: Dice) -> tuple[Any, ...]:
    """Each step throws its dice; those that are ``nested`` throw one fewer or more by the result before."""
    seen: list[Any] = []
    for kind, count, sides, number, nested in steps:
        if nested and seen:
            count = (count + sum(map(ord, repr(seen[-1])))) % 3
        arguments = (count, sides, number) if kind == "successes" else (count, sides)
        seen.append(getattr(dice, kind)(*arguments, "a rule"))
    return tuple(seen[-2:])


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_any_nested_procedure_is_the_same_by_hand(steps: list[tuple[str, int, int, int, bool]]) -> None:
    def procedure(dice: Dice) -> tuple[Any, ...]:
        return follow(steps, dice)

    odds, found = weights(procedure), distribution(procedure)
    assert found == by_hand(procedure)
    assert sum(found.values()) == 1
    assert sum(odds.counts.values()) == odds.denominator
    assert found == {result: Fraction(ways, odds.denominator) for result, ways in odds.counts.items()}


def test_branches_of_different_dice_come_to_the_least_common_denominator() -> None:
    def either(dice: Dice) -> int:
        return dice.total(1, 4, "a") if dice.successes(1, 2, 2, "b") else dice.total(1, 6, "c")

    odds = weights(either)
    assert odds.denominator == 24
    assert odds.counts == {1: 5, 2: 5, 3: 5, 4: 5, 5: 2, 6: 2}


# Limits


def test_leaves_up_to_the_limit_are_explored_and_no_more() -> None:
    assert len(distribution(lambda dice: dice.roll(3, 10, "a"), limit=1000)) == 1000
    with pytest.raises(TooManyOutcomes, match=r"^These dice have more than 999 outcomes: too many for exact odds.$"):
        distribution(lambda dice: dice.roll(3, 10, "a"), limit=999)


@pytest.mark.parametrize("ask", ["roll", "total", "tally"])
def test_a_throw_too_large_is_refused_before_it_is_spread_out(ask: str) -> None:
    with pytest.raises(TooManyOutcomes, match="more than 20,000 outcomes"):
        distribution(lambda dice: getattr(dice, ask)(900, 900, "a"))


def test_a_procedure_that_throws_without_end_is_refused() -> None:
    def until_six(dice: Dice) -> None:
        while dice.total(1, 6, "a") != 6:
            pass

    with pytest.raises(TooManyOutcomes):
        distribution(until_six, limit=500)


def test_leaves_in_many_small_throws_count_too() -> None:
    def many(dice: Dice) -> int:
        return sum(dice.total(1, 2, "a") for _ in range(6))

    assert distribution(many, limit=64)[9] == Fraction(20, 64)
    with pytest.raises(TooManyOutcomes):
        distribution(many, limit=63)


@pytest.mark.parametrize("second", [0, 2])
def test_a_procedure_that_remembers_its_dice_is_found_out(second: int) -> None:
    runs: list[int] = []

    def remembers(dice: Dice) -> None:
        runs.append(1)
        dice.roll(1 if len(runs) == 1 else second, 6, "a")

    with pytest.raises(ValueError, match="must keep nothing between runs"):
        distribution(remembers)


def test_branching_dice_record_no_rolls() -> None:
    dice = BranchingDice()
    battery_fire(dice)
    assert dice.rolls == []


# Reading odds


def test_averages_and_chances_are_exact() -> None:
    odds = weights(battery_fire)
    assert expected(odds, lambda fire: fire[0]) == Fraction(3, 2)
    assert expected(odds, lambda fire: Fraction(fire[1], 3)) == Fraction(3, 10)
    assert chance(odds, lambda fire: fire[1] == 0) == Fraction(343, 1000)
    assert chance(odds, lambda fire: fire[0] > 3) == 0


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(2, 3), "66.7 %"),
        (Fraction(1, 8), "12.5 %"),
        (Fraction(1, 2000), "0.1 %"),
        (Fraction(3, 2000), "0.2 %"),
        (Fraction(4999, 10**7), "under 0.1 %"),
        (1 - Fraction(4999, 10**7), "over 99.9 %"),
        (Fraction(343, 1000), "34.3 %"),
        (Fraction(11, 16), "68.8 %"),
    ],
)
def test_per_cent_has_at_most_one_decimal_and_rounds_halves_up(part: Fraction, text: str) -> None:
    assert percent(part) == text


@pytest.mark.parametrize("part", [Fraction(-1, 10), Fraction(11, 10)])
def test_a_part_that_is_no_chance_is_refused(part: Fraction) -> None:
    with pytest.raises(ValueError, match="A chance is 0 to 1; this one is"):
        percent(part)
