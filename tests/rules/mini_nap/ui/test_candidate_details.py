"""Parts of candidates, lists and random actions, one by one."""

from math import cos, pi, sin
from typing import Any

import pytest
from msgspec.structs import replace

from battles.engine.rng import Chances
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.ai import random_action
from battles.rules.mini_nap.decisions import Change, Leg, MoveContinuation, MoveInProgress, Shot
from battles.rules.mini_nap.evolve import stand_with
from battles.rules.mini_nap.movement import progress, samples
from battles.rules.mini_nap.movement import samples as grounds
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import Feature, State
from battles.rules.mini_nap.system import SYSTEM
from battles.rules.mini_nap.terrain.features import feature_named
from battles.rules.mini_nap.ui import candidates, click
from battles.rules.mini_nap.ui.keys import click_on
from tests.rules.mini_nap.builders.manoeuvres import before, field, foot, guns, horse, noted, plan, strip
from tests.rules.mini_nap.builders.pictures import aim, at, thought
from tests.rules.mini_nap.builders.shots import place
from tests.rules.mini_nap.builders.table_positions import battle, brigade, division, force, mm, playing

SQUARE: dict[str, Any] = {"formation": "solid_square"}


@pytest.mark.rule("MN-FIRE-12", "the face of a square that looks at a place, its corners with the face to the right")
@pytest.mark.parametrize(
    ("x", "y", "face"),
    [
        (0, 100, "front"),
        (99, 100, "front"),
        (100, 100, "right"),
        (100, -99, "right"),
        (100, -100, "rear"),
        (-99, -100, "rear"),
        (-100, -100, "left"),
        (-100, 99, "left"),
        (-100, 100, "front"),
    ],
)
def test_the_face_of_a_square(x: int, y: int, face: str) -> None:
    state = field(foot(**SQUARE))
    unit = state.units[0]
    assert click._face(state, 0, (unit.x + x, unit.y + y)) == face
    turned = noted(state, 0, facing=900)
    faces = ("front", "right", "rear", "left")
    assert click._face(turned, 0, (unit.x + x, unit.y + y)) == faces[faces.index(face) - 1]
    assert click._face(noted(state, 0, formation="line"), 0, (unit.x + x, unit.y + y)) == ""


def test_lengths_around_a_wanted_one() -> None:
    assert candidates._nearest(300, 300, 300) == [300]
    found = candidates._nearest(350, 150, 650)
    assert found[0] == 350
    assert [set(found[1:3]), set(found[3:5]), found[5:]] == [{250, 450}, {150, 550}, [650]]
    assert candidates._nearest(350, 151, 649)[3:] == [550]


