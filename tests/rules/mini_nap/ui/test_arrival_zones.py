"""Zones by which later brigades enter the table, as drawn."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, recruit


def arriving(turn: int) -> State:
    """Side a has three Brigades that wait: for Turn 2 on the left, for Turn 3 on the right and in its own zone."""
    given: dict[str, Any] = {"place": None}
    left = brigade(recruit("left", at=None), arrives=2, entry=(0, 4000, 1000, 8000), **given)
    right = brigade(recruit("right", at=None), arrives=3, entry=(17_000, 4000, 18_000, 8000), **given)
    home = brigade(recruit("home", at=None), arrives=3, **given)
    here = brigade(recruit("here", at=(90, 20)))
    return battle(force(division(here, left, right, home)), turn=turn, step="arrival", active="a")


def zones(state: State) -> list[tuple[tuple[int, int], ...]]:
    """The zones in which a side may place troops now."""
    scene = SYSTEM.ui.scene(SYSTEM.secrets.view(state, "a"))
    return [zone.outline for zone in scene.zones if zone.kind == "deployment"]


LEFT = ((0, 400), (100, 400), (100, 800), (0, 800))


RIGHT = ((1700, 400), (1800, 400), (1800, 800), (1700, 800))


HOME = ((0, 900), (1800, 900), (1800, 1200), (0, 1200))


@pytest.mark.rule("MN-RULING-97", "where troops may come on is shown, also to those who wait since an earlier Turn")
def test_entry_zones_of_brigades_that_have_still_to_arrive() -> None:
    assert zones(arriving(1)) == []
    assert zones(arriving(2)) == [LEFT]
    assert zones(arriving(3)) == [LEFT, RIGHT, HOME]
    there = unit_with(arriving(3), 1, where="table", x=500, y=6000)
    assert zones(there) == [LEFT, RIGHT, HOME], "its stand has still to come"
    stands = tuple(replace(each, where="table", x=900, y=4500) for each in there.stands)
    assert zones(replace(there, stands=stands)) == [RIGHT, HOME]
    assert zones(replace(arriving(3), active="b")) == []
    assert zones(replace(arriving(3), step="choose")) == []


@pytest.mark.rule("MN-RULING-97", "both sides see where Brigades of later Turns arrive, and when each unit does")
@pytest.mark.parametrize("viewer", ["a", "b"])
def test_places_and_turns_of_later_arrivals_are_shown_from_the_start(viewer: str) -> None:
    for turn, want in ((1, [("Turn 2", LEFT), ("Turn 3", RIGHT)]), (2, [("Turn 3", RIGHT)]), (3, [])):
        scene = SYSTEM.ui.scene(SYSTEM.secrets.view(replace(arriving(turn), step="choose"), viewer))
        assert [(zone.name, zone.outline) for zone in scene.zones if zone.kind == "arrival"] == want
    notes = {block.name: block.note for block in scene.off if block.key.startswith("unit ")}
    assert notes == {"left": "Turn 2", "right": "Turn 3", "home": "Turn 3"}


def test_the_briefing_says_which_brigades_arrive_when() -> None:
    rules = SYSTEM.scenarios.special_rules(SYSTEM.scenarios.load("quatre_bras"))
    assert len(rules) == 6
    assert all(rule.startswith("Arriving in Turn ") and rule.endswith("(MN-RULING-97).") for rule in rules)
