"""Laws of the computer's choices: melees it may have or leave, and the moves it weighs."""

from typing import Any

import pytest

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Accept, Activate, Advance, Done, Fight, MoveLeader
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.activations import UnitEvaluator
from battles.rules.easy_napoleonics.ai.movement import best_leader_move
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import GRID, act, at, axial, leader, position, unit

FAR = unit("b", (14, -11), facing=3)
SPARE = unit("a", (-5, 9))
WEAK: dict[str, Any] = {"facing": 0, "grade": "militia", "level": "bad", "worth": 9}
STRONG: dict[str, Any] = {"facing": 3, "grade": "old_guard", "formation": "square", "worth": 1}


def best(state: State, side: str = "a") -> Any:
    return SYSTEM.ai.evaluator(SYSTEM.secrets.view(state, side), side).best(SYSTEM.options(state, side))


def broken_through(enemy: dict[str, Any]) -> State:
    """Cavalry has won its melee, and may fight another enemy that stands behind the first."""
    horse = unit("a", (0, 0), kind="light_cavalry", grade="militia", worth=20)
    units = [horse, unit("b", (1, -1), facing=3), unit("b", (2, -2), **enemy), FAR, SPARE]
    state = position(units, phase="melee", breakthrough=True, state={"listed": True, "pairs": ((0, 1),)})
    return act(state, "a", Fight(0, 1), 10, 10, 1, 1).state


@pytest.mark.rule("EN-OPT-02", "a winner moves in, and fights an enemy in front if it likes")
def test_a_winner_fights_again_where_it_gains_and_stays_where_it_loses() -> None:
    won, lost = best(broken_through(WEAK)), best(broken_through(STRONG))
    assert (won.action, lost.action) == (Advance("in", target=2), Advance("stay"))
    assert won.value > 0 == lost.value


def asked(attacker: dict[str, Any], enemy: dict[str, Any]) -> State:
    """Infantry of side b may attack an enemy that it has met without a charge."""
    units = [unit("a", (0, 0), reformed=True, moved="move", **attacker), unit("b", (0, -1), **enemy), FAR, SPARE]
    return act(position(units, phase="musketry", acting="b"), "b", Done()).state


@pytest.mark.rule("EN-MELEE-06", "the owner of the unit that may attack decides")
@pytest.mark.parametrize("fights", [True, False])
def test_a_melee_is_accepted_where_it_gains(fights: bool) -> None:
    weak, strong = {"grade": "militia", "level": "bad"}, {"grade": "old_guard"}
    enemy, own = (weak, strong) if fights else (strong, weak)
    found = best(asked({**enemy, "worth": 5}, {**own, "facing": 3, "worth": 5}), "b")
    assert found.action == Accept(fights)
    assert found.value > 0


@pytest.mark.parametrize("most", [1, 3, 8, 60])
def test_moves_to_weigh_are_legal_and_differ_those_of_the_best_unit_first(most: int) -> None:
    units = [unit("a", (0, 0)), unit("a", (2, 0), kind="heavy_cavalry"), unit("a", (-2, 0))]
    state = position([*units, unit("b", (0, -3), facing=3), unit("b", (2, -4), facing=3)])
    options = SYSTEM.options(state, "a")
    evaluator = SYSTEM.ai.evaluator(SYSTEM.secrets.view(state, "a"), "a")
    ranked = evaluator.ranked(options, most)
    assert ranked[0].action == evaluator.best(options).action
    assert 0 < len(ranked) <= most
    moves = [each for each in ranked if isinstance(each.action, Activate)]
    actions = [each.action for each in moves]
    assert len(set(actions)) == len(actions)
    assert all(SYSTEM.refuse(state, "a", action) is None for action in actions)
    numbers = [action.unit for action in actions]
    own = numbers.count(numbers[0])
    assert numbers[:own] == [numbers[0]] * own
    assert own > 1 or most == 1
    assert own <= weights.PLACES + 1
    assert max((numbers[own:].count(number) for number in range(3)), default=0) <= weights.OTHER_PLACES
    for values in ([each.value for each in moves[1:own]], [each.value for each in moves[own:]]):
        assert values == sorted(values, reverse=True)
    assert (set(numbers) == {0, 1, 2} and ranked[-1].action == Done()) or most < 60


def test_nothing_else_is_weighed_for_a_unit_far_from_the_enemy() -> None:
    state = position([unit("a", (0, 0)), FAR])
    options = SYSTEM.options(state, "a")
    evaluator = SYSTEM.ai.evaluator(SYSTEM.secrets.view(state, "a"), "a")
    assert len(options[0].actions) > 1
    assert [each.action for each in evaluator.ranked(options, 9)] == [evaluator.best(options).action]


@pytest.mark.rule("EN-FACE-04", "an enemy's front is the worst to attack and its rear the best, however it faces")
@pytest.mark.parametrize("kind", ["heavy_cavalry", "infantry"])
@pytest.mark.parametrize("towards", range(6))
def test_a_contact_counts_by_the_facing_of_the_enemy(kind: str, towards: int) -> None:
    turned = {"front": (3, 4), "flank": (2, 5), "rear": (0, 1)}
    place = axial(GRID.near[at(0, 0)][towards])
    values: dict[str, set[int]] = {aspect: set() for aspect in turned}
    for aspect, turns in turned.items():
        for turn in turns:
            enemy = unit("b", place, facing=(towards + turn) % 6)
            state = position([unit("a", (0, 0), kind=kind, facing=towards), enemy, FAR])
            evaluator = UnitEvaluator(Situation(state, "a"), 0)
            values[aspect].add(evaluator.contact(at(0, 0), towards, "line", True))
    assert [len(each) for each in values.values()] == [1, 1, 1]
    assert max(values["front"]) < max(values["flank"]) < max(values["rear"])


@pytest.mark.rule("EN-ART-14", "a leader alone goes to the battery, which hits better with it")
def test_a_leader_alone_goes_to_a_battery_that_fires() -> None:
    units = [unit("a", (0, 0)), unit("a", (2, 0), kind="field_artillery", name="Guns"), unit("b", (0, -5), facing=3)]
    state = position([*units, FAR], [leader("a", (-1, 2))])
    advice = best_leader_move(Situation(state, "a"), SYSTEM.options(state, "a"))
    assert advice is not None
    assert advice.action == MoveLeader(0, at(2, 0))
    assert advice.words == "The leader goes to Guns to help it fire and pass morale checks."
