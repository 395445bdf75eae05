"""Joining in and breaking out of square: who must, who may, by what way, in which order."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import Joining
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Defence, State
from tests.rules.mini_nap.builders.grounds import ground
from tests.rules.mini_nap.builders.melees import (
    X,
    Y,
    answer,
    begin_joining,
    field,
    foot,
    guns,
    horse,
    listed,
    noted,
    refusal,
    settle_joining,
)
from tests.rules.mini_nap.builders.table_positions import kinds, mm, playing


def engaged(*more: Any, enemies: tuple[Any, ...] = (), **changes: Any) -> State:
    """Unit 0, a line, in contact with the enemy column that comes after side a's units (G37)."""
    enemy = foot("enemy", 0, 3, 180, formation="column")
    return field((foot("line", 0, 0), *more), (enemy, *enemies), **changes)


def stage(state: State) -> int:
    frame = state.stack[-1]
    assert isinstance(frame, Joining)
    return frame.stage


def facings(state: State, side: str = "a") -> list[int]:
    return [action.facing for action in listed(state, side) if isinstance(action, act.Join)]


@pytest.mark.rule("MN-HTH-02", "one pivot up to 90 degrees and one straight advance up to 6 cm")
def test_a_line_joins_in_by_the_way_of_the_example() -> None:
    """G37: the column stands 3 cm away; no pivot is needed and the travel is 3 cm."""
    state = field((foot("first", 3.5, 7, 180), foot("line", 7, -2)), (foot("enemy", 3.5, 4, 180, formation="column"),))
    play = begin_joining(state)
    assert turn.deciders(play.state) == ("a",)
    assert facings(play.state)[0] == 0
    answer(play, "a", act.Join(1, 2, 0))
    settle_joining(play)
    (moved,) = [event for event in play.events if isinstance(event, happened.Moved)]
    assert (moved.travel, moved.touched) == ("join", 2)
    assert (moved.x, moved.y) == (mm(X + 7), mm(Y + 1))
    assert "turned" not in kinds(play)


@pytest.mark.rule("MN-HTH-04", "active formed infantry that can must join in: there is no pass")
def test_active_infantry_must_join_in() -> None:
    play = begin_joining(engaged(foot("second", 6, 0)))
    assert stage(play.state) == 1
    assert not any(isinstance(action, act.Pass) for action in listed(play.state, "a"))
    found = refusal(play.state, "a", act.Pass())
    assert found is not None
    assert (found.code, found.rule) == ("owed_first", "MN-HTH-04")


@pytest.mark.rule("MN-HTH-04", "active cavalry, passive infantry and passive cavalry may")
def test_the_stages_come_in_order_and_the_later_ones_may_pass() -> None:
    state = engaged(
        horse("horse", 0, 9.5, 180),
        enemies=(foot("foe", -6, 0.5, 90), horse("rider", 7.5, 0, 270)),
    )
    play = begin_joining(state)
    seen = []
    while play.state.stack and isinstance(play.state.stack[-1], Joining):
        (side,) = turn.deciders(play.state)
        seen.append((stage(play.state), side))
        assert act.Pass() in listed(play.state, side)
        answer(play, side, act.Pass())
        settle_joining(play)
    assert seen == [(2, "a"), (4, "b"), (5, "b")]
    assert [event for event in play.events if isinstance(event, happened.Moved)] == []


@pytest.mark.rule("MN-HTH-03", "infantry may join in against cavalry")
@pytest.mark.rule("MN-HTH-03", "a unit out of command may join in, and has no set for charging")
def test_infantry_joins_in_against_cavalry() -> None:
    """X26."""
    state = field(
        (foot("line", 0, 0, formation="solid_square"), foot("second", 6, 0)),
        (horse("rider", 0, 4, 180),),
    )
    play = begin_joining(noted(state, 1, command="out"))
    answer(play, "a", listed(play.state, "a", "join")[0])
    settle_joining(play)
    assert not play.unit(1).impact
    assert not play.unit(1).charged


