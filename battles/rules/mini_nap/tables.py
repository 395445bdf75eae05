"""The numbers of Mini-Nap: each table names the rule that prints it.

Distances are centimetres unless a name says otherwise; stands are measured in tenths of a
millimetre. A row carries its own rule ID, so that its user can cite the rule.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

UnitType = Literal[
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "foot_artillery",
    "horse_artillery",
]
UnitClass = Literal["infantry", "cavalry", "artillery"]
Quality = Literal["guard", "elite", "veteran", "trained", "untrained"]
GunWeight = Literal["light", "medium", "heavy"]
Formation = Literal["line", "column", "solid_square", "emergency_square", "skirmish_line", "battery"]
Kind = Literal[
    "line_infantry",
    "light_infantry",
    "heavy_cavalry",
    "medium_cavalry",
    "light_cavalry",
    "lancer",
    "irregular",
    "foot_artillery",
    "horse_artillery",
]
"""A type, with lancers and irregulars apart from light cavalry (MN-TYPE-09, MN-TYPE-10)."""
NationWord = Literal["british", "french", "austrian", "russian", "ottoman", "prussian", "danish", "swedish", "other"]
CommanderRating = Literal["excellent", "good", "average", "poor", "dreadful"]
Level = Literal["corps", "division"]
BrigadeKind = Literal["infantry", "cavalry", "mixed", "artillery"]
Band = Literal["close", "medium", "long"]
CommandLossRule = Literal["exceed_exact_half", "exceed_rounded_half", "reach_rounded_half"]


# Unit types, nations and ratings


class TypeRow(Struct, frozen=True):
    """A unit type: the word for it and the class it belongs to."""

    rule: str
    word: str
    unit_class: UnitClass


TYPES: Final[Mapping[UnitType, TypeRow]] = MappingProxyType(
    {
        "line_infantry": TypeRow("MN-TYPE-01", "line infantry", "infantry"),
        "light_infantry": TypeRow("MN-TYPE-02", "light infantry", "infantry"),
        "heavy_cavalry": TypeRow("MN-TYPE-03", "heavy cavalry", "cavalry"),
        "medium_cavalry": TypeRow("MN-TYPE-04", "medium cavalry", "cavalry"),
        "light_cavalry": TypeRow("MN-TYPE-05", "light cavalry", "cavalry"),
        "foot_artillery": TypeRow("MN-TYPE-06", "foot artillery", "artillery"),
        "horse_artillery": TypeRow("MN-TYPE-07", "horse artillery", "artillery"),
    }
)
"""Every unit has one of these types (MN-TYPE-08). There are no rockets (MN-WEAPON-05).

Source: MN-TYPE-01, MN-TYPE-02, MN-TYPE-03, MN-TYPE-04, MN-TYPE-05, MN-TYPE-06, MN-TYPE-07.
"""

IRREGULAR_NATIONS: Final[frozenset[NationWord]] = frozenset({"russian", "ottoman"})
"""MN-TYPE-10, MN-VAL-08: Cossacks and Arab horse."""

NATION_WORDS: Final[Mapping[str, NationWord]] = MappingProxyType(
    {
        "GB": "british",
        "KGL": "british",
        "FR": "french",
        "AT": "austrian",
        "RU": "russian",
        "OT": "ottoman",
        "PR": "prussian",
        "DK": "danish",
        "SE": "swedish",
    }
)
"""MN-TYPE-11: the rules' word for a nation's code; every other code is ``other`` (MN-RULING-62, MN-RULING-91)."""

KGL_CODES: Final[frozenset[str]] = frozenset({"KGL"})
"""MN-TYPE-11: codes of nations that are ``british`` with ``kgl`` true."""

ALLIED_COMMAND: Final[frozenset[NationWord]] = frozenset({"french", "british"})
"""MN-CMD-50, MN-CMD-51: nations whose table also serves allied Corps under their command (MN-RULING-87)."""


class QualityRow(Struct, frozen=True):
    """A unit's rating: ``needed`` is QR, the least 1D6 that passes a quality test."""

    rule: str
    word: str
    needed: int


QUALITIES: Final[Mapping[Quality, QualityRow]] = MappingProxyType(
    {
        "guard": QualityRow("MN-RATE-01", "Guard", 1),
        "elite": QualityRow("MN-RATE-02", "Elite", 2),
        "veteran": QualityRow("MN-RATE-03", "Veteran", 3),
        "trained": QualityRow("MN-RATE-04", "Trained", 4),
        "untrained": QualityRow("MN-RATE-05", "Untrained", 5),
    }
)
"""Every unit has one of them, which never changes (MN-RATE-06); one number serves every test (MN-RATE-07).

Source: MN-RATE-01, MN-RATE-02, MN-RATE-03, MN-RATE-04, MN-RATE-05.
"""


# Bases and strength points


