"""The numbers of the campaign rules: each table names its rule.

Lengths are metres, times minutes, men and guns whole numbers; shares are per mille unless a table says otherwise.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

RoadKind = Literal["chaussee", "road", "track"]
Weather = Literal["dry", "rain", "mud"]
Grade = Literal["guard", "elite", "veteran", "trained", "untrained"]
Outcome = Literal["holds", "left", "beaten", "routed"]
"""What a side's part in a battle ended in (CM-AFTER-02)."""
Ending = Literal[
    "attacker_routed",
    "attacker_beaten",
    "attack_fails",
    "undecided",
    "defender_gives_way",
    "defender_beaten",
    "defender_routed",
]
"""The rows of quick settling (CM-QUICK-02)."""

RULES_VERSION: Final = 2
"""The version of these rules: it goes up when they decide an act in another way."""
PER_MILLE: Final = 1000
DIE: Final = 6
HOUR: Final = 60
DAY: Final = 1440
KM: Final = 1000

# Time

TURN_HOURS: Final = (6, 8, 12, 24)
STEP_MINUTES: Final = (60, 30, 15)
"""Lengths of turns and steps that a campaign may have (CM-TIME-01, CM-TIME-02)."""

DAYLIGHT: Final[tuple[tuple[int, int], ...]] = (
    (8, 16),
    (7, 17),
    (6, 18),
    (5, 19),
    (5, 20),
    (4, 21),
    (4, 21),
    (5, 20),
    (6, 18),
    (6, 17),
    (7, 16),
    (8, 16),
)
"""First hour of light and of dark, from January to December (CM-TIME-03)."""

# Forces

LEVELS: Final = ("corps", "division", "brigade")
"""Levels of formations, the highest first (CM-FORCE-01)."""

GRADES: Final[tuple[Grade, ...]] = ("untrained", "trained", "veteran", "elite", "guard")
"""From the lowest (CM-FORCE-04, CM-EXP-01)."""

GRADE_LEFT_OUT: Final[Grade] = "trained"
"""The quality of a unit that has neither a rating nor a grade (CM-FORCE-04)."""

# Marching

MARCH_RATE: Final[Mapping[str, Mapping[RoadKind, int]]] = MappingProxyType(
    {
        "foot": MappingProxyType({"chaussee": 3000, "road": 2500, "track": 1900}),
        "mounted": MappingProxyType({"chaussee": 4500, "road": 3750, "track": 2800}),
    }
)
"""Metres an hour (CM-MARCH-01): a force with foot or foot artillery, and a mounted one."""

MARCH_HOURS: Final[Mapping[str, int]] = MappingProxyType({"normal": 8, "forced": 15, "night": 8})
"""Most hours of a pace in a day (CM-MARCH-02)."""

MOST_MARCH_HOURS: Final = 15
"""Most hours in a day by all paces together (CM-MARCH-02)."""

CHAUSSEE_LENGTH: Final = 500
"""Length of a column on a chaussee, per mille of that on other roads (CM-MARCH-03)."""

WEATHER_RATE: Final[Mapping[Weather, Mapping[RoadKind, int]]] = MappingProxyType(
    {
        "dry": MappingProxyType({"chaussee": 1000, "road": 1000, "track": 1000}),
        "rain": MappingProxyType({"chaussee": 950, "road": 850, "track": 850}),
        "mud": MappingProxyType({"chaussee": 850, "road": 750, "track": 750}),
    }
)
"""Speed (CM-WEATHER-02)."""

# Fatigue and straggling

MOST_FATIGUE: Final = 10
TIRED: Final = 3
"""Fatigue above this weakens a force (CM-STRAG-01, CM-QUICK-01)."""
WORN_OUT: Final = 7
"""Fatigue from which units fight one grade lower (CM-TIRE-01)."""
FATIGUE_MARCH: Final = 1
FATIGUE_HARD_MARCH: Final = 1
"""More for a march of over 8 hours or in the dark (CM-TIRE-01)."""
HARD_MARCH_HOURS: Final = 8
FATIGUE_ENGAGEMENT: Final = 2
FATIGUE_LOST: Final = 3
FATIGUE_NIGHT_HALT: Final = -1
FATIGUE_REST_DAY: Final = -2
"""What a day does to fatigue (CM-TIRE-01, CM-TIRE-02)."""


