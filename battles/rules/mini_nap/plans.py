"""A unit's manoeuvre worked out before it is done: where each step leaves it, and why one may not be (MN-MAN)."""

from msgspec import Struct
from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import movements
from battles.rules.mini_nap import steps as steps
from battles.rules.mini_nap.board import footprint_of, is_on_table, touched
from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.state import NONE, State, Unit

CHARGES = (act.Charge, act.ExtendedCharge)


class Planned(Struct, frozen=True):
    """A manoeuvre as it will go if nobody interferes.

    ``ready`` is the unit after the steps before the movement, ``legs`` the way from there, ``arrived`` where it comes
    to and ``last`` the unit after the steps that follow. ``travel`` is None where it does not move.
    """

    ready: Unit
    travel: Travel | None
    legs: tuple[Leg, ...]
    arrived: Unit
    last: Unit
    target: int = NONE


_last: list[tuple[State, dict[act.Manoeuvre, Planned | Refusal]] | None] = [None]
"""The plans of the state that was asked last: each is asked as it is listed, refused, previewed and done."""


def plan(state: State, action: act.Manoeuvre) -> Planned | Refusal:
    """What a manoeuvre of a unit that may manoeuvre comes to, or why it may not be."""
    kept = _last[0]
    if kept is None or kept[0] is not state:
        kept = _last[0] = state, {}
    found = kept[1].get(action)
    if found is None:
        found = kept[1][action] = _plan(state, action)
    return found


def _plan(state: State, action: act.Manoeuvre) -> Planned | Refusal:
    number, move = action.unit, action.move
    found = _refuse_shape(state, action)
    if found is not None:
        return found
    ready = stepped(state, number, state.units[number], action.before)
    if isinstance(ready, Refusal):
        return ready
    if move is None:
        return _end(state, action, Planned(ready, None, (), ready, ready))
    way = movements.way(state, number, ready, move)
    if isinstance(way, Refusal):
        return way
    return _end(state, action, Planned(ready, way.travel, way.legs, way.arrived, way.arrived, way.target))


def _refuse_shape(state: State, action: act.Manoeuvre) -> Refusal | None:
    """Whether the parts of a manoeuvre may stand together (MN-MAN-03, 04, MN-DIVMAN-04)."""
    before, after, name = action.before, action.after, state.units[action.unit].name
    if before.change is not None and after.change is not None:
        return Refusal("bad_order", "MN-MAN-03", f"{name} may change formation once: before it moves or after it.")
    for part in (before, after):
        if part.pivot is not None and part.about_face:
            return Refusal("bad_order", "MN-MAN-04", f"{name} may pivot or face about, not both.")
    if after == act.NO_STEPS:
        return None
    if isinstance(action.move, CHARGES):
        return Refusal("bad_order", "MN-MAN-04", f"{name} can do nothing after a charge.")
    if state.division != NONE:
        return Refusal("bad_order", "MN-DIVMAN-04", f"{name} keeps facing and formation after a Division manoeuvre.")
    if isinstance(action.move, act.CrossBridge):
        return Refusal("bad_order", "MNT-BRIDGE-02", f"{name} can do nothing after crossing a bridge.")
    if action.move is None:
        return Refusal("malformed", "MN-MAN-02", "Where nothing moves, all steps come before.")
    return None


def _end(state: State, action: act.Manoeuvre, found: Planned) -> Planned | Refusal:
    """The steps after the movement, on the place that it leads to."""
    last = stepped(state, action.unit, found.arrived, action.after)
    return last if isinstance(last, Refusal) else replace(found, last=last)


def stepped(state: State, number: int, unit: Unit, pre: act.Pre) -> Unit | Refusal:
    """A unit after free steps, or why one may not be done."""
    turn_first = not pre.change_first
    for kind in ("turn", "change") if turn_first else ("change", "turn"):
        found = _turned(state, number, unit, pre) if kind == "turn" else _changed(state, number, unit, pre)
        if isinstance(found, Refusal):
            return found
        unit = found
    return unit


def _changed(state: State, number: int, unit: Unit, pre: act.Pre) -> Unit | Refusal:
    if pre.change is None:
        return unit
    if touched(state, number, footprint_of(state.setup.rules, unit)):
        return Refusal("locked", "MN-MAN-06", f"{unit.name} is in contact with an enemy and keeps its formation.")
    found = steps.refuse_change(state, number, unit, pre.change)
    return found or steps.changed(state.setup.rules, unit, pre.change)


def _turned(state: State, number: int, unit: Unit, pre: act.Pre) -> Unit | Refusal:
    if pre.about_face:
        if in_square(unit):
            return Refusal("not_for_kind", "MN-TURN-03", f"{unit.name} is in square and cannot face about.")
        return steps.faced_about(unit)
    if pre.pivot is None:
        return unit
    return pivot(state, number, unit, pre.pivot)


def pivot(state: State, number: int, unit: Unit, facing: int) -> Unit | Refusal:
    """A unit after a pivot to a bearing, or why it may not turn so (MN-TURN-02)."""
    if facing == unit.facing:
        return Refusal("no_change", "MN-TURN-01", f"{unit.name} faces that way already.")
    met = steps.first_in_pivot(state, number, unit, facing)
    if met is not None:
        return Refusal("occupied", "MN-TURN-02", f"{state.units[met].name} is in the way of {unit.name} as it turns.")
    barred = steps.ground_in_pivot(state, unit, facing)
    if barred is not None:
        return Refusal("impassable", barred.rule, f"{unit.name} would turn into the {barred.word}.")
    after = steps.pivoted(unit, facing)
    if not is_on_table(state, footprint_of(state.setup.rules, after)):
        return Refusal("off_board", "MN-RULING-153", f"{unit.name} would turn over the table's edge.")
    return after
