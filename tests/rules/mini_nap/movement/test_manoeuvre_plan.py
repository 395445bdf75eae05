"""Manoeuvres worked out before they are carried out, and random ones against shapely."""

from math import cos, radians, sin
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from shapely.geometry import MultiPoint, Polygon

from battles.engine.core import Refusal
from battles.kits.open_table.footprints import CM, DEGREE
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Change, Leg
from battles.rules.mini_nap.movement import manoeuvre_plan
from battles.rules.mini_nap.state import NONE, State, Unit
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, plan, strip, why
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.table_positions import mm

COLUMN = Change(to="column", anchor="left", side="rear")
SQUARE: dict[str, Any] = {"formation": "solid_square"}
Pose = tuple[float, float, int, str]


def pose(unit: Unit) -> Pose:
    """Where a unit stands from the middle of the table, its bearing in degrees and its formation."""
    return round(unit.x / 100 - X, 2), round(unit.y / 100 - Y, 2), unit.facing // 10, unit.formation


def poses(state: State, action: act.Manoeuvre) -> tuple[Pose, Pose, Pose]:
    """How a unit stands before its movement, after it, and in the end."""
    found = manoeuvre_plan.plan_manoeuvre(state, action)
    assert isinstance(found, manoeuvre_plan.PlannedManoeuvre), found
    return pose(found.ready), pose(found.arrived), pose(found.last)


HERE: Pose = (0, 0, 0, "line")


@pytest.mark.rule("MN-MAN-03", "a change and a turn before a movement or after it, in the order that is chosen")
@pytest.mark.parametrize(
    ("action", "ready", "arrived", "last"),
    [
        (plan(pivot=90), (0, 0, 90, "line"), (0, 0, 90, "line"), (0, 0, 90, "line")),
        (plan(about=True), *([(0, 0, 180, "line")] * 3)),
        (plan(move=act.Advance(mm(4))), HERE, (0, 4, 0, "line"), (0, 4, 0, "line")),
        (plan(move=act.Advance(mm(4)), pivot=90), (0, 0, 90, "line"), (4, 0, 90, "line"), (4, 0, 90, "line")),
        (plan(move=act.Advance(mm(4)), about=True), (0, 0, 180, "line"), (0, -4, 180, "line"), (0, -4, 180, "line")),
        (plan(move=act.Advance(mm(4)), then=before(pivot=45)), HERE, (0, 4, 0, "line"), (0, 4, 45, "line")),
        (plan(move=act.Advance(mm(4)), then=before(about=True)), HERE, (0, 4, 0, "line"), (0, 4, 180, "line")),
        (
            plan(move=act.Advance(mm(4)), then=before(change=COLUMN)),
            HERE,
            (0, 4, 0, "line"),
            (-1.25, 3, 0, "column"),
        ),
        (plan(change=COLUMN), *([(-1.25, -1, 0, "column")] * 3)),
        (plan(change=COLUMN, pivot=90), *([(-1.25, -1, 90, "column")] * 3)),
        (plan(change=COLUMN, pivot=90, change_first=False), *([(-1, 1.25, 90, "column")] * 3)),
    ],
)
def test_the_steps_of_a_manoeuvre(action: Any, ready: Pose, arrived: Pose, last: Pose) -> None:
    assert poses(field(foot()), action) == (ready, arrived, last)


def test_the_way_of_a_manoeuvre() -> None:
    state = field(foot(), against=(foot("enemy", y=8, facing=180),))
    stays, goes, charges = (
        manoeuvre_plan.plan_manoeuvre(state, action)
        for action in (plan(pivot=90), plan(move=act.Advance(mm(4))), plan(move=act.Charge(1)))
    )
    assert isinstance(stays, manoeuvre_plan.PlannedManoeuvre)
    assert (stays.travel, stays.legs, stays.target) == (None, (), NONE)
    assert isinstance(goes, manoeuvre_plan.PlannedManoeuvre)
    assert (goes.travel, goes.legs, goes.target) == ("advance", (Leg(0, mm(4), 0),), NONE)
    assert isinstance(charges, manoeuvre_plan.PlannedManoeuvre)
    assert (charges.travel, charges.legs, charges.target) == ("charge", (Leg(0, mm(6), 0),), 1)


def test_a_plan_is_of_its_own_state() -> None:
    state = field(foot())
    other = field(foot(x=1))
    action = plan(move=act.Advance(mm(4)))
    assert manoeuvre_plan.plan_manoeuvre(state, action) is manoeuvre_plan.plan_manoeuvre(state, action)
    assert poses(other, action)[0] == (1, 0, 0, "line")
    assert poses(state, action)[0] == HERE


TWICE = "foot may change formation only once: before or after its move."
BOTH = "foot may pivot or face about, not both."
TURNED = act.FreeSteps(pivot=900, about_face=True)
BRIDGE = act.CrossBridge("bridge", 9000, 7000, 0)
LATER = before(pivot=90)
DIVISION: dict[str, Any] = {"division": 0, "brigade": NONE, "allowance": 600}


