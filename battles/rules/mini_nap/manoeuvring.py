"""The Manoeuvre phase (ST-07): one unit of the chosen Brigade or Division after another does its plan, or none."""

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import bridges, charging_acts, evading, landmarks, losing, plans, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import touched
from battles.rules.mini_nap.frames import Change, Course, Plan
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State, Unit


def takes_part(state: State, unit: Unit) -> bool:
    """Whether a unit belongs to what the initiative was given to (MN-MAN-01)."""
    if state.division != NONE:
        return state.brigades[unit.brigade].division == state.division
    return unit.brigade == state.brigade


def refuse_unit(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a unit may not manoeuvre at all now; None where it may."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-MAN-01", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", "MN-MAN-01", f"{unit.name} belongs to the enemy.")
    if unit.where != "table":
        return Refusal("gone", "MN-MAN-01", f"{unit.name} is not on the table.")
    if not takes_part(state, unit):
        chosen = "Division" if state.division != NONE else "Brigade"
        return Refusal("not_yours", "MN-MAN-01", f"{unit.name} does not belong to the chosen {chosen}.")
    if unit.crew_in != NONE:
        return Refusal("not_for_kind", "MN-REACT-32", f"{unit.name} is abandoned.")
    if unit.manoeuvred:
        return Refusal("done_already", "MN-SEQ-04", f"{unit.name} has manoeuvred this Turn.")
    if unit.still or touched(state, number):
        return Refusal("locked", "MN-RULING-75", f"{unit.name} can do no more in this phase.")
    return None


def refuse(state: State, side: SideId, action: act.Manoeuvre) -> Refusal | None:
    """Why a manoeuvre may not be done; None where it may."""
    return refuse_unit(state, side, action.unit) or refuse_plan(state, action)


def refuse_plan(state: State, action: act.Manoeuvre) -> Refusal | None:
    """Why a unit that may manoeuvre may not do that; None where it may."""
    planned = plans.plan(state, action)
    if isinstance(planned, Refusal):
        return planned
    return landmarks.refuse(state, action, planned)


def perform(play: Play, action: act.Manoeuvre) -> None:
    """The steps before the movement, and then the way, on which there may be windows."""
    planned = plans.plan(play.state, action)
    assert isinstance(planned, plans.Planned)  # noqa: S101
    number = action.unit
    play.mark(number, "MN-SEQ-04", manoeuvred=True)
    if action.leave:
        landmarks.leave(play, number)
    take_steps(play, number, action.before)
    if play.unit(number).where != "table":
        return
    if isinstance(action.move, plans.CHARGES):
        charging_acts.perform(play, number, action.move)
        return
    after = action.after
    facing = action.move.facing if isinstance(action.move, act.Redeploy | act.CrossBridge) else None
    then = Plan(
        face=facing,
        pivot=after.pivot,
        about_face=after.about_face,
        change=after.change,
        change_first=after.change_first,
        defend=action.defend,
        over=(action.move.x, action.move.y) if isinstance(action.move, act.CrossBridge) else None,
    )
    if planned.travel is None:
        finish(play, number, then)
    else:
        underway.begin(play, Course(unit=number, travel=planned.travel, legs=planned.legs, plan=then))


def take_steps(play: Play, number: int, pre: act.Pre) -> None:
    """Free steps that were found to be legal, in their order."""
    for kind in ("change", "turn") if pre.change_first else ("turn", "change"):
        if kind == "change" and pre.change is not None:
            change(play, number, pre.change)
        elif kind == "turn":
            turn(play, number, pre.pivot, about=pre.about_face)


def turn(play: Play, number: int, facing: int | None, *, about: bool = False) -> None:
    """A pivot or an about-face; neither where ``facing`` is None and ``about`` false."""
    unit = play.unit(number)
    if about:
        after = plans.steps.faced_about(unit)
    elif facing is None:
        return
    else:
        after = plans.steps.pivoted(unit, facing)
    play.tell(happened.Turned(unit=number, facing=after.facing, turned=after.turned, about=about))
    losing.settle(play)
    evading.make_room(play, number)


def change(play: Play, number: int, wanted: Change) -> None:
    """A formation change, and what it costs a unit that had its strength only in the old one (MN-RULING-11)."""
    after = plans.steps.changed(play.state.setup.rules, play.unit(number), wanted)
    play.tell(happened.Reformed(unit=number, formation=after.formation, x=after.x, y=after.y, facing=after.facing))
    plans.steps.count_cost(play, number)
    losing.settle(play)
    evading.make_room(play, number)


def finish(play: Play, number: int, then: Plan) -> None:
    """The steps after a movement, as far as they are still possible on the place that was reached (MN-RULING-75)."""
    if play.unit(number).where != "table" or touched(play.state, number):
        return
    unit = play.unit(number)
    if then.face is not None and then.face != unit.facing and is_free(play.state, number, unit.x, unit.y, then.face):
        play.tell(happened.Turned(unit=number, facing=then.face, turned=unit.turned))
        evading.make_room(play, number)
    after = act.Pre(change=then.change, pivot=then.pivot, about_face=then.about_face, change_first=then.change_first)
    if after != act.NO_STEPS and not isinstance(plans.stepped(play.state, number, play.unit(number), after), Refusal):
        take_steps(play, number, after)
    if then.defend and play.unit(number).where == "table":
        landmarks.defend(play, number, then.defend)
        losing.settle(play)
        evading.make_room(play, number)
    if play.unit(number).where == "table":
        evading.come_upon(play, number)


def is_free(state: State, number: int, x: int, y: int, facing: int) -> bool:
    """Whether a unit may be put down so: no foe in contact, no friend and no barred ground under it."""
    there = replace(state.units[number], x=x, y=y, facing=facing)
    return bridges.refuse_free(state, number, there) is None
