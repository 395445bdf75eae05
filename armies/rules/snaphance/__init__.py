"""Armies of Snaphance, of another century than those recorded here: catalogue, points, faults, army lists."""

from collections.abc import Mapping

from armies.rules.army_list import ArmyList
from armies.rules.snaphance.catalogue import catalogue
from armies.rules.snaphance.checks import faults
from armies.rules.snaphance.force import Command, Force, Stand
from armies.rules.snaphance.listing import listed
from armies.rules.snaphance.price import command_points, force_points, stand_points
from armies.rules.snaphance.samples import samples

__all__ = [
    "Command",
    "Force",
    "Stand",
    "catalogue",
    "command_points",
    "faults",
    "force_points",
    "listed",
    "sample_lists",
    "samples",
    "stand_points",
]


def sample_lists() -> Mapping[str, ArmyList]:
    """The armies that come with the rulebook, by their keys."""
    return {key: listed(force) for key, force in samples().items()}
