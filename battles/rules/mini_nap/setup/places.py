"""Places to deploy at: zones, free ground, and listed places (MN-RULING-60, MN-RULING-74)."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.engine.words import refused
from battles.kits.open_table.footprints import FULL, GRAINS, Place, Shape
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.movement.formation import blocking_units
from battles.rules.mini_nap.positions import footprint_of, position_of, stand_disc
from battles.rules.mini_nap.state import BrigadeForce, Force, Setup, Stand, State, selectable_formations, unit_class
from battles.rules.mini_nap.tables import COMMAND_STAND_DIAMETER, FORMATIONS, LISTED_ASIDE, LISTED_ROWS, Formation
from battles.rules.mini_nap.terrain import cost

RULE = "MN-RULING-60"
Zone = tuple[int, int, int, int]
"""Left, bottom, right, top."""
GAP: Final = 200
"""Step between the places tried before a unit counts as having none."""


class ForceIndex(NamedTuple):
    """The Brigades of both forces by their numbers in the state, and the Brigade that each stand comes with."""

    forces: tuple[Force, Force]
    brigades: tuple[BrigadeForce, ...]
    leading: dict[tuple[str, int], int]


_MOST_OTHERS = 3
_latest_indexes: list[ForceIndex] = []
"""The latest indexes, by the identity of the forces, since they are needed very often."""


def _force_index(setup: Setup) -> ForceIndex:
    for index in _latest_indexes:
        if index.forces is setup.forces:
            return index
    brigades = tuple(
        brigade
        for force in setup.forces
        for corps in force.corps
        for division in corps.divisions
        for brigade in division.brigades
    )
    new_index = ForceIndex(setup.forces, brigades, {})
    _latest_indexes[:] = [*_latest_indexes[-_MOST_OTHERS:], new_index]
    return new_index


def brigade_forces(setup: Setup) -> tuple[BrigadeForce, ...]:
    """The Brigades of a set-up by their numbers in the state."""
    return _force_index(setup).brigades


def deployment_zone(state: State, side: SideId) -> Zone:
    """A side's zone: from the set-up, else the depth of deployment along its edge."""
    zone = state.setup.forces[side == "b"].zone
    if zone is not None:
        return zone
    width, height = state.setup.table.width, state.setup.table.height
    depth = state.setup.rules.options.deploy_depth
    return (0, 0, width, depth) if state.edges[0] == side else (0, height - depth, width, height)


def arrival_turn(state: State, brigade: int) -> int:
    """The Turn in which a Brigade arrives, 0 if it is there from the start."""
    return brigade_forces(state.setup)[brigade].arrives


def brigade_zone(state: State, brigade: int) -> Zone:
    """The zone in which the units of a Brigade are placed."""
    force = brigade_forces(state.setup)[brigade]
    return force.entry or deployment_zone(state, state.brigades[brigade].side)


def commanded_brigades(state: State, stand: Stand) -> tuple[int, ...]:
    """The Brigades under a stand."""
    if stand.level == "brigade":
        return (stand.of,)
    return tuple(
        number
        for number, brigade in enumerate(state.brigades)
        if stand.of == (brigade.division if stand.level == "division" else state.divisions[brigade.division].corps)
    )


def first_brigade(state: State, stand: Stand) -> int:
    """The Brigade that a stand comes with: the first to arrive of those under it."""
    leading, key = _force_index(state.setup).leading, (stand.level, stand.of)
    first = leading.get(key)
    if first is None:
        first = leading[key] = min(
            commanded_brigades(state, stand), key=lambda number: (arrival_turn(state, number), number)
        )
    return first


def due_units(state: State, side: SideId) -> tuple[int, ...]:
    """Units of a side that may be placed now: before the first Turn, or after their arrival."""
    forces = brigade_forces(state.setup)
    return tuple(
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.where == "waiting" and forces[unit.brigade].arrives <= state.turn
    )


def due_stands(state: State, side: SideId) -> tuple[int, ...]:
    """Stands of a side that may be placed now: they come with the first Brigade under them."""
    return tuple(
        number
        for number, stand in enumerate(state.stands)
        if stand.side == side
        and stand.where == "waiting"
        and arrival_turn(state, first_brigade(state, stand)) <= state.turn
    )


