"""How a battle ends: points, annihilation, turns, time and ground (sections 9.2 and 3.1)."""

from typing import Any

import pytest

from battles.engine.core import UMPIRE, Outcome, Tally
from battles.rules.easy_napoleonics import SYSTEM, victory
from battles.rules.easy_napoleonics.actions import CallTime, Done, Fight, Fire, Rally
from battles.rules.easy_napoleonics.state import Objective, State
from battles.rules.easy_napoleonics.tables import STANDS
from battles.rules.easy_napoleonics.victory import victory_points
from tests.rules.easy_napoleonics.builders.positions import act, at, kinds, leader, listed, only, position, unit

FAR = unit("b", (14, -11), facing=3)
GUNS = {"kind": "field_artillery"}
LAST = {"turn": 10}


def ending(*units: Any, acting: str = "b", phase: str = "movement", **facts: Any) -> State:
    """The last side to act; no units are near each other."""
    return position(units or (unit("a", (0, 0)), FAR), acting=acting, phase=phase, **facts)


def outcome(state: State, side: str = "b", action: Any = None, *faces: int) -> Outcome | None:
    return act(state, side, action or Done(), *faces).state.outcome


def breaking(worth: int = 1, score: tuple[int, int] = (0, 0), *others: Any, **options: Any) -> State:
    """Guns of side a are about to break a Bad unit."""
    foe = unit("b", (0, -4), facing=3, level="bad", worth=worth)
    state = {"score": score, **options.pop("state", {})}
    return position([unit("a", (0, 0), **GUNS), foe, *others], phase="artillery", state=state, **options)


SHOT = (Fire(1, ((0, 2),)), 10, 1, 2)


@pytest.mark.rule("EN-VP-01", "a broken unit leaves at once and scores its worth")
@pytest.mark.rule("EN-UNIT-06", "a broken unit leaves at once and scores its worth")
@pytest.mark.rule("EN-VP-05", "a broken unit leaves at once and scores its worth")
def test_a_broken_unit_leaves_at_once_and_scores_its_worth() -> None:
    step = act(breaking(3, (4, 2), FAR), "a", *SHOT)
    assert only(step, "removed").score == (7, 2)
    assert step.state.units[1].cell == -1
    assert step.state.units[1].level == "broken"


@pytest.mark.rule("EN-VP-02", "a side wins as soon as it has the points")
@pytest.mark.rule("EN-VP-03", "a side wins as soon as it has the points")
@pytest.mark.rule("EN-RULING-68", "a side wins as soon as it has the points")
@pytest.mark.rule("EN-OPT-13", "a side wins as soon as it has the points")
@pytest.mark.parametrize(("score", "needed", "ends"), [(19, 20, True), (18, 20, False), (9, 10, True)])
def test_a_side_wins_as_soon_as_it_has_the_points(score: int, needed: int, ends: bool) -> None:
    step = act(breaking(1, (score, 0), FAR, victory_points_to_win=needed), "a", *SHOT)
    assert step.state.outcome == (Outcome("a", "points", "EN-VP-02") if ends else None)
    if ends:
        assert kinds(step)[-1] == "ended"
        assert not SYSTEM.deciding(step.state)


@pytest.mark.rule("EN-RULING-68", "end_of_turn: totals are compared when the turn ends.")
@pytest.mark.parametrize(
    ("score", "result"),
    [((20, 0), ("a", "points")), ((20, 25), ("b", "points")), ((22, 22), (None, "draw")), ((19, 19), None)],
)
def test_points_at_the_end_of_the_turn(score: tuple[int, int], result: Any) -> None:
    found = outcome(ending(state={"score": score}, victory_timing="end_of_turn"))
    assert (found and (found.winner, found.reason)) == result


@pytest.mark.rule("EN-RULING-68", "with end of turn no side wins in the middle of a turn")
def test_with_end_of_turn_nobody_wins_in_the_middle_of_it() -> None:
    step = act(breaking(1, (19, 0), FAR, victory_timing="end_of_turn"), "a", *SHOT)
    assert only(step, "removed").score == (20, 0)
    assert kinds(step).index("turn_ended") < kinds(step).index("ended")


@pytest.mark.rule("EN-VP-03", "One event brings both past the threshold: the higher total, equal is a draw.")
@pytest.mark.parametrize(("worths", "winner"), [((2, 1), "b"), ((1, 2), "a"), ((2, 2), None)])
def test_a_melee_that_breaks_both_ends_by_the_higher_total(worths: tuple[int, int], winner: str | None) -> None:
    units = [
        unit("a", (0, 0), level="bad", worth=worths[0]),
        unit("b", (0, -1), facing=3, level="bad", worth=worths[1]),
    ]
    pairs = {"listed": True, "pairs": ((0, 1),), "score": (19, 19)}
    state = position([*units, FAR, unit("a", (-5, 9))], phase="melee", state=pairs)
    found = outcome(state, "a", Fight(0, 1), 5, 5, 5, 5)
    assert found is not None
    assert found.winner == winner


