"""Pivots, about-faces and formation changes: the new position, and what blocks it (MN-TURN, MN-MAN-07)."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import refused
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import DEGREE, FULL, Footprint, offset, steps_of, to_place, turn_between, turned
from battles.kits.open_table.footprints import footprint as block
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.losses import is_removed, must_keep_formation
from battles.rules.mini_nap.decisions import Change
from battles.rules.mini_nap.positions import (
    contact_shape,
    footprint,
    footprint_of,
    footprint_size,
    is_on_table,
    position_of,
    shapes_in_contact,
    units_near,
)
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import State, Unit, in_square, possible_formations, selectable_formations, unit_class
from battles.rules.mini_nap.tables import FORMATIONS, Formation
from battles.rules.mini_nap.terrain import cost

HALF_TURN: Final = FULL // 2
PIVOT_STEP: Final = DEGREE
"""MN-GEO-09: a pivot is checked in steps of at most one degree."""

_ANCHORS: Final = {
    "line": ("left", "right"),
    "skirmish_line": ("left", "right"),
    "column": ("front", "rear"),
    "solid_square": ("front", "rear"),
    "emergency_square": ("front", "rear"),
}
"""The stands of a formation by name (MN-GEO-03)."""


def stand_centre(rules: Rules, unit: Unit, anchor: str) -> tuple[int, int]:
    """Offset of a stand's centre from the unit's centre: ahead, and to the right (MN-GEO-03)."""
    base = rules.tables.bases[unit_class(unit)]
    if anchor in ("front", "rear"):
        ahead = base.depth // 2
        return (ahead if anchor == "front" else -ahead), 0
    gap = rules.options.skirmish_gap_cm if unit.formation == "skirmish_line" else 0
    aside = (base.width + gap) // 2
    return 0, (aside if anchor == "right" else -aside)


def new_centre(rules: Rules, unit: Unit, to: Formation, side: str) -> tuple[int, int]:
    """Offset from the anchor's centre to that of the new block: ahead, and to the right (MN-MAN-07)."""
    base = rules.tables.bases[unit_class(unit)]
    if to in ("line", "skirmish_line"):
        gap = rules.options.skirmish_gap_cm if to == "skirmish_line" else 0
        aside = (base.width + gap) // 2
        return 0, (aside if side == "right" else -aside)
    ahead = base.depth // 2
    return (ahead if to == "column" and side == "front" else -ahead), 0


def after_change(rules: Rules, unit: Unit, change: Change, to: Formation | None = None) -> Unit:
    """The unit after a formation change; ``to`` overrides the formation that the change names.

    Source: MN-RULING-14.
    """
    formation = to or change.to
    if in_square(unit):
        facing = unit.facing if change.bearing is None else change.bearing
        return replace(unit, formation=formation, facing=facing)
    ahead, aside = stand_centre(rules, unit, change.anchor)
    more_ahead, more_aside = new_centre(rules, unit, formation, change.side)
    x, y = to_place(offset(footprint_of(rules, unit), ahead + more_ahead, aside + more_aside))
    return replace(unit, formation=formation, x=x, y=y)


def after_pivot(unit: Unit, facing: int) -> Unit:
    """The unit after a pivot to a bearing, with its sum of turns (MN-RULING-19)."""
    return replace(unit, facing=facing, turned=unit.turned + abs(turn_between(unit.facing, facing)))


def after_about_face(unit: Unit) -> Unit:
    """The unit after an about-face (MN-GEO-10)."""
    return replace(unit, facing=(unit.facing + HALF_TURN) % FULL, turned=unit.turned + HALF_TURN)


def blocking_units(state: State, number: int, shape: Footprint, among: Iterable[int] | None = None) -> Iterator[int]:
    """The units that keep a unit from the position ``shape``: units it would overlap, enemies it would touch.

    ``among``, if given, are the only units to check.
    """
    options = state.setup.rules.options
    side = state.units[number].side
    for other in units_near(state, shape, options.contact_tol_cm, among):
        if other == number:
            continue
        unit = state.units[other]
        if unit.side != side:
            if shapes_in_contact(options, shape, contact_shape(state, other)):
                yield other
        elif distances.overlap(shape, footprint(state, other), options.contact_tol_cm):
            yield other


def first_met_in_pivot(state: State, number: int, unit: Unit, facing: int) -> int | None:
    """The first unit that a pivot from ``unit`` would meet; None if free (MN-TURN-02, MN-INTERPEN-07)."""
    if state.holding:
        return _find_first_met_in_pivot(state, number, unit, facing)
    notes = position_of(state).notes
    key = first_met_in_pivot, number, unit.formation, unit.x, unit.y, unit.facing, facing
    if key not in notes:
        notes[key] = _find_first_met_in_pivot(state, number, unit, facing)
    met: int | None = notes[key]
    return met


