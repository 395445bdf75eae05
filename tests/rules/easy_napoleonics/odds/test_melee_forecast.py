"""The odds before a melee, a charge, a breakthrough and its answers equal what the procedures do."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.state import Pending
from tests.rules.easy_napoleonics.builders.forecasts import (
    FAR,
    GUNS,
    HORSE,
    LEVEL,
    MELEES,
    broken_through,
    charge,
    fought,
    holds_for_melee,
    killed,
    level_words,
    melee,
    ruled,
    shares,
    to_last_fire,
    told,
    tried,
    truth,
)
from tests.rules.easy_napoleonics.builders.positions import at, leader, play, position, unit, values


@pytest.mark.rule("EN-OPT-03", "the enemy may fire or try square, and the melee follows")
def test_the_odds_of_a_breakthrough_and_of_its_answers() -> None:
    state = broken_through({"formation": "column"})
    found = told(state, "a", act.Advance("in", target=1))
    assert [each.rule for each in found][:3] == ["EN-MUSK-05", "EN-ART-19", "EN-SQUARE-05"]
    answering = play(state, "a", act.Advance("in", target=1))
    held = told(answering, "b", act.Answer("hold"))
    assert shares(held[0]) == shares(next(each for each in found if each.title.endswith("before any fire, if not")))
    square = told(answering, "b", act.Answer("square"))
    assert shares(square[0]) == shares(ruled(found, "EN-SQUARE-05")[0])
    real = truth(answering, "b", act.Answer("square"), tried)
    assert list(shares(square[0]).values()) == [real[True], real[False]]
    real = truth(answering, "b", act.Answer("hold"), fought(answering, 0, 1), 9_000)
    holds_for_melee(answering, held, real, (0, 1))


@pytest.mark.rule("EN-OPT-03", "fire comes before the melee and counts in it")
def test_the_melee_after_an_answer_is_told_for_each_level_that_the_fire_may_leave() -> None:
    state = play(broken_through({"formation": "column"}), "a", act.Advance("in", target=1))
    found = told(state, "b", act.Answer("fire"))
    results = ruled(found, "EN-MELEE-36")
    after = ruled(found, "EN-ART-19")[0]
    assert [each.title.rpartition(" is ")[2] for each in results] == ["Good after the fire", "Fair after the fire"]

    def read(own: list[Any]) -> list[tuple[Any, ...]]:
        level = own[1].level
        winner = next((event.winner for event in own if event.kind == "fought"), None)
        return [("level", level), ("won", level, winner)]

    real = truth(state, "b", act.Answer("fire"), read, 9_000)
    for level, result in zip(("good", "fair"), results, strict=True):
        share = shares(after)[level_words("good", level)]
        assert share == real["level", level]
        attacker = sum(chance.share for chance in result.chances if chance.good is False)
        assert attacker * share == real["won", level, 0]


@pytest.mark.rule("EN-LEADER-08", "a leader goes along with a breakthrough")
@pytest.mark.rule("EN-LEADER-09", "a lone leader in the hex is run over")
def test_a_breakthrough_over_a_leader_and_with_one_is_told_so() -> None:
    state = broken_through({"formation": "column"})
    men = replace(state, leaders=(leader("a", (0, 0)), leader("b", (1, -1))))
    found = told(men, "a", act.Advance("in", target=1))
    assert [shares(each)["killed"] for each in ruled(found, "EN-LEADER-09")] == [Fraction(1, 10)]
    assert [each.rule for each in told(men, "a", act.Advance("stay"))] == ["EN-INIT-01"]
    led = play(replace(state, leaders=(leader("a", (0, 0)),)), "a", act.Advance("in", target=1))
    titles = [each.title for each in ruled(told(led, "b", act.Answer("fire")), "EN-MELEE-36")]
    assert [title.partition(" after the fire")[2] for title in titles] == [" and has its leader"] * 2


@pytest.mark.rule("EN-MORALE-13", "a winner whose level is hidden may be at each of them after the fire")
def test_the_melee_after_an_answer_to_a_hidden_winner_is_told_for_every_level() -> None:
    state = play(broken_through({"formation": "column"}, hidden_morale=True), "a", act.Advance("in", target=1))
    titles = [each.title for each in ruled(told(state, "b", act.Answer("fire")), "EN-MELEE-36")]
    levels = [title.partition(", after the fire, if a light_cavalry is ")[2] for title in titles]
    assert levels == ["Good", "Fair", "Bad"]


@pytest.mark.rule("EN-MELEE-36", "results of a melee")
@pytest.mark.rule("EN-MELEE-37", "levels after the drop and the checks")
@pytest.mark.rule("EN-OPT-07", "a unit whose enemy broke is raised")
@pytest.mark.rule("EN-LEADER-07", "leaders of the loser roll, and in a tie by option")
@pytest.mark.parametrize(("one", "two", "options"), MELEES)
def test_the_odds_of_a_melee_are_those_of_the_melee(one: Any, two: Any, options: Any) -> None:
    men = [leader("a", (0, 0)), leader("b", (1, -1))] if one.get("formation") == "column" else ()
    state = melee(one, two, men, **options)
    action = act.Fight(0, 1)
    holds_for_melee(state, told(state, "a", action), truth(state, "a", action, fought(state, 0, 1), 20_000), (0, 1))


@pytest.mark.rule("EN-MELEE-13", "dice by stands, and every modifier with its rule")
@pytest.mark.rule("EN-MELEE-32", "an attack on the flank")
def test_every_modifier_of_a_melee_is_told() -> None:
    state = melee({**HORSE, "level": "fair"}, {"facing": 5}, [leader("a", (0, 0))], terrain={(1, -1): "hill"})
    result = told(state, "a", act.Fight(0, 1))[0]
    assert result.title == "A light_cavalry attacks b infantry (B01) in the flank"
    own, enemy = result.sums
    assert {row.rule for row in own.modifiers} == {
        *("EN-MELEE-20", "EN-MORALE-04", "EN-MELEE-22", "EN-MELEE-26", "EN-MELEE-28", "EN-MELEE-32"),
    }
    assert own.result == "2D10 + 13"
    assert (enemy.what, enemy.result) == ("the score of b infantry (B01)", "2D10 + 6")


@pytest.mark.rule("EN-MELEE-12", "a column counts one stand")
def test_the_results_of_a_melee_are_told_in_their_order() -> None:
    state = melee({**HORSE, "formation": "column"}, {**GUNS, "facing": 3})
    result, own, enemy = told(state, "a", act.Fight(0, 1))
    assert [each.result for each in result.sums] == ["1D10 + 7", "1D10 + 4"]
    against_line = told(melee({**HORSE, "formation": "column"}, {"facing": 3}), "a", act.Fight(0, 1))[0]
    assert [each.result for each in against_line.sums] == ["1D10 + 7", "2D10 + 6"]
    leads = Counter(one + 7 - two - 4 for one in range(1, 11) for two in range(1, 11))
    bands = [range(5, 20), range(1, 5), range(1), range(-4, 0), range(-20, -4)]
    one, two = "a light_cavalry", "b field_artillery"
    words = [f"{one} wins by 5 or more", f"{one} wins by 1 to 4", "a tie", f"{two} wins by 1 to 4"]
    words.append(f"{two} wins by 5 or more")
    ways = [Fraction(sum(leads[lead] for lead in band), 100) for band in bands]
    assert list(shares(result).items()) == list(zip(words, ways, strict=True))
    assert [chance.good for chance in result.chances] == [True, True, None, False, False]
    assert [chance.good for chance in own.chances] == [None, False, False, False]
    assert [chance.good for chance in enemy.chances] == [None, True, True, True]


@pytest.mark.rule("EN-RULING-03", "checks at the level before the drop, where the option says so")
@pytest.mark.parametrize(("when", "modifiers"), [("after_drop", {"Fair": -1}), ("before_drop", {})])
def test_the_level_of_the_checks_is_that_of_the_option(when: str, modifiers: dict[str, int]) -> None:
    own = ruled(told(melee({}, {"facing": 3}, melee_check_level=when), "a", act.Fight(0, 1)), LEVEL)[0]
    assert values(own.sums[0].modifiers) == modifiers


@pytest.mark.rule("EN-MELEE-06", "who declines a contact fights no melee")
def test_an_attack_that_may_be_declined_has_the_odds_of_its_melee() -> None:
    owed = Pending(kind="accept", side="a", unit=0, other=1)
    units = [unit("a", (0, 0)), unit("b", (1, -1), facing=3, formation="square"), FAR, unit("a", (-5, 9))]
    other = Pending(kind="accept", side="a", unit=0, other=2)
    state = position(units, phase="melee", state={"pending": (other, owed)})
    assert ruled(told(state, "a", act.Accept(True)), "EN-MELEE-36")[0].title.startswith("A infantry (A01) attacks")
    assert told(state, "a", act.Accept(False)) == ()


@pytest.mark.rule("EN-MELEE-11", "a square has no flank")
def test_a_square_is_not_said_to_be_taken_in_the_flank() -> None:
    state = melee(HORSE, {"facing": 5, "formation": "square"})
    assert told(state, "a", act.Fight(0, 1))[0].title == "A light_cavalry attacks b infantry (B01)"


@pytest.mark.rule("EN-MELEE-38", "checks that a unit takes once it has dropped, none where it breaks by the drop")
def test_the_checks_after_a_melee_are_told() -> None:
    own, enemy = ruled(told(melee({}, {"facing": 3, "level": "fair"}), "a", act.Fight(0, 1)), LEVEL)
    assert [row.what.split(":")[0] for row in own.sums] == ["tie", "losing by 1 to 4"]
    assert [row.what.split(":")[0] for row in enemy.sums] == ["tie"]
    assert values(enemy.sums[0].modifiers) == {"Bad": -2}


@pytest.mark.rule("EN-SQUARE-04", "infantry that cavalry charges may try hasty square")
@pytest.mark.rule("EN-SQUARE-05", "one check")
def test_the_odds_of_a_charge_are_square_and_the_melee_with_and_without_it() -> None:
    state, action = charge({})
    found = told(state, "a", action)
    assert [each.rule for each in found] == ["EN-SQUARE-05", *["EN-MELEE-36", LEVEL, LEVEL] * 2]
    assert shares(found[0]) == {"forms square": Fraction(2, 5), "stays in line, and may not fire": Fraction(3, 5)}
    assert [chance.good for chance in found[0].chances] == [False, True]
    charged = play(state, "a", action)
    assert told(charged, "b", act.HastySquare(True))[0].sums == found[0].sums
    standing = told(charged, "b", act.HastySquare(False))
    assert [shares(each) for each in standing] == [shares(each) for each in found if "if not" in each.title]
    for face, with_square in ((10, True), (1, False)):
        tried = play(charged, "b", act.HastySquare(True), face)
        last = to_last_fire(tried)
        now = told(last, "a" if last.acting == "a" else "b", act.Done())
        words = "if square is formed" if with_square else "if not"
        then = [each for each in found if words in each.title]
        assert [shares(each) for each in now] == [shares(each) for each in then]
        assert [each.sums for each in now] == [each.sums for each in then]


@pytest.mark.rule("EN-RULING-40", "a try costs the fire, where the option says so")
def test_the_price_of_a_hasty_square_is_told() -> None:
    state, action = charge({}, hasty_square_fire="lost_always")
    assert "forms square, and may not fire" in shares(told(state, "a", action)[0])


@pytest.mark.rule("EN-VP-02", "no melee once the battle is won")
def test_a_charge_that_wins_the_battle_before_it_has_no_melee() -> None:
    foe = unit("b", (0, -3), facing=3)
    state = position(
        [unit("a", (0, 0), **HORSE), foe, unit("a", (-5, 9)), FAR],
        [leader("b", (0, -1))],
        lone_leader_contact="remove",
        victory_points_to_win=5,
    )
    assert told(state, "a", act.Activate(0, cell=at(0, -2), over=(0,))) == ()
    assert told(position(state.units), "a", act.Activate(0, cell=at(0, -2)))


@pytest.mark.rule("EN-SQUARE-06", "one try a turn")
def test_a_charge_on_infantry_that_has_tried_is_its_melee_alone() -> None:
    state, action = charge({"tried_square": True})
    assert [each.rule for each in told(state, "a", action)] == ["EN-MELEE-36", LEVEL, LEVEL]
    guns, action = charge({"kind": "field_artillery"})
    assert [each.rule for each in told(guns, "a", action)] == ["EN-MELEE-36", LEVEL, LEVEL]


@pytest.mark.rule("EN-FORM-05", "a unit that turned first does not charge")
def test_a_move_without_a_charge_has_no_odds() -> None:
    state, _ = charge({})
    assert told(state, "a", act.Activate(0, "column", cell=at(0, -1))) == ()
    assert told(state, "a", act.Activate(0, cell=at(1, -1))) == ()
    assert told(state, "a", act.Activate(0, cell=at(0, -9))) == ()


@pytest.mark.rule("EN-LEADER-09", "a lone leader who is run over throws a die")
def test_the_odds_of_a_leader_who_is_run_over() -> None:
    units = [unit("a", (0, 0), **HORSE), FAR, unit("b", (0, -9))]
    state = position(units, [leader("b", (0, -1)), leader("b", (0, -1))])
    action = act.Activate(0, cell=at(0, -1), over=(0, 1))
    found = ruled(told(state, "a", action), "EN-LEADER-09")
    assert [shares(each) for each in found] == [{"killed": Fraction(1, 10), "unhurt": Fraction(9, 10)}] * 2
    real = truth(state, "a", action, killed)
    assert real == {0: Fraction(1, 10), 1: Fraction(1, 10)}
    removed = position(units, [leader("b", (0, -1))], lone_leader_contact="remove")
    assert told(removed, "a", act.Activate(0, cell=at(0, -1), over=(0,))) == ()
