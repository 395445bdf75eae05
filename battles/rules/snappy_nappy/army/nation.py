"""Rows of the table of command radii, by nation (SN-CMD-02, SN-RULING-30)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.rules.snappy_nappy.tables import NationGroup

FRENCH_ALLIES: Final = ("SX", "BV", "WU", "BD", "WF", "HE", "FF", "DW", "KI", "NP", "DK")
WITH_THE_BRITISH: Final = ("KGL", "HAN", "PT", "BW", "NS", "NL")

NATION_OF: Final[Mapping[str, NationGroup]] = MappingProxyType(
    {
        "FR": "french",
        **dict.fromkeys(FRENCH_ALLIES, "french_allies"),
        "GB": "british",
        **dict.fromkeys(WITH_THE_BRITISH, "british"),
        "AT": "austria",
        "PR": "prussia",
        "RU": "russia",
        "ES": "spain",
        "OT": "turkey",
    }
)
"""The row for each nation's code; all others have ``other``."""


def group_of(code: str) -> NationGroup:
    """The row for a nation's code."""
    return NATION_OF.get(code, "other")