class BaseRow(Struct, frozen=True):
    """A base in tenths of a millimetre; a command stand is a circle, so its width is its depth."""

    rule: str
    width: int
    depth: int
    stands: int


BASES: Final[Mapping[UnitClass, BaseRow]] = MappingProxyType(
    {
        "infantry": BaseRow("MN-BASE-01", 250, 200, 2),
        "cavalry": BaseRow("MN-BASE-02", 250, 400, 2),
        "artillery": BaseRow("MN-BASE-03", 300, 300, 1),
    }
)
"""MN-BASE-01, MN-BASE-02, MN-BASE-03: the stands of one unit, whatever its strength (MN-BASE-07)."""

COMMAND_FIGURES: Final[Mapping[Literal["brigade", "division", "corps"], tuple[str, int]]] = MappingProxyType(
    {"brigade": ("MN-BASE-04", 1), "division": ("MN-BASE-05", 2), "corps": ("MN-BASE-06", 3)}
)
"""MN-BASE-04, MN-BASE-05, MN-BASE-06: rule and mounted figures of a command stand."""

COMMAND_STAND_DIAMETER: Final = 250
"""MN-BASE-04, MN-BASE-05, MN-BASE-06, tenths of a millimetre."""

MEN_PER_POINT: Final = 100
"""MN-SP-01."""
MEN_ROUNDED_UP: Final = 50
"""MN-SP-01: added before full hundreds are counted, so a remainder of 50 to 99 counts as one."""
GUNS_PER_POINT: Final = 2
"""MN-SP-03."""
LEAST_POINTS: Final = 2
"""MN-SP-01, MN-SP-03."""
MOST_BATTERY_POINTS: Final = 6
"""MN-SP-03, MN-SP-04."""


# Formations


class FormationRow(Struct, frozen=True):
    """A formation: its word, and whether a unit in it is formed."""

    rule: str
    word: str
    formed: bool


FORMATIONS: Final[Mapping[Formation, FormationRow]] = MappingProxyType(
    {
        "line": FormationRow("MN-FORM-01", "line", True),
        "column": FormationRow("MN-FORM-02", "column", True),
        "solid_square": FormationRow("MN-FORM-03", "solid square", True),
        "emergency_square": FormationRow("MN-FORM-04", "emergency square", True),
        "skirmish_line": FormationRow("MN-FORM-05", "skirmish line", False),
        "battery": FormationRow("MN-FORM-06", "battery", False),
    }
)
"""MN-FORM-01, MN-FORM-02, MN-FORM-03, MN-FORM-04, MN-FORM-05, MN-FORM-06, MN-FORM-07, MN-FORM-11, MN-ART-06."""

_FOOT: Final[tuple[Formation, ...]] = ("line", "column", "solid_square", "emergency_square")
_HORSE: Final[tuple[Formation, ...]] = ("line", "column")

FORMATIONS_OPEN: Final[Mapping[Kind, tuple[Formation, ...]]] = MappingProxyType(
    {
        "line_infantry": _FOOT,
        "light_infantry": (*_FOOT, "skirmish_line"),
        "heavy_cavalry": _HORSE,
        "medium_cavalry": _HORSE,
        "light_cavalry": (*_HORSE, "skirmish_line"),
        "lancer": _HORSE,
        "irregular": ("skirmish_line",),
        "foot_artillery": ("battery",),
        "horse_artillery": ("battery",),
    }
)
"""Formations of each kind of unit.

Source: MN-FORM-01, MN-FORM-02, MN-FORM-03, MN-FORM-04, MN-FORM-05, MN-FORM-06, MN-TYPE-09, MN-TYPE-10.
"""


# Movement and charges


class MoveRow(Struct, frozen=True):
    """Allowances in cm. Two moves are alternatives (a square's inch); no charge is None."""

    rule: str
    moves: tuple[int, ...]
    charge: int | None


_FOOT_LINE: Final = MoveRow("MN-MOVE-01", (6,), 6)
_FOOT_COLUMN: Final = MoveRow("MN-MOVE-02", (6,), 9)
_INCH: Final = MoveRow("MN-MOVE-03", (2, 4), None)
_FOOT_SKIRMISH: Final = MoveRow("MN-MOVE-04", (18,), 6)
_HEAVY: Final = MoveRow("MN-MOVE-05", (15,), 30)
_MEDIUM: Final = MoveRow("MN-MOVE-06", (20,), 30)
_LIGHT: Final = MoveRow("MN-MOVE-07", (25,), 25)
_LIGHT_SKIRMISH: Final = MoveRow("MN-MOVE-08", (30,), 25)

_EMERGENCY: Final = MoveRow("MN-SQUARE-02", (0,), None)
_FOOT_MOVES: Final[dict[Formation, MoveRow]] = {
    "line": _FOOT_LINE,
    "column": _FOOT_COLUMN,
    "solid_square": _INCH,
    "emergency_square": _EMERGENCY,
}


