"""Carrying out manoeuvres: legality, free steps, the start of a move, and the steps after it (ST-07)."""

from msgspec.structs import replace

from battles.engine.core import Refusal, SideId
from battles.engine.words.verbs import refused
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import contact, losses
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.decisions import Change, FollowUp, MoveInProgress
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, progress
from battles.rules.mini_nap.positions import enemies_in_contact
from battles.rules.mini_nap.resolution import Resolution
from battles.rules.mini_nap.state import NONE, State, Unit
from battles.rules.mini_nap.terrain import bridges, landmarks


def takes_part(state: State, unit: Unit) -> bool:
    """True if a unit belongs to the chosen Brigade or Division (MN-MAN-01)."""
    if state.division != NONE:
        return state.brigades[unit.brigade].division == state.division
    return unit.brigade == state.brigade


def refuse_unit(state: State, side: SideId, number: int) -> Refusal | None:
    """Why a unit may not manoeuvre now; None if it may."""
    if number >= len(state.units):
        return Refusal("no_such", "MN-MAN-01", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return refused("not_yours", "MN-MAN-01", unit.name, "belongs", "to the enemy.")
    if unit.where != "table":
        return refused("gone", "MN-MAN-01", unit.name, "is", "not on the table.")
    if not takes_part(state, unit):
        chosen = "Division" if state.division != NONE else "Brigade"
        return refused("not_yours", "MN-MAN-01", unit.name, "does", f"not belong to the chosen {chosen}.")
    if unit.crew_in != NONE:
        return refused("not_for_kind", "MN-REACT-32", unit.name, "is", "abandoned.")
    if unit.manoeuvred:
        return refused("done_already", "MN-SEQ-04", unit.name, "has", "already manoeuvred this Turn.")
    if unit.still or enemies_in_contact(state, number):
        return Refusal("locked", "MN-RULING-75", f"{unit.name} can do nothing more in this phase.")
    return None


def refuse_manoeuvre(state: State, side: SideId, action: act.Manoeuvre) -> Refusal | None:
    """Why a manoeuvre is not legal; None if it is."""
    return refuse_unit(state, side, action.unit) or refuse_plan(state, action)


def refuse_plan(state: State, action: act.Manoeuvre) -> Refusal | None:
    """Why a unit that may manoeuvre may not make this manoeuvre; None if it may."""
    planned = manoeuvre_plan.plan_manoeuvre(state, action)
    if isinstance(planned, Refusal):
        return planned
    return landmarks.refuse_defence(state, action, planned)


def perform_manoeuvre(play: Resolution, action: act.Manoeuvre) -> None:
    """Carry out the steps before the movement, and start the move, during which the enemy may react."""
    planned = manoeuvre_plan.plan_manoeuvre(play.state, action)
    assert isinstance(planned, manoeuvre_plan.PlannedManoeuvre)  # noqa: S101
    number = action.unit
    play.mark(number, "MN-SEQ-04", manoeuvred=True)
    if action.leave:
        landmarks.end_defence(play, number)
    perform_free_steps(play, number, action.before)
    if play.unit(number).where != "table":
        return
    if isinstance(action.move, manoeuvre_plan.CHARGE_MOVES):
        contact.perform_charge(play, number, action.move)
        return
    after = action.after
    facing = action.move.facing if isinstance(action.move, act.Redeploy | act.CrossBridge) else None
    follow_up = FollowUp(
        face=facing,
        pivot=after.pivot,
        about_face=after.about_face,
        change=after.change,
        change_first=after.change_first,
        defend=action.defend,
        over=(action.move.x, action.move.y) if isinstance(action.move, act.CrossBridge) else None,
    )
    if planned.travel is None:
        perform_last_steps(play, number, follow_up)
    else:
        progress.start_move(play, MoveInProgress(unit=number, travel=planned.travel, legs=planned.legs, plan=follow_up))


def perform_free_steps(play: Resolution, number: int, steps: act.FreeSteps) -> None:
    """Carry out legal free steps, in their order."""
    for kind in ("change", "turn") if steps.change_first else ("turn", "change"):
        if kind == "change" and steps.change is not None:
            change_formation(play, number, steps.change)
        elif kind == "turn":
            turn_unit(play, number, steps.pivot, about=steps.about_face)


def turn_unit(play: Resolution, number: int, facing: int | None, *, about: bool = False) -> None:
    """Pivot or face about; do nothing if ``facing`` is None and ``about`` is false."""
    unit = play.unit(number)
    if about:
        after = formation.after_about_face(unit)
    elif facing is None:
        return
    else:
        after = formation.after_pivot(unit, facing)
    play.tell(happened.Turned(unit=number, facing=after.facing, turned=after.turned, about=about))
    losses.settle_losses(play)
    evasion.make_room(play, number)


def change_formation(play: Resolution, number: int, change: Change) -> None:
    """Change formation; by option, remove a unit too weak for the new one (MN-RULING-11)."""
    after = formation.after_change(play.state.setup.rules, play.unit(number), change)
    play.tell(happened.Reformed(unit=number, formation=after.formation, x=after.x, y=after.y, facing=after.facing))
    formation.apply_change_cost(play, number)
    losses.settle_losses(play)
    evasion.make_room(play, number)


def perform_last_steps(play: Resolution, number: int, follow_up: FollowUp) -> None:
    """Carry out the steps after a movement that are still possible in the place reached.

    Source: MN-RULING-75, MN-MAN-13.
    """
    if play.unit(number).where != "table" or enemies_in_contact(play.state, number):
        return
    unit = play.unit(number)
    if (
        follow_up.face is not None
        and follow_up.face != unit.facing
        and is_place_free(play.state, number, unit.x, unit.y, follow_up.face)
    ):
        play.tell(happened.Turned(unit=number, facing=follow_up.face, turned=unit.turned))
        evasion.make_room(play, number)
    after = act.FreeSteps(
        change=follow_up.change,
        pivot=follow_up.pivot,
        about_face=follow_up.about_face,
        change_first=follow_up.change_first,
    )
    if after != act.NO_FREE_STEPS and not isinstance(
        manoeuvre_plan.after_free_steps(play.state, number, play.unit(number), after), Refusal
    ):
        perform_free_steps(play, number, after)
    if follow_up.defend and play.unit(number).where == "table":
        landmarks.start_defence(play, number, follow_up.defend)
        losses.settle_losses(play)
        evasion.make_room(play, number)
    if play.unit(number).where == "table":
        evasion.displace_enemy_stands(play, number)


def is_place_free(state: State, number: int, x: int, y: int, facing: int) -> bool:
    """True if a unit may be placed here: no enemy in contact, no friend and no barred ground under it."""
    there = replace(state.units[number], x=x, y=y, facing=facing)
    return bridges.refuse_landing(state, number, there) is None
