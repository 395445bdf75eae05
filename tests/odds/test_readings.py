"""How the rules read the dice of whole battles, against icepool and against what the events say."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from icepool import d

from battles.engine.battle_file import read
from battles.engine.odds import Reading
from battles.rules.easy_napoleonics import events as en
from battles.rules.mini_nap import events as mn
from battles.services.battle_course import Course
from battles.services.battle_report import Rolled, chance_words, rolled

KEPT = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(KEPT.glob("*/*.battle"))
LARGEST = 6
"""Most dice of a roll whose odds are worked out once more."""

every = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


@cache
def course(path: Path) -> Course:
    battle = read(path.read_bytes())
    return Course(battle.system, battle.header.setup, iter(battle.entries))


@cache
def readings(path: Path) -> tuple[Rolled, ...]:
    return tuple(rolled(course(path)))


def of(system: str, name: str) -> tuple[Reading, ...]:
    return tuple(each.reading for each in readings(KEPT / system / f"{name}.battle"))


def by_event(path: Path) -> Iterator[tuple[Any, Any, list[Reading]]]:
    """Each event with dice, the state before it, and its readings."""
    whole = course(path)
    for step in whole.steps:
        for state, event, _ in whole.events_of(step):
            if rolls := getattr(event, "rolls", ()):
                yield state, event, list(whole.system.odds.readings(state, step.entry.side or "", rolls, event))


@every
def test_every_die_of_a_battle_is_read_once(path: Path) -> None:
    rolls = [roll for step in course(path).steps for roll in step.entry.rolls]
    wanted = Counter((roll.sides, face) for roll in rolls for face in roll.faces)
    assert Counter((each.reading.sides, face) for each in readings(path) for face in each.reading.faces) == wanted


@every
def test_expected_results_and_chances_are_those_of_icepool(path: Path) -> None:
    """icepool shares no code with the game."""
    compared = 0
    for reading in {each.reading for each in readings(path) if each.reading.measure}:
        if len(reading.faces) > LARGEST:
            continue
        die = d(reading.sides)
        if reading.measure == "successes":
            die = (die <= reading.needed) if reading.low else (die >= reading.needed)
        pool = len(reading.faces) @ die
        assert reading.expected == Fraction(pool.mean())
        assert reading.chance_of_better == Fraction(pool.probability(">=", reading.result))
        assert reading.chance_of_worse == Fraction(pool.probability("<=", reading.result))
        compared += 1
    assert compared


@pytest.mark.rule("EN-ART-18", "hits and passed checks of a mission are those that its dice give")
@pytest.mark.rule("EN-MELEE-13", "the total of a melee is its dice and its modifiers")
def test_readings_of_easy_napoleonics_give_what_the_events_say() -> None:
    seen: set[type] = set()
    for path in FILES:
        for _, event, found in by_event(path):
            if isinstance(event, en.Fired):
                fire = sum(each.result for each in found if each.kind in ("Artillery fire", "Musketry"))
                passed = sum(each.result for each in found if each.kind == "Morale checks")
                assert (fire, passed) == (event.hits, event.hits - event.failures)
            elif isinstance(event, en.Fought):
                totals = [each.result for each in found if each.kind == "Melee"]
                for total, score in zip(totals, (event.attack, event.defence), strict=True):
                    assert total + sum(modifier.value for modifier in score.modifiers) == score.total
            elif isinstance(event, en.Rallied | en.SquareTried):
                assert [each.result for each in found] == [int(event.passed)]
            else:
                continue
            seen.add(type(event))
    assert seen == {en.Fired, en.Fought, en.Rallied, en.SquareTried}


@pytest.mark.rule("MN-HTH-12", "hits in combat are the dice that reach the QR")
@pytest.mark.rule("MN-FIRE-43", "the dice of a shot are added up")
@pytest.mark.rule("MN-RATE-07", "a quality test passes if face and bonus reach the QR")
def test_readings_of_mini_nap_give_what_the_events_say() -> None:
    seen: set[type] = set()
    for path in FILES:
        for state, event, found in by_event(path):
            own = [each for each in found if each.kind != "Extended charges"]
            if isinstance(event, mn.Fought):
                sides = Counter({"a": 0, "b": 0})
                for throw in event.throws:
                    sides[state.units[throw.unit].side] += throw.hits
                assert {side: sum(each.result for each in own if each.side == side) for side in sides} == sides
            elif isinstance(event, mn.Fired):
                assert sum(each.result for each in own) == event.total
            elif isinstance(event, mn.Tested):
                assert [each.result for each in own] == [int(event.passed)]
            else:
                continue
            seen.add(type(event))
    assert seen == {mn.Fought, mn.Fired, mn.Tested}


def test_known_rolls_have_the_odds_that_are_worked_out_by_hand() -> None:
    """Two D10 of at most 3: 3 of 100 ways. No hit of four D6 needing 3: 2 faces of 6, four times."""
    unlucky = next(each for each in of("easy_napoleonics", "annihilation") if each.faces == (1, 2))
    assert (unlucky.kind, unlucky.side, unlucky.expected) == ("Melee", "a", 11)
    assert unlucky.chance_of_worse == Fraction(3, 100)
    missed = next(each for each in of("mini_nap", "both_break") if each.faces == (1, 2, 2, 2))
    assert (missed.kind, missed.side, missed.needed, missed.result) == ("Combat", "a", 3, 0)
    assert (missed.expected, missed.chance_of_worse) == (Fraction(8, 3), Fraction(1, 81))


def test_a_low_die_may_be_the_good_one() -> None:
    reading = Reading(
        side="a", kind="", rule="MNT-STRUCT-03", sides=6, faces=(2,), measure="successes", needed=2, low=True
    )
    assert (reading.result, reading.expected, reading.chance_of_better) == (1, Fraction(1, 3), Fraction(1, 3))


def test_dice_without_odds_have_no_chance() -> None:
    reading = Reading(side="", kind="Preparation", rule="EN-COST-08", sides=10, faces=(2, 9))
    assert (reading.expected, reading.chance_of_better, reading.chance_of_worse) == (0, None, None)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 1000), "0.1 %"),
        (Fraction(1, 4096), "1 in 4,096"),
        (Fraction(1), "100 %"),
    ],
)
def test_rare_chances_are_written_as_one_in_so_many(chance: Fraction, words: str) -> None:
    assert chance_words(chance) == words
