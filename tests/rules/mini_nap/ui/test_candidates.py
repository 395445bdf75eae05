"""Candidates for a click to a tenth of a millimetre: rallies, feints, paths, places."""

from math import atan2, degrees, hypot
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import (
    Contact,
    DefenderChoice,
    Leg,
    MoveContinuation,
    MoveInProgress,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.notation.actions import write
from battles.rules.mini_nap.state import NONE, Feature, ForceUnit, State
from battles.rules.mini_nap.ui import candidates as answers
from battles.rules.mini_nap.ui import click as candidates_of
from battles.rules.mini_nap.ui.click import candidates, candidates_in_other_phases
from tests.rules.mini_nap.builders.every_action import OVER, E, F, going_on
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, light, noted, plan
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.pictures import at, meant, thought
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, recruit, spot


def broken(unit: ForceUnit, *foes: ForceUnit) -> State:
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
def test_rallies(unit: ForceUnit, spot: tuple[float, float], ahead: int | None, back: int, facing: int) -> None:
    found = thought(answers.break_throughs, broken(unit), at(*spot))
    assert act.RallyBack(0, back) in found
    assert act.StopAndRally(0, facing) in found
    assert [each.travel for each in found if isinstance(each, act.RallyForward) and each.travel] == (
        [] if ahead is None else [ahead]
    )


@pytest.mark.rule("MN-BREAK-06", "a click on the unit itself stops it in place")
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
    found = thought(answers.charge_answers, state, at(*spot))
    assert found == [act.Feint(), act.Stay(), *(act.FeintBack(travel, turn) for turn in (0, *turns))]
    assert thought(answers.charge_answers, state, "unit 0") == [act.Feint(), act.Stay()]


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
def test_flights(unit: ForceUnit, stage: Any, y: float, action: Any) -> None:
    state = field(foot(), against=(unit,))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage=stage),))
    found = thought(answers.charge_answers, state, at(0, y), "unit 1", "b")
    assert found[0] == action
    assert {act.Stay(), act.LimberAndFlee()} <= set(found)
    for nowhere in ("unit 1", "unit 0", ""):
        found = thought(answers.charge_answers, state, nowhere, "unit 1", "b")
        assert not [each for each in found if isinstance(each, act.Flee | act.FallBack)]


@pytest.mark.rule("MN-REACT-60", "at the nearest point of the path within reach")
@pytest.mark.parametrize(("x", "wanted"), [(-8, 1200), (-12, 800), (-19, 100), (-30, 0), (-5, 1500), (20, 1500)])
def test_points_of_a_path(x: float, wanted: int) -> None:
    state = field(horse(x=-20, facing=90), against=(horse("enemy", x=0, y=10, facing=180),))
    way = MoveInProgress(unit=0, travel="advance", legs=(Leg(900, mm(15), 900),), window=True)
    state = replace(state, stack=(way,))
    found = thought(answers.opportunity_charges, state, at(x, 0), "unit 1", "b")
    assert found[-1].at == wanted
    assert found[-1].facing == thought(answers.opportunity_charges, state, "", "unit 1", "b")[-1].facing
    assert thought(answers.opportunity_charges, state, "", "unit 1", "b")[-1].at == 0


ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 20)))
DITCH = replace(ROAD, key="ditch", kind="ditch")
COLUMN: dict[str, Any] = {"formation": "column"}


@pytest.mark.rule("MNT-ROAD-03", "a click beside a road means a move along it to there, in either direction")
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
def test_along_roads(unit: ForceUnit, feature: Feature, y: float, move: Any) -> None:
    assert move in meant(field(unit, features=(feature,)), at(1, y))
    if unit.type == "line_infantry":
        found = meant(field(foot(), features=(feature,)), at(1, y))
        assert not [each for each in found if isinstance(getattr(each, "move", None), act.RoadMove)]


@pytest.mark.rule("MN-SIDE-01", "up to 6 cm to the side")
@pytest.mark.rule("MN-BACK-01", "up to 6 cm back")
@pytest.mark.rule("MN-OBLIQUE-01", "3 cm ahead and 3 aside, either first")
@pytest.mark.rule("MN-ART-02", "a battery prolongs by 1 cm")
@pytest.mark.rule("MN-ART-04", "or redeploys by 15 cm, facing as before, along its path or to the nearest enemy")
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
def test_ways(unit: ForceUnit, spot: tuple[float, float], wanted: list[Any]) -> None:
    found = meant(field(unit, against=(foot("foe", x=40, y=4),)), at(*spot))
    assert [each for each in wanted if each not in found] == []


STAND = 2
"""The stand of the only Brigade of side a."""

