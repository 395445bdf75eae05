"""Command stands in a unit's way: overrun, evasion, and friendly stands that make room.

Source: MN-CMD-40, MN-CMD-41, MN-CMD-42, MN-CMD-43, MN-CMD-44.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import CM, DEGREE, DIRECTIONS, FULL, SCALE, path
from battles.kits.open_table.sweeps import first_contact
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.decisions import Leg, MoveInProgress, StandEvasion
from battles.rules.mini_nap.movement import paths
from battles.rules.mini_nap.positions import footprint, is_on_table, on_table, stand_disc, units_near
from battles.rules.mini_nap.resolution import Handler, Resolution
from battles.rules.mini_nap.state import NONE, State, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP
from battles.rules.mini_nap.terrain import cost

_RINGS = ((CM, ANGLE_STEP * DEGREE), (CM // 4, 2 * DEGREE))
"""Step between rings of places and between places of a ring: first for lists, then finer, before a stand is lost
(MN-CMD-42).
"""
CHARGE_TRAVELS = frozenset({"charge", "break_charge", "opportunity", "counter"})


def clear_path(play: Resolution, course: MoveInProgress) -> bool:
    """Deal with the first enemy stand on the next leg; False if there is none."""
    met = _first_on(play.state, course, course.legs[0])
    if met is None:
        return False
    if _overruns(play.state, course):
        play.tell(happened.StandRemoved(stand=met[0], rule="MN-CMD-40"))
    else:
        play.open(StandEvasion(stand=met[0], mover=course.unit))
    return True


def stop_at_stand(play: Resolution, course: MoveInProgress) -> bool:
    """Stop a unit at the first stand on its leg that must evade; at the stand, let it evade. False if there is none.

    The stop comes before any decision about the path beyond the stand (MN-CMD-42).
    """
    leg = course.legs[0]
    met = None if _overruns(play.state, course) else _first_on(play.state, course, leg)
    if met is None:
        return False
    number, travel = met
    if travel <= 1:
        play.open(StandEvasion(stand=number, mover=course.unit))
        return True
    near, far = replace(leg, travel=travel), replace(leg, travel=leg.travel - travel)
    play.go_on(replace(course, legs=(near, far, *course.legs[1:])))
    return True


def overrun_stands(play: Resolution, course: MoveInProgress, travel: int) -> None:
    """Remove stands overrun by charging cavalry before it is stopped after ``travel`` (MN-CMD-40)."""
    ridden = replace(course.legs[0], travel=travel)
    while _overruns(play.state, course) and (met := _first_on(play.state, course, ridden)) is not None:
        play.tell(happened.StandRemoved(stand=met[0], rule="MN-CMD-40"))


def _overruns(state: State, course: MoveInProgress) -> bool:
    return course.travel in CHARGE_TRAVELS and unit_class(state.units[course.unit]) == "cavalry"


def _first_on(state: State, course: MoveInProgress, leg: Leg) -> tuple[int, int] | None:
    """The first enemy stand that a unit meets on a leg, and the travel up to it."""
    unit = state.units[course.unit]
    shape, way = paths.shape_along(state, unit, leg), path(leg.bearing, leg.travel)
    numbers = [number for number in unattached_stands(state) if state.stands[number].side != unit.side]
    discs = [stand_disc(state.stands[number].x, state.stands[number].y) for number in numbers]
    met = first_contact(shape, way, discs)
    return None if met is None else (numbers[met.index], met.travel)


def make_room(play: Resolution, number: int) -> None:
    """Move a friendly stand under a unit aside by the least distance (MN-INTERPEN-05)."""
    shape = footprint(play.state, number)
    side = play.unit(number).side
    for each in unattached_stands(play.state):
        stand = play.state.stands[each]
        if stand.side == side and distances.overlap(shape, stand_disc(stand.x, stand.y)):
            place = next(_free_places(play.state, each), None)
            if place is None:
                play.tell(happened.StandRemoved(stand=each, rule="MN-CMD-42"))
            else:
                play.tell(happened.StandPlaced(stand=each, x=place[0], y=place[1], how="shifted"))


def displace_enemy_stands(play: Resolution, number: int) -> None:
    """Enemy stands under a unit that was placed without a path now evade (MN-RULING-151)."""
    shape, side = footprint(play.state, number), play.unit(number).side
    for each in unattached_stands(play.state):
        stand = play.state.stands[each]
        if stand.side != side and distances.overlap(shape, stand_disc(stand.x, stand.y)):
            play.open(StandEvasion(stand=each, mover=number))


def unattached_stands(state: State) -> Iterator[int]:
    """The stands on the table that are not attached to a unit."""
    return (number for number, stand in enumerate(state.stands) if stand.where == "table" and stand.unit == NONE)


def is_free_for_stand(state: State, number: int, x: int, y: int) -> bool:
    """True if a stand fits here: on the table, clear of units and other stands, on ground open to it."""
    shape = stand_disc(x, y)
    return (
        is_on_table(state, shape)
        and not any(distances.overlap(footprint(state, other), shape) for other in units_near(state, shape, 0))
        and not any(
            distances.overlap(stand_disc(state.stands[other].x, state.stands[other].y), shape)
            for other in unattached_stands(state)
            if other != number
        )
        and not cost.bars_stand(state, shape)
    )


def _places_around(x: int, y: int, away: int, step: int = ANGLE_STEP * DEGREE) -> Iterator[tuple[int, int]]:
    """Places at a distance, in all directions."""
    for bearing in range(0, FULL, step):
        sine, cosine = DIRECTIONS[bearing]
        yield x + (away * sine + SCALE // 2) // SCALE, y + (away * cosine + SCALE // 2) // SCALE


def _free_places(state: State, number: int) -> Iterator[tuple[int, int]]:
    """Free places for a stand, the nearest first."""
    stand = state.stands[number]
    _, most = paths.distance_range(state, "stand_evade")
    for away in range(0, most + 1, CM // 10):
        for x, y in _places_around(stand.x, stand.y, away):
            if is_free_for_stand(state, number, x, y):
                yield x, y


def refuse_place(state: State, number: int, x: int, y: int) -> Refusal | None:
    """Why a stand may not evade to a place (MN-CMD-42); None if it may."""
    stand = state.stands[number]
    least, most = paths.distance_range(state, "stand_evade")
    away = (x - stand.x) ** 2 + (y - stand.y) ** 2
    if not least * least <= away <= most * most:
        why = f"{stand.name} evades to a place {paths.cm(least)} to {paths.cm(most)} from where it was."
        return Refusal("out_of_reach", "MN-CMD-42", why)
    shape, clear = stand_disc(x, y), state.setup.rules.tables.stand_evade_clear
    for other in on_table(state):
        near = distances.distance(footprint(state, other), shape) < clear * CM
        if state.units[other].side != stand.side and near:
            why = f"{stand.name} would be within {clear} cm of {state.units[other].name} there."
            return Refusal("out_of_zone", "MN-CMD-42", why)
    if not is_free_for_stand(state, number, x, y):
        return Refusal("occupied", "MN-CMD-42", f"There is no free ground for {stand.name}.")
    return None


def _frame(state: State) -> StandEvasion:
    frame = state.stack[-1]
    assert isinstance(frame, StandEvasion)  # noqa: S101
    return frame


def evasion_places(state: State, number: int) -> Iterator[act.EvadeStand]:
    """Places to evade to, in rings one centimetre apart; closer together if none of those is free."""
    stand, has_place = state.stands[number], False
    least, most = paths.distance_range(state, "stand_evade")
    for apart, step in _RINGS:
        for away in range(least, most + 1, apart):
            for x, y in _places_around(stand.x, stand.y, away, step):
                if refuse_place(state, number, x, y) is None:
                    has_place = True
                    yield act.EvadeStand(x, y)
        if has_place:
            return


def _deciders(state: State) -> tuple[SideId, ...]:
    number = _frame(state).stand
    return (state.stands[number].side,) if next(evasion_places(state, number), None) is not None else ()


def _proceed(play: Resolution) -> None:
    """There is no place to evade to: the stand is removed (MN-CMD-42, MN-CMD-44)."""
    number = _frame(play.state).stand
    play.close()
    play.tell(happened.StandRemoved(stand=number, rule="MN-CMD-42"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    number = _frame(state).stand
    return (Option("evade_stand", f"stand {number}", tuple(evasion_places(state, number)), complete=False),)


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return refuse_place(state, _frame(state).stand, action.x, action.y)


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    number = _frame(play.state).stand
    play.close()
    play.tell(happened.StandPlaced(stand=number, x=action.x, y=action.y, how="evaded"))


STAND_EVASION = Handler((act.EvadeStand,), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``stand_course``."""
