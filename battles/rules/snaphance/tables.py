"""The numbers of Snaphance: each table names its rule.

Distances are in hexes, dice are D6. The ``mark`` of a row is the source of the number: ``S`` stated on the summary
sheets, ``I`` inferred from them, ``H`` our own, for a gap.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

Mark = Literal["S", "I", "H"]
Era = Literal["16", "17", "60"]
TrainingClass = Literal["A", "B", "C"]
Kind = Literal["mounted_combat", "mounted_support", "foot_combat", "foot_support", "artillery"]
Code = Literal[
    "GEN",
    "LNC",
    "HRS16",
    "HRS17",
    "HRS60",
    "PST",
    "LC",
    "DR",
    "SHT16",
    "SHT17",
    "SHT60",
    "PIK",
    "SWP",
    "PS16",
    "PS17",
    "PS60",
    "TER",
    "SK",
    "ARL",
    "ARF",
    "ARH",
]
Pursuer = Literal["gendarmes", "swiss_pike", "cavalry", "infantry"]

DIE_SIDES: Final = 6
HIT_ON: Final = 6
PAIR_OF: Final = 5
"""A hit is a six or a pair of fives (SH-DICE-02)."""

ERAS: Final[Mapping[Era, str]] = MappingProxyType({"16": "16th century", "17": "17th century", "60": "1660 onward"})
"""Eras (SH-STAND-04)."""

STEPS: Final[tuple[tuple[str, str], ...]] = (
    ("Command", "Each leader moves once and may attach to a stand."),
    ("Activation", "Stands recover, move and charge; the enemy reacts."),
    ("Fire", "Each stand of the active side may fire once."),
    ("Melee", "Charges are fought, then melees that go on. Losers retreat; winners may pursue."),
    ("End", "Remove markers and check victory."),
)
"""Steps of a player turn; a turn has two player turns (SH-TURN-01, ours)."""


class BandRow(Struct, frozen=True):
    """Dice added to the stand's strength points, or subtracted, up to ``far`` hexes."""

    far: int
    dice: int


class ProfileRow(Struct, frozen=True, kw_only=True):
    """A type of stand: strength points, movement points, dice of its charge bonus, bands of fire.

    ``charge`` is None for a stand without a charge bonus. ``pike_foot`` and ``pike_horse`` are the dice of the pike
    bonus, ``depth`` the most ranks of its block, ``block_points`` the points its pikes add (SH-ARMY-02).
    """

    rule: str = "SH-STAND-02"
    word: str
    kind: Kind
    eras: tuple[Era, ...]
    points: int
    moves: int
    charge: int | None
    fire: tuple[BandRow, ...] = ()
    pike_foot: int | None = None
    pike_horse: int | None = None
    depth: int = 1
    block_points: int = 0
    other: str = ""


ALL: Final[tuple[Era, ...]] = ("16", "17", "60")
SHOT_16: Final = (BandRow(1, 0), BandRow(2, -1))
SHOT_17: Final = (BandRow(1, 1), BandRow(2, 0))
MIXED_16: Final = (BandRow(1, -1), BandRow(2, -2))

