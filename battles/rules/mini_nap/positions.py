"""Positions of units and stands: footprints, distances, contact and free places (MN-GEO). Lengths are 0.1 mm."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Final

from battles.engine.core import SideId
from battles.kits.open_table import distances, footprints
from battles.kits.open_table.footprints import GRAINS, Bounds, Footprint, Patch, Shape, disc, patch, to_point
from battles.kits.open_table.polygons import hull
from battles.rules.mini_nap.rules import Options, Rules
from battles.rules.mini_nap.state import NONE, Stand, State, Unit, unit_class
from battles.rules.mini_nap.state import other as opposed
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER, Formation, UnitClass
from battles.rules.mini_nap.terrain import features

_DEEP: Final[frozenset[Formation]] = frozenset({"column", "solid_square", "emergency_square"})


def footprint_size(rules: Rules, of: UnitClass, formation: Formation) -> tuple[int, int]:
    """Width and depth of a footprint (MN-GEO-02)."""
    base = rules.tables.bases[of]
    if base.stands == 1:
        return base.width, base.depth
    if formation in _DEEP:
        return base.width, base.stands * base.depth
    gap = rules.options.skirmish_gap_cm if formation == "skirmish_line" else 0
    return base.stands * base.width + gap, base.depth


def footprint_at(rules: Rules, of: UnitClass, formation: Formation, x: int, y: int, facing: int) -> Footprint:
    """The footprint of a unit of that class, formation and position."""
    width, depth = footprint_size(rules, of, formation)
    return footprints.footprint(x, y, facing, width, depth)


def footprint_of(rules: Rules, unit: Unit) -> Footprint:
    """The footprint of a unit (MN-GEO-01)."""
    return footprint_at(rules, unit_class(unit), unit.formation, unit.x, unit.y, unit.facing)


Box = tuple[int, int, int, int, int]
"""A unit by its number, and the left, bottom, right and top of its footprint, in grains."""


class Position:
    """The units of a state that are on the table: their sides, footprints and cached facts.

    Everything unchanged since ``before``, the last position, is shared with it.
    """

    __slots__ = ("_boxes", "_shapes", "contacts", "notes", "on_table", "rules", "sides", "units")

    def __init__(self, units: tuple[Unit, ...], rules: Rules, before: "Position | None" = None) -> None:
        self.units: Final = units
        self.rules: Final = rules
        self.notes: Final[dict[Any, Any]] = {}
        """Cached facts that hold until a unit changes. Each caller chooses its keys."""
        self.contacts: dict[int, tuple[int, ...]] = {}
        """Cached enemies in contact, by unit; valid until a unit moves."""
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
        """Copy the footprints of an earlier position, and its boxes if the same units are on the table."""
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
        """Units by number, each with its bounding box; cached for the units on the table and those of a side."""
        boxes = self._boxes.get(id(numbers))
        if boxes is None:
            boxes = [self._box(number) for number in numbers]
            if numbers is self.on_table or any(numbers is each for each in self.sides.values()):
                self._boxes[id(numbers)] = boxes
        return boxes

    def footprint(self, number: int) -> Footprint:
        shape = self._shapes[number]
        if shape is None:
            shape = self._shapes[number] = footprint_of(self.rules, self.units[number])
        return shape


def _is_there(unit: Unit) -> bool:
    """True if the unit is on the table and not abandoned (MN-INTERPEN-06)."""
    return unit.where == "table" and unit.crew_in == NONE


def _stands_alike(unit: Unit, was: Unit) -> bool:
    return (
        unit.x == was.x
        and unit.y == was.y
        and unit.facing == was.facing
        and unit.formation == was.formation
        and unit.type == was.type
    )


_MOST_POSITIONS: Final = 8
_positions: OrderedDict[int, Position] = OrderedDict()
"""Recent positions, by the identity of their units; the units are held so that an identity is not used again."""

_latest: list[Position | None] = [None]


def position_of(state: State) -> Position:
    """The units of a state, with footprints cached."""
    units, rules, last = state.units, state.setup.rules, _latest[0]
    if last is not None and last.units is units and last.rules is rules:
        return last
    position = _positions.get(id(units))
    if position is None or position.units is not units or position.rules is not rules:
        position = _positions[id(units)] = Position(units, rules, last)
        while len(_positions) > _MOST_POSITIONS:
            _positions.popitem(last=False)
    _latest[0] = position
    return position


def is_abandoned(unit: Unit) -> bool:
    """True for a battery whose crew is in a square (MN-REACT-32)."""
    return unit.crew_in != NONE


def footprint(state: State, number: int) -> Footprint:
    """The footprint of a unit on the table."""
    return position_of(state).footprint(number)


def stand_disc(x: int, y: int) -> Patch:
    """The disc of a command stand at a point (MN-BASE-04, MN-BASE-05, MN-BASE-06)."""
    return disc(x, y, COMMAND_STAND_DIAMETER // 2)


def stand_shape(state: State, stand: Stand) -> Shape:
    """The shape of a stand for measuring: the unit's footprint if it is attached to one (MN-CMD-31)."""
    return stand_disc(stand.x, stand.y) if stand.unit == NONE else footprint(state, stand.unit)


def on_table(state: State, side: SideId | None = None) -> tuple[int, ...]:
    """The units on the table and not abandoned, of one side or of both (MN-INTERPEN-06)."""
    position = position_of(state)
    return position.on_table if side is None else position.sides.get(side, ())


