"""Laws of the computer's care: no flank shown to cavalry in reach, no general alone ahead of the line."""

from typing import Any

import pytest

from battles.ai import Greedy, fight
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Done
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, bearing
from battles.rules.easy_napoleonics.ai.situation import Situation
from tests.rules.easy_napoleonics.builders.positions import at, position, unit


@pytest.mark.rule("EN-FACE-04", "a unit that stays in reach of cavalry turns its front to it")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize(("horse", "towards"), [((3, 0), 4), ((0, 3), 0), ((-3, 3), 1), ((-3, 0), 2)])
def test_a_unit_turns_its_front_to_cavalry_in_reach(horse: tuple[int, int], towards: int, facing: int) -> None:
    rider = unit("b", horse, facing=towards, kind="heavy_cavalry", grade="elite", worth=2)
    state = position([unit("a", (0, 0), facing=facing, worth=2), rider])
    situation = Situation(state, "a", ahead=True)
    assert situation.foes.all[0].reach >> at(0, 0) & 1, "the cavalry can charge"
    listed = next(option.actions for option in SYSTEM.options(state, "a") if option.actor == "unit 0")
    stays = [each for each in UnitEvaluator(situation, 0).scored(listed) if each.cell == at(0, 0)]
    best = max((each for each in stays if each.formation == "line"), key=lambda each: each.value)
    assert ASPECTS[(bearing(situation.grid, at(0, 0), rider.cell) - best.facing) % 6] == "front"


@pytest.mark.parametrize("key", ["village", "meeting"])
def test_no_general_stands_alone_ahead_of_the_line(key: str) -> None:
    ends: list[Situation] = []

    class Watcher:
        """A computer player; keeps each position in which its side ends the movement."""

        def __init__(self, side: Any) -> None:
            self.side, self.player = side, Greedy(SYSTEM)

        def choose(self, view: Any, options: Any) -> Any:
            choice = self.player.choose(view, options)
            if view.phase == "movement" and isinstance(choice.action, Done):
                ends.append(Situation(view, self.side))
            return choice

    fight(SYSTEM, SYSTEM.scenarios.load(key), {"a": Watcher("a"), "b": Watcher("b")}, b"care" * 8)
    seen = 0
    for situation in ends:
        far, own = situation.foes.far, list(situation.grid.cells(situation.own))
        for man in situation.occupancy.leaders:
            if man.side == situation.side and man.alive and man.cell >= 0 and own and situation.foes.all:
                seen += 1
                assert man.cell in own or far[man.cell] >= min(far[cell] for cell in own), man.name
    assert seen > 5