NEVER: list[tuple[str, Any, dict[str, Any], str]] = [
    ("skirmishers", foot("second", 6, 0, type="light_infantry", formation="skirmish_line"), {}, "MN-HTH-06"),
    ("guns", guns("second", 6, 0), {}, "MN-HTH-06"),
    ("an emergency square", foot("second", 6, 0, formation="emergency_square"), {}, "MN-HTH-06"),
    ("a solid square", foot("second", 6, 0, formation="solid_square"), {}, "MN-HTH-05"),
    ("a white marker", foot("second", 6, 0), {"white": True}, "MN-HTH-06"),
    ("idle", foot("second", 6, 0), {"idle": True}, "MN-RULING-83"),
    ("one that broke through", foot("second", 6, 0), {"broke_through": True}, "MN-BREAK-13"),
    ("cavalry at the wrong time", horse("second", 6, 0), {}, "MN-HTH-04"),
]


@pytest.mark.rule("MN-HTH-06", "unformed units, guns, emergency squares and white markers never join in")
@pytest.mark.rule("MN-HTH-02", "formed, in line or column, not in contact, without a white marker")
@pytest.mark.rule("MN-RULING-83", "one that failed an opportunity charge does no more")
@pytest.mark.rule("MN-BREAK-13", "who has broken through does no more")
@pytest.mark.parametrize(("words", "unit", "notes", "rule"), NEVER)
def test_who_never_joins_in(words: str, unit: Any, notes: dict[str, Any], rule: str) -> None:
    state = replace(noted(engaged(unit), 1, **notes), stack=(Joining(),))
    found = refusal(state, "a", act.Join(1, 2, 0))
    assert found is not None, words
    assert found.rule == rule
    assert not listed(state, "a", "join")


@pytest.mark.rule("MN-HTH-06", "a blue marker does not stop joining in")
@pytest.mark.rule("MN-RULING-57", "nor does disorder")
@pytest.mark.parametrize("blue", ["reaction", "disorder"])
def test_a_blue_marker_does_not_stop_joining_in(blue: str) -> None:
    play = begin_joining(noted(engaged(foot("second", 6, 0)), 1, blue=blue))
    assert stage(play.state) == 1
    assert listed(play.state, "a", "join")


WRONG: list[tuple[str, tuple[Any, ...], tuple[Any, ...], tuple[int, int, int], str, str]] = [
    ("too far", (foot("second", 10, 3),), (), (1, 2, 2700), "out_of_reach", "MN-HTH-02"),
    ("a friend", (foot("second", 6, 0),), (), (1, 0, 0), "no_target", "MN-HTH-02"),
    ("nobody", (foot("second", 6, 0),), (), (1, 9, 0), "no_such", "MN-HTH-02"),
    ("no such unit", (foot("second", 6, 0),), (), (9, 2, 0), "no_such", "MN-HTH-02"),
    ("the enemy's unit", (foot("second", 6, 0),), (), (2, 0, 0), "not_yours", "MN-HTH-02"),
    ("straight past", (foot("second", 6, 0),), (), (1, 2, 300), "out_of_arc", "MN-HTH-02"),
    ("over 90 degrees", (foot("second", 6, 4),), (), (1, 2, 2690), "out_of_arc", "MN-HTH-02"),
    ("in contact already", (foot("second", 6, 0),), (foot("foe", 6, 2, 180),), (1, 2, 3150), "locked", "MN-HTH-02"),
    ("not fought yet", (foot("second", 12, 0),), (foot("foe", 12, 4, 180),), (1, 3, 0), "no_target", "MN-HTH-02"),
]