def units_near(state: State, shape: Shape | Bounds, reach: int, among: Iterable[int] | None = None) -> Sequence[int]:
    """The units on the table that may be within ``reach`` of a shape or box; all others are further away.

    While a landmark is defended, all units are returned: its defender is met there (MNT-LANDMARK-05).
    """
    position = position_of(state)
    numbers = position.on_table if among is None else among
    if state.holding:
        return tuple(numbers)
    far = reach * GRAINS
    left, bottom, right, top = shape.left - far, shape.bottom - far, shape.right + far, shape.top + far
    return [
        number
        for number, its_left, its_bottom, its_right, its_top in position.boxes(numbers)
        if its_left <= right and left <= its_right and its_bottom <= top and bottom <= its_top
    ]


def enemy_units(state: State, number: int) -> tuple[int, ...]:
    """The enemy units that a unit may meet."""
    return on_table(state, opposed(state.units[number].side))


def least_distance(state: State, mine: Iterable[int], theirs: Iterable[int]) -> int | None:
    """The least distance between a unit of ``mine`` and a unit of ``theirs``; None if either is empty.

    Pairs with the nearest boxes are measured first, so that most pairs need no measuring.
    """
    position = position_of(state)
    pairs = sorted(
        (max(left - its_right, its_left - right, bottom - its_top, its_bottom - top, 0), one, other)
        for one, left, bottom, right, top in position.boxes(mine)
        for other, its_left, its_bottom, its_right, its_top in position.boxes(theirs)
    )
    least: int | None = None
    for apart, one, other in pairs:
        if least is not None and apart > least * GRAINS:
            break
        there = unit_distance(state, one, other)
        least = there if least is None else min(least, there)
    return least


def unit_distance(state: State, first: int, second: int) -> int:
    """Distance base to base (MN-GEO-05), rounded up; 0 if they overlap."""
    return distances.distance(footprint(state, first), footprint(state, second))


def defended_base(state: State, number: int) -> Patch | None:
    """The landmark that a unit defends: enemies contact it there, and only infantry may (MNT-LANDMARK-05)."""
    for each in state.holding:
        if each.unit == number:
            feature = features.feature_named(state, each.feature)
            if feature is not None and feature.kind == "landmark":
                return patch(tuple(map(to_point, hull(feature.feature.points))))
    return None


def contact_shape(state: State, number: int) -> Shape:
    """The shape that an enemy contacts: the unit's footprint, or the landmark that it defends."""
    return (state.holding and defended_base(state, number)) or footprint(state, number)


def shapes_in_contact(options: Options, first: Shape, second: Shape) -> bool:
    """True if shapes of enemies are in contact (MN-GEO-06); all corners of a landmark count."""
    if isinstance(first, Footprint) and isinstance(second, Footprint):
        return distances.touching(first, second, options.contact_tol_cm, corners=options.corner_touch_is_contact)
    return distances.within(first, second, options.contact_tol_cm)


def in_contact(state: State, first: int, second: int) -> bool:
    """True if two enemy units are in contact."""
    return second in enemies_in_contact(state, first)


def in_contact_over_bridge(state: State, first: int, second: int) -> bool:
    """True if one of two enemies defends a bridge that the other charges across (MNT-BRIDGE-05)."""
    return any({each.unit, each.against} == {first, second} for each in state.holding)


def enemies_in_contact(state: State, number: int, shape: Footprint | None = None) -> tuple[int, ...]:
    """The enemy units in contact with a unit, or those that would be if its footprint were ``shape``."""
    if not state.holding:
        if shape is not None:
            return _enemies_touching(state, number, shape)
        contacts = position_of(state).contacts
        if number not in contacts:
            contacts[number] = _enemies_touching(state, number, footprint(state, number))
        return contacts[number]
    shape_now: Shape = shape or contact_shape(state, number)
    return tuple(
        other
        for other in enemy_units(state, number)
        if _is_met(state, number, shape_now, other, moved=shape is not None)
    )


def _enemies_touching(state: State, number: int, stood: Footprint) -> tuple[int, ...]:
    """The enemies in contact when no unit defends a landmark or bridge."""
    options = state.setup.rules.options
    close = units_near(state, stood, options.contact_tol_cm, enemy_units(state, number))
    return tuple(other for other in close if shapes_in_contact(options, stood, footprint(state, other)))


def _is_met(state: State, number: int, stood: Shape, other: int, *, moved: bool) -> bool:
    """True if there is contact, while a landmark or a bridge is defended (MNT-LANDMARK-05, MNT-BRIDGE-05)."""
    there = contact_shape(state, other)
    if not moved and in_contact_over_bridge(state, number, other):
        return True
    for shape, enemy in ((stood, other), (there, number)):
        if isinstance(shape, Patch) and unit_class(state.units[enemy]) != "infantry":
            return False
    return shapes_in_contact(state.setup.rules.options, stood, there)


def overlapping_units(state: State, number: int, shape: Footprint) -> tuple[int, ...]:
    """The units of either side that a unit would overlap with the footprint ``shape`` (MN-GEO-06)."""
    slack = state.setup.rules.options.contact_tol_cm
    return tuple(
        other
        for other in units_near(state, shape, 0)
        if other != number and distances.overlap(shape, footprint(state, other), slack)
    )


def is_on_table(state: State, shape: Shape) -> bool:
    """True if the shape lies wholly on the table (MN-GEO-15)."""
    return footprints.on_table(shape, state.setup.table.width, state.setup.table.height)


def stand_distance(state: State, stand: Stand, number: int) -> int:
    """Distance base to base from a stand to a unit (MN-GEO-05)."""
    notes, key = position_of(state).notes, (stand_distance, stand.x, stand.y, stand.unit, number)
    apart: int | None = notes.get(key)
    if apart is None:
        apart = notes[key] = distances.distance(stand_shape(state, stand), footprint(state, number))
    return apart
