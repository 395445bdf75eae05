"""Manoeuvres worked out before they are done: where each step leaves a unit, and why one may not be (MN-MAN)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import plans
from battles.rules.mini_nap.frames import Change, Leg
from battles.rules.mini_nap.state import NONE, State, Unit
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_moves import before, field, foot, plan, strip

COLUMN = Change(to="column", anchor="left", side="rear")
SQUARE: dict[str, Any] = {"formation": "solid_square"}
Pose = tuple[float, float, int, str]


def pose(unit: Unit) -> Pose:
    """Where a unit stands from the middle of the table, its bearing in degrees and its formation."""
    return round(unit.x / 100 - X, 2), round(unit.y / 100 - Y, 2), unit.facing // 10, unit.formation


def poses(state: State, action: act.Manoeuvre) -> tuple[Pose, Pose, Pose]:
    """How a unit stands before its movement, after it, and in the end."""
    found = plans.plan(state, action)
    assert isinstance(found, plans.Planned), found
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
        plans.plan(state, action)
        for action in (plan(pivot=90), plan(move=act.Advance(mm(4))), plan(move=act.Charge(1)))
    )
    assert isinstance(stays, plans.Planned)
    assert (stays.travel, stays.legs, stays.target) == (None, (), NONE)
    assert isinstance(goes, plans.Planned)
    assert (goes.travel, goes.legs, goes.target) == ("advance", (Leg(0, mm(4), 0),), NONE)
    assert isinstance(charges, plans.Planned)
    assert (charges.travel, charges.legs, charges.target) == ("charge", (Leg(0, mm(6), 0),), 1)


def test_a_plan_is_of_its_own_state() -> None:
    state = field(foot())
    other = field(foot(x=1))
    action = plan(move=act.Advance(mm(4)))
    assert plans.plan(state, action) is plans.plan(state, action)
    assert poses(other, action)[0] == (1, 0, 0, "line")
    assert poses(state, action)[0] == HERE


TWICE = "foot may change formation once: before it moves or after it."
BOTH = "foot may pivot or face about, not both."
TURNED = act.Pre(pivot=900, about_face=True)
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
            ("bad_order", "MN-MAN-04", "foot can do nothing after a charge."),
        ),
        (
            plan(move=act.ExtendedCharge(1), then=LATER),
            {},
            ("bad_order", "MN-MAN-04", "foot can do nothing after a charge."),
        ),
        (
            plan(move=act.Advance(400), then=LATER),
            DIVISION,
            ("bad_order", "MN-DIVMAN-04", "foot keeps facing and formation after a Division manoeuvre."),
        ),
        (
            plan(move=BRIDGE, then=LATER),
            {},
            ("bad_order", "MNT-BRIDGE-02", "foot can do nothing after crossing a bridge."),
        ),
        (plan(then=LATER), {}, ("malformed", "MN-MAN-02", "Where nothing moves, all steps come before.")),
        (plan(pivot=0), {}, ("no_change", "MN-TURN-01", "foot faces that way already.")),
        (
            plan(move=act.Advance(400), then=before(pivot=0)),
            {},
            ("no_change", "MN-TURN-01", "foot faces that way already."),
        ),
    ],
)
def test_what_does_not_go_together(action: Any, changes: dict[str, Any], refusal: tuple[Any, str, str]) -> None:
    state = field(foot(), against=(foot("enemy", y=40, facing=180),), **changes)
    assert plans.plan(state, action) == Refusal(*refusal)


@pytest.mark.rule("MN-TURN-02", "units in the way, ground and the table's edge bar a turn; squares do not face about")
def test_what_bars_a_step() -> None:
    beside = field(foot(), foot("beside", x=4, y=1.2))
    assert plans.plan(beside, plan(pivot=45)) == Refusal(
        "occupied", "MN-TURN-02", "beside is in the way of foot as it turns."
    )
    wet = field(foot(), features=(strip("river", 1.5, 5.5, -20, 20),))
    river = plans.plan(wet, plan(pivot=90))
    assert isinstance(river, Refusal)
    assert (river.code, river.sentence) == ("impassable", "foot would turn into the river.")
    edge = replace(field(foot()), units=(replace(field(foot()).units[0], x=250, y=100), *field(foot()).units[1:]))
    assert plans.plan(edge, plan(pivot=90)) == Refusal(
        "off_board", "MN-RULING-153", "foot would turn over the table's edge."
    )
    square = field(foot(**SQUARE))
    assert plans.plan(square, plan(about=True)) == Refusal(
        "not_for_kind", "MN-TURN-03", "foot is in square and cannot face about."
    )
    fighting = field(foot(), against=(foot("enemy", y=2, facing=180),))
    assert plans.plan(fighting, plan(change=COLUMN)) == Refusal(
        "locked", "MN-MAN-06", "foot is in contact with an enemy and keeps its formation."
    )
