"""Targets of actions, and the actions that a click may mean."""

from typing import Any

import pytest

from battles.engine.core import Refusal
from battles.engine.forecast import Aim, taking_part
from battles.engine.rng import Chances
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics import actions as act
from battles.rules.easy_napoleonics.state import Pending, State
from tests.rules.easy_napoleonics.builders.battles import small_setup, steps
from tests.rules.easy_napoleonics.builders.conceivable_actions import (
    close_battle,
    leader_actions,
    options,
    seeded,
    small_actions,
)
from tests.rules.easy_napoleonics.builders.positions import GRID, at, leader, position, unit

FAR = unit("b", (14, -11), facing=3)
GUNS = {"kind": "field_artillery"}
HORSE = {"kind": "light_cavalry"}


def hexed(q: int, r: int) -> str:
    """A hex of a vector as players write it."""
    return GRID.label(at(q, r))


def aim(state: State, action: Any, side: str = "a") -> Aim:
    return SYSTEM.ui.target(SYSTEM.secrets.view(state, side), action)


def meant(state: State, actor: str, where: str, side: str = "a") -> list[Any]:
    return list(SYSTEM.ui.actions_for_click(SYSTEM.secrets.view(state, side), side, actor, where))


def refusals(state: State, actor: str, where: str, side: str = "a") -> list[Refusal | None]:
    return [SYSTEM.refuse(state, side, action) for action in meant(state, actor, where, side)]


def codes(state: State, actor: str, where: str, side: str = "a") -> list[str]:
    return [refusal.code if refusal else "" for refusal in refusals(state, actor, where, side)]


# What an action points at.


def test_a_move_points_at_the_hex_where_it_ends_and_says_how() -> None:
    state = position([unit("a", (0, 0)), FAR], [leader("a", (0, 0))])
    move = act.Activate(0, "column", cell=at(0, -2), along=(0,))
    assert aim(state, move) == Aim("unit 0", (), (hexed(0, -2),), how="in column, with Leader of a")
    turn = act.Activate(0, facing=5, cell=at(-1, 0))
    assert aim(state, turn) == Aim("unit 0", (), (hexed(-1, 0),), turn=3000)


def test_what_a_unit_does_where_it_stands_points_at_its_own_hex() -> None:
    state = position([unit("a", (0, 0)), FAR])
    assert aim(state, act.Activate(0, "square")) == Aim("unit 0", (), (hexed(0, 0),), how="in square")
    assert aim(state, act.Activate(0, facing=2)) == Aim("unit 0", (), (hexed(0, 0),), turn=1200)
    assert aim(state, act.Rally(0)) == Aim("unit 0", (), (hexed(0, 0),), how="rally")


@pytest.mark.rule("EN-FORM-07", "a Move of guns that unlimber is told from one of guns that do not")
def test_unlimbering_is_told_from_moving() -> None:
    state = position([unit("a", (0, 0), formation="limbered", **GUNS), FAR])
    assert aim(state, act.Activate(0, cell=at(0, -1))).how == ""
    assert aim(state, act.Activate(0, cell=at(0, -1), unlimber=True)).how == "then unlimber"


@pytest.mark.rule("EN-MELEE-04", "a Move that ends with the enemy in front is against him")
@pytest.mark.rule("EN-FORM-05", "a unit that turns first does not charge")
def test_a_charge_is_directed_against_those_it_charges() -> None:
    units = [unit("a", (0, 0), **HORSE), unit("b", (0, -2), facing=3), unit("b", (1, -2), facing=3)]
    state = position(units)
    assert aim(state, act.Activate(0, cell=at(0, -1))).targets == ("unit 1", "unit 2")
    assert aim(state, act.Activate(0, cell=at(1, -1))).targets == ("unit 2",)
    assert aim(state, act.Activate(0, "column", cell=at(0, -1))).targets == ()
    assert aim(state, act.Activate(0, cell=at(1, 0))).targets == ()


