"""Whole battles by chance: what holds at every step of every battle."""

import random
from typing import Any

import pytest

from battles.engine import codec
from battles.engine.dice import SeededDice
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.evolve import evolve
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.scenario import files
from battles.rules.mini_nap.setup.initial_state import initial_state
from battles.rules.mini_nap.state import (
    NONE,
    BrigadeForce,
    CorpsForce,
    DivisionForce,
    Feature,
    Force,
    Setup,
    State,
    Table,
)
from tests.rules.mini_nap.builders.table_positions import mm, recruit

KEY = b"k" * 32
EAGER = frozenset(
    {
        "charge",
        "extended_charge",
        "fire",
        "opportunity_charge",
        "join",
        "break_charge",
        "return_fire",
        "advance",
        "feint",
    }
)
"""What brings units together, taken before other things."""
TURNS = 4


def side(name: str) -> Force:
    """A Division of all arms, one Brigade of which arrives in the second Turn."""
    foot = tuple(recruit(f"{name} {n}", "light_infantry" if n == 0 else "line_infantry", at=None) for n in range(3))
    horse = (recruit(f"{name} hussars", "light_cavalry", at=None), recruit(f"{name} horse", "heavy_cavalry", at=None))
    guns = (recruit(f"{name} guns", "horse_artillery", at=None, points=4, weight="medium"),)
    brigades = (
        BrigadeForce(name=f"{name} foot", kind="infantry", units=foot),
        BrigadeForce(name=f"{name} horse", kind="cavalry", units=horse, arrives=2),
        BrigadeForce(name=f"{name} guns", kind="artillery", units=guns),
    )
    division = DivisionForce(name=f"{name} Division", kind="mixed", brigades=brigades)
    return Force(name=name, corps=(CorpsForce(name=f"{name} Corps", nation="french", divisions=(division,)),))


def close() -> Setup:
    """Two such sides close to each other, with a hill, a wood and a hedge between."""
    features = (
        Feature(
            key="hill", kind="hill", points=((mm(5), mm(40)), (mm(10), mm(55)), (mm(25), mm(50)), (mm(22), mm(38)))
        ),
        Feature(key="hedge", kind="fence", points=((mm(35), mm(50)), (mm(55), mm(50)))),
    )
    options = Options(table_w=6_000, table_h=10_000, deploy_depth=4_600, turn_limit=TURNS)
    return Setup(
        title="close", table=Table(6_000, 10_000, features), forces=(side("a"), side("b")), rules=Rules(options)
    )


def chosen(rng: random.Random, state: State, deciding_side: str) -> Any:
    """An action by chance, and one that has been looked at closely."""
    found = turn.options(state, deciding_side)
    assert found, "a side that owes a decision has something to choose"
    staying = [option for option in found if option.kind != "retreat"] or list(found)
    eager = [option for option in staying if option.kind in EAGER]
    option = rng.choice(eager if eager and rng.random() < 0.7 else staying)
    actions = list(option.actions)
    assert actions, option.kind
    action = rng.choice(actions)
    for each in {action, actions[0], actions[-1]}:
        assert turn.refuse(state, deciding_side, each) is None
    return action


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


@pytest.mark.parametrize("key", list(files.SHIPPED.all))
def test_a_shipped_battle_is_deployed_and_begun(key: str) -> None:
    """The first place that each list offers, up to the first initiative."""
    state = turn.begin(initial_state(files.load(key)), SeededDice(KEY, 1)).state
    entry = 0
    while state.turn == 0:
        entry += 1
        asked = turn.deciders(state)[0]
        action = turn.options(state, asked)[0].actions[0]
        state = turn.decide(state, asked, action, SeededDice(KEY, entry)).state
    assert state.step in ("choose", "arrival")
    assert all(unit.where != "lost" for unit in state.units)
