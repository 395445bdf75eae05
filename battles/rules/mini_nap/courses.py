"""A unit on its way (ST-08): leg by leg, stopped by windows, by stands in its path, and by whom it meets.

Each leg begins where the unit stands, so that a stop at any point leaves a shorter leg. The window W1 is opened once
for each leg, and again after an attempt that failed.
"""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import arriving, evading, reacting
from battles.rules.mini_nap.frames import Course
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State, other
from battles.rules.mini_nap.underway import CHARGES, course_of, go, held_up

REACTABLE = frozenset(
    {
        "advance",
        "side_step",
        "step_back",
        "oblique",
        "inch",
        "prolong",
        "redeploy",
        "road_move",
        "cross_bridge",
        "division",
        "charge",
        "extension",
        "break_charge",
        "feint",
        "rally_back",
        "rally_forward",
    }
)
"""Movement of the active side that may be reacted to (MN-MOVE-15, MN-REACT-06, MN-RULING-82)."""


def _deciders(state: State) -> tuple[SideId, ...]:
    course = course_of(state)
    return (other(state.units[course.unit].side),) if course.window else ()


def _proceed(play: Play) -> None:
    """Whatever comes next on the way."""
    course = course_of(play.state)
    if not course.legs:
        play.close()
        arriving.arrived(play, course)
        return
    if course.asked_to < 0 and _may_be_asked(play.state, course):
        if not evading.part_way(play, course):
            play.go_on(replace(course, window=True))
        return
    if evading.clear_way(play, course):
        return
    if course.failed:
        course = held_up(play.state, course)
    leg = course.legs[0]
    go(play, course, leg, course.target if _is_contact(course) else NONE)
    play.go_on(replace(course, legs=course.legs[1:], asked_to=-1))


def _may_be_asked(state: State, course: Course) -> bool:
    """Whether a unit of the passive side could react to this leg at all."""
    unit = state.units[course.unit]
    if unit.side != state.active or course.travel not in REACTABLE or not course.legs[0].travel:
        return False
    return reacting.can_answer(state, other(unit.side), course)


def _is_contact(course: Course) -> bool:
    return len(course.legs) == 1 and course.travel in CHARGES


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    """W1: the reactions there are, or none."""
    course = course_of(state)
    found = reacting.options(state, side, course)
    return (*found, Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Pass):
        return None
    return reacting.refuse(state, side, action, course_of(state))


def _perform(play: Play, side: SideId, action: Any) -> None:
    course = course_of(play.state)
    if isinstance(action, act.Pass):
        play.go_on(replace(course, window=False, asked_to=course.legs[0].travel))
    else:
        reacting.perform(play, action, course)


HANDLER = Handler((act.Pass, act.OpportunityCharge), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``course``."""
