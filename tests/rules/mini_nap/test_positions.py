"""Bases, places, distances and tolerances (MN-BASE, MN-GEO, section 8.11)."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table.footprints import DEGREE, GRAINS, moved, offset, path
from battles.kits.open_table.sweeps import first_contact, window
from battles.kits.open_table.zones import reach_beyond
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import positions
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.movement import formation, paths
from battles.rules.mini_nap.rules import DEFAULTS, Options
from battles.rules.mini_nap.state import NONE, Feature, ForceUnit, State
from battles.rules.mini_nap.tables import Formation, UnitClass
from battles.rules.mini_nap.terrain import cost
from tests.rules.mini_nap.builders.manoeuvres import (
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    moves,
    noted,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import COLUMN, aimed, place, shooting, verdict
from tests.rules.mini_nap.builders.table_positions import mm

SQUARE: dict[str, Any] = {"formation": "solid_square"}

# Bases

DISCS = [("brigade", "MN-BASE-04"), ("division", "MN-BASE-05"), ("corps", "MN-BASE-06")]


def stood(state: State, level: str, x: float, y: float) -> State:
    """The battle with side a's stand of a level so far from the middle of the table."""
    number = next(place for place, each in enumerate(state.stands) if (each.level, each.side) == (level, "a"))
    stand = replace(state.stands[number], x=mm(X + x), y=mm(Y + y), where="table", unit=NONE)
    return replace(state, stands=(*state.stands[:number], stand, *state.stands[number + 1 :]))


@pytest.mark.rule("MN-BASE-04", "a Brigade stand is a circle of 2.5 cm: its distance is that of its rim")
@pytest.mark.rule("MN-BASE-05", "a Division stand is a circle of 2.5 cm: its distance is that of its rim")
@pytest.mark.rule("MN-BASE-06", "a Corps stand is a circle of 2.5 cm: its distance is that of its rim")
@pytest.mark.parametrize(("level", "rule"), DISCS)
def test_command_stands_are_circles(level: str, rule: str) -> None:
    ahead = stood(field(foot()), level, 0, 7)
    aslant = stood(ahead, level, 2.5 + 3, 1 + 4)
    for state, away in ((ahead, 7 - 1 - 1.25), (aslant, 5 - 1.25)):
        stand = next(each for each in state.stands if (each.level, each.side) == (level, "a"))
        assert positions.stand_distance(state, stand, 0) == mm(away)


@pytest.mark.rule("MN-BASE-02", "a cavalry unit is two stands of 2.5 by 4 cm")
@pytest.mark.rule("MN-BASE-07", "strength changes nothing about the stands, and losses take none away")
@pytest.mark.parametrize(
    ("unit", "size"), [(foot(), (5.0, 2.0)), (horse(), (5.0, 4.0)), (horse(**COLUMN), (2.5, 8.0)), (guns(), (3.0, 3.0))]
)
def test_stands_do_not_depend_on_strength(unit: ForceUnit, size: tuple[float, float]) -> None:
    for points in (2, 6, 12):
        state = field(replace(unit, points=points))
        for left in (points, 2):
            shape = positions.footprint(noted(state, 0, points=left), 0)
            assert (shape.width, shape.depth) == (mm(size[0]), mm(size[1]))


ONE_WAY: list[ForceUnit] = [foot(), foot(**COLUMN), light(), guns()]


@pytest.mark.rule("MN-BASE-08", "all stands face ahead, so that no unit but a square fires behind")
@pytest.mark.rule("MN-FORM-10", "a square fires ahead and behind: its stands face opposite ways")
@pytest.mark.parametrize("unit", [*ONE_WAY, foot(**SQUARE), foot(formation="emergency_square")])
def test_which_way_stands_face(unit: ForceUnit) -> None:
    state = shooting(unit, against=(foot("ahead", 0, 5, 180), foot("behind", 0, -5)))
    assert why(state, act.Fire(0, 1, place(0, 4))) == ""
    squared = state.units[0].formation in ("solid_square", "emergency_square")
    assert why(state, act.Fire(0, 2, place(0, -4), "rear")) == ("" if squared else "MN-FIRE-15")
    turned = noted(state, 0, facing=1800)
    assert why(turned, act.Fire(0, 2, place(0, -4))) == ""


# Stands of a formation

CENTRES: list[tuple[ForceUnit, tuple[str, str], tuple[float, float]]] = [
    (foot(facing=30), ("left", "right"), (0, 1.25)),
    (light(facing=30), ("left", "right"), (0, 1.5)),
    (horse(facing=200), ("left", "right"), (0, 1.25)),
    (foot(facing=30, **COLUMN), ("rear", "front"), (1, 0)),
    (horse(facing=200, **COLUMN), ("rear", "front"), (2, 0)),
    (foot(facing=30, **SQUARE), ("rear", "front"), (1, 0)),
]


