"""Leaders on the board: moves, help, risk and flight (section 8.1)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Activate, Fight, Fire, MoveLeader, Rally, Relocate
from battles.rules.easy_napoleonics.movement.reach import companions
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.builders.positions import (
    act,
    at,
    choices,
    every,
    kinds,
    leader,
    listed,
    only,
    play,
    position,
    unit,
    values,
)

FAR = unit("b", (14, -11), facing=3)
GUNS = {"kind": "field_artillery"}
HORSE = {"kind": "light_cavalry", "grade": "veteran"}


def goes(state: State, side: str = "a") -> set[int]:
    return {action.cell for action in listed(state, side, "move_leader")}


@pytest.mark.rule("EN-LEADER-04", "a leader moves five hexes any way through friends and past enemies")
@pytest.mark.rule("EN-LEADER-05", "a leader moves five hexes any way through friends and past enemies")
@pytest.mark.rule("EN-RULING-09", "a leader moves five hexes any way through friends and past enemies")
@pytest.mark.rule("EN-RULING-74", "a leader moves five hexes any way through friends and past enemies")
def test_a_leader_moves_five_hexes_any_way_through_friends_and_past_enemies() -> None:
    units = [unit("a", (1, 0)), unit("b", (0, -1), facing=3), FAR]
    state = position(units, [leader()], terrain={(-1, 0): "pond", (2, 0): "woods"})
    found = goes(state)
    assert {at(5, 0), at(1, 0), at(1, -1), at(0, -2), at(-5, 5)} <= found
    assert not {at(6, 0), at(0, -1), at(-1, 0), at(0, 0)} & found
    assert act(state, "a", MoveLeader(0, at(-2, 0))).state.leaders[0].left == 5 - 3


@pytest.mark.rule("EN-LEADER-04", "a leader rides through friends, and around enemies and ponds")
@pytest.mark.parametrize(("side", "refused"), [("a", ""), ("b", "out_of_reach")])
def test_a_leader_is_enclosed_by_enemies_alone(side: Any, refused: str) -> None:
    around = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
    state = position(
        [*(unit(side, each) for each in around), FAR, unit("a", (9, 0))], [leader()], terrain={(0, 1): "pond"}
    )
    refusal = SYSTEM.refuse(state, "a", MoveLeader(0, at(2, 0)))
    assert (refusal.code if refusal else "") == refused
    assert (at(2, 0) in goes(state)) == (not refused)


@pytest.mark.rule("EN-LEADER-11", "a leader rides as many hexes as are left this turn")
@pytest.mark.parametrize("left", [1, 3, 5])
def test_a_leader_rides_no_further_than_the_hexes_left(left: int) -> None:
    state = position([unit("a", (9, 0)), FAR], [leader(left=left)])
    for away in range(1, 7):
        refusal = SYSTEM.refuse(state, "a", MoveLeader(0, at(away, 0)))
        assert (refusal is None) == (at(away, 0) in goes(state)) == (away <= left)


@pytest.mark.rule("EN-LEADER-05", "A lone leader halts and locks no unit.")
@pytest.mark.rule("EN-MOVE-11", "a lone leader locks no unit and is not in contact")
def test_a_lone_leader_locks_nobody_and_is_not_in_contact() -> None:
    state = position([unit("a", (0, 0)), FAR, unit("b", (9, -9))], [leader("b", (0, -1))])
    assert at(0, -1) in {action.cell for action in listed(state, "a", "activate")}
    assert act(state, "a", Activate(0, cell=at(1, -1))).state.units[0].charged == ()


@pytest.mark.rule("EN-LEADER-12", "a leader may end with a friendly leader and not with an enemy")
def test_a_leader_may_end_with_a_friendly_leader_and_not_with_an_enemy() -> None:
    men = [leader(), leader("a", (1, 0)), leader("b", (0, 1))]
    state = position([unit("a", (9, 0)), FAR], men, leaders_per_side=2)
    found = {action.cell for action in listed(state, "a", "move_leader") if action.leader == 0}
    assert at(1, 0) in found
    assert at(0, 1) not in found
    assert at(0, 2) in found


@pytest.mark.rule("EN-LEADER-11", "In as many parts as wanted, between activations.")
@pytest.mark.rule("EN-MOVE-01", "a leader moves in parts before and after activations")
def test_a_leader_moves_in_parts_before_and_after_activations() -> None:
    state = position([unit("a", (3, 3)), unit("a", (6, 3)), FAR], [leader()])
    state = act(state, "a", MoveLeader(0, at(2, 0))).state
    state = act(state, "a", Activate(0, cell=at(3, 2))).state
    assert "move_leader" in choices(state, "a")
    state = act(state, "a", MoveLeader(0, at(5, 0))).state
    assert state.leaders[0].left == 0
    assert "move_leader" not in choices(state, "a")


@pytest.mark.rule("EN-LEADER-08", "a unit takes its leader along if the leader has enough hexes")
@pytest.mark.rule("EN-RULING-08", "a unit takes its leader along if the leader has enough hexes")
@pytest.mark.parametrize(("left", "along"), [(5, True), (2, True), (1, False), (0, False)])
def test_a_unit_takes_its_leader_along_if_he_has_the_hexes(left: int, along: bool) -> None:
    state = position([unit("a", (0, 0), formation="column"), FAR], [leader(left=left)])
    go = Activate(0, cell=at(0, -2), along=(0,))
    assert (go in listed(state, "a", "activate")) is along
    if along:
        after = act(state, "a", go).state.leaders[0]
        assert (after.cell, after.left) == (at(0, -2), left - 2)
    stays = SYSTEM.decide(state, "a", Activate(0, cell=at(0, -2)), _dice()).state.leaders[0]
    assert stays.cell == at(0, 0)


def _dice() -> Any:
    return SeededDice(b"leaders", 1)


@pytest.mark.rule("EN-LEADER-02", "The battery that the leader came with, or the named one.")
@pytest.mark.rule("EN-OPT-08", "a leader in a hex with two batteries is with one of them")
@pytest.mark.rule("EN-RULING-62", "a leader in a hex with two batteries is with one of them")
def test_with_two_batteries_in_his_hex_a_leader_is_with_one_of_them() -> None:
    units = [unit("a", (0, -1), level="bad", **GUNS), unit("a", (0, 0), formation="limbered", level="bad", **GUNS), FAR]
    state = position([*units, unit("a", (0, -1), level="bad", **GUNS)], [leader(left=5)], grand_battery=True)
    named = {action.unit for action in listed(state, "a", "move_leader") if action.cell == at(0, -1)}
    assert named == {0, 3}
    moves = next(option.actions for option in SYSTEM.options(state, "a") if option.kind == "move_leader")
    assert moves.to(at(0, -1)) == MoveLeader(0, at(0, -1), 0)
    moved = act(state, "a", MoveLeader(0, at(0, -1), 3)).state
    moved = replace(moved, phase="rally")
    assert [only(act(moved, "a", Rally(n), 9), "rallied").needed for n in (0, 3)] == [9, 8]
    pair = position(units, [leader(left=5)], grand_battery=True)
    gone = replace(act(pair, "a", Activate(1, cell=at(0, -1), along=(0,))).state, phase="rally")
    assert [only(act(gone, "a", Rally(n), 9), "rallied").needed for n in (0, 1)] == [9, 8]


@pytest.mark.rule("EN-OPT-08", "Two at most, batteries only, and what follows when one has gone in.")
def test_a_third_battery_finds_no_room() -> None:
    units = [
        unit("a", (0, -1), **GUNS),
        *(unit("a", place, formation="limbered", **GUNS) for place in ((0, 0), (-1, 0))),
    ]
    state = position([*units, unit("a", (1, 0), formation="column"), FAR], grand_battery=True)
    go = Activate(2, cell=at(0, -1))
    assert go in listed(state, "a", "activate")
    state = act(state, "a", Activate(1, cell=at(0, -1))).state
    assert go not in listed(state, "a", "activate")
    assert Activate(3, cell=at(0, -1)) not in listed(state, "a", "activate")


@pytest.mark.rule("EN-LEADER-03", "leaders with a unit add one to fire melee and checks")
@pytest.mark.rule("EN-RULING-11", "Several leaders with one unit give +1 once.")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_leaders_with_a_unit_add_one_to_fire_melee_and_checks(count: int) -> None:
    men = [leader("a", (0, 0)) for _ in range(count)]
    units = [unit("a", (0, 0), level="bad"), unit("a", (1, 0)), unit("b", (0, -1), facing=3), FAR]
    options = {"leaders_per_side": count, "state": {"contacts": ((0, 2),)}}
    shot = only(act(position(units, men, phase="musketry", **options), "a", Fire(2, ((0, 2),)), 1, 1), "fired").shots[0]
    assert values(shot.modifiers).get("leader with the firer", 0) == min(count, 1)
    step = act(position(units, men, phase="rally", **options), "a", Rally(0), 1)
    assert only(step, "rallied").needed == 9 - min(count, 1)
    state = position(units, men, phase="melee", state={"listed": True, "pairs": ((0, 2),)}, leaders_per_side=count)
    fought = only(act(state, "a", Fight(0, 2), 10, 10, 1, 1), "fought")
    assert values(fought.attack.modifiers).get("leader attached", 0) == min(count, 1)


@pytest.mark.rule("EN-LEADER-06", "one die an event and a one kills")
@pytest.mark.rule("EN-LEADER-07", "one die an event and a one kills")
@pytest.mark.rule("EN-RULING-12", "one die an event and a one kills")
@pytest.mark.rule("EN-VP-01", "one die an event and a one kills")
@pytest.mark.parametrize(("face", "killed"), [(1, True), (2, False), (10, False)])
def test_one_die_an_event_and_a_one_kills(face: int, killed: bool) -> None:
    units = [unit("a", (0, 0), **GUNS), unit("b", (0, -4), facing=3), FAR]
    state = position(units, [leader("b", (0, -4))], phase="artillery")
    step = act(state, "a", Fire(1, ((0, 2),)), 10, 10, 6, 5, face)
    assert only(step, "leader_tested").killed is killed
    assert step.state.score == ((5, 0) if killed else (0, 0))
    assert step.state.leaders[0].alive is not killed
    assert only(step, "fired").needed == 6, "the checks had the leader's +1"


@pytest.mark.rule("EN-LEADER-03", "Each leader rolls a die.")
@pytest.mark.rule("EN-RULING-12", "each leader with the unit rolls after or before the checks")
@pytest.mark.parametrize(
    ("timing", "faces", "needed"), [("after_checks", (7, 1, 1), 6), ("before_checks", (1, 1, 7), 7)]
)
def test_each_leader_with_the_unit_rolls_after_or_before_the_checks(timing: str, faces: Any, needed: int) -> None:
    units = [unit("a", (0, 0), **GUNS), unit("b", (0, -4), facing=3), FAR]
    men = [leader("b", (0, -4)), leader("b", (0, -4))]
    state = position(units, men, phase="artillery", leaders_per_side=2, leader_risk_timing=timing)
    step = act(state, "a", Fire(1, ((0, 2),)), 10, 1, *faces)
    assert [event.leader for event in every(step, "leader_tested")] == [0, 1]
    assert only(step, "fired").needed == needed
    assert step.state.score == (10, 0)


@pytest.mark.rule("EN-LEADER-07", "No leader rolls without a hit, after a victory or in a tie.")
@pytest.mark.rule("EN-MELEE-42", "the leader of the loser rolls")
@pytest.mark.rule("EN-RULING-12", "the leader of the loser rolls")
@pytest.mark.parametrize(
    ("faces", "risk_on_tie", "tested"),
    [
        ((10, 10, 1, 1, 5), False, [1]),
        ((1, 1, 10, 10, 5), False, [0]),
        ((5, 5, 5, 5, 10, 10, 10, 10), False, []),
        ((5, 5, 5, 5, 10, 10, 10, 10, 5, 5), True, [0, 1]),
    ],
)
def test_the_leader_of_the_loser_rolls(faces: tuple[int, ...], risk_on_tie: bool, tested: list[int]) -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3), FAR, unit("a", (-5, 9))]
    state = position(
        units,
        [leader(), leader("b", (0, -1))],
        phase="melee",
        state={"listed": True, "pairs": ((0, 1),)},
        leader_risk_on_tie=risk_on_tie,
    )
    step = act(state, "a", Fight(0, 1), *faces)
    assert [event.leader for event in every(step, "leader_tested")] == tested


@pytest.mark.rule("EN-LEADER-10", "a leader whose unit is broken stays in the hex")
@pytest.mark.rule("EN-LEADER-07", "Also rolled if the unit was broken.")
def test_a_leader_whose_unit_is_broken_stays_in_the_hex() -> None:
    units = [unit("a", (0, 0), **GUNS), unit("b", (0, -4), facing=3, level="bad"), FAR]
    state = position(units, [leader("b", (0, -4))], phase="artillery")
    step = act(state, "a", Fire(1, ((0, 2),)), 10, 1, 2, 5)
    assert kinds(step)[:3] == ["fired", "leader_tested", "removed"]
    assert step.state.leaders[0].cell == at(0, -4)
    assert 1 not in {a.target for a in listed(step.state, "a", "fire")}


@pytest.mark.rule("EN-LEADER-09", "a lone leader run over")
@pytest.mark.rule("EN-RULING-10", "a lone leader run over")
@pytest.mark.parametrize(
    ("option", "faces", "alive", "asked"),
    [("displace", (1,), False, False), ("displace", (2,), True, True), ("remove", (), False, False)],
)
def test_a_lone_leader_run_over(option: str, faces: tuple[int, ...], alive: bool, asked: bool) -> None:
    state = position([unit("a", (0, 0)), FAR], [leader("b", (0, -1), left=2)], lone_leader_contact=option)
    step = act(state, "a", Activate(0, cell=at(0, -1), over=(0,)), *faces)
    assert step.state.leaders[0].alive is alive
    assert step.state.score == ((0, 0) if alive else (5, 0))
    assert bool(step.state.pending) is asked
    if asked:
        found = {action.cell for action in listed(step.state, "b", "relocate")}
        assert at(0, -6) in found
        assert at(0, -7) not in found
        assert at(0, -1) not in found
        assert act(step.state, "b", Relocate(at(0, -6))).state.leaders[0].left == 2, "this is free"


@pytest.mark.rule("EN-RULING-10", "with block the hex of a lone leader may not be entered")
def test_with_block_the_hex_of_a_lone_leader_may_not_be_entered() -> None:
    state = position([unit("a", (0, 0)), FAR], [leader("b", (0, -1))], lone_leader_contact="block")
    assert at(0, -1) not in {action.cell for action in listed(state, "a", "activate")}


@pytest.mark.rule("EN-LEADER-09", "A leader with no hex to flee to is removed as killed.")
def test_a_leader_run_over_with_nowhere_to_go_is_removed() -> None:
    ponds = dict.fromkeys(((1, -2), (1, -1), (-1, 0), (-1, -1), (0, -2)), "pond")
    guns = [unit("a", (0, 0), formation="limbered", **GUNS) for _ in range(2)]
    state = position([*guns, FAR], [leader("b", (0, -1))], terrain=ponds, grand_battery=True)
    step = act(state, "a", Activate(0, cell=at(0, -1), over=(0,)), 9)
    assert only(step, "leader_taken").rule == "EN-LEADER-09"
    assert step.state.score == (5, 0)
    assert not step.state.leaders[0].alive


@pytest.mark.rule("EN-RULING-86", "Leaders flee before hasty squares are tried, and may help one.")
@pytest.mark.rule("EN-SQUARE-12", "the leader is relocated before the hasty square and may join it")
def test_the_leader_is_relocated_before_the_hasty_square_and_may_join_it() -> None:
    units = [unit("a", (0, 0), **HORSE), unit("b", (0, -2), facing=3), unit("b", (1, -2), facing=3), FAR]
    state = position(units, [leader("b", (0, -1))])
    step = act(state, "a", Activate(0, cell=at(0, -1), over=(0,)), 5)
    assert [(one.kind, one.unit) for one in reversed(step.state.pending)] == [
        ("relocate", -1),
        ("hasty_square", 1),
        ("hasty_square", 2),
    ]
    state = act(step.state, "b", Relocate(at(0, -2))).state
    action = listed(state, "b", "hasty_square")[0]
    assert only(act(state, "b", action, 6), "square_tried").passed


@pytest.mark.rule("EN-SQUARE-11", "Each unit charged may try, by unit id.")
def test_two_charged_units_are_asked_in_the_order_of_their_numbers() -> None:
    units = [unit("a", (0, 0), **HORSE), unit("b", (1, -2), facing=3), unit("b", (0, -2), facing=3), FAR]
    step = act(position(units), "a", Activate(0, cell=at(0, -1)))
    assert [one.unit for one in reversed(step.state.pending)] == [1, 2]


@pytest.mark.rule("EN-LEADER-01", "a battle without leaders goes on")
@pytest.mark.rule("EN-OPT-11", "a battle without leaders goes on")
def test_a_battle_without_leaders_goes_on() -> None:
    state = position([unit("a", (0, 0)), FAR], leaders_per_side=0)
    assert choices(state, "a") == {"activate", "done"}


@pytest.mark.rule("EN-LEADER-08", "only a leader who is still there goes along")
def test_a_leader_who_left_the_hex_cannot_accompany_the_unit() -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9), facing=3)], [leader("a", (0, 0))])
    assert any(action.along for action in listed(state, "a", "activate"))
    after = play(state, "a", MoveLeader(0, at(3, 0)))
    assert not any(action.along for action in listed(after, "a", "activate"))
    back = play(after, "a", MoveLeader(0, at(1, 0)))
    assert not listed(back, "a", "move_leader")


@pytest.mark.rule("EN-LEADER-08", "of up to three leaders every choice is listed, of four each alone and all together")
@pytest.mark.parametrize(
    ("count", "sizes"), [(1, [0, 1]), (2, [0, 1, 1, 2]), (3, [0, 1, 1, 1, 2, 2, 2, 3]), (4, [0, 1, 1, 1, 1, 4])]
)
def test_choices_of_leaders_who_accompany_a_unit(count: int, sizes: list[int]) -> None:
    men = tuple((number, 5) for number in range(count))
    assert sorted(len(choice) for choice in companions(men, 2)) == sizes
    assert list(companions(((0, 1), (1, 2), (2, 3)), 2)) == [(), (1,), (2,), (1, 2)]