def _moves(**rows: MoveRow) -> Mapping[Formation, MoveRow]:
    return MappingProxyType(rows)  # type: ignore[arg-type]


MOVES: Final[Mapping[UnitType, Mapping[Formation, MoveRow]]] = MappingProxyType(
    {
        "line_infantry": _moves(**_FOOT_MOVES),
        "light_infantry": _moves(**_FOOT_MOVES, skirmish_line=_FOOT_SKIRMISH),
        "heavy_cavalry": _moves(line=_HEAVY, column=_HEAVY),
        "medium_cavalry": _moves(line=_MEDIUM, column=_MEDIUM),
        "light_cavalry": _moves(line=_LIGHT, column=_LIGHT, skirmish_line=_LIGHT_SKIRMISH),
        "foot_artillery": _moves(battery=MoveRow("MN-MOVE-10", (15,), None)),
        "horse_artillery": _moves(battery=MoveRow("MN-MOVE-11", (20,), None)),
    }
)
"""Artillery's allowance is its redeployment; it may prolong instead.

Source: MN-MOVE-01, MN-MOVE-02, MN-MOVE-03, MN-MOVE-04, MN-MOVE-05, MN-MOVE-06, MN-MOVE-07, MN-MOVE-08, MN-MOVE-10,
MN-MOVE-11.
"""

PROLONG: Final = MoveRow("MN-MOVE-09", (1,), None)
COMMAND_STAND_MOVE: Final = MoveRow("MN-MOVE-12", (36,), None)
INCH_NEAR_CAVALRY: Final = 12
"""MN-SQUARE-01: the shorter inch applies if enemy cavalry is within this distance."""


ExtendingType = Literal["line_infantry", "light_infantry", "heavy_cavalry", "medium_cavalry", "light_cavalry"]
EXTENSION_DICE: Final[Mapping[ExtendingType, int]] = MappingProxyType(
    {"line_infantry": 1, "light_infantry": 1, "light_cavalry": 1, "medium_cavalry": 2, "heavy_cavalry": 3}
)
"""MN-EXTEND-03: D6 rolled for a charge extension, in cm; artillery has none."""

Charger = Literal["formed_infantry", "unformed_infantry", "formed_cavalry", "unformed_cavalry"]
ChargeTarget = Literal["unformed_infantry", "formed_infantry", "unformed_cavalry", "formed_cavalry", "artillery"]
ChargeAnswer = Literal["yes", "no", "outflanking"]

_TARGETS: Final[tuple[ChargeTarget, ...]] = (
    "unformed_infantry",
    "formed_infantry",
    "unformed_cavalry",
    "formed_cavalry",
    "artillery",
)


def _charges(*answers: ChargeAnswer) -> Mapping[ChargeTarget, ChargeAnswer]:
    return MappingProxyType(dict(zip(_TARGETS, answers, strict=True)))


CHARGE_MATRIX: Final[Mapping[Charger, Mapping[ChargeTarget, ChargeAnswer]]] = MappingProxyType(
    {
        "formed_infantry": _charges("yes", "yes", "no", "no", "yes"),
        "unformed_infantry": _charges("yes", "outflanking", "no", "no", "outflanking"),
        "formed_cavalry": _charges("yes", "yes", "yes", "yes", "yes"),
        "unformed_cavalry": _charges("yes", "outflanking", "yes", "outflanking", "outflanking"),
    }
)
"""MN-CHARGE-07, MN-CHARGE-09."""


# Fire


class BatteryRow(Struct, frozen=True):
    """Basic dice of a battery at each range."""

    rule: str
    close: int
    medium: int
    long: int


BATTERY_DICE: Final[Mapping[GunWeight, BatteryRow]] = MappingProxyType(
    {
        "light": BatteryRow("MN-FIRE-34", 2, 1, 0),
        "medium": BatteryRow("MN-FIRE-35", 3, 2, 1),
        "heavy": BatteryRow("MN-FIRE-36", 4, 3, 2),
    }
)
"""MN-FIRE-34, MN-FIRE-35, MN-FIRE-36."""

BATTERY_RANGE: Final[Mapping[Band, int]] = MappingProxyType({"close": 20, "medium": 40, "long": 80})
"""MN-FIRE-13: the far end of each band, which belongs to it (MN-RULING-42)."""

SMALL_ARMS_RANGE: Final = 4
"""MN-FIRE-13."""

SMALL_ARMS_DICE: Final[Mapping[Formation, tuple[str, int]]] = MappingProxyType(
    {
        "line": ("MN-FIRE-30", 2),
        "skirmish_line": ("MN-FIRE-31", 2),
        "column": ("MN-FIRE-32", 1),
        "solid_square": ("MN-FIRE-33", 1),
        "emergency_square": ("MN-FIRE-33", 1),
    }
)
"""Rule and basic dice of infantry, which alone fires small arms (MN-WEAPON-02).

Source: MN-FIRE-30, MN-FIRE-31, MN-FIRE-32, MN-FIRE-33, MN-FORM-09.
"""


