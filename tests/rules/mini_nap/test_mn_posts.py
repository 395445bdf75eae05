"""Who takes post in a landmark as he is put down on it (MNT-RULING-42)."""

import pytest

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap import firing, landmarks
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import Holding
from battles.rules.mini_nap.tables import PRINTED
from tests.rules.mini_nap.mn_board import playing
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, strip

MILL = strip("landmark", -2, 2, -2, 2)
SQUARE = foot("Square", formation="solid_square")


@pytest.mark.rule("MNT-RULING-42", "a solid square that is put down on a landmark which nobody defends is its defender")
@pytest.mark.parametrize(
    ("unit", "features", "enemy", "takes"),
    [
        (SQUARE, (MILL,), foot("far", y=40), True),
        (foot("Line"), (MILL,), foot("far", y=40), False),
        (guns("Guns"), (MILL,), foot("far", y=40), False),
        (SQUARE, (strip("village", -2, 2, -2, 2, key="landmark"),), foot("far", y=40), False),
        (foot("Beside", x=6, formation="solid_square"), (MILL,), foot("far", y=40), False),
        (SQUARE, (MILL,), foot("at its base", x=-4.5), False),
        (SQUARE, (MILL,), foot("near its base", x=-4.6), True),
        (SQUARE, (MILL,), horse("at its base", x=-4.5), True),
        (SQUARE, (strip("landmark", -2, 2, 20, 24, key="other"), MILL), foot("far", y=40), True),
    ],
)
def test_who_takes_post(unit: Recruit, features: tuple[Feature, ...], enemy: Recruit, takes: bool) -> None:
    play = playing(field(unit, against=(enemy,), features=features))
    landmarks.take_post(play, 0)
    assert play.state.holding == ((Holding("landmark", 0),) if takes else ())
    assert landmarks.landmark_of(play.state, 0) == landmarks.defends(play.state, 0) == ("landmark" if takes else "")
    landmarks.take_post(play, 0)
    assert len(play.state.holding) == takes


@pytest.mark.rule("MNT-LANDMARK-02", "one unit at a time defends a landmark")
def test_what_is_defended_is_nobody_elses() -> None:
    state = field(SQUARE, foot("Second", x=2.6, formation="solid_square"), features=(MILL,))
    play = playing(state)
    landmarks.take_post(play, 0)
    landmarks.take_post(play, 1)
    assert play.state.holding == (Holding("landmark", 0),)
    landmarks.leave(play, 0)
    assert play.state.holding == ()


@pytest.mark.rule("MN-FIRE-42", "without dice nothing is thrown and nothing hit")
def test_no_dice_are_not_thrown() -> None:
    assert firing.throw(ScriptedDice(()), PRINTED, 0) == (0, 0)
