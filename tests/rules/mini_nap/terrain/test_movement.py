"""Movement and charges over ground: half rate, fords, roads, bridges and landmarks (terrain volume, 9.3 and 9.5)."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.combat import combatants
from battles.rules.mini_nap.command import movement
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.fire import targets
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import deployment
from battles.rules.mini_nap.state import Damage, Defence, Feature, ForceUnit, State
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.terrain import cost, landmarks
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
    moves,
    noted,
    on,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.table_positions import mm, playing

SQUARE = {"formation": "solid_square"}
LIGHT = {"type": "light_cavalry"}

TRAVELS: list[tuple[str, ForceUnit, Feature, act.Movement, act.Movement]] = [
    ("Z01", foot(), strip("hill", 3, 13), act.Advance(mm(4)), act.Advance(mm(4) + 2)),
    ("Z02", foot(), strip("fence", 4, 4.4), act.Advance(mm(4.5)), act.Advance(mm(4.5) + 2)),
    ("Z04", horse(**LIGHT), strip("wood", 10, 18), act.Advance(mm(16.5)), act.Advance(mm(16.5) + 2)),
    ("Z09", guns(y=0), strip("stream", 5.5, 7), act.Redeploy(0, mm(10.5), 0), act.Redeploy(0, mm(10.5) + 2, 0)),
    ("Z12", guns(), strip("hill", -9, 9), act.Prolong(mm(0.5)), act.Prolong(mm(0.5) + 1)),
    ("side-step", foot(), strip("hill", -9, 9), act.SideStep("left", mm(3)), act.SideStep("left", mm(3) + 1)),
    ("inch", foot(**SQUARE), strip("hill", -9, 9), act.Inch(0, mm(2)), act.Inch(0, mm(2) + 1)),
]


@pytest.mark.rule("MNT-MOVE-01", "each cm costs 2 while interpenetrated with a half-rate feature")
@pytest.mark.rule("MNT-MOVE-02", "it applies to every movement")
@pytest.mark.rule("MNT-MOVE-05", "who begins interpenetrated pays from the start")
@pytest.mark.parametrize(("name", "unit", "feature", "most", "more"), TRAVELS)
def test_half_rate(name: str, unit: ForceUnit, feature: Feature, most: act.Movement, more: act.Movement) -> None:
    state = field(unit, features=(feature,))
    assert why(state, plan(move=most)) == ""
    assert why(state, plan(move=more)) == "MN-MOVE-14"
    flat = field(unit, features=(feature,), options=Options(terrain_rules=False))
    assert why(flat, plan(move=more)) == ""


@pytest.mark.rule("MNT-MOVE-03", "Z06: two penalties still cost 2 per cm")
def test_half_rate_is_never_cumulative() -> None:
    both = strip("wood", -3, 5, -4, 4), strip("hill", -9, 9)
    assert why(field(foot(), features=both), plan(move=act.Advance(mm(3)))) == ""
    crossed = strip("wood", 3, 4), strip("hill", 3, 4)  # In them from 2 to 5 cm of the way: 3 cm that cost 6.
    for travel, rule in ((15, ""), (15.01, "MN-MOVE-14")):
        assert why(field(light(), features=crossed), plan(move=act.Advance(mm(travel)))) == rule


@pytest.mark.rule("MNT-MOVE-06", "a pivot and a formation change may not touch prohibited ground, and cost nothing")
def test_turning_near_prohibited_ground() -> None:
    state = field(foot(), features=(strip("bog", 1.5, 5),))
    assert why(state, plan(pivot=90)) == "MNT-BOG-01"
    assert why(state, plan(about=True)) == ""
    assert why(state, plan(change=Change(to="column", anchor="left", side="front"))) == "MNT-BOG-01"
    assert why(state, plan(change=Change(to="column", anchor="left", side="rear"))) == ""


@pytest.mark.rule("MNT-GEN-03", "a line that is only touched, not entered, costs nothing")
def test_along_a_hedge() -> None:
    state = field(foot(), features=(Feature(key="hedge", kind="fence", points=HEDGE, width=40),))
    assert why(state, plan(move=act.Advance(mm(6)))) == ""


HEDGE = ((mm(X + 2.7), mm(Y - 5)), (mm(X + 2.7), mm(Y + 9)))
"""A line up the table whose near edge is where the right end of an infantry line is."""


@pytest.mark.rule("MNT-RULING-14", "a battery in a Division manoeuvre redeploys: it may cross a stream")
def test_battery_of_a_division_over_a_stream() -> None:
    state = field(guns(), features=(strip("stream", 3.5, 5),), division=0, allowance=mm(24), standoff=mm(12))
    play = go(state, plan(move=act.Redeploy(0, mm(10), 0)))
    assert moves(play)[0].cost == mm(14.5)
    assert cost.cost_column(state.units[0], "division") == "redeploy"


CHARGES: list[tuple[str, ForceUnit, ForceUnit, Feature, str]] = [
    ("Z05", horse(**LIGHT), foot(y=22), strip("wood", 10, 18), "MNT-WOOD-03"),
    ("hedge", horse(), foot(y=12), strip("fence", 5, 5.4), "MNT-FENCE-02"),
    ("hedge, infantry", foot(formation="column"), foot(y=8), strip("fence", 5, 5.4), ""),
    ("stream", foot(formation="column"), foot(y=8), strip("stream", 4, 5.5), "MNT-STREAM-03"),
    ("ditch", horse(), foot(y=12), strip("ditch", 4, 7), ""),
    ("village", horse(), foot(y=12), strip("village", 3, 9), ""),
    ("rough, cavalry", horse(), foot(y=12), strip("rough", 3, 9), "MNT-ROUGH-04"),
    ("forest", foot(formation="column"), foot(y=8), strip("forest", 4, 6), "MNT-FOREST-01"),
    ("landmark", horse(), foot(y=12), strip("landmark", 4, 6, -2, 2), "MNT-LANDMARK-01"),
    ("Z07", horse(), foot(y=12), strip("fence", -2.4, -2.0), ""),
    ("Z08", horse(), foot(y=12), strip("fence", -2.3, -1.9), "MNT-FENCE-02"),
    ("target in a stream", foot(), foot(y=6, facing=180), strip("stream", 5.5, 7), ""),
]


@pytest.mark.rule("MN-CHARGE-06", "a charge does not pass ground prohibited for charging")
@pytest.mark.rule("MNT-MOVE-08", "illegal if the swept rectangle touches, or of a line overlaps, such ground")
@pytest.mark.rule("MNT-RULING-15", "a target partly in a stream may be charged from outside it")
@pytest.mark.parametrize(("name", "charger", "target", "feature", "rule"), CHARGES)
def test_charges_over_ground(name: str, charger: ForceUnit, target: ForceUnit, feature: Feature, rule: str) -> None:
    assert why(field(charger, against=(target,), features=(feature,)), plan(move=act.Charge(1))) == rule


@pytest.mark.rule("MNT-VILLAGE-02", "cavalry cannot intercept into a village")
def test_no_interception_into_a_village() -> None:
    village = strip("village", -9, 9, 3, 9)
    for ground, offered in (((), True), ((village,), False)):
        state = field(foot(), against=(horse(x=14, y=3, facing=270),), features=ground)
        assert ("opportunity_charge" in asked(go(state, plan(move=act.Advance(mm(6)))))) is offered


@pytest.mark.rule("MNT-RULING-29", "the least distance is allowance too, or ground at half rate would forbid it")
@pytest.mark.rule("MNT-MOVE-07", "Z11: 18 cm of fall-back with a wood after 6 cm is 12 cm of travel")
def test_fall_back_into_a_wood() -> None:
    state = field(foot(), against=(light(y=6),), features=(strip("wood", 13, 40),))
    play = on(passed(go(state, plan(move=act.Charge(1)))), "b", act.FallBack(mm(18)))
    assert at(play.state, 1) == (0, 18)


RIVER = Feature(key="river", kind="river", points=((mm(X - 40), mm(Y + 7)), (mm(X + 40), mm(Y + 7))), width=400)
FORD = strip("ford", 5, 9, -3, 3, over="river")


@pytest.mark.rule("MNT-RIVER-01", "impassable except at bridges and fords")
@pytest.mark.rule("MNT-STREAM-01", "a ford makes the river passable where it lies")
def test_fords() -> None:
    assert why(field(horse(), features=(RIVER,)), plan(move=act.Advance(mm(8)))) == "MNT-RIVER-01"
    state = field(horse(), features=(RIVER, FORD))
    assert why(state, plan(move=act.Advance(mm(9)))) == ""
    assert why(state, plan(move=act.Advance(mm(9.1)))) == "MN-MOVE-14"  # 3 to the water, half rate from there
    aside = field(horse(x=3), features=(RIVER, FORD))
    assert why(aside, plan(move=act.Advance(mm(8)))) == "MNT-RIVER-01"


@pytest.mark.rule("MNT-RULING-14", "Z09b: a redeployment ends in the water, or at most before it by option")
@pytest.mark.rule("MNT-STREAM-02", "no prolonging into the water")
def test_batteries_and_water() -> None:
    ford = strip("ford", 5.5, 11.5)
    move = act.Redeploy(0, mm(9.5), 0)
    assert why(field(guns(), features=(ford,)), plan(move=move)) == ""
    assert why(field(guns(), features=(ford,)), plan(move=act.Redeploy(0, mm(9.5) + 2, 0))) == "MN-MOVE-14"
    dry = field(guns(), features=(ford,), options=Options(battery_may_stop_in_stream=False))
    assert why(dry, plan(move=move)) == "MNT-RULING-14"
    assert why(dry, plan(move=act.Redeploy(0, mm(3.9), 0))) == ""
    near = field(guns(), features=(strip("stream", 2, 3.5),))
    assert why(near, plan(move=act.Prolong(mm(1)))) == "MNT-STREAM-02"
    assert why(near, plan(move=act.Prolong(mm(0.4)))) == ""


@pytest.mark.rule("MNT-RULING-41", "a unit that only touches a ford is not in it, as with a stream")
@pytest.mark.rule("MNT-RULING-41", "beside the ford the river bars as ever, and may be touched")
@pytest.mark.parametrize("kind", ["ford", "stream"])
def test_the_edge_of_a_ford(kind: FeatureKind) -> None:
    water = strip(kind, 1, 5)
    goal = foot(y=-8)
    state = field(foot(facing=180), against=(goal,), features=(water,))
    assert why(state, plan(move=act.Charge(1))) == ""
    assert targets.ground_without_fire(state, 0) is None
    in_it = field(foot(y=0.2, facing=180), against=(foot(y=-7.8),), features=(water,))
    assert why(in_it, plan(move=act.Charge(1))) == "MNT-STREAM-03"
    assert targets.ground_without_fire(in_it, 0) is not None
    beside = field(foot(x=0, y=-0.9), features=(strip(kind, -5, 5, 2.5, 9),))
    assert why(beside, plan(move=act.Advance(mm(6)))) == ""
    column = foot(x=1.75, formation="column")
    assert why(field(column, features=(RIVER, FORD)), plan(move=act.Advance(mm(3)))) == ""
    further = foot(x=1.85, formation="column")
    assert why(field(further, features=(RIVER, FORD)), plan(move=act.Advance(mm(4)))) == "MNT-RIVER-01"


# Roads


def road(kind: str = "road", *points: tuple[float, float]) -> Feature:
    line = points or ((0, 0), (0, 20), (20, 20))
    return Feature(key="way", kind=kind, points=tuple((mm(X + x), mm(Y + y)) for x, y in line))  # type: ignore[arg-type]


FOREST = strip("forest", -5, 40, -30, 30)


@pytest.mark.rule("MNT-ROAD-03", "Z36, Z37: along the line, turning with it, measured along it")
@pytest.mark.rule("MNT-ROAD-02", "it ignores the ground, prohibited too")
def test_along_a_road() -> None:
    state = field(foot(y=5, formation="column"), features=(road(), FOREST))
    play = go(state, plan(move=act.RoadMove("way", mm(6))))
    assert (at(play.state, 0), play.state.units[0].facing) == ((0, 11), 0)
    assert moves(play)[0].cost == mm(6)
    state = field(horse(y=5, formation="column", **LIGHT), features=(road(), FOREST))
    after = go(state, plan(move=act.RoadMove("way", mm(25)))).state
    assert (at(after, 0), after.units[0].facing) == ((10, 20), 900)
    assert why(state, plan(move=act.RoadMove("way", mm(25) + 1))) == "MN-MOVE-14"
    assert why(state, plan(move=act.RoadMove("way", mm(5), back=True))) == "MNT-ROAD-03"
    back = go(state, plan(pivot=None, about=True, move=act.RoadMove("way", mm(5), back=True))).state
    assert at(back, 0) == (0, 0)
    assert why(state, plan(move=act.Advance(mm(5)))) == "MNT-FOREST-01"


@pytest.mark.rule("MNT-RULING-17", "only columns and batteries; a battery that followed a road cannot fire")
@pytest.mark.rule("MNT-ROAD-02", "a unit one base wide, no line")
@pytest.mark.rule("MNT-DITCH-01", "a ditch is followed at half rate")
def test_who_follows_a_road() -> None:
    assert why(field(foot(y=5), features=(road(),)), plan(move=act.RoadMove("way", 100))) == "MNT-ROAD-02"
    off = field(foot(x=1, y=5, formation="column"), features=(road(),))
    assert why(off, plan(move=act.RoadMove("way", 100))) == "MNT-ROAD-03"
    ditch = field(foot(y=5, formation="column"), features=(road("ditch"),))
    assert why(ditch, plan(move=act.RoadMove("way", mm(3)))) == ""
    assert why(ditch, plan(move=act.RoadMove("way", mm(3) + 1))) == "MN-MOVE-14"
    battery = go(field(guns(y=5), features=(road(), FOREST)), plan(move=act.RoadMove("way", mm(15)))).state
    assert battery.units[0].mute


@pytest.mark.rule("MNT-RULING-17", "road_charge: a column charges along one straight stretch, whatever lies around")
@pytest.mark.rule("MNT-MOVE-09", "only normal movement uses the roads' exemption")
def test_charge_along_a_road() -> None:
    for allowed, rule in ((False, "MNT-FOREST-01"), (True, "")):
        options = Options(road_charge=allowed)
        goal = foot(y=14, facing=180)
        state = field(foot(y=5, formation="column"), against=(goal,), features=(road(), FOREST), options=options)
        assert why(state, plan(move=act.Charge(1))) == rule
    line = field(foot(y=5), against=(foot(y=10),), features=(road(), FOREST), options=Options(road_charge=True))
    assert why(line, plan(move=act.Charge(1))) == "MNT-FOREST-01"


# Bridges


WATER = Feature(key="river", kind="river", points=((mm(X - 40), mm(Y)), (mm(X + 40), mm(Y))), width=400)
BRIDGE = strip("bridge", -2, 2, -1.5, 1.5, over="river")


@pytest.mark.rule("MNT-BRIDGE-02", "Z10: placed on the far side, touching the bridge; the movement is over")
@pytest.mark.rule("MNT-BRIDGE-01", "any unit crosses, a battery by redeploying")
def test_crossing_a_bridge() -> None:
    state = field(foot(y=-6, formation="column"), features=(WATER, BRIDGE))
    cross = act.CrossBridge("bridge", mm(X), mm(Y + 4), 0)
    assert at(go(state, plan(move=cross)).state, 0) == (0, 4)
    assert why(state, plan(move=replace(cross, y=mm(Y + 4.1)))) == "MNT-BRIDGE-02"
    assert why(state, plan(move=replace(cross, y=mm(Y - 4)))) == "MNT-BRIDGE-02"
    assert why(state, plan(move=cross, then=act.FreeSteps(about_face=True))) == "MNT-BRIDGE-02"
    far = field(foot(y=-11, formation="column"), features=(WATER, BRIDGE))
    assert why(far, plan(move=cross)) == "MNT-BRIDGE-02"
    held = field(foot(y=-6, formation="column"), against=(foot(y=3),), features=(WATER, BRIDGE))
    assert why(held, plan(move=cross)) == "MNT-BRIDGE-03"
    battery = field(guns(y=-6), features=(WATER, BRIDGE))
    assert at(go(battery, plan(move=act.CrossBridge("bridge", mm(X), mm(Y + 3.5), 0))).state, 0) == (0, 3.5)


@pytest.mark.rule("MN-DIVMAN-02", "no unit is placed within the stand-off beyond a bridge")
@pytest.mark.parametrize(("apart", "rule"), [(11.9, "MN-DIVMAN-02"), (12, "")])
def test_a_bridge_brings_no_unit_within_the_stand_off(apart: float, rule: str) -> None:
    enemy = (foot(y=apart + 7, facing=180),)
    moving = {"division": 0, "brigade": -1, "allowance": mm(24), "standoff": mm(12)}
    state = field(foot(y=-6, formation="column"), against=enemy, features=(WATER, BRIDGE), **moving)
    assert why(state, plan(move=act.CrossBridge("bridge", mm(X), mm(Y + 4), 0))) == rule


@pytest.mark.rule("MNT-RULING-31", "a formation is changed before a bridge is crossed, not after it")
def test_a_change_and_a_bridge() -> None:
    state = field(foot(y=-4.5), features=(WATER, BRIDGE))
    to_column = Change(to="column", anchor="left", side="rear")
    cross = act.CrossBridge("bridge", mm(X), mm(Y + 4), 0)
    assert why(state, plan(move=cross, then=act.FreeSteps(change=to_column))) == "MNT-BRIDGE-02"
    changed = go(state, plan(move=cross, change=to_column)).state
    assert changed.units[0].formation == "column"
    assert changed.units[0].y > mm(Y)


def over_a_bridge(charger: ForceUnit | None = None, *more: ForceUnit) -> State:
    """Z38: an enemy line touches the far end, and cavalry is about to charge."""
    mine = (charger or horse(y=-20), *more)
    return field(*mine, against=(foot("defender", y=3),), features=(WATER, BRIDGE))


@pytest.mark.rule("MNT-BRIDGE-03", "a unit defends where the enemy finds no place beyond")
@pytest.mark.rule("MNT-BRIDGE-05", "Z38: the charger touches its own end, and both are in contact")
@pytest.mark.rule("MNT-BRIDGE-06", "the defender has the advantage")
@pytest.mark.rule("MNT-RULING-26", "neither outflanks over a bridge")
def test_charge_over_a_bridge() -> None:
    state = over_a_bridge()
    assert why(state, plan(move=act.Charge(1))) == "MNT-RIVER-01"
    play = passed(go(state, plan(move=act.Charge(1, "bridge")), 3))
    assert at(play.state, 0) == (0, -4)
    assert asked(play) == ("stay", "emergency_square")
    on(play, "b", act.Stay())
    after = play.state
    assert (positions.enemies_in_contact(after, 0), positions.enemies_in_contact(after, 1)) == ((1,), (0,))
    assert (landmarks.advantage_count(after, 1, 0), landmarks.advantage_count(after, 0, 1)) == (1, 0)
    (group,) = combatants.groups_of(after)
    judged = combatants.with_impact_facts(after, group)
    assert (judged.outflanked, judged.impacting) == ((), (0,))


@pytest.mark.rule("MNT-BRIDGE-04", "one at a time charges over it")
def test_second_charge_over_a_bridge() -> None:
    state = over_a_bridge(foot(y=-8, formation="column"), foot("second", x=20, y=-8, formation="column"))
    play = passed(go(state, plan(move=act.Charge(2, "bridge"))))
    assert play.state.holding == (Defence("bridge", 2, 0),)
    assert why(play.state, plan(1, move=act.Charge(2, "bridge"))) == "MNT-BRIDGE-04"


@pytest.mark.rule("MNT-BRIDGE-03", "a unit that has defended a bridge moves like any other unit")
def test_a_defender_of_a_bridge_moves_on() -> None:
    state = field(foot(y=4, formation="column"), features=(WATER, BRIDGE))
    state = replace(state, holding=(Defence("bridge", 0),))
    assert why(state, plan(move=act.Advance(mm(3)))) == ""
    assert listed(state, "a", "advance")


@pytest.mark.rule("MNT-BRIDGE-03", "with room beyond the bridge no unit defends it")
def test_no_charge_over_an_open_bridge() -> None:
    beside = field(foot(y=-8, formation="column"), against=(foot(x=3.9, y=3),), features=(WATER, BRIDGE))
    assert why(beside, plan(move=act.Charge(1, "bridge"))) == "MNT-BRIDGE-03"
    back = field(foot(y=-8, formation="column"), against=(foot(y=4),), features=(WATER, BRIDGE))
    assert why(back, plan(move=act.Charge(1, "bridge"))) == "MNT-BRIDGE-03"
    far = over_a_bridge(foot(y=-14, formation="column"))
    assert why(far, plan(move=act.Charge(1, "bridge"))) == "MNT-RULING-26"


@pytest.mark.rule("MNT-RULING-43", "a road brings a unit up to a bridge, not over it; over a ford it does")
def test_a_road_ends_at_a_bridge() -> None:
    way = road("road", (0, -30), (0, 30))
    column = foot(y=-8, formation="column")
    state = field(column, features=(WATER, BRIDGE, way))
    assert why(state, plan(move=act.RoadMove("way", mm(4)))) == ""
    assert why(state, plan(move=act.RoadMove("way", mm(4.1)))) == "MNT-RULING-43"
    assert [each.move.travel for each in listed(state, "a", "road_move")][:2] == [mm(4), mm(2)]
    ford = strip("ford", -2, 2, -1.5, 1.5, over="river")
    assert why(field(column, features=(WATER, ford, way)), plan(move=act.RoadMove("way", mm(6)))) == ""


@pytest.mark.rule("MNT-RULING-43", "with road_charge no unit charges along the road over a bridge")
def test_no_charge_along_a_road_over_a_bridge() -> None:
    way, goal = road("road", (0, -30), (0, 30)), horse(x=0, y=8.5, facing=180)
    for feature, rule in ((BRIDGE, "MNT-RIVER-01"), (strip("ford", -2, 2, -1.5, 1.5, over="river"), "")):
        state = field(
            horse(y=-10, formation="column"),
            against=(goal,),
            features=(WATER, feature, way),
            options=Options(road_charge=True),
        )
        assert why(state, plan(move=act.Charge(1))) == rule


@pytest.mark.rule("MNT-STRUCT-05", "no unit and no stand crosses a destroyed bridge along a road")
def test_a_road_ends_at_a_destroyed_bridge() -> None:
    way = road("road", (0, -30), (0, 30))
    state = field(foot(y=-8, formation="column"), features=(WATER, BRIDGE, way))
    state = replace(state, damage=(Damage("bridge", 5, destroyed=True),))
    assert why(state, plan(move=act.RoadMove("way", mm(4.5)))) == "MNT-STRUCT-05"
    here, there = (mm(X), mm(Y - 6)), (mm(X), mm(Y + 6))
    barred = movement.barred_ground(state, here, there)
    assert barred is not None
    assert barred.rule == "MNT-STRUCT-05"
    assert movement.barred_ground(replace(state, damage=()), here, there) is None


@pytest.mark.rule("MN-DIVMAN-02", "no unit is deployed beyond a bridge nearer to the enemy than the stand-off")
def test_the_stand_off_beyond_a_bridge() -> None:
    cross = plan(move=act.CrossBridge("bridge", mm(X), mm(Y + 4), 0))
    for away, rule in ((17, "MN-DIVMAN-02"), (19, "")):
        state = field(foot(y=-6, formation="column"), against=(foot(y=away),), features=(WATER, BRIDGE))
        divided = replace(state, brigade=-1, division=0, allowance=mm(24), standoff=mm(12))
        assert why(divided, cross) == rule


# Landmarks


MILL = strip("landmark", 4, 8, -2, 2, key="mill")


@pytest.mark.rule("MNT-LANDMARK-03", "it goes on to it and is a square on its base, its formation change")
@pytest.mark.rule("MNT-LANDMARK-02", "one unit defends it at a time")
@pytest.mark.rule("MNT-RULING-25", "not after another formation change")
def test_defending_a_landmark() -> None:
    state = field(foot(formation="column"), foot("other", x=6, formation="column"), features=(MILL,))
    order = plan(move=act.Advance(mm(3)), defend="mill")
    play = go(state, order)
    unit = play.state.units[0]
    assert (unit.formation, at(play.state, 0), landmarks.defended_feature(play.state, 0)) == (
        "solid_square",
        (0, 6),
        "mill",
    )
    behind = replace(play.state.units[1], x=mm(X), y=mm(Y + 10), facing=1800)
    second = replace(play.state, units=(unit, behind, *play.state.units[2:]))
    assert why(second, plan(1, defend="mill")) == "MNT-LANDMARK-02"
    assert why(state, plan(move=act.Advance(mm(1)), defend="mill")) == "MNT-LANDMARK-03"
    line = Change(to="line", anchor="front", side="right")
    assert why(state, plan(change=line, move=act.Advance(mm(5)), defend="mill")) == "MNT-RULING-25"
    assert why(field(horse(), features=(MILL,)), plan(move=act.Advance(mm(3)))) == "MNT-LANDMARK-01"


@pytest.mark.rule("MN-REACT-34", "a square that takes its post away from an abandoned battery loses it at once")
def test_a_post_away_from_a_battery() -> None:
    state = field(foot(y=3, formation="solid_square"), guns(y=-0.5), features=(MILL,))
    after = go(noted(state, 1, crew_in=0), plan(defend="mill")).state
    assert (at(after, 0), after.units[1].where) == ((0, 6), "lost")


@pytest.mark.rule("MNT-RULING-42", "no unit defends it while another is where the square would be, or enemies touch it")
def test_a_landmark_that_is_not_free() -> None:
    order = plan(move=act.Advance(mm(3)), defend="mill")
    near = foot("enemy", y=9, facing=180)
    state = field(foot(formation="column"), against=(near,), features=(MILL,))
    assert why(state, order) == "MNT-RULING-42"
    assert why(field(foot(formation="column"), against=(foot("enemy", y=9.2),), features=(MILL,)), order) == ""
    friend = foot("friend", y=10.1, x=1, formation="column")
    assert why(field(foot(formation="column"), friend, features=(MILL,)), order) == ""
    inside = foot("friend", y=9.9, x=1, formation="column")
    assert why(field(foot(formation="column"), inside, features=(MILL,)), order) == "MNT-RULING-42"


@pytest.mark.rule("MNT-RULING-42", "in square on a landmark from the start it defends it, else it may announce it")
def test_infantry_that_starts_in_a_landmark() -> None:
    for formation, holds in (("solid_square", True), ("line", False)):
        state = field(foot(y=6.5, formation=formation), foot("other", x=9), features=(MILL,), step="deployment")
        play = playing(state, 6, 5, 4, 3)
        deployment.begin_battle(play)
        assert play.state.holding == ((Defence("mill", 0),) if holds else ())
        assert at(play.state, 0) == ((0, 6) if holds else (0, 6.5))
    standing = field(foot(y=6.5), features=(MILL,))
    assert [each.defend for each in listed(standing, "a", "defend")] == ["mill"]
    assert go(standing, plan(defend="mill")).state.holding == (Defence("mill", 0),)


def held(enemy: ForceUnit) -> State:
    """The mill is defended by a passive unit."""
    state = field(enemy, against=(foot("defender", y=6, facing=90, **SQUARE),), features=(MILL,))
    return replace(state, holding=(Defence("mill", 1),))


@pytest.mark.rule("MNT-LANDMARK-05", "infantry contacts the defender at the base, others not at all")
@pytest.mark.rule("MNT-RULING-24", "contact at the base; not outflanked")
def test_contact_at_the_base() -> None:
    play = passed(go(held(foot(formation="column")), plan(move=act.Charge(1))))
    assert at(play.state, 0) == (0, 2)
    assert positions.enemies_in_contact(play.state, 0) == (1,)
    assert positions.enemies_in_contact(play.state, 1) == (0,)
    assert why(held(horse()), plan(move=act.Charge(1))) == "MNT-LANDMARK-05"
    beside = held(horse(y=1.97))
    assert positions.enemies_in_contact(beside, 0) == ()
    assert positions.enemies_in_contact(beside, 1) == ()
    assert why(held(foot()), plan(move=act.Advance(mm(3)))) == "MN-MAN-12"


@pytest.mark.rule("MNT-LANDMARK-06", "it leaves by a formation change, and moves off in the next Turn")
def test_leaving_a_landmark() -> None:
    state = field(foot(y=6, **SQUARE), features=(MILL,))
    state = replace(state, holding=(Defence("mill", 0),))
    column = Change(to="column", bearing=0)
    assert why(state, plan(move=act.Inch(0, 100))) == "MNT-LANDMARK-06"
    assert why(state, plan(leave=True)) == "MNT-LANDMARK-06"
    assert why(state, plan(change=column)) == "MNT-LANDMARK-06"
    assert why(state, plan(pivot=45)) == ""
    assert why(state, plan(change=column, leave=True, move=act.Advance(100))) == "MNT-LANDMARK-06"
    after = go(state, plan(change=column, leave=True)).state
    assert (after.holding, after.units[0].formation) == ((), "column")


# Lists


@pytest.mark.rule("MN-RULING-61", "what is listed is legal, and the list is finite and not empty")
def test_what_is_listed_over_ground() -> None:
    for state, kind in (
        (field(foot(y=5, formation="column"), features=(road(), FOREST)), "road_move"),
        (field(foot(y=-6, formation="column"), features=(WATER, BRIDGE)), "cross_bridge"),
        (over_a_bridge(), "charge"),
    ):
        found = listed(state, "a")
        assert listed(state, "a", kind)
        assert [action for action in found if why(state, action)] == []
    found = listed(field(foot(formation="column"), features=(MILL,)), "a")
    assert any(isinstance(action, act.Manoeuvre) and action.defend for action in found)
    leaving = replace(field(foot(y=6, **SQUARE), features=(MILL,)), holding=(Defence("mill", 0),))
    found = listed(leaving, "a")
    assert any(isinstance(action, act.Manoeuvre) and action.leave for action in found)
    assert [action for action in found if why(leaving, action)] == []
