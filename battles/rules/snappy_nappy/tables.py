"""The numbers of Snappy Nappy: each table names its rule.

Distances are inches. A row says by its ``mark`` how far the number can be trusted: ``S`` stated in the review,
``I`` worked out from its examples, ``P`` said in public elsewhere, ``H`` our own for a gap.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Mark = Literal["S", "I", "P", "H"]
Grade = Literal["militia", "conscript", "veteran", "elite", "old_guard"]
Level = Literal["bold", "firm", "wary", "disrupted", "panic", "rout"]
Arm = Literal["infantry", "cavalry", "artillery"]
Code = Literal["INF", "LCV", "HCV", "FAL", "FAM", "FAH", "HAL", "HAM"]
Weight = Literal["light", "medium", "heavy"]
Mover = Literal["infantry", "light_cavalry", "heavy_cavalry", "foot_artillery", "horse_artillery"]
Formation = Literal["line", "column", "road_march", "square"]
OrderKey = Literal["attack", "probe", "screen", "maneuver", "defend", "withdraw", "retreat"]
NationGroup = Literal["french", "french_allies", "british", "austria", "prussia", "russia", "spain", "turkey", "other"]
Margin = Literal["tie", "below_2", "2_to_1", "3_to_1", "4_to_1"]

DIE_SIDES: Final = 10
INCH_YARDS: Final = 200
TURN_MINUTES: Final = 30
"""Yards per inch and minutes per turn (SN-SCALE-01)."""

PHASES: Final[tuple[tuple[str, str], ...]] = (
    ("Initiative", "Each side rolls 1D10; the higher is First Player (equal: again)."),
    ("First Player Movement", "Its units move and charge; at the end they try to reveal markers."),
    ("Second Player Fire", "Each of its units may fire once."),
    ("First Melee", "All units in contact fight."),
    ("Second Player Movement", "As in phase 2."),
    ("First Player Fire", "As in phase 3."),
    ("Second Melee", "All units in contact fight."),
    ("Command", "Both sides rally units, send orders and interpret them."),
)
"""The phases of a turn in order, each with its contents (SN-TURN-01, SN-TURN-02)."""


class GradeRow(Struct, frozen=True):
    """A grade. ``check`` and ``to_hit`` are numbers that a die must beat; ``halves`` multiplies melee, in halves."""

    rule: str
    mark: Mark
    word: str
    check: int
    to_hit: int
    halves: int
    points: int


GRADES: Final[Mapping[Grade, GradeRow]] = MappingProxyType(
    {
        "militia": GradeRow("SN-UNIT-04", "I", "militia", 8, 8, 1, 1),
        "conscript": GradeRow("SN-UNIT-04", "I", "conscript", 7, 7, 2, 2),
        "veteran": GradeRow("SN-UNIT-04", "S", "veteran", 6, 6, 3, 3),
        "elite": GradeRow("SN-UNIT-04", "S", "elite", 5, 5, 4, 4),
        "old_guard": GradeRow("SN-UNIT-04", "I", "Old Guard", 4, 4, 5, 5),
    }
)
"""Grades (SN-UNIT-04); ``points`` is SN-ARMY-02."""

CAVALRY_TO_HIT_SHIFT: Final = 2
"""Added to the number that cavalry must beat to hit (SN-FIRE-05, ours)."""


class LevelRow(Struct, frozen=True):
    """A morale level: modifiers to checks, to the unit's own fire and to its melee dice; the points of starting at it.

    ``fire`` and ``melee`` are None for a unit that can do neither.
    """

    rule: str
    mark: Mark
    word: str
    check: int
    fire: int | None
    melee: int | None
    points: int
    may_not: str = ""


LEVELS: Final[Mapping[Level, LevelRow]] = MappingProxyType(
    {
        "bold": LevelRow("SN-UNIT-08", "S", "Bold", 1, 1, 2, 1),
        "firm": LevelRow("SN-UNIT-09", "I", "Firm", 0, 0, 0, 0),
        "wary": LevelRow("SN-UNIT-09", "S", "Wary", 0, 0, -1, -1),
        "disrupted": LevelRow("SN-UNIT-08", "P", "Disrupted", 0, -1, -2, -1, "Disrupted units may not charge."),
        "panic": LevelRow(
            "SN-UNIT-08", "P", "Panic", 0, -2, -3, -1, "Units in Panic may not charge or end nearer to a visible enemy."
        ),
        "rout": LevelRow(
            "SN-MORALE-11",
            "S",
            "Rout",
            0,
            None,
            None,
            -1,
            "Routed units flee toward their own edge at their column rate, at once and in each own Movement Phase; one "
            "that leaves the table or is charged is removed.",
        ),
    }
)
"""Morale levels from the top; below the last a unit is removed (SN-UNIT-07, SN-UNIT-08, SN-UNIT-09)."""

HIGHEST_LEVEL: Final[Level] = "bold"
RALLY_CEILING: Final[Level] = "firm"
"""The highest level, and the highest level that a rally can reach (SN-MORALE-08, SN-MORALE-09)."""


class TypeRow(Struct, frozen=True):
    """A type of unit: its arm, stands, how it moves, its lowest grade, its points, and the weight of its guns."""

    rule: str
    word: str
    arm: Arm
    mover: Mover
    stands: int
    least_grade: Grade
    points: int
    weight: Weight | None = None


CATALOGUE: Final[Mapping[Code, TypeRow]] = MappingProxyType(
    {
        "INF": TypeRow("SN-UNIT-01", "infantry brigade", "infantry", "infantry", 2, "militia", 0),
        "LCV": TypeRow("SN-UNIT-03", "light cavalry brigade", "cavalry", "light_cavalry", 2, "militia", 1),
        "HCV": TypeRow("SN-UNIT-03", "heavy cavalry brigade", "cavalry", "heavy_cavalry", 2, "conscript", 2),
        "FAL": TypeRow("SN-UNIT-02", "light foot battery", "artillery", "foot_artillery", 1, "conscript", 2, "light"),
        "FAM": TypeRow("SN-UNIT-02", "medium foot battery", "artillery", "foot_artillery", 1, "conscript", 3, "medium"),
        "FAH": TypeRow("SN-UNIT-02", "heavy foot battery", "artillery", "foot_artillery", 1, "conscript", 4, "heavy"),
        "HAL": TypeRow("SN-UNIT-02", "light horse battery", "artillery", "horse_artillery", 1, "veteran", 3, "light"),
        "HAM": TypeRow("SN-UNIT-02", "medium horse battery", "artillery", "horse_artillery", 1, "veteran", 4, "medium"),
    }
)
"""Every type of unit (SN-UNIT-01, SN-UNIT-02, SN-UNIT-03, section 20.1); ``points`` is SN-ARMY-02."""

STAND_HUNDREDTHS: Final = 100
"""The side of a stand in hundredths of an inch (SN-GEO-01, ours)."""

FOOTPRINTS: Final[tuple[tuple[str, int, int], ...]] = (
    ("line", 2, 1),
    ("column", 1, 2),
    ("road march", 1, 3),
    ("square", 1, 2),
    ("battery", 1, 1),
)
"""Width and depth of formations in inches (SN-GEO-02, ours)."""

COLUMN_ARC: Final = 2
"""Inches ahead for each inch by which the arc of fire of a column widens (SN-GEO-05, ours)."""


# Command


class RadiusRow(Struct, frozen=True):
    """A nation's leaders: radius in inches, the radius up to 1808, initiative rating."""

    rule: str
    word: str
    radius: int
    early_radius: int
    rating: int
    rating_mark: Mark = "H"