@pytest.mark.rule("MN-GEO-03", "the stands of a line are half a width aside, those of a column half a depth ahead")
@pytest.mark.rule("MN-FORM-08", "stands touch edge to edge in a straight block; a skirmish line keeps its gap")
@pytest.mark.parametrize(("unit", "names", "half"), CENTRES)
def test_centres_of_stands(unit: ForceUnit, names: tuple[str, str], half: tuple[float, float]) -> None:
    state = field(unit)
    stood_so, rules = state.units[0], state.setup.rules
    theta = math.radians(stood_so.facing / 10)
    ahead, right = (math.sin(theta), math.cos(theta)), (math.cos(theta), -math.sin(theta))
    for name, sign in zip(names, (-1, 1), strict=True):
        x, y = offset(positions.footprint(state, 0), *formation.stand_centre(rules, stood_so, name))
        found = x / GRAINS / 100 - X, y / GRAINS / 100 - Y
        wanted = tuple(sign * (half[0] * f + half[1] * r) for f, r in zip(ahead, right, strict=True))
        assert found == pytest.approx(wanted, abs=0.001)


@pytest.mark.rule("MN-GEO-03", "a line that becomes a column turns about the stand that stays, whatever it faces")
def test_the_stand_that_stays() -> None:
    """Facing right, the left stand of a line is the upper one, and the other goes before it."""
    state = field(foot(facing=90))
    change = Change(to="column", anchor="left", side="front")
    assert at(go(state, plan(change=change)).state, 0) == (1.0, 1.25)


@pytest.mark.rule("MN-GEO-03", "the gap of a skirmish line belongs to its footprint")
def test_the_gap_is_part_of_the_footprint() -> None:
    state = shooting(foot(), against=(light("enemy", 0, 5, 180),))
    assert verdict(aimed(state, 1, 0, 4)) == 1
    assert positions.enemies_in_contact(field(foot(), against=(light("enemy", 5.25, 0),)), 0) == (1,)


# Tolerances


@pytest.mark.rule("MN-GEO-04", "enemies are in contact up to 0.05 cm apart, and no farther")
@pytest.mark.parametrize(("apart", "contact"), [(0.0, True), (0.05, True), (0.06, False)])
def test_contact_has_a_tolerance(apart: float, contact: bool) -> None:
    state = field(foot(), against=(foot("enemy", y=2 + apart, facing=180),))
    assert positions.in_contact(state, 0, 1) is contact


@pytest.mark.rule("MN-GEO-04", "lengths and angles have none: the limit holds, a tenth more does not")
def test_other_limits_are_exact() -> None:
    aslant = field(foot(), against=(foot("enemy", 5 + 3, 2 + 4),))
    assert positions.unit_distance(aslant, 0, 1) == mm(5)
    assert positions.unit_distance(noted(aslant, 1, x=mm(X + 8) + 1), 0, 1) > mm(5)
    goal = foot("goal", x=5, facing=270)
    for facing, rule in ((0, ""), (359.9, "MN-TURN-04")):
        state = field(foot(facing=facing, **COLUMN), against=(goal,))
        assert why(state, plan(pivot=90, move=act.Charge(1))) == rule


# Straight ways and about-faces


def turned_about(right: float, ahead: float, facing: float) -> tuple[float, float]:
    """A place to the right and ahead of the middle, for a unit that faces ``facing``."""
    theta = math.radians(facing)
    return right * math.cos(theta) + ahead * math.sin(theta), ahead * math.cos(theta) - right * math.sin(theta)


BESIDE = [
    ((5.0, 3.0), ""),
    ((4.9, 3.0), "MN-INTERPEN-03"),
    ((-4.9, 3.0), "MN-INTERPEN-03"),
    ((-5.0, 3.0), ""),
    ((0.0, 8.0), ""),
    ((0.0, 7.9), "MN-INTERPEN-03"),
    ((0.0, -2.0), ""),
]
"""A friendly line, 5 by 2, about a line that goes 6 cm ahead; it sweeps 2.5 to either side and from -1 to 7."""


