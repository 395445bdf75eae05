"""The values of a battle's options, and the rules of one battle: its options and tables."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.rules.mini_nap import tables
from battles.rules.mini_nap.tables import PRINTED, CommandLossRule, Tables


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of section 4 of the rulebook and section 7 of its terrain volume, by their names there.

    Options with only one built value are left out (MN-RULING-08, MNT-RULING-02). Lengths are tenths of a millimetre
    here, whatever unit a form uses; ``meta.OPTION_SPECS`` has the limits of each.
    """

    russian_corps_overlap: Literal["dreadful_wins", "poor_wins"] = "dreadful_wins"
    command_loss_rule: CommandLossRule = "exceed_exact_half"
    retreated_units_count_as_losses: bool = True
    max_corps_per_side: int = 1
    terrain_rules: bool = True
    one_sp_reform: Literal["forbid", "remove", "ignore"] = "forbid"
    skirmish_gap_cm: int = tables.SKIRMISH_GAP
    contact_tol_cm: int = tables.CONTACT_TOLERANCE
    min_gap_cm: int = tables.LEAST_GAP
    corner_touch_is_contact: bool = False
    exhausted_side_still_dices: bool = False
    first_initiative: Literal["rolled", "a", "b"] = "rolled"
    unformed_may_counter_charge: bool = False
    cautious_counter_charge_tests: bool = False
    cautious_test_order: Literal["first", "last"] = "first"
    command_check_timing: Literal["initiative_start", "each_action"] = "initiative_start"
    blue_bars_breakthrough_charge: Literal["disorder", "any"] = "disorder"
    hth_allotment: Literal["simultaneous", "active_first"] = "simultaneous"
    outflank_test: Literal["any_part", "contact_part"] = "any_part"
    aim_step_cm: int = tables.AIM_STEP
    distance_step_cm: int = tables.DISTANCE_STEP
    failed_opportunity_charge_idle: bool = True
    fire_into_contact: bool = True
    charged_units_may_fire: bool = True
    irregulars_are_lancers: bool = False
    white_marked_stand_gives_cautious: bool = True
    division_stand_any_own_initiative: bool = False
    retreat_from_contact: bool = True
    table_w: int = tables.TABLE_WIDTH
    table_h: int = tables.TABLE_HEIGHT
    deploy_depth: int = tables.DEPLOY_DEPTH
    turn_limit: int = tables.TURN_LIMIT
    army_break_share: int = tables.ARMY_BREAK_PERCENT
    """Per cent of the starting units; a side that has lost more is broken (MN-RULING-60)."""
    org_strict: bool = False
    commander_ratings: Literal["roll", "fixed"] = "roll"
    hth_advantage_rounds: Literal["impact_and_melee", "melee_only"] = "impact_and_melee"
    own_area_counts: bool = False
    battery_may_stop_in_stream: bool = True
    hill_blocks_artillery: bool = True
    ditch_occupant_advantage: bool = False
    road_charge: bool = False
    random_terrain: bool = False
    structure_strength_large: int = tables.STRENGTH_LARGE
    structure_strength_small: int = tables.STRENGTH_SMALL

    def __post_init__(self) -> None:
        """Make equal options share their values, so that they are encoded alike."""
        for name, default in _USUAL.items():
            if getattr(self, name) == default:
                force_setattr(self, name, default)


_USUAL: Final = dict(zip(Options.__struct_fields__, Options.__struct_defaults__, strict=True))

PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules of a battle: its options, and the tables with the club's own numbers if it has any."""

    options: Options = PLAIN
    tables: Tables = PRINTED

    def __post_init__(self) -> None:
        """Make equal rules share their values, so that they are encoded alike."""
        if self.options is not PLAIN and self.options == PLAIN:
            force_setattr(self, "options", PLAIN)
        if self.tables is not PRINTED and self.tables == PRINTED:
            force_setattr(self, "tables", PRINTED)


DEFAULTS: Final = Rules()
