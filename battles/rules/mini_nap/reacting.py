"""W1: opportunity charges and counter-charges against a unit on its way (MN-REACT-60 to 73)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.table.bearings import FULL, path, turn_between
from battles.engine.table.footprints import moved, place_of
from battles.engine.table.sweeps import window
from battles.engine.table.zones import turns_toward
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import bridges, charging, charging_ways, evading, losing, onward, paths, plans, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import footprint, footprint_of, on_table, overlapped, standing, touched
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.frames import Course, Leg, Plan, Travel
from battles.rules.mini_nap.kinds import in_square, is_formed, unit_class
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State
from battles.rules.mini_nap.tables import ANGLE_STEP, CM, DEGREE, MOST_CHARGE_TURN

_MOST_TURN = MOST_CHARGE_TURN * DEGREE
_OWN_TEST = "MN-REACT-64"
"""Who fails it does no more in the initiative; who fails the test of caution only stays where it is (MN-RULING-183)."""


def options(state: State, side: SideId, course: Course) -> tuple[Option, ...]:
    """A sample of the charges that may be made at the unit on its way, by unit and by point of its path."""
    notes = standing(state).notes
    key = options, side, replace(course, window=False, asked_to=NONE)
    same = state.damage, state.holding, state.stands
    kept: tuple[Any, tuple[Option, ...]] | None = notes.get(key)
    if kept is None or any(one is not other for one, other in zip(kept[0], same, strict=True)):
        kept = notes[key] = same, tuple(_options(state, side, course))
    return kept[1]


def _options(state: State, side: SideId, course: Course) -> Iterator[Option]:
    for number in on_table(state, side):
        actions = tuple(charges_of(state, number, course))
        part = part_of(state, number, course) if actions else None
        if part is not None:
            domains = {"at": {"low": part[0], "high": part[1], "unit": "0.1mm"}}
            yield Option("opportunity_charge", f"unit {number}", actions, complete=False, domains=domains)


def can_answer(state: State, side: SideId, course: Course) -> bool:
    """Whether a unit of a side may charge whoever is on its way."""
    return any(next(charges_of(state, number, course), None) is not None for number in on_table(state, side))


def charges_of(state: State, number: int, course: Course) -> Iterator[act.OpportunityCharge]:
    """The charges that a unit may make at the mover, by point of its path."""
    part = part_of(state, number, course)
    if part is not None and refuse_unit(state, number, course) is None:
        yield from _listed(state, number, course, part)


def is_counter(course: Course, number: int) -> bool:
    """Whether a charge at the mover would be a counter-charge: its target's own (MN-REACT-70)."""
    return course.travel in ("charge", "break_charge") and course.target == number


def refuse_unit(state: State, number: int, course: Course) -> Refusal | None:
    """Why a unit may not charge whoever is on its way; None where it may, at some point of the path."""
    unit, mover = state.units[number], state.units[course.unit]
    counter = is_counter(course, number)
    name = unit.name
    if number in course.failed or unit.reacted or unit.idle:
        return Refusal("done_already", "MN-REACT-01", f"{name} has reacted in this initiative.")
    if unit.blue:
        return Refusal("done_already", "MN-REACT-01", f"{name} has a blue marker and cannot react.")
    if unit.stood or touched(state, number):
        return Refusal("locked", "MN-REACT-04", f"{name} is in contact with an enemy.")
    unformed = counter and state.setup.rules.options.unformed_may_counter_charge
    if in_square(unit) or unit_class(unit) == "artillery" or not (is_formed(unit) or unformed):
        rule = "MN-REACT-71" if counter else "MN-REACT-60"
        return Refusal("not_for_kind", rule, f"{name} cannot charge a moving enemy: it must be formed, and no square.")
    if unit_class(unit) == "infantry" and unit_class(mover) == "cavalry":
        return Refusal("no_target", "MN-REACT-61", f"{name} is infantry and cannot charge cavalry.")
    if not counter and command_of(state, number) == "out":
        return Refusal("not_for_kind", "MN-CMD-21", f"{name} is not in command.")
    return charging.refuse_target(state, unit, course.unit)


def refuse(state: State, side: SideId, action: Any, course: Course) -> Refusal | None:
    """Why a unit may not charge the mover at that point, so turned; None where it may."""
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-REACT-60", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", "MN-REACT-01", f"{unit.name} belongs to the enemy.")
    if unit.where != "table":
        return Refusal("gone", "MN-REACT-01", f"{unit.name} is not on the table.")
    found = refuse_unit(state, number, course)
    if found is not None:
        return found
    part = part_of(state, number, course)
    if part is None or not part[0] <= action.at <= part[1]:
        limit = state.setup.rules.tables.opportunity_limit[unit_class(unit)]
        mover = state.units[course.unit].name
        why = f"At that point of its path {mover} is not within {limit} cm of {unit.name}."
        return Refusal("out_of_reach", "MN-REACT-60", why)
    found = _refuse_stop(_stopped(state, course, action.at), course.unit)
    made = found or _charge(state, course, action)
    return made if isinstance(made, Refusal) else None


def _refuse_stop(there: State, mover: int) -> Refusal | None:
    """Why a unit on its way may not be stopped where it stands: it is going through a friend (MN-RULING-180)."""
    unit = there.units[mover]
    met = () if is_formed(unit) else overlapped(there, mover, footprint(there, mover))
    if not met:
        return None
    name = there.units[met[0]].name
    return Refusal("occupied", "MN-RULING-180", f"At that point of its path {unit.name} is going through {name}.")