@pytest.mark.rule("MN-MAN-04", "which parts of a manoeuvre may stand together")
@pytest.mark.parametrize(
    ("action", "changes", "refusal"),
    [
        (
            plan(move=act.Advance(400), change=COLUMN, then=before(change=COLUMN)),
            {},
            ("bad_order", "MN-MAN-03", TWICE),
        ),
        (act.Manoeuvre(0, TURNED), {}, ("bad_order", "MN-MAN-04", BOTH)),
        (act.Manoeuvre(0, move=act.Advance(400), after=TURNED), {}, ("bad_order", "MN-MAN-04", BOTH)),
        (
            plan(move=act.Charge(1), then=LATER),
            {},
            ("bad_order", "MN-MAN-04", "foot can take no steps after a charge."),
        ),
        (
            plan(move=act.ExtendedCharge(1), then=LATER),
            {},
            ("bad_order", "MN-MAN-04", "foot can take no steps after a charge."),
        ),
        (
            plan(move=act.Advance(400), then=LATER),
            DIVISION,
            ("bad_order", "MN-DIVMAN-04", "foot keeps facing and formation after a Division manoeuvre."),
        ),
        (
            plan(move=BRIDGE, then=LATER),
            {},
            ("bad_order", "MNT-BRIDGE-02", "foot can take no steps after crossing a bridge."),
        ),
        (plan(then=LATER), {}, ("malformed", "MN-MAN-02", "Without a move, put all steps before it.")),
        (plan(pivot=0), {}, ("no_change", "MN-TURN-01", "foot already faces that way.")),
        (
            plan(move=act.Advance(400), then=before(pivot=0)),
            {},
            ("no_change", "MN-TURN-01", "foot already faces that way."),
        ),
    ],
)
def test_what_does_not_go_together(action: Any, changes: dict[str, Any], refusal: tuple[Any, str, str]) -> None:
    state = field(foot(), against=(foot("enemy", y=40, facing=180),), **changes)
    assert manoeuvre_plan.plan_manoeuvre(state, action) == Refusal(*refusal)


@pytest.mark.rule("MN-TURN-02", "units in the way, ground and the table's edge bar a turn; squares do not face about")
def test_what_bars_a_step() -> None:
    beside = field(foot(), foot("beside", x=4, y=1.2))
    assert manoeuvre_plan.plan_manoeuvre(beside, plan(pivot=45)) == Refusal(
        "occupied", "MN-TURN-02", "beside blocks the turn of foot."
    )
    wet = field(foot(), features=(strip("river", 1.5, 5.5, -20, 20),))
    river = manoeuvre_plan.plan_manoeuvre(wet, plan(pivot=90))
    assert isinstance(river, Refusal)
    assert (river.code, river.sentence) == ("impassable", "foot would turn into the river.")
    edge = replace(field(foot()), units=(replace(field(foot()).units[0], x=250, y=100), *field(foot()).units[1:]))
    assert manoeuvre_plan.plan_manoeuvre(edge, plan(pivot=90)) == Refusal(
        "off_board", "MN-RULING-153", "foot would turn over the table's edge."
    )
    square = field(foot(**SQUARE))
    assert manoeuvre_plan.plan_manoeuvre(square, plan(about=True)) == Refusal(
        "not_for_kind", "MN-TURN-03", "foot is in square and cannot face about."
    )
    fighting = field(foot(), against=(foot("enemy", y=2, facing=180),))
    assert manoeuvre_plan.plan_manoeuvre(fighting, plan(change=COLUMN)) == Refusal(
        "locked", "MN-MAN-06", "foot is in contact with an enemy and keeps its formation."
    )


Side = tuple[float, float]
UNSURE = 0.02
"""Nearer than this to a limit nothing is asked: places are whole tenths of a millimetre."""

GAP = 0.1
LINE: Side = (5.0, 2.0)
RIDERS: Side = (5.0, 4.0)
BATTERY: Side = (3.0, 3.0)


def ahead(facing: float) -> tuple[float, float]:
    return sin(radians(facing)), cos(radians(facing))


def base(x: float, y: float, facing: float, size: Side) -> Polygon:
    """MN-GEO-01."""
    (fx, fy), (rx, ry) = ahead(facing), ahead(facing + 90)
    half, deep = size[0] / 2, size[1] / 2
    return Polygon(
        [
            (x + a * half * rx + b * deep * fx, y + a * half * ry + b * deep * fy)
            for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]
    )


def swept(shape: Polygon, facing: float, travel: float) -> Polygon:
    """MN-GEO-07."""
    fx, fy = ahead(facing)
    corners = list(shape.exterior.coords)
    return MultiPoint([*corners, *((x + travel * fx, y + travel * fy) for x, y in corners)]).convex_hull