@pytest.mark.rule("MN-GEO-07", "the swept area is as wide as the unit and as long as its depth and its way")
@pytest.mark.parametrize("facing", [0, 30, 90, 217])
@pytest.mark.parametrize(("beside", "rule"), BESIDE)
def test_what_a_straight_way_sweeps(facing: float, beside: tuple[float, float], rule: str) -> None:
    friend = foot("friend", *turned_about(*beside, facing), facing)
    assert why(field(foot(facing=facing), friend), plan(move=act.Advance(mm(6)))) == rule


@pytest.mark.rule("MN-GEO-07", "the centre goes straight ahead by the way, and the facing stays")
@pytest.mark.parametrize("facing", [0, 30, 135, 217])
def test_where_a_straight_way_ends(facing: float) -> None:
    after = go(field(foot(facing=facing)), plan(move=act.Advance(mm(6)))).state
    assert at(after, 0) == pytest.approx(turned_about(0, 6, facing), abs=0.006)
    assert after.units[0].facing == facing * 10


@pytest.mark.rule("MN-GEO-10", "an about-face keeps the footprint and sweeps over nothing, friends all round")
@pytest.mark.parametrize("facing", [0, 30, 250])
def test_about_face(facing: float) -> None:
    ring = ((5, 0), (-5, 0), (0, 2), (0, -2))
    friends = [foot(f"friend {n}", *turned_about(*each, facing), facing) for n, each in enumerate(ring)]
    state = field(foot(facing=facing), *friends)
    assert why(state, plan(pivot=(facing + 180) % 360)) == "MN-TURN-02"
    play = go(state, plan(about=True))
    assert play.state.units[0].facing == (facing * 10 + 1800) % 3600
    assert set(positions.footprint(play.state, 0).corners) == set(positions.footprint(state, 0).corners)
    assert moves(play) == []


FACING: list[tuple[dict[str, Any], str]] = [
    ({"x": 0, "y": 43}, ""),
    ({"x": 4.8, "y": 43}, ""),
    ({"x": -4.8, "y": 43}, ""),
    ({"x": 4.99, "y": 43}, "MN-GEO-06"),
    ({"x": 5.0, "y": 43}, "MN-CHARGE-03"),
    ({"x": -5.0, "y": 43}, "MN-CHARGE-03"),
    ({"x": 0, "y": 55}, "MN-EXTEND-06"),
    ({"x": 5.0, "y": 55}, "MN-CHARGE-03"),
    ({"x": 0, "y": -43}, "MN-CHARGE-03"),
]
"""Where the enemy stands for cavalry 5 cm wide: in its strip, at the very rim of it, beside it, and too far ahead."""


@pytest.mark.rule("MN-GEO-14", "it faces the target whose footprint meets the strip ahead of it, at any distance")
@pytest.mark.parametrize(("enemy", "rule"), FACING)
def test_facing_a_target(enemy: dict[str, Any], rule: str) -> None:
    state = field(horse(type="medium_cavalry"), against=(foot("goal", **enemy, facing=180),))
    assert why(state, plan(move=act.ExtendedCharge(1))) == rule


FOOT, HORSE, GUNS = "infantry", "cavalry", "artillery"

CORNERS: list[tuple[str, UnitClass, Formation, tuple[float, float, float], list[tuple[float, float]]]] = [
    ("G01", FOOT, "line", (10, 20, 0), [(7.5, 21), (12.5, 21), (12.5, 19), (7.5, 19)]),
    ("G02", FOOT, "column", (10, 20, 90), [(12, 21.25), (12, 18.75), (8, 18.75), (8, 21.25)]),
    ("G03", HORSE, "line", (0, 0, 30), [(-1.165, 2.982), (3.165, 0.482), (1.165, -2.982), (-3.165, -0.482)]),
    ("G04", FOOT, "skirmish_line", (0, 0, 180), [(2.75, -1), (-2.75, -1), (-2.75, 1), (2.75, 1)]),
    ("G05", GUNS, "battery", (5, 5, 45), [(5, 7.121), (7.121, 5), (5, 2.879), (2.879, 5)]),
]


@pytest.mark.rule("MN-GEO-01", "corners in the order front left, front right, rear right, rear left")
@pytest.mark.rule("MN-GEO-02", "width and depth by formation")
@pytest.mark.parametrize(("name", "kind", "formation", "place", "corners"), CORNERS)
def test_corners(
    name: str,
    kind: UnitClass,
    formation: Formation,
    place: tuple[float, float, float],
    corners: list[tuple[float, float]],
) -> None:
    x, y, facing = place
    shape = positions.footprint_at(DEFAULTS, kind, formation, mm(x), mm(y), round(facing * DEGREE))
    found = [(corner[0] / GRAINS / 100, corner[1] / GRAINS / 100) for corner in shape.corners]
    assert found == [pytest.approx(corner, abs=0.0006) for corner in corners]


