"""Breakthrough, the morale bonus of winners, and what a melee leaves on the board (sections 7.3 and 9.3)."""

from typing import Any

import pytest

from battles.engine.core import Step
from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Advance, Answer, Fight, Relocate
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
    position,
    unit,
)

HORSE = {"kind": "light_cavalry", "grade": "veteran"}
FAR = unit("b", (14, -11), facing=3)
WIN = (10, 10, 1, 1)
"""Two stands against two: the attacker wins by far."""


def melee(winner: dict[str, Any] | None = None, *others: Any, leaders: Any = (), **facts: Any) -> State:
    """The unit at (0, 0) attacks infantry at (1, -1); others stand by."""
    options = {"breakthrough": True, **facts}
    terrain = options.pop("terrain", None)
    units = [unit("a", (0, 0), **(HORSE if winner is None else winner)), unit("b", (1, -1), facing=3), *others]
    pairs = options.pop("pairs", ((0, 1),))
    state = {"listed": True, "pairs": pairs}
    return position([*units, FAR, unit("a", (-5, 9))], leaders, phase="melee", terrain=terrain, state=state, **options)


def won(state: State, *faces: int) -> Step[State]:
    return act(state, "a", Fight(0, 1), *(faces or WIN))


@pytest.mark.rule("EN-OPT-01", "cavalry and infantry that can attack may break through")
@pytest.mark.rule("EN-RULING-60", "cavalry and infantry that can attack may break through")
@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (HORSE, True),
        ({**HORSE, "formation": "column"}, True),
        ({}, True),
        ({"formation": "column", "grade": "old_guard"}, True),
        ({"formation": "masse", "grade": "old_guard"}, True),
    ],
)
def test_cavalry_and_infantry_that_can_attack_may_break_through(facts: dict[str, Any], may: bool) -> None:
    stands = 1 if facts.get("formation") in ("column", "masse") else 2
    step = act(melee(facts), "a", Fight(0, 1), *[10] * stands, 1, 1)
    assert (choices(step.state, "a") == {"advance"}) is may


@pytest.mark.rule("EN-OPT-01", "squares and guns that win stay")
@pytest.mark.rule("EN-EX-D19", "squares and guns that win stay")
@pytest.mark.rule("EN-SQUARE-03", "squares and guns that win stay")
@pytest.mark.parametrize("facts", [{"formation": "square"}, {"kind": "field_artillery"}])
def test_squares_and_guns_that_win_stay(facts: dict[str, Any]) -> None:
    weak = unit("b", (1, -1), facing=3, grade="militia", level="bad")
    units = [unit("a", (0, 0), **facts), weak, FAR, unit("a", (-5, 9))]
    state = position(units, phase="melee", acting="b", breakthrough=True, state=_b_attacks())
    step = act(state, "b", Fight(1, 0), 1, 1, 10)
    assert only(step, "removed").unit == 1
    assert only(step, "fought").winner == 0
    assert not step.state.pending
    assert step.state.units[0].cell == at(0, 0)


def _b_attacks() -> dict[str, Any]:
    return {"listed": True, "pairs": ((1, 0),), "holder": "b"}


@pytest.mark.rule("EN-MELEE-40", "Without the option no unit advances or retreats.")
@pytest.mark.rule("EN-MELEE-39", "without the option winner and loser stay where they are")
@pytest.mark.rule("EN-RULING-57", "without the option winner and loser stay where they are")
def test_without_the_option_winner_and_loser_stay_where_they_are() -> None:
    step = won(melee(breakthrough=False))
    assert step.state.units[0].cell == at(0, 0)
    assert step.state.units[0].level == "good"
    step = won(melee(breakthrough=False), 2, 1, 5, 5, 10, 10)
    assert step.state.units[1].cell == at(1, -1)
    assert step.state.turn == 2
    assert step.state.contacts == ((0, 1),)


@pytest.mark.rule("EN-MELEE-41", "survivors in contact are locked and fight again")
def test_survivors_in_contact_are_locked_and_fight_again() -> None:
    state = won(melee(breakthrough=False), 1, 1, 4, 4, 10, 10).state
    for _ in range(6):
        if state.phase == "movement" and state.acting == "a":
            break
        state = act(state, *_next(state)).state
    assert state.units[0].locked
    assert 0 not in {action.unit for action in listed(state, "a", "activate")}


