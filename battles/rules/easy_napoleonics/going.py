"""Where one unit may go by each way of its plan, and what of it still holds once others have moved."""

from operator import itemgetter

from battles.engine.hex import Cell
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lanes import Fan, Lane
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.reach import (
    NOBODY,
    Companies,
    Men,
    Reach,
    companions,
    reach_by_list,
)
from battles.rules.easy_napoleonics.stances import Plan
from battles.rules.easy_napoleonics.state import other


class Going:
    """Where a unit may go: ``sizes`` in how many ways by each way of its plan, ``reach`` in which.

    Ways are counted by their lanes, but followed hex by hex for a unit next to an enemy, for one whose leaders cannot
    go all the way, and where a lone enemy leader stands in one. All is worked out when it is first asked for.
    """

    __slots__ = ("_companies", "_ends", "_fan", "_field", "_lay", "_lone", "_men", "_reaches", "_sizes", "plan", "unit")

    def __init__(self, field: Field, lay: Lay, unit: int, plan: Plan) -> None:
        self._field = field
        self.unit = unit
        self.plan = plan
        self._lay = lay
        self._ends: list[int] | None = None
        self._sizes: list[int] | None = None

    @property
    def sizes(self) -> list[int]:
        """In how many ways the unit may go, by way of its plan."""
        if self._sizes is None:
            self._sizes = self._count()
        return self._sizes

    def reach(self, way: int) -> Reach:
        """Where the unit may go by a way."""
        ends = self._ends if self._ends is not None else self._look()
        found = self._reaches.get(way)
        if found is None:
            if ends and not ends[way] & self._lone:
                found = self._open(self._fan.lanes[self.plan.places[way]], ends[way])
            else:
                lay = self._lay
                found = reach_by_list(self._field, lay, lay.units[self.unit], self.plan.ways[way], self._men)
            self._reaches[way] = found
        return found

    def _look(self) -> list[int]:
        """The windows of the hexes where each way ends; nothing where the lanes do not say."""
        lay, field = self._lay, self._field
        unit = lay.units[self.unit]
        cell, enemy = unit.cell, other(unit.side)
        self._ends = []
        self._reaches: dict[int, Reach] = {}
        self._men: Men = ()
        self._companies: Companies = NOBODY
        if cell in lay.men:
            self._men = tuple([(man, lay.leaders[man].left) for man in lay.attached(self.unit)])
            self._companies = tuple(companions(self._men, 1))
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if not (tired or lay.near[enemy] >> cell & 1 or field.options.grand_battery):
            fan = self._fan = _fan(field, self.plan, cell)
            ground, run, lone = field.ground(lay, unit.side)
            clear = ground >> cell & fan.area
            self._lone = lone >> cell & clear
            entered = fan.entered(run >> cell)
            self._ends = [entered[place] & clear for place in self.plan.places]
        return self._ends

    def _open(self, lane: Lane, ends: int) -> Reach:
        """A way that lies open, and the window of its ends."""
        cell, mask = self._lay.units[self.unit].cell, self._field.layout.mask
        sides = ends & lane.sides
        moves = ends ^ sides
        size = moves.bit_count() * (1 + lane.unlimbers) + sides.bit_count()
        return Reach(size * len(self._companies), mask(moves, cell), mask(sides, cell), lane.unlimbers, self._companies)

    def _count(self) -> list[int]:
        ends = self._ends if self._ends is not None else self._look()
        if not ends:
            return [self.reach(way).size for way in range(len(self.plan.ways))]
        sizes = [mask.bit_count() for mask in ends]
        if self._companies is not NOBODY or self.plan.unlimbers:
            sizes = [self.reach(way).size for way in range(len(ends))]
        elif self._lone:
            sizes = [self.reach(way).size if ends[way] & self._lone else size for way, size in enumerate(sizes)]
        return sizes


def _fan(field: Field, plan: Plan, cell: Cell) -> Fan:
    """The lanes of a plan from a hex."""
    layout = field.layout
    spot = layout.spots[cell]
    found = plan.fans.get(spot)
    if found is None:
        found = plan.fans[spot] = layout.fan(spot, plan.shapes)
    return found
