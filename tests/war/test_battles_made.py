"""Battles made of encounters under each system with an engine: ground, zones, arrivals, and the way back."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai.players import fight, player
from battles.engine import core, registry
from battles.engine.armies.tree import units
from battles.engine.campaign import Encounter, Outcome, River, arrival_turn, turns_of
from battles.kits.hex.grid import grid
from battles.kits.open_table.polygons import crossings
from battles.rules.easy_napoleonics.army.options import GRADE_OF
from battles.rules.easy_napoleonics.movement.moves import is_on_edge
from battles.rules.snappy_nappy.army.options import GRADE_OF as SNAPPY
from campaign.war.rules.battle.encounters import Staged, staged
from tests.war.engagements import quatre_bras, small

KEYS = registry.playable()
TABLE = sorted({*registry.keys()} - {*KEYS})
POINT = "Quatre Bras"


def made(most_units: int = 60) -> Staged:
    return staged(*quatre_bras(most_units), b"seed", 30, 200)


def with_river(size: str, bearing: int, *, is_broken: bool = False) -> Encounter:
    encounter = made().encounter
    river = River(name="Thines", size=size, bearing=bearing, is_broken=is_broken)  # type: ignore[arg-type]
    return replace(encounter, site=replace(encounter.site, rivers=(river,)))


@pytest.mark.rule("CM-ENG-03", "the ground is a pure function of the encounter and its seed")
@pytest.mark.parametrize("key", KEYS)
def test_ground_is_decided_by_the_seed(key: str) -> None:
    group, encounter = registry.campaign(key), made().encounter
    assert group.ground(encounter) == group.ground(encounter)
    assert group.ground(encounter) != group.ground(replace(encounter, seed=b"other"))


@pytest.mark.rule("CM-ENG-03", "every road joins the point with the edge in its direction")
def test_roads_on_hexes() -> None:
    board = registry.campaign("easy_napoleonics").ground(made().encounter)
    hexes = grid(board.columns, board.rows)
    point = next(cell for cell, name in board.names if name == POINT)
    ends = {course.name: course.cells[-1] for course in board.courses}
    assert {course.cells[0] for course in board.courses} == {point}
    assert all(is_on_edge(hexes, cell) for cell in ends.values())
    assert hexes.column_row(ends["Frasnes road"])[1] == board.rows - 1
    assert hexes.column_row(ends["Genappe road"])[1] == 0
    assert hexes.column_row(ends["Nivelles road"])[0] == 0
    for course in board.courses:
        assert all(hexes.distance(a, b) == 1 for a, b in zip(course.cells, course.cells[1:], strict=False))
    assert dict(board.terrain)[point] == "settlement"


@pytest.mark.rule("CM-ENG-03", "every road joins the point with the edge in its direction")
def test_roads_on_a_table() -> None:
    table = registry.campaign("mini_nap").ground(made().encounter)
    roads = {feature.name: feature.points for feature in table.features if feature.kind == "road"}
    village = next(feature for feature in table.features if feature.name == POINT)
    (point,) = {points[0] for points in roads.values()}
    xs, ys = zip(*village.points, strict=True)
    assert min(xs) < point[0] < max(xs)
    assert min(ys) < point[1] < max(ys)
    assert roads["Frasnes road"][-1][1] == 0
    assert roads["Genappe road"][-1][1] == table.height
    assert roads["Nivelles road"][-1][0] == 0


@pytest.mark.rule("CM-RULING-44", "a river between the sides lies before the point; only its crossing leads over it")
def test_a_river_on_hexes() -> None:
    group = registry.campaign("easy_napoleonics")
    for broken, gaps in ((False, {"Thines, bridge"}), (True, set())):
        board = group.ground(with_river("major", 180, is_broken=broken))
        hexes, terrain = grid(board.columns, board.rows), dict(board.terrain)
        assert {name for _, name in board.names if name.startswith("Thines,")} == gaps
        wet = {cell for cell, kind in terrain.items() if kind == "pond"}
        point = next(cell for cell, name in board.names if name == POINT)
        reached, seen = [point], {point}
        while reached:
            new = [near for near in hexes.around[reached.pop()] if near not in seen and near not in wet]
            seen.update(new)
            reached += new
        southern = any(hexes.column_row(cell)[1] == board.rows - 1 for cell in seen)
        assert southern is not broken


@pytest.mark.rule("CM-RULING-44", "a river between the sides parts their zones")
@pytest.mark.parametrize("bearing", [180, 210, 150])
def test_a_river_parts_the_zones(bearing: int) -> None:
    setup, _ = registry.campaign("easy_napoleonics").setup(with_river("medium", bearing))
    hexes = grid(setup.board.columns, setup.board.rows)
    wet = {cell for cell, kind in setup.board.terrain if kind == "pond"}
    wet |= {cell for cell, name in setup.board.names if name.startswith("Thines")}
    reached, seen = [setup.forces[1].zone[0]], {setup.forces[1].zone[0]}
    while reached:
        new = [near for near in hexes.around[reached.pop()] if near not in seen and near not in wet]
        seen.update(new)
        reached += new
    assert not seen & set(setup.forces[0].zone)


@pytest.mark.rule("CM-RULING-44", "roads pass a river by its crossing; one with a broken crossing ends at the bank")
@pytest.mark.parametrize("size", ["stream", "minor", "medium", "major"])
def test_a_river_on_a_table(size: str) -> None:
    group = registry.campaign("mini_nap")
    for broken in (False, True):
        setup, _ = group.setup(with_river(size, 180, is_broken=broken))
        water = next(each for each in setup.table.features if each.name == "Thines")
        road = next(each for each in setup.table.features if each.name == "Frasnes road")
        assert bool(crossings(road.points, water.points)) is not broken
        assert any(each.kind == "bridge" for each in setup.table.features) is not broken


@pytest.mark.rule("CM-WORK-01", "works are the system's field works")
@pytest.mark.parametrize(("works", "count"), [(0, 0), (1, 2), (2, 4)])
def test_works(works: int, count: int) -> None:
    encounter = made().encounter
    encounter = replace(encounter, site=replace(encounter.site, works=works))
    board = registry.campaign("easy_napoleonics").ground(encounter)
    assert [name for _, name in board.names].count("Redoubt") == count
    table = registry.campaign("mini_nap").ground(encounter)
    assert [feature.kind for feature in table.features].count("wall") == count


@pytest.mark.rule("CM-RULING-44", "the zones lie across the way of the attack, the defender's on his side")
@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
@pytest.mark.parametrize("key", KEYS)
def test_zones_face_each_other(key: str, bearing: int) -> None:
    encounter = made().encounter
    sides = (replace(encounter.sides[0], bearing=bearing), encounter.sides[1])
    setup, _ = registry.campaign(key).setup(replace(encounter, sides=sides))
    middles = [_middle(setup, force.zone) for force in setup.forces]
    axis, sign = {0: (1, 1), 90: (0, 1), 180: (1, -1), 270: (0, -1)}[bearing]
    apart = (middles[0][axis] - middles[1][axis]) * sign
    assert apart > 0
    assert abs(middles[0][1 - axis] - middles[1][1 - axis]) < apart


def _middle(setup: Any, zone: Any) -> tuple[float, float]:
    """The middle of a zone, y to the north."""
    if hasattr(setup, "table"):
        left, bottom, right, top = zone
        return (left + right) / 2, (bottom + top) / 2
    hexes = grid(setup.board.columns, setup.board.rows)
    places = [hexes.column_row(cell) for cell in zone]
    return sum(x for x, _ in places) / len(places), -sum(y for _, y in places) / len(places)


@pytest.mark.rule("CM-RULING-45", "the points that win: 400 per mille of the weaker side or 250 of the stronger")
@pytest.mark.parametrize(("attackers", "win"), [(8, True), (20, True), (30, False)])
def test_points_that_win(attackers: int, win: bool) -> None:
    foot = ("line_infantry", 600, "trained")
    both = staged(*small([foot] * attackers, [foot] * 8), b"seed", 30, 200)
    setup, _ = registry.campaign("easy_napoleonics").setup(both.encounter)
    worth = [sum(unit.worth for unit in force.units) for force in setup.forces]
    points = max(min(worth) * 400 // 1000, max(worth) * 250 // 1000)
    assert setup.rules.options.victory_points_to_win == points
    assert setup.points_win is win
    own = replace(both.encounter, options={"victory_points_to_win": 7})
    setup, _ = registry.campaign("easy_napoleonics").setup(own)
    assert (setup.points_win, setup.rules.options.victory_points_to_win) == (True, 7)


@pytest.mark.rule("CM-ENG-03", "an arrival's turn is its minutes after the beginning by those of a turn, rounded up")
@pytest.mark.parametrize(("minutes", "per_turn", "turn"), [(30, 30, 1), (31, 30, 2), (150, 30, 5), (150, 20, 8)])
def test_turn_of_an_arrival(minutes: int, per_turn: int, turn: int) -> None:
    assert arrival_turn(minutes, per_turn) == turn
    assert turns_of(minutes, per_turn) >= turn


@pytest.mark.rule("CM-ENG-03", "arrivals have their turn, and the edge where their road enters")
def test_arrivals_on_hexes() -> None:
    setup, _ = registry.load("easy_napoleonics").campaign.setup(made().encounter)
    hexes = grid(setup.board.columns, setup.board.rows)
    cuirassiers = [unit for unit in setup.forces[0].units if unit.arrival]
    assert {unit.arrival.turn for unit in cuirassiers} == {5}
    assert {hexes.column_row(unit.arrival.cells[0])[1] for unit in cuirassiers} == {setup.board.rows - 1}
    assert sorted({unit.arrival.turn for unit in setup.forces[1].units if unit.arrival}) == [2, 3, 6, 9]


@pytest.mark.rule("CM-ENG-03", "arrivals have their turn, and the edge where their road enters")
def test_arrivals_on_a_table() -> None:
    setup, _ = registry.load("mini_nap").campaign.setup(made().encounter)
    brigades = [
        [brigade for corps in force.corps for division in corps.divisions for brigade in division.brigades]
        for force in setup.forces
    ]
    assert {brigade.arrives for brigade in brigades[0]} == {0, 5}
    assert {brigade.arrives for brigade in brigades[1]} == {0, 2, 3, 6, 9}
    assert {brigade.entry[1] for brigade in brigades[0] if brigade.entry} == {0}
    assert {brigade.entry[3] for brigade in brigades[1] if brigade.arrives == 3 and brigade.entry} == {
        setup.table.height
    }


def fought(key: str, state_and_engagement: Any = None, minutes_per_turn: int = 30) -> tuple[Staged, Outcome, Any]:
    both = staged(*(state_and_engagement or quatre_bras()), b"seed", minutes_per_turn, 200)
    system = registry.load(key)
    setup, _ = system.campaign.setup(both.encounter)
    record = fight(system, setup, {side: player("greedy", system, b"s") for side in "ab"}, b"x" * 32)
    return both, system.campaign.outcome(record.state, both.encounter, record.outcome), record


SMALL_FOOT = ("line_infantry", 600, "veteran")
SMALL = [SMALL_FOOT, SMALL_FOOT, ("light_cavalry", 400, "trained"), ("foot_artillery", 8, "trained")]


@pytest.mark.rule("CM-ENG-07", "a result has men and guns lost by unit, who fled, and who holds the ground")
@pytest.mark.parametrize("key", KEYS)
def test_a_battle_there_and_back(key: str) -> None:
    both, outcome, record = fought(key, small(SMALL, SMALL, light=240))
    assert outcome.minutes <= 240
    assert outcome.holder == outcome.winner
    assert outcome.word in record.system.campaign.result_words
    for contingent, losses in zip(both.encounter.sides, outcome.losses, strict=True):
        own = {unit.id: unit for unit in units(contingent.army)}
        assert [loss.unit for loss in losses] == list(own)
        assert all(0 <= loss.men <= (own[loss.unit].men or 0) for loss in losses)
        assert all(0 <= loss.guns <= (own[loss.unit].guns or 0) for loss in losses)
    assert sum(loss.men for losses in outcome.losses for loss in losses) > 0


@pytest.mark.rule("CM-RULING-47", "a battle that is stopped is undecided, and both hold the field")
@pytest.mark.parametrize("key", KEYS)
def test_a_stopped_battle(key: str) -> None:
    both = staged(*small(SMALL, SMALL), b"seed", 30, 200)
    system = registry.load(key)
    setup, _ = system.campaign.setup(both.encounter)
    outcome = system.campaign.outcome(system.start(setup), both.encounter, None)
    assert (outcome.winner, outcome.holder, outcome.standing, outcome.minutes) == (None, None, "undecided", 0)


@pytest.mark.rule("CM-AFTER-02", "the state of the loser comes from the system's own result words")
@pytest.mark.parametrize(
    ("key", "word", "standing"),
    [
        ("easy_napoleonics", "points", "beaten"),
        ("easy_napoleonics", "annihilation", "routed"),
        ("easy_napoleonics", "objective", "left"),
        ("mini_nap", "army_break", "beaten"),
        ("mini_nap", "no_units", "routed"),
        ("mini_nap", "turn_limit", "left"),
    ],
)
def test_result_words(key: str, word: str, standing: str) -> None:
    both = staged(*small(SMALL, SMALL), b"seed", 30, 200)
    system = registry.load(key)
    setup, _ = system.campaign.setup(both.encounter)
    ended = core.Outcome("a", word, "")
    assert system.campaign.outcome(system.start(setup), both.encounter, ended).standing == standing


@pytest.mark.rule("CM-RULING-42", "Easy Napoleonics counts losses by the level at which a unit ends the battle")
@pytest.mark.parametrize(("level", "men", "fled"), [("good", 40, False), ("fair", 90, False), ("broken", 320, True)])
def test_losses_by_level(level: str, men: int, fled: bool) -> None:
    both = staged(*small([("line_infantry", 1000, "trained")], SMALL), b"seed", 30, 200)
    system = registry.load("easy_napoleonics")
    setup, _ = system.campaign.setup(both.encounter)
    state = system.start(setup)
    state = replace(state, units=(replace(state.units[0], level=level), *state.units[1:]))
    (loss,) = system.campaign.outcome(state, both.encounter, None).losses[0]
    assert (loss.men, loss.fled) == (men, fled)


@pytest.mark.rule("CM-RULING-43", "in Mini-Nap a lost strength point is 300 per mille of its men")
@pytest.mark.parametrize(
    ("where", "points", "men", "fled"),
    [("table", 10, 0, False), ("table", 6, 120, False), ("retreated", 6, 120, False), ("destroyed", 1, 300, True)],
)
def test_losses_by_points(where: str, points: int, men: int, fled: bool) -> None:
    both = staged(*small([("line_infantry", 1000, "trained")], SMALL), b"seed", 30, 200)
    system = registry.load("mini_nap")
    setup, _ = system.campaign.setup(both.encounter)
    state = system.start(setup)
    state = replace(state, units=(replace(state.units[0], where=where, points=points), *state.units[1:]))
    (loss,) = system.campaign.outcome(state, both.encounter, None).losses[0]
    assert (loss.men, loss.fled) == (men, fled)


@pytest.mark.rule("CM-ENG-07", "units that have not come up have no losses")
@pytest.mark.parametrize("key", KEYS)
def test_who_had_not_come_up(key: str) -> None:
    both = staged(*small(SMALL, SMALL, coming={3: 120}), b"seed", 30, 200)
    system = registry.load(key)
    setup, _ = system.campaign.setup(both.encounter)
    state = system.start(setup)
    if key == "mini_nap":
        state = replace(
            state, units=tuple(replace(u, where="table") if n < 3 else u for n, u in enumerate(state.units))
        )
    losses = system.campaign.outcome(state, both.encounter, None).losses[0]
    assert [loss.unit for loss in losses] == [unit.id for unit in units(both.encounter.sides[0].army)][:3]


@pytest.mark.rule("CM-ENG-04", "a system without an engine serves at the table")
@pytest.mark.parametrize("key", TABLE)
def test_systems_without_an_engine(key: str) -> None:
    group = registry.campaign(key)
    assert group.minutes_per_turn == 30
    assert group.most_units == 0
    assert set(group.result_words.values()) >= {"beaten", "left", "undecided"}
    with pytest.raises(core.SetupError, match="write the result in"):
        group.setup(made().encounter)


@pytest.mark.rule("CM-FORCE-04", "each system has a table that says what its grades mean")
def test_grade_maps() -> None:

    for key, table in (("easy_napoleonics", GRADE_OF), ("snappy_nappy", SNAPPY)):
        grades = registry.campaign(key).grade_map
        assert {quality: grades[grade] for quality, grade in table.items()} == {quality: quality for quality in table}