@pytest.mark.rule("MN-HTH-02", "within 6 cm, by 90 degrees at most, against an enemy whom a friend touches already")
@pytest.mark.parametrize(("words", "friends", "enemies", "join", "code", "rule"), WRONG)
def test_ways_that_do_not_lead_there(
    words: str, friends: Any, enemies: Any, join: tuple[int, int, int], code: str, rule: str
) -> None:
    state = replace(engaged(*friends, enemies=enemies), stack=(Joining(),))
    found = refusal(state, "a", act.Join(*join))
    assert found is not None, words
    assert (found.code, found.rule) == (code, rule), found.sentence


@pytest.mark.rule("MN-HTH-02", "it contacts no other unit on the way")
def test_no_other_unit_may_be_met() -> None:
    state = engaged(foot("second", 3.75, -2, formation="column"), enemies=(foot("foe", 3.75, 3, 180),))
    state = replace(state, stack=(Joining(),))
    met = refusal(state, "a", act.Join(1, 2, 0))
    assert met is not None
    assert "foe" not in {state.units[action.enemy].name for action in listed(state, "a", "join")}
    blocked = engaged(foot("second", 5.5, -3), foot("between", 5.5, -0.2))
    blocked = replace(blocked, stack=(Joining(),))
    found = refusal(blocked, "a", act.Join(1, 3, 3450))
    assert found is not None
    assert found.code in ("occupied", "out_of_arc")


@pytest.mark.rule("MN-HTH-02", "joining in costs movement by the move column, and no prohibited ground is met")
def test_ground_counts_for_joining_in() -> None:
    """The way is 3.75 cm: half rate makes it 7.5 of the 6 there are; rough ground is half rate for charges only."""
    second, wanted = foot("second", 6, 4, 270), act.Join(1, 2, 2700)
    found = {}
    for kind, where in (("", ()), ("hill", (-20, -20, 20, 20)), ("bog", (2, 3, 4, 5)), ("rough", (-20, -20, 20, 20))):
        features = (ground(kind, *where),) if kind else ()  # type: ignore[arg-type]
        refused = refusal(replace(engaged(second, features=features), stack=(Joining(),)), "a", wanted)
        found[kind] = refused and (refused.code, refused.rule)
    assert found == {
        "": None,
        "hill": ("out_of_reach", "MN-HTH-02"),
        "bog": ("impassable", "MNT-BOG-01"),
        "rough": None,
    }


@pytest.mark.rule("MN-RULING-57", "any bearing from which a straight way leads there may be given")
def test_any_bearing_that_leads_there_is_accepted() -> None:
    state = replace(engaged(foot("second", 6, 4, 300)), stack=(Joining(),))
    listed_ones = facings(state)
    assert all(refusal(state, "a", act.Join(1, 2, facing)) is None for facing in listed_ones)
    assert any(facing % 150 for facing in listed_ones)
    assert any(facing % 150 == 0 for facing in listed_ones)
    assert 2723 not in listed_ones
    assert refusal(state, "a", act.Join(1, 2, 2723)) is None
    assert refusal(state, "a", act.Join(1, 2, 2600)) is not None, "unit 0 is in the way there"


@pytest.mark.rule("MN-RULING-102", "pivots of the Manoeuvre phase do not count for joining in, nor this one for them")
def test_the_pivot_of_joining_in_is_its_own() -> None:
    state = noted(replace(engaged(foot("second", 6, 4, 300)), stack=(Joining(),)), 1, turned=900)
    play = playing(state)
    answer(play, "a", act.Join(1, 2, 2700))
    assert (play.unit(1).facing, play.unit(1).turned) == (2700, 900)


@pytest.mark.rule("MN-HTH-04", "who has a way that no listed bearing shows has it all the same")
def test_a_way_between_the_listed_bearings_is_found() -> None:
    """A gap beside a friend that only a few degrees lead through."""
    second = foot("second", 7, -0.7, 270, formation="column")
    state = replace(engaged(second, foot("other", 5.3, 5.6, 90)), stack=(Joining(),))
    assert facings(state) == [3060]
    assert refusal(state, "a", act.Join(1, 3, 3000)) is not None


