"""Movement of units (section 5.2): allowances, steps, sidesteps, what halts and what bars."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Relocate
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.tables import PRINTED, Move
from tests.rules.easy_napoleonics.builders.positions import (
    COLUMNS,
    GRID,
    act,
    activations,
    at,
    axial,
    beside,
    ends,
    go,
    leader,
    listed,
    only,
    play,
    position,
    unit,
)

SPARE = unit("a", (0, 8))
FAR = unit("b", (0, -11), facing=3)
TWO = {(0, -1), (1, -1), (0, -2), (1, -2), (2, -2)}
THREE = TWO | {(0, -3), (1, -3), (2, -3), (3, -3)}
LINE: dict[str, Any] = {}
COLUMN: dict[str, Any] = {"formation": "column"}
RIDERS: dict[str, Any] = {"kind": "light_cavalry", "formation": "column"}
"""Units with allowances of 1, 2 and 3."""


def with_unit(facts: dict[str, Any], *others: Any, **more: Any) -> State:
    return position([unit("a", (0, 0), **facts), *others, SPARE, FAR], **more)


@pytest.mark.rule("EN-MOVE-01", "hexes of a Move")
@pytest.mark.rule("EN-RULING-76", "squares do not move except the masse")
@pytest.mark.parametrize(
    ("kind", "formation", "allowance"),
    [
        ("infantry", "line", 1),
        ("infantry", "column", 2),
        ("infantry", "square", 0),
        ("infantry", "hasty_square", 0),
        ("infantry", "masse", 1),
        ("light_cavalry", "line", 2),
        ("heavy_cavalry", "line", 2),
        ("light_cavalry", "column", 3),
        ("heavy_cavalry", "column", 3),
        ("field_artillery", "limbered", 2),
        ("horse_artillery", "limbered", 3),
        ("field_artillery", "unlimbered", 0),
        ("horse_artillery", "unlimbered", 0),
    ],
)
def test_allowances(kind: str, formation: str, allowance: int) -> None:
    state = with_unit({"kind": kind, "formation": formation, "nation": "austria"}, national_rules=("austria",))
    wanted = {0: set(), 1: {(0, -1), (1, -1)}, 2: TWO, 3: THREE}
    assert ends(state) == wanted[allowance]


def test_allowances_are_those_of_the_tables() -> None:
    tables = replace(PRINTED, moves={**PRINTED.moves, "infantry": (Move("line", 3), Move("column", 2))})
    assert ends(with_unit(LINE, tables=tables)) == THREE


def foe(q: int, r: int, **facts: Any) -> Any:
    return unit("b", (q, r), **{"facing": 3, **facts})


def friend(q: int, r: int, **facts: Any) -> Any:
    return unit("a", (q, r), **facts)


GUNS: dict[str, Any] = {"kind": "field_artillery"}
VECTORS: list[tuple[str, State, set[tuple[int, int]]]] = [
    ("MV-1", with_unit(LINE), {(0, -1), (1, -1)}),
    ("MV-2", with_unit(COLUMN), TWO),
    ("MV-3", with_unit(RIDERS), THREE),
    ("MV-4", with_unit(RIDERS, foe(1, -3)), TWO | {(2, -3), (3, -3)}),
    ("MV-5", with_unit(RIDERS, foe(2, -2)), {(0, -1), (1, -1), (0, -2), (1, -2), (0, -3), (1, -3)}),
    ("MV-6", with_unit(COLUMN, friend(1, -1)), {(0, -1), (0, -2), (1, -2)}),
    ("MV-7", with_unit(COLUMN, friend(1, -1, **GUNS)), {(0, -1), (0, -2), (1, -2), (2, -2)}),
]


@pytest.mark.rule("EN-MOVE-02", "each step enters a front hex, and the way may zigzag")
@pytest.mark.rule("EN-MOVE-05", "friends bar the way but for unlimbered guns")
@pytest.mark.rule("EN-MOVE-06", "the first hex next to an enemy ends the Move")
@pytest.mark.rule("EN-ZOC-02", "all six hexes around an enemy halt")
@pytest.mark.rule("EN-RULING-74", "only friendly unlimbered guns may be passed")
@pytest.mark.parametrize(("name", "state", "wanted"), VECTORS, ids=[row[0] for row in VECTORS])
def test_vectors(name: str, state: State, wanted: set[tuple[int, int]]) -> None:
    assert ends(state) == wanted


@pytest.mark.rule("EN-ZOC-03", "MV-8: an enemy beside the unit when the phase starts")
def test_vector_of_a_locked_unit() -> None:
    state = position([unit("a", (0, 0), locked=True), foe(1, 0), SPARE])
    assert activations(state) == []


@pytest.mark.rule("EN-MOVE-03", "MV-9: any flank or rear hex, whatever the allowance")
@pytest.mark.parametrize("facts", [LINE, COLUMN, RIDERS, {**GUNS, "formation": "limbered"}])
def test_vector_of_a_sidestep(facts: dict[str, Any]) -> None:
    assert beside(with_unit(facts)) == {(1, 0), (-1, 0), (0, 1), (-1, 1)}


@pytest.mark.rule("EN-MOVE-03", "a masse sidesteps")
def test_a_masse_sidesteps() -> None:
    masse = with_unit({"formation": "masse", "nation": "austria"}, national_rules=("austria",))
    assert beside(masse) == {(1, 0), (-1, 0), (0, 1), (-1, 1)}


@pytest.mark.rule("EN-MOVE-03", "not in square, nor unlimbered")
@pytest.mark.parametrize("facts", [{"formation": "square"}, {"formation": "hasty_square"}, GUNS])
def test_what_does_not_move_does_not_sidestep(facts: dict[str, Any]) -> None:
    assert beside(with_unit(facts)) == set()


@pytest.mark.rule("EN-MOVE-02", "MV-10, for a unit that faces ENE")
def test_vector_of_another_facing() -> None:
    state = position([unit("a", (4, 2), facing=1, formation="column"), SPARE, FAR])
    assert ends(state) == {(5, 1), (5, 2), (6, 0), (6, 1), (6, 2)}


@pytest.mark.rule("EN-MOVE-02", "facing and formation stay as they are")
@pytest.mark.rule("EN-MOVE-03", "a Sidestep keeps them too, and counts as the movement")
@pytest.mark.parametrize(("hex_", "how"), [((1, -1), "move"), ((0, 1), "sidestep")])
def test_a_move_keeps_facing_and_formation(hex_: tuple[int, int], how: str) -> None:
    moved = play(with_unit(COLUMN), "a", go(*hex_)).units[0]
    assert (moved.facing, moved.formation, moved.moved, moved.used) == (0, "column", how, 1)
    assert axial(moved.cell) == hex_


@pytest.mark.rule("EN-MOVE-02", "the hexes it enters are told in order")
def test_the_path_enters_front_hexes_one_by_one() -> None:
    state = with_unit(RIDERS, friend(1, -1), friend(0, -2))
    path = only(act(state, "a", go(1, -3)), "activated").path
    assert [axial(cell) for cell in path] == [(0, -1), (1, -2), (1, -3)]


@pytest.mark.rule("EN-MOVE-04", "hills, woods and settlements cost nothing and stop no unit")
@pytest.mark.rule("EN-SETUP-13", "the column of entering")
@pytest.mark.rule("EN-RULING-51", "a pond is impassable and a stream nothing, unless options say otherwise")
@pytest.mark.parametrize(
    ("ground", "options", "wanted"),
    [
        ("open", {}, THREE),
        ("hill", {}, THREE),
        ("woods", {}, THREE),
        ("settlement", {}, THREE),
        ("stream", {}, THREE),
        ("stream", {"stream_effect": "halt"}, THREE - {(2, -2), (3, -3)}),
        ("pond", {}, THREE - {(1, -1), (2, -2), (3, -3)}),
        ("pond", {"pond_impassable": False}, THREE),
    ],
)
def test_ground_that_a_move_enters(ground: str, options: dict[str, Any], wanted: set[tuple[int, int]]) -> None:
    state = with_unit(RIDERS, terrain={(1, -1): ground}, **options)
    assert ends(state) == wanted
    side = with_unit(LINE, terrain={(1, 0): ground}, **options)
    assert ((1, 0) in beside(side)) == (ground != "pond" or not options.get("pond_impassable", True))


@pytest.mark.rule("EN-RULING-51", "a stream that halts bars the way past guns that stand in it")
def test_nobody_stops_with_guns_in_a_stream() -> None:
    state = with_unit(COLUMN, friend(1, -1, **GUNS), terrain={(1, -1): "stream"}, stream_effect="halt")
    assert ends(state) == {(0, -1), (0, -2), (1, -2)}


@pytest.mark.rule("EN-MOVE-05", "no unit enters an enemy's hex, nor a friend's")
@pytest.mark.parametrize("who", [foe, friend])
def test_a_sidestep_enters_empty_hexes_only(who: Any) -> None:
    assert (0, 1) not in beside(with_unit(LINE, who(0, 1), unit("b", (3, -9), facing=3)))


@pytest.mark.rule("EN-MOVE-06", "the way of a Move leads by no hex next to an enemy but its last")
@pytest.mark.parametrize(
    ("enemy", "end", "way"),
    [
        ((-1, -1), (1, -2), [(1, -1), (1, -2)]),
        ((2, -1), (1, -2), [(0, -1), (1, -2)]),
        ((-1, -1), (1, -3), [(1, -1), (1, -2), (1, -3)]),
        ((-1, -2), (1, -3), [(0, -1), (1, -2), (1, -3)]),
    ],
)
def test_the_path_leads_by_no_hex_next_to_an_enemy(
    enemy: tuple[int, int], end: tuple[int, int], way: list[tuple[int, int]]
) -> None:
    state = with_unit(RIDERS, foe(*enemy))
    assert end in ends(state)
    path = only(act(state, "a", go(*end)), "activated").path
    assert [axial(cell) for cell in path] == way


@pytest.mark.rule("EN-MOVE-06", "guns that it must halt with bar the way")
def test_nobody_passes_guns_next_to_an_enemy() -> None:
    state = with_unit(COLUMN, friend(1, -1, **GUNS), foe(2, -1))
    assert ends(state) == {(0, -1), (0, -2), (1, -2)}


@pytest.mark.rule("EN-MOVE-05", "limbered guns bar the way")
def test_limbered_guns_are_not_passed() -> None:
    assert ends(with_unit(COLUMN, friend(1, -1, formation="limbered", **GUNS))) == {(0, -1), (0, -2), (1, -2)}


@pytest.mark.rule("EN-OPT-08", "two batteries may share a hex, not three")
@pytest.mark.rule("EN-MOVE-05", "with grand_battery a battery may stop with another")
@pytest.mark.rule("EN-UNIT-04", "otherwise one unit in a hex")
@pytest.mark.rule("EN-RULING-62", "a battery stops with another where the option is on")
def test_a_battery_stops_with_another_where_the_option_is_on() -> None:
    guns = {**GUNS, "formation": "limbered"}
    one, two = friend(1, -1, **guns), friend(1, -1, **GUNS)
    assert (1, -1) not in ends(with_unit(guns, one))
    shared = with_unit(guns, one, grand_battery=True)
    assert (1, -1) in ends(shared)
    assert (2, -2) not in ends(shared)
    assert (1, -1) not in ends(with_unit(guns, one, two, grand_battery=True))
    assert (1, -1) not in ends(with_unit(LINE, one, grand_battery=True))
    assert (1, -1) not in ends(with_unit(guns, friend(1, -1), grand_battery=True))


@pytest.mark.rule("EN-MOVE-07", "from one controlled hex to another")
@pytest.mark.rule("EN-RULING-25", "only where locks are those of the turn's beginning")
def test_no_step_from_control_to_control() -> None:
    """The enemy has moved up to a unit that may still move."""
    state = with_unit(LINE, foe(0, -1), lock_timing="turn_start")
    assert (-1, 0) not in beside(state)
    assert beside(state) == {(1, 0), (0, 1), (-1, 1)}
    second = with_unit(LINE, foe(0, -1), foe(2, -1), lock_timing="turn_start")
    assert beside(second) == {(0, 1), (-1, 1)}


@pytest.mark.rule("EN-MOVE-08", "from an enemy's front to its flank")
def test_no_step_from_front_to_flank() -> None:
    state = with_unit(LINE, foe(0, -1), lock_timing="turn_start")
    assert (1, -1) not in ends(state)
    behind = with_unit(LINE, foe(0, -1, facing=0), lock_timing="turn_start")
    assert (1, -1) in ends(behind)


@pytest.mark.rule("EN-MOVE-09", "no unit leaves the board")
def test_the_edge_of_the_board_ends_a_move() -> None:
    corner = replace(unit("a", (0, 0), **RIDERS), cell=0)
    state = position([corner, SPARE, replace(FAR, cell=COLUMNS * 12)])
    assert {action.cell for action in activations(state) if action.facing is None and action.formation is None} == {
        cell for cell in GRID.around[0] if cell in (1, COLUMNS)
    }


@pytest.mark.rule("EN-MOVE-10", "a unit may stop short, or beside an enemy that it does not fight")
def test_a_unit_may_stop_short_or_beside_an_enemy() -> None:
    state = with_unit(RIDERS, foe(3, -3, facing=0))
    assert {(1, -1), (2, -2)} <= ends(state)
    beside_it = with_unit(LINE, foe(-1, -1, facing=0))
    moved = play(beside_it, "a", go(0, -1))
    assert moved.units[0].charged == ()


@pytest.mark.rule("EN-MOVE-11", "a lone enemy leader neither halts nor locks")
@pytest.mark.rule("EN-LEADER-05", "a lone leader stops no unit")
@pytest.mark.rule("EN-RULING-09", "a lone leader stops no unit")
def test_a_lone_leader_stops_nobody() -> None:
    state = with_unit(RIDERS, leaders=[leader("b", (1, -1))])
    assert ends(state) == THREE
    ways = {action.over for action in activations(state) if action.cell == at(1, -2) and not action.facing}
    assert ways >= {(), (0,)}


BATTERY = friend(1, -1, **GUNS)


@pytest.mark.rule("EN-LEADER-05", "a lone leader halts nobody, and enemies, guns and ground do as without him")
@pytest.mark.parametrize(
    ("facts", "others", "more"),
    [
        (RIDERS, (foe(1, -3),), {}),
        (RIDERS, (foe(2, -2),), {}),
        (COLUMN, (friend(1, -1),), {}),
        (COLUMN, (BATTERY,), {}),
        (COLUMN, (BATTERY, foe(2, -1)), {}),
        (COLUMN, (BATTERY,), {"terrain": {(1, -1): "stream"}, "stream_effect": "halt"}),
        (RIDERS, (), {"terrain": {(1, -1): "stream"}, "stream_effect": "halt"}),
        (RIDERS, (), {"terrain": {(1, -1): "pond"}}),
    ],
)
def test_a_lone_leader_changes_no_end_of_a_move(
    facts: dict[str, Any], others: tuple[Any, ...], more: dict[str, Any]
) -> None:
    state = with_unit(facts, *others, leaders=[leader("b", (0, -1))], **more)
    assert ends(state) == ends(with_unit(facts, *others, **more))
    assert len(activations(state)) == len(set(activations(state)))


@pytest.mark.rule("EN-LEADER-09", "the leader dies or flees, or bars the hex, by option")
@pytest.mark.rule("EN-RULING-10", "what becomes of a lone leader in the way")
def test_what_becomes_of_a_lone_leader_in_the_way() -> None:
    man = leader("b", (1, -1))
    over = go(1, -1, over=(0,))
    fled = act(with_unit(LINE, leaders=[man]), "a", over, 5).state
    assert fled.pending[-1].kind == "relocate"
    assert listed(fled, "b", "relocate")
    assert play(fled, "b", Relocate(at(1, -2))).leaders[0].cell == at(1, -2)
    killed = act(with_unit(LINE, leaders=[man]), "a", over, 1).state
    assert (killed.leaders[0].alive, killed.score) == (False, (5, 0))
    taken = act(with_unit(LINE, leaders=[man], lone_leader_contact="remove"), "a", over).state
    assert (taken.leaders[0].alive, taken.score) == (False, (5, 0))
    barred = with_unit(RIDERS, leaders=[man], lone_leader_contact="block")
    assert ends(barred) == THREE - {(1, -1), (2, -2), (3, -3)}
    beside_him = with_unit(LINE, leaders=[leader("b", (1, 0))], lone_leader_contact="block")
    assert (1, 0) not in beside(beside_him)


@pytest.mark.rule("EN-LEADER-08", "leaders go along by the hexes they have left")
@pytest.mark.rule("EN-RULING-08", "leaders go along as far as they can")
def test_leaders_go_along_as_far_as_they_can() -> None:
    state = with_unit(COLUMN, leaders=[leader("a", left=1), leader("a", left=5)])
    along = {action.cell: set() for action in activations(state)}
    for action in activations(state):
        along[action.cell].add(action.along)
    assert along[at(1, -1)] == {(), (0,), (1,), (0, 1)}
    assert along[at(1, -2)] == {(), (1,)}
    moved = play(state, "a", go(1, -2, along=(1,)))
    assert [(man.cell, man.left) for man in moved.leaders] == [(at(0, 0), 1), (at(1, -2), 3)]


@pytest.mark.rule("EN-RULING-91", "where no rule forbids, a unit may: it steps back out of the enemy's front")
def test_a_unit_may_step_back_from_an_enemy() -> None:
    state = with_unit(LINE, foe(0, -1), lock_timing="turn_start")
    assert (0, 1) in beside(state)
    assert SYSTEM.refuse(state, "a", Activate(0, facing=3)) is None
