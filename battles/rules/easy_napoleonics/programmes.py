"""What a unit may do in its activation: every programme of EN-ACTION-08 without its fire, listed, not written out."""

from collections.abc import Iterator, Sequence
from operator import mul
from typing import Any, overload

from battles.rules.easy_napoleonics.actions import Activate
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.going import Going
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.reach import STAY, Go
from battles.rules.easy_napoleonics.stances import plan_of
from battles.rules.easy_napoleonics.tables import Formation


class Programmes(Sequence[Activate]):
    """Every activation open to one unit, in a fixed order; each is made when it is asked for, all of them once."""

    __slots__ = ("_all", "_count", "_plan", "going", "unit")

    def __init__(self, going: Going) -> None:
        self.going = going
        self.unit = going.unit
        self._plan = going.plan
        self._count = -1
        self._all: tuple[Activate, ...] | None = None

    def again(self, field: Field, lay: Lay) -> "Programmes":
        """Those of the same unit, as it is, where others stand otherwise."""
        return Programmes(Going(field, lay, self.unit, self._plan))

    def __len__(self) -> int:
        if self._count < 0:
            self._count = self._plan.alone + sum(map(mul, self._plan.uses, self.going.sizes))
        return self._count

    def __bool__(self) -> bool:
        return self._plan.alone > 0 or len(self) > 0

    def parts(self) -> Iterator[tuple[Formation | None, int | None, tuple[Go, ...]]]:
        """By new formation and new facing, None where they stay: everything that may follow, standing still first."""
        going: dict[int, tuple[Go, ...]] = {-1: ()}
        for reform, turn, stays, way in self._plan.parts:
            if way not in going:
                going[way] = self.going.reach(way).goes()
            yield reform, turn, (STAY, *going[way]) if stays else going[way]

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
        sizes, size = self.going.sizes, len(self)
        left = place + size if place < 0 else place
        if 0 <= left < size:
            for reform, turn, stays, way in self._plan.parts:
                count = (sizes[way] if way >= 0 else 0) + stays
                if left < count:
                    go = STAY if stays and not left else self.going.reach(way).go(left - stays)
                    return Activate(self.unit, reform, turn, *go)
                left -= count
        raise IndexError(place)

    def __iter__(self) -> Iterator[Activate]:
        return iter(self.all())

    def __contains__(self, action: object) -> bool:
        if type(action) is not Activate or action.unit != self.unit:
            return False
        go = (action.cell, action.unlimber, action.along, action.over)
        try:
            part = self._plan.named.get((action.formation, action.facing))
        except TypeError:  # a list or the like where there should be a word or a number
            return False
        if part is None:
            return False
        return (part.stays and go == STAY) or (part.way >= 0 and self.going.reach(part.way).holds(go))


def programmes(field: Field, lay: Lay, number: int) -> Programmes:
    """Every activation open to a unit that is free to act (EN-ACTION-08), worked out when it is looked at."""
    return Programmes(Going(field, lay, number, plan_of(field, lay.units[number])))
