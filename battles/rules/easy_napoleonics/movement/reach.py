"""Reach of a unit: the ends of its Moves and Sidesteps as masks."""

from collections.abc import Iterator
from itertools import combinations
from operator import itemgetter
from typing import Final

from msgspec import Struct

from battles.kits.hex.grid import Cell, Grid
from battles.rules.easy_napoleonics.move_masks import MoveMasks
from battles.rules.easy_napoleonics.movement.formation import MovePlan
from battles.rules.easy_napoleonics.movement.moves import leaders_run_over, move_ends, sidesteps
from battles.rules.easy_napoleonics.occupancy import Occupancy
from battles.rules.easy_napoleonics.state import NOWHERE, Unit, other
from battles.rules.easy_napoleonics.terrain import Field

SUBSETS: Final = 3
"""Most leaders in a hex for which every choice of leaders to go along is listed."""

Men = tuple[tuple[int, int], ...]
"""Leaders with a unit, each with the hexes left to move."""

Go = tuple[Cell, bool, tuple[int, ...], tuple[int, ...]]
"""A Move or Sidestep: its end, whether the guns unlimber then, leaders that go along, leaders run over."""

Companies = tuple[tuple[int, ...], ...]

NOBODY: Final[Companies] = ((),)
"""Choices of leaders to go along with a unit without leaders."""

STAY: Final[Go] = (NOWHERE, False, (), ())


class Reach(Struct, frozen=True, gc=False):
    """Reach of a unit by one way: masks of the ends of a Move and of Sidesteps, or all moves in ``listed``.

    ``companies`` are the choices of leaders that go along, the same for all ends.
    """

    moves: int
    sides: int
    unlimbers: bool
    companies: Companies = NOBODY
    listed: tuple[Go, ...] | None = None

    @property
    def size(self) -> int:
        """Number of moves."""
        if self.listed is not None:
            return len(self.listed)
        return (self.moves.bit_count() * (1 + self.unlimbers) + self.sides.bit_count()) * len(self.companies)

    def goes(self) -> tuple[Go, ...]:
        """Every Move, then every Sidestep, each by cell."""
        if self.listed is not None:
            return self.listed
        ends, companies = (False, True) if self.unlimbers else (False,), self.companies
        moves = [(cell, end, along, ()) for cell in Grid.cells(self.moves) for end in ends for along in companies]
        sides = [(cell, False, along, ()) for cell in Grid.cells(self.sides) for along in companies]
        return (*moves, *sides)

    def go(self, place: int) -> Go:
        """``goes()[place]``, without building the others."""
        if self.listed is not None:
            return self.listed[place]
        many = len(self.companies)
        each = many * (1 + self.unlimbers)
        moves = self.moves.bit_count() * each
        if place < moves:
            cell, rest = divmod(place, each)
            unlimber, company = divmod(rest, many)
            return Grid.cells(self.moves)[cell], bool(unlimber), self.companies[company], ()
        cell, company = divmod(place - moves, many)
        return Grid.cells(self.sides)[cell], False, self.companies[company], ()

    def holds(self, go: Go) -> bool:
        """True if a Move or Sidestep is one of these."""
        if self.listed is not None:
            return go in self.listed
        cell, unlimber, along, over = go
        if over or along not in self.companies or type(cell) is not int or cell < 0 or unlimber not in (False, True):
            return False
        if self.moves >> cell & 1:
            return not unlimber or self.unlimbers
        return bool(self.sides >> cell & 1) and not unlimber


def reach_by_list(field: Field, occupancy: Occupancy, unit: Unit, way: tuple[int, int, bool], men: Men) -> Reach:
    """Reach by one way, worked out hex by hex."""
    going = tuple(_every_go(field, occupancy, unit, way, men))
    return Reach(0, 0, False, NOBODY, going)


def _every_go(field: Field, occupancy: Occupancy, unit: Unit, way: tuple[int, int, bool], men: Men) -> Iterator[Go]:
    """Every Move and Sidestep by one way, with leaders that go along and leaders run over."""
    facing, allowance, unlimbers = way
    for cell, hexes, over in move_ends(field, occupancy, unit, facing, allowance):
        for along in companions(men, hexes) if men else NOBODY:
            yield cell, False, along, over
            if unlimbers:
                yield cell, True, along, over
    for cell in sidesteps(field, occupancy, unit, facing):
        over = leaders_run_over(occupancy, unit, cell)
        for along in companions(men, 1) if men else NOBODY:
            yield cell, False, along, over


