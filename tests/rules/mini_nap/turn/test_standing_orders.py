"""Standing orders in the windows of the other side's initiative (MN-REACT, MN-FIRE-50, MN-FIRE-60)."""

from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, listed, on, passed, plan
from tests.rules.mini_nap.builders.shots import shooting


def settled(play: Resolution, **given: str) -> Any:
    """What the orders of whoever is asked settle."""
    (side,) = turn.deciders(play.state)
    seen = SYSTEM.secrets.view(play.state, side)
    return SYSTEM.ui.ordered(seen, side, SYSTEM.options(play.state, side), given)


def charged(*targets: Any, charger: Any = None) -> Resolution:
    return go(field(charger or horse(), against=targets), plan(move=act.Charge(1)), 1, 1, 1)


@pytest.mark.rule("MN-REACT-70", "ordered, a counter-charge is made at the first point at which it may be")
@pytest.mark.rule("MN-REACT-60", "units forbidden to charge do not hold up the game, but the charged one does")
def test_charges_by_order() -> None:
    play = charged(horse("goal", y=20, facing=180))
    assert settled(play) is None
    assert settled(play, opportunity_charge="never") is None
    first = listed(play.state, "b", "opportunity_charge")[0]
    assert settled(play, counter_charge="always") == first
    assert settled(play, counter_charge="never") == act.Pass()
    beside = charged(foot("goal", y=20, facing=180), horse("beside", x=11, y=12, facing=270))
    assert settled(beside, counter_charge="never") is None
    assert settled(beside, opportunity_charge="never") == act.Pass()


@pytest.mark.rule("MN-REACT-03", "ordered to stand, a charged unit stands")
@pytest.mark.rule("MN-REACT-41", "ordered to, every unit nearby tries for square, or none")
@pytest.mark.rule("MN-REACT-50", "a unit forbidden to feint goes on")
def test_answers_by_order() -> None:
    play = passed(charged(foot("goal", y=17, facing=180), foot("near", x=11, y=17, facing=180)))
    assert settled(play) is None
    assert settled(play, charged="stand") == act.Stay()
    square = settled(play, charged="square")
    assert isinstance(square, act.EmergencySquare)
    on(play, "b", act.Stay())
    assert settled(play, nearby_squares="never") == act.NearbySquares(())
    assert [one.unit for one in settled(play, nearby_squares="always").tries] == [2]
    met = passed(go(field(horse(), against=(foot(y=19, facing=180),)), plan(move=act.Charge(1)), 3, 3))
    on(met, "b", act.EmergencySquare("left"))
    assert settled(met) is None
    assert settled(met, feint="never") == act.Stay()
    assert settled(passed(charged(light(y=6, facing=180), charger=foot())), charged="square") == act.Stay()


@pytest.mark.rule("MN-FIRE-60", "skirmishers suppress by order, or never")
@pytest.mark.rule("MN-FIRE-50", "fire is returned by order, or never")
def test_fire_by_order() -> None:
    state = shooting(guns(), against=(light("skirmishers", 1.6, 6, 180, points=4), foot("enemy", 0, 30, 180)))
    play = go(state, listed(state, "a", "fire")[0])
    assert settled(play) is None
    assert settled(play, suppress="never") == act.Pass()
    assert settled(play, suppress="always") == act.Suppress(1, (0,))
    state = shooting(foot(), against=(foot("enemy", 1, 5, 180),))
    play = go(state, listed(state, "a", "fire")[0], 1, 1, 1)
    assert settled(play, suppress="always") is None
    assert settled(play, return_fire="never") == act.Pass()
    assert isinstance(settled(play, return_fire="always"), act.ReturnFire)