def _next(state: State) -> tuple[str, Any]:
    (side,) = SYSTEM.deciding(state)
    found = [option.actions[0] for option in SYSTEM.options(state, side) if option.kind != "activate"]
    return side, found[-1]


@pytest.mark.rule("EN-OPT-01", "Only if the melee removed the enemy, and not after a tie.")
def test_a_winner_whose_enemy_survives_does_not_advance() -> None:
    assert not won(melee(), 1, 1, 4, 4, 10, 10).state.pending


@pytest.mark.rule("EN-RULING-88", "the hex must be free and open")
@pytest.mark.rule("EN-OPT-01", "The hex must be free, and one that a Move could enter.")
def test_the_hex_must_be_free_and_open() -> None:
    assert won(melee(leaders=[leader("b", (1, -1))]), *WIN, 5).state.pending
    barred = melee(leaders=[leader("b", (1, -1))], lone_leader_contact="block")
    assert not won(barred, *WIN, 5).state.pending
    battery = {"kind": "field_artillery"}
    units = [unit("a", (0, 0), **HORSE), *(unit("b", (1, -1), facing=3, **battery) for _ in range(2)), FAR]
    state = position(
        units, phase="melee", state={"listed": True, "pairs": ((0, 1),)}, breakthrough=True, grand_battery=True
    )
    assert not act(state, "a", Fight(0, 1), 10, 10, 1).state.pending


@pytest.mark.rule("EN-OPT-02", "a winner may stay move in fight on or turn")
@pytest.mark.rule("EN-OPT-04", "a winner may stay move in fight on or turn")
@pytest.mark.rule("EN-OPT-05", "a winner may stay move in fight on or turn")
@pytest.mark.rule("EN-EX-D17", "a winner may stay move in fight on or turn")
def test_a_winner_may_stay_move_in_fight_on_or_turn() -> None:
    state = won(melee(None, unit("b", (2, -2), facing=3))).state
    found = set(listed(state, "a", "advance"))
    turns = {Advance("turn", facing) for facing in range(1, 6)}
    assert found == {Advance("stay"), Advance("in"), Advance("in", target=2)} | turns


@pytest.mark.rule("EN-OPT-05", "staying moving in and turning do that and no more")
@pytest.mark.rule("EN-OPT-04", "staying moving in and turning do that and no more")
def test_staying_moving_in_and_turning_do_that_and_no_more() -> None:
    state = won(melee(None, unit("b", (2, -2), facing=3))).state
    assert act(state, "a", Advance("stay")).state.units[0].cell == at(0, 0)
    inside = act(state, "a", Advance("in"))
    assert inside.state.units[0].cell == at(1, -1)
    assert not every(inside, "fought")
    turned = act(state, "a", Advance("turn", 2)).state.units[0]
    assert (turned.cell, turned.facing, turned.formation) == (at(1, -1), 2, "line")


@pytest.mark.rule("EN-EX-D17", "the enemy attacked may fire or form square before the extra melee")
@pytest.mark.rule("EN-OPT-03", "the enemy attacked may fire or form square before the extra melee")
def test_the_enemy_attacked_may_fire_or_form_square_before_the_extra_melee() -> None:
    state = won(melee(None, unit("b", (2, -2), facing=3, used=2, dice_left=0))).state
    state = act(state, "a", Advance("in", target=2)).state
    assert SYSTEM.deciding(state) == {"b"}
    assert listed(state, "b", "answer") == [Answer("hold"), Answer("fire"), Answer("square")]
    step = act(state, "b", Answer("fire"), 10, 1, 10, 10, 10, 1, 1)
    fired, fight = only(step, "fired"), only(step, "fought")
    assert (fired.target, fired.shots[0].dice, fired.answer) == (0, 2, True)
    assert (fight.attacker, fight.defender, fight.aspect) == (0, 2, "front")
    assert not step.state.pending, "EN-OPT-05: a unit advances once"


