"""Commanders' ratings as they are thrown before deployment (section 8.6)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from battles.engine.dice import Roll
from battles.engine.tabling import Note
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import tabling
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.ratings import modifier_of, rate, rating_of, table_of
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.tables import COMMANDERS, CommanderRating, Level, NationWord
from tests.rules.mini_nap.mn_board import battle, brigade, corps, division, force, playing, recruit

CHANCES: list[tuple[NationWord, Level, str, str]] = [
    ("french", "corps", "1/6 5/9 7/36 1/12 0", "281/18"),
    ("british", "corps", "5/12 1/6 1/3 1/12 0", "95/6"),
    ("austrian", "corps", "0 0 1/6 5/12 5/12", "23/2"),
    ("prussian", "corps", "0 5/6 1/6 0 0", "47/3"),
    ("russian", "corps", "0 1/12 7/36 5/9 1/6", "223/18"),
    ("danish", "corps", "0 0 1 0 0", "14"),
    ("swedish", "corps", "0 0 1 0 0", "14"),
    ("ottoman", "corps", "0 0 0 0 1", "10"),
    ("other", "corps", "0 0 0 1 0", "12"),
    ("french", "division", "0 1/36 1/4 5/9 1/6", "221/18"),
    ("british", "division", "0 1/36 1/4 5/9 1/6", "221/18"),
    ("russian", "division", "0 0 1/12 1/2 5/12", "34/3"),
    ("austrian", "division", "0 0 1/36 7/18 7/12", "98/9"),
    ("ottoman", "division", "0 0 0 5/18 13/18", "95/9"),
    ("prussian", "division", "0 0 1/6 5/9 5/18", "106/9"),
    ("other", "division", "0 0 1/6 5/9 5/18", "106/9"),
]
"""Section 8.6: chances from Excellent to Dreadful, and the mean radius."""


def chances(rules: Rules, level: Level, nation: NationWord) -> dict[CommanderRating, Fraction]:
    """The chance of each rating over every throw of 2D6."""
    table, added = table_of(rules, level, nation), modifier_of(rules, level, nation)
    found = Counter(rating_of(table, a + b + added) for a, b in product(range(1, 7), repeat=2))
    return {rating: Fraction(found[rating], 36) for rating in COMMANDERS}


@pytest.mark.rule("MN-CMD-50", "French Corps")
@pytest.mark.rule("MN-CMD-51", "British Corps")
@pytest.mark.rule("MN-CMD-52", "Austrian Corps")
@pytest.mark.rule("MN-CMD-53", "Prussian Corps")
@pytest.mark.rule("MN-CMD-54", "Russian Corps")
@pytest.mark.rule("MN-CMD-55", "Danish and Swedish Corps")
@pytest.mark.rule("MN-CMD-56", "Ottoman Corps")
@pytest.mark.rule("MN-CMD-57", "all other Corps")
@pytest.mark.rule("MN-CMD-60", "Divisions, with the modifier of the nation")
@pytest.mark.parametrize(("nation", "level", "each", "mean"), CHANCES)
def test_chances_are_those_of_the_rulebook(nation: NationWord, level: Level, each: str, mean: str) -> None:
    found = chances(DEFAULTS, level, nation)
    assert list(found.values()) == [Fraction(part) for part in each.split()]
    assert sum(COMMANDERS[rating].radius * chance for rating, chance in found.items()) == Fraction(mean)


@pytest.mark.rule("MN-RULING-01", "a Russian Corps commander is Poor on 2 to 8 where poor wins")
def test_poor_may_win() -> None:
    found = chances(Rules(Options(russian_corps_overlap="poor_wins")), "corps", "russian")
    assert (found["poor"], found["dreadful"]) == (Fraction(26, 36), 0)
    assert chances(Rules(Options(russian_corps_overlap="poor_wins")), "corps", "french")["poor"] == Fraction(1, 12)


def led(**options: str) -> object:
    """A French Corps of two Divisions without ratings, against one whose ratings are all fixed."""
    mine = corps(
        division(brigade(recruit()), rating=None),
        division(brigade(recruit()), rating="good"),
        rating=None,
        nation="french",
    )
    return battle(force(mine), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.rule("MN-CMD-61", "ratings are thrown once, and those of a scenario stay")
@pytest.mark.rule("MN-RULING-67", "Corps first, then Divisions")
def test_only_open_ratings_are_thrown() -> None:
    play = playing(led(), 6, 4, 1, 2)  # type: ignore[arg-type]
    rate(play)
    assert [(stand.level, stand.rating) for stand in play.state.stands if stand.side == "a"] == [
        ("corps", "excellent"),
        ("division", "dreadful"),
        ("brigade", None),
        ("division", "good"),
        ("brigade", None),
    ]
    (thrown,) = play.events
    assert [(roll.why, roll.faces) for roll in thrown.rolls] == [("MN-CMD-50", (6, 4)), ("MN-CMD-60", (1, 2))]


@pytest.mark.rule("MN-RULING-67", "where ratings are fixed nothing is thrown, and a missing one is Average")
def test_fixed_ratings_are_average() -> None:
    play = playing(led(commander_ratings="fixed"))  # type: ignore[arg-type]
    rate(play)
    (rated,) = play.events
    assert isinstance(rated, happened.RatingsThrown)
    assert (rated.ratings, rated.rolls) == (((0, "average"), (1, "average")), ())


@pytest.mark.rule("MN-RULING-67", "at the table each throw says whose rating it gives, Corps first")
def test_at_the_table_each_throw_says_whose_rating_it_gives() -> None:
    state, rolls = led(), (Roll("MN-CMD-50", 6, (6, 4)),)
    note = Note("ratings", {})
    said = [tabling.throwing(state, note, thrown) for thrown in ((), rolls)]  # type: ignore[arg-type]
    corps_stand, division_stand = (stand for stand in state.stands[:2])  # type: ignore[attr-defined]
    assert said == [f"The rating of {say.stand_name(state, each)}" for each in (corps_stand, division_stand)]  # type: ignore[arg-type]
    assert said[0] != said[1]
    assert tabling.throwing(state, note, (*rolls, Roll("MN-CMD-60", 6, (1, 2)))) == ""  # type: ignore[arg-type]
