"""Who defends a bridge, and charges over it at whoever is on his way (MNT-BRIDGE-03, 04, MNT-RULING-40)."""

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import board, defence
from battles.rules.mini_nap.judging_field import field_of
from battles.rules.mini_nap.judging_windows import best_defender
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import Holding, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_moves import (
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    listed,
    on,
    passed,
    plan,
    refused,
    strip,
    why,
)

WATER = Feature(key="river", kind="river", points=((mm(X - 40), mm(Y)), (mm(X + 40), mm(Y))), width=400)
BRIDGE = strip("bridge", -2, 2, -1.5, 1.5, over="river")
OVER = (WATER, BRIDGE)


def beyond(*enemies: Recruit, charger: Recruit | None = None) -> State:
    return field(charger or horse(y=-20), against=enemies, features=OVER)


RIGHT = foot("right", x=2.5, y=3, points=4)
LEFT = foot("left", x=-2.6, y=3)


@pytest.mark.rule("MNT-BRIDGE-03", "with several candidates the owner names who defends")
@pytest.mark.rule("MNT-RULING-40", "as the charge is made; what he names is charged, whoever the charger meant")
@pytest.mark.parametrize("named", [1, 2])
def test_the_owner_names_the_defender(named: int) -> None:
    play = go(beyond(RIGHT, LEFT), plan(move=act.Charge(1, "bridge")))
    assert asked(play) == ("name_defender",)
    assert listed(play.state, "b") == [act.NameDefender(1), act.NameDefender(2)]
    assert why(play.state, act.NameDefender(0), "b") == "MNT-BRIDGE-03"
    for number in (len(play.state.units), 9_999):
        refusal = refused(play.state, act.NameDefender(number), "b")
        assert refusal is not None
        assert refusal.sentence.startswith(f"Unit {number} cannot be named: it is none of those at the far end")
    seen = SYSTEM.view(play.state, "b")
    assert SYSTEM.question(seen, "b").endswith("Which of your units defends it?")
    assert SYSTEM.question(SYSTEM.view(play.state, "a"), "a") == ""
    options = SYSTEM.options(play.state, "b")
    assert best_defender(field_of(play.state, "b", False), options).action == act.NameDefender(1)
    assert SYSTEM.aim(seen, act.NameDefender(1)).targets == ("unit 0",)
    on(play, "b", act.NameDefender(named))
    on(passed(play), "b", act.Stay())
    assert play.state.holding == (Holding("bridge", named, 0),)
    assert board.touched(play.state, 0) == (named,)


@pytest.mark.rule("MNT-RULING-40", "only whom the charger may charge is a candidate; one alone is not asked for")
def test_only_those_who_may_be_charged_are_named() -> None:
    riders = horse("riders", x=2.5, y=4, facing=180)
    play = go(beyond(LEFT, riders, charger=foot(y=-8, formation="column")), plan(move=act.Charge(1, "bridge")))
    assert "name_defender" not in asked(play)
    assert "name_defender" not in asked(go(beyond(foot("alone", y=3)), plan(move=act.Charge(1, "bridge"))))


# Charges at whoever is on his way


def crossing(*passive: Recruit, mover: Recruit | None = None, travel: float = 6) -> Play:
    """A unit comes up to its end of the bridge, from 4 cm off."""
    state = field(mover or foot("mover", y=-9), against=passive, features=OVER)
    return go(state, plan(move=act.Advance(mm(travel))), 6)


@pytest.mark.rule("MNT-BRIDGE-04", "cavalry intercepts over a bridge")
@pytest.mark.rule("MNT-RULING-40", "as a charge over it: the mover is at its end, and there is no room beside it")
def test_an_opportunity_charge_over_a_bridge() -> None:
    play = crossing(horse("riders", y=6.1, facing=180))
    (meets,) = [each for each in listed(play.state, "b", "opportunity_charge") if each.bridge]
    assert (meets.unit, meets.at, meets.facing, meets.bridge) == (1, mm(6), 1800, "bridge")
    assert why(play.state, act.OpportunityCharge(1, mm(6), 1800), "b") == "MNT-RIVER-01"
    assert why(play.state, act.OpportunityCharge(1, mm(4), 1800, "bridge"), "b") == "MNT-BRIDGE-03"
    assert why(play.state, act.OpportunityCharge(1, mm(6), 1800, "river"), "b") == "MNT-BRIDGE-04"
    on(play, "b", meets)
    assert (at(play.state, 0), at(play.state, 1)) == ((0, -3), (0, 4))
    assert board.touched(play.state, 1) == (0,)
    assert play.state.holding == (Holding("bridge", 0, 1),)
    assert (defence.advantages(play.state, 0, 1), defence.advantages(play.state, 1, 0)) == (1, 0)


@pytest.mark.rule("MNT-BRIDGE-05", "infantry, too, but never at cavalry")
@pytest.mark.rule("MN-REACT-67", "a battery that is so met is removed")
def test_who_is_met_over_a_bridge() -> None:
    near = foot("passive", y=4.1, facing=180)
    assert [each.bridge for each in listed(crossing(near).state, "b", "opportunity_charge")] == ["bridge"]
    riders = crossing(near, mover=horse("mover", y=-10))
    assert asked(riders) == ()
    battery = guns("mover", y=-6, facing=0)
    state = field(battery, against=(near,), features=OVER)
    play = go(state, plan(move=act.Redeploy(0, mm(2.5), 0)), 6)
    on(play, "b", listed(play.state, "b", "opportunity_charge")[0])
    assert play.state.units[0].where == "destroyed"
    assert play.state.units[1].white


@pytest.mark.rule("MN-REACT-70", "the defender of a bridge may counter-charge over it")
@pytest.mark.rule("MNT-RULING-40", "whoever charged over the bridge last attacks, the other defends")
def test_a_counter_charge_over_a_bridge() -> None:
    state = field(horse(y=-14), against=(horse("defender", y=4, facing=180),), features=OVER)
    play = go(state, plan(move=act.Charge(1, "bridge")))
    counter = listed(play.state, "b", "opportunity_charge")[-1]
    assert counter.bridge == "bridge"
    on(play, "b", counter)
    assert play.state.holding == (Holding("bridge", 0, 1),)
    assert (play.state.units[0].impact, play.state.units[1].impact) == (True, True)
    assert at(play.state, 0) == (0, -4)
