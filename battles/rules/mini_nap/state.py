"""A battle of Mini-Nap as a value: units, stands, formations of the army, and what is going on.

A unit's, stand's, Brigade's, Division's or Corps' number is its place in its tuple. Lengths are tenths of a
millimetre, angles tenths of a degree clockwise from up the table.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import Outcome, SideId
from battles.rules.mini_nap.frames import Frame
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.tables import (
    BrigadeKind,
    CommanderRating,
    Formation,
    GunWeight,
    Level,
    NationWord,
    Quality,
    UnitType,
)

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
"""ST-01 to ST-18 as far as a side can be asked something there (section 5.2)."""

Whereabouts = Literal["waiting", "table", "destroyed", "retreated", "lost"]
"""``waiting`` has not come on yet; ``lost`` is abandoned for good, over the edge or not deployed (MN-RULING-04, 74)."""

Command = Literal["", "in", "cautious", "out"]
"""MN-CMD-12 to 14; ``""`` has not been checked in this initiative."""

NONE: Final = -1
"""The number of nobody."""

EDGES: Final[tuple[SideId, SideId]] = ("a", "b")
"""Whose the lower edge of the table is, and the upper, unless dice give them otherwise."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit as it stands, and what it has done (section 5.1)."""

    side: SideId
    brigade: int
    name: str
    type: UnitType
    rating: Quality
    start: int
    """Strength points at the start."""
    points: int
    """SP left."""
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
    """The square that holds an abandoned battery's crew (orange)."""
    # Of the Turn:
    manoeuvred: bool = False
    fired: bool = False
    # Of the initiative; cleared when the next is gained (ST-04):
    reacted: bool = False
    idle: bool = False
    """Failed an opportunity charge (MN-REACT-65, MN-RULING-83)."""
    mute: bool = False
    """No further shot of any kind: fire test failed, suppressed, redeployed, fled or turned too far."""
    turned: int = 0
    """Absolute pivots of the Manoeuvre phase added up; an about-face is 1800 (MN-RULING-19)."""
    charged: bool = False
    """It charged in this initiative, in any way (MN-RETREAT-02)."""
    impact: bool = False
    """It counts as charging until its first impact round ends (MN-RULING-35)."""
    charged_from: int = NONE
    """Distance to its target where its charge began (MN-RULING-85)."""
    stood: bool = False
    """Agreed to stand and fight (MN-REACT-04)."""
    still: bool = False
    """Does no more in this phase: it feinted, failed its cautious test, or was stopped."""
    tried_square: bool = False
    """Tried to break out of square (MN-HTH-05)."""
    broke_through: bool = False
    """Has spent its choice in the Break-through phase (MN-BREAK-13)."""
    command: Command = ""


class Stand(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A command stand (MN-ORG-16). ``of`` is the number of its Corps, Division or Brigade.

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
    """This Turn (MN-CMD-03 to 05)."""
    evaded: bool = False
    """Two white markers (MN-MARKER-04)."""
    shifted: bool = False
    """It has attached or detached in this initiative (MN-RULING-99)."""


class Brigade(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A Brigade, division artillery included (MN-ORG-17). ``lost`` are units gone that count as losses."""

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
    """A Corps under the command of ``nation``."""

    side: SideId
    name: str
    nation: NationWord


class Damage(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Structural hits on a feature by key (MNT-STRUCT-03); ``destroyed`` at its strength (MNT-STRUCT-05)."""

    feature: str
    hits: int
    destroyed: bool = False


class Holding(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A unit that defends a landmark (MNT-LANDMARK-03) or a bridge (MNT-BRIDGE-03).

    ``against`` is the enemy that has charged it over the bridge, with which it is in contact there (MNT-BRIDGE-05).
    """

    feature: str
    unit: int
    against: int = NONE


class State(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle at one moment. Equal states have equal canonical JSON.

    ``stack`` is what is under way within a step, the innermost last (`frames`). ``standoff`` is the distance that a
    Division manoeuvre keeps from the enemy and ``allowance`` how far it goes (MN-DIVMAN-02).
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
    """Whose the lower edge of the table is, and the upper."""
    first_to_deploy: SideId = ""
    stack: tuple[Frame, ...] = ()
    damage: tuple[Damage, ...] = ()
    holding: tuple[Holding, ...] = ()
    outcome: Outcome | None = None

    def __post_init__(self) -> None:
        """Equal states have the same edges, so that they are written alike."""
        if self.edges is not EDGES and self.edges == EDGES:
            force_setattr(self, "edges", EDGES)


def other(side: SideId) -> SideId:
    """The enemy of ``side``."""
    return "b" if side == "a" else "a"
