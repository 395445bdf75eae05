"""Candidate manoeuvres for a click from a unit, in order and in short form."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap.decisions import StandEvasion
from battles.rules.mini_nap.notation.actions import write
from battles.rules.mini_nap.state import NONE, Feature, State
from battles.rules.mini_nap.ui import candidates as ways
from battles.rules.mini_nap.ui import click as places
from tests.rules.mini_nap.builders.charges import stand_at
from tests.rules.mini_nap.builders.every_action import WAY, A
from tests.rules.mini_nap.builders.manoeuvres import X, Y, field, foot, guns, horse, light, strip
from tests.rules.mini_nap.builders.pictures import aim, at, meant, thought
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import mm

FOE = (foot("foe", x=40, y=4),)
ROAD = Feature(key="road", kind="road", points=(place(0, -20), place(0, 20)))
DITCH = replace(ROAD, key="ditch", kind="ditch")
WOOD = strip("wood", 6, 13, -3.5, 3.5)
MILL = strip("landmark", 4, 8, -2, 2)
NEAR = (foot("foe", y=5, facing=180),)
FAR = (foot("foe", y=20, facing=180),)
COLUMN: dict[str, Any] = {"formation": "column"}


def division(*units: Any, **changes: Any) -> State:
    """The same in a Division manoeuvre far from the enemy (MN-DIVMAN-02)."""
    near = {"division": 0, "brigade": NONE, "allowance": 2400, "standoff": 1200, **changes}
    return replace(field(*units, against=FOE), **near)


WAYS: list[tuple[State, str, list[str]]] = [
    (
        field(foot(), against=FOE),
        at(3, 4),
        [
            "adv 4",
            "adv 4 then pivot 90",
            "pivot 36.9 adv 5",
            "pivot 36.9 adv 5 then pivot 0",
            "pivot 36.9 adv 5 then pivot 90",
            "step right 3",
            "oblique right ahead 3 aside 3",
            "oblique right aside 3 ahead 3",
            "pivot 36.9 adv 5",
        ],
    ),
    (
        field(foot(), against=FOE),
        at(-3, -4),
        [
            "about adv 4",
            "about adv 4 then pivot 0",
            "about adv 4 then pivot 78.7",
            "pivot 216.9 adv 5",
            "pivot 216.9 adv 5 then pivot 0",
            "pivot 216.9 adv 5 then pivot 79.5",
            "step left 3",
            "back 4",
            "pivot 216.9 adv 5",
        ],
    ),
    (
        field(foot(), against=FOE),
        at(0, 40),
        [
            "adv 6",
            "adv 6 then pivot 92.9",
            "step left 0",
            "oblique left ahead 3 aside 0",
            "oblique left aside 0 ahead 3",
            "adv 40",
        ],
    ),
    (
        field(foot(**COLUMN), against=FOE),
        at(3, 4),
        [
            "adv 4",
            "adv 4 then pivot 90",
            "pivot 36.9 adv 5",
            "pivot 36.9 adv 5 then pivot 0",
            "pivot 36.9 adv 5 then pivot 90",
            "pivot 36.9 adv 5",
        ],
    ),
    (
        field(foot(), against=NEAR),
        "unit 1",
        [
            "charge 1",
            "adv 2.9",
            "step left 0",
            "oblique left ahead 2.9 aside 0",
            "oblique left aside 0 ahead 2.9",
            "charge 1",
            "adv 5",
        ],
    ),
    (field(horse(), against=FAR), "unit 1", ["charge 1", "adv 15", "charge 1", "adv 20"]),
    (
        field(horse(), against=FOE),
        at(-8, 6),
        [
            "adv 6",
            "adv 6 then pivot 92.9",
            "pivot 306.9 adv 10",
            "pivot 306.9 adv 10 then pivot 0",
            "pivot 306.9 adv 10 then pivot 92.4",
            "pivot 306.9 adv 10",
        ],
    ),
    (field(foot(formation="solid_square"), against=FOE), at(3, 1), ["inch 71.6 3.17", "inch 71.6 3.17"]),
    (
        field(guns(), against=FOE),
        at(3, 9),
        [
            "prolong 1",
            "redeploy 18.4 9.49 facing 0",
            "redeploy 18.4 9.49 facing 18.4",
            "redeploy 18.4 9.49 facing 97.7",
            "redeploy 18.4 9.49 facing 0",
        ],
    ),
    (
        field(guns(), against=FOE),
        at(0, -6),
        [
            "prolong 1 back",
            "redeploy 180 6 facing 0",
            "redeploy 180 6 facing 180",
            "redeploy 180 6 facing 76",
            "redeploy 180 6 facing 0",
        ],
    ),
    (
        field(light(), foot("friend", y=9), against=FOE),
        "unit 1",
        [
            "adv 7",
            "adv 7 then pivot 94.3",
            "step left 0",
            "oblique left ahead 3 aside 0",
            "oblique left aside 0 ahead 3",
            "adv 9",
        ],
    ),
    (
        field(foot(), foot("friend", y=2.2), against=FOE),
        at(0, 5),
        [
            "adv 0.25",
            "adv 0.25 then pivot 84.6",
            "step left 0",
            "oblique left ahead 0.25 aside 0",
            "oblique left aside 0 ahead 0.25",
            "adv 5",
        ],
    ),
    (
        field(foot(**COLUMN), against=FOE, features=(ROAD,)),
        at(1, 9),
        [
            "adv 6",
            "adv 6 then pivot 92.9",
            "pivot 6.3 adv 6",
            "pivot 6.3 adv 6 then pivot 0",
            "pivot 6.3 adv 6 then pivot 92.9",
            "road road 6",
            "pivot 6.3 adv 9.06",
        ],
    ),
    (
        field(foot(**COLUMN), against=FOE, features=(ROAD,)),
        at(1, -9),
        [
            "about adv 6",
            "about adv 6 then pivot 0",
            "about adv 6 then pivot 76",
            "pivot 173.7 adv 6",
            "pivot 173.7 adv 6 then pivot 0",
            "pivot 173.7 adv 6 then pivot 75.8",
            "pivot 180 road road 6 back",
            "pivot 173.7 adv 9.06",
        ],
    ),
    (
        field(foot(**COLUMN), against=FOE, features=(DITCH,)),
        at(0, 2),
        [
            "line on front side left",
            "line on front side right",
            "line on rear side left",
            "line on rear side right",
            "solid_square on front side rear",
            "solid_square on rear side rear",
            "about",
            "pivot 15",
            "pivot 345",
            "pivot 30",
            "pivot 330",
            "pivot 45",
            "pivot 315",
            "pivot 60",
            "pivot 300",
            "pivot 75",
            "pivot 285",
            "pivot 90",
            "pivot 270",
            "pivot 105",
            "pivot 255",
            "pivot 120",
            "pivot 240",
            "pivot 135",
            "pivot 225",
            "pivot 150",
            "pivot 210",
            "pivot 165",
            "pivot 195",
            "pivot 180",
        ],
    ),
    (
        field(foot(), against=FOE, features=(WOOD,)),
        "wood",
        [
            "adv 5.5",
            "adv 5.5 then pivot 92.1",
            "step left 0",
            "oblique left ahead 3 aside 0",
            "oblique left aside 0 ahead 3",
            "adv 9.5",
        ],
    ),
    (
        field(foot(**COLUMN), against=FOE, features=(MILL,)),
        "landmark",
        ["adv 6 defend landmark", "adv 6", "adv 6 then pivot 92.9", "adv 6"],
    ),
    (division(foot()), at(3, 30), ["adv 24", "pivot 5.7 adv 24", "pivot 5.7 adv 30.15"]),
    (
        division(guns()),
        at(3, 30),
        [
            "redeploy 5.7 24 facing 0",
            "redeploy 5.7 24 facing 5.7",
            "redeploy 5.7 24 facing 117.9",
            "redeploy 5.7 30.15 facing 0",
        ],
    ),
    (division(foot(), allowance=3600, standoff=2400), at(0, 50), ["adv 36", "adv 50"]),
]


@pytest.mark.rule("MN-MAN-02", "the nearest possible manoeuvre, then the clicked place itself")
@pytest.mark.parametrize(("state", "spot", "wanted"), WAYS)
def test_ways(state: State, spot: str, wanted: list[str]) -> None:
    assert [write(each).removeprefix("0 ") for each in thought(ways.manoeuvres, state, spot)] == wanted


@pytest.mark.rule("MN-MAN-03", "a click on the unit itself gives formation changes and turns, the least turn first")
@pytest.mark.parametrize(("unit", "changes"), [(guns(), 0), (horse(), 4), (foot(), 6)])
def test_turns_on_the_spot(unit: Any, changes: int) -> None:
    found = [write(each) for each in thought(ways.manoeuvres, field(unit, against=FOE), "unit 0")]
    turns = [turn % 360 for step in range(15, 180, 15) for turn in (step, -step)]
    assert found[changes:] == ["0 about", *(f"0 pivot {turn}" for turn in turns), "0 pivot 180"]
    assert not [each for each in found[:changes] if "pivot" in each or "about" in each]


@pytest.mark.rule("MN-MAN-02", "without a click, one listed action of each kind comes first")
def test_no_click() -> None:
    found = meant(field(foot(), against=NEAR), "")
    sorts = [(each.kind, type(getattr(each, "move", None)).__name__) for each in found]
    assert ("manoeuvre", "Charge") in sorts
    assert ("manoeuvre", "Advance") in sorts
    assert len({(each.kind, aim(field(foot(), against=NEAR), each).how) for each in found}) > 5


@pytest.mark.rule("MN-CMD-42", "a stand that is pointed near evades just beyond 6 cm, one pointed far just short of 12")
@pytest.mark.parametrize(("pointed", "far"), [(1, 601), (9, 900), (40, 1199)])
def test_a_commander_evades_by_more_than_6_and_less_than_12_cm(pointed: float, far: int) -> None:
    stood = stand_at(field(foot(y=-20), against=(foot("enemy", y=50, facing=180),)), "b", 0, 0, "corps")
    number = next(place_ for place_, each in enumerate(stood.stands) if (each.level, each.side) == ("corps", "b"))
    stood = replace(stood, stack=(WAY, StandEvasion(stand=number, mover=A)))
    first, *_ = thought(places.evasions, stood, at(0, pointed), f"stand {number}", "b")
    assert (first.x, first.y) == (mm(X), mm(Y) + far)
