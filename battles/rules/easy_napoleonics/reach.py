"""Where a unit may go from where it stands: Moves and Sidesteps as masks of the hexes where they end.

A way is a facing and an allowance. From each hex it is laid out once as a lane of a few masks; how many hexes of it
are open is then a matter of some bits.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Final

from msgspec import Struct

from battles.engine.hex import Cell, Grid
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.moves import run_over, sidesteps, ways
from battles.rules.easy_napoleonics.state import NOWHERE, Unit

SUBSETS: Final = 3
"""Leaders in one hex up to which every choice of those that go along is listed."""

Way = tuple[int, int, bool]
"""Facing, hexes of a Move, and whether the guns may unlimber after it."""

Men = tuple[tuple[int, int], ...]
"""Leaders with a unit, each with the hexes he has left."""

Go = tuple[Cell, bool, tuple[int, ...], tuple[int, ...]]
"""A Move or Sidestep: where it ends, whether the guns unlimber then, leaders that go along, leaders run over."""

Companies = tuple[tuple[int, ...], ...]

NOBODY: Final[Companies] = ((),)
"""The choices of leaders that go along where there are none."""

_MOST_KNOWN: Final = 64
"""What a lane keeps before it forgets it all."""

STAY: Final[Go] = (NOWHERE, False, (), ())


class Reach(Struct, frozen=True, gc=False):
    """Where a unit may go one way: masks of the ends of a Move and of Sidesteps, or ``listed`` one by one.

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

    def go(self, place: int) -> Go:
        """One of ``goes``, without making the others."""
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
        """Whether a Move or Sidestep is among them."""
        if self.listed is not None:
            return go in self.listed
        cell, unlimber, along, over = go
        if over or along not in self.companies or type(cell) is not int or cell < 0 or unlimber not in (False, True):
            return False
        if self.moves >> cell & 1:
            return not unlimber or self.unlimbers
        return bool(self.sides >> cell & 1) and not unlimber


class Lane(Struct, frozen=True, eq=False, gc=False):
    """One way as it lies from one hex, for units with nothing in their way but what fills a hex or halts them.

    ``area`` are the hexes where it may lead, ``sides`` those of them for a Sidestep, ``first`` those that a Move may
    enter at once. ``hops`` are the hexes that it may go on from, the nearest first, each with those it then enters;
    ``heads`` is the mask of them, and ``known`` what is entered in all by which of them one can go on from.
    """

    unlimbers: bool
    sides: int
    first: int
    hops: tuple[tuple[int, int], ...]
    heads: int
    area: int
    known: dict[int, int]

    def entered(self, run: int) -> int:
        """The hexes that a Move or Sidestep enters where it may go on from ``run`` (EN-MOVE-02 to 06)."""
        heads = run & self.heads
        found = self.known.get(heads)
        if found is None:
            found = self.first
            for hex_, beyond in self.hops:
                if hex_ & found & heads:
                    found |= beyond
            found |= self.sides
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            self.known[heads] = found
        return found

    def size(self, clear: int, run: int) -> int:
        """In how many ways a unit may go and stop in ``clear``."""
        ends = self.entered(run) & clear
        return ends.bit_count() + (ends & ~self.sides).bit_count() if self.unlimbers else ends.bit_count()

    def reach(self, clear: int, run: int, companies: Companies) -> Reach:
        """Where it may go, each choice of ``companies`` with it."""
        ends = self.entered(run) & clear
        size = self.size(clear, run) * len(companies)
        return Reach(size, ends & ~self.sides, ends & self.sides, self.unlimbers, companies)


def lane_of(field: Field, cell: Cell, way: Way) -> Lane:
    """A way as it lies from a hex."""
    key = ("lane", cell, way)
    found: Lane | None = field.memo.get(key)
    return found if found is not None else field.keep(key, _lane(field, cell, way))


def _lane(field: Field, cell: Cell, way: Way) -> Lane:
    facing, allowance, unlimbers = way
    fronts, sides = field.grid.front_mask[facing], field.side_mask[facing][cell]
    entered, hops, heads = fronts[cell], [], 0
    area = entered | sides
    for _ in range(allowance - 1):
        ahead = Grid.cells(entered)
        hops += [(1 << hex_, fronts[hex_]) for hex_ in ahead]
        heads |= entered
        entered = reduce(or_, [fronts[hex_] for hex_ in ahead], 0)
        area |= entered
    return Lane(unlimbers, sides, fronts[cell], tuple(hops), heads, area, {})


def reach_by_list(field: Field, lay: Lay, unit: Unit, way: Way, men: Men) -> Reach:
    """Where a unit may go one way that has to be followed hex by hex."""
    going = tuple(_every_go(field, lay, unit, way, men))
    return Reach(len(going), 0, 0, False, NOBODY, going)


def _every_go(field: Field, lay: Lay, unit: Unit, way: Way, men: Men) -> Iterator[Go]:
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
