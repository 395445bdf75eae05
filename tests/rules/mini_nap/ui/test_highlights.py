"""How far units fire, move and charge, and how far stands command, as outlines."""

import pytest
from msgspec.structs import replace

from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, strip
from tests.rules.mini_nap.builders.melees import noted
from tests.rules.mini_nap.builders.pictures import about, extent
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, spot


@pytest.mark.rule("MN-FIRE-13", "a battery has a zone for each range that it has dice at, ahead of its front")
def test_a_battery_has_its_ranges() -> None:
    found = about(field(guns()), "unit 0")
    assert [reach.kind for reach in found.values()] == ["fire", "far_fire", "far_fire", "move"]
    assert extent(found["Close range"]) == (685, 385, 1115, 585)
    assert extent(found["Medium range"]) == (485, 185, 1315, 585)
    assert "3 dice at close range" in found["Close range"].words
    assert "Long range" not in about(field(guns(weight="light")), "unit 0")


@pytest.mark.rule("MN-FIRE-15", "a square fires all round")
def test_a_square_fires_all_round() -> None:
    found = about(field(foot(formation="solid_square")), "unit 0")
    left, top, right, foot_of = extent(found["Small arms"])
    assert abs(right - left - 105) <= 1
    assert abs(foot_of - top - 120) <= 1
    assert "Charge" not in found


@pytest.mark.rule("MN-MOVE-01", "the reach of an advance is where the middle of the unit comes to")
def test_the_reach_of_an_advance() -> None:
    assert extent(about(field(foot()), "unit 0")["Advance"]) == (840, 540, 960, 660)


@pytest.mark.rule("MNT-RIVER-01", "what bars the way bars the reach")
def test_the_ground_limits_the_reach() -> None:
    state = field(foot(), features=(strip("river", 2, 6, -40, 40),))
    assert extent(about(state, "unit 0")["Advance"])[1] == 590


@pytest.mark.rule("MN-TURN-04", "the reach of a charge goes as far to either side as a unit may turn before it")
def test_the_reach_of_a_charge() -> None:
    left, top, right, _ = extent(about(field(horse()), "unit 0")["Charge"])
    assert abs(top - 280) <= 2
    assert abs(right - left - 2 * 320) <= 4
    wider = extent(about(field(horse()), "unit 0")["Extended charge"])
    assert wider[1] < top - 170
    assert "Charge" not in about(noted(field(horse()), 0, blue="disorder"), "unit 0")


@pytest.mark.rule("MN-CMD-12", "a commander has units in command within his radius, and cautious within 24 cm")
def test_the_radius_of_a_commander() -> None:
    state = battle(force(brigade(foot(x=40), place=spot(50, 50))))
    stands = {stand.level: f"stand {number}" for number, stand in enumerate(state.stands) if stand.side == "a"}
    assert about(state, stands["brigade"])["Attachment"].kind == "command"
    assert extent(about(state, stands["brigade"])["Attachment"]) == (428, 628, 573, 773)


@pytest.mark.rule("MN-CMD-16", "a stand that evaded has no radius")
def test_a_stand_that_evaded_commands_nobody() -> None:
    state = battle(force(division(brigade(foot(x=40)), place=spot(90, 60), rating="good")))
    number = next(place for place, stand in enumerate(state.stands) if stand.level == "division")
    found = about(state, f"stand {number}")
    assert extent(found["In command"]) == (728, 428, 1073, 773)
    stands = (*state.stands[:number], replace(state.stands[number], evaded=True), *state.stands[number + 1 :])
    assert "In command" not in about(replace(state, stands=stands), f"stand {number}")


def test_nobody_has_no_reach() -> None:
    state = noted(field(foot()), 0, where="destroyed")
    for key in ("unit 0", "unit 77", "stand 77", "", "at 10 10"):
        assert about(state, key) == {}
