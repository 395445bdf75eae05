"""Deployment in each zone and the moves of commanders."""

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from battles.ai import Greedy
from battles.engine.core import Option
from battles.engine.record import Record
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.ai import command
from battles.rules.mini_nap.ai.situation import situation
from battles.rules.mini_nap.setup import deployment
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.system import SYSTEM
from tests.rules.mini_nap.builders.manoeuvres import strip
from tests.rules.mini_nap.builders.random_positions import GROUND, melee
from tests.rules.mini_nap.builders.table_positions import battle, brigade, corps, division, force, playing, recruit

ZONES = {
    "lower": (0, 0, 18_000, 3_000),
    "upper": (0, 9_000, 18_000, 12_000),
    "left": (0, 1_000, 3_000, 11_000),
    "right": (15_000, 2_000, 18_000, 9_000),
    "narrow": (8_000, 0, 10_500, 2_600),
    "river": (2_000, 0, 15_000, 3_500),
}
"""Deployment zones of side a; a river runs through the last."""


def waiting(zone: str) -> State:
    """A Corps that has yet to be put down: foot, guns, horse, and a mixed Brigade."""

    def some(word: str, count: int, *types: str) -> Any:
        guns = {"weight": "medium"} if types[0].endswith("artillery") else {}
        units = [recruit(f"{word} {n}", types[n % len(types)], at=None, **guns) for n in range(count)]
        return brigade(*units, name=word, place=None)

    first = division(
        some("horse", 2, "light_cavalry", "heavy_cavalry"),
        some("foot", 4, "line_infantry", "light_infantry"),
        some("guns", 1, "foot_artillery"),
        name="first",
        place=None,
    )
    second = division(some("mixed", 5, "line_infantry", "light_cavalry"), name="second", place=None)
    water = (strip("river", -46, -44, -90, 90),) if zone == "river" else ()
    state = battle(force(corps(first, second, place=None)), features=water, step="deployment", turn=0)
    own, enemy = state.setup.forces
    return replace(state, setup=replace(state.setup, forces=(replace(own, zone=ZONES[zone]), enemy)))


def open_to(state: State) -> tuple[Option, ...]:
    """Blocks that side a may deploy, each with one listed place."""
    units = (Option("deploy", f"unit {n}", (act.Withhold(n),)) for n in deployment.deployable_units(state, "a"))
    stands = (
        Option("deploy_stand", f"stand {n}", (act.DeployStand(n, 0, 0),))
        for n in deployment.deployable_stands(state, "a")
    )
    return (*units, *stands)


@pytest.mark.rule("MN-RULING-60", "a side is deployed whole and legally, each unit in its zone")
@pytest.mark.parametrize("zone", ZONES)
def test_a_whole_side_is_deployed(zone: str) -> None:
    play = playing(waiting(zone))
    left, bottom, right, top = ZONES[zone]
    while options := open_to(play.state):
        advice = command.best_deployment(situation(play.state, "a", zone == "left"), options)
        if isinstance(advice.action, act.Withhold) or getattr(advice.action, "x", 0) == 0:
            break
        assert turn.refuse(play.state, "a", advice.action) is None
        assert advice.reason
        turn.perform(play, "a", advice.action)
    deployed = [unit for unit in play.state.units if unit.side == "a" and unit.where == "table"]
    assert len(deployed) >= 6
    assert all(left <= unit.x <= right and bottom <= unit.y <= top for unit in deployed)


@pytest.mark.rule("MN-CMD-33", "a commander rides where the rules let him")
@pytest.mark.parametrize("seed", range(3))
def test_commanders_ride_legally(seed: int) -> None:
    state = melee(seed, features=GROUND if seed % 2 else (), step="command", brigade=seed % 2)
    for number, stand in enumerate(state.stands):
        if stand.side == "a" and stand.level != "brigade":
            advice = command._to_units(situation(state, "a"), number, stand)
            assert advice is None or turn.refuse(state, "a", advice.action) is None


@pytest.mark.parametrize("key", ["division_meeting", "village_and_bridge"])
def test_generals_deploy_behind_the_line(key: str) -> None:
    record = Record.new(SYSTEM, SYSTEM.scenarios.load(key), b"line" * 8)
    players = {"a": Greedy(SYSTEM), "b": Greedy(SYSTEM)}
    while (state := record.state).step in ("edges", "deployment"):
        side = min(SYSTEM.deciding(state))
        view = SYSTEM.secrets.view(state, side)
        record.play(side, players[side].choose(view, SYSTEM.options(state, side)).action)
    for side in ("a", "b"):
        own, foes = (
            [unit for unit in state.units if (unit.side == side) is mine and unit.where == "table"]
            for mine in (True, False)
        )

        def away(x: int, y: int, foes: Any = foes) -> float:
            return min(hypot(foe.x - x, foe.y - y) for foe in foes)

        front = min(away(unit.x, unit.y) for unit in own)
        stands = [stand for stand in state.stands if stand.side == side and stand.where == "table"]
        assert stands
        assert all(away(stand.x, stand.y) > front for stand in stands)
