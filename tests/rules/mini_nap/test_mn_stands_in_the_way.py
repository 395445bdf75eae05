"""Command stands in the way of a unit that moves or charges (MN-CMD-40 to 44, MN-INTERPEN-05)."""

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.frames import Contact
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import MOVE, stand_at, stand_of
from tests.rules.mini_nap.mn_moves import (
    X,
    Y,
    asked,
    at,
    field,
    foot,
    go,
    horse,
    light,
    noted,
    on,
    passed,
    plan,
    why,
)


@pytest.mark.rule("MN-CMD-40", "Y22: charging cavalry overruns a stand, and goes on")
@pytest.mark.rule("MN-CMD-17", "Y27: the command that was checked stands")
def test_stand_is_overrun() -> None:
    state = stand_at(field(horse(), against=(foot(y=17, facing=180),)), "b", 0, 8)
    play = passed(go(state, plan(move=act.Charge(1))))
    assert stand_of(play.state, "b").where == "removed"
    assert play.state.units[1].command == "in"
    assert any(isinstance(frame, Contact) for frame in play.state.stack) or play.state.units[1].stood


@pytest.mark.rule("MN-CMD-42", "Y23: a stand evades 6 to 12 cm, 6 cm from every enemy; the mover goes on")
@pytest.mark.rule("MN-CMD-43", "two white markers, and it may evade again")
@pytest.mark.rule("MN-RULING-53", "charging infantry makes a stand evade")
def test_stand_evades() -> None:
    state = stand_at(field(foot()), "b", 0, 5, "corps")
    play = go(state, MOVE)
    assert asked(play) == ("evade_stand",)
    for place, rule in (((0, 10.9), "MN-CMD-42"), ((0, 17.1), "MN-CMD-42"), ((6.5, 0), "MN-CMD-42")):
        assert why(play.state, act.EvadeStand(mm(X + place[0]), mm(Y + place[1])), "b") == rule
    on(play, "b", act.EvadeStand(mm(X), mm(Y + 16)))
    stand = stand_of(play.state, "b", "corps")
    assert (stand.where, stand.evaded, at(play.state, 0)) == ("table", True, (0, 6))
    again = stand_at(play.state, "b", 0, 9, "corps")
    assert asked(go(noted(again, 0, manoeuvred=False), MOVE)) == ("evade_stand",)
    charge = stand_at(field(foot(), against=(light(y=8),)), "b", 0, 3.5)
    assert asked(passed(go(charge, plan(move=act.Charge(1))))) == ("evade_stand",)


@pytest.mark.rule("MN-CMD-44", "a stand without a place to evade to is lost")
def test_stand_has_nowhere_to_go() -> None:
    ring = [
        horse(f"h{n}", x=9 * dx, y=5 + 9 * dy) for n, (dx, dy) in enumerate(((1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)))
    ]
    state = stand_at(field(foot(), *ring), "b", 0, 5, "corps")
    play = go(state, MOVE)
    assert stand_of(play.state, "b", "corps").where == "removed"
    assert at(play.state, 0) == (0, 6)


@pytest.mark.rule("MN-INTERPEN-05", "a friendly stand makes room by the least distance, when the movement ends")
def test_friendly_stand_makes_room() -> None:
    state = stand_at(field(foot()), "a", 0, 6.5)
    after = go(state, MOVE).state
    stand = stand_of(after, "a")
    moved = ((stand.x - mm(X)) ** 2 + (stand.y - mm(Y + 6.5)) ** 2) ** 0.5
    assert 0 < moved <= mm(2)
    passed_by = stand_of(go(stand_at(field(foot()), "a", 0, 3), MOVE).state, "a")
    assert (passed_by.x, passed_by.y) == (mm(X), mm(Y + 3))
    turned = stand_of(go(stand_at(field(foot()), "a", 0, 2.5), plan(pivot=90)).state, "a")
    assert (turned.x, turned.y) != (mm(X), mm(Y + 2.5))
