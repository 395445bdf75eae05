"""Escape from a charge: fall back, limber and flee, flee to a friendly square (MN-REACT)."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.words import with_verb
from battles.kits.open_table import distances
from battles.kits.open_table.footprints import FULL, moved, path
from battles.kits.open_table.sweeps import travel_on_table
from battles.kits.open_table.zones import looks_away
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import losses
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.decisions import Contact, FollowUp, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.movement import paths, progress
from battles.rules.mini_nap.movement.formation import after_about_face
from battles.rules.mini_nap.movement.progress import first_met
from battles.rules.mini_nap.positions import enemies_in_contact, enemy_units, footprint, on_table, overlapping_units
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import State, unit_class
from battles.rules.mini_nap.tables import Act
from battles.rules.mini_nap.terrain import cost

_HALF = FULL // 2


def escape_act(state: State, number: int) -> Act:
    """The line of MN-MOVE-16 that gives the distance of a unit's escape."""
    unit = state.units[number]
    if unit_class(unit) == "artillery":
        return "limber_and_flee"
    return "fall_back_cavalry" if unit_class(unit) == "cavalry" else "fall_back_infantry"


def turn_choice(state: State, frame: Contact) -> tuple[bool, ...]:
    """Whether the unit faces about first: (True,) must, (False,) must not, both: may choose (MN-RULING-36)."""
    away = looks_away(footprint(state, frame.target), footprint(state, frame.charger))
    if away == 0:
        return (False, True)
    return (away < 0,)


def can_fall_back(state: State, frame: Contact) -> bool:
    """True if the target may fall back: it is in skirmish line (MN-REACT-10)."""
    return state.units[frame.target].formation == "skirmish_line"


def can_limber(state: State, frame: Contact) -> bool:
    """True if the target may try to limber and flee: horse artillery against infantry only (MN-REACT-20)."""
    unit = state.units[frame.target]
    others = [enemy for enemy in enemies_in_contact(state, frame.target) if enemy != frame.charger]
    return unit.type == "horse_artillery" and unit_class(state.units[frame.charger]) == "infantry" and not others


def refuge_squares(state: State, frame: Contact) -> tuple[int, ...]:
    """The friendly solid squares that a battery touches (MN-REACT-30, MN-RULING-76)."""
    unit = state.units[frame.target]
    if unit_class(unit) != "artillery":
        return ()
    tol = state.setup.rules.options.contact_tol_cm
    here = footprint(state, frame.target)
    return tuple(
        number
        for number in on_table(state, unit.side)
        if state.units[number].formation == "solid_square" and distances.distance(here, footprint(state, number)) <= tol
    )


def listed_distances(state: State, frame: Contact, turn: bool) -> tuple[int, ...]:
    """Listed distances in whole steps (MN-RULING-61); those that end on a friend only if all do."""
    least, most = paths.distance_range(state, escape_act(state, frame.target))
    listed = tuple(range(least, most + 1, state.setup.rules.options.distance_step_cm))
    there = _ready_to_go(state, frame, turn)
    free = tuple(each for each in listed if not _is_on_friend(there, frame, each))
    return free or tuple(islice(_free_distances(there, frame), 1)) or listed


def _ready_to_go(state: State, frame: Contact, turn: bool) -> State:
    """The battle with the unit turned, ready to move."""
    unit = state.units[frame.target]
    return unit_with(state, frame.target, facing=after_about_face(unit).facing) if turn else state


def _free_distances(there: State, frame: Contact) -> Iterator[int]:
    """The distances of the whole range that do not end on a friend (MN-RULING-177)."""
    least, most = paths.distance_range(there, escape_act(there, frame.target))
    return (each for each in range(least, most + 1) if not _is_on_friend(there, frame, each))


def _is_on_friend(there: State, frame: Contact, allowance: int) -> bool:
    """True if the unit would end on a friend, and not be lost before (MN-INTERPEN-04)."""
    end, facing = _affordable_travel(there, frame.target, allowance), there.units[frame.target].facing
    return _holds_friend(there, frame.target, end) and _met(there, frame, Leg(facing, end, facing)) is None


def refuse_distance(state: State, frame: Contact, action: act.FallBack | act.Flee) -> Refusal | None:
    """Why distance or turn may not be chosen (MN-REACT-11, MN-REACT-23); None if they may."""
    least, most = paths.distance_range(state, escape_act(state, frame.target))
    name = state.units[frame.target].name
    rule = "MN-REACT-23" if escape_act(state, frame.target) == "limber_and_flee" else "MN-REACT-11"
    if not least <= action.travel <= most:
        why = f"{with_verb(name, 'moves')} {paths.cm(least)} to {paths.cm(most)}, not {paths.cm(action.travel)}."
        return Refusal("out_of_reach", rule, why)
    if action.turn not in turn_choice(state, frame):
        way = "must face about to escape" if not action.turn else "escapes straight ahead, without facing about"
        return Refusal("bad_order", "MN-RULING-36", f"{name} {way}.")
    there = _ready_to_go(state, frame, action.turn)
    if _is_on_friend(there, frame, action.travel) and next(_free_distances(there, frame), None) is not None:
        why = f"{name} would end on a friend; choose another distance, which ends in a free place."
        return Refusal("occupied", "MN-RULING-177", why)
    return None


