"""What is thought of who points at the table, to the tenth of a millimetre: rallies, feints, ways."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import conceiving_answers as answers
from battles.rules.mini_nap.frames import Contact, Course, Leg
from battles.rules.mini_nap.setup import Feature, Recruit
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import before, field, foot, guns, horse, light, noted, plan
from tests.rules.mini_nap.mn_pictures import at, meant, thought


def broken(unit: Recruit, *foes: Recruit) -> State:
    """A unit with a white marker in the Break-through phase."""
    return noted(field(unit, against=foes or (foot("far", y=50),), step="break_active"), 0, white=True)


@pytest.mark.rule("MN-BREAK-05", "rally back as near to the place as the reach allows, 6 to 12 cm, infantry 3 to 6")
@pytest.mark.rule("MN-BREAK-07", "rally forward up to 12 cm, infantry 6")
@pytest.mark.rule("MN-BREAK-06", "stop and turn, by 90 degrees at most")
@pytest.mark.parametrize(
    ("unit", "spot", "ahead", "back", "facing"),
    [
        (horse(), (0, 8), 800, 600, 0),
        (horse(), (0, 20), 1200, 600, 0),
        (horse(), (10, 0), None, 600, 900),
        (horse(), (10, -10), None, 1000, 900),
        (horse(), (-10, -10), None, 1000, 2700),
        (horse(), (-1, -30), None, 1200, 2700),
        (horse(), (5, 5), 500, 600, 450),
        (foot(), (0, 8), 600, 300, 0),
        (foot(), (1, -4), None, 400, 900),
        (foot(facing=90), (5, 0), 500, 300, 900),
    ],
)
def test_rallies(unit: Recruit, spot: tuple[float, float], ahead: int | None, back: int, facing: int) -> None:
    found = thought(answers.break_throughs, broken(unit), at(*spot))
    assert act.RallyBack(0, back) in found
    assert act.StopAndRally(0, facing) in found
    assert [each.travel for each in found if isinstance(each, act.RallyForward) and each.travel] == (
        [] if ahead is None else [ahead]
    )


@pytest.mark.rule("MN-BREAK-06", "who points at himself stops where he stands")
def test_stopping_on_the_spot() -> None:
    assert thought(answers.break_throughs, broken(horse()), "unit 0") == [act.StopAndRally(0, 0)]


@pytest.mark.rule("MN-BREAK-08", "a break-through charge turns by 90 degrees at most")
@pytest.mark.parametrize(
    ("x", "y", "facing"), [(0, 20, 0), (10, 10, 450), (20, 0, 900), (10, -10, 900), (-10, -10, 2700), (-20, 1, 2729)]
)
def test_break_through_charges(x: float, y: float, facing: int) -> None:
    found = thought(answers.break_throughs, broken(horse(), foot("foe", x, y)), "unit 1")
    assert abs(found[0].facing - facing) <= 1
    assert (found[0].unit, found[0].target) == (0, 1)


@pytest.mark.rule("MN-REACT-51", "6 to 12 cm straight back, then a turn by 90 degrees at most")
@pytest.mark.parametrize(
    ("spot", "travel", "turns"),
    [
        ((0, 9), 600, []),
        ((1, -9), 900, [900]),
        ((-1, -9), 900, [2700]),
        ((1, -3), 600, [900]),
        ((1, -30), 1200, [900]),
        ((5, 5), 600, [450]),
    ],
)
def test_feints(spot: tuple[float, float], travel: int, turns: list[int]) -> None:
    state = field(horse(), against=(foot("foe", y=4, formation="emergency_square"),))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage="feint_back"),))
    found = thought(answers.contacts, state, at(*spot))
    assert found == [act.Feint(), act.Stay(), *(act.FeintBack(travel, turn) for turn in (0, *turns))]
    assert thought(answers.contacts, state, "unit 0") == [act.Feint(), act.Stay()]


@pytest.mark.rule("MN-REACT-23", "a battery that may flee goes 12 to 20 cm straight away from its charger")
@pytest.mark.rule("MN-REACT-11", "a skirmish line 12 to 18 cm")
@pytest.mark.parametrize(
    ("unit", "stage", "y", "action"),
    [
        (guns("guns", y=2.5, facing=180, type="horse_artillery"), "flight", 17.5, act.Flee(1500, True)),
        (guns("guns", y=2.5, facing=0, type="horse_artillery"), "flight", 17.5, act.Flee(1500, False)),
        (guns("guns", y=2.5, facing=180, type="horse_artillery"), "flight", 9, act.Flee(1200, True)),
        (guns("guns", y=2.5, facing=180, type="horse_artillery"), "flight", 40, act.Flee(2000, True)),
        (light("light", y=2, facing=180), "answer", 16, act.FallBack(1400, True)),
        (light("light", y=2, facing=0), "answer", 40, act.FallBack(1800, False)),
    ],
)
def test_flights(unit: Recruit, stage: Any, y: float, action: Any) -> None:
    state = field(foot(), against=(unit,))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage=stage),))
    found = thought(answers.contacts, state, at(0, y), "unit 1", "b")
    assert found[0] == action
    assert {act.Stay(), act.LimberAndFlee()} <= set(found)
    for nowhere in ("unit 1", "unit 0", ""):
        found = thought(answers.contacts, state, nowhere, "unit 1", "b")
        assert not [each for each in found if isinstance(each, act.Flee | act.FallBack)]


@pytest.mark.rule("MN-REACT-60", "at the point of the way that is nearest, within what is in reach")
@pytest.mark.parametrize(("x", "wanted"), [(-8, 1200), (-12, 800), (-19, 100), (-30, 0), (-5, 1500), (20, 1500)])
def test_points_of_a_way(x: float, wanted: int) -> None:
    state = field(horse(x=-20, facing=90), against=(horse("enemy", x=0, y=10, facing=180),))
    way = Course(unit=0, travel="advance", legs=(Leg(900, mm(15), 900),), window=True)
    state = replace(state, stack=(way,))
    found = thought(answers.opportunities, state, at(x, 0), "unit 1", "b")
    assert found[-1].at == wanted
    assert found[-1].facing == thought(answers.opportunities, state, "", "unit 1", "b")[-1].facing
    assert thought(answers.opportunities, state, "", "unit 1", "b")[-1].at == 0


ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 20)))
DITCH = replace(ROAD, key="ditch", kind="ditch")
COLUMN: dict[str, Any] = {"formation": "column"}


@pytest.mark.rule("MNT-ROAD-03", "a place beside a road means to follow it so far, either way")
@pytest.mark.parametrize(
    ("unit", "feature", "y", "move"),
    [
        (foot(**COLUMN), ROAD, 5, plan(0, act.RoadMove("road", 500))),
        (foot(**COLUMN), ROAD, 15, plan(0, act.RoadMove("road", 600))),
        (foot(**COLUMN), ROAD, -4, plan(0, act.RoadMove("road", 400, True), pivot=180)),
        (foot(**COLUMN), DITCH, 15, plan(0, act.RoadMove("ditch", 300))),
        (foot(**COLUMN), DITCH, 2.6, plan(0, act.RoadMove("ditch", 260))),
        (guns(), ROAD, 12, plan(0, act.RoadMove("road", 1200))),
        (horse(**COLUMN), ROAD, 30, plan(0, act.RoadMove("road", 1500))),
    ],
)
def test_along_roads(unit: Recruit, feature: Feature, y: float, move: Any) -> None:
    assert move in meant(field(unit, features=(feature,)), at(1, y))
    if unit.type == "line_infantry":
        found = meant(field(foot(), features=(feature,)), at(1, y))
        assert not [each for each in found if isinstance(getattr(each, "move", None), act.RoadMove)]


@pytest.mark.rule("MN-SIDE-01", "up to 6 cm to the side")
@pytest.mark.rule("MN-BACK-01", "up to 6 cm back")
@pytest.mark.rule("MN-OBLIQUE-01", "3 cm ahead and 3 aside, either first")
@pytest.mark.rule("MN-ART-02", "a battery prolongs by 1 cm")
@pytest.mark.rule("MN-ART-04", "or redeploys by 15 cm, facing as before, along its way or to the nearest enemy")
@pytest.mark.parametrize(
    ("unit", "spot", "wanted"),
    [
        (foot(), (9, 0), [plan(0, act.SideStep("right", 600))]),
        (foot(), (-9, 0), [plan(0, act.SideStep("left", 600))]),
        (foot(), (0, -9), [plan(0, act.StepBack(600)), plan(0, act.Advance(600), about=True)]),
        (foot(), (0, -4), [plan(0, act.StepBack(400)), plan(0, act.Advance(400), about=True)]),
        (foot(), (5, 5), [plan(0, act.Oblique("right", 300, 300)), plan(0, act.Oblique("right", 300, 300, True))]),
        (foot(), (-4, 1), [plan(0, act.Oblique("left", 100, 300)), plan(0, act.Oblique("left", 100, 300, True))]),
        (foot(), (0, 4), [plan(0, act.Advance(400)), plan(0, act.Advance(400), then=before(90))]),
        (foot(), (0, 9), [plan(0, act.Advance(600))]),
        (foot(), (4, 0), [plan(0, act.Advance(400), pivot=90), plan(0, act.Advance(400), pivot=90, then=before(0))]),
        (guns(), (0, -5), [plan(0, act.Prolong(100, True))]),
        (guns(), (0, 5), [plan(0, act.Prolong(100)), plan(0, act.Redeploy(0, 500, 0))]),
        (guns(), (-20, 0), [plan(0, act.Redeploy(2700, 1500, turn)) for turn in (0, 2700)]),
        (guns(), (0, 4), [plan(0, act.Redeploy(0, 400, 900))]),
        (foot(formation="solid_square"), (3, 0), [plan(0, act.Inch(900, 300))]),
        (foot(formation="solid_square"), (9, 0), [plan(0, act.Inch(900, 400))]),
    ],
)
def test_ways(unit: Recruit, spot: tuple[float, float], wanted: list[Any]) -> None:
    found = meant(field(unit, against=(foot("foe", x=40, y=4),)), at(*spot))
    assert [each for each in wanted if each not in found] == []
