"""Opportunity charges and counter-charges against a moving unit (MN-REACT)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused, with_verb
from battles.kits.open_table.footprints import CM, DEGREE, FULL, moved, path, place_of, turn_between
from battles.kits.open_table.sweeps import window
from battles.kits.open_table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import charge, losses
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.command.commanders import command_state
from battles.rules.mini_nap.decisions import FollowUp, Leg, MoveInProgress, Travel
from battles.rules.mini_nap.evolve import unit_with
from battles.rules.mini_nap.movement import manoeuvre_plan, paths, progress
from battles.rules.mini_nap.positions import (
    enemies_in_contact,
    footprint,
    footprint_of,
    on_table,
    overlapping_units,
    position_of,
)
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, State, in_square, is_formed, unit_class
from battles.rules.mini_nap.tables import ANGLE_STEP, MOST_CHARGE_TURN
from battles.rules.mini_nap.terrain import roads

_MOST_TURN = MOST_CHARGE_TURN * DEGREE
_OWN_TEST = "MN-REACT-64"
"""A unit that fails it does nothing more in the initiative; one that fails its caution test only stays.

Source: MN-RULING-183.
"""


def charge_options(state: State, side: SideId, course: MoveInProgress) -> tuple[Option, ...]:
    """Sample charges at the moving unit, by unit and by point of its path."""
    notes = position_of(state).notes
    key = charge_options, side, replace(course, window=False, asked_to=NONE)
    same = state.damage, state.holding, state.stands
    cached: tuple[Any, tuple[Option, ...]] | None = notes.get(key)
    if cached is None or any(one is not other for one, other in zip(cached[0], same, strict=True)):
        cached = notes[key] = same, tuple(_find_charge_options(state, side, course))
    return cached[1]


def _find_charge_options(state: State, side: SideId, course: MoveInProgress) -> Iterator[Option]:
    for number in on_table(state, side):
        actions = tuple(charges_of(state, number, course))
        part = chargeable_stretch(state, number, course) if actions else None
        if part is not None:
            domains = {"at": {"low": part[0], "high": part[1], "unit": "0.1mm"}}
            yield Option("opportunity_charge", f"unit {number}", actions, complete=False, domains=domains)


def can_charge_mover(state: State, side: SideId, course: MoveInProgress) -> bool:
    """True if a unit of this side may charge the moving unit."""
    return any(next(charges_of(state, number, course), None) is not None for number in on_table(state, side))


def charges_of(state: State, number: int, course: MoveInProgress) -> Iterator[act.OpportunityCharge]:
    """The charges that a unit may make at the moving unit, by point of its path."""
    part = chargeable_stretch(state, number, course)
    if part is not None and refuse_unit(state, number, course) is None:
        yield from _listed(state, number, course, part)


def is_counter_charge(course: MoveInProgress, number: int) -> bool:
    """True if the unit's charge would be a counter-charge: it is the mover's target (MN-REACT-70)."""
    return course.travel in ("charge", "break_charge") and course.target == number


def refuse_unit(state: State, number: int, course: MoveInProgress) -> Refusal | None:
    """Why a unit may not charge the moving unit at any point of its path; None if it may."""
    unit, mover = state.units[number], state.units[course.unit]
    counter = is_counter_charge(course, number)
    name = unit.name
    if number in course.failed or unit.reacted or unit.idle:
        return refused("done_already", "MN-REACT-01", name, "has", "already reacted in this initiative.")
    if unit.blue:
        return refused("done_already", "MN-REACT-01", name, "has", "a blue marker and cannot react.")
    if unit.stood or enemies_in_contact(state, number):
        return refused("locked", "MN-REACT-04", name, "is", "in contact with an enemy.")
    unformed = counter and state.setup.rules.options.unformed_may_counter_charge
    if in_square(unit) or unit_class(unit) == "artillery" or not (is_formed(unit) or unformed):
        rule = "MN-REACT-71" if counter else "MN-REACT-60"
        return Refusal(
            "not_for_kind", rule, f"{name} cannot charge a moving enemy: it must be formed and not in square."
        )
    if unit_class(unit) == "infantry" and unit_class(mover) == "cavalry":
        return refused("no_target", "MN-REACT-61", name, "is", "infantry and cannot charge cavalry.")
    if not counter and command_state(state, number) == "out":
        return refused("not_for_kind", "MN-CMD-21", name, "is", "not in command.")
    return charge.refuse_target(state, unit, course.unit)


def refuse_charge(state: State, side: SideId, action: Any, course: MoveInProgress) -> Refusal | None:
    """Why a unit may not charge the mover at this point with this facing; None if it may."""
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-REACT-60", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", "MN-REACT-01", unit.name, "belongs", "to the enemy.")
    if unit.where != "table":
        return refused("gone", "MN-REACT-01", unit.name, "is", "not on the table.")
    refusal = refuse_unit(state, number, course)
    if refusal is not None:
        return refusal
    part = chargeable_stretch(state, number, course)
    if part is None or not part[0] <= action.at <= part[1]:
        limit = state.setup.rules.tables.opportunity_limit[unit_class(unit)]
        mover = state.units[course.unit].name
        why = f"At that point of its path {with_verb(mover, 'is')} not within {limit} cm of {unit.name}."
        return Refusal("out_of_reach", "MN-REACT-60", why)
    refusal = _refuse_stop(_with_mover_stopped(state, course, action.at), course.unit)
    reach = refusal or _charge_at(state, course, action)
    return reach if isinstance(reach, Refusal) else None


def _refuse_stop(there: State, mover: int) -> Refusal | None:
    """Why a moving unit may not be stopped here: it is passing through a friend (MN-RULING-180); None if it may."""
    unit = there.units[mover]
    met = () if is_formed(unit) else overlapping_units(there, mover, footprint(there, mover))
    if not met:
        return None
    name = there.units[met[0]].name
    return Refusal(
        "occupied", "MN-RULING-180", f"At that point of its path {with_verb(unit.name, 'is')} passing through {name}."
    )


def perform_charge(play: Resolution, action: act.OpportunityCharge, course: MoveInProgress) -> None:
    """The mover stops; the reacting unit turns, makes its tests, and charges or stays.

    Source: MN-REACT-62, MN-REACT-63, MN-REACT-64, MN-REACT-65, MN-RULING-70.
    """
    number = action.unit
    reach = _charge_at(play.state, course, action)
    assert isinstance(reach, charge.ChargeReach)  # noqa: S101
    counter = is_counter_charge(course, number)
    caution = command_state(play.state, number) == "cautious"
    evasion.overrun_stands(play, course, action.at)
    progress.stop_move(play, action.at)
    unit = play.unit(number)
    if action.facing != unit.facing:
        turned = unit.turned + abs(turn_between(unit.facing, action.facing))
        play.tell(happened.Turned(unit=number, facing=action.facing, turned=turned))
        evasion.make_room(play, number)
    play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
    failed = _failed_test(play, number, counter=counter, cautious=caution)
    if failed:
        if failed == _OWN_TEST and play.options.failed_opportunity_charge_idle:
            play.mark(number, "MN-REACT-65", idle=True)
        move = progress.move_in_progress(play.state)
        play.go_on(replace(move, failed=(*move.failed, number), asked_to=-1))
        progress.ask_how_far(play)
        return
    play.close()
    losses.settle_losses(play)
    evasion.make_room(play, course.unit)
    play.mark(course.unit, "MN-RULING-75", still=True)
    play.mark(number, "MN-CHARGE-08", charged=True, impact=True)
    leg = Leg(action.facing, reach.travel, action.facing)
    travel: Travel = "counter" if counter else "opportunity"
    follow_up = FollowUp(bridge=action.bridge)
    progress.start_move(
        play, MoveInProgress(unit=number, travel=travel, legs=(leg,), target=course.unit, plan=follow_up)
    )


def _failed_test(play: Resolution, number: int, *, counter: bool, cautious: bool) -> str:
    """The rule of the test that a unit fails, ``""`` for none.

    A cautious unit tests; an opportunity charge needs a quality test, a counter-charge does not.

    Source: MN-REACT-64, MN-REACT-70, MN-REACT-73, MN-RULING-26.
    """
    if counter:
        order = ["MN-CMD-20"] if cautious and play.options.cautious_counter_charge_tests else []
    else:
        order = [_OWN_TEST]
        if cautious:
            order.insert(0 if play.options.cautious_test_order == "first" else 1, "MN-CMD-20")
    return next((rule for rule in order if not play.test(number, rule)), "")


def chargeable_stretch(state: State, number: int, course: MoveInProgress) -> tuple[int, int] | None:
    """The part of the mover's leg that is near enough (MN-REACT-60, MN-GEO-11, MN-REACT-72)."""
    unit, leg = state.units[number], course.legs[0]
    limit = state.setup.rules.tables.opportunity_limit.get(unit_class(unit))
    if limit is None:
        return None
    shape = paths.shape_along(state, state.units[course.unit], leg)
    return window(shape, path(leg.bearing, leg.travel), footprint(state, number), limit * CM)


