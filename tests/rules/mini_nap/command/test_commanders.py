"""Commanders: ratings, radius, caution, and when command is checked."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import Roll
from battles.engine.tracker import Note
from battles.kits.open_table.footprints import CM
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.command.commanders import (
    Commander,
    best_check,
    check_chosen_units,
    check_command,
    command_state,
    rate_commanders,
    rating_modifier,
    rating_of,
    rating_table,
)
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.rules import DEFAULTS, Options, Rules
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import COMMANDERS, CommanderRating, Level, NationWord
from battles.rules.mini_nap.tracker.entries import Tracker
from battles.rules.mini_nap.words import names as say
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    corps,
    division,
    force,
    mm,
    playing,
    recruit,
    spot,
)

CORPS, DIVISION, BRIGADE = 0, 1, 2
"""Stands of side a by number."""


def line_with_commander(unit_at: tuple[float, float] = (20, 0), **facts: Any) -> State:
    """A line, its Average Division commander at (0, 0) and its Corps commander out of the way, at (0, 110)."""
    mine = division(brigade(recruit("line", at=unit_at)), place=spot(0, 0))
    return battle(force(corps(mine, place=spot(0, 110))), brigade=0, **facts)


@pytest.mark.rule("MN-CMD-06", "Excellent 18 cm")
@pytest.mark.rule("MN-CMD-07", "Good 16 cm")
@pytest.mark.rule("MN-CMD-08", "Average 14 cm")
@pytest.mark.rule("MN-CMD-09", "Poor 12 cm")
@pytest.mark.rule("MN-CMD-10", "Dreadful 10 cm")
@pytest.mark.rule("MN-CMD-12", "within the radius a unit is in command, the radius included")
@pytest.mark.rule("MN-CMD-13", "else within 24 cm it is cautious")
@pytest.mark.rule("MN-CMD-14", "beyond 24 cm it is not in command")
@pytest.mark.parametrize(
    ("rating", "radius"), [("excellent", 18), ("good", 16), ("average", 14), ("poor", 12), ("dreadful", 10)]
)
def test_radii(rating: CommanderRating, radius: int) -> None:
    assert COMMANDERS[rating].radius == radius
    found = [best_check(DEFAULTS, [Commander(rating, tenths)]) for tenths in (0, radius * CM, radius * CM + 1)]
    assert found == ["in", "in", "cautious"]
    assert [best_check(DEFAULTS, [Commander(rating, tenths)]) for tenths in (2400, 2401)] == ["cautious", "out"]


@pytest.mark.rule("MN-CMD-11", "the better result of both commanders counts")
def test_the_better_of_two_counts() -> None:
    near, far = Commander("dreadful", 900), Commander("excellent", 2_000)
    assert best_check(DEFAULTS, [near, far]) == best_check(DEFAULTS, [far, near]) == "in"
    assert best_check(DEFAULTS, [far, Commander("good", 3_000)]) == "cautious"
    assert best_check(DEFAULTS, []) == "out"


@pytest.mark.rule("MN-CMD-16", "a stand with white markers has radius 0")
@pytest.mark.rule("MN-RULING-53", "and still makes cautious within 24 cm, unless the option says otherwise")
def test_a_stand_that_evaded() -> None:
    evaded = [Commander("excellent", tenths, evaded=True) for tenths in (0, 1, 2400, 2401)]
    assert [best_check(DEFAULTS, [one]) for one in evaded] == ["in", "cautious", "cautious", "out"]
    strict = Rules(Options(white_marked_stand_gives_cautious=False))
    assert [best_check(strict, [one]) for one in evaded] == ["out"] * 4


@pytest.mark.rule("MN-GEO-05", "G30: base to base 16.25 cm from a stand at (0, 0) to a line at (20, 0)")
@pytest.mark.parametrize(
    ("rating", "found"),
    [
        ("excellent", "in"),
        ("good", "cautious"),
        ("average", "cautious"),
        ("poor", "cautious"),
        ("dreadful", "cautious"),
    ],
)
def test_a_line_beside_its_commander(rating: CommanderRating, found: str) -> None:
    assert check_command(stand_with(line_with_commander(), DIVISION, rating=rating), 0) == found


@pytest.mark.rule("MN-CMD-13", "G31: a column at (0, 27.25) is at 24.0 cm and cautious")
@pytest.mark.rule("MN-CMD-13", "Y29: exactly 24.0 cm is cautious, 24.1 is not in command")
@pytest.mark.parametrize(("y", "found"), [(27.25, "cautious"), (27.35, "out")])
def test_a_column_before_its_commander(y: float, found: str) -> None:
    state = unit_with(line_with_commander((0, y)), 0, formation="column")
    assert check_command(state, 0) == found


@pytest.mark.rule("MN-CMD-16", "a removed stand gives nothing")
def test_a_removed_stand_gives_nothing() -> None:
    near = line_with_commander((5, 0))
    assert check_command(near, 0) == "in"
    assert check_command(stand_with(near, DIVISION, where="removed"), 0) == "out"


@pytest.mark.rule("MN-CMD-11", "only its own Division and Corps command a unit")
def test_other_divisions_do_not_command() -> None:
    other = division(brigade(recruit("other", at=(0, 90))), place=spot(20, 5))
    mine = division(brigade(recruit("line", at=(20, 0))), place=spot(100, 0))
    state = battle(force(corps(mine, other, place=spot(100, 110))))
    assert check_command(state, 0) == "out"
    assert check_command(stand_with(state, CORPS, x=mm(20), y=mm(20)), 0) == "cautious"


@pytest.mark.rule("MN-CMD-15", "a unit with its Brigade stand attached is always in command")
def test_an_attached_stand_commands() -> None:
    state = line_with_commander((100, 0))
    assert check_command(state, 0) == "out"
    assert check_command(stand_with(state, BRIGADE, unit=0), 0) == "in"


@pytest.mark.rule("MN-CMD-34", "a Brigade stand that is not attached commands no unit")
def test_a_brigade_stand_has_no_radius() -> None:
    assert check_command(stand_with(line_with_commander((100, 0)), BRIGADE, x=mm(100), y=mm(3)), 0) == "out"


@pytest.mark.rule("MN-CMD-17", "the check of the chosen Brigade stands for the whole initiative")
@pytest.mark.rule("MN-RULING-27", "Y27: whatever becomes of the stands, unless each action is checked")
@pytest.mark.parametrize(("timing", "later"), [("initiative_start", "in"), ("each_action", "out")])
def test_when_a_check_is_made(timing: Any, later: str) -> None:
    play = playing(line_with_commander((10, 0), options=Options(command_check_timing=timing)))
    check_chosen_units(play)
    assert play.unit(0).command == "in"
    overrun = stand_with(play.state, DIVISION, where="removed")
    assert command_state(overrun, 0) == later
    assert check_command(overrun, 0) == "out"


@pytest.mark.rule("MN-CMD-17", "units of other Brigades are checked when they act")
def test_others_are_checked_when_they_act() -> None:
    mine = division(brigade(recruit("chosen", at=(5, 0))), brigade(recruit("other", at=(10, 0))), place=spot(0, 0))
    state = battle(force(corps(mine)), brigade=0)
    play = playing(state)
    check_chosen_units(play)
    assert [unit.command for unit in play.state.units] == ["in", "", ""]
    assert command_state(play.state, 1) == "in"
    assert command_state(stand_with(play.state, DIVISION, where="removed"), 1) == "out"


@pytest.mark.rule("MN-DIVMAN-01", "of a chosen Division every unit is checked")
def test_a_chosen_division_is_checked() -> None:
    mine = division(brigade(recruit("one", at=(5, 0))), brigade(recruit("two", at=(10, 0))), place=spot(0, 0))
    play = playing(replace(battle(force(corps(mine))), division=0))
    check_chosen_units(play)
    assert [unit.command for unit in play.state.units] == ["in", "in", ""]


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
    """The chance of each rating over every roll of 2D6."""
    table, added = rating_table(rules, level, nation), rating_modifier(rules, level, nation)
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


def unrated_armies(**options: str) -> object:
    """A French Corps of two Divisions without ratings, against one whose ratings are all fixed."""
    mine = corps(
        division(brigade(recruit()), rating=None),
        division(brigade(recruit()), rating="good"),
        rating=None,
        nation="french",
    )
    return battle(force(mine), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.rule("MN-CMD-61", "ratings are rolled once, and those of a scenario stay")
@pytest.mark.rule("MN-RULING-67", "Corps first, then Divisions")
def test_only_open_ratings_are_rolled() -> None:
    play = playing(unrated_armies(), 6, 4, 1, 2)  # type: ignore[arg-type]
    rate_commanders(play)
    assert [(stand.level, stand.rating) for stand in play.state.stands if stand.side == "a"] == [
        ("corps", "excellent"),
        ("division", "dreadful"),
        ("brigade", None),
        ("division", "good"),
        ("brigade", None),
    ]
    (thrown,) = play.events
    assert [(roll.why, roll.faces) for roll in thrown.rolls] == [("MN-CMD-50", (6, 4)), ("MN-CMD-60", (1, 2))]


@pytest.mark.rule("MN-RULING-67", "where ratings are fixed nothing is rolled, and a missing one is Average")
def test_fixed_ratings_are_average() -> None:
    play = playing(unrated_armies(commander_ratings="fixed"))  # type: ignore[arg-type]
    rate_commanders(play)
    (rated,) = play.events
    assert isinstance(rated, happened.RatingsThrown)
    assert (rated.ratings, rated.rolls) == (((0, "average"), (1, "average")), ())


@pytest.mark.rule("MN-RULING-67", "at the table each roll says whose rating it gives, Corps first")
def test_at_the_table_each_roll_says_whose_rating_it_gives() -> None:
    state, rolls = unrated_armies(), (Roll("MN-CMD-50", 6, (6, 4)),)
    note = Note("ratings", {})
    said = [Tracker().throwing(state, note, thrown) for thrown in ((), rolls)]  # type: ignore[arg-type]
    corps_stand, division_stand = (stand for stand in state.stands[:2])  # type: ignore[attr-defined]
    assert said == [f"Rating of {say.stand_name(state, each)}" for each in (corps_stand, division_stand)]  # type: ignore[arg-type]
    assert said[0] != said[1]
    assert Tracker().throwing(state, note, (*rolls, Roll("MN-CMD-60", 6, (1, 2)))) == ""  # type: ignore[arg-type]
