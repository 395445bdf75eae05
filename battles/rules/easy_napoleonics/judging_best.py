"""The best activation of a unit, found by masks of hexes: few of those that cannot be it are weighed."""

from bisect import bisect_left
from typing import Final

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.judging_changes import Alike, Change, changes, reach_of, ways_on, worth_going
from battles.rules.easy_napoleonics.judging_kit import FRONT
from battles.rules.easy_napoleonics.judging_mover import Mover, Scored, scored_of
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.reach import STAY, Go, Reach
from battles.rules.easy_napoleonics.tables import Formation

Found = tuple[int, int]
"""The worth of a way on, and its place among those on from a change: 0 to stay, then the hexes of a Move, then those of
a Sidestep; -1 where there is none."""


def best_of(mover: Mover, listed: Programmes, floor: int) -> Scored | None:
    """The most valuable activation, the first of equals; None where none is worth more than ``floor``."""
    if mover.guns or mover.kit.ahead:
        return mover.first(listed, floor)
    return Sieve(mover, listed).best(floor)


class Sieve:
    """The activations of a unit, no battery, that looks no further than its own turn.

    Its worth in a hex comes of the hex and the formation, which `Way.tiers` has for all hexes at once, of its facing,
    and next to the enemy of what it meets there. ``hot`` are hexes next to the enemy, ``calm`` says that he is far.
    """

    __slots__ = ("calm", "far", "home", "hot", "kit", "listed", "most", "mover", "unit")

    def __init__(self, mover: Mover, listed: Programmes) -> None:
        kit, unit = mover.kit, mover.unit
        self.mover: Final = mover
        self.kit: Final = kit
        self.unit: Final = unit
        self.listed: Final = listed
        self.home: Final = unit.cell
        self.far: Final = kit.foes.far[unit.cell]
        self.calm: Final = self.far > weights.CALM
        self.hot = mover.hot & mover.ground.grid.within(unit.cell, mover.ground.field.reach[unit.kind])
        self.most: Final = weights.FRONT + (unit.cell in mover.ground.lay.men)

    def best(self, floor: int) -> Scored | None:
        """The most valuable activation, the first of equals; None where none is worth more than ``floor``."""
        found: tuple[int, Change, Formation, Go] | None = None
        best, unit = floor, self.unit
        for alike in changes(self.mover.ground.field, unit, self.kit.foes.look[unit.cell]):
            peak = self._peak(alike)
            for change in alike.changes:
                if peak <= best and (change.spent or not self.hot):
                    continue
                value, go = self._on(change, alike.formation, peak, best)
                if value > best:
                    best, found = value, (value, change, alike.formation, go)
        return None if found is None else scored_of(unit, *found)

    def _peak(self, alike: Alike) -> int:
        """What no way on from such changes is worth more than, those next to the enemy left out."""
        formation, steps, _ = alike
        near, away = self.kit.march
        suits = (formation == near and self.far - steps < weights.MARCHING) or (
            formation == away and self.far + steps >= weights.MARCHING
        )
        return self.kit.way.peak(self.home, steps) + suits * weights.MARCH + self.most

    def _on(self, change: Change, formation: Formation, peak: int, best: int) -> tuple[int, Go]:
        """The best way on from a change, the first of equals, and its worth; ``best`` where none is worth more."""
        reach = reach_of(self.listed, change)
        if reach.listed is not None:
            return self._listed(change, formation, best)
        cells = worth_going(self.kit, self.unit, reach, change, self.calm)
        near = cells & self.hot
        value, place = self._far_off(change, formation, reach, cells ^ near, peak, best)
        if near and not change.spent:
            value, place = self._next_to(change, formation, reach, near, (value, place))
        if place <= 0:
            return value, STAY
        cell = (place - 1) % self.mover.ground.grid.size
        return value, (cell, False, reach.companies[len(reach.companies) > 1], ())

    def _far_off(self, change: Change, formation: Formation, reach: Reach, cells: int, peak: int, best: int) -> Found:
        """The best of hexes that are not next to the enemy, if it is worth more than ``best``."""
        tiers, look, facing, most, place = self.kit.tiers(formation), self.kit.foes.look, change.facing, self.most, -1
        accompanied = len(reach.companies) > 1
        for short, mask in tiers[bisect_left(tiers, (most - peak,)) :]:
            if not cells or most - short < best + (place < 0):
                break
            there = mask & cells
            cells ^= there
            while there:
                low = there & -there
                there ^= low
                cell = low.bit_length() - 1
                value, order = FRONT[(look[cell] - facing) % 6] - short, self._order(cell, low, reach)
                if order and accompanied:
                    value += 1
                if value > best or (value == best and order < place):
                    best, place = value, order
        return best, place

    def _next_to(self, change: Change, formation: Formation, reach: Reach, cells: int, found: Found) -> Found:
        """The best of hexes next to the enemy where it is better than what was found."""
        best, place = found
        mover, facing, used = self.mover, change.facing, self.unit.used
        accompanied = len(reach.companies) > 1
        while cells:
            low = cells & -cells
            cells ^= low
            cell = low.bit_length() - 1
            order = self._order(cell, low, reach)
            value = self.kit.place(cell, facing, formation)[0]
            value += mover.contact(cell, facing, formation, used + (order > 0) < mover.actions)
            if order and accompanied:
                value += 1
            if value > best or (value == best and order < place):
                best, place = value, order
        return best, place

    def _order(self, cell: Cell, bit: int, reach: Reach) -> int:
        """The place of a hex among the ways on from a change."""
        if cell == self.home:
            return 0
        return 1 + cell if reach.moves & bit else 1 + self.mover.ground.grid.size + cell

    def _listed(self, change: Change, formation: Formation, best: int) -> tuple[int, Go]:
        """Of ways that are listed one by one."""
        found = STAY
        for go in ways_on(self.kit, self.unit, self.listed, change, self.calm):
            value = self.mover.value(change, formation, go)
            if value > best:
                best, found = value, go
        return best, found
