"""Changes of formation and facing worth a thought, and which of the ways that go on from them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_hexes import wedge
from battles.rules.easy_napoleonics.judging_kit import Kit
from battles.rules.easy_napoleonics.programmes import Programmes
from battles.rules.easy_napoleonics.reach import STAY, Go, Reach
from battles.rules.easy_napoleonics.stances import plan_of
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation

BACK: Final = (2, 3)
"""Directions clockwise of a facing in which the rear lies (EN-FACE-04)."""

NO_WAY: Final = Reach(0, 0, 0, False)


class Change(NamedTuple):
    """A new formation and facing, None where they stay; the facing that it is then, and the actions that it costs.

    ``stays`` says that it may stand alone, ``way`` which way of the unit's plan may follow, -1 for none.
    """

    reform: Formation | None
    turn: int | None
    facing: int
    spent: int
    stays: bool
    way: int


class Alike(NamedTuple):
    """Changes to one formation; ``steps`` is how far they may lead."""

    formation: Formation
    steps: int
    changes: tuple[Change, ...]


def changes(field: Field, unit: Unit, look: int) -> tuple[Alike, ...]:
    """The changes that look towards an enemy in the direction ``look``, no change first among them."""
    key = ("changes", unit.kind, unit.nation, unit.formation, unit.facing, look)
    found: tuple[Alike, ...] | None = field.memo.get(key)
    return found if found is not None else field.keep(key, tuple(_changes(field, unit, look)))


def _changes(field: Field, unit: Unit, look: int) -> Iterator[Alike]:
    turned: tuple[int | None, ...] = (look, (look + 1) % 6)
    if (look - unit.facing) % 6 not in BACK:
        turned = (None, *turned)
    plan = plan_of(field, unit)
    for reform, parts in groupby(plan.parts, key=attrgetter("reform")):
        found = []
        for _, turn, stays, way in parts:
            if turn in turned and (turn is None or reform not in SQUARES):
                facing = unit.facing if turn is None else turn
                found.append(Change(reform, turn, facing, (reform is not None) + (turn is not None), stays, way))
        if found:
            steps = max([plan.ways[change.way][1] for change in found if change.way >= 0], default=0)
            yield Alike(reform or unit.formation, steps, tuple(found))


class Ways:
    """The ways of one unit that are worth weighing.

    Where it is ``calm``, far from the enemy, only those that lead farthest. Where ``sifted``, those that cannot be
    the best are left out too, as far as a look at masks shows it.
    """

    __slots__ = ("calm", "far", "grid", "home", "hot", "kit", "listed", "most", "sifted")

    def __init__(self, kit: Kit, unit: Unit, listed: Programmes, hot: int, only_best: bool) -> None:
        field = kit.ground.field
        self.kit = kit
        self.grid = field.grid
        self.home = unit.cell
        self.listed = listed
        self.hot = hot & field.grid.within(unit.cell, field.reach[unit.kind])
        only_best = only_best and unit.kind not in ARTILLERY
        self.far = kit.foes.far[unit.cell]
        self.calm = only_best and self.far > weights.CALM
        self.sifted = only_best and not kit.ahead
        self.most = weights.FRONT + (unit.cell in kit.ground.lay.men)

    def peak(self, alike: Alike) -> int:
        """What no way on from such changes is worth more than, those next to the enemy left out."""
        if not self.sifted:
            return weights.WON
        formation, steps, _ = alike
        near, away = self.kit.march
        suits = (formation == near and self.far - steps < weights.MARCHING) or (
            formation == away and self.far + steps >= weights.MARCHING
        )
        return self.kit.way.peak(self.home, steps) + suits * weights.MARCH + self.most

    def on(self, change: Change, formation: Formation, peak: int, best: int) -> Sequence[Go]:
        """The ways on from a change, to stay among them; ``best`` is the highest value found so far."""
        reach = self.listed.going.reach(change.way) if change.way >= 0 else NO_WAY
        if reach.listed is not None:
            return self._of((STAY, *reach.listed) if change.stays else reach.listed, change)
        home = 1 << self.home
        cells = reach.moves | reach.sides
        if change.stays:
            cells |= home
        if self.calm:
            cells = next((mask & cells for _, mask in self.kit.way.tiers() if mask & cells), 0)
        elif change.spent:
            cells &= wedge(self.grid, self.home, change.facing, weights.FARTHEST) | home
        if self.sifted:
            near = cells & self.hot
            cells = self._sift(cells ^ near, formation, peak, best)
            if not change.spent:
                cells |= near
        if not cells:
            return ()
        goes = Reach(0, reach.moves & cells, reach.sides & cells, reach.unlimbers, reach.companies).goes()
        return (STAY, *goes) if cells & home else goes

    def _of(self, goes: tuple[Go, ...], change: Change) -> Sequence[Go]:
        """Of ways that are listed one by one."""
        if self.calm:
            way = self.kit.way
            worths = [way[go[0] if go[0] != NOWHERE else self.home] for go in goes]
            most = max(worths, default=0)
            return [go for go, worth in zip(goes, worths, strict=True) if worth == most]
        if not change.spent:
            return goes
        forward = wedge(self.grid, self.home, change.facing, weights.FARTHEST)
        return [go for go in goes if go[0] == NOWHERE or forward >> go[0] & 1]

    def _sift(self, cells: int, formation: Formation, peak: int, best: int) -> int:
        """Of hexes that are not next to the enemy those that may be worth more than ``best`` and than all others."""
        tiers, most, kept = self.kit.tiers(formation), self.most, 0
        for short, mask in tiers[bisect_left(tiers, (most - peak,)) :]:
            if not cells or most - short <= best:
                break
            if mask & cells:
                kept |= mask & cells
                cells &= ~mask
                best = max(best, -short - weights.FRONT - 1)
        return kept
