"""How far a unit fires, moves and charges, and a commander rides and commands, as outlines on the table."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.rules import Options
from tests.rules.mini_nap.builders.manoeuvres import X, field, foot, guns, horse, strip
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


@pytest.mark.rule("MN-TURN-04", "a charge reaches as far to the left as to the right, from a quarter turn to the other")
def test_the_reach_of_a_charge_is_symmetric() -> None:
    outline = about(field(horse()), "unit 0")["Charge"].outline
    middle = X * 10
    left, right = [(x - middle, y) for x, y in outline], [(middle - x, y) for x, y in reversed(outline)]
    assert len(left) == len(right) == 40
    assert all(abs(x - u) <= 1 and abs(y - v) <= 1 for (x, y), (u, v) in zip(left, right, strict=True))
    assert [abs(x) for x, _ in left[:2]] == [20, 320], "half the depth, before and after 30 cm"


@pytest.mark.rule("MN-CMD-12", "circles about a stand's base: its radius, 24 cm; about its middle: 36 cm of ride")
@pytest.mark.rule("MN-CMD-13", "cautious up to 24 cm")
@pytest.mark.parametrize(
    ("level", "changes", "circles"),
    [
        ("corps", {"rating": "excellent"}, {"In command": 19.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": "good"}, {"In command": 17.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": None}, {"In command": 15.25, "Cautious": 25.25, "Ride": 36}),
        ("division", {"rating": "poor", "moved": True}, {"In command": 13.25, "Cautious": 25.25}),
        ("division", {"rating": "poor", "evaded": True}, {"Cautious": 25.25, "Ride": 36}),
        ("brigade", {}, {"Attachment": 7.25, "Ride": 36}),
        ("brigade", {"moved": True}, {"Attachment": 7.25}),
    ],
)
def test_circles_about_a_commander(level: str, changes: dict[str, Any], circles: dict[str, float]) -> None:
    state = battle(force(brigade(foot(x=40), place=spot(90, 60))), step="manoeuvre", brigade=0)
    number = next(n for n, each in enumerate(state.stands) if each.level == level)
    state = stand_with(state, number, **{"x": 9000, "y": 6000, **changes})
    found = about(state, f"stand {number}")
    assert set(found) == set(circles)
    for name, radius in circles.items():
        left, top, right, low = extent(found[name])
        # On the table, in millimetres.
        assert abs(right - min(1800, 900 + radius * 10)) <= 1
        assert abs(left - max(0, 900 - radius * 10)) <= 1
        assert abs(top - (600 - radius * 10)) <= 1
        assert abs(low - (600 + radius * 10)) <= 1
        assert found[name].kind == ("move" if name == "Ride" else "command")


@pytest.mark.rule("MN-RULING-53", "by option a stand with white markers makes no unit cautious")
def test_a_commander_that_evaded_has_no_command_circle_by_option() -> None:
    state = battle(
        force(brigade(foot(x=40), place=spot(90, 60))), options=Options(white_marked_stand_gives_cautious=False)
    )
    assert set(about(stand_with(state, 1, x=9000, y=6000, evaded=True), "stand 1")) == {"Ride"}
