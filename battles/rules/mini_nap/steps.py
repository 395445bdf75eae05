"""Turning on the spot and changing formation: where a unit then stands, and what is in the way (MN-TURN, MN-MAN-07).

A step is worked out on a unit as it would stand, so that a whole plan can be looked at before it is done.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import FULL, steps_of, to_place, turn_between
from battles.engine.table.footprints import Footprint, offset, turned
from battles.engine.table.footprints import footprint as block
from battles.rules.mini_nap import going, losing
from battles.rules.mini_nap.board import (
    contact_shape,
    footprint,
    footprint_of,
    is_on_table,
    near,
    size,
    standing,
    touch,
)
from battles.rules.mini_nap.frames import Change
from battles.rules.mini_nap.kinds import formations_chosen, formations_open, in_square, unit_class
from battles.rules.mini_nap.losses import is_held_in_formation, is_removed
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.rules import Rules
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import (
    DEGREE,
    FORMATIONS,
    Formation,
)

HALF_TURN: Final = FULL // 2
PIVOT_STEP: Final = DEGREE
"""MN-GEO-09: a pivot is looked at in steps of at most one degree."""

_ANCHORS: Final = {
    "line": ("left", "right"),
    "skirmish_line": ("left", "right"),
    "column": ("front", "rear"),
    "solid_square": ("front", "rear"),
    "emergency_square": ("front", "rear"),
}
"""The stands of a formation by name (MN-GEO-03)."""


def stand_centre(rules: Rules, unit: Unit, anchor: str) -> tuple[int, int]:
    """The centre of one of a unit's stands as steps ahead of its own centre and to the right (MN-GEO-03)."""
    base = rules.tables.bases[unit_class(unit)]
    if anchor in ("front", "rear"):
        ahead = base.depth // 2
        return (ahead if anchor == "front" else -ahead), 0
    gap = rules.options.skirmish_gap_cm if unit.formation == "skirmish_line" else 0
    aside = (base.width + gap) // 2
    return 0, (aside if anchor == "right" else -aside)


def new_centre(rules: Rules, unit: Unit, to: Formation, side: str) -> tuple[int, int]:
    """From the anchor's centre to that of the new block, ahead and to the right (MN-MAN-07)."""
    base = rules.tables.bases[unit_class(unit)]
    if to in ("line", "skirmish_line"):
        gap = rules.options.skirmish_gap_cm if to == "skirmish_line" else 0
        aside = (base.width + gap) // 2
        return 0, (aside if side == "right" else -aside)
    ahead = base.depth // 2
    return (ahead if to == "column" and side == "front" else -ahead), 0


def changed(rules: Rules, unit: Unit, change: Change, to: Formation | None = None) -> Unit:
    """The unit after a formation change, to another formation than the change names where ``to`` is given."""
    formation = to or change.to
    if in_square(unit):
        facing = unit.facing if change.bearing is None else change.bearing
        return replace(unit, formation=formation, facing=facing)
    ahead, aside = stand_centre(rules, unit, change.anchor)
    more_ahead, more_aside = new_centre(rules, unit, formation, change.side)
    x, y = to_place(offset(footprint_of(rules, unit), ahead + more_ahead, aside + more_aside))
    return replace(unit, formation=formation, x=x, y=y)


def pivoted(unit: Unit, facing: int) -> Unit:
    """The unit after a pivot to a bearing, its turn added up (MN-RULING-19)."""
    return replace(unit, facing=facing, turned=unit.turned + abs(turn_between(unit.facing, facing)))


def faced_about(unit: Unit) -> Unit:
    """The unit after an about-face (MN-GEO-10)."""
    return replace(unit, facing=(unit.facing + HALF_TURN) % FULL, turned=unit.turned + HALF_TURN)


def in_the_way(state: State, number: int, shape: Footprint, among: Iterable[int] | None = None) -> Iterator[int]:
    """The units that keep a unit from standing so: friends and foes it would stand on, foes it would touch.

    ``among`` are the only ones that need looking at, where the caller knows.
    """
    options = state.setup.rules.options
    side = state.units[number].side
    for other in near(state, shape, options.contact_tol_cm, among):
        if other == number:
            continue
        unit = state.units[other]
        if unit.side != side:
            if touch(options, shape, contact_shape(state, other)):
                yield other
        elif measures.overlap(shape, footprint(state, other), options.contact_tol_cm):
            yield other


