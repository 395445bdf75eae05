"""The enemy of a side: distances and directions, hexes that it threatens, values of its units."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, zip_longest
from operator import or_
from typing import Any, Final, TypeVar

from battles.engine.core import SideId
from battles.kits.hex import line_of_sight
from battles.kits.hex.grid import LONGEST, OFFSETS, Aspect, Cell, Grid, centre
from battles.kits.hex.occupancy import changed_indexes
from battles.rules.easy_napoleonics.ai import weights
from battles.rules.easy_napoleonics.ai.exact_values import Traits, dice_at, led, traits_of, value_of
from battles.rules.easy_napoleonics.movement.moves import FORMATIONS_THAT_ATTACK
from battles.rules.easy_napoleonics.rules import ARTILLERY, CAVALRY
from battles.rules.easy_napoleonics.state import Leader, Occupancy, Unit, other
from battles.rules.easy_napoleonics.terrain import Field

K = TypeVar("K")
V = TypeVar("V")

ASPECTS: Final[tuple[Aspect, ...]] = ("front", "flank", "rear", "rear", "flank", "front")
"""Aspect of a hex by its direction, counted clockwise from the facing (EN-FACE-04)."""

_WEDGES: Final[dict[tuple[int, int, int, int, int], int]] = {}
_BEARINGS: Final[dict[tuple[int, int], int]] = {}
_DISCS: Final[dict[tuple[int, int, Cell], tuple[int, ...]]] = {}


def wedge(grid: Grid, cell: Cell, facing: int, steps: int) -> int:
    """Mask of the hexes that a number of steps forward may enter."""
    key = (grid.columns, grid.rows, cell, facing, steps)
    mask = _WEDGES.get(key)
    if mask is None:
        front, mask = grid.front[facing], 0
        ahead = {cell}
        for _ in range(steps):
            ahead = {step for start in ahead for step in front[start]}
            for step in ahead:
                mask |= 1 << step
        if len(_WEDGES) >= weights.KEPT:
            _WEDGES.clear()
        _WEDGES[key] = mask
    return mask


class LazyDict(dict[K, V]):
    """A dict that works out each value on first use."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[K], V]) -> None:
        self._find = find

    def __missing__(self, key: K) -> V:
        value = self[key] = self._find(key)
        return value


def rings(grid: Grid, cells: Iterable[Cell]) -> tuple[int, ...]:
    """Masks of the hexes at each distance from the nearest of these cells; empty without cells."""
    masks: list[int] = []
    seen, board = 0, (1 << grid.size) - 1
    for discs in zip_longest(*[_discs(grid, cell) for cell in cells], fillvalue=board):
        within = reduce(or_, discs)
        masks.append(within ^ seen)
        seen = within
        if seen == board:
            break
    return tuple(masks)


def _discs(grid: Grid, cell: Cell) -> tuple[int, ...]:
    """Masks of the hexes within each distance of a cell, up to the whole board."""
    key = (grid.columns, grid.rows, cell)
    discs = _DISCS.get(key)
    if discs is None:
        row = grid.distances(cell)
        at = [0] * (max(row) + 1)
        for other, distance in enumerate(row):
            at[distance] |= 1 << other
        if len(_DISCS) >= weights.KEPT:
            _DISCS.clear()
        discs = _DISCS[key] = tuple(accumulate(at, or_))
    return discs


def away_of(ring_masks: tuple[int, ...], nowhere: int) -> LazyDict[Cell, int]:
    """Distance of each hex from the cells of these `rings`; ``nowhere`` if there are no rings."""

    def away(cell: Cell) -> int:
        for distance, ring in enumerate(ring_masks):
            if ring >> cell & 1:
                return distance
        return nowhere

    return LazyDict(away)


