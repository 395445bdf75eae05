"""Ground that a unit defends: advantage in combat, and units that start on a landmark."""

import pytest
from msgspec.structs import replace

from battles.engine.dice import ScriptedDice
from battles.rules.mini_nap.fire import dice
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Defence, Feature, ForceUnit
from battles.rules.mini_nap.tables import PRINTED
from battles.rules.mini_nap.terrain import landmarks
from tests.rules.mini_nap.builders.grounds import both, ground, meeting
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, strip
from tests.rules.mini_nap.builders.table_positions import playing

Box = tuple[float, float, float, float]


AREAS: list[tuple[str, tuple[Feature, ...], tuple[int, int]]] = [
    ("Z16 a line in a village", (ground("village", -3, -2, 3, 1.02),), (1, 0)),
    ("Z19 a line half in a wood", (ground("wood", -10, 0, 10, 10),), (0, 1)),
    ("Z20 two foes wholly on one hill", (ground("hill", -20, -20, 20, 20),), (1, 1)),
    ("a hill and a wood count each", (ground("hill", -9, -9, 9, 1.02), ground("wood", -9, -9, 9, 1.02)), (2, 0)),
    ("a contour gives none", (ground("contour", -20, -20, 20, 20),), (0, 0)),
    ("no ground", (), (0, 0)),
]


@pytest.mark.rule("MNT-HTH-01", "a unit wholly in a general feature with an advantage defends it")
@pytest.mark.rule("MNT-HTH-03", "each further feature halves again")
@pytest.mark.rule("MNT-HTH-05", "it works in both directions if both sides defend something")
@pytest.mark.parametrize(("words", "features", "expected"), AREAS)
def test_general_features(words: str, features: tuple[Feature, ...], expected: tuple[int, int]) -> None:
    assert both(meeting(*features)) == expected, words


@pytest.mark.rule("MNT-HTH-02", "a unit that touches a line without being on it defends it against those who are")
@pytest.mark.rule("MNT-FENCE-04", "hedge-rows and walls give an advantage by the linear rule")
def test_linear_features() -> None:
    """Z17, Z18, Z30, Z31, Z32."""
    assert both(meeting(ground("wall", -10, 1.0, 10, 1.4))) == (1, 0)
    assert both(meeting(ground("fence", -10, 1.0, 10, 1.4))) == (1, 0)
    assert both(meeting(ground("wall", -10, 0.9, 10, 1.3))) == (0, 0)
    beside = {"at": (4.5, 0.0), "facing": 270.0}
    assert both(meeting(ground("wall", -10, 1.0, 2.5, 1.4), **beside)) == (0, 0)
    assert both(meeting(ground("fence", -10, 1.06, 10, 1.46))) == (0, 0)


@pytest.mark.rule("MNT-STREAM-05", "a unit not in a stream has the advantage over an enemy that is")
def test_a_unit_on_the_bank() -> None:
    """Z21."""
    assert both(meeting(ground("stream", -10, 1.5, 10, 3.0))) == (1, 0)
    assert both(meeting(ground("stream", -10, 0.5, 10, 2.0))) == (0, 0)
    assert both(meeting(ground("ford", -10, 1.5, 10, 9.0))) == (1, 0)


@pytest.mark.rule("MNT-DITCH-03", "a ditch gives an advantage by the linear rule, to occupants by option")
@pytest.mark.rule("MNT-RULING-16", "a unit inside a ditch has the advantage only by option")
def test_a_ditch() -> None:
    inside = ground("ditch", -10, -1.5, 10, 1.02)
    assert both(meeting(inside)) == (0, 1)
    assert both(meeting(inside, options=Options(ditch_occupant_advantage=True))) == (1, 1)
    assert both(meeting(ground("ditch", -10, 1.0, 10, 4.0))) == (1, 0)
    before = ground("ditch", -10, 1.0, 10, 4.0)
    assert both(meeting(before, options=Options(ditch_occupant_advantage=True))) == (1, 0)


