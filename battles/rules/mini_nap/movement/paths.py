"""Straight legs of movement: allowances, travel limits, and what stops a unit (MN-MOVE, MN-INTERPEN, MN-MAN-12)."""

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.words import with_verb
from battles.kits.open_table import distances
from battles.kits.open_table.distances import within
from battles.kits.open_table.footprints import CM, Footprint, Path, moved, patch, path, place_of, turned
from battles.kits.open_table.sweeps import bounds, first_contact, travel_on_table
from battles.rules.mini_nap.decisions import Leg, Travel
from battles.rules.mini_nap.positions import (
    contact_shape,
    enemy_units,
    footprint,
    footprint_of,
    is_on_table,
    on_table,
    overlapping_units,
    position_of,
    units_near,
)
from battles.rules.mini_nap.state import NONE, State, Unit, in_square, is_formed, unit_class
from battles.rules.mini_nap.tables import Act, Going, Tables
from battles.rules.mini_nap.terrain import cost
from battles.rules.mini_nap.terrain.features import features_in_play


def move_allowance(tables: Tables, unit: Unit) -> int:
    """The allowance of an advance or of a battery's redeployment; 0 for formations that do not advance.

    Source: MN-MOVE-01, MN-MOVE-02, MN-MOVE-04, MN-MOVE-05, MN-MOVE-06, MN-MOVE-07, MN-MOVE-08, MN-MOVE-10, MN-MOVE-11.
    """
    return 0 if in_square(unit) else tables.moves[unit.type][unit.formation].moves[0] * CM


def charge_allowance(tables: Tables, unit: Unit) -> int:
    """The allowance of a charge; 0 for units that never charge (MN-ART-01, MN-SQUARE-02)."""
    return (tables.moves[unit.type][unit.formation].charge or 0) * CM


def inch_allowance(state: State, number: int, ready: Unit | None = None) -> int:
    """A solid square's inch; the shorter one if enemy cavalry is near when it starts (MN-SQUARE-01).

    ``ready`` is the unit at the start of its movement, if that differs from the state.
    """
    unit, tables = ready or state.units[number], state.setup.rules.tables
    if unit.formation != "solid_square":
        return 0
    shape = footprint_of(state.setup.rules, unit)
    near = any(
        unit_class(state.units[other]) == "cavalry"
        and within(shape, footprint(state, other), tables.inch_near_cavalry * CM)
        for other in enemy_units(state, number)
    )
    short, long = tables.moves[unit.type][unit.formation].moves
    return (short if near else long) * CM


def prolong_allowance(tables: Tables) -> int:
    """The allowance of a battery that prolongs (MN-ART-02)."""
    return tables.prolong.moves[0] * CM


def distance_range(state: State, act: Act) -> tuple[int, int]:
    """The least and the greatest distance that the player may choose (MN-MOVE-16)."""
    row = state.setup.rules.tables.reaches[act]
    return row.least * CM, row.most * CM


class TravelLimit(Struct, frozen=True):
    """The longest travel possible on a leg, and what limits it."""

    travel: int
    why: Refusal


def shape_along(state: State, unit: Unit, leg: Leg) -> Footprint:
    """A unit's footprint while it moves along a leg (MN-GEO-07)."""
    stood = footprint_of(state.setup.rules, unit)
    return stood if leg.facing == unit.facing else turned(stood, leg.facing - unit.facing)


def place_after(state: State, unit: Unit, leg: Leg, travel: int) -> tuple[int, int]:
    """The place that a unit reaches."""
    return place_of(moved(shape_along(state, unit, leg), path(leg.bearing, travel), travel))


def cm(length: int) -> str:
    """A length in words: ``6 cm``, ``4.5 cm``."""
    whole, rest = divmod(length, CM)
    return f"{whole}.{rest:02d}".rstrip("0") + " cm" if rest else f"{whole} cm"


def travel_limit(
    state: State, number: int, unit: Unit, leg: Leg, kind: Going | None, allowance: int, gap: int
) -> TravelLimit:
    """How far a unit may move along a leg by ordinary movement; ``unit`` is the unit ``number`` where the leg starts.

    ``kind`` is the column of T1, None along a road, where the ground does not count (MNT-ROAD-02). ``gap`` is how near
    it may come to an enemy unit: the least gap, or the stand-off of a Division manoeuvre.
    """
    if state.holding:
        return _find_travel_limit(state, number, unit, leg, kind, allowance, gap)
    notes, ground = position_of(state).notes, features_in_play(state)
    position = unit.formation, unit.x, unit.y, unit.facing
    key = travel_limit, number, position, leg.bearing, leg.facing, kind, allowance, gap
    cached: tuple[object, TravelLimit] | None = notes.get(key)
    free = cached[1].travel if cached is not None and cached[0] is ground else -1
    if leg.travel <= free:
        return _whole_leg(unit, leg)
    limit = _find_travel_limit(state, number, unit, leg, kind, allowance, gap)
    if limit.travel > free:
        notes[key] = ground, limit
    return limit


def _whole_leg(unit: Unit, leg: Leg) -> TravelLimit:
    """The limit of a unit that nothing stops on a leg."""
    return TravelLimit(leg.travel, Refusal("out_of_reach", "MN-MOVE-14", f"{unit.name} may go no further."))


