"""Where one unit may go by each way of its plan, and what of it still holds once others have moved."""

from operator import itemgetter

from battles.engine.hex import Cell
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
    go all the way, and where a lone enemy leader stands in one. All is worked out when it is first asked for.
    """

    __slots__ = (
        "_clear",
        "_companies",
        "_lanes",
        "_lay",
        "_lone",
        "_men",
        "_reaches",
        "_run",
        "_sizes",
        "field",
        "number",
        "plan",
    )

    def __init__(self, field: Field, lay: Lay, number: int, plan: Plan) -> None:
        self.field = field
        self.number = number
        self.plan = plan
        self._lay = lay
        self._lanes: tuple[Lane, ...] | None = None
        self._sizes: list[int] | None = None

    @property
    def sizes(self) -> list[int]:
        """In how many ways the unit may go, by way of its plan."""
        if self._sizes is None:
            self._sizes = self._count(None)
        return self._sizes

    def take_over(self, before: "Going") -> None:
        """Take over what was counted for the same unit before others moved, where the ground is as it was."""
        if before._sizes is not None:
            self._sizes = self._count(before)

    def reach(self, way: int) -> Reach:
        """Where the unit may go by a way."""
        lanes = self._lanes if self._lanes is not None else self._look()
        found = self._reaches.get(way)
        if found is None:
            if lanes:
                found = lanes[way].reach(self._clear, self._run, self._companies)
            if found is None or (found.moves | found.sides) & self._lone:
                lay = self._lay
                found = reach_by_list(self.field, lay, lay.units[self.number], self.plan.ways[way], self._men)
            self._reaches[way] = found
        return found

    def _look(self) -> tuple[Lane, ...]:
        """Look around: the ground, who goes along, and the lanes of its ways, none where they do not count."""
        lay, field = self._lay, self.field
        unit = lay.units[self.number]
        enemy = other(unit.side)
        self._reaches: dict[int, Reach] = {}
        self._clear, self._run = field.ground(lay, unit.side)
        self._lone = lay.lone[enemy]
        self._men: Men = ()
        self._companies: Companies = NOBODY
        if unit.cell in lay.men:
            self._men = tuple([(man, lay.leaders[man].left) for man in lay.attached(self.number)])
            self._companies = tuple(companions(self._men, 1))
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if tired or lay.near[enemy] >> unit.cell & 1 or field.options.grand_battery:
            self._lanes = ()
        else:
            self._lanes = _lanes(field, self.plan, unit.cell)
        return self._lanes

    def _count(self, before: "Going | None") -> list[int]:
        lanes = self._lanes if self._lanes is not None else self._look()
        if not lanes:
            return [self.reach(way).size for way in range(len(self.plan.ways))]
        clear, run, lone, many = self._clear, self._run, self._lone, len(self._companies)
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
                if lane.area & lone:
                    sizes[way] = self.reach(way).size
        return sizes


def _lanes(field: Field, plan: Plan, cell: Cell) -> tuple[Lane, ...]:
    found = plan.lanes.get(cell)
    if found is None:
        found = plan.lanes[cell] = tuple([lane_of(field, cell, way) for way in plan.ways])
    return found
