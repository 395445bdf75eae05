"""Tables of Easy Napoleonics, as the rulebook prints them.

Each table has the ID of its rule. ``PRINTED`` collects the tables that a battle reads; a club may replace its numbers
(house rules).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Kind = Literal["infantry", "light_cavalry", "heavy_cavalry", "field_artillery", "horse_artillery"]
"""The five kinds of unit (section 1)."""

Grade = Literal["militia", "conscript", "seasoned", "veteran", "elite", "guard", "old_guard"]
"""Permanent quality, worst first (EN-MORALE-02)."""

NationTag = Literal["none", "england", "france", "prussia", "austria", "russia"]
"""Nations; Britain and England share a tag (EN-UNIT-07)."""

Formation = Literal["line", "column", "square", "hasty_square", "masse", "limbered", "unlimbered"]
"""Formations (EN-UNIT-03). A ``square`` is solid, formed on purpose (EN-RULING-33)."""

Level = Literal["good", "fair", "bad", "broken"]
"""Current morale, best first (EN-MORALE-03). Poor means bad, fresh means good (EN-RULING-05)."""

Terrain = Literal["open", "woods", "hill", "settlement", "stream", "pond"]
"""Terrain (EN-SETUP-05). Village, farm and town are one type (EN-RULING-55)."""

Aspect = Literal["front", "flank", "rear"]
"""Side of a unit on which another hex lies (EN-FACE-04)."""

VpModel = Literal["graded", "flat3"]
"""How the victory points of a unit are worked out (section 11.2)."""

KINDS: Final[tuple[Kind, ...]] = Kind.__args__  # type: ignore[attr-defined]
GRADES: Final[tuple[Grade, ...]] = Grade.__args__  # type: ignore[attr-defined]
NATION_TAGS: Final[tuple[NationTag, ...]] = NationTag.__args__  # type: ignore[attr-defined]
FORMATIONS: Final[tuple[Formation, ...]] = Formation.__args__  # type: ignore[attr-defined]
LEVELS: Final[tuple[Level, ...]] = Level.__args__  # type: ignore[attr-defined]
TERRAINS: Final[tuple[Terrain, ...]] = Terrain.__args__  # type: ignore[attr-defined]

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
"""EN-MORALE-02, EN-MORALE-01: the number to reach on 1D10."""

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
"""Kinds that may be armored (EN-UNIT-05)."""

GRADE_STEP: Final[Mapping[Grade, int]] = MappingProxyType(
    {"militia": -1, "conscript": 0, "seasoned": 1, "veteran": 2, "elite": 3, "guard": 4, "old_guard": 5}
)
"""Section 11.2 (EN-RULING-64): what a grade adds to a unit's victory points."""

KIND_OFFSET: Final[Mapping[Kind, int]] = MappingProxyType(
    {"infantry": 0, "light_cavalry": 2, "heavy_cavalry": 2, "field_artillery": 1, "horse_artillery": 1}
)
"""Section 11.2 (EN-RULING-64): what a kind adds to a unit's victory points."""

LEAST_VICTORY_POINTS: Final = 1
"""Fewest victory points of a unit (section 11.2)."""

FLAT_VICTORY_POINTS: Final[Mapping[Kind, int]] = MappingProxyType(
    {"light_cavalry": 3, "heavy_cavalry": 3, "field_artillery": 3, "horse_artillery": 3}
)
"""Victory points of some kinds at any grade under ``flat3`` (section 11.2); other kinds use the grade."""

LEADER_VICTORY_POINTS: Final = 5
"""Victory points for a leader (EN-VP-01)."""

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

MAX_TURNS: Final = 10
"""EN-SETUP-11: default of ``max_turns``."""

TIME_LIMIT_MINUTES: Final = 120
"""EN-SETUP-11, EN-RULING-69: default of ``time_limit_minutes``."""

BOARD_COLUMNS: Final = 18
BOARD_ROWS: Final = 14
DEPLOYMENT_DEPTH: Final = 3
TERRAIN_FEATURE_HEXES: Final = 1
"""EN-RULING-70: defaults of the options of these names, in hexes."""

MOST_OVERRIDDEN: Final = 1_000
"""Highest cost, and highest victory points, that an owner may set for a unit (EN-RULING-100)."""


class Row(Struct, frozen=True):
    """A number of equal units or cards of one kind and grade."""

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
"""EN-COST-08: cards that each side draws, from its own deck or in turns from a shared one (EN-COST-10)."""


class Move(Struct, frozen=True):
    """A formation and its move allowance in hexes."""

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
"""EN-UNIT-03, EN-MOVE-01, EN-NATION-06, EN-RULING-45: open to Austrian infantry under its national rule."""

