"""Where units and stands may be put on the table: zones, what is free, and places that a list offers.

MN-RULING-60 and 74. A unit is placed before the first Turn, or as its Brigade arrives at the start of a later one.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.engine.table.bearings import FULL, GRAINS, Place
from battles.engine.table.footprints import Shape
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import evading, going
from battles.rules.mini_nap.board import disc_of, footprint_of, standing
from battles.rules.mini_nap.kinds import formations_chosen, unit_class
from battles.rules.mini_nap.setup import BrigadeForce, Force, Setup
from battles.rules.mini_nap.state import Stand, State
from battles.rules.mini_nap.steps import in_the_way
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER, FORMATIONS, LISTED_ASIDE, LISTED_ROWS, Formation

RULE = "MN-RULING-60"
Zone = tuple[int, int, int, int]
"""Left, bottom, right, top."""
GAP: Final = 200
"""How far places are apart that are looked at before a unit has none."""


class Column(NamedTuple):
    """The Brigades of both forces by their numbers in the state, and the Brigade that each stand comes with."""

    forces: tuple[Force, Force]
    brigades: tuple[BrigadeForce, ...]
    leading: dict[tuple[str, int], int]


_KEPT = 3
_columns: list[Column] = []
"""What was looked at last, by the identity of the forces: it is asked for very often."""


def _column(setup: Setup) -> Column:
    for kept in _columns:
        if kept.forces is setup.forces:
            return kept
    found = tuple(
        brigade
        for force in setup.forces
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
    )
    made = Column(setup.forces, found, {})
    _columns[:] = [*_columns[-_KEPT:], made]
    return made


def brigade_forces(setup: Setup) -> tuple[BrigadeForce, ...]:
    """The Brigades of a set-up by their numbers in the state."""
    return _column(setup).brigades


def side_zone(state: State, side: SideId) -> Zone:
    """Where a side deploys: the zone that the set-up gives it, else the depth of deployment along its edge."""
    found = state.setup.forces[side == "b"].zone
    if found is not None:
        return found
    width, height = state.setup.table.width, state.setup.table.height
    depth = state.setup.rules.options.deploy_depth
    return (0, 0, width, depth) if state.edges[0] == side else (0, height - depth, width, height)


def arrival(state: State, brigade: int) -> int:
    """The Turn in which a Brigade arrives, 0 where it is there from the start."""
    return brigade_forces(state.setup)[brigade].arrives


def zone_of(state: State, brigade: int) -> Zone:
    """Where the units of a Brigade are put."""
    force = brigade_forces(state.setup)[brigade]
    return force.entry or side_zone(state, state.brigades[brigade].side)


def commanded(state: State, stand: Stand) -> tuple[int, ...]:
    """The Brigades under a stand."""
    if stand.level == "brigade":
        return (stand.of,)
    return tuple(
        number
        for number, brigade in enumerate(state.brigades)
        if stand.of == (brigade.division if stand.level == "division" else state.divisions[brigade.division].corps)
    )


def leading(state: State, stand: Stand) -> int:
    """The Brigade that a stand comes with: the first to arrive of those under it."""
    kept, key = _column(state.setup).leading, (stand.level, stand.of)
    found = kept.get(key)
    if found is None:
        found = kept[key] = min(commanded(state, stand), key=lambda number: (arrival(state, number), number))
    return found


def due_units(state: State, side: SideId) -> tuple[int, ...]:
    """Units of a side that may be put on the table now: before the first Turn, or as they have arrived."""
    forces = brigade_forces(state.setup)
    return tuple(
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.where == "waiting" and forces[unit.brigade].arrives <= state.turn
    )


def due_stands(state: State, side: SideId) -> tuple[int, ...]:
    """Stands of a side that may be put on the table now: they come with the first Brigade under them."""
    return tuple(
        number
        for number, stand in enumerate(state.stands)
        if stand.side == side and stand.where == "waiting" and arrival(state, leading(state, stand)) <= state.turn
    )


def refuse_unit(state: State, action: act.Deploy) -> Refusal | None:
    """Why a unit may not be put there so; None where it may. Whose turn it is, is not looked at."""
    unit = state.units[action.unit]
    if action.formation not in formations_chosen(unit):
        word = FORMATIONS[action.formation].word
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot be put down in {word}.")
    stood = replace(unit, x=action.x, y=action.y, facing=action.facing, formation=action.formation)
    shape = footprint_of(state.setup.rules, stood)
    if not in_zone(shape, zone_of(state, unit.brigade)):
        return Refusal("out_of_zone", RULE, f"{unit.name} would not stand wholly in its zone.")
    met = next(in_the_way(state, action.unit, shape), None)
    if met is not None:
        return Refusal("occupied", "MN-INTERPEN-04", f"{state.units[met].name} stands where {unit.name} would.")
    barred = going.refuse_stand(state, stood, "move")
    if barred is not None:
        return replace(barred, sentence=f"{barred.sentence} Nobody is put down in prohibited terrain (MN-RULING-74).")
    return None


def refuse_stand(state: State, action: act.DeployStand) -> Refusal | None:
    """Why a command stand may not be put there; None where it may."""
    stand = state.stands[action.stand]
    if not in_zone(disc_of(action.x, action.y), zone_of(state, leading(state, stand))):
        return Refusal("out_of_zone", RULE, f"{stand.name} would not stand wholly in his zone.")
    if not evading.is_free(state, action.stand, action.x, action.y):
        return Refusal("occupied", RULE, f"There is no free ground for {stand.name}.")
    return None


def in_zone(shape: Shape, zone: Zone) -> bool:
    """Whether a shape lies wholly in a zone, whose rim counts."""
    left, bottom, right, top = (end * GRAINS for end in zone)
    return shape.left >= left and shape.bottom >= bottom and shape.right <= right and shape.top <= top


def unit_places(state: State, number: int) -> Iterator[act.Deploy]:
    """Places that a list offers a unit: a grid within its zone, in every formation, towards the enemy; gaps in it
    where none of those is free (MN-RULING-74).
    """
    unit, found = state.units[number], False
    zone = zone_of(state, unit.brigade)
    facing = towards_enemy(state, zone)
    for formation in formations_chosen(unit):
        for x, y in _free_places(state, number, formation, zone, facing):
            found = True
            yield act.Deploy(number, x, y, facing, formation)
    if not found:
        yield from _gaps(state, number, zone, facing)


def _gaps(state: State, number: int, zone: Zone, facing: int) -> Iterator[act.Deploy]:
    """Places between those of the grid, along the zone and across it: looked for before a unit has none."""
    unit, notes = state.units[number], standing(state).notes
    key = _gaps, unit.side, unit_class(unit), formations_chosen(unit), zone
    if key in notes:
        return
    left, bottom, right, top = zone
    found = False
    for turn in (0, FULL // 4):
        for formation in formations_chosen(unit):
            for x, y in product(range(left, right + 1, GAP), range(bottom, top + 1, GAP)):
                made = act.Deploy(number, x, y, (facing + turn) % FULL, formation)
                if refuse_unit(state, made) is None:
                    found = True
                    yield made
    if not found:
        notes[key] = True


def _free_places(state: State, number: int, formation: Formation, zone: Zone, facing: int) -> Iterator[Place]:
    """The places of a grid that a unit may be put down at; alike for all units of a class that nobody has put down."""
    unit = state.units[number]
    key = _free_places, unit.side, unit_class(unit), formation, zone, facing
    notes = standing(state).notes
    kept: list[Place] | None = None if state.holding or state.damage else notes.get(key)
    if kept is not None:
        yield from kept
        return
    found: list[Place] = []
    shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
    for x, y in _grid(zone, shape, facing):
        if refuse_unit(state, act.Deploy(number, x, y, facing, formation)) is None:
            found.append((x, y))
            yield x, y
    notes[key] = found


def stand_places(state: State, number: int) -> Iterator[act.DeployStand]:
    """Places that a list offers a stand: a grid within its zone."""
    zone = zone_of(state, leading(state, state.stands[number]))
    for x, y in _grid(zone, disc_of(0, 0), towards_enemy(state, zone)):
        action = act.DeployStand(number, x, y)
        if refuse_stand(state, action) is None:
            yield action


def towards_enemy(state: State, zone: Zone) -> int:
    """The bearing, of the four along the table's edges, that looks from a zone to the middle of the table."""
    left, bottom, right, top = zone
    aside, ahead = state.setup.table.width - left - right, state.setup.table.height - bottom - top
    if abs(aside) > abs(ahead):
        return FULL // 4 if aside > 0 else 3 * FULL // 4
    return FULL // 2 if ahead < 0 else 0


