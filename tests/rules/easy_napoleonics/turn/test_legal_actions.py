"""What is listed is exactly what the rules allow, however a list is read and carried on."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.actions import Activate, Deploy
from battles.rules.easy_napoleonics.rules import Options
from battles.rules.easy_napoleonics.state import Occupancy, State
from battles.rules.easy_napoleonics.terrain import Field, field_of
from battles.rules.easy_napoleonics.turn import legality
from battles.rules.easy_napoleonics.turn.legality import explain, is_listed
from tests.rules.easy_napoleonics.builders.battles import small_setup, steps
from tests.rules.easy_napoleonics.builders.conceivable_actions import (
    a_choice,
    activations,
    close_battle,
    deployments,
    in_the_middle,
    leader_actions,
    listed_actions,
    missions,
    options,
    seeded,
    small_actions,
    some_battery,
    worth_trying,
)
from tests.rules.easy_napoleonics.builders.positions import leader, position, unit
from tests.rules.easy_napoleonics.builders.shipped_battles import battle, setup_of

HOUSE: dict[str, dict[str, Any]] = {
    "plain": {},
    "guns": {"grand_battery": True, "lone_leader_contact": "block", "breakthrough": True},
    "streams": {"stream_effect": "halt", "lone_leader_contact": "remove", "formation_change_free_facing": True},
}


def listed(field: Field, state: State) -> list[tuple[object, ...]]:
    """Every option in a state, written out."""
    return [
        (option.kind, option.actor, len(option.actions), tuple(option.actions), option.complete)
        for side in SYSTEM.sides
        for option in legality.options(field, state, side)
    ]


def contents(occupancy: Occupancy) -> tuple[object, ...]:
    """Everything in an occupancy."""
    return (
        occupancy.at,
        occupancy.second,
        occupancy.held,
        occupancy.near,
        occupancy.guns,
        occupancy.men,
        occupancy.posts,
        occupancy.lone,
        occupancy.fronts,
    )


@pytest.mark.parametrize("house", HOUSE)
@pytest.mark.parametrize("key", ["meeting", "village"])
def test_lists_and_positions_carried_on_are_those_made_anew(key: str, house: str) -> None:
    """In order, as a battle is played, and by leaps to and fro, as a search goes."""
    states = [state for state, _ in battle(setup_of(key, **HOUSE[house]), 11)]
    chances = Chances(house.encode())
    field = field_of(states[-1])
    for state in [*states[::3], *(chances.choice(states) for _ in range(30))]:
        if state.board is states[-1].board:
            assert contents(field.occupancy(state)) == contents(Occupancy(field.grid, state.units, state.leaders))
            assert listed(field, state) == listed(Field(state.setup, state.board), state)


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
    """Actions that a player might try now; of the activations those of one unit."""
    yield from small_actions(state)
    if state.phase in ("artillery", "musketry"):
        yield from missions(state, side)
    if state.phase in ("rally", "movement"):
        yield from leader_actions(state, side)
    if state.phase == "movement":
        yield from activations(chance, state, worth_trying(chance, state, side))


def disagreements(state: State, side: str, tried: Iterator[Any]) -> list[tuple[Any, Any]]:
    """Actions that are listed and refused, or that are neither."""
    found = listed_actions(state, side)
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
    for state, side in decisions(chance, close_battle(chance, made)):
        assert disagreements(state, side, conceivable(chance, state, side)) == [], state
        other = "a" if side == "b" else "b"
        assert listed_actions(state, other) == set()
        assert disagreements(state, other, small_actions(state)) == []


@pytest.mark.rule("EN-MUSK-06", "the lists know what every unit has done")
@pytest.mark.rule("EN-OPT-02", "the lists know what every unit has done")
@pytest.mark.rule("EN-OPT-03", "the lists know what every unit has done")
@pytest.mark.parametrize("name", CHOICES)
def test_the_lists_know_what_every_unit_has_done(name: str) -> None:
    chance = seeded(name)
    made = options(**CHOICES[name])
    for phase in ("movement", "artillery", "musketry", *["melee"] * 6):
        state = close_battle(chance, made)
        if not any(unit.formation in ("line", "column", "masse") for unit in state.units):
            continue
        state = in_the_middle(chance, state, phase)
        (side,) = SYSTEM.deciding(state)
        assert disagreements(state, side, conceivable(chance, state, side)) == [], state


@pytest.mark.rule("EN-SETUP-09", "exactly the free hexes of the zone are open to deployment")
@pytest.mark.parametrize("choice", [{}, {"grand_battery": True, "national_rules": "austria"}])
def test_exactly_the_free_hexes_of_the_zone_are_open_to_deployment(choice: dict[str, Any]) -> None:
    chance, made = seeded(5), options(**choice)
    state = close_battle(chance, made)
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
    state = close_battle(chance, options(), leaders=0)
    unit = replace(state.units[0], kind="infantry", formation="line", facing=0, cell=17)
    others = tuple(replace(other, cell=-1, level="broken") for other in state.units[2:])
    enemy = replace(state.units[1], cell=35)
    leader = close_battle(seeded(1), options()).leaders[0]
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


def moving() -> State:
    """A column with a leader, guns and a locked unit on the move, with an enemy near."""
    units = [
        unit("a", (0, 0), formation="column"),
        unit("a", (4, 0), kind="horse_artillery", formation="limbered"),
        unit("b", (2, -4), facing=3),
    ]
    return position(units, [leader("a", (0, 0)), leader("b", (1, -1))])


def led() -> State:
    """A line with two leaders and limbered guns with one, all of whom may go along; the enemy is far away."""
    units = [
        unit("a", (0, 0)),
        unit("a", (4, 0), kind="horse_artillery", formation="limbered"),
        unit("b", (0, -10), facing=3),
    ]
    return position(units, [leader("a", (0, 0)), leader("a", (0, 0)), leader("a", (4, 0))])


def deploying() -> State:
    """A line and a battery to be deployed in the north-west corner."""
    state = position([unit("a"), unit("a", kind="field_artillery")], phase="deployment", state={"first_to_deploy": "a"})
    south = replace(state.setup.forces[0], zone=(0, 1, 25))
    return replace(state, setup=replace(state.setup, forces=(south, state.setup.forces[1])))


def fresh(state: State, number: int) -> Sequence[Any]:
    """The list of a unit, not used yet."""
    state = replace(state, units=tuple(state.units))
    (found,) = (option.actions for option in SYSTEM.options(state, "a") if option.actor == f"unit {number}")
    return found


@pytest.mark.rule("EN-ACTION-08", "every programme has its place in the list and is found there")
@pytest.mark.rule("EN-SETUP-09", "every placing has its place in the list and is found there")
@pytest.mark.rule("EN-LEADER-08", "every choice of leaders to go along has its place in the list")
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("make", [moving, led, deploying])
def test_a_list_is_the_same_by_place_by_slice_and_one_after_the_other(make: Any, number: int) -> None:
    every = list(fresh(make(), number))
    size = len(every)
    assert size > 10
    assert len(set(every)) == size == len(fresh(make(), number))
    by_place = fresh(make(), number)
    assert [by_place[place] for place in range(size)] == every
    assert [by_place[place] for place in range(-size, 0)] == every
    for start, stop, step in ((0, 2, 1), (1, None, 3), (-4, None, 1), (None, None, -2), (size, None, 1)):
        assert list(fresh(make(), number)[start:stop:step]) == every[start:stop:step]
    for place in (size, size + 1, -size - 1):
        with pytest.raises(IndexError):
            fresh(make(), number)[place]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("make", [moving, led, deploying])
def test_a_list_holds_what_it_lists_and_nothing_else(make: Any, number: int) -> None:
    found = fresh(make(), number)
    assert bool(found)
    assert all(action in found for action in found)
    other = replace(found[0], unit=1 - number)
    junk = [other, replace(found[0], cell=500), replace(found[0], facing=6), replace(found[0], facing=-1), None, "all"]
    assert not [thing for thing in junk if thing in found]


def test_standing_still_is_no_programme_and_is_not_found() -> None:
    found = fresh(moving(), 0)
    assert Activate(0) not in found
    assert Activate(0, None, 0) not in found
    assert Activate(0, None, 1) in found
    assert Deploy(0, 0, 0, "line") not in found
    assert Deploy(0, 0, 0, "line") in fresh(deploying(), 0)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_listed_action_is_looked_up_by_its_actor(seed: int) -> None:
    setup = small_setup(Chances(b"%d" % seed), breakthrough=True, leaders_per_side=2, draws=True)
    for state, _, _, step in steps(setup, seed):
        for side in SYSTEM.deciding(step.state):
            field, other = field_of(step.state), "b" if side == "a" else "a"
            for option in SYSTEM.options(step.state, side):
                for action in (option.actions[0], option.actions[-1], option.actions[len(option.actions) // 2]):
                    assert is_listed(field, step.state, side, action), action
                    assert other in SYSTEM.deciding(step.state) or not is_listed(field, step.state, other, action)
        if state.turn == 3:
            break
