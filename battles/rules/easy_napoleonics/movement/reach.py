"""Changes of formation and facing before a Move (section 5.3), and the ends of Moves and Sidesteps as masks."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import itemgetter, or_
from typing import Final, NamedTuple

from msgspec import Struct

from battles.kits.hex.grid import Cell, Grid
from battles.kits.hex.occupancy import BoardMasks, MoveMasks, Shape
from battles.rules.easy_napoleonics.movement.moves import leaders_run_over, move_ends, sidesteps, turns_freely
from battles.rules.easy_napoleonics.rules import ARTILLERY
from battles.rules.easy_napoleonics.state import NOWHERE, Occupancy, Unit, other
from battles.rules.easy_napoleonics.tables import Formation
from battles.rules.easy_napoleonics.terrain import Field


class FormationChange(NamedTuple):
    """Formation and facing before the Move, the actions that they cost, and their names in an action (EN-FORM-02).

    ``allowance`` is the longest Move that may follow, 0 for none; ``unlimbers`` says that guns may unlimber
    after it.
    """

    formation: Formation
    facing: int
    used: int
    reform: Formation | None
    turn: int | None
    allowance: int = 0
    unlimbers: bool = False


WayOn = tuple[int, int, bool]
"""Facing, move allowance in hexes, and whether guns may unlimber after the Move."""


class PlanPart(NamedTuple):
    """A change of formation and facing, or none.

    ``stays`` says that it is legal without a Move; ``way`` is the index of the way that may follow, -1 for none.
    """

    reform: Formation | None
    turn: int | None
    stays: bool
    way: int


class MovePlan(Struct, frozen=True):
    """Changes and moves of a unit from its formation and facing, in any hex.

    ``parts`` are the changes. ``ways`` are the moves that may follow; ``uses`` counts the parts of each way, ``alone``
    the parts that are legal without a Move. ``named`` finds a part by its change. ``places`` are the indexes of the
    ways among the masks of all ``shapes``; ``masks_by_spot`` and ``area_by_spot`` cache masks by kind of place.
    ``unlimbers`` says that guns may unlimber after some way.
    """

    parts: tuple[PlanPart, ...]
    ways: tuple[WayOn, ...]
    uses: tuple[int, ...]
    alone: int
    named: dict[tuple[Formation | None, int | None], PlanPart]
    shapes: tuple[Shape, ...]
    places: tuple[int, ...]
    unlimbers: bool
    masks_by_spot: dict[int, MoveMasks] = {}
    area_by_spot: dict[int, int] = {}

    def move_masks(self, layout: BoardMasks, cell: Cell) -> MoveMasks:
        """Move masks from a hex."""
        spot = layout.spots[cell]
        masks = self.masks_by_spot.get(spot)
        if masks is None:
            masks = self.masks_by_spot[spot] = layout.move_masks(spot, self.shapes)
        return masks

    def area(self, layout: BoardMasks, cell: Cell) -> int:
        """Mask of all cells that the unit may reach from a hex, with the hex itself."""
        spot = layout.spots[cell]
        area = self.area_by_spot.get(spot)
        if area is None:
            masks = self.move_masks(layout, cell).masks
            area = self.area_by_spot[spot] = reduce(or_, [masks[place].area for place in self.places], 1 << layout.own)
        return layout.mask(area, cell)


def plan_of(field: Field, unit: Unit) -> MovePlan:
    """Changes and moves of a unit from its formation and facing, in any hex (cached)."""
    key = ("plan", unit.kind, unit.nation, unit.formation, unit.facing)
    plan: MovePlan | None = field.memo.get(key)
    return plan if plan is not None else field.keep(key, _plan(field, unit))


def _plan(field: Field, unit: Unit) -> MovePlan:
    ways: dict[WayOn, int] = {}
    parts = []
    for change in formation_changes(field, unit):
        way = -1
        if change.allowance:
            way = ways.setdefault((change.facing, change.allowance, change.unlimbers), len(ways))
        if change.used or way >= 0:
            parts.append(PlanPart(change.reform, change.turn, change.used > 0, way))
    uses = Counter(part.way for part in parts)
    shapes = tuple(sorted({way[1:] for way in ways}))
    return MovePlan(
        parts=tuple(parts),
        ways=tuple(ways),
        uses=tuple(uses[way] for way in ways.values()),
        alone=sum(part.stays for part in parts),
        shapes=shapes,
        places=tuple(6 * shapes.index(way[1:]) + way[0] for way in ways),
        unlimbers=any(unlimbers for _, unlimbers in shapes),
        named={(part.reform, part.turn): part for part in parts},
    )


def formation_changes(field: Field, unit: Unit) -> tuple[FormationChange, ...]:
    """Formations and facings that a unit can take before it moves (EN-ACTION-04, EN-FORM-03, EN-FORM-04)."""
    key = ("stances", unit.kind, unit.nation, unit.formation, unit.facing)
    changes = field.memo.get(key)
    if changes is None:
        changes = field.keep(key, tuple(_with_move(field, unit, change) for change in _formation_changes(field, unit)))
    return changes


def _with_move(field: Field, unit: Unit, change: FormationChange) -> FormationChange:
    """The change with the move allowance that is left after it; 0 if no action is left or the formation cannot move.

    Source: EN-RULING-107.
    """
    actions = field.tables.actions[unit.kind]
    if change.used + 1 > actions:
        return change
    allowance = field.allowance(unit.kind, change.formation)
    return change._replace(allowance=allowance, unlimbers=_unlimbers_after(field, unit, change, actions))


def _formation_changes(field: Field, unit: Unit) -> Iterator[FormationChange]:
    """Every formation with every facing that the actions of a unit allow (EN-FORM-02, EN-RULING-104)."""
    facing, actions = unit.facing, field.tables.actions[unit.kind]
    turns = [turn for turn in range(6) if turn != facing]
    yield FormationChange(unit.formation, facing, 0, None, None)
    for turn in turns:
        yield FormationChange(unit.formation, turn, 1, None, turn)
    free = turns_freely(field, unit)
    for formation in field.formations(unit):
        if formation == unit.formation:
            continue
        yield FormationChange(formation, facing, 1, formation, None)
        for turn in turns:
            used = 1 if free else 2
            if used <= actions:
                yield FormationChange(formation, turn, used, formation, turn)


def _unlimbers_after(field: Field, unit: Unit, change: FormationChange, actions: int) -> bool:
    """True if guns may unlimber after their Move (EN-ACTION-04, EN-RULING-18)."""
    if unit.kind not in ARTILLERY or change.used + 2 > actions:
        return False
    return change.reform is None or field.options.horse_limber_move_unlimber


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
