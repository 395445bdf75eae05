"""Preview blocks: who is drawn, where, how turned, how shaped, in what words."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.decisions import Change, Contact
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui.preview import actor_side, preview_state
from tests.rules.mini_nap.builders.manoeuvres import field, foot, horse, noted, plan
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.pictures import ghosts
from tests.rules.mini_nap.builders.table_positions import battle, brigade, force, mm, spot

SOLID = Change(to="solid_square", anchor="left", side="rear")


def drawn(state: State, *actions: Any) -> list[list[tuple[Any, ...]]]:
    """For each action whoever stands elsewhere: the key, the place from the middle, the turn, the shape, the words."""
    found = SYSTEM.ui.preview_blocks(SYSTEM.secrets.view(state, "a"), "a", actions)
    return [
        [
            (each.key, each.at[0] / 10 - X, Y - each.at[1] / 10, each.turn, each.shape, each.words, each.spent)
            for each in blocks
        ]
        for blocks in found
    ]


LEADER = 2


def led(**changes: Any) -> State:
    """A unit with a brigadier between one that is lost and one that stands, and a stand that is not with them."""
    state = field(foot("lost", x=-20), foot("led"), foot("other", x=20), **changes)
    state = stand_with(noted(state, 0, where="lost"), LEADER, unit=1, x=mm(X), y=mm(Y), name="brigadier")
    return stand_with(state, 1, x=mm(X), y=mm(Y - 20))


@pytest.mark.rule("MN-CMD-30", "a brigadier goes with the unit that he is attached to")
def test_who_moves_and_who_goes_with_him() -> None:
    ((unit, stand),) = drawn(led(), plan(1, act.Advance(mm(4))))
    assert unit == ("unit 1", 0, 4, 0, "line", "led, in line, facing north (0°), at 90.0, 64.0 cm", False)
    assert stand == ("stand 2", 0, 3, 0, "leader", "brigadier, at 90.0, 64.0 cm", False)


def test_each_action_has_its_own() -> None:
    state = stand_with(led(), 0, x=mm(X), y=mm(Y - 25))
    turn, square, ride = drawn(
        state,
        plan(2, pivot=90),
        plan(2, change=SOLID),
        act.MoveStand(0, ((9_300, 3_800),)),
    )
    assert [(key, turned, shape) for key, _, _, turned, shape, *_ in turn] == [("unit 2", 900, "line")]
    assert [(key, turned, shape) for key, _, _, turned, shape, *_ in square] == [("unit 2", 0, "square")]
    words = f"{state.stands[0].name}, at 93.0, 38.0 cm"
    assert ride == [("stand 0", 3, -22, 0, "leader", words, False)]


def test_what_is_done_on_the_spot_shows_nobody() -> None:
    state = replace(led(), step="fire", units=led().units)
    assert drawn(state, act.Done()) == [[]]


def test_who_may_do_an_action() -> None:
    state = led()
    assert actor_side(state, plan(1, act.Advance(mm(4)))) == "a"
    assert actor_side(state, plan(1, act.Advance(mm(60)))) == ""


@pytest.mark.rule("MN-REACT-60", "what is foreseen of a way is its end if nobody reacts")
def test_a_way_is_foreseen_to_its_end() -> None:
    state = field(foot(), against=(horse("enemy", x=10, y=4, facing=270),))
    after = preview_state(state, "a", plan(move=act.Advance(mm(6))))
    assert (after.units[0].x, after.units[0].y) == (mm(X), mm(Y + 6))
    assert after.stack == ()


@pytest.mark.rule("MN-CMD-42", "an enemy stand on the way is foreseen to be gone")
def test_stands_on_the_way_are_gone() -> None:
    state = field(foot(), against=(foot("enemy", y=40, facing=180),))
    state = stand_with(state, 4, where="table", x=mm(X), y=mm(Y + 4))
    after = preview_state(state, "a", plan(move=act.Advance(mm(6))))
    assert after.units[0].y == mm(Y + 6)
    assert after.stands[4].where == "removed"


@pytest.mark.rule("MN-CHARGE-08", "a charge is foreseen to its contact, before anybody answers it")
def test_a_charge_is_foreseen_to_its_contact() -> None:
    state = field(foot(formation="column"), against=(foot("enemy", y=7, facing=180),))
    after = preview_state(state, "a", plan(move=act.Charge(1)))
    assert isinstance(after.stack[-1], Contact)
    assert after.units[1] == state.units[1]


@pytest.mark.rule("MN-RETREAT-01", "whoever retreats stands nowhere afterwards, nor does his brigadier")
@pytest.mark.parametrize("leaves", [False, True])
def test_who_is_gone_is_not_drawn(leaves: bool) -> None:
    state = led()
    after = preview_state(state, "a", act.Retreat(1, leave_stand=leaves))
    assert after.units[1].where == "retreated"
    assert [row[0] for row in drawn(state, act.Retreat(1, leave_stand=leaves))[0]] in ([], ["stand 2"])
    if not leaves:
        assert after.stands[2].where == "removed"


@pytest.mark.rule("MN-CMD-01", "the ghost of a stand that rides stands where it rides to")
def test_the_preview_of_a_commander_stands_where_it_rides_to() -> None:
    state = battle(force(brigade(foot(), place=spot(90, 70))), step="manoeuvre", brigade=0)
    found = ghosts(state, act.MoveStand(2, ((9_500, 7_200),)))
    assert found["stand 2"].at == (950, 480)


@pytest.mark.rule("MN-OBLIQUE-01", "an oblique move is drawn by its two legs, in their order")
@pytest.mark.parametrize(("aside_first", "corner"), [(False, (0, 3)), (True, (2, 0))])
def test_the_way_of_a_preview_turns_where_the_path_does(aside_first: bool, corner: tuple[int, int]) -> None:
    move = act.Oblique("right", mm(3), mm(2), aside_first)
    (unit,) = ghosts(field(foot()), plan(move=move)).values()
    assert [(x / 10 - X, Y - y / 10) for x, y in unit.bends] == [corner]


def test_a_straight_way_has_no_bends() -> None:
    assert not ghosts(field(foot()), plan(move=act.Advance(mm(4))))["unit 0"].bends
