"""Where a list offers places in a zone, and which Brigade a stand comes with.

Source: MN-RULING-60, MN-RULING-97, MN-RULING-100.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.dice import SeededDice
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.positions import footprint_of
from battles.rules.mini_nap.setup import places as setup_places
from battles.rules.mini_nap.setup import places as zone_places
from battles.rules.mini_nap.state import Feature, Force, State
from battles.rules.mini_nap.turn import decide
from tests.rules.mini_nap.builders.manoeuvres import field, foot
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force, mm, recruit

WAITS: dict[str, Any] = {"place": None}
ZONES: dict[str, tuple[int, int, int, int]] = {
    "below": (0, 0, 18_000, 3000),
    "above": (0, 9000, 18_000, 12_000),
    "left": (0, 0, 3000, 12_000),
    "right": (15_000, 0, 18_000, 12_000),
}
MIDDLE = (9000, 6000)
LOOKS = {"below": 0, "above": 1800, "left": 900, "right": 2700}


def waiting(zone: tuple[int, int, int, int], *kinds: str, features: tuple[Feature, ...] = ()) -> State:
    """One Brigade that waits to be put into a zone."""
    units = [recruit(f"unit {n}", kind, at=None) for n, kind in enumerate(kinds or ("line_infantry",))]
    made = Force(name="a", corps=(corps(division(brigade(*units, **WAITS), **WAITS), **WAITS),), zone=zone)
    return battle(
        made, force(recruit("enemy", at=None)), features=features, step="deployment", turn=0, edges=("a", "b")
    )


def deploy(state: State, action: act.Deploy) -> State:
    """The state once a unit has been put where a list offers it."""
    return decide(state, "a", action, SeededDice(bytes(32), 0)).state


def places(state: State, formation: str = "line") -> list[tuple[int, int]]:
    return [(each.x, each.y) for each in setup_places.unit_places(state, 0) if each.formation == formation]


@pytest.mark.rule("MN-RULING-60", "what a list offers lies in the zone, looks to the enemy, in every open formation")
@pytest.mark.parametrize("name", ZONES)
def test_places_of_a_zone(name: str) -> None:
    state = waiting(ZONES[name], "light_infantry")
    listed = list(setup_places.unit_places(state, 0))
    assert {each.facing for each in listed} == {LOOKS[name]}
    assert {each.formation for each in listed} == {"line", "column", "solid_square", "skirmish_line"}
    assert [setup_places.refuse_unit_place(state, each) for each in listed] == [None] * len(listed)
    assert len(listed) == len(set(listed))
    assert list(setup_places.unit_places(state, 0)) == listed, "asked again"


@pytest.mark.rule(
    "MN-RULING-60", "units of a class have the same places, and a unit that stands leaves the others the rest"
)
def test_places_of_units_of_a_class() -> None:
    state = waiting(ZONES["below"], "line_infantry", "line_infantry", "light_cavalry")
    first, second, horse = (list(setup_places.unit_places(state, number)) for number in range(3))
    assert [replace(each, unit=1) for each in first] == second
    assert {(each.x, each.y) for each in horse} != {(each.x, each.y) for each in first}
    placed = deploy(state, first[0])
    left = list(setup_places.unit_places(placed, 1))
    assert replace(first[0], unit=1) not in left
    assert set(left) < set(second)


@pytest.mark.rule("MN-RULING-60", "three rows from rim to rim, the foremost first, each from its middle outwards")
@pytest.mark.parametrize("name", ZONES)
def test_rows_of_places(name: str) -> None:
    found = places(waiting(ZONES[name]))
    upright = name in ("below", "above")
    rows = list(dict.fromkeys(y if upright else x for x, y in found))
    assert len(rows) == 3
    centre = MIDDLE[1] if upright else MIDDLE[0]
    assert [abs(row - centre) for row in rows] == sorted(abs(row - centre) for row in rows)
    # A line is 2 cm deep: its middle is 1 cm from the rim of its zone, and as much at the back.
    left, bottom, right, top = ZONES[name]
    low, high = (bottom, top) if upright else (left, right)
    assert sorted(rows) == [low + 101, (low + high) // 2, high - 101]
    for row in rows:
        along = [x if upright else y for x, y in found if (y if upright else x) == row]
        middle = MIDDLE[0] if upright else MIDDLE[1]
        assert along[0] == middle
        away = [abs(place - middle) for place in along]
        assert away == sorted(away)
        steps = {b - a for a, b in zip(sorted(along), sorted(along)[1:], strict=False)}
        assert steps == {625}
        ends = (left, right) if upright else (bottom, top)
        assert min(along) - ends[0] <= 250 + 625
        assert ends[1] - max(along) <= 250 + 625


@pytest.mark.rule("MN-RULING-60", "a zone as large as a unit has one place, a smaller one none")
@pytest.mark.parametrize(
    ("zone", "wanted"),
    [
        ((9000, 1000, 9502, 1202), [(9251, 1101)]),
        ((9000, 1000, 9501, 1202), []),
        ((9000, 1000, 9502, 1201), []),
        ((9000, 1000, 9502, 1203), [(9251, 1102), (9251, 1101)]),
    ],
)
def test_small_zones(zone: tuple[int, int, int, int], wanted: list[tuple[int, int]]) -> None:
    assert places(waiting(zone)) == wanted


@pytest.mark.rule("MN-RULING-74", "a unit stays out only where there is no place, between those of the list too")
def test_a_gap_between_the_places() -> None:
    state = waiting((9000, 1000, 10000, 2000), *["line_infantry"] * 4)
    wall = [
        replace(unit, where="table", x=9750, y=y) for unit, y in zip(state.units[1:4], (1100, 1500, 1900), strict=True)
    ]
    crowded = replace(state, units=(state.units[0], *wall, *state.units[4:]))
    found = list(setup_places.unit_places(crowded, 0))
    assert {each.formation for each in found} >= {"column"}
    assert all(each.x < 9500 and setup_places.refuse_unit_place(crowded, each) is None for each in found)


@pytest.mark.rule("MN-INTERPEN-04", "no place is offered where another stands, or where the ground forbids it")
def test_places_that_are_taken() -> None:
    marsh = Feature(key="bog", kind="bog", points=((0, 0), (0, 3000), (9000, 3000), (9000, 0)))
    free = places(waiting(ZONES["below"], features=(marsh,)))
    assert free
    assert min(x for x, _ in free) > 9250
    state = waiting(ZONES["below"], "line_infantry", "line_infantry")
    stood = replace(state.units[1], where="table", x=9250, y=1500, facing=0, formation="line")
    after = set(places(replace(state, units=(state.units[0], stood, *state.units[2:]))))
    assert set(places(state)) - after == {(9000, 1500), (9625, 1500)}


@pytest.mark.rule("MN-RULING-60", "stands are offered places in their zone too")
def test_places_of_stands() -> None:
    state = waiting(ZONES["below"])
    listed = list(setup_places.stand_places(state, 0))
    assert [setup_places.refuse_stand_place(state, each) for each in listed] == [None] * len(listed)
    rows = list(dict.fromkeys(each.y for each in listed))
    assert rows == [3000 - 126, 1500, 126]
    assert setup_places.refuse_stand_place(state, act.DeployStand(0, 125, 125)) is None
    refusal = setup_places.refuse_stand_place(state, act.DeployStand(0, 124, 125))
    assert refusal is not None
    assert refusal.code == "out_of_zone"


@pytest.mark.rule("MN-RULING-60", "a zone looks to the middle of the table, by its nearest edge")
@pytest.mark.parametrize(
    ("zone", "facing"),
    [
        *((ZONES[name], LOOKS[name]) for name in ZONES),
        ((0, 0, 18_000, 12_000), 0),
        ((0, 0, 6000, 1000), 900),
        ((12_000, 11_000, 18_000, 12_000), 2700),
        ((3000, 0, 9000, 6000), 0),
        ((6000, 7000, 12_000, 12_000), 1800),
        ((2900, 0, 9000, 6000), 900),
    ],
)
def test_which_way_a_zone_looks(zone: tuple[int, int, int, int], facing: int) -> None:
    assert setup_places.bearing_to_enemy(waiting(zone), zone) == facing


def arriving() -> State:
    """Two Corps: I has two Divisions of two Brigades each, II one of one; the numbers are the Turns of arrival."""

    def part(name: str, *turns: int) -> Any:
        made = [brigade(recruit(f"{name}{n}", at=None), arrives=turn, **WAITS) for n, turn in enumerate(turns)]
        return division(*made, name=name, **WAITS)

    one = corps(part("A", 3, 2), part("B", 4, 4), name="I", **WAITS)
    two = corps(part("C", 1), name="II", **WAITS)
    return battle(Force(name="a", corps=(one, two)), step="arrival", turn=1)


@pytest.mark.rule(
    "MN-RULING-97", "command stands come with the first Brigade under them, Brigade stands with their own"
)
def test_with_whom_a_stand_comes() -> None:
    state = arriving()
    found = {
        (stand.level, stand.of): setup_places.first_brigade(state, stand) for stand in state.stands if stand.side == "a"
    }
    assert found == {
        ("corps", 0): 1,
        ("corps", 1): 4,
        ("division", 0): 1,
        ("division", 1): 2,
        ("division", 2): 4,
        **{("brigade", n): n for n in range(5)},
    }
    for turn, units in ((0, ()), (1, (4,)), (2, (1, 4)), (3, (0, 1, 4)), (4, (0, 1, 2, 3, 4))):
        then = replace(state, turn=turn)
        assert setup_places.due_units(then, "a") == units
        due = {
            state.stands[number].level + str(state.stands[number].of) for number in setup_places.due_stands(then, "a")
        }
        wanted = {f"brigade{n}" for n in units}
        wanted |= {f"division{number}" for number, first in ((0, 1), (1, 2), (2, 4)) if first in units}
        wanted |= {f"corps{number}" for number, first in ((0, 1), (1, 4)) if first in units}
        assert due == wanted
        assert setup_places.due_units(then, "b") == setup_places.due_stands(then, "b") == ()


@pytest.mark.rule("MN-RULING-60", "a unit stands wholly in its zone, whose rim counts")
@pytest.mark.parametrize(
    ("x", "y", "allowed"),
    [
        (2.5, 1, True),
        (2.49, 1, False),
        (2.5, 0.99, False),
        (177.5, 29, True),
        (177.51, 29, False),
        (177.5, 29.01, False),
    ],
)
def test_the_rim_of_a_zone_counts(x: float, y: float, allowed: bool) -> None:
    state = waiting(ZONES["below"])
    refusal = setup_places.refuse_unit_place(state, act.Deploy(0, mm(x), mm(y), 0, "line"))
    assert (refusal is None) is allowed
    assert allowed or (refusal is not None and refusal.rule == "MN-RULING-60")


@pytest.mark.rule("MN-RULING-60", "places are listed in three rows of a zone, the one nearest to the enemy first")
@pytest.mark.parametrize(("zone", "rows"), [((0, 0, 18_000, 3_000), [2_899, 1_500, 101]), ((0, 0, 18_000, 202), [101])])
def test_places_of_a_zone_are_listed_in_three_rows(zone: tuple[int, int, int, int], rows: list[int]) -> None:
    state = field(foot())
    unit = replace(state.units[0], x=0, y=0)
    found = list(zone_places._grid(zone, footprint_of(state.setup.rules, unit), 0))
    assert list(dict.fromkeys(y for _, y in found)) == rows
    first = [x for x, y in found if y == rows[0]]
    assert first[0] == 9_000
    assert sorted(first) == list(range(min(first), max(first) + 1, 625))
    assert (min(first) >= 251, max(first) <= 17_749) == (True, True)
    assert min(first) - 625 < 251
