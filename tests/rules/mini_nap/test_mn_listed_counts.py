"""How many actions of each sort a list offers, unit by unit and step by step: no way is left out, none added."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.frames import Contact, Course, Leg, Onward, Shot
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.mn_board import battle, brigade, force, mm, recruit, spot
from tests.rules.mini_nap.mn_fire import place, shooting
from tests.rules.mini_nap.mn_moves import field, foot, guns, horse, light, noted, strip

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
    way = Course(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True)
    return replace(field(foot(), against=(horse("enemy", x=14, y=3, facing=270),)), stack=(way,))


def onward() -> State:
    way = Course(unit=0, travel="advance", legs=(Leg(0, mm(6), 0),), window=True, failed=(1,), asked_to=0)
    return replace(field(foot(), against=(horse("foe", y=30, facing=180),)), stack=(way, Onward(unit=0)))


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
