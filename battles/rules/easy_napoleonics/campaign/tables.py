"""Numbers and words of Easy Napoleonics in campaigns. The game has none of its own: these are the product's rulings."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.engine.armies.facts import Quality
from battles.engine.campaign.encounter import AGREED, Country, Fate, PlaceSize, RiverSize, Standing
from battles.engine.campaign.group import Share
from battles.rules.easy_napoleonics.tables import Level

MINUTES_PER_TURN: Final = 30
"""CM-ENG-03."""

RESULT_WORDS: Final[Mapping[str, Standing]] = MappingProxyType(
    {
        **AGREED,
        "annihilation": "routed",
        "points": "beaten",
        "objective": "left",
        "draw": "undecided",
        "mutual_defeat": "undecided",
    }
)
"""CM-AFTER-02: what the reasons for the end of a battle mean for the loser."""

GRADE_MAP: Final[Mapping[str, Quality]] = MappingProxyType(
    {
        "militia": "untrained",
        "conscript": "untrained",
        "seasoned": "trained",
        "veteran": "veteran",
        "elite": "elite",
        "guard": "guard",
        "old_guard": "guard",
    }
)
"""CM-FORCE-04, the other way round than EN-RULING-94."""

LOSSES: Final[Mapping[Level, Share]] = MappingProxyType(
    {
        "good": Share(40, 0, False),
        "fair": Share(90, 0, False),
        "bad": Share(160, 0, False),
        "broken": Share(320, 250, True),
    }
)
"""CM-ENG-07: the game counts no men. What a unit lost by the level at which it ends the battle, per mille."""

REMOVED_LEADER: Final[Fate] = "dead"
"""CM-AFTER-07: a leader whom the game removes is killed (EN-VP-01)."""

LEAST_ACROSS: Final = 18
MOST_ACROSS: Final = 60
ACROSS_BASE: Final = 8
UNITS_PER_TWO_HEXES: Final = 5
"""Width of a board: the base, and two hexes for so many units of the larger side."""

DEPTH_NINTHS: Final = 7
"""Depth of a board in ninths of its width."""

POINT_DEPTH_THIRDS: Final = 1
"""Distance of the point from the defender's edge in thirds of the depth."""

GAP: Final = 4
"""Free rows between the defender's zone and the attacker's."""

MEETING_GAP: Final = 3
"""Free rows on either side of the point in a meeting engagement."""

ASIDE: Final = 2
"""The point lies at most so many hexes from the middle of the width."""

SETTLEMENT_HEXES: Final[Mapping[PlaceSize, int]] = MappingProxyType(
    {"": 0, "village": 2, "small-town": 3, "town": 5, "city": 8}
)

REDOUBTS: Final = (0, 2, 4)
"""Redoubts by the level of field works (CM-WORK-01). The game has no works: a redoubt is a settlement hex."""
FORTRESS_REDOUBTS: Final = 6
REDOUBTS_APART: Final = 3
"""Hexes between redoubts, in front of the point."""


class CountryRow(Struct, frozen=True):
    """Patches of each terrain on 100 hexes, in tenths."""

    woods: int
    hill: int
    settlement: int


COUNTRY: Final[Mapping[Country, CountryRow]] = MappingProxyType(
    {
        "plain": CountryRow(10, 0, 8),
        "rolling": CountryRow(15, 15, 8),
        "hills": CountryRow(20, 40, 4),
        "mountains": CountryRow(20, 70, 2),
        "forest": CountryRow(60, 10, 4),
    }
)
LEAST_PATCH: Final = 2
MOST_PATCH: Final = 5
"""Hexes of a wood or hill; a farm has one."""

RIVER_AHEAD: Final = 2
"""Hexes from the point to a river between it and the attacker."""
RIVER_BETWEEN: Final = 60
"""A river is between the sides if its bearing is within so many degrees of the attacker's."""


class RiverRow(Struct, frozen=True):
    """A river on the board: ``barred`` but at crossings; with a ford every ``fords`` hexes, 0 for none."""

    barred: bool
    fords: int


RIVERS: Final[Mapping[RiverSize, RiverRow]] = MappingProxyType(
    {
        "major": RiverRow(True, 0),
        "medium": RiverRow(True, 0),
        "minor": RiverRow(True, 6),
        "stream": RiverRow(False, 0),
    }
)

ENTRY_HEXES: Final = 10
"""Edge hexes that an arrival tries, the nearest to its road first (EN-RULING-120)."""

WEAKER_SHARE: Final = 400
STRONGER_SHARE: Final = 250
"""Victory points that win: the greater of these shares, per mille, of what the units of a side are worth."""
MOST_WEAKER_SHARE: Final = 800
"""If more of the weaker side were needed, per mille, points do not win."""

UNITS_PER_LEADER: Final = 15
MOST_LEADERS: Final = 6
