"""Command stands in the way of a unit: overrun, or evading; and friendly ones that make room (MN-CMD-40 to 44)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.table import measures
from battles.engine.table.bearings import DIRECTIONS, FULL, SCALE, path
from battles.engine.table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, going, paths
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import disc_of, footprint, is_on_table, near, on_table
from battles.rules.mini_nap.frames import Course, Leg, StandCourse
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import ANGLE_STEP, CM, DEGREE

_RINGS = ((CM, ANGLE_STEP * DEGREE), (CM // 4, 2 * DEGREE))
"""How far rings of places, and places of a ring, are apart: first those that are listed, then those that are looked
for before a stand is lost (MN-CMD-42).
"""
CHARGING = frozenset({"charge", "break_charge", "opportunity", "counter"})


def clear_way(play: Play, course: Course) -> bool:
    """Deal with the first enemy stand on the leg that comes next; False where there is none."""
    met = _first_on(play.state, course, course.legs[0])
    if met is None:
        return False
    if _overruns(play.state, course):
        play.tell(happened.StandRemoved(stand=met[0], rule="MN-CMD-40"))
    else:
        play.open(StandCourse(stand=met[0], mover=course.unit))
    return True


def part_way(play: Play, course: Course) -> bool:
    """Stop a unit at the first stand that has to evade on its leg, before anybody is asked about what lies beyond; at
    the stand itself let that evade. False where none has to (MN-CMD-42).
    """
    leg = course.legs[0]
    met = None if _overruns(play.state, course) else _first_on(play.state, course, leg)
    if met is None:
        return False
    number, travel = met
    if travel <= 1:
        play.open(StandCourse(stand=number, mover=course.unit))
        return True
    near, far = replace(leg, travel=travel), replace(leg, travel=leg.travel - travel)
    play.go_on(replace(course, legs=(near, far, *course.legs[1:])))
    return True


def overrun(play: Play, course: Course, travel: int) -> None:
    """Stands that charging cavalry has ridden over when it is stopped on its leg after ``travel`` (MN-CMD-40)."""
    ridden = replace(course.legs[0], travel=travel)
    while _overruns(play.state, course) and (met := _first_on(play.state, course, ridden)) is not None:
        play.tell(happened.StandRemoved(stand=met[0], rule="MN-CMD-40"))


def _overruns(state: State, course: Course) -> bool:
    return course.travel in CHARGING and unit_class(state.units[course.unit]) == "cavalry"


def _first_on(state: State, course: Course, leg: Leg) -> tuple[int, int] | None:
    """The first enemy stand that a unit meets on a leg, and the travel up to it."""
    unit = state.units[course.unit]
    shape, way = paths.shape_on(state, unit, leg), path(leg.bearing, leg.travel)
    numbers = [number for number in loose_stands(state) if state.stands[number].side != unit.side]
    discs = [disc_of(state.stands[number].x, state.stands[number].y) for number in numbers]
    met = first_contact(shape, way, discs)
    return None if met is None else (numbers[met.index], met.travel)


def make_room(play: Play, number: int) -> None:
    """A friendly stand that a unit has come to stand on goes aside by the least distance (MN-INTERPEN-05)."""
    shape = footprint(play.state, number)
    side = play.unit(number).side
    for each in loose_stands(play.state):
        stand = play.state.stands[each]
        if stand.side == side and measures.overlap(shape, disc_of(stand.x, stand.y)):
            place = next(_aside(play.state, each), None)
            if place is None:
                play.tell(happened.StandRemoved(stand=each, rule="MN-CMD-42"))
            else:
                play.tell(happened.StandPlaced(stand=each, x=place[0], y=place[1], how="shifted"))


def come_upon(play: Play, number: int) -> None:
    """Enemy stands that a unit has come to stand on without a way that leads there evade now (MN-RULING-151)."""
    shape, side = footprint(play.state, number), play.unit(number).side
    for each in loose_stands(play.state):
        stand = play.state.stands[each]
        if stand.side != side and measures.overlap(shape, disc_of(stand.x, stand.y)):
            play.open(StandCourse(stand=each, mover=number))


def loose_stands(state: State) -> Iterator[int]:
    """The stands on the table that are attached to nobody."""
    return (number for number, stand in enumerate(state.stands) if stand.where == "table" and stand.unit == NONE)


def is_free(state: State, number: int, x: int, y: int) -> bool:
    """Whether a stand may be at a place: on the table, on no unit and no other stand, on ground open to it."""
    shape = disc_of(x, y)
    return (
        is_on_table(state, shape)
        and not any(measures.overlap(footprint(state, other), shape) for other in near(state, shape, 0))
        and not any(
            measures.overlap(disc_of(state.stands[other].x, state.stands[other].y), shape)
            for other in loose_stands(state)
            if other != number
        )
        and not going.bars_stand(state, shape)
    )


def _ring(x: int, y: int, away: int, step: int = ANGLE_STEP * DEGREE) -> Iterator[tuple[int, int]]:
    """Places at a distance, all round."""
    for bearing in range(0, FULL, step):
        sine, cosine = DIRECTIONS[bearing]
        yield x + (away * sine + SCALE // 2) // SCALE, y + (away * cosine + SCALE // 2) // SCALE


def _aside(state: State, number: int) -> Iterator[tuple[int, int]]:
    """Free places for a stand, the nearest first."""
    stand = state.stands[number]
    _, most = allowances.reach(state, "stand_evade")
    for away in range(0, most + 1, CM // 10):
        for x, y in _ring(stand.x, stand.y, away):
            if is_free(state, number, x, y):
                yield x, y


def refuse_place(state: State, number: int, x: int, y: int) -> Refusal | None:
    """Why a stand may not evade to a place (MN-CMD-42)."""
    stand = state.stands[number]
    least, most = allowances.reach(state, "stand_evade")
    away = (x - stand.x) ** 2 + (y - stand.y) ** 2
    if not least * least <= away <= most * most:
        why = f"{stand.name} evades to a place {paths.cm(least)} to {paths.cm(most)} from where it was."
        return Refusal("out_of_reach", "MN-CMD-42", why)
    shape, clear = disc_of(x, y), state.setup.rules.tables.stand_evade_clear
    for other in on_table(state):
        near = measures.distance(footprint(state, other), shape) < clear * CM
        if state.units[other].side != stand.side and near:
            why = f"There {stand.name} would be within {clear} cm of {state.units[other].name}."
            return Refusal("out_of_zone", "MN-CMD-42", why)
    if not is_free(state, number, x, y):
        return Refusal("occupied", "MN-CMD-42", f"There is no free ground for {stand.name}.")
    return None


def _frame(state: State) -> StandCourse:
    frame = state.stack[-1]
    assert isinstance(frame, StandCourse)  # noqa: S101
    return frame


def places(state: State, number: int) -> Iterator[act.EvadeStand]:
    """Places to evade to, in rings of whole centimetres; closer together where none of those will do."""
    stand, found = state.stands[number], False
    least, most = allowances.reach(state, "stand_evade")
    for apart, step in _RINGS:
        for away in range(least, most + 1, apart):
            for x, y in _ring(stand.x, stand.y, away, step):
                if refuse_place(state, number, x, y) is None:
                    found = True
                    yield act.EvadeStand(x, y)
        if found:
            return


def _deciders(state: State) -> tuple[SideId, ...]:
    number = _frame(state).stand
    return (state.stands[number].side,) if next(places(state, number), None) is not None else ()


def _proceed(play: Play) -> None:
    """MN-CMD-42, 44: there is no place to go to."""
    number = _frame(play.state).stand
    play.close()
    play.tell(happened.StandRemoved(stand=number, rule="MN-CMD-42"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    number = _frame(state).stand
    return (Option("evade_stand", f"stand {number}", tuple(places(state, number)), complete=False),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return refuse_place(state, _frame(state).stand, action.x, action.y)


def _perform(play: Play, side: SideId, action: Any) -> None:
    number = _frame(play.state).stand
    play.close()
    play.tell(happened.StandPlaced(stand=number, x=action.x, y=action.y, how="evaded"))


HANDLER = Handler((act.EvadeStand,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``stand_course``."""
