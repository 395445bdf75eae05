"""Where one unit may go by each way of its plan, and what of it still holds once others have moved."""

from operator import itemgetter

from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.reach import (
    NOBODY,
    Companies,
    Lane,
    Men,
    Reach,
    companions,
    lane_of,
    reach_by_list,
)
from battles.rules.easy_napoleonics.stances import Plan
from battles.rules.easy_napoleonics.state import other


class Going:
    """Where a unit may go: ``sizes`` in how many ways by each way of its plan, ``reach`` in which.

    Ways are counted by their lanes, but followed hex by hex for a unit next to an enemy, for one whose leaders cannot
    go all the way, and where a lone enemy leader stands in one. What ``before`` counted for the same unit on the same
    ground is taken over.
    """

    __slots__ = (
        "_clear",
        "_companies",
        "_field",
        "_lanes",
        "_lay",
        "_lone",
        "_men",
        "_number",
        "_plan",
        "_reaches",
        "_run",
        "sizes",
    )

    def __init__(self, field: Field, lay: Lay, number: int, plan: Plan, before: "Going | None" = None) -> None:
        unit = lay.units[number]
        self._field = field
        self._lay = lay
        self._number = number
        self._plan = plan
        self._clear, self._run = field.ground(lay, unit.side)
        self._lone = lay.lone[other(unit.side)]
        self._men: Men = ()
        self._companies: Companies = NOBODY
        if unit.cell in lay.men:
            self._men = tuple([(man, lay.leaders[man].left) for man in lay.attached(number)])
            self._companies = tuple(companions(self._men, 1))
        self._lanes = self._open_lanes()
        self._reaches: dict[int, Reach] = {}
        self.sizes = self._count(before)

    def reach(self, way: int) -> Reach:
        """Where the unit may go by a way."""
        found = self._reaches.get(way)
        if found is not None:
            return found
        if not self._lanes:
            return self._follow(way)
        found = self._reaches[way] = self._lanes[way].reach(self._clear, self._run, self._companies)
        return found

    def _open_lanes(self) -> tuple[Lane, ...]:
        """The lanes of its ways; none where a unit cannot be counted by them."""
        field, unit = self._field, self._lay.units[self._number]
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if tired or self._lay.near[other(unit.side)] >> unit.cell & 1 or field.options.grand_battery:
            return ()
        lanes = self._plan.lanes.get(unit.cell)
        if lanes is None:
            lanes = tuple([lane_of(field, unit.cell, way) for way in self._plan.ways])
            self._plan.lanes[unit.cell] = lanes
        return lanes

    def _count(self, before: "Going | None") -> list[int]:
        lanes, lone = self._lanes, self._lone
        if not lanes:
            return [self.reach(way).size for way in range(len(self._plan.ways))]
        clear, run, many = self._clear, self._run, len(self._companies)
        if before is None or before._lanes is not lanes or before._companies != self._companies:
            sizes = [lane.size(clear, run) * many for lane in lanes]
        else:
            changed = before._clear ^ clear | before._run ^ run | before._lone
            sizes = [
                lane.size(clear, run) * many if lane.area & changed else size
                for lane, size in zip(lanes, before.sizes, strict=True)
            ]
        if lone:
            for way, lane in enumerate(lanes):
                if lane.area & lone and (lane.ends(clear, run) | lane.sides & clear) & lone:
                    sizes[way] = self._follow(way).size
        return sizes

    def _follow(self, way: int) -> Reach:
        """A way that is followed hex by hex."""
        lay = self._lay
        found = reach_by_list(self._field, lay, lay.units[self._number], self._plan.ways[way], self._men)
        self._reaches[way] = found
        return found
