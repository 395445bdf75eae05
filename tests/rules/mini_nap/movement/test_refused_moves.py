"""What movement may not do, and what may be done about it: more rules of the Manoeuvre phase."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table.footprints import DEGREE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.movement.progress import move_in_progress
from battles.rules.mini_nap.state import Feature, ForceUnit, State
from tests.rules.mini_nap.builders.charges import feinting
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
    on,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.table_positions import mm


@pytest.mark.rule("MN-SIDE-02", "a side-step makes no contact")
@pytest.mark.rule("MN-BACK-02", "a step-back makes no contact")
@pytest.mark.rule("MN-OBLIQUE-02", "both legs are checked")
@pytest.mark.rule("MN-CHARGE-01", "only a charge brings a unit into contact")
def test_no_contact_without_a_charge() -> None:
    beside, behind, ahead = foot("enemy", x=8), foot("enemy", y=-5), foot("enemy", x=5.5, y=4)
    assert why(field(foot(), against=(beside,)), plan(move=act.SideStep("right", mm(3)))) == "MN-MAN-12"
    assert why(field(foot(), against=(behind,)), plan(move=act.StepBack(mm(3)))) == "MN-MAN-12"
    first = field(foot(), against=(ahead,))
    assert why(first, plan(move=act.Oblique("right", mm(3), mm(3)))) == "MN-MAN-12"
    assert why(first, plan(move=act.Oblique("left", mm(3), mm(3)))) == ""
    assert why(first, plan(move=act.Oblique("right", mm(0.5), mm(3), aside_first=True))) == ""


MOVERS: list[tuple[ForceUnit, act.Movement]] = [
    (guns("mover"), act.Prolong(100)),
    (guns("mover"), act.Prolong(100, back=True)),
    (guns("mover"), act.Redeploy(0, 500, 0)),
    (foot("mover", formation="solid_square"), act.Inch(0, 200)),
    (foot("mover"), act.StepBack(200)),
]


@pytest.mark.rule("MN-ART-05", "prolonging and redeploying are movement for reactions")
@pytest.mark.rule("MN-SQUARE-03", "inching is movement for reactions, and the square may fire")
@pytest.mark.rule("MN-MOVE-15", "moving is movement for reactions")
@pytest.mark.parametrize(("mover", "move"), MOVERS)
def test_movement_for_reactions(mover: ForceUnit, move: act.Movement) -> None:
    play = go(field(mover, against=(horse(x=14, facing=270),)), plan(move=move))
    assert asked(play) == ("opportunity_charge", "pass")
    after = passed(play).state
    assert (targets.refuse_firer(after, 0) is None) is not isinstance(move, act.Redeploy)


WATER = Feature(key="river", kind="river", points=((mm(X - 40), mm(Y)), (mm(X + 40), mm(Y))), width=400)
OVER = (WATER, strip("bridge", -2, 2, -1.5, 1.5, over="river"))
ROAD = (Feature(key="road", kind="road", points=((mm(X), mm(Y - 20)), (mm(X), mm(Y + 20))), width=300),)
BESIDE = horse(x=14, y=3, facing=270)
DIVIDED = {"brigade": -1, "division": 0, "allowance": mm(24), "standoff": mm(12)}
COLUMN = {"formation": "column"}
MEDIUM = {"type": "medium_cavalry"}
EVERY_MOVEMENT: list[tuple[str, State, act.Movement, tuple[int, ...]]] = [
    ("advance", field(foot(), against=(BESIDE,)), act.Advance(mm(3)), ()),
    ("side_step", field(foot(), against=(BESIDE,)), act.SideStep("left", mm(2)), ()),
    ("step_back", field(foot(), against=(BESIDE,)), act.StepBack(mm(2)), ()),
    ("oblique", field(light(), against=(BESIDE,)), act.Oblique("left", mm(2), mm(2)), ()),
    ("inch", field(foot(formation="solid_square"), against=(BESIDE,)), act.Inch(0, mm(2)), ()),
    ("prolong", field(guns(), against=(BESIDE,)), act.Prolong(mm(1)), ()),
    ("redeploy", field(guns(), against=(BESIDE,)), act.Redeploy(0, mm(5), 0), ()),
    ("road_move", field(foot(**COLUMN), against=(BESIDE,), features=ROAD), act.RoadMove("road", mm(6)), ()),
    (
        "cross_bridge",
        field(foot(y=-6, **COLUMN), against=(horse(x=12, y=-6, facing=270),), features=OVER),
        act.CrossBridge("bridge", mm(X), mm(Y + 4), 0),
        (),
    ),
    ("division", field(foot(), against=(horse(y=21, facing=180),), **DIVIDED), act.Advance(mm(6)), ()),
    ("charge", field(horse(), against=(foot(y=20, facing=180), BESIDE)), act.Charge(1), ()),
    (
        "extension",
        field(horse(**MEDIUM), against=(foot("goal", y=43, facing=180), BESIDE)),
        act.ExtendedCharge(1),
        (3, 5, 5),
    ),
]


@pytest.mark.rule("MN-MOVE-15", "movement of every kind may be met on the way")
@pytest.mark.rule("MN-REACT-60", "by an enemy near enough that may still react")
@pytest.mark.parametrize(("travel", "state", "move", "faces"), EVERY_MOVEMENT, ids=[row[0] for row in EVERY_MOVEMENT])
def test_every_movement_is_movement_for_reactions(
    travel: str, state: State, move: act.Movement, faces: tuple[int, ...]
) -> None:
    play = go(state, plan(move=move), *faces)
    assert asked(play) == ("opportunity_charge", "pass")
    assert move_in_progress(play.state).travel == travel
    spent = replace(state, units=tuple(replace(unit, reacted=unit.side == "b") for unit in state.units))
    assert "opportunity_charge" not in asked(go(spent, plan(move=move), *faces))


@pytest.mark.rule("MN-MOVE-15", "so is the ride back of a feint")
def test_a_feint_is_movement_for_reactions() -> None:
    play = on(feinting(horse("passive", x=16, y=12, facing=270)), "a", act.FeintBack(mm(12), 0))
    assert (asked(play), move_in_progress(play.state).travel) == (("opportunity_charge", "pass"), "feint")


@pytest.mark.rule("MN-EXTEND-07", "a charge starts where its extension has ended")
def test_extended_charge_from_twelve() -> None:
    target = foot(y=1 + 2 + 31, facing=180)
    state = field(horse(type="medium_cavalry"), against=(target,))
    play = passed(go(state, plan(move=act.ExtendedCharge(1)), 3, 1, 1))
    assert play.state.units[0].charged_from == mm(29)


@pytest.mark.rule("MN-REACT-68", "the point must let it reach the mover within its charge allowance")
@pytest.mark.rule("MN-REACT-60", "infantry in line charges 6 cm, uphill 3")
def test_a_point_out_of_reach() -> None:
    state = field(foot(), against=(foot(x=9, y=3, facing=270),), features=(strip("hill", -9, 9),))
    assert asked(go(state, plan(move=act.Advance(mm(3))))) == ()
    near = field(foot(), against=(foot(x=6, y=2, facing=270),), features=(strip("hill", -9, 9),))
    assert asked(go(near, plan(move=act.Advance(mm(3))))) == ("opportunity_charge", "pass")


@pytest.mark.rule("MN-REACT-72", "a charge that starts inside the limit may be met at its start, one further off not")
def test_where_a_counter_charge_may_begin() -> None:
    for y, start, rule in ((12.0, 0, ""), (20.0, 399, "MN-REACT-60"), (20.0, 400, "")):
        play = go(field(horse(), against=(horse(y=y, facing=180),)), plan(move=act.Charge(1)))
        assert why(play.state, act.OpportunityCharge(1, start, 1800), "b") == rule


@pytest.mark.rule("MN-CHARGE-13", "a charger whose target has left has break-through, unless another enemy touches it")
@pytest.mark.rule("MN-REACT-03", "who does not react stands and fights")
def test_break_through_of_a_charger() -> None:
    play = passed(go(field(foot(), against=(light(y=6, facing=180),)), plan(move=act.Charge(1))))
    stood = on(play, "b", act.Stay()).state
    assert (stood.units[0].white, stood.units[1].stood, positions.in_contact(stood, 0, 1)) == (False, True, True)
    assert stood.units[1].blue == ""


@pytest.mark.rule("MNT-LANDMARK-01", "only infantry enters a landmark, not even a command stand")
@pytest.mark.rule("MNT-ROAD-01", "a road does nothing in open ground")
def test_who_enters_a_landmark() -> None:
    mill = strip("landmark", 4, 8, -2, 2)
    for unit, move, rule in (
        (foot(), act.Advance(mm(5)), ""),
        (horse(), act.Advance(mm(5)), "MNT-LANDMARK-01"),
        (guns(), act.Redeploy(0, mm(5), 0), "MNT-LANDMARK-01"),
    ):
        assert why(field(unit, features=(mill,)), plan(move=move)) == rule
    road = field(foot(), features=(strip("road", 2, 5),))
    assert at(go(road, plan(move=act.Advance(mm(6)))).state, 0) == (0, 6)


@pytest.mark.rule("MN-MAN-12", "a battery that has redeployed does not turn into contact")
@pytest.mark.rule("MN-DIVMAN-02", "nor nearer than the stand-off")
def test_a_redeployed_battery_keeps_its_distance() -> None:
    move = act.Redeploy(0, mm(5), 450)
    for x, rule in ((3.48, ""), (3.45, "MN-MAN-12"), (3.4, "MN-MAN-12")):
        enemy = foot("enemy", x=x, y=5, formation="column")
        assert why(field(guns(), against=(enemy,)), plan(move=move)) == rule
    far = field(guns(), against=(foot("enemy", x=0, y=5 + 1.5 + 12.3 + 1),))
    divided = replace(far, brigade=-1, division=0, allowance=mm(24), standoff=mm(12))
    assert why(divided, plan(move=act.Redeploy(0, mm(5), 0))) == ""
    assert why(divided, plan(move=move)) == "MN-DIVMAN-02"


@pytest.mark.rule("MN-RULING-153", "no unit turns so that it is over the edge of the table")
@pytest.mark.rule("MN-GEO-15", "a unit lies wholly on the table")
def test_a_pivot_at_the_edge() -> None:
    state = field(foot(y=58.4))
    assert why(state, plan(pivot=45)) == "MN-RULING-153"
    assert why(state, plan(pivot=90)) == "MN-RULING-153"
    assert why(state, plan(pivot=180)) == ""
    assert why(field(foot(y=57.5)), plan(pivot=90)) == ""


@pytest.mark.rule("MN-ART-04", "the footprint at the start and at the end of a redeployment must be legal")
@pytest.mark.rule("MN-MAN-12", "no facing brings a battery nearer to an enemy than the least gap")
@pytest.mark.parametrize(
    ("bearing", "facing", "rule"),
    [
        (270, 270, ""),
        (270, 45, "MN-MAN-12"),
        (315, 0, "MN-MAN-12"),
    ],
)
def test_a_battery_that_redeploys_faces_no_way_that_touches_an_enemy(bearing: float, facing: float, rule: str) -> None:
    """A line stands 0.3 cm ahead of the battery; a corner of it would reach 0.62 cm ahead at 45 degrees."""
    state = field(guns(), against=(foot("line", 0, 2.8, 180),))
    move = act.Redeploy(round(bearing * DEGREE), mm(1), round(facing * DEGREE))
    assert why(state, plan(move=move)) == rule


@pytest.mark.rule("MN-DIVMAN-02", "a battery keeps the stand-off of a Division manoeuvre however it faces in the end")
@pytest.mark.parametrize(("facing", "rule"), [(0, ""), (45, "MN-DIVMAN-02")])
def test_a_battery_keeps_the_stand_off_as_it_faces(facing: float, rule: str) -> None:
    enemy = (foot("line", 0, 14.6, 180),)
    state = field(guns(), against=enemy, division=0, brigade=-1, allowance=mm(24), standoff=mm(12))
    assert why(state, plan(move=act.Redeploy(900, mm(1), round(facing * DEGREE)))) == rule


UNITS = {
    "line": foot(),
    "column": foot(formation="column"),
    "square": foot(formation="solid_square"),
    "skirmish": light(),
}


@pytest.mark.rule("MN-MAN-07", "which stand stays, and on which side of it the other forms")
@pytest.mark.rule("MN-MAN-08", "out of a square it takes any bearing and keeps its centre")
@pytest.mark.parametrize(
    ("unit", "change", "rule"),
    [
        ("line", {"to": "column", "anchor": "left", "side": "rear"}, ""),
        ("line", {"to": "column", "anchor": "right", "side": "front"}, ""),
        ("line", {"to": "column", "anchor": "front", "side": "rear"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left", "side": "left"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left"}, "MN-MAN-07"),
        ("line", {"to": "column", "side": "rear"}, "MN-MAN-07"),
        ("line", {"to": "column", "anchor": "left", "side": "rear", "bearing": 0}, "MN-MAN-08"),
        ("line", {"to": "solid_square", "anchor": "left", "side": "rear"}, ""),
        ("line", {"to": "solid_square", "anchor": "left"}, ""),
        ("line", {"to": "solid_square", "anchor": "left", "side": "front"}, "MN-MAN-07"),
        ("column", {"to": "line", "anchor": "front", "side": "left"}, ""),
        ("column", {"to": "line", "anchor": "rear", "side": "right"}, ""),
        ("column", {"to": "line", "anchor": "left", "side": "right"}, "MN-MAN-07"),
        ("column", {"to": "line", "anchor": "front", "side": "rear"}, "MN-MAN-07"),
        ("skirmish", {"to": "line", "anchor": "left", "side": "right"}, ""),
        ("skirmish", {"to": "line", "anchor": "left", "side": "rear"}, "MN-MAN-07"),
        ("square", {"to": "line", "bearing": 777}, ""),
        ("square", {"to": "column", "bearing": 0}, ""),
        ("square", {"to": "line", "bearing": 0, "anchor": "front"}, "MN-MAN-08"),
        ("square", {"to": "line", "bearing": 0, "side": "left"}, "MN-MAN-08"),
        ("square", {"to": "line", "bearing": 0, "anchor": "front", "side": "left"}, "MN-MAN-08"),
    ],
)
def test_malformed_formation_changes(unit: str, change: dict[str, Any], rule: str) -> None:
    assert why(field(UNITS[unit]), plan(change=Change(**change))) == rule
