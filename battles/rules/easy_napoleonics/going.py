"""Where one unit may go by each way of its plan, and what of it still holds once others have moved."""

from operator import itemgetter

from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lanes import Lane
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
        "_entered",
        "_fan",
        "_field",
        "_lay",
        "_lone",
        "_men",
        "_reaches",
        "_sizes",
        "plan",
        "unit",
    )

    def __init__(self, field: Field, lay: Lay, unit: int, plan: Plan) -> None:
        self._field = field
        self.unit = unit
        self.plan = plan
        self._lay = lay
        self._entered: tuple[int, ...] | None = None
        self._sizes: list[int] | None = None

    @property
    def sizes(self) -> list[int]:
        """In how many ways the unit may go, by way of its plan."""
        if self._sizes is None:
            self._sizes = self._count()
        return self._sizes

    def reach(self, way: int) -> Reach:
        """Where the unit may go by a way."""
        entered = self._entered if self._entered is not None else self._look()
        found = self._reaches.get(way)
        if found is None:
            ends = entered[self.plan.places[way]] & self._clear if entered else 0
            if entered and not ends & self._lone:
                found = self._open(self._fan.lanes[self.plan.places[way]], ends)
            else:
                lay = self._lay
                found = reach_by_list(self._field, lay, lay.units[self.unit], self.plan.ways[way], self._men)
            self._reaches[way] = found
        return found

    def _look(self) -> tuple[int, ...]:
        """What each lane enters; nothing where the lanes do not say."""
        lay, field = self._lay, self._field
        unit = lay.units[self.unit]
        cell, enemy = unit.cell, other(unit.side)
        self._reaches: dict[int, Reach] = {}
        self._men: Men = ()
        self._companies: Companies = NOBODY
        if cell in lay.men:
            self._men = tuple([(man, lay.leaders[man].left) for man in lay.attached(self.unit)])
            self._companies = tuple(companions(self._men, 1))
        tired = self._men and min(self._men, key=itemgetter(1))[1] < field.reach[unit.kind]
        if tired or lay.near[enemy] >> cell & 1 or field.options.grand_battery:
            self._entered = ()
        else:
            self._fan = fan = self.plan.fan(field.layout, cell)
            clear, run, lone = field.ground(lay, unit.side)
            self._clear = clear >> cell & fan.area
            self._lone = lone >> cell & self._clear
            self._entered = fan.entered(run >> cell)
        return self._entered

    def _open(self, lane: Lane, ends: int) -> Reach:
        """A way that lies open, and the window of its ends."""
        cell, mask = self._lay.units[self.unit].cell, self._field.layout.mask
        sides = ends & lane.sides
        moves = ends ^ sides
        size = moves.bit_count() * (1 + lane.unlimbers) + sides.bit_count()
        return Reach(size * len(self._companies), mask(moves, cell), mask(sides, cell), lane.unlimbers, self._companies)

    def _count(self) -> list[int]:
        entered = self._entered if self._entered is not None else self._look()
        places = self.plan.places
        if not entered:
            return [self.reach(way).size for way in range(len(places))]
        clear, lanes, lone, many = self._clear, self._fan.lanes, self._lone, len(self._companies)
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
