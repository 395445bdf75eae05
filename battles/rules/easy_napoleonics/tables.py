"""The numbers of Easy Napoleonics that an army and its roster need, each as the rulebook prints it.

Nothing here decides anything. Whoever uses a table cites the rule ID that stands with it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Kind = Literal["infantry", "light_cavalry", "heavy_cavalry", "field_artillery", "horse_artillery"]
"""The five kinds of unit (section 1)."""

Grade = Literal["militia", "conscript", "seasoned", "veteran", "elite", "guard", "old_guard"]
"""EN-MORALE-02: permanent quality, worst first."""

NationTag = Literal["none", "england", "france", "prussia", "austria", "russia"]
"""EN-UNIT-07: Britain and England are one tag."""

Formation = Literal["line", "column", "square", "masse", "limbered", "unlimbered"]
"""EN-UNIT-03; ``square`` is solid or hasty."""

VpModel = Literal["graded", "flat3"]
"""Section 11.2: how the victory points of a unit are found."""

KINDS: Final[tuple[Kind, ...]] = Kind.__args__  # type: ignore[attr-defined]
GRADES: Final[tuple[Grade, ...]] = Grade.__args__  # type: ignore[attr-defined]
NATION_TAGS: Final[tuple[NationTag, ...]] = NationTag.__args__  # type: ignore[attr-defined]

KIND_WORDS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "infantry": "infantry",
        "light_cavalry": "light cavalry",
        "heavy_cavalry": "heavy cavalry",
        "field_artillery": "field artillery",
        "horse_artillery": "horse artillery",
    }
)
GRADE_WORDS: Final[Mapping[Grade, str]] = MappingProxyType(
    {
        "militia": "militia",
        "conscript": "conscript",
        "seasoned": "seasoned",
        "veteran": "veteran",
        "elite": "elite",
        "guard": "guard",
        "old_guard": "old guard",
    }
)

GRADE_NUMBER: Final[Mapping[Grade, int]] = MappingProxyType(
    {"militia": 9, "conscript": 8, "seasoned": 7, "veteran": 6, "elite": 5, "guard": 4, "old_guard": 3}
)
"""EN-MORALE-02: the number to reach on 1D10."""

STANDS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 2, "light_cavalry": 2, "heavy_cavalry": 2, "field_artillery": 1, "horse_artillery": 1}
)
"""EN-UNIT-02: stands of a unit."""

LEADER_STANDS: Final = 1
"""EN-UNIT-02."""


def _by_grade(*costs: int) -> Mapping[Grade, int]:
    return MappingProxyType(dict(zip(GRADES, costs, strict=True)))


COST_PER_STAND: Final[Mapping[Kind, Mapping[Grade, int]]] = MappingProxyType(
    {
        "infantry": _by_grade(1, 2, 3, 4, 5, 6, 7),
        "light_cavalry": _by_grade(2, 3, 4, 5, 6, 7, 8),
        "heavy_cavalry": _by_grade(3, 4, 5, 6, 7, 8, 9),
        "field_artillery": _by_grade(4, 5, 6, 7, 8, 9, 10),
        "horse_artillery": _by_grade(5, 6, 7, 8, 9, 10, 11),
    }
)
"""EN-COST-02: points per stand."""

LEADER_COST: Final = 10
"""EN-COST-01: points of a leader."""

ARMORED_KINDS: Final[frozenset[Kind]] = frozenset({"heavy_cavalry"})
"""EN-UNIT-05: who may carry the trait ``armored``."""

GRADE_STEP: Final[Mapping[Grade, int]] = MappingProxyType(
    {"militia": -1, "conscript": 0, "seasoned": 1, "veteran": 2, "elite": 3, "guard": 4, "old_guard": 5}
)
"""Section 11.2 (EN-RULING-64): what a grade adds to a unit's victory points."""

KIND_OFFSET: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 0, "light_cavalry": 2, "heavy_cavalry": 2, "field_artillery": 1, "horse_artillery": 1}
)
"""Section 11.2 (EN-RULING-64): what a kind adds to a unit's victory points."""

LEAST_VICTORY_POINTS: Final = 1
"""Section 11.2: no unit is worth less."""

FLAT_VICTORY_POINTS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"light_cavalry": 3, "heavy_cavalry": 3, "field_artillery": 3, "horse_artillery": 3}
)
"""Section 11.2, ``flat3``: kinds that are worth this whatever their grade; the others go by grade."""

LEADER_VICTORY_POINTS: Final = 5
"""EN-VP-01."""

POINTS_BUDGET: Final = 104
"""EN-RULING-67: the cost of the sample army, and the default of ``points_budget``."""

POINTS_TOLERANCE: Final = 0
"""EN-COST-04, EN-RULING-67: default of ``points_tolerance``."""

ARMORED_SURCHARGE: Final = 0
"""EN-RULING-54: default of ``armored_surcharge_per_stand``."""

LEADERS_PER_SIDE: Final = 1
"""EN-LEADER-01: default of ``leaders_per_side``."""

VICTORY_POINTS_TO_WIN: Final = 20
"""EN-VP-02: default of ``victory_points_to_win``."""

MOST_OVERRIDDEN: Final = 1_000
"""EN-RULING-100: the highest cost and the highest victory points that an owner may lay down for a unit."""