@pytest.mark.rule("EN-VP-04", "both lose when the last turn ends without a winner")
@pytest.mark.rule("EN-SETUP-11", "both lose when the last turn ends without a winner")
@pytest.mark.parametrize(("turn", "most", "ends"), [(10, 10, True), (9, 10, False), (3, 3, True)])
def test_both_lose_when_the_last_turn_ends_without_a_winner(turn: int, most: int, ends: bool) -> None:
    found = outcome(ending(state={"turn": turn, "score": (19, 3)}, max_turns=most))
    assert found == (Outcome(None, "mutual_defeat", "EN-VP-04") if ends else None)


@pytest.mark.rule("EN-RULING-69", "The turn in progress is finished; the umpire calls.")
@pytest.mark.rule("EN-SETUP-11", "the umpire calls time and the turn is the last")
def test_the_umpire_calls_time_and_the_turn_is_the_last() -> None:
    state = ending()
    assert [option.kind for option in SYSTEM.options(state, UMPIRE)] == ["call_time"]
    step = act(state, UMPIRE, CallTime())
    assert kinds(step) == ["time_called"]
    assert SYSTEM.deciding(step.state) == {"b"}
    assert not SYSTEM.options(step.state, UMPIRE)
    assert SYSTEM.refuse(step.state, UMPIRE, CallTime())
    assert outcome(step.state) == Outcome(None, "mutual_defeat", "EN-VP-04")


@pytest.mark.rule("EN-RULING-69", "only the umpire calls time and only where there is a limit")
def test_only_the_umpire_calls_time_and_only_where_there_is_a_limit() -> None:
    assert SYSTEM.refuse(ending(), "b", CallTime()) is not None
    state = ending(time_limit_minutes=None)
    assert not SYSTEM.options(state, UMPIRE)
    assert SYSTEM.refuse(state, UMPIRE, CallTime()) is not None


@pytest.mark.rule("EN-VP-06", "points stay when units rally")
def test_points_stay_when_units_rally() -> None:
    state = position([unit("a", (0, 0), level="bad"), FAR], phase="rally", state={"score": (3, 4)})
    assert act(state, "a", Rally(0), 10).state.score == (3, 4)
    broken = position([unit("a", (0, 0)), FAR, unit("a", level="broken")], phase="rally")
    assert not listed(broken, "a", "rally")


@pytest.mark.rule("EN-VP-07", "an army without units has lost unless points say otherwise")
@pytest.mark.rule("EN-RULING-89", "an army without units has lost unless points say otherwise")
@pytest.mark.parametrize("timing", ["immediate", "end_of_turn"])
@pytest.mark.parametrize(
    ("score", "result"), [((0, 15), ("a", "annihilation")), ((0, 25), ("b", "points")), ((19, 0), ("a", "points"))]
)
def test_an_army_without_units_has_lost_unless_points_say_otherwise(timing: str, score: Any, result: Any) -> None:
    if timing == "immediate" and score == (0, 25):
        return
    found = outcome(breaking(1, score, victory_timing=timing), "a", *SHOT)
    assert found is not None
    assert (found.winner, found.reason) == result


@pytest.mark.rule("EN-VP-07", "when one melee empties both armies the higher total wins")
@pytest.mark.rule("EN-EX-D21", "when one melee empties both armies the higher total wins")
@pytest.mark.rule("EN-RULING-89", "when one melee empties both armies the higher total wins")
@pytest.mark.parametrize(("score", "winner"), [((12, 15), "b"), ((15, 12), "a"), ((9, 9), None)])
def test_when_one_melee_empties_both_armies_the_higher_total_wins(score: tuple[int, int], winner: str | None) -> None:
    units = [unit("a", (0, 0), level="bad", worth=3), unit("b", (0, -1), facing=3, level="bad", worth=3)]
    state = position(units, phase="melee", state={"listed": True, "pairs": ((0, 1),), "score": score})
    step = act(state, "a", Fight(0, 1), 5, 5, 5, 5)
    assert step.state.score == (score[0] + 3, score[1] + 3)
    assert step.state.outcome is not None
    assert step.state.outcome.winner == winner


@pytest.mark.rule("EN-VP-07", "A leader is no unit.")
def test_a_leader_alone_does_not_keep_an_army_in_the_battle() -> None:
    foe = unit("b", (0, -4), facing=3, level="bad")
    state = position([unit("a", (0, 0), **GUNS), foe], [leader("b", (5, -9))], phase="artillery")
    found = outcome(state, "a", *SHOT)
    assert found is not None
    assert found.winner == "a"