# Out of square


def squared(**facts: Any) -> State:
    """A solid square, unit 1, near the enemy that unit 0 fights."""
    return engaged(foot("square", 6, 3, **{"formation": "solid_square", **facts}))


def to_square_stage(state: State, *faces: int) -> Any:
    play = begin_joining(state, *faces)
    assert stage(play.state) == 3
    return play


@pytest.mark.rule("MN-HTH-05", "a solid square that could join in as a column may test; success: column, into contact")
@pytest.mark.rule("MN-RULING-57", "the column keeps the square's centre and the bearing that its owner chose")
def test_a_square_breaks_out() -> None:
    play = to_square_stage(squared(), 3)
    action = listed(play.state, "a", "break_square")[0]
    assert isinstance(action, act.BreakSquare)
    before = play.unit(1)
    answer(play, "a", action)
    settle_joining(play)
    (test,) = [event for event in play.events if isinstance(event, happened.Tested)]
    assert (test.rule, test.passed) == ("MN-HTH-05", True)
    (formed,) = [event for event in play.events if isinstance(event, happened.Reformed)]
    assert (formed.formation, formed.x, formed.y, formed.facing) == ("column", before.x, before.y, action.facing)
    (moved,) = [event for event in play.events if isinstance(event, happened.Moved)]
    assert (moved.touched, moved.facing) == (2, action.facing)
    assert play.unit(1).blue == ""


@pytest.mark.rule("MN-HTH-05", "failure: it stays in square, and may not try again in the initiative")
def test_a_square_that_fails_stays() -> None:
    play = to_square_stage(squared(), 2)
    action = listed(play.state, "a", "break_square")[0]
    answer(play, "a", action)
    assert play.unit(1).formation == "solid_square"
    assert not listed(play.state, "a", "break_square")
    again = refusal(replace(play.state, stack=(Joining(3),)), "a", action)
    assert again is not None
    assert (again.code, again.rule) == ("done_already", "MN-HTH-05")


@pytest.mark.rule("MN-HTH-05", "only a solid square that touches no enemy and could contact one in 6 cm")
def test_squares_that_may_not_try() -> None:
    far = begin_joining(engaged(foot("square", 12, 1, formation="solid_square")))
    assert not isinstance(far.state.stack[-1], Joining)
    state = replace(engaged(foot("line", 6, 1)), stack=(Joining(3),))
    found = refusal(state, "a", act.BreakSquare(1, 2, 2700))
    assert found is not None
    assert found.rule == "MN-HTH-05"
    wrong = refusal(replace(squared(), stack=(Joining(3),)), "a", act.Join(1, 2, 2700))
    assert wrong is not None
    assert wrong.code == "bad_order"


@pytest.mark.rule("MN-RULING-57", "the column must fit where the square stands")
def test_a_column_that_does_not_fit_may_not_be_formed() -> None:
    action = act.BreakSquare(1, 3, 2700)
    free = engaged(foot("square", 6, 3, formation="solid_square"), foot("friend", 9, 3, 90))
    assert refusal(replace(free, stack=(Joining(3),)), "a", action) is None
    crowded = engaged(foot("square", 6, 3, formation="solid_square"), foot("friend", 8.5, 3, 90))
    found = refusal(replace(crowded, stack=(Joining(3),)), "a", action)
    assert found is not None
    assert (found.code, found.rule) == ("occupied", "MN-RULING-57")


@pytest.mark.rule("MN-RULING-57", "it must fit on open ground, and on the table")
def test_a_column_does_not_fit_in_prohibited_ground_or_over_the_edge() -> None:
    action = act.BreakSquare(1, 2, 2700)
    boggy = engaged(foot("square", 6, 3, formation="solid_square"), features=(ground("bog", 7.5, 2, 9, 4),))
    found = refusal(replace(boggy, stack=(Joining(3),)), "a", action)
    assert found is not None
    assert (found.code, found.rule) == ("impassable", "MNT-BOG-01")
    edge = field(
        (foot("line", -82.5, 0), foot("square", -88.5, 3, formation="solid_square")),
        (foot("enemy", -82.5, 3, 180, formation="column"),),
    )
    found = refusal(replace(edge, stack=(Joining(3),)), "a", act.BreakSquare(1, 2, 900))
    assert found is not None
    assert (found.code, found.rule) == ("off_board", "MN-RULING-59")