def test_places_around_a_place() -> None:
    """In rings, each clockwise from up the table."""
    found = list(click._about((1_000, 2_000)))
    assert found[0] == (1_000, 2_000)
    assert len(found) == 1 + 12 * 24
    for number, (x, y) in enumerate(found[1:]):
        away, turn = click.RINGS[number // 24], number % 24 * pi / 12
        assert abs(x - 1_000 - away * sin(turn)) <= 1
        assert abs(y - 2_000 - away * cos(turn)) <= 1


@pytest.mark.parametrize(
    ("start", "goal", "travel", "end"),
    [
        ((0, 0), (300, 400), 250, (150, 200)),
        ((0, 0), (-300, 400), 249, (-149, 199)),
        ((10, 10), (10, 510), 1, (10, 11)),
        ((10, 10), (-491, 10), 250, (-240, 10)),
    ],
)
def test_a_path_is_never_too_long(start: Any, goal: Any, travel: int, end: Any) -> None:
    assert click._towards(start, goal, travel, 500) == end


@pytest.mark.rule("MN-REACT-60", "a click on a moving unit gives one charge at the nearest point, and a direct one")
def test_one_opportunity_charge_is_a_candidate() -> None:
    state = field(horse(), against=(foot("mover", x=-8, y=9, facing=90),), active="b", brigade=1)
    course = MoveInProgress(unit=1, travel="advance", legs=(Leg(900, mm(6), 900),), window=True)
    state = replace(state, stack=(course,))
    found = thought(candidates.opportunity_charges, state, at(-5, 9))
    assert len(found) == 2
    assert [each.at for each in found] == [300, 300]
    assert SYSTEM.refuse(state, "a", found[0]) is None
    assert found[1].facing == 3_184


def test_the_last_frame_is_answered() -> None:
    """A shot in the middle of something else."""
    state = field(foot(), guns("guns", x=10), against=(guns("battery", y=20, facing=180),), active="b", brigade=1)
    course = MoveInProgress(unit=2, travel="advance", legs=())
    state = replace(state, stack=(course, Shot(unit=2, target=0, aim=place(0, 1))))
    found = thought(candidates.shots, state, "unit 2", "unit 1")
    assert found[0] == act.Suppress(1, (2,))


def going_on(facing: int = 900) -> tuple[State, MoveInProgress]:
    """A unit that may continue 7 cm, first ahead and then to its right."""
    state = field(foot(facing=90))
    course = MoveInProgress(
        unit=0, travel="advance", legs=(Leg(facing, mm(5), facing), Leg(1_800, mm(2), facing)), failed=(1,)
    )
    return replace(state, stack=(course, MoveContinuation(unit=0))), course


@pytest.mark.rule("MN-RULING-69", "the remaining travel that ends nearest to a place, in half centimetres")
@pytest.mark.parametrize(
    ("x", "y", "travel"), [(0, 0, 0), (2.6, 0, 250), (2.4, 3, 250), (9, 0, 500), (5, -1, 600), (5, -9, 700), (-9, 0, 0)]
)
def test_how_far_a_unit_continues(x: float, y: float, travel: int) -> None:
    state, _ = going_on()
    assert thought(candidates.continuations, state, at(x, y)) == [act.GoOn(travel)]


@pytest.mark.rule("MN-RULING-69", "the possible answers, and the rest of the path after them")
def test_a_path_that_is_cut_short() -> None:
    state, course = going_on()
    (option,) = SYSTEM.options(state, "a")
    assert not option.complete
    assert option.domains == {"travel": {"low": 0, "high": 700, "unit": "0.1mm"}}
    assert [each.travel for each in option.actions] == [700, 0, 100, 200, 300, 400, 500, 600]
    first, second = course.legs
    for travel, legs in (
        (700, (first, second)),
        (600, (first, replace(second, travel=100))),
        (500, (first,)),
        (200, (replace(first, travel=200),)),
        (0, ()),
    ):
        play = Resolution(state, playing(state).dice)
        progress.CONTINUATION.perform(play, "a", act.GoOn(travel))
        assert play.state.stack == (replace(course, legs=legs),)
    assert progress.can_stop(course)
    assert not progress.can_stop(replace(course, legs=()))
    assert not progress.can_stop(replace(course, travel="charge"))


@pytest.mark.rule("MN-RETREAT-01", "an attached stand is left behind in half of all lots")
def test_lots_of_retreats() -> None:
    state = stand_with(field(foot("one")), 2, unit=0)
    chances = Chances(b"retreats")
    found = [random_action._retreat(state, 0, chances) for _ in range(24)]
    left = [each.leave_stand for each in found if each]
    again = Chances(b"retreats")
    assert left == [(again.below(1), again.below(2))[1] == 1 for _ in range(24)]


# Who is met on a bearing.


@pytest.mark.rule("MN-CHARGE-05", "a target behind another unit, or beside the path, is not contacted")
def test_the_unit_contacted_first() -> None:
    state = field(foot(), against=(foot("near", y=4, facing=180), foot("behind", y=8, facing=180), foot("aside", x=9)))
    unit = state.units[0]
    met = samples._met(state, 0, unit)
    assert met == {1: (200, 205), 2: (600, 605)}
    hidden = [samples._is_hidden(state, 0, unit, target) for target in (1, 2, 3)]
    assert hidden == [False, True, True]
    assert samples._met(state, 0, unit) is met
    alone = field(foot(), against=(foot("near", y=4, facing=180),))
    assert samples._met(alone, 0, alone.units[0]) == {1: (200, 1_201)}


# Ground.

RIVER = (
    Feature(key="river", kind="river", points=(place(-60, 6), place(60, 6)), width=400),
    strip("bridge", 4, 8, -1.5, 1.5, over="river"),
)


@pytest.mark.rule("MNT-BRIDGE-01", "a bridge is a candidate for units near enough and not in square")
@pytest.mark.parametrize(
    ("made", "y", "crosses"),
    [(foot(), 0, True), (foot(), -3, True), (foot(), -9, False), (foot(**SQUARE), 0, False), (horse(), -9, True)],
)
def test_units_with_a_bridge_as_candidate(made: Any, y: int, crosses: bool) -> None:
    state = field(made, features=RIVER)
    state = replace(state, units=(replace(state.units[0], y=state.units[0].y + mm(y)), *state.units[1:]))
    bridge = feature_named(state, "bridge")
    assert bridge is not None
    assert bool(list(grounds.manoeuvres_at(state, 0, bridge))) == crosses


# What is meant.


def pointing(state: State, actor: str, key: str) -> Any:
    found = click_on(state, "a", actor, key)
    assert found is not None
    return found


def test_options_of_an_actor() -> None:
    """A unit may manoeuvre and retreat, a stand may ride; the side may finish."""
    state = stand_with(field(foot(), foot("two", x=9)), 0, x=mm(90), y=mm(40))
    first = list(click._actor_options(pointing(state, "unit 0", "")))
    assert {option.actor for option in first} == {"unit 0"}
    assert [option.kind for option in first][-1] == "retreat"
    assert {option.actor for option in click._actor_options(pointing(state, "stand 0", ""))} == {"stand 0"}
    assert [option.kind for option in click._actor_options(pointing(state, "", ""))] == ["done"]
    spent = noted(state, 0, manoeuvred=True)
    assert [option.kind for option in click._actor_options(pointing(spent, "unit 0", ""))] == ["retreat"]


def test_one_action_of_each_kind_without_a_click() -> None:
    state = field(foot(), against=(foot("enemy", y=5, facing=180),))
    found = list(click._listed(pointing(state, "unit 0", "")))
    sorts = [(action.kind, aim(state, action).targets, aim(state, action).how) for action in found]
    assert len(sorts) == len(set(sorts)) > 3
    two = force(division(brigade(foot("one")), brigade(foot("two", x=9))))
    choosing = battle(two, force(foot("enemy", y=30, facing=180)), step="choose")
    sides = list(click._listed(pointing(choosing, "", "")))
    every = [action for option in SYSTEM.options(choosing, "a") if not option.actor for action in option.actions]
    assert sides == every
    assert {act.ChooseBrigade(0), act.ChooseBrigade(1)} <= set(sides)


def test_the_order_of_actions() -> None:
    """The clicked enemy first; then by half centimetres from the place, then by free steps."""
    state = field(foot(), against=(foot("enemy", y=5, facing=180),))
    foe, spot = pointing(state, "unit 0", "unit 1"), pointing(state, "unit 0", at(0, 3))
    column = Change(to="column", anchor="left", side="rear")
    charge = plan(move=act.Charge(1), pivot=10)
    assert click._rank(foe, charge) == (-1, 1)
    assert click._rank(spot, plan(move=act.Advance(300))) == (0, 0)
    assert click._rank(spot, plan(move=act.Advance(260))) == (0, 0)
    assert click._rank(spot, plan(move=act.Advance(250))) == (1, 0)
    assert click._rank(spot, plan(move=act.Advance(200))) == (2, 0)
    assert click._rank(spot, plan(move=act.Advance(300), change=column, pivot=0))[1] == 2
    assert click._rank(spot, plan(move=act.Advance(300), then=before(about=True))) == (0, 1)
    assert click._away(state, (0, 0), ()) == 0
    assert click._rank(pointing(state, "unit 0", ""), plan(about=True)) == (-1, 1)


# Ways there.


@pytest.mark.rule("MN-ART-02", "guns prolong back clear of friends, and ahead as far as they may")
def test_guns_prolong_both_ways() -> None:
    state = field(guns(), foot("behind", y=-3.1))
    found = {
        y: [each.move for each in thought(click.candidates, state, at(0, y)) if isinstance(each.move, act.Prolong)]
        for y in (-9, 9)
    }
    assert found == {9: [act.Prolong(100)], -9: [act.Prolong(50, back=True)]}


@pytest.mark.rule("MNT-ROAD-03", "a road move is always a candidate, and ends at a bridge")
def test_a_road_among_other_things() -> None:
    road = Feature(key="road", kind="road", points=(place(0, -20), place(0, 20)))
    column = foot(formation="column")
    wood = strip("wood", 30, 34, 30, 34)
    free = field(column, features=(wood, road))
    crossed = field(
        column,
        features=(
            road,
            Feature(key="river", kind="river", points=(place(-60, 6), place(60, 6)), width=400),
            strip("bridge", 4, 8, -1.5, 1.5, over="river"),
        ),
    )
    found = {
        name: {each.move for each in thought(click.candidates, state, at(0, 7)) if isinstance(each.move, act.RoadMove)}
        for name, state in (("free", free), ("crossed", crossed))
    }
    assert act.RoadMove("road", 600) in found["free"]
    assert act.RoadMove("road", 600) not in found["crossed"]
    assert {each.travel < 400 for each in found["crossed"]} == {True}
