"""What happens in a battle: one class for each kind of fact, dice included. ``evolve`` needs nothing else.

Places, points, markers and counts stand here as they are afterwards, never as differences, so that a stored battle
folds to the same state whatever becomes of the rules that made it.
"""

from typing import Literal

from battles.engine.core import Event, Outcome, SideId
from battles.engine.dice import Roll
from battles.rules.mini_nap.events_fight import Allotted as Allotted
from battles.rules.mini_nap.events_fight import AllottedHidden as AllottedHidden
from battles.rules.mini_nap.events_fight import Fired as Fired
from battles.rules.mini_nap.events_fight import Fought as Fought
from battles.rules.mini_nap.events_fight import StructureHit as StructureHit
from battles.rules.mini_nap.events_fight import Suppressed as Suppressed
from battles.rules.mini_nap.events_move import Defended as Defended
from battles.rules.mini_nap.events_move import Moved as Moved
from battles.rules.mini_nap.events_move import Reformed as Reformed
from battles.rules.mini_nap.events_move import StandPlaced as StandPlaced
from battles.rules.mini_nap.events_move import Tested as Tested
from battles.rules.mini_nap.events_move import Turned as Turned
from battles.rules.mini_nap.frames import Frame
from battles.rules.mini_nap.setup import Feature
from battles.rules.mini_nap.state import Command, Step, Whereabouts
from battles.rules.mini_nap.tables import CommanderRating, Formation


class RatingsThrown(Event, frozen=True, kw_only=True):
    """Commanders' ratings by stand (MN-CMD-61)."""

    ratings: tuple[tuple[int, CommanderRating], ...]
    rolls: tuple[Roll, ...] = ()


class TerrainLaid(Event, frozen=True, kw_only=True):
    """Features that the dice have laid beside those of the set-up (MNT-RULING-33)."""

    features: tuple[Feature, ...]
    rolls: tuple[Roll, ...] = ()


class DeploymentThrown(Event, frozen=True, kw_only=True):
    """The throw before deployment: the winner chooses his edge, the other side deploys first (MN-RULING-60).

    ``throws`` are the totals of side a and of side b, throw by throw.
    """

    winner: SideId
    throws: tuple[tuple[int, int], ...]
    rolls: tuple[Roll, ...] = ()


class DeploymentBegan(Event, frozen=True, kw_only=True):
    """Whose edges are which, lower and upper, and who deploys first (MN-RULING-60)."""

    edges: tuple[SideId, SideId]
    first: SideId


class SideDeploys(Event, frozen=True, kw_only=True):
    """The turn of this side to deploy a Division, or to bring on what arrives."""

    side: SideId


class Placed(Event, frozen=True, kw_only=True):
    """A unit has come on the table."""

    unit: int
    x: int
    y: int
    facing: int
    formation: Formation


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new Turn (MN-SEQ-01)."""

    turn: int


class InitiativeGained(Event, frozen=True, kw_only=True):
    """A side holds the initiative: MN-SEQ-11 is done, and the notes of the last initiative are gone (ST-04).

    ``throws`` are the totals of side a and of side b, throw by throw; none where the other side had no Brigade left
    (MN-SEQ-08).
    """

    side: SideId
    rule: str
    throws: tuple[tuple[int, int], ...] = ()
    rolls: tuple[Roll, ...] = ()


class MarkersCleared(Event, frozen=True, kw_only=True):
    """A side that won with no Brigade left to choose: its markers go, squares turn solid (section 4).

    ``throws`` are the totals of side a and of side b, throw by throw; both throw again.
    """

    side: SideId
    throws: tuple[tuple[int, int], ...] = ()
    rolls: tuple[Roll, ...] = ()


class BrigadeChosen(Event, frozen=True, kw_only=True):
    """MN-SEQ-02."""

    brigade: int


class DivisionChosen(Event, frozen=True, kw_only=True):
    """MN-DIVMAN-01, 02."""

    division: int
    allowance: int
    standoff: int


class StepBegan(Event, frozen=True, kw_only=True):
    """The next step of the initiative (section 5.2)."""

    step: Step


class CommandChecked(Event, frozen=True, kw_only=True):
    """Units by number, each with what it is (MN-CMD-11 to 17)."""

    checked: tuple[tuple[int, Command], ...]


class StandAttached(Event, frozen=True, kw_only=True):
    """MN-CMD-31."""

    stand: int
    unit: int


class StandRemoved(Event, frozen=True, kw_only=True):
    """A stand is gone, by this rule."""

    stand: int
    rule: str


class Opened(Event, frozen=True, kw_only=True):
    """Something begins within what is under way."""

    frame: Frame


class WentOn(Event, frozen=True, kw_only=True):
    """What is under way has come further: ``frame`` takes the place of the innermost one."""

    frame: Frame


class Closed(Event, frozen=True, kw_only=True):
    """The innermost of what is under way is over."""


class Marked(Event, frozen=True, kw_only=True):
    """A unit's markers and notes as they are now; what is None is as it was (MN-MARKER)."""

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
    """A unit has lost strength otherwise than by fire or in combat: hit markers (MN-MARKER-06)."""

    unit: int
    points: int
    hits: int
    rule: str


class Gone(Event, frozen=True, kw_only=True):
    """Units that leave the table or never come on to it, all at once (MN-LOSS-07, MN-RULING-58).

    ``lost`` are the losses after it: of Brigades and of Divisions, by number.
    """

    units: tuple[int, ...]
    where: Whereabouts
    rule: str
    brigades: tuple[tuple[int, int], ...] = ()
    divisions: tuple[tuple[int, int], ...] = ()


class TurnEnded(Event, frozen=True, kw_only=True):
    """MN-SEQ-09: markers go, Brigades may be chosen again."""


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
