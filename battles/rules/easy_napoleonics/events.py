"""What happens in a battle: one class for each kind of fact, dice included. ``evolve`` needs nothing else.

Levels, flags and points stand here as they are afterwards, never as differences, so that a stored battle folds to
the same state whatever becomes of the rules that made it.
"""

from typing import Literal

from msgspec import Struct

from battles.engine.core import Event, Modifier, Outcome, SideId
from battles.engine.dice import Roll
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.state import NOWHERE, Hand, Moved, Pair, Pending, Phase, Unit
from battles.rules.easy_napoleonics.tables import Aspect, Formation, Level, NationTag, Terrain


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


class FireOrderChosen(Event, frozen=True, kw_only=True):
    """Which side fires first in this phase."""

    side: SideId


class Shot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The dice of one unit in a mission: what each needs, the modifiers behind it, how many hit, and dice it still has."""

    unit: int
    dice: int
    left: int = 0
    needed: int
    hits: int
    modifiers: tuple[Modifier, ...] = ()


class Fired(Event, frozen=True, kw_only=True):
    """A mission and what it did (EN-ART-18). ``level`` is the target's afterwards."""

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
    """The shadow of ``Fired`` under ``hidden_morale``: who fired how many dice, and the hits.

    The firing side has its ``shots`` too, the other side its target's ``level``.
    """

    target: int
    dice: tuple[tuple[int, int], ...]
    hits: int
    answer: bool = False
    shots: tuple[Shot, ...] = ()
    level: Level | None = None
    rolls: tuple[Roll, ...] = ()


class Removed(Event, frozen=True, kw_only=True):
    """A broken unit leaves the board, and the score after it (EN-UNIT-06, EN-VP-01)."""

    unit: int
    score: tuple[int, int]


class Accepted(Event, frozen=True, kw_only=True):
    """Whether a unit attacks in a contact without a charge."""

    attacker: int
    defender: int
    fight: bool


class MeleesListed(Event, frozen=True, kw_only=True):
    """The melees of this turn: attacker and defender of each (EN-MELEE-07)."""

    pairs: tuple[Pair, ...]


class MeleeLapsed(Event, frozen=True, kw_only=True):
    """A listed melee that cannot be fought any more (EN-MELEE-09)."""

    attacker: int
    defender: int


class Score(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One side of a melee: stands that count, modifiers, total; level afterwards and the checks behind it."""

    stands: int
    modifiers: tuple[Modifier, ...]
    total: int
    level: Level
    drop: int = 0
    checks: int = 0
    failures: int = 0
    needed: int = 0


class Fought(Event, frozen=True, kw_only=True):
    """A melee (EN-MELEE-36). ``winner`` is the unit that won, -1 in a tie."""

    attacker: int
    defender: int
    aspect: Aspect
    attack: Score
    defence: Score
    winner: int = NOWHERE
    rolls: tuple[Roll, ...] = ()


class MeleeHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``Fought`` under ``hidden_morale``: a side has the ``levels`` of its own unit afterwards."""

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
    """A breakthrough (EN-OPT-02 to 05). ``target`` is the enemy attacked next, -1 for none."""

    unit: int
    cell: Cell
    facing: int
    target: int = NOWHERE
    along: tuple[int, ...] = ()


class Stayed(Event, frozen=True, kw_only=True):
    """A winner that does not advance."""

    unit: int


class Answered(Event, frozen=True, kw_only=True):
    """What the enemy does whom a breakthrough attacks."""

    unit: int
    how: Literal["hold", "fire", "square"]


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

