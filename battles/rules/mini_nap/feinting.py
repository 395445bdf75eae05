"""W4: cavalry before a square that has just formed rides back, or fights (MN-REACT-50 to 53)."""

from collections.abc import Iterator

from msgspec.structs import replace

from battles.engine.core import Refusal
from battles.engine.table.bearings import FULL, path, turn_between
from battles.engine.table.sweeps import travel_on_table
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import allowances, going, paths, plans, underway
from battles.rules.mini_nap.board import footprint, on_table, touched
from battles.rules.mini_nap.frames import Contact, Course, Leg, Plan
from battles.rules.mini_nap.meeting import first_met
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, Unit
from battles.rules.mini_nap.tables import ANGLE_STEP, DEGREE, MOST_CHARGE_TURN

_HALF = FULL // 2
_MOST_TURN = MOST_CHARGE_TURN * DEGREE


def may(state: State, frame: Contact) -> bool:
    """Whether the charger may feint: it is in contact with a square that has just formed against it (MN-REACT-50)."""
    if state.units[frame.charger].where != "table":
        return False
    return any(number in frame.formed for number in touched(state, frame.charger))


def perform(play: Play, frame: Contact, action: act.Feint | act.FeintBack) -> None:
    """The test, and then the ride back."""
    if isinstance(action, act.Feint):
        if play.test(frame.charger, "MN-REACT-50"):
            play.go_on(replace(frame, stage="feint_back"))
        else:
            play.close()
        return
    play.close()
    _ride_back(play, frame.charger, action)


def _ride_back(play: Play, number: int, action: act.FeintBack) -> None:
    """MN-REACT-51, 52: no break-through, and nothing more in the phase; the enemy may charge it (MN-RULING-82)."""
    play.mark(number, "MN-REACT-51", still=True, impact=False)
    unit = play.unit(number)
    leg = _leg(play.state, unit, number, action.travel)
    met = _met(play.state, number, leg)
    end = leg if met is None else replace(leg, travel=met)
    turn = action.facing if met is None and action.facing != unit.facing else None
    then = Plan(pivot=turn, lost="" if met is None else "MN-REACT-52")
    underway.begin(play, Course(unit=number, travel="feint", legs=(end,), plan=then))


def _leg(state: State, unit: Unit, number: int, allowance: int) -> Leg:
    bearing = (unit.facing + _HALF) % FULL
    bought = going.travel(state, unit, "move", footprint(state, number), path(bearing, allowance), allowance)
    return Leg(bearing, bought, unit.facing)


def _met(state: State, number: int, leg: Leg) -> int | None:
    """Where on the way back it meets another unit, barred ground or the edge."""
    shape, way = footprint(state, number), path(leg.bearing, leg.travel)
    met = first_met(state, number, shape, way, on_table(state))
    found = [] if met is None else [met]
    barred = going.first_barred(state, state.units[number], "move", shape, way)
    if barred is not None:
        found.append(barred[0])
    edge = travel_on_table(shape, way, state.setup.table.width, state.setup.table.height)
    if edge < leg.travel:
        found.append(edge)
    return min(found, default=None)


def is_fatal(state: State, frame: Contact, action: act.FeintBack) -> bool:
    """Whether a ride back would lead into somebody or barred ground (MN-REACT-52)."""
    leg = _leg(state, state.units[frame.charger], frame.charger, action.travel)
    return _met(state, frame.charger, leg) is not None


def refuse_back(state: State, frame: Contact, action: act.FeintBack) -> Refusal | None:
    """Whether distance and facing may be chosen (MN-REACT-51)."""
    least, most = allowances.reach(state, "feint")
    unit = state.units[frame.charger]
    if not least <= action.travel <= most:
        why = f"{unit.name} rides back {paths.cm(least)} to {paths.cm(most)}."
        return Refusal("out_of_reach", "MN-REACT-51", why)
    if abs(turn_between(unit.facing, action.facing)) > _MOST_TURN:
        return Refusal("out_of_arc", "MN-REACT-51", f"{unit.name} may turn by 90 degrees at most.")
    leg = _leg(state, unit, frame.charger, action.travel)
    if _met(state, frame.charger, leg) is None and action.facing != unit.facing:
        x, y = paths.at_end(state, unit, leg, leg.travel)
        turned = plans.pivot(state, frame.charger, replace(unit, x=x, y=y), action.facing)
        return turned if isinstance(turned, Refusal) else None
    return None


def listed(state: State, frame: Contact) -> Iterator[act.FeintBack]:
    """Rides back in whole steps without a turn, and the longest with each turn."""
    least, most = allowances.reach(state, "feint")
    facing = state.units[frame.charger].facing
    for travel in range(least, most + 1, state.setup.rules.options.distance_step_cm):
        yield act.FeintBack(travel, facing)
    for turn in range(ANGLE_STEP * DEGREE, _MOST_TURN + 1, ANGLE_STEP * DEGREE):
        for each in (turn, -turn):
            action = act.FeintBack(most, (facing + each) % FULL)
            if refuse_back(state, frame, action) is None:
                yield action
