"""Exact limits: what a tenth of a millimetre, or of a degree, decides."""

import pytest

from battles.kits.open_table import areas
from battles.kits.open_table.footprints import moved, patch, path, place_of, to_point
from battles.kits.open_table.sweeps import first_contact
from battles.rules.mini_nap import positions, turn
from battles.rules.mini_nap.combat import charge
from battles.rules.mini_nap.decisions import Leg
from battles.rules.mini_nap.movement import paths, samples
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import Feature, State
from battles.rules.mini_nap.terrain import features, roads
from tests.rules.mini_nap.builders.manoeuvres import field, foot, go, guns, horse, light, listed, noted
from tests.rules.mini_nap.builders.melees import X, Y
from tests.rules.mini_nap.builders.shots import shooting
from tests.rules.mini_nap.builders.table_positions import mm


@pytest.mark.rule("MN-RULING-34", "the front edge counts but for 0.1 cm at either end, and to 0.05 cm from it")
@pytest.mark.parametrize(("x", "outflanks"), [(3.70, False), (3.71, True), (-3.70, False), (-3.71, True)])
def test_how_much_of_a_front_edge_counts(x: float, outflanks: bool) -> None:
    state = field(
        foot(),
        against=(foot("enemy", x=x, y=3, facing=180, formation="column"),),
        options=Options(outflank_test="contact_part"),
    )
    shapes = positions.footprint(state, 1), state.units[0], positions.footprint(state, 0)
    assert charge.outflanks(state.setup.rules.options, *shapes) is outflanks


@pytest.mark.rule("MN-RULING-115", "contact is judged where the charger is written down to stand")
@pytest.mark.parametrize(("facing", "x", "y", "target"), [(777, 9275, 6555, 2067), (3101, 8469, 6536, 3361)])
def test_a_legal_charge_makes_contact(facing: int, x: int, y: int, target: int) -> None:
    """The middle of the table is 9000, 6000; each of the two is a hair's breadth from meeting corner to corner."""
    enemy = foot("enemy", x=x / 100 - X, y=y / 100 - Y, facing=target / 10)
    state = field(horse(facing=facing / 10), against=(enemy,))
    made = charge.travel_to_contact(state, 0, state.units[0], 1, "charge", mm(30))
    stood = positions.footprint(state, 0)
    far = first_contact(stood, path(facing, mm(30)), (positions.footprint(state, 1),))
    assert far is not None
    there = place_of(moved(stood, path(facing, far.travel), far.travel))
    after = noted(state, 0, x=there[0], y=there[1])
    assert positions.in_contact(after, 0, 1) is isinstance(made, charge.ChargeReach)


ROAD = Feature(key="road", kind="road", points=((mm(X), mm(Y - 20)), (mm(X), mm(Y + 20))))


@pytest.mark.rule("MNT-RULING-17", "a way goes along a stretch of road that it differs from by a tenth of a degree")
@pytest.mark.parametrize(
    ("facing", "along"),
    [(0, True), (1, True), (3599, True), (2, False), (3598, False), (1800, True), (1801, True), (1802, False)],
)
def test_what_is_along_a_road(facing: int, along: bool) -> None:
    state = field(foot(formation="column"), features=(ROAD,), options=Options(road_charge=True))
    state = noted(state, 0, facing=facing)
    assert roads.follows_road(state, state.units[0], Leg(facing, mm(5), facing), "charge") is along


@pytest.mark.rule("MNT-STREAM-04", "a ford leaves its part of a stream out, to the tenth of a millimetre")
def test_where_a_stream_ends_at_a_ford() -> None:
    stream = Feature(key="stream", kind="stream", points=((mm(X - 10), mm(Y)), (mm(X + 10), mm(Y))), width=mm(1))
    corners = ((-2, -2), (-2, 2), (3, 2), (3, -2))
    ford = Feature(key="ford", kind="ford", over="stream", points=tuple((mm(X + x), mm(Y + y)) for x, y in corners))
    parts = [
        each for each in features.features_in_play(field(foot(y=20), features=(stream, ford))) if each.kind == "stream"
    ]

    def away(x: int) -> int:
        """How far a place on the line is from the nearest part."""
        return min(areas.apart(each.ground, patch((to_point((x, mm(Y))),))) for each in parts)

    assert len(parts) == 2
    assert [away(mm(X + x)) for x in (-10, -2, 3, 10)] == [0, 0, 0, 0]
    assert [away(mm(X - 2) + 3), away(mm(X + 3) - 3)] == [3, 3]


