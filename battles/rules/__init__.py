"""The rule systems and the campaign rules: what each is called, where it lives, and whose rule an ID is.

A system's package is imported only when its tables or rules are asked for; this module imports none.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class System(Struct, frozen=True):
    """One set of rules.

    ``path`` is the dotted path of its package. Rule IDs begin with ``prefix``, those of a companion
    volume or of a list of checks with another of ``prefixes``. ``volumes`` are the rulebook's files in
    the package in reading order, each with the prefix of its own rulings; ``summary`` says in a
    sentence what kind of game it is.
    """

    key: str
    title: str
    path: str
    prefix: str
    prefixes: tuple[str, ...]
    volumes: tuple[tuple[str, str], ...]
    summary: str


SYSTEMS: Final[Mapping[str, System]] = MappingProxyType(
    {
        system.key: system
        for system in (
            System(
                "mini_nap",
                "Mini-Nap",
                "battles.rules.mini_nap",
                "MN",
                ("MN", "MNT"),
                (("rulebook.md", "MN"), ("rulebook_terrain.md", "MNT")),
                "Divisions and corps on an open table, in centimetres, with six-sided dice; terrain included.",
            ),
            System(
                "easy_napoleonics",
                "Easy Napoleonics",
                "battles.rules.easy_napoleonics",
                "EN",
                ("EN", "AB"),
                (("rulebook.md", "EN"),),
                "A dozen units a side on hexes, with ten-sided dice, in about two hours.",
            ),
            System(
                "snaphance",
                "Snaphance",
                "battles.rules.snaphance",
                "SH",
                ("SH",),
                (("rulebook.md", "SH"),),
                "Pike and shot on hexes, a stand to a hex, with six-sided dice: 16th century to 1660 and after.",
            ),
            System(
                "snappy_nappy",
                "Snappy Nappy",
                "battles.rules.snappy_nappy",
                "SN",
                ("SN",),
                (("rulebook.md", "SN"),),
                "Corps commanders with brigades of two stands on several open tables, in inches, with ten-sided dice.",
            ),
        )
    }
)
"""Every system by its key."""

CAMPAIGN: Final = System(
    "campaign",
    "Campaigns",
    "campaign.war.rules",
    "CM",
    ("CM",),
    (("rulebook.md", "CM"),),
    "A war on a map of roads: orders for whole corps, marches, and battles that any of the systems can fight.",
)
"""The rules of campaigns: a rulebook like those of the systems, but no battle is fought under it."""

RULEBOOKS: Final[Mapping[str, System]] = MappingProxyType({**SYSTEMS, CAMPAIGN.key: CAMPAIGN})
"""Every rulebook by its key: those of the systems, then the campaign's."""


def system_of(rule_id: str) -> str | None:
    """The key of the rulebook of ``rule_id`` (a prefix, a chapter and a number); None for any other text."""
    prefix, dash, number = rule_id.partition("-")
    if not dash or not number:
        return None
    return next((key for key, system in RULEBOOKS.items() if prefix in system.prefixes), None)
