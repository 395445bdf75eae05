"""Deployment: edges, zones, Divisions by turns, later arrivals, and the room that a unit needs."""

from typing import Any

import pytest
from msgspec.structs import replace

from battles.kits.open_table import picture
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.setup import deployment, places
from battles.rules.mini_nap.setup import places as setup_places
from battles.rules.mini_nap.setup.places import bearing_to_enemy
from battles.rules.mini_nap.state import Feature, Force, State, Table
from tests.rules.mini_nap.builders.table_positions import (
    battle,
    brigade,
    division,
    force,
    kinds,
    playing,
    recruit,
)
from tests.rules.mini_nap.builders.waiting_forces import waiting_force


def begun(*faces: int, features: tuple[Feature, ...] = (), **options: Any) -> State:
    """Two such forces after the roll for the edge: a wins it with 6 and 6 unless ``faces`` say otherwise."""
    state = battle(
        waiting_force("a"),
        waiting_force("b"),
        features=features,
        options=Options(**options),
        step="deployment",
        turn=0,
        active="",
    )
    return turn.begin(state, playing(state, *(faces or (6, 6, 1, 1))).dice).state


def lower(state: State) -> State:
    """The winner takes the lower edge."""
    return done(state, act.ChooseEdge("lower")).state


def done(state: State, action: Any, *faces: int, side: str = "") -> Resolution:
    """A legal action of the side that decides."""
    (who,) = (side,) if side else tuple(each for each in "ab" if turn.options(state, each))
    assert turn.refuse(state, who, action) is None
    return turn.decide(state, who, action, playing(state, *faces).dice)


def refused(state: State, side: str, action: Any) -> tuple[str, str]:
    """Code and rule of a refusal; it has a sentence."""
    refusal = turn.refuse(state, side, action)
    assert refusal is not None
    assert refusal.sentence.endswith((".", ")"))
    return refusal.code, refusal.rule


@pytest.mark.rule(
    "MN-RULING-60", "2D6 each: the winner chooses an edge, the loser deploys first; ties are rolled again"
)
@pytest.mark.parametrize(("edge", "edges"), [("lower", ("b", "a")), ("upper", ("a", "b"))])
def test_the_winner_chooses_his_edge(edge: Any, edges: tuple[str, str]) -> None:
    state = begun(2, 2, 1, 3, 1, 2, 6, 6)
    assert (state.step, state.active) == ("edges", "b")
    assert [option.kind for option in turn.options(state, "b")] == ["choose_edge"]
    assert refused(state, "a", act.ChooseEdge("lower")) == ("not_deciding", "MN-SEQ-03")
    after = done(state, act.ChooseEdge(edge)).state
    assert (after.edges, after.first_to_deploy, after.active, after.step) == (edges, "a", "a", "deployment")


@pytest.mark.rule("MN-RULING-100", "where both have a zone no side chooses an edge")
def test_zones_of_a_scenario_leave_no_choice() -> None:
    forces = (waiting_force("a", (0, 0, 3000, 12000)), waiting_force("b", (15000, 0, 18000, 12000)))
    state = battle(*forces, step="deployment", turn=0, active="")
    play = turn.begin(state, playing(state, 6, 6, 1, 1).dice)
    assert (play.state.step, play.state.active) == ("deployment", "b")
    assert places.deployment_zone(play.state, "a") == (0, 0, 3000, 12000)
    assert [bearing_to_enemy(play.state, places.deployment_zone(play.state, side)) for side in "ab"] == [900, 2700]


@pytest.mark.rule("MN-RULING-60", "the zone is 30 cm deep along the edge, or as deep as the option says")
@pytest.mark.parametrize("depth", [3000, 1200])
def test_zones_lie_along_the_edges(depth: int) -> None:
    state = lower(begun(deploy_depth=depth))
    assert places.deployment_zone(state, "a") == (0, 0, 18000, depth)
    assert places.deployment_zone(state, "b") == (0, 12000 - depth, 18000, 12000)
    assert [bearing_to_enemy(state, places.deployment_zone(state, side)) for side in "ab"] == [0, 1800]


@pytest.mark.rule("MN-RULING-60", "Division by Division in turn, stands with them, until all stand")
@pytest.mark.rule("MN-RULING-100", "the owner picks the order; a Corps stand goes with the first Division")
def test_divisions_by_turns() -> None:
    state = lower(begun())
    order = []
    while state.step == "deployment":
        side = state.active
        option = turn.options(state, side)[0]
        assert option.outline
        if option.kind == "deploy":
            unit = state.units[int(option.actor.removeprefix("unit "))]
            order.append((side, state.divisions[state.brigades[unit.brigade].division].name))
        state = done(state, option.actions[0], 6, 6, 1, 1).state
    assert order == [
        ("b", "b first"),
        ("a", "a first"),
        ("b", "b second"),
        ("b", "b second"),
        ("a", "a second"),
        ("a", "a second"),
    ]
    assert all(unit.where == "table" for unit in state.units)
    assert all(stand.where == "table" for stand in state.stands)
    assert (state.turn, state.active, state.step) == (1, "a", "choose")