def kinds(state: State, number: int = 0) -> set[str]:
    """The kinds of movement that are listed for a unit."""
    return {option.kind for option in samples.options(state, number)}


@pytest.mark.rule("MN-SIDE-01", "side-steps are listed for infantry in line and in skirmish line, for no other unit")
@pytest.mark.rule("MN-DIVMAN-05", "none of them in a Division manoeuvre")
def test_who_is_offered_a_side_step() -> None:
    aside = {"side_step", "step_back", "oblique"}
    for unit in (foot(), light()):
        assert aside <= kinds(field(unit))
    for unit in (foot(formation="column"), foot(formation="solid_square"), horse(), guns()):
        assert not aside & kinds(field(unit))
    assert not aside & kinds(field(foot(), division=0, brigade=-1, allowance=mm(24), standoff=mm(12)))


@pytest.mark.rule("MN-FIRE-61", "every way to suppress is listed; of return fire one shot each, any other may be given")
def test_which_answers_to_a_shot_are_all_there_are() -> None:
    skirmishers = light("skirmishers", x=-6, y=3.5, facing=180)
    state = shooting(guns(), against=(foot("line", x=8, y=14, facing=180), skirmishers))
    shot = next(each for each in listed(state, "a", "fire") if each.target == 1)
    (suppress, passes) = turn.current_handler(go(state, shot).state).options(go(state, shot).state, "b")
    assert (suppress.kind, suppress.complete, passes.kind) == ("suppress", True, "pass")
    state = shooting(foot(), against=(foot("target", y=5, facing=180),))
    play = go(state, listed(state, "a", "fire")[0], 1, 1)
    (answer, _) = turn.current_handler(play.state).options(play.state, "b")
    assert (answer.kind, answer.complete) == ("return_fire", False)


@pytest.mark.rule("MNT-RULING-17", "the whole way lies on the stretch, from its start to its end")
@pytest.mark.parametrize(
    ("x", "y", "travel", "along"),
    [
        (0, 14, 6, True),
        (0, 14, 6.1, False),
        (0, 21, 5, False),
        (0.05, 0, 5, True),
        (0.07, 0, 5, False),
        (0, -25, 10, False),
    ],
)
def test_a_way_along_a_road_stays_on_it(x: float, y: float, travel: float, along: bool) -> None:
    options = Options(road_charge=True)
    state = field(foot(x=x, y=y, formation="column"), features=(ROAD,), options=options)
    assert roads.follows_road(state, state.units[0], Leg(0, mm(travel), 0), "charge") is along


@pytest.mark.rule("MN-ART-04", "a battery may be redeployed where there is no enemy to turn to")
def test_a_battery_without_an_enemy_is_offered_its_moves() -> None:
    state = noted(field(guns()), 1, where="destroyed")
    assert {"redeploy", "prolong"} <= kinds(state)


@pytest.mark.rule("MNT-RULING-17", "the same along a road across the table")
@pytest.mark.parametrize(("x", "travel", "along"), [(14, 6, True), (14, 6.1, False), (-20, 40, True)])
def test_a_way_along_a_road_across_the_table(x: float, travel: float, along: bool) -> None:
    road = Feature(key="road", kind="road", points=((mm(X - 20), mm(Y)), (mm(X + 20), mm(Y))))
    column = foot(x=x, facing=90, formation="column")
    state = field(column, features=(road,), options=Options(road_charge=True))
    assert roads.follows_road(state, state.units[0], Leg(900, mm(travel), 900), "charge") is along


@pytest.mark.rule("MN-SQUARE-02", "emergency squares do not inch")
def test_inching_by_formation_and_near_enemy_cavalry() -> None:
    for formation, far in (("solid_square", 400), ("emergency_square", 0), ("line", 0)):
        assert paths.inch_allowance(field(foot(formation=formation)), 0) == far
    near = field(foot(formation="solid_square"), against=(horse("enemy", y=14.2),))
    assert paths.inch_allowance(near, 0) == 200
