"""What Easy Napoleonics says of itself, and the options of a battle read from outside and written again."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.option_spec import OptionSpec, OptionValue, read_options, sorted_tuple
from battles.engine.option_spec import written as written_value
from battles.engine.registry import Meta
from battles.rules import SYSTEMS
from battles.rules.easy_napoleonics import options_before, options_in_play, tables
from battles.rules.easy_napoleonics.rules import Options

KEY: Final = "easy_napoleonics"

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType(
    {
        **options_before.VICTORY,
        **options_before.ARMIES,
        **options_before.BOARD,
        **options_in_play.TURN,
        **options_in_play.MOVEMENT,
        **options_in_play.FIRE,
        **options_in_play.MELEE,
        **options_in_play.LEADERS,
        **options_before.NATIONS,
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
"""The rule that each table of a battle, or a part of one, stands under where its rows name none of their own."""

META: Final = Meta(
    key=KEY,
    version=1,
    title=SYSTEMS[KEY].title,
    author="George Knapp",
    source="Easy Napoleonics by George Knapp, its cheat sheet included.",
    licence="The game is its author's. Facts, numbers and procedures are restated in our own words; "
    "they do not take the place of his rulebook.",
    space="hex",
    dice=tables.DIE,
    stage="playable",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tables.KINDS, tables.GRADES),
)


def read(values: Mapping[str, OptionValue]) -> Options:
    """The options that ``values`` names, the others at their defaults.

    A number may be given as digits, a set as names with commas between them.

    Raises:
        ValueError: an option that there is not, a value that its option does not allow, or zones of deployment
            that the board has no room for; a sentence for the user.
    """
    options = Options(**read_options(META.title, OPTION_SPECS, values, gather=sorted_tuple))
    room = options.board_rows // 2
    if options.deployment_depth > room:
        spec = OPTION_SPECS["deployment_depth"]
        board = f"a board of {options.board_rows} rows leaves each side {room}"
        raise ValueError(f"deployment_depth is {options.deployment_depth}; {board} ({spec.rule}).")
    return options


def written(options: Options) -> dict[str, OptionValue]:
    """What ``read`` reads as ``options``: only what differs from the defaults, in the order of a form."""
    values = {name: written_value(getattr(options, name)) for name in OPTION_SPECS}
    return {name: value for name, value in values.items() if value != OPTION_SPECS[name].default}
