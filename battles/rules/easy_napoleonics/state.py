"""A battle of Easy Napoleonics as a value: units, leaders, phase, and what is still to be answered."""

from typing import Literal

from msgspec import Struct

from battles.engine.core import Outcome, SideId
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.setup import Board, Setup
from battles.rules.easy_napoleonics.tables import Formation, Grade, Kind, Level, NationTag

Phase = Literal["cards", "deployment", "initiative", "rally", "movement", "artillery", "musketry", "melee", "over"]
"""EN-SEQ-01, with the preparation of EN-SETUP-04 before and the end after."""

Moved = Literal["", "move", "sidestep"]

NOWHERE: int = -1
"""The cell of what is not on the board."""

Pair = tuple[int, int]
"""Two units in contact: the lower number first, or attacker and defender where that is settled."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit as it stands, and what it has done this turn (section 10.1).

    A unit's number is its place in ``State.units``. ``level`` is ``broken`` exactly when it is out of play.
    """

    side: SideId
    name: str
    kind: Kind
    grade: Grade
    worth: int
    nation: NationTag = "none"
    armored: bool = False
    cell: Cell = NOWHERE
    facing: int = 0
    formation: Formation = "line"
    level: Level = "good"
    # This turn:
    used: int = 0
    """Actions used."""
    activated: bool = False
    reformed: bool = False
    """Changed formation or facing by action (EN-FORM-05)."""
    moved: Moved = ""
    moved_in_column: bool = False
    charged: tuple[int, ...] = ()
    """Units that it charged (EN-MELEE-04)."""
    locked: bool = False
    dice_left: int = -1
    """Dice that it still holds after its first fire of the turn; -1 before."""
    at: tuple[int, ...] = ()
    """Units that it has fired at this turn."""
    mute: bool = False
    """It lost its fire by a hasty square (EN-SQUARE-05)."""
    rallied: bool = False
    tried_square: bool = False
    advances: int = 0


class Leader(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A leader. ``left`` is hexes he may still move this turn, ``unit`` the battery he is with where two share it."""

    side: SideId
    name: str
    cell: Cell = NOWHERE
    left: int = 0
    alive: bool = True
    unit: int = NOWHERE


class Pending(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A decision that must be answered before anything else; the last one of ``State.pending`` first.

    ``unit`` or ``leader`` is whose it is, ``other`` the enemy that caused it: the charger, the broken unit's cell
    owner, the winner who attacks on. ``cell`` is the hex in question.
    """

    kind: Literal["hasty_square", "relocate", "fire_order", "accept", "breakthrough", "answer"]
    side: SideId
    unit: int = NOWHERE
    leader: int = NOWHERE
    other: int = NOWHERE
    cell: Cell = NOWHERE


class Hand(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of a side while they are drawn (EN-COST-08): keys of the unit cards, and what is still to be chosen.

    ``chooses`` is how many choice cards are unanswered, ``chosen`` what was taken for them, which the other side
    may not know before both have answered. ``deck`` is what is left in the deck it draws from.
    """

    cards: tuple[str, ...] = ()
    chooses: int = 0
    chosen: tuple[str, ...] = ()
    nation: NationTag | None = None
    deck: tuple[str, ...] = ()


NO_HANDS = (Hand(), Hand())
"""Nothing drawn, or all of it joined."""


class State(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle at one moment. Equal states have equal canonical JSON.

    ``acting`` is the side whose turn it is within a phase; ``holder`` has the initiative, ``streak`` turns in a
    row; ``mover`` moves first. ``contacts`` are the pairs in contact when the turn began, ``standing`` cavalry and
    infantry that it came to without a charge (EN-SQUARE-10), ``first`` attackers of pairs that have fought
    (EN-RULING-29). ``held`` says which side last stood on each cell of an objective.
    """

    setup: Setup
    board: Board
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    hands: tuple[Hand, Hand]
    score: tuple[int, int]
    phase: Phase = "cards"
    turn: int = 0
    acting: SideId = ""
    holder: SideId = ""
    streak: int = 0
    mover: SideId = ""
    fires_first: SideId = ""
    pending: tuple[Pending, ...] = ()
    first_to_deploy: SideId = ""
    nominated: tuple[int, ...] = ()
    contacts: tuple[Pair, ...] = ()
    standing: tuple[Pair, ...] = ()
    first: tuple[Pair, ...] = ()
    accepted: tuple[Pair, ...] = ()
    declined: tuple[Pair, ...] = ()
    pairs: tuple[Pair, ...] = ()
    """Melees still to be fought: attacker, defender (EN-MELEE-07)."""
    listed: bool = False
    """Whether the melees of the turn have been listed."""
    fought: tuple[Pair, ...] = ()
    held: tuple[tuple[Cell, SideId], ...] = ()
    time_called: bool = False
    outcome: Outcome | None = None


def other(side: SideId) -> SideId:
    """The enemy of ``side``."""
    return "b" if side == "a" else "a"
