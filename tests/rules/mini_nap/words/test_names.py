"""Words for bearings, places and features."""

import pytest

from battles.rules.mini_nap.words import names as say
from tests.rules.mini_nap.builders.manoeuvres import field, foot, strip


@pytest.mark.rule("MN-TURN-01", "a bearing is told by the nearest of eight points and in degrees")
@pytest.mark.parametrize(
    ("angle", "words"),
    [
        (0, "north (0°)"),
        (224, "north (22.4°)"),
        (225, "north-east (22.5°)"),
        (674, "north-east (67.4°)"),
        (675, "east (67.5°)"),
        (1350, "south-east (135°)"),
        (1800, "south (180°)"),
        (2250, "south-west (225°)"),
        (2701, "west (270.1°)"),
        (3150, "north-west (315°)"),
        (3374, "north-west (337.4°)"),
        (3375, "north (337.5°)"),
    ],
)
def test_bearings(angle: int, words: str) -> None:
    assert say.bearing(angle) == words


@pytest.mark.parametrize(
    ("place", "words"),
    [((6050, 4200), "60.5, 42 cm"), ((0, 0), "0, 0 cm"), ((-150, 1), "-1.5, 0.01 cm"), ((100, -99), "1, -0.99 cm")],
)
def test_places(place: tuple[int, int], words: str) -> None:
    assert say.spot(place) == words


def test_features_are_told_apart_by_their_keys() -> None:
    woods = (
        strip("wood", 20, 28, key="wood 1"),
        strip("wood", 40, 48, key="wood 2"),
        strip("village", -40, -32, -4, 4),
    )
    state = field(foot(), features=woods)
    assert say.feature(state, "wood 2") == "wood (wood 2)"
    assert say.feature(state, "village") == "the village"
    assert say.feature(state, "mill") == "mill"