class FireBonusRow(Struct, frozen=True):
    """Extra dice by class, quality and nation. ``nation`` None is any; ``kgl`` units never get a nation's bonus."""

    rule: str
    word: str
    dice: int
    unit_class: UnitClass
    nation: NationWord | None
    qualities: frozenset[Quality]


FIRE_BONUSES: Final[tuple[FireBonusRow, ...]] = (
    FireBonusRow("MN-FIRE-37", "Guard infantry", 1, "infantry", None, frozenset({"guard"})),
    FireBonusRow("MN-FIRE-38", "British artillery", 1, "artillery", "british", frozenset(QUALITIES)),
    FireBonusRow(
        "MN-FIRE-39", "French Guard or Elite artillery", 1, "artillery", "french", frozenset({"guard", "elite"})
    ),
)
"""MN-FIRE-37, MN-FIRE-38, MN-FIRE-39: added before halving."""

DENSE_TARGET_DICE: Final[tuple[str, int]] = ("MN-FIRE-40", 1)
"""Added when the target is in any square or in column."""

SUM_PER_HIT: Final = 6
"""MN-FIRE-43."""

SQUARE_TEST_BONUS: Final[Mapping[NationWord, int]] = MappingProxyType({"british": 1, "austrian": 1})
"""MN-REACT-42: added to the emergency square test of an infantry column; never for the KGL."""
SQUARE_TEST_BONUS_RULE: Final = "MN-REACT-42"


# Losses

REMOVED_AT: Final = 1
"""MN-LOSS-02: points at which a unit is removed."""
REMOVED_AT_EXEMPT: Final = 0
"""MN-LOSS-03: Guard units, and others while unformed or in any square."""
EXEMPT_QUALITIES: Final[frozenset[Quality]] = frozenset({"guard"})
"""MN-LOSS-03 (c)."""


# Command


class RadiusRow(Struct, frozen=True):
    """A commander's rating: the word and the radius in cm."""

    rule: str
    word: str
    radius: int


COMMANDERS: Final[Mapping[CommanderRating, RadiusRow]] = MappingProxyType(
    {
        "excellent": RadiusRow("MN-CMD-06", "Excellent", 18),
        "good": RadiusRow("MN-CMD-07", "Good", 16),
        "average": RadiusRow("MN-CMD-08", "Average", 14),
        "poor": RadiusRow("MN-CMD-09", "Poor", 12),
        "dreadful": RadiusRow("MN-CMD-10", "Dreadful", 10),
    }
)
"""MN-CMD-06, MN-CMD-07, MN-CMD-08, MN-CMD-09, MN-CMD-10, best first."""

CAUTIOUS_RADIUS: Final = 24
"""MN-CMD-13."""
ATTACH_DISTANCE: Final = 6
"""MN-CMD-31."""

DIE_SIDES: Final = 6
COMMANDER_DICE: Final = 2
"""MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57, MN-CMD-60: 2D6."""


class RatingRow(Struct, frozen=True):
    """One line of a commander table: each rating with the least total that gives it, best first.

    The last rating has no least total: it takes everything below.
    """

    rule: str
    title: str
    bands: tuple[tuple[CommanderRating, int | None], ...]


_DANISH_SWEDISH: Final = RatingRow("MN-CMD-55", "Danish, Swedish", (("average", None),))

CORPS_TABLE: Final[Mapping[NationWord, RatingRow]] = MappingProxyType(
    {
        "french": RatingRow(
            "MN-CMD-50",
            "French, and allied Corps under French command",
            (("excellent", 10), ("good", 6), ("average", 4), ("poor", None)),
        ),
        "british": RatingRow(
            "MN-CMD-51",
            "British, and allied Corps under British command",
            (("excellent", 8), ("good", 7), ("average", 4), ("poor", None)),
        ),
        "austrian": RatingRow("MN-CMD-52", "Austrian", (("average", 10), ("poor", 7), ("dreadful", None))),
        "prussian": RatingRow("MN-CMD-53", "Prussian", (("good", 5), ("average", None))),
        "russian": RatingRow("MN-CMD-54", "Russian", (("good", 11), ("average", 9), ("poor", 5), ("dreadful", None))),
        "danish": _DANISH_SWEDISH,
        "swedish": _DANISH_SWEDISH,
        "ottoman": RatingRow("MN-CMD-56", "Ottoman", (("dreadful", None),)),
        "other": RatingRow("MN-CMD-57", "all others", (("poor", None),)),
    }
)
"""Corps commanders, 2D6 without modifier, by the command nation of the Corps.

Source: MN-CMD-50, MN-CMD-51, MN-CMD-52, MN-CMD-53, MN-CMD-54, MN-CMD-55, MN-CMD-56, MN-CMD-57.
"""

