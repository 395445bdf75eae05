"""Mini-Nap's words for an army's facts: types, ratings, nations, counts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.armies.facts import BrigadeKind, Element, Quality, Unit, UnitType
from battles.engine.armies.nations import nations
from battles.engine.armies.tree import Place
from battles.rules.mini_nap import tables
from battles.rules.mini_nap.tables import NationWord, UnitClass

TYPE_WORDS: Final[Mapping[UnitType, str]] = MappingProxyType({key: row.word for key, row in tables.TYPES.items()})
"""MN-TYPE-01, MN-TYPE-02, MN-TYPE-03, MN-TYPE-04, MN-TYPE-05, MN-TYPE-06, MN-TYPE-07: "line infantry" and so on."""

QUALITY_WORDS: Final[Mapping[Quality, str]] = MappingProxyType({key: row.word for key, row in tables.QUALITIES.items()})
"""MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05: "Guard" to "Untrained"."""

RATING_WORDS: Final[Mapping[tables.CommanderRating, str]] = MappingProxyType(
    {key: row.word for key, row in tables.COMMANDERS.items()}
)
"""MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10: "Excellent" to "Dreadful"."""

KIND_WORDS: Final[Mapping[BrigadeKind, str]] = MappingProxyType(
    {
        "infantry": "infantry Brigade",
        "cavalry": "cavalry Brigade",
        "mixed": "mixed Brigade",
        "artillery": "division artillery Brigade",
    }
)
"""MN-ORG-02."""

UNIT_NOUNS: Final[Mapping[UnitClass, str]] = MappingProxyType(
    {"infantry": "battalion", "cavalry": "regiment", "artillery": "battery"}
)


def unit_class(unit: Unit) -> UnitClass:
    """The unit's arm: infantry, cavalry or artillery.

    Source: MN-TYPE-01, MN-TYPE-02, MN-TYPE-03, MN-TYPE-04, MN-TYPE-05, MN-TYPE-06, MN-TYPE-07.
    """
    return tables.TYPES[unit.type].unit_class


def is_kgl(unit: Unit, nation_code: str) -> bool:
    """True if the unit is of the King's German Legion, by its flag or its nation (MN-TYPE-11, MN-RULING-91)."""
    return unit.kgl or nation_code in tables.KGL_CODES


def nation_word(nation_code: str) -> NationWord:
    """The rules' word for a nation's code; ``other`` for nations that the rules do not name (MN-TYPE-11)."""
    return tables.NATION_WORDS.get(nation_code, "other")


def unit_nation_word(place: Place) -> NationWord:
    """The rules' word for the nation of the unit at ``place``; the KGL is ``british`` (MN-RULING-62)."""
    unit = place.element
    if isinstance(unit, Unit) and is_kgl(unit, place.nation):
        return "british"
    return nation_word(place.nation)


def nation_name(nation_code: str) -> str:
    """The nation's adjective for a sentence ("French"), or the code if the nation is unknown."""
    nation = nations().get(nation_code)
    return nation.adjective if nation else nation_code or "without a nation"


def name_of(element: Element) -> str:
    """The element's name for a sentence."""
    return element.name or f"A {type(element).__name__.lower()} without a name"


def count(number: int, noun: str, plural: str = "") -> str:
    """``3 battalions``, ``1 battery``, ``no regiment``; give ``plural`` if it is irregular."""
    if number == 0:
        return f"no {noun}"
    if number == 1:
        return f"1 {noun}"
    many = plural or (f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s")
    return f"{number:,} {many}"


def a(words: str) -> str:
    """``words`` with an article: ``an infantry Brigade``."""
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