PROFILES: Final[Mapping[Code, ProfileRow]] = MappingProxyType(
    {
        "GEN": ProfileRow(
            word="Gendarmes", kind="mounted_combat", eras=("16",), points=4, moves=3, charge=3, other="must pursue"
        ),
        "LNC": ProfileRow(word="Lancers", kind="mounted_combat", eras=("16", "17"), points=3, moves=3, charge=2),
        "HRS16": ProfileRow(word="Horse", kind="mounted_combat", eras=("16",), points=3, moves=3, charge=1),
        "HRS17": ProfileRow(
            word="Horse", kind="mounted_combat", eras=("17",), points=3, moves=3, charge=2, fire=(BandRow(1, -2),)
        ),
        "HRS60": ProfileRow(
            word="Horse", kind="mounted_combat", eras=("60",), points=3, moves=3, charge=2, fire=(BandRow(1, -2),)
        ),
        "PST": ProfileRow(
            word="Pistols",
            kind="mounted_combat",
            eras=("16", "17"),
            points=3,
            moves=3,
            charge=1,
            fire=(BandRow(1, 0),),
            other="two ranks may fire",
        ),
        "LC": ProfileRow(
            word="Light Cavalry",
            kind="mounted_support",
            eras=ALL,
            points=2,
            moves=4,
            charge=1,
            fire=SHOT_16,
            other="evades",
        ),
        "DR": ProfileRow(
            word="Dragoons",
            kind="foot_support",
            eras=ALL,
            points=2,
            moves=3,
            charge=0,
            fire=SHOT_16,
            other="evades; fights as foot",
        ),
        "SHT16": ProfileRow(word="Shot", kind="foot_support", eras=("16",), points=3, moves=2, charge=0, fire=SHOT_16),
        "SHT17": ProfileRow(word="Shot", kind="foot_support", eras=("17",), points=3, moves=2, charge=0, fire=SHOT_17),
        "SHT60": ProfileRow(word="Shot", kind="foot_support", eras=("60",), points=3, moves=2, charge=0, fire=SHOT_17),
        "PIK": ProfileRow(
            word="Pike",
            kind="foot_combat",
            eras=("16", "17"),
            points=4,
            moves=2,
            charge=1,
            depth=3,
            block_points=4,
            other="block",
        ),
        "SWP": ProfileRow(
            word="Swiss Pike",
            kind="foot_combat",
            eras=("16",),
            points=5,
            moves=3,
            charge=2,
            depth=3,
            block_points=4,
            other="block; must pursue",
        ),
        "PS16": ProfileRow(
            word="P&S",
            kind="foot_combat",
            eras=("16",),
            points=4,
            moves=2,
            charge=0,
            fire=MIXED_16,
            pike_foot=1,
            pike_horse=2,
            block_points=2,
        ),
        "PS17": ProfileRow(
            word="P&S",
            kind="foot_combat",
            eras=("17",),
            points=4,
            moves=2,
            charge=1,
            fire=SHOT_16,
            pike_foot=1,
            pike_horse=1,
            block_points=2,
        ),
        "PS60": ProfileRow(
            word="P&S",
            kind="foot_combat",
            eras=("60",),
            points=4,
            moves=2,
            charge=1,
            fire=SHOT_17,
            pike_foot=0,
            pike_horse=1,
            block_points=2,
        ),
        "TER": ProfileRow(
            word="Tercio",
            kind="foot_combat",
            eras=("16", "17"),
            points=5,
            moves=2,
            charge=0,
            fire=MIXED_16,
            pike_foot=1,
            pike_horse=2,
            depth=3,
            block_points=4,
            other="block",
        ),
        "SK": ProfileRow(
            word="Skirmishers",
            kind="foot_support",
            eras=ALL,
            points=2,
            moves=3,
            charge=0,
            fire=SHOT_16,
            other="evades",
        ),
        "ARL": ProfileRow(
            word="Artillery, light",
            kind="artillery",
            eras=ALL,
            points=2,
            moves=2,
            charge=None,
            fire=(BandRow(1, 2), BandRow(2, 1), BandRow(3, 0), BandRow(4, -1)),
        ),
        "ARF": ProfileRow(
            word="Artillery, field",
            kind="artillery",
            eras=ALL,
            points=2,
            moves=1,
            charge=None,
            fire=(BandRow(1, 2), BandRow(3, 1), BandRow(5, 0), BandRow(6, -1)),
        ),
        "ARH": ProfileRow(
            word="Artillery, heavy",
            kind="artillery",
            eras=ALL,
            points=3,
            moves=0,
            charge=None,
            fire=(BandRow(1, 2), BandRow(4, 1), BandRow(7, 0), BandRow(8, -1)),
            other="does not move",
        ),
    }
)
"""Profiles of stands, all ours: the army lists are not available (SH-STAND-02, SH-STAND-07, SH-STAND-08)."""

COMBAT: Final[frozenset[Kind]] = frozenset({"mounted_combat", "foot_combat"})
"""Kinds of combat stands; the others are support stands (SH-STAND-03)."""


# Order tests

ORDER_NEED: Final[Mapping[TrainingClass, int]] = MappingProxyType({"A": 3, "B": 4, "C": 5})
"""The lowest 1D6 roll that passes an order test (SH-ORDER-02)."""

LEADER_ADDS: Final = 1
OUT_OF_RANGE: Final = -1
EXTRA_MOVEMENT: Final = -1
LEADER_RANGE: Final = 4
LEADER_MOVE: Final = 6
LEADER_KILLED: Final = 6
LEADER_KILLED_DESTROYED: Final = 4
"""Modifiers, hexes, and the lowest rolls that kill a leader.

Source: SH-ORDER-03, SH-ORDER-04, SH-ORDER-05, SH-CMD-02, SH-CMD-03, SH-CMD-04.
"""


