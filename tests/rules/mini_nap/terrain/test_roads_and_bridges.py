"""Roads, bridges and the ground under a move, to 0.1 mm."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table.footprints import path
from battles.kits.open_table.picture import middle, on_table, parts_on_table
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import FollowUp, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.movement import progress
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Damage, Defence, Feature, Force, ForceUnit, State, Table
from battles.rules.mini_nap.terrain import cost, features, roads
from battles.rules.mini_nap.terrain import features as terrain_features
from tests.rules.mini_nap.builders.manoeuvres import at, field, foot, go, guns, horse, light, noted, plan, strip, why
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, mm, playing
from tests.rules.mini_nap.builders.waiting_forces import waiting_force

ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 10), place(20, 10)))
DITCH = replace(ROAD, key="ditch", kind="ditch")
COLUMN: dict[str, Any] = {"formation": "column"}


def ways(unit: ForceUnit, travel: float, key: str = "road", *, back: bool = False, **facts: Any) -> str:
    """The rule that forbids a road move; "" where it may be made."""
    features = facts.pop("features", (DITCH if key == "ditch" else ROAD,))
    return why(field(unit, features=features, **facts), plan(move=act.RoadMove(key, mm(travel), back)))


@pytest.mark.rule("MNT-ROAD-03", "the centre is on the road line, the bearing along it, to a hair")
@pytest.mark.parametrize(
    ("unit", "back", "rule"),
    [
        (foot(**COLUMN), False, ""),
        (foot(x=0.05, **COLUMN), False, ""),
        (foot(x=-0.05, **COLUMN), False, ""),
        (foot(x=0.06, **COLUMN), False, "MNT-ROAD-03"),
        (foot(facing=0.1, **COLUMN), False, ""),
        (foot(facing=0.2, **COLUMN), False, "MNT-ROAD-03"),
        (foot(facing=180, **COLUMN), False, "MNT-ROAD-03"),
        (foot(facing=180, **COLUMN), True, ""),
        (foot(**COLUMN), True, "MNT-ROAD-03"),
        (foot(y=-20, **COLUMN), False, ""),
        (foot(y=-20.1, **COLUMN), False, "MNT-ROAD-03"),
        (foot(y=10, facing=90, **COLUMN), False, ""),
        (foot(y=10, **COLUMN), False, "MNT-ROAD-03"),
        (foot(x=20, y=10, facing=90, **COLUMN), False, "MNT-ROAD-03"),
        (foot(x=10, y=10, facing=270, **COLUMN), True, ""),
        (foot(), False, "MNT-ROAD-02"),
        (foot(formation="solid_square"), False, "MNT-ROAD-02"),
        (guns(), False, ""),
    ],
)
def test_who_is_on_a_road(unit: ForceUnit, back: bool, rule: str) -> None:
    assert ways(unit, 2, back=back) == rule


@pytest.mark.rule("MNT-ROAD-03", "travel is measured along the line, and the unit turns with it")
@pytest.mark.parametrize(
    ("y", "travel", "where", "facing"),
    [(0, 6, (0, 6), 0), (7, 3, (0, 10), 0), (7, 6, (3, 10), 900), (9.99, 6, (5.99, 10), 900)],
)
def test_along_a_road_and_round_its_bend(y: float, travel: float, where: tuple[float, float], facing: int) -> None:
    after = go(field(foot(y=y, **COLUMN), features=(ROAD,)), plan(move=act.RoadMove("road", mm(travel)))).state
    assert (at(after, 0), after.units[0].facing) == (where, facing)


@pytest.mark.rule("MN-MOVE-14", "the allowance of the unit, half of it in a ditch")
@pytest.mark.rule("MNT-DITCH-01", "a column follows a ditch at half rate")
@pytest.mark.parametrize(
    ("unit", "key", "most"),
    [
        (foot(**COLUMN), "road", 6),
        (foot(**COLUMN), "ditch", 3),
        (guns(), "road", 15),
        (guns(), "ditch", 7.5),
        (horse(y=-16, **COLUMN), "road", 15),
    ],
)
def test_how_far_along_a_road(unit: ForceUnit, key: str, most: float) -> None:
    assert ways(unit, most, key) == ""
    assert ways(unit, most + 0.01, key) == "MN-MOVE-14"
    assert ways(unit, 1, "lane") == "MNT-ROAD-03"
    assert ways(unit, 1, "wall", features=(strip("wall", -30, -29.6, key="wall"),)) == "MNT-ROAD-03"


@pytest.mark.rule("MNT-ROAD-02", "a road lies in prohibited ground too, but the enemy bars it")
def test_what_bars_a_road() -> None:
    bog = strip("bog", -30, 30, -30, 30)
    assert ways(foot(**COLUMN), 6, features=(bog, ROAD)) == ""
    for y, rule in ((9.1, ""), (9.0, "MN-MAN-12"), (8.0, "MN-MAN-12")):
        assert ways(foot(**COLUMN), 6, against=(foot("foe", y=y, facing=180),)) == rule, y


@pytest.mark.rule("MNT-RULING-17", "by option a column charges, evades and rallies along a straight stretch of road")
@pytest.mark.parametrize(
    ("travel", "leg", "option", "formation", "found"),
    [
        ("charge", Leg(0, 600, 0), True, "column", True),
        ("charge", Leg(0, 600, 0), False, "column", False),
        ("charge", Leg(0, 600, 0), True, "line", False),
        ("advance", Leg(0, 600, 0), True, "column", False),
        ("join", Leg(0, 600, 0), True, "column", False),
        *((travel, Leg(0, 600, 0), True, "column", True) for travel in sorted(roads.ROAD_TRAVELS)),
        ("charge", Leg(1, 600, 0), True, "column", True),
        ("charge", Leg(3, 600, 0), True, "column", False),
        ("rally_back", Leg(1800, 600, 0), True, "column", True),
        ("rally_back", Leg(1799, 600, 0), True, "column", True),
        ("rally_back", Leg(1797, 600, 0), True, "column", False),
        ("charge", Leg(0, 1000, 0), True, "column", True),
        ("charge", Leg(0, 1001, 0), True, "column", False),
        ("charge", Leg(900, 600, 900), True, "column", False),
    ],
)
def test_charges_along_a_road(travel: Travel, leg: Leg, option: bool, formation: str, found: bool) -> None:
    state = field(foot(formation=formation), features=(ROAD,), options=Options(road_charge=option))
    assert roads.follows_road(state, state.units[0], leg, travel) is found


@pytest.mark.rule("MNT-DITCH-01", "what is said of charging along roads is not said of ditches")
def test_no_charge_along_a_ditch() -> None:
    state = field(foot(**COLUMN), features=(DITCH,), options=Options(road_charge=True))
    assert not roads.follows_road(state, state.units[0], Leg(0, 600, 0), "charge")


# Bridges


WATER = Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400)
BRIDGE = strip("bridge", -2, 2, -1.5, 1.5, over="river")
GROUND = (WATER, BRIDGE)


def lying(state: State) -> features.TableFeature:
    found = features.feature_named(state, "bridge")
    assert found is not None
    return found


@pytest.mark.rule(
    "MNT-BRIDGE-02", "placed on the far side, touching the bridge there, at any place and facing that fits"
)
@pytest.mark.parametrize(("side", "facing"), [(-1, 0), (1, 180)])
def test_places_beyond_a_bridge(side: int, facing: int) -> None:
    state = field(foot(y=6 * side, facing=facing, **COLUMN), features=GROUND)
    found = {
        (each.x / 100 - X, each.y / 100 - Y, each.facing)
        for each in roads.landing_places(state, 0, state.units[0], lying(state))
    }
    along = {(x, -4.0 * side, turn) for x in (-1.5, 0, 1.5) for turn in (0, 1800)}
    across = {(x, -3.25 * side, turn) for x in (-1.5, 0, 1.5) for turn in (900, 2700)}
    assert found == along | across


def charge(
    *mine: ForceUnit, foes: tuple[ForceUnit, ...], features: tuple[Feature, ...] = GROUND, **changes: Any
) -> str:
    """The rule that forbids unit 0 to charge the first enemy over the bridge; "" where it may."""
    state = replace(field(*mine, against=foes, features=features), **changes)
    return why(state, plan(move=act.Charge(len(mine), "bridge")))


HORSE, DEFENDER = horse(y=-20), foot("defender", y=3)


@pytest.mark.rule("MNT-BRIDGE-05", "the charger moves to touch its own end")
@pytest.mark.rule("MNT-RULING-26", "the travel to the own end lies within the charge allowance; bridge length is free")
@pytest.mark.parametrize(
    ("charger", "rule"),
    [
        (HORSE, ""),
        (horse(y=-34), ""),
        (horse(y=-34.1), "MNT-RULING-26"),
        (foot(y=-13, **COLUMN), ""),
        (foot(y=-13.1, **COLUMN), "MNT-RULING-26"),
        (foot(y=-9), ""),
        (foot(y=-9.1), "MNT-RULING-26"),
        (horse(x=3.9, y=-20), ""),
        (horse(x=4.1, y=-20), "MNT-RULING-26"),
    ],
)
def test_within_reach_of_a_bridge(charger: ForceUnit, rule: str) -> None:
    assert charge(charger, foes=(DEFENDER,)) == rule


@pytest.mark.rule("MNT-BRIDGE-03", "whoever touches the far end defends it, one at a time, where there is no room")
@pytest.mark.rule("MNT-BRIDGE-04", "one charger at a time")
@pytest.mark.parametrize(
    ("foes", "holding", "rule"),
    [
        ((DEFENDER,), (), ""),
        ((foot("defender", y=3.05),), (), ""),
        ((foot("defender", y=3.06),), (), "MNT-BRIDGE-03"),
        ((foot("near", y=-3), foot("other", y=3)), (), "MNT-BRIDGE-03"),
        ((DEFENDER, foot("second", y=30)), (Defence("bridge", 3),), ""),
        ((DEFENDER, foot("second", y=30)), (Defence("bridge", 2),), ""),
        ((DEFENDER, foot("second", y=30)), (Defence("bridge", 1),), ""),
        ((DEFENDER, foot("second", y=30)), (Defence("mill", 3),), ""),
        ((DEFENDER, foot("second", y=30)), (Defence("bridge", 2, 1),), "MNT-BRIDGE-04"),
    ],
)
def test_who_defends_a_bridge(foes: tuple[ForceUnit, ...], holding: tuple[Defence, ...], rule: str) -> None:
    assert charge(HORSE, foot("friend", x=40, y=-10), foes=foes, holding=holding) == rule


@pytest.mark.rule("MN-CHARGE-05", "no unit may be in the way to the bridge")
@pytest.mark.rule("MN-CHARGE-06", "nor ground that forbids a charge")
@pytest.mark.rule("MN-CHARGE-03", "and what costs double counts")
def test_the_way_to_a_bridge() -> None:
    assert charge(HORSE, foot("friend", y=-10), foes=(DEFENDER,)) == "MN-CHARGE-05"
    assert charge(HORSE, foot("friend", x=5.1, y=-10), foes=(DEFENDER,)) == ""
    assert charge(HORSE, foes=(DEFENDER, foot("out", x=4, y=-10))) == "MN-CHARGE-05"
    assert charge(HORSE, foes=(DEFENDER,), features=(*GROUND, strip("wood", -12, -6, -3, 3))) == "MNT-WOOD-03"
    # The front is at the foot of the hill, the rear leaves it after 14 of the 16 cm: 30 of allowance.
    for deep, rule in ((10, ""), (10.1, "MN-CHARGE-03")):
        hill = strip("hill", -18, -18 + deep, -9, 9)
        assert charge(HORSE, foes=(DEFENDER,), features=(*GROUND, hill)) == rule, deep


@pytest.mark.rule("MNT-BRIDGE-04", "only a bridge is charged over")
def test_what_is_no_bridge() -> None:
    for key in ("ford", "river", "wood"):
        state = field(HORSE, against=(DEFENDER,), features=(*GROUND, strip("wood", 20, 28, -4, 4)))
        assert why(state, plan(move=act.Charge(1, key))) == "MNT-BRIDGE-04"
        assert why(state, plan(move=act.CrossBridge(key, *place(0, 4), 0))) == "MNT-BRIDGE-01"


@pytest.mark.rule("MNT-BRIDGE-02", "the near end is reached within the move, straight ahead")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        (foot(y=-10, **COLUMN), ""),
        (foot(y=-10.1, **COLUMN), "MNT-BRIDGE-02"),
        (foot(x=2.75, y=-10, **COLUMN), ""),
        (foot(x=2.85, y=-10, **COLUMN), "MNT-BRIDGE-02"),
        (foot(y=-4, **COLUMN), ""),
        (horse(y=-21, **COLUMN), ""),
        (horse(y=-21.1, **COLUMN), "MNT-BRIDGE-02"),
    ],
)
def test_the_near_end_of_a_bridge(unit: ForceUnit, rule: str) -> None:
    deep = 6 if unit.type == "heavy_cavalry" else 4
    state = field(unit, features=GROUND)
    assert why(state, plan(move=act.CrossBridge("bridge", *place(0, deep), 0))) == rule


@pytest.mark.rule(
    "MN-RULING-182", "a Division follows roads and their bends, by its own allowance, and keeps its stand-off"
)
def test_a_road_in_a_division_manoeuvre() -> None:
    follow = plan(move=act.RoadMove("road", mm(20)))
    for allowance, far, rule in ((24, 100, ""), (19, 100, "MN-MOVE-14"), (24, 30, "MN-DIVMAN-02")):
        state = field(foot(**COLUMN), against=(foot("far", x=far, y=10, facing=270),), features=(ROAD,))
        going = replace(state, division=0, brigade=-1, allowance=mm(allowance), standoff=mm(24))
        assert why(going, follow) == rule
    after = go(replace(going, standoff=mm(12)), follow).state
    assert (at(after, 0), after.units[0].facing) == ((10, 10), 900)


@pytest.mark.rule("MN-RULING-182", "it crosses bridges as well")
@pytest.mark.rule("MNT-BRIDGE-02", "a unit that was told so rides on in a Division manoeuvre as far as that allows")
def test_a_bridge_in_a_division_manoeuvre() -> None:
    state = noted(field(foot(y=-20, **COLUMN), features=GROUND), 0)
    cross = act.CrossBridge("bridge", *place(0, 4), 0)
    assert why(state, plan(move=cross)) == "MNT-BRIDGE-02"
    for allowance, rule in ((1600, ""), (1590, "MNT-BRIDGE-02")):
        going = replace(state, division=0, brigade=-1, allowance=allowance, standoff=1200)
        assert why(going, plan(move=cross)) == rule


SHORT_BRIDGE = strip("bridge", 2, 6, -2, 2)
BROOK = strip("stream", 3, 5, -40, 40)
OVER = replace(SHORT_BRIDGE, over="stream")


@pytest.mark.rule("MNT-BRIDGE-02", "the far side of a bridge is across the water, of a dry one across its middle")
@pytest.mark.parametrize(
    ("start", "end", "dry", "wet"),
    [
        ((0, -5), (0, 12), True, True),
        ((0, 12), (0, -5), True, True),
        ((0, -5), (4, -5), False, False),
        ((0, 9), (3, 7), False, False),
        ((-6, 4.5), (6, 4.5), True, False),
        ((-6, 4.5), (6, 3.5), True, True),
        ((0, -5), (5, 4), False, False),
        ((-30, 0), (-30, 9), False, True),
        ((-8, 0), (8, 0), True, False),
    ],
)
def test_beyond_a_bridge(start: tuple[float, float], end: tuple[float, float], dry: bool, wet: bool) -> None:
    for bridge, placed, wanted in ((SHORT_BRIDGE, (SHORT_BRIDGE,), dry), (OVER, (BROOK, OVER), wet)):
        state = field(foot(y=-20), features=placed)
        found = terrain_features.feature_named(state, bridge.key)
        assert found is not None
        assert roads.is_across(state, found, place(*start), place(*end)) is wanted


@pytest.mark.rule("MNT-BRIDGE-02", "at a bend of the water the stretch between the two places decides")
def test_beyond_a_bend() -> None:
    points = tuple(place(x, y) for x, y in ((-40, 4), (0, 4), (0, 40)))
    state = field(foot(y=-20), features=(replace(BROOK, points=points), OVER))
    found = terrain_features.feature_named(state, "bridge")
    assert found is not None
    for start, end, beyond in (
        ((-5, 0), (-5, 9), True),
        ((-5, 9), (5, 9), True),
        ((-5, 0), (5, 9), False),
        ((5, 0), (5, 9), False),
        ((-9, 3), (3, 15), False),
    ):
        assert roads.is_across(state, found, place(*start), place(*end)) is beyond, (start, end)


def course(travel: str, *, bearing: int = 0, length: float = 6, **facts: object) -> MoveInProgress:
    return MoveInProgress(unit=0, travel=travel, legs=(Leg(bearing, mm(length), 0),), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("MN-REACT-52", "a feint's way back into whoever has turned into it ends there, and the unit is lost")
@pytest.mark.parametrize(("y", "travel"), [(-20, 12), (-10, 7), (-15, 12), (-14.9, 11.9)])
def test_a_feint_into_a_unit(y: float, travel: float) -> None:
    state = field(horse(), foot("friend", y=y), against=(foot("foe", y=4, facing=180),))
    before = course("feint", bearing=1800, length=12)
    after = progress.shortened_move(state, before)
    if y <= -15:
        assert after == before
    else:
        assert mm(travel) <= after.legs[0].travel <= mm(travel) + state.setup.rules.options.contact_tol_cm
        assert after.plan.lost == "MN-REACT-52"


@pytest.mark.rule("MN-MAN-12", "a movement stops 1 mm before an enemy who has turned into its way")
@pytest.mark.parametrize(("y", "travel"), [(20, 6), (8.2, 6), (8.1, 6), (8.09, 5.99), (6, 3.9)])
def test_a_movement_is_held_up(y: float, travel: float) -> None:
    state = field(foot(), against=(foot("foe", y=y, facing=180),))
    assert progress.shortened_move(state, course("advance")).legs[0].travel == mm(travel)


@pytest.mark.rule("MN-RULING-180", "who is held up while he goes through a friend stops before him")
@pytest.mark.parametrize(("friend", "travel"), [(12, 3.9), (5.5, 3.55), (2.5, 0.55)])
def test_no_unit_is_held_up_on_a_friend(friend: float, travel: float) -> None:
    state = field(light("mover"), foot("friend", x=-2, y=friend), against=(foot("foe", x=4.5, y=6, facing=180),))
    assert progress.shortened_move(state, course("advance")).legs[0].travel == pytest.approx(mm(travel), abs=1)


@pytest.mark.rule("MN-RULING-69", "a charge goes on until it touches a unit, its target further away than declared")
@pytest.mark.parametrize(
    ("target", "other", "travel"), [(8, None, 6), (9, None, 7), (12, None, 10), (9, 5, 3), (9, 20, 7), (5, None, 3)]
)
def test_a_charge_goes_on(target: float, other: float | None, travel: float) -> None:
    foes = [foot("target", y=target, facing=180)]
    foes += [foot("other", x=4, y=other, facing=180)] if other is not None else []
    state = field(foot(), against=tuple(foes))
    assert progress.shortened_move(state, course("charge", target=1)).legs[0].travel == mm(travel)


@pytest.mark.rule("MNT-BRIDGE-05", "a charge over a bridge is not held up")
def test_a_charge_over_a_bridge() -> None:
    state = field(foot(), against=(foot("foe", y=4, facing=180),))
    over = course("charge", target=1, plan=FollowUp(bridge="bridge"))
    assert progress.shortened_move(state, over) is over


@pytest.mark.rule("MNT-GEN-04", "whoever is in prohibited ground goes no further into it, and may go away")
@pytest.mark.parametrize(("bottom", "bearing", "free"), [(-1, 0, 0), (0.5, 0, 0), (3, 0, 1.99), (8, 0, None)])
def test_out_of_prohibited_ground(bottom: float, bearing: int, free: float | None) -> None:
    state = field(foot(), features=(strip("bog", bottom, 20),))
    unit = state.units[0]
    found = cost.first_barred_ground(state, unit, "move", footprint_of(state.setup.rules, unit), path(bearing, mm(6)))
    assert (found if found is None else found[0]) == (None if free is None else mm(free))


@pytest.mark.rule("MNT-STRUCT-05", "damage is kept for each structure; who still charges over a bridge fights it out")
def test_damage_is_kept_apart() -> None:
    mill, bridge = strip("landmark", 10, 14, -2, 2), strip("bridge", 30, 36, -2, 2)
    state = shooting(guns(), against=(foot(y=50),), features=(mill, bridge))
    state = replace(
        state,
        damage=(Damage("landmark", 2), Damage("bridge", 4)),
        holding=(Defence("landmark", 1), Defence("bridge", 1)),
    )
    play = playing(state)
    play.tell(happened.StructureHit(unit=0, face=1, hits=1, damage=Damage("bridge", 5, destroyed=True)))
    assert set(play.state.damage) == {Damage("landmark", 2), Damage("bridge", 5, destroyed=True)}
    assert play.state.holding == (Defence("landmark", 1),)
    assert play.state.units[0].fired
    answers = playing(noted(state, 0, yellow=True))
    answers.tell(happened.StructureHit(unit=0, face=6, hits=0, damage=Damage("bridge", 4)))
    assert answers.state.holding == state.holding
    assert not answers.state.units[0].fired


@pytest.mark.rule(
    "MN-RULING-100", "where both have a zone no side chooses: side a keeps the lower edge, the loser begins"
)
@pytest.mark.parametrize(("faces", "first"), [((6, 6, 1, 1), "b"), ((1, 1, 6, 6), "a")])
def test_edges_where_both_have_a_zone(faces: tuple[int, ...], first: str) -> None:
    forces = (waiting_force("a", (0, 0, 18_000, 3000)), waiting_force("b", (0, 9000, 18_000, 12_000)))
    state = battle(*forces, step="deployment", turn=0, active="")
    after = turn.begin(state, playing(state, *faces).dice).state
    assert (after.edges, after.first_to_deploy, after.active) == (("a", "b"), first, first)
    one = (waiting_force("a", (0, 0, 18_000, 3000)), Force(name="b", corps=waiting_force("b").corps))
    state = battle(*one, step="deployment", turn=0, active="")
    assert turn.begin(state, playing(state, 6, 6, 1, 1).dice).state.step == "edges"


# Outlines


@pytest.mark.parametrize(
    ("outline", "where"),
    [
        (((0, 0), (0, 10), (10, 10), (10, 0)), (5, 5)),
        (((0, 0), (0, 100), (20, 100), (20, 40), (100, 40), (100, 0)), (10, 50)),
        (((0, 0), (0, 100), (10, 100), (10, 20), (70, 20), (70, 100), (100, 100), (100, 0)), (85, 50)),
        (((0, 0), (0, 100), (60, 100), (60, 20), (70, 20), (70, 100), (100, 100), (100, 0)), (30, 50)),
        (((0, 0), (50, 100), (100, 0)), (49, 50)),
        (((3, 7), (9, 7)), (3, 7)),
    ],
)
def test_the_middle_of_an_outline_is_in_its_broadest_part(
    outline: tuple[tuple[int, int], ...], where: tuple[int, int]
) -> None:
    assert middle(outline) == where


SMALL = Table(100, 60)


@pytest.mark.rule("MN-GEO-15", "what lies beside the table is left out, its rim counts as on it")
@pytest.mark.parametrize(
    ("outline", "found"),
    [
        (((10, 10), (10, 20), (20, 20)), [(10, 10), (10, 20), (20, 20)]),
        (((0, 0), (0, 60), (100, 60), (100, 0)), [(0, 0), (0, 60), (100, 60), (100, 0)]),
        (((-10, 10), (-10, 20), (10, 20), (10, 10)), [(0, 10), (0, 20), (10, 20), (10, 10)]),
        (((90, 50), (90, 70), (110, 70), (110, 50)), [(90, 50), (90, 60), (100, 60), (100, 50)]),
        (((90, -10), (90, 5), (110, 5), (110, -10)), [(90, 0), (90, 5), (100, 5), (100, 0)]),
        (((-9, 10), (-9, 20), (-1, 20)), []),
    ],
)
def test_outlines_on_the_table(outline: tuple[tuple[int, int], ...], found: list[tuple[int, int]]) -> None:
    assert set(on_table(SMALL, outline)) == set(found)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (((10, 10), (20, 10), (20, 50)), [((10, 10), (20, 10), (20, 50))]),
        (((-10, 10), (20, 10), (20, 80)), [((0, 10), (20, 10), (20, 60))]),
        (((50, 50), (50, 70), (70, 70), (70, 50)), [((50, 50), (50, 60)), ((70, 60), (70, 50))]),
        (((-10, 10), (-10, 50)), []),
        (((0, 10), (0, 50)), [((0, 10), (0, 50))]),
        (((-10, 30), (110, 30)), [((0, 30), (100, 30))]),
        (((100, 60), (100, 0)), [((100, 60), (100, 0))]),
    ],
)
def test_lines_on_the_table(line: tuple[tuple[int, int], ...], parts: list[tuple[tuple[int, int], ...]]) -> None:
    assert list(parts_on_table(SMALL, line)) == parts