def refuse_unit_place(state: State, action: act.Deploy) -> Refusal | None:
    """Why a unit may not be placed here; None if it may. It does not check whose turn it is."""
    unit = state.units[action.unit]
    if action.formation not in selectable_formations(unit):
        word = FORMATIONS[action.formation].word
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot be deployed in {word}.")
    placed = replace(unit, x=action.x, y=action.y, facing=action.facing, formation=action.formation)
    shape = footprint_of(state.setup.rules, placed)
    if not in_zone(shape, brigade_zone(state, unit.brigade)):
        return Refusal("out_of_zone", RULE, f"{unit.name} would not be wholly in its zone.")
    met = next(blocking_units(state, action.unit, shape), None)
    if met is not None:
        return refused("occupied", "MN-INTERPEN-04", state.units[met].name, "is", f"in the way of {unit.name}.")
    barred = cost.refuse_position(state, placed, "move")
    if barred is not None:
        return replace(barred, sentence=f"{barred.sentence} No unit is deployed in prohibited terrain (MN-RULING-74).")
    return None


def refuse_stand_place(state: State, action: act.DeployStand) -> Refusal | None:
    """Why a command stand may not be placed here; None if it may."""
    stand = state.stands[action.stand]
    if not in_zone(stand_disc(action.x, action.y), brigade_zone(state, first_brigade(state, stand))):
        return Refusal("out_of_zone", RULE, f"{stand.name} would not be wholly in its zone.")
    if not evasion.is_free_for_stand(state, action.stand, action.x, action.y):
        return Refusal("occupied", RULE, f"There is no free ground for {stand.name}.")
    return None


def in_zone(shape: Shape, zone: Zone) -> bool:
    """True if a shape lies wholly in a zone, its border included."""
    left, bottom, right, top = (end * GRAINS for end in zone)
    return shape.left >= left and shape.bottom >= bottom and shape.right <= right and shape.top <= top


def unit_places(state: State, number: int) -> Iterator[act.Deploy]:
    """Listed places for a unit: a grid in its zone, in every formation, facing the enemy.

    If none of those is free, places in the gaps of the grid (MN-RULING-74).
    """
    unit, has_place = state.units[number], False
    zone = brigade_zone(state, unit.brigade)
    facing = bearing_to_enemy(state, zone)
    for formation in selectable_formations(unit):
        for x, y in _free_places(state, number, formation, zone, facing):
            has_place = True
            yield act.Deploy(number, x, y, facing, formation)
    if not has_place:
        yield from _places_between(state, number, zone, facing)


def _places_between(state: State, number: int, zone: Zone, facing: int) -> Iterator[act.Deploy]:
    """Places between those of the grid, facing along the zone and across it."""
    unit, notes = state.units[number], position_of(state).notes
    key = _places_between, unit.side, unit_class(unit), selectable_formations(unit), zone
    if key in notes:
        return
    left, bottom, right, top = zone
    has_place = False
    for turn in (0, FULL // 4):
        for formation in selectable_formations(unit):
            for x, y in product(range(left, right + 1, GAP), range(bottom, top + 1, GAP)):
                action = act.Deploy(number, x, y, (facing + turn) % FULL, formation)
                if refuse_unit_place(state, action) is None:
                    has_place = True
                    yield action
    if not has_place:
        notes[key] = True


def _free_places(state: State, number: int, formation: Formation, zone: Zone, facing: int) -> Iterator[Place]:
    """The free places of the grid; the same for all units of a class that wait to deploy."""
    unit = state.units[number]
    key = _free_places, unit.side, unit_class(unit), formation, zone, facing
    notes = position_of(state).notes
    cached: list[Place] | None = None if state.holding or state.damage else notes.get(key)
    if cached is not None:
        yield from cached
        return
    places: list[Place] = []
    shape = footprint_of(state.setup.rules, replace(unit, x=0, y=0, facing=facing, formation=formation))
    for x, y in _grid(zone, shape, facing):
        if refuse_unit_place(state, act.Deploy(number, x, y, facing, formation)) is None:
            places.append((x, y))
            yield x, y
    notes[key] = places


def stand_places(state: State, number: int) -> Iterator[act.DeployStand]:
    """Listed places for a stand: a grid in its zone."""
    zone = brigade_zone(state, first_brigade(state, state.stands[number]))
    for x, y in _grid(zone, stand_disc(0, 0), bearing_to_enemy(state, zone)):
        action = act.DeployStand(number, x, y)
        if refuse_stand_place(state, action) is None:
            yield action


def bearing_to_enemy(state: State, zone: Zone) -> int:
    """The bearing, of the four along the table's edges, from a zone to the middle of the table."""
    left, bottom, right, top = zone
    aside, ahead = state.setup.table.width - left - right, state.setup.table.height - bottom - top
    if abs(aside) > abs(ahead):
        return FULL // 4 if aside > 0 else 3 * FULL // 4
    return FULL // 2 if ahead < 0 else 0


def _grid(zone: Zone, shape: Shape, facing: int) -> Iterator[tuple[int, int]]:
    """Centres for a shape in a zone, in rows across its facing: the row nearest to the enemy first."""
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