class MoveRow(Struct, frozen=True):
    """Cost and effect of a movement for combat stands, for Shot, and for all other stands."""

    name: str
    rule: str
    mark: Mark
    combat: str
    shot: str
    free: str


MOVEMENT: Final[tuple[MoveRow, ...]] = (
    MoveRow("enter a hex", "SH-MOVE-01", "S", "1 point", "1 point", "1 point, any direction"),
    MoveRow("turn one hex face", "SH-MOVE-03", "S", "1 point, one face", "1 point a face", "free"),
    MoveRow("backward", "SH-MOVE-06", "S", "disorders; no fire", "in order", "in order"),
    MoveRow("sideways", "SH-MOVE-07", "S", "2 hexes at most; disorders", "in order", "in order"),
    MoveRow("turn to the rear", "SH-MOVE-09", "S", "1 point; disorders", "1 point, in order", "free"),
    MoveRow("combine", "SH-MOVE-12", "H", "forward and one face", "forward and sideways", "any"),
    MoveRow("further movement", "SH-MOVE-13", "S", "order test", "order test", "order test"),
)
"""Costs of movement.

Source: SH-MOVE-01, SH-MOVE-02, SH-MOVE-03, SH-MOVE-04, SH-MOVE-05, SH-MOVE-06, SH-MOVE-07, SH-MOVE-08, SH-MOVE-09,
SH-MOVE-10, SH-MOVE-11, SH-MOVE-12, SH-MOVE-13.
"""

PASSING: Final[tuple[tuple[str, str, str], ...]] = (
    ("SH-INTER-01", "Combat stand", "It passes through a friend that faces the same way; a pike block does not."),
    ("SH-INTER-02", "Support stand", "It passes through any friend, and any friend through it."),
    ("SH-DISP-01", "Combat onto support stand", "It may end there; the support stand goes to the hex that it left."),
    (
        "SH-DISP-02",
        "Support onto support stand",
        "The same; but Skirmishers only onto Skirmishers, and Artillery onto none.",
    ),
)
"""Which stands pass through or displace which others (SH-INTER, SH-DISP)."""


# Fire and melee


class ModifierRow(Struct, frozen=True):
    """A modifier: dice added or subtracted."""

    name: str
    rule: str
    mark: Mark
    dice: int


FIRE: Final[tuple[ModifierRow, ...]] = (
    ModifierRow("Art straight at a block's front or rear, each extra rank", "SH-FIRE-02", "S", 1),
    ModifierRow("each movement made", "SH-FIRE-03", "S", -1),
    ModifierRow("firer disordered", "SH-FIRE-04", "S", -1),
    ModifierRow("target evading", "SH-FIRE-05", "S", -1),
    ModifierRow("at Sk or LC in the open", "SH-FIRE-06", "S", -1),
    ModifierRow("at a stand in cover", "SH-FIRE-07", "S", -1),
    ModifierRow("at Art in the open", "SH-FIRE-08", "S", -1),
    ModifierRow("second rank of Pistols", "SH-FIRE-09", "S", -1),
    ModifierRow("at prepared defences (not Art, Sk, LC)", "SH-FIRE-10", "S", -2),
    ModifierRow("Art at prepared defences", "SH-FIRE-11", "S", -1),
)
"""Modifiers to the dice of a firer, which are its points and its range factor (SH-FIRE-01).

Source: SH-FIRE-02, SH-FIRE-03, SH-FIRE-04, SH-FIRE-05, SH-FIRE-06, SH-FIRE-07, SH-FIRE-08, SH-FIRE-09, SH-FIRE-10,
SH-FIRE-11.
"""

MOVE_AND_FIRE: Final[tuple[tuple[str, str, str], ...]] = (
    ("SH-MFIRE-01", "Dragoons", "−1 die after 1 or 2 hexes; no fire after 3."),
    ("SH-MFIRE-02", "Light Cavalry", "No change up to 2 hexes, −1 die after 3, −2 dice after 4."),
    ("SH-MFIRE-03", "Skirmishers", "No change for the first movement."),
    ("SH-MFIRE-05", "Artillery", "No fire after a move to another hex."),
    ("SH-MFIRE-04", "Others", "−1 die for each movement."),
)
"""Moving and firing (section 9.1). For Dragoons, Light Cavalry and Skirmishers each movement after the first costs
one more die.
"""

