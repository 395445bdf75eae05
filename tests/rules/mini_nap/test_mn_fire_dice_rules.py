"""The dice of fire by what fires, how far and through whom (MN-FIRE-12, 26, 31 to 35, 41)."""

from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.tables import Quality
from tests.rules.mini_nap.mn_fire import COLUMN, aimed, place, shooting, verdict
from tests.rules.mini_nap.mn_moves import foot, go, guns, light, why

SQUARE: dict[str, Any] = {"formation": "solid_square"}
EMERGENCY: dict[str, Any] = {"formation": "emergency_square"}

SMALL_ARMS: list[tuple[str, Recruit, int]] = [
    ("MN-FIRE-30", foot(), 2),
    ("MN-FIRE-31", light(), 2),
    ("MN-FIRE-32", foot(**COLUMN), 1),
    ("MN-FIRE-33", foot(**SQUARE), 1),
    ("MN-FIRE-33", foot(**EMERGENCY), 1),
]


@pytest.mark.rule("MN-FIRE-31", "infantry in skirmish line throws 2 dice at a line in range")
@pytest.mark.rule("MN-FIRE-32", "infantry in column throws 1 die at a line in range")
@pytest.mark.rule("MN-FIRE-33", "infantry in any square throws 1 die at a line in range")
@pytest.mark.parametrize(("rule", "firer", "dice"), SMALL_ARMS)
def test_small_arms_on_the_table(rule: str, firer: Recruit, dice: int) -> None:
    state = shooting(firer, against=(foot("enemy", 0, 5.5, 180),))
    play = go(state, act.Fire(0, 1, place(0, 4.5)), *[1] * dice)
    (shot,) = [event for event in play.events if isinstance(event, happened.Fired)]
    assert (shot.count.basic, shot.count.dice, shot.total) == (dice, dice, dice), rule


MEDIUM = [(20.0, "close", 3), (20.1, "medium", 2), (40.0, "medium", 2), (40.1, "long", 1), (80.0, "long", 1)]


@pytest.mark.rule("MN-FIRE-35", "a medium battery throws 3 dice to 20 cm, 2 to 40 and 1 to 80")
@pytest.mark.parametrize(("away", "band", "dice"), MEDIUM)
def test_medium_batteries_on_the_table(away: float, band: str, dice: int) -> None:
    state = shooting(guns(y=-45), against=(foot("enemy", 0, -45 + 1.5 + away + 1, 180),))
    made = aimed(state, 1, 0, -45 + 1.5 + away)
    assert isinstance(made, aiming.Aimed)
    assert (made.band, made.count.dice) == (band, dice)


@pytest.mark.rule("MN-FIRE-35", "a medium battery does not fire farther than 80 cm")
def test_beyond_long_range() -> None:
    state = shooting(guns(y=-45), against=(foot("enemy", 0, 37.6, 180),))
    assert verdict(aimed(state, 1, 0, 36.6)) == "MN-FIRE-13"


BETWEEN: list[tuple[float, Recruit, int | str]] = [
    (60, light("screen", 0, 30), 2),
    (60, guns("screen", 0, 30), 2),
    (30, light("screen", 0, 15), 1),
    (30, foot("screen", 0, 15), "MN-FIRE-11"),
    (60, foot("screen", 0, 30), "MN-FIRE-11"),
]


@pytest.mark.rule("MN-FIRE-12", "enemy unformed units may stand in the zone of a battery, formed ones may not")
@pytest.mark.parametrize(("far", "screen", "dice"), BETWEEN)
def test_who_may_stand_in_the_zone(far: float, screen: Recruit, dice: int | str) -> None:
    state = shooting(guns(weight="heavy"), against=(foot("enemy", 0, far + 1, 180), screen))
    assert verdict(aimed(state, 1, 0, far)) == dice
    assert why(state, act.Fire(0, 1, place(0, far))) == ("" if isinstance(dice, int) else dice)


@pytest.mark.rule("MN-FIRE-26", "the band is that of the target that is named, wherever the screen stands")
@pytest.mark.parametrize(
    ("screen", "far", "bands", "basic"), [(10, 30, ("close", "medium"), (4, 3)), (35, 60, ("medium", "long"), (3, 2))]
)
def test_the_band_is_that_of_the_target(
    screen: float, far: float, bands: tuple[str, str], basic: tuple[int, int]
) -> None:
    state = shooting(guns(weight="heavy"), against=(foot("enemy", 0, far + 1, 180), light("screen", 0, screen)))
    shots = [aimed(state, 2, 0, screen - 1), aimed(state, 1, 0, far)]
    found = [(each.band, each.count.basic) for each in shots if isinstance(each, aiming.Aimed)]
    assert found == list(zip(bands, basic, strict=True))


RATINGS: tuple[Quality, ...] = ("elite", "veteran", "trained", "untrained")


@pytest.mark.rule("MN-FIRE-41", "neither strength nor rating changes the dice, but for the modifiers")
@pytest.mark.parametrize("points", [1, 2, 6, 12])
def test_strength_and_rating_do_not_count(points: int) -> None:
    for rating in RATINGS:
        state = shooting(foot(rating=rating, points=points), against=(foot("enemy", 0, 5, 180),))
        assert verdict(aimed(state, 1, 0, 4)) == 2
        battery = guns(rating=rating, points=min(points, 6), weight="medium")
        state = shooting(battery, against=(foot("enemy", 0, 31, 180),))
        assert verdict(aimed(state, 1, 0, 30)) == 2
    guard = shooting(foot(rating="guard", points=points), against=(foot("enemy", 0, 5, 180),))
    assert verdict(aimed(guard, 1, 0, 4)) == 3