def _find_travel_limit(
    state: State, number: int, unit: Unit, leg: Leg, kind: Going | None, allowance: int, gap: int
) -> TravelLimit:
    shape, way = shape_along(state, unit, leg), path(leg.bearing, leg.travel)
    best = _whole_leg(unit, leg)
    affordable = (
        min(way.length, allowance) if kind is None else cost.affordable_travel(state, unit, kind, shape, way, allowance)
    )
    if affordable < best.travel:
        why = f"{with_verb(unit.name, 'has')} {cm(allowance)} of movement, enough for {cm(affordable)} here."
        best = TravelLimit(affordable, Refusal("out_of_reach", "MN-MOVE-14", why))
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < best.travel:
        why = f"{unit.name} would leave the table after {cm(edge)}."
        best = TravelLimit(edge, Refusal("off_board", "MN-RULING-59", why))
    barred = None if kind is None else cost.first_barred_ground(state, unit, kind, shape, way)
    if barred is not None and barred[0] < best.travel:
        why = f"{unit.name} cannot go into the {barred[1].word}, {cm(barred[0])} ahead."
        best = TravelLimit(barred[0], Refusal("impassable", barred[1].rule, why))
    for blocked in (
        _enemies_on_path(state, number, shape, way, gap, unit),
        _friends_on_path(state, number, shape, way, unit),
    ):
        if blocked is not None and blocked.travel < best.travel:
            best = blocked
    return best


def _enemies_on_path(
    state: State, number: int, shape: Footprint, way: Path, gap: int, unit: Unit
) -> TravelLimit | None:
    """The limit by enemies: no closer than ``gap``, or than the unit is now (MN-MAN-12, MN-CHARGE-01)."""
    numbers, rounded = [], []
    for other in units_near(state, bounds(shape, way), gap, enemy_units(state, number)):
        there = contact_shape(state, other)
        margin = gap
        if distances.within(shape, there, gap):
            margin = min(gap, max(0, distances.distance(shape, there) - 1))
        numbers.append(other)
        rounded.append(patch(there.corners, margin) if margin else there)
    met = first_contact(shape, way, rounded)
    if met is None:
        return None
    name = state.units[numbers[met.index]].name
    why = f"{unit.name} may come no closer to {name} than {cm(gap)}: it stops after {cm(met.travel)}."
    return TravelLimit(met.travel, Refusal("occupied", _gap_rule(state, gap), why))


def _gap_rule(state: State, gap: int) -> str:
    return "MN-DIVMAN-02" if gap > state.setup.rules.options.min_gap_cm else "MN-MAN-12"


def refuse_too_near(state: State, number: int, ready: Unit, turned_as: Unit, gap: int) -> Refusal | None:
    """Why a unit that starts from ``ready`` may not face as ``turned_as``; None if it may.

    An enemy unit would be closer than ``gap``, or than it is now if that is less (MN-MAN-12, MN-DIVMAN-02).
    """
    rules = state.setup.rules
    start, shape = footprint_of(rules, ready), footprint_of(rules, turned_as)
    for other in units_near(state, shape, gap, enemy_units(state, number)):
        there = contact_shape(state, other)
        least = min(gap, distances.distance(start, there))
        if distances.distance(shape, there) < least or distances.overlap(shape, there, rules.options.contact_tol_cm):
            why = f"{ready.name} may come no closer to {state.units[other].name} than {cm(gap)}, whatever its facing."
            return Refusal("occupied", _gap_rule(state, gap), why)
    return None


def _friends_on_path(state: State, number: int, shape: Footprint, way: Path, unit: Unit) -> TravelLimit | None:
    """The limit by friends: a formed unit moves through none (MN-INTERPEN-03, MN-INTERPEN-01, MN-INTERPEN-02)."""
    if not is_formed(unit):
        return None
    slack = state.setup.rules.options.contact_tol_cm
    numbers = [
        other for other in units_near(state, bounds(shape, way), 0, on_table(state, unit.side)) if other != number
    ]
    met = first_contact(shape, way, [footprint(state, other) for other in numbers], slack)
    if met is None:
        return None
    name = state.units[numbers[met.index]].name
    why = f"{with_verb(unit.name, 'is')} formed and cannot go through {name}, {cm(met.travel)} ahead."
    return TravelLimit(met.travel, Refusal("occupied", "MN-INTERPEN-03", why))


def refuse_end(state: State, number: int, unit: Unit, kind: Going | None) -> Refusal | None:
    """Why a unit may not end its movement at ``unit`` (MN-INTERPEN-04, MN-GEO-15, MNT-GEN-04); None if it may."""
    met = overlapping_units(state, number, footprint_of(state.setup.rules, unit))
    if met:
        why = f"{unit.name} would end on {state.units[met[0]].name}."
        return Refusal("occupied", "MN-INTERPEN-04", why)
    if not is_on_table(state, footprint_of(state.setup.rules, unit)):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would be over the table's edge.")
    return None if kind is None else cost.refuse_position(state, unit, kind)


class MovePath(Struct, frozen=True):
    """A planned movement: its legs from the starting position, and the unit at their end."""

    travel: Travel
    legs: tuple[Leg, ...]
    arrived: Unit
    target: int = NONE
