"""Laws of the starts of all shipped scenarios: rising sizes, armies that face each other, free entry hexes, balance."""

from math import cos, radians, sin
from typing import Any

import pytest

from battles.ai.search import Greedy
from battles.engine import registry
from battles.engine.actions import LazyActions
from battles.engine.core import UMPIRE
from battles.engine.picture import Block, Scene
from battles.engine.record import Record
from battles.services.create.sources import Start, following, starts

SCENARIOS = [(key, name) for key in registry.playable() for name in registry.load(key).scenarios.shipped()]
EVEN = (0.35, 0.65)
"""The share of won battles of each side of a deployed scenario."""
MOST = 300
"""Most decisions until both armies are deployed."""


def rising(key: str) -> list[Start]:
    return [start for start in starts(registry.load(key)) if start.is_deployed]


def deployed(key: str, name: str) -> Scene:
    """The scenario when both armies stand, deployed by the computer if the players deploy them."""
    system: Any = registry.load(key)
    record = Record.new(system, system.scenarios.load(name), b"start", [b"start"])
    player = Greedy(system)
    for _ in range(MOST):
        scene: Scene = system.ui.scene(system.secrets.view(record.state, UMPIRE))
        if system.ui.tally(record.state).turns and not any(zone.kind == "deployment" for zone in scene.zones):
            return scene
        side = min(system.deciding(record.state))
        options = LazyActions(system.options, record.state, side)
        record.play(side, player.choose(system.secrets.view(record.state, side), options).action)
    raise AssertionError(f"{name} is not deployed after {MOST} decisions")


def faces(block: Block, enemies: list[Block]) -> bool:
    """True if the middle of the enemy is in front of a block, whose turn is clockwise from the top."""
    x, y = (sum(one.at[axis] for one in enemies) / len(enemies) - block.at[axis] for axis in (0, 1))
    angle = radians(block.turn / 10)
    return x * sin(angle) - y * cos(angle) > 0


@pytest.mark.parametrize(("key", "name"), SCENARIOS)
def test_armies_face_the_enemy_and_keep_their_entry_hexes_free(key: str, name: str) -> None:
    """EN-SETUP-08, MN-RULING-60: deployed by the scenario or by the computer; EN-RULING-120: arrivals find room."""
    scene = deployed(key, name)
    units = [block for block in scene.blocks if block.shape != "leader"]
    for side, _ in scene.sides:
        enemies = [block for block in units if block.side != side]
        away = [block.name for block in units if block.side == side and not faces(block, enemies)]
        assert away == []
        entries = {area for zone in scene.zones if zone.kind == "arrival" and zone.side == side for area in zone.areas}
        assert [block.name for block in units if block.side == side and block.area in entries] == []


@pytest.mark.parametrize("key", registry.playable())
def test_five_deployed_battles_of_rising_size_follow_each_other(key: str) -> None:
    sizes = [sum(start.units) for start in rising(key)]
    assert len(sizes) >= 5
    assert sizes == sorted(sizes)
    titles = [start.source.title for start in rising(key)]
    followed = [following(registry.load(key), title) for title in titles]
    assert [source.title if source else "" for source in followed] == [*titles[1:], ""]
    assert following(registry.load(key), "A battle of one's own") is None


@pytest.mark.parametrize("key", registry.playable())
def test_every_start_has_a_situation_tasks_a_length_and_a_stated_even_balance(key: str) -> None:
    for start in rising(key):
        briefing, balance = start.source.briefing, start.source.balance
        assert briefing.situation, start.source.key
        assert all(each.task for each in briefing.tasks), start.source.key
        assert start.turns, start.source.key
        assert start.minutes >= 5, start.source.key
        assert balance is not None, f"{start.source.key}: manage.py balance"
        won = balance.wins[balance.first] / (balance.battles - balance.drawn)
        assert EVEN[0] <= won <= EVEN[1], f"{start.source.key}: {balance.sentence}"


@pytest.mark.parametrize("key", registry.playable())
def test_troops_arrive_in_a_deployed_battle_of_each_system(key: str) -> None:
    """EN-RULING-120, MN-RULING-97."""
    assert any(block.note for start in rising(key) for block in start.scene.off)