@pytest.mark.rule("MN-LOSS-06", "a unit of 1 point that is not Guard does not leave its square")
@pytest.mark.rule("MN-RULING-11", "by option it may, and is removed or stays")
def test_a_square_of_one_point() -> None:
    weak = squared(points=1)
    state = replace(weak, stack=(Joining(3),))
    action = act.BreakSquare(1, 2, 2700)
    found = refusal(state, "a", action)
    assert found is not None
    assert found.rule == "MN-LOSS-06"
    assert refusal(replace(squared(points=1, rating="guard"), stack=(Joining(3),)), "a", action) is None
    for option, where in (("remove", "destroyed"), ("ignore", "table")):
        chosen = engaged(
            foot("square", 6, 3, formation="solid_square", points=1),
            options=Options(one_sp_reform=option),  # type: ignore[arg-type]
        )
        play = to_square_stage(chosen, 6)
        answer(play, "a", action)
        settle_joining(play)
        assert play.unit(1).where == where


@pytest.mark.rule("MNT-LANDMARK-06", "the defender of a landmark leaves it only by its own manoeuvre")
def test_the_defender_of_a_landmark_does_not_break_out() -> None:
    mill = ground("landmark", 4, 1, 8, 5, key="mill")
    state = engaged(foot("square", 6, 3, formation="solid_square"), features=(mill,))
    state = replace(state, stack=(Joining(3),), holding=(Defence("mill", 1),))
    found = refusal(state, "a", act.BreakSquare(1, 2, 2700))
    assert found is not None
    assert found.rule == "MNT-LANDMARK-06"


@pytest.mark.rule("MN-REACT-34", "a square that breaks out loses the battery whose crew it holds")
def test_a_square_that_breaks_out_loses_its_battery() -> None:
    state = engaged(foot("square", 6, 3, formation="solid_square"), guns("battery", 6, 6.5))
    play = to_square_stage(noted(state, 2, crew_in=1), 6)
    answer(play, "a", listed(play.state, "a", "break_square")[0])
    assert play.unit(2).where == "lost"


@pytest.mark.rule("MN-HTH-01", "no unit joins in where no unit is in contact")
def test_no_stage_where_no_unit_fights() -> None:
    state = field((foot("line", 0, 0),), (foot("enemy", 0, 5, 180),))
    play = begin_joining(state)
    assert play.state.stack == ()


@pytest.mark.rule("MN-CMD-42", "a command stand in the way of a unit that joins in evades")
@pytest.mark.rule("MN-RULING-102", "joining in opens no window for reactions")
def test_a_stand_in_the_way_evades_and_no_unit_reacts() -> None:
    state = engaged(foot("second", 6, 4, 270), enemies=(horse("rider", 3, 16, 180),))
    number = next(number for number, stand in enumerate(state.stands) if stand.side == "b")
    stands = list(state.stands)
    stands[number] = replace(stands[number], x=mm(X + 3), y=mm(Y + 6))
    play = begin_joining(replace(state, stands=tuple(stands)))
    answer(play, "a", act.Join(1, 2, 2700))
    settle_joining(play)
    assert turn.deciders(play.state) == ("b",)
    evading = listed(play.state, "b", "evade_stand")
    assert not listed(play.state, "b", "opportunity_charge")
    answer(play, "b", evading[0])
    settle_joining(play)
    assert play.state.stands[number].evaded
    (moved,) = [event for event in play.events if isinstance(event, happened.Moved)]
    assert moved.touched == 2
