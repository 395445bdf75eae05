"""Opportunity charges and counter-charges against a unit on its way (window W1).

Source: MN-REACT-60, MN-REACT-61, MN-REACT-62, MN-REACT-63, MN-REACT-64, MN-REACT-65, MN-REACT-66, MN-REACT-67,
MN-REACT-68, MN-REACT-70, MN-REACT-71, MN-REACT-72, MN-REACT-73.
"""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Change, MoveInProgress
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders.charges import (
    BESIDE,
    COSSACKS,
    FAR_FOOT,
    MOVE,
    SQUARE,
    charge_at,
    extension,
    plan_legs,
    riding,
)
from tests.rules.mini_nap.builders.manoeuvres import (
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
    why,
)
from tests.rules.mini_nap.builders.table_positions import mm


@pytest.mark.rule("MN-REACT-62", "the mover stops at the point that is named")
@pytest.mark.rule("MN-REACT-64", "success: contact, and the movement is over")
@pytest.mark.rule("MN-REACT-02", "a reaction puts a blue marker on the unit")
@pytest.mark.rule("MN-MAN-13", "nothing is left of the plan of a mover that is stopped")
def test_opportunity_charge() -> None:
    turned = plan(move=act.Advance(mm(6)), then=act.FreeSteps(about_face=True))
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


@pytest.mark.rule("MN-REACT-63", "at each point the charge with the least turn is listed, by steps or at a corner")
def test_the_least_turn_at_each_point_is_listed() -> None:
    play = go(riding(foot("passive", x=5, y=-2, facing=270)), MOVE)
    turns = [(each.at, each.facing) for each in listed(play.state, "b", "opportunity_charge")]
    assert turns == [(0, 2700), (100, 2700), (200, 2850), (300, 2850), (400, 3000), (500, 3087)]


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
    window = MoveInProgress(unit=0, travel="advance", legs=plan_legs(state), window=True)
    assert why(replace(state, stack=(window,)), action, "b") == rule


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


@pytest.mark.rule("MN-CMD-20", "a unit that fails its caution test stays, blue, and nothing else changes")
@pytest.mark.rule("MN-REACT-65", "who dares it and fails does no more in the initiative")
@pytest.mark.rule("MN-RULING-183", "only the test of the opportunity charge itself makes it idle, in either order")
@pytest.mark.parametrize(
    ("order", "faces", "idle"),
    [("first", (2,), False), ("first", (3, 2), True), ("last", (2,), True), ("last", (3, 2), False)],
)
def test_who_does_not_dare_is_not_idle(order: str, faces: tuple[int, ...], idle: bool) -> None:
    cautious = noted(riding(BESIDE, cautious_test_order=order), 1, command="cautious")
    unit = on(go(cautious, MOVE, *faces), "b", charge_at(3)).state.units[1]
    assert (unit.charged, unit.blue, unit.idle) == (False, "reaction", idle)


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


def rolled_tests(play: Resolution) -> list[tuple[str, bool]]:
    """The quality tests in the order in which they were rolled, and whether each was passed."""
    return [(event.rule, event.passed) for event in play.events if isinstance(event, happened.Tested)]


@pytest.mark.rule("MN-RULING-26", "a cautious unit, and one out of command, counter-charges without a test")
@pytest.mark.rule("MN-REACT-73", "cautious or not in command, no die is rolled")
@pytest.mark.parametrize("command", ["in", "cautious", "out"])
@pytest.mark.parametrize("order", ["first", "last"])
def test_a_counter_charge_has_no_cautious_test(command: str, order: str) -> None:
    options = Options(cautious_test_order=order)
    state = noted(field(horse(), against=(horse("goal", y=20, facing=180),), options=options), 1, command=command)
    play = on(go(state, plan(move=act.Charge(1))), "b", charge_at(6, 1, 1800))
    assert (play.dice.rolls, rolled_tests(play)) == ([], [])
    assert play.state.units[1].charged
    assert moves(play)[-1].travel == "counter"


@pytest.mark.rule("MN-RULING-26", "pivot, cautious test, own test, charge; or the tests the other way round")
@pytest.mark.parametrize(
    ("order", "faces", "rules"),
    [
        ("first", (3, 3), ["MN-CMD-20", "MN-REACT-64"]),
        ("last", (3, 3), ["MN-REACT-64", "MN-CMD-20"]),
        ("first", (2,), ["MN-CMD-20"]),
        ("last", (2,), ["MN-REACT-64"]),
    ],
)
def test_the_order_of_the_tests_of_an_opportunity_charge(order: str, faces: tuple[int, ...], rules: list[str]) -> None:
    passive = foot("passive", x=7, y=3, facing=280)
    state = noted(riding(passive, cautious_test_order=order), 1, command="cautious")
    play = on(go(state, MOVE, *faces), "b", charge_at(3))
    assert [rule for rule, _ in rolled_tests(play)] == rules
    names = [type(event).__name__ for event in play.events if getattr(event, "unit", 0) == 1]
    assert names.index("Turned") < names.index("Tested")
    assert play.state.units[1].facing == 2700
    assert play.state.units[1].charged is (len(faces) == 2)
    bold = on(go(noted(state, 1, command="in"), MOVE, 3), "b", charge_at(3))
    assert [rule for rule, _ in rolled_tests(bold)] == ["MN-REACT-64"]


@pytest.mark.rule("MN-RULING-26", "the cautious test comes before the test and the dice of an extension, or after them")
@pytest.mark.parametrize(
    ("order", "faces", "rules"),
    [
        ("first", (3, 3, 5, 5), ["MN-CMD-20", "MN-EXTEND-02"]),
        ("last", (3, 5, 5, 3), ["MN-EXTEND-02", "MN-CMD-20"]),
        ("first", (2,), ["MN-CMD-20"]),
        ("last", (2,), ["MN-EXTEND-02"]),
    ],
)
def test_the_order_of_the_tests_of_an_extended_charge(order: str, faces: tuple[int, ...], rules: list[str]) -> None:
    charger = horse(type="medium_cavalry", facing=5)
    state = noted(extension(charger, cautious_test_order=order), 0, command="cautious")
    play = passed(go(state, plan(pivot=0, move=act.ExtendedCharge(1)), *faces))
    assert [rule for rule, _ in rolled_tests(play)] == rules
    names = [type(event).__name__ for event in play.events]
    assert names.index("Turned") < names.index("Tested")
    assert play.state.units[0].charged is (len(faces) == 4)


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


@pytest.mark.rule("MN-RULING-180", "no unit is stopped on a friend that it passes through")
@pytest.mark.rule("MN-INTERPEN-04", "so that no two units are left on each other")
def test_no_charge_at_a_unit_passing_through_a_friend() -> None:
    state = field(light("mover"), foot("friend", y=6, formation="column"), against=(horse(x=12, y=7, facing=270),))
    play = go(state, plan(move=act.Advance(mm(15))), 6)
    points = [each.at for each in listed(play.state, "b", "opportunity_charge")]
    assert mm(3) in points
    assert mm(9) in points
    assert not [at for at in points if mm(3) < at < mm(9)]
    assert why(play.state, charge_at(6, unit=2), "b") == "MN-RULING-180"
    formed = go(field(horse(y=2), against=(horse("foe", x=12, y=7, facing=270),)), plan(move=act.Advance(mm(9))), 6)
    assert mm(6) in [each.at for each in listed(formed.state, "b", "opportunity_charge")]