@pytest.mark.rule("MN-RULING-100", "a Division that is begun is ended first")
def test_a_division_is_ended_before_another() -> None:
    state = lower(begun())
    guns = act.Deploy(5, 9000, 10000, 1800, "battery")
    line = act.Deploy(3, 9000, 11000, 1800, "line")
    assert turn.refuse(state, "b", line) is None
    state = done(state, guns).state
    assert refused(state, "b", line) == ("bad_order", "MN-RULING-60")
    assert {option.actor for option in turn.options(state, "b")} == {"unit 4", "stand 8", "stand 9"}


@pytest.mark.rule("MN-RULING-60", "units wholly in their zone, in any open formation, stands too")
@pytest.mark.parametrize(
    ("action", "found"),
    [
        (act.Deploy(3, 9000, 10000, 1800, "line"), None),
        (act.Deploy(3, 9000, 9100, 1800, "line"), None),
        (act.Deploy(3, 9000, 9099, 1800, "line"), ("out_of_zone", "MN-RULING-60")),
        (act.Deploy(3, 249, 10000, 1800, "line"), ("out_of_zone", "MN-RULING-60")),
        (act.Deploy(3, 9000, 10000, 1234, "column"), None),
        (act.Deploy(3, 9000, 10000, 0, "solid_square"), None),
        (act.Deploy(3, 9000, 10000, 0, "emergency_square"), ("not_for_kind", "MN-FORM-07")),
        (act.Deploy(3, 9000, 10000, 0, "skirmish_line"), ("not_for_kind", "MN-FORM-07")),
        (act.Deploy(0, 9000, 10000, 0, "line"), ("not_yours", "MN-RULING-60")),
        (act.Deploy(9, 9000, 10000, 0, "line"), ("no_such", "MN-RULING-60")),
        (act.DeployStand(5, 9000, 10000), None),
        (act.DeployStand(5, 9000, 9124), ("out_of_zone", "MN-RULING-60")),
        (act.DeployStand(0, 9000, 10000), ("not_yours", "MN-RULING-60")),
        (act.DeployStand(99, 9000, 10000), ("no_such", "MN-RULING-60")),
        (act.Withhold(3), ("not_needed", "MN-RULING-74")),
        (act.Done(), ("wrong_phase", "MN-SEQ-03")),
    ],
)
def test_where_a_unit_may_be_put(action: Any, found: tuple[str, str] | None) -> None:
    state = lower(begun())
    if found is None:
        assert turn.refuse(state, "b", action) is None
    else:
        assert refused(state, "b", action) == found


def test_nothing_is_put_on_another() -> None:
    state = done(lower(begun()), act.Deploy(4, 9000, 10000, 1800, "line")).state
    assert refused(state, "b", act.Deploy(5, 9000, 10100, 1800, "battery")) == ("occupied", "MN-INTERPEN-04")
    assert refused(state, "b", act.DeployStand(8, 9200, 10000)) == ("occupied", "MN-RULING-60")
    assert refused(state, "b", act.Deploy(4, 3000, 10000, 1800, "line")) == ("done_already", "MN-RULING-60")
    assert turn.refuse(state, "b", act.Deploy(5, 9400, 10000, 1800, "battery")) is None


MARSH = Feature(key="marsh", kind="bog", points=((0, 9000), (18000, 9000), (18000, 12000), (0, 12000)))


@pytest.mark.rule("MN-RULING-74", "no unit is deployed in prohibited terrain; a unit without a place is lost")
def test_a_unit_without_a_place_is_lost() -> None:
    state = lower(begun(features=(MARSH,)))
    assert refused(state, "b", act.Deploy(3, 9000, 10000, 1800, "line"))[0] == "impassable"
    assert {option.kind for option in turn.options(state, "b") if option.actor.startswith("unit")} == {"withhold"}
    play = done(state, act.Withhold(3))
    assert (play.state.units[3].where, play.state.divisions[2].lost) == ("lost", 1)
    # The stands find no ground either, and go.
    assert [stand.where for stand in play.state.stands if stand.side == "b"][:2] == ["removed", "removed"]


def test_open_ground_counts_where_terrain_does_not() -> None:
    state = lower(begun(features=(MARSH,), terrain_rules=False))
    assert turn.refuse(state, "b", act.Deploy(3, 9000, 10000, 1800, "line")) is None


@pytest.mark.rule("MN-RULING-100", "where everything is placed no side deploys")
def test_what_is_placed_is_not_deployed() -> None:
    state = battle(force(recruit("one")), step="deployment", turn=0, active="")
    play = turn.begin(state, playing(state, 6, 6, 1, 1).dice)
    assert kinds(play) == ["turn_began", "initiative_gained"]


# What arrives (MN-RULING-97)


def late(turn: int = 2, **facts: Any) -> State:
    """A force of which one Brigade is there and one arrives, at the end of the first Turn."""
    here = brigade(recruit("here", at=(90, 10)))
    coming = brigade(recruit("late", at=None), recruit("later", at=None), arrives=turn, place=None, **facts)
    state = battle(force(division(here, coming)), turn=1, step="end", active="b", first_to_deploy="b")
    return replace(state, brigades=tuple(replace(each, chosen=True) for each in state.brigades))


