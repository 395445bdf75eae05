"""A move in progress: start, stops, units met, and how far it continues after a failed charge (MN-RULING-69)."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import with_verb
from battles.kits.open_table.footprints import Footprint, Path, moved, path, place_of
from battles.kits.open_table.sweeps import bounds, first_contact, window
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Leg, MoveContinuation, MoveInProgress
from battles.rules.mini_nap.movement import manoeuvre_plan, paths
from battles.rules.mini_nap.positions import (
    contact_shape,
    enemies_in_contact,
    enemy_units,
    footprint,
    on_table,
    overlapping_units,
    units_near,
)
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.terrain import cost, roads
from battles.rules.mini_nap.terrain.cost import cost_column


def first_met(state: State, number: int, shape: Footprint, way: Path, others: Iterable[int]) -> int | None:
    """How far along its path a unit first meets one of ``others``; None if it meets none.

    It meets a unit where it would overlap it, and an enemy as soon as the two are in contact (MN-GEO-06). An enemy in
    contact at the start is met only where the two would overlap (MN-RULING-170).
    """
    slack = state.setup.rules.options.contact_tol_cm
    before = enemies_in_contact(state, number, moved(shape, way, 0))
    travels = []
    for other in units_near(state, bounds(shape, way), slack, others):
        if other == number:
            continue
        met = first_contact(shape, way, (footprint(state, other),), slack)
        travels.extend([met.travel] if met is not None else [])
        if state.units[other].side != state.units[number].side and other not in before:
            travels.extend(islice(_touches(state, number, shape, way, other), 1))
    return min(travels, default=None)


def _touches(state: State, number: int, shape: Footprint, way: Path, enemy: int) -> Iterator[int]:
    """The travels at which a unit is in contact with an enemy, in order."""
    near_by = window(shape, way, contact_shape(state, enemy), state.setup.rules.options.contact_tol_cm)
    if near_by is not None:
        first, last = near_by
        yield from (
            at for at in range(first, last + 1) if enemy in enemies_in_contact(state, number, moved(shape, way, at))
        )


FULL_MOVES = frozenset({"charge", "break_charge", "extension", "cross_bridge", "feint", "rally_back"})
"""Moves that must be made in full: into contact, across a bridge, or with a least distance (MN-RULING-150)."""


def can_stop(course: MoveInProgress) -> bool:
    """True if the owner may stop the moving unit short now."""
    return course.travel not in FULL_MOVES and remaining_travel(course) > 0


def remaining_travel(course: MoveInProgress) -> int:
    """The travel left of a move."""
    return sum(leg.travel for leg in course.legs)


def move_awaiting_answer(state: State) -> MoveInProgress:
    """The move that waits for the decision on top of the stack."""
    course = state.stack[-2]
    assert isinstance(course, MoveInProgress)  # noqa: S101
    return course


def cut_short(course: MoveInProgress, travel: int) -> MoveInProgress:
    """The move with only ``travel`` of its legs left."""
    legs: list[Leg] = []
    for leg in course.legs:
        part = min(travel, leg.travel)
        if part:
            legs.append(replace(leg, travel=part))
        travel -= part
    return replace(course, legs=tuple(legs))


def after_stop(state: State, course: MoveInProgress, travel: int) -> Unit:
    """The unit where it stops after ``travel`` more, if nothing blocks it."""
    unit = state.units[course.unit]
    for leg in cut_short(course, travel).legs:
        x, y = paths.place_after(state, unit, leg, leg.travel)
        unit = replace(unit, x=x, y=y, facing=leg.facing)
    return unit


def refuse_stop(state: State, course: MoveInProgress, travel: int) -> Refusal | None:
    """Why a unit may not stop after ``travel`` more; None if it may."""
    unit, most = state.units[course.unit], remaining_travel(course)
    if travel > most:
        why = with_verb(unit.name, f"has only {paths.cm(most)} of its move left.")
        return Refusal("out_of_reach", "MN-RULING-69", why)
    if travel == most:
        return None
    there = after_stop(state, course, travel)
    if course.travel == "redeploy" and manoeuvre_plan.is_barred_from_water(state, there):
        return Refusal("impassable", "MNT-RULING-14", f"{unit.name} may not end its redeployment in the water.")
    kind = None if course.travel == "road_move" else cost_column(unit, course.travel)
    return paths.refuse_end(state, course.unit, there, kind)


def listed_stops(state: State, course: MoveInProgress) -> Iterator[act.GoOn]:
    """The whole path, a stop on the spot, and whole steps between."""
    step, most = state.setup.rules.options.distance_step_cm, remaining_travel(course)
    for travel in (most, *range(0, most, step)):
        if refuse_stop(state, course, travel) is None:
            yield act.GoOn(travel)


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.units[move_awaiting_answer(state).unit].side,)


def _proceed(play: Resolution) -> None:
    play.close()


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    course = move_awaiting_answer(state)
    domains = {"travel": {"low": 0, "high": remaining_travel(course), "unit": "0.1mm"}}
    return (
        Option("go_on", f"unit {course.unit}", tuple(listed_stops(state, course)), complete=False, domains=domains),
    )


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return refuse_stop(state, move_awaiting_answer(state), action.travel)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    play.close()
    course = play.frame
    assert isinstance(course, MoveInProgress)  # noqa: S101
    play.go_on(cut_short(course, action.travel))


def ask_how_far(play: Resolution) -> None:
    """Ask the owner of the moving unit how far it continues, if the owner may choose."""
    course = play.frame
    if isinstance(course, MoveInProgress) and can_stop(course):
        play.open(MoveContinuation(unit=course.unit))


CONTINUATION = Handler((act.GoOn,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``onward``."""

