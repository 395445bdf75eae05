"""Armies of Snaphance, which are not stored in Muster: catalogue, points, faults, army lists."""

from battles.rules.snaphance.army.army_list import EXAMPLE, read_army, samples
from battles.rules.snaphance.army.checks import (
    Command,
    Force,
    Stand,
    command_points,
    faults,
    force_points,
    stand_points,
)
from battles.rules.snaphance.army.group import ARMY

__all__ = [
    "ARMY",
    "EXAMPLE",
    "Command",
    "Force",
    "Stand",
    "command_points",
    "faults",
    "force_points",
    "read_army",
    "samples",
    "stand_points",
]
