"""State of a battle, and its set-up. Lengths are 0.1 mm, angles 0.1 degree clockwise from up."""

from typing import Final, Literal, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import Outcome, SideId
from battles.rules.mini_nap.decisions import Frame
from battles.rules.mini_nap.rules import DEFAULTS, Rules
from battles.rules.mini_nap.tables import (
    FORMATIONS,
    FORMATIONS_OPEN,
    TABLE_HEIGHT,
    TABLE_WIDTH,
    TYPES,
    BrigadeKind,
    CommanderRating,
    FeatureKind,
    Formation,
    GunWeight,
    Kind,
    Level,
    NationWord,
    Quality,
    UnitClass,
    UnitType,
)

SQUARES: Final[frozenset[Formation]] = frozenset({"solid_square", "emergency_square"})
"""All square formations."""


class HasType(Protocol):
    """A unit of the state or of a set-up."""

    @property
    def type(self) -> UnitType: ...
    @property
    def lancer(self) -> bool: ...
    @property
    def irregular(self) -> bool: ...


class HasFormation(Protocol):
    """A unit of the state, or the starting place of a unit."""

    @property
    def formation(self) -> Formation: ...


def unit_class(unit: HasType) -> UnitClass:
    """Infantry, cavalry or artillery (MN-TYPE)."""
    return TYPES[unit.type].unit_class


def kind_of(unit: HasType) -> Kind:
    """The unit's type, with lancers and irregulars apart from light cavalry (MN-TYPE-09, MN-TYPE-10)."""
    if unit.type != "light_cavalry":
        return unit.type
    if unit.irregular:
        return "irregular"
    return "lancer" if unit.lancer else "light_cavalry"


def possible_formations(unit: HasType) -> tuple[Formation, ...]:
    """Formations that a unit can take, in table order; an emergency square only as a reaction (MN-FORM-04)."""
    return FORMATIONS_OPEN[kind_of(unit)]


def selectable_formations(unit: HasType) -> tuple[Formation, ...]:
    """Formations that its owner may choose, when it is deployed or by a formation change."""
    return tuple(each for each in possible_formations(unit) if each != "emergency_square")


def is_formed(unit: HasFormation) -> bool:
    """True if the unit's formation is formed (MN-FORM-07)."""
    return FORMATIONS[unit.formation].formed


def in_square(unit: HasFormation) -> bool:
    """True if the unit is in any square."""
    return unit.formation in SQUARES


Point = tuple[int, int]


