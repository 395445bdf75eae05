"""What a charged unit answers: fall-back, flight, emergency square; and the feint before a square (W2 to W4)."""

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.board import distance, touched
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_charges import COSSACKS, SQUARE, feinting, meeting, stand_at
from tests.rules.mini_nap.mn_moves import (
    X,
    Y,
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    noted,
    on,
    passed,
    plan,
    why,
)


@pytest.mark.rule("MN-REACT-10", "a skirmish line stands or falls back")
@pytest.mark.rule("MN-REACT-11", "12 to 18 cm away from the charger, facing kept")
@pytest.mark.rule("MN-REACT-14", "the charger has break-through")
@pytest.mark.rule("MN-REACT-05", "after the charger has come into contact")
def test_fall_back() -> None:
    play = meeting(foot(), light(y=6, facing=180))
    assert asked(play) == ("stay", "fall_back")
    assert why(play.state, act.FallBack(mm(11.9), turn=True), "b") == "MN-REACT-11"
    assert why(play.state, act.FallBack(mm(18.1), turn=True), "b") == "MN-REACT-11"
    assert why(play.state, act.FallBack(mm(12), turn=False), "b") == "MN-RULING-36"
    on(play, "b", act.FallBack(mm(12.5), turn=True))
    unit = play.state.units[1]
    assert (at(play.state, 1), unit.facing, unit.blue) == ((0, 18.5), 0, "reaction")
    assert (play.state.units[0].white, play.state.stack) == (True, ())
    horses = meeting(horse(), horse(y=10, **COSSACKS))
    assert why(horses.state, act.FallBack(mm(30)), "b") == ""
    assert why(horses.state, act.FallBack(mm(17)), "b") == "MN-REACT-11"


@pytest.mark.rule("MN-REACT-12", "contact with an enemy or prohibited terrain removes it")
@pytest.mark.rule("MN-RULING-59", "forced over the edge it is lost")
def test_what_a_fall_back_meets() -> None:
    target = light(y=6)
    state = field(foot(), foot("behind", y=15), against=(target,))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.FallBack(mm(12)))
    assert play.state.units[2].where == "destroyed"
    assert play.state.units[0].white
    edge = field(foot(y=50), against=(light(y=55),))
    play = on(passed(go(edge, plan(move=act.Charge(1)))), "b", act.FallBack(mm(12)))
    assert (play.state.units[1].where, play.state.units[0].white) == ("lost", True)


@pytest.mark.rule("MN-REACT-13", "it passes through friends")
@pytest.mark.rule("MN-INTERPEN-04", "but may not choose to end on one")
@pytest.mark.rule("MN-RULING-177", "a distance that ends on one is open where the unit is lost before")
@pytest.mark.rule("MN-RULING-36", "only where every place in the range is taken it goes on to the first free one")
def test_a_fall_back_over_friends() -> None:
    target, friend = light(y=6), foot("friend", y=19)
    play = meeting(foot(), target, friend)
    offered = [each.travel for each in listed(play.state, "b", "fall_back")]
    assert offered == [mm(15), mm(16), mm(17), mm(18)]
    for travel, rule in ((12, "MN-RULING-177"), (14.9, "MN-RULING-177"), (15, "")):
        assert why(play.state, act.FallBack(mm(travel)), "b") == rule
    on(play, "b", act.FallBack(mm(15)))
    assert at(play.state, 1) == (0, 21)
    crowd = meeting(foot(), target, friend, foot("second", y=22.5))
    assert listed(crowd.state, "b", "fall_back")[0].travel == mm(12)
    on(crowd, "b", act.FallBack(mm(12)))
    assert at(crowd.state, 1) == (0, pytest.approx(24.5, abs=0.06))
    narrow = meeting(foot(), target, foot("one", y=18.9), foot("other", y=23.2))
    (only,) = listed(narrow.state, "b", "fall_back")  # No whole centimetre ends between the two.
    assert mm(14) < only.travel < mm(15.5)
    doomed = field(foot(), foot("behind", y=15), against=(target, friend))
    ready = passed(go(doomed, plan(move=act.Charge(2))))
    assert why(ready.state, act.FallBack(mm(12)), "b") == ""  # It is lost before it comes to the friend.


@pytest.mark.rule("MN-CMD-42", "an evading unit makes an enemy stand evade; the evasion goes on")
def test_a_flight_over_a_stand() -> None:
    state = stand_at(field(foot(), against=(light(y=6),)), "a", 0, 14)
    play = on(passed(go(state, plan(move=act.Charge(1)))), "b", act.FallBack(mm(12)))
    assert asked(play) == ("evade_stand",)
    on(play, "a", act.EvadeStand(mm(X + 10), mm(Y + 14)))
    assert at(play.state, 1) == (0, 18)
    assert play.state.units[0].white