LEADER_MOVE: Final = 5
"""EN-MOVE-01, EN-RULING-13: hexes per turn, Rally and movement phases together."""

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
"""Ranges in hexes and dice. A square fires one die per target, two at most.

Source: EN-ART-03, EN-ART-04, EN-ART-05 and EN-MUSK-02, EN-MUSK-03.
"""

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
    """Effect of a national rule in a few words, and the rule."""

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
"""Effects of national rules on infantry, for the nations in ``national_rules``.

Source: EN-NATION-02, EN-NATION-03, EN-NATION-04, EN-NATION-05, EN-NATION-06, EN-NATION-07, EN-NATION-08, EN-RULING-72.
"""


# More tables of a battle.


class Printed(Struct, frozen=True):
    """A modifier as printed: its cause, the number added to a die or a total, and the rule."""

    what: str
    value: int
    rule: str


def _printed(**rows: tuple[str, int, str]) -> Mapping[str, Printed]:
    return MappingProxyType({key: Printed(*row) for key, row in rows.items()})


DIE: Final = 10
"""EN-SETUP-03: sides of every die of the game; a natural roll of this face always passes and hits (EN-MORALE-07)."""

NATURAL_FAIL: Final = 1
"""EN-MORALE-07, EN-ART-13: the natural face that always fails and misses."""

TERRAIN_DIE: Final = 6
"""EN-SETUP-06: sides of the die for the number of random woods, hills and settlements."""

SCATTERED: Final[tuple[Terrain, ...]] = ("woods", "hill", "settlement")
"""EN-SETUP-06: types of random terrain, in the order of their rolls."""

LEVEL_MODIFIER: Final[Mapping[Level, Printed]] = _printed(  # type: ignore[assignment]
    good=("Good", 0, "EN-MORALE-04"),
    fair=("Fair", -1, "EN-MORALE-04"),
    bad=("Bad", -2, "EN-MORALE-04"),
)
"""EN-MORALE-04, EN-ART-14, EN-MELEE-21: added to a fire die, a check die and, once, to a melee total."""

CHECK_MODIFIERS: Final[Mapping[str, Printed]] = _printed(
    leader=("leader attached", 1, "EN-MORALE-06"),
    french_column=("French infantry that moved in column", 1, "EN-NATION-03"),
)
"""EN-MORALE-06: added to a check die, besides the level."""

FIRE_MODIFIERS: Final[Mapping[str, Printed]] = _printed(
    leader=("leader with the firer", 1, "EN-ART-14"),
    cover=("target in woods or settlement", -1, "EN-ART-14"),
    unlimbered=("target an unlimbered battery", -1, "EN-ART-14"),
    column=("target in column", 1, "EN-ART-14"),
    limbered=("target a limbered battery", 1, "EN-ART-14"),
    square=("target in square", 2, "EN-ART-14"),
    flank=("fire at the flank", 2, "EN-ART-14"),
    rear=("fire at the rear", 3, "EN-ART-14"),
    english_line=("English infantry in line", 1, "EN-NATION-02"),
    austrian=("Austrian infantry", 1, "EN-NATION-07"),
)
"""EN-ART-14: added to a fire die, besides the level of the firer."""

COVER: Final[frozenset[Terrain]] = frozenset({"woods", "settlement"})
"""EN-ART-14: terrain that gives cover from fire."""

MELEE_TERRAIN: Final[frozenset[Terrain]] = frozenset({"woods", "settlement", "hill"})
"""EN-MELEE-26: terrain that helps a defender in melee."""

TROOP_BONUS: Final[Mapping[Grade, int]] = _by_grade(1, 2, 3, 4, 5, 6, 7)
"""EN-MELEE-20: per counted stand."""

STAND_BONUSES: Final[Mapping[str, Printed]] = _printed(
    austrian=("Austrian infantry, a stand", 1, "EN-NATION-07"),
    russian=("Russian infantry defending, a stand", 1, "EN-NATION-08"),
)
"""EN-MELEE-14: per counted stand, besides the troop bonus."""

MELEE_MODIFIERS: Final[Mapping[str, Printed]] = _printed(
    leader=("leader attached", 1, "EN-MELEE-22"),
    french_column=("French column charging", 1, "EN-NATION-04"),
    prussian_column=("Prussian column charging", 1, "EN-NATION-05"),
)
"""EN-MELEE-22, EN-MELEE-23: added once to a total, besides the level."""

