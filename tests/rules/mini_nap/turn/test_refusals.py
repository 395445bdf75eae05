"""Refusals of actions: each with its rule and sentence; numbers that name no unit."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Outcome, Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.combat import break_through, charge, joiners, melee
from battles.rules.mini_nap.combat.joiners import JOIN_STAGES
from battles.rules.mini_nap.decisions import Change, Combat, Contact, Group, Leg, MoveInProgress, Shot
from battles.rules.mini_nap.movement import manoeuvre
from battles.rules.mini_nap.reactions import charge_answers, fire, opportunity_charge
from battles.rules.mini_nap.resolution import current_kind
from battles.rules.mini_nap.state import NONE, Defence, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.words.sentences import sentence
from tests.rules.mini_nap.builders.manoeuvres import field, foot, guns, horse, light, noted, plan, strip
from tests.rules.mini_nap.builders.random_battles import decisions
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, force, mm

STEPS = 260
Case = tuple[State, str, Any]


def length(state: State, field: str) -> int:
    """How many there are of what a field of an action counts."""
    lists = {"stand": state.stands, "brigade": state.brigades, "division": state.divisions}
    return len(lists.get(field, state.units))


def forged(state: State, action: Any) -> list[Any]:
    """The action with each of its numbers, one after the other, the first that no unit has."""
    found = []
    for name in ("unit", "target", "enemy", "stand", "brigade", "division", "battery"):
        if isinstance(getattr(action, name, None), int):
            found.append(replace(action, **{name: length(state, name)}))
    move = getattr(action, "move", None)
    if isinstance(move, act.Charge | act.ExtendedCharge):
        found.append(replace(action, move=replace(move, target=len(state.units))))
    if isinstance(action, act.Suppress):
        found.append(replace(action, batteries=(len(state.units),)))
    return found


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """One action of each kind in each step or window that a short battle comes to."""
    found: dict[tuple[str, str], Case] = {}
    for state, side, options, _ in islice(decisions(3, 1), STEPS):
        for option in options:
            if option.actions:
                found.setdefault((current_kind(state), option.kind), (state, side, option.actions[0]))
    return list(found.values())


@pytest.mark.rule("MN-SEQ-04", "only units that there are act, or are acted upon")
def test_no_unit_acts_who_is_not_there(cases: list[Case]) -> None:
    assert len(cases) > 12
    for state, side, action in cases:
        assert turn.refuse(state, side, action) is None
        for other in forged(state, action):
            refusal = turn.refuse(state, side, other)
            assert isinstance(refusal, Refusal), other
            assert refusal.sentence.endswith((".", ")"))


@pytest.mark.rule("MN-MAN-01", "the other side may not act in one's place")
def test_no_unit_acts_for_the_other_side(cases: list[Case]) -> None:
    for state, side, action in cases:
        assert turn.refuse(state, "b" if side == "a" else "a", action) is not None


MILL = strip("landmark", 4, 8, -2, 2, name="The mill")
NEAR = (foot("enemy", y=2, facing=180),)
SQUARE: dict[str, Any] = {"formation": "solid_square"}


def charged(stage: Any, target: Any, **notes: Any) -> tuple[State, Contact]:
    frame = Contact(charger=0, target=1, travel="charge", stage=stage)
    state = noted(field(horse("horse"), against=(target,)), 1, **notes)
    return replace(state, stack=(frame,)), frame


def answered(stage: Any, action: Any, target: Any, **notes: Any) -> Refusal | None:
    return charge_answers.refuse_answer(*charged(stage, target, **notes), action)


LIGHT = light("light", y=2, facing=180)
FOOT = foot("foot", y=2, facing=180)


@pytest.mark.rule("MN-REACT-05", "what is answered is what is asked, by who may still react")
@pytest.mark.parametrize(
    ("stage", "action", "target", "notes", "rule", "words"),
    [
        ("answer", act.FeintBack(mm(6), 0), LIGHT, {}, "MN-REACT-51", "No unit rides back now."),
        ("answer", act.Flee(mm(12)), LIGHT, {}, "MN-REACT-05", "light cannot make this choice now."),
        ("flight", act.FallBack(mm(12)), LIGHT, {}, "MN-REACT-05", "light cannot make this choice now."),
        ("answer", act.FallBack(mm(12)), LIGHT, {"blue": "reaction"}, "MN-REACT-01", "light cannot react again."),
        ("answer", act.FallBack(mm(12)), LIGHT, {"idle": True}, "MN-REACT-01", "light cannot react again."),
        ("answer", act.FallBack(mm(12)), LIGHT, {"stood": True}, "MN-REACT-01", "light cannot react again."),
        ("answer", act.FallBack(mm(12)), FOOT, {}, "MN-REACT-10", "Only a skirmish line falls back; foot is not one."),
        ("answer", act.NearbySquares(()), FOOT, {}, "MN-REACT-41", "Infantry nearby cannot form square now."),
        ("answer", act.Feint(), FOOT, {}, "MN-REACT-05", "foot cannot answer the charge in this way."),
        (
            "nearby",
            act.NearbySquares((act.Anchor(1, "left"), act.Anchor(1, "right"))),
            FOOT,
            {},
            "MN-REACT-01",
            "Each unit may try only once.",
        ),
        (
            "nearby",
            act.NearbySquares((act.Anchor(9, "left"),)),
            FOOT,
            {},
            "MN-REACT-41",
            "Unit 9 is not infantry nearby",
        ),
    ],
)
def test_answers_to_a_charge(stage: Any, action: Any, target: Any, notes: Any, rule: str, words: str) -> None:
    found = answered(stage, action, target, **notes)
    assert found is not None
    assert found.rule == rule
    assert words in found.sentence


@pytest.mark.rule("MN-REACT-03", "to stand is always an answer")
@pytest.mark.parametrize("notes", [{}, {"blue": "reaction"}, {"stood": True}])
def test_whoever_is_charged_may_stand(notes: dict[str, Any]) -> None:
    assert answered("answer", act.Stay(), FOOT, **notes) is None


@pytest.mark.rule("MN-FIRE-50", "fire in return comes after the shot, with dice, by whoever may")
def test_answers_to_a_shot() -> None:
    state = shooting(foot(), against=(foot("target", y=5, facing=180), light("other", x=6, y=5, facing=180)))
    before = Shot(unit=0, target=1, aim=place(0, 4))
    after = replace(before, stage="return")
    back = act.ReturnFire(1, place(0, 1))

    def rule(frame: Shot, action: Any) -> tuple[str, str]:
        found = fire.refuse(replace(state, stack=(frame,)), frame, action)
        return ("", "") if found is None else (found.rule, found.sentence)

    assert rule(after, back) == ("", "")
    assert rule(before, back) == ("MN-FIRE-50", "The shot has not been fired yet.")
    assert rule(after, act.ReturnFire(9, place(0, 1))) == ("MN-FIRE-50", "There is no unit 9.")
    assert rule(after, act.ReturnFire(0, place(0, 1))) == ("MN-FIRE-50", "foot belongs to the enemy.")
    assert rule(replace(after, answered=(1,)), back) == ("MN-FIRE-51", "target has already returned fire.")
    assert rule(after, act.ReturnFire(2, place(0, 1)))[0] == "MN-FIRE-53"
    assert rule(after, act.Suppress(2, (0,)))[0] == "MN-FIRE-60"
    assert rule(before, act.Suppress(2, (0,)))[0] == "MN-FIRE-61"
    assert rule(after, act.ReturnFire(1, place(40, 40)))[0] != ""


@pytest.mark.rule("MNT-LANDMARK-03", "infantry defends a landmark that is there and that no unit defends")
@pytest.mark.parametrize(
    ("unit", "changes", "action", "rule", "words"),
    [
        (foot(), {}, plan(leave=True), "MNT-LANDMARK-06", "foot does not defend a landmark."),
        (foot(), {}, plan(defend="sea"), "MNT-LANDMARK-03", "There is no landmark sea."),
        (
            horse(),
            {},
            plan(defend="landmark"),
            "MNT-LANDMARK-01",
            "Only infantry defends a landmark; horse is not infantry.",
        ),
        (
            foot(),
            {"holding": (Defence("landmark", 1),)},
            plan(defend="landmark"),
            "MNT-LANDMARK-02",
            "friend already defends the mill.",
        ),
        (
            foot(),
            {"holding": (Defence("landmark", 0),)},
            plan(move=act.Advance(100)),
            "MNT-LANDMARK-06",
            "leave it first, and move in the next Turn.",
        ),
        (
            foot(**SQUARE),
            {"holding": (Defence("landmark", 0),)},
            plan(leave=True),
            "MNT-LANDMARK-06",
            "foot must change formation to leave.",
        ),
        (
            foot(),
            {"division": 0, "brigade": NONE, "allowance": 2400},
            plan(move=act.Charge(2)),
            "MN-DIVMAN-08",
            "foot cannot charge in a Division manoeuvre.",
        ),
        (
            horse(),
            {"division": 0, "brigade": NONE, "allowance": 2400},
            plan(move=act.ExtendedCharge(2)),
            "MN-DIVMAN-08",
            "horse cannot charge in a Division manoeuvre.",
        ),
        (foot(), {}, plan(move=act.Charge(1)), "MN-CHARGE-02", "friend is a friend."),
    ],
)
def test_plans(unit: Any, changes: dict[str, Any], action: Any, rule: str, words: str) -> None:
    friend, enemy = foot("friend", x=-20, y=-20), foot("enemy", y=6, facing=180)
    state = field(unit, friend, against=(enemy,), features=(MILL,))
    found = manoeuvre.refuse_plan(replace(state, **changes), action)
    assert found is not None
    assert (found.rule, words in found.sentence) == (rule, True), found.sentence


@pytest.mark.rule("MN-MAN-06", "who is in contact keeps its formation")
def test_in_contact_no_unit_changes_formation() -> None:
    change = plan(change=Change(to="column", anchor="left", side="rear"))
    found = manoeuvre.refuse_plan(field(foot(), against=NEAR), change)
    assert found is not None
    assert (found.rule, found.sentence) == ("MN-MAN-06", "foot is in contact with an enemy and keeps its formation.")
    apart = (foot("enemy", y=9, facing=180),)
    assert manoeuvre.refuse_plan(field(foot(), against=apart), change) is None


@pytest.mark.rule("MN-HTH-02", "no unit joins in that is gone, or against a unit that is gone or a friend")
def test_joining_in() -> None:
    state = field(foot(), foot("friend", x=5), against=NEAR, step="hand_to_hand")
    gone = noted(noted(state, 0, where="destroyed"), 2, where="destroyed")
    found = joiners.refuse_unit(gone, 0, JOIN_STAGES[0])
    assert (found.rule, found.sentence) == ("MN-HTH-02", "foot cannot join in: it is abandoned or not on the table.")
    for target, words in (
        (9, "There is no unit 9."),
        (1, "friend is a friend."),
        (2, "enemy cannot be fought: it is abandoned or not on the table."),
    ):
        against = joiners._refuse_enemy(gone, 0, target)
        assert against is not None
        assert (against.rule, against.sentence) == ("MN-HTH-02", words)
    far = joiners._refuse_enemy(field(foot(), against=(foot("enemy", y=9),)), 0, 1)
    assert far is not None
    assert far.sentence == "No friend of foot is in contact with enemy."


@pytest.mark.rule("MN-HTH-10", "a combat is fought to its end first")
def test_the_order_of_combats() -> None:
    frame = Combat(waiting=(), group=Group(((0, 1),)), round=1)
    state = replace(field(foot(), against=NEAR, step="hand_to_hand"), stack=(frame,))
    found = melee.COMBAT.refuse(state, "a", act.ChooseGroup(0))
    assert found is not None
    assert (found.rule, found.sentence) == ("MN-HTH-10", "Finish the present combat first.")


@pytest.mark.rule("MN-BREAK-04", "who is gone does not break through, and does not charge whoever passes")
def test_who_is_gone_does_nothing() -> None:
    state = noted(field(horse(), against=(horse("enemy", x=14, facing=270),)), 0, where="destroyed", white=True)
    found = break_through.PHASE.refuse(replace(state, step="break_active"), "a", act.StopAndRally(0, 0))
    assert found is not None
    assert (found.rule, found.sentence) == ("MN-BREAK-04", "horse is not on the table.")
    course = MoveInProgress(unit=1, travel="advance", legs=(Leg(2700, mm(6), 2700),), window=True)
    passing = opportunity_charge.refuse_charge(
        replace(state, stack=(course,)), "a", act.OpportunityCharge(0, 0, 0), course
    )
    assert passing is not None
    assert (passing.rule, passing.sentence) == ("MN-REACT-01", "horse is not on the table.")


@pytest.mark.rule("MN-CHARGE-14", "who is gone or abandoned is no target")
@pytest.mark.parametrize(
    ("target", "notes", "rule"),
    [
        (9, {}, "MN-CHARGE-02"),
        (0, {}, "MN-CHARGE-02"),
        (1, {"where": "lost"}, "MN-CHARGE-14"),
        (1, {"crew_in": 0}, "MN-CHARGE-14"),
    ],
)
def test_targets(target: int, notes: dict[str, Any], rule: str) -> None:
    state = noted(field(foot(), against=(guns("enemy", y=6, facing=180),)), 1, **notes)
    found = charge.refuse_target(state, state.units[0], target)
    assert found is not None
    assert found.rule == rule
    assert charge.refuse_target(field(foot(), against=(guns("enemy", y=6),)), state.units[0], 1) is None


@pytest.mark.rule("MNT-BRIDGE-03", "who defends what is told, with whom it is defended against")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (happened.Defended(unit=0, feature="landmark", holds=True), "Foot defends the mill (MNT-LANDMARK-03)."),
        (
            happened.Defended(unit=0, feature="landmark", holds=False),
            "Foot stops defending the mill (MNT-LANDMARK-06).",
        ),
        (
            happened.Defended(unit=0, feature="landmark", holds=True, against=1),
            "Foot defends the mill against enemy (MNT-BRIDGE-03).",
        ),
        (happened.Defended(unit=0, feature="sea", holds=True), "Foot defends the sea (MNT-LANDMARK-03)."),
        (
            happened.MarkersCleared(side="a", throws=((6, 1),)),
            "Force wins with no Brigade left: 6 to 1 on the dice. Both sides roll again (MN-RULING-20).",
        ),
    ],
)
def test_events_in_words(event: Any, words: str) -> None:
    enemy = force(foot("enemy", y=20), name="enemy")
    state = battle(force(foot()), enemy, features=(MILL,))
    assert sentence(state, event) == words


@pytest.mark.rule("MN-RULING-60", "nothing is done once a battle is over, whatever it is and whoever does it")
def test_every_action_is_refused_after_the_end() -> None:
    over = replace(field(foot()), outcome=Outcome("a", "no_units", "MN-RULING-60"))
    for side in "ab":
        for action in (act.Done(), act.Pass(), plan(0, act.Advance(100)), act.ChooseBrigade(0)):
            found = SYSTEM.refuse(over, side, action)
            assert found is not None
            assert (found.code, found.sentence) == ("over", "The battle is over.")
    going_on = SYSTEM.refuse(field(foot()), "b", act.Done())
    assert going_on is not None
    assert (going_on.code, going_on.sentence) == ("not_deciding", "The other side decides first.")
