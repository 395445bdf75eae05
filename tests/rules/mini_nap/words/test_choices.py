"""Choices and questions in words: each kind of action, and whole battles."""

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from battles.engine.core import PUBLIC, Option
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import (
    Allotment,
    Change,
    Contact,
    DefenderChoice,
    Joining,
    MoveContinuation,
    Shot,
    StandEvasion,
)
from battles.rules.mini_nap.hidden import view
from battles.rules.mini_nap.notation.actions import read, write
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.ui.questions import CHOICES, action_words, offer, question, stages
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
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, light, plan
from tests.rules.mini_nap.builders.random_battles import decisions
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import mm

TURNS = 3
SEEDS = 6
SAMPLED = 25
"""Actions of an option that are looked at."""

Decision = tuple[State, str, tuple[Option, ...]]


@pytest.fixture(scope="module")
def met() -> list[Decision]:
    return [(state, side, options) for state, side, options, _ in decisions(TURNS, SEEDS)]


def test_every_listed_action_has_words_of_its_own(met: list[Decision]) -> None:
    kinds = set()
    for state, _, options in met:
        for option in options:
            some = list(option.actions)[:SAMPLED]
            texts = [action_words(state, action) for action in some]
            assert len(set(texts)) == len(texts), Counter(texts).most_common(2)
            kinds |= {type(action) for action in some}
            for text in texts:
                assert text[:1].upper() == text[:1] != "", text
                assert "_" not in text, text
                assert "  " not in text, text
                assert "None" not in text, text
    assert {act.Manoeuvre, act.Fire, act.ReturnFire, act.Join, act.OpportunityCharge, act.GoOn, act.Stay} <= kinds


def test_the_offers_of_a_decision_differ(met: list[Decision]) -> None:
    for state, _, options in met:
        texts = [offer(state, option) for option in options]
        assert len(set(texts)) == len(texts), Counter(texts).most_common(2)
        assert all(text[:1].upper() == text[:1] and "_" not in text for text in texts)


def test_every_listed_action_comes_back_from_its_short_form(met: list[Decision]) -> None:
    for _, _, options in met:
        for option in options:
            for action in list(option.actions)[:SAMPLED]:
                assert read(write(action)) == action


def test_every_window_asks_a_question(met: list[Decision]) -> None:
    asked: dict[str, str] = {}
    for state, side, _ in met:
        text = question(view(state, side), side)
        going_on = current_kind(state)
        if state.stack or going_on.startswith("break"):
            assert text.endswith("?"), (going_on, text)
            assert "(MN" in text, text
            asked[going_on] = text
        else:
            assert text == "" or going_on in ("edges", "end") or "Retreat a unit, or go on" in text
        for other in {"a", "b"} - set(turn.deciders(state)):
            assert question(view(state, PUBLIC), other) == ""
    assert {"course", "onward", "contact", "shot", "joining", "break_active"} <= set(asked)


FIELD = field(
    horse("Hussars", 0, -10, type="light_cavalry"),
    guns("Battery", 20, -20),
    against=(
        foot("Square", 0, 0, 180, formation="emergency_square"),
        guns("Horse battery", 0, 10, 180, type="horse_artillery", weight="light"),
        light("Jagers", 20, -14, 180),
    ),
)


@pytest.mark.parametrize(
    ("frame", "side", "says"),
    [
        (
            Contact(charger=0, target=3, travel="charge", stage="flight"),
            "b",
            "Your Horse battery has limbered up before Hussars (MN-REACT-23). How far back?",
        ),
        (
            Contact(charger=0, target=2, travel="charge", stage="feint", formed=(2,)),
            "a",
            "Square has formed square before your Hussars (MN-REACT-50). Fight, or try to ride back?",
        ),
        (
            Contact(charger=0, target=2, travel="charge", stage="feint_back", formed=(2,)),
            "a",
            "Your Hussars ride back from Square (MN-REACT-51). How far, and facing where?",
        ),
        (
            Shot(unit=1, target=4, aim=(0, 0)),
            "b",
            "Battery is about to fire at your Jagers (MN-FIRE-60). Suppress it, or let it fire?",
        ),
        (Joining(stage=6), "b", ""),
    ],
    ids=["flight", "feint", "feint_back", "suppress", "nobody"],
)
def test_a_window_names_who_does_what_to_whom(frame: Any, side: str, says: str) -> None:
    state = replace(FIELD, stack=(frame,))
    assert question(view(state, side), side) == says


def test_the_winner_of_the_roll_chooses_an_edge() -> None:
    state = replace(FIELD, step="edges", active="b")
    assert question(view(state, "b"), "b").startswith("You won the roll (MN-RULING-60).")
    assert question(view(state, "a"), "a") == ""


def test_one_step_is_now(met: list[Decision]) -> None:
    for state, side, _ in met:
        found = stages(view(state, side))
        whens = [stage.when for stage in found]
        assert whens.count("now") == 1
        assert whens == sorted(whens, key=("done", "now", "next").index)
        assert len({stage.name for stage in found}) == len(found)


def test_whoever_decides_is_told_what_there_is_to_do(met: list[Decision]) -> None:
    tasks: dict[str, set[str]] = {}
    for state, side, _ in met:
        (stage,) = (stage for stage in stages(view(state, side)) if stage.when == "now")
        tasks.setdefault(state.step, set()).add(stage.task)
        assert question(view(state, side), side) or "(MN-" in stage.task
    assert {"choose", "command", "manoeuvre", "fire"} <= set(tasks)
    assert len(tasks["manoeuvre"]) > 1
    assert not any("{" in task or task[:1].islower() for found in tasks.values() for task in found)


