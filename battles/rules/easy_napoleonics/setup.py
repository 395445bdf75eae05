"""What a battle starts from: the board, the two forces and where they may stand."""

from msgspec import Struct
from msgspec.structs import force_setattr

from battles.engine.core import SideId
from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.rules import DEFAULTS, Rules
from battles.rules.easy_napoleonics.tables import Formation, Grade, Kind, Level, NationTag, Terrain


class Board(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ground: a rectangle of hexes (EN-FACE-09), and what lies on those that are not open.

    ``terrain`` pairs a cell with what it holds, by cell; ``names`` are the features worth a name.
    """

    columns: int
    rows: int
    terrain: tuple[tuple[Cell, Terrain], ...] = ()
    names: tuple[tuple[Cell, str], ...] = ()


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a unit or a leader stands before the first turn (EN-SETUP-07, ``preset``); a leader only has a cell."""

    cell: Cell
    facing: int = 0
    formation: Formation = "line"


class Recruit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A unit that a side brings. ``worth`` is what the enemy scores for it, ``level`` what it starts at."""

    name: str
    kind: Kind
    grade: Grade
    worth: int
    nation: NationTag = "none"
    armored: bool = False
    level: Level = "good"
    place: Place | None = None


class Captain(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A leader that a side brings."""

    name: str
    place: Place | None = None


class Force(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """All that a side brings, and the cells it may be deployed in.

    ``draws`` says whether three cards are still to be drawn (EN-COST-08); cards drawn before stand among ``units``.
    """

    name: str
    units: tuple[Recruit, ...]
    leaders: tuple[Captain, ...]
    zone: tuple[Cell, ...]
    draws: bool = False


class Objective(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """EN-SETUP-12: ground that wins the battle at the end of a turn from turn ``from_turn`` on.

    ``side`` wins when its units hold at least ``hold`` of ``cells``: the last unit to stand there was its own, or
    it held them from the start where ``held_from_start``. With ``side`` None either side may win so.
    """

    name: str
    cells: tuple[Cell, ...]
    hold: int
    side: SideId | None = None
    from_turn: int = 1
    held_from_start: bool = False


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole battle before its first die. With ``objectives``, points win too unless ``points_win`` is false."""

    title: str
    board: Board
    forces: tuple[Force, Force]
    rules: Rules = DEFAULTS
    objectives: tuple[Objective, ...] = ()
    points_win: bool = True

    def __post_init__(self) -> None:
        """Equal set-ups are the same values, so that they are written alike."""
        if self.rules is not DEFAULTS and self.rules == DEFAULTS:
            force_setattr(self, "rules", DEFAULTS)
