"""Movement, turning and formation changes, rule by rule (MN-MAN to MN-ART, MN-MOVE, MN-INTERPEN)."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, State
from tests.rules.mini_nap.builders.manoeuvres import (
    X,
    Y,
    at,
    before,
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
from tests.rules.mini_nap.builders.table_positions import battle as whole
from tests.rules.mini_nap.builders.table_positions import force, mm, playing

COLUMN = Change(to="column", anchor="left", side="front")
LINE = Change(to="line", anchor="front", side="right")
SQUARE = Change(to="solid_square", anchor="left", side="rear")

ALLOWANCES: list[tuple[str, ForceUnit, float]] = [
    ("MN-MOVE-01", foot(), 6),
    ("MN-MOVE-02", foot(formation="column"), 6),
    ("MN-MOVE-04", light(), 18),
    ("MN-MOVE-05", horse(), 15),
    ("MN-MOVE-06", horse(type="medium_cavalry"), 20),
    ("MN-MOVE-07", horse(type="light_cavalry"), 25),
    ("MN-MOVE-08", horse(type="light_cavalry", formation="skirmish_line"), 30),
]


@pytest.mark.rule("MN-MOVE-01", "infantry in line 6 cm")
@pytest.mark.rule("MN-MOVE-02", "infantry in column 6 cm")
@pytest.mark.rule("MN-MOVE-04", "light infantry in skirmish line 18 cm")
@pytest.mark.rule("MN-MOVE-05", "heavy cavalry 15 cm")
@pytest.mark.rule("MN-MOVE-06", "medium cavalry 20 cm")
@pytest.mark.rule("MN-MOVE-07", "light cavalry in line or column 25 cm")
@pytest.mark.rule("MN-MOVE-08", "light cavalry in skirmish line 30 cm")
@pytest.mark.rule("MN-MOVE-13", "any length up to the allowance, straight ahead")
@pytest.mark.rule("MN-MOVE-14", "the allowance is never exceeded")
@pytest.mark.parametrize(("rule", "unit", "most"), ALLOWANCES)
def test_advance(rule: str, unit: ForceUnit, most: float) -> None:
    state = field(unit)
    assert at(go(state, plan(move=act.Advance(mm(most)))).state, 0) == (0, most)
    assert at(go(state, plan(move=act.Advance(mm(0.37)))).state, 0) == (0, 0.37)
    assert why(state, plan(move=act.Advance(mm(most) + 1))) == "MN-MOVE-14"


BARRED: list[tuple[str, ForceUnit, act.Movement]] = [
    ("MN-SIDE-01", horse(), act.SideStep("left", 100)),
    ("MN-SIDE-01", foot(formation="column"), act.SideStep("left", 100)),
    ("MN-BACK-01", foot(formation="column"), act.StepBack(100)),
    ("MN-BACK-01", guns(), act.StepBack(100)),
    ("MN-OBLIQUE-01", horse(type="light_cavalry", formation="skirmish_line"), act.Oblique("left", 100, 100)),
    ("MN-SQUARE-01", foot(formation="solid_square"), act.Advance(100)),
    ("MN-SQUARE-01", foot(), act.Inch(0, 100)),
    ("MN-SQUARE-01", foot(formation="emergency_square"), act.Inch(0, 100)),
    ("MN-ART-02", guns(), act.Advance(100)),
    ("MN-ART-02", foot(), act.Prolong(100)),
    ("MN-ART-02", horse(), act.Redeploy(0, 100, 0)),
]


@pytest.mark.rule("MN-SIDE-01", "only infantry in line or skirmish line side-steps")
@pytest.mark.rule("MN-BACK-01", "only infantry in line or skirmish line steps back")
@pytest.mark.rule("MN-OBLIQUE-01", "only infantry in line or skirmish line moves obliquely")
@pytest.mark.rule("MN-SQUARE-01", "only a solid square moves, by inching")
@pytest.mark.rule("MN-SQUARE-02", "emergency squares do not inch")
@pytest.mark.rule("MN-ART-02", "prolong and redeploy are for batteries, advance is not")
@pytest.mark.parametrize(("rule", "unit", "move"), BARRED)
def test_movement_that_a_kind_does_not_make(rule: str, unit: ForceUnit, move: act.Movement) -> None:
    assert why(field(unit), plan(move=move)) == rule


LONGEST: list[tuple[ForceUnit, act.Movement, act.Movement]] = [
    (light(), act.SideStep("left", mm(6)), act.SideStep("left", mm(6) + 1)),
    (light(), act.StepBack(mm(6)), act.StepBack(mm(6) + 1)),
    (light(), act.Oblique("left", mm(3), mm(3)), act.Oblique("left", mm(3), mm(3) + 1)),
    (light(), act.Oblique("left", mm(3), mm(3)), act.Oblique("left", mm(3) + 1, mm(1))),
    (guns(), act.Prolong(mm(1)), act.Prolong(mm(1) + 1)),
    (guns(), act.Prolong(mm(1), back=True), act.Prolong(mm(1) + 1, back=True)),
    (guns(), act.Redeploy(450, mm(15), 900), act.Redeploy(450, mm(15) + 1, 900)),
    (guns(type="horse_artillery"), act.Redeploy(450, mm(20), 900), act.Redeploy(450, mm(20) + 1, 900)),
    (foot(formation="solid_square"), act.Inch(450, mm(4)), act.Inch(450, mm(4) + 1)),
]


@pytest.mark.rule("MN-OBLIQUE-03", "6 or 3 + 3 cm even where the advance is 18")
@pytest.mark.rule("MN-MOVE-16", "distances of the other movements")
@pytest.mark.rule("MN-MOVE-09", "prolong 1 cm")
@pytest.mark.rule("MN-MOVE-10", "foot artillery redeploys 15 cm")
@pytest.mark.rule("MN-MOVE-11", "horse artillery redeploys 20 cm")
@pytest.mark.parametrize(("unit", "most", "more"), LONGEST)
def test_other_distances(unit: ForceUnit, most: act.Movement, more: act.Movement) -> None:
    state = field(unit)
    facing = state.units[0].facing
    after = go(state, plan(move=most)).state.units[0]
    assert (after.x, after.y) != (mm(X), mm(Y))
    assert after.facing == (most.facing if isinstance(most, act.Redeploy) else facing)
    assert why(state, plan(move=more)) == "MN-MOVE-14"


@pytest.mark.rule("MN-SQUARE-01", "2 cm when enemy cavalry is within 12 cm, measured before the inch; else 4")
@pytest.mark.rule("MN-MOVE-03", "a solid square inches 2 or 4 cm")
def test_inch_near_cavalry() -> None:
    square = foot(formation="solid_square")
    for away, most in ((12.0, 2), (12.01, 4)):
        state = field(square, against=(horse(y=2 + away + 2),))
        gap = positions.unit_distance(state, 0, 1)
        assert why(state, plan(move=act.Inch(1800, mm(most)))) == "", gap
        assert why(state, plan(move=act.Inch(1800, mm(most) + 1))) == "MN-MOVE-14"
    state = field(square, against=(foot(y=6, facing=90),))
    assert why(state, plan(move=act.Inch(1800, mm(4)))) == ""


@pytest.mark.rule("MN-SQUARE-01", "a unit that forms square first measures from the square, not from where it stood")
@pytest.mark.parametrize(
    ("enemy", "most"),
    [
        (horse("beside", x=2.5 + 12 + 2, facing=270), 4),
        (horse("beside", x=12 + 2, facing=270), 2),
        (horse("behind", y=-1 - 2 - 12 - 2), 2),
        (horse("behind", y=-1 - 2 - 12.01 - 2), 4),
        (horse("before", y=1 + 12 + 2), 2),
    ],
)
def test_the_inch_of_a_new_square_is_measured_from_the_square(enemy: ForceUnit, most: int) -> None:
    """The line of 5 by 2 cm becomes a square of 2.5 by 4 cm about its left stand, with its other half in the rear."""
    state = field(foot(), against=(enemy,))
    assert why(state, plan(change=SQUARE, move=act.Inch(0, mm(most)))) == ""
    assert why(state, plan(change=SQUARE, move=act.Inch(0, mm(most) + 1))) == "MN-MOVE-14"


@pytest.mark.rule("MN-SQUARE-05", "a square is solid at once; it may change first and then move so")
@pytest.mark.rule("MN-MAN-10", "a unit may form square and inch in the same manoeuvre")
@pytest.mark.rule("MN-MAN-08", "out of a square the centre stays and the bearing is free")
@pytest.mark.rule("MN-MAN-10", "the allowance is that of the formation that moves")
def test_squares_and_other_formations() -> None:
    state = field(foot())
    assert why(state, plan(change=SQUARE, move=act.Inch(0, mm(4)))) == ""
    assert why(state, plan(change=SQUARE, move=act.Inch(0, mm(4.1)))) == "MN-MOVE-14"
    after = go(state, plan(move=act.Advance(mm(6)), then=before(change=SQUARE))).state.units[0]
    assert after.formation == "solid_square"
    square = field(light(type="light_infantry", formation="solid_square"))
    skirmish = Change(to="skirmish_line", bearing=900)
    after = go(square, plan(change=skirmish, move=act.Advance(mm(18)))).state
    assert (at(after, 0), after.units[0].facing) == ((18, 0), 900)
    assert after.units[0].turned == 0  # MN-RULING-19: reforming is no pivot


@pytest.mark.rule("MN-MAN-03", "one formation change, before or after")
@pytest.mark.rule("MN-MAN-04", "a pivot or an about-face on each side of the movement, none after a charge")
def test_shape_of_a_manoeuvre() -> None:
    state = field(foot(), against=(foot("goal", y=7, facing=180),))
    move = act.Advance(mm(1))
    assert why(state, plan(change=COLUMN, move=move, then=before(change=LINE))) == "MN-MAN-03"
    assert why(state, act.Manoeuvre(0, act.FreeSteps(pivot=90, about_face=True), move)) == "MN-MAN-04"
    assert why(state, plan(pivot=30, move=move, then=before(pivot=60))) == ""
    assert why(state, plan(move=act.Charge(1), then=before(pivot=60))) == "MN-MAN-04"
    assert why(state, plan(then=before(pivot=60))) == "MN-MAN-02"


CHANGES = [
    (foot(), COLUMN, (-1.25, 1.0)),
    (foot(), Change(to="column", anchor="right", side="rear"), (1.25, -1.0)),
    (foot(), SQUARE, (-1.25, -1.0)),
    (foot(formation="column"), LINE, (1.25, 1.0)),
    (foot(formation="column"), Change(to="line", anchor="rear", side="left"), (-1.25, -1.0)),
    (foot(formation="column"), Change(to="solid_square", anchor="rear", side="rear"), (0, -2.0)),
    (light(), Change(to="line", anchor="left", side="right"), (-0.25, 0)),
    (light(formation="line"), Change(to="skirmish_line", anchor="left", side="right"), (0.25, 0)),
    (horse(), COLUMN, (-1.25, 2.0)),
]


@pytest.mark.rule("MN-MAN-07", "the anchor stand keeps its place, the other is placed to make the block")
@pytest.mark.parametrize(("unit", "change", "place"), CHANGES)
def test_formation_change(unit: ForceUnit, change: Change, place: tuple[float, float]) -> None:
    after = go(field(unit), plan(change=change)).state
    assert after.units[0].formation == change.to
    assert at(after, 0) == pytest.approx(place, abs=0.011)
    assert after.units[0].facing == 0


FORMATIONS = [
    (foot(), "skirmish_line", "MN-FORM-07"),
    (horse(), "solid_square", "MN-FORM-07"),
    (horse(), "skirmish_line", "MN-FORM-07"),
    (horse(type="light_cavalry", lancer=True), "skirmish_line", "MN-FORM-07"),
    (horse(type="light_cavalry"), "skirmish_line", ""),
    (light(formation="line"), "skirmish_line", ""),
]


@pytest.mark.rule("MN-FORM-03", "only infantry forms square")
@pytest.mark.rule("MN-FORM-05", "skirmish line is for light infantry and light cavalry that is no lancer")
@pytest.mark.parametrize(("unit", "to", "rule"), FORMATIONS)
def test_formations_open(unit: ForceUnit, to: str, rule: str) -> None:
    side = "rear" if to == "solid_square" else "right"
    change = Change(to=to, anchor="left", side=side)  # type: ignore[arg-type]
    assert why(field(unit), plan(change=change)) == rule


@pytest.mark.rule("MN-FORM-05", "irregular cavalry never leaves its skirmish line")
def test_irregulars_keep_their_formation() -> None:
    state = field(horse(type="light_cavalry", irregular=True, formation="skirmish_line"))
    change = Change(to="line", anchor="left", side="right")
    assert why(state, plan(change=change)) == "MN-FORM-07"


@pytest.mark.rule("MN-MAN-06", "no formation change in contact with an enemy, nor any other manoeuvre")
@pytest.mark.rule("MN-MAN-13", "a unit in contact does no further step")
def test_locked_in_contact() -> None:
    state = field(foot(), against=(foot("enemy", y=2, facing=180),))
    assert why(state, plan(change=COLUMN)) == "MN-RULING-75"


@pytest.mark.rule("MN-MAN-09", "a formation change contacts no unit and stays on the table")
def test_formation_change_needs_room() -> None:
    state = field(foot(), foot("friend", x=-1.25, y=3))
    assert why(state, plan(change=COLUMN)) == "MN-MAN-09"
    enemy = field(foot(), against=(foot("enemy", x=-1.25, y=4.03),))
    assert why(enemy, plan(change=COLUMN)) == "MN-MAN-09"
    assert why(field(foot(), foot("friend", x=-1.25, y=4)), plan(change=COLUMN)) == ""
    edge = field(foot(x=-X + 2.5))
    assert why(edge, plan(change=Change(to="column", anchor="left", side="front"))) == ""
    assert why(field(foot(y=-Y + 1)), plan(change=Change(to="column", anchor="left", side="rear"))) == "MN-RULING-59"


@pytest.mark.rule("MN-MAN-12", "no unit passes closer to an enemy than 0.1 cm, or than it stood")
def test_least_gap() -> None:
    state = field(foot(), against=(foot("enemy", y=5, facing=180),))
    assert at(passed(go(state, plan(move=act.Advance(mm(2.9))))).state, 0) == (0, 2.9)
    assert why(state, plan(move=act.Advance(mm(2.91)))) == "MN-MAN-12"
    wide = field(foot(), against=(foot("enemy", y=5, facing=180),), options=Options(min_gap_cm=50))
    assert why(wide, plan(move=act.Advance(mm(2.51)))) == "MN-MAN-12"
    near = field(foot(), against=(foot("enemy", x=5.06, y=0),))
    assert why(near, plan(move=act.Advance(mm(6)))) == ""
    assert why(near, plan(move=act.SideStep("right", 2))) == "MN-MAN-12"


@pytest.mark.rule("MN-TURN-02", "a pivot sweeps over no unit")
@pytest.mark.rule("MN-INTERPEN-07", "not even an unformed unit pivots over a friend")
def test_pivot_needs_room() -> None:
    state = field(foot(), foot("friend", y=2.5))
    assert why(state, plan(pivot=90)) == "MN-TURN-02"
    assert why(state, plan(about=True)) == ""
    skirmishers = field(light(), foot("friend", y=2.5))
    assert why(skirmishers, plan(pivot=90)) == "MN-TURN-02"


@pytest.mark.rule("MN-TURN-01", "a pivot to any bearing keeps the centre")
@pytest.mark.rule("MN-TURN-03", "a square cannot about-face")
@pytest.mark.rule("MN-SQUARE-04", "squares may pivot, not about-face")
def test_turning() -> None:
    state = field(foot())
    for bearing in (30, 90, 180, 271):
        after = go(state, plan(pivot=bearing)).state
        assert (at(after, 0), after.units[0].facing) == ((0, 0), bearing * 10)
    assert go(state, plan(about=True)).state.units[0].facing == 1800
    square = field(foot(formation="solid_square"))
    assert why(square, plan(about=True)) == "MN-TURN-03"
    assert go(square, plan(pivot=90)).state.units[0].facing == 900


@pytest.mark.rule("MN-TURN-04", "Y13: a pivot of 91 degrees or an about-face bars a charge")
def test_turned_too_far_to_charge() -> None:
    goal = foot("goal", x=5, facing=270, y=0)
    state = field(foot(formation="column"), against=(goal,))
    assert why(state, plan(pivot=90, move=act.Charge(1))) == ""
    behind = field(foot(), against=(foot("goal", y=-6),))
    assert why(behind, plan(about=True, move=act.Charge(1))) == "MN-TURN-04"
    assert why(
        field(foot(facing=-91), against=(foot("goal", y=8, facing=180),)), plan(pivot=0, move=act.Charge(1))
    ) == ("MN-TURN-04")


@pytest.mark.rule("MN-ART-03", "Y12: pivots of a battery that add up to more than 90 degrees bar its fire")
@pytest.mark.rule("MN-RULING-19", "absolute pivots are added up")
def test_battery_that_turned_cannot_fire() -> None:
    state = field(guns())
    after = go(state, plan(pivot=60, move=act.Prolong(100), then=before(pivot=100))).state
    assert after.units[0].turned == 1000
    assert targets.refuse_firer(after, 0)
    after = go(state, plan(pivot=60, move=act.Prolong(100), then=before(pivot=90))).state
    assert targets.refuse_firer(after, 0) is None
    assert targets.refuse_firer(go(state, plan(about=True)).state, 0)


@pytest.mark.rule("MN-ART-04", "bearing and facing of a redeployment are free; it bars fire")
def test_redeployed_battery_cannot_fire() -> None:
    after = go(field(guns()), plan(move=act.Redeploy(2700, mm(15), 100))).state
    assert (at(after, 0), after.units[0].facing, after.units[0].turned) == ((-15, 0), 100, 0)
    assert targets.refuse_firer(after, 0)
    assert targets.refuse_firer(go(field(guns()), plan(move=act.Prolong(100))).state, 0) is None


@pytest.mark.rule("MN-INTERPEN-01", "an unformed unit moves through friends")
@pytest.mark.rule("MN-INTERPEN-03", "a formed unit moves through no unit")
@pytest.mark.rule("MN-INTERPEN-04", "no unit ends on another unit")
@pytest.mark.rule("MN-INTERPEN-02", "no unit moves through enemies")
def test_through_friends() -> None:
    friend = foot("friend", y=5)
    assert why(field(foot(), friend), plan(move=act.Advance(mm(6)))) == "MN-INTERPEN-03"
    assert why(field(light(), friend), plan(move=act.Advance(mm(8)))) == ""
    assert why(field(light(), friend), plan(move=act.Advance(mm(6)))) == "MN-INTERPEN-04"
    assert why(field(guns(), friend), plan(move=act.Redeploy(0, mm(12), 0))) == ""
    assert why(field(light(), against=(friend,)), plan(move=act.Advance(mm(12)))) == "MN-MAN-12"
    beside = foot("friend", x=5, y=3)
    assert why(field(foot(), beside), plan(move=act.Advance(mm(6)))) == ""


@pytest.mark.rule("MN-INTERPEN-06", "abandoned batteries are ignored")
def test_over_an_abandoned_battery() -> None:
    state = field(foot(), guns("left", y=3), foot("square", x=20, formation="solid_square"))
    assert why(state, plan(move=act.Advance(mm(3)))) == "MN-INTERPEN-03"
    assert why(noted(state, 1, crew_in=2), plan(move=act.Advance(mm(3)))) == ""
    assert why(noted(state, 1, crew_in=2), plan(1, move=act.Prolong(100))) == "MN-REACT-32"


@pytest.mark.rule("MN-MAN-01", "only units of the chosen Brigade, once a Turn")
@pytest.mark.rule("MN-SEQ-04", "each manoeuvres at most once per Turn")
def test_who_manoeuvres() -> None:
    state = field(foot(), against=(foot("enemy", y=40),))
    assert why(state, plan(1, pivot=30)) == "MN-MAN-01"
    assert why(replace(state, brigade=1), plan(pivot=30)) == "MN-MAN-01"
    after = go(state, plan(move=act.Advance(mm(1)))).state
    assert why(after, plan(pivot=30)) == "MN-SEQ-04"
    assert why(state, plan(7, pivot=30)) == "MN-MAN-01"


@pytest.mark.rule("MN-LOSS-06", "Y04: a skirmish line of 1 point cannot form line; a Guard unit may")
@pytest.mark.rule("MN-RULING-11", "one_sp_reform: forbid, remove, ignore")
def test_last_point_holds_a_unit_in_its_formation() -> None:
    change = Change(to="line", anchor="left", side="right")
    assert why(field(light(points=1)), plan(change=change)) == "MN-LOSS-06"
    assert why(field(light(points=2)), plan(change=change)) == ""
    assert why(field(light(points=1, rating="guard")), plan(change=change)) == ""
    lost = go(field(light(points=1), options=Options(one_sp_reform="remove")), plan(change=change, move=act.Advance(9)))
    assert lost.state.units[0].where == "destroyed"
    kept = go(field(light(points=1), options=Options(one_sp_reform="ignore")), plan(change=change))
    assert kept.state.units[0].where == "table"


@pytest.mark.rule("MN-GEO-15", "no unit leaves the table by choice")
def test_edge_of_the_table() -> None:
    state = field(foot(y=60 - 3))
    assert why(state, plan(move=act.Advance(mm(2.01)))) == "MN-RULING-59"
    assert why(state, plan(move=act.Advance(mm(2)))) == ""


OVER_THE_EDGE: list[tuple[ForceUnit, act.Movement, act.Movement]] = [
    (foot(y=57), act.Advance(mm(2)), act.Advance(mm(2.01))),
    (foot(y=-57, facing=180), act.Advance(mm(2)), act.Advance(mm(2.01))),
    (foot(x=87, facing=90), act.Advance(mm(2)), act.Advance(mm(2.01))),
    (foot(x=-87, facing=270), act.Advance(mm(2)), act.Advance(mm(2.01))),
    (foot(x=86.5), act.SideStep("right", mm(1)), act.SideStep("right", mm(1.01))),
    (foot(y=-57), act.StepBack(mm(2)), act.StepBack(mm(2.01))),
    (foot(x=-86.5), act.Oblique("left", mm(3), mm(1)), act.Oblique("left", mm(3), mm(1.01))),
    (foot(y=58), act.Oblique("left", mm(1), mm(3)), act.Oblique("left", mm(1.01), mm(3))),
    (foot(x=88, formation="solid_square"), act.Inch(900, mm(0.75)), act.Inch(900, mm(0.76))),
    (guns(y=58), act.Prolong(mm(0.5)), act.Prolong(mm(0.51))),
    (guns(y=-58), act.Prolong(mm(0.5), back=True), act.Prolong(mm(0.51), back=True)),
    (guns(x=85), act.Redeploy(900, mm(3.5), 0), act.Redeploy(900, mm(3.51), 0)),
    (guns(x=85), act.Redeploy(900, mm(3.5), 900), act.Redeploy(900, mm(3.5), 450)),
]


@pytest.mark.rule("MN-RULING-59", "no movement of choice leaves the table, by whatever edge")
@pytest.mark.parametrize(("unit", "most", "more"), OVER_THE_EDGE)
def test_no_movement_of_choice_leaves_the_table(unit: ForceUnit, most: act.Movement, more: act.Movement) -> None:
    state = field(unit)
    assert why(state, plan(move=most)) == ""
    assert why(state, plan(move=more)) == "MN-RULING-59"
    shape = positions.footprint(go(state, plan(move=most)).state, 0)
    assert positions.is_on_table(state, shape)


@pytest.mark.rule("MN-RULING-59", "the longest way that is listed leads up to the edge")
@pytest.mark.parametrize(("unit", "move"), [(row[0], row[1]) for row in OVER_THE_EDGE[:4]])
def test_the_longest_way_that_is_listed_leads_up_to_the_edge(unit: ForceUnit, move: act.Advance) -> None:
    ways = [each.move for each in listed(field(unit), "a", "advance") if each.before == act.NO_FREE_STEPS]
    assert max(way.travel for way in ways if isinstance(way, act.Advance)) == move.travel


@pytest.mark.rule("MN-RULING-59", "nor does a change of formation")
@pytest.mark.parametrize(
    ("unit", "change", "rule"),
    [
        (foot(y=-59), Change(to="column", anchor="left", side="rear"), "MN-RULING-59"),
        (foot(y=-59), Change(to="column", anchor="left", side="front"), ""),
        (foot(y=59), Change(to="solid_square", anchor="left", side="rear"), ""),
        (foot(x=88.75, formation="column"), Change(to="line", anchor="front", side="right"), "MN-RULING-59"),
        (foot(x=88.75, formation="column"), Change(to="line", anchor="front", side="left"), ""),
    ],
)
def test_no_change_of_formation_leaves_the_table(unit: ForceUnit, change: Change, rule: str) -> None:
    assert why(field(unit), plan(change=change)) == rule


@pytest.mark.rule("MN-REACT-34", "Y30: a square that inches away from an abandoned battery loses it")
@pytest.mark.rule("MN-RULING-52", "leaving square loses the battery")
def test_square_leaves_its_battery() -> None:
    state = noted(field(foot(formation="solid_square"), guns(x=2.75)), 1, crew_in=0)
    assert go(state, plan(move=act.Inch(0, mm(2)))).state.units[1].where == "table"
    assert go(state, plan(move=act.Inch(2700, mm(2)))).state.units[1].where == "lost"
    after = go(state, plan(change=Change(to="column", bearing=0))).state
    assert after.units[1].where == "lost"


@pytest.mark.rule("MN-REACT-34", "a square that turns away from it loses it at once")
def test_square_turns_from_its_battery() -> None:
    state = noted(field(foot(formation="solid_square"), guns(y=-3.5)), 1, crew_in=0)
    for bearing, where in ((180, "table"), (90, "lost")):
        assert go(state, plan(pivot=bearing)).state.units[1].where == where
    back = plan(pivot=90, move=act.Inch(1800, mm(1)))
    assert go(state, back).state.units[1].where == "lost"


@pytest.mark.rule("MN-CMD-31", "an attached Brigade stand moves with its unit")
def test_attached_stand_goes_along() -> None:
    state = field(foot())
    number = next(place for place, stand in enumerate(state.stands) if stand.level == "brigade" and stand.side == "a")
    stand = replace(state.stands[number], unit=0, x=mm(X), y=mm(Y), where="table")
    state = replace(state, stands=(*state.stands[:number], stand, *state.stands[number + 1 :]))
    after = go(state, plan(change=COLUMN, move=act.Advance(mm(6)))).state
    assert (after.stands[number].x, after.stands[number].y) == (after.units[0].x, after.units[0].y)


def division(*, x: float) -> State:
    """A Division of two Brigades on the march and an enemy so far from its first unit."""
    from tests.rules.mini_nap.builders.table_positions import brigade, recruit
    from tests.rules.mini_nap.builders.table_positions import division as of

    ours = of(brigade(foot()), brigade(guns(x=-20), foot("square", x=-30, formation="solid_square")))
    enemy = recruit("enemy", at=(X + 5 + x, Y))
    return whole(force(ours), force(enemy))


@pytest.mark.rule("MN-DIVMAN-02", "Y14 to Y16: allowance and stand-off by the nearest enemy")
@pytest.mark.parametrize(("away", "given"), [(36.0, (24, 12)), (36.1, (36, 24)), (12.0, None), (12.1, (24, 12))])
def test_division_manoeuvre(away: float, given: tuple[int, int] | None) -> None:
    state = division(x=away)
    choice = act.DivisionManoeuvre(0)
    if given is None:
        assert why(state, choice) == "MN-DIVMAN-02"
        return
    after = on(playing(state), "a", choice).state
    assert (after.allowance, after.standoff) == (mm(given[0]), mm(given[1]))


@pytest.mark.rule("MN-DIVMAN-03", "the allowance is the same for every unit")
@pytest.mark.rule("MN-DIVMAN-04", "one straight advance, and nothing after it")
@pytest.mark.rule("MN-DIVMAN-05", "no side-step, step-back, oblique, inch or prolong")
@pytest.mark.rule("MN-DIVMAN-06", "a square changes first")
@pytest.mark.rule("MN-DIVMAN-07", "artillery redeploys up to the allowance")
@pytest.mark.rule("MN-DIVMAN-08", "no unit charges")
def test_in_a_division_manoeuvre() -> None:
    state = replace(division(x=30), step="manoeuvre", division=0, allowance=mm(24), standoff=mm(12))
    assert at(go(state, plan(move=act.Advance(mm(24)))).state, 0) == (0, 24)
    assert why(state, plan(move=act.Advance(mm(24) + 1))) == "MN-MOVE-14"
    assert why(state, plan(pivot=90, move=act.Advance(mm(19.6)))) == "MN-DIVMAN-02"
    assert why(state, plan(pivot=90, move=act.Advance(mm(19.4)))) == ""
    assert why(state, plan(move=act.Advance(mm(1)), then=before(pivot=90))) == "MN-DIVMAN-04"
    for move in (act.SideStep("left", 1), act.StepBack(1), act.Oblique("left", 1, 1)):
        assert why(state, plan(move=move)) == "MN-DIVMAN-05"
    assert why(state, plan(1, move=act.Prolong(1))) == "MN-DIVMAN-05"
    assert why(state, plan(2, move=act.Inch(0, 1))) == "MN-DIVMAN-05"
    assert why(state, plan(2, move=act.Advance(1))) == "MN-SQUARE-01"
    assert why(state, plan(2, change=Change(to="column", bearing=0), move=act.Advance(mm(24)))) == ""
    assert why(state, plan(1, move=act.Redeploy(0, mm(24), 900))) == ""
    assert why(state, plan(move=act.Charge(3))) == "MN-DIVMAN-08"
    assert listed(state, "a")
