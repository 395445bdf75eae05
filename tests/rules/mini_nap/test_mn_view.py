"""What a view tells of a position: all of it while nothing is under way, and else without what is hidden."""

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.rules.mini_nap import view
from battles.rules.mini_nap.frames import Allotment, Combat, Group
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap import mn_rich as rich

FIGHT = Combat(group=Group(((0, 11),)), allotted=("a",), shares=(Allotment(0, 11, 5),))


def test_a_position_in_which_nothing_is_under_way_is_known_whole() -> None:
    state = rich.rich()
    for viewer in ("a", "b", "public"):
        seen = view.view(state, viewer)
        assert view.known(seen) is state
        assert view.suppose(seen, Chances(b"x")) is state


@pytest.mark.rule("MN-RULING-32", "what the enemy has allotted is not in the position that a view tells")
def test_a_position_with_something_hidden() -> None:
    state = rich.rich(stack=(FIGHT,))
    for viewer, shares in (("a", FIGHT.shares), ("b", ()), ("public", ())):
        found = view.known(view.view(state, viewer))
        assert isinstance(found, State)
        assert found == replace(state, stack=(replace(FIGHT, shares=shares),))


def test_the_position_of_a_view_is_the_same_value_each_time() -> None:
    seen = view.view(rich.rich(stack=(FIGHT,)), "a")
    assert view.known(seen) is view.known(seen)
    assert view.known(view.view(rich.rich(stack=(FIGHT,)), "a")) is not view.known(seen)


def test_no_more_positions_are_kept_than_are_asked_for_at_once() -> None:
    state = rich.rich()
    seen = [view.view(state, "a") for _ in range(40)]
    assert len(view._STATES) == 16
    assert [id(each) in view._STATES for each in seen] == [False] * 24 + [True] * 16
    assert view.known(seen[0]) == state
    assert view.known(seen[-1]) is state