CORPS_RUSSIAN_POOR_WINS: Final = RatingRow("MN-CMD-54", "Russian", (("good", 11), ("average", 9), ("poor", None)))
"""MN-CMD-54 with ``russian_corps_overlap`` = "poor_wins" (MN-RULING-01)."""

DIVISION_TABLE: Final = RatingRow(
    "MN-CMD-60", "all nations, after the modifier", (("good", 13), ("average", 10), ("poor", 6), ("dreadful", None))
)
"""MN-CMD-60: good only on 13 or more (MN-RULING-02)."""

DIVISION_MODIFIERS: Final[Mapping[NationWord, int]] = MappingProxyType(
    {"french": 1, "british": 1, "russian": -1, "austrian": -2, "ottoman": -3}
)
"""MN-CMD-60: added to the 2D6 of a Division commander; all others 0."""

COMMANDER_WHEN_FIXED: Final[CommanderRating] = "average"
"""``commander_ratings`` = "fixed": a rating that the scenario does not give (MN-RULING-67)."""


# Organisation


class Limit(Struct, frozen=True):
    """A usual range from ``least`` to ``most``, both included; the checks report a count outside it."""

    rule: str
    least: int
    most: int

    def holds(self, count: int) -> bool:
        """True if ``count`` is within the range."""
        return self.least <= count <= self.most

    @property
    def words(self) -> str:
        """The range in words: ``6``, ``1 or 2``, ``6 to 8``."""
        if self.least == self.most:
            return str(self.least)
        return f"{self.least} {'or' if self.most == self.least + 1 else 'to'} {self.most}"


INFANTRY_BRIGADE: Final = Limit("MN-ORG-04", 2, 10)
"""Battalions."""
INFANTRY_BRIGADE_BATTERIES: Final = Limit("MN-ORG-04", 0, 1)
CAVALRY_BRIGADE: Final = Limit("MN-ORG-06", 1, 2)
"""Usual number of regiments."""
CAVALRY_BRIGADE_OCCASIONAL: Final = Limit("MN-ORG-06", 3, 3)
"""Occasional number of regiments: a note, not a warning."""
CAVALRY_BRIGADE_RARE: Final = Limit("MN-ORG-06", 4, 4)
CAVALRY_BRIGADE_BATTERIES: Final = Limit("MN-ORG-06", 0, 1)
MIXED_BRIGADE: Final = Limit("MN-ORG-09", 1, 5)
"""Battalions."""
MIXED_BRIGADE_BATTERIES: Final = Limit("MN-ORG-09", 0, 1)
MIXED_BRIGADE_BATTERIES_RARE: Final = Limit("MN-ORG-09", 2, 2)
DIVISION_ARTILLERY: Final = Limit("MN-ORG-11", 1, 2)
"""Batteries in a division artillery Brigade."""
DIVISION_ARTILLERY_BRIGADES: Final = Limit("MN-ORG-11", 0, 1)
RESERVES_IN_CORPS: Final = Limit("MN-ORG-13", 0, 2)
"""Reserve Brigades attached within a Corps, artillery apart."""
SIDE: Final = Limit("MN-ORG-15", 35, 50)
"""Units of a side."""

RESERVE_BESIDE: Final[Mapping[BrigadeKind, frozenset[str]]] = MappingProxyType(
    {
        "infantry": frozenset({"infantry", "mixed"}),
        "cavalry": frozenset({"cavalry", "mixed"}),
        "mixed": frozenset({"infantry", "mixed"}),
        "artillery": frozenset({"infantry"}),
    }
)
"""MN-ORG-12, MN-ORG-13, MN-RULING-92: kinds of Division that a reserve Brigade of each kind may join."""

BATTERY_GUNS: Final = Limit("MN-VAL-26", 1, 8)
"""Guns of a battery outside Russia."""
BATTERY_GUNS_RUSSIAN: Final = Limit("MN-VAL-26", 1, 12)
"""Guns of a Russian battery; more is unusual anywhere."""
HORSE_BATTERY_GUNS: Final = Limit("MN-VAL-27", 6, 6)
FOOT_BATTERY_GUNS: Final = Limit("MN-VAL-27", 6, 8)
LEAST_OVERRIDDEN: Final = 1
MOST_OVERRIDDEN: Final = 200
"""MN-RULING-95: limits of strength points that an owner sets in place of the calculated ones."""


# Words for sheets


class MarkerRow(Struct, frozen=True):
    """A marker: who has it and its meaning, each a sentence, and when it is removed, as words after "Remove it"."""

    rule: str
    marker: str
    on: str
    meaning: str
    until: str


