"""What Mini-Nap leaves out on purpose: there is nothing to choose it by (section 9, MNT section 7)."""

from typing import Any, get_args

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deciding, going, structures
from battles.rules.mini_nap.drawing import ground
from battles.rules.mini_nap.meta import OPTION_SPECS
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_fire import aimed, place, shooting, verdict
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, strip

KINDS = {action.__struct_config__.tag for action in get_args(act.AnyAction)}
WOOD = Feature(
    key="wood", kind="wood", points=tuple((mm(X + x), mm(Y + y)) for x, y in ((-9, -9), (-9, 9), (9, 9), (9, -9)))
)


def named(*parts: str) -> list[str]:
    """The options and kinds of action whose names have one of these parts."""
    return [name for name in (*OPTION_SPECS, *KINDS) for part in parts if part in name]


@pytest.mark.rule("MN-RULING-07", "the weather is clear, and nobody builds or pulls down")
@pytest.mark.rule("MNT-FENCE-06", "earthworks are there before the battle, as walls, and nobody digs")
def test_no_weather_and_no_engineers() -> None:
    assert named("weather", "mud", "engineer", "build", "dig", "demolish", "repair") == []
    assert "wall" in get_args(FeatureKind)
    assert "earthwork" not in get_args(FeatureKind)


@pytest.mark.rule("MNT-BOUNCE-02", "no shot bounces, so that no feature need stop one")
def test_no_bounces() -> None:
    assert named("bounce") == []
    assert set(act.Fire.__struct_fields__) == {"unit", "target", "aim", "face"}


@pytest.mark.rule("MNT-PLACE-13", "rough ground is one of two kinds: passable, or not")
def test_rough_ground_is_marked() -> None:
    assert [kind for kind in get_args(FeatureKind) if kind.startswith("rough")] == ["rough", "rough_x"]


@pytest.mark.rule("MNT-FORM-02", "trees are not moved by who stands among them")
def test_a_wood_stays_as_it_is_drawn() -> None:
    inside, outside = (view(field(foot(y=y), features=(WOOD,)), "a") for y in (0, -20))
    assert ground(inside) == ground(outside)


@pytest.mark.rule(
    "MN-RULING-64", "whatever is tried is legal or refused by a rule: nothing is left for a die to settle"
)
@pytest.mark.parametrize("step", ["choose", "manoeuvre", "fire", "hand_to_hand", "break_active"])
def test_no_dispute_is_left_to_a_die(step: str) -> None:
    assert named("dispute", "umpire", "referee") == []
    state = field(
        foot(), horse(x=20), guns(x=-20), against=(foot("foe", y=6, facing=180), light("out", 9, 9)), step=step
    )
    tried: list[Any] = [
        *(act.Fire(firer, target, place(0, 5)) for firer in (0, 1, 2, 9) for target in (0, 3, 4, 9)),
        *(act.ChooseBrigade(brigade) for brigade in (0, 1, 9)),
        *(act.Retreat(unit) for unit in (0, 3, 9)),
        act.Done(),
        act.Pass(),
        act.Stay(),
        act.ChooseEdge("lower"),
    ]
    for side in "ab":
        for action in tried:
            refusal = deciding.refuse(state, side, action)
            assert refusal is None or (refusal.rule and refusal.sentence.endswith((".", ")")))


@pytest.mark.rule(
    "MNT-RULING-01", "to intercept is to charge or counter-charge who moves; no other movement is so called"
)
def test_what_the_terrain_volume_calls_interception() -> None:
    assert {travel for travel, column in going.GOINGS.items() if column == "intercept"} == {"opportunity", "counter"}


@pytest.mark.rule("MNT-RULING-01", "a stand's zone of fire is its unit's one triangle, musket fire is small arms")
@pytest.mark.parametrize(("left", "right", "covered"), [(-2.4, -1.4, True), (1.4, 2.4, True), (2.6, 3.6, False)])
def test_cover_by_the_triangle_of_the_unit(left: float, right: float, covered: bool) -> None:
    wall = strip("wall", 1.5, 1.9, left, right)
    state = shooting(foot(), against=(foot("foe", y=5, facing=180),), features=(wall,))
    made = aimed(state, 1, 0, 4)
    assert verdict(made) == (1 if covered else 2)


@pytest.mark.rule(
    "MNT-RULING-23", "a battery fires at a structure from where it stands and does not move for the range"
)
@pytest.mark.parametrize(("away", "band"), [(20, "close"), (20.1, "medium"), (40, "medium"), (40.1, "long")])
def test_no_step_for_a_better_range(away: float, band: str) -> None:
    village = strip("village", away + 1.5, away + 9.5, -4, 4)
    state = shooting(guns(), against=(foot("far", 40, 10, 180),), features=(village,))
    made = structures.aim(state, 0, "village", place(0, away + 1.5))
    assert isinstance(made, structures.Blast)
    assert made.band == band
    assert set(act.FireStructure.__struct_fields__) == {"unit", "structure", "aim"}