NATIONS: Final[Mapping[NationGroup, RadiusRow]] = MappingProxyType(
    {
        "french": RadiusRow("SN-CMD-02", "French", 18, 18, 2, "P"),
        "french_allies": RadiusRow("SN-CMD-02", "French allies", 18, 18, 1),
        "british": RadiusRow("SN-CMD-02", "British", 18, 18, 1),
        "austria": RadiusRow("SN-CMD-02", "Austrian", 12, 9, 1),
        "prussia": RadiusRow("SN-CMD-02", "Prussian", 12, 9, 1, "P"),
        "russia": RadiusRow("SN-CMD-02", "Russian", 12, 9, 1, "P"),
        "spain": RadiusRow("SN-CMD-02", "Spanish", 9, 9, 1),
        "turkey": RadiusRow("SN-CMD-02", "Turkish", 9, 9, 1),
        "other": RadiusRow("SN-RULING-30", "other", 12, 12, 1),
    }
)
"""Leaders by nation (SN-CMD-02, SN-LEAD-05); unpublished ratings are ours (SN-RULING-30)."""

EARLY_UNTIL: Final = 1808
"""The last year of the early radius (SN-CMD-02)."""

HIGHEST_RATING: Final = 2
LEADER_MOVE: Final = 18
LEADER_BONUS: Final = 1
LEADER_KILLED_ON: Final = 1
"""Inches, bonus to checks of the leader's unit, highest roll that kills (SN-LEAD-01, SN-LEAD-02, SN-LEAD-03)."""

