"""Activations that are left out unweighed: none of them would have been the best."""

from collections.abc import Iterator

import pytest

from battles.ai import Greedy
from battles.engine.record import Record
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator, best_of
from battles.rules.easy_napoleonics.ai.movement import units_by_distance
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.movement.activation import UnitActivations


def positions(key: str, secret: bytes) -> Iterator[tuple[Situation, list[tuple[UnitEvaluator, UnitActivations]]]]:
    """Every movement decision of a battle of greedy players, with the units that may be activated near the enemy."""
    record, player = Record.new(SYSTEM, SYSTEM.scenarios.load(key), secret), Greedy(SYSTEM)
    while sides := SYSTEM.deciding(record.state):
        side = min(sides)
        view, options = SYSTEM.secrets.view(record.state, side), SYSTEM.options(record.state, side)
        if record.state.phase == "movement" and not record.state.pending:
            situation = Situation(view, side, False)
            yield (
                situation,
                [
                    (UnitEvaluator(situation, number), listed)
                    for _, number, listed in units_by_distance(situation, options, True)
                ],
            )
        record.play(side, player.choose(view, options).action)


@pytest.mark.parametrize("key", SYSTEM.scenarios.shipped())
def test_the_best_activation_is_the_first_of_the_most_valuable(key: str) -> None:
    compared = none_better = 0
    for _, unit_evaluators in positions(key, b"sifted".ljust(32)):
        for unit_evaluator, listed in unit_evaluators:
            every = unit_evaluator.scored(listed)
            floor = unit_evaluator.staying() + weights.WORTH_A_MOVE - 1
            better = [score for score in every if score.value > floor]
            expected = max(better, key=lambda score: score.value) if better else None
            assert best_of(unit_evaluator, listed, floor) == expected
            compared += 1
            none_better += expected is None
    assert compared > none_better > 0