class Feature(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A terrain feature (MNT T1, T2, T3). ``key`` is unique on the table, such as ``wood 2``.

    ``points`` are the outline of a general feature, without repeating the first point, or the middle line of a linear
    one, which is ``width`` wide (0: as printed). ``levels`` is its height, None for the printed one; ``strength`` is
    that of a structure, 0 for the option's value. A bridge or ford lies ``over`` the watercourse with that key. A
    ``church`` is a landmark of a village (MNT-LANDMARK-07).
    """

    key: str
    kind: FeatureKind
    points: tuple[Point, ...]
    width: int = 0
    levels: int | None = None
    strength: int = 0
    over: str = ""
    church: bool = False
    name: str = ""


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rectangle from ``(0, 0)`` to ``(width, height)`` (MN-GEO-15), and its terrain features."""

    width: int = TABLE_WIDTH
    height: int = TABLE_HEIGHT
    features: tuple[Feature, ...] = ()

    def __post_init__(self) -> None:
        """Make equal tables share their sizes, so that they are encoded alike."""
        for name, default in (("width", TABLE_WIDTH), ("height", TABLE_HEIGHT)):
            if getattr(self, name) == default:
                force_setattr(self, name, default)


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Fixed starting place of a unit or a stand; a stand has no facing and no formation."""

    x: int
    y: int
    facing: int = 0
    formation: Formation = "line"


class ForceUnit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit of a force (section 6.1), its strength points already counted (MN-SP)."""

    name: str
    type: UnitType
    rating: Quality
    points: int
    nation: NationWord = "other"
    kgl: bool = False
    lancer: bool = False
    irregular: bool = False
    weight: GunWeight | None = None
    place: Place | None = None


class BrigadeForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Brigade of a force. With ``arrives`` set it arrives at the start of that Turn, within ``entry``.

    ``entry`` is a rectangle ``(left, bottom, right, top)``, None for the side's own deployment zone.
    """

    name: str
    kind: BrigadeKind
    units: tuple[ForceUnit, ...]
    commander: str = ""
    place: Place | None = None
    arrives: int = 0
    entry: tuple[int, int, int, int] | None = None


class DivisionForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Division of a force. ``rating`` is its commander's if a scenario fixes it (MN-CMD-61)."""

    name: str
    kind: Literal["infantry", "cavalry", "mixed"]
    brigades: tuple[BrigadeForce, ...]
    commander: str = ""
    rating: CommanderRating | None = None
    place: Place | None = None


class CorpsForce(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Corps of a force; ``nation`` is the nation that commands it (MN-TYPE-11, MN-RULING-62)."""

    name: str
    nation: NationWord
    divisions: tuple[DivisionForce, ...]
    commander: str = ""
    rating: CommanderRating | None = None
    place: Place | None = None


class Force(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A side's army, and the rectangle ``(left, bottom, right, top)`` that it may deploy in.

    ``zone`` None means the edge that the side gets by dice (MN-RULING-60).
    """

    name: str
    corps: tuple[CorpsForce, ...]
    zone: tuple[int, int, int, int] | None = None
    task: str = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle before the first die is rolled. Both players read ``situation`` and each force's ``task``."""

    title: str
    table: Table
    forces: tuple[Force, Force]
    rules: Rules = DEFAULTS
    situation: str = ""

    def __post_init__(self) -> None:
        """Make equal set-ups share their rules, so that they are encoded alike."""
        if self.rules == DEFAULTS:
            force_setattr(self, "rules", DEFAULTS)


Step = Literal[
    "edges",
    "deployment",
    "arrival",
    "choose",
    "command",
    "manoeuvre",
    "fire",
    "hand_to_hand",
    "break_active",
    "break_passive",
    "end",
    "over",
]
"""The steps of section 5.2, from ST-01 to ST-18, in which a side may have a decision to make."""

Whereabouts = Literal["waiting", "table", "destroyed", "retreated", "lost"]
"""``waiting`` has not arrived yet; ``lost`` is abandoned for good, off the table's edge or not deployed.

Source: MN-RULING-04, MN-RULING-74.
"""

Command = Literal["", "in", "cautious", "out"]
"""MN-CMD-12, MN-CMD-13, MN-CMD-14; ``""``: not checked in this initiative."""

NONE: Final = -1
"""The number that stands for no unit, Brigade, Division or stand."""

EDGES: Final[tuple[SideId, SideId]] = ("a", "b")
"""The sides with the lower and the upper edge of the table, unless dice decide."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit: what it is, where it is, its markers, and what it has done (section 5.1).

    Source: MN-BASE-08.
    """

    side: SideId
    brigade: int
    name: str
    type: UnitType
    rating: Quality
    start: int
    """Strength points at the start."""
    points: int
    """Strength points left."""
    nation: NationWord = "other"
    kgl: bool = False
    lancer: bool = False
    irregular: bool = False
    weight: GunWeight | None = None
    where: Whereabouts = "waiting"
    formation: Formation = "line"
    x: int = 0
    y: int = 0
    facing: int = 0
    # Markers (MN-MARKER):
    blue: Literal["", "reaction", "disorder"] = ""
    yellow: bool = False
    white: bool = False
    crew_in: int = NONE
    """The square with this abandoned battery's crew (orange marker)."""
    # In this Turn:
    manoeuvred: bool = False
    fired: bool = False
    # In this initiative; cleared when the next one is gained (ST-04):
    reacted: bool = False
    idle: bool = False
    """Failed an opportunity charge (MN-REACT-65, MN-RULING-83)."""
    mute: bool = False
    """May not fire again: it failed a fire test, was suppressed, redeployed, fled or turned too far."""
    turned: int = 0
    """Sum of its pivots in the Manoeuvre phase, without sign; an about-face is 1800 (MN-RULING-19)."""
    charged: bool = False
    """It charged in this initiative, in any way (MN-RETREAT-02)."""
    impact: bool = False
    """It counts as charging until its first impact round ends (MN-RULING-35)."""
    charged_from: int = NONE
    """Distance to its target where its charge began (MN-RULING-85)."""
    stood: bool = False
    """Committed to stand and fight (MN-REACT-04)."""
    still: bool = False
    """Does nothing more in this phase: it feinted, failed its cautious test, or was stopped."""
    tried_square: bool = False
    """Tried to break out of square (MN-HTH-05)."""
    broke_through: bool = False
    """Has made its choice in the Break-through phase (MN-BREAK-13)."""
    command: Command = ""


class Stand(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A command stand (MN-ORG-16, MN-CMD-02). ``of`` is the number of its Corps, Division or Brigade.

    ``unit`` is the unit that a Brigade stand is attached to; its place is then that unit's.
    """

    side: SideId
    level: Level | Literal["brigade"]
    of: int
    name: str
    rating: CommanderRating | None = None
    where: Literal["waiting", "table", "removed"] = "waiting"
    x: int = 0
    y: int = 0
    unit: int = NONE
    moved: bool = False
    """Moved this Turn (MN-CMD-03, MN-CMD-04, MN-CMD-05)."""
    evaded: bool = False
    """Two white markers (MN-MARKER-04)."""
    shifted: bool = False
    """It has attached or detached in this initiative (MN-RULING-99)."""


class Brigade(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Brigade, division artillery included (MN-ORG-17). ``lost`` counts removed units that count as losses."""

    side: SideId
    division: int
    name: str
    kind: BrigadeKind
    start: int
    lost: int = 0
    chosen: bool = False
    """Chosen this Turn (MN-SEQ-07)."""


class Division(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Division; ``start`` and ``lost`` count its units."""

    side: SideId
    corps: int
    name: str
    start: int
    lost: int = 0


class Corps(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Corps, commanded by ``nation``."""

    side: SideId
    name: str
    nation: NationWord


class Damage(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Structural hits on a feature (MNT-STRUCT-03); ``destroyed`` when they reach its strength (MNT-STRUCT-05)."""

    feature: str
    hits: int
    destroyed: bool = False


class Defence(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A unit's defence of a landmark (MNT-LANDMARK-03) or a bridge (MNT-BRIDGE-03).

    ``against`` is the enemy that has charged it across the bridge and is in contact with it there (MNT-BRIDGE-05).
    """

    feature: str
    unit: int
    against: int = NONE


class State(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle at one moment. Equal states have equal canonical JSON.

    ``stack`` holds the frames under way within a step, the present one last (`pending`). ``standoff`` is the distance
    that a Division manoeuvre keeps from the enemy, ``allowance`` its movement allowance (MN-DIVMAN-02).
    """

    setup: Setup
    corps: tuple[Corps, ...]
    divisions: tuple[Division, ...]
    brigades: tuple[Brigade, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]
    step: Step = "deployment"
    turn: int = 0
    active: SideId = ""
    """The side that holds the initiative, or that deploys."""
    brigade: int = NONE
    """The chosen Brigade."""
    division: int = NONE
    """The chosen Division, in a Division manoeuvre."""
    allowance: int = 0
    standoff: int = 0
    edges: tuple[SideId, SideId] = EDGES
    """The sides with the lower and the upper edge of the table."""
    first_to_deploy: SideId = ""
    stack: tuple[Frame, ...] = ()
    damage: tuple[Damage, ...] = ()
    holding: tuple[Defence, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        """Make equal states share their edges, so that they are encoded alike."""
        if self.edges is not EDGES and self.edges == EDGES:
            force_setattr(self, "edges", EDGES)


def other(side: SideId) -> SideId:
    """The enemy of ``side``."""
    return "b" if side == "a" else "a"
