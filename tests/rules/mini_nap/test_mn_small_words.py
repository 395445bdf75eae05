"""Small things that are told: bearings, places, zones of those who arrive, and when a battery is manned again."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.core import SetupError
from battles.engine.drafting import Stroke
from battles.rules.mini_nap import words_names as say
from battles.rules.mini_nap.combat_odds import Combatant
from battles.rules.mini_nap.drafting_strokes import MOST_STROKES, painted
from battles.rules.mini_nap.events_move import Moved
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.initiative import refuse_reman
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.tabling_fight import fray_of
from tests.rules.mini_nap.mn_board import battle, brigade, division, force, recruit
from tests.rules.mini_nap.mn_moves import field, foot, strip
from tests.rules.mini_nap.mn_table import BLUE, DRAGOONS, GUNS, RED, Table
from tests.rules.mini_nap.test_mn_choice import abandoned


@pytest.mark.rule("MN-TURN-01", "a bearing is told by the nearest of eight points and in degrees")
@pytest.mark.parametrize(
    ("angle", "words"),
    [
        (0, "north (0°)"),
        (224, "north (22.4°)"),
        (225, "north-east (22.5°)"),
        (674, "north-east (67.4°)"),
        (675, "east (67.5°)"),
        (1350, "south-east (135°)"),
        (1800, "south (180°)"),
        (2250, "south-west (225°)"),
        (2701, "west (270.1°)"),
        (3150, "north-west (315°)"),
        (3374, "north-west (337.4°)"),
        (3375, "north (337.5°)"),
    ],
)
def test_bearings(angle: int, words: str) -> None:
    assert say.bearing(angle) == words


@pytest.mark.parametrize(
    ("place", "words"),
    [((6050, 4200), "60.5, 42 cm"), ((0, 0), "0, 0 cm"), ((-150, 1), "-1.5, 0.01 cm"), ((100, -99), "1, -0.99 cm")],
)
def test_places(place: tuple[int, int], words: str) -> None:
    assert say.spot(place) == words


def test_features_are_told_apart_by_their_keys() -> None:
    woods = (
        strip("wood", 20, 28, key="wood 1"),
        strip("wood", 40, 48, key="wood 2"),
        strip("village", -40, -32, -4, 4),
    )
    state = field(foot(), features=woods)
    assert say.feature(state, "wood 2") == "wood (wood 2)"
    assert say.feature(state, "village") == "the village"
    assert say.feature(state, "mill") == "mill"


def arriving(turn: int) -> State:
    """Side a has three Brigades that wait: for Turn 2 on the left, for Turn 3 on the right and in its own zone."""
    given: dict[str, Any] = {"place": None}
    left = brigade(recruit("left", at=None), arrives=2, entry=(0, 4000, 1000, 8000), **given)
    right = brigade(recruit("right", at=None), arrives=3, entry=(17_000, 4000, 18_000, 8000), **given)
    home = brigade(recruit("home", at=None), arrives=3, **given)
    here = brigade(recruit("here", at=(90, 20)))
    return battle(force(division(here, left, right, home)), turn=turn, step="arrival", active="a")


def zones(state: State) -> list[tuple[tuple[int, int], ...]]:
    return [zone.outline for zone in SYSTEM.scene(SYSTEM.view(state, "a")).zones]


LEFT = ((0, 400), (100, 400), (100, 800), (0, 800))
RIGHT = ((1700, 400), (1800, 400), (1800, 800), (1700, 800))
HOME = ((0, 900), (1800, 900), (1800, 1200), (0, 1200))


@pytest.mark.rule("MN-RULING-97", "where troops may come on is shown, also to those who wait since an earlier Turn")
def test_zones_of_those_who_arrive() -> None:
    assert zones(arriving(1)) == []
    assert zones(arriving(2)) == [LEFT]
    assert zones(arriving(3)) == [LEFT, RIGHT, HOME]
    there = unit_with(arriving(3), 1, where="table", x=500, y=6000)
    assert zones(there) == [LEFT, RIGHT, HOME], "its stand has still to come"
    stands = tuple(replace(each, where="table", x=900, y=4500) for each in there.stands)
    assert zones(replace(there, stands=stands)) == [RIGHT, HOME]
    assert zones(replace(arriving(3), active="b")) == []
    assert zones(replace(arriving(3), step="choose")) == []


@pytest.mark.rule("MN-REACT-33", "manned again while its square touches it and the enemy is over 12 cm from both")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({}, None),
        ({0: {"y": 2005}}, None),
        ({0: {"y": 2006}}, "out_of_reach"),
        ({0: {"formation": "line"}}, "out_of_reach"),
        ({0: {"formation": "emergency_square"}}, None),
        ({1: {"where": "destroyed"}}, "gone"),
        ({1: {"crew_in": -1}}, "not_needed"),
        ({2: {"y": 3500}}, "locked"),
        ({2: {"y": 3501}}, None),
        ({2: {"y": 200}}, "locked"),
        ({2: {"y": 199}}, None),
        ({2: {"y": 3500, "where": "destroyed"}}, None),
    ],
)
def test_when_a_battery_is_manned_again(changes: dict[int, dict[str, Any]], code: str | None) -> None:
    state = abandoned(facing=180)
    for number, facts in changes.items():
        state = unit_with(state, number, **facts)
    refusal = refuse_reman(state, "a", 1)
    assert (refusal if refusal is None else refusal.code) == code


@pytest.mark.rule("MN-RULING-132", "points go on one enemy first, or evenly; enemies fight in the order struck")
def test_a_combat_as_it_is_stated() -> None:
    table = Table().begun()
    stated = {"one": f"unit {BLUE}", "enemy": f"unit {RED}", "second": f"unit {RED + 1}"}
    even, numbers = fray_of(table.kept, stated)
    assert (numbers, [each.plan for each in even.units]) == ((BLUE, RED, RED + 1), ["even"] * 3)
    fray, numbers = fray_of(table.kept, {**stated, "plan": f"unit {RED + 1}"})
    assert (numbers, [each.plan for each in fray.units]) == ((BLUE, RED + 1, RED), ["first"] * 3)


@pytest.mark.rule("MN-HTH-22", "only formed cavalry that charged has an impact set for it")
def test_who_charged() -> None:
    table = Table().begun()
    stated = {"one": f"unit {DRAGOONS}", "enemy": f"unit {RED}", "one_charged": "yes"}
    assert [each.charging for each in fray_of(table.kept, stated)[0].units] == [True, False]
    light = {**stated, "one": "unit 12", "one_formation": "skirmish_line"}
    assert [each.charging for each in fray_of(table.kept, light)[0].units] == [False, False]


@pytest.mark.rule("MN-HTH-20", "what is stated of each side is kept for that side")
def test_facings_as_stated() -> None:
    table = Table().begun()
    stated = {"one": f"unit {BLUE}", "enemy": f"unit {RED}", "second": f"unit {RED + GUNS}"}
    stated |= {"outflanks_second": "yes", "enemy_outflanks": "yes", "one_defends": "1", "second_defends": "2"}
    fray, _ = fray_of(table.kept, stated)
    assert [(each.unit, each.enemy, each.outflanking, each.halvings) for each in fray.facings] == [
        (0, 1, False, 0),
        (0, 2, True, 2),
        (1, 0, True, 1),
        (2, 0, False, 1),
    ]
    assert all(isinstance(each, Combatant) for each in fray.units)


@pytest.mark.parametrize(("more", "path"), [(0, "strokes[0].brush"), (1, "strokes")])
def test_so_many_strokes_at_once(more: int, path: str) -> None:
    setup = SYSTEM.plain_setup({})
    with pytest.raises(SetupError) as fault:
        painted(setup, [Stroke(brush="none", points=())] * (MOST_STROKES + more))
    assert fault.value.path == path


@pytest.mark.rule("MN-REACT-70", "who stands in contact already when he counter-charges goes no way that is told")
def test_no_distance_is_told_of_a_charge_that_needs_none() -> None:
    state = field(foot("Ligne"), against=(foot("Jager", y=10, facing=180),))
    told = Moved(unit=1, travel="counter", x=0, y=0, facing=1800, path=((0, 0), (0, 0)), touched=0)
    assert SYSTEM.sentence(state, told) == "Jager counter-charges into contact with Ligne (MN-REACT-70)."
    went = replace(told, path=((0, 0), (0, 100)))
    assert SYSTEM.sentence(state, went) == "Jager counter-charges 1 cm into contact with Ligne (MN-REACT-70)."
