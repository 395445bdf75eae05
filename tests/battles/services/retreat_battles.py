"""A battle by the second version of Mini-Nap, under way."""

from pathlib import Path

from battles.models import Battle
from battles.services.play.position import current_position
from tests.battles.services.steps import fresh

FILE = Path(__file__).parents[2] / "rules" / "mini_nap" / "older" / "rules2" / "under_way.battle"
"""Side b is asked for its fire."""


def asked(battle: Battle) -> str:
    return str(current_position(fresh(battle)).state.step)
