"""The geometry of section 8.11, to a tenth of a millimetre."""

import math

import pytest

from battles.engine.table.bearings import GRAINS, path
from battles.engine.table.footprints import moved
from battles.engine.table.sweeps import first_contact, window
from battles.engine.table.zones import reach_beyond
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, board, charging, going
from battles.rules.mini_nap.rules import DEFAULTS, Options
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.tables import DEGREE, Formation, UnitClass
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import Y
from tests.rules.mini_nap.mn_moves import at, field, foot, go, guns, horse, noted, passed, plan, strip, why

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
    shape = board.footprint_at(DEFAULTS, kind, formation, mm(x), mm(y), round(facing * DEGREE))
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
    width, depth = board.size(DEFAULTS, kind, formation)
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
def test_travel_to_contact(name: str, mover: Recruit, enemy: Recruit, travel: float | None) -> None:
    state = field(mover, against=(enemy,))
    met = first_contact(board.footprint(state, 0), path(state.units[0].facing, mm(60)), [board.footprint(state, 1)])
    assert (met and met.travel / 100) == (pytest.approx(travel, abs=0.011) if travel else None)


@pytest.mark.rule("MN-GEO-11", "G16 to G18, G40: the part of a path within reach")
@pytest.mark.parametrize(
    ("y", "reach", "part"), [(9, 6, (23.102, 25)), (9, 12, (14.835, 25)), (15, 6, None)], ids=["G16", "G17", "G18"]
)
def test_window(y: float, reach: float, part: tuple[float, float] | None) -> None:
    state = field(horse(x=-30, y=y, facing=90), against=(foot(),))
    found = window(board.footprint(state, 0), path(900, mm(25)), board.footprint(state, 1), mm(reach))
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
def test_outflanking(name: str, unit: Recruit, enemy: Recruit, beyond: float | None, outflanked: bool) -> None:
    state = field(unit, against=(enemy,))
    stood, there = board.footprint(state, 0), board.footprint(state, 1)
    assert board.in_contact(state, 0, 1)
    if beyond is not None:
        assert reach_beyond(stood, "front", there) / 100 == pytest.approx(beyond, abs=0.011)
    assert charging.outflanks(state.setup.rules.options, there, state.units[0], stood) is outflanked


@pytest.mark.rule("MN-GEO-13", "a corner as far ahead as the contact tolerance is not ahead, one further is")
@pytest.mark.parametrize(("y", "outflanked"), [(-0.25, True), (-0.2, True), (-0.19, False)])
def test_outflanking_to_the_tolerance(y: float, outflanked: bool) -> None:
    enemy = foot("enemy", x=4.5, y=y, facing=270, formation="column")
    state = field(foot(), against=(enemy,))
    stood, there = board.footprint(state, 0), board.footprint(state, 1)
    assert charging.outflanks(state.setup.rules.options, there, state.units[0], stood) is outflanked


@pytest.mark.rule("MN-GEO-05", "G14, G15: distance of two units, base to base")
def test_distance() -> None:
    for y, away in ((15.0, 12.0), (15.1, 12.1)):
        state = field(horse(), against=(foot(y=y, facing=180),))
        assert board.distance(state, 0, 1) == mm(away)


ALLOWED = [
    ("G32", foot(), strip("hill", 3, 13), 6, 4.0),
    ("G33", foot(), strip("fence", 4, 4.4), 6, 4.5),
    ("Z03", foot(formation="column"), strip("fence", 4, 4.4), 9, 5.5),
    ("G34", horse(type="light_cavalry"), strip("wood", 10, 18), 25, 16.5),
    ("G35", horse(type="light_cavalry"), strip("wood", 10, 18), 40, 28.0),
]


@pytest.mark.rule("MNT-MOVE-04", "the largest travel that an allowance buys")
@pytest.mark.parametrize(("name", "unit", "feature", "allowance", "travel"), ALLOWED)
def test_half_rate(name: str, unit: Recruit, feature: Feature, allowance: float, travel: float) -> None:
    state = field(unit, features=(feature,))
    way = path(0, mm(allowance))
    shape = board.footprint(state, 0)
    found = going.travel(state, state.units[0], "move", shape, way, mm(allowance))
    assert found / 100 == pytest.approx(travel, abs=0.011)
    assert going.cost(state, state.units[0], "move", shape, way, found) <= mm(allowance)


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
    reached = window(board.footprint(state, 0), path(0, mm(17)), board.footprint(state, 2), mm(12))
    assert reached is not None
    assert reached[0] / 100 == pytest.approx(0.169, abs=0.011)
    made = charging.reach(
        board_at(state, 8),
        2,
        state.units[2],
        0,
        "intercept",
        allowances.charge(state.setup.rules.tables, state.units[2]),
    )
    assert isinstance(made, charging.Reach)
    assert made.travel == mm(9.5)
    there = board_at(state, 8)
    shape = moved(board.footprint(state, 2), path(2700, made.travel), made.travel)
    assert reach_beyond(board.footprint(there, 0), "front", shape) == pytest.approx(mm(4.5), abs=1)
    assert not charging.outflanks(there.setup.rules.options, shape, there.units[0], board.footprint(there, 0))


def board_at(state: State, y: float) -> State:
    """The battle with unit 0 so far up the table."""
    return noted(state, 0, y=mm(Y + y))