CHARGE_TRAVELS = frozenset({"charge", "break_charge", "opportunity", "counter", "join"})
"""Movement into contact."""


def move_in_progress(state: State) -> MoveInProgress:
    """The move that is the present frame."""
    frame = state.stack[-1]
    assert isinstance(frame, MoveInProgress)  # noqa: S101
    return frame


def start_move(play: Resolution, course: MoveInProgress) -> None:
    """Start a move."""
    play.open(course)


def stop_move(play: Resolution, travel: int) -> None:
    """Stop the moving unit on its leg after ``travel``; the rest of the leg remains."""
    course = move_in_progress(play.state)
    leg = course.legs[0]
    if travel:
        move_along(play, course, replace(leg, travel=travel))
    left = replace(leg, travel=leg.travel - travel)
    play.go_on(replace(course, legs=(left, *course.legs[1:]), window=False))


def move_along(play: Resolution, course: MoveInProgress, leg: Leg, touched: int = NONE) -> None:
    """Add the event of a unit that moves along a leg; ``touched`` is the enemy it comes into contact with."""
    state = play.state
    unit = state.units[course.unit]
    shape, way = paths.shape_along(state, unit, leg), path(leg.bearing, leg.travel)
    x, y = place_of(moved(shape, way, leg.travel))
    free = course.travel == "road_move" or roads.follows_road(state, unit, leg, course.travel)
    kind = cost.cost_column(unit, course.travel)
    play.tell(
        happened.Moved(
            unit=course.unit,
            travel=course.travel,
            x=x,
            y=y,
            facing=leg.facing,
            path=((unit.x, unit.y), (x, y)),
            cost=leg.travel if free else cost.travel_cost(state, unit, kind, shape, way, leg.travel),
            touched=touched,
        )
    )


def shortened_move(state: State, course: MoveInProgress) -> MoveInProgress:
    """The move as it is still possible after a unit turned to charge the mover and failed its test.

    Source: MN-RULING-104.

    A charge continues until it touches a unit, further than declared if its target has turned away (MN-RULING-69,
    MN-RULING-71); any other movement stops where it must, but never on another unit.
    """
    leg, unit = course.legs[0], state.units[course.unit]
    if course.plan.bridge:
        return course
    if course.travel in CHARGE_TRAVELS:
        return replace(course, legs=_to_contact(state, course))
    if course.travel == "feint":
        return _met_on_way_back(state, course, leg)
    gap = state.standoff if course.travel == "division" else state.setup.rules.options.min_gap_cm
    kind = None if course.travel == "road_move" else cost.cost_column(unit, course.travel)
    limit = paths.travel_limit(state, course.unit, unit, leg, kind, 2 * leg.travel, gap)
    if limit.travel >= leg.travel:
        return course
    travel = limit.travel
    while travel and overlapping_units(state, course.unit, _unit_after(state, unit, leg, travel)):
        travel -= 1
    return replace(course, legs=(replace(leg, travel=travel),))


def _unit_after(state: State, unit: Unit, leg: Leg, travel: int) -> Footprint:
    """The unit's footprint after ``travel`` of a leg."""
    return moved(paths.shape_along(state, unit, leg), path(leg.bearing, travel), travel)


def _met_on_way_back(state: State, course: MoveInProgress, leg: Leg) -> MoveInProgress:
    """A feint's move back; it is fatal if a unit has turned into its path (MN-REACT-52)."""
    shape, way = paths.shape_along(state, state.units[course.unit], leg), path(leg.bearing, leg.travel)
    met = first_met(state, course.unit, shape, way, on_table(state))
    if met is None:
        return course
    lost = replace(course.plan, lost="MN-REACT-52")
    return replace(course, legs=(replace(leg, travel=met),), plan=lost)


def _to_contact(state: State, course: MoveInProgress) -> tuple[Leg, ...]:
    """The legs of a charge up to the first unit that it meets; the declared legs if it meets none.

    If an evading stand splits its path, the target is met on the last leg.
    """
    leg, last = course.legs[0], len(course.legs) == 1
    goal = footprint(state, course.target)
    further = path(leg.bearing, leg.travel + goal.width + goal.depth)
    foes = set(enemy_units(state, course.unit))
    slack = state.setup.rules.options.contact_tol_cm
    shape = paths.shape_along(state, state.units[course.unit], leg)
    travels = []
    for other in on_table(state):
        if other == course.unit:
            continue
        met = first_contact(shape, further, (contact_shape(state, other),), 0 if other in foes else slack)
        if met is not None and ((last and other == course.target) or met.travel <= leg.travel):
            travels.append(met.travel)
    return (replace(leg, travel=min(travels)),) if travels else course.legs