@pytest.mark.rule("EN-OPT-03", "a square formed against a breakthrough may fire one die and a failure none")
def test_a_square_formed_against_a_breakthrough_may_fire_one_die_and_a_failure_none() -> None:
    state = won(melee(None, unit("b", (2, -2), facing=3))).state
    state = act(state, "a", Advance("in", target=2)).state
    formed = act(state, "b", Answer("square"), 7).state
    assert listed(formed, "b", "answer") == [Answer("hold"), Answer("fire")]
    assert only(act(formed, "b", Answer("fire"), 1, 10, 10, 1), "fired").shots[0].dice == 1
    failed = act(state, "b", Answer("square"), 6, 10, 10, 1, 1)
    assert "fought" in kinds(failed)
    assert "fired" not in kinds(failed)


@pytest.mark.rule("EN-EX-D18", "an enemy struck in the rear cannot fire but may form square")
def test_an_enemy_struck_in_the_rear_cannot_fire_but_may_form_square() -> None:
    state = won(melee(None, unit("b", (2, -2), facing=0))).state
    state = act(state, "a", Advance("in", target=2)).state
    assert listed(state, "b", "answer") == [Answer("hold"), Answer("square")]
    step = act(state, "b", Answer("hold"), *WIN)
    assert only(step, "fought").aspect == "rear"
    assert {row.what: row.value for row in only(step, "fought").attack.modifiers}["attack on the rear"] == 5


@pytest.mark.rule("EN-OPT-03", "An unlimbered battery with the winner in front fires 3 dice.")
@pytest.mark.parametrize(
    ("facts", "answers"),
    [
        ({"kind": "field_artillery"}, True),
        ({"kind": "field_artillery", "facing": 0}, False),
        ({"kind": "field_artillery", "formation": "limbered"}, False),
        ({"mute": True, "tried_square": True}, False),
        ({"kind": "light_cavalry"}, False),
    ],
)
def test_who_can_answer_a_breakthrough_with_fire(facts: dict[str, Any], answers: bool) -> None:
    facts = {"facing": 3, **facts}
    state = won(melee(None, unit("b", (2, -2), **facts))).state
    step = SYSTEM.decide(state, "a", Advance("in", target=2), _dice())
    assert (bool(step.state.pending) and step.state.pending[-1].kind == "answer") is answers
    if answers:
        fired = act(step.state, "b", Answer("fire"), 1, 1, 1, 10, 10, 1)
        assert only(fired, "fired").shots[0].dice == 3
    else:
        assert "fought" in kinds(step), "no side is asked if there is only one answer"


def _dice() -> Any:
    return SeededDice(b"through", 1)


@pytest.mark.rule("EN-OPT-03", "Broken by the fire: no melee.")
def test_a_winner_broken_by_the_fire_does_not_fight() -> None:
    state = won(melee({**HORSE, "level": "bad"}, unit("b", (2, -2), facing=3))).state
    state = act(state, "a", Advance("in", target=2)).state
    step = act(state, "b", Answer("fire"), 10, 10, 1, 1)
    assert only(step, "removed").unit == 0
    assert not every(step, "fought")


@pytest.mark.rule("EN-OPT-06", "a unit that changed this turn moves in and does not fight")
@pytest.mark.parametrize(("facts", "fights"), [({**HORSE, "reformed": True}, 0), (HORSE, 1)])
def test_a_unit_that_changed_this_turn_moves_in_and_does_not_fight(facts: dict[str, Any], fights: int) -> None:
    state = won(melee(facts, unit("b", (2, -2), facing=3))).state
    found = listed(state, "a", "advance")
    assert sum(action.target >= 0 for action in found) == fights
    assert Advance("in") in found


@pytest.mark.rule("EN-OPT-02", "Not an enemy it has fought this turn; a listed pair is replaced.")
@pytest.mark.rule("EN-RULING-88", "the extra melee replaces a listed one and no pair fights twice")
def test_the_extra_melee_replaces_a_listed_one_and_no_pair_fights_twice() -> None:
    foes = (unit("b", (2, -2), facing=3, mute=True, tried_square=True),)
    state = won(melee(None, *foes, pairs=((0, 1), (2, 0)))).state
    step = act(state, "a", Advance("in", target=2), 5, 5, 7, 8, 10, 10, 10, 10)
    assert len(every(step, "fought")) == 1
    assert not step.state.pairs
    again = position(
        [unit("a", (0, 0), **HORSE), unit("b", (1, -1), facing=3), *foes, FAR, unit("a", (-5, 9))],
        phase="melee",
        state={"listed": True, "pairs": ((0, 1),), "fought": ((2, 0),)},
        breakthrough=True,
    )
    assert all(action.target < 0 for action in listed(won(again).state, "a", "advance"))