@pytest.mark.rule("EN-ART-18", "a mission is of every battery that fires in it")
def test_fire_is_of_all_that_fire_and_says_their_dice() -> None:
    state = position([unit("a", (0, 0), **GUNS), unit("a", (1, 0), **GUNS), unit("b", (0, -5))], phase="artillery")
    alone = aim(state, act.Fire(2, ((1, 2),)))
    assert alone == Aim("unit 1", targets=("unit 2",), how="2 dice")
    both = aim(state, act.Fire(2, ((0, 2), (1, 2))))
    assert (both.actor, both.others, both.targets) == ("unit 0", ("unit 1",), ("unit 2",))
    assert both.how.count("2 dice") == 2
    seen = SYSTEM.secrets.view(state, "a")
    for actor, count in (("unit 0", 2), ("unit 1", 2), ("unit 2", 3)):
        told = taking_part(lambda action: SYSTEM.ui.target(seen, action), SYSTEM.options(state, "a"), actor)
        assert len(list(told)) == count, actor


def test_an_answer_is_directed_against_him_who_is_the_cause() -> None:
    owed = Pending(kind="hasty_square", side="b", unit=1, other=0)
    state = position([unit("a", (0, 0), **HORSE), unit("b", (0, -1), facing=3)], state={"pending": (owed,)})
    assert aim(state, act.HastySquare(True), "b") == Aim("unit 1", targets=("unit 0",), how="try square")
    assert aim(state, act.HastySquare(False), "b").how == "stay"


def test_a_breakthrough_points_at_the_hex_that_became_free() -> None:
    owed = Pending(kind="breakthrough", side="a", unit=0, cell=at(1, -1))
    state = position(
        [unit("a", (0, 0), **HORSE), unit("b", (1, -2), facing=3)],
        phase="melee",
        state={"pending": (owed,), "listed": True},
        breakthrough=True,
    )
    assert aim(state, act.Advance("stay")).areas == (hexed(0, 0),)
    attack = aim(state, act.Advance("in", target=1))
    assert (attack.areas, attack.targets) == ((hexed(1, -1),), ("unit 1",))
    assert aim(state, act.Advance("turn", 4)).turn == 2400


def test_every_conceivable_action_has_an_aim() -> None:
    for seed in range(4):
        chance = seeded(seed)
        state = close_battle(chance, options(grand_battery=bool(seed % 2)))
        seen = SYSTEM.secrets.view(state, "a")
        far = act.Activate(99, cell=10**9, facing=-4, along=(99,))
        odd = (far, act.Fire(99, ((99, -1),)), act.Deploy(-1, -7, 9, "line"))
        for action in (*small_actions(state), *leader_actions(state, "a"), *odd):
            assert isinstance(SYSTEM.ui.target(seen, action), Aim)


def test_aims_name_hexes_and_blocks_that_there_are() -> None:
    for seed in range(2):
        setup = small_setup(Chances(b"%d" % seed), 6, breakthrough=True, grand_battery=True, leaders_per_side=2)
        for state, side, action, _ in steps(setup, seed):
            if action is not None:
                found = aim(state, action, side)
                units, leaders = range(len(state.units)), range(len(state.leaders))
                blocks = {"", *(f"unit {n}" for n in units), *(f"leader {n}" for n in leaders)}
                assert {found.actor, *found.others, *found.targets} <= blocks
                columns, rows = state.board.columns, state.board.rows
                assert all(0 < int(key[:2]) <= columns and 0 < int(key[2:]) <= rows for key in found.areas)


# What somebody means who points.


def test_the_plainest_move_is_meant_first() -> None:
    state = position([unit("a", (0, 0)), FAR], [leader("a", (0, 0))])
    first, second, *_ = meant(state, "unit 0", hexed(0, -1))
    assert first == act.Activate(0, cell=at(0, -1), along=(0,))
    assert second == act.Activate(0, cell=at(0, -1))