NEVER: Final = "never"
"""``until`` of a marker that is never removed."""
_GOES: Final = "when its side next gains the initiative, or at the end of the Turn"
MARKERS: Final[tuple[MarkerRow, ...]] = (
    MarkerRow("MN-MARKER-01", "blue", "The unit reacted or is disordered.", "It does not react or charge.", _GOES),
    MarkerRow(
        "MN-MARKER-02", "yellow", "The unit returned fire, suppressed or was suppressed.", "It does not fire.", _GOES
    ),
    MarkerRow(
        "MN-MARKER-03",
        "white",
        "The unit has broken through.",
        "It acts in the Break-through phase.",
        "when the break-through is over",
    ),
    MarkerRow("MN-MARKER-04", "two white", "The command stand evaded.", "Its radius is 0.", "at the end of the Turn"),
    MarkerRow(
        "MN-MARKER-05",
        "orange",
        "The battery is abandoned, and the square holds its crew.",
        "The battery does nothing.",
        "when it is manned again or lost",
    ),
    MarkerRow("MN-MARKER-06", "hit", "The unit was hit.", "It has lost 1 strength point.", NEVER),
)
"""MN-MARKER-01, MN-MARKER-02, MN-MARKER-03, MN-MARKER-04, MN-MARKER-05, MN-MARKER-06."""

PHASES: Final[tuple[str, ...]] = (
    "Manoeuvre (with reactions)",
    "Firing (with return fire and suppression)",
    "Hand-to-hand combat",
    "Break-through",
)
"""MN-SEQ-03."""

FIRST_INITIATIVE_DICE: Final = 2
"""MN-SEQ-01: D6 of each side at the start of a Turn."""
HOLDER_DICE: Final = 3
OTHER_SIDE_DICE: Final = 2
"""MN-SEQ-06: D6 of the side that held the initiative, and of the other."""


# Movement on the table


SKIRMISH_GAP: Final = 50
"""MN-GEO-02, MN-RULING-13, MN-FORM-08."""
LENGTH_TOLERANCE_CM: Final = 1e-6
"""MN-GEO-04: lengths in cm are equal if they differ by no more than this."""

CONTACT_TOLERANCE: Final = 5
"""MN-GEO-04, MN-RULING-15."""
LEAST_GAP: Final = 10
"""MN-MAN-12, MN-RULING-16."""
AIM_STEP: Final = 50
"""MN-RULING-43."""
DISTANCE_STEP: Final = 100
"""MN-RULING-61."""
TABLE_WIDTH: Final = 18_000
TABLE_HEIGHT: Final = 12_000
DEPLOY_DEPTH: Final = 3_000
TURN_LIMIT: Final = 12
ARMY_BREAK_PERCENT: Final = 50
"""MN-RULING-60."""
ANGLE_STEP: Final = 15
"""Section 5.5: degrees between listed angles."""
MOST_UNITS: Final = 200
"""Most units of a side in a battle."""
MOST_FEATURES: Final = 200
"""Most features of a table."""
LEAST_ZONE: Final = 1_000
"""Least width and height of a deployment zone, so that every base fits in it."""
LISTED_ROWS: Final = 3
LISTED_ASIDE: Final = 500
"""Section 5.5: rows of listed places in a zone, and the step between the places of a row."""


class ReachRow(Struct, frozen=True):
    """A distance that the player chooses, from ``least`` to ``most`` cm of movement."""

    rule: str
    least: int
    most: int


Act = Literal[
    "side_step",
    "step_back",
    "oblique",
    "fall_back_infantry",
    "fall_back_cavalry",
    "limber_and_flee",
    "feint",
    "join",
    "rally_back_infantry",
    "rally_back_cavalry",
    "rally_forward_infantry",
    "rally_forward_cavalry",
    "division_near",
    "division_far",
    "stand_evade",
]

REACHES: Final[Mapping[Act, ReachRow]] = MappingProxyType(
    {
        "side_step": ReachRow("MN-SIDE-01", 0, 6),
        "step_back": ReachRow("MN-BACK-01", 0, 6),
        "oblique": ReachRow("MN-OBLIQUE-01", 0, 3),
        "fall_back_infantry": ReachRow("MN-REACT-11", 12, 18),
        "fall_back_cavalry": ReachRow("MN-REACT-11", 18, 30),
        "limber_and_flee": ReachRow("MN-REACT-23", 12, 20),
        "feint": ReachRow("MN-REACT-51", 6, 12),
        "join": ReachRow("MN-HTH-02", 0, 6),
        "rally_back_infantry": ReachRow("MN-BREAK-05", 3, 6),
        "rally_back_cavalry": ReachRow("MN-BREAK-05", 6, 12),
        "rally_forward_infantry": ReachRow("MN-BREAK-07", 0, 6),
        "rally_forward_cavalry": ReachRow("MN-BREAK-07", 0, 12),
        "division_near": ReachRow("MN-DIVMAN-02", 0, 24),
        "division_far": ReachRow("MN-DIVMAN-02", 0, 36),
        "stand_evade": ReachRow("MN-CMD-42", 6, 12),
    }
)
"""MN-MOVE-16."""

