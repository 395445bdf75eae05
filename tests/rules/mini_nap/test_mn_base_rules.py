"""Stands and their places, tolerances and straight ways (MN-BASE, MN-GEO)."""

import math
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.table.bearings import GRAINS
from battles.engine.table.footprints import offset
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import board, steps
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import NONE, State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_fire import COLUMN, aimed, place, shooting, verdict
from tests.rules.mini_nap.mn_moves import at, field, foot, go, guns, horse, light, moves, noted, plan, why

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
        assert board.stand_distance(state, stand, 0) == mm(away)


@pytest.mark.rule("MN-BASE-02", "a cavalry unit is two stands of 2.5 by 4 cm")
@pytest.mark.rule("MN-BASE-07", "strength changes nothing about the stands, and losses take none away")
@pytest.mark.parametrize(
    ("unit", "size"), [(foot(), (5.0, 2.0)), (horse(), (5.0, 4.0)), (horse(**COLUMN), (2.5, 8.0)), (guns(), (3.0, 3.0))]
)
def test_stands_do_not_depend_on_strength(unit: Recruit, size: tuple[float, float]) -> None:
    for points in (2, 6, 12):
        state = field(replace(unit, points=points))
        for left in (points, 2):
            shape = board.footprint(noted(state, 0, points=left), 0)
            assert (shape.width, shape.depth) == (mm(size[0]), mm(size[1]))


ONE_WAY: list[Recruit] = [foot(), foot(**COLUMN), light(), guns()]


@pytest.mark.rule("MN-BASE-08", "all stands face ahead, so that nobody but a square fires behind")
@pytest.mark.rule("MN-FORM-10", "a square fires ahead and behind: its stands face opposite ways")
@pytest.mark.parametrize("unit", [*ONE_WAY, foot(**SQUARE), foot(formation="emergency_square")])
def test_which_way_stands_face(unit: Recruit) -> None:
    state = shooting(unit, against=(foot("ahead", 0, 5, 180), foot("behind", 0, -5)))
    assert why(state, act.Fire(0, 1, place(0, 4))) == ""
    squared = state.units[0].formation in ("solid_square", "emergency_square")
    assert why(state, act.Fire(0, 2, place(0, -4), "rear")) == ("" if squared else "MN-FIRE-15")
    turned = noted(state, 0, facing=1800)
    assert why(turned, act.Fire(0, 2, place(0, -4))) == ""


# Stands of a formation

CENTRES: list[tuple[Recruit, tuple[str, str], tuple[float, float]]] = [
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
def test_centres_of_stands(unit: Recruit, names: tuple[str, str], half: tuple[float, float]) -> None:
    state = field(unit)
    stood_so, rules = state.units[0], state.setup.rules
    theta = math.radians(stood_so.facing / 10)
    ahead, right = (math.sin(theta), math.cos(theta)), (math.cos(theta), -math.sin(theta))
    for name, sign in zip(names, (-1, 1), strict=True):
        x, y = offset(board.footprint(state, 0), *steps.stand_centre(rules, stood_so, name))
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
    assert board.touched(field(foot(), against=(light("enemy", 5.25, 0),)), 0) == (1,)


# Tolerances


@pytest.mark.rule("MN-GEO-04", "enemies are in contact up to 0.05 cm apart, and no farther")
@pytest.mark.parametrize(("apart", "contact"), [(0.0, True), (0.05, True), (0.06, False)])
def test_contact_has_a_tolerance(apart: float, contact: bool) -> None:
    state = field(foot(), against=(foot("enemy", y=2 + apart, facing=180),))
    assert board.in_contact(state, 0, 1) is contact


@pytest.mark.rule("MN-GEO-04", "lengths and angles have none: the limit holds, a tenth more does not")
def test_other_limits_are_exact() -> None:
    aslant = field(foot(), against=(foot("enemy", 5 + 3, 2 + 4),))
    assert board.distance(aslant, 0, 1) == mm(5)
    assert board.distance(noted(aslant, 1, x=mm(X + 8) + 1), 0, 1) > mm(5)
    goal = foot("goal", x=5, facing=270)
    for facing, rule in ((0, ""), (359.9, "MN-TURN-04")):
        state = field(foot(facing=facing, **COLUMN), against=(goal,))
        assert why(state, plan(pivot=90, move=act.Charge(1))) == rule


# Straight ways and about-faces


def turned_about(right: float, ahead: float, facing: float) -> tuple[float, float]:
    """A place to the right and ahead of the middle, for somebody who faces ``facing``."""
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
    assert set(board.footprint(play.state, 0).corners) == set(board.footprint(state, 0).corners)
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
