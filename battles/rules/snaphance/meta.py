"""Facts about Snaphance, and the options of a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.options import OptionSpec
from battles.engine.registry import Meta
from battles.engine.settings import OptionSettings
from battles.rules import SYSTEMS
from battles.rules.snaphance import options as rows
from battles.rules.snaphance import tables
from battles.rules.snaphance.options import DEFAULTS, Options

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
"""The rule of each table whose rows name no rule."""

META: Final = Meta(
    key=KEY,
    version=1,
    title=SYSTEMS[KEY].title,
    author="not named on the summary sheets",
    source="The two summary sheets of Snaphance: firing and melee, terrain effects and town rules. The rulebook and "
    "its army lists were not available; our own values fill the gaps.",
    licence="The game is its author's. Facts, numbers and procedures are restated in our own words; "
    "they do not replace the original rules.",
    space="hex",
    dice=tables.DIE_SIDES,
    stage="draft",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tuple(tables.PROFILES),),
)


SETTINGS: Final = OptionSettings[Options](META, DEFAULTS)
"""The options and house rules of a battle."""

read = SETTINGS.read
written = SETTINGS.written
