"""The course of a unit on its way: set off, gone on, stopped, held up by whoever has turned into its way."""

from msgspec.structs import replace

from battles.engine.table.bearings import path
from battles.engine.table.footprints import Footprint, moved, place_of
from battles.engine.table.sweeps import first_contact
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import going, paths, roads
from battles.rules.mini_nap.board import contact_shape, enemies, footprint, on_table, overlapped
from battles.rules.mini_nap.frames import Course, Leg
from battles.rules.mini_nap.meeting import first_met
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State, Unit

CHARGES = frozenset({"charge", "break_charge", "opportunity", "counter", "join"})
"""Movement into contact."""


def course_of(state: State) -> Course:
    """The course that goes on now."""
    frame = state.stack[-1]
    assert isinstance(frame, Course)  # noqa: S101
    return frame


def begin(play: Play, course: Course) -> None:
    """Set a unit on its way."""
    play.open(course)


def stop_at(play: Play, travel: int) -> None:
    """The unit on its way stops on its leg, which is so much shorter then."""
    course = course_of(play.state)
    leg = course.legs[0]
    if travel:
        go(play, course, replace(leg, travel=travel))
    left = replace(leg, travel=leg.travel - travel)
    play.go_on(replace(course, legs=(left, *course.legs[1:]), window=False))


def go(play: Play, course: Course, leg: Leg, touched: int = NONE) -> None:
    """Tell that a unit has gone along a leg; ``touched`` is the enemy it has come into contact with."""
    state = play.state
    unit = state.units[course.unit]
    shape, way = paths.shape_on(state, unit, leg), path(leg.bearing, leg.travel)
    x, y = place_of(moved(shape, way, leg.travel))
    free = course.travel == "road_move" or roads.runs_along(state, unit, leg, course.travel)
    kind = going.going_of(unit, course.travel)
    play.tell(
        happened.Moved(
            unit=course.unit,
            travel=course.travel,
            x=x,
            y=y,
            facing=leg.facing,
            path=((unit.x, unit.y), (x, y)),
            cost=leg.travel if free else going.cost(state, unit, kind, shape, way, leg.travel),
            touched=touched,
        )
    )


def held_up(state: State, course: Course) -> Course:
    """The course as it can still be gone once a unit has tried in vain to charge the mover, and turned for that.

    A charge goes on until it touches somebody, further than declared where its target has turned away from it
    (MN-RULING-69, 71); any other movement stops where it would have to, on nobody.
    """
    leg, unit = course.legs[0], state.units[course.unit]
    if course.plan.bridge:
        return course
    if course.travel in CHARGES:
        return replace(course, legs=_to_contact(state, course))
    if course.travel == "feint":
        return _ridden_into(state, course, leg)
    gap = state.standoff if course.travel == "division" else state.setup.rules.options.min_gap_cm
    kind = None if course.travel == "road_move" else going.going_of(unit, course.travel)
    limit = paths.limit(state, course.unit, unit, leg, kind, 2 * leg.travel, gap)
    if limit.travel >= leg.travel:
        return course
    travel = limit.travel
    while travel and overlapped(state, course.unit, _after(state, unit, leg, travel)):
        travel -= 1
    return replace(course, legs=(replace(leg, travel=travel),))


def _after(state: State, unit: Unit, leg: Leg, travel: int) -> Footprint:
    """Where a unit stands after so much of a leg."""
    return moved(paths.shape_on(state, unit, leg), path(leg.bearing, travel), travel)


def _ridden_into(state: State, course: Course, leg: Leg) -> Course:
    """A feint's way back that leads into whoever has turned into it (MN-REACT-52)."""
    shape, way = paths.shape_on(state, state.units[course.unit], leg), path(leg.bearing, leg.travel)
    met = first_met(state, course.unit, shape, way, on_table(state))
    if met is None:
        return course
    lost = replace(course.plan, lost="MN-REACT-52")
    return replace(course, legs=(replace(leg, travel=met),), plan=lost)


def _to_contact(state: State, course: Course) -> tuple[Leg, ...]:
    """What a charge goes now: up to the first unit that it meets; the declared way if it meets nobody.

    Where a stand that has evaded parts its way, the target is met on the last leg.
    """
    leg, last = course.legs[0], len(course.legs) == 1
    goal = footprint(state, course.target)
    further = path(leg.bearing, leg.travel + goal.width + goal.depth)
    foes = set(enemies(state, course.unit))
    slack = state.setup.rules.options.contact_tol_cm
    shape = paths.shape_on(state, state.units[course.unit], leg)
    found = []
    for other in on_table(state):
        if other == course.unit:
            continue
        met = first_contact(shape, further, (contact_shape(state, other),), 0 if other in foes else slack)
        if met is not None and ((last and other == course.target) or met.travel <= leg.travel):
            found.append(met.travel)
    return (replace(leg, travel=min(found)),) if found else course.legs