WAY = MoveInProgress(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)


@pytest.mark.rule("MN-RULING-69", "a unit continues as near to the place as its path leads")
@pytest.mark.parametrize(
    ("spot", "travel"),
    [("", 6), (at(0, 3.2), 3), (at(0, 3.3), 3.5), (at(0, 40), 6), (at(5, 2), 2), ("unit 0", 0), ("unit 1", 6)],
)
def test_continuing_a_move(spot: str, travel: float) -> None:
    state = replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(WAY, MoveContinuation(unit=0)))
    assert thought(answers.continuations, state, spot) == [act.GoOn(mm(travel))]
    assert thought(answers.continuations, state, spot, "unit 1", "b") == []


@pytest.mark.rule("MN-FIRE-60", "before the shot skirmishers suppress the battery")
@pytest.mark.rule("MN-FIRE-50", "after it a click on the firer, or on the unit itself, fires back")
@pytest.mark.parametrize("stage", ["suppress", "return"])
@pytest.mark.parametrize(
    ("unit", "spots"), [(1, [place(-1.5, 1.5)]), (2, [place(1.5, -0.5), place(1.5, 1.5)])], ids=["foot", "guns"]
)
def test_answers_to_a_shot(stage: Any, unit: int, spots: list[tuple[int, int]]) -> None:
    state = shooting(guns(), against=(light("target", 0, 12, 180), guns("second", 5, 20, 180)))
    state = replace(state, stack=(Shot(unit=0, target=1, aim=place(0, 11), stage=stage),))
    wanted = [act.Suppress(unit, (0,))] if stage == "suppress" else []
    for pointed_at in ("unit 0", f"unit {unit}", at(0, 0)):
        found = thought(answers.shots, state, pointed_at, f"unit {unit}", "b")
        assert found == [*wanted, *(act.ReturnFire(unit, each) for each in spots)]
    assert thought(answers.shots, state, at(20, 20), f"unit {unit}", "b") == []
    gone = noted(state, unit, where="destroyed")
    assert thought(answers.shots, gone, "unit 0", f"unit {unit}", "b") == []


def standing(x: float = 0, y: float = 2, **changes: Any) -> State:
    """A Brigade stand near its one unit in the middle of the table."""
    state = battle(force(brigade(foot(), place=spot(90, 70))), **{"step": "manoeuvre", "brigade": 0, **changes})
    return stand_with(noted(state, 0, command="in"), STAND, x=mm(X + x), y=mm(Y + y))


@pytest.mark.rule("MN-CMD-42", "a stand evades 6 to 12 cm towards the place, or to the nearest place that is listed")
@pytest.mark.parametrize(
    ("pointed_at", "wanted"),
    [
        (at(0, 30), [(0, 13.99), (0, 14), (0, 30)]),
        (at(0, 13), [(0, 13), (0, 13), (0, 13)]),
        (at(0, 3), [(0, 8.01), (0, 8), (0, 3)]),
        (at(-14, 2), [(-11.99, 2), (-12, 2), (-14, 2)]),
        ("unit 0", [(0, -4.01), (0, -4), (0, 0)]),
        ("stand 2", [(0, 8), (0, 2)]),
        ("", []),
    ],
)
def test_evading(pointed_at: str, wanted: list[tuple[float, float]]) -> None:
    state = replace(standing(), stack=(StandEvasion(stand=STAND, mover=0),))
    found = thought(candidates_of.evasions, state, pointed_at, f"stand {STAND}")
    assert found == [act.EvadeStand(*place(x, y)) for x, y in wanted]
    assert thought(candidates_of.evasions, state, pointed_at, "stand 1") == []


@pytest.mark.rule("MN-CMD-42", "an occupied place is not the first candidate")
def test_evading_past_an_enemy() -> None:
    enemy = force(foot("enemy", y=12, facing=180), name="enemy")
    state = battle(force(brigade(foot(), place=spot(90, 70))), enemy, step="manoeuvre", brigade=0)
    state = stand_with(state, STAND, x=mm(X), y=mm(Y + 2))
    state = replace(state, stack=(StandEvasion(stand=STAND, mover=0),))
    first, last = thought(candidates_of.evasions, state, at(0, 12), f"stand {STAND}")
    assert last == act.EvadeStand(*place(0, 12))
    assert first != last


