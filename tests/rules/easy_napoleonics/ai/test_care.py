"""Laws of the computer's care and of its evaluation: flanks, generals, losses, and the same eyes for both sides."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai import Greedy, fight
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Done
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator
from battles.rules.easy_napoleonics.ai.enemy import ASPECTS, bearing
from battles.rules.easy_napoleonics.ai.evaluator import evaluate
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import at, changed, leader, position, unit


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


OTHER = {"a": "b", "b": "a"}


def line_of_battle(phase: str) -> State:
    """Foot, horse and guns of both sides in reach of each other, with a leader each."""
    units = [
        unit("a", (0, 0), facing=0, worth=2),
        unit("a", (1, 0), facing=0, kind="heavy_cavalry", grade="elite"),
        unit("a", (-2, 1), facing=0, kind="field_artillery"),
        unit("b", (0, -1), facing=3),
        unit("b", (2, -3), facing=3, kind="light_cavalry", grade="veteran"),
        unit("b", (-1, -3), facing=3, kind="field_artillery"),
    ]
    return position(units, [leader("a", (0, 0)), leader("b", (0, -1))], phase=phase)


def exchanged(state: State) -> State:
    """The same battle with the sides exchanged."""
    return replace(
        state,
        units=tuple(replace(each, side=OTHER[each.side]) for each in state.units),
        leaders=tuple(replace(each, side=OTHER[each.side]) for each in state.leaders),
        acting="b",
        holder="b",
        mover="b",
        fires_first="b",
        score=state.score[::-1],
    )


PHASES = ("movement", "artillery", "musketry", "melee")


@pytest.mark.parametrize("phase", PHASES)
def test_both_sides_are_evaluated_alike(phase: str) -> None:
    """A computer player that prefers a side would be no fair opponent."""
    state = line_of_battle(phase)
    for side, other in OTHER.items():
        assert evaluate(state, side) == evaluate(exchanged(state), other)


@pytest.mark.rule("EN-MORALE-02", "a unit that falls in morale counts less; broken, it gives the enemy its points")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("number", range(6))
def test_a_unit_that_falls_in_morale_never_helps_its_side(phase: str, number: int) -> None:
    """Else the computer would seek the loss."""
    state = line_of_battle(phase)
    side = state.units[number].side
    values = [evaluate(changed(state, number, level=level), side) for level in ("good", "fair", "bad")]
    points = (0, state.units[number].worth) if side == "a" else (state.units[number].worth, 0)
    broken = replace(changed(state, number, level="broken", cell=-1), score=points)
    values.append(evaluate(broken, side))
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]