class Straggling(Struct, frozen=True):
    """Rates that add up to a day's share of stragglers (CM-STRAG-01)."""

    rule: str = "CM-STRAG-01"
    march: int = 5
    long_march: int = 20
    dark_march: int = 10
    tired: int = 4
    rain: int = 5
    mud: int = 10
    first_hungry_day: int = 5
    later_hungry_day: int = 15


STRAGGLING: Final = Straggling()

STRAGGLING_QUALITY: Final[Mapping[Grade, int]] = MappingProxyType(
    {"guard": 500, "elite": 750, "veteran": 1000, "trained": 1250, "untrained": 1750}
)
"""Factor of a unit's quality (CM-STRAG-01)."""

STRAGGLING_DIVISOR: Final = 1_000_000

STRAGGLERS_BACK: Final[Mapping[str, int]] = MappingProxyType({"halted": 250, "marched": 100})
"""Share of stragglers who come back each day (CM-STRAG-02)."""
STRAGGLERS_ENEMY: Final = 10 * KM
"""No straggler comes back with a hostile force this near (CM-STRAG-02)."""

# Sight and reports

REPORT_ERROR: Final[tuple[int, ...]] = (500, 700, 700, 850, 850, 1000, 1150, 1150, 1300, 1300, 1600)
"""Factor for reported men by 2D6, from 2 to 12 (CM-SIGHT-03)."""

DAY_LUCK: Final[tuple[int, ...]] = (*REPORT_ERROR[:-1], 2000)
"""Factor for a day's stragglers by 2D6, from 2 to 12 (CM-STRAG-05)."""

SIGHT: Final = 5 * KM
SIGHT_LIGHT_HORSE: Final = 15 * KM
SIGHT_HALVED: Final = 2
"""How far a force sees, and the divisor for night, for rain, and for an enemy with more light horse (CM-SIGHT-01)."""
NAME_ROLL: Final = 10
"""2D6 from which a report names the commander (CM-SIGHT-03)."""
FINE_ROUNDING: Final = 500
COARSE_ROUNDING: Final = 1000
COARSE_FROM: Final = 10_000
LEAST_REPORTED: Final = 500
REPORT_AGAIN: Final = 6 * HOUR
"""Rounding and repetition of reports (CM-SIGHT-03)."""

# Contact

AROUND: Final = 3 * KM
"""Who is this near to a contact belongs to it (CM-CONTACT-07)."""
GET_AWAY_NEEDED: Final = 7


class GetAway(Struct, frozen=True):
    """Modifiers to 2D6 (CM-CONTACT-03)."""

    rule: str = "CM-CONTACT-03"
    mounted: int = 1
    more_light_horse: int = 1
    night: int = 1
    tired: int = -1
    strung_out: int = -2


GET_AWAY: Final = GetAway()
GET_AWAY_TIRED: Final = 5
"""Each point of fatigue above this counts (CM-CONTACT-03)."""
GET_AWAY_METRES: Final = 8 * KM
GET_AWAY_HOURS: Final = 4
"""How far a force gets away, and how long it then avoids (CM-CONTACT-03)."""

DELAY_MINUTES: Final = 15
DELAY_PLUS: Final = 1
DELAY_GOOD_PLACE: Final = 2
DELAY_GOOD_SHARE: Final = 3
"""(1D6 + 1) x 15 minutes, twice that with a third of the attacker's men (CM-CONTACT-04)."""
DELAY_LOSS: Final = 5
DELAY_BACK: Final = 5 * KM
DELAY_OUTNUMBERED: Final = 6
CLOSING_UP_LIMIT: Final = 6 * HOUR
"""Minutes of daylight after which an attacker that waits only accepts (CM-CONTACT-08)."""
TENTHS: Final = 10
"""``avoid_at`` and ``attack_at`` are tenths (CM-ORDER-03, CM-CONTACT-08)."""

# Engagements

GUNS_HEARD: Final = 7
"""2D6 and the commander's initiative: a supporting force hears the guns (CM-ENG-02)."""
FATE_GROUND: Final = 4 * HOUR
"""A defender who has stood this long fights better (CM-QUICK-01)."""

# Quick settling

FOOT_STRENGTH: Final = 10
HORSE_STRENGTH: Final = 15
HORSE_STRENGTH_CLOSE: Final = 10
GUN_STRENGTH: Final = 600
REPORTED_GUNS: Final = 3
"""Guns for each thousand men of a force of which guns were seen, for odds from reports (CM-RULING-49)."""
CLOSE_TERRAIN: Final = frozenset({"forest", "hills", "mountains"})
"""Strength of a man or gun, and ground on which horse counts less (CM-QUICK-01)."""

