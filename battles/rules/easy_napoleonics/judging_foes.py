"""The enemy of a side as he stands: how far and where he is, who threatens which hexes, and what he is worth."""

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from battles.engine import sight
from battles.engine.core import SideId
from battles.engine.hex import LONGEST, Cell, Grid
from battles.rules.easy_napoleonics.book import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.contacts import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_hexes import Answers, away_of, bearing, rings, wedge
from battles.rules.easy_napoleonics.judging_odds import Traits, dice_at, led, traits_of, value_of
from battles.rules.easy_napoleonics.lay import Lay, differing
from battles.rules.easy_napoleonics.state import Leader, Unit, other

Danger = tuple[int, int, int]
"""The place of an enemy that can hit a hex, the direction it lies in from there, and the dice of its guns."""

_KEPT: Final = 64
"""Sets of cells of which the distances are remembered."""


class Foe:
    """An enemy unit; ``place`` is its place among the enemies on the board, ``value`` what it is worth to both."""

    __slots__ = ("_covers", "_field", "_lay", "_reach", "_traits", "number", "place", "unit", "value")

    def __init__(self, field: Field, lay: Lay, place: int, number: int, unit: Unit) -> None:
        self.place: Final = place
        self.number: Final = number
        self.unit: Final = unit
        self.value: Final = value_of(unit)
        self._field = field
        self._lay = lay
        self._traits: Traits | None = None
        self._reach = self._covers = -1

    @property
    def traits(self) -> Traits:
        """All that its chances depend on."""
        if self._traits is None:
            self._traits = traits_of(self.unit, self._field.terrain_at(self.unit.cell), led(self._lay, self.number))
        return self._traits

    @property
    def reach(self) -> int:
        """The hexes that it may charge into next, as a mask."""
        if self._reach < 0:
            unit, field, self._reach = self.unit, self._field, 0
            if unit.kind in CAVALRY or (unit.kind not in ARTILLERY and unit.formation in FORMATIONS_THAT_ATTACK):
                steps = field.allowance(unit.kind, unit.formation) + 1
                self._reach = wedge(field.grid, unit.cell, unit.facing, steps)
        return self._reach

    @property
    def covers(self) -> int:
        """The hexes that it may hit, if it is one of the `Foes.guns`, as a mask."""
        if self._covers < 0:
            unit, field = self.unit, self._field
            cone = field.options.artillery_arc == "cone60"
            self._covers = sight.arc(field.grid, unit.cell, unit.facing, field.ranges[unit.kind], cone)
        return self._covers


class Nearest:
    """How far hexes lie from the nearest of some cells, and in which direction that is, the first of equals.

    ``rings`` are the hexes by distance, as masks. Get one from `nearest`.
    """

    def __init__(self, grid: Grid, cells: tuple[Cell, ...]) -> None:
        self.rings: Final = rings(grid, cells)
        far = away_of(self.rings, LONGEST)
        self.far: Final = far

        def look(cell: Cell) -> int:
            row, least = grid.distances(cell), far[cell]
            for there in cells:
                if row[there] == least:
                    return bearing(grid, cell, there)
            return 0

        self.look: Final = Answers(look)


@lru_cache(maxsize=_KEPT)
def nearest(grid: Grid, cells: tuple[Cell, ...]) -> Nearest:
    """The distances from these cells."""
    return Nearest(grid, cells)


class Foes:
    """The enemy of a side as he stands, and what was found out about him; good as long as he stands so.

    What is known of single units of his is taken over from ``before``, how he stood on this field then.
    ``far`` and ``look`` give the distance and the direction of the nearest enemy of a hex.
    """

    def __init__(self, field: Field, lay: Lay, side: SideId, before: "Foes | None" = None) -> None:
        self.grid: Final = field.grid
        self.all: Final[list[Foe]] = []
        self.cells: Final[dict[Cell, list[Foe]]] = {}
        known: list[Foe] = before.all if before is not None and before.leaders is lay.leaders else []
        for number, unit in enumerate(lay.units):
            if unit.side != side and unit.cell >= 0:
                place = len(self.all)
                foe = known[place] if place < len(known) else None
                if foe is None or foe.unit is not unit:
                    foe = Foe(field, lay, place, number, unit)
                self.all.append(foe)
                self.cells.setdefault(unit.cell, []).append(foe)
        self.held: Final = lay.held[other(side)]
        near = nearest(field.grid, tuple(self.cells))
        self.rings: Final = near.rings
        self.far: Final = near.far
        self.look: Final = near.look
        self._field: Final = field
        self._side: Final = side
        self._units = lay.units
        self.leaders: tuple[Leader, ...] = lay.leaders
        self._dangers: dict[Cell, list[Danger]] = {}
        self._shells: dict[Cell, list[Danger]] = {}
        self._ahead: dict[tuple[Cell, int, int], list[tuple[int, int]]] = {}
        self.gunnery: Final[dict[Any, int]] = {}
        self.ways: Final[dict[Any, Any]] = {}
        self.kits: Final[dict[Any, Any]] = {}
        self.notes: Final[dict[str, Any]] = {}
        self.stays: Final[dict[int, Any]] = {}

    def stand_in(self, lay: Lay) -> bool:
        """Whether the enemy stands in ``lay`` as he does here."""
        units, leaders = self._units, self.leaders
        changed = lay.changed if lay.since is units else differing(units, lay.units)
        if changed and not self._only_own(units, lay.units, changed):
            return False
        if lay.leaders is not leaders:
            if not self._only_own(leaders, lay.leaders, differing(leaders, lay.leaders)):
                return False
            self.leaders = lay.leaders
        self._units = lay.units
        return len(units) == len(lay.units)

    def _only_own(self, old: Sequence[Unit | Leader], new: Sequence[Unit | Leader], changed: list[int]) -> bool:
        """Whether of those that are not the same the enemy's are alike."""
        side = self._side
        for number in changed:
            one, two = old[number], new[number]
            if (one.side != side or two.side != side) and one != two:
                return False
        return True

    def forget(self) -> None:
        """Lets go of the kits, which refer back to it, so that all of it goes as soon as nobody looks at it."""
        self.kits.clear()

    @cached_property
    def guns(self) -> list[Foe]:
        """His unlimbered batteries."""
        return [foe for foe in self.all if foe.unit.formation == "unlimbered"]

    @cached_property
    def ready(self) -> int:
        """The hexes that anybody may charge into or hit, as a mask."""
        found = 0
        for foe in self.all:
            found |= foe.reach
        for foe in self.guns:
            found |= foe.covers
        return found

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

    def shells(self, cell: Cell) -> list[Danger]:
        """Whose guns hit a hex over the ground and past their own side."""
        known = self._shells.get(cell)
        if known is None:
            known = self._shells[cell] = list(self._shelling(cell))
        return known

    def _shelling(self, cell: Cell) -> Iterator[Danger]:
        screens = self.held | self._field.screens
        for foe in self.guns:
            if foe.covers >> cell & 1:
                unit = foe.unit
                dice = dice_at(self._field, unit, self.grid.distance(unit.cell, cell))
                if dice and not sight.blocked(self.grid, unit.cell, unit.facing, cell, screens):
                    yield foe.place, bearing(self.grid, cell, unit.cell), dice

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
