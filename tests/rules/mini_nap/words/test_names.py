"""Names of units, with the short marks behind them, and words for bearings, places and features."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import SYSTEM
from battles.rules.mini_nap.words import names as say
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, noted, strip


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


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Gemioncourt", "Gemioncourt"),
        ("Bois de Bossu", "Bois de Bossu"),
        ("Gemioncourt bridge", "the Gemioncourt bridge"),
        ("The Mill", "the Mill"),
        ("", "the village"),
    ],
)
def test_a_place_with_a_proper_name_has_no_article(name: str, words: str) -> None:
    state = field(foot(), features=(replace(strip("village", -40, -32, -4, 4, key="it"), name=name),))
    assert say.feature(state, "it") == words


def test_brigades_of_one_name_are_told_apart_by_the_commanders_that_the_board_shows() -> None:
    state = SYSTEM.start(SYSTEM.scenarios.load("quatre_bras_deployed"))
    names = [say.brigade(state, number) for number in range(3)]
    assert names == ["1st Brigade (Husson)", "2nd Brigade (Campi)", "Division artillery (5th Infantry Division)"]
    without = replace(state, stands=())
    assert say.brigade(without, 0) == "1st Brigade (5th Infantry Division)"


@pytest.mark.rule("MN-MARKER-01", "a blue marker is shown as what it means")
@pytest.mark.rule("MN-MARKER-02", "a yellow marker: no fire")
@pytest.mark.rule("MN-MARKER-03", "a white marker: broke through")
@pytest.mark.rule("MN-CMD-12", "a unit in command needs no mark")
@pytest.mark.parametrize(
    ("changes", "want"),
    [
        ({}, ("6/6",)),
        ({"points": 4}, ("4/6",)),
        ({"where": "waiting"}, ("6/6",)),
        ({"where": "lost"}, ()),
        ({"blue": "disorder"}, ("6/6", "disordered")),
        ({"blue": "reaction"}, ("6/6", "reacted")),
        ({"yellow": True}, ("6/6", "no fire")),
        ({"white": True}, ("6/6", "broke through")),
        ({"impact": True}, ("6/6", "charged")),
        ({"charged": True}, ("6/6", "charged")),
        ({"idle": True}, ("6/6", "halted")),
        ({"still": True}, ("6/6", "halted")),
        ({"command": "in"}, ("6/6",)),
        ({"command": "cautious"}, ("6/6", "cautious")),
        ({"command": "out"}, ("6/6", "out of command")),
    ],
)
def test_marks_of_a_unit(changes: dict[str, Any], want: tuple[str, ...]) -> None:
    state = noted(field(foot(points=6)), 0, **changes)
    assert tuple(say.marks(state, state.units[0])) == want


@pytest.mark.rule("MN-MARKER-05", "the crew of an abandoned battery is with the square that holds it")
def test_marks_of_a_crew_in_a_square() -> None:
    state = field(foot(formation="solid_square"), guns("battery", x=10), foot("other", x=20))
    held = noted(state, 1, crew_in=0)
    told = [tuple(say.marks(held, unit))[1:] for unit in held.units[:3]]
    assert told == [("holds a crew",), ("abandoned",), ()]
