"""The odds before a melee, a charge and a breakthrough: equal to what the real procedures do."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.state import Pending
from tests.rules.easy_napoleonics.acting import values
from tests.rules.easy_napoleonics.board import at, leader, play, position, unit
from tests.rules.easy_napoleonics.forecast import (
    FAR,
    GUNS,
    HORSE,
    LEVEL,
    MELEES,
    charge,
    fought,
    holds_for_melee,
    killed,
    melee,
    ruled,
    to_last_fire,
)
from tests.rules.easy_napoleonics.truth import shares, told, truth


@pytest.mark.rule("EN-MELEE-36", "results of a melee")
@pytest.mark.rule("EN-MELEE-37", "levels after the drop and the checks")
@pytest.mark.rule("EN-OPT-07", "a unit whose enemy broke is raised")
@pytest.mark.rule("EN-LEADER-07", "leaders of the loser throw, and in a tie where the option says so")
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