QUICK_QUALITY: Final[Mapping[Grade, int]] = MappingProxyType(
    {"guard": 1500, "elite": 1250, "veteran": 1100, "trained": 1000, "untrained": 800}
)
"""Factor of quality (CM-QUICK-01)."""

QUICK_FATIGUE: Final = 30
"""Less for each point of fatigue over 3 (CM-QUICK-01)."""


class DefenderFactors(Struct, frozen=True):
    """The best that holds for half of the defender's men multiplies the strength (CM-QUICK-01)."""

    rule: str = "CM-QUICK-01"
    stood: int = 1200
    works: int = 1400
    river: int = 1500
    minor_river: int = 1300
    stream: int = 1200
    fortress: int = 3000


DEFENDER: Final = DefenderFactors()

QUICK_HOURS: Final = 2
"""Added to 1D6 hours (CM-QUICK-02)."""
MOST_COMMAND: Final = 2
"""The most that the difference of commanders' ratings counts (CM-QUICK-02)."""

RATIO_SHIFTS: Final[tuple[tuple[int, int, int], ...]] = (
    (3, 1, 5),
    (2, 1, 3),
    (3, 2, 2),
    (6, 5, 1),
    (5, 6, 0),
    (2, 3, -1),
    (1, 2, -2),
    (1, 3, -3),
    (0, 1, -5),
)
"""Ratio attacker : defender of at least ``first : second``, and the shift (CM-QUICK-02)."""


class QuickRow(Struct, frozen=True):
    """A result of quick settling: totals up to ``most``, losses of both sides and what became of them (CM-QUICK-02)."""

    ending: Ending
    most: int
    attacker_loss: int
    defender_loss: int
    attacker: Outcome
    defender: Outcome


QUICK_RESULTS: Final[tuple[QuickRow, ...]] = (
    QuickRow("attacker_routed", 2, 280, 90, "routed", "holds"),
    QuickRow("attacker_beaten", 4, 200, 110, "beaten", "holds"),
    QuickRow("attack_fails", 6, 160, 120, "left", "holds"),
    QuickRow("undecided", 7, 140, 140, "holds", "holds"),
    QuickRow("defender_gives_way", 9, 120, 160, "holds", "left"),
    QuickRow("defender_beaten", 11, 110, 200, "holds", "beaten"),
    QuickRow("defender_routed", 99, 90, 280, "holds", "routed"),
)

MOST_OF_OTHER: Final = (3, 2)
"""A side counts at most so many times the other's engaged men (CM-QUICK-03)."""
GUNS_LOST: Final[Mapping[Outcome, tuple[int, int]]] = MappingProxyType(
    {"routed": (1, 2), "beaten": (1, 5), "left": (0, 1), "holds": (0, 1)}
)
"""Share of guns lost to the winner (CM-QUICK-03)."""

# After a battle


class LossSplit(Struct, frozen=True):
    """How men lost are shared out, and the retreat in metres (CM-AFTER-01, CM-AFTER-04)."""

    dead: int
    hospital: int
    stragglers: int
    captured: int
    retreat: int


LOSS_SPLIT: Final[Mapping[Outcome, LossSplit]] = MappingProxyType(
    {
        "holds": LossSplit(150, 450, 400, 0, 0),
        "left": LossSplit(150, 400, 350, 100, 5 * KM),
        "beaten": LossSplit(150, 350, 250, 250, 12 * KM),
        "routed": LossSplit(120, 250, 230, 400, 18 * KM),
    }
)

ROUTED_LOSS: Final = 300
"""A loser with this share lost is routed where the result does not say (CM-AFTER-02)."""
SHAKEN_HOURS: Final[Mapping[Outcome, int]] = MappingProxyType({"holds": 0, "left": 0, "beaten": 12, "routed": 24})
"""Hours from the turn's end in which a force only avoids, holds, rests and marches (CM-AFTER-04)."""
GUN_REPAIR_DAYS: Final = 2
GUN_REPAIR_SHARE: Final = (1, 2)
"""After so many days this share of damaged guns returns, rounded up (CM-AFTER-03)."""
CUT_OFF_SHARE: Final = (1, 2)
CUT_OFF_BEYOND: Final = 5 * KM
CUT_OFF_LEAST: Final = 2000
"""Men lost by a force that is cut off, where it then stands, and the men below which it surrenders (CM-AFTER-04)."""
PURSUIT_LOST: Final = 200
PURSUIT_SHARE: Final = (1, 2)
PURSUIT_MOST: Final = 100
PURSUIT_ROUTED: Final = 2
"""Horse that lost under this pursues; half of it, at most this share of the loser's foot, twice if routed
(CM-AFTER-05)."""
LEADER_HIT: Final[Mapping[bool, tuple[int, ...]]] = MappingProxyType({False: (12,), True: (11, 12)})
"""2D6 on which a commander is hit: of the routed on 11 too (CM-AFTER-07)."""
LEADER_CAPTURED: Final = 10
LEADER_HURT_DAYS: Final = 3
LEADER_HURT_CAMPAIGN: Final = 4
"""1D6: up to 3 hurt for 1D6 days, 4 for the campaign, else dead (CM-AFTER-07)."""
HOSPITAL_BACK: Final = 20
HOSPITAL_DEATHS: Final = 15
"""Of the men of a force in hospital each day (CM-AFTER-08)."""

