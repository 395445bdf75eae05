"""Odds against the rules restated: every kind of shot, and random combats."""

import json
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from battles.engine.forecast import OddsError
from battles.rules.mini_nap.odds.questions import ask
from tests.rules.mini_nap.builders import restated_rules as restated

FORMATIONS = {
    "infantry": ("line", "column", "solid_square", "emergency_square", "skirmish_line"),
    "cavalry": ("line", "column", "skirmish_line"),
    "artillery": ("battery",),
}
TARGETS = (*FORMATIONS["infantry"], "battery")


def said(what: str, facts: restated.Facts) -> dict[str, Any]:
    return dict(ask(what, json.dumps(facts)))


def near(answer: dict[str, str], share: Fraction) -> bool:
    """Whether a chance is told right: exactly where a fraction is told, and to six decimals."""
    exact = "fraction" not in answer or Fraction(answer["fraction"]) == share
    return exact and answer["decimal"] == f"{float(share):.6f}"


def by_points(ends: restated.Chances, place: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for points, share in ends.items():
        found[str(points[place])] = found.get(str(points[place]), Fraction(0)) + share
    return {points: share for points, share in found.items() if share}


def same_points(answer: dict[str, dict[str, str]], ends: restated.Chances, place: int) -> bool:
    told = by_points(ends, place)
    return answer.keys() == told.keys() and all(near(answer[points], told[points]) for points in told)


def shots() -> list[restated.Facts]:
    rated, facts = product(restated.RATINGS, TARGETS, (False, True), (False, True)), []
    for rating, target, screened, covered in rated:
        common = {"rating": rating, "target": {"formation": target}, "screened": screened, "covered": covered}
        facts += [{**common, "unit_class": "infantry", "formation": each} for each in FORMATIONS["infantry"]]
        for weight, band, nation, kgl in product(
            ("light", "medium", "heavy"), ("close", "medium", "long"), ("british", "french", "other"), (False, True)
        ):
            if nation == "british" or not kgl:
                guns = {"unit_class": "artillery", "weight": weight, "band": band, "nation": nation, "kgl": kgl}
                facts.append({**common, **guns})
    return facts


@pytest.mark.rule("MN-FIRE-42", "every shot has the dice that the rules' words give it, or is none")
@pytest.mark.rule("MN-FIRE-23", "guns at close range and small arms never fire through unformed enemies")
@pytest.mark.rule("MN-FIRE-24", "at medium range an unformed target behind others is not eligible")
def test_every_shot_has_its_dice() -> None:
    for facts in Random(42).sample(shots(), 500):  # noqa: S311
        try:
            dice = said("fire", facts)["dice"]
        except OddsError:
            dice = None
        assert dice == restated.shot_dice(facts), facts


@pytest.mark.rule("MN-FIRE-43", "every six of the sum is a hit")
@pytest.mark.parametrize(
    ("weight", "target"), [("light", "line"), ("medium", "line"), ("heavy", "line"), ("heavy", "column")]
)
def test_the_sum_of_the_dice_makes_the_hits(weight: str, target: str) -> None:
    facts = {"unit_class": "artillery", "rating": "guard", "nation": "french", "weight": weight, "band": "close"}
    answer = said("fire", {**facts, "target": {"formation": target}})
    told = {int(count): Fraction(share["fraction"]) for count, share in answer["hits"].items()}
    assert told == restated.hits(answer["dice"])


def drawn(random: Random, side: str, most: int) -> restated.Facts:
    unit_class = random.choice(("infantry", "cavalry", "artillery"))
    formation, rating = random.choice(FORMATIONS[unit_class]), random.choice(restated.RATINGS)
    least = 1 if rating == "guard" or formation not in ("line", "column") else 2
    horse = unit_class == "cavalry"
    return {
        "side": side,
        "unit_class": unit_class,
        "rating": rating,
        "formation": formation,
        "points": random.randint(least, most),
        "lancer": horse and random.random() < 0.3,
        "charging": horse and random.random() < 0.6,
        "plan": random.choice(("first", "even")),
    }


def drawn_ways(random: Random, units: list[restated.Facts]) -> restated.Ways:
    every = range(len(units))
    pairs = [(one, other) for one in every for other in every if units[one]["side"] != units[other]["side"]]
    return {
        (one, other): (
            units[other]["formation"] not in restated.SQUARES and random.random() < 0.3,
            random.choice((0, 0, 0, 1, 2)),
        )
        for one, other in pairs
    }


@pytest.mark.rule("MN-HTH-11", "points are allotted anew in each round, one enemy's share no other's")
@pytest.mark.rule("MN-HTH-20", "who outflanks has a set on impact, never against a square")
@pytest.mark.rule("MN-HTH-32", "formed units have one more set against unformed ones")
@pytest.mark.rule("MN-HTH-35", "where nobody has a die each set has one")
@pytest.mark.parametrize(("sides", "most", "many"), [("ab", 7, 40), ("aab", 4, 8), ("abb", 4, 8), ("aabb", 2, 6)])
def test_combats_drawn_by_lot_end_as_the_rules_words_say(sides: str, most: int, many: int) -> None:
    random = Random(sides)  # noqa: S311
    for _ in range(many):
        units = [drawn(random, side, most) for side in sides]
        ways = drawn_ways(random, units)
        touches = [
            {"unit": one, "enemy": other, "outflanking": outflanking, "halvings": halvings}
            for (one, other), (outflanking, halvings) in ways.items()
        ]
        answer = said("hand_to_hand", {"units": units, "contacts": touches})
        ends = restated.fought(units, ways)
        for place in range(len(units)):
            assert same_points(answer["points_left"][place], ends, place), (units, ways)


@pytest.mark.rule("MN-REACT-42", "British and Austrian columns add one, the Legion does not")
@pytest.mark.rule("MN-REACT-44", "infantry that fails has two hit markers before it fights")
@pytest.mark.rule("MN-REACT-51", "after a feint both have the points that they had")
def test_charges_at_infantry_that_tests_for_square_end_as_the_rules_words_say() -> None:
    random = Random(40)  # noqa: S311
    for _ in range(12):
        nation = random.choice(("british", "austrian", "french"))
        foot = {"rating": random.choice(restated.RATINGS), "formation": random.choice(("line", "column"))}
        foot |= {"points": random.randint(2, 6), "nation": nation, "kgl": nation == "british" and random.random() < 0.5}
        horse = {"rating": random.choice(restated.RATINGS), "points": random.randint(2, 6)}
        horse |= {"lancer": random.random() < 0.5, "outflanking": random.random() < 0.3}
        facts = {"infantry": foot, "cavalry": horse, "feints": random.random() < 0.7}
        answer, ends = said("emergency_square", facts)["points_left"], restated.square_ends(facts)
        assert same_points(answer["cavalry"], ends, 0), facts
        assert same_points(answer["infantry"], ends, 1), facts


@pytest.mark.rule("MN-HTH-10", "odds of large combats are worked out in decimals, as right as fractions to all told")
def test_a_large_combat_is_told_in_decimals() -> None:
    common = {"unit_class": "infantry", "formation": "line", "points": 5, "plan": "first"}
    units = [
        {**common, "side": side, "rating": rating}
        for side, rating in zip("aabb", ("guard", "veteran") * 2, strict=True)
    ]
    answer = said("hand_to_hand", {"units": units})
    plain = [{**unit, "lancer": False, "charging": False} for unit in units]
    ends = restated.fought(
        plain, {(one, other): (False, 0) for one in range(4) for other in range(4) if (one < 2) != (other < 2)}
    )
    assert all("fraction" not in told for told in answer["points_left"][1].values())
    assert all(same_points(answer["points_left"][place], ends, place) for place in range(4))


@pytest.mark.rule("MN-EXTEND-03", "a shortfall that is a whole number but for a rounding is that number")
@pytest.mark.parametrize("shortfall", [3, 3.0000000000000004, 2.9999999999999996])
def test_a_shortfall_is_reached_to_the_tolerance_of_lengths(shortfall: float) -> None:
    answer = said("extend", {"type": "line_infantry", "rating": "veteran", "shortfall": shortfall})
    assert answer["dice_enough"]["fraction"] == "2/3"


@pytest.mark.rule("MN-HTH-10", "combats that are too large to be reckoned at a glance are refused")
def test_combats_past_the_limit_are_refused_in_a_sentence() -> None:
    unit = {"unit_class": "infantry", "rating": "veteran", "formation": "line", "points": 100}
    with pytest.raises(OddsError, match="This combat is too large"):
        said("hand_to_hand", {"units": [{**unit, "side": "a"}, {**unit, "side": "b"}]})
    foot, horse = {"rating": "elite", "formation": "line", "points": 100}, {"rating": "elite", "points": 99}
    with pytest.raises(OddsError, match="This combat is too large"):
        said("emergency_square", {"infantry": foot, "cavalry": horse})


@pytest.mark.rule("MN-TYPE-11", "the King's German Legion is british with the flag, no other nation's")
def test_no_other_army_has_the_legion() -> None:
    guns = {"unit_class": "artillery", "rating": "elite", "weight": "heavy", "band": "long", "nation": "french"}
    with pytest.raises(OddsError, match="King's German Legion is british"):
        said("fire", {**guns, "kgl": True, "target": {"formation": "line"}})