def goal(**facts: Any) -> Objective:
    facts.setdefault("cells", (at(0, 0),))
    return Objective(name="The farm", hold=facts.pop("hold", 1), **facts)


def held(*goals: Objective, units: Any = None, points_win: bool = True, **state: Any) -> Outcome | None:
    setup = {"objectives": goals, "points_win": points_win}
    return outcome(ending(*(units or (unit("a", (0, 0)), FAR)), setup=setup, state=state))


@pytest.mark.rule("EN-SETUP-12", "ground wins at the end of the turn")
@pytest.mark.rule("EN-OPT-13", "ground wins at the end of the turn")
@pytest.mark.parametrize(
    ("facts", "winner"),
    [
        ({"side": "a"}, "a"),
        ({"side": None}, "a"),
        ({"side": "b"}, None),
        ({"side": "a", "from_turn": 2}, None),
        ({"side": "a", "cells": (at(0, 0), at(1, 0)), "hold": 2}, None),
        ({"side": "b", "cells": (at(7, 7),), "held_from_start": True}, "b"),
        ({"side": "b", "held_from_start": True}, None),
    ],
)
def test_ground_wins_at_the_end_of_the_turn(facts: dict[str, Any], winner: str | None) -> None:
    found = held(goal(**facts))
    assert found == (Outcome(winner, "objective", "EN-SETUP-12") if winner else None)


@pytest.mark.rule("EN-SETUP-12", "The last unit that stood there holds it.")
def test_ground_stays_with_the_side_that_stood_there_last() -> None:
    away = (unit("a", (3, 3)), FAR)
    ground = ((at(0, 0), "a"),)
    assert held(goal(side="a"), units=away, held=ground) == Outcome("a", "objective", "EN-SETUP-12")
    assert held(goal(side="a"), units=away) is None


@pytest.mark.rule("EN-SETUP-12", "where both sides hold their ground at once the higher total wins")
@pytest.mark.parametrize(("score", "winner"), [((5, 3), "a"), ((3, 5), "b"), ((4, 4), None)])
def test_where_both_sides_hold_their_ground_at_once_the_higher_total_wins(score: Any, winner: str | None) -> None:
    goals = (goal(side="a"), goal(side="b", cells=(FAR.cell,)))
    found = held(*goals, score=score)
    assert found is not None
    assert found.winner == winner
    either = goal(cells=(at(0, 0), FAR.cell))
    found = held(either, score=score)
    assert found is not None
    assert found.winner == winner


@pytest.mark.rule("EN-SETUP-12", "where points do not win they end nothing")
def test_where_points_do_not_win_they_end_nothing() -> None:
    setup = {"objectives": (goal(side="b"),), "points_win": False}
    step = act(breaking(1, (30, 0), FAR, setup=setup), "a", *SHOT)
    assert step.state.outcome is None
    assert held(goal(side="b"), points_win=False, turn=10) == Outcome(None, "mutual_defeat", "EN-VP-04")


@pytest.mark.rule("EN-VP-05", "the flat model gives cavalry and guns three points, foot those of its grade")
@pytest.mark.parametrize(
    ("kind", "grade", "graded", "flat"),
    [("heavy_cavalry", "guard", 6, 3), ("field_artillery", "militia", 1, 3), ("infantry", "guard", 4, 4)],
)
def test_victory_points_of_a_unit(kind: Any, grade: Any, graded: int, flat: int) -> None:
    assert victory_points(kind, grade) == graded
    assert victory_points(kind, grade, "flat3") == flat


@pytest.mark.rule("EN-MORALE-03", "good, fair, bad, broken: three, two, one or no level left to lose")
def test_the_tally_counts_units_points_levels_and_leaders() -> None:
    levels = {"a": ("good", "fair", "broken"), "b": ("bad", "good")}
    row = {"a": 0, "b": -5}
    units = [unit(side, (n, row[side]), level=level) for side in "ab" for n, level in enumerate(levels[side])]
    men = [leader("a", (0, 0)), leader("b", (0, -5), alive=False), leader("b", (1, -5), alive=False)]
    tally = victory.tally(position(units, men, state={"score": (4, 7), "turn": 3}))
    assert tally == Tally(3, {"a": 1, "b": 0}, {"a": 4, "b": 7}, {"a": 5, "b": 4}, {"a": 0, "b": 2})


@pytest.mark.rule("EN-RULING-54", "only an armored unit pays the surcharge of a club")
def test_armor_costs_only_who_has_it() -> None:
    plain = victory.cost("heavy_cavalry", "elite", surcharge=1)
    assert plain == victory.cost("heavy_cavalry", "elite", False, surcharge=5)
    assert victory.cost("heavy_cavalry", "elite", True, surcharge=1) == plain + STANDS["heavy_cavalry"]
