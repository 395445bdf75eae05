"""Events: one class for each kind, with their dice. A field holds the value after the event, never a difference."""

from typing import Literal

from msgspec import Struct

from battles.engine.core import Event, Outcome, SideId
from battles.engine.dice import Roll
from battles.rules.mini_nap.decisions import Allotment, Frame, Travel
from battles.rules.mini_nap.state import Command, Damage, Feature, Step, Whereabouts
from battles.rules.mini_nap.tables import Band, CommanderRating, Formation, Situation


class Count(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """How a number of dice was worked out: dice added and dice halved, each with its rule."""

    basic: int
    added: tuple[tuple[str, int], ...] = ()
    halved: tuple[str, ...] = ()
    dice: int = 0


class Fired(Event, frozen=True, kw_only=True):
    """A shot, or return fire if ``answers``: dice, their total, hits and the target's points after it."""

    unit: int
    target: int
    aim: tuple[int, int]
    range: int
    band: Band | None
    count: Count
    total: int
    hits: int
    points: int
    answers: bool = False
    supports: bool = False
    rolls: tuple[Roll, ...] = ()


class StructureHit(Event, frozen=True, kw_only=True):
    """A shot at a structure (MNT-STRUCT-02, MNT-STRUCT-03): the die, and the damage after it."""

    unit: int
    face: int
    hits: int
    damage: Damage
    rolls: tuple[Roll, ...] = ()


class Suppressed(Event, frozen=True, kw_only=True):
    """A unit has suppressed batteries (MN-FIRE-61)."""

    unit: int
    batteries: tuple[int, ...]


class Allotted(Event, frozen=True, kw_only=True):
    """A side's strength points for the round; hidden from the other side until both have answered (MN-RULING-32)."""

    side: SideId
    shares: tuple[Allotment, ...]


class AllottedHidden(Event, frozen=True, kw_only=True):
    """``Allotted`` as the other side sees it: the side has answered."""

    side: SideId


class Throw(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What a unit rolled against an enemy in a round: its sets, the dice in each, and the hits."""

    unit: int
    enemy: int
    allotted: int
    sets: tuple[Situation, ...]
    halved: int = 0
    dice: int = 0
    hits: int = 0


class Fought(Event, frozen=True, kw_only=True):
    """A round of combat: 0 is impact. ``points`` are the points of the group's units after it."""

    round: int
    throws: tuple[Throw, ...]
    points: tuple[tuple[int, int], ...]
    stalemate: bool = False
    """No unit had any dice, so each rolled one die for each set (MN-HTH-35)."""
    rolls: tuple[Roll, ...] = ()


Spot = tuple[int, int]


class Turned(Event, frozen=True, kw_only=True):
    """A unit has pivoted or faced about; ``turned`` is the sum of its pivots (MN-TURN, MN-RULING-19)."""

    unit: int
    facing: int
    turned: int
    about: bool = False


class Reformed(Event, frozen=True, kw_only=True):
    """A unit has changed formation (MN-MAN-07), by choice or by rule."""

    unit: int
    formation: Formation
    x: int
    y: int
    facing: int
    rule: str = "MN-MAN-07"


class Moved(Event, frozen=True, kw_only=True):
    """A unit has moved along ``path``, from where it was to where it is now."""

    unit: int
    travel: Travel
    x: int
    y: int
    facing: int
    path: tuple[Spot, ...] = ()
    cost: int = 0
    """Allowance spent (MNT-MOVE-04)."""
    touched: int = -1
    """The enemy unit it came into contact with."""


class StandPlaced(Event, frozen=True, kw_only=True):
    """A command stand has been placed or moved."""

    stand: int
    x: int
    y: int
    how: Literal["deployed", "moved", "evaded", "detached", "shifted"]
    path: tuple[Spot, ...] = ()


class Defended(Event, frozen=True, kw_only=True):
    """A unit begins to defend a feature, or ends its defence if ``holds`` is false.

    Source: MNT-LANDMARK-03, MNT-LANDMARK-06, MNT-BRIDGE-03.
    """

    unit: int
    feature: str
    holds: bool = True
    against: int = -1
    """The enemy that has charged it across the bridge (MNT-BRIDGE-05)."""


class Tested(Event, frozen=True, kw_only=True):
    """A quality test (MN-RATE-07): ``face`` plus ``bonus`` against ``needed``; ``rule`` is the reason for it."""

    unit: int
    rule: str
    needed: int
    face: int
    passed: bool
    bonus: int = 0
    rolls: tuple[Roll, ...] = ()


class RatingsThrown(Event, frozen=True, kw_only=True):
    """Commanders' ratings by stand (MN-CMD-61)."""

    ratings: tuple[tuple[int, CommanderRating], ...]
    rolls: tuple[Roll, ...] = ()


class TerrainLaid(Event, frozen=True, kw_only=True):
    """Features placed by dice, in addition to those of the set-up (MNT-RULING-33)."""

    features: tuple[Feature, ...]
    rolls: tuple[Roll, ...] = ()


class DeploymentThrown(Event, frozen=True, kw_only=True):
    """The roll before deployment: the winner chooses an edge, the other side deploys first (MN-RULING-60).

    ``throws`` are the totals of side a and of side b, one pair for each roll.
    """

    winner: SideId
    throws: tuple[tuple[int, int], ...]
    rolls: tuple[Roll, ...] = ()


class DeploymentBegan(Event, frozen=True, kw_only=True):
    """Which side has the lower and the upper edge, and which deploys first (MN-RULING-60)."""

    edges: tuple[SideId, SideId]
    first: SideId


class SideDeploys(Event, frozen=True, kw_only=True):
    """It is this side's turn to deploy a Division, or to bring on troops that arrive."""

    side: SideId


class Placed(Event, frozen=True, kw_only=True):
    """A unit has been placed on the table."""

    unit: int
    x: int
    y: int
    facing: int
    formation: Formation


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new Turn begins (MN-SEQ-01)."""

    turn: int


class InitiativeGained(Event, frozen=True, kw_only=True):
    """A side gains the initiative: MN-SEQ-11 is done, and the unit flags of the last initiative are cleared (ST-04).

    ``throws`` are the totals of side a and of side b, one pair for each roll; empty if the other side had no Brigade
    left (MN-SEQ-08).
    """

    side: SideId
    rule: str
    throws: tuple[tuple[int, int], ...] = ()
    rolls: tuple[Roll, ...] = ()


class MarkersCleared(Event, frozen=True, kw_only=True):
    """A side with no Brigade left won the roll: its markers are removed, its squares become solid (section 4).

    ``throws`` are the totals of side a and of side b, one pair for each roll; then both sides roll again.
    """

    side: SideId
    throws: tuple[tuple[int, int], ...] = ()
    rolls: tuple[Roll, ...] = ()


class BrigadeChosen(Event, frozen=True, kw_only=True):
    """The active side has chosen a Brigade (MN-SEQ-02)."""

    brigade: int


class DivisionChosen(Event, frozen=True, kw_only=True):
    """The active side has chosen a Division manoeuvre (MN-DIVMAN-01, MN-DIVMAN-02)."""

    division: int
    allowance: int
    standoff: int


class StepBegan(Event, frozen=True, kw_only=True):
    """The next step of the initiative begins (section 5.2)."""

    step: Step


class CommandChecked(Event, frozen=True, kw_only=True):
    """Command state of units, by number (MN-CMD-11, MN-CMD-17)."""

    checked: tuple[tuple[int, Command], ...]


class StandAttached(Event, frozen=True, kw_only=True):
    """A Brigade stand is attached to a unit (MN-CMD-31)."""

    stand: int
    unit: int


class StandRemoved(Event, frozen=True, kw_only=True):
    """A stand is removed from the table, by this rule."""

    stand: int
    rule: str


class Opened(Event, frozen=True, kw_only=True):
    """A decision or procedure begins within the present one: ``frame`` is pushed on the stack."""

    frame: Frame


class WentOn(Event, frozen=True, kw_only=True):
    """The present procedure has advanced: ``frame`` replaces the last frame of the stack."""

    frame: Frame


class Closed(Event, frozen=True, kw_only=True):
    """The present procedure is over: the last frame is popped from the stack."""


class Marked(Event, frozen=True, kw_only=True):
    """A unit's markers and flags as they are now; None leaves one unchanged (MN-MARKER)."""

    unit: int
    rule: str
    blue: Literal["", "reaction", "disorder"] | None = None
    yellow: bool | None = None
    white: bool | None = None
    crew_in: int | None = None
    manoeuvred: bool | None = None
    fired: bool | None = None
    reacted: bool | None = None
    idle: bool | None = None
    mute: bool | None = None
    charged: bool | None = None
    impact: bool | None = None
    charged_from: int | None = None
    stood: bool | None = None
    still: bool | None = None
    tried_square: bool | None = None
    broke_through: bool | None = None


class Hit(Event, frozen=True, kw_only=True):
    """A unit has lost strength other than by fire or in combat: hit markers (MN-MARKER-06)."""

    unit: int
    points: int
    hits: int
    rule: str


class Gone(Event, frozen=True, kw_only=True):
    """Units that leave the table or never arrive, all at once (MN-LOSS-07, MN-RULING-58).

    ``brigades`` and ``divisions`` are their losses after it, by number.
    """

    units: tuple[int, ...]
    where: Whereabouts
    rule: str
    brigades: tuple[tuple[int, int], ...] = ()
    divisions: tuple[tuple[int, int], ...] = ()


class TurnEnded(Event, frozen=True, kw_only=True):
    """The Turn ends: markers are removed, Brigades may be chosen again (MN-SEQ-09)."""


class Ended(Event, frozen=True, kw_only=True):
    """The battle is over."""

    outcome: Outcome


AnyEvent = (
    RatingsThrown
    | TerrainLaid
    | DeploymentThrown
    | DeploymentBegan
    | SideDeploys
    | Placed
    | TurnBegan
    | InitiativeGained
    | MarkersCleared
    | BrigadeChosen
    | DivisionChosen
    | StepBegan
    | CommandChecked
    | StandPlaced
    | StandAttached
    | StandRemoved
    | Opened
    | WentOn
    | Closed
    | Marked
    | Hit
    | Gone
    | Turned
    | Reformed
    | Moved
    | Defended
    | Tested
    | Fired
    | StructureHit
    | Suppressed
    | Allotted
    | AllottedHidden
    | Fought
    | TurnEnded
    | Ended
)
"""Every kind of event, shadows included."""