SHAPES: list[tuple[UnitClass, Formation, float]] = [
    (FOOT, "line", 2.693),
    (FOOT, "column", 2.358),
    (HORSE, "line", 3.202),
    (HORSE, "column", 4.191),
    (GUNS, "battery", 2.121),
]


@pytest.mark.rule("MN-GEO-09", "G36 the circle of a full pivot")
@pytest.mark.parametrize(("kind", "formation", "radius"), SHAPES)
def test_pivot_circle(kind: UnitClass, formation: Formation, radius: float) -> None:
    width, depth = positions.footprint_size(DEFAULTS, kind, formation)
    assert math.hypot(width, depth) / 200 == pytest.approx(radius, abs=0.0006)


MOVES = [
    ("G06", act.SideStep("right", mm(6)), (5.196, -3.0)),
    ("G07", act.StepBack(mm(6)), (-3.0, -5.196)),
    ("G08", act.Oblique("left", mm(3), mm(3)), (-1.098, 4.098)),
    ("G08 side first", act.Oblique("left", mm(3), mm(3), aside_first=True), (-1.098, 4.098)),
]


@pytest.mark.rule("MN-SIDE-01", "straight left or right, facing unchanged")
@pytest.mark.rule("MN-BACK-01", "straight back, facing unchanged")
@pytest.mark.rule("MN-OBLIQUE-01", "ahead and sideways in either order, facing unchanged")
@pytest.mark.parametrize(("name", "move", "place"), MOVES)
def test_where_a_step_leads(name: str, move: act.Movement, place: tuple[float, float]) -> None:
    state = field(foot(facing=30))
    after = go(state, plan(move=move)).state
    assert at(after, 0) == pytest.approx(place, abs=0.011)
    assert after.units[0].facing == 300


INTO = [
    ("G09", foot(), foot(y=10, facing=180, formation="column"), 7.0),
    ("G10", foot(formation="column"), foot(y=10, facing=180, formation="column"), 6.0),
    ("G11", foot(formation="column"), foot(x=3, y=15, facing=200), 12.573),
    ("G12", foot(formation="column"), foot(x=3.75, y=10, facing=180), None),
    ("G13", horse(facing=10), guns(x=6, y=25, facing=180), 21.924),
]


@pytest.mark.rule("MN-GEO-08", "travel to first contact with a convex footprint")
@pytest.mark.parametrize(("name", "mover", "enemy", "travel"), INTO)
def test_travel_to_contact(name: str, mover: ForceUnit, enemy: ForceUnit, travel: float | None) -> None:
    state = field(mover, against=(enemy,))
    met = first_contact(
        positions.footprint(state, 0), path(state.units[0].facing, mm(60)), [positions.footprint(state, 1)]
    )
    assert (met and met.travel / 100) == (pytest.approx(travel, abs=0.011) if travel else None)


@pytest.mark.rule("MN-GEO-11", "G16 to G18, G40: the part of a path within reach")
@pytest.mark.parametrize(
    ("y", "reach", "part"), [(9, 6, (23.102, 25)), (9, 12, (14.835, 25)), (15, 6, None)], ids=["G16", "G17", "G18"]
)
def test_window(y: float, reach: float, part: tuple[float, float] | None) -> None:
    state = field(horse(x=-30, y=y, facing=90), against=(foot(),))
    found = window(positions.footprint(state, 0), path(900, mm(25)), positions.footprint(state, 1), mm(reach))
    assert (found and (found[0] / 100, found[1] / 100)) == (part and pytest.approx(part, abs=0.011))


OUTFLANKS = [
    ("G25", foot(), foot(y=3, facing=180, formation="column"), 4.0, False),
    ("G26", foot(), foot(x=4.5, y=-0.25, facing=270, formation="column"), 0.0, True),
    ("G27", foot(), foot(x=4.5, y=-0.5, facing=270, formation="column"), -0.25, True),
    ("G28", foot(), horse(y=-3), -2.0, True),
    ("G29", foot(formation="solid_square"), horse(y=-4), None, False),
]


@pytest.mark.rule("MN-GEO-13", "outflanking: no part of the enemy is ahead of the front edge; never a square")
@pytest.mark.parametrize(("name", "unit", "enemy", "beyond", "outflanked"), OUTFLANKS)
def test_outflanking(name: str, unit: ForceUnit, enemy: ForceUnit, beyond: float | None, outflanked: bool) -> None:
    state = field(unit, against=(enemy,))
    stood, there = positions.footprint(state, 0), positions.footprint(state, 1)
    assert positions.in_contact(state, 0, 1)
    if beyond is not None:
        assert reach_beyond(stood, "front", there) / 100 == pytest.approx(beyond, abs=0.011)
    assert charge.outflanks(state.setup.rules.options, there, state.units[0], stood) is outflanked


