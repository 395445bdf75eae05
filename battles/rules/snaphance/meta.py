"""What Snaphance says of itself, and its options read from outside and written again."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.option_spec import OptionSpec, OptionValue, read_options
from battles.engine.option_spec import written as written_value
from battles.engine.registry import Meta
from battles.rules import SYSTEMS
from battles.rules.snaphance import options as rows
from battles.rules.snaphance import tables
from battles.rules.snaphance.rules import Options

KEY: Final = "snaphance"

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({**rows.BEFORE, **rows.FIGHT, **rows.GROUND})
"""Every option by name, in the order of a form."""

TABLE_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "profiles": "SH-STAND-02",
        "order_need": "SH-ORDER-02",
        "leader_range": "SH-CMD-02",
        "leader_move": "SH-CMD-03",
        "fire": "SH-FIRE-01",
        "melee": "SH-MELEE-01",
        "caps": "SH-MORALE-05",
        "retreat": "SH-RETREAT-01",
        "pursuit": "SH-PURSUIT-01",
        "leader_points": "SH-ARMY-02",
        "class_quarters": "SH-ARMY-02",
    }
)
"""The rule that each table stands under where its rows name none of their own."""

META: Final = Meta(
    key=KEY,
    version=1,
    title=SYSTEMS[KEY].title,
    author="not named on the summary sheets",
    source="The two summary sheets of Snaphance: firing and melee, terrain effects and town rules. The rulebook and "
    "its army lists were not at hand; what they leave open is filled with our own values.",
    licence="The game is its author's. Facts, numbers and procedures are restated in our own words; "
    "they do not take the place of his rules.",
    space="hex",
    dice=tables.DIE_SIDES,
    stage="draft",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tuple(tables.PROFILES),),
)


def read(values: Mapping[str, OptionValue]) -> Options:
    """The options that ``values`` names, the others at their defaults.

    Raises:
        ValueError: an option that there is not, or a value that its option does not allow; a sentence for the user.
    """
    return Options(**read_options(META.title, OPTION_SPECS, values))


def written(options: Options) -> dict[str, OptionValue]:
    """What ``read`` reads as ``options``: only what differs from the defaults, in the order of a form."""
    values = {name: written_value(getattr(options, name), spec.kind) for name, spec in OPTION_SPECS.items()}
    return {name: value for name, value in values.items() if value != OPTION_SPECS[name].default}