def verdict(*distances: float) -> bool | None:
    """Whether enemies are far enough from everywhere that a unit goes; None where it is too near to say."""
    least = min(distances)
    return None if abs(least - GAP) < UNSURE else least > GAP


def drawn(random: Random, least: float) -> tuple[float, float, float]:
    while True:
        x, y = round(random.uniform(-9, 9), 2), round(random.uniform(-9, 9), 2)
        if abs(x) + abs(y) > least:
            return x, y, round(random.uniform(0, 359), 1)


@pytest.mark.rule("MN-MOVE-13", "a unit moves straight ahead, any length up to its allowance")
@pytest.mark.rule("MN-MAN-12", "and comes no closer to an enemy than the least gap")
def test_advances_drawn_by_lot() -> None:
    random, said = Random(13), {True: 0, False: 0}  # noqa: S311
    for _ in range(150):
        facing, travel = round(random.uniform(0, 359), 1), round(random.uniform(0.1, 15.8), 2)
        x, y, theirs = drawn(random, 8)
        free = verdict(swept(base(0, 0, facing, RIDERS), facing, travel).distance(base(x, y, theirs, LINE)))
        state = field(horse(facing=facing), against=(foot("enemy", x, y, theirs),))
        found = why(state, plan(move=act.Advance(round(travel * CM))))
        if free is not None:
            want = "" if free and travel <= 15 else "MN-MOVE-14" if free else None
            assert found == want if want is not None else found, (facing, travel, x, y, theirs)
            said[free] += 1
    assert min(said.values()) > 20


@pytest.mark.rule("MN-ART-04", "a redeployment is legal where its start, its way and its end are")
def test_redeployments_drawn_by_lot() -> None:
    random, said = Random(4), {True: 0, False: 0}  # noqa: S311
    for _ in range(200):
        bearing, facing = (round(random.uniform(0, 359), 1) for _ in range(2))
        travel = round(random.uniform(0.5, 15), 2)
        fx, fy = ahead(bearing)
        off, theirs = ahead(random.uniform(0, 359)), round(random.uniform(0, 359), 1)
        x, y = (
            round(travel * part + random.uniform(2.6, 4.5) * beside, 2)
            for part, beside in zip((fx, fy), off, strict=True)
        )
        enemy, start = base(x, y, theirs, LINE), base(0, 0, bearing, BATTERY)
        if enemy.distance(base(0, 0, 0, BATTERY)) < 1:
            continue
        end = base(travel * fx, travel * fy, facing, BATTERY)
        free = verdict(swept(start, bearing, travel).distance(enemy), end.distance(enemy))
        move = act.Redeploy(round(bearing * DEGREE), round(travel * CM), round(facing * DEGREE))
        found = why(field(guns(), against=(foot("enemy", x, y, theirs),)), plan(move=move))
        if free is not None:
            assert (found == "") == free, (bearing, facing, travel, x, y, theirs)
            said[free] += 1
    assert min(said.values()) > 20


@pytest.mark.rule("MN-CHARGE-03", "a charge is legal where the target lies ahead within reach")
@pytest.mark.rule("MN-CHARGE-04", "and no other unit is met on the way or in the end")
def test_charges_drawn_by_lot() -> None:
    random, said = Random(3), {True: 0, False: 0}  # noqa: S311
    for _ in range(200):
        facing = round(random.uniform(-25, 25), 1) % 360
        x, y, theirs = (
            round(random.uniform(-6, 6), 2),
            round(random.uniform(12, 38), 2),
            round(random.uniform(0, 359), 1),
        )
        beside = round(random.uniform(-7, 7), 2), round(random.uniform(6, 30), 2), round(random.uniform(0, 359), 1)
        charger, target, second = base(0, 0, facing, RIDERS), base(x, y, theirs, LINE), base(*beside, LINE)
        strip = swept(charger, facing, 100).buffer(-0.0001)
        (fx, fy), (rx, ry) = ahead(facing), ahead(facing + 90)
        met = strip.intersection(target)
        if target.distance(second) < 0.5 or (met.is_empty and strip.distance(target) < 0.1):
            continue
        legal, sure = not met.is_empty, True
        if legal:
            corners = list(met.exterior.coords)
            travel = min(cx * fx + cy * fy for cx, cy in corners) - RIDERS[1] / 2
            across = [cx * rx + cy * ry for cx, cy in corners]
            apart = swept(charger, facing, travel).distance(second)
            sure = max(across) - min(across) > 0.3 and abs(travel - 30) > UNSURE and (apart > 0.1 or apart == 0)
            legal = travel < 30 and apart > 0
        if sure:
            enemies = (foot("target", x, y, theirs), foot("second", *beside))
            found = why(field(horse(facing=facing), against=enemies), plan(move=act.Charge(1)))
            assert (found == "") == legal, (facing, x, y, theirs, beside)
            said[legal] += 1
    assert min(said.values()) > 20
