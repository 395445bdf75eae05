"""Melees fought to their end: results, checks, leaders, every printed example, and exact chances."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from battles.engine.dice import ScriptedDice
from battles.engine.odds import distribution
from battles.rules.easy_napoleonics.combat import Fight, fight, plan_of
from battles.rules.easy_napoleonics.morale import check_of, lowered
from battles.rules.easy_napoleonics.odds.exact import bands_of, melee_chances, melee_row, melee_table
from battles.rules.easy_napoleonics.rules import Rules, book_of
from battles.rules.easy_napoleonics.tables import MeleeResult, Tables
from tests.rules.easy_napoleonics.builders.facts import (
    LEVELS,
    after_checks,
    battery,
    book,
    count_bands,
    examples,
    heavy,
    infantry,
    light,
    melee,
    spread,
)

PRINTED = book()
EXAMPLES = [
    pytest.param(row, id=row["id"], marks=pytest.mark.rule(row["id"], "an example of the specification"))
    for row in examples("melee_examples")
]
"""Each row of the data file names its own rule of the family EN-EX-L."""

LINE = infantry()


def fought(faces: list[int], attacker: dict[str, Any], defender: dict[str, Any], **options: Any) -> Fight:
    """A frontal melee on these natural faces, all of which it must use."""
    dice = ScriptedDice(faces)
    result = fight(dice, book(**options), melee(attacker, defender))
    assert not dice.left
    return result


def band(result: Fight) -> int:
    """Where a result stands in A5+, A1-4, tie, D1-4, D5+."""
    if result.winner is None:
        return 2
    wide = result.difference >= 5
    return (0 if wide else 1) if result.winner == "attacker" else (4 if wide else 3)


@pytest.mark.rule("EN-MELEE-36", "broken by 5, down 2 by less, a tie is for both")
@pytest.mark.parametrize("row", EXAMPLES)
def test_every_printed_melee(row: dict[str, Any]) -> None:
    rules, facts = book(**row["options"]), melee(row["attacker"], row["defender"], row["aspect"])
    odds = distribution(lambda dice: (lambda r: (band(r), r.attack.level, r.defence.level))(fight(dice, rules, facts)))
    for place, cells, names in ((0, row["bands"], range(5)), (1, row["attacker_levels"], LEVELS)):
        found = [sum(p for key, p in odds.items() if key[place] == name) for name in names]
        assert found == [Fraction(cell) for cell in cells]
    found = [sum(p for key, p in odds.items() if key[2] == name) for name in LEVELS]
    assert found == [Fraction(cell) for cell in row["defender_levels"]]


@pytest.mark.parametrize("row", EXAMPLES)
def test_quick_chances_of_every_printed_melee(row: dict[str, Any]) -> None:
    chances = melee_chances(book(**row["options"]), melee(row["attacker"], row["defender"], row["aspect"]))
    assert [Fraction(ways, chances.of) for ways in chances.bands] == [Fraction(cell) for cell in row["bands"]]
    for levels, cells in (
        (chances.attacker, row["attacker_levels"]),
        (chances.defender, row["defender_levels"]),
    ):
        assert [levels.chance(level) for level in LEVELS] == [Fraction(cell) for cell in cells]


@pytest.mark.rule("EN-EX-D1", "17 to 17: both to Fair, then two checks at 8")
@pytest.mark.rule("EN-MELEE-37", "the drop comes first, both checks at the new level")
@pytest.mark.rule("EN-RULING-03", "a tie drops both and both check")
def test_a_tie_drops_both_and_both_check() -> None:
    result = fought([7, 4, 6, 5, 9, 3, 8, 10], LINE, LINE)
    assert (result.winner, result.difference) == (None, 0)
    assert (result.attack.total, result.attack.needed, result.attack.failures, result.attack.level) == (17, 8, 1, "bad")
    assert (result.defence.total, result.defence.failures, result.defence.level) == (17, 0, "fair")


@pytest.mark.rule("EN-EX-D2", "19 to 23: down two, then checks at 8")
def test_a_loser_by_four_drops_two_and_checks_twice() -> None:
    result = fought([3, 5, 9, 8, 8, 3], heavy(), LINE)
    assert (result.attack.total, result.defence.total, result.winner) == (19, 23, "defender")
    assert (result.attack.drop, result.attack.checks, result.attack.needed, result.attack.level) == (2, 2, 8, "broken")


@pytest.mark.rule("EN-MELEE-39", "the winner is unaffected")
def test_the_winner_is_unaffected() -> None:
    result = fought([3, 5, 9, 8, 8, 3], heavy(), infantry(level="fair"))
    assert (result.defence.level, result.defence.checks) == ("fair", 0)


@pytest.mark.rule("EN-EX-D3", "26 to 15: broken, no checks")
@pytest.mark.rule("EN-MELEE-38", "a loser by five or more is broken without checks")
def test_a_loser_by_five_or_more_is_broken_without_checks() -> None:
    result = fought([9, 6, 4, 5], heavy(), LINE)
    assert (result.difference, result.defence.level, result.defence.checks) == (11, "broken", 0)


@pytest.mark.rule("EN-EX-D4", "Fair less two is Broken, no checks")
@pytest.mark.rule("EN-MELEE-38", "broken by the drop: no checks, under before_drop too")
@pytest.mark.parametrize("when", ["after_drop", "before_drop"])
def test_a_fair_unit_that_loses_by_one_is_broken(when: str) -> None:
    result = fought([5, 5, 5, 5], LINE, infantry(level="fair"), melee_check_level=when)
    assert (result.difference, result.defence.level) == (1, "broken")


@pytest.mark.rule("EN-EX-D5", "the Bad one is Broken, the other checks at 7")
def test_a_tie_of_a_bad_unit_and_a_good_one() -> None:
    result = fought([5, 5, 5, 5, 6, 7], infantry("elite", level="bad"), infantry("veteran"))
    assert (result.attack.total, result.defence.total) == (18, 18)
    assert (result.attack.level, result.defence.needed, result.defence.level) == ("broken", 7, "bad")


@pytest.mark.rule("EN-EX-D6", "no leader's die in a tie")
@pytest.mark.rule("EN-LEADER-07", "nor for the winner")
@pytest.mark.parametrize(("faces", "winner"), [([5, 6, 6, 6, 10, 10, 10, 10], None), ([10, 10, 1, 1], "attacker")])
def test_a_leader_is_not_at_risk_in_a_tie_or_when_he_wins(faces: list[int], winner: str | None) -> None:
    result = fought(faces, infantry(leader=True), LINE)
    assert (result.winner, result.attack_leader_faces) == (winner, ())


@pytest.mark.rule("EN-RULING-12", "leader_risk_on_tie: leaders of both units roll")
def test_leaders_of_both_units_roll_in_a_tie_by_option() -> None:
    led = infantry(leader=True)
    result = fought([5, 5, 5, 5, 10, 10, 10, 10, 1, 2], led, led, leader_risk_on_tie=True)
    assert (result.attack_leaders_killed, result.defence_leaders_killed) == ((0,), ())


@pytest.mark.rule("EN-EX-D7", "loser by 2 with a leader: checks at 7, then the leader's die")
@pytest.mark.rule("EN-MELEE-42", "the leader of the loser rolls after the checks")
@pytest.mark.rule("EN-LEADER-06", "the leader of the loser rolls after the checks")
@pytest.mark.rule("EN-LEADER-03", "+1 once on the total, and on the checks")
def test_the_leader_of_the_loser_rolls_after_the_checks() -> None:
    result = fought([8, 7, 6, 6, 7, 7, 1], infantry("veteran"), infantry("veteran", leader=True))
    assert (result.winner, result.difference) == ("attacker", 2)
    assert (result.defence.needed, result.defence.failures, result.defence.level) == (7, 0, "bad")
    assert result.defence_leaders_killed == (0,)


@pytest.mark.rule("EN-RULING-12", "before_checks: a killed leader gives no +1")
@pytest.mark.parametrize(("face", "needed"), [(1, 8), (2, 7)])
def test_the_leader_of_the_loser_may_roll_before_the_checks(face: int, needed: int) -> None:
    led = infantry("veteran", leader=True)
    result = fought([8, 7, 6, 6, face, 10, 10], infantry("veteran"), led, leader_risk_timing="before_checks")
    assert (result.defence.needed, result.defence_leader_faces) == (needed, (face,))


@pytest.mark.rule("EN-LEADER-07", "also rolled if the unit was broken")
def test_the_leader_of_a_broken_loser_rolls() -> None:
    result = fought([1, 1, 10, 10, 1], infantry(leader=True), LINE)
    assert (result.attack.level, result.attack_leaders_killed) == ("broken", (0,))


@pytest.mark.rule("EN-LEADER-03", "each leader rolls a die")
def test_every_leader_with_the_loser_rolls() -> None:
    result = fought([1, 1, 10, 10, 5, 1], infantry(leader=True, leaders=2), LINE)
    assert (result.attack_leader_faces, result.attack_leaders_killed) == ((5, 1), (1,))


@pytest.mark.rule("EN-RULING-03", "before_drop: checks at the level held before")
@pytest.mark.rule("EN-MELEE-37", "level of the checks after a melee")
@pytest.mark.parametrize(("when", "needed"), [("after_drop", 9), ("before_drop", 7)])
def test_level_of_the_checks_after_a_melee(when: str, needed: int) -> None:
    result = fought([5, 5, 5, 4, 10, 10], LINE, LINE, melee_check_level=when)
    assert (result.difference, result.defence.needed) == (1, needed)


@pytest.mark.rule("EN-NATION-03", "its checks after a melee have the +1")
def test_a_french_column_that_moved_checks_better_after_a_melee() -> None:
    french = infantry("veteran", "column", nation="france", charged=True, moved_in_column=True)
    result = fought([1, 1, 4, 4, 10, 10], french, LINE, national_rules="france")
    assert (result.difference, result.attack.needed) == (3, 7)


@pytest.mark.rule("EN-SEQ-05", "attacker's dice, defender's, attacker's checks, defender's, leaders in that order")
@pytest.mark.parametrize(
    ("timing", "after"),
    [
        ("after_checks", ["EN-MELEE-37", "EN-MELEE-37", "EN-LEADER-06", "EN-LEADER-06"]),
        ("before_checks", ["EN-LEADER-06", "EN-LEADER-06", "EN-MELEE-37", "EN-MELEE-37"]),
    ],
)
def test_dice_of_a_melee_fall_in_order(timing: str, after: list[str]) -> None:
    led = infantry(leader=True)
    dice = ScriptedDice([5, 5, 4, 6, *[10] * 6])
    fight(dice, book(leader_risk_timing=timing, leader_risk_on_tie=True), melee(led, led))
    assert [roll.why for roll in dice.rolls] == ["EN-MELEE-13", "EN-MELEE-13", *after]
    assert [roll.faces for roll in dice.rolls[:2]] == [(5, 5), (4, 6)]


@pytest.mark.rule("EN-MELEE-15", "natural 1 and 10 mean nothing in melee")
@pytest.mark.rule("EN-RULING-75", "natural tens can lose a melee")
def test_natural_tens_can_lose_a_melee() -> None:
    result = fought([10, 10, 1, 1], infantry("militia"), infantry("old_guard"))
    assert (result.attack.total, result.defence.total, result.winner) == (22, 16, "attacker")
    assert fought([10, 1, 1], infantry("militia", "column"), infantry("old_guard")).winner == "defender"


@pytest.mark.rule("EN-MELEE-19", "level, leader and grade are those of the moment")
def test_a_score_says_what_it_is_made_of() -> None:
    attack = fought([10, 10, 1, 1], infantry(level="fair", leader=True), LINE).attack
    assert attack.stands == 2
    assert attack.total == 20 + sum(row.value for row in attack.modifiers) == 26


@pytest.mark.rule("EN-MELEE-36", "at 1 and at 5 the result changes")
@pytest.mark.parametrize(("difference", "level"), [(1, "bad"), (4, "bad"), (5, "broken"), (9, "broken")])
def test_results_change_at_one_and_at_five(difference: int, level: str) -> None:
    faces = [10, difference + 1, 1, 10, *[10, 10] * (difference < 5)]
    assert fought(faces, LINE, LINE).defence.level == level


@pytest.mark.rule("EN-MELEE-36", "the melee table is that of every face")
@pytest.mark.parametrize(("attack", "defence"), list(product((1, 2), (1, 2))))
def test_the_melee_table_is_that_of_every_face(attack: int, defence: int) -> None:
    table = melee_table()
    for net in range(-40, 41):
        row = table[attack, defence, net]
        assert row == melee_row(attack, defence, net)
        assert sum(row) == 10 ** (attack + defence)
    for net in (-40, -15, -5, -4, -1, 0, 1, 4, 6, 13, 40):
        assert table[attack, defence, net] == count_bands(attack, defence, net)


@pytest.mark.rule("EN-MELEE-36", "a table for results of a club's own has the rows that its bands make")
@pytest.mark.parametrize("bands", [(1,), (1, 2), (1, 15), (1, 3, 30)])
def test_the_melee_table_follows_the_bands(bands: tuple[int, ...]) -> None:
    for (attack, defence, net), row in melee_table(bands).items():
        assert row == melee_row(attack, defence, net, bands)
        assert sum(row) == 10 ** (attack + defence)


def test_the_melee_table_has_every_row() -> None:
    assert len(melee_table()) == 324
    assert set(melee_table()) == set(product((1, 2), (1, 2), range(-40, 41)))


FIGHTERS = [
    infantry(leader=True),
    infantry("veteran", "column", level="fair", nation="france", charged=True, moved_in_column=True),
    heavy("elite", level="bad", leader=True),
]
DEFENDERS = [infantry("guard", leader=True), light("conscript", level="fair"), battery(level="bad", leader=True)]
TIMINGS = [
    {},
    {"leader_risk_timing": "before_checks", "leader_risk_on_tie": True},
    {"melee_check_level": "before_drop"},
]


def counted(rules: Any, facts: Any, role: str) -> dict[str, Fraction]:
    """The level of a unit after a melee, worked out from every face and the results as printed."""
    plan, unit = plan_of(rules, facts), getattr(facts, role)
    ways = count_bands(plan.attacker_stands, plan.defender_stands, plan.net)
    chances = [Fraction(count, sum(ways)) for count in ways]
    tie, narrow, wide = (chances[2], chances[3], chances[4]) if role == "attacker" else chances[2::-1]
    options = rules.options

    def after(drop: int, lost: bool) -> dict[str, Fraction]:
        level = lowered(unit.level, drop)
        if level == "broken":
            return {"broken": Fraction(1)}
        at = unit.level if options.melee_check_level == "before_drop" else level

        def checked(leader: bool) -> dict[str, Fraction]:
            return after_checks(level, check_of(rules, unit, at, leader)[0], 2)

        if unit.leader and rules.risk_first and (lost or options.leader_risk_on_tie):
            return spread((Fraction(9, 10), checked(True)), (Fraction(1, 10), checked(False)))
        return checked(unit.leader)

    return spread(
        (1 - tie - narrow - wide, {unit.level: Fraction(1)}),
        (tie, after(1, False)),
        (narrow, after(2, True)),
        (wide, {"broken": Fraction(1)}),
    )


@pytest.mark.rule("EN-MELEE-36", "quick chances are those of every face and of the real melee")
@pytest.mark.rule("EN-LEADER-07", "quick chances are those of every face and of the real melee")
@pytest.mark.parametrize("options", TIMINGS)
@pytest.mark.parametrize(("attacker", "defender"), list(product(FIGHTERS, DEFENDERS)))
def test_quick_chances_are_those_of_every_face_and_of_the_real_melee(
    attacker: dict[str, Any], defender: dict[str, Any], options: dict[str, Any]
) -> None:
    rules, facts = book(national_rules="france", **options), melee(attacker, defender, "flank")
    quick = melee_chances(rules, facts)
    odds = distribution(
        lambda dice: (lambda r: (r.attack.level, r.defence.level, r.attack_leaders_killed, r.defence_leaders_killed))(
            fight(dice, rules, facts)
        )
    )
    for place, levels, role in ((0, quick.attacker, "attacker"), (1, quick.defender, "defender")):
        found = {level: levels.chance(level) for level in LEVELS if levels.chance(level)}
        assert found == spread(*((p, {key[place]: Fraction(1)}) for key, p in odds.items()))
        assert found == counted(rules, facts, role)
    for place, chance in ((2, quick.attacker_leader_killed), (3, quick.defender_leader_killed)):
        assert chance == sum(p for key, p in odds.items() if key[place])


def test_a_club_may_have_other_melee_results() -> None:
    rows = (MeleeResult(0, 0, 1, "club"), MeleeResult(3, 1, 1, "club"), MeleeResult(8, 2, 0, "club"))
    rules = book_of(Rules(tables=Tables(melee_results=rows)))
    facts = melee(LINE, LINE)
    assert bands_of(rules) == (1, 3, 8)
    odds = distribution(lambda dice: fight(dice, rules, facts).defence.level)
    quick = melee_chances(rules, facts).defender
    assert {level: quick.chance(level) for level in odds} == odds
    assert "broken" not in odds


def test_a_club_may_have_a_troop_bonus_of_its_own() -> None:
    tables = Tables(troop_bonus={**Tables().troop_bonus, "seasoned": 9})
    assert plan_of(book_of(Rules(tables=tables)), melee(LINE, LINE)).attacker.total == 18
