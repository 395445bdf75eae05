"""What is listed is exactly what the rules allow: every conceivable action, listed or not, explained by the rules."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.refusing import explain
from battles.rules.easy_napoleonics.rules import Options
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.conceivable import (
    a_choice,
    activations,
    battle,
    deployments,
    in_the_middle,
    leader_actions,
    listed,
    missions,
    options,
    seeded,
    small_actions,
    some_battery,
    worth_trying,
)

CHOICES: dict[str, dict[str, Any]] = {
    "defaults": {},
    "masse": {"national_rules": "austria", "passive_contact_melee": "always"},
    "turn_start": {"lock_timing": "turn_start", "stream_effect": "halt"},
    "front_contact": {"lock_timing": "turn_start", "lock_scope": "front_contact", "grand_battery": True},
    "free_facing": {"formation_change_free_facing": True, "horse_limber_move_unlimber": False},
    "late_musketry": {"musketry_after_change_and_move": True, "fire_pooling": "by_firer", "stream_effect": "halt"},
    "leaders_block": {"lone_leader_contact": "block", "stream_effect": "halt", "pond_impassable": False},
    "leaders_removed": {"lone_leader_contact": "remove", "artillery_arc": "cone60", "hill_sight": "always_block"},
    "breakthrough": {"breakthrough": True, "passive_contact_melee": "always", "lock_timing": "turn_start"},
    "grand_battery": {"grand_battery": True, "hill_sight": "never_block", "breakthrough": True},
    "hasty": {"hasty_square_duration": "until_reformed", "hasty_square_fire": "lost_always", "blocking_terrain": ""},
}

DECISIONS = 20
"""Choices of a battle that are looked at."""


def conceivable(chance: Random, state: State, side: str) -> Iterator[Any]:
    """Actions that somebody might try now; of the activations those of one unit."""
    yield from small_actions(state)
    if state.phase in ("artillery", "musketry"):
        yield from missions(state, side)
    if state.phase in ("rally", "movement"):
        yield from leader_actions(state, side)
    if state.phase == "movement":
        yield from activations(chance, state, worth_trying(chance, state, side))


def disagreements(state: State, side: str, tried: Iterator[Any]) -> list[tuple[Any, Any]]:
    """Actions that are listed and refused, or that are neither."""
    found = listed(state, side)
    field = field_of(state)
    every = chain(found, tried) if all(option.complete for option in SYSTEM.options(state, side)) else found
    wrong = []
    for action in every:
        why = explain(field, state, side, action)
        if (action in found) != (why is None) or (why is None and SYSTEM.refuse(state, side, action)):
            wrong.append((action, why))
    return wrong


def decisions(chance: Random, state: State) -> Iterator[tuple[State, str]]:
    """The choices of a battle that is played at random."""
    key = chance.randbytes(8)
    for entry in range(DECISIONS):
        deciding = sorted(SYSTEM.deciding(state))
        if not deciding:
            return
        side = deciding[0]
        yield state, side
        state = SYSTEM.decide(state, side, a_choice(chance, state, side), SeededDice(key, entry)).state


@pytest.mark.rule("EN-ACTION-08", "the list of programmes is complete and nothing else is legal")
@pytest.mark.rule("EN-SEQ-04", "exactly what the rules allow is listed")
@pytest.mark.parametrize("name", CHOICES)
def test_exactly_what_the_rules_allow_is_listed(name: str) -> None:
    chance = seeded(name)
    made: Options = options(**CHOICES[name])
    for _ in range(2):
        for state, side in decisions(chance, battle(chance, made)):
            assert disagreements(state, side, conceivable(chance, state, side)) == [], state
            other = "a" if side == "b" else "b"
            assert listed(state, other) == set()
            assert disagreements(state, other, small_actions(state)) == []


@pytest.mark.rule("EN-MUSK-06", "the lists know what every unit has done")
@pytest.mark.rule("EN-OPT-02", "the lists know what every unit has done")
@pytest.mark.rule("EN-OPT-03", "the lists know what every unit has done")
@pytest.mark.parametrize("name", CHOICES)
def test_the_lists_know_what_every_unit_has_done(name: str) -> None:
    chance = seeded(name)
    made = options(**CHOICES[name])
    for phase in ("movement", "artillery", "musketry", *["melee"] * 6):
        state = battle(chance, made)
        if not any(unit.formation in ("line", "column", "masse") for unit in state.units):
            continue
        state = in_the_middle(chance, state, phase)
        (side,) = SYSTEM.deciding(state)
        assert disagreements(state, side, conceivable(chance, state, side)) == [], state


@pytest.mark.rule("EN-SETUP-09", "exactly the free hexes of the zone are open to deployment")
@pytest.mark.parametrize("choice", [{}, {"grand_battery": True, "national_rules": "austria"}])
def test_exactly_the_free_hexes_of_the_zone_are_open_to_deployment(choice: dict[str, Any]) -> None:
    chance, made = seeded(5), options(**choice)
    state = battle(chance, made)
    units = [replace(unit, cell=-1) for unit in state.units[:6]]
    if made.grand_battery:
        units = [some_battery(chance, unit) for unit in units]
    state = replace(
        state,
        units=tuple(units),
        leaders=tuple(replace(man, cell=-1) for man in state.leaders),
        phase="deployment",
        first_to_deploy="a",
    )
    for held, side in decisions(chance, state):
        if held.phase != "deployment":
            break
        assert disagreements(held, side, deployments(held)) == []


@pytest.mark.rule("EN-LEADER-08", "with many leaders in a hex not every choice is listed, and all are legal")
def test_more_leaders_in_a_hex_than_are_listed_may_go_along() -> None:
    chance = seeded(2)
    state = battle(chance, options(), leaders=0)
    unit = replace(state.units[0], kind="infantry", formation="line", facing=0, cell=17)
    others = tuple(replace(other, cell=-1, level="broken") for other in state.units[2:])
    enemy = replace(state.units[1], cell=35)
    leader = battle(seeded(1), options()).leaders[0]
    men = tuple(replace(leader, side="a", cell=17, left=5, name=f"L{n}") for n in range(4))
    state = replace(state, units=(unit, enemy, *others), leaders=men, phase="movement", acting="a")
    (option,) = (option for option in SYSTEM.options(state, "a") if option.kind == "activate")
    assert not option.complete
    assert option.domains == {"along": [0, 1, 2, 3]}
    ends = {way.cell for way in option.actions if way.along and way.formation is None and way.facing is None}
    pair = act.Activate(0, cell=min(ends), along=(0, 2))
    assert pair not in option.actions
    assert SYSTEM.refuse(state, "a", pair) is None
    assert disagreements(state, "a", iter(())) == []
