"""Where units and stands are: footprints, distances, contact and free places (MN-GEO).

Everything here is asked of a state and answers in tenths of a millimetre; the arithmetic is the engine's own.
"""

from collections.abc import Iterable, Sequence

from battles.engine.core import SideId
from battles.engine.table import footprints, measures
from battles.engine.table.bearings import GRAINS, to_point
from battles.engine.table.footprints import Bounds, Footprint, Patch, Shape, disc, patch
from battles.engine.table.polygons import hull
from battles.rules.mini_nap import ground
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.positions import footprint_at as footprint_at
from battles.rules.mini_nap.positions import footprint_of as footprint_of
from battles.rules.mini_nap.positions import size as size
from battles.rules.mini_nap.positions import standing as standing
from battles.rules.mini_nap.rules import Options
from battles.rules.mini_nap.state import NONE, Stand, State, Unit
from battles.rules.mini_nap.state import other as opposed
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER


def is_abandoned(unit: Unit) -> bool:
    """A battery whose crew is in a square (MN-REACT-32)."""
    return unit.crew_in != NONE


def footprint(state: State, number: int) -> Footprint:
    """Where a unit on the table stands."""
    return standing(state).footprint(number)


def disc_of(x: int, y: int) -> Patch:
    """A command stand that stood there (MN-BASE-04 to 06)."""
    return disc(x, y, COMMAND_STAND_DIAMETER // 2)


def stand_shape(state: State, stand: Stand) -> Shape:
    """A stand as distances are taken from it: the unit's footprint where it is attached to one (MN-CMD-31)."""
    return disc_of(stand.x, stand.y) if stand.unit == NONE else footprint(state, stand.unit)


def on_table(state: State, side: SideId | None = None) -> tuple[int, ...]:
    """The units that are on the table and not abandoned, of one side or of both (MN-INTERPEN-06)."""
    found = standing(state)
    return found.on_table if side is None else found.sides.get(side, ())


def near(state: State, shape: Shape | Bounds, reach: int, among: Iterable[int] | None = None) -> Sequence[int]:
    """The units of those on the table that may be within reach of a shape or box: all others are further away.

    Who defends a landmark is met there, so that he is always among them (MNT-LANDMARK-05).
    """
    found = standing(state)
    numbers = found.on_table if among is None else among
    if state.holding:
        return tuple(numbers)
    far = reach * GRAINS
    left, bottom, right, top = shape.left - far, shape.bottom - far, shape.right + far, shape.top + far
    return [
        number
        for number, its_left, its_bottom, its_right, its_top in found.boxes(numbers)
        if its_left <= right and left <= its_right and its_bottom <= top and bottom <= its_top
    ]


def enemies(state: State, number: int) -> tuple[int, ...]:
    """The enemy units that a unit may meet."""
    return on_table(state, opposed(state.units[number].side))


def nearest(state: State, mine: Iterable[int], theirs: Iterable[int]) -> int | None:
    """The least distance from one of some units to one of others; None where there is none.

    Those whose boxes are nearest are measured first, so that most need not be measured.
    """
    position = standing(state)
    pairs = sorted(
        (max(left - its_right, its_left - right, bottom - its_top, its_bottom - top, 0), one, other)
        for one, left, bottom, right, top in position.boxes(mine)
        for other, its_left, its_bottom, its_right, its_top in position.boxes(theirs)
    )
    found: int | None = None
    for apart, one, other in pairs:
        if found is not None and apart > found * GRAINS:
            break
        there = distance(state, one, other)
        found = there if found is None else min(found, there)
    return found


def distance(state: State, first: int, second: int) -> int:
    """Base to base (MN-GEO-05), rounded up; 0 where they overlap."""
    return measures.distance(footprint(state, first), footprint(state, second))


def base_of(state: State, number: int) -> Patch | None:
    """The landmark that a unit defends: there it is contacted, and by infantry alone (MNT-LANDMARK-05)."""
    for each in state.holding:
        if each.unit == number:
            found = ground.named(state, each.feature)
            if found is not None and found.kind == "landmark":
                return patch(tuple(map(to_point, hull(found.feature.points))))
    return None


def contact_shape(state: State, number: int) -> Shape:
    """What an enemy comes into contact with: where a unit stands, or the landmark that it defends."""
    return (state.holding and base_of(state, number)) or footprint(state, number)


def touch(options: Options, first: Shape, second: Shape) -> bool:
    """Whether shapes of enemies are in contact (MN-GEO-06); a landmark has no corners that would not count."""
    if isinstance(first, Footprint) and isinstance(second, Footprint):
        return measures.touching(first, second, options.contact_tol_cm, corners=options.corner_touch_is_contact)
    return measures.within(first, second, options.contact_tol_cm)


def in_contact(state: State, first: int, second: int) -> bool:
    """Whether two enemy units are in contact."""
    return second in touched(state, first)


def over_a_bridge(state: State, first: int, second: int) -> bool:
    """Whether one of two enemies defends a bridge that the other charges over (MNT-BRIDGE-05)."""
    return any({each.unit, each.against} == {first, second} for each in state.holding)


def touched(state: State, number: int, shape: Footprint | None = None) -> tuple[int, ...]:
    """The enemy units in contact with a unit, or that would be if it stood as ``shape``."""
    if not state.holding:
        if shape is not None:
            return _touching(state, number, shape)
        kept = standing(state).contacts
        if number not in kept:
            kept[number] = _touching(state, number, footprint(state, number))
        return kept[number]
    stood: Shape = shape or contact_shape(state, number)
    return tuple(
        other for other in enemies(state, number) if _meets(state, number, stood, other, moved=shape is not None)
    )


def _touching(state: State, number: int, stood: Footprint) -> tuple[int, ...]:
    """The enemies in contact where nobody defends anything."""
    options = state.setup.rules.options
    close = near(state, stood, options.contact_tol_cm, enemies(state, number))
    return tuple(other for other in close if touch(options, stood, footprint(state, other)))


def _meets(state: State, number: int, stood: Shape, other: int, *, moved: bool) -> bool:
    """Contact where a landmark or a bridge is defended (MNT-LANDMARK-05, MNT-BRIDGE-05)."""
    there = contact_shape(state, other)
    if not moved and over_a_bridge(state, number, other):
        return True
    for shape, enemy in ((stood, other), (there, number)):
        if isinstance(shape, Patch) and unit_class(state.units[enemy]) != "infantry":
            return False
    return touch(state.setup.rules.options, stood, there)


def overlapped(state: State, number: int, shape: Footprint) -> tuple[int, ...]:
    """The units, of either side, that a unit would stand on if it stood as ``shape`` (MN-GEO-06)."""
    slack = state.setup.rules.options.contact_tol_cm
    return tuple(
        other
        for other in near(state, shape, 0)
        if other != number and measures.overlap(shape, footprint(state, other), slack)
    )


def is_on_table(state: State, shape: Shape) -> bool:
    """MN-GEO-15."""
    return footprints.on_table(shape, state.setup.table.width, state.setup.table.height)


def nearest_enemy(state: State, number: int) -> int | None:
    """The distance to the nearest enemy unit, None where there is none on the table."""
    return nearest(state, (number,), enemies(state, number))


def stand_distance(state: State, stand: Stand, number: int) -> int:
    """Base to base from a stand to a unit (MN-GEO-05)."""
    notes, key = standing(state).notes, (stand_distance, stand.x, stand.y, stand.unit, number)
    found: int | None = notes.get(key)
    if found is None:
        found = notes[key] = measures.distance(stand_shape(state, stand), footprint(state, number))
    return found
