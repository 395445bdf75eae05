"""Proposed forces: strength points to spend, and sizes of brigades (MN-ORG-04, MN-ORG-06, MN-ORG-11, MN-ORG-15)."""

from collections.abc import Callable
from typing import Final

from battles.engine.armies.facts import Unit
from battles.engine.armies.group import Organisation, Proposal
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.army.mapping import map_unit
from battles.rules.mini_nap.army.options import Options

ORGANISATION: Final = Organisation(
    least_foot=tables.INFANTRY_BRIGADE.least,
    most_foot=tables.INFANTRY_BRIGADE.most,
    most_horse=tables.CAVALRY_BRIGADE.most,
    most_division_artillery=tables.DIVISION_ARTILLERY.most,
    most_units=tables.SIDE.most,
)


def _worth(nation: str, options: Options) -> Callable[[Unit], int]:
    """A function that returns the strength points of a unit."""
    return lambda unit: map_unit(Place(unit, (), nation), options).points


def _spent(nation: str, options: Options) -> int:
    """0: commanders have no strength points."""
    return 0


PROPOSAL: Final = Proposal(
    measure="strength_points", words="strength points", least=20, most=400, meets=True, worth=_worth, spent=_spent
)
"""A force comes as close to its strength points as its units allow."""
