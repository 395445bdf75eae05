"""The ground and the positions of a battle, worked out once: what a rule asks of the board is a look-up here."""

from typing import Any, Final, TypeVar

from msgspec import Struct

from battles.engine.core import Option, SideId
from battles.engine.hex import Cell, grid, mask_of
from battles.rules.easy_napoleonics.book import Book, book_of
from battles.rules.easy_napoleonics.lanes import layout
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.rules import Rules
from battles.rules.easy_napoleonics.setup import Board, Setup
from battles.rules.easy_napoleonics.state import State, Unit, other
from battles.rules.easy_napoleonics.tables import Formation, Kind, Terrain

SOLID_OR_HASTY: Final[frozenset[Formation]] = frozenset({"square", "hasty_square"})
FOOT: Final[frozenset[Formation]] = frozenset({"line", "column"})

MOST_KEPT: Final = 200_000
"""Answers that a field remembers before it forgets them all."""

T = TypeVar("T")


class Moving(Struct, frozen=True):
    """The activations listed last, by unit, and the position that they were listed for; None for a unit without any.

    With each stand the hexes that it depends on: those that the unit may reach.
    """

    lay: Lay
    acting: SideId
    listed: dict[int, tuple[Option | None, int]]


class Field:
    """The ground of one battle under its rules. Get one from `field_of`; it keeps what it has worked out.

    ``reach`` is how far units of a kind may go, ``ranges`` how far they may fire.

    Masks: ``barred`` the impassable hexes, ``halting`` those that end a Move, ``cover`` woods and settlements,
    ``hills``, ``screens`` terrain that always blocks sight, ``ridges`` hills that block where the ends do not
    lift it (EN-ART-12).
    """

    __slots__ = (
        "_lay",
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
        self.layout: Final = layout(self.grid, max(self.reach.values()))
        self.moving: Moving | None = None
        self.listed: tuple[State, str, tuple[Option, ...]] | None = None
        self._lay: Lay | None = None

    def _farthest(self, kind: Kind) -> int:
        """The most hexes that a unit of this kind may Move, one at least for a Sidestep."""
        steps = [move.hexes for move in self.tables.moves[kind]]
        return max(1, *steps, self.tables.masse.hexes if kind == "infantry" else 0)

    def keep(self, key: Any, value: T) -> T:
        """Remember what was worked out, and forget all of it when it has become much."""
        if len(self.memo) >= MOST_KEPT:
            self.memo.clear()
        self.memo[key] = value
        return value

    def lay(self, state: State) -> Lay:
        """Where everything stands in ``state``."""
        lay = self._lay
        if lay is None:
            lay = self._lay = Lay(self.grid, state.units, state.leaders)
        elif lay.units is not state.units or lay.leaders is not state.leaders:
            lay = self._lay = lay.after(state.units, state.leaders)
        return lay

    def ground(self, lay: Lay, side: SideId) -> tuple[int, int, int]:
        """The hexes that a unit of a side may stop in, those that it may go on from, and those of lone enemy leaders.

        As the window of cell 0: shift it down by another cell for that one's (EN-MOVE-04 to 06).
        """
        found = lay.ground.get(side)
        if found is None:
            enemy, own = other(side), self.layout.own
            clear = (1 << self.grid.size) - 1 & ~(lay.held["a"] | lay.held["b"] | self.barred)
            run = (clear | lay.guns[side]) & ~(lay.near[enemy] | self.halting)
            found = lay.ground[side] = clear << own, run << own, lay.lone[enemy] << own
        return found

    def terrain_at(self, cell: Cell) -> Terrain:
        """What lies on a hex (EN-SETUP-05)."""
        return self.terrain.get(cell, "open")

    def blocking(self, lay: Lay, firer: Cell, target: Cell) -> int:
        """The hexes that block a line of sight between two hexes (EN-ART-11, 12)."""
        mask = lay.held["a"] | lay.held["b"] | self.screens
        if self.ridges:
            lifted = self.options.hill_sight == "either_end" and (self.hills >> firer | self.hills >> target) & 1
            if not lifted:
                mask |= self.ridges
        return mask

    def allowance(self, kind: Kind, formation: Formation) -> int:
        """Hexes of a Move (EN-MOVE-01)."""
        if formation == "masse":
            return self.tables.masse.hexes
        return next((move.hexes for move in self.tables.moves[kind] if move.formation == formation), 0)

    def formations(self, unit: Unit) -> tuple[Formation, ...]:
        """The formations open to a unit by a change or at deployment (EN-UNIT-03, EN-NATION-06)."""
        key = ("formations", unit.kind, unit.nation)
        found = self.memo.get(key)
        if found is None:
            own = tuple(move.formation for move in self.tables.moves[unit.kind])
            masse = unit.kind == "infantry" and unit.nation == "austria" and "austria" in self.options.national_rules
            found = self.keep(key, (*own, "masse") if masse else own)
        return found


_KEPT: Final = 16


_MEMOS: Final[dict[tuple[int, ...], tuple[Rules, dict[Any, Any]]]] = {}


def _memo_of(rules: Rules, ground: tuple[int, ...]) -> dict[Any, Any]:
    """What has been worked out on ground that lets units pass and halts them alike, under the same rules."""
    key = (id(rules), *ground)
    known = _MEMOS.get(key)
    if known is None or known[0] is not rules:
        if len(_MEMOS) >= _KEPT:
            del _MEMOS[next(iter(_MEMOS))]
        known = _MEMOS[key] = (rules, {})
    return known[1]


_FIELDS: Final[dict[tuple[int, int], tuple[Setup, Board, Field]]] = {}


def field_of(state: State) -> Field:
    """The field of the battle that ``state`` belongs to; made once for a set-up and a board."""
    setup, board = state.setup, state.board
    last = _LAST[0]
    if last is not None and last[0] is setup and last[1] is board:
        return last[2]
    _LAST[0] = found = (setup, board, _field_of(setup, board))
    return found[2]


_LAST: Final[list[tuple[Setup, Board, Field] | None]] = [None]
"""The field that was asked for last, which is nearly always asked for next."""


def _field_of(setup: Setup, board: Board) -> Field:
    key = (id(setup), id(board))
    known = _FIELDS.get(key)
    if known is not None and known[0] is setup and known[1] is board:
        return known[2]
    alike = (kept for its_setup, its_board, kept in _FIELDS.values() if its_board == board and its_setup == setup)
    field = next(alike, None) or Field(setup, board)
    if len(_FIELDS) >= _KEPT:
        del _FIELDS[next(iter(_FIELDS))]
    _FIELDS[key] = (setup, board, field)
    return field


def field_like(rules: Rules, board: Board, zones: tuple[tuple[Cell, ...], ...]) -> Field | None:
    """A field in use for this board under these rules, where the sides deploy in these zones; None where none is."""
    for _, there, field in _FIELDS.values():
        if there is board and field.rules is rules and (field.zones["a"], field.zones["b"]) == zones:
            return field
    return None