MELEE: Final[tuple[ModifierRow, ...]] = (
    ModifierRow("disordered", "SH-MELEE-02", "S", -1),
    ModifierRow("uphill of the enemy", "SH-MELEE-03", "S", 1),
    ModifierRow("at the enemy's flank or rear", "SH-MELEE-04", "S", 1),
    ModifierRow("pikes in front: each rank behind, against foot", "SH-PIKE-01", "S", 1),
    ModifierRow("pikes in front: each rank behind, against horse", "SH-PIKE-01", "S", 2),
    ModifierRow("Shot in the open, unsupported, against MCS", "SH-SHOT-02", "S", -2),
    ModifierRow("Shot in the open, unsupported, against LC", "SH-SHOT-02", "S", -1),
    ModifierRow("Shot out of cover against any CS, further", "SH-SHOT-03", "S", -1),
    ModifierRow("each supporting stand, two at most", "SH-MELEE-07", "H", 1),
)
"""Modifiers to the dice of a melee.

Source: SH-MELEE-02, SH-MELEE-03, SH-MELEE-04, SH-MELEE-05, SH-MELEE-06, SH-MELEE-07, SH-PIKE-01, SH-SHOT-02,
SH-SHOT-03.
"""

MOST_SUPPORT: Final = 2
EVADE_FROM: Final = 2
OPPORTUNITY_RANGE: Final = 2
"""Supporters of a melee, and hexes for evading and opportunity (SH-MELEE-07, SH-EVADE-02, SH-OPP-02)."""

MOST_RANKS: Final = 3
MOST_JUMPED: Final = 2
FIRE_DEGREES: Final = 60
"""Ranks of a block, friends that a retreat jumps, degrees of fire to each side.

Source: SH-BLOCK-01, SH-RETREAT-02, SH-HEX-05.
"""


class CapRow(Struct, frozen=True):
    """The most strength points that an event can cost."""

    name: str
    rule: str
    mark: Mark
    points: int


CAPS: Final[tuple[CapRow, ...]] = (
    CapRow("melee lost", "SH-MORALE-05", "S", 2),
    CapRow("melee won or drawn", "SH-MORALE-05", "S", 1),
    CapRow("fire", "SH-MORALE-06", "S", 1),
    CapRow("guns at range 1", "SH-MORALE-06", "I", 2),
    CapRow("to Sk or LC", "SH-MORALE-07", "S", 1),
    CapRow("cavalry against infantry", "SH-MORALE-08", "S", 1),
    CapRow("LC, in any event", "SH-MORALE-09", "S", 1),
)
"""Caps on losses; the lowest that applies counts.

Source: SH-MORALE-05, SH-MORALE-06, SH-MORALE-07, SH-MORALE-08, SH-MORALE-09, SH-MORALE-10.
"""

MORALE_LEADER: Final = 1
MORALE_DISORDERED: Final = -1
MORALE_LOST: Final = -1
MORALE_HIT: Final = -1
"""Modifiers to the strength points a stand started with (SH-MORALE-02)."""

RETREAT: Final[Mapping[Literal["foot", "mounted"], int]] = MappingProxyType({"foot": 1, "mounted": 2})
"""Hexes of a retreat (SH-RETREAT-01, ours)."""

PURSUIT: Final[Mapping[Pursuer, tuple[int, ...]]] = MappingProxyType(
    {
        "gendarmes": (0, 1, 1, 2, 2, 3),
        "swiss_pike": (0, 1, 1, 2, 2, 2),
        "cavalry": (0, 1, 1, 2, 2, 2),
        "infantry": (0, 0, 0, 1, 1, 1),
    }
)
"""Hexes of a pursuit for each face of 1D6 (SH-PURSUIT-01)."""

PURSUERS: Final[Mapping[Pursuer, str]] = MappingProxyType(
    {
        "gendarmes": "Gendarmes (must pursue)",
        "swiss_pike": "Swiss Pike (must pursue)",
        "cavalry": "other cavalry with a charge bonus (may)",
        "infantry": "other infantry with a charge bonus (may)",
    }
)


# Ground


class TerrainRow(Struct, frozen=True):
    """Effects of terrain on a stand: entering, recovering, charge bonus and depth, melee dice."""

    rule: str
    word: str
    enter: str
    recover: str
    charge: str
    dice: str