@pytest.mark.rule("MN-CMD-32", "a stand that detaches is placed beside its unit, as near to the place as possible")
@pytest.mark.rule("MN-CMD-31", "a click on a unit of its Brigade attaches it")
@pytest.mark.parametrize(
    ("pointed_at", "beside"),
    [(at(0, 1.5), (0, 2.26)), (at(3, 0), (3.76, 0)), (at(0, -9), (0, -2.26)), ("unit 0", (0, 2.26))],
)
def test_leaving_a_unit(pointed_at: str, beside: tuple[float, float]) -> None:
    state = stand_with(standing(0, 0, step="command"), STAND, unit=0)
    found = thought(candidates, state, pointed_at, f"stand {STAND}")
    detached = [(each.x, each.y) for each in found if isinstance(each, act.Detach)]
    assert detached[0] == place(*beside)
    assert len(detached) == 2
    assert [each for each in found if isinstance(each, act.Attach)] == (
        [act.Attach(STAND, 0)] if pointed_at == "unit 0" else []
    )
    loose = stand_with(state, STAND, unit=NONE, y=mm(Y + 5))
    assert not [each for each in thought(candidates, loose, pointed_at, f"stand {STAND}") if each.kind == "detach"]


@pytest.mark.rule(
    "MN-CMD-01", "a stand rides straight there as far as it may, 36 cm at most, then is told of the whole way"
)
@pytest.mark.parametrize(
    ("goal", "ridden"), [((0, 20), (0, 20)), ((0, 50), (0, 41)), ((-80, 5), (-36, 5)), ((0, -50), (0, -31))]
)
def test_riding(goal: tuple[float, float], ridden: tuple[float, float]) -> None:
    state = standing(0, 5)
    found = thought(candidates_of.stand_moves, state, at(*goal), f"stand {STAND}")
    assert found == [act.MoveStand(STAND, (place(*ridden),)), act.MoveStand(STAND, (place(*goal),))]
    assert thought(candidates_of.stand_moves, state, f"stand {STAND}", f"stand {STAND}") == []
    lost = stand_with(state, STAND, where="removed")
    assert thought(candidates_of.stand_moves, lost, at(*goal), f"stand {STAND}") == found[1:]


@pytest.mark.rule("MN-REACT-33", "a selected battery is manned again at the end of the initiative")
def test_manning_again() -> None:
    state = replace(noted(field(foot(), guns("guns", x=5)), 1, crew_in=0), step="end")
    assert thought(candidates, state, "", "unit 1") == [act.Reman(1)]


@pytest.mark.rule("MNT-BRIDGE-03", "the selected or clicked unit defends the bridge")
@pytest.mark.parametrize(
    ("actor", "pointed_at", "units"),
    [("", "unit 4", [E]), ("unit 4", "", [E]), ("unit 4", "unit 5", [E, F]), ("", at(0, 9), [E]), ("", at(50, 50), [])],
)
def test_naming_the_defender(actor: str, pointed_at: str, units: list[int]) -> None:
    found = thought(candidates, going_on(OVER, DefenderChoice(unit=0)), pointed_at, actor, "b")
    assert found == [act.NameDefender(each) for each in units]


@pytest.mark.rule("MN-SEQ-02", "a click before a Brigade is chosen means the Brigade or Division of the unit")
def test_giving_the_initiative() -> None:
    state = standing(step="choose", brigade=NONE)
    whole = [act.ChooseBrigade(0), act.DivisionManoeuvre(0)]
    assert thought(candidates, state, "unit 0", "") == whole
    assert thought(candidates, state, "", "unit 0") == whole
    assert thought(candidates, state, "unit 1", "")[:1] == [act.ChooseBrigade(1)]
    ride = [act.MoveStand(STAND, (place(9, 9),))] * 2
    assert thought(candidates, state, at(9, 9), f"stand {STAND}")[:1] == [act.ChooseBrigade(0)]
    assert thought(candidates, state, at(9, 9), f"stand {STAND}")[1:] == ride
    assert thought(candidates, state, "", "stand 1") == [act.DivisionManoeuvre(0)]
    assert thought(candidates, state, "", "stand 0") == []


def test_actions_of_other_phases() -> None:
    state = field(foot(), guns("guns", x=10), against=(foot("enemy", y=12, facing=180),))
    found = thought(candidates_in_other_phases, state, "unit 2")
    assert [each.kind for each in found] == ["fire", "manoeuvre", "manoeuvre", "join", "break_charge"]
    assert found[1].move == act.Charge(2)
    assert thought(candidates_in_other_phases, state, at(0, 4)) == [plan(0, act.Advance(mm(4)))]
    assert thought(candidates_in_other_phases, state, "unit 0") == [act.Retreat(0)]
    assert thought(candidates_in_other_phases, state, at(3, 3), "stand 2") == [act.MoveStand(2, (place(3, 3),))]
    assert thought(candidates_in_other_phases, state, "unit 0", "stand 2")[1:] == [act.Attach(2, 0)]
    assert thought(candidates_in_other_phases, state, "", "stand 2") == []
    assert thought(candidates_in_other_phases, state, at(3, 3), "") == [act.Done(), act.Pass()]


