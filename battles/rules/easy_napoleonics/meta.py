"""Metadata of Easy Napoleonics, and reading and writing the options of a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.options import OptionSpec, sorted_tuple
from battles.engine.registry import Meta
from battles.engine.settings import OptionSettings
from battles.rules import SYSTEMS
from battles.rules.easy_napoleonics import options, tables
from battles.rules.easy_napoleonics.rules import DEFAULTS, Options

KEY: Final = "easy_napoleonics"

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        **options.VICTORY,
        **options.ARMIES,
        **options.BOARD,
        **options.TURN,
        **options.MOVEMENT,
        **options.FIRE,
        **options.MELEE,
        **options.LEADERS,
        **options.NATIONS,
    }
)
"""Section 13: every option of a battle by name, in the order of a form."""

TABLE_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "grade_number": "EN-MORALE-02",
        "level_modifier": "EN-MORALE-04",
        "check_modifiers": "EN-MORALE-06",
        "fire": "EN-ART-03",
        "fire.infantry": "EN-MUSK-02",
        "fire.field_artillery": "EN-ART-04",
        "fire.horse_artillery": "EN-ART-05",
        "fire_modifiers": "EN-ART-14",
        "musketry_dice": "EN-MUSK-03",
        "square_targets": "EN-MUSK-03",
        "answer_dice": "EN-OPT-03",
        "counted_stands": "EN-MELEE-12",
        "french_column_stands": "EN-NATION-04",
        "troop_bonus": "EN-MELEE-20",
        "stand_bonuses": "EN-MELEE-14",
        "melee_modifiers": "EN-MELEE-23",
        "melee_conditions": "EN-MELEE-17",
        "melee_results": "EN-MELEE-36",
        "moves": "EN-MOVE-01",
        "masse": "EN-NATION-06",
        "actions": "EN-ACTION-01",
        "leader_move": "EN-MOVE-01",
        "leader_escape": "EN-LEADER-09",
        "leader_killed_on": "EN-LEADER-06",
        "leader_victory_points": "EN-VP-01",
        "streak_penalty": "EN-INIT-02",
        "breakthroughs": "EN-OPT-05",
    }
)
"""The rule of each table, or part of a table, whose rows name no rule of their own."""

META: Final = Meta(
    key=KEY,
    version=1,
    title=SYSTEMS[KEY].title,
    author="George Knapp",
    source="Easy Napoleonics by George Knapp, its cheat sheet included.",
    licence="The game belongs to its author. Facts, numbers and procedures are restated in our own words; "
    "they do not replace the rulebook.",
    space="hex",
    dice=tables.DIE,
    stage="playable",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tables.KINDS, tables.GRADES),
    first_scenario="quatre_bras_deployed",
)


def _check(options: Options) -> None:
    """Check that the board has room for both deployment zones. Raises `ValueError`."""
    room = options.board_rows // 2
    if options.deployment_depth > room:
        spec = OPTION_SPECS["deployment_depth"]
        board = f"a board of {options.board_rows} rows leaves each side {room}"
        raise ValueError(f"deployment_depth is {options.deployment_depth}; {board} ({spec.rule}).")


SETTINGS: Final = OptionSettings[Options](META, DEFAULTS, _check, sorted_tuple)
"""The options and house rules of a battle."""

read = SETTINGS.read
written = SETTINGS.written
