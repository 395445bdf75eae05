"""An army under Easy Napoleonics: options, units, cost, victory points, leaders, faults."""

from armies.rules.easy_napoleonics.checks import faults
from armies.rules.easy_napoleonics.cost import (
    Leader,
    army_cost,
    army_victory_points,
    budget,
    easy_units,
    leaders,
)
from armies.rules.easy_napoleonics.mapping import (
    GRADE_OF,
    IRREGULAR_GRADE_OF,
    KIND_OF,
    TAG_OF,
    EasyUnit,
    map_unit,
)
from armies.rules.easy_napoleonics.options import OPTION_SPECS, Options, options
from armies.rules.easy_napoleonics.price import unit_cost, unit_victory_points

__all__ = [
    "GRADE_OF",
    "IRREGULAR_GRADE_OF",
    "KIND_OF",
    "OPTION_SPECS",
    "TAG_OF",
    "EasyUnit",
    "Leader",
    "Options",
    "army_cost",
    "army_victory_points",
    "budget",
    "easy_units",
    "faults",
    "leaders",
    "map_unit",
    "options",
    "unit_cost",
    "unit_victory_points",
]