# Works and crossings

WORKS_MEN: Final = 2000
WORKS_HOURS: Final = 12
MOST_WORKS: Final = 2
"""CM-WORK-01."""
CROSSING_MEN: Final = 500
BREAK_HOURS: Final = 2
BREAK_NEEDED: Final = 6
MEND_HOURS: Final = 8
MEND_HOURS_ENGINEERS: Final = 4
PONTOON_HOURS: Final = 6
"""CM-WORK-02, CM-WORK-04, CM-ORDER-02."""

# Weather

SUMMER: Final = (5, 9)
"""First and last month of summer (CM-WEATHER-01)."""
WEATHER_DICE: Final[Mapping[bool, tuple[tuple[int, Weather, bool], ...]]] = MappingProxyType(
    {
        True: ((8, "dry", False), (11, "rain", False), (12, "rain", True)),
        False: ((6, "dry", False), (10, "rain", False), (12, "mud", False)),
    }
)
"""By summer or not: 2D6 up to a number, the weather, and whether the next day is mud (CM-WEATHER-01)."""
RAIN_DAYS_TO_MUD: Final = 2

# Supply

FORAGE: Final[Mapping[str, int]] = MappingProxyType(
    {"city": 20_000, "town": 8_000, "small-town": 4_000, "village": 1_500}
)
"""Men that a point feeds in a day (CM-SUPPLY-02)."""
FORAGE_REACH: Final = 10 * KM
FORAGE_USED: Final = (1, 2)
FORAGE_GROWS: Final = (1, 10)
DEPOT_METRES: Final = 20 * KM
"""Metres that a depot moves in a day (CM-SUPPLY-04)."""
DEPOT_REST_DAYS: Final = 1
REST_ENEMY: Final = 10 * KM
"""A force does not rest with a hostile force known this near (CM-ORDER-02)."""
REPLACEMENT_SHARE: Final = (1, 10)
"""CM-REINF-02."""

# Command

LOST_COURIER_HIT: Final = 11
LOST_COURIER_LOST: Final = 2
LOST_COURIER_LATE: Final = 11
"""CM-CMD-02."""

# Advanced

LOST_STRAYS: Final = 2
"""One in so many of a lost battle's stragglers is captured (CM-STRAG-03)."""

RISE_LOSS: Final = 100
RISE_NEEDED: Final = 11
FALL_LOSS: Final = 400
FALL_MOST: Final = 4
"""CM-EXP-01."""

# Victory

GUNS_PER_POINT: Final = 10
BROKEN_CORPS_POINTS: Final = 2
BROKEN_CORPS_SHARE: Final = (1, 2)
"""CM-WIN-01; men are the setting ``men_per_point``."""

GARRISON_SHARE: Final = (1, 2)
"""Share of a garrison's men that masks it (CM-MAP-04)."""

# The computer

LEVELS_OF_COMMANDERS: Final[Mapping[str, int]] = MappingProxyType({"steady": 12, "bold": 8, "careful": 15})
"""``attack_at`` of each character (CM-AI-01)."""


class CampaignTables(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables that a campaign may change, as settings (chapter 19)."""

    march_rate: Mapping[str, Mapping[RoadKind, int]] = MARCH_RATE
    daylight: tuple[tuple[int, int], ...] = DAYLIGHT
    straggling: Straggling = STRAGGLING
    report_error: tuple[int, ...] = REPORT_ERROR
    day_luck: tuple[int, ...] = DAY_LUCK
    loss_split: Mapping[Outcome, LossSplit] = LOSS_SPLIT
    forage: Mapping[str, int] = FORAGE


TABLES: Final = CampaignTables()