def companions(men: Men, hexes: int) -> Iterator[tuple[int, ...]]:
    """Choices of attached leaders to go along, no leader first (EN-LEADER-08)."""
    yield ()
    able = [man for man, left in men if left >= hexes]
    sizes = range(1, len(able) + 1) if len(able) <= SUBSETS else (1, len(able))
    for size in sizes:
        yield from combinations(able, size)


class UnitReach:
    """Reach of a unit by each way of its plan, worked out on first use.

    Precomputed masks give the reach, except for a unit next to an enemy, with leaders who cannot go as far, or with a
    lone enemy leader in its reach: then it is worked out hex by hex.
    """

    __slots__ = (
        "_clear",
        "_companies",
        "_field",
        "_lone",
        "_masks",
        "_men",
        "_occupancy",
        "_reaches",
        "_run",
        "_sizes",
        "plan",
        "unit",
    )

    def __init__(self, field: Field, occupancy: Occupancy, unit: int, plan: MovePlan) -> None:
        self._field = field
        self.unit = unit
        self.plan = plan
        self._occupancy = occupancy
        self._reaches: dict[int, Reach] | None = None
        self._sizes: list[int] | None = None

    @property
    def sizes(self) -> list[int]:
        """Number of moves by each way of the plan."""
        if self._sizes is None:
            self._sizes = self._count()
        return self._sizes

    def reach(self, way: int) -> Reach:
        """Reach by one way of the plan."""
        reaches = self._reaches if self._reaches is not None else self._prepare()
        reach = reaches.get(way)
        if reach is None:
            reach = reaches[way] = self._by_masks(way) or self._by_list(way)
        return reach

    def _prepare(self) -> dict[int, Reach]:
        """Prepare the look-ups; ``_masks`` is None if masks do not give the reach."""
        occupancy, field = self._occupancy, self._field
        unit = occupancy.units[self.unit]
        cell, enemy = unit.cell, other(unit.side)
        self._reaches = {}
        self._men: Men = ()
        self._companies: Companies = NOBODY
        self._masks: MoveMasks | None = None
        if cell in occupancy.men:
            self._men = tuple([(man, occupancy.leaders[man].left) for man in occupancy.attached(self.unit)])
            self._companies = tuple(companions(self._men, 1))
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if not (tired or occupancy.near[enemy] >> cell & 1 or field.options.grand_battery):
            self._masks = move_masks = self.plan.move_masks(field.layout, cell)
            clear, run, lone = field.ground(occupancy, unit.side)
            self._run = run >> cell
            self._clear = clear >> cell & move_masks.area
            self._lone = lone >> cell & self._clear
        return self._reaches

    def _by_masks(self, way: int) -> Reach | None:
        """Reach by a way from the masks; None if it must be worked out hex by hex."""
        if self._masks is None:
            return None
        mask = self._masks.masks[self.plan.places[way]]
        ends = mask.entered(self._run) & self._clear
        if ends & self._lone:
            return None
        cell, own, sides = self._occupancy.units[self.unit].cell, self._field.layout.own, ends & mask.sides
        return Reach((ends ^ sides) << cell >> own, sides << cell >> own, mask.unlimbers, self._companies)

    def _by_list(self, way: int) -> Reach:
        occupancy = self._occupancy
        return reach_by_list(self._field, occupancy, occupancy.units[self.unit], self.plan.ways[way], self._men)

    def _count(self) -> list[int]:
        if self._reaches is None:
            self._prepare()
        places = self.plan.places
        if self._masks is None:
            return [self.reach(way).size for way in range(len(places))]
        entered, masks = self._masks.entered(self._run), self._masks.masks
        clear, lone, many = self._clear, self._lone, len(self._companies)
        sizes = [(entered[place] & clear).bit_count() for place in places]
        if self.plan.unlimbers:
            once = [(entered[place] & clear & masks[place].once).bit_count() for place in places]
            sizes = [2 * size - less for size, less in zip(sizes, once, strict=True)]
        if many > 1:
            sizes = [size * many for size in sizes]
        if lone:
            met = [way for way, place in enumerate(places) if entered[place] & lone]
            for way in met:
                sizes[way] = self.reach(way).size
        return sizes
