"""Changes of formation and facing worth a thought, and which of the ways that go on from them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from battles.rules.easy_napoleonics import weights
from battles.rules.easy_napoleonics.book import SQUARES
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

NO_WAY: Final = Reach(0, 0, False)


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


def ways_on(kit: Kit, unit: Unit, listed: Programmes, change: Change, calm: bool) -> Sequence[Go]:
    """The ways on from a change that are worth weighing, to stay among them; where ``calm`` those that lead farthest.

    ``calm`` is a unit far from the enemy.
    """
    reach = reach_of(listed, change)
    if reach.listed is not None:
        return _of(kit, unit, (STAY, *reach.listed) if change.stays else reach.listed, change, calm)
    cells, home = worth_going(kit, unit, reach, change, calm), 1 << unit.cell
    goes = Reach(reach.moves & cells, reach.sides & cells, reach.unlimbers, reach.companies).goes()
    return (STAY, *goes) if cells & home else goes


def reach_of(listed: Programmes, change: Change) -> Reach:
    """Where a unit may go on from a change."""
    return listed.going.reach(change.way) if change.way >= 0 else NO_WAY


def worth_going(kit: Kit, unit: Unit, reach: Reach, change: Change, calm: bool) -> int:
    """The hexes that are worth weighing of those that may be reached, as a mask."""
    cells, home = reach.moves | reach.sides, 1 << unit.cell
    if change.stays:
        cells |= home
    if calm:
        for _, mask in kit.way.tiers():
            if mask & cells:
                return mask & cells
    elif change.spent:
        cells &= wedge(kit.ground.grid, unit.cell, change.facing, weights.FARTHEST) | home
    return cells


def _of(kit: Kit, unit: Unit, goes: tuple[Go, ...], change: Change, calm: bool) -> Sequence[Go]:
    """Of ways that are listed one by one."""
    if calm:
        worths = [kit.way[go[0] if go[0] != NOWHERE else unit.cell] for go in goes]
        most = max(worths, default=0)
        return [go for go, worth in zip(goes, worths, strict=True) if worth == most]
    if not change.spent:
        return goes
    forward = wedge(kit.ground.grid, unit.cell, change.facing, weights.FARTHEST)
    return [go for go in goes if go[0] == NOWHERE or forward >> go[0] & 1]
