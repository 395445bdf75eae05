"""Forecasts of combats with several units, joining in, break-through, initiative and a whole battle."""

import random
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.engine.forecast import Forecast
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import Allotment
from battles.rules.mini_nap.odds.combat_forecast import _RulesKey
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.combat_examples import row
from tests.rules.mini_nap.builders.forecasts import Shares, duel, shares, titled, told, won
from tests.rules.mini_nap.builders.melees import (
    answer,
    begin_combat,
    begin_joining,
    field,
    foot,
    horse,
    listed,
    noted,
    ring,
)
from tests.rules.mini_nap.builders.random_battles import chosen, close
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, playing, recruit

PLAN = "all points not yet allotted go to the first enemy"


def pair(points: int = 5) -> State:
    """Two lines of side a, in contact with a line of side b."""
    a = (foot("one", -2.5, 0, points=points), foot("two", 2.5, 0, points=points))
    return field(a, (foot("single", 0, 2, 180),))


def six(forecast: Forecast) -> list[str]:
    return [f"{float(share):.6f}" for share in shares(forecast).values()]


@pytest.mark.rule("MN-HTH-11", "what a side allots is forecast as it allots it")
@pytest.mark.rule("MN-HTH-10", "all linked units fight together")
def test_an_allotment_is_forecast() -> None:
    play = begin_combat(pair())
    first = act.Allot((Allotment(2, 0, 6),))
    found = titled(told(play.state, first, "b"), f"One and two fight single, if {PLAN}")
    assert six(found) == row("M01", 6)[2:5]
    assert list(shares(found)) == ["one and two win", "single wins", "all are destroyed"]
    assert [each.what for each in found.sums] == [
        "one against single, melee",
        "two against single, melee",
        "single against one, melee",
    ]
    second = act.Allot((Allotment(2, 1, 6),))
    spared = shares(titled(told(play.state, second, "b"), f"One after the combat, if {PLAN}"))
    assert spared["still 5 strength points"] > Fraction(9, 10)


@pytest.mark.rule("MN-RULING-32", "what the enemy has allotted in secret is in no odds")
def test_a_secret_allotment_shows_in_no_odds() -> None:
    state = begin_combat(ring()).state
    own = listed(state, "a", "allot")[0]
    found = set()
    for secret in listed(state, "b", "allot")[:6]:
        play = playing(state)
        answer(play, "b", secret)
        found.add(told(play.state, own))
    assert len(found) == 1


@pytest.mark.rule("MN-HTH-02", "a unit that joins in is in the forecast combat")
@pytest.mark.rule("MN-HTH-05", "a square tests to break out")
def test_joining_in_is_forecast() -> None:
    enemy = foot("enemy", 3.5, 4, 180, formation="column", rating="trained")
    play = begin_joining(field((foot("first", 3.5, 7, 180), foot("line", 7, -2)), (enemy,)))
    fight, *_ = told(play.state, act.Join(1, 2, 0))
    assert fight.title == f"First and line fight enemy, if no other unit joins in and {PLAN}"
    square = foot("square", 7, -2, formation="solid_square")
    play = begin_joining(field((foot("first", 3.5, 7, 180), square), (enemy,)))
    (breaks, *_) = listed(play.state, "a", "break_square")
    test, fight, *_ = told(play.state, breaks)
    assert shares(test) == {"forms column and joins in": Fraction(2, 3), "stays in square": Fraction(1, 3)}
    assert fight.title == f"First and square fight enemy, if it breaks out, no other unit joins in and {PLAN}"


@pytest.mark.rule("MN-RULING-32", "the combat that is chosen is forecast")
def test_a_choice_of_combats_is_forecast() -> None:
    a = (foot("one", -20, 0), foot("two", 20, 0, rating="elite", points=2))
    b = (foot("three", -20, 2, 180), foot("four", 20, 2, 180, rating="trained", points=2))
    play = begin_combat(field(a, b))
    (first, *_), (second, *_) = (told(play.state, act.ChooseGroup(group)) for group in (0, 1))
    assert tuple(shares(first).values()) == won(duel((6, 6), (3, 3), (0, 0), (1, 1))[1])
    assert {f"{share}" for share in shares(second).values()} == {"35/143", "3/143", "105/143"}
    assert first.title == "One fights three"


