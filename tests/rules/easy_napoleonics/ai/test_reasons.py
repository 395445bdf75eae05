"""The reasons of the computer player: both risks of a melee, and what a move gains and risks."""

import re
from typing import Any

import pytest

from battles.ai import Greedy, fight, player
from battles.engine.odds import whole_percent
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.ai.activations import Scored, UnitEvaluator
from battles.rules.easy_napoleonics.ai.reasons import activation_reason
from battles.rules.easy_napoleonics.ai.situation import Situation
from battles.rules.easy_napoleonics.facts import Fighter, Melee
from battles.rules.easy_napoleonics.odds.exact import melee_chances
from battles.rules.easy_napoleonics.rules import book_of
from battles.rules.easy_napoleonics.state import Objective, State
from tests.rules.easy_napoleonics.builders.positions import GRID, at, position, unit

VAGUE = re.compile(
    r"better (place|position|so|odds)|well placed|looking ahead|worth the risk|times in 100", re.IGNORECASE
)


def reason(state: State, place: tuple[int, int], facing: int = 0, formation: str = "line") -> str:
    """Why the first unit of side a goes to a place, by an evaluation that counts the next turn."""
    evaluator = UnitEvaluator(Situation(state, "a", True), 0)
    cell = at(*place)
    made: Any = Scored(0, None, None, (cell, False, (), 0), cell, facing, formation)
    return activation_reason(evaluator, made)


@pytest.mark.rule("EN-MELEE-36", "a charge tells both risks, as the odds of the melee have them")
def test_a_charge_tells_both_risks() -> None:
    horse = unit("a", (0, 0), kind="heavy_cavalry", grade="veteran", worth=4, name="Milhaud")
    guns = unit("b", (0, -2), facing=2, kind="field_artillery", worth=3, name="Rogers")
    state = position([horse, guns])
    found = Greedy(SYSTEM).choose(SYSTEM.secrets.view(state, "a"), SYSTEM.options(state, "a"))
    assert isinstance(found.action, Activate)
    aspects = {"in front": "front", "in the flank": "flank", "in the rear": "rear"}
    said = re.fullmatch(r"Milhaud charges Rogers (.*): (.*) to break it, (.*) to be broken\.", found.why)
    assert said, found.why
    attacker = Fighter(kind="heavy_cavalry", grade="veteran", formation="line", charged=True)
    defender = Fighter(kind="field_artillery", grade="seasoned", formation="unlimbered")
    melee = Melee(attacker=attacker, defender=defender, aspect=aspects[said[1]])  # type: ignore[arg-type]
    chances = melee_chances(book_of(state.setup.rules), melee)
    assert said[2] == whole_percent(chances.defender.chance("broken"))
    assert said[3] == whole_percent(chances.attacker.chance("broken"))


def test_a_move_tells_the_goal() -> None:
    goal = Objective(name="Farm", cells=(at(0, -3),), hold=1)
    state = position([unit("a", (0, 0), name="Jamin"), unit("b", (0, -9), facing=3)], setup={"objectives": (goal,)})
    assert reason(state, (0, -1)).endswith(" towards the objective.")
    assert reason(state, (0, -3)).endswith(" onto the objective.")


@pytest.mark.rule("EN-MELEE-03", "a move out of reach of a charge says whose, and one into reach warns of it")
def test_a_move_tells_whose_charge_it_risks() -> None:
    foot = unit("a", (0, 0), level="bad", worth=3, name="Jamin")
    horse = unit("b", (0, -3), facing=3, kind="heavy_cavalry", grade="elite", worth=2, name="Trip")
    near = position([foot, horse])
    assert "out of reach of Trip" in reason(near, (0, 6))
    far = position([unit("a", (0, 6), level="bad", worth=3, name="Jamin"), horse])
    assert reason(far, (0, 0)).endswith("; Trip may charge it there.")


@pytest.mark.rule("EN-ART-02", "a move into the fire of a battery says whose")
def test_a_move_tells_whose_fire_it_risks() -> None:
    guns = unit("b", (0, -5), facing=3, kind="field_artillery", grade="elite", worth=1, name="Rogers")
    state = position([unit("a", (0, 4), level="bad", worth=3, name="Jamin"), guns])
    assert "Rogers may fire at it there" in reason(state, (0, -2))


def test_a_battery_names_its_target() -> None:
    guns = unit("a", (0, 0), facing=3, kind="field_artillery", worth=3, name="Bijleveld")
    state = position([guns, unit("b", (0, -4), facing=3, name="Jamin")])
    said = reason(state, (0, 0), 0, "unlimbered")
    assert said == f"Bijleveld turns at {GRID.label(at(0, 0))}, where Jamin is in its field of fire."


@pytest.mark.parametrize("level", ["greedy", "marshal"])
def test_no_reason_of_a_battle_is_vague(level: str) -> None:
    said = set()

    class Listener:
        def __init__(self) -> None:
            self.player = player(level, SYSTEM, b"seed", simulations=2)

        def choose(self, view: Any, options: Any) -> Any:
            choice = self.player.choose(view, options)
            said.add(choice.why)
            return choice

    fight(SYSTEM, SYSTEM.scenarios.load("meeting"), {"a": Listener(), "b": Greedy(SYSTEM)}, b"s" * 32)
    assert len(said) > 10
    assert not [why for why in said if VAGUE.search(why)]