@pytest.mark.rule("EN-SETUP-08", "side B has the north edge and faces south")
@pytest.mark.parametrize(("side", "facing"), [("a", 0), ("b", 3)])
def test_a_unit_is_placed_with_its_face_to_the_enemy_first(side: str, facing: int) -> None:
    state = position([unit("a"), unit("b")], phase="deployment", acting=side, deployment_order="a_first")
    cell = state.setup.forces[side == "b"].zone[5]
    number = int(side == "b")
    found = meant(state, f"unit {number}", GRID.label(cell), side)
    assert found[0] == act.Deploy(number, cell, facing, "line")
    assert len(found) == 18
    turned = [min((action.facing - facing) % 6, (facing - action.facing) % 6) for action in found]
    assert turned == sorted(turned)


@pytest.mark.rule("EN-ART-18", "one mission at a target in a phase: that of everybody is meant first")
def test_fire_with_all_dice_is_meant_first_and_its_own_second() -> None:
    guns = [unit("a", (n, 0), **GUNS) for n in range(3)]
    state = position([*guns, unit("b", (0, -5), facing=3)], phase="artillery")
    found = meant(state, "unit 1", "unit 3")
    assert [len(action.dice) for action in found if isinstance(action, act.Fire)] == [3, 1, 2, 2]
    assert found[1].dice == ((1, 2),)
    assert found == meant(state, "unit 1", hexed(0, -5))


@pytest.mark.rule("EN-MELEE-04", "pointing at an enemy in reach is a charge")
def test_pointing_at_an_enemy_means_the_charges_there_are() -> None:
    state = position([unit("a", (0, 0), **HORSE), unit("b", (0, -2), facing=3)])
    found = meant(state, "unit 0", "unit 1")
    legal = [action for action in found if SYSTEM.refuse(state, "a", action) is None]
    assert {action.cell for action in legal} == {at(0, -1)}
    assert found[: len(legal)] == legal


@pytest.mark.rule("EN-MOVE-01", "a hex too far away")
def test_a_hex_out_of_reach_is_refused_with_its_rule() -> None:
    found = refusals(position([unit("a", (0, 0)), FAR]), "unit 0", hexed(0, -6))
    assert found[0] is not None
    assert (found[0].code, found[0].rule) == ("out_of_reach", "EN-MOVE-01")


@pytest.mark.rule("EN-ZOC-03", "a locked unit is refused every hex with that rule")
def test_a_locked_unit_is_refused_with_its_rule() -> None:
    state = position([unit("a", (0, 0), locked=True), unit("b", (0, -1), facing=3), FAR])
    for where in ("", hexed(1, 0), "unit 0"):
        found = refusals(state, "unit 0", where)
        assert any(refusal is not None and refusal.rule == "EN-ZOC-03" for refusal in found), where


@pytest.mark.rule("EN-ART-03", "a battery too far from its target")
def test_an_enemy_out_of_range_is_refused_with_its_rule() -> None:
    state = position([unit("a", (0, 0), **GUNS), unit("a", (1, 0), **GUNS), unit("b", (0, -5)), FAR], phase="artillery")
    assert codes(state, "unit 0", "unit 3")[0] == "out_of_range"
    assert codes(state, "unit 0", "unit 2")[0] == ""


@pytest.mark.rule("EN-SEQ-01", "fire is for its phase, and a charge for its own")
@pytest.mark.parametrize("phase", ["movement", "rally", "musketry"])
def test_what_another_phase_would_allow_is_told(phase: str) -> None:
    state = position([unit("a", (0, 0), **GUNS), unit("b", (0, -5), facing=3)], phase=phase)
    found = meant(state, "unit 0", "unit 1")
    assert act.Fire(1, ((0, 2),)) in found
    refusal = SYSTEM.refuse(state, "a", act.Fire(1, ((0, 2),)))
    assert refusal is not None
    assert refusal.code == "wrong_phase"


@pytest.mark.rule("EN-OPT-08", "a mission names one of two batteries in a hex")
def test_pointing_at_one_of_two_batteries_means_that_one() -> None:
    pair = [unit("b", (0, -5), facing=3, **GUNS), unit("b", (0, -5), facing=3, **GUNS)]
    state = position([unit("a", (0, 0), **GUNS), *pair], phase="artillery", grand_battery=True)
    targets = {action.target for action in meant(state, "unit 0", "unit 2") if isinstance(action, act.Fire)}
    assert targets == {2}
    both = {action.target for action in meant(state, "unit 0", hexed(0, -5)) if isinstance(action, act.Fire)}
    assert both == {1, 2}