@pytest.mark.rule("MN-REACT-20", "horse artillery contacted by infantry tries to flee; foot artillery never")
@pytest.mark.rule("MN-REACT-21", "the attempt is a quality test")
@pytest.mark.rule("MN-REACT-22", "failure removes it")
@pytest.mark.rule("MN-REACT-23", "success: 12 to 20 cm straight ahead")
def test_limber_and_flee() -> None:
    battery = guns(y=5, facing=0, type="horse_artillery")
    assert asked(meeting(foot(), guns(y=5))) == ()  # Y07: only to stand and fight
    assert asked(meeting(horse(), battery)) == ()
    held = field(foot(), foot("beside", x=4, y=5), against=(battery,))
    assert asked(passed(go(held, plan(move=act.Charge(2))))) == ()  # Another enemy is in contact with it already.
    play = meeting(foot(), battery, faces=(2,))
    assert asked(play) == ("stay", "limber_and_flee")
    on(play, "b", act.LimberAndFlee())
    assert (play.state.units[1].where, play.state.units[0].white) == ("destroyed", True)
    play = on(meeting(foot(), battery, faces=(3,)), "b", act.LimberAndFlee())
    assert asked(play) == ("flee",)
    assert why(play.state, act.Flee(mm(20.1)), "b") == "MN-REACT-23"
    on(play, "b", act.Flee(mm(20)))
    assert (at(play.state, 1), play.state.units[1].mute, play.state.units[0].white) == ((0, 25), True, True)


@pytest.mark.rule("MN-REACT-30", "open when a friendly solid square touches the battery")
@pytest.mark.rule("MN-REACT-32", "the battery is abandoned, the charger has break-through")
def test_flee_to_square() -> None:
    for formation, offered in (("solid_square", True), ("emergency_square", False), ("column", False)):
        play = meeting(foot(), guns(y=5), foot("square", x=2.75, y=6, formation=formation))
        assert ("flee_to_square" in asked(play)) is offered
    play = meeting(horse(), guns(y=6), foot("square", x=2.75, y=8, **SQUARE))
    on(play, "b", act.FleeToSquare(2))
    assert play.state.units[1].crew_in == 2
    assert play.state.units[0].white


@pytest.mark.rule("MN-REACT-40", "Y08: from 12.0 cm no emergency square, from over 12 one")
@pytest.mark.rule("MN-REACT-43", "success: an emergency square at once")
@pytest.mark.rule("MN-REACT-45", "not when it does not fit; not out of a square")
def test_emergency_square() -> None:
    assert asked(meeting(horse(), foot(y=15, facing=180))) == ()
    play = meeting(horse(), foot(y=15.1, facing=180), faces=(3,))
    assert asked(play) == ("stay", "emergency_square")
    on(play, "b", act.EmergencySquare("left"))
    assert (play.state.units[1].formation, play.state.units[1].blue) == ("emergency_square", "reaction")
    assert asked(play) == ("feint", "stay")
    assert asked(meeting(horse(), foot(y=17, **SQUARE))) == ()
    tight = foot("behind", x=1.25, y=18), foot("other", x=-3.8, y=18)
    assert "emergency_square" not in asked(meeting(horse(), foot(y=15.1, facing=180), *tight))


BONUS = [
    ("Y09", {"rating": "untrained", "nation": "british"}, "column", 4, True),
    ("Y10", {"nation": "british", "kgl": True}, "column", 2, False),
    ("no column", {"nation": "british"}, "line", 2, False),
    ("Austrian", {"nation": "austrian"}, "column", 2, True),
    ("French", {"nation": "french"}, "column", 2, False),
]


@pytest.mark.rule("MN-REACT-42", "+1 for a British or Austrian column, not KGL")
@pytest.mark.rule("MN-REACT-44", "failure in contact with cavalry: two hit markers")
@pytest.mark.parametrize(("name", "facts", "formation", "face", "formed"), BONUS)
def test_emergency_square_test(name: str, facts: dict[str, object], formation: str, face: int, formed: bool) -> None:
    play = meeting(horse(), foot(y=17, facing=180, formation=formation, **facts), faces=(face,))
    anchor = "front" if formation == "column" else "left"
    on(play, "b", act.EmergencySquare(anchor))  # type: ignore[arg-type]
    unit = play.state.units[1]
    assert unit.formation == ("emergency_square" if formed else formation)
    assert unit.points == (6 if formed else 4)


@pytest.mark.rule("MN-REACT-41", "other formed infantry within 6 cm may test too")
@pytest.mark.rule("MN-REACT-41", "within 6 cm of the unit that was charged, not of its charger")
def test_who_is_nearby() -> None:
    beside, behind = foot("beside", x=7.5, y=8.9, facing=270), foot("behind", y=24.9, facing=180)
    play = meeting(horse(), foot(y=17, facing=180), beside, behind)
    assert max(distance(play.state, 0, 2), distance(play.state, 1, 3)) < mm(6)
    assert min(distance(play.state, 1, 2), distance(play.state, 0, 3)) > mm(6)
    on(play, "b", act.Stay())
    assert why(play.state, act.NearbySquares((act.Anchor(3, "left"),)), "b") == ""
    assert why(play.state, act.NearbySquares((act.Anchor(2, "left"),)), "b") == "MN-REACT-41"


