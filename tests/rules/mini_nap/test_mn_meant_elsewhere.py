"""What is meant by who points from a stand, from a unit on its way, or after a shot, to the tenth of a millimetre."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import conceiving_answers as answers
from battles.rules.mini_nap import conceiving_places as places
from battles.rules.mini_nap.conceiving import conceived, elsewhen
from battles.rules.mini_nap.evolve_units import stand_with
from battles.rules.mini_nap.frames import Course, Leg, Naming, Onward, Shot, StandCourse
from battles.rules.mini_nap.state import NONE, State
from tests.rules.mini_nap.mn_board import battle, brigade, force, mm, spot
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, noted, plan
from tests.rules.mini_nap.mn_pictures import at, thought
from tests.rules.mini_nap.mn_told import OVER, E, F, going_on

STAND = 2
"""The stand of the only Brigade of side a."""
WAY = Course(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)


@pytest.mark.rule("MN-RULING-69", "who goes on goes as near to the place as its way leads")
@pytest.mark.parametrize(
    ("spot", "travel"),
    [("", 6), (at(0, 3.2), 3), (at(0, 3.3), 3.5), (at(0, 40), 6), (at(5, 2), 2), ("unit 0", 0), ("unit 1", 6)],
)
def test_going_on(spot: str, travel: float) -> None:
    state = replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(WAY, Onward(unit=0)))
    assert thought(answers.onwards, state, spot) == [act.GoOn(mm(travel))]
    assert thought(answers.onwards, state, spot, "unit 1", "b") == []


@pytest.mark.rule("MN-FIRE-60", "before the shot skirmishers suppress the battery")
@pytest.mark.rule("MN-FIRE-50", "after it whoever points at the firer, or at himself, fires back")
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
    state = replace(standing(), stack=(StandCourse(stand=STAND, mover=0),))
    found = thought(places.evasions, state, pointed_at, f"stand {STAND}")
    assert found == [act.EvadeStand(*place(x, y)) for x, y in wanted]
    assert thought(places.evasions, state, pointed_at, "stand 1") == []


@pytest.mark.rule("MN-CMD-42", "a place that is not free is not thought of first")
def test_evading_past_an_enemy() -> None:
    enemy = force(foot("enemy", y=12, facing=180), name="enemy")
    state = battle(force(brigade(foot(), place=spot(90, 70))), enemy, step="manoeuvre", brigade=0)
    state = stand_with(state, STAND, x=mm(X), y=mm(Y + 2))
    state = replace(state, stack=(StandCourse(stand=STAND, mover=0),))
    first, last = thought(places.evasions, state, at(0, 12), f"stand {STAND}")
    assert last == act.EvadeStand(*place(0, 12))
    assert first != last


@pytest.mark.rule("MN-CMD-32", "a stand that leaves its unit is put beside it, as near to the place as can be")
@pytest.mark.rule("MN-CMD-31", "one that is pointed at its unit attaches")
@pytest.mark.parametrize(
    ("pointed_at", "beside"),
    [(at(0, 1.5), (0, 2.26)), (at(3, 0), (3.76, 0)), (at(0, -9), (0, -2.26)), ("unit 0", (0, 2.26))],
)
def test_leaving_a_unit(pointed_at: str, beside: tuple[float, float]) -> None:
    state = stand_with(standing(0, 0, step="command"), STAND, unit=0)
    found = thought(conceived, state, pointed_at, f"stand {STAND}")
    detached = [(each.x, each.y) for each in found if isinstance(each, act.Detach)]
    assert detached[0] == place(*beside)
    assert len(detached) == 2
    assert [each for each in found if isinstance(each, act.Attach)] == (
        [act.Attach(STAND, 0)] if pointed_at == "unit 0" else []
    )
    loose = stand_with(state, STAND, unit=NONE, y=mm(Y + 5))
    assert not [each for each in thought(conceived, loose, pointed_at, f"stand {STAND}") if each.kind == "detach"]


@pytest.mark.rule(
    "MN-CMD-01", "a stand rides straight there as far as it may, 36 cm at most, then is told of the whole way"
)
@pytest.mark.parametrize(
    ("goal", "ridden"), [((0, 20), (0, 20)), ((0, 50), (0, 41)), ((-80, 5), (-36, 5)), ((0, -50), (0, -31))]
)
def test_riding(goal: tuple[float, float], ridden: tuple[float, float]) -> None:
    state = standing(0, 5)
    found = thought(places.stand_ways, state, at(*goal), f"stand {STAND}")
    assert found == [act.MoveStand(STAND, (place(*ridden),)), act.MoveStand(STAND, (place(*goal),))]
    assert thought(places.stand_ways, state, f"stand {STAND}", f"stand {STAND}") == []
    lost = stand_with(state, STAND, where="removed")
    assert thought(places.stand_ways, lost, at(*goal), f"stand {STAND}") == found[1:]


@pytest.mark.rule("MN-REACT-33", "a battery that is pointed from as the initiative ends is manned again")
def test_manning_again() -> None:
    state = replace(noted(field(foot(), guns("guns", x=5)), 1, crew_in=0), step="end")
    assert thought(conceived, state, "", "unit 1") == [act.Reman(1)]


@pytest.mark.rule("MNT-BRIDGE-03", "the unit that is pointed from or at defends the bridge")
@pytest.mark.parametrize(
    ("actor", "pointed_at", "units"),
    [("", "unit 4", [E]), ("unit 4", "", [E]), ("unit 4", "unit 5", [E, F]), ("", at(0, 9), [E]), ("", at(50, 50), [])],
)
def test_naming_who_defends(actor: str, pointed_at: str, units: list[int]) -> None:
    found = thought(conceived, going_on(OVER, Naming(unit=0)), pointed_at, actor, "b")
    assert found == [act.NameDefender(each) for each in units]


@pytest.mark.rule("MN-SEQ-02", "who points before a Brigade is chosen means the Brigade or Division of whoever it is")
def test_giving_the_initiative() -> None:
    state = standing(step="choose", brigade=NONE)
    whole = [act.ChooseBrigade(0), act.DivisionManoeuvre(0)]
    assert thought(conceived, state, "unit 0", "") == whole
    assert thought(conceived, state, "", "unit 0") == whole
    assert thought(conceived, state, "unit 1", "")[:1] == [act.ChooseBrigade(1)]
    ride = [act.MoveStand(STAND, (place(9, 9),))] * 2
    assert thought(conceived, state, at(9, 9), f"stand {STAND}")[:1] == [act.ChooseBrigade(0)]
    assert thought(conceived, state, at(9, 9), f"stand {STAND}")[1:] == ride
    assert thought(conceived, state, "", "stand 1") == [act.DivisionManoeuvre(0)]
    assert thought(conceived, state, "", "stand 0") == []


def test_what_is_done_at_another_time() -> None:
    state = field(foot(), guns("guns", x=10), against=(foot("enemy", y=12, facing=180),))
    found = thought(elsewhen, state, "unit 2")
    assert [each.kind for each in found] == ["fire", "manoeuvre", "manoeuvre", "join", "break_charge"]
    assert found[1].move == act.Charge(2)
    assert thought(elsewhen, state, at(0, 4)) == [plan(0, act.Advance(mm(4)))]
    assert thought(elsewhen, state, "unit 0") == [act.Retreat(0)]
    assert thought(elsewhen, state, at(3, 3), "stand 2") == [act.MoveStand(2, (place(3, 3),))]
    assert thought(elsewhen, state, "unit 0", "stand 2")[1:] == [act.Attach(2, 0)]
    assert thought(elsewhen, state, "", "stand 2") == []
    assert thought(elsewhen, state, at(3, 3), "") == [act.Done(), act.Pass()]