SUCCESSOR_RATING: Final = 0
"""The rating of a dead leader's successor, who has half of the radius (SN-LEAD-04)."""

ADJACENT: Final = 1
ATTACK_HALT: Final = 3
SOON: Final = 5
SOON_MINUTES: Final = 15
LATE_MINUTES: Final = 30
"""Inches without a courier, and from an enemy where an attack may halt; the highest roll for an early arrival; delays.

Source: SN-ORDER-05, SN-ORDER-06, SN-ORDER-09.
"""

INTERPRETATION: Final[Mapping[int, str]] = MappingProxyType(
    {
        2: "one step more or less aggressive",
        1: "one step less aggressive",
        0: "not at all",
    }
)
"""How far a corps commander of each rating may change an order (SN-ORDER-07)."""


class OrderRow(Struct, frozen=True):
    """An order: its demands in each Movement Phase, and the charges it allows."""

    rule: str
    mark: Mark
    word: str
    demands: str
    charges: str


ORDERS: Final[Mapping[OrderKey, OrderRow]] = MappingProxyType(
    {
        "attack": OrderRow(
            "SN-ORDER-02",
            "P",
            "Attack",
            'Every unit advances, or is within 3" of the objective.',
            "Any unit may charge.",
        ),
        "probe": OrderRow(
            "SN-ORDER-02",
            "P",
            "Probe",
            'Half of the units advance or are within 6" of an objective; the others are within 12" of it or an enemy.',
            "Any unit may charge.",
        ),
        "screen": OrderRow(
            "SN-ORDER-02",
            "P",
            "Screen",
            'Every unit is within 12" of the enemy or an objective.',
            "Only cavalry may charge.",
        ),
        "maneuver": OrderRow(
            "SN-ORDER-02",
            "H",
            "Maneuver",
            'Units move toward the objective and end over 6" from visible enemies.',
            "Nobody may charge.",
        ),
        "defend": OrderRow(
            "SN-ORDER-02",
            "H",
            "Defend",
            'Every unit is within 6" of the objective or moves there.',
            'Only enemies within 6" may be charged.',
        ),
        "withdraw": OrderRow(
            "SN-ORDER-02", "H", "Withdraw", "No unit ends nearer to a visible enemy.", "Nobody may charge."
        ),
        "retreat": OrderRow(
            "SN-ORDER-02",
            "H",
            "Retreat",
            "Every unit moves at least half its allowance toward the exit edge.",
            "Nobody may charge.",
        ),
    }
)
"""Orders, the most aggressive first (SN-ORDER-02)."""


# Movement


class RateRow(Struct, frozen=True):
    """Inches in a whole phase by formation; None if there is no such formation, 0 if it cannot move."""

    rule: str
    word: str
    line: int
    column: int
    road_march: int
    square: int | None = None
    marks: tuple[Mark, Mark, Mark] = ("H", "H", "H")


RATES: Final[Mapping[Mover, RateRow]] = MappingProxyType(
    {
        "infantry": RateRow("SN-MOVE-02", "infantry", 3, 6, 12, 0, ("P", "H", "P")),
        "light_cavalry": RateRow("SN-MOVE-02", "light cavalry", 10, 12, 15),
        "heavy_cavalry": RateRow("SN-MOVE-02", "heavy cavalry", 8, 10, 15, None, ("H", "P", "H")),
        "foot_artillery": RateRow("SN-MOVE-02", "foot artillery", 0, 6, 12),
        "horse_artillery": RateRow("SN-MOVE-02", "horse artillery", 0, 10, 15),
    }
)
"""Movement rates (SN-MOVE-02). For batteries ``line`` is unlimbered and ``column`` is limbered."""

