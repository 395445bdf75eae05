"""Numbers and words of Mini-Nap in campaigns. The game has none of its own: these are the product's rulings.

Lengths are tenths of a millimetre.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, get_args

from msgspec import Struct

from battles.engine.armies.facts import Quality
from battles.engine.campaign import AGREED, Country, Fate, PlaceSize, RiverSize, Standing
from battles.kits.open_table.encounter import Sizes
from battles.rules.mini_nap.state import Whereabouts
from battles.rules.mini_nap.tables import DEPLOY_DEPTH, TABLE_HEIGHT, TABLE_WIDTH, FeatureKind

MINUTES_PER_TURN: Final = 30
"""CM-ENG-03."""

RESULT_WORDS: Final[Mapping[str, Standing]] = MappingProxyType(
    {**AGREED, "no_units": "routed", "army_break": "beaten", "turn_limit": "left"}
)
"""CM-AFTER-02: what the reasons for the end of a battle mean for the loser (MN-RULING-60)."""

GRADE_MAP: Final[Mapping[str, Quality]] = MappingProxyType({quality: quality for quality in get_args(Quality)})
"""CM-FORCE-04: the ratings of the game are those of the campaign (MN-RATE)."""

LOST_POINTS: Final = 300
"""CM-ENG-07: per mille of the men of lost strength points; the others rejoin when the battle is over."""

GUNS_LOST: Final[Mapping[Whereabouts, int]] = MappingProxyType(
    {"waiting": 0, "table": 0, "retreated": 0, "destroyed": 250, "lost": 1000}
)
"""CM-ENG-07: per mille of the guns of a battery, by where it ends the battle. One that is abandoned loses all."""

FLED: Final[frozenset[Whereabouts]] = frozenset({"destroyed", "lost"})
"""Units that ran from the field."""

REMOVED_STAND: Final[Fate] = "unhurt"
"""CM-AFTER-07: a stand is removed when its units are lost or it is overrun; nobody is said to be hit (MN-CMD-45)."""

SIZES: Final = Sizes(
    per_unit=400,
    least_width=TABLE_WIDTH,
    most_width=60_000,
    depth_thirds=2,
    least_depth=TABLE_HEIGHT,
    most_depth=18_000,
    point_depth=3_600,
    beyond_point=800,
    gap=3_600,
    attacker_depth=DEPLOY_DEPTH,
    aside=1_500,
    river_ahead=1_700,
    river_rim=1_400,
    river_bend=300,
    river_between=60,
    entry_wide=7_000,
    entry_deep=2_800,
)
"""A table is at least the usual one (MN-RULING-60); an arrival has a zone at the edge (MN-RULING-97)."""


class PlaceRow(Struct, frozen=True):
    """Areas of houses of a settlement, and its churches."""

    villages: int
    churches: int


SETTLEMENT: Final[Mapping[PlaceSize, PlaceRow]] = MappingProxyType(
    {
        "": PlaceRow(0, 0),
        "village": PlaceRow(1, 1),
        "small-town": PlaceRow(2, 1),
        "town": PlaceRow(3, 1),
        "city": PlaceRow(5, 1),
    }
)
HOUSES_APART: Final = 950
"""Distance of the areas of one town from each other."""
CHURCH_ASIDE: Final = 700
"""Distance of a church from the middle of its village (MNT-LANDMARK-07)."""

BEARINGS_TRIED: Final = 16
"""Bearings from the point among which a church finds a place away from the roads."""

WALLS: Final = (0, 2, 4)
"""Walls by the level of field works (CM-WORK-01)."""
FORTRESS_WALLS: Final = 6
WALL_LENGTH: Final = 1_400
WALL_AHEAD: Final = 1_300
WALLS_APART: Final = 2_000


class CountryRow(Struct, frozen=True):
    """Areas on each part of a table (MNT-RULING-33), in the order in which they are placed."""

    areas: tuple[tuple[FeatureKind, int], ...]


COUNTRY: Final[Mapping[Country, CountryRow]] = MappingProxyType(
    {
        "plain": CountryRow((("wood", 2), ("landmark", 1))),
        "rolling": CountryRow((("contour", 2), ("wood", 2), ("landmark", 1))),
        "hills": CountryRow((("hill", 2), ("contour", 2), ("wood", 2), ("rough", 1))),
        "mountains": CountryRow((("hill", 4), ("contour", 1), ("rough", 2), ("rough_x", 1), ("wood", 2))),
        "forest": CountryRow((("contour", 1), ("wood", 5), ("forest", 1), ("landmark", 1))),
    }
)


class RiverRow(Struct, frozen=True):
    """A river on the table: its kind of feature and width, and the distance between fords, 0 for none."""

    kind: FeatureKind
    width: int
    fords: int


RIVERS: Final[Mapping[RiverSize, RiverRow]] = MappingProxyType(
    {
        "major": RiverRow("river", 700, 0),
        "medium": RiverRow("river", 500, 0),
        "minor": RiverRow("river", 300, 6_000),
        "stream": RiverRow("stream", 150, 0),
    }
)
