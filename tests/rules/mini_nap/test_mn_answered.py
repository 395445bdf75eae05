"""Every answer to a charge as it is listed, and why others are refused, stage by stage (section 5.4)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Option, Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import answers
from battles.rules.mini_nap.frames import Contact
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, noted

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


@pytest.mark.rule("MN-REACT-41", "infantry near the target tries too: nobody, all in order, or one of them")
def test_who_tries_nearby() -> None:
    state, frame = charged(stage="nearby")
    assert answers.nearby(state, frame) == (1, 2)
    ways = ((), (NEAR, SECOND), (NEAR,), (SECOND,))
    option = Option("nearby_squares", "", tuple(act.NearbySquares(tries) for tries in ways), complete=False)
    assert answers.options(state, frame) == (option,)
    assert answers.asked(state, frame)


@pytest.mark.rule("MN-REACT-41", "where one unit alone may try it does, or does not")
def test_one_tries_nearby() -> None:
    state, frame = charged(ACTORS[0], ACTORS[1], stage="nearby")
    (option,) = answers.options(state, frame)
    assert option.actions == (act.NearbySquares(()), act.NearbySquares((NEAR,)))


@pytest.mark.rule("MN-REACT-40", "nobody nearby is asked where the charge began within 12 cm, or at none but infantry")
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
    assert bool(answers.nearby(state, frame)) == asked
    assert len(answers.options(state, frame)) == asked == answers.asked(state, frame)


def test_infantry_of_the_side_that_charges_is_not_asked() -> None:
    state, frame = charged(stage="nearby")
    assert answers.nearby(replace(state, active="a"), frame) == ()


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
    found = answers.options(state, frame)
    assert {option.kind: len(option.actions) for option in found} == kinds
    assert {option.actor for option in found} == {"unit 0"}
    assert [option.kind for option in found if not option.complete] == [kind for kind in kinds if kind == "fall_back"]
    assert answers.asked(state, frame) == (len(kinds) > 1)


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
    assert answers.free(state, 0) == free
    if "where" not in changes:
        assert [option.kind for option in answers.options(state, frame)] == ["stay", "emergency_square"][: 1 + free]


@pytest.mark.rule("MN-REACT-50", "cavalry before a square feints or stays; both are the charger's to say")
def test_a_feint_is_the_chargers() -> None:
    state, frame = charged(stage="feint")
    assert answers.options(state, frame) == (
        Option("feint", "unit 4", (act.Feint(),)),
        Option("stay", "unit 4", (act.Stay(),)),
    )
    back = replace(frame, stage="feint_back")
    (option,) = answers.options(replace(state, stack=(back,)), back)
    assert (option.kind, option.actor, option.complete) == ("feint_back", "unit 4", False)


def test_a_flight_is_of_whole_centimetres() -> None:
    state, frame = charged(guns(type="horse_artillery"), by=foot("charger", y=3, facing=180), stage="flight")
    (option,) = answers.options(state, frame)
    assert (option.kind, option.actor, option.complete) == ("flee", "unit 0", False)
    assert option.actions == tuple(act.Flee(mm(far), turn=True) for far in range(12, 21))


FORMS = "MN-REACT-41"
REFUSED: list[tuple[str, Any, tuple[str, str, str] | None]] = [
    ("nearby", act.NearbySquares((NEAR, SECOND)), None),
    ("nearby", act.NearbySquares(()), None),
    ("answer", act.NearbySquares(()), ("wrong_phase", FORMS, "No infantry nearby is asked now.")),
    ("nearby", act.NearbySquares((NEAR, NEAR)), ("malformed", "MN-REACT-01", "A unit tries once.")),
    (
        "nearby",
        act.NearbySquares((act.Anchor(3, "left"),)),
        ("not_for_kind", FORMS, "Unit 3 is no infantry nearby that may try."),
    ),
    (
        "nearby",
        act.NearbySquares((act.Anchor(1, "left"),)),
        ("occupied", "MN-REACT-45", "There is no room for a square of near about that stand."),
    ),
    ("answer", act.Flee(mm(18)), ("wrong_phase", "MN-REACT-05", "target is not asked that now.")),
    ("flight", act.FallBack(mm(18)), ("wrong_phase", "MN-REACT-05", "target is not asked that now.")),
    (
        "answer",
        act.FallBack(mm(18)),
        ("not_for_kind", "MN-REACT-10", "Only a skirmish line falls back; target is none."),
    ),
    ("answer", act.FeintBack(mm(9), 1800), ("wrong_phase", "MN-REACT-51", "Nobody rides back now.")),
    ("feint_back", act.FeintBack(mm(9), 1800), None),
    ("feint_back", act.FeintBack(mm(90), 1800), ("out_of_reach", "MN-REACT-51", "charger rides back 6 cm to 12 cm.")),
    ("answer", act.Stay(), None),
    ("answer", act.EmergencySquare("left"), None),
    ("answer", act.LimberAndFlee(), ("not_for_kind", "MN-REACT-05", "target cannot answer the charge so.")),
    ("feint", act.Feint(), None),
    ("feint", act.EmergencySquare("left"), ("not_for_kind", "MN-REACT-05", "target cannot answer the charge so.")),
]


@pytest.mark.rule("MN-REACT-05", "what may not be answered is refused with its rule")
@pytest.mark.parametrize(("stage", "action", "why"), REFUSED)
def test_what_may_not_be_answered(stage: str, action: Any, why: tuple[Any, str, str] | None) -> None:
    state, frame = charged(stage=stage)
    assert answers.refuse(state, frame, action) == (why and Refusal(*why))


@pytest.mark.rule(
    "MN-REACT-11", "skirmishers who are free fall back by a distance that may be; a second time they do not"
)
def test_who_may_fall_back() -> None:
    state, frame = charged(light("light"))
    assert answers.refuse(state, frame, act.FallBack(mm(12), turn=True)) is None
    tired = noted(state, 0, blue="reaction")
    why = Refusal("done_already", "MN-REACT-01", "light cannot react any more.")
    assert answers.refuse(tired, frame, act.FallBack(mm(12), turn=True)) == why
    far = answers.refuse(state, frame, act.FallBack(mm(99), turn=True))
    assert far is not None
    assert (far.code, far.rule) == ("out_of_reach", "MN-REACT-11")


def test_a_crew_takes_refuge_in_a_square_that_the_battery_touches() -> None:
    square = foot("square", x=2.75, y=1, formation="solid_square")
    state, frame = charged(guns(), square, by=horse("charger", y=3, facing=180))
    found = {option.kind: option.actions for option in answers.options(state, frame)}
    assert found == {"stay": (act.Stay(),), "flee_to_square": (act.FleeToSquare(1),)}
