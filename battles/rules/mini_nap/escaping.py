"""Out of a charger's way: fall-back, limber up and flee, flee to a friendly square (MN-REACT-10 to 35)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table import measures
from battles.engine.table.bearings import FULL, path
from battles.engine.table.footprints import moved
from battles.engine.table.sweeps import travel_on_table
from battles.engine.table.zones import looks_away
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, going, losing, paths, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import enemies, footprint, on_table, overlapped, touched
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.frames import Contact, Course, Leg, Plan, Travel
from battles.rules.mini_nap.kinds import unit_class
from battles.rules.mini_nap.meeting import first_met
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.steps import faced_about
from battles.rules.mini_nap.tables import Act

_HALF = FULL // 2


def reach_act(state: State, number: int) -> Act:
    """The line of MN-MOVE-16 that an escape goes by."""
    unit = state.units[number]
    if unit_class(unit) == "artillery":
        return "limber_and_flee"
    return "fall_back_cavalry" if unit_class(unit) == "cavalry" else "fall_back_infantry"


def may_turn(state: State, frame: Contact) -> tuple[bool, ...]:
    """Whether the unit about-faces first: must (True), must not (False), or either (MN-RULING-36)."""
    away = looks_away(footprint(state, frame.target), footprint(state, frame.charger))
    if away == 0:
        return (False, True)
    return (away < 0,)


def may_fall_back(state: State, frame: Contact) -> bool:
    """MN-REACT-10."""
    return state.units[frame.target].formation == "skirmish_line"


def may_limber(state: State, frame: Contact) -> bool:
    """MN-REACT-20."""
    unit = state.units[frame.target]
    others = [enemy for enemy in touched(state, frame.target) if enemy != frame.charger]
    return unit.type == "horse_artillery" and unit_class(state.units[frame.charger]) == "infantry" and not others


def refuges(state: State, frame: Contact) -> tuple[int, ...]:
    """The friendly solid squares that a battery touches (MN-REACT-30)."""
    unit = state.units[frame.target]
    if unit_class(unit) != "artillery":
        return ()
    tol = state.setup.rules.options.contact_tol_cm
    here = footprint(state, frame.target)
    return tuple(
        number
        for number in on_table(state, unit.side)
        if state.units[number].formation == "solid_square" and measures.distance(here, footprint(state, number)) <= tol
    )


def distances(state: State, frame: Contact, turn: bool) -> tuple[int, ...]:
    """The distances that a list offers, in whole steps (MN-RULING-61): those that end on a friend only where all do."""
    least, most = allowances.reach(state, reach_act(state, frame.target))
    listed = tuple(range(least, most + 1, state.setup.rules.options.distance_step_cm))
    there = _facing(state, frame, turn)
    free = tuple(each for each in listed if not _is_on_friend(there, frame, each))
    return free or tuple(islice(_free(there, frame), 1)) or listed


def _facing(state: State, frame: Contact, turn: bool) -> State:
    """The battle with the unit ready to go."""
    unit = state.units[frame.target]
    return unit_with(state, frame.target, facing=faced_about(unit).facing) if turn else state


def _free(there: State, frame: Contact) -> Iterator[int]:
    """The distances of the whole range that do not end on a friend (MN-RULING-177)."""
    least, most = allowances.reach(there, reach_act(there, frame.target))
    return (each for each in range(least, most + 1) if not _is_on_friend(there, frame, each))


def _is_on_friend(there: State, frame: Contact, allowance: int) -> bool:
    """Whether a unit that goes so far would end on a friend, and not be lost before (MN-INTERPEN-04)."""
    end, facing = _bought(there, frame.target, allowance), there.units[frame.target].facing
    return _holds_friend(there, frame.target, end) and _met(there, frame, Leg(facing, end, facing)) is None


def refuse_distance(state: State, frame: Contact, action: act.FallBack | act.Flee) -> Refusal | None:
    """Whether the distance and the turn are ones that may be chosen (MN-REACT-11, 23)."""
    least, most = allowances.reach(state, reach_act(state, frame.target))
    name = state.units[frame.target].name
    rule = "MN-REACT-23" if reach_act(state, frame.target) == "limber_and_flee" else "MN-REACT-11"
    if not least <= action.travel <= most:
        why = f"{name} goes {paths.cm(least)} to {paths.cm(most)}, not {paths.cm(action.travel)}."
        return Refusal("out_of_reach", rule, why)
    if action.turn not in may_turn(state, frame):
        way = "must face about to get away" if not action.turn else "gets away straight ahead"
        return Refusal("bad_order", "MN-RULING-36", f"{name} {way}.")
    there = _facing(state, frame, action.turn)
    if _is_on_friend(there, frame, action.travel) and next(_free(there, frame), None) is not None:
        why = f"{name} would end on a friend; other distances lead to a free place."
        return Refusal("occupied", "MN-RULING-177", why)
    return None


def perform(play: Play, frame: Contact, action: Any) -> None:
    """An escape that was chosen."""
    number = frame.target
    if isinstance(action, act.LimberAndFlee):
        play.mark(number, "MN-REACT-02", blue="reaction", reacted=True, mute=True)
        if play.test(number, "MN-REACT-21"):
            play.go_on(replace(frame, stage="flight"))
            return
        losing.take_off(play, (number,), "destroyed", "MN-REACT-22")
    elif isinstance(action, act.FleeToSquare):
        play.mark(number, "MN-REACT-32", blue="reaction", reacted=True, crew_in=action.square)
    else:
        if isinstance(action, act.FallBack):
            play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
        play.close()
        run(play, frame, action)
        return
    play.close()
    break_through(play, frame.charger, "MN-BREAK-02")


def run(play: Play, frame: Contact, action: act.FallBack | act.Flee) -> None:
    """Straight away from the charger; whoever meets an enemy or barred ground on the way is lost (MN-REACT-12).

    Nobody reacts to it; stands in the way evade. The charger breaks through when the unit has gone (`arriving`).
    """
    number = frame.target
    if action.turn:
        after = faced_about(play.unit(number))
        play.tell(happened.Turned(unit=number, facing=after.facing, turned=after.turned, about=True))
    unit = play.unit(number)
    travel: Travel = "flee" if isinstance(action, act.Flee) else "fall_back"
    leg = Leg(unit.facing, _travel(play.state, frame, action.travel), unit.facing)
    fatal = _met(play.state, frame, leg)
    end = leg if fatal is None else replace(leg, travel=fatal[0])
    then = Plan(lost="" if fatal is None else fatal[1])
    underway.begin(play, Course(unit=number, travel=travel, legs=(end,), target=frame.charger, plan=then))


def is_fatal(state: State, frame: Contact, action: act.FallBack | act.Flee) -> bool:
    """Whether a unit that gets away so would be lost on its way (MN-REACT-12)."""
    there = _facing(state, frame, action.turn)
    facing = there.units[frame.target].facing
    return _met(there, frame, Leg(facing, _travel(there, frame, action.travel), facing)) is not None


def _travel(state: State, frame: Contact, allowance: int) -> int:
    """What the allowance buys, and on to the first place that no friend stands on (MN-RULING-36, MNT-MOVE-07)."""
    bought = end = _bought(state, frame.target, allowance)
    furthest = bought + state.setup.table.width + state.setup.table.height
    while end < furthest and _holds_friend(state, frame.target, end):
        end += 1
    return end


def _bought(state: State, number: int, allowance: int) -> int:
    """The travel straight ahead that an allowance buys."""
    unit, shape = state.units[number], footprint(state, number)
    return going.travel(state, unit, going.going_of(unit, "fall_back"), shape, path(unit.facing, allowance), allowance)


def _holds_friend(state: State, number: int, travel: int) -> bool:
    """Whether a friend stands where a unit would after so much travel straight ahead."""
    shape, side = footprint(state, number), state.units[number].side
    there = overlapped(state, number, moved(shape, path(shape.bearing, travel), travel))
    return any(state.units[other].side == side for other in there)


def _met(state: State, frame: Contact, leg: Leg) -> tuple[int, str] | None:
    """Where on the way the unit meets an enemy, barred ground or the edge, and the rule that takes it."""
    number = frame.target
    unit, shape, way = state.units[number], footprint(state, number), path(leg.bearing, leg.travel)
    found: list[tuple[int, str]] = []
    foes = [other for other in enemies(state, number) if other != frame.charger]
    met = first_met(state, number, shape, way, foes)
    if met is not None:
        found.append((met, "MN-REACT-12"))
    barred = going.first_barred(state, unit, going.going_of(unit, "fall_back"), shape, way)
    if barred is not None:
        found.append((barred[0], "MN-REACT-12"))
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < leg.travel:
        found.append((edge, "MN-RULING-59"))
    return min(found) if found else None