@pytest.mark.rule("MNT-LANDMARK-04", "who defends a landmark has its advantage, who only stands there has not")
def test_a_landmark() -> None:
    state = meeting(ground("landmark", -2.6, -2.5, 2.6, 1.02))
    assert both(state) == (0, 0)
    assert both(replace(state, holding=(Defence("landmark", 0),))) == (1, 0)


@pytest.mark.rule("MNT-BRIDGE-06", "the defender of a bridge has the advantage over whoever comes across it")
def test_a_bridge() -> None:
    across = meeting(ground("bridge", -1.5, 1.0, 1.5, 5.0), at=(0, 7))
    held = (Defence("bridge", 0),)
    assert both(across) == (0, 0)
    assert both(replace(across, holding=held)) == (1, 0)
    same_bank = meeting(ground("bridge", -1.5, 1.0, 1.5, 5.0), at=(4.5, -0.5), facing=270.0)
    assert both(replace(same_bank, holding=held)) == (0, 0)


@pytest.mark.rule("MNT-HTH-01", "without terrain rules no unit has an advantage")
def test_without_terrain_rules_ground_is_scenery() -> None:
    assert both(meeting(ground("hill", -9, -9, 9, 9), options=Options(terrain_rules=False))) == (0, 0)


@pytest.mark.rule("MNT-RULING-44", "a watercourse and its fords are one feature")
def test_a_stream_with_a_ford_counts_once() -> None:
    brook = ground("stream", -10, 1.5, 10, 3.5, key="brook")
    ford = replace(ground("ford", -0.5, 1.5, 0.5, 3.5), over="brook")
    assert both(meeting(brook, ford)) == (1, 0)


MILL = strip("landmark", -2, 2, -2, 2)
SQUARE = foot("Square", formation="solid_square")


@pytest.mark.rule("MNT-RULING-42", "a solid square deployed on a landmark without a defender defends it")
@pytest.mark.parametrize(
    ("unit", "features", "enemy", "takes"),
    [
        (SQUARE, (MILL,), foot("far", y=40), True),
        (foot("Line"), (MILL,), foot("far", y=40), False),
        (guns("Guns"), (MILL,), foot("far", y=40), False),
        (SQUARE, (strip("village", -2, 2, -2, 2, key="landmark"),), foot("far", y=40), False),
        (foot("Beside", x=6, formation="solid_square"), (MILL,), foot("far", y=40), False),
        (SQUARE, (MILL,), foot("at its base", x=-4.5), False),
        (SQUARE, (MILL,), foot("near its base", x=-4.6), True),
        (SQUARE, (MILL,), horse("at its base", x=-4.5), True),
        (SQUARE, (strip("landmark", -2, 2, 20, 24, key="other"), MILL), foot("far", y=40), True),
    ],
)
def test_who_takes_post(unit: ForceUnit, features: tuple[Feature, ...], enemy: ForceUnit, takes: bool) -> None:
    play = playing(field(unit, against=(enemy,), features=features))
    landmarks.defend_from_start(play, 0)
    assert play.state.holding == ((Defence("landmark", 0),) if takes else ())
    assert (
        landmarks.defended_landmark(play.state, 0)
        == landmarks.defended_feature(play.state, 0)
        == ("landmark" if takes else "")
    )
    landmarks.defend_from_start(play, 0)
    assert len(play.state.holding) == takes


@pytest.mark.rule("MNT-LANDMARK-02", "one unit at a time defends a landmark")
def test_what_is_defended_is_no_other_units() -> None:
    state = field(SQUARE, foot("Second", x=2.6, formation="solid_square"), features=(MILL,))
    play = playing(state)
    landmarks.defend_from_start(play, 0)
    landmarks.defend_from_start(play, 1)
    assert play.state.holding == (Defence("landmark", 0),)
    landmarks.end_defence(play, 0)
    assert play.state.holding == ()


@pytest.mark.rule("MN-FIRE-42", "without dice nothing is rolled and nothing hit")
def test_no_dice_are_not_rolled() -> None:
    assert dice.roll_shot(ScriptedDice(()), PRINTED, 0) == (0, 0)
