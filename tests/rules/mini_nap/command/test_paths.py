"""Paths on which a commander rides."""

from math import hypot

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.command import movement
from battles.rules.mini_nap.state import Feature
from tests.rules.mini_nap.builders.manoeuvres import field, foot, strip
from tests.rules.mini_nap.builders.shots import place


@pytest.mark.rule("MN-CMD-01", "a stand rides straight, or by a bend half way that is as far to either side")
def test_paths_of_a_commander_bend_half_way_to_either_side() -> None:
    corps = next(each for each in field(foot()).stands if each.level == "corps")
    stand = replace(corps, x=1_000, y=2_000)
    straight, *bent = movement.paths_to(stand, (1_800, 2_600), 3_600)
    assert straight == ((1_800, 2_600),)
    assert bent
    for bend, end in bent:
        assert end == (1_800, 2_600)
        aside = bend[0] - 1_400, bend[1] - 2_300
        assert abs(aside[0] * 800 + aside[1] * 600) <= 1_000, "square to the way"
    away = [round(hypot(bend[0] - 1_400, bend[1] - 2_300) / 100) for bend, _ in bent]
    assert away == [6, 6, 12, 12]
    assert len({bend for bend, _ in bent}) == len(bent)
    (short,), *_ = movement.paths_to(stand, (1_000, 9_000), 3_600)
    assert short == (1_000, 5_500), "a centimetre less than it may"
    assert list(movement.paths_to(stand, (1_000, 2_000), 3_600)) == []


RIVER = Feature(key="river", kind="river", points=(place(-40, 0), place(40, 0)), width=400)


@pytest.mark.rule("MNT-BRIDGE-01", "a stand crosses water on a bridge and nowhere beside it")
@pytest.mark.parametrize(
    ("start", "end", "barred"),
    [
        ((0, -6), (0, 6), False),
        ((1, -6), (1, 6), False),
        ((-4, -6), (1, 6), True),
        ((0, -6), (6, 6), True),
        ((6, -6), (6, 6), True),
        ((0, 6), (0, -6), False),
        ((1, 6), (-4, -6), True),
    ],
)
def test_a_commander_crosses_a_river_on_a_bridge(
    start: tuple[float, float], end: tuple[float, float], barred: bool
) -> None:
    bridge = strip("bridge", -2.5, 2.5, -1.5, 1.5, over="river")
    state = field(foot(y=30), features=(RIVER, bridge))
    assert (movement.barred_ground(state, place(*start), place(*end)) is not None) is barred
