"""Each kind of action in words, row by row."""

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
from battles.rules.mini_nap.offers import action_words
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import mm
from tests.rules.mini_nap.mn_fire import place
from tests.rules.mini_nap.mn_moves import before, plan
from tests.rules.mini_nap.mn_told import OVER, SHOT, STATE, TWO, WAY, A, B, C, D, E, F, G, charged, going_on

RIGHT = "Alpha: form solid square on its right stand, the other behind it"

ROWS: list[tuple[State, Any, str]] = [
    (
        STATE,
        plan(A, act.Advance(mm(6.5)), then=before(45)),
        "Alpha: advance 6.5 cm, then turn to face north-east (45°)",
    ),
    (STATE, plan(A, act.SideStep("left", mm(3))), "Alpha: side-step 3 cm to the left"),
    (STATE, plan(A, act.StepBack(mm(2))), "Alpha: step back 2 cm"),
    (STATE, plan(A, act.Oblique("right", mm(3), mm(2))), "Alpha: move obliquely, 3 cm ahead and 2 cm to the right"),
    (
        STATE,
        plan(A, act.Oblique("left", mm(3), mm(2), aside_first=True)),
        "Alpha: move obliquely, 2 cm to the left and 3 cm ahead",
    ),
    (STATE, plan(A, act.Inch(900, mm(4))), "Alpha: inch 4 cm east (90°)"),
    (STATE, plan(C, act.Prolong(mm(1))), "Gamma: prolong 1 cm forward"),
    (STATE, plan(C, act.Prolong(mm(1), back=True)), "Gamma: prolong 1 cm back"),
    (
        STATE,
        plan(C, act.Redeploy(1350, mm(12.25), 2700)),
        "Gamma: redeploy 12.25 cm south-east (135°), to face west (270°)",
    ),
    (STATE, plan(A, act.RoadMove("road", mm(5))), "Alpha: march 5 cm along the road"),
    (STATE, plan(A, act.RoadMove("road", mm(5), back=True)), "Alpha: march 5 cm back along the road"),
    (
        STATE,
        plan(A, act.CrossBridge("bridge", *place(0, -36), 0)),
        "Alpha: cross the bridge to 90, 24 cm, facing north (0°)",
    ),
    (STATE, plan(A, act.Charge(E)), "Alpha: charge Echo"),
    (STATE, plan(A, act.Charge(E, "bridge")), "Alpha: charge Echo over the bridge"),
    (STATE, plan(B, act.ExtendedCharge(G)), "Beta: extend its charge and charge Golf"),
    (STATE, plan(A, defend="landmark"), "Alpha: defend the mill"),
    (STATE, plan(A, act.Advance(mm(1)), leave=True), "Alpha: defend no longer, then advance 1 cm"),
    (STATE, plan(A), "Alpha: stand still"),
    (
        STATE,
        plan(A, pivot=90, change=Change(to="solid_square"), change_first=False),
        "Alpha: turn to face east (90°), then form solid square",
    ),
    (STATE, plan(A, change=Change(to="line", bearing=2250)), "Alpha: form line facing south-west (225°)"),
    (
        going_on(WAY),
        act.OpportunityCharge(E, mm(2), 1800),
        "Echo: charge Alpha when it has come 2 cm, facing south (180°)",
    ),
    (
        going_on(WAY),
        act.OpportunityCharge(E, 0, 1800, "bridge"),
        "Echo: charge Alpha over the bridge as it starts, facing south (180°)",
    ),
    (going_on(OVER), act.OpportunityCharge(E, 0, 1800), "Echo: counter-charge Alpha as it starts, facing south (180°)"),
    (STATE, act.OpportunityCharge(E, 0, 1800), "Echo: charge the enemy as it starts, facing south (180°)"),
    (going_on(WAY, Onward(unit=A)), act.GoOn(mm(4)), "Alpha: go on 4 cm"),
    (going_on(WAY, Onward(unit=A)), act.GoOn(0), "Alpha: stop here"),
    (STATE, act.GoOn(mm(4)), "The unit: go on 4 cm"),
    (going_on(OVER, Naming(unit=A)), act.NameDefender(E), "Echo: defend the bridge"),
    (STATE, act.NameDefender(E), "Echo: defend the bridge"),
    (charged(B, E), act.Stay(), "Echo: stand and fight"),
    (charged(B, E, "feint"), act.Stay(), "Beta: fight the square"),
    (charged(B, E, "feint"), act.Feint(), "Beta: try to feint and ride back"),
    (charged(B, E, "feint_back"), act.FeintBack(mm(6), 2700), "Beta: ride back 6 cm, then face west (270°)"),
    (STATE, act.FeintBack(mm(6), 2700), "The unit: ride back 6 cm, then face west (270°)"),
    (charged(G, D), act.FallBack(mm(12), True), "Delta: face about and fall back 12 cm"),
    (charged(G, D), act.FallBack(mm(12)), "Delta: fall back 12 cm"),
    (STATE, act.FallBack(mm(12)), "The unit: fall back 12 cm"),
    (charged(G, C), act.LimberAndFlee(), "Gamma: try to limber up and flee"),
    (charged(G, C, "flight"), act.Flee(mm(15), True), "Gamma: face about and flee 15 cm"),
    (STATE, act.Flee(mm(15)), "The unit: flee 15 cm"),
    (charged(G, C), act.FleeToSquare(A), "Gamma: the crew runs to the square of Alpha"),
    (STATE, act.FleeToSquare(A), "The unit: the crew runs to the square of Alpha"),
    (charged(G, A), act.EmergencySquare("left"), "Alpha: try to form square on the left stand"),
    (
        charged(G, A, "nearby"),
        act.NearbySquares((act.Anchor(A, "right"), act.Anchor(D, "left"))),
        "Try to form square: Alpha on its right stand, then Delta on its left stand",
    ),
    (charged(G, A, "nearby"), act.NearbySquares(()), "Nobody nearby tries to form square"),
    (
        charged(G, A, "nearby"),
        act.NearbySquares((act.Anchor(99, "left"),)),
        "Try to form square: unit 99 on its left stand",
    ),
    (
        going_on(WAY, StandCourse(stand=5, mover=A)),
        act.EvadeStand(*place(30, 40)),
        "Brigade (force): evade to 120, 100 cm",
    ),
    (STATE, act.EvadeStand(*place(30, 40)), "The command stand: evade to 120, 100 cm"),
    (STATE, act.Fire(C, E, place(0, 8)), "Gamma: fire at Echo"),
    (STATE, act.Fire(A, E, place(0, 8), "left"), "Alpha: fire at Echo from its left face"),
    (STATE, act.FireStructure(C, "landmark", place(0, -8)), "Gamma: fire at the mill"),
    (SHOT, act.Suppress(D, (F,)), "Delta: suppress Foxtrot"),
    (SHOT, act.ReturnFire(A, place(10, 29)), "Alpha: fire back at Foxtrot"),
    (SHOT, act.ReturnFire(A, place(10, 29), "rear"), "Alpha: fire back at Foxtrot from its rear face"),
    (STATE, act.ReturnFire(A, place(10, 29)), "Alpha: fire back at the firer"),
    (STATE, act.Join(B, G, 0), "Beta: join in against Golf, facing north (0°)"),
    (STATE, act.BreakSquare(A, E, 450), "Alpha: break out of square against Echo, facing north-east (45°)"),
    (TWO, act.ChooseGroup(0), "Fight Alpha against Echo next"),
    (TWO, act.ChooseGroup(1), "Fight Beta and Gamma against Golf next"),
    (TWO, act.ChooseGroup(2), "Fight combat 2"),
    (STATE, act.ChooseGroup(0), "Fight combat 0"),
    (
        TWO,
        act.Allot((Allotment(A, E, 4), Allotment(A, G, 2), Allotment(B, G, 6))),
        "Alpha puts 4 on Echo and 2 on Golf; Beta puts 6 on Golf",
    ),
    (TWO, act.Allot((Allotment(A, E, 4), Allotment(99, G, 2))), "Alpha puts 4 on Echo; unit 99 puts 2 on Golf"),
    (TWO, act.Allot(()), "No points are put on anybody"),
    (STATE, act.RallyBack(B, mm(6)), "Beta: rally back 6 cm"),
    (STATE, act.RallyForward(B, mm(6)), "Beta: rally forward 6 cm"),
    (STATE, act.StopAndRally(B, 900), "Beta: stop and rally, facing east (90°)"),
    (STATE, act.BreakCharge(B, G, 0), "Beta: charge on at Golf, facing north (0°)"),
    (STATE, act.Reman(C), "Gamma: man the guns again"),
    (STATE, act.Retreat(A), "Alpha: leave the field"),
    (STATE, act.Retreat(A, True), "Alpha: leave the field without its command stand"),
    (STATE, act.ChooseEdge("upper"), "Take the upper edge of the table"),
    (STATE, act.Withhold(A), "Alpha: stay off the table for good"),
    (STATE, act.DivisionManoeuvre(0), "Division makes a Division manoeuvre"),
    (STATE, act.ChooseBrigade(0), "Give brigade the initiative"),
    (STATE, act.Attach(2, A), "Brigade (force): join Alpha"),
    (STATE, act.Detach(2, *place(3, 3)), "Brigade (force): leave his unit for 93, 63 cm"),
    (STATE, act.MoveStand(2, (place(3, 3), place(5, 3))), "Brigade (force): ride to 95, 63 cm by way of 93, 63 cm"),
    (STATE, act.DeployStand(2, *place(3, 3)), "Brigade (force): at 93, 63 cm"),
    (STATE, act.Done(), "Finish the manoeuvres"),
    (STATE, act.Pass(), "Do nothing"),
    (
        STATE,
        plan(A, about=True, change=Change(to="column", anchor="left", side="rear")),
        "Alpha: form column on its left stand, the other behind it, then face about",
    ),
    (
        STATE,
        plan(A, about=True, pivot=90, change=Change(to="line", anchor="front", side="right"), change_first=False),
        "Alpha: turn to face east (90°) and face about, then form line on its front stand, the other to its right",
    ),
    (STATE, plan(A, change=Change(to="solid_square", anchor="right", side="rear")), RIGHT),
]


@pytest.mark.parametrize(("state", "action", "words"), ROWS)
def test_what_an_action_is_called(state: State, action: Any, words: str) -> None:
    assert action_words(state, action) == words