def perform(play: Play, action: act.OpportunityCharge, course: Course) -> None:
    """The mover stops, the reacting unit turns, tests where it must, and charges or stays (MN-REACT-62 to 65)."""
    number = action.unit
    made = _charge(play.state, course, action)
    assert isinstance(made, charging.Reach)  # noqa: S101
    counter = is_counter(course, number)
    caution = command_of(play.state, number) == "cautious"
    evading.overrun(play, course, action.at)
    underway.stop_at(play, action.at)
    unit = play.unit(number)
    if action.facing != unit.facing:
        turned = unit.turned + abs(turn_between(unit.facing, action.facing))
        play.tell(happened.Turned(unit=number, facing=action.facing, turned=turned))
        evading.make_room(play, number)
    play.mark(number, "MN-REACT-02", blue="reaction", reacted=True)
    failed = _failed(play, number, counter=counter, cautious=caution)
    if failed:
        if failed == _OWN_TEST and play.options.failed_opportunity_charge_idle:
            play.mark(number, "MN-REACT-65", idle=True)
        on_its_way = underway.course_of(play.state)
        play.go_on(replace(on_its_way, failed=(*on_its_way.failed, number), asked_to=-1))
        onward.ask(play)
        return
    play.close()
    losing.settle(play)
    evading.make_room(play, course.unit)
    play.mark(course.unit, "MN-RULING-75", still=True)
    play.mark(number, "MN-CHARGE-08", charged=True, impact=True)
    leg = Leg(action.facing, made.travel, action.facing)
    travel: Travel = "counter" if counter else "opportunity"
    then = Plan(bridge=action.bridge)
    underway.begin(play, Course(unit=number, travel=travel, legs=(leg,), target=course.unit, plan=then))


def _failed(play: Play, number: int, *, counter: bool, cautious: bool) -> str:
    """The test that a unit fails, ``""`` for none: the cautious one, and the quality test that a counter-charge is
    spared (MN-REACT-64, 70, MN-RULING-26).
    """
    if counter:
        order = ["MN-CMD-20"] if cautious and play.options.cautious_counter_charge_tests else []
    else:
        order = [_OWN_TEST]
        if cautious:
            order.insert(0 if play.options.cautious_test_order == "first" else 1, "MN-CMD-20")
    return next((rule for rule in order if not play.test(number, rule)), "")


def part_of(state: State, number: int, course: Course) -> tuple[int, int] | None:
    """The part of the mover's leg that is near enough (MN-REACT-60, MN-GEO-11)."""
    unit, leg = state.units[number], course.legs[0]
    limit = state.setup.rules.tables.opportunity_limit.get(unit_class(unit))
    if limit is None:
        return None
    shape = paths.shape_on(state, state.units[course.unit], leg)
    return window(shape, path(leg.bearing, leg.travel), footprint(state, number), limit * CM)


def _stopped(state: State, course: Course, at: int) -> State:
    """The battle with the mover at a point of its leg."""
    leg, unit = course.legs[0], state.units[course.unit]
    shape = moved(paths.shape_on(state, unit, leg), path(leg.bearing, at), at)
    x, y = place_of(shape)
    return unit_with(state, course.unit, x=x, y=y, facing=leg.facing)


def _charge(state: State, course: Course, action: act.OpportunityCharge) -> charging.Reach | Refusal:
    """The charge of a unit that turns to a bearing, at the mover as it stands at a point (MN-REACT-63, 68)."""
    number = action.unit
    there, unit = _stopped(state, course, action.at), state.units[number]
    ready = unit
    if action.facing != unit.facing:
        turned = plans.pivot(there, number, replace(unit, turned=0), action.facing)
        if isinstance(turned, Refusal):
            return turned
        ready = turned
        if ready.turned > _MOST_TURN:
            return Refusal("out_of_arc", "MN-REACT-63", f"{unit.name} may turn by 90 degrees at most.")
    return charging_ways.reach(there, number, ready, act.Charge(course.unit, action.bridge), "intercept")


def _listed(state: State, number: int, course: Course, part: tuple[int, int]) -> Iterator[act.OpportunityCharge]:
    """For each point of section 5.5 the charge with the least turn, where there is one."""
    step = state.setup.rules.options.distance_step_cm
    first, last = part
    points = sorted({first, last, (first + last) // 2, *range(-(-first // step) * step, last + 1, step)})
    for at in points:
        found = best(state, number, course, at)
        if found is not None:
            yield found


def best(state: State, number: int, course: Course, at: int) -> act.OpportunityCharge | None:
    """The charge with the least turn that can be made at a point; over a bridge only where there is no other."""
    there = _stopped(state, course, at)
    if _refuse_stop(there, course.unit) is not None:
        return None
    shape = footprint(state, number)
    goal = footprint_of(state.setup.rules, there.units[course.unit])
    turns = tuple(turns_toward(shape, goal, ANGLE_STEP * DEGREE, _MOST_TURN))
    for bridge in ("", *bridges.touched(state, goal)):
        for turn in turns:
            facing = (state.units[number].facing + turn) % FULL
            made = act.OpportunityCharge(number, at, facing, bridge)
            if not isinstance(_charge(state, course, made), Refusal):
                return made
    return None