QUARTERS: Final = 4
CHANGE_QUARTERS: Final = 2
ABOUT_FACE_QUARTERS: Final = 1
BACKWARD_TIMES: Final = 2
FREE_PIVOT_DEGREES: Final = 45
"""Quarters of an allowance, and the costs of manoeuvres in quarters, all ours (SN-MOVE-04)."""

FORCED_MARCH_QUARTERS: Final = 2
STREAM_QUARTERS: Final = 1
WOODS_CAVALRY: Final = 2
WOODS_DIVISOR: Final = 2
ENEMY_GAP: Final = 1
"""A forced march's bonus, a stream's cost, cavalry in woods, the rate's divisor; the gap.

Source: SN-MOVE-03, SN-MOVE-06, SN-MOVE-07, SN-MOVE-09.
"""


# Hidden units


class RevealRow(Struct, frozen=True):
    """The roll that reveals a marker up to ``inches`` away; 1 is certain."""

    inches: int
    needed: int


REVEAL: Final[tuple[RevealRow, ...]] = (
    RevealRow(3, 1),
    RevealRow(6, 3),
    RevealRow(12, 5),
    RevealRow(18, 7),
    RevealRow(24, 9),
)
"""Reveal rolls, which need line of sight (SN-HIDE-06, ours)."""

REVEAL_COVER: Final = 2
REVEALS_NEEDED: Final = 2
"""Added in woods or town, but not at the nearest distance; successes needed (SN-HIDE-04, SN-HIDE-06)."""


# Fire

FIRE_RANGE: Final = 1
"""Range of foot and horse in inches (SN-FIRE-02)."""


class FireStandsRow(Struct, frozen=True):
    """Fire dice of foot and horse in a formation."""

    rule: str
    mark: Mark
    word: str
    dice: int


FIRE_STANDS: Final[Mapping[Formation, FireStandsRow]] = MappingProxyType(
    {
        "line": FireStandsRow("SN-FIRE-02", "I", "line", 2),
        "column": FireStandsRow("SN-RULING-07", "H", "column", 1),
        "road_march": FireStandsRow("SN-FIRE-02", "H", "road march", 0),
        "square": FireStandsRow("SN-RULING-07", "H", "square", 1),
    }
)

ARTILLERY_RANGES: Final[tuple[int, ...]] = (2, 5, 7, 9, 11)
ARTILLERY_DICE: Final[Mapping[Weight, tuple[int, ...]]] = MappingProxyType(
    {"light": (2, 1, 1, 0, 0), "medium": (3, 2, 1, 1, 0), "heavy": (4, 3, 2, 2, 1)}
)
"""Far ends of range bands in inches, and a battery's dice in each; the range of 11 is stated (SN-FIRE-03)."""


class ModifierRow(Struct, frozen=True):
    """A modifier to each die."""

    name: str
    rule: str
    mark: Mark
    value: int


FIRE_MODIFIERS: Final[tuple[ModifierRow, ...]] = (
    ModifierRow("target cavalry in column", "SN-FIRE-08", "S", 1),
    ModifierRow("target infantry in column, or limbered", "SN-FIRE-08", "H", 1),
    ModifierRow("target in road march", "SN-FIRE-08", "H", 2),
    ModifierRow("target in square", "SN-FIRE-08", "H", 2),
    ModifierRow("target unlimbered artillery", "SN-FIRE-08", "H", -1),
    ModifierRow("from the target's flank", "SN-FIRE-08", "H", 2),
    ModifierRow("from the target's rear", "SN-FIRE-08", "H", 3),
    ModifierRow("target in woods or town", "SN-FIRE-08", "H", -1),
    ModifierRow("target higher up", "SN-FIRE-08", "H", -1),
)
"""Modifiers to fire, which add up; the firer's level is in ``LEVELS`` (SN-FIRE-08)."""


SIGHT_DEPTH: Final = 1
"""Inches of woods or town through which a unit sees (SN-GEO-06, SN-TER-01, SN-TER-02)."""


# Charges and melee

