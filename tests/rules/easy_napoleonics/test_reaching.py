"""How far a battery fires and a leader rides, as outlines of hexes."""

import pytest

from battles.engine.picture import Reach
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.drawing_ground import middle
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.board import at, leader, position, unit

FAR = unit("b", (14, -11), facing=3)


def about(state: State, key: str) -> tuple[Reach, ...]:
    return SYSTEM.about(SYSTEM.view(state, "a"), key)


def holds(state: State, reach: Reach, q: int, r: int) -> bool:
    """Whether the outline of a reach goes about the hex of a vector."""
    x, y = middle(state.board, at(q, r))
    crossed = False
    for (x1, y1), (x2, y2) in zip(reach.outline, (*reach.outline[1:], reach.outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


@pytest.mark.rule("EN-ART-04", "the ranges of a battery are shown as outlines, the nearest apart from the far ones")
def test_a_battery_shows_its_ranges() -> None:
    state = position([unit("a", (0, 0), kind="field_artillery", formation="unlimbered"), FAR])
    close, medium, long = about(state, "unit 0")
    assert [close.kind, medium.kind, long.kind] == ["fire", "far_fire", "far_fire"]
    assert close.words.endswith("fires 3 dice at close range, up to 2 hexes (EN-ART-03, EN-ART-08).")
    assert holds(state, close, 0, -2)
    assert not holds(state, close, 0, -3)
    assert holds(state, medium, 0, -6)


@pytest.mark.rule("EN-ART-08", "nothing behind a battery lies in its arc")
def test_the_arc_is_ahead_of_the_battery() -> None:
    state = position([unit("a", (0, 0), kind="field_artillery", formation="limbered"), FAR])
    close = about(state, "unit 0")[0]
    assert not holds(state, close, 0, 1)
    assert not holds(state, close, 0, 0)
    assert "once it is unlimbered" in close.words


@pytest.mark.rule("EN-LEADER-04", "a leader's ride is shown as far as he has hexes left, and not where enemies stand")
def test_a_leader_shows_his_ride() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -2), facing=3)], [leader("a", (0, 0))])
    (ride,) = about(state, "leader 0")
    assert ride.kind == "move"
    assert holds(state, ride, -5, 0)
    assert not holds(state, ride, -6, 0)


def test_nobody_else_has_a_reach() -> None:
    state = position([unit("a", (0, 0)), FAR])
    for key in ("unit 0", "unit 9", "leader 3", "", "unit x", "0101"):
        assert about(state, key) == ()
