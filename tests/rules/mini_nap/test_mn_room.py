"""How much room a unit needs to be put down, and what lies on the table."""

import pytest
from msgspec.structs import replace

from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import deployment, placing, spots
from battles.rules.mini_nap.setup import Table
from battles.rules.mini_nap.state import State
from tests.rules.mini_nap.mn_board import battle, force, recruit


def waiting(zone: tuple[int, int, int, int], **facts: str) -> State:
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
    state = waiting(zone)
    assert [(each.x, each.y) for each in placing.unit_places(state, 0)] == places
    option = deployment.unit_option(state, 0)
    assert (option.kind, option.complete) == (("deploy", False) if places else ("withhold", True))
    assert (deployment._refuse(state, "a", act.Withhold(0)) is None) == (not places)


@pytest.mark.rule("MN-RULING-60", "without a zone a side deploys along its edge")
def test_the_zones_of_the_edges() -> None:
    state = battle(force(recruit()), edges=("b", "a"))
    width, height = state.setup.table.width, state.setup.table.height
    depth = state.setup.rules.options.deploy_depth
    assert placing.side_zone(state, "b") == (0, 0, width, depth)
    assert placing.side_zone(state, "a") == (0, height - depth, width, height)


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
    assert spots.is_on(Table(), x, y) == on
