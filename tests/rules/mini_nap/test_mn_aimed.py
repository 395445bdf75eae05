"""How each kind of action is done in a few words, and where on the table it points, row by row."""

from typing import Any

import pytest

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.frames import (
    Allotment,
    Change,
    Naming,
    Onward,
    StandCourse,
)
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import before, plan
from tests.rules.mini_nap.mn_pictures import aim
from tests.rules.mini_nap.mn_told import OVER, SHOT, STATE, TWO, WAY, A, B, C, D, E, F, G, charged, going_on

ROWS: list[tuple[State, Any, str]] = [
    (
        STATE,
        plan(A, act.Advance(mm(6.5)), then=before(45)),
        "unit 0: advance 6.5 cm, then turn to 45° @ at 900 535 ^ 450",
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
    (STATE, plan(A, act.Advance(mm(1)), leave=True), "unit 0: leave, advance 1 cm @ at 900 590"),
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
        "unit 4: charge after 2 cm of its way, facing 180° @ at 900 510 > unit 0",
    ),
    (
        going_on(WAY),
        act.OpportunityCharge(E, 0, 1800, "bridge"),
        "unit 4: charge over bridge after 0 cm of its way, facing 180° @ at 900 510 > unit 0",
    ),
    (
        going_on(OVER),
        act.OpportunityCharge(E, 0, 1800),
        "unit 4: charge after 0 cm of its way, facing 180° @ at 900 510 > unit 0",
    ),
    (STATE, act.OpportunityCharge(E, 0, 1800), "unit 4: charge after 0 cm of its way, facing 180° @ at 900 510"),
    (going_on(WAY, Onward(unit=A)), act.GoOn(mm(4)), "unit 0: go on 4 cm @ at 900 560"),
    (going_on(WAY, Onward(unit=A)), act.GoOn(0), "unit 0: stop here @ at 900 600"),
    (STATE, act.GoOn(mm(4)), ": go on 4 cm"),
    (going_on(OVER, Naming(unit=A)), act.NameDefender(E), ": defend the bridge @ at 900 510 > unit 0"),
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
    (charged(G, A), act.EmergencySquare("left"), "unit 0: square on the left stand @ at 900 600 > unit 6"),
    (
        charged(G, A, "nearby"),
        act.NearbySquares((act.Anchor(A, "right"), act.Anchor(D, "left"))),
        ": Alpha on the right stand and Delta on the left stand @ at 900 600, at 700 600",
    ),
    (charged(G, A, "nearby"), act.NearbySquares(()), ": no squares"),
    (charged(G, A, "nearby"), act.NearbySquares((act.Anchor(99, "left"),)), ": no squares"),
    (going_on(WAY, StandCourse(stand=5, mover=A)), act.EvadeStand(*place(30, 40)), "stand 5: evade @ at 1200 200"),
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
    (STATE, act.Retreat(A, True), "unit 0: retreat, the stand stays @ at 900 600"),
    (STATE, act.ChooseEdge("upper"), ": upper edge"),
    (STATE, act.Withhold(A), "unit 0: leave out @ at 900 600"),
    (STATE, act.DivisionManoeuvre(0), ": division, corps @ at 900 600, at 1000 600, at 800 600, at 700 600"),
    (STATE, act.ChooseBrigade(0), ": brigade, division @ at 900 600, at 1000 600, at 800 600, at 700 600"),
    (STATE, act.Attach(2, A), "stand 2: attach @ at 900 600 > unit 0"),
    (STATE, act.Detach(2, *place(3, 3)), "stand 2: detach @ at 930 570"),
    (STATE, act.MoveStand(2, (place(3, 3), place(5, 3))), "stand 2: by way of 1 @ at 930 570, at 950 570"),
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