def _with_mover_stopped(state: State, course: MoveInProgress, at: int) -> State:
    """The battle with the mover stopped at a point of its leg."""
    leg, unit = course.legs[0], state.units[course.unit]
    shape = moved(paths.shape_along(state, unit, leg), path(leg.bearing, at), at)
    x, y = place_of(shape)
    return unit_with(state, course.unit, x=x, y=y, facing=leg.facing)


def _charge_at(state: State, course: MoveInProgress, action: act.OpportunityCharge) -> charge.ChargeReach | Refusal:
    """The charge of a unit that turns to a bearing, at the mover stopped at a point; or why it is not legal.

    Source: MN-REACT-63, MN-REACT-68, MN-RULING-41.
    """
    number = action.unit
    there, unit = _with_mover_stopped(state, course, action.at), state.units[number]
    ready = unit
    if action.facing != unit.facing:
        turned = manoeuvre_plan.plan_pivot(there, number, replace(unit, turned=0), action.facing)
        if isinstance(turned, Refusal):
            return turned
        ready = turned
        if ready.turned > _MOST_TURN:
            return Refusal("out_of_arc", "MN-REACT-63", f"{unit.name} may turn by 90 degrees at most.")
    return manoeuvre_plan.charge_travel(there, number, ready, act.Charge(course.unit, action.bridge), "intercept")


