"""State of a battle: its set-up, units, leaders, phase and pending decisions."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import Outcome, SideId
from battles.kits.hex import occupancy as hex_occupancy
from battles.kits.hex.grid import Cell
from battles.rules.easy_napoleonics.rules import DEFAULTS, Rules
from battles.rules.easy_napoleonics.tables import MOVES, Formation, Grade, Kind, Level, NationTag, Terrain

CourseKind = Literal["road", "track", "stream"]


class Course(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A road, track or stream as it is drawn from hex to hex, with its name; movement does not depend on it."""

    kind: CourseKind
    cells: tuple[Cell, ...]
    name: str = ""


class Board(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The board: a rectangle of hexes (EN-FACE-09) with its terrain.

    ``terrain`` pairs cells that are not open with their terrain, sorted by cell; ``names`` pairs cells with names.
    """

    columns: int
    rows: int
    terrain: tuple[tuple[Cell, Terrain], ...] = ()
    names: tuple[tuple[Cell, str], ...] = ()
    courses: tuple[Course, ...] = ()


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Place of a unit or leader before the first turn (EN-SETUP-07, ``preset``); a leader has only a cell."""

    cell: Cell
    facing: int = 0
    formation: Formation = "line"


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When and where a unit or leader comes on: a turn, and edge hexes in the order in which it tries them.

    Source: EN-RULING-120.
    """

    turn: int
    cells: tuple[Cell, ...]


class Recruit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit of a force. ``worth`` is its victory points for the enemy, ``level`` its level at the start."""

    name: str
    kind: Kind
    grade: Grade
    worth: int
    nation: NationTag = "none"
    armored: bool = False
    level: Level = "good"
    place: Place | None = None
    arrival: Arrival | None = None


class Captain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A leader of a force."""

    name: str
    place: Place | None = None
    arrival: Arrival | None = None


class Force(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Units and leaders of a side, and the cells of its deployment zone.

    ``draws`` says that three cards are still to be drawn (EN-COST-08); units of cards drawn before are in ``units``.
    """

    name: str
    units: tuple[Recruit, ...]
    leaders: tuple[Captain, ...]
    zone: tuple[Cell, ...]
    draws: bool = False
    task: str = ""
    """What the side must do, for both players."""


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Hexes that win the battle at the end of a turn, from turn ``from_turn`` on (EN-SETUP-12).

    ``side`` wins when its units hold at least ``hold`` of ``cells``: the last unit to stand there was its own, or
    it held them from the start if ``held_from_start``. With ``side`` None either side may win.
    """

    name: str
    cells: tuple[Cell, ...]
    hold: int
    side: SideId | None = None
    from_turn: int = 1
    held_from_start: bool = False


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle before its first die. With ``objectives``, points also win unless ``points_win`` is false."""

    title: str
    board: Board
    forces: tuple[Force, Force]
    rules: Rules = DEFAULTS
    objectives: tuple[Objective, ...] = ()
    points_win: bool = True
    situation: str = ""
    """What has led to the battle, in one or two sentences."""

    def __post_init__(self) -> None:
        """Use the default object for equal rules, so that equal set-ups are encoded alike."""
        if self.rules is not DEFAULTS and self.rules == DEFAULTS:
            force_setattr(self, "rules", DEFAULTS)


Phase = Literal["cards", "deployment", "initiative", "rally", "movement", "artillery", "musketry", "melee", "over"]
"""Phases of a turn (EN-SEQ-01), preceded by the preparation (EN-SETUP-04) and followed by the end."""

Moved = Literal["", "move", "sidestep"]

NOWHERE: int = -1
"""Cell of a unit or leader that is not on the board."""

Pair = tuple[int, int]
"""Two units in contact: lower number first, or attacker first if that is decided."""


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit, and what it has done this turn (section 10.1).

    Source: EN-FACE-06.

    A unit's number is its index in ``State.units``. ``level`` is ``broken`` exactly when it is out of play.
    With ``arrival`` it has still to come (EN-RULING-120).
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
    arrival: Arrival | None = None
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
    """Dice that it has left after its first fire of the turn; -1 before that."""
    at: tuple[int, ...] = ()
    """Units that it has fired at this turn."""
    mute: bool = False
    """It lost its fire by a hasty square (EN-SQUARE-05)."""
    rallied: bool = False
    tried_square: bool = False
    advances: int = 0


class Leader(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A leader. ``left`` is hexes left to move this turn; ``unit`` is the battery joined in a hex with two.

    Source: EN-RALLY-05.
    """

    side: SideId
    name: str
    cell: Cell = NOWHERE
    left: int = 0
    alive: bool = True
    unit: int = NOWHERE
    arrival: Arrival | None = None


Occupancy = hex_occupancy.Occupancy[Unit, Leader]
"""Places of units and leaders."""


class Pending(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A decision that must be answered before anything else; the last one of ``State.pending`` first.

    ``unit`` or ``leader`` is the one that it is about; ``other`` is the enemy that caused it, such as the charging unit
    or the winner that attacks again. ``cell`` is the hex that it is about.
    """

    kind: Literal["hasty_square", "relocate", "fire_order", "accept", "breakthrough", "answer"]
    side: SideId
    unit: int = NOWHERE
    leader: int = NOWHERE
    other: int = NOWHERE
    cell: Cell = NOWHERE


class Hand(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The cards of a side before they join it (EN-COST-08): keys of the unit cards, and open choices.

    ``chooses`` counts the choice cards that are still open; ``chosen`` are the cards chosen for the others, which are
    hidden from the other side until both have chosen. ``deck`` are the cards left in the deck.
    """

    cards: tuple[str, ...] = ()
    chooses: int = 0
    chosen: tuple[str, ...] = ()
    nation: NationTag | None = None
    deck: tuple[str, ...] = ()


NO_HANDS = (Hand(), Hand())
"""Hands before cards are drawn, and after their units have joined."""


class State(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle at one moment. Equal states have equal canonical JSON.

    ``acting`` is the side that acts in a phase; ``holder`` has the initiative, for ``streak`` turns in a row; ``mover``
    moves first. ``contacts`` are the pairs in contact when the turn began; ``standing`` are pairs of cavalry and the
    infantry that it came into contact with, without a charge (EN-SQUARE-10); ``first`` are pairs that have fought, the
    first attacker first (EN-RULING-29). ``held`` pairs cells of objectives with the side that was there last.
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
    """True once the melees of the turn are listed."""
    fought: tuple[Pair, ...] = ()
    held: tuple[tuple[Cell, SideId], ...] = ()
    time_called: bool = False
    outcome: Outcome | None = None


def other(side: SideId) -> SideId:
    """The other side."""
    return "b" if side == "a" else "a"


def start(setup: Setup) -> State:
    """First state of a battle: units at their starting level, and on the board if they have a place (EN-SETUP-10)."""
    units = tuple(unit for side, force in zip("ab", setup.forces, strict=True) for unit in _units(side, force))
    leaders = tuple(man for side, force in zip("ab", setup.forces, strict=True) for man in _leaders(side, force))
    return State(setup=setup, board=setup.board, units=units, leaders=leaders, hands=NO_HANDS, score=(0, 0))


def _units(side: str, force: Force) -> list[Unit]:
    return [
        Unit(
            side=side,
            name=recruit.name,
            kind=recruit.kind,
            grade=recruit.grade,
            worth=recruit.worth,
            nation=recruit.nation,
            armored=recruit.armored,
            level=recruit.level,
            cell=recruit.place.cell if recruit.place else NOWHERE,
            facing=recruit.place.facing if recruit.place else 0,
            formation=recruit.place.formation if recruit.place else MOVES[recruit.kind][0].formation,
            arrival=recruit.arrival,
        )
        for recruit in force.units
    ]


def _leaders(side: str, force: Force) -> list[Leader]:
    return [
        Leader(
            side=side,
            name=captain.name,
            cell=captain.place.cell if captain.place else NOWHERE,
            arrival=captain.arrival,
        )
        for captain in force.leaders
    ]
