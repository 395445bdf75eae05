"""The units of one position as they stand on the table, kept from one question to the next (MN-GEO-01)."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Final

from battles.engine.core import SideId
from battles.engine.table import footprints
from battles.engine.table.footprints import Footprint
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.tables import Formation, UnitClass

_DEEP: Final[frozenset[Formation]] = frozenset({"column", "solid_square", "emergency_square"})


def size(rules: Rules, of: UnitClass, formation: Formation) -> tuple[int, int]:
    """Width and depth of a footprint (MN-GEO-02)."""
    base = rules.tables.bases[of]
    if base.stands == 1:
        return base.width, base.depth
    if formation in _DEEP:
        return base.width, base.stands * base.depth
    gap = rules.options.skirmish_gap_cm if formation == "skirmish_line" else 0
    return base.stands * base.width + gap, base.depth


def footprint_at(rules: Rules, of: UnitClass, formation: Formation, x: int, y: int, facing: int) -> Footprint:
    """The footprint of a unit of that class that stood there so."""
    width, depth = size(rules, of, formation)
    return footprints.footprint(x, y, facing, width, depth)


def footprint_of(rules: Rules, unit: Unit) -> Footprint:
    """Where a unit stands (MN-GEO-01)."""
    return footprint_at(rules, unit_class(unit), unit.formation, unit.x, unit.y, unit.facing)


Box = tuple[int, int, int, int, int]
"""A unit by its number, and the left, bottom, right and top of its footprint, in grains."""


class Position:
    """The units of a state on the table: who there is, where each stands, and what has been found out of it.

    Of ``before``, the position looked at last, all that has not changed since is taken over.
    """

    __slots__ = ("_boxes", "_shapes", "contacts", "notes", "on_table", "rules", "sides", "units")

    def __init__(self, units: tuple[Unit, ...], rules: Rules, before: "Position | None" = None) -> None:
        self.units: Final = units
        self.rules: Final = rules
        self.notes: Final[dict[Any, Any]] = {}
        """What holds of this position until a unit changes, by keys of those who note it."""
        self.contacts: dict[int, tuple[int, ...]] = {}
        """The enemies in contact with a unit, by its number, as far as somebody asked: kept until a unit moves."""
        self._shapes: list[Footprint | None] = [None] * len(units)
        self._boxes: dict[int, list[Box]] = {}
        alike = before is not None and before.rules is rules and len(before.units) == len(units)
        if before is None or not alike or self._changes(before):
            self.on_table: tuple[int, ...] = tuple(number for number, unit in enumerate(units) if _is_there(unit))
            self.sides: dict[SideId, tuple[int, ...]] = {
                side: tuple(number for number in self.on_table if units[number].side == side) for side in ("a", "b")
            }
        else:
            self.on_table, self.sides = before.on_table, before.sides

    def _changes(self, before: "Position") -> bool:
        """Take over the shapes of an earlier position, and its boxes where the same units are on the table."""
        came, moved = False, []
        self._shapes = before._shapes.copy()
        for number, (unit, was) in enumerate(zip(self.units, before.units, strict=True)):
            if unit is not was:
                came = came or _is_there(unit) != _is_there(was) or unit.side != was.side
                if not _stands_alike(unit, was):
                    self._shapes[number] = None
                    moved.append(number)
        if not came:
            self._boxes = {key: self._moved(boxes, moved) for key, boxes in before._boxes.items()}
            if not moved:
                self.contacts = before.contacts
        return came

    def _moved(self, boxes: list[Box], moved: list[int]) -> list[Box]:
        return [self._box(box[0]) if box[0] in moved else box for box in boxes] if moved else boxes

    def _box(self, number: int) -> Box:
        shape = self.footprint(number)
        return number, shape.left, shape.bottom, shape.right, shape.top

    def boxes(self, numbers: Iterable[int]) -> list[Box]:
        """Units by number, each with the box about it; kept for those on the table and for those of a side."""
        found = self._boxes.get(id(numbers))
        if found is None:
            found = [self._box(number) for number in numbers]
            if numbers is self.on_table or any(numbers is each for each in self.sides.values()):
                self._boxes[id(numbers)] = found
        return found

    def footprint(self, number: int) -> Footprint:
        found = self._shapes[number]
        if found is None:
            found = self._shapes[number] = footprint_of(self.rules, self.units[number])
        return found


def _is_there(unit: Unit) -> bool:
    """On the table and not abandoned (MN-INTERPEN-06)."""
    return unit.where == "table" and unit.crew_in == NONE


def _stands_alike(unit: Unit, was: Unit) -> bool:
    return (
        unit.x == was.x
        and unit.y == was.y
        and unit.facing == was.facing
        and unit.formation == was.formation
        and unit.type == was.type
    )


_KEPT: Final = 8
_positions: OrderedDict[int, Position] = OrderedDict()
"""The positions looked at last, by the identity of their units, which are kept so that it is theirs."""
_latest: list[Position | None] = [None]


def standing(state: State) -> Position:
    """The units of a state as they stand."""
    units, rules, last = state.units, state.setup.rules, _latest[0]
    if last is not None and last.units is units and last.rules is rules:
        return last
    kept = _positions.get(id(units))
    if kept is None or kept.units is not units or kept.rules is not rules:
        kept = _positions[id(units)] = Position(units, rules, last)
        while len(_positions) > _KEPT:
            _positions.popitem(last=False)
    _latest[0] = kept
    return kept
