"""Armies under Snappy Nappy: options, translation from history, points, faults, army lists."""

from battles.rules.snappy_nappy.army.army_list import ARMY, army_list_of
from battles.rules.snappy_nappy.army.checks import (
    Force,
    SnCorps,
    SnUnit,
    corps_points,
    faults,
    force_points,
    leader_points,
    samples,
    unit_points,
)
from battles.rules.snappy_nappy.army.mapping import side_of
from battles.rules.snappy_nappy.army.options import HOUSE_SPECS, OPTION_SPECS, Options, options

__all__ = [
    "ARMY",
    "HOUSE_SPECS",
    "OPTION_SPECS",
    "Force",
    "Options",
    "SnCorps",
    "SnUnit",
    "army_list_of",
    "corps_points",
    "faults",
    "force_points",
    "leader_points",
    "options",
    "samples",
    "side_of",
    "unit_points",
]
