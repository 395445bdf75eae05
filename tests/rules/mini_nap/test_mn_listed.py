"""What is listed in the Manoeuvre phase and its windows: finite, never empty, and legal to the last (section 5.5)."""

import random

import pytest

from battles.engine.core import Refusal
from battles.rules.mini_nap import flow
from battles.rules.mini_nap.setup import Recruit
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import playing
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, strip

KINDS = (foot, foot, light, horse, guns)
STEPS = 12
"""Choices made from one position."""


def scattered(chance: random.Random) -> State:
    """Five units a side near each other on a little ground, nobody on anybody."""
    spots = [(x, y) for x in (-16, -8, 0, 8, 16) for y in (-10, 10)]
    chance.shuffle(spots)
    made: list[list[Recruit]] = [[], []]
    for place, (x, y) in enumerate(spots):
        kind = chance.choice(KINDS)
        facing = chance.choice((0, 15, 90, 180, 270, 345))
        made[place % 2].append(kind(f"unit {place}", x, y, facing))
    ground = (strip("hill", -3, 3, -9, 9), strip("fence", 4, 4.4, 10, 25), strip("stream", -6, -5, -30, -12))
    return field(*made[0], against=tuple(made[1]), features=ground)


@pytest.mark.rule("MN-RULING-61", "every listed action is legal, and no list is empty")
@pytest.mark.parametrize("seed", range(12))
def test_lists(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    state = scattered(chance)
    play = playing(state, *(chance.randint(1, 6) for _ in range(400)))
    for _ in range(STEPS):
        while play.state.stack and not flow.deciders(play.state):
            flow.handler(play.state).proceed(play)
        if play.state.step != "manoeuvre" or not flow.deciders(play.state):
            return
        handler = flow.handler(play.state)
        (side,) = flow.deciders(play.state)
        actions = [action for option in handler.options(play.state, side) for action in option.actions]
        assert actions
        refused: list[Refusal] = [found for action in actions if (found := handler.refuse(play.state, side, action))]
        assert refused == []
        kind = chance.choice(sorted({str(type(action)) for action in actions}))
        handler.perform(play, side, chance.choice([action for action in actions if str(type(action)) == kind]))
