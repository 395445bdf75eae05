"""A position laid open for judgement: who stands where for a side, who threatens which hexes, and where to go."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from battles.engine import sight
from battles.engine.core import SideId
from battles.engine.hex import LONGEST, Cell, Grid
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.field import Field, Lay, field_like, field_of
from battles.rules.easy_napoleonics.judging_hexes import bearing, rings, wedge
from battles.rules.easy_napoleonics.judging_odds import Ledger, Traits, dice_at, led, ledger_of, traits_of, value_of
from battles.rules.easy_napoleonics.setup import Objective
from battles.rules.easy_napoleonics.state import State, Unit, other
from battles.rules.easy_napoleonics.supposing import _setup
from battles.rules.easy_napoleonics.tables import Formation, Kind, Terrain


class Foe(NamedTuple):
    """An enemy unit. ``reach`` are the hexes that it may charge into next, ``covers`` those that its guns may hit.

    ``place`` is its place among the enemies on the board.
    """

    place: int
    number: int
    unit: Unit
    traits: Traits
    value: int
    reach: int
    covers: int


Danger = tuple[int, int, int]
"""The place of an enemy that can hit a hex, the direction it lies in from there, and the dice of its guns."""


class Foes:
    """The enemy of a side as he stands, and what was found out about him; good as long as he stands so."""

    __slots__ = (
        "_ahead",
        "_dangers",
        "_far",
        "_looks",
        "_rings",
        "_screens",
        "_shells",
        "all",
        "cells",
        "grid",
        "gunnery",
        "held",
        "key",
        "kits",
        "notes",
        "ready",
        "stays",
        "ways",
    )

    def __init__(self, field: Field, lay: Lay, units: Mapping[int, Unit], key: Any) -> None:
        self.key = key
        self.grid = field.grid
        self.all = tuple(_foe(field, lay, place, *pair) for place, pair in enumerate(units.items()))
        self.cells: dict[Cell, list[Foe]] = {}
        self.held = self.ready = 0
        for foe in self.all:
            self.cells.setdefault(foe.unit.cell, []).append(foe)
            self.held |= 1 << foe.unit.cell
            self.ready |= foe.reach | foe.covers
        self._far: dict[Cell, int] = {}
        self._rings: tuple[int, ...] | None = None
        self._screens = self.held | field.screens
        self._dangers: dict[Cell, list[Danger]] = {}
        self._shells: dict[Cell, list[Danger]] = {}
        self._looks: dict[Cell, int] = {}
        self._ahead: dict[tuple[Cell, int, int], list[tuple[int, int]]] = {}
        self.gunnery: dict[Any, int] = {}
        self.ways: dict[Any, Any] = {}
        self.kits: dict[Any, Any] = {}
        self.notes: dict[str, Any] = {}
        self.stays: dict[int, Any] = {}

    @property
    def rings(self) -> tuple[int, ...]:
        """By distance, the hexes that lie so far from the nearest enemy, as masks."""
        if self._rings is None:
            self._rings = rings(self.grid, self.cells)
        return self._rings

    def far(self, cell: Cell) -> int:
        """How far a hex lies from the nearest enemy; farther than any hex where there is none."""
        known = self._far.get(cell)
        if known is None:
            away = (distance for distance, ring in enumerate(self.rings) if ring >> cell & 1)
            known = self._far[cell] = next(away, LONGEST)
        return known

    def dangers(self, cell: Cell) -> list[Danger]:
        """Who may charge a hex next turn or later in this one; the last number is the cell he stands on."""
        known = self._dangers.get(cell)
        if known is None:
            known = self._dangers[cell] = [
                (foe.place, bearing(self.grid, cell, foe.unit.cell), foe.unit.cell)
                for foe in self.all
                if foe.reach >> cell & 1
            ]
        return known

    def shells(self, field: Field, cell: Cell) -> list[Danger]:
        """Whose guns hit a hex over the ground and past their own side."""
        known = self._shells.get(cell)
        if known is None:
            known = self._shells[cell] = list(_shelling(field, self._screens, self.all, cell))
        return known

    def ahead(self, cell: Cell, facing: int, steps: int) -> list[tuple[int, int]]:
        """The enemies within so many steps forward, and how the hex lies to the facing of each."""
        key = (cell, facing, steps)
        known = self._ahead.get(key)
        if known is None:
            known = self._ahead[key] = []
            for target in self.grid.cells(wedge(self.grid, cell, facing, steps) & self.held):
                back = bearing(self.grid, target, cell)
                known += [(foe.place, (back - foe.unit.facing) % 6) for foe in self.cells[target]]
        return known

    def look(self, cell: Cell) -> int:
        """The direction in which the nearest enemy stands, the first of equals."""
        known = self._looks.get(cell)
        if known is None:
            row, least = self.grid.distances(cell), self.far(cell)
            for nearest in self.cells:
                if row[nearest] == least:
                    known = self._looks[cell] = bearing(self.grid, cell, nearest)
                    break
            else:
                known = 0
        return known


def _foe(field: Field, lay: Lay, place: int, number: int, unit: Unit) -> Foe:
    grid = field.grid
    traits = traits_of(unit, field.terrain_at(unit.cell), led(lay, number))
    reach = covers = 0
    if unit.kind in ARTILLERY:
        if unit.formation == "unlimbered":
            far = max((band.far for band in field.tables.fire[unit.kind]), default=0)
            covers = sight.arc(grid, unit.cell, unit.facing, far, field.options.artillery_arc == "cone60")
    elif unit.kind in CAVALRY or unit.formation in FORMATIONS_THAT_ATTACK:
        reach = wedge(grid, unit.cell, unit.facing, field.allowance(unit.kind, unit.formation) + 1)
    return Foe(place, number, unit, traits, value_of(unit), reach, covers)


def _shelling(field: Field, screens: int, foes: tuple[Foe, ...], cell: Cell) -> Iterator[Danger]:
    grid = field.grid
    for foe in foes:
        if foe.covers >> cell & 1:
            unit = foe.unit
            dice = dice_at(field, unit, grid.distance(unit.cell, cell))
            if dice and not sight.blocked(grid, unit.cell, unit.facing, cell, screens):
                yield foe.place, bearing(grid, cell, unit.cell), dice


class Ground:
    """A position as one side sees it, while one decision is made.

    ``ahead`` says that what may come in the next turn counts too.
    """

    __slots__ = (
        "_foes",
        "acting",
        "ahead",
        "enemy",
        "field",
        "grid",
        "known",
        "lay",
        "ledger",
        "options",
        "own",
        "side",
        "survives",
        "turn",
    )

    def __init__(self, known: Any, side: SideId, ahead: bool = True) -> None:
        self.known = known
        self.ahead = ahead
        self.side = side
        self.enemy: SideId = other(side)
        self.field: Final[Field] = field_for(known)
        self.options: Final = self.field.options
        self.lay: Final[Lay] = self.field.lay(known)
        self.grid: Final[Grid] = self.field.grid
        self.ledger: Final[Ledger] = ledger_of(self.field.book)
        self.turn: Final[int] = known.turn
        self.acting: Final[SideId] = known.acting
        self.own: Final[int] = self.lay.held[side]
        self.survives: dict[int, int] = {}
        self._foes: Foes | None = None

    @property
    def foes(self) -> Foes:
        """The enemy, found out about when he is first asked for."""
        found = self._foes
        if found is None:
            found = self._foes = _foes_of(self.field, self.lay, self.side)
        return found

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The ground that wins the battle."""
        found: tuple[Objective, ...] = (
            self.known.setup.objectives if type(self.known) is State else self.known.objectives
        )
        return found

    def traits(self, number: int, cell: Cell | None = None, formation: Formation | None = None) -> Traits:
        """The traits of a unit, where it stands or elsewhere and in another formation."""
        unit = self.lay.units[number]
        return traits_of(unit, self.terrain(unit.cell if cell is None else cell), led(self.lay, number), formation)

    def terrain(self, cell: Cell) -> Terrain:
        return self.field.terrain.get(cell, "open")

    def name(self, number: int) -> str:
        """What a unit is called."""
        return self.lay.units[number].name

    def allowance(self, kind: Kind, formation: Formation) -> int:
        return self.field.allowance(kind, formation)