@pytest.mark.rule("MN-RULING-97", "a Brigade comes on at the start of its Turn, before the first roll")
def test_a_brigade_arrives() -> None:
    state = late(entry=(0, 4000, 1000, 8000))
    play = turn.decide(state, "b", act.Done(), playing(state).dice)
    assert kinds(play) == ["turn_ended", "turn_began", "side_deploys"]
    state = play.state
    assert (state.step, state.active) == ("arrival", "a")
    actors = {option.actor for option in turn.options(state, "a")}
    assert actors == {"unit 1", "unit 2", "stand 3", ""}
    assert refused(state, "a", act.Deploy(1, 9000, 200, 0, "line")) == ("out_of_zone", "MN-RULING-60")
    assert bearing_to_enemy(state, (0, 4000, 1000, 8000)) == 900
    state = done(state, act.Deploy(1, 500, 6000, 900, "line")).state
    assert state.units[1].where == "table"
    play = done(state, act.Done(), 1, 1, 6, 6)
    assert (play.state.step, play.state.active, play.state.units[2].where) == ("choose", "b", "waiting")


@pytest.mark.rule("MN-RULING-97", "what is not placed waits for a later Turn, what comes later cannot be placed")
def test_nothing_arrives_before_its_turn() -> None:
    state = late(3)
    play = turn.decide(state, "b", act.Done(), playing(state, 6, 6, 1, 1).dice)
    assert kinds(play) == ["turn_ended", "turn_began", "initiative_gained"]
    waits = replace(play.state, step="arrival", active="a")
    assert turn.options(waits, "a") == ()
    due = replace(waits, turn=3)
    assert turn.refuse(due, "a", act.Deploy(1, 500, 600, 0, "line")) is None
    assert refused(due, "a", act.Deploy(0, 500, 600, 0, "line")) == ("done_already", "MN-RULING-60")


@pytest.mark.rule("MN-RULING-97", "the side that deployed first brings on its own first")
@pytest.mark.parametrize(("first", "order"), [("a", ["a", "b"]), ("b", ["b", "a"])])
def test_who_brings_on_first(first: str, order: list[str]) -> None:
    def side(y: float) -> Force:
        coming = brigade(recruit(f"late {y}", at=None), arrives=2, place=None)
        return force(division(brigade(recruit(f"here {y}", at=(90, y))), coming))

    state = battle(side(10), side(110), turn=1, step="end", active="b", first_to_deploy=first)
    state = replace(state, brigades=tuple(replace(each, chosen=True) for each in state.brigades))
    play = turn.decide(state, "b", act.Done(), playing(state).dice)
    assert play.state.active == order[0]
    assert done(play.state, act.Done()).state.active == order[1]


def waiting_battery(zone: tuple[int, int, int, int], **facts: str) -> State:
    """A battery, 3 cm across and deep, that waits for its place in a zone."""
    guns = recruit("Guns", "foot_artillery", at=None, points=4, weight="medium")
    state = battle(force(guns), step="deployment", turn=0, edges=("a", "b"))
    forces = replace(state.setup.forces[0], zone=zone), state.setup.forces[1]
    return replace(state, setup=replace(state.setup, forces=forces))


@pytest.mark.rule("MN-RULING-60", "a unit is listed a place where its zone holds it, with a tenth of a mm to each side")
@pytest.mark.parametrize(
    ("zone", "places"),
    [
        ((0, 0, 302, 302), [(151, 151)]),
        ((0, 0, 301, 302), []),
        ((0, 0, 302, 301), []),
        ((1000, 500, 1302, 802), [(1151, 651)]),
    ],
)
def test_a_zone_just_large_enough(zone: tuple[int, int, int, int], places: list[tuple[int, int]]) -> None:
    state = waiting_battery(zone)
    assert [(each.x, each.y) for each in setup_places.unit_places(state, 0)] == places
    option = deployment.unit_option(state, 0)
    assert (option.kind, option.complete) == (("deploy", False) if places else ("withhold", True))
    assert (deployment._refuse(state, "a", act.Withhold(0)) is None) == (not places)


@pytest.mark.rule("MN-RULING-60", "without a zone a side deploys along its edge")
def test_the_zones_of_the_edges() -> None:
    state = battle(force(recruit()), edges=("b", "a"))
    width, height = state.setup.table.width, state.setup.table.height
    depth = state.setup.rules.options.deploy_depth
    assert setup_places.deployment_zone(state, "b") == (0, 0, width, depth)
    assert setup_places.deployment_zone(state, "a") == (0, height - depth, width, height)


@pytest.mark.rule("MN-GEO-15", "the rim of the table is on it")
@pytest.mark.parametrize(
    ("x", "y", "on"),
    [
        (0, 0, True),
        (-1, 0, False),
        (0, -1, False),
        (18000, 12000, True),
        (18001, 12000, False),
        (18000, 12001, False),
    ],
)
def test_places_on_the_table(x: int, y: int, on: bool) -> None:
    assert picture.is_on(Table(), x, y) == on
