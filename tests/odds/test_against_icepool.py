"""Exact odds of Easy Napoleonics' procedures against icepool, which shares no code with them.

The dice are those that the rulebook's examples state, or that stand here as worked out by hand; what follows from
them (hits, checks, drops, leaders) is put together in icepool once more.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from icepool import Die, d10, map_function, tupleize

from battles.engine.odds import distribution
from battles.rules.easy_napoleonics.combat import fight
from battles.rules.easy_napoleonics.facts import Checker, Melee, Volley
from battles.rules.easy_napoleonics.fire import volley
from battles.rules.easy_napoleonics.morale import rally, take_checks
from battles.rules.easy_napoleonics.rules import Book
from tests.rules.easy_napoleonics.builders.facts import battery, book, checker, examples, heavy, infantry, light
from tests.rules.easy_napoleonics.builders.facts import melee as melee_of
from tests.rules.easy_napoleonics.builders.facts import volley as volley_of

NUMBER = {"militia": 9, "conscript": 8, "seasoned": 7, "veteran": 6, "elite": 5, "guard": 4, "old_guard": 3}
LEVELS = ("good", "fair", "bad", "broken")


def needs(grade: str, level: int, bonus: int = 0) -> int:
    """The face that a check needs at a level, by hand."""
    return max(2, min(10, NUMBER[grade] + level - bonus))


def failing(checks: int, face: int) -> Any:
    """How many of so many checks fail, as a die."""
    return checks @ (d10 < face) if checks else Die([0])


def chances(die: Any) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes() if die.quantity(outcome)}


CHECKS = [
    (checker(), 7),
    (checker("militia", level="bad"), 10),
    (checker("old_guard", leader=True), 2),
    (checker("conscript", level="fair", leader=True), 8),
    (checker("elite", level="fair"), 6),
    (checker("veteran", nation="france", formation="column", moved_in_column=True), 5),
    (checker("veteran", nation="france", formation="line", moved_in_column=True), 6),
]


@pytest.mark.rule("EN-MORALE-07", "the chances of checks are those of icepool")
@pytest.mark.parametrize(("facts", "face"), CHECKS)
def test_checks(facts: Checker, face: int) -> None:
    rules = book(national_rules="france")
    for count in (1, 2, 5):
        ours = distribution(lambda dice, count=count: take_checks(dice, rules, facts, count))
        assert ours == {int(fallen): part for fallen, part in chances(failing(count, face)).items()}
    assert distribution(lambda dice: rally(dice, rules, facts)) == {
        bool(passed): part for passed, part in chances(d10 >= face).items()
    }


def after_volley(shots: list[list[int]], face: int, level: str, leaders: int) -> dict[Any, Fraction]:
    """Hits, the target's level and leaders killed."""
    hits = sum(count @ (d10 >= need) for count, need in shots)
    start = LEVELS.index(level)

    @map_function
    def fallen(hits: int) -> Any:
        lost = failing(leaders, 2) if hits else Die([0])
        return tupleize(hits, failing(hits, face).map(lambda count: LEVELS[min(3, start + count)]), lost)

    return chances(fallen(hits))


def by_volley(rules: Book, facts: Volley) -> Mapping[Any, Fraction]:
    def outcome(dice: Any) -> Any:
        result = volley(dice, rules, facts)
        return result.hits, result.level, len(result.leaders_killed)

    return distribution(outcome)


@pytest.mark.rule("EN-ART-18", "hits and levels of a volley are those of icepool")
@pytest.mark.parametrize("row", examples("fire_examples"), ids=lambda row: row["id"])
def test_printed_volleys(row: dict[str, Any]) -> None:
    facts, target = volley_of(row["target"], *row["firers"]), row["target"]
    level = target.get("level", "good")
    expected = after_volley(row["shots"], needs(target["grade"], LEVELS.index(level)), level, 0)
    assert by_volley(book(**row["options"]), facts) == expected


GUARD_SQUARE = infantry("guard", "hasty_square", level="bad", leader=True)
SOLID_SQUARE = infantry("guard", "square", level="fair", leader=True)
CUIRASSIERS = heavy("elite", armored=True, leader=True, leaders=2)
LED = [
    # The target, who fires, dice with the face each needs, the face of a check.
    (infantry(leader=True), [battery("veteran", range=2)], [[3, 6]], 6),
    (infantry("militia", leader=True, leaders=2), [infantry("elite", leader=True)], [[2, 4]], 8),
    (light(level="fair"), [infantry(), infantry("veteran", "column", unit=1)], [[2, 7], [1, 6]], 7),
    (
        infantry("guard", "hasty_square", level="bad", leader=True),
        [battery("guard", range=4, level="fair")],
        [[2, 3]],
        5,
    ),
]


