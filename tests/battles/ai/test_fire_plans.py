"""The fire of a phase is thought out once: what is left of a plan is what would be thought of anew."""

from collections.abc import Iterator

import pytest

from battles.ai import Greedy
from battles.engine.record import Record
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.ai.fire import Mission, missions, most_dice, planned
from battles.rules.easy_napoleonics.ai.situation import Situation


def volleys(key: str, secret: bytes) -> Iterator[tuple[list[Mission], list[Mission]]]:
    """Of every decision to fire in a battle of greedy players the missions as planned, and as thought of anew."""
    record, player = Record.new(SYSTEM, SYSTEM.scenarios.load(key), secret), Greedy(SYSTEM)
    while sides := SYSTEM.deciding(record.state):
        side = min(sides)
        view, options = SYSTEM.secrets.view(record.state, side), SYSTEM.options(record.state, side)
        if options[0].kind == "fire":
            ground = Situation(view, side, False)
            yield planned(ground, options), missions(ground, most_dice(options))
        record.play(side, player.choose(view, options).action)


@pytest.mark.parametrize("key", sorted({*SYSTEM.scenarios.shipped()} - {"gemioncourt"}))
@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_of_a_plan_is_what_would_be_thought_of_anew(key: str, seed: int) -> None:
    compared = 0
    for kept, anew in volleys(key, bytes([seed] * 32)):
        assert kept == anew
        compared += len(anew) > 1
    assert compared > 0
