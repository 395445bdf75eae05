"""Activations that are left out unweighed: none of them would have been the best."""

from collections.abc import Iterator

import pytest

from battles.ai import Greedy
from battles.engine.record import Record
from battles.rules.easy_napoleonics import SYSTEM, scenario, weights
from battles.rules.easy_napoleonics.judging_best import best_of
from battles.rules.easy_napoleonics.judging_ground import Ground
from battles.rules.easy_napoleonics.judging_mover import Mover
from battles.rules.easy_napoleonics.judging_moves import order
from battles.rules.easy_napoleonics.programmes import Programmes


def positions(key: str, secret: bytes) -> Iterator[tuple[Ground, list[tuple[Mover, Programmes]]]]:
    """Every movement decision of a battle of greedy players, with the units that may be activated near the enemy."""
    record, player = Record.new(SYSTEM, scenario.load(key), secret), Greedy(SYSTEM)
    while sides := SYSTEM.deciding(record.state):
        side = min(sides)
        view, options = SYSTEM.view(record.state, side), SYSTEM.options(record.state, side)
        if record.state.phase == "movement" and not record.state.pending:
            ground = Ground(view, side, False)
            yield ground, [(Mover(ground, number), listed) for _, number, listed in order(ground, options, True)]
        record.play(side, player.choose(view, options).action)


@pytest.mark.parametrize("key", scenario.SHIPPED.all)
def test_the_best_activation_is_the_first_of_the_most_valuable(key: str) -> None:
    compared = none_better = 0
    for _, movers in positions(key, b"sifted".ljust(32)):
        for mover, listed in movers:
            every = mover.scored(listed)
            floor = mover.staying() + weights.WORTH_A_MOVE - 1
            better = [score for score in every if score.value > floor]
            expected = max(better, key=lambda score: score.value) if better else None
            assert best_of(mover, listed, floor) == expected
            compared += 1
            none_better += expected is None
    assert compared > none_better > 0
