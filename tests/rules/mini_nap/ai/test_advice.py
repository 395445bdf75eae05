"""Simple decisions: the complete advice, and both sides of each threshold."""

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.ai import Advice
from battles.engine.core import Option, Outcome
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import command, weights
from battles.rules.mini_nap.ai.evaluation import evaluate
from battles.rules.mini_nap.ai.evaluator import horizon
from battles.rules.mini_nap.ai.situation import gap
from battles.rules.mini_nap.decisions import BreakThroughMove, Combat, Contact, Joining
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, noted
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.situations import seen
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, recruit, spot

ENEMY = foot("enemy", y=9, facing=180)


def option(*actions: Any, kind: str = "any", actor: str = "") -> tuple[Option, ...]:
    return (Option(kind, actor, actions),)


def best(state: State, options: Any = None, side: str = "a", ahead: bool = False) -> Advice:
    """The advice of an evaluator, with its reason as text."""
    judge = SYSTEM.ai.evaluator(state, side, ahead=ahead)
    found = judge.best(options or SYSTEM.options(state, side))
    return Advice(found.action, found.value, found.reason)


# What is no choice.


def test_either_edge_will_do() -> None:
    state = field(foot(), step="edges")
    edges = option(act.ChooseEdge("upper"), act.ChooseEdge("lower"))
    assert best(state, edges) == Advice(act.ChooseEdge("upper"), 0, "Neither edge is better than the other.")


def test_combats_are_fought_one_after_the_other() -> None:
    state = replace(field(foot()), stack=(Combat(),))
    groups = option(act.ChooseGroup(0), act.ChooseGroup(1), kind="choose_group")
    assert best(state, groups) == Advice(act.ChooseGroup(0), 0, "The combats are fought one after the other.")


@pytest.mark.rule("MN-REACT-33", "at the end a crew returns to its guns if it may")
def test_the_end_of_an_initiative() -> None:
    state = field(guns(), step="end")
    nothing = Advice(act.Done(), 0, "There is nothing else to do.")
    assert best(state, option(act.Done(), kind="done")) == nothing
    back = (*option(act.Done(), kind="done"), *option(act.Reman(0), kind="reman"))
    assert best(state, back) == Advice(act.Reman(0), 1, "The crew goes back to its guns.")
    assert best(replace(state, step="hand_to_hand"), back) == nothing


def test_the_best_alone_is_ranked() -> None:
    state = field(guns(), step="end")
    judge = SYSTEM.ai.evaluator(state, "a")
    done = option(act.Done(), kind="done")
    assert judge.ranked(done, 5) == [judge.best(done)]


# To whom the initiative is given.


def choosing(*own: Any, enemy_y: float, side_b: Any = None, **changes: Any) -> State:
    """Two Brigades of side a, one at each side of the middle, and an enemy so far ahead of the first."""
    first, second = own or (foot("one"), foot("two", x=20))
    made = force(
        division(
            brigade(first, name="first", place=spot(X, Y - 20)),
            brigade(second, name="second", place=spot(X, Y - 20)),
            name="first Division",
            place=spot(X, Y - 12),
        )
    )
    enemy = force(side_b or foot("enemy", y=enemy_y, facing=180))
    return stand_with(battle(made, enemy, **changes), 0, where="removed")


CHOICES = (
    Option("division_manoeuvre", "", (act.DivisionManoeuvre(0),)),
    Option("choose_brigade", "", (act.ChooseBrigade(1), act.ChooseBrigade(0))),
)


@pytest.mark.rule("MN-DIVMAN-02", "a Division moves as one while the nearest enemy is further than 24 cm")
@pytest.mark.parametrize(("enemy_y", "marches"), [(26.01, True), (26.0, False), (25.99, False)])
def test_when_a_division_marches_as_one(enemy_y: float, marches: bool) -> None:
    found = best(choosing(enemy_y=enemy_y), CHOICES)
    if marches:
        assert found == Advice(act.DivisionManoeuvre(0), 0, "first Division marches as one while the enemy is far.")
    else:
        assert found.action == act.ChooseBrigade(0)


def test_a_division_marches_where_there_is_no_enemy() -> None:
    state = noted(choosing(enemy_y=9), 2, where="lost")
    assert best(state, CHOICES).action == act.DivisionManoeuvre(0)
    alone = best(state, CHOICES[1:])
    assert alone.action == act.ChooseBrigade(0)
    assert alone.reason == "first acts now: it is nearest to the enemy or its guns have a target."


def test_the_most_urgent_brigade_comes_first() -> None:
    second = best(choosing(foot("one", x=30), foot("two"), enemy_y=7), CHOICES)
    assert second.action == act.ChooseBrigade(1)
    level = best(choosing(foot("one", x=-8), foot("two", x=8), enemy_y=7), CHOICES)
    assert level.action == act.ChooseBrigade(0)


