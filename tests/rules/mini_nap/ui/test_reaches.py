"""How far a unit charges and a commander rides or commands, as drawn on the table."""

from typing import Any

import pytest

from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.rules import Options
from tests.rules.mini_nap.builders.manoeuvres import X, field, foot, horse
from tests.rules.mini_nap.builders.pictures import about, extent
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, spot


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