def _grid(zone: Zone, shape: Shape, facing: int) -> Iterator[tuple[int, int]]:
    """Centres of a shape in a zone, in rows across its facing: the row nearest to the enemy first."""
    left, bottom, right, top = zone
    wide = -(-(shape.right - shape.left) // GRAINS) // 2 + 1
    high = -(-(shape.top - shape.bottom) // GRAINS) // 2 + 1
    xs, ys = (left + wide, right - wide), (bottom + high, top - high)
    if xs[0] > xs[1] or ys[0] > ys[1]:
        return
    upright = facing % (FULL // 2) == 0
    across, along = (xs, ys) if upright else (ys, xs)
    rows = sorted({along[0] + (along[1] - along[0]) * row // (LISTED_ROWS - 1) for row in range(LISTED_ROWS)})
    for row in reversed(rows) if facing in (0, FULL // 4) else rows:
        for place in _spread(*across):
            yield (place, row) if upright else (row, place)


def _spread(low: int, high: int) -> Iterator[int]:
    """Places between two ends, from the middle outwards."""
    middle = (low + high) // 2
    step = LISTED_ASIDE + COMMAND_STAND_DIAMETER // 2
    for number in range((high - low) // (2 * step) + 1):
        for place in {middle - number * step, middle + number * step}:
            if low <= place <= high:
                yield place