def bearing(grid: Grid, cell: Cell, other: Cell) -> int:
    """Direction of another hex, 0 to 5: the nearest of the six."""
    (q, r), (far_q, far_r) = grid.axial[cell], grid.axial[other]
    key = (far_q - q, far_r - r)
    direction = _BEARINGS.get(key)
    if direction is None:
        x, y = centre(*key)
        dots = []
        for step in OFFSETS:
            step_x, step_y = centre(*step)
            dots.append(3 * x * step_x + y * step_y)
        direction = _BEARINGS[key] = dots.index(max(dots))
    return direction


Danger = tuple[int, int, int]
"""Index of an enemy that can hit a hex, its direction from the hex, and the dice of its guns."""

_KEPT: Final = 64
"""Sets of cells whose distances are cached."""


class EnemyUnit:
    """An enemy unit. ``place`` is its index among the enemies on the board, ``value`` its value to both sides."""

    __slots__ = ("_covers", "_field", "_occupancy", "_reach", "_traits", "number", "place", "unit", "value")

    def __init__(self, field: Field, occupancy: Occupancy, place: int, number: int, unit: Unit) -> None:
        self.place: Final = place
        self.number: Final = number
        self.unit: Final = unit
        self.value: Final = value_of(unit)
        self._field = field
        self._occupancy = occupancy
        self._traits: Traits | None = None
        self._reach = self._covers = -1

    @property
    def traits(self) -> Traits:
        """Facts that its chances depend on."""
        if self._traits is None:
            self._traits = traits_of(
                self.unit, self._field.terrain_at(self.unit.cell), led(self._occupancy, self.number)
            )
        return self._traits

    @property
    def reach(self) -> int:
        """Mask of the hexes that it may charge into next."""
        if self._reach < 0:
            unit, field, self._reach = self.unit, self._field, 0
            if unit.kind in CAVALRY or (unit.kind not in ARTILLERY and unit.formation in FORMATIONS_THAT_ATTACK):
                steps = field.allowance(unit.kind, unit.formation) + 1
                self._reach = wedge(field.grid, unit.cell, unit.facing, steps)
        return self._reach

    @property
    def covers(self) -> int:
        """Mask of the hexes that it may hit, for units in `Enemies.guns`."""
        if self._covers < 0:
            unit, field = self.unit, self._field
            cone = field.options.artillery_arc == "cone60"
            self._covers = line_of_sight.arc(field.grid, unit.cell, unit.facing, field.ranges[unit.kind], cone)
        return self._covers