MOST_CHARGE_TURN: Final = 90
"""MN-TURN-04, MN-REACT-63: degrees that a unit may pivot and still charge."""
MOST_FIRE_TURN: Final = 90
"""MN-ART-03."""
OPPORTUNITY_LIMIT: Final[Mapping[UnitClass, int]] = MappingProxyType({"infantry": 6, "cavalry": 12})
"""MN-REACT-60: cm to a point of the mover's path. Artillery has none (MN-ART-01)."""
SQUARE_CHARGE_OVER: Final = 12
"""MN-REACT-40: the charge must have begun over this many cm away."""
SQUARE_NEARBY: Final = 6
"""MN-REACT-41."""
SQUARE_FAILED_HITS: Final = 2
"""MN-REACT-44, MN-MARKER-06."""
BREAK_CHARGE_HITS: Final = 1
"""MN-BREAK-08, MN-MARKER-06."""
REMAN_CLEAR: Final = 12
"""MN-REACT-33."""
DIVISION_BARRED: Final = 12
DIVISION_FAR_OVER: Final = 36
DIVISION_STAND_OFF_NEAR: Final = 12
DIVISION_STAND_OFF_FAR: Final = 24
"""MN-DIVMAN-02."""
SUPPORT_DISTANCE: Final = 6
"""MN-FIRE-53."""
SUPPRESS_TWO_FROM: Final = 5
"""MN-FIRE-61: strength points from which a unit may suppress two batteries; fewer suppress one."""
STAND_EVADE_CLEAR: Final = 6
"""MN-CMD-42: cm from every enemy unit."""
HALF_RATE: Final = 2
"""MNT-MOVE-01: cm of allowance for each cm of travel."""


# Hand-to-hand combat


Situation = Literal[
    "impact_outflanking",
    "impact_square_v_cavalry",
    "impact_charging_cavalry",
    "impact_lancers_v_square",
    "melee",
    "melee_square_v_cavalry",
    "melee_cavalry_v_foot",
    "melee_formed_v_unformed",
    "melee_infantry_v_square",
]


class SetRow(Struct, frozen=True):
    """Sets of dice that a situation gives in a round of hand-to-hand combat."""

    rule: str
    word: str
    sets: int


SETS: Final[Mapping[Situation, SetRow]] = MappingProxyType(
    {
        "impact_outflanking": SetRow("MN-HTH-20", "outflanking", 1),
        "impact_square_v_cavalry": SetRow("MN-HTH-21", "solid square against cavalry", 1),
        "impact_charging_cavalry": SetRow("MN-HTH-22", "cavalry that charged", 1),
        "impact_lancers_v_square": SetRow("MN-HTH-23", "lancers against a square", 1),
        "melee": SetRow("MN-HTH-11", "every unit", 1),
        "melee_square_v_cavalry": SetRow("MN-HTH-30", "square against cavalry", 1),
        "melee_cavalry_v_foot": SetRow("MN-HTH-31", "cavalry against foot or guns", 1),
        "melee_formed_v_unformed": SetRow("MN-HTH-32", "formed against unformed", 1),
        "melee_infantry_v_square": SetRow("MN-HTH-33", "infantry against a square", 1),
    }
)
"""MN-HTH-20, MN-HTH-21, MN-HTH-22, MN-HTH-23, MN-HTH-30, MN-HTH-31, MN-HTH-32, MN-HTH-33."""


class JoinStage(Struct, frozen=True):
    """A stage of joining in: whether it is the active side's, which units act, and whether they must."""

    rule: str
    word: str
    active: bool
    who: Literal["infantry", "cavalry", "square"]
    must: bool = False


JOIN_STAGES: Final[tuple[JoinStage, ...]] = (
    JoinStage("MN-HTH-04", "active formed infantry", True, "infantry", must=True),
    JoinStage("MN-HTH-04", "active formed cavalry", True, "cavalry"),
    JoinStage("MN-HTH-04", "active solid squares", True, "square"),
    JoinStage("MN-HTH-04", "passive formed infantry", False, "infantry"),
    JoinStage("MN-HTH-04", "passive formed cavalry", False, "cavalry"),
    JoinStage("MN-HTH-04", "passive solid squares", False, "square"),
)
"""MN-HTH-04: in this order."""


# Terrain