TERRAIN: Final[tuple[TerrainRow, ...]] = (
    TerrainRow("SH-TER-STREAM-01", "stream", "halts, disordered", "no", "lost, both", "+1 on the bank"),
    TerrainRow(
        "SH-TER-DEF-02",
        "defences",
        "halts before; mounted, P&S and Pike disordered",
        "yes",
        "lost, both",
        "foot −1; mounted −2, disordered",
    ),
    TerrainRow(
        "SH-TER-FIELD-01",
        "fields, rough",
        "2 hexes at most; disordered but for Skirmishers, Light Cavalry, Dragoons",
        "yes",
        "lost",
        "0",
    ),
    TerrainRow(
        "SH-TER-WOOD-01",
        "woods: Lancers",
        "halt, disordered",
        "no",
        "lost in woods, kept out of them",
        "−2, disordered",
    ),
    TerrainRow(
        "SH-TER-WOOD-02", "woods: P&S, Pike", "halt, disordered", "no; P&S of 1660 yes", "lost, both", "−1, disordered"
    ),
    TerrainRow("SH-TER-WOOD-03", "woods: Skirmishers", "as in the open", "–", "–", "0"),
    TerrainRow(
        "SH-TER-WOOD-04", "woods: Shot, Dragoons", "halt, in order", "–", "–", "0; may attack mounted combat stands"
    ),
    TerrainRow(
        "SH-TER-WOOD-05", "woods: Horse, Pistols", "halt, disordered", "no", "lost", "0; no fire in woods or at them"
    ),
    TerrainRow("SH-TER-WOOD-06", "woods: Light Cavalry", "halts, disordered", "yes", "lost", "0"),
    TerrainRow("SH-TER-WOOD-07", "woods: Artillery", "may not", "–", "–", "0 if deployed there"),
    TerrainRow("SH-TER-HILL-01", "hill", "as in the open", "yes", "kept", "+1 on the higher hex"),
    TerrainRow("SH-TER-SWAMP-01", "swamp", "halts, disordered; Skirmishers 1 hex in order", "no", "lost", "0"),
)
"""Terrain effects (section 12)."""


class TownRow(Struct, frozen=True):
    """Melee dice of a kind of stand that attacks a town hex, or defends it or attacks out of it."""

    word: str
    attack: str
    defend: str


TOWN: Final[tuple[TownRow, ...]] = (
    TownRow("mounted", "−2, disordered", "−3"),
    TownRow("foot", "−1", "0"),
    TownRow("Pike", "−1, no depth, disordered", "−2, no depth"),
    TownRow("Tercio", "−1, and +1 in all for depth", "−2, no depth"),
    TownRow("P&S", "−1, no pike bonus", "−1, no pike bonus"),
)
"""Melee dice in towns, without a charge bonus (SH-TOWN-08, SH-TOWN-09)."""


# Armies

LEADER_POINTS: Final = 15
CLASS_QUARTERS: Final[Mapping[TrainingClass, int]] = MappingProxyType({"A": 5, "B": 4, "C": 3})
POINTS_PER_SP: Final = 4
POINTS_PER_CHARGE: Final = 3
POINTS_PER_MOVE: Final = 2
POINTS_PER_DIE: Final = 2
"""Points of a leader, class factors in quarters, and points for each value of a profile (SH-ARMY-02)."""

FIELD: Final = (17, 13)
DEPLOYMENT_ROWS: Final = 3
"""Columns and rows of the standard field, and the rows in which a side deploys (SH-ARMY-03)."""

LEADERS_LEAST: Final = 1
LEADERS_MOST: Final = 5
COMMAND_LEAST: Final = 2
COMMAND_MOST: Final = 8
STANDS_PER_GUN: Final = 4
"""Leaders of an army, stands of a command, other stands for each gun (SH-ARMY-01, SH-ARMY-08)."""

TURN_LIMIT: Final = 12
"""The last turn (SH-TURN-03)."""


BREAK_PERCENT: Final = 50
"""An army that has lost this percentage of its strength points is broken (SH-WIN-01)."""

DRAW_PERCENT: Final = 10
"""Armies whose losses in per cent are less than this apart draw at the last turn (SH-WIN-02)."""


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tables whose numbers a club may change (house rules)."""

    profiles: Mapping[Code, ProfileRow] = PROFILES
    order_need: Mapping[TrainingClass, int] = ORDER_NEED
    leader_range: int = LEADER_RANGE
    leader_move: int = LEADER_MOVE
    fire: tuple[ModifierRow, ...] = FIRE
    melee: tuple[ModifierRow, ...] = MELEE
    caps: tuple[CapRow, ...] = CAPS
    retreat: Mapping[Literal["foot", "mounted"], int] = RETREAT
    pursuit: Mapping[Pursuer, tuple[int, ...]] = PURSUIT
    leader_points: int = LEADER_POINTS
    class_quarters: Mapping[TrainingClass, int] = CLASS_QUARTERS


PRINTED: Final = Tables()
"""The tables of the rulebook."""
