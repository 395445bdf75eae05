"""How far a unit still goes that the enemy has tried in vain to charge on its way (MN-REACT-65, MN-RULING-69, 150)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import movements, paths
from battles.rules.mini_nap.frames import Course, Leg, Onward
from battles.rules.mini_nap.going import going_of
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, Unit

WHOLE = frozenset({"charge", "break_charge", "extension", "cross_bridge", "feint", "rally_back"})
"""Movement that is made in full: into contact, over a bridge, or by a distance that has a least (MN-RULING-150)."""


def may_stop(course: Course) -> bool:
    """Whether the owner of a unit on its way may let it stop short now."""
    return course.travel not in WHOLE and left(course) > 0


def left(course: Course) -> int:
    """How much is left of a declared way."""
    return sum(leg.travel for leg in course.legs)


def course_of(state: State) -> Course:
    """The course that waits for the answer."""
    course = state.stack[-2]
    assert isinstance(course, Course)  # noqa: S101
    return course


def cut(course: Course, travel: int) -> Course:
    """The course with only so much of its way left."""
    legs: list[Leg] = []
    for leg in course.legs:
        part = min(travel, leg.travel)
        if part:
            legs.append(replace(leg, travel=part))
        travel -= part
    return replace(course, legs=tuple(legs))


def stopped(state: State, course: Course, travel: int) -> Unit:
    """The unit where it stops after so much more of its way, if nobody bars that."""
    unit = state.units[course.unit]
    for leg in cut(course, travel).legs:
        x, y = paths.at_end(state, unit, leg, leg.travel)
        unit = replace(unit, x=x, y=y, facing=leg.facing)
    return unit


def refuse_stop(state: State, course: Course, travel: int) -> Refusal | None:
    """Why a unit may not stop after so much more of its way; None where it may."""
    unit, most = state.units[course.unit], left(course)
    if travel > most:
        why = f"{unit.name} has {paths.cm(most)} left of its way."
        return Refusal("out_of_reach", "MN-RULING-69", why)
    if travel == most:
        return None
    there = stopped(state, course, travel)
    if course.travel == "redeploy" and movements.is_barred_from_water(state, there):
        return Refusal("impassable", "MNT-RULING-14", f"{unit.name} may not end its redeployment in the water.")
    kind = None if course.travel == "road_move" else going_of(unit, course.travel)
    return paths.refuse_end(state, course.unit, there, kind)


def listed(state: State, course: Course) -> Iterator[act.GoOn]:
    """The whole way, a stop on the spot, and whole steps between."""
    step, most = state.setup.rules.options.distance_step_cm, left(course)
    for travel in (most, *range(0, most, step)):
        if refuse_stop(state, course, travel) is None:
            yield act.GoOn(travel)


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.units[course_of(state).unit].side,)


def _proceed(play: Play) -> None:
    play.close()


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    course = course_of(state)
    domains = {"travel": {"low": 0, "high": left(course), "unit": "0.1mm"}}
    return (Option("go_on", f"unit {course.unit}", tuple(listed(state, course)), complete=False, domains=domains),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return refuse_stop(state, course_of(state), action.travel)


def _perform(play: Play, side: SideId, action: Any) -> None:
    play.close()
    course = play.frame
    assert isinstance(course, Course)  # noqa: S101
    play.go_on(cut(course, action.travel))


def ask(play: Play) -> None:
    """Ask the owner of the unit on its way how far it goes on, where that is his choice."""
    course = play.frame
    if isinstance(course, Course) and may_stop(course):
        play.open(Onward(unit=course.unit))


HANDLER = Handler((act.GoOn,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``onward``."""
