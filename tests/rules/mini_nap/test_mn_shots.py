"""What a shot is by the firer's formation and by what lies between, where other tests only use it (MN-FIRE)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import aiming, firing, losses, squares
from battles.rules.mini_nap.tables import PRINTED, Band
from tests.rules.mini_nap.mn_fire import aimed, place, shooting, verdict
from tests.rules.mini_nap.mn_moves import asked, field, foot, go, guns, horse, light, listed, noted, passed, plan, why


def dice(**facts: Any) -> int:
    """Dice at a formed line from small arms or guns."""
    given = {"unit_class": "infantry", "formation": "line", "rating": "veteran", "target": "line", **facts}
    return firing.count(PRINTED, firing.Shot(**given)).dice


@pytest.mark.rule("MN-FIRE-31", "infantry in skirmish line throws 2 dice")
@pytest.mark.rule("MN-FORM-09", "a skirmish line fires like a line")
@pytest.mark.rule("MN-FIRE-32", "infantry in column throws 1 die")
@pytest.mark.rule("MN-FIRE-33", "infantry in any square throws 1 die")
def test_dice_of_small_arms_go_by_formation() -> None:
    formations = ("line", "skirmish_line", "column", "solid_square", "emergency_square")
    assert [dice(formation=each) for each in formations] == [2, 2, 1, 1, 1]


@pytest.mark.rule("MN-FIRE-35", "a medium battery throws 3, 2 or 1 die at close, medium or long range")
def test_dice_of_a_medium_battery_go_by_range() -> None:
    bands: tuple[Band, ...] = ("close", "medium", "long")
    gun = {"unit_class": "artillery", "formation": "battery", "weight": "medium"}
    assert [dice(band=band, **gun) for band in bands] == [3, 2, 1]


@pytest.mark.rule("MN-FIRE-41", "a unit of one strength point throws the dice of one of six")
def test_dice_do_not_depend_on_strength() -> None:
    state = shooting(foot(), foot("weak", 10, points=1), against=(foot("enemy", 5, 6, 180),))
    found = [aiming.best(state, number, 2) for number in (0, 1)]
    assert [each and each[2].count.dice for each in found] == [2, 2]


@pytest.mark.rule("MN-RULING-42", "20 cm is close, 40 is medium and 80 is long")
@pytest.mark.parametrize(
    ("length", "band"),
    [(2_000, "close"), (2_001, "medium"), (4_000, "medium"), (4_001, "long"), (8_000, "long"), (8_001, None)],
)
def test_bands_share_their_borders_with_the_nearer(length: int, band: str | None) -> None:
    assert firing.band_at(PRINTED, length) == band


@pytest.mark.rule("MN-RULING-42", "the nearer band comes first in whatever order a club's table has them")
def test_bands_go_by_their_reach() -> None:
    turned = replace(PRINTED, battery_range=dict(reversed(PRINTED.battery_range.items())))
    assert [firing.band_at(turned, length) for length in (2_000, 4_000, 8_000)] == ["close", "medium", "long"]


SCREEN = light("screen", 0, 24, 180)


@pytest.mark.rule("MN-FIRE-12", "enemy skirmishers may be in the zone at medium range")
@pytest.mark.rule("MN-FIRE-26", "the band is that of the target, not of who stands before it")
@pytest.mark.rule("MN-FIRE-25", "fire through them is halved once")
def test_a_battery_fires_through_skirmishers_at_medium_range() -> None:
    made = aimed(shooting(guns(), against=(foot("enemy", 0, 30, 180), SCREEN)), 1, 0, 29)
    assert isinstance(made, aiming.Aimed)
    assert (made.band, made.count.dice, made.count.halved) == ("medium", 1, ("MN-FIRE-22",))
    near = aimed(shooting(guns(), against=(foot("enemy", 0, 19, 180), light("screen", 0, 14, 180))), 1, 0, 18)
    assert verdict(near) == "MN-FIRE-23"


@pytest.mark.rule("MN-RULING-44", "an unformed target behind an unformed screen is no target at medium range")
@pytest.mark.rule("MN-FIRE-24", "skirmishers hide skirmishers")
def test_skirmishers_hide_skirmishers_at_medium_range() -> None:
    made = aimed(shooting(guns(), against=(light("enemy", 0, 30, 180), SCREEN)), 1, 0, 29)
    assert verdict(made) == "MN-FIRE-24"


@pytest.mark.rule("MN-RULING-50", "a shot that would have no dice may not be declared")
def test_no_shot_without_dice() -> None:
    state = shooting(foot(formation="column"), against=(light("enemy", 0, 7, 180),))
    made = aimed(state, 1, 0, 6)
    assert not isinstance(made, Refusal)
    assert made.count.dice == 0
    assert why(state, act.Fire(0, 1, place(0, 6))) == "MN-HALVE-03"
    assert listed(state, "a", "fire") == []


@pytest.mark.rule("MN-EXTEND-08", "a disordered unit may still fire")
def test_a_disordered_unit_fires() -> None:
    state = noted(shooting(foot(), against=(foot("enemy", 0, 6, 180),)), 0, blue="disorder")
    assert aiming.refuse_firer(state, 0) is None


@pytest.mark.rule("MN-RULING-12", "a square of either kind keeps a unit in play at one strength point")
@pytest.mark.parametrize(
    ("formation", "gone"),
    [("line", True), ("column", True), ("solid_square", False), ("emergency_square", False), ("skirmish_line", False)],
)
def test_one_point_in_a_square_is_enough(formation: Any, gone: bool) -> None:
    assert losses.is_removed(1, "veteran", formation) is gone


@pytest.mark.rule("MN-RULING-17", "exactly 12 cm is not over 12 cm")
@pytest.mark.rule("MN-RULING-85", "what counts is how far apart the bases were where the charge began")
@pytest.mark.parametrize(("away", "may"), [(1_199, False), (1_200, False), (1_201, True)])
def test_a_square_is_for_charges_from_over_twelve(away: int, may: bool) -> None:
    state = noted(field(horse(), against=(foot("enemy", 0, 30, 180),)), 0, charged_from=away)
    assert squares.threatens(state, 0) is may


@pytest.mark.rule("MN-RULING-85", "the length of the charge's own way does not count")
def test_a_charge_notes_the_least_distance() -> None:
    for y, away, may in ((16, 1_181, False), (16.5, 1_230, True)):  # Each is over 14 cm away straight ahead.
        play = passed(go(field(horse(), against=(foot("enemy", 4, y, 225),)), plan(move=act.Charge(1)), 1))
        assert play.state.units[0].charged_from == away
        assert ("emergency_square" in asked(play)) is may