@pytest.mark.rule("MN-REACT-44", "Y11: nearby units that fail take no hits, but a blue marker")
@pytest.mark.rule("MN-RULING-38", "nearby squares are open even if the target stands")
def test_nearby_squares() -> None:
    near, far = foot("near", x=11, y=17, facing=180), foot("far", x=-11.01, y=17, facing=180)
    play = meeting(horse(), foot(y=17, facing=180), near, far, faces=(2,))
    on(play, "b", act.Stay())
    assert asked(play) == ("nearby_squares",)
    assert why(play.state, act.NearbySquares((act.Anchor(3, "left"),)), "b") == "MN-REACT-41"
    on(play, "b", act.NearbySquares((act.Anchor(2, "left"),)))
    unit = play.state.units[2]
    assert (unit.formation, unit.points, unit.blue, unit.idle) == ("line", 6, "reaction", False)


@pytest.mark.rule("MN-INTERPEN-04", "no two units are left on each other")
@pytest.mark.rule(
    "MN-RULING-181", "a nearby square that would stand on the charger puts it back, and it may feint before that"
)
def test_a_nearby_square_on_the_charger() -> None:
    target, beside = foot("target", y=20, facing=180), foot("beside", x=-4.5, y=18, facing=270)
    for face, end, touching, asks in ((3, 13.5, (2,), ("feint", "stay")), (2, 17, (1,), ())):
        play = meeting(horse(), target, beside, faces=(face,))
        assert at(play.state, 0) == (0, 17)
        on(play, "b", act.Stay())
        on(play, "b", act.NearbySquares((act.Anchor(2, "left"),)))
        assert (at(play.state, 0), touched(play.state, 0), asked(play)) == ((0, end), touching, asks)
    clear = meeting(horse(), target, foot("clear", x=-6.5, y=18, facing=270), faces=(3,))
    on(clear, "b", act.Stay())
    on(clear, "b", act.NearbySquares((act.Anchor(2, "left"),)))
    assert (at(clear.state, 0), touched(clear.state, 0), asked(clear)) == ((0, 17), (1,), ())


@pytest.mark.rule("MN-REACT-50", "a quality test of the charger")
@pytest.mark.rule("MN-REACT-51", "6 to 12 cm back, facing kept, then up to 90 degrees; no break-through")
@pytest.mark.rule("MN-REACT-53", "failure: it stays and fights")
def test_feint() -> None:
    assert feinting(faces=(3, 2)).state.stack == ()
    play = feinting()
    start = at(play.state, 0)
    assert asked(play) == ("feint_back",)
    assert why(play.state, act.FeintBack(mm(5.9), 0), "a") == "MN-REACT-51"
    assert why(play.state, act.FeintBack(mm(12.1), 0), "a") == "MN-REACT-51"
    assert why(play.state, act.FeintBack(mm(12), 901), "a") == "MN-REACT-51"
    on(play, "a", act.FeintBack(mm(10), 900))
    unit = play.state.units[0]
    assert at(play.state, 0) == (start[0], pytest.approx(start[1] - 10))
    assert (unit.facing, unit.white, unit.still, unit.impact) == (900, False, True, False)


@pytest.mark.rule("MN-RULING-82", "a feint is open to opportunity charges")
@pytest.mark.rule("MN-REACT-52", "the ride back into anything removes it")
def test_feint_on_the_way() -> None:
    beside = horse("passive", x=16, y=12, facing=270)
    play = on(feinting(beside, faces=(3, 3, 3)), "a", act.FeintBack(mm(12), 0))
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", listed(play.state, "b", "opportunity_charge")[0])
    assert play.state.units[0].where == "table"
    assert play.state.units[2].impact
    assert play.state.stack == ()
    play = feinting()
    blocked = field(horse(), foot("friend", y=-5), against=(foot(y=19, facing=180),))
    play = passed(go(blocked, plan(move=act.Charge(2)), 3, 3))
    on(play, "b", act.EmergencySquare("left"))
    on(play, "a", act.Feint())
    on(play, "a", act.FeintBack(mm(12), 0))
    assert play.state.units[0].where == "table"
    close = field(horse(y=-1), foot("friend", y=4, x=-20), against=(foot(y=19, facing=180),))
    play = passed(go(close, plan(move=act.Charge(2)), 3, 3))
    play.state = noted(play.state, 1, x=mm(X), y=mm(Y + 4))
    on(play, "b", act.EmergencySquare("left"))
    on(play, "a", act.Feint())
    on(play, "a", act.FeintBack(mm(12), 0))
    assert play.state.units[0].where == "destroyed"
