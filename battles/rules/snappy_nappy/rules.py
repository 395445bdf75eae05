"""The options of a battle as values, and the rules: options with tables."""

from typing import Final, Literal

from msgspec import Struct

from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.tables import PRINTED, Level, Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of section 15 of the rulebook that are a word, a number or a switch; tables are in ``Tables``.

    Options with only one value (``real_time``, ``mixed_opponents``) are left out.
    """

    starting_level: Level = "bold"
    cic_may_double: bool = True
    points_limit: int | None = None
    success_rule: Literal["strictly_greater", "at_least"] = "strictly_greater"
    natural_extremes: bool = True
    initiative_adds_rating: bool = False
    turn_limit: int = tables.TURN_LIMIT
    order_enforcement: bool = True
    leader_killed_on: int = tables.LEADER_KILLED_ON
    auto_reveal: bool = True
    dummy_markers: int = tables.DUMMY_MARKERS
    forced_march_check: Literal["normal", "special"] = "normal"
    active_side_fires: bool = False
    hasty_square: bool = True
    charge_falters: bool = True
    max_melee_rounds: int = tables.MOST_ROUNDS
    breakthrough: bool = False
    leader_fire_bonus: int = 0
    leader_melee_bonus: int = 0


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a battle: its options, and the tables with the club's numbers, if any."""

    options: Options = PLAIN
    tables: Tables = PRINTED


DEFAULTS: Final = Rules()
