"""What Mini-Nap leaves out on purpose: there is nothing to choose it by (section 9, MNT section 7)."""

from typing import get_args

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.drawing import ground
from battles.rules.mini_nap.meta import OPTION_SPECS
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.tables import FeatureKind
from battles.rules.mini_nap.view import view
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fights import X, Y
from tests.rules.mini_nap.mn_moves import field, foot

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
