"""What actions point at on the table, and how blocks would stand after them."""

import pytest
from msgspec.structs import replace

from battles.engine.picture import Deed
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.deeds import deeds
from battles.rules.mini_nap.events_fight import Throw
from battles.rules.mini_nap.frames import Change, Contact
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import FAR, battle, brigade, force, mm, recruit, spot
from tests.rules.mini_nap.mn_fights import noted
from tests.rules.mini_nap.mn_fire import shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, plan, strip
from tests.rules.mini_nap.mn_pictures import aim, at, blocks, ghosts


@pytest.mark.rule(
    "MN-MOVE-13", "an advance leads to the spot where the middle of the unit comes to, facing as it turned"
)
def test_an_advance_leads_to_a_spot() -> None:
    found = aim(field(foot()), plan(0, act.Advance(mm(4)), pivot=90))
    assert (found.actor, found.areas, found.turn) == ("unit 0", (at(4, 0),), 900)
    assert found.how == "turn to 90°, advance 4 cm"


@pytest.mark.rule("MN-CHARGE-02", "a charge is aimed at its target and leads to where it touches it")
def test_a_charge_is_directed_against_its_target() -> None:
    found = aim(field(foot(), against=(foot("enemy", y=6, facing=180),)), plan(0, act.Charge(1)))
    assert (found.areas, found.targets, found.turn, found.how) == ((at(0, 4),), ("unit 1",), None, "charge")


@pytest.mark.rule("MN-MAN-07", "changes of formation that differ in the stand that stays are told apart")
def test_two_changes_are_told_apart() -> None:
    state = field(foot())
    left, right = (plan(change=Change(to="column", anchor=stand, side="front")) for stand in ("left", "right"))
    assert aim(state, left) != aim(state, right)
    assert aim(state, left).how == "form column on the left stand, the other to the front"


@pytest.mark.rule("MNT-LANDMARK-03", "a unit that will defend a landmark points at it")
def test_a_defence_points_at_its_landmark() -> None:
    state = field(foot(), features=(strip("landmark", 2, 6, -2, 2),))
    found = aim(state, plan(0, act.Advance(mm(3)), defend="landmark"))
    assert found.areas == (at(0, 4), "landmark")


@pytest.mark.rule("MN-REACT-03", "an answer is the target's, directed against its charger")
def test_an_answer_is_directed_against_the_charger() -> None:
    state = field(horse(), against=(foot("enemy", y=3, facing=180),))
    state = replace(state, stack=(Contact(charger=0, target=1, travel="charge"),))
    assert (aim(state, act.Stay()).actor, aim(state, act.Stay()).targets) == ("unit 1", ("unit 0",))
    feint = replace(state, stack=(Contact(charger=0, target=1, travel="charge", stage="feint"),))
    assert aim(feint, act.Feint()).actor == "unit 0"


@pytest.mark.rule("MN-SEQ-02", "a Brigade is shown by where its units stand")
def test_a_brigade_is_where_its_units_are() -> None:
    state = battle(force(brigade(foot(x=-5), foot(x=5)), brigade(foot(x=20), name="other")))
    assert aim(state, act.ChooseBrigade(0)).areas == (at(-5, 0), at(5, 0))


def test_an_action_of_nobody_points_at_nothing() -> None:
    state = field(foot())
    for action in (plan(99), act.Fire(99, 98, (0, 0)), act.MoveStand(99, ((0, 0),)), act.ChooseBrigade(77)):
        found = aim(state, action)
        assert (found.actor, found.targets) == ("", ())


@pytest.mark.rule("MN-MAN-02", "the ghost of a manoeuvre stands where its last step leaves the unit")
def test_a_ghost_stands_where_the_plan_ends() -> None:
    action = plan(0, act.Advance(mm(4)), pivot=90, then=act.Pre(pivot=0))
    ghost = ghosts(field(foot()), action)["unit 0"]
    assert (ghost.at, ghost.turn, ghost.shape) == ((940, 600), 0, "line")
    column = ghosts(field(foot()), plan(change=Change(to="column", anchor="left", side="rear")))["unit 0"]
    assert (column.shape, column.size) == ("column", (25, 40))


