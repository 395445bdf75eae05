"""Terrain of a battle as masks: cover, barred and halting hexes, deployment zones; and caches for them."""

from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.core import Option, SideId
from battles.kits.hex.grid import Cell, grid, mask_of
from battles.kits.hex.occupancy import board_masks
from battles.rules.easy_napoleonics.rules import Book, Rules, book_of
from battles.rules.easy_napoleonics.state import Board, Occupancy, Setup, State, Unit, other
from battles.rules.easy_napoleonics.tables import Formation, Kind, Terrain

SOLID_OR_HASTY: Final[frozenset[Formation]] = frozenset({"square", "hasty_square"})
FOOT: Final[frozenset[Formation]] = frozenset({"line", "column"})

MOST_KEPT: Final = 200_000
"""Most answers that a field caches; a full cache is emptied."""

T = TypeVar("T")


class Moving(Struct, frozen=True):
    """Activations listed last by unit, and the position and side that they were listed for.

    Each entry has the option, None for a unit without activations, and the mask of the hexes that it depends on.
    """

    occupancy: Occupancy
    acting: SideId
    listed: dict[int, tuple[Option | None, int]]


class Field:
    """Board and terrain of one battle under its rules. Get one from `field_of`; it caches what it works out.

    ``reach`` is the longest Move of a kind in hexes, ``ranges`` its longest range.

    Masks: ``barred`` the impassable hexes, ``halting`` those that end a Move, ``cover`` woods and settlements,
    ``hills``, ``screens`` terrain that always blocks sight, ``ridges`` hills that block where the ends do not
    lift it (EN-ART-12).
    """

    __slots__ = (
        "_occupancy",
        "barred",
        "board",
        "book",
        "goals",
        "grid",
        "halting",
        "hills",
        "layout",
        "listed",
        "memo",
        "moving",
        "options",
        "ranges",
        "reach",
        "ridges",
        "rules",
        "screens",
        "tables",
        "terrain",
        "zone_masks",
        "zones",
    )

    def __init__(self, setup: Setup, board: Board) -> None:
        self.board: Final = board
        self.rules: Final[Rules] = setup.rules
        self.options: Final = setup.rules.options
        self.tables: Final = setup.rules.tables
        self.grid: Final = grid(board.columns, board.rows)
        self.terrain: Final[dict[Cell, Terrain]] = dict(board.terrain)
        masks: dict[str, int] = {}
        for cell, kind in board.terrain:
            masks[kind] = masks.get(kind, 0) | 1 << cell
        options = self.options
        self.barred: Final = masks.get("pond", 0) if options.pond_impassable else 0
        self.halting: Final = masks.get("stream", 0) if options.stream_effect == "halt" else 0
        self.hills: Final = masks.get("hill", 0)
        screens = 0
        for kind in options.blocking_terrain:
            if kind != "hill":
                screens |= masks.get(kind, 0)
        self.screens: Final = screens
        blocks = "hill" in options.blocking_terrain and options.hill_sight != "never_block"
        self.ridges: Final = self.hills if blocks else 0
        self.zones: Final = {"a": setup.forces[0].zone, "b": setup.forces[1].zone}
        self.zone_masks: Final = {side: mask_of(tuple(set(zone))) for side, zone in self.zones.items()}
        self.book: Final[Book] = book_of(setup.rules)
        self.reach: Final = {kind: self._farthest(kind) for kind in self.tables.moves}
        self.ranges: Final = {
            kind: max((band.far for band in bands), default=0) for kind, bands in self.tables.fire.items()
        }
        self.goals: Final = frozenset(cell for goal in setup.objectives for cell in goal.cells)
        self.memo: Final = _memo_of(setup.rules, (board.columns, board.rows, self.barred, self.halting))
        self.layout: Final = board_masks(self.grid, max(self.reach.values()))
        self.moving: Moving | None = None
        self.listed: tuple[State, str, tuple[Option, ...]] | None = None
        self._occupancy: Occupancy | None = None

    def _farthest(self, kind: Kind) -> int:
        """Longest Move of a unit of this kind in hexes; at least 1, for a Sidestep."""
        steps = [move.hexes for move in self.tables.moves[kind]]
        return max(1, *steps, self.tables.masse.hexes if kind == "infantry" else 0)

    def keep(self, key: Any, value: T) -> T:
        """Cache a value in ``memo``, which is emptied when full; return the value."""
        if len(self.memo) >= MOST_KEPT:
            self.memo.clear()
        self.memo[key] = value
        return value

    def occupancy(self, state: State) -> Occupancy:
        """Occupancy of the board in ``state``."""
        occupancy = self._occupancy
        if occupancy is None:
            occupancy = self._occupancy = Occupancy(self.grid, state.units, state.leaders)
        elif occupancy.units is not state.units or occupancy.leaders is not state.leaders:
            occupancy = self._occupancy = occupancy.after(state.units, state.leaders)
        return occupancy

    def ground(self, occupancy: Occupancy, side: SideId) -> tuple[int, int, int]:
        """Masks of hexes where a unit of a side may stop, of those it may pass, and of those with lone enemy leaders.

        They are windows around cell 0; shift them down by a cell for the window around it.

        Source: EN-MOVE-04, EN-MOVE-05, EN-MOVE-06.
        """
        masks = occupancy.ground.get(side)
        if masks is None:
            enemy, own = other(side), self.layout.own
            clear = (1 << self.grid.size) - 1 & ~(occupancy.held["a"] | occupancy.held["b"] | self.barred)
            run = (clear | occupancy.guns[side]) & ~(occupancy.near[enemy] | self.halting)
            masks = occupancy.ground[side] = clear << own, run << own, occupancy.lone[enemy] << own
        return masks

    def terrain_at(self, cell: Cell) -> Terrain:
        """Terrain of a hex (EN-SETUP-05)."""
        return self.terrain.get(cell, "open")

    def blocking(self, occupancy: Occupancy, firer: Cell, target: Cell) -> int:
        """Mask of the hexes that block a line of sight between two hexes (EN-ART-11, EN-ART-12)."""
        mask = occupancy.held["a"] | occupancy.held["b"] | self.screens
        if self.ridges:
            lifted = self.options.hill_sight == "either_end" and (self.hills >> firer | self.hills >> target) & 1
            if not lifted:
                mask |= self.ridges
        return mask

    def allowance(self, kind: Kind, formation: Formation) -> int:
        """Move allowance in hexes (EN-MOVE-01)."""
        if formation == "masse":
            return self.tables.masse.hexes
        return next((move.hexes for move in self.tables.moves[kind] if move.formation == formation), 0)

    def formations(self, unit: Unit) -> tuple[Formation, ...]:
        """Formations that a unit may take by a change or at deployment (EN-UNIT-03, EN-NATION-06)."""
        key = ("formations", unit.kind, unit.nation)
        formations = self.memo.get(key)
        if formations is None:
            own = tuple(move.formation for move in self.tables.moves[unit.kind])
            masse = unit.kind == "infantry" and unit.nation == "austria" and "austria" in self.options.national_rules
            formations = self.keep(key, (*own, "masse") if masse else own)
        return formations


