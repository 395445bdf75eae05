"""What is carried on from decision to decision is what would be found from nothing."""

from typing import Any

import pytest

from battles.engine.chance import Chances
from battles.rules.easy_napoleonics import SYSTEM, legal
from battles.rules.easy_napoleonics.field import Field, field_of
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.games import battle, setup_of

HOUSE: dict[str, dict[str, Any]] = {
    "plain": {},
    "guns": {"grand_battery": True, "lone_leader_contact": "block", "breakthrough": True},
    "streams": {"stream_effect": "halt", "lone_leader_contact": "remove", "formation_change_free_facing": True},
}


def listed(field: Field, state: State) -> list[tuple[object, ...]]:
    """Every option in a state, written out."""
    return [
        (option.kind, option.actor, len(option.actions), tuple(option.actions), option.complete)
        for side in SYSTEM.sides
        for option in legal.options(field, state, side)
    ]


def laid(lay: Lay) -> tuple[object, ...]:
    """All that a lay says."""
    return lay.at, lay.second, lay.held, lay.near, lay.guns, lay.men, lay.posts, lay.lone, lay.fronts


@pytest.mark.parametrize("house", HOUSE)
@pytest.mark.parametrize("key", ["meeting", "village"])
def test_lists_and_positions_carried_on_are_those_made_anew(key: str, house: str) -> None:
    """In order, as a battle is played, and by leaps to and fro, as a search goes."""
    states = [state for state, _ in battle(setup_of(key, **HOUSE[house]), 11)]
    chances = Chances(house.encode())
    field = field_of(states[-1])
    for state in [*states[::3], *(chances.choice(states) for _ in range(30))]:
        if state.board is states[-1].board:
            assert laid(field.lay(state)) == laid(Lay(field.grid, state.units, state.leaders))
            assert listed(field, state) == listed(Field(state.setup, state.board), state)
