"""Along roads and over bridges to a tenth of a millimetre: where one is on a road, and who may charge over a bridge."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import bridges, ground, roads
from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import Holding, State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import at, field, foot, go, guns, horse, noted, plan, strip, why

ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 10), place(20, 10)))
DITCH = replace(ROAD, key="ditch", kind="ditch")
COLUMN: dict[str, Any] = {"formation": "column"}


def ways(unit: Recruit, travel: float, key: str = "road", *, back: bool = False, **facts: Any) -> str:
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
def test_who_is_on_a_road(unit: Recruit, back: bool, rule: str) -> None:
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
def test_how_far_along_a_road(unit: Recruit, key: str, most: float) -> None:
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
        *((travel, Leg(0, 600, 0), True, "column", True) for travel in sorted(roads.ON_ROADS)),
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
    assert roads.runs_along(state, state.units[0], leg, travel) is found


@pytest.mark.rule("MNT-DITCH-01", "what is said of charging along roads is not said of ditches")
def test_no_charge_along_a_ditch() -> None:
    state = field(foot(**COLUMN), features=(DITCH,), options=Options(road_charge=True))
    assert not roads.runs_along(state, state.units[0], Leg(0, 600, 0), "charge")


# Bridges


WATER = Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400)
BRIDGE = strip("bridge", -2, 2, -1.5, 1.5, over="river")
GROUND = (WATER, BRIDGE)


def lying(state: State) -> ground.Lying:
    found = ground.named(state, "bridge")
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
        for each in bridges.landings(state, 0, state.units[0], lying(state))
    }
    along = {(x, -4.0 * side, turn) for x in (-1.5, 0, 1.5) for turn in (0, 1800)}
    across = {(x, -3.25 * side, turn) for x in (-1.5, 0, 1.5) for turn in (900, 2700)}
    assert found == along | across


def charge(*mine: Recruit, foes: tuple[Recruit, ...], features: tuple[Feature, ...] = GROUND, **changes: Any) -> str:
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
def test_within_reach_of_a_bridge(charger: Recruit, rule: str) -> None:
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
        ((DEFENDER, foot("second", y=30)), (Holding("bridge", 3),), ""),
        ((DEFENDER, foot("second", y=30)), (Holding("bridge", 2),), ""),
        ((DEFENDER, foot("second", y=30)), (Holding("bridge", 1),), ""),
        ((DEFENDER, foot("second", y=30)), (Holding("mill", 3),), ""),
        ((DEFENDER, foot("second", y=30)), (Holding("bridge", 2, 1),), "MNT-BRIDGE-04"),
    ],
)
def test_who_defends_a_bridge(foes: tuple[Recruit, ...], holding: tuple[Holding, ...], rule: str) -> None:
    assert charge(HORSE, foot("friend", x=40, y=-10), foes=foes, holding=holding) == rule


@pytest.mark.rule("MN-CHARGE-05", "nobody stands in the way to the bridge")
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
def test_the_near_end_of_a_bridge(unit: Recruit, rule: str) -> None:
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