_KEPT: Final = 16


_MEMOS: Final[dict[tuple[int, ...], tuple[Rules, dict[Any, Any]]]] = {}


def _memo_of(rules: Rules, ground: tuple[int, ...]) -> dict[Any, Any]:
    """Shared memo of boards with the same size, barred and halting hexes, under the same rules."""
    key = (id(rules), *ground)
    cached = _MEMOS.get(key)
    if cached is None or cached[0] is not rules:
        if len(_MEMOS) >= _KEPT:
            del _MEMOS[next(iter(_MEMOS))]
        cached = _MEMOS[key] = (rules, {})
    return cached[1]


_FIELDS: Final[dict[tuple[int, int], tuple[Setup, Board, Field]]] = {}


def field_of(state: State) -> Field:
    """The field of a state's battle (cached by set-up and board)."""
    setup, board = state.setup, state.board
    last = _LAST[0]
    if last is not None and last[0] is setup and last[1] is board:
        return last[2]
    _LAST[0] = latest = (setup, board, _field_of(setup, board))
    return latest[2]


_LAST: Final[list[tuple[Setup, Board, Field] | None]] = [None]
"""The field of the last call, which is nearly always that of the next."""


def _field_of(setup: Setup, board: Board) -> Field:
    key = (id(setup), id(board))
    cached = _FIELDS.get(key)
    if cached is not None and cached[0] is setup and cached[1] is board:
        return cached[2]
    alike = (field for its_setup, its_board, field in _FIELDS.values() if its_board == board and its_setup == setup)
    field = next(alike, None) or Field(setup, board)
    if len(_FIELDS) >= _KEPT:
        del _FIELDS[next(iter(_FIELDS))]
    _FIELDS[key] = (setup, board, field)
    return field


def field_like(rules: Rules, board: Board, zones: tuple[tuple[Cell, ...], ...]) -> Field | None:
    """A cached field with this board, these rules and deployment zones; None if there is none."""
    for _, there, field in _FIELDS.values():
        if there is board and field.rules is rules and (field.zones["a"], field.zones["b"]) == zones:
            return field
    return None
