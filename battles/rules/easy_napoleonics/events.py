"""What happens in a battle: one class for each kind of fact, dice included. ``evolve`` needs nothing else.

Levels, flags and points stand here as they are afterwards, never as differences, so that a stored battle folds to
the same state whatever becomes of the rules that made it.
"""

from typing import Literal

from battles.engine.core import Event, Modifier, Outcome, SideId
from battles.engine.dice import Roll
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.events_fight import Accepted as Accepted
from battles.rules.easy_napoleonics.events_fight import Advanced as Advanced
from battles.rules.easy_napoleonics.events_fight import Answered as Answered
from battles.rules.easy_napoleonics.events_fight import Fired as Fired
from battles.rules.easy_napoleonics.events_fight import FireHidden as FireHidden
from battles.rules.easy_napoleonics.events_fight import FireOrderChosen as FireOrderChosen
from battles.rules.easy_napoleonics.events_fight import Fought as Fought
from battles.rules.easy_napoleonics.events_fight import MeleeHidden as MeleeHidden
from battles.rules.easy_napoleonics.events_fight import MeleeLapsed as MeleeLapsed
from battles.rules.easy_napoleonics.events_fight import MeleesListed as MeleesListed
from battles.rules.easy_napoleonics.events_fight import Raised as Raised
from battles.rules.easy_napoleonics.events_fight import Removed as Removed
from battles.rules.easy_napoleonics.events_fight import Score as Score
from battles.rules.easy_napoleonics.events_fight import Shot as Shot
from battles.rules.easy_napoleonics.events_fight import Stayed as Stayed
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Moved, Pair, Pending, Phase, Unit
from battles.rules.easy_napoleonics.tables import Formation, Level, NationTag, Terrain


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Both sides' cards (EN-COST-08, 10)."""

    hands: tuple[Hand, Hand]
    rolls: tuple[Roll, ...] = ()


class CardTaken(Event, frozen=True, kw_only=True):
    """What a choice card became; only its owner knows before both have answered (EN-COST-09)."""

    side: SideId
    card: str


class CardHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``CardTaken``: that a choice was made."""

    side: SideId


class NationNamed(Event, frozen=True, kw_only=True):
    """The nation of a side's card units (EN-RULING-83)."""

    side: SideId
    nation: NationTag


class CardsJoined(Event, frozen=True, kw_only=True):
    """The units that the cards add, at the end of ``State.units`` (EN-SETUP-04)."""

    units: tuple[Unit, ...]


class TerrainPlaced(Event, frozen=True, kw_only=True):
    """Random terrain (EN-SETUP-06)."""

    terrain: tuple[tuple[Cell, Terrain], ...]
    rolls: tuple[Roll, ...] = ()


class DeploymentBegan(Event, frozen=True, kw_only=True):
    """Which side deploys first (EN-SETUP-07)."""

    first: SideId
    rolls: tuple[Roll, ...] = ()


class SideDeploys(Event, frozen=True, kw_only=True):
    """The turn of this side to deploy."""

    side: SideId


class Deployed(Event, frozen=True, kw_only=True):
    """A unit is on the board."""

    unit: int
    cell: Cell
    facing: int
    formation: Formation


class LeaderPlaced(Event, frozen=True, kw_only=True):
    """A leader stands in ``cell``: deployed, moved or fled there. ``left`` is hexes he may still move this turn."""

    leader: int
    cell: Cell
    left: int
    unit: int = NOWHERE
    how: Literal["deployed", "moved", "fled"] = "moved"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A new turn, the pairs in contact at its start, and the hexes that each leader may move in it."""

    turn: int
    contacts: tuple[Pair, ...] = ()
    leader_moves: int


class InitiativeWon(Event, frozen=True, kw_only=True):
    """EN-INIT-01: the dice, modifiers and totals of side a and side b, throw by throw, and the winner's streak."""

    holder: SideId
    streak: int
    modifiers: tuple[int, int]
    throws: tuple[tuple[int, int], ...]
    rolls: tuple[Roll, ...] = ()


class MoverChosen(Event, frozen=True, kw_only=True):
    """Which side moves first."""

    side: SideId


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A side's turn in a phase. ``locked`` are the units pinned from now on (EN-ZOC-03), where it is movement."""

    phase: Phase
    side: SideId
    locked: tuple[int, ...] = ()


class Opened(Event, frozen=True, kw_only=True):
    """Decisions that must be answered before anything else, the last first."""

    pending: tuple[Pending, ...]


class Rallied(Event, frozen=True, kw_only=True):
    """A try to rally, and the level after it (EN-RALLY-01)."""

    unit: int
    level: Level
    passed: bool
    needed: int
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()


class Activated(Event, frozen=True, kw_only=True):
    """A unit's programme as it was done. ``path`` are the hexes entered; ``charged`` the units that it charges."""

    unit: int
    cell: Cell
    facing: int
    formation: Formation
    used: int
    reformed: bool = False
    moved: Moved = ""
    path: tuple[Cell, ...] = ()
    unlimbered: bool = False
    charged: tuple[int, ...] = ()
    standing: tuple[Pair, ...] = ()
    """Infantry that this cavalry came to without a charge (EN-SQUARE-10)."""
    along: tuple[int, ...] = ()


class LeaderTested(Event, frozen=True, kw_only=True):
    """A leader's die (EN-LEADER-06, 09), and the score after it."""

    leader: int
    face: int
    killed: bool
    rule: str
    score: tuple[int, int]
    rolls: tuple[Roll, ...] = ()


class LeaderTaken(Event, frozen=True, kw_only=True):
    """A lone leader removed without a die: no hex to flee to, or ``lone_leader_contact = remove``."""

    leader: int
    rule: str
    score: tuple[int, int]


class SquareTried(Event, frozen=True, kw_only=True):
    """A try to form hasty square (EN-SQUARE-05). ``mute`` says that the unit lost its fire."""

    unit: int
    passed: bool
    mute: bool
    needed: int
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()


class SquareHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``SquareTried`` under ``hidden_morale``."""

    unit: int
    passed: bool
    mute: bool


class SquareDeclined(Event, frozen=True, kw_only=True):
    """No try to form square."""

    unit: int


class TurnEnded(Event, frozen=True, kw_only=True):
    """EN-SEQ-06: the hasty squares that become solid, and who held the ground then."""

    solid: tuple[int, ...] = ()
    held: tuple[tuple[Cell, SideId], ...] = ()


class TimeCalled(Event, frozen=True, kw_only=True):
    """The time limit has passed."""


class Ended(Event, frozen=True, kw_only=True):
    """The battle is over."""

    outcome: Outcome


AnyEvent = (
    CardsDrawn
    | CardTaken
    | CardHidden
    | NationNamed
    | CardsJoined
    | TerrainPlaced
    | DeploymentBegan
    | SideDeploys
    | Deployed
    | LeaderPlaced
    | TurnBegan
    | InitiativeWon
    | MoverChosen
    | PhaseBegan
    | Opened
    | Rallied
    | Activated
    | LeaderTested
    | LeaderTaken
    | SquareTried
    | SquareHidden
    | SquareDeclined
    | FireOrderChosen
    | Fired
    | FireHidden
    | Removed
    | Accepted
    | MeleesListed
    | MeleeLapsed
    | Fought
    | MeleeHidden
    | Raised
    | Advanced
    | Stayed
    | Answered
    | TurnEnded
    | TimeCalled
    | Ended
)
"""Every kind of event, shadows included."""