def waiting(*others: Any) -> State:
    """Units on and off the table while side a deploys."""
    return battle(force(brigade(recruit(at=None), *others, place=None)), step="deployment", turn=0)


PLACED: list[tuple[State, Any, str, str, list[str]]] = [
    (
        waiting(),
        candidates_of.deployments,
        "unit 0",
        at(-60, -50),
        [
            "deploy 0 30,10 0 line",
            "deploy 0 30,10 0 column",
            "deploy 0 30,10 0 solid_square",
            "deploy 0 30,10 315 line",
            "deploy 0 30,10 45 line",
            "deploy 0 30,10 270 line",
            "deploy 0 30,10 90 line",
            "deploy 0 30,10 315 column",
            "deploy 0 30,10 45 column",
            "deploy 0 30,10 270 column",
            "deploy 0 30,10 90 column",
            "deploy 0 30,10 315 solid_square",
            "deploy 0 30,10 45 solid_square",
            "deploy 0 30,10 270 solid_square",
            "deploy 0 30,10 90 solid_square",
            "deploy 0 30,10 0 line",
        ],
    ),
    (
        waiting(recruit("there", at=(30, 10))),
        candidates_of.deployments,
        "unit 0",
        at(-60, -50),
        [
            "deploy 0 30,12 0 line",
            "deploy 0 30,13 0 column",
            "deploy 0 30,13 0 solid_square",
            "deploy 0 30,13 270 column",
            "deploy 0 30,13 90 column",
            "deploy 0 30,13 270 solid_square",
            "deploy 0 30,13 90 solid_square",
            "deploy 0 30,10 0 line",
        ],
    ),
    (
        waiting(),
        candidates_of.deployments,
        "unit 0",
        at(-89.9, 59),
        [
            "deploy 0 2.5,29 0 line",
            "deploy 0 1.25,28 0 column",
            "deploy 0 1.25,28 0 solid_square",
            "deploy 0 0.1,119 0 line",
        ],
    ),
    (waiting(), candidates_of.stand_deployments, "stand 2", at(-60, -50), ["post 2 30,10", "post 2 30,10"]),
    (
        waiting(recruit("there", at=(30, 10))),
        candidates_of.stand_deployments,
        "stand 2",
        at(-60, -50),
        ["post 2 30,13", "post 2 30,10"],
    ),
    (
        waiting(),
        candidates_of.stand_deployments,
        "stand 2",
        at(89.9, 59.9),
        ["post 2 178.75,28.75", "post 2 179.9,119.9"],
    ),
]


@pytest.mark.rule("MN-RULING-60", "the nearest free ground of the zone, in each formation, facing the enemy and aside")
@pytest.mark.parametrize(("state", "of", "actor", "spot", "wanted"), PLACED)
def test_places(state: State, of: Any, actor: str, spot: str, wanted: list[str]) -> None:
    assert [write(each) for each in thought(of, state, spot, actor)] == wanted


@pytest.mark.rule("MN-RULING-60", "a free place is looked for on rings of 24 places each, the nearest first")
def test_a_free_place_is_looked_for_on_rings_nearest_first() -> None:
    first, *others = candidates_of._about((0, 0))
    assert first == (0, 0)
    assert len(others) == 24 * len(candidates_of.RINGS)
    for number, ring in enumerate(candidates_of.RINGS):
        found = others[24 * number : 24 * number + 24]
        assert all(abs(hypot(x, y) - ring) < 2 for x, y in found)
        for step, (x, y) in enumerate(found):
            away = (degrees(atan2(x, y)) - 15 * step + 180) % 360 - 180
            assert abs(away) < 3, (ring, step)


@pytest.mark.rule("MN-RULING-60", "the rings on which a free place is looked for, from half a centimetre to twenty")
def test_radii_of_the_rings() -> None:
    assert [ring / 100 for ring in candidates_of.RINGS] == [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20]


@pytest.mark.rule("MN-CHARGE-14", "no click means a shot at a removed unit")
def test_no_click_is_a_shot_by_or_at_a_removed_unit() -> None:
    state = shooting(foot(), against=(foot("enemy", y=5, facing=180),))
    assert [each.kind for each in thought(candidates, state, "unit 1")] == ["fire", "fire"]
    assert thought(candidates, noted(state, 1, where="destroyed"), "unit 1") == []
    assert thought(candidates, noted(state, 0, where="destroyed"), "unit 1") == []