class Row(Struct, frozen=True):
    """So many equal units or cards of one kind and grade."""

    count: int
    grade: Grade
    kind: Kind


SAMPLE_ARMY: Final[tuple[Row, ...]] = (
    Row(6, "seasoned", "infantry"),
    Row(2, "veteran", "infantry"),
    Row(1, "elite", "infantry"),
    Row(1, "seasoned", "light_cavalry"),
    Row(1, "seasoned", "heavy_cavalry"),
    Row(2, "veteran", "field_artillery"),
)
"""EN-COST-03, EN-RULING-66: the sample basic army, without its leader."""

CARD_MIX: Final[tuple[Row, ...]] = (
    Row(3, "seasoned", "infantry"),
    Row(2, "veteran", "infantry"),
    Row(1, "elite", "infantry"),
    Row(1, "veteran", "light_cavalry"),
    Row(1, "veteran", "heavy_cavalry"),
    Row(1, "veteran", "field_artillery"),
    Row(1, "veteran", "horse_artillery"),
)
"""EN-COST-06: the unit cards of a deck, outside the budget of a basic army (EN-COST-05, EN-RULING-63)."""

CHOICE_CARDS: Final = 1
"""EN-COST-07, EN-RULING-65: choice cards in a deck."""

CARDS_DRAWN: Final = 3
"""EN-COST-08: cards that each side draws, from its own deck or by turns from one (EN-COST-10)."""


class Move(Struct, frozen=True):
    """A formation and how many hexes a unit in it may Move."""

    formation: Formation
    hexes: int


MOVES: Final[Mapping[Kind, tuple[Move, ...]]] = MappingProxyType(
    {
        "infantry": (Move("line", 1), Move("column", 2), Move("square", 0)),
        "light_cavalry": (Move("line", 2), Move("column", 3)),
        "heavy_cavalry": (Move("line", 2), Move("column", 3)),
        "field_artillery": (Move("limbered", 2), Move("unlimbered", 0)),
        "horse_artillery": (Move("limbered", 3), Move("unlimbered", 0)),
    }
)
"""EN-UNIT-03 and EN-MOVE-01: the formations open to each kind, with the move allowance in hexes."""

MASSE: Final = Move("masse", 1)
"""EN-UNIT-03, EN-MOVE-01, EN-NATION-06: open to Austrian infantry under its national rule."""

LEADER_MOVE: Final = 5
"""EN-MOVE-01: hexes per turn, Rally and movement phases together."""

ACTIONS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 2, "light_cavalry": 2, "heavy_cavalry": 2, "field_artillery": 2, "horse_artillery": 3}
)
"""EN-ACTION-01: actions per turn."""


class Band(Struct, frozen=True):
    """Hexes ``near`` to ``far`` and the D10 fired there; ``label`` is the range band or the formation."""

    label: str
    near: int
    far: int
    dice: int


FIRE: Final[Mapping[Kind, tuple[Band, ...]]] = MappingProxyType(
    {
        "infantry": (Band("line", 1, 1, 2), Band("column", 1, 1, 1), Band("square", 1, 1, 1)),
        "light_cavalry": (),
        "heavy_cavalry": (),
        "field_artillery": (Band("close", 1, 2, 3), Band("medium", 3, 6, 2), Band("long", 7, 9, 1)),
        "horse_artillery": (Band("close", 1, 2, 3), Band("medium", 3, 4, 2), Band("long", 5, 6, 1)),
    }
)
"""EN-ART-03 to 05 and EN-MUSK-02, 03: ranges in hexes and dice. A square fires one die per target, two at most."""

FIRE_RULES: Final[Mapping[Kind, tuple[str, ...]]] = MappingProxyType(
    {
        "infantry": ("EN-MUSK-02", "EN-MUSK-03"),
        "light_cavalry": ("EN-MUSK-01",),
        "heavy_cavalry": ("EN-MUSK-01",),
        "field_artillery": ("EN-ART-03", "EN-ART-04"),
        "horse_artillery": ("EN-ART-03", "EN-ART-05"),
    }
)
"""The rules behind each row of ``FIRE``."""


class Effect(Struct, frozen=True):
    """What a national rule gives the infantry of its nation, in a few words, with the rule."""

    text: str
    rule: str


NATIONAL_EFFECTS: Final[Mapping[NationTag, tuple[Effect, ...]]] = MappingProxyType(
    {
        "england": (Effect("in line: +1 on each fire die", "EN-NATION-02"),),
        "france": (
            Effect("moved in column this turn and still in it: +1 on every check", "EN-NATION-03"),
            Effect("charging in column: both stands count and +1 to the total", "EN-NATION-04"),
        ),
        "prussia": (Effect("charging in column: +1 to the total", "EN-NATION-05"),),
        "austria": (
            Effect("may form masse in place of square", "EN-NATION-06"),
            Effect("+1 on each fire die; in melee +1 per counted stand", "EN-NATION-07"),
        ),
        "russia": (Effect("defending in melee: +1 per counted stand", "EN-NATION-08"),),
    }
)
"""EN-NATION-02 to 08: each nation's rule for its infantry, where ``national_rules`` names the nation."""
