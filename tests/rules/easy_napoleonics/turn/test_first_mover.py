"""A scenario that names who moves first in turn 1 (EN-RULING-119)."""

from typing import Any

import pytest

from battles.engine.codec import encode
from battles.engine.dice import ScriptedDice
from battles.engine.words import at_start
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import ChooseMover, Done
from battles.rules.easy_napoleonics.rules import Options, Rules
from battles.rules.easy_napoleonics.state import Board, Captain, Force, Place, Recruit, Setup, State
from tests.rules.easy_napoleonics.builders.positions import kinds, only

TURN_1 = ["turn_began", "first_mover_named"]


def begun(level_a: str = "good", level_b: str = "good", **options: Any) -> Any:
    """The start of a battle of one unit and a leader a side, far apart; no die may be rolled."""
    chosen = Options(deployment_order="preset", **options)
    forces = [
        Force(
            name=name,
            units=(Recruit(name="Foot", kind="infantry", grade="seasoned", worth=1, level=level, place=Place(cell)),),
            leaders=(Captain("Leader", Place(cell)),),
            zone=(cell,),
        )
        for name, level, cell in (("A", level_a, 240), ("B", level_b, 5))
    ]
    setup = Setup(title="Test", board=Board(18, 14), forces=(forces[0], forces[1]), rules=Rules(chosen))
    return SYSTEM.begin(SYSTEM.start(setup), ScriptedDice(()))


def after_done(state: State, *faces: int) -> Any:
    (side,) = SYSTEM.deciding(state)
    dice = ScriptedDice(faces)
    step = SYSTEM.decide(state, side, Done(), dice)
    assert dice.left == ()
    return step


@pytest.mark.rule("EN-RULING-119", "the named side has the initiative without a roll, and its first decision is a move")
@pytest.mark.parametrize("side", ["a", "b"])
def test_the_named_side_moves_first_without_a_roll(side: Any) -> None:
    step = begun(first_mover=side)
    state = step.state
    assert kinds(step) == [*TURN_1, "phase_began"]
    assert (state.phase, state.acting, state.holder, state.mover) == ("movement", side, side, side)
    assert {option.kind for option in SYSTEM.options(state, side)} == {"activate", "move_leader", "done"}
    assert [man.left for man in state.leaders] == [5, 5]


@pytest.mark.rule("EN-RULING-119", "it counts as one turn won in a row, and both sides roll from turn 2 on")
def test_both_sides_roll_in_turn_2_and_the_named_side_subtracts() -> None:
    moved = after_done(begun(first_mover="a").state)
    turn_2 = after_done(moved.state, 5, 4)
    won = only(turn_2, "initiative_won")
    assert (won.holder, won.modifiers) == ("b", (-2, 0))
    assert turn_2.state.phase == "initiative"
    chosen = SYSTEM.decide(turn_2.state, "b", ChooseMover("a"), ScriptedDice(())).state
    assert chosen.phase == "rally", "also where no unit is shaken"


@pytest.mark.rule("EN-RULING-119", "a side has a Rally phase in turn 1 only with a unit to rally")
@pytest.mark.parametrize(
    ("levels", "order"),
    [(("fair", "good"), ["a"]), (("good", "bad"), ["b"]), (("bad", "fair"), ["a", "b"]), (("good", "good"), [])],
)
def test_sides_with_a_shaken_unit_rally_first(levels: tuple[str, str], order: list[str]) -> None:
    state = begun(*levels, first_mover="a").state
    rallied = []
    while state.phase == "rally":
        rallied.append(state.acting)
        state = after_done(state).state
    assert rallied == order
    assert (state.phase, state.acting) == ("movement", "a")


@pytest.mark.rule("EN-RULING-119", "under hidden_morale both sides have the Rally phase")
@pytest.mark.parametrize("levels", [("good", "good"), ("good", "bad")])
def test_a_missing_phase_tells_nothing_under_hidden_morale(levels: tuple[str, str]) -> None:
    state = begun(*levels, first_mover="a", hidden_morale=True).state
    assert (state.phase, state.acting) == ("rally", "a")
    state = after_done(state).state
    assert (state.phase, state.acting) == ("rally", "b")


def test_a_set_up_without_a_named_side_is_stored_as_before() -> None:
    assert b"first_mover" not in encode(Rules(Options(deployment_order="preset")))


@pytest.mark.parametrize("key", ["quatre_bras_deployed", "village"])
def test_the_first_decision_of_a_deployed_scenario_is_a_move(key: str) -> None:
    setup = SYSTEM.scenarios.load(key)
    assert SYSTEM.begin(SYSTEM.start(setup), ScriptedDice(())).state.phase == "movement"
    first = at_start(setup.forces[0].name)
    assert SYSTEM.scenarios.special_rules(setup)[0] == f"{first} moves first in turn 1 (EN-RULING-119)."