@pytest.mark.rule("MN-BREAK-08", "a break-through charge is forecast after its hit marker")
def test_a_break_through_charge_is_forecast() -> None:
    state = field((horse("horse", 0, 0, points=5),), (foot("foot", 0, 9, 180, points=6),), step="break_active")
    state = noted(state, 0, white=True, charged=True, command="in")
    (charge, *_) = listed(state, "a", "break_charge")
    fight = titled(told(state, charge), "Horse fights foot")
    assert tuple(shares(fight).values()) == won(duel((4, 6), (3, 3), (1, 0), (2, 1))[1])


def ending(held: str = "a", **options: Any) -> State:
    """The last unit of an initiative has only to be done with; both sides have a Brigade left."""
    units = [recruit(name, at=(30 + 40 * n, 20)) for n, name in enumerate(("one", "two"))]
    a = force(brigade(units[0], name="first"), brigade(units[1], name="second"))
    enemies = [recruit(name, at=(30 + 40 * n, 100), facing=180) for n, name in enumerate(("three", "four"))]
    b = force(brigade(enemies[0], name="third"), brigade(enemies[1], name="fourth"), name="enemy")
    state = battle(a, b, step="manoeuvre", active=held, brigade=0 if held == "a" else 2, options=Options(**options))
    chosen = tuple(replace(each, chosen=number == state.brigade) for number, each in enumerate(state.brigades))
    return replace(state, brigades=chosen)


@pytest.mark.rule("MN-SEQ-06", "the side that held the initiative rolls three dice, the other two")
@pytest.mark.rule("MN-SEQ-01", "at the start of a Turn both roll two dice")
@pytest.mark.parametrize(("held", "kept"), [("a", "1009/1206"), ("b", "197/1206")])
def test_the_initiative_that_follows_is_forecast(held: str, kept: str) -> None:
    (found,) = told(ending(held), act.Done(), held)
    assert found.rule == "MN-SEQ-06"
    assert shares(found) == {"force": Fraction(kept), "enemy": 1 - Fraction(kept)}
    assert [each.result for each in found.sums] == (["3D6", "2D6"] if held == "a" else ["2D6", "3D6"])
    last = ending(held)
    done = replace(last, brigades=tuple(replace(each, chosen=True) for each in last.brigades))
    (first,) = told(done, act.Done(), held)
    assert (first.title, set(shares(first).values())) == ("First initiative of turn 2", {Fraction(1, 2)})


@pytest.mark.rule("MN-RULING-20", "a side with no Brigade left that rolls higher does not keep the initiative")
def test_an_exhausted_side_never_wins_the_roll() -> None:
    state = ending(exhausted_side_still_dices=True)
    spent = tuple(replace(each, chosen=each.side == "a") for each in state.brigades)
    (found,) = told(replace(state, brigades=spent), act.Done())
    assert shares(found) == {"enemy": 1}


@pytest.mark.rule("MN-RATE-07", "every die of a battle is forecast, and every forecast is whole")
@pytest.mark.parametrize("seed", [4, 9])
def test_every_roll_of_a_battle_is_forecast(seed: int) -> None:
    rng, state = random.Random(seed), initial_state(close())  # noqa: S311
    state = turn.begin(state, SeededDice(b"k" * 32, 0)).state
    count = 0
    while state.outcome is None:
        side, count = sorted(turn.deciders(state))[0], count + 1
        action = chosen(rng, state, side)
        found = told(state, action, side)
        assert all(whole(each) for each in found)
        dice = SeededDice(b"k" * 32, count)
        state = turn.decide(state, side, action, dice).state
        assert found or not dice.rolls, f"{action} threw {dice.rolls}"
    assert SYSTEM.odds.forecast(SYSTEM.secrets.view(state, "a"), "a", act.Done()) == ()


def whole(forecast: Forecast) -> bool:
    found: Shares = shares(forecast)
    assert len(found) == len(forecast.chances), f"Told twice: {forecast}"
    assert all(0 < share <= 1 for share in found.values()), f"No chance: {forecast}"
    return not forecast.whole or sum(found.values()) == 1


@pytest.mark.rule("MNT-RULING-03", "a combat is forecast by the options of its battle, not by those of the last one")
def test_odds_of_one_battle_are_not_kept_for_another() -> None:
    printed, other = Options(), Options(hth_advantage_rounds="melee_only")
    assert _RulesKey(Rules(printed)) == _RulesKey(Rules(printed))
    assert _RulesKey(Rules(printed)) != _RulesKey(Rules(other))
