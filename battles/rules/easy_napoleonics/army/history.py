"""Tables that turn facts of history into kinds, grades and nation tags; a club may change rows (EN-RULING-101)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from battles.engine.armies.facts import Quality, UnitType
from battles.engine.armies.house_rules import House
from battles.rules.easy_napoleonics.tables import Grade, Kind, NationTag

KIND_OF: Final[Mapping[UnitType, Kind]] = MappingProxyType(
    {
        "line_infantry": "infantry",
        "light_infantry": "infantry",
        "heavy_cavalry": "heavy_cavalry",
        "medium_cavalry": "heavy_cavalry",
        "light_cavalry": "light_cavalry",
        "foot_artillery": "field_artillery",
        "horse_artillery": "horse_artillery",
    }
)
"""EN-RULING-93: type to kind."""

GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType(
    {
        "guard": "guard",
        "elite": "elite",
        "veteran": "veteran",
        "trained": "seasoned",
        "untrained": "conscript",
    }
)
"""EN-RULING-94: quality to grade."""

IRREGULAR_GRADE_OF: Final[Mapping[Quality, Grade]] = MappingProxyType({"untrained": "militia"})
"""EN-RULING-94: quality to grade for irregulars, where it differs."""

TAG_OF: Final[Mapping[str, NationTag]] = MappingProxyType(
    {"GB": "england", "KGL": "england", "FR": "france", "PR": "prussia", "AT": "austria", "RU": "russia"}
)
"""EN-RULING-96: nation's code to nation tag; every other nation has none."""

LEGION: Final = "KGL"
"""EN-RULING-96: a unit marked as King's German Legion uses the Legion's row, whatever its recorded nation."""

TYPE_WORDS: Final[Mapping[UnitType, str]] = MappingProxyType(
    {
        "line_infantry": "line infantry",
        "light_infantry": "light infantry",
        "heavy_cavalry": "heavy cavalry",
        "medium_cavalry": "medium cavalry",
        "light_cavalry": "light cavalry",
        "foot_artillery": "foot artillery",
        "horse_artillery": "horse artillery",
    }
)


def kind_of(unit_type: UnitType, house: House) -> tuple[Kind, str]:
    """The kind for a type, and the name of the house rule that says so, or empty (EN-RULING-93)."""
    key = f"kind_of.{unit_type}"
    return cast(Kind, house.get(key, KIND_OF[unit_type])), house.mark(key)


def grade_of(quality: Quality, irregular: bool, house: House) -> tuple[Grade, str]:
    """The grade for a quality, and the name of the house rule that says so, or empty (EN-RULING-94)."""
    if irregular and quality in IRREGULAR_GRADE_OF:
        key = f"irregular_grade_of.{quality}"
        return cast(Grade, house.get(key, IRREGULAR_GRADE_OF[quality])), house.mark(key)
    key = f"grade_of.{quality}"
    return cast(Grade, house.get(key, GRADE_OF[quality])), house.mark(key)


def tag_of(nation: str, kgl: bool, house: House) -> tuple[NationTag, str]:
    """The nation tag for a nation's code, and the name of the house rule that says so, or empty (EN-RULING-96).

    ``kgl``: the unit belongs to the King's German Legion.
    """
    code = LEGION if kgl else nation
    key = f"tag_of.{code}"
    return cast(NationTag, house.get(key, TAG_OF.get(code, "none"))), house.mark(key)
