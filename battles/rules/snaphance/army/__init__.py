"""Armies of Snaphance, which are not stored in Muster: catalogue, points, faults, army lists."""

from battles.rules.snaphance.army.checks import command_points, faults, force_points, stand_points
from battles.rules.snaphance.army.force import Command, Force, Stand
from battles.rules.snaphance.army.group import ARMY
from battles.rules.snaphance.army.written_armies import EXAMPLE, read_army, samples

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
