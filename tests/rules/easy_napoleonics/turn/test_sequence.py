"""Initiative, the order of a turn, and rally on the board (section 4)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import (
    Activate,
    ChooseFireOrder,
    ChooseMover,
    Done,
    Fire,
    MoveLeader,
    Rally,
)
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


def apart(**facts: Any) -> State:
    """Two units far from each other, each with something to do, at the end of the second side's movement."""
    state = facts.pop("state", {})
    return position([unit("a", (0, 0)), unit("b", (0, -8), facing=3)], acting="b", state=state, **facts)


def next_turn(holder: str, streak: int, *faces: int, **options: Any) -> Any:
    """The initiative of the next turn, after ``holder`` has won ``streak`` in a row."""
    state = apart(state={"holder": holder, "streak": streak}, **options)
    return only(act(state, "b", Done(), *faces), "initiative_won")


@pytest.mark.rule("EN-INIT-01", "the higher die has the initiative")
@pytest.mark.rule("EN-INIT-04", "Nothing is taken off in turn 1.")
@pytest.mark.parametrize(("faces", "holder"), [((7, 6), "a"), ((6, 7), "b"), ((10, 1), "a")])
def test_the_higher_die_has_the_initiative(faces: tuple[int, ...], holder: str) -> None:
    won = next_turn("", 0, *faces)
    assert (won.holder, won.streak, won.modifiers) == (holder, 1, (0, 0))
    assert all(roll.sides == 10 for roll in won.rolls)


@pytest.mark.rule("EN-INIT-02", "each win in a row takes two off")
@pytest.mark.rule("EN-EX-S5", "each win in a row takes two off")
@pytest.mark.rule("EN-RULING-15", "each win in a row takes two off")
@pytest.mark.parametrize(("streak", "penalty"), [(1, -2), (2, -4), (3, -6), (5, -10)])
def test_each_win_in_a_row_takes_two_off(streak: int, penalty: int) -> None:
    assert next_turn("a", streak, 10, 1).modifiers == (penalty, 0)
    assert next_turn("b", streak, 1, 10).modifiers == (0, penalty)


@pytest.mark.rule("EN-INIT-03", "a new winner starts a new streak")
@pytest.mark.rule("EN-EX-I7", "a new winner starts a new streak")
def test_a_new_winner_starts_a_streak_of_his_own() -> None:
    won = next_turn("a", 2, 8, 5)
    assert (won.holder, won.streak, won.modifiers) == ("b", 1, (-4, 0))
    assert next_turn("b", 1, 5, 6).modifiers == (0, -2)


@pytest.mark.rule("EN-INIT-02", "the same winner continues the streak")
def test_the_same_winner_goes_on_with_his_streak() -> None:
    assert next_turn("a", 2, 10, 5).streak == 3


@pytest.mark.rule("EN-INIT-05", "equal results are rolled again with the same modifiers")
@pytest.mark.rule("EN-EX-I8", "equal results are rolled again with the same modifiers")
def test_equal_results_are_thrown_again_with_the_same_modifiers() -> None:
    won = next_turn("a", 2, 9, 5, 4, 1)
    assert (won.holder, won.modifiers, won.throws) == ("b", (-4, 0), ((9, 5), (4, 1)))


@pytest.mark.rule("EN-INIT-06", "a favoured side adds its bonus every turn")
@pytest.mark.rule("EN-OPT-09", "a favoured side adds its bonus every turn")
def test_a_favoured_side_adds_its_bonus_every_turn() -> None:
    won = next_turn("a", 1, 5, 6, initiative_bonus=(2, 0))
    assert won.modifiers == (0, 0)
    assert won.holder == "b"
    assert next_turn("b", 1, 5, 6, initiative_bonus=(2, 0)).holder == "a"


@pytest.mark.rule("EN-INIT-07", "after five wins in a row even a ten against a one loses")
@pytest.mark.rule("EN-RULING-75", "A natural 10 does not win by itself, a natural 1 does not lose.")
def test_after_five_wins_in_a_row_even_a_ten_against_a_one_loses() -> None:
    assert next_turn("a", 5, 10, 1).holder == "b"