def test_of_two_brigades_far_away_the_nearer_is_more_urgent() -> None:
    state = choosing(enemy_y=48)
    near, far = (gap(seen(state).foes[0], state.units[number], seen(state).own[number].half) for number in (0, 1))
    assert near < far
    assert command._urgency(seen(state), 0) > command._urgency(seen(state), 1)


def test_guns_are_more_urgent_where_they_have_a_target() -> None:
    ahead, behind = (
        choosing(guns(), foot("two", x=60, y=-50), enemy_y=0, side_b=guns("enemy", y=y, facing=90)) for y in (30, -30)
    )
    assert command._urgency(seen(ahead), 0) > command._urgency(seen(behind), 0)


# Commanders.


def commanding(**changes: Any) -> State:
    """A brigadier beside a unit that is out of command, with the commanders far away."""
    made = force(division(brigade(foot("one"), foot("two", x=6), place=spot(X, Y - 3)), place=spot(X, Y - 90)))
    state = battle(made, force(foot("enemy", y=40, facing=180)), step="command", brigade=0, **changes)
    return stand_with(stand_with(state, 0, where="removed"), 1, where="removed")


@pytest.mark.rule("MN-CMD-31", "a brigadier joins a unit out of command; otherwise commanders stay in place")
def test_a_brigadier_joins_a_unit_out_of_command() -> None:
    state = commanding()
    attach = option(act.Attach(2, 1), act.Attach(2, 0), kind="attach")
    joined = Advice(act.Attach(2, 1), 0, f"{state.stands[2].name} joins two, which is out of command.")
    ready = Advice(act.Done(), 0, "No commander would bring more units into command by a move.")
    done = option(act.Done(), kind="done")
    assert best(state, (*done, *attach)) == joined
    assert best(state, done) == ready
    assert best(state, option(act.Attach(2, 1), kind="detach")) == ready
    led = stand_with(state, 2, unit=0)
    assert best(led, attach) == ready
    commanded = stand_with(state, 1, where="table", x=mm(X), y=mm(Y - 5))
    assert best(commanded, attach) == ready


def test_a_commander_moves_first() -> None:
    state = stand_with(commanding(), 1, where="table", x=mm(X), y=mm(Y - 30), rating="average")
    ride = option(act.MoveStand(1, (place(0, -20),)), kind="move_stand", actor="stand 1")
    advice = command.best_stand_move(seen(state), ride)
    assert advice is not None
    ((x, y),) = advice.action.points
    before, unit = state.stands[1], state.units[0]
    assert hypot(x - unit.x, y - unit.y) < hypot(before.x - unit.x, before.y - unit.y)
    assert advice.value > 0
    assert advice.reason == f"{before.name} rides closer, so that more units are in command."
    assert best(state, ride).action == advice.action
    corps = stand_with(commanding(), 0, where="table", x=mm(X), y=mm(Y - 30), rating="average")
    first = option(act.MoveStand(0, (place(0, -20),)), kind="move_stand", actor="stand 0")
    chosen = best(replace(corps, step="choose", brigade=NONE), (*first, *CHOICES))
    assert chosen.action == act.MoveStand(0, advice.action.points)
    assert command.best_stand_move(seen(state), option(kind="attach", actor="stand 1")) is None
    brigadier = option(kind="move_stand", actor="stand 2")
    assert command.best_stand_move(seen(state), brigadier) is None
    lost = noted(noted(state, 0, where="lost"), 1, where="lost")
    assert command.best_stand_move(seen(lost), ride) is None


def test_a_commander_keeps_to_the_middle_where_there_is_no_enemy() -> None:
    state = noted(commanding(), 2, where="lost")
    assert command._behind(seen(state), 100, 200, 400) == (100, 200)


# Placing.


def test_a_unit_without_a_place_stays_off_the_table() -> None:
    field_ = seen(choosing(enemy_y=9, step="deployment"))
    out = option(act.Withhold(0), act.Withhold(1), kind="withhold", actor="unit 0")
    words = "There is no place left for it, so it stays off the table."
    assert command.best_deployment(field_, out) == Advice(act.Withhold(0), 0, words)
    done = option(act.Done(), kind="done")
    assert command.best_deployment(field_, done) == Advice(act.Done(), 0, words)


def narrow(zone: tuple[int, int, int, int]) -> State:
    """A side that has to be put down in a zone in which it finds no place."""
    made = force(division(brigade(recruit("cramped", at=None), place=None), place=None))
    state = battle(made, step="deployment", turn=0)
    own, enemy = state.setup.forces
    return replace(state, setup=replace(state.setup, forces=(replace(own, zone=zone), enemy)))


