"""Events: one class for each kind, with its dice. Levels, flags and points are those after the event."""

from typing import Literal

from msgspec import Struct

from battles.engine.core import Event, Modifier, Outcome, SideId
from battles.engine.dice import Roll
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Moved, Pair, Pending, Phase, Unit
from battles.rules.easy_napoleonics.tables import Aspect, Formation, Level, NationTag, Terrain


class FireOrderChosen(Event, frozen=True, kw_only=True):
    """Which side fires first in this phase."""

    side: SideId


class Shot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The dice of one unit in a mission: needed roll, modifiers, hits, and the dice that it still has."""

    unit: int
    dice: int
    left: int = 0
    needed: int
    hits: int
    modifiers: tuple[Modifier, ...] = ()


class Fired(Event, frozen=True, kw_only=True):
    """A mission and its result (EN-ART-18). ``level`` is the target's level afterwards."""

    target: int
    shots: tuple[Shot, ...]
    hits: int
    failures: int
    level: Level
    needed: int = 0
    check_modifiers: tuple[Modifier, ...] = ()
    answer: bool = False
    """Fire against a breakthrough (EN-OPT-03): it costs no action."""
    rolls: tuple[Roll, ...] = ()


class FireHidden(Event, frozen=True, kw_only=True):
    """What a side sees of ``Fired`` under ``hidden_morale``: the dice of each unit, and the hits.

    The firing side also sees its ``shots``; the other side sees its target's ``level``.
    """

    target: int
    dice: tuple[tuple[int, int], ...]
    hits: int
    answer: bool = False
    shots: tuple[Shot, ...] = ()
    level: Level | None = None
    rolls: tuple[Roll, ...] = ()


class Removed(Event, frozen=True, kw_only=True):
    """A broken unit is removed; the score afterwards (EN-UNIT-06, EN-VP-01)."""

    unit: int
    score: tuple[int, int]


class Accepted(Event, frozen=True, kw_only=True):
    """The answer whether a unit attacks an enemy that came into contact without a charge."""

    attacker: int
    defender: int
    fight: bool


class MeleesListed(Event, frozen=True, kw_only=True):
    """The melees of this turn: attacker and defender of each (EN-MELEE-07)."""

    pairs: tuple[Pair, ...]


class MeleeLapsed(Event, frozen=True, kw_only=True):
    """A listed melee that can no longer be fought (EN-MELEE-09)."""

    attacker: int
    defender: int


