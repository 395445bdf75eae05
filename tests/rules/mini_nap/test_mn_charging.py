"""Charges, their extension and the reactions to them (MN-CHARGE, MN-EXTEND, MN-REACT, windows W1 to W4)."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.frames import Change, Contact, Course
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import NONE, State
from tests.rules.mini_nap.mn_board import kinds, mm
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
    moves,
    noted,
    on,
    passed,
    plan,
    settle,
    why,
)

COSSACKS = {"type": "light_cavalry", "irregular": True, "formation": "skirmish_line"}
SQUARE = {"formation": "solid_square"}

MATRIX: list[tuple[Recruit, Recruit, str]] = [
    (foot(), light(y=6, facing=180), ""),
    (foot(), foot(y=6, facing=180), ""),
    (foot(), horse(y=8, facing=180, **COSSACKS), "MN-CHARGE-07"),
    (foot(), horse(y=8, facing=180), "MN-CHARGE-07"),
    (foot(), guns(y=6, facing=180), ""),
    (light(), light(y=6, facing=180), ""),
    (light(), foot(y=6, facing=180), "MN-CHARGE-09"),
    (light(), foot(y=6, facing=0), ""),
    (light(), foot(y=6, **SQUARE), "MN-CHARGE-09"),
    (light(), horse(y=8, facing=180), "MN-CHARGE-07"),
    (light(), guns(y=6, facing=180), "MN-CHARGE-09"),
    (light(), guns(y=6, facing=0), ""),
    (horse(), light(y=8, facing=180), ""),
    (horse(), foot(y=8, facing=180), ""),
    (horse(), foot(y=8, **SQUARE), ""),
    (horse(), horse(y=12, facing=180), ""),
    (horse(), guns(y=8, facing=180), ""),
    (horse(**COSSACKS), light(y=8, facing=180), ""),
    (horse(**COSSACKS), foot(y=8, facing=180), "MN-CHARGE-09"),
    (horse(**COSSACKS), foot(y=8, facing=0), ""),
    (horse(**COSSACKS), horse(y=12, facing=180, **COSSACKS), ""),
    (horse(**COSSACKS), horse(y=12, facing=180), "MN-CHARGE-09"),
    (horse(**COSSACKS), horse(y=12, facing=0), ""),
    (horse(**COSSACKS), guns(y=8, facing=180), "MN-CHARGE-09"),
    (guns(), foot(y=8), "MN-CHARGE-12"),
    (foot(**SQUARE), foot(y=8), "MN-CHARGE-12"),
]


@pytest.mark.rule("MN-CHARGE-07", "infantry never charges cavalry")
@pytest.mark.rule("MN-CHARGE-09", "the charge matrix")
@pytest.mark.rule("MN-CHARGE-10", "only if it outflanks, and never a square")
@pytest.mark.rule("MN-ART-01", "artillery never charges")
@pytest.mark.rule("MN-SQUARE-02", "squares never charge")
@pytest.mark.parametrize(("charger", "target", "rule"), MATRIX)
def test_who_may_charge_whom(charger: Recruit, target: Recruit, rule: str) -> None:
    assert why(field(charger, against=(target,)), plan(move=act.Charge(1))) == rule


REACH = [
    (foot(), foot(y=2 + 6), foot(y=2 + 6.01)),
    (foot(formation="column"), foot(y=3 + 9), foot(y=3 + 9.01)),
    (light(), light(y=2 + 6), light(y=2 + 6.01)),
    (horse(), foot(y=3 + 30), foot(y=3 + 30.01)),
    (horse(type="medium_cavalry"), foot(y=3 + 30), foot(y=3 + 30.01)),
    (horse(type="light_cavalry"), foot(y=3 + 25), foot(y=3 + 25.01)),
    (horse(**COSSACKS), light(y=3 + 25), light(y=3 + 25.01)),
]


@pytest.mark.rule("MN-CHARGE-03", "contact within the charge allowance")
@pytest.mark.parametrize(("charger", "near", "far"), REACH)
def test_charge_allowance(charger: Recruit, near: Recruit, far: Recruit) -> None:
    play = passed(go(field(charger, against=(near,)), plan(move=act.Charge(1))))
    assert [event.touched for event in moves(play)] == [1]
    assert play.state.units[0].charged
    assert why(field(charger, against=(far,)), plan(move=act.Charge(1))) == "MN-CHARGE-03"


@pytest.mark.rule("MN-CHARGE-05", "a charge passes through nobody, formed or not")
@pytest.mark.rule("MN-CHARGE-04", "nobody else is contacted on the way")
@pytest.mark.rule("MN-INTERPEN-02", "an unformed unit charges through nobody")
@pytest.mark.rule("MN-CHARGE-14", "an abandoned battery is no target")
def test_nobody_in_the_way() -> None:
    goal = light("goal", y=8, facing=180)
    for charger in (foot(formation="column"), light()):
        for between in (light("friend", y=4, x=2), foot("friend", y=4, x=2)):
            assert why(field(charger, between, against=(goal,)), plan(move=act.Charge(2))) == "MN-CHARGE-05"
    assert why(field(foot(), against=(goal, light("other", x=5.27, y=3))), plan(move=act.Charge(1))) == "MN-CHARGE-04"
    left = noted(field(foot(), against=(guns(y=5), foot(x=20, **SQUARE))), 1, crew_in=2)
    assert why(left, plan(move=act.Charge(1))) == "MN-CHARGE-14"


@pytest.mark.rule("MN-CHARGE-12", "no charge with a blue marker, or out of command")
@pytest.mark.rule("MN-CMD-21", "not in command: cannot charge")
@pytest.mark.rule("MN-CHARGE-11", "a light unit forms line and charges as a formed one")
def test_who_may_not_charge_now() -> None:
    state = field(light(), against=(foot("goal", y=6, facing=180),))
    line = Change(to="line", anchor="left", side="right")
    assert why(state, plan(change=line, move=act.Charge(1))) == ""
    blue = noted(state, 0, blue="reaction")
    assert why(blue, plan(change=line, move=act.Charge(1))) == "MN-CHARGE-12"
    out = noted(state, 0, command="out")
    assert why(out, plan(change=line, move=act.Charge(1))) == "MN-CMD-21"


# Caution and extension

FAR_FOOT = foot("goal", y=3 + 40, facing=180)


def extension(charger: Recruit = horse(type="medium_cavalry"), target: Recruit = FAR_FOOT, **options: object) -> State:  # noqa: B008
    return field(charger, against=(target,), options=Options(**options))  # type: ignore[arg-type]


@pytest.mark.rule("MN-CMD-20", "Y32: a cautious unit that throws too low stays, and has no blue marker")
@pytest.mark.rule("MN-EXTEND-02", "caution before the extension's own test")
def test_caution() -> None:
    state = noted(extension(), 0, command="cautious")
    play = go(state, plan(move=act.ExtendedCharge(1)), 2)
    unit = play.state.units[0]
    assert (unit.blue, unit.still, at(play.state, 0)) == ("", True, (0, 0))
    assert kinds(play).count("tested") == 1
    late = noted(extension(cautious_test_order="last"), 0, command="cautious")
    play = go(late, plan(move=act.ExtendedCharge(1)), 3, 6, 6, 2)
    assert (at(play.state, 0), play.state.units[0].still) == ((0, 12), True)
    near = noted(field(foot(), against=(foot(y=6),)), 0, command="cautious")
    assert at(go(near, plan(move=act.Charge(1)), 2).state, 0) == (0, 0)
    assert at(passed(go(near, plan(move=act.Charge(1)), 3)).state, 0) == (0, 4)


@pytest.mark.rule("MN-EXTEND-03", "X07: veteran medium cavalry goes exactly what it throws")
@pytest.mark.rule("MN-EXTEND-05", "X08: still out of reach, it stays there with a blue marker")
@pytest.mark.rule("MN-EXTEND-04", "in reach, it must charge")
def test_extension() -> None:
    play = go(extension(), plan(move=act.ExtendedCharge(1)), 3, 1, 2)
    assert (at(play.state, 0), play.state.units[0].blue) == ((0, 3), "disorder")
    play = go(extension(), plan(move=act.ExtendedCharge(1)), 2)
    assert (at(play.state, 0), play.state.units[0].blue) == ((0, 0), "disorder")
    play = passed(go(extension(), plan(move=act.ExtendedCharge(1)), 3, 5, 5))
    assert at(play.state, 0) == (0, 40)
    assert (play.state.units[0].charged_from, play.state.units[0].impact) == (mm(30), True)


@pytest.mark.rule("MN-EXTEND-06", "offered when only distance forbids, up to the largest throw")
@pytest.mark.rule("MN-EXTEND-01", "not against a target within reach")
@pytest.mark.rule("MN-RULING-25", "an extension never comes nearer to an enemy than the least gap")
def test_when_an_extension_is_offered() -> None:
    most = {"infantry": 6, "light_cavalry": 6, "medium_cavalry": 12, "heavy_cavalry": 18}
    for type_, extra in most.items():
        unit, reach = (foot(), 6 + 2) if type_ == "infantry" else (horse(type=type_), 33)
        reach -= 5 if type_ == "light_cavalry" else 0
        assert why(extension(unit, foot(y=reach + extra, facing=180)), plan(move=act.ExtendedCharge(1))) == ""
        too_far = extension(unit, foot(y=reach + extra + 0.01, facing=180))
        assert why(too_far, plan(move=act.ExtendedCharge(1))) == "MN-EXTEND-06"
        near = extension(unit, foot(y=reach, facing=180))
        assert why(near, plan(move=act.ExtendedCharge(1))) == "MN-EXTEND-01"
    assert why(noted(extension(), 0, blue="reaction"), plan(move=act.ExtendedCharge(1))) == "MN-CHARGE-12"
    close = extension(foot(), foot(y=2 + 6.5, facing=180), min_gap_cm=100)
    play = passed(go(close, plan(move=act.ExtendedCharge(1)), 3, 6))
    first = moves(play)[0]
    assert (first.travel, first.y) == ("extension", mm(Y + 5.5))


# W1


def riding(passive: Recruit, *more: Recruit, mover: Recruit | None = None, **options: object) -> State:
    """An enemy about to move up the table, and a unit at its side."""
    return field(mover or foot("mover"), against=(passive, *more), options=Options(**options))  # type: ignore[arg-type]


BESIDE = foot("passive", x=7, y=3, facing=270)
MOVE = plan(move=act.Advance(mm(6)))


def charge_at(at: float, unit: int = 1, facing: int = 2700) -> act.OpportunityCharge:
    return act.OpportunityCharge(unit, mm(at), facing)


@pytest.mark.rule("MN-REACT-62", "the mover stops at the point that is named")
@pytest.mark.rule("MN-REACT-64", "success: contact, and the movement is over")
@pytest.mark.rule("MN-REACT-02", "a reaction puts a blue marker on the unit")
@pytest.mark.rule("MN-MAN-13", "nothing is left of the plan of a mover that is stopped")
def test_opportunity_charge() -> None:
    turned = plan(move=act.Advance(mm(6)), then=act.Pre(about_face=True))
    play = go(riding(BESIDE), turned, 3)
    assert asked(play) == ("opportunity_charge", "pass")
    assert listed(play.state, "b", "opportunity_charge")
    on(play, "b", charge_at(3))
    mover, unit = play.state.units[0], play.state.units[1]
    assert (at(play.state, 0), at(play.state, 1), play.state.stack) == ((0, 3), (3.5, 3), ())
    assert (unit.blue, unit.reacted, unit.impact, unit.charged) == ("reaction", True, True, True)
    assert (mover.still, mover.impact, mover.facing) == (True, False, 0)


@pytest.mark.rule("MN-RULING-70", "who failed an opportunity charge keeps the facing that it turned to")
@pytest.mark.rule("MN-REACT-65", "failure: the mover goes on, the unit keeps its pivot and is idle")
@pytest.mark.rule("MN-RULING-83", "failed_opportunity_charge_idle false: only the blue marker counts")
def test_failed_opportunity_charge() -> None:
    for idle in (True, False):
        passive = foot("passive", x=7, y=3, facing=300)
        play = go(riding(passive, failed_opportunity_charge_idle=idle), MOVE, 2)
        on(play, "b", charge_at(3))
        on(play, "a", act.GoOn(mm(3)))
        assert (at(play.state, 0), at(play.state, 1)) == ((0, 6), (7, 3))
        unit = play.state.units[1]
        assert (unit.facing, unit.blue, unit.idle) == (2700, "reaction", idle)


@pytest.mark.rule("MN-REACT-66", "several attempts on one path, one after another")
@pytest.mark.rule("MN-RULING-40", "after a failure asked again for points not before the last one")
def test_second_attempt() -> None:
    other = foot("other", x=-7, y=4, facing=90)
    play = go(riding(BESIDE, other), MOVE, 2, 3)
    on(play, "b", charge_at(3))
    on(play, "a", act.GoOn(mm(3)))
    assert asked(play) == ("opportunity_charge", "pass")
    assert why(play.state, charge_at(1), "b") == "MN-REACT-01"
    on(play, "b", charge_at(1, 2, 900))
    assert at(play.state, 0) == (0, 4)
    assert play.state.units[2].impact


W1_BARS: list[tuple[str, State, act.OpportunityCharge, str]] = [
    ("Y21", riding(foot("passive", x=8, facing=270), mover=horse("mover")), charge_at(3), "MN-REACT-61"),
    ("unformed", riding(light("passive", x=7, facing=270)), charge_at(3), "MN-REACT-60"),
    ("square", riding(foot("passive", x=7, **SQUARE)), charge_at(3), "MN-REACT-60"),
    ("guns", riding(guns("passive", x=7, facing=270)), charge_at(3), "MN-REACT-60"),
    ("blue", noted(riding(BESIDE), 1, blue="reaction"), charge_at(3), "MN-REACT-01"),
    ("idle", noted(riding(BESIDE), 1, idle=True), charge_at(3), "MN-REACT-01"),
    ("stood", noted(riding(BESIDE), 1, stood=True), charge_at(3), "MN-REACT-04"),
    ("out", noted(riding(BESIDE), 1, command="out"), charge_at(3), "MN-CMD-21"),
    ("turn", riding(foot("passive", x=7, y=3, facing=0)), charge_at(3, facing=2690), "MN-REACT-63"),
    ("beyond", riding(BESIDE), charge_at(6.01), "MN-REACT-60"),
    ("far", riding(foot("passive", x=9.52, y=3, facing=270)), charge_at(3), "MN-REACT-60"),
]


@pytest.mark.rule("MN-REACT-60", "formed, in no square, within 6 cm of infantry at that point")
@pytest.mark.rule("MN-REACT-61", "Y21: infantry cannot opportunity charge cavalry")
@pytest.mark.rule("MN-REACT-63", "a pivot of 90 degrees at most")
@pytest.mark.rule("MN-REACT-01", "never with a blue marker, once per initiative")
@pytest.mark.parametrize(("name", "state", "action", "rule"), W1_BARS)
def test_who_may_not_opportunity_charge(name: str, state: State, action: act.OpportunityCharge, rule: str) -> None:
    window = Course(unit=0, travel="advance", legs=plan_legs(state), window=True)
    assert why(replace(state, stack=(window,)), action, "b") == rule


def plan_legs(state: State):  # type: ignore[no-untyped-def]
    """The way of 6 cm straight ahead."""
    from battles.rules.mini_nap.frames import Leg

    return (Leg(state.units[0].facing, mm(6), state.units[0].facing),)


@pytest.mark.rule("MN-REACT-60", "cavalry within 12 cm; turning alone is no target")
@pytest.mark.rule("MN-MAN-05", "pivots and formation changes are not movement")
@pytest.mark.rule("MN-REACT-06", "the active side never reacts")
def test_window_opens_only_for_movement() -> None:
    beside = horse("passive", x=14, y=3, facing=270)
    assert asked(go(riding(beside), MOVE)) == ("opportunity_charge", "pass")
    assert asked(go(riding(horse("passive", x=17, y=3, facing=270)), MOVE)) == ()
    assert asked(go(riding(beside), plan(pivot=90))) == ()
    assert asked(go(riding(beside), plan(change=Change(to="column", anchor="left", side="rear")))) == ()
    for move in (act.SideStep("right", 100), act.StepBack(100), act.Oblique("left", 100, 100)):
        assert asked(go(riding(beside), plan(move=move))) == ("opportunity_charge", "pass")
    for unit, steps in ((guns("mover"), act.Prolong(100)), (foot("mover", **SQUARE), act.Inch(0, 100))):
        assert asked(go(riding(beside, mover=unit), plan(move=steps))) == ("opportunity_charge", "pass")


@pytest.mark.rule("MN-CMD-20", "Y28: cautious, two tests; not for a counter-charge")
@pytest.mark.rule("MN-RULING-26", "a counter-charge has no test, unless the option asks for caution")
def test_cautious_opportunity_charge() -> None:
    cautious = noted(riding(BESIDE), 1, command="cautious")
    for faces, charged in (((3, 3), True), ((2,), False), ((3, 2), False)):
        play = on(go(cautious, MOVE, *faces), "b", charge_at(3))
        assert play.state.units[1].charged is charged
        assert play.state.units[1].blue == "reaction"


@pytest.mark.rule("MN-REACT-67", "Y20: a battery contacted by an opportunity charge is removed; break-through")
def test_opportunity_charge_at_a_battery() -> None:
    play = go(riding(BESIDE, mover=guns("mover")), plan(move=act.Redeploy(0, mm(6), 0)), 3)
    on(play, "b", charge_at(3))
    unit = play.state.units[1]
    assert play.state.units[0].where == "destroyed"
    assert (unit.white, unit.blue) == (True, "reaction")


@pytest.mark.rule("MN-REACT-60", "an extension can be charged on the way, too")
@pytest.mark.rule("MN-RULING-35", "stopped in the extension it does not count as charging, in its charge it does")
def test_extension_and_charge_are_stopped() -> None:
    beside = horse("passive", x=14, y=3, facing=270)
    state = field(horse("mover", type="medium_cavalry"), against=(FAR_FOOT, beside))
    play = go(state, plan(move=act.ExtendedCharge(1)), 3, 5, 5, 6)
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", charge_at(3, 2))
    assert (play.state.units[0].impact, play.state.units[0].still) == (False, True)
    charge = field(horse("mover"), against=(foot("goal", y=20, facing=180), beside))
    play = on(go(charge, plan(move=act.Charge(1)), 6), "b", charge_at(3, 2))
    assert play.state.units[0].impact
    assert at(play.state, 0) == (0, 3)


@pytest.mark.rule("MN-REACT-70", "the target counter-charges without a test")
@pytest.mark.rule("MN-REACT-71", "formed units only, and not infantry against cavalry")
@pytest.mark.rule("MN-REACT-73", "a unit not in command may counter-charge")
def test_counter_charge() -> None:
    goal = horse("goal", y=20, facing=180)
    state = noted(field(horse(), against=(goal,)), 1, command="out")
    play = go(state, plan(move=act.Charge(1)))
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", charge_at(6, 1, 1800))
    assert (play.state.units[0].impact, play.state.units[1].impact) == (True, True)
    assert moves(play)[-1].travel == "counter"
    assert not play.dice.rolls
    skirmishers = horse("goal", y=20, facing=180, **COSSACKS)
    for allowed in (False, True):
        options = Options(unformed_may_counter_charge=allowed)
        play = go(field(horse(**COSSACKS), against=(skirmishers,), options=options), plan(move=act.Charge(1)))
        assert ("opportunity_charge" in asked(play)) is allowed
    assert "opportunity_charge" not in asked(go(field(horse(), against=(foot(y=9),)), plan(move=act.Charge(1))))


@pytest.mark.rule("MN-RULING-26", "with cautious_counter_charge_tests a cautious unit tests first")
@pytest.mark.rule("MN-RULING-69", "a charge goes on to contact, however its target has turned")
def test_counter_charge_that_fails_its_caution() -> None:
    goal = horse("goal", y=20, facing=150)
    options = Options(cautious_counter_charge_tests=True)
    state = noted(field(horse(), against=(goal,), options=options), 1, command="cautious")
    play = on(go(state, plan(move=act.Charge(1)), 2), "b", charge_at(6, 1, 1800))
    passed(play)
    assert at(play.state, 0) == (0, 16)
    assert play.state.units[1].stood


# W2 to W4


def meeting(charger: Recruit, *b: Recruit, faces: tuple[int, ...] = (), **options: object):  # type: ignore[no-untyped-def]
    """Unit 0 has charged unit 1, and its owner is asked, if at all."""
    state = field(charger, against=b, options=Options(**options))  # type: ignore[arg-type]
    return passed(go(state, plan(move=act.Charge(1)), *faces))


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
@pytest.mark.rule("MN-REACT-13", "it passes through friends, and goes on to the first free place")
@pytest.mark.rule("MN-RULING-59", "forced over the edge it is lost")
def test_what_a_fall_back_meets() -> None:
    target = light(y=6)
    friend = foot("friend", y=19)
    play = on(meeting(foot(), target, friend), "b", act.FallBack(mm(12)))
    assert at(play.state, 1) == (0, pytest.approx(21, abs=0.06))
    state = field(foot(), foot("behind", y=15), against=(target,))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.FallBack(mm(12)))
    assert play.state.units[2].where == "destroyed"
    assert play.state.units[0].white
    edge = field(foot(y=50), against=(light(y=55),))
    play = on(passed(go(edge, plan(move=act.Charge(1)))), "b", act.FallBack(mm(12)))
    assert (play.state.units[1].where, play.state.units[0].white) == ("lost", True)


@pytest.mark.rule("MN-CMD-42", "an evading unit makes an enemy stand evade; the evasion goes on")
def test_a_flight_over_a_stand() -> None:
    state = stand_at(field(foot(), against=(light(y=6),)), "a", 0, 14)
    play = on(passed(go(state, plan(move=act.Charge(1)))), "b", act.FallBack(mm(12)))
    assert asked(play) == ("evade_stand",)
    on(play, "a", act.EvadeStand(mm(X + 10), mm(Y + 14)))
    assert at(play.state, 1) == (0, 18)
    assert play.state.units[0].white


def stand_at(state: State, side: str, x: float, y: float, level: str = "division") -> State:
    """The battle with a command stand at a place from the middle of the table."""
    number = next(place for place, stand in enumerate(state.stands) if (stand.level, stand.side) == (level, side))
    stand = replace(state.stands[number], x=mm(X + x), y=mm(Y + y), where="table", unit=NONE)
    return replace(state, stands=(*state.stands[:number], stand, *state.stands[number + 1 :]))


def stand_of(state: State, side: str, level: str = "division"):  # type: ignore[no-untyped-def]
    return next(stand for stand in state.stands if (stand.level, stand.side) == (level, side))


@pytest.mark.rule("MN-REACT-20", "horse artillery contacted by infantry tries to flee; foot artillery never")
@pytest.mark.rule("MN-REACT-21", "the attempt is a quality test")
@pytest.mark.rule("MN-REACT-22", "failure removes it")
@pytest.mark.rule("MN-REACT-23", "success: 12 to 20 cm straight ahead")
def test_limber_and_flee() -> None:
    battery = guns(y=5, facing=0, type="horse_artillery")
    assert asked(meeting(foot(), guns(y=5))) == ()  # Y07: only to stand and fight
    assert asked(meeting(horse(), battery)) == ()
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


def feinting(*more: Recruit, faces: tuple[int, ...] = (3, 3)):  # type: ignore[no-untyped-def]
    """Cavalry before a square that has formed against it has passed its test to feint."""
    play = meeting(horse(), foot(y=19, facing=180), *more, faces=faces)
    on(play, "b", act.EmergencySquare("left"))
    if asked(play) == ("nearby_squares",):
        on(play, "b", act.NearbySquares(()))
    return on(play, "a", act.Feint())


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


@pytest.mark.rule("MN-REACT-04", "who has agreed to stand does not react to a second charger")
def test_second_charger() -> None:
    state = field(foot(x=-2.6), foot("second", x=2.6), against=(light(y=6, facing=180),))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.Stay())
    assert play.state.units[2].stood
    on(play, "a", plan(1, move=act.Charge(2)))
    assert passed(play).state.stack == ()


# Stands in the way


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


def test_settling_does_nothing_where_nothing_goes_on() -> None:
    play = go(field(foot()), MOVE)
    count = len(play.events)
    settle(play)
    assert len(play.events) == count
    assert isinstance(play.events[-1], happened.Closed)
