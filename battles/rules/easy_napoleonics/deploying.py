"""Where units may be put before the first turn (EN-SETUP-09), listed without being written out."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from battles.engine.core import Option
from battles.engine.hex import Cell, mask_of
from battles.rules.easy_napoleonics.actions import Deploy
from battles.rules.easy_napoleonics.book import ARTILLERY
from battles.rules.easy_napoleonics.field import Field
from battles.rules.easy_napoleonics.lay import Lay
from battles.rules.easy_napoleonics.tables import Formation

FACINGS = 6


class Placings(Sequence[Deploy]):
    """Every way to put one unit on the board: each cell, each formation, each facing, made when asked for.

    ``free`` are the hexes of the ``zone`` that it may stand in, as a mask.
    """

    __slots__ = ("_cells", "_zone", "formations", "free", "unit")

    def __init__(self, unit: int, zone: tuple[Cell, ...], free: int, formations: tuple[Formation, ...]) -> None:
        self.unit = unit
        self.free = free
        self.formations = formations
        self._zone = zone
        self._cells: tuple[Cell, ...] | None = None

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Where it may stand, in the order of the zone."""
        if self._cells is None:
            self._cells = tuple([cell for cell in self._zone if self.free >> cell & 1])
        return self._cells

    def __len__(self) -> int:
        return len(self.cells) * len(self.formations) * FACINGS

    @overload
    def __getitem__(self, place: int) -> Deploy: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Deploy, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return tuple(self[number] for number in range(*place.indices(len(self))))
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        rest, facing = divmod(place, FACINGS)
        cell, formation = divmod(rest, len(self.formations))
        return Deploy(self.unit, self.cells[cell], facing, self.formations[formation])

    def __iter__(self) -> Iterator[Deploy]:
        for cell in self.cells:
            for formation in self.formations:
                for facing in range(FACINGS):
                    yield Deploy(self.unit, cell, facing, formation)

    def __contains__(self, action: object) -> bool:
        return (
            type(action) is Deploy
            and action.unit == self.unit
            and type(action.cell) is int
            and action.cell >= 0
            and self.free >> action.cell & 1 == 1
            and action.formation in self.formations
            and 0 <= action.facing < FACINGS
        )


def free_cells(field: Field, lay: Lay, side: str, guns: bool) -> int:
    """The hexes of a side's zone that one more unit may stand in, as a mask (EN-UNIT-04); batteries may share one."""
    taken = lay.held["a"] | lay.held["b"] | field.barred
    free = field.zone_masks[side] & ~taken
    if guns and field.options.grand_battery:  # EN-OPT-08
        free |= mask_of(
            tuple({cell for cell in field.zones[side] if taken >> cell & 1 and _half_full(lay, side, cell)})
        )
    return free


def _half_full(lay: Lay, side: str, cell: Cell) -> bool:
    there = lay.at.get(cell)
    if there is None or cell in lay.second:
        return False
    unit = lay.units[there]
    return unit.kind in ARTILLERY and unit.side == side


def placings(field: Field, lay: Lay, side: str) -> list[Option]:
    """Every unit of a side that is still to be deployed, where there is room for it."""
    free: dict[bool, int] = {}
    found = []
    for number, unit in enumerate(lay.units):
        if unit.side == side and unit.cell < 0 and unit.level != "broken":
            guns = unit.kind in ARTILLERY
            if guns not in free:
                free[guns] = free_cells(field, lay, side, guns)
            if free[guns]:
                listed = Placings(number, field.zones[side], free[guns], field.formations(unit))
                found.append(Option("deploy", f"unit {number}", listed))
    return found
