"""Where one unit may go by each way of its plan, and what of it still holds once others have moved."""

from operator import itemgetter

from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lanes import Fan
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

    __slots__ = (
        "_clear",
        "_companies",
        "_fan",
        "_field",
        "_lay",
        "_lone",
        "_men",
        "_reaches",
        "_run",
        "_sizes",
        "plan",
        "unit",
    )

    def __init__(self, field: Field, lay: Lay, unit: int, plan: Plan) -> None:
        self._field = field
        self.unit = unit
        self.plan = plan
        self._lay = lay
        self._reaches: dict[int, Reach] | None = None
        self._sizes: list[int] | None = None

    @property
    def sizes(self) -> list[int]:
        """In how many ways the unit may go, by way of its plan."""
        if self._sizes is None:
            self._sizes = self._count()
        return self._sizes

    def reach(self, way: int) -> Reach:
        """Where the unit may go by a way."""
        reaches = self._reaches if self._reaches is not None else self._look()
        found = reaches.get(way)
        if found is None:
            found = reaches[way] = self._open(way) or self._listed(way)
        return found

    def _look(self) -> dict[int, Reach]:
        """What the lanes must be asked; no fan of them where they do not say it."""
        lay, field = self._lay, self._field
        unit = lay.units[self.unit]
        cell, enemy = unit.cell, other(unit.side)
        self._reaches = {}
        self._men: Men = ()
        self._companies: Companies = NOBODY
        self._fan: Fan | None = None
        if cell in lay.men:
            self._men = tuple([(man, lay.leaders[man].left) for man in lay.attached(self.unit)])
            self._companies = tuple(companions(self._men, 1))
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if not (tired or lay.near[enemy] >> cell & 1 or field.options.grand_battery):
            self._fan = fan = self.plan.fan(field.layout, cell)
            clear, run, lone = field.ground(lay, unit.side)
            self._run = run >> cell
            self._clear = clear >> cell & fan.area
            self._lone = lone >> cell & self._clear
        return self._reaches

    def _open(self, way: int) -> Reach | None:
        """A way that lies open; None where it must be followed hex by hex."""
        if self._fan is None:
            return None
        lane = self._fan.lanes[self.plan.places[way]]
        ends = lane.entered(self._run) & self._clear
        if ends & self._lone:
            return None
        cell, own, sides = self._lay.units[self.unit].cell, self._field.layout.own, ends & lane.sides
        return Reach((ends ^ sides) << cell >> own, sides << cell >> own, lane.unlimbers, self._companies)

    def _listed(self, way: int) -> Reach:
        lay = self._lay
        return reach_by_list(self._field, lay, lay.units[self.unit], self.plan.ways[way], self._men)

    def _count(self) -> list[int]:
        if self._reaches is None:
            self._look()
        places = self.plan.places
        if self._fan is None:
            return [self.reach(way).size for way in range(len(places))]
        entered, lanes = self._fan.entered(self._run), self._fan.lanes
        clear, lone, many = self._clear, self._lone, len(self._companies)
        sizes = [(entered[place] & clear).bit_count() for place in places]
        if self.plan.unlimbers:
            once = [(entered[place] & clear & lanes[place].once).bit_count() for place in places]
            sizes = [2 * size - less for size, less in zip(sizes, once, strict=True)]
        if many > 1:
            sizes = [size * many for size in sizes]
        if lone:
            met = [way for way, place in enumerate(places) if entered[place] & lone]
            for way in met:
                sizes[way] = self.reach(way).size
        return sizes
