"""Answers to a charge: fall back, flight, emergency square, feint; those listed and those refused (section 5.4)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Contact
from battles.rules.mini_nap.positions import enemies_in_contact, unit_distance
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.charges import COSSACKS, SQUARE, feinting, meeting, stand_at
from tests.rules.mini_nap.builders.manoeuvres import (
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
from tests.rules.mini_nap.builders.table_positions import mm

ACTORS = (foot("target"), foot("near", x=6.5, formation="column"), foot("second", x=-7), foot("far", x=30))
CHARGER = 4
NEAR = act.Anchor(1, "front")
SECOND = act.Anchor(2, "left")


def charged(*own: Any, by: Any = None, stage: Any = "answer", target: int = 0) -> tuple[State, Contact]:
    """Unit 0 of side a has been charged from 20 cm away."""
    mine = own or ACTORS
    state = field(*mine, against=(by or horse("charger", y=3, facing=180),), active="b", brigade=1)
    frame = Contact(charger=len(mine), target=target, travel="charge", stage=stage)
    return noted(replace(state, stack=(frame,)), len(mine), charged=True, impact=True, charged_from=mm(20)), frame


@pytest.mark.rule("MN-REACT-41", "infantry near the target tries too: none, all in order, or one of them")
def test_who_tries_nearby() -> None:
    state, frame = charged(stage="nearby")
    assert charge_answers.nearby_infantry(state, frame) == (1, 2)
    ways = ((), (NEAR, SECOND), (NEAR,), (SECOND,))
    option = Option("nearby_squares", "", tuple(act.NearbySquares(tries) for tries in ways), complete=False)
    assert charge_answers.answer_options(state, frame) == (option,)
    assert charge_answers.has_answers(state, frame)


@pytest.mark.rule("MN-REACT-41", "where one unit alone may try it does, or does not")
def test_one_tries_nearby() -> None:
    state, frame = charged(ACTORS[0], ACTORS[1], stage="nearby")
    (option,) = charge_answers.answer_options(state, frame)
    assert option.actions == (act.NearbySquares(()), act.NearbySquares((NEAR,)))


@pytest.mark.rule("MN-REACT-40", "no unit nearby is asked where the charge began within 12 cm, or at none but infantry")
@pytest.mark.parametrize(
    ("changes", "own", "asked"),
    [
        ({"charged_from": mm(12) + 1}, ACTORS, True),
        ({"charged_from": mm(12)}, ACTORS, False),
        ({}, (horse("target"), *ACTORS[1:]), False),
        ({}, (light("target"), *ACTORS[1:]), False),
        ({}, (foot("target", formation="solid_square"), *ACTORS[1:]), True),
    ],
)
def test_when_infantry_nearby_is_asked(changes: dict[str, Any], own: Any, asked: bool) -> None:
    state, frame = charged(*own, stage="nearby")
    state = noted(state, CHARGER, **changes)
    assert bool(charge_answers.nearby_infantry(state, frame)) == asked
    assert len(charge_answers.answer_options(state, frame)) == asked == charge_answers.has_answers(state, frame)


def test_infantry_of_the_side_that_charges_is_not_asked() -> None:
    state, frame = charged(stage="nearby")
    assert charge_answers.nearby_infantry(replace(state, active="a"), frame) == ()


@pytest.mark.rule("MN-REACT-03", "what each sort of unit may answer that was charged")
@pytest.mark.parametrize(
    ("own", "by", "kinds"),
    [
        (foot(), horse("charger", y=3, facing=180), {"stay": 1, "emergency_square": 2}),
        (foot(), foot("charger", y=2, facing=180), {"stay": 1}),
        (foot(formation="column"), horse("charger", y=3, facing=180), {"stay": 1, "emergency_square": 2}),
        (light(), horse("charger", y=3, facing=180), {"stay": 1, "fall_back": 7}),
        (horse(), foot("charger", y=3, facing=180), {"stay": 1}),
        (guns(), foot("charger", y=3, facing=180), {"stay": 1}),
        (guns(type="horse_artillery"), foot("charger", y=3, facing=180), {"stay": 1, "limber_and_flee": 1}),
    ],
)
def test_what_may_be_answered(own: Any, by: Any, kinds: dict[str, int]) -> None:
    state, frame = charged(own, by=by)
    found = charge_answers.answer_options(state, frame)
    assert {option.kind: len(option.actions) for option in found} == kinds
    assert {option.actor for option in found} == {"unit 0"}
    assert [option.kind for option in found if not option.complete] == [kind for kind in kinds if kind == "fall_back"]
    assert charge_answers.has_answers(state, frame) == (len(kinds) > 1)


@pytest.mark.rule(
    "MN-REACT-01", "a unit reacts while it is passive, on the table, without a blue marker, and not bound"
)
@pytest.mark.parametrize(
    ("changes", "free"),
    [
        ({}, True),
        ({"blue": "reaction"}, False),
        ({"blue": "disorder"}, False),
        ({"reacted": True}, False),
        ({"idle": True}, False),
        ({"stood": True}, False),
        ({"where": "lost"}, False),
        ({"side": "b"}, False),
    ],
)
def test_who_is_free_to_react(changes: dict[str, Any], free: bool) -> None:
    state, frame = charged()
    state = noted(state, 0, **changes)
    assert charge_answers.can_react(state, 0) == free
    if "where" not in changes:
        assert [option.kind for option in charge_answers.answer_options(state, frame)] == ["stay", "emergency_square"][
            : 1 + free
        ]


@pytest.mark.rule("MN-REACT-50", "cavalry before a square feints or stays; both are the charger's to say")
def test_a_feint_is_the_chargers() -> None:
    state, frame = charged(stage="feint")
    assert charge_answers.answer_options(state, frame) == (
        Option("feint", "unit 4", (act.Feint(),)),
        Option("stay", "unit 4", (act.Stay(),)),
    )
    back = replace(frame, stage="feint_back")
    (option,) = charge_answers.answer_options(replace(state, stack=(back,)), back)
    assert (option.kind, option.actor, option.complete) == ("feint_back", "unit 4", False)


def test_a_flight_is_of_whole_centimetres() -> None:
    state, frame = charged(guns(type="horse_artillery"), by=foot("charger", y=3, facing=180), stage="flight")
    (option,) = charge_answers.answer_options(state, frame)
    assert (option.kind, option.actor, option.complete) == ("flee", "unit 0", False)
    assert option.actions == tuple(act.Flee(mm(far), turn=True) for far in range(12, 21))


FORMS = "MN-REACT-41"
REFUSED: list[tuple[str, Any, tuple[str, str, str] | None]] = [
    ("nearby", act.NearbySquares((NEAR, SECOND)), None),
    ("nearby", act.NearbySquares(()), None),
    ("answer", act.NearbySquares(()), ("wrong_phase", FORMS, "Infantry nearby cannot form square now.")),
    ("nearby", act.NearbySquares((NEAR, NEAR)), ("malformed", "MN-REACT-01", "Each unit may try only once.")),
    (
        "nearby",
        act.NearbySquares((act.Anchor(3, "left"),)),
        ("not_for_kind", FORMS, "Unit 3 is not infantry nearby that may try."),
    ),
    (
        "nearby",
        act.NearbySquares((act.Anchor(1, "left"),)),
        ("occupied", "MN-REACT-45", "There is no room for a square of near round that stand."),
    ),
    ("answer", act.Flee(mm(18)), ("wrong_phase", "MN-REACT-05", "target cannot make this choice now.")),
    ("flight", act.FallBack(mm(18)), ("wrong_phase", "MN-REACT-05", "target cannot make this choice now.")),
    (
        "answer",
        act.FallBack(mm(18)),
        ("not_for_kind", "MN-REACT-10", "Only a skirmish line falls back; target is not one."),
    ),
    ("answer", act.FeintBack(mm(9), 1800), ("wrong_phase", "MN-REACT-51", "No unit rides back now.")),
    ("feint_back", act.FeintBack(mm(9), 1800), None),
    ("feint_back", act.FeintBack(mm(90), 1800), ("out_of_reach", "MN-REACT-51", "charger rides back 6 cm to 12 cm.")),
    ("answer", act.Stay(), None),
    ("answer", act.EmergencySquare("left"), None),
    ("answer", act.LimberAndFlee(), ("not_for_kind", "MN-REACT-05", "target cannot answer the charge in this way.")),
    ("feint", act.Feint(), None),
    (
        "feint",
        act.EmergencySquare("left"),
        ("not_for_kind", "MN-REACT-05", "target cannot answer the charge in this way."),
    ),
]


@pytest.mark.rule("MN-REACT-05", "what may not be answered is refused with its rule")
@pytest.mark.parametrize(("stage", "action", "why"), REFUSED)
def test_what_may_not_be_answered(stage: str, action: Any, why: tuple[Any, str, str] | None) -> None:
    state, frame = charged(stage=stage)
    assert charge_answers.refuse_answer(state, frame, action) == (why and Refusal(*why))


@pytest.mark.rule(
    "MN-REACT-11", "skirmishers who are free fall back by a distance that may be; a second time they do not"
)
def test_who_may_fall_back() -> None:
    state, frame = charged(light("light"))
    assert charge_answers.refuse_answer(state, frame, act.FallBack(mm(12), turn=True)) is None
    tired = noted(state, 0, blue="reaction")
    why = Refusal("done_already", "MN-REACT-01", "light cannot react again.")
    assert charge_answers.refuse_answer(tired, frame, act.FallBack(mm(12), turn=True)) == why
    far = charge_answers.refuse_answer(state, frame, act.FallBack(mm(99), turn=True))
    assert far is not None
    assert (far.code, far.rule) == ("out_of_reach", "MN-REACT-11")


def test_a_crew_takes_refuge_in_a_square_that_the_battery_touches() -> None:
    square = foot("square", x=2.75, y=1, formation="solid_square")
    state, frame = charged(guns(), square, by=horse("charger", y=3, facing=180))
    found = {option.kind: option.actions for option in charge_answers.answer_options(state, frame)}
    assert found == {"stay": (act.Stay(),), "flee_to_square": (act.FleeToSquare(1),)}


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
    for height in (120, 200):  # A table may be longer than it is wide.
        crowd = meeting(foot(), target, friend, foot("second", y=22.5))
        table = replace(crowd.state.setup.table, height=mm(height))
        crowd.state = replace(crowd.state, setup=replace(crowd.state.setup, table=table))
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
    assert asked(passed(go(held, plan(move=act.Charge(2))))) == ()  # Another enemy is already in contact with it.
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
    assert max(unit_distance(play.state, 0, 2), unit_distance(play.state, 1, 3)) < mm(6)
    assert min(unit_distance(play.state, 1, 2), unit_distance(play.state, 0, 3)) > mm(6)
    on(play, "b", act.Stay())
    assert why(play.state, act.NearbySquares((act.Anchor(3, "left"),)), "b") == ""
    assert why(play.state, act.NearbySquares((act.Anchor(2, "left"),)), "b") == "MN-REACT-41"


@pytest.mark.rule("MN-REACT-41", "not a unit that is committed, or that may react no more")
@pytest.mark.rule("MN-REACT-04", "who has agreed to stand does nothing more until hand-to-hand combat")
@pytest.mark.parametrize("notes", [{"stood": True}, {"blue": "reaction"}, {"reacted": True}, {"idle": True}])
def test_a_committed_unit_is_offered_no_square(notes: dict[str, object]) -> None:
    near, free = foot("near", x=11, y=17, facing=180), foot("free", x=-11, y=17, facing=180)
    tries = act.NearbySquares((act.Anchor(2, "left"),))
    both = on(meeting(horse(), foot(y=17, facing=180), near, free), "b", act.Stay())
    assert why(both.state, tries, "b") == ""
    both.state = noted(both.state, 2, **notes)
    assert why(both.state, tries, "b") == "MN-REACT-41"
    assert {each.unit for action in listed(both.state, "b") for each in action.tries} == {3}
    alone = meeting(horse(), foot(y=17, facing=180), near)
    alone.state = noted(alone.state, 2, **notes)
    assert asked(on(alone, "b", act.Stay())) == ()


@pytest.mark.rule("MN-REACT-41", "not a unit that stands against another charger")
def test_a_unit_that_stands_against_one_charger_is_offered_no_square_against_another() -> None:
    first, second = horse("first"), horse("second", x=11)
    state = field(first, second, against=(foot("one", y=17, facing=180), foot("two", x=11, y=17, facing=180)))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.Stay())
    assert asked(play) == ("nearby_squares",)
    on(play, "b", act.NearbySquares(()))
    assert play.state.units[2].stood
    on(play, "a", plan(1, move=act.Charge(3)))
    passed(play)
    assert "emergency_square" in asked(play)
    on(play, "b", act.Stay())
    assert (asked(play), play.state.stack) == ((), ())


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
        assert (at(play.state, 0), enemies_in_contact(play.state, 0), asked(play)) == ((0, end), touching, asks)
    clear = meeting(horse(), target, foot("clear", x=-6.5, y=18, facing=270), faces=(3,))
    on(clear, "b", act.Stay())
    on(clear, "b", act.NearbySquares((act.Anchor(2, "left"),)))
    assert (at(clear.state, 0), enemies_in_contact(clear.state, 0), asked(clear)) == ((0, 17), (1,), ())


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
    for travel in (6, 12):
        assert why(play.state, act.FeintBack(mm(travel), 0), "a") == ""
    turned = {each.facing for each in listed(play.state, "a", "feint_back")}
    assert {0, 900, 2700} <= turned <= {*range(901), *range(2700, 3600)}
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


@pytest.mark.rule("MN-GEO-15", "a unit stands wholly on the table: riding back over its edge removes it")
@pytest.mark.parametrize(("back", "where"), [(6, "table"), (9, "destroyed")])
def test_feint_to_the_edge_of_the_table(back: float, where: str) -> None:
    play = feinting()
    play.state = noted(play.state, 0, y=mm(9))
    on(play, "a", act.FeintBack(mm(back), 0))
    assert play.state.units[0].where == where
