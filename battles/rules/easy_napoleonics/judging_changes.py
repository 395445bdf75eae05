"""Changes of formation and facing worth a thought, and which of the ways that go on from them."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import ARTILLERY, SQUARES
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.judging_hexes import wedge
from battles.rules.easy_napoleonics.judging_kit import Kit
from battles.rules.easy_napoleonics.programmes import STAY, Go, Programmes, Reach
from battles.rules.easy_napoleonics.stances import plan_of
from battles.rules.easy_napoleonics.state import NOWHERE, Unit
from battles.rules.easy_napoleonics.tables import Formation

BACK: Final = (2, 3)
"""Directions clockwise of a facing in which the rear lies (EN-FACE-04)."""

NO_WAY: Final = Reach(0, 0, 0, False)


class Change(NamedTuple):
    """A new formation and facing, None where they stay; both as they are then, and the actions that it costs.

    ``stays`` says that it may stand alone, ``way`` which way of the unit's plan may follow, -1 for none; ``steps`` is
    how far it may lead.
    """

    reform: Formation | None
    turn: int | None
    facing: int
    formation: Formation
    spent: int
    stays: bool
    way: int
    steps: int


def changes(field: Field, unit: Unit, look: int) -> tuple[Change, ...]:
    """The changes, no change among them, that look towards an enemy in the direction ``look``."""
    key = ("changes", unit.kind, unit.nation, unit.formation, unit.facing, look)
    found: tuple[Change, ...] | None = field.memo.get(key)
    return found if found is not None else field.keep(key, _changes(field, unit, look))


def _changes(field: Field, unit: Unit, look: int) -> tuple[Change, ...]:
    turned: tuple[int | None, ...] = (look, (look + 1) % 6)
    if (look - unit.facing) % 6 not in BACK:
        turned = (None, *turned)
    found = []
    plan = plan_of(field, unit)
    for reform, turn, stays, way in plan.parts:
        if turn in turned and (turn is None or reform not in SQUARES):
            facing = unit.facing if turn is None else turn
            spent = (reform is not None) + (turn is not None)
            steps = plan.ways[way][1] if way >= 0 else 0
            found.append(Change(reform, turn, facing, reform or unit.formation, spent, stays, way, steps))
    return tuple(found)


class Ways:
    """The ways of one unit that are worth weighing.

    Where it is ``calm``, far from the enemy, only those that lead farthest. Where ``sifted``, those that cannot be
    the best are left out too, as far as a look at masks shows it.
    """

    __slots__ = ("calm", "grid", "home", "hot", "kit", "listed", "most", "sifted")

    def __init__(self, kit: Kit, unit: Unit, listed: Programmes, hot: int, only_best: bool) -> None:
        field = kit.ground.field
        self.kit = kit
        self.grid = field.grid
        self.home = unit.cell
        self.listed = listed
        self.hot = hot & field.grid.within(unit.cell, field.reach[unit.kind])
        only_best = only_best and unit.kind not in ARTILLERY
        self.calm = only_best and kit.foes.far[unit.cell] > weights.CALM
        self.sifted = only_best and not kit.ahead
        self.most = weights.FRONT + (unit.cell in kit.ground.lay.men)

    def on(self, change: Change, best: int) -> Sequence[Go]:
        """The ways on from a change, to stay among them; ``best`` is the highest value found so far."""
        peak = 0
        if self.sifted:
            peak = self.kit.peak(self.home, change.steps, change.formation)
            if (change.spent or not self.hot) and peak + self.most <= best:
                return ()
        reach = self.listed.reaches[change.way] if change.way >= 0 else NO_WAY
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
            cells = self._sift(cells, change, peak, best)
        if not cells:
            return ()
        goes = Reach(0, reach.moves & cells, reach.sides & cells, reach.unlimbers, reach.companies).goes()
        return (STAY, *goes) if cells & home else goes

    def _of(self, goes: tuple[Go, ...], change: Change) -> Sequence[Go]:
        """Of ways that are listed one by one."""
        if self.calm:
            pull = self.kit.way.pull
            pulls = [pull[go[0] if go[0] != NOWHERE else self.home] for go in goes]
            most = max(pulls, default=0)
            return [go for go, worth in zip(goes, pulls, strict=True) if worth == most]
        if not change.spent:
            return goes
        forward = wedge(self.grid, self.home, change.facing, weights.FARTHEST)
        return [go for go in goes if go[0] == NOWHERE or forward >> go[0] & 1]

    def _sift(self, cells: int, change: Change, peak: int, best: int) -> int:
        """The hexes next to the enemy, unless a change bars them, and those that may be worth more than all others."""
        kept = 0 if change.spent else cells & self.hot
        quiet = cells & ~self.hot
        tiers, most = self.kit.tiers(change.formation), self.most
        for short, mask in tiers[bisect_left(tiers, (-peak,)) :]:
            if not quiet or most - short <= best:
                break
            if mask & quiet:
                kept |= mask & quiet
                quiet &= ~mask
                best = max(best, -short - weights.FRONT - 1)
        return kept