@pytest.mark.rule("EN-INIT-08", "the holder says who moves first")
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_holder_says_who_moves_first(first: str) -> None:
    state = act(apart(), "b", Done(), 2, 9).state
    assert SYSTEM.deciding(state) == {"b"}
    assert choices(state, "b") == {"choose_mover"}
    state = act(state, "b", ChooseMover(first)).state
    assert (state.phase, state.acting) == ("movement", first)


@pytest.mark.rule("EN-SEQ-01", "a turn goes through its phases in order")
@pytest.mark.rule("EN-RALLY-06", "The side with the initiative rallies first, whichever side moves first.")
@pytest.mark.rule("EN-RULING-06", "One Rally phase in a turn, before all movement.")
def test_a_turn_goes_through_its_phases_in_order() -> None:
    guns = unit("a", (0, 0), kind="field_artillery", level="fair")
    foot = [unit("a", (3, 0), grade="old_guard"), unit("b", (3, -1), facing=3, grade="old_guard")]
    state = position([guns, *foot, unit("b", (0, -8), facing=3, level="fair")], phase="initiative", acting="b")
    state = replace(state, holder="b", fires_first="", mover="", contacts=((1, 2),))
    order: list[tuple[str, str]] = []
    for entry in range(12):
        (side,) = SYSTEM.deciding(state)
        mine = {"initiative": ChooseMover("a")}.get(state.phase, Done())
        action = ChooseFireOrder("a") if state.pending else mine
        step = SYSTEM.decide(state, side, action, SeededDice(b"1", entry))
        order += [(event.phase, event.side) for event in step.events if event.kind == "phase_began"]
        state = step.state
        if every(step, "turn_ended"):
            break
    assert order == [
        ("rally", "b"),
        ("rally", "a"),
        ("movement", "a"),
        ("movement", "b"),
        ("artillery", "b"),  # the holder is asked who fires first
        ("artillery", "a"),
        ("artillery", "b"),
        ("musketry", "b"),
        ("musketry", "a"),
        ("musketry", "b"),
        ("melee", "b"),
    ]


@pytest.mark.rule("EN-SEQ-02", "Units in any order, each once, and all of one side before the other.")
def test_a_side_activates_its_units_one_by_one_and_each_once() -> None:
    state = position([unit("a", (0, 0)), unit("a", (3, 0)), unit("b", (0, -8), facing=3)])
    assert {action.unit for action in listed(state, "a", "activate")} == {0, 1}
    state = act(state, "a", Activate(1, cell=at(3, -1))).state
    assert {action.unit for action in listed(state, "a", "activate")} == {0}
    state = act(state, "a", Done()).state
    assert {action.unit for action in listed(state, "b", "activate")} == {2}


@pytest.mark.rule("EN-SEQ-03", "A broken unit never fires back.")
def test_fire_takes_effect_before_the_other_side_fires() -> None:
    units = [unit("a", (0, 0)), unit("b", (0, -1), facing=3, level="bad"), unit("b", (8, -8), facing=3)]
    state = position(units, phase="musketry")
    step = act(state, "a", Fire(1, ((0, 2),)), 10, 1, 1, 5, 6)
    assert only(step, "removed").unit == 1
    assert step.state.turn == 2


