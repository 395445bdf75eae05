"""Whom a unit meets on a way back or away: enemies by contact, friends by overlap (MN-GEO-06, MN-REACT-12, 52)."""

import pytest

from battles.engine.table.bearings import path
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import underway
from battles.rules.mini_nap.board import footprint, on_table, touched
from battles.rules.mini_nap.frames import Course, Leg
from battles.rules.mini_nap.meeting import first_met
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import feinting
from tests.rules.mini_nap.mn_moves import X, field, foot, go, horse, light, noted, on, passed, plan

BACK = 1800
"""Tenths of a degree: the bearing of a way straight back."""


def met(state: State) -> int | None:
    """Where unit 0 meets somebody within 12 cm straight back."""
    return first_met(state, 0, footprint(state, 0), path(BACK, mm(12)), on_table(state))


def flank(gap: float, y: float = -8, mover: float = 5) -> Recruit:
    """Infantry beside a way straight back, so far from it; ``mover`` is the width of whoever goes along it."""
    return foot("flank", x=(mover + 5) / 2 + gap, y=y)


@pytest.mark.rule("MN-GEO-06", "an enemy within 0.05 cm of the way is met as it comes into contact, a friend is not")
@pytest.mark.parametrize(("gap", "enemy"), [(0.05, True), (0.04, True), (0.06, False), (1, False)])
def test_who_stands_beside_the_way(gap: float, enemy: bool) -> None:
    state = field(horse(), against=(flank(gap),))
    at = met(state)
    assert (at is not None) is enemy
    assert met(field(horse(), flank(gap))) is None
    # Its rear edge passes their front at 5 cm; about 0.1 cm further on they no longer meet corner to corner.
    assert at is None or mm(5.05) < at <= mm(5.15)


@pytest.mark.rule(
    "MN-GEO-06", "straight ahead an enemy is met 0.05 cm before it would be stood on, a friend 0.05 after"
)
@pytest.mark.parametrize(("y", "enemy", "friend"), [(-14, 10.95, 11.05), (-15, 11.95, None), (-15.1, None, None)])
def test_who_stands_in_the_way(y: float, enemy: float | None, friend: float | None) -> None:
    assert met(field(horse(), against=(foot(y=y),))) == (None if enemy is None else mm(enemy))
    assert met(field(horse(), foot(y=y))) == (None if friend is None else mm(friend))


@pytest.mark.rule("MN-GEO-06", "an enemy that is met corner to corner is no contact")
@pytest.mark.parametrize(("x", "contact"), [(5.03, False), (4.8, True)])
def test_corners_at_the_end_of_the_way(x: float, contact: bool) -> None:
    assert (met(field(horse(), against=(foot(x=x, y=-15.03),))) is not None) is contact


@pytest.mark.rule("MN-RULING-170", "the enemy it leaves is not met again, unless it would be stood on")
@pytest.mark.parametrize(("bearing", "at"), [(BACK, None), (0, 0.1)])
def test_who_is_in_contact_already(bearing: int, at: float | None) -> None:
    state = field(horse(), against=(foot(y=3.05),))
    assert touched(state, 0) == (1,)
    found = first_met(state, 0, footprint(state, 0), path(bearing, mm(12)), on_table(state))
    assert found == (None if at is None else mm(at))


@pytest.mark.rule("MN-REACT-52", "a ride back past an enemy within 0.05 cm removes the unit, past a farther one not")
@pytest.mark.parametrize(("gap", "where"), [(0.04, "destroyed"), (0.3, "table")])
def test_a_feint_past_an_enemy(gap: float, where: str) -> None:
    play = feinting(foot("flank", x=20, y=8))
    play.state = noted(play.state, 2, x=mm(X + 5 + gap))
    on(play, "a", act.FeintBack(mm(12), 0))
    assert play.state.units[0].where == where


@pytest.mark.rule("MN-REACT-52", "an enemy that has turned to within 0.05 cm of the way back ends it")
@pytest.mark.parametrize(("gap", "lost"), [(0.04, "MN-REACT-52"), (0.3, "")])
def test_an_enemy_beside_the_rest_of_a_way_back(gap: float, lost: str) -> None:
    course = Course(unit=0, travel="feint", legs=(Leg(BACK, mm(12), 0),))
    after = underway.held_up(field(horse(), against=(flank(gap),)), course)
    assert after.plan.lost == lost


@pytest.mark.rule("MN-REACT-12", "a fall-back past an enemy within 0.05 cm removes the unit, past a farther one not")
@pytest.mark.parametrize(("gap", "where"), [(0.04, "destroyed"), (0.3, "table")])
def test_a_fall_back_past_an_enemy(gap: float, where: str) -> None:
    state = field(foot(), flank(gap, y=14, mover=5.5), against=(light(y=6),))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.FallBack(mm(12)))
    assert play.state.units[2].where == where
