"""Who may charge whom and from where, caution and the extension of a charge (MN-CHARGE, MN-EXTEND)."""

import pytest

from battles.kits.open_table.footprints import Footprint
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.reactions import charge_answers
from battles.rules.mini_nap.state import ForceUnit
from tests.rules.mini_nap.builders.charges import COSSACKS, MOVE, SQUARE, extension
from tests.rules.mini_nap.builders.manoeuvres import (
    X,
    Y,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    moves,
    noted,
    on,
    passed,
    plan,
    settle,
    why,
)
from tests.rules.mini_nap.builders.table_positions import kinds, mm

MATRIX: list[tuple[ForceUnit, ForceUnit, str]] = [
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
def test_who_may_charge_whom(charger: ForceUnit, target: ForceUnit, rule: str) -> None:
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
def test_charge_allowance(charger: ForceUnit, near: ForceUnit, far: ForceUnit) -> None:
    play = passed(go(field(charger, against=(near,)), plan(move=act.Charge(1))))
    assert [event.touched for event in moves(play)] == [1]
    assert play.state.units[0].charged
    assert why(field(charger, against=(far,)), plan(move=act.Charge(1))) == "MN-CHARGE-03"


@pytest.mark.rule("MN-CHARGE-05", "a charge passes through no unit, formed or not")
@pytest.mark.rule("MN-CHARGE-04", "no other unit is contacted on the way")
@pytest.mark.rule("MN-INTERPEN-02", "an unformed unit charges through no unit")
@pytest.mark.rule("MN-CHARGE-14", "an abandoned battery is no target")
def test_no_unit_in_the_way() -> None:
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


@pytest.mark.rule("MN-CMD-20", "Y32: a cautious unit that rolls too low stays, and has no blue marker")
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


@pytest.mark.rule("MN-EXTEND-03", "X07: veteran medium cavalry goes exactly what it rolls")
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


@pytest.mark.rule("MN-EXTEND-06", "offered when only distance forbids, up to the largest roll")
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


@pytest.mark.rule("MN-REACT-04", "who has agreed to stand does not react to a second charger")
def test_second_charger() -> None:
    state = field(foot(x=-2.6), foot("second", x=2.6), against=(light(y=6, facing=180),))
    play = on(passed(go(state, plan(move=act.Charge(2)))), "b", act.Stay())
    assert play.state.units[2].stood
    on(play, "a", plan(1, move=act.Charge(2)))
    assert passed(play).state.stack == ()


def test_settling_does_nothing_where_nothing_goes_on() -> None:
    play = go(field(foot()), MOVE)
    count = len(play.events)
    settle(play)
    assert len(play.events) == count
    assert isinstance(play.events[-1], happened.Closed)


@pytest.mark.rule("MN-RULING-59", "no corner of a charger leaves the table before it is in contact")
@pytest.mark.parametrize(("ahead", "rule"), [(7, ""), (8, "MN-RULING-59")])
def test_a_charge_along_the_edge_of_the_table(ahead: int, rule: str) -> None:
    state = field(horse(x=6 - X, y=0, facing=315), against=(foot("t", x=5 - X, y=ahead, facing=180),))
    assert why(state, plan(move=act.Charge(1))) == rule


@pytest.mark.rule("MN-RULING-72", "a charger that goes on to a square stops at the first unit that it meets")
@pytest.mark.parametrize(("beside", "far"), [(None, 16), (7.6, 16), (4, 4.05), (-4, 4.05)])
def test_a_charger_stops_at_the_first_unit_before_a_square(beside: float | None, far: float) -> None:
    others = () if beside is None else (foot("other", x=beside, y=7, facing=180),)
    stood = field(horse(), against=(foot("square", y=20, formation="solid_square"), *others))
    shape: Footprint = footprint_of(stood.setup.rules, stood.units[1])
    found = charge_answers.shifted_charger(stood, 0, shape)
    assert found is not None
    assert (found[0] - mm(X), found[1] - mm(Y)) == (0, mm(far))
