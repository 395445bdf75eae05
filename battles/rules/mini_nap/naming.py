"""Who defends a bridge, where several could: their owner names him as a charge over it is made (MNT-BRIDGE-03)."""

from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import bridges
from battles.rules.mini_nap.board import distance
from battles.rules.mini_nap.frames import Course, Naming
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State


def course_of(state: State) -> Course:
    """The charge that waits for the answer."""
    course = state.stack[-2]
    assert isinstance(course, Course)  # noqa: S101
    return course


def candidates(state: State, course: Course) -> tuple[int, ...]:
    """The units that may be named to defend the bridge against a charge."""
    return tuple(bridges.defenders(state, course.unit, state.units[course.unit], course.plan.bridge))


def ask(play: Play) -> None:
    """Ask who defends the bridge, where there is more than one who could."""
    course = play.frame
    if isinstance(course, Course) and course.plan.bridge and len(candidates(play.state, course)) > 1:
        play.open(Naming(unit=course.unit))


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.units[course_of(state).target].side,)


def _proceed(play: Play) -> None:
    play.close()


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    found = candidates(state, course_of(state))
    return (Option("name_defender", "", tuple(act.NameDefender(number) for number in found)),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if action.unit in candidates(state, course_of(state)):
        return None
    known = action.unit < len(state.units)
    name = state.units[action.unit].name if known else f"Unit {action.unit}"
    why = f"{name} cannot be named: it is none of those at the far end who could be charged over the bridge."
    return Refusal("no_target", "MNT-BRIDGE-03", why)


def _perform(play: Play, side: SideId, action: Any) -> None:
    play.close()
    course = play.frame
    assert isinstance(course, Course)  # noqa: S101
    if action.unit != course.target:
        play.go_on(replace(course, target=action.unit))
        away = distance(play.state, course.unit, action.unit)
        play.mark(course.unit, "MNT-BRIDGE-03", charged_from=away)


HANDLER = Handler((act.NameDefender,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``naming``."""
