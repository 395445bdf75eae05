"""An army under Snappy Nappy: options, the side it makes, points, faults, the army list."""

from collections.abc import Mapping

from armies.rules.army_list import ArmyList
from armies.rules.facts import Army
from armies.rules.snappy_nappy import needs
from armies.rules.snappy_nappy.catalogue import catalogue
from armies.rules.snappy_nappy.checks import faults
from armies.rules.snappy_nappy.force import Force, SnCorps, SnUnit
from armies.rules.snappy_nappy.house import HOUSE_SPECS
from armies.rules.snappy_nappy.listing import listed
from armies.rules.snappy_nappy.mapping import side_of
from armies.rules.snappy_nappy.options import OPTION_SPECS, Options, options
from armies.rules.snappy_nappy.price import corps_points, force_points, leader_points, unit_points
from armies.rules.snappy_nappy.samples import samples
from armies.rules.tree import number
from battles.engine.limiting import Wanted

__all__ = [
    "HOUSE_SPECS",
    "OPTION_SPECS",
    "Force",
    "Options",
    "SnCorps",
    "SnUnit",
    "army_list",
    "catalogue",
    "corps_points",
    "faults",
    "force_points",
    "leader_points",
    "listed",
    "options",
    "sample_lists",
    "sample_wants",
    "samples",
    "side_of",
    "unit_points",
    "wanted",
]


def army_list(army: Army, chosen: Options) -> ArmyList:
    """A recorded army as this system lists it."""
    return listed(side_of(number(army), chosen), chosen)


def wanted(army: Army, chosen: Options) -> Wanted:
    """What a recorded army needs on its cheat sheet."""
    return needs.wanted(side_of(number(army), chosen))


def sample_wants() -> Mapping[str, Wanted]:
    """What each of them needs on its cheat sheet."""
    return {key: needs.wanted(force) for key, force in samples().items()}


def sample_lists() -> Mapping[str, ArmyList]:
    """The armies that come with the rulebook, by their keys."""
    return {key: listed(force, Options(starting_level="firm")) for key, force in samples().items()}