@pytest.mark.rule("EN-SEQ-04", "hits of one phase are one event and those of the next another")
@pytest.mark.rule("EN-MORALE-12", "hits of one phase are one event and those of the next another")
@pytest.mark.rule("EN-EX-S2", "Two hits from two batteries in one phase: two checks at once, equally modified.")
@pytest.mark.rule("EN-EX-S3", "Musket hits later are a new event at the new level.")
def test_hits_of_one_phase_are_one_event_and_those_of_the_next_another() -> None:
    guns = [unit("a", place, kind="field_artillery", facing=4) for place in ((4, -1), (4, -2))]
    foot = [unit("a", (0, 0)), unit("a", (-1, 0))]
    state = position([*guns, *foot, unit("b", (0, -1), facing=3, grade="veteran")], phase="artillery")
    shots = tuple((number, 2) for number in (0, 1))
    assert Fire(4, shots) in listed(state, "a", "fire")
    step = act(state, "a", Fire(4, shots), 10, 1, 10, 1, 6, 5)
    fired = only(step, "fired")
    assert (fired.hits, fired.failures, fired.needed, fired.level) == (2, 1, 6, "fair")
    assert [roll.faces for roll in fired.rolls] == [(10, 1), (10, 1), (6, 5)]
    step = act(act(step.state, "a", ChooseFireOrder("a")).state, "a", Fire(4, ((2, 1), (3, 1))), 10, 10, 7, 6)
    fired = only(step, "fired")
    assert (fired.needed, fired.failures, fired.level) == (7, 1, "bad")


@pytest.mark.rule("EN-SEQ-06", "Hasty squares, flags and counters, the turn.")
@pytest.mark.rule("EN-SQUARE-09", "the end of the turn clears what units have done")
@pytest.mark.rule("EN-RULING-41", "the end of the turn clears what units have done")
@pytest.mark.parametrize(("option", "formation"), [("end_of_turn", "square"), ("until_reformed", "hasty_square")])
def test_the_end_of_the_turn_clears_what_units_have_done(option: str, formation: str) -> None:
    busy = unit("b", (0, 0), formation="hasty_square", used=2, activated=True, reformed=True, moved="move", mute=True)
    tired = unit("a", (0, -8), rallied=True, tried_square=True, dice_left=0, at=(0,), charged=(0,), locked=True)
    state = position([busy, tired], [leader("b", left=0)], acting="b", hasty_square_duration=option)
    state = act(state, "b", Done(), 9, 2).state
    assert state.turn == 2
    assert state.units == (unit("b", (0, 0), formation=formation), unit("a", (0, -8)))
    assert state.leaders[0].left == 5


@pytest.mark.rule("EN-RALLY-01", "Fair and Bad units, both sides, before movement.")
@pytest.mark.rule("EN-RALLY-02", "a rally raises the level by a step once a turn")
@pytest.mark.rule("EN-RALLY-03", "a rally raises the level by a step once a turn")
@pytest.mark.parametrize(("face", "level"), [(9, "fair"), (8, "bad"), (10, "fair"), (1, "bad")])
def test_a_rally_raises_the_level_by_a_step_once_a_turn(face: int, level: str) -> None:
    units = [unit("a", (0, 0), level="bad"), unit("a", (3, 0)), unit("a", (5, 0), level="fair")]
    state = position([*units, unit("b", (0, -1), facing=3)], phase="rally")
    assert {action.unit for action in listed(state, "a", "rally")} == {0, 2}
    assert "done" in choices(state, "a")
    state = act(state, "a", Rally(0), face).state
    assert state.units[0].level == level
    assert state.units[0].used == 0
    assert {action.unit for action in listed(state, "a", "rally")} == {2}


@pytest.mark.rule("EN-RALLY-04", "Only in the leader's present hex, one unit after another.")
@pytest.mark.rule("EN-RALLY-05", "a leader moves from unit to unit and uses the hexes of the turn")
@pytest.mark.rule("EN-RULING-07", "a leader moves from unit to unit and uses the hexes of the turn")
@pytest.mark.rule("EN-RULING-13", "a leader moves from unit to unit and uses the hexes of the turn")
@pytest.mark.rule("EN-EX-D14", "a leader moves from unit to unit and uses the hexes of the turn")
def test_a_leader_walks_from_unit_to_unit_and_spends_his_hexes_of_the_turn() -> None:
    units = [unit("a", (2, 0), level="bad"), unit("a", (5, 0), level="bad"), unit("b", (0, -9), facing=3)]
    state = position(units, [leader("a", (0, 0))], phase="rally")
    state = act(state, "a", MoveLeader(0, at(2, 0))).state
    step = act(state, "a", Rally(0), 8)
    assert only(step, "rallied").passed
    assert step.state.leaders[0].left == 3
    state = act(step.state, "a", MoveLeader(0, at(5, 0))).state
    assert state.leaders[0].left == 0
    step = act(state, "a", Rally(1), 7)
    assert not only(step, "rallied").passed
    assert only(step, "rallied").needed == 8
    assert choices(step.state, "a") == {"activate", "done"}