FeatureKind = Literal[
    "contour",
    "hill",
    "rough",
    "rough_x",
    "bog",
    "wood",
    "forest",
    "village",
    "landmark",
    "bridge",
    "fence",
    "wall",
    "stream",
    "ford",
    "river",
    "ditch",
    "road",
]
Way = Literal["free", "half", "no", "over"]
"""MNT table T1: no effect, half rate, prohibited; ``over`` is a bridge's own procedure (MNT-BRIDGE)."""
Going = Literal["move", "charge", "intercept", "prolong", "redeploy"]
GroundUser = Literal["formed_infantry", "unformed_infantry", "formed_cavalry", "unformed_cavalry", "artillery", "stand"]

LINEAR_WIDTHS: Final[Mapping[FeatureKind, int]] = MappingProxyType(
    {"fence": 40, "wall": 40, "stream": 150, "river": 400, "ditch": 300, "road": 300}
)
"""MNT-RULING-05: tenths of a millimetre, for a feature without a width of its own."""
STRENGTH_LARGE: Final = 9
STRENGTH_SMALL: Final = 5
"""MNT-STRUCT-04, MNT-RULING-20."""
STRUCTURE_HIT_UP_TO: Final = 2
"""MNT-STRUCT-03: the highest face of 1D6 that damages."""
STRUCTURE_HITS: Final[Mapping[GunWeight, int]] = MappingProxyType({"light": 1, "medium": 1, "heavy": 2})
"""MNT-STRUCT-03: structural hits of one shot that damages."""
COVERS_THAT_BAR: Final = 2
"""MNT-COVER-04: this many features that give cover stop a shot."""


# The tables of a battle


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables that a battle uses. A club may change any of their numbers (a house rule)."""

    bases: Mapping[UnitClass, BaseRow] = BASES
    qualities: Mapping[Quality, QualityRow] = QUALITIES
    moves: Mapping[UnitType, Mapping[Formation, MoveRow]] = MOVES
    prolong: MoveRow = PROLONG
    command_stand_move: MoveRow = COMMAND_STAND_MOVE
    inch_near_cavalry: int = INCH_NEAR_CAVALRY
    reaches: Mapping[Act, ReachRow] = REACHES
    extension_dice: Mapping[ExtendingType, int] = EXTENSION_DICE
    charge_matrix: Mapping[Charger, Mapping[ChargeTarget, ChargeAnswer]] = CHARGE_MATRIX
    opportunity_limit: Mapping[UnitClass, int] = OPPORTUNITY_LIMIT
    square_charge_over: int = SQUARE_CHARGE_OVER
    square_nearby: int = SQUARE_NEARBY
    square_test_bonus: Mapping[NationWord, int] = SQUARE_TEST_BONUS
    square_failed_hits: int = SQUARE_FAILED_HITS
    reman_clear: int = REMAN_CLEAR
    division_barred: int = DIVISION_BARRED
    division_far_over: int = DIVISION_FAR_OVER
    division_stand_off_near: int = DIVISION_STAND_OFF_NEAR
    division_stand_off_far: int = DIVISION_STAND_OFF_FAR
    battery_dice: Mapping[GunWeight, BatteryRow] = BATTERY_DICE
    battery_range: Mapping[Band, int] = BATTERY_RANGE
    small_arms_range: int = SMALL_ARMS_RANGE
    small_arms_dice: Mapping[Formation, tuple[str, int]] = SMALL_ARMS_DICE
    fire_bonuses: tuple[FireBonusRow, ...] = FIRE_BONUSES
    dense_target_dice: tuple[str, int] = DENSE_TARGET_DICE
    sum_per_hit: int = SUM_PER_HIT
    support_distance: int = SUPPORT_DISTANCE
    suppress_two_from: int = SUPPRESS_TWO_FROM
    sets: Mapping[Situation, SetRow] = SETS
    break_charge_hits: int = BREAK_CHARGE_HITS
    corps_table: Mapping[NationWord, RatingRow] = CORPS_TABLE
    corps_russian_poor_wins: RatingRow = CORPS_RUSSIAN_POOR_WINS
    division_table: RatingRow = DIVISION_TABLE
    division_modifiers: Mapping[NationWord, int] = DIVISION_MODIFIERS
    linear_widths: Mapping[FeatureKind, int] = LINEAR_WIDTHS
    structure_hit_up_to: int = STRUCTURE_HIT_UP_TO
    structure_hits: Mapping[GunWeight, int] = STRUCTURE_HITS
    covers_that_bar: int = COVERS_THAT_BAR
    commanders: Mapping[CommanderRating, RadiusRow] = COMMANDERS
    cautious_radius: int = CAUTIOUS_RADIUS
    attach_distance: int = ATTACH_DISTANCE
    stand_evade_clear: int = STAND_EVADE_CLEAR
    first_initiative_dice: int = FIRST_INITIATIVE_DICE
    holder_dice: int = HOLDER_DICE
    other_side_dice: int = OTHER_SIDE_DICE


PRINTED: Final = Tables()
"""The tables as printed."""