_FOES: Final[dict[tuple[int, SideId], tuple[Field, Foes]]] = {}
_GROUND: Final[dict[tuple[int, int], tuple[Any, Any, Any, Field]]] = {}


def _foes_of(field: Field, lay: Lay, side: SideId) -> Foes:
    key = (id(field), side)
    known = _FOES.get(key)
    look = [unit for unit in lay.units if unit.side != side and unit.cell >= 0]
    men = [man for man in lay.leaders if man.side != side]
    if known is not None and known[0] is field and known[1].key == (look, men):
        return known[1]
    if len(_FOES) >= weights.FIELDS_KEPT:
        _FOES.clear()
    units = {number: unit for number, unit in enumerate(lay.units) if unit.side != side and unit.cell >= 0}
    found = Foes(field, lay, units, (look, men))
    _FOES[key] = (field, found)
    return found


def field_for(known: Any) -> Field:
    """The field of a state, or of the battle that a view shows."""
    if type(known) is State:
        return field_of(known)
    key = (id(known.rules), id(known.board))
    zones = (known.sides[0].zone, known.sides[1].zone)
    found = _GROUND.get(key)
    if found is not None and found[0] is known.rules and found[1] is known.board and found[2] == zones:
        return found[3]
    if len(_GROUND) >= weights.FIELDS_KEPT:
        _GROUND.clear()
    field = field_like(known.rules, known.board, zones) or Field(_setup(known), known.board)
    _GROUND[key] = (known.rules, known.board, zones, field)
    return field