@pytest.mark.rule("EN-RALLY-04", "a leader beside a unit does not help it rally")
def test_a_leader_beside_a_unit_does_not_help_it_rally() -> None:
    state = position(
        [unit("a", (0, 0), level="bad"), unit("b", (0, -9), facing=3)], [leader("a", (1, 0))], phase="rally"
    )
    assert only(act(state, "a", Rally(0), 8), "rallied").needed == 9


@pytest.mark.rule("EN-RALLY-05", "the leader may use the hexes left in the side's movement")
def test_what_the_leader_has_left_he_may_use_in_his_sides_movement() -> None:
    state = position([unit("a", (9, 0), level="bad"), unit("b", (0, -9), facing=3)], [leader()], phase="rally")
    state = act(state, "a", MoveLeader(0, at(2, 0))).state
    state = act(state, "a", Done()).state
    assert state.phase == "movement"
    assert state.leaders[0].left == 3
    assert at(5, 0) in {action.cell for action in listed(state, "a", "move_leader")}
    assert at(6, 0) not in {action.cell for action in listed(state, "a", "move_leader")}


@pytest.mark.rule("EN-RALLY-06", "the holders side rallies completely before the other")
def test_the_holders_side_rallies_completely_before_the_other() -> None:
    units = [unit("a", (0, 0), level="bad"), unit("b", (0, -8), facing=3, level="bad")]
    state = position(units, phase="rally", acting="b", state={"holder": "b", "mover": "a"})
    assert SYSTEM.deciding(state) == {"b"}
    step = act(state, "b", Done())
    assert kinds(step) == ["phase_began"]
    assert SYSTEM.deciding(step.state) == {"a"}


@pytest.mark.rule("EN-RULING-14", "the holder chooses who fires first in each fire phase")
@pytest.mark.rule("EN-INIT-08", "the holder chooses who fires first in each fire phase")
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_holder_chooses_who_fires_first_in_each_fire_phase(first: str) -> None:
    guns = [unit("a", (0, 0), kind="field_artillery"), unit("b", (0, -4), facing=3, kind="field_artillery")]
    state = act(position(guns, acting="b"), "b", Done()).state
    assert SYSTEM.deciding(state) == {"a"}
    assert choices(state, "a") == {"choose_fire_order"}
    state = act(state, "a", ChooseFireOrder(first)).state
    assert SYSTEM.deciding(state) == {first}


@pytest.mark.rule("EN-RULING-14", "without that choice the holder always fires first")
@pytest.mark.parametrize("holder", ["a", "b"])
def test_without_that_choice_the_holder_always_fires_first(holder: str) -> None:
    guns = [unit("a", (0, 0), kind="field_artillery"), unit("b", (0, -4), facing=3, kind="field_artillery")]
    state = position(guns, acting="b", state={"holder": holder}, initiative_chooses_fire_order=False)
    state = act(state, "b", Done()).state
    assert SYSTEM.deciding(state) == {holder}
    assert choices(state, holder) == {"fire", "done"}


@pytest.mark.parametrize(
    ("turn", "phase", "horizon"),
    [(1, "rally", 2), (1, "movement", 2), (1, "artillery", 3), (3, "musketry", 7), (3, "melee", 7), (4, "rally", 8)],
)
def test_a_turn_is_half_over_once_both_sides_have_moved(turn: int, phase: str, horizon: int) -> None:
    state = position([unit("a", (0, 0)), unit("b", (0, -9))], phase=phase, state={"turn": turn})
    assert SYSTEM.ai.horizon(state) == horizon