def _find_first_met_in_pivot(state: State, number: int, unit: Unit, facing: int) -> int | None:
    rules = state.setup.rules
    tolerance = rules.options.contact_tol_cm
    circle = _pivot_square(rules, unit)
    close = [
        other
        for other in units_near(state, circle, tolerance)
        if other != number and distances.within(circle, contact_shape(state, other), tolerance)
    ]
    if close:
        shape = footprint_of(rules, unit)
        for angle in steps_of(turn_between(unit.facing, facing), PIVOT_STEP):
            met = next(blocking_units(state, number, turned(shape, angle), close), None)
            if met is not None:
                return met
    return None


def barred_ground_in_pivot(state: State, unit: Unit, facing: int) -> cost.BarredGround | None:
    """The prohibited ground that a pivot would touch (MN-TURN-02, MNT-MOVE-06)."""
    close = cost.prohibited_near(state, unit, "move", _pivot_square(state.setup.rules, unit))
    if not close:
        return None
    shape = footprint_of(state.setup.rules, unit)
    turns = steps_of(turn_between(unit.facing, facing), PIVOT_STEP)
    barred = (cost.barred_ground_at(state, unit, "move", turned(shape, angle), close) for angle in turns)
    return next(filter(None, barred), None)


def apply_change_cost(play: Resolution, number: int) -> None:
    """By option, remove a unit that had enough strength only in its old formation (MN-RULING-11)."""
    unit = play.unit(number)
    if play.options.one_sp_reform == "remove" and is_removed(unit.points, unit.rating, unit.formation):
        losses.remove_units(play, (number,), "destroyed", "MN-LOSS-06")


def refuse_change(state: State, number: int, unit: Unit, change: Change) -> Refusal | None:
    """Why a unit in the position ``unit`` may not make this formation change; None if it may.

    Source: MN-MAN-07, MN-MAN-08, MN-MAN-09.
    """
    word = FORMATIONS[change.to].word
    if change.to == unit.formation:
        return refused("no_change", "MN-MAN-07", unit.name, "is", f"already in {word}.")
    if change.to not in possible_formations(unit):
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot form {word}.")
    refusal = _refuse_parts(unit, change)
    if refusal is not None:
        return refusal
    rules = state.setup.rules
    too_weak = must_keep_formation(unit.points, unit.rating, unit.formation, change.to)
    if too_weak and rules.options.one_sp_reform == "forbid":
        return refused(
            "not_for_kind", "MN-LOSS-06", unit.name, "has", f"1 strength point left and would be removed in {word}."
        )
    after = footprint_of(rules, after_change(rules, unit, change))
    if not is_on_table(state, after):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would be over the table's edge.")
    met = next(blocking_units(state, number, after), None)
    if met is not None:
        return refused("occupied", "MN-MAN-09", state.units[met].name, "is", f"where {unit.name} would form {word}.")
    return cost.refuse_position(state, after_change(rules, unit, change), "move")


def _refuse_parts(unit: Unit, change: Change) -> Refusal | None:
    """Why anchor, side and bearing do not fit such a change; None if they do."""
    if in_square(unit):
        if change.anchor or change.side:
            return Refusal("malformed", "MN-MAN-08", "A square keeps its centre: give a bearing, no anchor.")
        return None
    if change.bearing is not None:
        return Refusal("malformed", "MN-MAN-08", "Only a unit in square takes a new bearing with a formation change.")
    anchors = _ANCHORS.get(unit.formation, ())
    if change.anchor not in anchors:
        return Refusal("malformed", "MN-MAN-07", f"The stand that stays is {' or '.join(anchors)}.")
    sides = {"column": ("front", "rear"), "solid_square": ("", "rear")}.get(change.to, ("left", "right"))
    if change.side not in sides:
        return Refusal("malformed", "MN-MAN-07", f"The other stand goes to the {' or '.join(filter(None, sides))}.")
    return None


def possible_changes(unit: Unit, step: int) -> Iterator[Change]:
    """Every formation change to try for a unit, legal or not; out of a square one for each ``step`` of bearing."""
    for to in selectable_formations(unit):
        if to in (unit.formation, "battery"):
            continue
        if in_square(unit):
            for bearing in range(0, FULL, step):
                yield Change(to=to, bearing=(unit.facing + bearing) % FULL)  # type: ignore[arg-type]
            continue
        sides = {"column": ("front", "rear"), "solid_square": ("rear",)}.get(to, ("left", "right"))
        for anchor in _ANCHORS[unit.formation]:
            for side in sides:
                yield Change(to=to, anchor=anchor, side=side)  # type: ignore[arg-type]


def _pivot_square(rules: Rules, unit: Unit) -> Footprint:
    """A square that contains a unit's whole pivot, so that only units near it need checking."""
    width, depth = footprint_size(rules, unit_class(unit), unit.formation)
    across = width + depth
    return block(unit.x, unit.y, 0, across, across)
