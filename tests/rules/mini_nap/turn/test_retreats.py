"""Retreats: which units, in which steps, and what an order changes (MN-RETREAT, MN-RULING-184)."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.actions import SELDOM
from battles.engine.core import SKIP
from battles.engine.rng import Chances
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import standing_orders, turn
from battles.rules.mini_nap.ai import random_action
from battles.rules.mini_nap.ai.evaluator import evaluator
from battles.rules.mini_nap.combat.melee import new_combat
from battles.rules.mini_nap.decisions import BreakThroughMove, Combat, Joining, Leg, MoveInProgress
from battles.rules.mini_nap.evolve import stand_with, unit_with
from battles.rules.mini_nap.positions import enemies_in_contact
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import ForceUnit, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    corps,
    division,
    force,
    mm,
    playing,
    recruit,
    spot,
)


def two_brigades(*enemies: Any, step: str = "manoeuvre", **facts: Any) -> State:
    """Two Brigades of a, the first chosen, all in command; enemies, or one far away."""
    one = brigade(recruit("one", at=(10, 10)), recruit("two", at=(20, 10)), place=spot(10, 6))
    other = brigade(recruit("three", at=(30, 10)), place=spot(30, 6))
    mine = force(corps(division(one, other, place=spot(20, 15)), place=spot(20, 4)))
    foes = force(*(enemies or (recruit("enemy", at=(150, 100)),)))
    return battle(mine, foes, step=step, brigade=0, **facts)


def refused(state: State, action: Any, side: str = "a") -> tuple[str, str] | None:
    refusal = turn.refuse(state, side, action)
    if refusal is None:
        return None
    assert refusal.sentence.endswith(".")
    return refusal.code, refusal.rule


def play_of(state: State, action: Any) -> Resolution:
    assert refused(state, action) is None
    return turn.decide(state, "a", action, playing(state).dice)


@pytest.mark.rule("MN-RETREAT-01", "any number of units, whichever Brigade they belong to, at any moment")
@pytest.mark.rule("MN-RETREAT-05", "a retreated unit counts as lost")
@pytest.mark.parametrize("step", ["choose", "command", "manoeuvre"])
def test_units_of_any_brigade_retreat(step: str) -> None:
    state = two_brigades(step=step)
    offered = {option.actor for option in turn.options(state, "a") if option.kind == "retreat"}
    assert offered == {"unit 0", "unit 1", "unit 2"}
    play = play_of(state, act.Retreat(1))
    assert play.state.units[1].where == "retreated"
    assert (play.state.brigades[0].lost, play.state.divisions[0].lost) == (1, 1)
    assert refused(play.state, act.Retreat(1)) == ("gone", "MN-RETREAT-01")
    assert refused(play.state, act.Retreat(2)) is None


@pytest.mark.rule("MN-RETREAT-02", "not a unit that charged or fired in this initiative, nor one out of command")
@pytest.mark.parametrize(
    ("unit", "notes", "found"),
    [
        (0, {"charged": True}, ("done_already", "MN-RETREAT-02")),
        (0, {"fired": True}, ("done_already", "MN-RETREAT-02")),
        (2, {"fired": True}, None),
        (0, {"yellow": True, "blue": "reaction", "manoeuvred": True}, None),
        (0, {"crew_in": 1}, ("not_for_kind", "MN-REACT-35")),
        (3, {}, ("not_yours", "MN-RETREAT-01")),
        (7, None, ("no_such", "MN-RETREAT-01")),
    ],
)
def test_who_may_not_retreat(unit: int, notes: Any, found: Any) -> None:
    state = two_brigades() if notes is None else unit_with(two_brigades(), unit, **notes)
    assert refused(state, act.Retreat(unit)) == found


@pytest.mark.rule("MN-RETREAT-02", "cautious is enough")
@pytest.mark.rule("MN-RETREAT-02", "Y34: the check is made at that very moment, whatever the one before said")
@pytest.mark.parametrize(("away", "found"), [(24, None), (25, ("out_of_reach", "MN-RETREAT-02"))])
def test_the_check_is_made_at_that_moment(away: float, found: Any) -> None:
    state = stand_with(unit_with(two_brigades(), 0, command="in"), 0, where="removed")
    state = stand_with(state, 1, x=mm(10 + 2.5 + away + 1.25), y=mm(10))
    assert refused(state, act.Retreat(0)) == found


@pytest.mark.rule("MN-RETREAT-01", "only by the side that has the initiative")
def test_when_no_unit_retreats() -> None:
    assert refused(two_brigades(), act.Retreat(3), "b") == ("not_deciding", "MN-SEQ-03")


ENEMY = recruit("enemy", at=(10, 12), facing=180)


@pytest.mark.rule("MN-RETREAT-03", "contact does not forbid it; the enemy has then broken through")
@pytest.mark.rule("MN-RULING-31", "unless another of a's units still touches him, or he is in square or a battery")
@pytest.mark.parametrize(
    ("enemy", "white"),
    [
        (ENEMY, True),
        (recruit("enemy", at=(15, 12), facing=180), False),
        (recruit("enemy", at=(10, 13), formation="solid_square"), False),
        (recruit("enemy", "foot_artillery", at=(10, 12.5), facing=180), False),
    ],
)
def test_whoever_touched_it_breaks_through(enemy: Any, white: bool) -> None:
    state = two_brigades(enemy, step="choose")
    if enemy.place.x == mm(15):
        state = unit_with(state, 1, x=mm(15.1))
    play = play_of(state, act.Retreat(0))
    assert play.state.units[3].white is white


@pytest.mark.rule("MN-RULING-56", "contact does not forbid it")
@pytest.mark.rule("MN-RETREAT-03", "not even contact with several enemies, or after it stood against a charger")
@pytest.mark.parametrize("step", ["choose", "command", "manoeuvre"])
def test_contact_does_not_forbid_it(step: str) -> None:
    foes = (ENEMY, recruit("left", at=(6.5, 10), facing=90), recruit("rear", at=(10, 8)))
    state = two_brigades(*foes, step=step)
    state = unit_with(stand_with(state, 2, x=mm(14), y=mm(14)), 0, stood=True, manoeuvred=True)
    assert Options().retreat_from_contact
    assert {number for number in range(3, 6) if number in enemies_in_contact(state, 0)} == {3, 4, 5}
    assert refused(state, act.Retreat(0)) is None
    assert "unit 0" in {option.actor for option in turn.options(state, "a") if option.kind == "retreat"}
    assert play_of(state, act.Retreat(0)).state.units[0].where == "retreated"


@pytest.mark.rule("MN-RULING-56", "contact forbids it where the option says so")
def test_contact_may_forbid_it() -> None:
    state = two_brigades(ENEMY, options=Options(retreat_from_contact=False))
    assert refused(state, act.Retreat(0)) == ("locked", "MN-RULING-56")
    assert refused(state, act.Retreat(1)) is None


@pytest.mark.rule("MN-RETREAT-04", "an attached Brigade stand goes along, or stays touching the place")
@pytest.mark.parametrize("stays", [True, False])
def test_an_attached_stand_may_stay(stays: bool) -> None:
    state = stand_with(two_brigades(), 2, unit=0, x=mm(10), y=mm(10))
    assert refused(state, act.Retreat(1, leave_stand=True)) == ("not_needed", "MN-RETREAT-04")
    play = play_of(state, act.Retreat(0, leave_stand=stays))
    stand = play.state.stands[2]
    assert (stand.where, stand.unit) == ("table" if stays else "removed", -1)
    if stays:
        assert (stand.x, stand.y) == (mm(10), mm(10))
    else:
        assert [event.rule for event in play.events if hasattr(event, "stand")] == ["MN-RETREAT-04"]


@pytest.mark.rule("MN-RETREAT-04", "where the middle is taken it stands at the side")
def test_a_stand_that_stays_finds_free_ground() -> None:
    state = stand_with(two_brigades(ENEMY), 2, unit=0, x=mm(10), y=mm(10))
    play = play_of(state, act.Retreat(0, leave_stand=True))
    stand = play.state.stands[2]
    assert stand.where == "table"
    assert (stand.x, stand.y) != (mm(10), mm(10))


@pytest.mark.rule("MN-RETREAT-01", "whoever plays by lot retreats too, but seldom")
@pytest.mark.parametrize("step", ["choose", "manoeuvre"])
def test_a_player_by_lot_seldom_retreats(step: str) -> None:
    state, chances = two_brigades(step=step), Chances(b"lots")
    drawn = [random_action.random_action(state, "a", (), chances) for _ in range(400)]
    retreats = sum(isinstance(action, act.Retreat) for action in drawn)
    assert 0 < retreats <= 400 * 2 / SELDOM


FAR = recruit("enemy", at=(150, 100))
GO_ON = ("choose_brigade", "done", "pass", "choose_group")


def moved_brigades(*enemies: ForceUnit, step: str = "manoeuvre", **facts: Any) -> State:
    """Two Brigades of a, the first chosen and done with its manoeuvres, all in command; enemies from unit 3."""
    one = brigade(recruit("one", at=(10, 10)), recruit("two", at=(20, 10)), place=spot(10, 6), name="First")
    other = brigade(recruit("three", at=(30, 10)), place=spot(30, 6), name="Second")
    mine = force(corps(division(one, other, place=spot(20, 15)), place=spot(20, 4)))
    state = battle(mine, force(*(enemies or (FAR,))), step=step, **{"brigade": 0, **facts})
    for number in (0, 1):
        state = unit_with(state, number, manoeuvred=True, command="in")
    for number in range(len(state.stands)):
        state = stand_with(state, number, moved=True, shifted=True)
    return state


def out_of_command(state: State) -> State:
    """The same with no stand of a on the table, so that none of its units may retreat."""
    for number, stand in enumerate(state.stands):
        if stand.side == "a":
            state = stand_with(state, number, where="removed")
    return state


def advanced(state: State, *faces: int) -> Resolution:
    """On to the next decision."""
    play = playing(state, *faces)
    turn.advance(play, turn.first_options)
    return play


def at(play: Resolution) -> str:
    """The step or frame that asks, with the stage of joining in."""
    state = play.state
    if not state.stack:
        return str(state.step)
    frame = state.stack[-1]
    return f"joining {frame.stage}" if isinstance(frame, Joining) else str(frame.__struct_config__.tag)


def offered(state: State, side: str = "a") -> set[str]:
    return {option.kind for option in turn.options(state, side)}


def act_on(play: Resolution, action: Any, side: str = "a") -> None:
    """A legal answer, and on to the next decision."""
    refusal = turn.refuse(play.state, side, action)
    assert refusal is None, refusal
    turn.perform(play, side, action)
    turn.advance(play, turn.first_options)


def only(state: State, kind: str) -> Any:
    """The one action of a kind."""
    (option,) = [option for option in turn.options(state, "a") if option.kind == kind]
    (action,) = option.actions
    return action


@pytest.mark.rule("MN-RETREAT-01", "at any moment: no step is passed over while a unit may retreat")
@pytest.mark.parametrize("step", ["choose", "command", "manoeuvre", "fire", "break_active", "end"])
def test_a_step_in_which_nothing_else_is_left_asks_for_retreats(step: str) -> None:
    state = moved_brigades(step=step)
    if step == "choose":  # The only Brigade left, and an enemy too near for a Division manoeuvre.
        state = replace(unit_with(moved_brigades(ENEMY, step=step), 2, where="destroyed"), brigade=-1)
    play = advanced(state)
    assert (play.events, turn.deciders(play.state)) == ([], ("a",))
    assert "retreat" in offered(play.state)
    assert not offered(play.state) - {"retreat", *GO_ON}
    assert turn.refuse(play.state, "a", act.Retreat(1)) is None


@pytest.mark.rule("MN-RETREAT-02", "where no unit may retreat such a step is passed over")
@pytest.mark.parametrize("step", ["command", "manoeuvre", "fire", "break_active", "end"])
def test_a_step_is_passed_over_where_no_unit_may_retreat(step: str) -> None:
    play = advanced(out_of_command(moved_brigades(step=step)), *[1, 2, 3, 4, 5] * 4)
    assert play.events
    assert (play.state.step, play.state.brigade) != (step, 0)


@pytest.mark.rule("MN-RETREAT-01", "one after the other, and then on, from the last manoeuvre to the next initiative")
def test_an_initiative_asks_in_each_of_its_steps() -> None:
    play = advanced(moved_brigades())
    seen = [at(play)]
    act_on(play, act.Retreat(2))
    assert (at(play), play.unit(2).where) == ("manoeuvre", "retreated")
    for _ in range(2):
        act_on(play, act.Done())
        seen.append(at(play))
    assert seen == ["manoeuvre", "fire", "end"]
    assert play.state.brigade == 0


@pytest.mark.rule("MN-DIVMAN-08", "after a Division manoeuvre there is no step of fire to ask in")
def test_a_division_manoeuvre_has_no_step_of_fire() -> None:
    play = advanced(unit_with(moved_brigades(division=0, brigade=-1), 2, manoeuvred=True))
    act_on(play, act.Done())
    assert at(play) == "end"


# Hand-to-hand combat


@pytest.mark.rule("MN-RETREAT-01", "before combat is joined in and before each is fought, though it is the only one")
@pytest.mark.rule("MN-RULING-98", "the six stages of joining in are one step, asked as it begins")
def test_joining_in_and_each_combat_ask_for_retreats() -> None:
    state = moved_brigades(ENEMY, step="hand_to_hand")
    play = advanced(state, *[6] * 60)
    assert (at(play), turn.deciders(play.state), offered(play.state)) == ("joining 1", ("a",), {"pass", "retreat"})
    act_on(play, act.Pass())
    assert (at(play), turn.deciders(play.state)) == ("combat", ("a",))
    assert offered(play.state) == {"choose_group", "retreat"}
    assert only(play.state, "choose_group") == act.ChooseGroup(0)


@pytest.mark.rule("MN-RETREAT-03", "who leaves before the combat is not fought, and its enemy has broken through")
@pytest.mark.parametrize("passes", [0, 1])
def test_a_unit_leaves_before_its_combat(passes: int) -> None:
    play = advanced(moved_brigades(ENEMY, step="hand_to_hand"))
    for _ in range(passes):
        act_on(play, act.Pass())
    act_on(play, act.Retreat(0))
    assert (play.unit(0).where, play.unit(3).white) == ("retreated", True)
    assert "fought" not in [event.__struct_config__.tag for event in play.events]
    assert (at(play), turn.deciders(play.state)) == ("break_active", ("a",))
    act_on(play, act.Done())
    assert (at(play), turn.deciders(play.state)) == ("break_passive", ("b",))


@pytest.mark.rule("MN-RETREAT-02", "a unit that charged fights; the others may leave")
def test_a_charger_does_not_leave() -> None:
    play = advanced(unit_with(moved_brigades(ENEMY, step="hand_to_hand"), 0, charged=True))
    refusal = turn.refuse(play.state, "a", act.Retreat(0))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("done_already", "MN-RETREAT-02")
    assert turn.refuse(play.state, "a", act.Retreat(1)) is None


@pytest.mark.rule("MN-HTH-04", "formed infantry that can join in must, or leave the field")
def test_who_must_join_in_may_retreat_instead() -> None:
    enemy = recruit("enemy", at=(13.5, 13), facing=180, formation="column")
    state = unit_with(moved_brigades(enemy, step="hand_to_hand"), 1, x=mm(17), y=mm(7))
    play = advanced(unit_with(state, 0, x=mm(13.5), y=mm(16), facing=1800))
    assert (at(play), offered(play.state)) == ("joining 1", {"join", "retreat"})
    refusal = turn.refuse(play.state, "a", act.Pass())
    assert refusal is not None
    assert refusal.code == "owed_first"
    act_on(play, act.Retreat(1))
    assert (at(play), offered(play.state)) == ("joining 1", {"pass", "retreat"})


@pytest.mark.rule("MN-RULING-98", "also in combats that break-throughs bring about, of either side")
@pytest.mark.parametrize("step", ["break_active", "break_passive"])
def test_combats_of_break_throughs_ask_for_retreats(step: str) -> None:
    state = moved_brigades(ENEMY, step=step, stack=(BreakThroughMove(unit=0), Joining()))
    play = advanced(state)
    assert (at(play), turn.deciders(play.state), offered(play.state)) == ("joining 1", ("a",), {"pass", "retreat"})


# What is under way


@pytest.mark.rule("MN-RULING-98", "what has begun is finished first: a movement, a round of combat")
def test_no_unit_retreats_while_something_is_under_way() -> None:
    state = moved_brigades(ENEMY, step="hand_to_hand")
    (group,) = new_combat(state).waiting
    for frame in (MoveInProgress(unit=0, travel="advance", legs=(Leg(0, 100, 0),)), Combat(group=group)):
        under_way = replace(state, stack=(frame,))
        assert "retreat" not in {option.kind for option in turn.options(under_way, "a")}
        refusal = turn.refuse_decider(under_way, "a", act.Retreat(1))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("wrong_phase", "MN-RETREAT-01")


@pytest.mark.rule("MN-RETREAT-01", "only the side that has the initiative, in its own stages of joining in")
def test_the_passive_side_does_not_retreat() -> None:
    state = moved_brigades(ENEMY, step="hand_to_hand", stack=(Joining(stage=4),))
    assert turn.deciders(state) == ()
    refusal = turn.refuse_decider(state, "b", act.Retreat(3))
    assert refusal is not None
    assert refusal.code == "wrong_phase"


@pytest.mark.rule("MN-RULING-98", "a Corps stand moves only while nothing is under way")
def test_stands_do_not_move_as_combats_begin() -> None:
    state = stand_with(moved_brigades(ENEMY, step="hand_to_hand", stack=(Joining(),)), 0, moved=False)
    refusal = turn.refuse(state, "a", act.MoveStand(0, ((mm(40), mm(4)),)))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong_phase", "MN-CMD-01")


@pytest.mark.rule("MN-BREAK-04", "units that have broken through choose first; only then does the side go on")
def test_break_throughs_are_chosen_before_one_goes_on() -> None:
    state = unit_with(moved_brigades(step="break_active"), 0, white=True)
    refusal = turn.refuse(state, "a", act.Done())
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("owed_first", "MN-BREAK-04")
    assert "done" not in offered(state)


@pytest.mark.rule("MN-RULING-56", "where contact forbids it, a lone unit in contact is not asked")
def test_no_unit_is_asked_whom_an_option_forbids() -> None:
    state = moved_brigades(ENEMY, step="hand_to_hand", options=Options(retreat_from_contact=False))
    for number in (1, 2):
        state = unit_with(state, number, where="destroyed")
    assert turn.deciders(replace(state, stack=(Joining(),))) == ()


# Standing orders


def ordered(state: State, **given: str) -> Any:
    return SYSTEM.ui.ordered(SYSTEM.secrets.view(state, "a"), "a", SYSTEM.options(state, "a"), given)


@pytest.mark.rule("MN-RULING-184", "with the order a side goes on where only a retreat is left; it is off at first")
@pytest.mark.parametrize(
    ("step", "enemy", "answer"),
    [
        ("command", FAR, act.Done()),
        ("manoeuvre", FAR, act.Done()),
        ("fire", FAR, act.Done()),
        ("break_active", FAR, act.Done()),
        ("end", FAR, act.Done()),
        ("hand_to_hand", ENEMY, act.Pass()),
    ],
)
def test_a_standing_order_goes_on(step: str, enemy: ForceUnit, answer: Any) -> None:
    state = advanced(moved_brigades(enemy, step=step)).state
    assert ordered(state) is None
    assert ordered(state, retreats="ask") is None
    assert ordered(state, retreats=SKIP) == answer
    assert SYSTEM.ui.ordered(SYSTEM.secrets.view(state, "b"), "b", (), {"retreats": SKIP}) is None


@pytest.mark.rule("MN-RULING-184", "a combat that waits alone is fought")
def test_a_standing_order_fights_the_only_combat() -> None:
    play = advanced(moved_brigades(ENEMY, step="hand_to_hand"))
    act_on(play, act.Pass())
    assert ordered(play.state, retreats=SKIP) == act.ChooseGroup(0)


@pytest.mark.rule(
    "MN-RULING-184", "wherever there is something else to choose the side is asked, and so it is for a Brigade"
)
def test_a_standing_order_leaves_choices_alone() -> None:
    choosing = unit_with(replace(moved_brigades(ENEMY, step="choose"), brigade=-1), 2, where="destroyed")
    moves = unit_with(moved_brigades(), 0, manoeuvred=False)
    stands = stand_with(moved_brigades(step="command"), 0, moved=False)
    for state in (choosing, moves, stands):
        assert turn.deciders(state) == ("a",)
        assert ordered(state, retreats=SKIP) is None


def test_the_order_is_one_of_those_a_side_may_give() -> None:
    spec = standing_orders.ORDERS["retreats"]
    assert (spec.default, spec.allowed, spec.rule) == ("ask", ("ask", SKIP), "MN-RULING-184")


# The question, and the computer


@pytest.mark.rule("MN-RETREAT-01", "the question says what is over, and that one may retreat or go on")
@pytest.mark.parametrize(
    ("step", "enemy", "told"),
    [
        ("command", FAR, "The commanders of First have nothing to do. Retreat a unit, or go on to its manoeuvres"),
        ("manoeuvre", FAR, "First has no unit left to move. Retreat a unit, or go on to its fire"),
        ("fire", FAR, "First has no shot left. Retreat a unit, or go on"),
        ("break_active", FAR, "Your break-throughs are over. Retreat a unit, or go on"),
        ("end", FAR, "The initiative of First ends. Retreat a unit, or go on"),
        ("hand_to_hand", ENEMY, "Units in contact fight next (MN-HTH-01). Retreat a unit first, or go on"),
    ],
)
def test_the_question_is_clear(step: str, enemy: ForceUnit, told: str) -> None:
    state = advanced(moved_brigades(enemy, step=step)).state
    assert SYSTEM.ui.question(SYSTEM.secrets.view(state, "a"), "a") == f"{told} (MN-RETREAT-01)?"
    assert SYSTEM.ui.question(SYSTEM.secrets.view(state, "b"), "b") == ""


def test_the_question_names_the_combat() -> None:
    play = advanced(moved_brigades(ENEMY, step="hand_to_hand"))
    assert SYSTEM.text.choice(play.state, act.Pass()) == "Go on to hand-to-hand combat"
    act_on(play, act.Pass())
    told = SYSTEM.ui.question(SYSTEM.secrets.view(play.state, "a"), "a")
    assert told.startswith("One against enemy is the next combat. Retreat a unit first, or go on")


@pytest.mark.parametrize("step", ["command", "manoeuvre", "fire", "break_active", "end", "hand_to_hand"])
def test_the_judge_goes_on(step: str) -> None:
    state = advanced(moved_brigades(ENEMY if step == "hand_to_hand" else FAR, step=step)).state
    options = SYSTEM.options(state, "a")
    for ahead in (False, True):
        best = evaluator(SYSTEM.secrets.view(state, "a"), "a", ahead=ahead).best(options).action
        assert best == (act.Pass() if step == "hand_to_hand" else act.Done())
