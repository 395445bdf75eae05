"""Whole battles by chance: what holds at every step of every battle."""

import random

import pytest

from battles.engine import codec
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.setup.deployment import initial_state
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.random_battles import TURNS, chosen, close

KEY = b"k" * 32


def holds(before: State, play: Resolution) -> None:
    """The laws of a step (ADR 4), and what no battle may ever come to."""
    folded = before
    for event in play.events:
        folded = evolve(folded, event)
    assert folded == play.state
    state = play.state
    assert codec.decode(codec.encode(state), State) == state
    for unit in state.units:
        assert 0 <= unit.points <= unit.start
        assert unit.crew_in == NONE or unit.where == "table"
    for stand in state.stands:
        assert stand.unit == NONE or (stand.where == "table" and state.units[stand.unit].where == "table")
    for number, brigade in enumerate(state.brigades):
        gone = [unit for unit in state.units if unit.brigade == number and unit.where not in ("table", "waiting")]
        assert brigade.lost == len(gone)
    assert bool(turn.deciders(state)) is (state.outcome is None)


@pytest.mark.rule("MN-RULING-60", "every battle ends within its Turns")
@pytest.mark.rule("MN-SEQ-05", "whatever is chosen, it goes on from one decision to the next")
@pytest.mark.parametrize("seed", range(6))
def test_a_battle_by_chance_is_sound(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    state = initial_state(close())
    play = turn.begin(state, SeededDice(KEY, seed))
    holds(state, play)
    state, entry = play.state, 0
    while state.outcome is None:
        entry += 1
        assert entry < 2_000
        asked = turn.deciders(state)[0]
        play = turn.decide(state, asked, chosen(rng, state, asked), SeededDice(KEY, 1_000 * seed + entry))
        holds(state, play)
        state = play.state
    assert state.turn <= TURNS
    assert turn.deciders(state) == ()


@pytest.mark.parametrize("key", list(SYSTEM.scenarios.shipped()))
def test_a_shipped_battle_is_deployed_and_begun(key: str) -> None:
    """The first place that each list offers, up to the first initiative."""
    state = turn.begin(initial_state(SYSTEM.scenarios.load(key)), SeededDice(KEY, 1)).state
    entry = 0
    while state.turn == 0:
        entry += 1
        asked = turn.deciders(state)[0]
        action = turn.options(state, asked)[0].actions[0]
        state = turn.decide(state, asked, action, SeededDice(KEY, entry)).state
    assert state.step in ("choose", "arrival")
    assert all(unit.where != "lost" for unit in state.units)