CHARGE_WHEEL: Final = 45
FALTER_BACK: Final = 1
PUT_BACK_MOST: Final = 4
"""Degrees of a charger's wheel; inches that a faltering charger moves back, and the most.

Source: SN-CHARGE-04, SN-CHARGE-07, SN-CHARGE-09.
"""

MELEE_STANDS: Final[Mapping[str, int]] = MappingProxyType(
    {"line": 2, "column": 2, "square": 2, "road march": 1, "artillery": 1, "touched only in flank or rear": 1}
)
"""Dice of a unit in contact (SN-MELEE-02)."""


class MeleeRow(Struct, frozen=True):
    """A modifier to each melee die: ``value`` is added, or is a multiplier in halves."""

    name: str
    rule: str
    mark: Mark
    kind: Literal["add", "multiply"]
    value: int
    lasts: Literal["always", "first round"] = "always"


MELEE_MODIFIERS: Final[tuple[MeleeRow, ...]] = (
    MeleeRow("enemy in woods, behind a stream, or uphill", "SN-MELEE-05", "H", "add", -1),
    MeleeRow("enemy in town", "SN-MELEE-05", "H", "add", -2),
    MeleeRow("cavalry charging infantry in line", "SN-MELEE-05", "S", "multiply", 4, "first round"),
    MeleeRow("cavalry charging column or road march", "SN-MELEE-05", "H", "multiply", 3, "first round"),
    MeleeRow("cavalry against square", "SN-MELEE-05", "H", "multiply", 1),
    MeleeRow("infantry charging a square", "SN-MELEE-05", "H", "multiply", 3, "first round"),
    MeleeRow("heavy against light cavalry", "SN-MELEE-05", "H", "multiply", 3),
    MeleeRow("unit that charged a flank", "SN-MELEE-05", "H", "multiply", 4),
    MeleeRow("unit that charged a rear", "SN-MELEE-05", "H", "multiply", 6),
    MeleeRow("artillery in melee", "SN-MELEE-05", "H", "multiply", 1),
)
"""Modifiers to melee (SN-MELEE-05); level and grade are in ``LEVELS`` and ``GRADES``."""


class ResultRow(Struct, frozen=True):
    """Effect of a margin: levels the loser loses at once, checks it must pass, whether it is forced back.

    ``gain`` is the levels that the winner rises.
    """

    rule: str
    mark: Mark
    word: str
    levels: int
    checks: int
    retreat: bool
    gain: int


RESULTS: Final[Mapping[Margin, ResultRow]] = MappingProxyType(
    {
        "tie": ResultRow("SN-MELEE-08", "H", "tie", 0, 1, False, 0),
        "below_2": ResultRow("SN-MELEE-08", "I", "below 2:1", 0, 1, False, 0),
        "2_to_1": ResultRow("SN-MELEE-08", "S", "2:1", 0, 2, False, 0),
        "3_to_1": ResultRow("SN-MELEE-08", "H", "3:1", 1, 2, True, 1),
        "4_to_1": ResultRow("SN-MELEE-08", "H", "4:1 or more", 2, 2, True, 1),
    }
)
"""Results of a melee; in a tie both sides check (SN-MELEE-07, SN-MELEE-08)."""

DIE_FLOOR: Final = 0
MOST_ROUNDS: Final = 10
ROUNDS_BACK: Final = 2
"""Least value of a modified die; most rounds; inches that chargers then move back (SN-MELEE-04, SN-MELEE-12)."""

RETREAT: Final[Mapping[Arm, int]] = MappingProxyType({"infantry": 4, "cavalry": 8, "artillery": 4})
"""Inches of a retreat; unlimbered guns are lost (SN-MELEE-13)."""


# Checks

COVER_BONUS: Final = 1
RALLY_CLEAR: Final = 3
"""Added in woods or town; inches from a revealed enemy to rally (SN-MORALE-02, SN-MORALE-09)."""


class TerrainRow(Struct, frozen=True):
    """Effects of terrain: on movement and sight in words; on fire, melee and checks in numbers."""

    rule: str
    word: str
    move: str
    sight: str
    fire: int
    melee: int
    check: int
    note: str = ""


