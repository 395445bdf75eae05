"""How far along a straight leg a unit gets, and what stops it (MN-MOVE, MN-INTERPEN, MN-MAN-12)."""

from msgspec import Struct

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import Path, path
from battles.engine.table.footprints import Footprint, moved, patch, place_of, turned
from battles.engine.table.sweeps import bounds, first_contact, travel_on_table
from battles.rules.mini_nap import going
from battles.rules.mini_nap.board import (
    contact_shape,
    enemies,
    footprint,
    footprint_of,
    is_on_table,
    near,
    on_table,
    overlapped,
    standing,
)
from battles.rules.mini_nap.frames import Leg
from battles.rules.mini_nap.ground import lying
from battles.rules.mini_nap.kinds import is_formed
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import CM, Going


class Limit(Struct, frozen=True):
    """The longest travel that may be made of a leg, and why it is no longer."""

    travel: int
    why: Refusal


def shape_on(state: State, unit: Unit, leg: Leg) -> Footprint:
    """A unit's footprint as it goes along a leg."""
    stood = footprint_of(state.setup.rules, unit)
    return stood if leg.facing == unit.facing else turned(stood, leg.facing - unit.facing)


def at_end(state: State, unit: Unit, leg: Leg, travel: int) -> tuple[int, int]:
    """The place that a unit comes to."""
    return place_of(moved(shape_on(state, unit, leg), path(leg.bearing, travel), travel))


def cm(length: int) -> str:
    """``6 cm``, ``4.5 cm``: a length in words."""
    whole, rest = divmod(length, CM)
    return f"{whole}.{rest:02d}".rstrip("0") + " cm" if rest else f"{whole} cm"


def limit(state: State, number: int, unit: Unit, leg: Leg, kind: Going | None, allowance: int, gap: int) -> Limit:
    """How far ``unit``, which is ``number`` as it stands then, may go along a leg by ordinary movement.

    ``kind`` is the column of T1, None for a way along a road, which ignores the ground (MNT-ROAD-02). ``gap`` is how
    near it may come to an enemy unit: the least gap, or the stand-off of a Division manoeuvre.
    """
    if state.holding:
        return _limit(state, number, unit, leg, kind, allowance, gap)
    notes, ground = standing(state).notes, lying(state)
    stood = unit.formation, unit.x, unit.y, unit.facing
    key = limit, number, stood, leg.bearing, leg.facing, kind, allowance, gap
    kept: tuple[object, Limit] | None = notes.get(key)
    free = kept[1].travel if kept is not None and kept[0] is ground else -1
    if leg.travel <= free:
        return _all_of(unit, leg)
    found = _limit(state, number, unit, leg, kind, allowance, gap)
    if found.travel > free:
        notes[key] = ground, found
    return found


def _all_of(unit: Unit, leg: Leg) -> Limit:
    """Nothing stops a unit on a leg."""
    return Limit(leg.travel, Refusal("out_of_reach", "MN-MOVE-14", f"{unit.name} may go no further."))


def _limit(state: State, number: int, unit: Unit, leg: Leg, kind: Going | None, allowance: int, gap: int) -> Limit:
    shape, way = shape_on(state, unit, leg), path(leg.bearing, leg.travel)
    best = _all_of(unit, leg)
    paid = min(way.length, allowance) if kind is None else going.travel(state, unit, kind, shape, way, allowance)
    if paid < best.travel:
        why = f"{unit.name} has {cm(allowance)} to move, which is enough for {cm(paid)} here."
        best = Limit(paid, Refusal("out_of_reach", "MN-MOVE-14", why))
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < best.travel:
        why = f"{unit.name} would leave the table after {cm(edge)}."
        best = Limit(edge, Refusal("off_board", "MN-RULING-59", why))
    barred = None if kind is None else going.first_barred(state, unit, kind, shape, way)
    if barred is not None and barred[0] < best.travel:
        why = f"{unit.name} cannot go into the {barred[1].word}, which it meets after {cm(barred[0])}."
        best = Limit(barred[0], Refusal("impassable", barred[1].rule, why))
    for found in (_foes(state, number, shape, way, gap, unit), _friends(state, number, shape, way, unit)):
        if found is not None and found.travel < best.travel:
            best = found
    return best


def _foes(state: State, number: int, shape: Footprint, way: Path, gap: int, unit: Unit) -> Limit | None:
    """MN-MAN-12: no closer to an enemy unit than ``gap``, or than it stood where that is less."""
    numbers, rounded = [], []
    for other in near(state, bounds(shape, way), gap, enemies(state, number)):
        there = contact_shape(state, other)
        kept = gap
        if measures.within(shape, there, gap):
            kept = min(gap, max(0, measures.distance(shape, there) - 1))
        numbers.append(other)
        rounded.append(patch(there.corners, kept) if kept else there)
    found = first_contact(shape, way, rounded)
    if found is None:
        return None
    name = state.units[numbers[found.index]].name
    why = f"{unit.name} may come no closer to {name} than {cm(gap)}: it stops after {cm(found.travel)}."
    return Limit(found.travel, Refusal("occupied", _gap_rule(state, gap), why))


def _gap_rule(state: State, gap: int) -> str:
    return "MN-DIVMAN-02" if gap > state.setup.rules.options.min_gap_cm else "MN-MAN-12"


def refuse_near(state: State, number: int, ready: Unit, turned_as: Unit, gap: int) -> Refusal | None:
    """Why a unit whose movement starts as ``ready`` may not face as it would on the way or in the end: an enemy unit
    would be closer than ``gap``, or than it was where that is less (MN-MAN-12, MN-DIVMAN-02).
    """
    rules = state.setup.rules
    stood, shape = footprint_of(rules, ready), footprint_of(rules, turned_as)
    for other in near(state, shape, gap, enemies(state, number)):
        there = contact_shape(state, other)
        kept = min(gap, measures.distance(stood, there))
        if measures.distance(shape, there) < kept or measures.overlap(shape, there, rules.options.contact_tol_cm):
            why = f"{ready.name} may come no closer to {state.units[other].name} than {cm(gap)}, however it faces."
            return Refusal("occupied", _gap_rule(state, gap), why)
    return None


def _friends(state: State, number: int, shape: Footprint, way: Path, unit: Unit) -> Limit | None:
    """MN-INTERPEN-03: a formed unit moves through nobody."""
    if not is_formed(unit):
        return None
    slack = state.setup.rules.options.contact_tol_cm
    numbers = [other for other in near(state, bounds(shape, way), 0, on_table(state, unit.side)) if other != number]
    found = first_contact(shape, way, [footprint(state, other) for other in numbers], slack)
    if found is None:
        return None
    name = state.units[numbers[found.index]].name
    why = f"{unit.name} is formed and cannot go through {name}, which it meets after {cm(found.travel)}."
    return Limit(found.travel, Refusal("occupied", "MN-INTERPEN-03", why))


def refuse_end(state: State, number: int, unit: Unit, kind: Going | None) -> Refusal | None:
    """Why a unit may not end its movement where ``unit`` stands (MN-INTERPEN-04, MN-GEO-15, MNT-GEN-04)."""
    met = overlapped(state, number, footprint_of(state.setup.rules, unit))
    if met:
        why = f"{unit.name} would end on {state.units[met[0]].name}."
        return Refusal("occupied", "MN-INTERPEN-04", why)
    if not is_on_table(state, footprint_of(state.setup.rules, unit)):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would stand over the table's edge.")
    return None if kind is None else going.refuse_stand(state, unit, kind)
