"""Numbers and words of Easy Napoleonics in campaigns. The game has none of its own: these are the product's rulings."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from battles.engine.armies.facts import Quality
from battles.engine.campaign import AGREED, Country, Fate, PlaceSize, RiverSize, Share, Standing
from battles.kits.hex.encounter import Sizes
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

SIZES: Final = Sizes(
    least_across=18,
    most_across=60,
    base=8,
    units_per_two=5,
    depth_ninths=7,
    point_thirds=1,
    gap=4,
    meeting_gap=3,
    aside=2,
    river_ahead=2,
    river_between=60,
    entry=10,
)

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

WEAKER_SHARE: Final = 400
STRONGER_SHARE: Final = 250
"""Victory points that win: the greater of these shares, per mille, of what the units of a side are worth."""
MOST_WEAKER_SHARE: Final = 800
"""If more of the weaker side were needed, per mille, points do not win."""

UNITS_PER_LEADER: Final = 15
MOST_LEADERS: Final = 6
