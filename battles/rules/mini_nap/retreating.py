"""Units that their owner takes out of the game (MN-RETREAT)."""

from collections.abc import Iterator

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import attaching, losing
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import footprint, on_table, touched
from battles.rules.mini_nap.breakthrough import break_through
from battles.rules.mini_nap.command import check, is_chosen
from battles.rules.mini_nap.evading import is_free
from battles.rules.mini_nap.evolve_units import unit_with
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State


def refuse(state: State, side: SideId, action: act.Retreat) -> Refusal | None:
    """Why a unit may not be taken out now; None where it may (MN-RETREAT-02 to 04)."""
    if action.unit >= len(state.units):
        return Refusal("no_such", "MN-RETREAT-01", f"There is no unit {action.unit}.")
    unit = state.units[action.unit]
    if unit.side != side:
        return Refusal("not_yours", "MN-RETREAT-01", f"{unit.name} belongs to the enemy.")
    if unit.where != "table":
        return Refusal("gone", "MN-RETREAT-01", f"{unit.name} is not on the table.")
    if unit.crew_in != NONE:
        return Refusal("not_for_kind", "MN-REACT-35", f"{unit.name} is abandoned and cannot be taken out.")
    if unit.charged:
        return Refusal("done_already", "MN-RETREAT-02", f"{unit.name} has charged in this initiative.")
    if unit.fired and is_chosen(state, action.unit):
        return Refusal("done_already", "MN-RETREAT-02", f"{unit.name} has fired in this initiative.")
    if not state.setup.rules.options.retreat_from_contact and touched(state, action.unit):
        return Refusal("locked", "MN-RULING-56", f"{unit.name} is in contact with the enemy.")
    if check(state, action.unit) == "out":
        return Refusal("out_of_reach", "MN-RETREAT-02", f"{unit.name} is not in command at this moment.")
    if action.leave_stand and _attached(state, action.unit) == NONE:
        return Refusal("not_needed", "MN-RETREAT-04", f"No command stand is attached to {unit.name}.")
    return None


def options(state: State, side: SideId) -> Iterator[Option]:
    """Every unit of a side that may be taken out, with its Brigade stand or without it."""
    for number in on_table(state, side):
        ways = [act.Retreat(number)]
        if _attached(state, number) != NONE:
            ways.append(act.Retreat(number, leave_stand=True))
        if refuse(state, side, ways[0]) is None:
            yield Option("retreat", f"unit {number}", tuple(ways), seldom=True)


def perform(play: Play, action: act.Retreat) -> None:
    """The unit goes; whoever touched it alone has broken through (MN-RETREAT-03, MN-RULING-31)."""
    state = play.state
    foes = touched(state, action.unit)
    if action.leave_stand:
        _leave_stand(play, _attached(state, action.unit))
    losing.take_off(play, (action.unit,), "retreated", "MN-RETREAT-01")
    for foe in foes:
        break_through(play, foe, "MN-BREAK-02")


def _attached(state: State, unit: int) -> int:
    """The stand that is attached to a unit, or nobody."""
    return next((number for number, stand in enumerate(state.stands) if stand.unit == unit), NONE)


def _leave_stand(play: Play, number: int) -> None:
    """A stand that stays is put down touching the place where the unit stood (MN-RETREAT-04)."""
    leaving = play.state.stands[number].unit
    unit = play.unit(leaving)
    without = unit_with(play.state, leaving, where="retreated")
    for x, y in ((unit.x, unit.y), *attaching.beside(footprint(play.state, leaving))):
        if is_free(without, number, x, y):
            play.tell(happened.StandPlaced(stand=number, x=x, y=y, how="detached"))
            return