@pytest.mark.rule("EN-MUSK-06", "no more dice are thought of than are left")
def test_the_fire_that_is_thought_of_is_with_the_dice_that_are_left() -> None:
    units = [unit("a", (0, 0), dice_left=1, at=(1,)), unit("b", (0, -1)), unit("b", (1, -1))]
    state = position(units, phase="musketry")
    assert meant(state, "unit 0", "unit 1")[0] == act.Fire(1, ((0, 1),))
    assert codes(state, "unit 0", "unit 1")[0] == "done_already"


@pytest.mark.rule("EN-FACE-04", "a hex behind a unit is thought of with the turns that bring it nearest")
def test_a_hex_behind_is_thought_of_with_a_turn_towards_it() -> None:
    found = meant(position([unit("a", (0, 0)), FAR]), "unit 0", hexed(-3, 6))
    turns = [action.facing for action in found if isinstance(action, act.Activate) and action.facing is not None]
    assert turns == [3]


def test_a_unit_that_can_do_nothing_says_why() -> None:
    activated = position([unit("a", (0, 0), activated=True), unit("a", (4, 0)), FAR])
    assert codes(activated, "unit 0", "")[0] == "done_already"
    theirs = position([unit("a", (0, 0)), FAR])
    assert "not_yours" in codes(theirs, "unit 1", "")
    waits = position([unit("a", (0, 0)), FAR], acting="b")
    assert set(codes(waits, "unit 0", "")) == {"not_deciding"}


@pytest.mark.rule("EN-LEADER-04", "a leader goes to no hex of the enemy")
def test_a_leader_is_pointed_to_a_hex_or_to_a_unit() -> None:
    state = position([unit("a", (2, 0)), unit("b", (0, -2), facing=3)], [leader("a", (0, 0))])
    assert meant(state, "leader 0", "unit 0")[0] == act.MoveLeader(0, at(2, 0))
    assert meant(state, "leader 0", hexed(2, 0)) == meant(state, "leader 0", "unit 0")
    assert codes(state, "leader 0", "unit 1") == ["occupied"]


def test_a_side_is_told_all_it_can_do_as_a_whole() -> None:
    state = position([unit("a", (0, 0)), FAR])
    assert meant(state, "", "") == [act.Done()]
    over = SYSTEM.secrets.view(state, "umpire")
    assert act.CallTime() in SYSTEM.ui.actions_for_click(over, "umpire", "", "")


def test_every_meaning_can_be_said_and_written() -> None:
    for seed in range(2):
        setup = small_setup(Chances(b"%d" % seed), 5, breakthrough=True, grand_battery=True, draws=True)
        chances = Chances(b"pointing %d" % seed)
        for state, _, _, _ in steps(setup, seed):
            actors = ["", *(f"unit {n}" for n in range(len(state.units))), *(f"leader {n}" for n in range(2))]
            hexes = [GRID.label(0), *actors]
            for _ in range(6):
                side, actor, where = chances.choice("ab"), chances.choice(actors), chances.choice(hexes)
                for action in meant(state, actor, where, side):
                    assert SYSTEM.text.choice(state, action)
                    assert SYSTEM.text.notation(state, action)


@pytest.mark.rule("EN-MORALE-13", "pointing is answered from what the viewer knows")
def test_pointing_tells_no_hidden_level() -> None:
    states = []
    for level in ("good", "bad"):
        foe = unit("b", (0, -1), facing=3, level=level)
        states.append(position([unit("a", (0, 0)), foe, FAR], phase="rally", hidden_morale=True))
    assert meant(states[0], "unit 1", "") == meant(states[1], "unit 1", "")
    assert meant(states[0], "unit 0", "unit 1") == meant(states[1], "unit 0", "unit 1")