def _listed(
    state: State, number: int, course: MoveInProgress, part: tuple[int, int]
) -> Iterator[act.OpportunityCharge]:
    """For each point of section 5.5 the charge with the least turn, if there is one."""
    step = state.setup.rules.options.distance_step_cm
    first, last = part
    points = sorted({first, last, (first + last) // 2, *range(-(-first // step) * step, last + 1, step)})
    for at in points:
        best = best_charge(state, number, course, at)
        if best is not None:
            yield best


def best_charge(state: State, number: int, course: MoveInProgress, at: int) -> act.OpportunityCharge | None:
    """The charge with the least turn at a point; across a bridge only if there is no other. None if there is none."""
    there = _with_mover_stopped(state, course, at)
    if _refuse_stop(there, course.unit) is not None:
        return None
    shape = footprint(state, number)
    goal = footprint_of(state.setup.rules, there.units[course.unit])
    turns = tuple(turns_toward(shape, goal, ANGLE_STEP * DEGREE, _MOST_TURN))
    for bridge in ("", *roads.touched_bridges(state, goal)):
        for turn in turns:
            facing = (state.units[number].facing + turn) % FULL
            action = act.OpportunityCharge(number, at, facing, bridge)
            if not isinstance(_charge_at(state, course, action), Refusal):
                return action
    return None
