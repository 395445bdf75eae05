"""The Manoeuvre phase: actions listed, their numbers, and what follows (MN-MAN-11, MN-DIVMAN-10)."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.decisions import Contact, Leg, MoveContinuation, MoveInProgress, Shot
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, Feature, ForceUnit, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import (
    asked,
    at,
    field,
    foot,
    go,
    guns,
    horse,
    light,
    listed,
    moves,
    noted,
    on,
    passed,
    plan,
    strip,
    why,
)
from tests.rules.mini_nap.builders.melees import rounds
from tests.rules.mini_nap.builders.shots import place, shooting
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, playing, recruit, spot

KINDS = (foot, foot, light, horse, guns)
STEPS = 12
"""Choices made from one position."""


def scattered(chance: random.Random) -> State:
    """Five units a side near each other on a little ground, none overlapping."""
    spots = [(x, y) for x in (-16, -8, 0, 8, 16) for y in (-10, 10)]
    chance.shuffle(spots)
    made: list[list[ForceUnit]] = [[], []]
    for number, (x, y) in enumerate(spots):
        kind = chance.choice(KINDS)
        facing = chance.choice((0, 15, 90, 180, 270, 345))
        made[number % 2].append(kind(f"unit {number}", x, y, facing))
    ground = (strip("hill", -3, 3, -9, 9), strip("fence", 4, 4.4, 10, 25), strip("stream", -6, -5, -30, -12))
    return field(*made[0], against=tuple(made[1]), features=ground)


@pytest.mark.rule("MN-RULING-61", "every listed action is legal, and no list is empty")
@pytest.mark.parametrize("seed", range(12))
def test_lists(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    state = scattered(chance)
    play = playing(state, *(chance.randint(1, 6) for _ in range(400)))
    for _ in range(STEPS):
        while play.state.stack and not turn.deciders(play.state):
            turn.current_handler(play.state).proceed(play)
        if play.state.step != "manoeuvre" or not turn.deciders(play.state):
            return
        handler = turn.current_handler(play.state)
        (side,) = turn.deciders(play.state)
        actions = [action for option in handler.options(play.state, side) for action in option.actions]
        assert actions
        refused: list[Refusal] = [found for action in actions if (found := handler.refuse(play.state, side, action))]
        assert refused == []
        kind = chance.choice(sorted({str(type(action)) for action in actions}))
        handler.perform(play, side, chance.choice([action for action in actions if str(type(action)) == kind]))


FOE = (foot("foe", x=2, y=16, facing=180),)
ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 20)))
WOOD = strip("wood", 6, 13, -3.5, 3.5)
MILL = strip("landmark", 4, 8, -2, 2)
RIVER = Feature(key="river", kind="river", points=(place(-40, 5), place(40, 5)), width=400)
BRIDGE = strip("bridge", 3, 7, -1.5, 1.5, over="river")
COLUMN: dict[str, Any] = {"formation": "column"}
SQUARE: dict[str, Any] = {"formation": "solid_square"}
DIVISION: dict[str, Any] = {"division": 0, "brigade": NONE, "allowance": 2400, "standoff": 1200}


def contact(charger: Any, target: Any, stage: Any = "answer") -> State:
    return replace(
        field(charger, against=(target,)), stack=(Contact(charger=0, target=1, travel="charge", stage=stage),)
    )


def passing() -> State:
    way = MoveInProgress(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True)
    return replace(field(foot(), against=(horse("enemy", x=14, y=3, facing=270),)), stack=(way,))


def onward() -> State:
    way = MoveInProgress(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)
    return replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(way, MoveContinuation(unit=0)))


def shot(stage: Any) -> State:
    state = shooting(guns(), against=(light("target", 0, 5, 180), guns("second", 5, 8, 180)))
    return replace(state, stack=(Shot(unit=0, target=1, aim=place(0, 4), stage=stage),))


def broken(unit: Any) -> State:
    state = field(unit, against=(foot("enemy", y=9, facing=180),), step="break_active")
    return noted(state, 0, white=True, charged=True)


def led(**changes: Any) -> State:
    """A Brigade stand near two units, early in an initiative."""
    two = brigade(foot("one"), foot("two", x=5), place=spot(90, 64))
    return battle(force(two), **changes)


def waiting(*units: Any) -> State:
    return battle(force(brigade(*units, place=None)), step="deployment", turn=0)


"""The numbers of each sort; * where others may be given as well (MN-RULING-61)."""

LISTED: list[tuple[State, str]] = [
    (field(foot(), against=FOE), "6 Advance*, 2 Oblique*, 2 SideStep*, 1 StepBack*, 1 done, 5 manoeuvre*"),
    (field(foot(**COLUMN), against=FOE), "6 Advance*, 1 ExtendedCharge*, 1 done, 5 manoeuvre*"),
    (field(foot(**SQUARE), against=FOE), "3 Inch*, 1 done, 4 manoeuvre*"),
    (field(light(), against=FOE), "6 Advance*, 2 Oblique*, 2 SideStep*, 1 StepBack*, 1 done, 6 manoeuvre*"),
    (field(horse(), against=FOE), "6 Advance*, 1 Charge*, 1 done, 4 manoeuvre*"),
    (field(horse(**COLUMN), against=FOE), "6 Advance*, 1 Charge*, 1 done, 4 manoeuvre*"),
    (field(guns(), against=FOE), "2 Prolong*, 4 Redeploy*, 1 done, 3 manoeuvre*"),
    (
        field(foot(**COLUMN), against=FOE, features=(ROAD,)),
        "6 Advance*, 1 ExtendedCharge*, 4 RoadMove*, 1 done, 5 manoeuvre*",
    ),
    (field(guns(), against=FOE, features=(ROAD,)), "2 Prolong*, 4 Redeploy*, 3 RoadMove*, 1 done, 3 manoeuvre*"),
    (
        field(foot(), against=FOE, features=(WOOD,)),
        "6 Advance*, 2 Oblique*, 2 SideStep*, 1 StepBack*, 1 done, 5 manoeuvre*",
    ),
    (field(foot(**COLUMN), against=FOE, features=(MILL,)), "7 Advance*, 1 ExtendedCharge*, 1 done, 5 manoeuvre*"),
    (field(foot(**COLUMN), against=FOE, features=(RIVER, BRIDGE)), "4 Advance*, 3 CrossBridge*, 1 done, 5 manoeuvre*"),
    (field(horse(), against=FOE, features=(RIVER, BRIDGE)), "2 Advance*, 3 CrossBridge*, 1 done, 2 manoeuvre*"),
    (replace(field(foot(), against=(foot("foe", y=50),)), **DIVISION), "4 Advance*, 1 done, 4 manoeuvre*"),
    (replace(field(guns(), against=(foot("foe", y=50),)), **DIVISION), "4 Redeploy*, 1 done, 2 manoeuvre*"),
    (
        shooting(foot(), foot("second", x=6), against=(foot("foe", y=5, facing=180), foot("other", x=6, y=5))),
        "1 done, 4 fire*",
    ),
    (
        shooting(guns(), against=(foot("foe", y=15, facing=180),), features=(strip("village", 20, 27, -3, 4),)),
        "1 done, 1 fire*",
    ),
    (contact(horse(), foot("foot", y=4, facing=180)), ""),
    (contact(horse(), light("light", y=4, facing=180)), "7 fall_back*, 1 stay"),
    (contact(foot(), guns("guns", y=4, facing=180, type="horse_artillery")), "1 limber_and_flee, 1 stay"),
    (contact(foot(), light("light", y=4, facing=180), "flight"), "7 flee*"),
    (contact(horse(), foot("foot", y=4, formation="emergency_square"), "feint_back"), "19 feint_back*"),
    (passing(), "7 opportunity_charge*, 1 pass"),
    (onward(), "7 go_on*"),
    (shot("suppress"), "1 pass, 1 suppress"),
    (shot("return"), "1 pass, 2 return_fire*"),
    (broken(horse()), "9 break_charge*, 7 rally_back*, 6 rally_forward*, 13 stop_and_rally*"),
    (broken(foot()), "4 rally_back*, 7 rally_forward*, 13 stop_and_rally*"),
    (led(step="choose"), "1 choose_brigade, 1 division_manoeuvre"),
    (led(step="command", brigade=0), "2 attach, 1 done"),
    (
        led(step="manoeuvre", brigade=0),
        "4 Advance*, 4 Oblique*, 2 SideStep*, 2 StepBack*, 1 done, 6 manoeuvre*, 96 move_stand*",
    ),
    (waiting(recruit(at=None)), "255 deploy*, 87 deploy_stand*"),
    (
        waiting(recruit(at=None), recruit("guns", "foot_artillery", at=None, points=4, weight="medium")),
        "342 deploy*, 87 deploy_stand*",
    ),
]


@pytest.mark.rule("MN-RULING-61", "a list has each sort of action, at whole steps of distances and angles")
@pytest.mark.parametrize(("state", "wanted"), LISTED)
def test_how_many_are_listed(state: State, wanted: str) -> None:
    counted: Counter[str] = Counter()
    for side in sorted(SYSTEM.deciding(state)):
        for option in SYSTEM.options(state, side):
            for action in option.actions:
                move = getattr(action, "move", None)
                sort = type(move).__name__ if move is not None else action.kind
                counted[f"{sort}{'' if option.complete else '*'}"] += 1
    assert ", ".join(f"{number} {sort}" for sort, number in sorted(counted.items())) == wanted


@pytest.mark.rule("MN-TURN-01", "turns are listed towards the three nearest enemies and away from the nearest")
def test_turns_towards_the_nearest_enemies() -> None:
    foes = tuple(foot(f"foe {n}", x=x, y=y) for n, (x, y) in enumerate([(20, 0), (0, -30), (-40, 0), (35, 35)]))
    turns = [
        action.before.pivot
        for option in SYSTEM.options(field(foot(), against=foes), "a")
        for action in option.actions
        if option.kind == "turn" and action.before.pivot is not None
    ]
    assert turns == [900, 1800, 2700]
    far = tuple(foot(f"foe {n}", x=x, y=y) for n, (x, y) in enumerate([(20, 20), (-5, -30), (-40, 0), (10, 45)]))
    assert [
        action.before.pivot
        for option in SYSTEM.options(field(foot(), against=far), "a")
        for action in option.actions
        if option.kind == "turn" and action.before.pivot is not None
    ] == [450, 1895, 2700, 2250]


def done(state: State, *faces: int) -> Resolution:
    """Side a ends what it is doing, and all goes on to the next choice."""
    made = turn.decide(state, "a", act.Done(), playing(state, *faces).dice)
    play = playing(made.state)
    play.events.extend(made.events)
    return play


# Left out


@pytest.mark.rule("MN-MAN-11", "a side may end the phase with units that have done nothing, and those may still fire")
def test_units_may_be_left_out() -> None:
    state = field(foot(), foot("second", x=10), against=(foot("enemy", y=5, facing=180),))
    assert act.Done() in listed(state, "a")
    assert why(state, act.Done()) == ""
    after = done(go(state, plan(1, move=act.Advance(mm(1)))).state).state
    assert (after.step, [unit.manoeuvred for unit in after.units]) == ("fire", [False, True, False])
    assert at(after, 0) == (0, 0)
    assert {action.unit for action in listed(after, "a", "fire")} == {0}


@pytest.mark.rule("MN-MAN-11", "a unit may do nothing as its manoeuvre")
def test_a_manoeuvre_of_nothing() -> None:
    state = field(foot())
    assert why(state, plan()) == ""
    after = go(state, plan()).state
    assert at(after, 0) == (0, 0)
    assert why(after, plan(pivot=30)) == "MN-SEQ-04"


# Contact


@pytest.mark.rule("MN-CHARGE-08", "on contact both stop: neither moves or fires any more, and then they fight")
def test_contact_is_fought_out_later() -> None:
    state = field(foot(formation="column"), against=(foot("goal", y=10, facing=180, points=2),))
    play = passed(go(state, plan(move=act.Charge(1))))
    after = play.state
    assert (at(after, 0), at(after, 1), after.step) == ((0, 7), (0, 10), "manoeuvre")
    assert rounds(play) == []
    assert why(noted(after, 0, manoeuvred=False), plan(pivot=30)) == "MN-RULING-75"
    edge = after.units[1].x, after.units[1].y - mm(1)
    assert why(replace(after, step="fire"), act.Fire(0, 1, edge)) == "MN-FIRE-02"
    fought = done(after, *[6] * 60)
    assert rounds(fought)
    assert fought.state.units[1].where == "destroyed"


@pytest.mark.rule("MN-CHARGE-08", "a reaction that breaks the contact leaves nothing to fight")
def test_a_reaction_ends_the_contact() -> None:
    play = passed(go(field(foot(), against=(light("goal", y=6, facing=180),)), plan(move=act.Charge(1))))
    on(play, "b", act.FallBack(mm(12), turn=True))
    after = done(play.state, *[1] * 60)
    assert rounds(after) == []
    assert [unit.points for unit in after.state.units] == [6, 6]


# Refuge

BATTERY = guns(y=5, type="horse_artillery", weight="light", points=3)
FOOT_BATTERY = guns(y=5)


@pytest.mark.rule("MN-REACT-31", "a battery beside a square stands or flees; horse artillery may limber up as well")
@pytest.mark.parametrize(
    ("charger", "battery", "answers"),
    [
        (foot(), BATTERY, ("stay", "limber_and_flee", "flee_to_square")),
        (foot(), FOOT_BATTERY, ("stay", "flee_to_square")),
        (horse(y=-1), BATTERY, ("stay", "flee_to_square")),
    ],
)
def test_refuge_is_a_choice_without_a_test(charger: ForceUnit, battery: ForceUnit, answers: tuple[str, ...]) -> None:
    square = foot("square", x=2.75, y=6, formation="solid_square")
    state = field(charger, against=(battery, square))
    play = passed(go(state, plan(move=act.Charge(1))))
    assert asked(play) == answers
    on(play, "b", act.FleeToSquare(2))
    assert play.state.units[1].crew_in == 2
    assert not play.dice.rolls
    stood = on(passed(go(state, plan(move=act.Charge(1)))), "b", act.Stay())
    assert (stood.state.units[1].crew_in, stood.state.units[1].stood) == (-1, True)


# After a Division manoeuvre


def marching(*enemies: ForceUnit) -> State:
    """Side a manoeuvres with its Division: a line, and cavalry beside it; they may come as near as 12 cm."""
    ours = division(brigade(foot()), brigade(horse("riders", x=-20)))
    state = battle(force(ours), force(*enemies), step="manoeuvre", division=0, allowance=mm(24), standoff=mm(12))
    return replace(state, units=tuple(replace(unit, command="in") for unit in state.units))


@pytest.mark.rule("MN-DIVMAN-10", "enemies react to the movement: cavalry 12 cm from the way charges")
def test_enemies_react_to_a_division_manoeuvre() -> None:
    beside = horse("beside", x=2.5 + 12 + 2, y=10, facing=270)
    play = go(marching(beside), plan(move=act.Advance(mm(20))), 3)
    assert asked(play) == ("opportunity_charge", "pass")
    on(play, "b", listed(play.state, "b", "opportunity_charge")[0])
    assert moves(play)[-1].travel == "opportunity"
    assert play.state.units[0].still
    farther = horse("beside", x=2.5 + 12.1 + 2, y=10, facing=270)
    assert asked(go(marching(farther), plan(move=act.Advance(mm(20))))) == ()


@pytest.mark.rule("MN-DIVMAN-10", "its units react in the enemy's next initiative, whether they moved or not")
def test_a_division_reacts_later() -> None:
    state = marching(foot("mover", x=-2, y=22, facing=270))
    play = go(state, plan(1, move=act.Advance(mm(12))))
    play.tell(happened.InitiativeGained(side="b", rule="MN-SEQ-06"))
    later = replace(play.state, step="manoeuvre", brigade=2, division=-1)
    later = replace(later, units=tuple(replace(unit, command="in") for unit in later.units))
    reacted = on(playing(later, 3), "b", plan(2, move=act.Advance(mm(6))))
    assert asked(reacted) == ("opportunity_charge", "pass")
    charges = listed(reacted.state, "a", "opportunity_charge")
    assert {action.unit for action in charges} == {1}
    on(reacted, "a", charges[0])
    assert (reacted.state.units[1].blue, reacted.state.units[1].impact) == ("reaction", True)
