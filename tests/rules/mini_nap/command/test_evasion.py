"""Command stands in the way of a unit that moves or charges.

Source: MN-CMD-40, MN-CMD-41, MN-CMD-42, MN-CMD-43, MN-CMD-44, MN-INTERPEN-05.
"""

from math import cos, hypot, radians, sin

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.decisions import Contact
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import Feature, ForceUnit
from tests.rules.mini_nap.builders.charges import MOVE, stand_at, stand_of
from tests.rules.mini_nap.builders.manoeuvres import (
    X,
    Y,
    asked,
    at,
    field,
    foot,
    go,
    horse,
    light,
    listed,
    noted,
    on,
    passed,
    plan,
    why,
)
from tests.rules.mini_nap.builders.table_positions import mm


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


@pytest.mark.rule("MN-CMD-42", "it is not lost while there is a place between those that are usually listed")
def test_stand_finds_a_narrow_way_out() -> None:
    def bank(side: int) -> Feature:
        """The ground on one side of a way of 2.8 cm on a bearing of 8 degrees."""
        ahead, right = (sin(radians(8)), cos(radians(8))), (cos(radians(8)), -sin(radians(8)))
        spots = [(far, side * off) for far, off in ((-30, 1.4), (30, 1.4), (30, 30), (-30, 30))]
        points = [(mm(X + f * ahead[0] + r * right[0]), mm(Y + f * ahead[1] + r * right[1])) for f, r in spots]
        return Feature(key=f"bog {side}", kind="bog", points=tuple(points))

    state = field(foot(y=-0.01, facing=8, formation="column"), features=(bank(-1), bank(1)))
    play = go(stand_at(state, "b", 4.8 * sin(radians(8)), 4.8 * cos(radians(8))), plan(move=act.Advance(mm(3))))
    assert asked(play) == ("evade_stand",)
    for place in listed(play.state, "b"):
        assert why(play.state, place, "b") == ""


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


@pytest.mark.rule("MN-CMD-40", "it is also overrun if the charge is stopped beyond it, or fails")
def test_stand_before_an_opportunity_charge_is_overrun() -> None:
    flank = horse("flank", x=11, y=14, facing=270)
    state = stand_at(field(horse(), against=(foot(y=25, facing=180), flank)), "b", 0, 8)
    for face, where, stood in ((6, (0, 13), "removed"), (1, (0, 22), "removed")):
        play = go(state, plan(move=act.Charge(1)), face)
        on(play, "b", act.OpportunityCharge(2, mm(13), 2700))
        assert (at(play.state, 0), stand_of(play.state, "b").where) == (where, stood)
    short = go(state, plan(move=act.Charge(1)), 6)
    on(short, "b", act.OpportunityCharge(2, mm(2), listed_facing(short, mm(2))))
    assert stand_of(short.state, "b").where == "table"


@pytest.mark.rule("MN-CMD-40", "a counter-charge rides over a stand, and an opportunity charge of cavalry does")
@pytest.mark.parametrize(
    ("target", "passive", "number", "where", "face"),
    [
        (horse("goal", y=20, facing=180), foot("other", x=40, y=40), 1, (0, 13), 0),
        (foot("goal", y=25, facing=180), horse("flank", x=12, y=7, facing=270), 2, (7, 7), 6),
    ],
)
def test_a_charge_of_the_passive_side_rides_over_a_stand(
    target: ForceUnit, passive: ForceUnit, number: int, where: tuple[float, float], face: int
) -> None:
    state = stand_at(field(horse(), against=(target, passive)), "a", *where)
    play = go(state, plan(move=act.Charge(1)), face)
    charge = next(each for each in listed(play.state, "b", "opportunity_charge") if each.at >= mm(4))
    assert charge.unit == number
    on(play, "b", charge)
    assert play.state.units[number].charged
    assert stand_of(play.state, "a").where == "removed"
    assert [event.rule for event in play.events if isinstance(event, happened.StandRemoved)] == ["MN-CMD-40"]
    assert (positions.in_contact(play.state, 0, number), play.state.stack) == (True, ())


@pytest.mark.rule("MN-CMD-42", "before an opportunity charge of infantry it evades")
def test_a_stand_evades_an_opportunity_charge_of_infantry() -> None:
    state = stand_at(field(foot("mover"), against=(foot("passive", x=8, y=3, facing=270),)), "a", 5.3, 3)
    play = go(state, MOVE, 6)
    on(play, "b", next(each for each in listed(play.state, "b", "opportunity_charge") if each.at == mm(3)))
    assert asked(play) == ("evade_stand",)
    assert stand_of(play.state, "a").where == "table"


def listed_facing(play: Resolution, travel: int) -> int:
    """The bearing of the charge that is listed for a point of the mover's path."""
    return int(next(each.facing for each in listed(play.state, "b", "opportunity_charge") if each.at == travel))


@pytest.mark.rule("MN-CMD-42", "it evades before any unit charges at a point beyond it")
@pytest.mark.rule("MN-RULING-176", "the enemy is asked in path order: up to the stand, then beyond it")
def test_stand_evades_before_an_opportunity_charge_beyond_it() -> None:
    flank = horse("flank", x=12, y=7, facing=270)
    state = stand_at(field(foot(), against=(flank,)), "b", 0, 3.5)
    play = go(state, MOVE, 6)
    at_first = [each.at for each in listed(play.state, "b", "opportunity_charge")]
    assert at_first[-1] == mm(1.25)
    assert why(play.state, act.OpportunityCharge(1, mm(5), 2700), "b") == "MN-REACT-60"
    on(play, "b", act.Pass())
    assert asked(play) == ("evade_stand",)
    on(play, "b", act.EvadeStand(mm(X), mm(Y + 15)))
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", act.OpportunityCharge(1, mm(4), 2700))
    assert (at(play.state, 0), play.state.units[0].still) == ((0, 5.25), True)


@pytest.mark.rule("MN-RULING-69", "a charge that goes on beyond a stand still comes to its target")
def test_a_charge_goes_on_beyond_a_stand() -> None:
    target, nearby = foot("target", y=8, facing=180), foot("nearby", x=6, y=4, facing=270)
    state = stand_at(field(foot(formation="column"), against=(target, nearby)), "b", 0, 4)
    play = go(state, plan(move=act.Charge(1)), 1)
    on(play, "b", next(each for each in listed(play.state, "b", "opportunity_charge") if each.unit == 2))
    while "pass" in asked(play):
        on(play, "b", act.Pass())
    assert asked(play) == ("evade_stand",)
    on(play, "b", act.EvadeStand(mm(X), mm(Y + 16)))
    passed(play)
    assert at(play.state, 0) == (0, 5)


@pytest.mark.rule("MN-CMD-42", "places to which a stand makes room lie all around it, as far away as they should")
def test_places_around_a_stand() -> None:
    places = list(evasion._places_around(0, 0, 100))
    quarter = len(places) // 4
    assert places[::quarter] == [(0, 100), (100, 0), (0, -100), (-100, 0)]
    assert all(99 <= hypot(x, y) <= 101 for x, y in places)
    assert list(evasion._places_around(30, 50, 100)) == [(30 + x, 50 + y) for x, y in places]