MELEE_CONDITIONS: Final[Mapping[str, Printed]] = _printed(
    armored=("armored cavalry", 1, "EN-MELEE-24"),
    heavy_v_light=("heavy cavalry against light", 2, "EN-MELEE-25"),
    terrain=("defender in woods, settlement or on a hill, attacker not", -2, "EN-MELEE-26"),
    v_guns=("infantry or cavalry against artillery", 3, "EN-MELEE-27"),
    cavalry_v_infantry=("cavalry against infantry in line or column", 3, "EN-MELEE-28"),
    cavalry_v_hasty=("cavalry against hasty square", -3, "EN-MELEE-29"),
    cavalry_v_solid=("cavalry against solid square or masse", -5, "EN-MELEE-30"),
    infantry_v_square=("infantry against square", 4, "EN-MELEE-31"),
    flank=("attack on the flank", 4, "EN-MELEE-32"),
    rear=("attack on the rear", 5, "EN-MELEE-33"),
)
"""Added once to a total.

Source: EN-MELEE-24, EN-MELEE-25, EN-MELEE-26, EN-MELEE-27, EN-MELEE-28, EN-MELEE-29, EN-MELEE-30, EN-MELEE-31,
EN-MELEE-32, EN-MELEE-33.
"""


class MeleeResult(Struct, frozen=True):
    """Result of a difference of ``least`` or more: ``drop`` levels, then ``checks`` morale checks."""

    least: int
    drop: int
    checks: int
    rule: str


MELEE_RESULTS: Final[tuple[MeleeResult, ...]] = (
    MeleeResult(0, 1, 2, "EN-MELEE-36"),
    MeleeResult(1, 2, 2, "EN-MELEE-36"),
    MeleeResult(5, 3, 0, "EN-MELEE-36"),
)
"""EN-MELEE-36: a tie affects both units, other results only the loser; three levels break any unit."""

COUNTED_STANDS: Final[Mapping[Formation, int]] = MappingProxyType(
    {"line": 2, "column": 1, "square": 1, "hasty_square": 1, "masse": 1, "limbered": 1, "unlimbered": 1}
)
"""EN-MELEE-12: stands that count in melee."""

FRENCH_COLUMN_STANDS: Final = 2
"""EN-MELEE-12, EN-NATION-04: stands that count for a French column that charged this turn."""

MUSKETRY_DICE: Final[Mapping[Formation, int]] = MappingProxyType(
    {"line": 2, "column": 1, "square": 1, "hasty_square": 1, "masse": 1}
)
"""EN-MUSK-03: dice of an infantry unit; a square has its die for each of two hexes with enemies."""

SQUARE_TARGETS: Final = 2
"""EN-MUSK-03, EN-RULING-44: units that a square may fire at, one die each."""

ANSWER_DICE: Final = 3
"""EN-OPT-03: dice of an unlimbered battery against a breakthrough."""

STREAK_PENALTY: Final = 2
"""EN-INIT-02: subtracted from the initiative die for each turn won in a row."""

LEADER_KILLED_ON: Final = 1
"""EN-LEADER-06: highest face that kills a leader."""

LEADER_ESCAPE: Final = 5
"""EN-LEADER-09: most hexes that a lone leader may flee when an enemy runs over the hex."""

BREAKTHROUGHS: Final = 1
"""EN-OPT-05: most breakthroughs of a unit in one turn."""


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tables that a battle reads. A club may change the numbers of any of them (house rules)."""

    grade_number: Mapping[Grade, int] = GRADE_NUMBER
    level_modifier: Mapping[Level, Printed] = LEVEL_MODIFIER
    check_modifiers: Mapping[str, Printed] = CHECK_MODIFIERS
    fire: Mapping[Kind, tuple[Band, ...]] = FIRE
    fire_modifiers: Mapping[str, Printed] = FIRE_MODIFIERS
    musketry_dice: Mapping[Formation, int] = MUSKETRY_DICE
    square_targets: int = SQUARE_TARGETS
    answer_dice: int = ANSWER_DICE
    counted_stands: Mapping[Formation, int] = COUNTED_STANDS
    french_column_stands: int = FRENCH_COLUMN_STANDS
    troop_bonus: Mapping[Grade, int] = TROOP_BONUS
    stand_bonuses: Mapping[str, Printed] = STAND_BONUSES
    melee_modifiers: Mapping[str, Printed] = MELEE_MODIFIERS
    melee_conditions: Mapping[str, Printed] = MELEE_CONDITIONS
    melee_results: tuple[MeleeResult, ...] = MELEE_RESULTS
    moves: Mapping[Kind, tuple[Move, ...]] = MOVES
    masse: Move = MASSE
    actions: Mapping[Kind, int] = ACTIONS
    leader_move: int = LEADER_MOVE
    leader_escape: int = LEADER_ESCAPE
    leader_killed_on: int = LEADER_KILLED_ON
    leader_victory_points: int = LEADER_VICTORY_POINTS
    streak_penalty: int = STREAK_PENALTY
    breakthroughs: int = BREAKTHROUGHS


PRINTED: Final = Tables()
"""The tables as printed."""
