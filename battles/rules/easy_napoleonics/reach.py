"""Where a unit may go from where it stands: Moves and Sidesteps as masks of the hexes where they end."""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct

from battles.engine.hex import Cell, Grid
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.moves import run_over, sidesteps, ways
from battles.rules.easy_napoleonics.state import NOWHERE, Unit

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
    """Where a unit may go one way: masks of the ends of a Move and of Sidesteps, or ``listed`` one by one.

    ``companies`` are the choices of leaders that go along, wherever the unit goes.
    """

    moves: int
    sides: int
    unlimbers: bool
    companies: Companies = NOBODY
    listed: tuple[Go, ...] | None = None

    @property
    def size(self) -> int:
        """In how many ways."""
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


def reach_by_list(field: Field, lay: Lay, unit: Unit, way: tuple[int, int, bool], men: Men) -> Reach:
    """Where a unit may go one way that has to be followed hex by hex."""
    going = tuple(_every_go(field, lay, unit, way, men))
    return Reach(0, 0, False, NOBODY, going)


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