def test_where_no_place_is_found_the_first_of_the_list_is_taken() -> None:
    state = narrow((0, 0, 300, 150))
    listed = (act.Deploy(0, 90, 90, 0, "line"), act.Deploy(0, 80, 80, 0, "line"))
    words = "cramped deploys with its Brigade, facing the enemy."
    found = command.best_deployment(seen(state), option(*listed, kind="deploy", actor="unit 0"))
    assert found == Advice(listed[0], 0, words)
    stands = (act.DeployStand(2, 50, 50), act.DeployStand(2, 60, 60))
    name = state.stands[2].name
    stand = command.best_deployment(seen(state), option(*stands, kind="deploy_stand", actor="stand 2"))
    assert stand == Advice(stands[0], 0, f"{name} deploys behind the units.")
    put = noted(state, 0, where="table", x=9_000, y=9_000)
    again = command.best_deployment(seen(put), option(*stands, kind="deploy_stand", actor="stand 2"))
    assert again == stand


# Positions.


@pytest.mark.parametrize(("winner", "value"), [("a", weights.WON), ("b", -weights.WON), (None, 0)])
def test_a_battle_that_is_over_is_won_or_lost(winner: Any, value: int) -> None:
    state = replace(field(foot()), outcome=Outcome(winner=winner, reason="turn_limit", rule="MN-RULING-60"))
    assert evaluate(state, "a") == value


def test_what_a_position_counts() -> None:
    """Waiting units and stands count by side; pending combats count in their steps."""
    state = field(foot(), against=(foot("enemy", y=40, facing=180),))
    here = evaluate(state, "a")
    unit = weights.UNIT["infantry"] + 6 * weights.POINT
    waiting = field(foot(), foot("more", x=80), against=(foot("enemy", y=40, facing=180),))
    kept = noted(waiting, 1, where="waiting")
    assert evaluate(kept, "a") - evaluate(noted(waiting, 1, where="lost"), "a") == unit
    assert evaluate(kept, "b") - evaluate(noted(waiting, 1, where="lost"), "b") == -unit
    for number, value in ((0, -weights.STAND), (2, -weights.STAND), (3, weights.STAND), (5, weights.STAND)):
        assert evaluate(stand_with(state, number, where="removed"), "a") - here == value
    assert evaluate(stand_with(state, 0, where="waiting"), "a") == here


@pytest.mark.parametrize(
    ("step", "counts"),
    [
        ("choose", False),
        ("command", False),
        ("manoeuvre", True),
        ("fire", True),
        ("hand_to_hand", True),
        ("break_active", True),
        ("break_passive", True),
        ("end", False),
    ],
)
def test_when_combats_are_due(step: Any, counts: bool) -> None:
    """A combat that is due is worth something, and more to the stronger; others are worth nothing."""
    worth = []
    for points in (9, 6):
        state = field(foot(points=points), against=(foot("enemy", y=2, facing=0, points=3),), step=step)
        worth.append(evaluate(state, "a") - evaluate(replace(state, step="choose"), "a"))
    assert (worth[0] > worth[1] > 0) if counts else worth == [0, 0]


def test_the_horizon_grows_with_what_is_done() -> None:
    state = field(foot())
    unit, brigade = state.units[0], state.brigades[0]

    def later(step: Any, turn: int, unit: Any = unit, brigade: Any = brigade) -> int:
        units, brigades = (unit, *state.units[1:]), (brigade, *state.brigades[1:])
        return horizon(replace(state, step=step, turn=turn, units=units, brigades=brigades))

    manoeuvred = replace(unit, manoeuvred=True)
    along = [
        later("choose", 1),
        later("command", 1),
        later("manoeuvre", 1, manoeuvred),
        later("fire", 1, replace(manoeuvred, fired=True)),
        later("fire", 1, brigade=replace(brigade, chosen=True)),
        later("end", 2),
    ]
    assert along == sorted(set(along))
    assert horizon(replace(state, stack=(Joining(),))) == 0, "no position in the midst of an action"


@pytest.mark.rule("MN-REACT-50", "the decision is that of the last frame, and for a contact of its stage")
def test_the_last_frame_is_evaluated() -> None:
    square = foot("square", y=3, facing=180, formation="emergency_square", points=9)
    state = field(horse(points=3), against=(square,))
    frame = Contact(charger=0, target=1, travel="charge", stage="feint", formed=(1,))
    under = BreakThroughMove(unit=0)
    for stack in ((frame,), (under, frame), (frame, under, frame)):
        found = best(replace(state, stack=stack), option(act.Feint(), act.Stay()))
        assert found.reason.startswith("horse turns away from the square: ")
