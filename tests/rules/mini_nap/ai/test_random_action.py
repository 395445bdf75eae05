"""Random actions: of each kind how far, how turned and how often."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.rng import Chances
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import random_action
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.state import NONE, Defence, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted, strip
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, recruit, spot

DRAWS = 500
STAND = 2
SQUARE: dict[str, Any] = {"formation": "solid_square"}
DIVISION: dict[str, Any] = {"division": 0, "brigade": NONE, "allowance": 2400, "standoff": 1200}
FAR = (foot("far", y=55, facing=180),)


def drawn(thought: Callable[..., Any], state: State, number: int = 0, draws: int = DRAWS) -> list[Any]:
    chances = Chances(b"lots")
    return [thought(state, number, chances) for _ in range(draws)]


def spread(values: list[int], least: int, most: int) -> None:
    """All values lie between two ends, which many draws come near to."""
    assert least <= min(values) <= least + (most - least) // 20
    assert most - (most - least) // 20 <= max(values) <= most


@pytest.mark.rule("MN-CMD-01", "a stand rides anywhere within 36 cm")
def test_rides() -> None:
    state = stand_with(field(foot()), STAND, x=mm(90), y=mm(60))
    ways = [
        (each.points[0][0] - mm(90), each.points[0][1] - mm(60))
        for each in drawn(random_action._stand_move, state, STAND)
    ]
    spread([round((x * x + y * y) ** 0.5) for x, y in ways], 0, 3600)
    assert {(x > 0, y > 0) for x, y in ways} == {(True, True), (True, False), (False, True), (False, False)}
    spread([x for x, _ in ways], -3600, 3600)
    spread([y for _, y in ways], -3600, 3600)


@pytest.mark.rule("MN-RETREAT-01", "units of the active side retreat, with or without a stand that is attached")
def test_retreats() -> None:
    state = stand_with(field(foot("one"), foot("two", x=5)), STAND, unit=1)
    counted = Counter((each.unit, each.leave_stand) for each in drawn(random_action._retreat, state))
    assert set(counted) == {(0, False), (1, False), (1, True)}
    nobody = noted(noted(state, 0, where="lost"), 1, where="lost")
    assert set(drawn(random_action._retreat, nobody, draws=3)) == {None}


def in_zone(state: State, zone: tuple[int, int, int, int]) -> State:
    """Side a is deployed in another zone."""
    own, enemy = state.setup.forces
    return replace(state, setup=replace(state.setup, forces=(replace(own, zone=zone), enemy)))


@pytest.mark.rule("MN-RULING-60", "a unit comes anywhere in its zone, in each of its formations, towards the enemy")
def test_deployments() -> None:
    state = battle(force(brigade(recruit(at=None), place=None)), step="deployment", turn=0)
    found = drawn(random_action._deployment, state)
    assert {each.formation for each in found} == {"line", "column", "solid_square"}
    assert {each.facing for each in found} == {0}
    lines = [each for each in found if each.formation == "line"]
    spread([each.x for each in lines], 250, 17_750)
    spread([each.y for each in lines], 100, 2_900)
    stands = drawn(random_action._stand_deployment, state, STAND)
    spread([each.x for each in stands], 125, 17_875)
    spread([each.y for each in stands], 125, 2_875)
    tight = drawn(random_action._deployment, in_zone(state, (8750, 0, 9249, 3000)), draws=60)
    assert {each and each.formation for each in tight} == {None, "column", "solid_square"}
    exact = drawn(random_action._deployment, in_zone(state, (8750, 0, 9250, 200)), draws=60)
    assert act.Deploy(0, 9000, 100, 0, "line") in exact


@pytest.mark.rule("MN-CMD-31", "a stand attaches to a unit of its Brigade, and is placed beside the unit it leaves")
def test_attachments() -> None:
    two = force(brigade(foot("one"), foot("two", x=5), place=spot(90, 70)), brigade(foot("three", x=20), name="other"))
    state = battle(two, step="command", brigade=0)
    assert {each.unit for each in drawn(random_action._attachment, state, STAND)} == {0, 1}
    with_one = stand_with(state, STAND, unit=0)
    assert {type(lot[0]).__name__ and lot[0].__name__ for lot in random_action._to_command(with_one, "a")} == {
        "_attachment",
        "_detachment",
        "_done",
    }
    assert "_detachment" not in {lot[0].__name__ for lot in random_action._to_command(state, "a")}
    places = {(each.x - mm(90), each.y - mm(60)) for each in drawn(random_action._detachment, with_one, STAND)}
    assert {(0, 226), (0, -226), (376, 0), (-376, 0)} <= places


MOVES: list[tuple[Any, dict[str, Any], set[str]]] = [
    (foot(), {}, {"turn", "about", "change", "Advance", "SideStep", "StepBack", "Oblique"}),
    (light(), {}, {"turn", "about", "change", "Advance", "SideStep", "StepBack", "Oblique"}),
    (foot(formation="column"), {}, {"turn", "about", "change", "Advance"}),
    (horse(), {}, {"turn", "about", "change", "Advance"}),
    (foot(**SQUARE), {}, {"turn", "change", "Inch"}),
    (guns(), {}, {"turn", "about", "Prolong", "Redeploy"}),
    (foot(), DIVISION, {"turn", "about", "change", "Advance"}),
    (foot(**SQUARE), DIVISION, {"turn", "change"}),
    (guns(), DIVISION, {"turn", "about", "Redeploy"}),
]


def kind_of(action: act.Manoeuvre) -> str:
    if action.move is not None:
        return type(action.move).__name__
    return "change" if action.before.change else "about" if action.before.about_face else "turn"


@pytest.mark.rule("MN-MAN-02", "each kind of movement that a unit has is drawn, and no other")
@pytest.mark.parametrize(("unit", "changes", "kinds"), MOVES)
def test_kinds_of_movement(unit: Any, changes: dict[str, Any], kinds: set[str]) -> None:
    state = replace(field(unit, against=FAR), **changes)
    assert {kind_of(each) for each in drawn(random_action.random_manoeuvre, state) if each is not None} == kinds


def moves(unit: Any, kind: type[Any], **changes: Any) -> list[Any]:
    found = drawn(random_action.random_manoeuvre, replace(field(unit, against=FAR), **changes), draws=6 * DRAWS)
    return [each.move for each in found if each is not None and isinstance(each.move, kind)]


@pytest.mark.rule("MN-MOVE-01", "as far as the allowance of the formation, or of the Division")
def test_how_far_is_drawn() -> None:
    spread([each.travel for each in moves(foot(), act.Advance)], 1, 600)
    spread([each.travel for each in moves(foot(), act.Advance, **DIVISION)], 1, 2400)
    spread([each.travel for each in moves(foot(), act.SideStep)], 1, 600)
    spread([each.travel for each in moves(foot(), act.StepBack)], 1, 600)
    oblique = moves(foot(), act.Oblique)
    spread([each.ahead for each in oblique], 1, 300)
    spread([each.aside for each in oblique], 1, 300)
    assert {each.side for each in oblique} == {"left", "right"}
    inches = moves(foot(**SQUARE), act.Inch)
    spread([each.travel for each in inches], 1, 400)
    spread([each.bearing for each in inches], 0, 3599)
    back = moves(guns(), act.Prolong)
    spread([each.travel for each in back], 1, 100)
    assert {each.back for each in back} == {True, False}
    redeployed = moves(guns(), act.Redeploy)
    spread([each.travel for each in redeployed], 1, 1500)
    spread([each.facing for each in redeployed], 0, 3599)
    spread([each.bearing for each in redeployed], 0, 3599)


@pytest.mark.rule("MN-CHARGE-02", "charges are drawn at enemies within reach that may be charged")
def test_charges_are_drawn() -> None:
    near = field(foot(), against=(foot("enemy", y=5, facing=180),))
    found = [each for each in drawn(random_action.random_manoeuvre, near) if each is not None]
    assert {each.move.target for each in found if isinstance(each.move, act.Charge)} == {1}
    for state in (noted(near, 0, blue="disorder"), field(foot(), against=(horse("enemy", y=5, facing=180),))):
        found = [each for each in drawn(random_action.random_manoeuvre, state) if each is not None]
        assert not [each for each in found if isinstance(each.move, act.Charge)]


MILL = strip("landmark", 4, 8, -2, 2)


@pytest.mark.rule("MNT-LANDMARK-06", "a unit that defends a landmark may leave it, and do nothing else")
def test_defenders_draw_what_the_landmark_allows() -> None:
    state = field(foot(y=6, **SQUARE), against=FAR, features=(MILL,))
    state = replace(state, holding=(Defence("landmark", 0),))
    found = [each for each in drawn(random_action.random_manoeuvre, state, draws=60) if each is not None]
    assert {each.leave for each in found} <= {True}
    manned = [
        each for each in drawn(random_action.random_manoeuvre, field(foot(), features=(MILL,))) if each is not None
    ]
    assert "landmark" in {each.defend for each in manned}


@pytest.mark.rule("MNT-STRUCT-02", "a battery draws a shot at an enemy in range, or at a structure")
def test_shots_are_drawn() -> None:
    village = strip("village", 10, 17, -3, 4)
    state = shooting(guns(), against=(foot("enemy", x=12, y=12, facing=180),), features=(village,))
    assert {lot[0].__name__ for lot in random_action._to_fire(state, "a")} == {"_shot", "_structure_shot", "_done"}
    assert {each.target for each in drawn(random_action._shot, state, draws=5)} == {1}
    assert {each.structure for each in drawn(random_action._structure_shot, state, draws=5)} == {"village"}
    empty = shooting(guns(), against=(foot("enemy", x=12, y=12, facing=180),))
    assert drawn(random_action._structure_shot, empty, draws=2) == [None, None]
    away = shooting(foot(), against=(foot("enemy", y=12, facing=180),))
    assert drawn(random_action._shot, away, draws=2) == [None, None]
    assert {lot[0].__name__ for lot in random_action._to_fire(shooting(foot(), against=(foot("x", y=5),)), "a")} == {
        "_shot",
        "_done",
    }


@pytest.mark.rule("MN-RULING-61", "drawn actions are legal, and each kind is drawn")
@pytest.mark.parametrize(
    ("state", "kinds"),
    [
        (battle(force(brigade(recruit(at=None), place=None)), step="deployment", turn=0), {"deploy", "deploy_stand"}),
        (battle(force(foot()), step="choose"), {"choose_brigade", "division_manoeuvre"}),
        (
            battle(force(brigade(foot(), place=spot(90, 64))), step="command", brigade=0),
            {"attach", "done"},
        ),
        (
            battle(force(brigade(foot(), place=spot(90, 64))), step="manoeuvre", brigade=0),
            {"manoeuvre", "move_stand", "done"},
        ),
        (shooting(foot(), against=(foot("enemy", y=5, facing=180),)), {"fire", "done"}),
    ],
)
def test_what_is_drawn_in_each_step(state: State, kinds: set[str]) -> None:
    chances = Chances(b"steps")
    found = [random_action.random_action(state, "a", (), chances) for _ in range(120)]
    assert {each.kind for each in found} == kinds
    assert [each for each in found if SYSTEM.refuse(state, "a", each) is not None] == []


@pytest.mark.rule("MN-MOVE-13", "a length by lot is a tenth of a millimetre up to the most, or none")
def test_a_random_length() -> None:
    chances = Chances(b"lots")
    assert random_action._travel(0, chances) == 0
    assert {random_action._travel(3, chances) for _ in range(60)} == {1, 2, 3}
