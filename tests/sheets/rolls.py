"""A roster's rows."""

from battles.engine import registry
from battles.engine.sheets.muster_roll import Roll


def roll(system: str, side: str = "a") -> Roll:
    playing = registry.load(system)
    return registry.sheets(system).roll(playing.start(playing.scenarios.load("quatre_bras")), side)
