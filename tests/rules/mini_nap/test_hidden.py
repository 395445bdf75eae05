"""A view shows all of a position but what is hidden."""

import pytest
from msgspec.structs import replace

from battles.engine.rng import Chances
from battles.rules.mini_nap import hidden
from battles.rules.mini_nap.decisions import Allotment, Combat, Group
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.builders import full_battle as rich

FIGHT = Combat(group=Group(((0, 11),)), allotted=("a",), shares=(Allotment(0, 11, 5),))


def test_a_position_in_which_nothing_is_under_way_is_known_whole() -> None:
    state = rich.rich()
    for viewer in ("a", "b", "public"):
        seen = hidden.view(state, viewer)
        assert hidden.state_from_view(seen) is state
        assert hidden.resample(seen, Chances(b"x")) is state


@pytest.mark.rule("MN-RULING-32", "what the enemy has allotted is not in the position that a view tells")
def test_a_position_with_something_hidden() -> None:
    state = rich.rich(stack=(FIGHT,))
    for viewer, shares in (("a", FIGHT.shares), ("b", ()), ("public", ())):
        found = hidden.state_from_view(hidden.view(state, viewer))
        assert isinstance(found, State)
        assert found == replace(state, stack=(replace(FIGHT, shares=shares),))


def test_the_position_of_a_view_is_the_same_value_each_time() -> None:
    seen = hidden.view(rich.rich(stack=(FIGHT,)), "a")
    assert hidden.state_from_view(seen) is hidden.state_from_view(seen)
    assert hidden.state_from_view(hidden.view(rich.rich(stack=(FIGHT,)), "a")) is not hidden.state_from_view(seen)


def test_no_more_positions_are_kept_than_are_asked_for_at_once() -> None:
    state = rich.rich()
    seen = [hidden.view(state, "a") for _ in range(40)]
    assert len(hidden._STATES) == 16
    assert [id(each) in hidden._STATES for each in seen] == [False] * 24 + [True] * 16
    assert hidden.state_from_view(seen[0]) == state
    assert hidden.state_from_view(seen[-1]) is state
