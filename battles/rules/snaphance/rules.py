"""The options of a battle as values, and the rules: options with tables."""

from typing import Final, Literal

from msgspec import Struct

from battles.rules.snaphance import tables
from battles.rules.snaphance.tables import PRINTED, Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of section 15 of the rulebook that are a word, a number or a switch; tables are in ``Tables``.

    Options with only one value (``los_method``, ``combat_pairing``) are left out.
    """

    points_limit: int | None = None
    first_player_mode: Literal["scenario", "roll_each_turn"] = "scenario"
    turn_limit: int = tables.TURN_LIMIT
    general_counts_for_all: bool = True
    recovery_timing: Literal["before_first_movement", "as_movement"] = "before_first_movement"
    morale_fail_disorders: bool = True
    defensive_fire: bool = True
    evade: bool = True
    opportunity: bool = True
    double_five_mode: Literal["per_pair", "at_most_one"] = "per_pair"
    move_penalty_scope: Literal["player_turn", "full_turn"] = "player_turn"
    shot_support_rule: Literal["either", "both"] = "either"
    depth_bonus_per_rank: bool = True
    sp_loss_mode: Literal["hits", "margin", "fixed_one"] = "hits"
    pb_art_meaning: Literal["point_blank", "position_battery"] = "point_blank"
    dragoons_fight_as: Literal["foot", "mounted"] = "foot"
    advance_after_combat: bool = True
    break_off: bool = True
    defender_may_pursue: bool = True
    artillery_woods: Literal["impassable", "halt"] = "impassable"
    town_mode: Literal["generic", "impassable"] = "generic"
    defence_halt_exception: Literal["both", "winner", "loser"] = "both"


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a battle: its options, and the tables with the club's numbers, if any."""

    options: Options = PLAIN
    tables: Tables = PRINTED


DEFAULTS: Final = Rules()