def first_in_pivot(state: State, number: int, unit: Unit, facing: int) -> int | None:
    """The first unit that a pivot would meet (MN-TURN-02); ``unit`` is as it stands before it."""
    if state.holding:
        return _first_in_pivot(state, number, unit, facing)
    notes = standing(state).notes
    key = first_in_pivot, number, unit.formation, unit.x, unit.y, unit.facing, facing
    if key not in notes:
        notes[key] = _first_in_pivot(state, number, unit, facing)
    found: int | None = notes[key]
    return found


def _first_in_pivot(state: State, number: int, unit: Unit, facing: int) -> int | None:
    rules = state.setup.rules
    tolerance = rules.options.contact_tol_cm
    circle = _pivot_square(rules, unit)
    close = [
        other
        for other in near(state, circle, tolerance)
        if other != number and measures.within(circle, contact_shape(state, other), tolerance)
    ]
    if close:
        shape = footprint_of(rules, unit)
        for angle in steps_of(turn_between(unit.facing, facing), PIVOT_STEP):
            met = next(in_the_way(state, number, turned(shape, angle), close), None)
            if met is not None:
                return met
    return None


def ground_in_pivot(state: State, unit: Unit, facing: int) -> going.Barred | None:
    """The prohibited ground that a pivot would touch (MN-TURN-02, MNT-MOVE-06)."""
    close = going.prohibited_near(state, unit, "move", _pivot_square(state.setup.rules, unit))
    if not close:
        return None
    shape = footprint_of(state.setup.rules, unit)
    turns = steps_of(turn_between(unit.facing, facing), PIVOT_STEP)
    found = (going.barred_at(state, unit, "move", turned(shape, angle), close) for angle in turns)
    return next(filter(None, found), None)


def count_cost(play: Play, number: int) -> None:
    """A unit that had its strength only in the formation it has left, by option (MN-RULING-11)."""
    unit = play.unit(number)
    if play.options.one_sp_reform == "remove" and is_removed(unit.points, unit.rating, unit.formation):
        losing.take_off(play, (number,), "destroyed", "MN-LOSS-06")


def refuse_change(state: State, number: int, unit: Unit, change: Change) -> Refusal | None:
    """Why a unit, standing as ``unit``, may not change formation so; None where it may (MN-MAN-07 to 09)."""
    word = FORMATIONS[change.to].word
    if change.to == unit.formation:
        return Refusal("no_change", "MN-MAN-07", f"{unit.name} is in {word} already.")
    if change.to not in formations_open(unit):
        return Refusal("not_for_kind", "MN-FORM-07", f"{unit.name} cannot form {word}.")
    found = _refuse_parts(unit, change)
    if found is not None:
        return found
    rules = state.setup.rules
    held = is_held_in_formation(unit.points, unit.rating, unit.formation, change.to)
    if held and rules.options.one_sp_reform == "forbid":
        return Refusal(
            "not_for_kind", "MN-LOSS-06", f"{unit.name} has 1 strength point left and would not outlive {word}."
        )
    after = footprint_of(rules, changed(rules, unit, change))
    if not is_on_table(state, after):
        return Refusal("off_board", "MN-RULING-59", f"{unit.name} would stand over the table's edge.")
    met = next(in_the_way(state, number, after), None)
    if met is not None:
        return Refusal("occupied", "MN-MAN-09", f"{state.units[met].name} stands where {unit.name} would form {word}.")
    return going.refuse_stand(state, changed(rules, unit, change), "move")


def _refuse_parts(unit: Unit, change: Change) -> Refusal | None:
    """Whether anchor, side and bearing are those of such a change."""
    if in_square(unit):
        if change.anchor or change.side:
            return Refusal("malformed", "MN-MAN-08", "A square keeps its centre: it needs a bearing, no anchor.")
        return None
    if change.bearing is not None:
        return Refusal("malformed", "MN-MAN-08", "Only out of a square a unit takes another bearing as it changes.")
    anchors = _ANCHORS.get(unit.formation, ())
    if change.anchor not in anchors:
        return Refusal("malformed", "MN-MAN-07", f"The stand that stays is {' or '.join(anchors)}.")
    sides = {"column": ("front", "rear"), "solid_square": ("", "rear")}.get(change.to, ("left", "right"))
    if change.side not in sides:
        return Refusal("malformed", "MN-MAN-07", f"The other stand goes to the {' or '.join(filter(None, sides))}.")
    return None


def changes_of(unit: Unit, step: int) -> Iterator[Change]:
    """Every formation change that could be listed for a unit, legal or not; out of a square at each ``step``."""
    for to in formations_chosen(unit):
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
    """A square that holds the whole pivot of a unit, so that what is far from it is not looked at."""
    width, depth = size(rules, unit_class(unit), unit.formation)
    across = width + depth
    return block(unit.x, unit.y, 0, across, across)
