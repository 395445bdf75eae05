"""Facts about Snappy Nappy, and the options of a battle."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.options import OptionSpec
from battles.engine.registry import Meta
from battles.engine.settings import OptionSettings
from battles.rules import SYSTEMS
from battles.rules.snappy_nappy import options as rows
from battles.rules.snappy_nappy import tables
from battles.rules.snappy_nappy.options import DEFAULTS, Options

KEY: Final = "snappy_nappy"

OPTION_SPECS: Final[Mapping[str, OptionSpec]] = MappingProxyType({**rows.BEFORE, **rows.TURN, **rows.FIGHT})
"""Every option by name, in the order of a form."""

TABLE_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "grades": "SN-UNIT-04",
        "cavalry_to_hit_shift": "SN-FIRE-05",
        "levels": "SN-UNIT-08",
        "catalogue": "SN-ARMY-02",
        "nations": "SN-CMD-02",
        "leader_move": "SN-LEAD-01",
        "soon": "SN-ORDER-05",
        "rates": "SN-MOVE-02",
        "change_quarters": "SN-MOVE-04",
        "about_face_quarters": "SN-MOVE-04",
        "forced_march_quarters": "SN-MOVE-07",
        "woods_cavalry": "SN-MOVE-03",
        "reveal": "SN-HIDE-06",
        "reveal_cover": "SN-HIDE-06",
        "fire_stands": "SN-FIRE-02",
        "artillery_dice": "SN-FIRE-03",
        "fire_modifiers": "SN-FIRE-08",
        "melee_stands": "SN-MELEE-02",
        "melee_modifiers": "SN-MELEE-05",
        "results": "SN-MELEE-08",
        "retreat": "SN-MELEE-13",
        "cover_bonus": "SN-MORALE-02",
        "leader_bonus": "SN-LEAD-02",
        "leader_rating_points": "SN-ARMY-02",
        "radius_per_point": "SN-ARMY-02",
        "cic_points": "SN-ARMY-02",
        "infantry_men": "SN-RULING-26",
        "cavalry_men": "SN-RULING-26",
    }
)
"""The rule of each table whose rows name no rule."""

META: Final = Meta(
    key=KEY,
    version=1,
    title=SYSTEMS[KEY].title,
    author="Russ Lockwood",
    source="A published review of the first edition of Snappy Nappy (1994) by Russ Lockwood, and public statements "
    "about it. The rulebook itself was not available; our own values fill the gaps.",
    licence="The game is its author's. Facts, numbers and procedures are restated in our own words; "
    "they do not replace the original rules.",
    space="open",
    dice=tables.DIE_SIDES,
    stage="draft",
    options=OPTION_SPECS,
    table_rules=TABLE_RULES,
    whole=(tuple(tables.GRADES), tuple(tables.LEVELS), tuple(tables.CATALOGUE)),
)


SETTINGS: Final = OptionSettings[Options](META, DEFAULTS)
"""The options and house rules of a battle."""

read = SETTINGS.read
written = SETTINGS.written