class Nearest:
    """Distance and direction of the nearest of some cells from each hex; the first of equals.

    ``rings`` are masks of the hexes by distance. Get one from `nearest`.
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

        self.look: Final = LazyDict(look)


@lru_cache(maxsize=_KEPT)
def nearest(grid: Grid, cells: tuple[Cell, ...]) -> Nearest:
    """Distances from these cells (cached)."""
    return Nearest(grid, cells)


class Enemies:
    """All enemy units of a side, with cached facts that hold until an enemy unit or leader changes.

    Facts of single units are reused from ``before``, the enemy in an earlier position of the same field.
    ``far`` and ``look`` give the distance and the direction of the enemy nearest to a hex.
    """

    def __init__(self, field: Field, occupancy: Occupancy, side: SideId, before: "Enemies | None" = None) -> None:
        self.grid: Final = field.grid
        self.all: Final[list[EnemyUnit]] = []
        self.cells: Final[dict[Cell, list[EnemyUnit]]] = {}
        earlier: list[EnemyUnit] = before.all if before is not None and before.leaders is occupancy.leaders else []
        for number, unit in enumerate(occupancy.units):
            if unit.side != side and unit.cell >= 0:
                place = len(self.all)
                foe = earlier[place] if place < len(earlier) else None
                if foe is None or foe.unit is not unit:
                    foe = EnemyUnit(field, occupancy, place, number, unit)
                self.all.append(foe)
                self.cells.setdefault(unit.cell, []).append(foe)
        self.held: Final = occupancy.held[other(side)]
        near = nearest(field.grid, tuple(self.cells))
        self.rings: Final = near.rings
        self.far: Final = near.far
        self.look: Final = near.look
        self._field: Final = field
        self._side: Final = side
        self._units = occupancy.units
        self.leaders: tuple[Leader, ...] = occupancy.leaders
        self._dangers: dict[Cell, list[Danger]] = {}
        self._shells: dict[Cell, list[Danger]] = {}
        self._ahead: dict[tuple[Cell, int, int], list[tuple[int, int]]] = {}
        self.gunnery: Final[dict[Any, int]] = {}
        self.ways: Final[dict[Any, Any]] = {}
        self.place_values: Final[dict[Any, Any]] = {}
        self.notes: Final[dict[str, Any]] = {}
        self.stays: Final[dict[int, Any]] = {}

    def is_current(self, occupancy: Occupancy) -> bool:
        """True if no enemy unit or leader has changed in ``occupancy``."""
        units, leaders = self._units, self.leaders
        changed = occupancy.changed if occupancy.since is units else changed_indexes(units, occupancy.units)
        if changed and not self._only_own(units, occupancy.units, changed):
            return False
        if occupancy.leaders is not leaders:
            if not self._only_own(leaders, occupancy.leaders, changed_indexes(leaders, occupancy.leaders)):
                return False
            self.leaders = occupancy.leaders
        self._units = occupancy.units
        return len(units) == len(occupancy.units)

    def _only_own(self, old: Sequence[Unit | Leader], new: Sequence[Unit | Leader], changed: list[int]) -> bool:
        """True if all that changed belongs to this side."""
        side = self._side
        for number in changed:
            one, two = old[number], new[number]
            if (one.side != side or two.side != side) and one != two:
                return False
        return True

    def forget(self) -> None:
        """Drop the place values, which refer back to this object, so that it can be freed."""
        self.place_values.clear()

    @cached_property
    def guns(self) -> list[EnemyUnit]:
        """Unlimbered enemy batteries."""
        return [foe for foe in self.all if foe.unit.formation == "unlimbered"]

    @cached_property
    def ready(self) -> int:
        """Mask of the hexes that any enemy may charge into or hit."""
        mask = 0
        for foe in self.all:
            mask |= foe.reach
        for foe in self.guns:
            mask |= foe.covers
        return mask

    def dangers(self, cell: Cell) -> list[Danger]:
        """Enemies that may charge a hex in this turn or the next; the last number is the cell of the enemy."""
        dangers = self._dangers.get(cell)
        if dangers is None:
            dangers = self._dangers[cell] = [
                (foe.place, bearing(self.grid, cell, foe.unit.cell), foe.unit.cell)
                for foe in self.all
                if foe.reach >> cell & 1
            ]
        return dangers

    def shells(self, cell: Cell) -> list[Danger]:
        """Enemy batteries that can hit a hex; terrain and enemy units block their sight."""
        shells = self._shells.get(cell)
        if shells is None:
            shells = self._shells[cell] = list(self._shelling(cell))
        return shells

    def _shelling(self, cell: Cell) -> Iterator[Danger]:
        screens = self.held | self._field.screens
        for foe in self.guns:
            if foe.covers >> cell & 1:
                unit = foe.unit
                dice = dice_at(self._field, unit, self.grid.distance(unit.cell, cell))
                if dice and not line_of_sight.blocked(self.grid, unit.cell, unit.facing, cell, screens):
                    yield foe.place, bearing(self.grid, cell, unit.cell), dice

    def ahead(self, cell: Cell, facing: int, steps: int) -> list[tuple[int, int]]:
        """Enemies within a number of steps forward, each with the direction of ``cell`` from its facing."""
        key = (cell, facing, steps)
        enemies = self._ahead.get(key)
        if enemies is None:
            enemies = self._ahead[key] = []
            for target in self.grid.cells(wedge(self.grid, cell, facing, steps) & self.held):
                back = bearing(self.grid, target, cell)
                enemies += [(foe.place, (back - foe.unit.facing) % 6) for foe in self.cells[target]]
        return enemies
