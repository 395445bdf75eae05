"""Armies of Snaphance, of another century than those recorded here: catalogue, points, faults, army lists."""

from collections.abc import Mapping

from armies.rules.army_list import ArmyList
from armies.rules.snaphance import needs
from armies.rules.snaphance.catalogue import catalogue
from armies.rules.snaphance.checks import faults
from armies.rules.snaphance.force import Command, Force, Stand
from armies.rules.snaphance.listing import listed
from armies.rules.snaphance.price import command_points, force_points, stand_points
from armies.rules.snaphance.reading import EXAMPLE, read_army
from armies.rules.snaphance.samples import samples
from battles.engine.limiting import Wanted

__all__ = [
    "EXAMPLE",
    "Command",
    "Force",
    "Stand",
    "catalogue",
    "command_points",
    "faults",
    "force_points",
    "listed",
    "read_army",
    "read_list",
    "sample_lists",
    "sample_wants",
    "samples",
    "stand_points",
    "wanted",
]


def read_list(text: str) -> ArmyList:
    """The army list of an army that is written down; raises ValueError as ``read_army``."""
    return listed(read_army(text))


def wanted(text: str) -> Wanted:
    """What an army that is written down needs on its cheat sheet; raises ValueError as ``read_army``."""
    return needs.wanted(read_army(text))


def sample_wants() -> Mapping[str, Wanted]:
    """What each of them needs on its cheat sheet."""
    return {key: needs.wanted(force) for key, force in samples().items()}


def sample_lists() -> Mapping[str, ArmyList]:
    """The armies that come with the rulebook, by their keys."""
    return {key: listed(force) for key, force in samples().items()}
