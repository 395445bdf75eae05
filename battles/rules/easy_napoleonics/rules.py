"""The options of a battle as values, and the tables and options that one battle is fought by."""

from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.rules.easy_napoleonics import tables
from battles.rules.easy_napoleonics.tables import PRINTED, NationTag, Tables, Terrain, VpModel

NO_BONUS: Final = (0, 0)
BLOCKING: Final[tuple[Terrain, ...]] = ("hill", "settlement", "woods")
_USUAL: Final[dict[str, tuple[Any, ...]]] = {"initiative_bonus": NO_BONUS, "blocking_terrain": BLOCKING}
"""Defaults that are tuples."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Section 13 of the rulebook, each option by its name there. ``meta.OPTION_SPECS`` says what each may be.

    ``initiative_bonus`` is added to the initiative die of side a and of side b. ``time_limit_minutes`` is None
    where nobody looks at a clock. Sets are sorted tuples, so that equal options are equal values.
    """

    victory_points_to_win: int = tables.VICTORY_POINTS_TO_WIN
    max_turns: int = tables.MAX_TURNS
    time_limit_minutes: int | None = tables.TIME_LIMIT_MINUTES
    victory_timing: Literal["immediate", "end_of_turn"] = "immediate"
    vp_model: VpModel = "graded"
    points_budget: int = tables.POINTS_BUDGET
    points_tolerance: int = tables.POINTS_TOLERANCE
    card_deck: Literal["own", "shared"] = "own"
    choice_card_pool: Literal["undrawn", "any_in_mix"] = "undrawn"
    armored_surcharge_per_stand: int = tables.ARMORED_SURCHARGE
    leaders_per_side: int = tables.LEADERS_PER_SIDE
    board_columns: int = tables.BOARD_COLUMNS
    board_rows: int = tables.BOARD_ROWS
    deployment_depth: int = tables.DEPLOYMENT_DEPTH
    deployment_order: Literal["rolled", "a_first", "b_first", "preset"] = "rolled"
    random_terrain: bool = False
    terrain_feature_hexes: int = tables.TERRAIN_FEATURE_HEXES
    breakthrough: bool = False
    melee_morale_bonus: bool = False
    grand_battery: bool = False
    initiative_bonus: tuple[int, int] = NO_BONUS
    hidden_morale: bool = False
    national_rules: tuple[NationTag, ...] = ()
    fire_pooling: Literal["by_target", "by_firer"] = "by_target"
    melee_check_level: Literal["after_drop", "before_drop"] = "after_drop"
    lone_leader_contact: Literal["displace", "remove", "block"] = "displace"
    leader_risk_timing: Literal["after_checks", "before_checks"] = "after_checks"
    leader_risk_on_tie: bool = False
    initiative_chooses_fire_order: bool = True
    horse_limber_move_unlimber: bool = True
    musketry_after_change_and_move: bool = False
    formation_change_free_facing: bool = False
    lock_timing: Literal["own_move", "turn_start"] = "own_move"
    lock_scope: Literal["any_adjacent", "front_contact"] = "any_adjacent"
    squares_have_flanks: bool = False
    passive_contact_melee: Literal["owner_choice", "always", "never"] = "owner_choice"
    continuing_melee_attacker: Literal["initiative", "original"] = "initiative"
    melee_conditions_both_sides: bool = False
    melee_conditions_per_stand: bool = False
    square_stands_vs_cavalry: Literal[1, 2] = 1
    solid_square_scope: Literal["all_deliberate", "masse_only"] = "all_deliberate"
    hasty_square_fire: Literal["lost_on_failure", "lost_always"] = "lost_on_failure"
    hasty_square_duration: Literal["end_of_turn", "until_reformed"] = "end_of_turn"
    hasty_square_when_locked: bool = True
    standing_attack_hasty_square: bool = True
    artillery_arc: Literal["string", "cone60"] = "string"
    graze_favours: Literal["target", "firer"] = "target"
    blocking_terrain: tuple[Terrain, ...] = BLOCKING
    hill_sight: Literal["either_end", "always_block", "never_block"] = "either_end"
    pond_impassable: bool = True
    stream_effect: Literal["none", "halt"] = "none"

    def __post_init__(self) -> None:
        """Equal options are the same values, so that they are written alike."""
        for name, usual in _USUAL.items():
            value = getattr(self, name)
            if value is not usual and value == usual:
                force_setattr(self, name, usual)


PLAIN: Final = Options()
"""Every option at its default."""


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a battle is fought by: its options, and the tables with the club's own numbers where it has any."""

    options: Options = PLAIN
    tables: Tables = PRINTED

    def __post_init__(self) -> None:
        """Equal rules are the same values, so that they are written alike."""
        if self.options is not PLAIN and self.options == PLAIN:
            force_setattr(self, "options", PLAIN)
        if self.tables is not PRINTED and self.tables == PRINTED:
            force_setattr(self, "tables", PRINTED)


DEFAULTS: Final = Rules()
