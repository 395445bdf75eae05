"""Key, title, source and options of Mini-Nap."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.options import OptionSpec, written_length
from battles.engine.registry import Meta
from battles.engine.settings import OptionSettings
from battles.rules import SYSTEMS
from battles.rules.mini_nap import options as rows
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.rules import DEFAULTS, Options

KEY: Final = "mini_nap"

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        **rows.BEFORE,
        **rows.END,
        **rows.COMMAND,
        **rows.MOVEMENT,
        **rows.REACTIONS,
        **rows.FIRE,
        **rows.COMBAT,
        **rows.TERRAIN,
    }
)
"""Every option of a battle by name, in the order of a form."""

TABLE_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bases": "MN-BASE-09",
        "qualities": "MN-RATE-01",
        "moves": "MN-MOVE-01",
        "prolong": "MN-MOVE-09",
        "command_stand_move": "MN-MOVE-12",
        "inch_near_cavalry": "MN-SQUARE-01",
        "reaches": "MN-MOVE-16",
        "extension_dice": "MN-EXTEND-03",
        "charge_matrix": "MN-CHARGE-09",
        "opportunity_limit": "MN-REACT-60",
        "square_charge_over": "MN-REACT-40",
        "square_nearby": "MN-REACT-41",
        "square_test_bonus": "MN-REACT-42",
        "square_failed_hits": "MN-REACT-44",
        "reman_clear": "MN-REACT-33",
        "division_barred": "MN-DIVMAN-02",
        "division_far_over": "MN-DIVMAN-02",
        "division_stand_off_near": "MN-DIVMAN-02",
        "division_stand_off_far": "MN-DIVMAN-02",
        "battery_dice": "MN-FIRE-34",
        "battery_range": "MN-FIRE-13",
        "small_arms_range": "MN-FIRE-13",
        "small_arms_dice": "MN-FIRE-30",
        "fire_bonuses": "MN-FIRE-37",
        "dense_target_dice": "MN-FIRE-40",
        "sum_per_hit": "MN-FIRE-43",
        "support_distance": "MN-FIRE-53",
        "suppress_two_from": "MN-FIRE-61",
        "sets": "MN-HTH-20",
        "break_charge_hits": "MN-BREAK-08",
        "corps_table": "MN-CMD-50",
        "corps_russian_poor_wins": "MN-CMD-54",
        "division_table": "MN-CMD-60",
        "division_modifiers": "MN-CMD-60",
        "linear_widths": "MNT-RULING-05",
        "structure_hit_up_to": "MNT-STRUCT-03",
        "structure_hits": "MNT-STRUCT-03",
        "covers_that_bar": "MNT-COVER-04",
        "commanders": "MN-CMD-06",
        "cautious_radius": "MN-CMD-13",
        "attach_distance": "MN-CMD-31",
        "stand_evade_clear": "MN-CMD-42",
        "first_initiative_dice": "MN-SEQ-01",
        "holder_dice": "MN-SEQ-06",
        "other_side_dice": "MN-SEQ-06",
    }
)
"""The rule of each table whose rows carry no rule of their own."""

META: Final = Meta(
    key=KEY,
    # Version 2 added MN-RULING-170, MN-RULING-175, MN-RULING-176, MN-RULING-177, MN-RULING-178, MN-RULING-179,
    # MN-RULING-180, MN-RULING-181, MN-RULING-182 and MN-RULING-183. Version 3 added MN-RULING-184 and changed
    # MN-RULING-98 and MNT-RULING-40.
    version=3,
    title=SYSTEMS[KEY].title,
    author="Trevor Raymond",
    source="Mini-Nap v8 (2009) and the Mini-Nap 2 Terrain Guidelines (2015) by Trevor Raymond.",
    licence="The game is its author's. Facts, numbers and procedures are restated in our own words; "
    "they do not replace the author's rules.",
    space="open",
    dice=tables.DIE_SIDES,
    stage="playable",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tuple(tables.QUALITIES), tuple(tables.TYPES)),
    first_scenario="quatre_bras_deployed",
)


def _check(options: Options) -> None:
    """Raises `ValueError` if the deployment zones overlap, or if the least gap would be contact."""
    if 2 * options.deploy_depth > options.table_h:
        high, half = written_length(options.table_h), written_length(options.table_h // 2)
        table = f"a table {high} cm high leaves each side {half} cm"
        raise ValueError(_against("deploy_depth", options.deploy_depth, table))
    if options.min_gap_cm <= options.contact_tol_cm:
        contact = f"units are in contact at {written_length(options.contact_tol_cm)} cm, and the gap must be larger"
        raise ValueError(_against("min_gap_cm", options.min_gap_cm, contact))


def _against(name: str, units: int, why: str) -> str:
    return f"{name} is {written_length(units)} cm; {why} ({OPTION_SPECS[name].rule})."


SETTINGS: Final = OptionSettings[Options](META, DEFAULTS, _check)
"""Reads and writes the options and house rules of a battle."""

read = SETTINGS.read
written = SETTINGS.written