@pytest.mark.rule("EN-OPT-06", "Listed melees lapse with the contact; new contacts are not added.")
def test_moving_in_ends_old_contacts_and_makes_no_new_melees() -> None:
    others = (unit("b", (0, -1), facing=3), unit("b", (1, -2), facing=3))
    state = won(melee(None, *others, pairs=((0, 1), (0, 2)))).state
    step = act(state, "a", Advance("turn", 1))
    assert only(step, "melee_lapsed").defender == 2
    assert not every(step, "fought")


@pytest.mark.rule("EN-NATION-04", "The extra melee counts as a charge.")
@pytest.mark.rule("EN-NATION-09", "a french column that breaks through charges with both stands")
@pytest.mark.rule("EN-OPT-02", "a french column that breaks through charges with both stands")
def test_a_french_column_that_breaks_through_charges_with_both_stands() -> None:
    column = {"formation": "column", "nation": "france", "grade": "old_guard"}
    state = melee(column, unit("b", (2, -2), facing=3, mute=True), national_rules=("france",))
    step = act(state, "a", Fight(0, 1), 10, 1, 1)
    assert only(step, "fought").attack.stands == 1, "carried over: no charge"
    step = act(step.state, "a", Advance("in", target=2), 10, 10, 1, 1)
    assert only(step, "fought").attack.stands == 2


@pytest.mark.rule("EN-LEADER-08", "With a breakthrough the leader goes along free.")
@pytest.mark.rule("EN-LEADER-09", "a leader goes along free and one left behind by the enemy is run over")
def test_a_leader_goes_along_free_and_one_left_behind_by_the_enemy_is_run_over() -> None:
    state = melee(leaders=[leader("a", (0, 0), left=0), leader("b", (1, -1))])
    state = won(state, *WIN, 5).state
    step = act(state, "a", Advance("in"), 2)
    assert step.state.leaders[0].cell == at(1, -1)
    assert SYSTEM.deciding(step.state) == {"b"}
    assert choices(step.state, "b") == {"relocate"}
    assert act(step.state, "b", Relocate(at(1, -2))).state.leaders[1].cell == at(1, -2)


@pytest.mark.rule("EN-OPT-07", "a unit whose enemy its melee broke rises a level")
@pytest.mark.rule("EN-RULING-61", "a unit whose enemy its melee broke rises a level")
@pytest.mark.parametrize(("level", "after"), [("bad", "fair"), ("fair", "good"), ("good", "good")])
@pytest.mark.parametrize("option", [True, False])
def test_a_unit_whose_enemy_its_melee_broke_rises_a_level(level: str, after: str, option: bool) -> None:
    state = melee({**HORSE, "level": level}, breakthrough=False, melee_morale_bonus=option)
    step = won(state)
    assert step.state.units[0].level == (after if option else level)
    assert len(every(step, "raised")) == (option and level != "good")


@pytest.mark.rule("EN-OPT-07", "Also where the tie broke it.")
def test_a_tie_that_breaks_the_enemy_raises_the_other() -> None:
    units = [unit("a", (0, 0)), unit("b", (1, -1), facing=3, level="bad"), FAR]
    state = position(
        units, phase="melee", state={"listed": True, "pairs": ((0, 1),)}, melee_morale_bonus=True, breakthrough=True
    )
    step = act(state, "a", Fight(0, 1), 5, 5, 7, 5, 10, 10)
    assert step.state.units[0].level == "good"
    assert only(step, "raised").level == "good"
    assert not step.state.pending, "EN-OPT-01: no unit won"


@pytest.mark.rule("EN-OPT-07", "a winner whose enemy survives does not rise")
def test_a_winner_whose_enemy_survives_does_not_rise() -> None:
    state = melee({"level": "fair"}, breakthrough=False, melee_morale_bonus=True)
    step = act(state, "a", Fight(0, 1), 8, 6, 5, 5, 10, 10)
    fought = only(step, "fought")
    assert (fought.winner, fought.attack.total - fought.defence.total) == (0, 3)
    assert [unit.level for unit in step.state.units[:2]] == ["fair", "bad"]
    assert every(step, "raised") == []
