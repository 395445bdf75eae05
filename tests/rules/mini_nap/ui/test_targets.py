"""Targets of each kind of action on the table, the few words for it, and preview blocks."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.picture import Highlight
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Allotment, Change, Contact, DefenderChoice, MoveContinuation, StandEvasion
from battles.rules.mini_nap.events import Throw
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.ui.picture import highlights
from tests.rules.mini_nap.builders.every_action import (
    OVER,
    SHOT,
    STATE,
    TWO,
    WAY,
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    charged,
    going_on,
)
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, plan, strip
from tests.rules.mini_nap.builders.melees import noted
from tests.rules.mini_nap.builders.pictures import aim, at, blocks, ghosts
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import FAR, battle, brigade, force, mm, recruit, spot

ROWS: list[tuple[State, Any, str]] = [
    (
        STATE,
        plan(A, act.Advance(mm(6.5)), then=before(45)),
        "unit 0: advance 6.5 cm, then turn to 45° @ at 900 535 ^ 450",
    ),
    (
        STATE,
        plan(A, act.Advance(mm(5)), then=before(about=True, change=Change(to="solid_square"))),
        "unit 0: advance 5 cm, then form solid square, about-face @ at 888 560 ^ 1800",
    ),
    (STATE, plan(A, act.SideStep("left", mm(3))), "unit 0: side-step 3 cm left @ at 870 600"),
    (STATE, plan(A, act.StepBack(mm(2))), "unit 0: step back 2 cm @ at 900 620"),
    (STATE, plan(A, act.Oblique("right", mm(3), mm(2))), "unit 0: obliquely 3 cm ahead, 2 cm right @ at 920 570"),
    (
        STATE,
        plan(A, act.Oblique("left", mm(3), mm(2), aside_first=True)),
        "unit 0: obliquely 2 cm left, 3 cm ahead @ at 880 570",
    ),
    (STATE, plan(A, act.Inch(900, mm(4))), "unit 0: inch 4 cm to 90° @ at 940 600"),
    (STATE, plan(C, act.Prolong(mm(1))), "unit 2: prolong 1 cm @ at 800 590"),
    (STATE, plan(C, act.Prolong(mm(1), back=True)), "unit 2: prolong 1 cm back @ at 800 610"),
    (STATE, plan(C, act.Redeploy(1350, mm(12.25), 2700)), "unit 2: redeploy 12.25 cm to 135° @ at 887 687 ^ 2700"),
    (STATE, plan(A, act.RoadMove("road", mm(5))), "unit 0: 5 cm along road @ at 900 600"),
    (STATE, plan(A, act.RoadMove("road", mm(5), back=True)), "unit 0: 5 cm along road backwards @ at 900 600"),
    (STATE, plan(A, act.CrossBridge("bridge", *place(0, -36), 0)), "unit 0: cross bridge @ bridge, at 900 600"),
    (STATE, plan(A, act.Charge(E)), "unit 0: charge @ at 900 600 > unit 4"),
    (STATE, plan(A, act.Charge(E, "bridge")), "unit 0: charge over bridge @ bridge, at 900 600 > unit 4"),
    (STATE, plan(B, act.ExtendedCharge(G)), "unit 1: charge with an extension @ at 1000 600 > unit 6"),
    (STATE, plan(A, defend="landmark"), "unit 0: defend landmark @ at 900 700, landmark"),
    (STATE, plan(A, act.Advance(mm(1)), leave=True), "unit 0: stop defending, advance 1 cm @ at 900 590"),
    (STATE, plan(A), "unit 0:  @ at 900 600"),
    (
        STATE,
        plan(A, pivot=90, change=Change(to="solid_square"), change_first=False),
        "unit 0: turn to 90°, form solid square @ at 890 588 ^ 900",
    ),
    (STATE, plan(A, change=Change(to="line", bearing=2250)), "unit 0: form line facing 225° @ at 875 600"),
    (
        going_on(WAY),
        act.OpportunityCharge(E, mm(2), 1800),
        "unit 4: charge after 2 cm of its move, facing 180° @ at 900 510 > unit 0",
    ),
    (
        going_on(WAY),
        act.OpportunityCharge(E, 0, 1800, "bridge"),
        "unit 4: charge over bridge after 0 cm of its move, facing 180° @ at 900 510 > unit 0",
    ),
    (
        going_on(OVER),
        act.OpportunityCharge(E, 0, 1800),
        "unit 4: charge after 0 cm of its move, facing 180° @ at 900 510 > unit 0",
    ),
    (STATE, act.OpportunityCharge(E, 0, 1800), "unit 4: charge after 0 cm of its move, facing 180° @ at 900 510"),
    (going_on(WAY, MoveContinuation(unit=A)), act.GoOn(mm(4)), "unit 0: continue 4 cm @ at 900 560"),
    (going_on(WAY, MoveContinuation(unit=A)), act.GoOn(0), "unit 0: stop here @ at 900 600"),
    (STATE, act.GoOn(mm(4)), ": continue 4 cm"),
    (going_on(OVER, DefenderChoice(unit=A)), act.NameDefender(E), ": defend the bridge @ at 900 510 > unit 0"),
    (STATE, act.NameDefender(E), ": defend the bridge @ at 900 510"),
    (charged(B, E), act.Stay(), "unit 4: stand and fight @ at 900 510 > unit 1"),
    (charged(B, E, "feint"), act.Stay(), "unit 1: stand and fight @ at 1000 600 > unit 4"),
    (charged(B, E, "feint"), act.Feint(), "unit 1: feint @ at 1000 600 > unit 4"),
    (
        charged(B, E, "feint_back"),
        act.FeintBack(mm(6), 2700),
        "unit 1: ride back 6 cm, then face 270° @ at 1000 660 ^ 2700",
    ),
    (STATE, act.FeintBack(mm(6), 2700), ": ride back 6 cm, then face 270°"),
    (charged(G, D), act.FallBack(mm(12), True), "unit 3: fall back 12 cm, facing about @ at 700 720 ^ 1800"),
    (charged(G, D), act.FallBack(mm(12)), "unit 3: fall back 12 cm @ at 700 600"),
    (STATE, act.FallBack(mm(12)), ": fall back 12 cm"),
    (charged(G, C), act.LimberAndFlee(), "unit 2: limber up and flee @ at 800 600 > unit 6"),
    (charged(G, C, "flight"), act.Flee(mm(15), True), "unit 2: flee 15 cm, facing about @ at 800 750 ^ 1800"),
    (STATE, act.Flee(mm(15)), ": flee 15 cm"),
    (charged(G, C), act.FleeToSquare(A), "unit 2: the crew flees to it > unit 0"),
    (STATE, act.FleeToSquare(A), ": the crew flees to it > unit 0"),
    (charged(G, A), act.EmergencySquare("left"), "unit 0: form square on the left stand @ at 900 600 > unit 6"),
    (
        charged(G, A, "nearby"),
        act.NearbySquares((act.Anchor(A, "right"), act.Anchor(D, "left"))),
        ": Alpha on the right stand and Delta on the left stand @ at 900 600, at 700 600",
    ),
    (charged(G, A, "nearby"), act.NearbySquares(()), ": no squares"),
    (charged(G, A, "nearby"), act.NearbySquares((act.Anchor(99, "left"),)), ": no squares"),
    (going_on(WAY, StandEvasion(stand=5, mover=A)), act.EvadeStand(*place(30, 40)), "stand 5: evade @ at 1200 200"),
    (STATE, act.EvadeStand(*place(30, 40)), ": evade @ at 1200 200"),
    (STATE, act.Fire(C, E, place(0, 8)), "unit 2: fire > unit 4"),
    (STATE, act.Fire(A, E, place(0, 8), "left"), "unit 0: from its left face > unit 4"),
    (STATE, act.FireStructure(C, "landmark", place(0, -8)), "unit 2: fire @ landmark"),
    (SHOT, act.Suppress(D, (F,)), "unit 3: suppress > unit 5"),
    (SHOT, act.ReturnFire(A, place(10, 29)), "unit 0: return fire > unit 5"),
    (SHOT, act.ReturnFire(A, place(10, 29), "rear"), "unit 0: from its rear face > unit 5"),
    (STATE, act.ReturnFire(A, place(10, 29)), "unit 0: return fire"),
    (STATE, act.Join(B, G, 0), "unit 1: join in, facing 0° @ at 1000 600 > unit 6"),
    (STATE, act.BreakSquare(A, E, 450), "unit 0: break out of square, facing 45° @ at 900 600 > unit 4"),
    (TWO, act.ChooseGroup(0), ": combat of Alpha and Echo @ at 900 600, at 900 510"),
    (TWO, act.ChooseGroup(1), ": combat of Beta, Golf and Gamma @ at 1000 600, at 1000 510, at 800 600"),
    (TWO, act.ChooseGroup(2), ": "),
    (STATE, act.ChooseGroup(0), ": "),
    (
        TWO,
        act.Allot((Allotment(A, E, 4), Allotment(A, G, 2), Allotment(B, G, 6))),
        ": Alpha 4 on Echo and 2 on Golf; Beta 6 on Golf",
    ),
    (TWO, act.Allot((Allotment(A, E, 4), Allotment(99, G, 2))), ": Alpha 4 on Echo"),
    (TWO, act.Allot(()), ": "),
    (STATE, act.RallyBack(B, mm(6)), "unit 1: rally back 6 cm @ at 1000 600"),
    (STATE, act.RallyForward(B, mm(6)), "unit 1: rally forward 6 cm @ at 1000 600"),
    (STATE, act.StopAndRally(B, 900), "unit 1: stop and rally, facing 90° @ at 1000 600"),
    (STATE, act.BreakCharge(B, G, 0), "unit 1: charge, facing 0° @ at 1000 600 > unit 6"),
    (STATE, act.Reman(C), "unit 2: man the guns again @ at 800 600"),
    (STATE, act.Retreat(A), "unit 0: retreat @ at 900 600"),
    (STATE, act.Retreat(A, True), "unit 0: retreat, without its command stand @ at 900 600"),
    (STATE, act.ChooseEdge("upper"), ": upper edge"),
    (STATE, act.Withhold(A), "unit 0: keep off the table @ at 900 600"),
    (STATE, act.DivisionManoeuvre(0), ": division, corps @ at 900 600, at 1000 600, at 800 600, at 700 600"),
    (STATE, act.ChooseBrigade(0), ": brigade, division @ at 900 600, at 1000 600, at 800 600, at 700 600"),
    (STATE, act.Attach(2, A), "stand 2: attach @ at 900 600 > unit 0"),
    (STATE, act.Detach(2, *place(3, 3)), "stand 2: detach @ at 930 570"),
    (STATE, act.MoveStand(2, (place(3, 3), place(5, 3))), "stand 2: via 1 point @ at 930 570, at 950 570"),
    (STATE, act.DeployStand(2, *place(3, 3)), "stand 2:  @ at 930 570"),
    (STATE, act.Done(), ": finish"),
    (STATE, act.Pass(), ": pass"),
]
"""A state, an action, and of its aim: the actor, how, @ the areas, > the targets, ^ the facing."""


@pytest.mark.parametrize(("state", "action", "pointed"), ROWS)
def test_what_an_action_points_at(state: State, action: Any, pointed: str) -> None:
    found = aim(state, action)
    told = f"{found.actor}: {found.how}"
    told += f" @ {', '.join(found.areas)}" if found.areas else ""
    told += f" > {', '.join(found.targets)}" if found.targets else ""
    assert (told if found.turn is None else f"{told} ^ {found.turn}") == pointed


@pytest.mark.rule("MN-MAN-04", "a turn and a change of formation lead elsewhere in the other order")
def test_the_order_of_steps() -> None:
    change = Change(to="column", anchor="left", side="rear")
    first, last = (aim(STATE, plan(A, pivot=90, change=change, change_first=way)) for way in (True, False))
    formed = "form column on the left stand, the other to the rear"
    assert (first.how, first.areas, first.turn) == (f"{formed}, turn to 90°", ("at 888 610",), 900)
    assert (last.how, last.areas, last.turn) == (f"turn to 90°, {formed}", ("at 890 588",), 900)


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
    action = plan(0, act.Advance(mm(4)), pivot=90, then=act.FreeSteps(pivot=0))
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
    assert highlights(fought) == (Highlight("melee", ("unit 0",), "unit 1"), Highlight("melee", ("unit 1",), "unit 0"))
    assert highlights(happened.Gone(units=(2, 3), where="destroyed", rule="MN-LOSS-02")) == (
        Highlight("lost", ("unit 2", "unit 3")),
    )
    assert highlights(happened.Suppressed(unit=4, batteries=(5,))) == (Highlight("fire", ("unit 4",), "unit 5"),)
    assert highlights(happened.TurnEnded()) == ()