def perform_escape(play: Resolution, frame: Contact, action: Any) -> None:
    """Carry out an escape."""
    number = frame.target
    if isinstance(action, act.LimberAndFlee):
        play.mark(number, "MN-REACT-02", blue="reaction", reacted=True, mute=True)
        if play.test(number, "MN-REACT-21"):
            play.go_on(replace(frame, stage="flight"))
            return
        losses.remove_units(play, (number,), "destroyed", "MN-REACT-22")
    elif isinstance(action, act.FleeToSquare):
        play.mark(number, "MN-REACT-32", blue="reaction", reacted=True, crew_in=action.square)
    else:
        if isinstance(action, act.FallBack):
            play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
        play.close()
        run_away(play, frame, action)
        return
    play.close()
    mark_break_through(play, frame.charger, "MN-BREAK-02")


def run_away(play: Resolution, frame: Contact, action: act.FallBack | act.Flee) -> None:
    """Move straight away from the charger; a unit that meets an enemy or barred ground is lost.

    No unit reacts to it; stands in its path evade. The charger breaks through after the move.

    Source: MN-REACT-12, MN-REACT-13.
    """
    number = frame.target
    if action.turn:
        after = after_about_face(play.unit(number))
        play.tell(happened.Turned(unit=number, facing=after.facing, turned=after.turned, about=True))
    unit = play.unit(number)
    travel: Travel = "flee" if isinstance(action, act.Flee) else "fall_back"
    leg = Leg(unit.facing, _travel_past_friends(play.state, frame, action.travel), unit.facing)
    fatal = _met(play.state, frame, leg)
    end = leg if fatal is None else replace(leg, travel=fatal[0])
    follow_up = FollowUp(lost="" if fatal is None else fatal[1])
    progress.start_move(
        play, MoveInProgress(unit=number, travel=travel, legs=(end,), target=frame.charger, plan=follow_up)
    )


def is_escape_fatal(state: State, frame: Contact, action: act.FallBack | act.Flee) -> bool:
    """True if a unit that escapes in this way would be lost (MN-REACT-12)."""
    there = _ready_to_go(state, frame, action.turn)
    facing = there.units[frame.target].facing
    return _met(there, frame, Leg(facing, _travel_past_friends(there, frame, action.travel), facing)) is not None


def _travel_past_friends(state: State, frame: Contact, allowance: int) -> int:
    """The travel that the allowance buys, extended to the first place clear of friends.

    Source: MN-RULING-36, MNT-MOVE-07, MNT-RULING-29.
    """
    affordable = end = _affordable_travel(state, frame.target, allowance)
    furthest = affordable + state.setup.table.width + state.setup.table.height
    while end < furthest and _holds_friend(state, frame.target, end):
        end += 1
    return end


def _affordable_travel(state: State, number: int, allowance: int) -> int:
    """The travel straight ahead that an allowance buys."""
    unit, shape = state.units[number], footprint(state, number)
    return cost.affordable_travel(
        state, unit, cost.cost_column(unit, "fall_back"), shape, path(unit.facing, allowance), allowance
    )


def _holds_friend(state: State, number: int, travel: int) -> bool:
    """True if a friend is where the unit would be after ``travel`` straight ahead."""
    shape, side = footprint(state, number), state.units[number].side
    there = overlapping_units(state, number, moved(shape, path(shape.bearing, travel), travel))
    return any(state.units[other].side == side for other in there)


def _met(state: State, frame: Contact, leg: Leg) -> tuple[int, str] | None:
    """Where the unit meets an enemy, barred ground or the edge, and the rule that removes it; None if nowhere."""
    number = frame.target
    unit, shape, way = state.units[number], footprint(state, number), path(leg.bearing, leg.travel)
    meetings: list[tuple[int, str]] = []
    foes = [other for other in enemy_units(state, number) if other != frame.charger]
    met = first_met(state, number, shape, way, foes)
    if met is not None:
        meetings.append((met, "MN-REACT-12"))
    barred = cost.first_barred_ground(state, unit, cost.cost_column(unit, "fall_back"), shape, way)
    if barred is not None:
        meetings.append((barred[0], "MN-REACT-12"))
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < leg.travel:
        meetings.append((edge, "MN-RULING-59"))
    return min(meetings) if meetings else None
