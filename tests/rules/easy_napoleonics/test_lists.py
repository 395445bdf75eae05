"""Lists of actions that are worked out when they are looked at: every way to look at one shows the same."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Deploy
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.refusing import is_listed
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.board import leader, position, unit
from tests.rules.easy_napoleonics.small import small_setup, steps


def moving() -> State:
    """A column with a leader, guns and a locked unit on the move, with an enemy near."""
    units = [
        unit("a", (0, 0), formation="column"),
        unit("a", (4, 0), kind="horse_artillery", formation="limbered"),
        unit("b", (2, -4), facing=3),
    ]
    return position(units, [leader("a", (0, 0)), leader("b", (1, -1))])


def deploying() -> State:
    """A line and a battery to be deployed in the north-west corner."""
    state = position([unit("a"), unit("a", kind="field_artillery")], phase="deployment", state={"first_to_deploy": "a"})
    south = replace(state.setup.forces[0], zone=(0, 1, 25))
    return replace(state, setup=replace(state.setup, forces=(south, state.setup.forces[1])))


def fresh(state: State, number: int) -> Sequence[Any]:
    """The list of a unit, at which nobody has looked yet."""
    state = replace(state, units=tuple(state.units))
    (found,) = (option.actions for option in SYSTEM.options(state, "a") if option.actor == f"unit {number}")
    return found


@pytest.mark.rule("EN-ACTION-08", "every programme has its place in the list and is found there")
@pytest.mark.rule("EN-SETUP-09", "every placing has its place in the list and is found there")
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("make", [moving, deploying])
def test_a_list_is_the_same_by_place_by_slice_and_one_after_the_other(make: Any, number: int) -> None:
    every = list(fresh(make(), number))
    size = len(every)
    assert size > 10
    assert len(set(every)) == size == len(fresh(make(), number))
    by_place = fresh(make(), number)
    assert [by_place[place] for place in range(size)] == every
    assert [by_place[place] for place in range(-size, 0)] == every
    for start, stop, step in ((0, 2, 1), (1, None, 3), (-4, None, 1), (None, None, -2), (size, None, 1)):
        assert list(fresh(make(), number)[start:stop:step]) == every[start:stop:step]
    for place in (size, size + 1, -size - 1):
        with pytest.raises(IndexError):
            fresh(make(), number)[place]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("make", [moving, deploying])
def test_a_list_holds_what_it_lists_and_nothing_else(make: Any, number: int) -> None:
    found = fresh(make(), number)
    assert bool(found)
    assert all(action in found for action in found)
    other = replace(found[0], unit=1 - number)
    junk = [other, replace(found[0], cell=500), replace(found[0], facing=6), replace(found[0], facing=-1), None, "all"]
    assert not [thing for thing in junk if thing in found]


def test_standing_still_is_no_programme_and_is_not_found() -> None:
    found = fresh(moving(), 0)
    assert Activate(0) not in found
    assert Activate(0, None, 0) not in found
    assert Activate(0, None, 1) in found
    assert Deploy(0, 0, 0, "line") not in found
    assert Deploy(0, 0, 0, "line") in fresh(deploying(), 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_listed_action_is_looked_up_by_its_actor(seed: int) -> None:
    setup = small_setup(Chances(b"%d" % seed), breakthrough=True, leaders_per_side=2, draws=True)
    for state, _, _, step in steps(setup, seed):
        for side in SYSTEM.deciding(step.state):
            field, other = field_of(step.state), "b" if side == "a" else "a"
            for option in SYSTEM.options(step.state, side):
                for action in (option.actions[0], option.actions[-1], option.actions[len(option.actions) // 2]):
                    assert is_listed(field, step.state, side, action), action
                    assert other in SYSTEM.deciding(step.state) or not is_listed(field, step.state, other, action)
        if state.turn == 3:
            break