TERRAIN: Final[tuple[TerrainRow, ...]] = (
    TerrainRow("SN-TER-01", "woods", "half; cavalry 2, column only", "blocks beyond 1", -1, -1, 1),
    TerrainRow("SN-TER-02", "town", "infantry half; others by road, half", "blocks beyond 1", -1, -2, 1),
    TerrainRow("SN-TER-03", "hill", "none", "crest blocks", -1, -1, 0, "if higher up"),
    TerrainRow("SN-TER-04", "stream", "+1/4 to cross", "none", 0, -1, 0, "attacking across"),
    TerrainRow("SN-TER-05", "river", "bridge or ford", "none", 0, -1, 0, "at a bridge"),
    TerrainRow("SN-TER-06", "rough", "half", "none", 0, 0, 0),
    TerrainRow("SN-TER-07", "road", "road march rate", "none", 0, 0, 0),
)
"""Terrain effects (section 12)."""


# Armies

LEADER_RATING_POINTS: Final = 5
RADIUS_PER_POINT: Final = 6
CIC_POINTS: Final = 10
"""Points per rating, inches of radius per point, points of a C-in-C (SN-ARMY-02)."""

CORPS_LEAST: Final = 4
CORPS_MOST: Final = 16
BATTERIES: Final = 2
PER_BRIGADES: Final = 3
"""Units of a corps, and batteries per number of brigades; a guard corps may have one for each (SN-ARMY-01)."""

MOST_CORPS_DOUBLED: Final = 2
"""The most corps of a side that needs no separate C-in-C (SN-ARMY-09)."""

BREAK_NUMERATOR: Final = 2
BREAK_DENOMINATOR: Final = 5
"""The share of its points at which a corps breaks (SN-WIN-01)."""

DRAW_POINTS: Final = 10
"""A battle whose per cents of lost points are less than this apart is a draw (SN-WIN-02)."""

DEPLOYMENT: Final = 12
"""Inches from the own edge in which markers are placed (SN-ARMY-03)."""

TURN_LIMIT: Final = 12
DUMMY_MARKERS: Final = 0
"""The last turn, and dummy markers (SN-TURN-04, SN-HIDE-08)."""

INFANTRY_MEN: Final = 2_500
CAVALRY_MEN: Final = 1_500
"""Men of a historical brigade per two-stand unit, ours (SN-RULING-26)."""


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables whose numbers a club may change (house rules)."""

    grades: Mapping[Grade, GradeRow] = GRADES
    cavalry_to_hit_shift: int = CAVALRY_TO_HIT_SHIFT
    levels: Mapping[Level, LevelRow] = LEVELS
    catalogue: Mapping[Code, TypeRow] = CATALOGUE
    nations: Mapping[NationGroup, RadiusRow] = NATIONS
    leader_move: int = LEADER_MOVE
    soon: int = SOON
    rates: Mapping[Mover, RateRow] = RATES
    change_quarters: int = CHANGE_QUARTERS
    about_face_quarters: int = ABOUT_FACE_QUARTERS
    forced_march_quarters: int = FORCED_MARCH_QUARTERS
    woods_cavalry: int = WOODS_CAVALRY
    reveal: tuple[RevealRow, ...] = REVEAL
    reveal_cover: int = REVEAL_COVER
    fire_stands: Mapping[Formation, FireStandsRow] = FIRE_STANDS
    artillery_dice: Mapping[Weight, tuple[int, ...]] = ARTILLERY_DICE
    fire_modifiers: tuple[ModifierRow, ...] = FIRE_MODIFIERS
    melee_stands: Mapping[str, int] = MELEE_STANDS
    melee_modifiers: tuple[MeleeRow, ...] = MELEE_MODIFIERS
    results: Mapping[Margin, ResultRow] = RESULTS
    retreat: Mapping[Arm, int] = RETREAT
    cover_bonus: int = COVER_BONUS
    leader_bonus: int = LEADER_BONUS
    leader_rating_points: int = LEADER_RATING_POINTS
    radius_per_point: int = RADIUS_PER_POINT
    cic_points: int = CIC_POINTS
    infantry_men: int = INFANTRY_MEN
    cavalry_men: int = CAVALRY_MEN


PRINTED: Final = Tables()
"""The tables of the rulebook."""