@pytest.mark.rule("MN-CMD-31", "a stand goes with the unit that it is attached to")
def test_the_ghost_of_an_attached_stand_goes_along() -> None:
    state = field(foot())
    stands = tuple(
        replace(stand, unit=0, x=mm(90), y=mm(60)) if stand.level == "brigade" and stand.side == "a" else stand
        for stand in state.stands
    )
    found = ghosts(replace(state, stands=stands), plan(0, act.Advance(mm(4))))
    assert list(found) == ["unit 0", "stand 2"]
    assert found["stand 2"].at == (900, 570)


@pytest.mark.rule("MN-INTERPEN-05", "a friendly stand that a unit comes to stand on goes aside, and its ghost does")
def test_a_stand_that_makes_room_is_a_ghost_too() -> None:
    state = battle(force(brigade(foot(), place=spot(90, 64))), step="manoeuvre", brigade=0)
    state = noted(state, 0, command="in")
    found = ghosts(state, plan(0, act.Advance(mm(4))))
    assert "stand 2" in found
    assert found["stand 2"].at != blocks(state)["stand 2"].at


@pytest.mark.rule("MN-EXTEND-02", "of an extended charge only what comes before its dice is shown")
def test_what_dice_decide_has_no_ghost() -> None:
    state = field(horse(), against=(foot("enemy", y=40, facing=180),))
    extended = plan(0, act.ExtendedCharge(1))
    assert SYSTEM.refuse(state, "a", extended) is None
    assert ghosts(state, extended) == {}
    near = field(horse(), against=(foot("enemy", y=20, facing=180),))
    assert ghosts(near, plan(0, act.Charge(1)))["unit 0"].at == (900, 430)


def test_what_may_not_be_done_has_no_ghost() -> None:
    state = field(foot())
    assert ghosts(state, plan(0, act.Advance(mm(40)))) == {}
    assert ghosts(state, plan(0, act.Advance(mm(4))), side="b") == ghosts(state, plan(0, act.Advance(mm(4))))


@pytest.mark.rule("MN-FIRE-10", "a shot is aimed at a unit and leads nowhere")
def test_fire_is_aimed_at_units() -> None:
    state = shooting(guns(), against=(foot("enemy", y=20, facing=180),))
    (shot,) = next(option.actions for option in SYSTEM.options(state, "a") if option.kind == "fire")
    assert (aim(state, shot).areas, aim(state, shot).targets) == ((), ("unit 1",))


@pytest.mark.rule("MN-RULING-60", "a unit that is put down points at its spot")
def test_deployment_points_at_the_spot() -> None:
    state = battle(force(recruit(at=None)), step="deployment", turn=0)
    found = aim(state, act.Deploy(0, mm(20), mm(10), 0, "column"))
    assert (found.areas, found.turn, found.how) == (("at 200 1100",), 0, "in column")
    ghost = ghosts(state, act.Deploy(0, mm(20), mm(10), 0, "column"))["unit 0"]
    assert (ghost.at, ghost.shape) == ((200, 1100), "column")


def test_a_unit_far_off_the_table_has_no_spot() -> None:
    assert aim(field(foot()), act.Deploy(0, FAR, FAR, 0, "line")).areas == ()


@pytest.mark.rule("MN-HTH-14", "each blow of a round is a deed, and so is the loss of a unit")
def test_deeds_are_told_of_events() -> None:
    throws = (Throw(0, 1, 6, ("melee",)), Throw(1, 0, 6, ("melee",)))
    fought = happened.Fought(round=1, throws=throws, points=())
    assert deeds(fought) == (Deed("melee", ("unit 0",), "unit 1"), Deed("melee", ("unit 1",), "unit 0"))
    assert deeds(happened.Gone(units=(2, 3), where="destroyed", rule="MN-LOSS-02")) == (
        Deed("lost", ("unit 2", "unit 3")),
    )
    assert deeds(happened.Suppressed(unit=4, batteries=(5,))) == (Deed("fire", ("unit 4",), "unit 5"),)
    assert deeds(happened.TurnEnded()) == ()