class Score(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One side of a melee: stands that count, modifiers, total; level afterwards and its checks."""

    stands: int
    modifiers: tuple[Modifier, ...]
    total: int
    level: Level
    drop: int = 0
    checks: int = 0
    failures: int = 0
    needed: int = 0


class Fought(Event, frozen=True, kw_only=True):
    """A melee and its result (EN-MELEE-36). ``winner`` is the unit that won, -1 in a tie."""

    attacker: int
    defender: int
    aspect: Aspect
    attack: Score
    defence: Score
    winner: int = NOWHERE
    rolls: tuple[Roll, ...] = ()


class MeleeHidden(Event, frozen=True, kw_only=True):
    """What a side sees of ``Fought`` under ``hidden_morale``: ``levels`` holds its own unit's level afterwards."""

    attacker: int
    defender: int
    aspect: Aspect
    winner: int = NOWHERE
    levels: tuple[tuple[int, Level], ...] = ()


class Raised(Event, frozen=True, kw_only=True):
    """A winner's level after ``melee_morale_bonus`` (EN-OPT-07)."""

    unit: int
    level: Level


class Advanced(Event, frozen=True, kw_only=True):
    """A winner broke through. ``target`` is the enemy attacked next, -1 for none.

    Source: EN-OPT-02, EN-OPT-03, EN-OPT-04, EN-OPT-05.
    """

    unit: int
    cell: Cell
    facing: int
    target: int = NOWHERE
    along: tuple[int, ...] = ()


class Stayed(Event, frozen=True, kw_only=True):
    """A winner did not break through."""

    unit: int


class Answered(Event, frozen=True, kw_only=True):
    """How a unit meets the attack of a breakthrough."""

    unit: int
    how: Literal["hold", "fire", "square"]


class CardsDrawn(Event, frozen=True, kw_only=True):
    """Both sides' cards (EN-COST-08, EN-COST-10)."""

    hands: tuple[Hand, Hand]
    rolls: tuple[Roll, ...] = ()


class CardTaken(Event, frozen=True, kw_only=True):
    """What a choice card became; only its owner knows until both sides have chosen (EN-COST-09)."""

    side: SideId
    card: str


class CardHidden(Event, frozen=True, kw_only=True):
    """What the other side sees of ``CardTaken``: a choice was made."""

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
    """This side deploys now."""

    side: SideId


class Deployed(Event, frozen=True, kw_only=True):
    """A unit was deployed."""

    unit: int
    cell: Cell
    facing: int
    formation: Formation


class Entered(Event, frozen=True, kw_only=True):
    """A unit came on in an edge hex (EN-RULING-120)."""

    unit: int
    cell: Cell
    facing: int
    formation: Formation


class Delayed(Event, frozen=True, kw_only=True):
    """Units and leaders that are due but find no free hex, so that they wait for the next turn (EN-RULING-120)."""

    units: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()


class LeaderPlaced(Event, frozen=True, kw_only=True):
    """A leader was deployed, came on, moved or fled to ``cell``. ``left`` is the hexes left to move this turn."""

    leader: int
    cell: Cell
    left: int
    unit: int = NOWHERE
    how: Literal["deployed", "moved", "fled", "entered"] = "moved"


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began: the pairs in contact, and the hexes that each leader may move."""

    turn: int
    contacts: tuple[Pair, ...] = ()
    leader_moves: int


class InitiativeWon(Event, frozen=True, kw_only=True):
    """The initiative roll (EN-INIT-01): modifiers of side a and side b, faces of each roll, the winner's streak."""

    holder: SideId
    streak: int
    modifiers: tuple[int, int]
    throws: tuple[tuple[int, int], ...]
    rolls: tuple[Roll, ...] = ()


class FirstMoverNamed(Event, frozen=True, kw_only=True):
    """The side that has the initiative in turn 1 and moves first, named by the scenario (EN-RULING-119)."""

    side: SideId


class MoverChosen(Event, frozen=True, kw_only=True):
    """Which side moves first."""

    side: SideId


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A side acts in a phase. In the movement phase ``locked`` are the units pinned from now on (EN-ZOC-03)."""

    phase: Phase
    side: SideId
    locked: tuple[int, ...] = ()


class Opened(Event, frozen=True, kw_only=True):
    """Decisions that must be answered before anything else; the last one first."""

    pending: tuple[Pending, ...]


class Rallied(Event, frozen=True, kw_only=True):
    """A unit tried to rally; its level afterwards (EN-RALLY-01)."""

    unit: int
    level: Level
    passed: bool
    needed: int
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()


class Activated(Event, frozen=True, kw_only=True):
    """A unit was activated. ``path`` are the hexes entered, ``charged`` the units that it charges."""

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
    """Infantry that this cavalry came into contact with, without a charge (EN-SQUARE-10)."""
    along: tuple[int, ...] = ()


class LeaderTested(Event, frozen=True, kw_only=True):
    """A leader's die (EN-LEADER-06, EN-LEADER-09); the score afterwards."""

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
    """A unit tried to form hasty square (EN-SQUARE-05). ``mute``: the unit lost its fire."""

    unit: int
    passed: bool
    mute: bool
    needed: int
    modifiers: tuple[Modifier, ...] = ()
    rolls: tuple[Roll, ...] = ()


class SquareHidden(Event, frozen=True, kw_only=True):
    """What the other side sees of ``SquareTried`` under ``hidden_morale``."""

    unit: int
    passed: bool
    mute: bool


class SquareDeclined(Event, frozen=True, kw_only=True):
    """The unit did not try to form square."""

    unit: int


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn ended (EN-SEQ-06): hasty squares that become solid, and the side that holds each objective hex."""

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
    | Entered
    | Delayed
    | LeaderPlaced
    | TurnBegan
    | InitiativeWon
    | FirstMoverNamed
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
"""Every kind of event, with those for hidden information."""