@pytest.mark.rule("EN-LEADER-06", "what a volley does to leaders is what icepool says")
@pytest.mark.parametrize(("target", "firers", "shots", "face"), LED)
def test_volleys_at_leaders(target: Any, firers: Any, shots: Any, face: int) -> None:
    leaders = target.get("leaders", 1) if target.get("leader") else 0
    expected = after_volley(shots, face, target.get("level", "good"), leaders)
    assert by_volley(book(), volley_of(target, *firers)) == expected


def beaten(fighter: Mapping[str, Any], drop: int, checks: int, lost: bool) -> Any:
    """The level of a unit after a drop and its checks, and its leaders killed, as a die of pairs."""
    led = int(fighter.get("leader", False))
    moved = fighter.get("nation") == "france" and fighter.get("moved_in_column", False)
    level = min(3, LEVELS.index(fighter.get("level", "good")) + drop)
    leaders = fighter.get("leaders", 1) if led and lost else 0
    count = failing(checks if level < 3 else 0, needs(fighter["grade"], level, led + moved))
    return tupleize(count.map(lambda failures: LEVELS[min(3, level + failures)]), failing(leaders, 2))


def after_melee(scores: list[str], attacker: Mapping[str, Any], defender: Mapping[str, Any]) -> dict[Any, Fraction]:
    """The band, and level and fallen leaders of both."""
    (attack, plus), (defence, more) = (map(int, re.findall(r"^(\d)D10([+-]\d+)$", score)[0]) for score in scores)
    unhurt = {id(one): Die([(one.get("level", "good"), 0)]) for one in (attacker, defender)}

    @map_function
    def outcome(lead: int) -> Any:
        drop, checks = (3, 0) if abs(lead) >= 5 else (2, 2) if lead else (1, 2)
        band = (lead > 0) - (lead < 0), abs(lead) >= 5
        first = beaten(attacker, drop, checks, lead < 0) if lead <= 0 else unhurt[id(attacker)]
        second = beaten(defender, drop, checks, lead > 0) if lead >= 0 else unhurt[id(defender)]
        return tupleize(Die([band]), first, second)

    return chances(outcome(attack @ d10 + plus - (defence @ d10 + more)))


def by_melee(rules: Book, facts: Melee) -> Mapping[Any, Fraction]:
    def outcome(dice: Any) -> Any:
        result = fight(dice, rules, facts)
        sign = {"attacker": 1, "defender": -1, None: 0}[result.winner]
        return (
            (sign, result.difference >= 5),
            (result.attack.level, len(result.attack_leaders_killed)),
            (result.defence.level, len(result.defence_leaders_killed)),
        )

    return distribution(outcome)


PRINTED = examples("melee_examples")


@pytest.mark.rule("EN-MELEE-36", "both levels after a melee are those of icepool")
@pytest.mark.parametrize("row", PRINTED, ids=lambda row: row["id"])
def test_printed_melees(row: dict[str, Any]) -> None:
    facts = melee_of(row["attacker"], row["defender"], row["aspect"])
    expected = after_melee(row["scores"], row["attacker"], row["defender"])
    ours = by_melee(book(**row["options"]), facts)
    assert ours == expected
    bands = [(1, True), (1, False), (0, False), (-1, False), (-1, True)]
    shares = [sum(part for (band, *_), part in ours.items() if band == wanted) for wanted in bands]
    assert shares == [Fraction(text) for text in row["bands"]]


LED_MELEES = [
    (infantry(leader=True), infantry("veteran"), "front", ["2D10+7", "2D10+8"]),
    (
        heavy("elite", armored=True, leader=True, leaders=2),
        infantry("conscript", leader=True),
        "rear",
        ["2D10+20", "2D10+5"],
    ),
    (
        light("militia", level="bad"),
        infantry("guard", "square", level="fair", leader=True),
        "front",
        ["2D10-5", "1D10+6"],
    ),
]


@pytest.mark.rule("EN-LEADER-06", "what a melee does to leaders is what icepool says")
@pytest.mark.parametrize(("attacker", "defender", "aspect", "scores"), LED_MELEES)
def test_melees_with_leaders(attacker: Any, defender: Any, aspect: str, scores: list[str]) -> None:
    assert by_melee(book(), melee_of(attacker, defender, aspect)) == after_melee(scores, attacker, defender)
