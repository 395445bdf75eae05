"""What a unit may do in its activation: every programme of EN-ACTION-08 without its fire, listed, not written out."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Any, Final, overload

from msgspec import Struct

from battles.engine.hex import Cell, Grid
from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.field import Field, Lay
from battles.rules.easy_napoleonics.moves import run_over, sidesteps, ways
from battles.rules.easy_napoleonics.stances import Plan, plan_of
from battles.rules.easy_napoleonics.state import NOWHERE, Unit, other
from battles.rules.easy_napoleonics.tables import Formation

SUBSETS: Final = 3
"""Leaders in one hex up to which every choice of those that go along is listed."""

Men = tuple[tuple[int, int], ...]
"""Leaders with a unit, each with the hexes he has left."""

Go = tuple[Cell, bool, tuple[int, ...], tuple[int, ...]]
"""A Move or Sidestep: where it ends, whether the guns unlimber then, leaders that go along, leaders run over."""

Companies = tuple[tuple[int, ...], ...]

NOBODY: Final[Companies] = ((),)
"""The choices of leaders that go along where there are none."""

STAY: Final[Go] = (NOWHERE, False, (), ())


class Reach(Struct, frozen=True, gc=False):
    """Where a unit may go from one stance: masks of the ends of a Move and of Sidesteps, or ``listed`` one by one.

    ``size`` is in how many ways; ``companies`` are the choices of leaders that go along, wherever the unit goes.
    """

    size: int
    moves: int
    sides: int
    unlimbers: bool
    companies: Companies = NOBODY
    listed: tuple[Go, ...] | None = None

    def goes(self) -> tuple[Go, ...]:
        """Every Move, then every Sidestep, each by cell."""
        if self.listed is not None:
            return self.listed
        ends = (False, True) if self.unlimbers else (False,)
        return (
            *((cell, end, along, ()) for cell in Grid.cells(self.moves) for end in ends for along in self.companies),
            *((cell, False, along, ()) for cell in Grid.cells(self.sides) for along in self.companies),
        )

    def holds(self, go: Go) -> bool:
        """Whether a Move or Sidestep is among them."""
        if self.listed is not None:
            return go in self.listed
        cell, unlimber, along, over = go
        if over or along not in self.companies or type(cell) is not int or cell < 0 or unlimber not in (False, True):
            return False
        if self.moves >> cell & 1:
            return not unlimber or self.unlimbers
        return bool(self.sides >> cell & 1) and not unlimber


class Programmes(Sequence[Activate]):
    """Every activation open to one unit, in a fixed order; each is made when it is asked for, all of them once."""

    __slots__ = ("_all", "_count", "_lay", "_plan", "_reaches", "field", "unit")

    def __init__(self, field: Field, lay: Lay, unit: int, plan: Plan) -> None:
        self.field = field
        self.unit = unit
        self._lay = lay
        self._plan = plan
        self._count = -1
        self._reaches: list[Reach] | None = None
        self._all: tuple[Activate, ...] | None = None

    @property
    def reaches(self) -> list[Reach]:
        """Where the unit may go, by way of its plan."""
        if self._reaches is None:
            self._reaches = _reaches(self.field, self._lay, self.unit, self._plan)
        return self._reaches

    def __len__(self) -> int:
        if self._count < 0:
            count = self._plan.alone
            for uses, reach in zip(self._plan.uses, self.reaches, strict=True):
                count += uses * reach.size
            self._count = count
        return self._count

    def __bool__(self) -> bool:
        return self._plan.alone > 0 or len(self) > 0

    def parts(self) -> Iterator[tuple[Formation | None, int | None, tuple[Go, ...]]]:
        """By new formation and new facing, None where they stay: everything that may follow, standing still first."""
        return self.turning(None)

    def turning(
        self, turns: Collection[int | None] | None
    ) -> Iterator[tuple[Formation | None, int | None, tuple[Go, ...]]]:
        """``parts`` with one of these new facings; None among them is no turn, and None for them all is every one."""
        going: dict[int, tuple[Go, ...]] = {-1: ()}
        for reform, turn, stays, way in self._plan.parts:
            if turns is None or turn in turns:
                if way not in going:
                    going[way] = self.reaches[way].goes()
                goes = going[way]
                yield reform, turn, (STAY, *goes) if stays else goes

    def all(self) -> tuple[Activate, ...]:
        """All of them as a tuple."""
        if self._all is None:
            unit = self.unit
            self._all = tuple([Activate(unit, reform, turn, *go) for reform, turn, goes in self.parts() for go in goes])
        return self._all

    @overload
    def __getitem__(self, place: int) -> Activate: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Activate, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if self._all is not None or isinstance(place, slice):
            return self.all()[place]
        reaches, size = self.reaches, len(self)
        left = place + size if place < 0 else place
        if 0 <= left < size:
            for reform, turn, stays, way in self._plan.parts:
                count = (reaches[way].size if way >= 0 else 0) + stays
                if left < count:
                    go = STAY if stays and not left else reaches[way].goes()[left - stays]
                    return Activate(self.unit, reform, turn, *go)
                left -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Activate]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Activate or action.unit != self.unit:
            return False
        go = (action.cell, action.unlimber, action.along, action.over)
        for reform, turn, stays, way in self._plan.parts:
            if reform == action.formation and turn == action.facing:
                return (stays and go == STAY) or (way >= 0 and self.reaches[way].holds(go))
        return False


def programmes(field: Field, lay: Lay, number: int) -> Programmes:
    """Every activation open to a unit that is free to act (EN-ACTION-08), worked out when it is looked at."""
    return Programmes(field, lay, number, plan_of(field, lay.units[number]))


def _reaches(field: Field, lay: Lay, number: int, plan: Plan) -> list[Reach]:
    unit = lay.units[number]
    cell = unit.cell
    enemy = other(unit.side)
    men: Men = ()
    if cell in lay.men:
        men = tuple([(man, lay.leaders[man].left) for man in lay.attached(number)])
    hot, lone = lay.near[enemy], lay.lone[enemy]
    tired = men and min(men, key=itemgetter(1))[1] < field.reach[unit.kind]
    if tired or hot >> cell & 1 or field.options.grand_battery:
        return [_listed(field, lay, unit, way, men) for way in plan.ways]
    closed = lay.held["a"] | lay.held["b"] | field.barred
    halting = hot | field.halting
    clear = ~closed
    run = clear & ~halting | lay.guns[unit.side] & ~halting
    companies = tuple(companions(men, 1)) if men else NOBODY
    reaches = [_reach(field, cell, way, clear, run, companies) for way in plan.ways]
    if lone:
        for place, reach in enumerate(reaches):
            if (reach.moves | reach.sides) & lone:
                reaches[place] = _listed(field, lay, unit, plan.ways[place], men)
    return reaches


def _listed(field: Field, lay: Lay, unit: Unit, way: tuple[int, int, bool], men: Men) -> Reach:
    going = tuple(_every_go(field, lay, unit, way, men))
    return Reach(len(going), 0, 0, False, NOBODY, going)


def _reach(field: Field, cell: Cell, way: tuple[int, int, bool], clear: int, run: int, companies: Companies) -> Reach:
    """Where a unit may go with nothing in its way but what fills a hex or halts it (EN-MOVE-02 to 06).

    ``clear`` are the hexes that it may stop in, ``run`` those that it may go on from.
    """
    facing, allowance, unlimbers = way
    fronts = field.grid.front_mask[facing]
    step = fronts[cell]
    moves = step & clear
    while allowance > 1:
        ahead = step & run
        if not ahead:
            break
        step = 0
        while ahead:
            low = ahead & -ahead
            step |= fronts[low.bit_length() - 1]
            ahead ^= low
        moves |= step & clear
        allowance -= 1
    sides = field.side_mask[facing][cell] & clear
    size = moves.bit_count() * (1 + unlimbers) + sides.bit_count()
    return Reach(size * len(companies), moves, sides, unlimbers, companies)


def _every_go(field: Field, lay: Lay, unit: Unit, way: tuple[int, int, bool], men: Men) -> Iterator[Go]:
    """Every Move and Sidestep of one stance, with leaders along and in the way."""
    facing, allowance, unlimbers = way
    for cell, hexes, over in ways(field, lay, unit, facing, allowance):
        for along in companions(men, hexes) if men else NOBODY:
            yield cell, False, along, over
            if unlimbers:
                yield cell, True, along, over
    for cell in sidesteps(field, lay, unit, facing):
        over = run_over(lay, unit, cell)
        for along in companions(men, 1) if men else NOBODY:
            yield cell, False, along, over


def companions(men: Men, hexes: int) -> Iterator[tuple[int, ...]]:
    """The choices of attached leaders that go along, nobody first (EN-LEADER-08)."""
    yield ()
    able = [man for man, left in men if left >= hexes]
    sizes = range(1, len(able) + 1) if len(able) <= SUBSETS else (1, len(able))
    for size in sizes:
        yield from combinations(able, size)