@pytest.mark.rule("MN-DIVMAN-08", "who moves a Division is told that it neither charges nor fires")
def test_the_task_of_a_division_names_no_charge(met: list[Decision]) -> None:
    state, side, _ = next(each for each in met if each[0].step == "manoeuvre")
    (task,) = (stage.task for stage in stages(view(replace(state, division=0), side)) if stage.task)
    assert "MN-DIVMAN-08" in task
    assert "whom it charges" not in task


def test_nothing_is_now_when_the_battle_is_over(met: list[Decision]) -> None:
    state, side, _ = met[0]
    over = replace(state, step="over")
    assert {stage.when for stage in stages(view(over, side))} == {"done"}


def everything() -> list[Any]:
    """An action of every kind about units, stands and features that are not there."""
    missing = {"unit": 99, "target": 99, "enemy": 99, "stand": 99, "brigade": 99, "division": 99, "battery": 99}
    given = {
        **missing, "square": 99, "group": 99, "travel": 99, "at": 99, "x": -150, "y": 99, "facing": 99, "aim": (1, 2),
        "structure": "no such", "batteries": (99,), "points": ((1, 2), (3, 4)), "tries": (), "shares": (),
        "edge": "lower", "formation": "line", "anchor": "front",
    }  # fmt: skip
    return [
        kind(**{name: given[name] for name in kind.__struct_fields__ if name in given})
        for kind in get_args(act.AnyAction)
    ]


def test_what_is_not_there_has_words_too(met: list[Decision]) -> None:
    state = met[0][0]
    for action in everything():
        assert action_words(state, action)[:1].isupper()
        assert action_words(replace(state, stack=()), action)[:1].isupper()


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
    (STATE, plan(A, act.Advance(mm(1)), leave=True), "Alpha: stop defending, then advance 1 cm"),
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
        "Echo: charge Alpha after it has moved 2 cm, facing south (180°)",
    ),
    (
        going_on(WAY),
        act.OpportunityCharge(E, 0, 1800, "bridge"),
        "Echo: charge Alpha over the bridge as it starts, facing south (180°)",
    ),
    (going_on(OVER), act.OpportunityCharge(E, 0, 1800), "Echo: counter-charge Alpha as it starts, facing south (180°)"),
    (STATE, act.OpportunityCharge(E, 0, 1800), "Echo: charge the enemy as it starts, facing south (180°)"),
    (going_on(WAY, MoveContinuation(unit=A)), act.GoOn(mm(4)), "Alpha: continue 4 cm"),
    (going_on(WAY, MoveContinuation(unit=A)), act.GoOn(0), "Alpha: stop here"),
    (STATE, act.GoOn(mm(4)), "The unit: continue 4 cm"),
    (going_on(OVER, DefenderChoice(unit=A)), act.NameDefender(E), "Echo: defend the bridge"),
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
    (charged(G, A, "nearby"), act.NearbySquares(()), "Form no squares nearby"),
    (
        charged(G, A, "nearby"),
        act.NearbySquares((act.Anchor(99, "left"),)),
        "Try to form square: unit 99 on its left stand",
    ),
    (
        going_on(WAY, StandEvasion(stand=5, mover=A)),
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
        "Alpha allots 4 strength points to Echo and 2 strength points to Golf; Beta allots 6 strength points to Golf",
    ),
    (
        TWO,
        act.Allot((Allotment(A, E, 4), Allotment(99, G, 2))),
        "Alpha allots 4 strength points to Echo; unit 99 allots 2 strength points to Golf",
    ),
    (TWO, act.Allot(()), "Allot no strength points"),
    (STATE, act.RallyBack(B, mm(6)), "Beta: rally back 6 cm"),
    (STATE, act.RallyForward(B, mm(6)), "Beta: rally forward 6 cm"),
    (STATE, act.StopAndRally(B, 900), "Beta: stop and rally, facing east (90°)"),
    (STATE, act.BreakCharge(B, G, 0), "Beta: charge on at Golf, facing north (0°)"),
    (STATE, act.Reman(C), "Gamma: man the guns again"),
    (STATE, act.Retreat(A), "Alpha: retreat from the table"),
    (STATE, act.Retreat(A, True), "Alpha: retreat from the table without its command stand"),
    (STATE, act.ChooseEdge("upper"), "Take the upper edge of the table"),
    (STATE, act.Withhold(A), "Alpha: stay off the table for good"),
    (STATE, act.DivisionManoeuvre(0), "Make a Division manoeuvre with division"),
    (STATE, act.ChooseBrigade(0), "Give brigade the initiative"),
    (STATE, act.Attach(2, A), "Brigade (force): join Alpha"),
    (STATE, act.Detach(2, *place(3, 3)), "Brigade (force): detach to 93, 63 cm"),
    (STATE, act.MoveStand(2, (place(3, 3), place(5, 3))), "Brigade (force): ride to 95, 63 cm by way of 93, 63 cm"),
    (STATE, act.DeployStand(2, *place(3, 3)), "Brigade (force): at 93, 63 cm"),
    (STATE, act.Done(), "Finish the manoeuvres"),
    (STATE, act.Pass(), "Pass"),
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


@pytest.mark.rule("MN-FIRE-60", "who passes suppresses no unit; later he fires no more in return")
@pytest.mark.parametrize(
    ("stood", "words"),
    [
        (STATE, "pass"),
        (going_on(WAY), "let Alpha continue"),
        (SHOT, "do not suppress"),
        (going_on(Shot(unit=F, target=A, aim=place(0, 1), stage="return")), "finish return fire"),
    ],
)
def test_words_for_passing_by_decision(stood: State, words: str) -> None:
    assert CHOICES[act.Pass](stood, act.Pass()) == words