@pytest.mark.rule("MN-GEO-13", "a corner as far ahead as the contact tolerance is not ahead, one further is")
@pytest.mark.parametrize(("y", "outflanked"), [(-0.25, True), (-0.2, True), (-0.19, False)])
def test_outflanking_to_the_tolerance(y: float, outflanked: bool) -> None:
    enemy = foot("enemy", x=4.5, y=y, facing=270, formation="column")
    state = field(foot(), against=(enemy,))
    stood, there = positions.footprint(state, 0), positions.footprint(state, 1)
    assert charge.outflanks(state.setup.rules.options, there, state.units[0], stood) is outflanked


@pytest.mark.rule("MN-GEO-05", "G14, G15: distance of two units, base to base")
def test_distance() -> None:
    for y, away in ((15.0, 12.0), (15.1, 12.1)):
        state = field(horse(), against=(foot(y=y, facing=180),))
        assert positions.unit_distance(state, 0, 1) == mm(away)


ALLOWED = [
    ("G32", foot(), strip("hill", 3, 13), 6, 4.0),
    ("G33", foot(), strip("fence", 4, 4.4), 6, 4.5),
    ("Z03", foot(formation="column"), strip("fence", 4, 4.4), 9, 5.5),
    ("G34", horse(type="light_cavalry"), strip("wood", 10, 18), 25, 16.5),
    ("G35", horse(type="light_cavalry"), strip("wood", 10, 18), 40, 28.0),
]


@pytest.mark.rule("MNT-MOVE-04", "the largest travel that an allowance buys")
@pytest.mark.parametrize(("name", "unit", "feature", "allowance", "travel"), ALLOWED)
def test_half_rate(name: str, unit: ForceUnit, feature: Feature, allowance: float, travel: float) -> None:
    state = field(unit, features=(feature,))
    way = path(0, mm(allowance))
    shape = positions.footprint(state, 0)
    found = cost.affordable_travel(state, state.units[0], "move", shape, way, mm(allowance))
    assert found / 100 == pytest.approx(travel, abs=0.011)
    assert cost.travel_cost(state, state.units[0], "move", shape, way, found) <= mm(allowance)


ROW = (foot("left", x=-5, y=8, facing=180), foot("goal", y=8, facing=180), foot("right", x=5, y=8, facing=180))


@pytest.mark.rule("MN-GEO-06", "G38: neighbours met corner to corner are not in contact")
@pytest.mark.rule("MN-CHARGE-04", "G39: a second enemy in contact at the end makes a charge illegal")
def test_charge_at_a_row() -> None:
    play = passed(go(field(foot(), against=ROW), plan(move=act.Charge(2))))
    assert at(play.state, 0) == (0, 6)
    assert why(field(foot(x=0.2), against=ROW), plan(move=act.Charge(2))) == "MN-CHARGE-04"
    wide = field(foot(), against=ROW, options=Options(corner_touch_is_contact=True))
    assert why(wide, plan(move=act.Charge(2))) == "MN-CHARGE-04"


@pytest.mark.rule("MN-REACT-62", "G40, G41: an opportunity charge at a named point")
def test_opportunity_charge_at_a_point() -> None:
    state = field(horse(), against=(foot(y=20, facing=180), horse("passive", x=14, y=12, facing=270)))
    reached = window(positions.footprint(state, 0), path(0, mm(17)), positions.footprint(state, 2), mm(12))
    assert reached is not None
    assert reached[0] / 100 == pytest.approx(0.169, abs=0.011)
    made = charge.travel_to_contact(
        board_at(state, 8),
        2,
        state.units[2],
        0,
        "intercept",
        paths.charge_allowance(state.setup.rules.tables, state.units[2]),
    )
    assert isinstance(made, charge.ChargeReach)
    assert made.travel == mm(9.5)
    there = board_at(state, 8)
    shape = moved(positions.footprint(state, 2), path(2700, made.travel), made.travel)
    assert reach_beyond(positions.footprint(there, 0), "front", shape) == pytest.approx(mm(4.5), abs=1)
    assert not charge.outflanks(there.setup.rules.options, shape, there.units[0], positions.footprint(there, 0))


def board_at(state: State, y: float) -> State:
    """The battle with unit 0 so far up the table."""
    return noted(state, 0, y=mm(Y + y))
