"""Manoeuvres: legality, free steps, moves leg by leg with the enemy's reactions; the Manoeuvre phase (ST-07, ST-08)."""

from collections.abc import Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.engine.words import refused
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import contact, losses
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.decisions import Change, FollowUp, MoveInProgress, Travel
from battles.rules.mini_nap.movement import formation, manoeuvre_plan, progress, samples
from battles.rules.mini_nap.movement.progress import CHARGE_TRAVELS, move_along, move_in_progress, shortened_move
from battles.rules.mini_nap.positions import enemies_in_contact, on_table
from battles.rules.mini_nap.reactions import opportunity_charge
from battles.rules.mini_nap.resolution import Handler, Resolution, cached_options
from battles.rules.mini_nap.state import NONE, State, Unit, Whereabouts, other, unit_class
from battles.rules.mini_nap.terrain import landmarks, roads


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
    return roads.refuse_landing(state, number, there) is None


FLIGHTS = ("fall_back", "flee")


def end_move(play: Resolution, course: MoveInProgress) -> None:
    """End a move in the place reached (MN-REACT-14)."""
    number = course.unit
    losses.settle_losses(play)
    if course.plan.lost:
        where: Whereabouts = "lost" if course.plan.lost == "MN-RULING-59" else "destroyed"
        losses.remove_units(play, (number,), where, course.plan.lost)
    if play.unit(number).where == "table":
        _place_beyond_bridge(play, course)
        evasion.make_room(play, number)
        _after_arrival(play, course)
    if course.travel in FLIGHTS:
        mark_break_through(play, course.target, "MN-BREAK-02")


def _place_beyond_bridge(play: Resolution, course: MoveInProgress) -> None:
    """Place a unit that crosses a bridge beyond it, if its place is still free (MNT-BRIDGE-02)."""
    if course.plan.over is None:
        return
    unit, (x, y), facing = play.unit(course.unit), course.plan.over, course.plan.face
    assert facing is not None  # noqa: S101
    if is_place_free(play.state, course.unit, x, y, facing):
        way = ((unit.x, unit.y), (x, y))
        play.tell(happened.Moved(unit=course.unit, travel="cross_bridge", x=x, y=y, facing=facing, path=way))


def _after_arrival(play: Resolution, course: MoveInProgress) -> None:
    """Carry out what follows the movement: contact, charge after an extension, last steps."""
    number = course.unit
    if course.travel in ("charge", "break_charge", "opportunity", "counter"):
        contact.make_contact(play, course)
    elif course.travel == "extension" and course.plan.charge != NONE:
        contact.after_extension(play, course)
    else:
        battery = unit_class(play.unit(number)) == "artillery"
        if battery and course.travel in ("redeploy", "road_move", "cross_bridge"):
            play.mark(number, "MN-ART-04", mute=True)
        perform_last_steps(play, number, course.plan)


REACTABLE_TRAVELS: Final = frozenset(get_args(Travel)) - {"opportunity", "counter", "fall_back", "flee", "join"}
"""Movement that may be reacted to: all but reactions and joining a fight (MN-MOVE-15, MN-REACT-06, MN-RULING-82)."""


def _deciders(state: State) -> tuple[SideId, ...]:
    course = move_in_progress(state)
    return (other(state.units[course.unit].side),) if course.window else ()


def _proceed(play: Resolution) -> None:
    """Carry out the next part of the move."""
    course = move_in_progress(play.state)
    if not course.legs:
        play.close()
        end_move(play, course)
        return
    if course.asked_to < 0 and _may_be_asked(play.state, course):
        if not evasion.stop_at_stand(play, course):
            play.go_on(replace(course, window=True))
        return
    if evasion.clear_path(play, course):
        return
    if course.failed:
        course = shortened_move(play.state, course)
    leg = course.legs[0]
    move_along(play, course, leg, course.target if _is_contact(course) else NONE)
    play.go_on(replace(course, legs=course.legs[1:], asked_to=-1))


def _may_be_asked(state: State, course: MoveInProgress) -> bool:
    """True if a passive unit could react to this leg (MN-BREAK-11)."""
    unit = state.units[course.unit]
    if unit.side != state.active or course.travel not in REACTABLE_TRAVELS or not course.legs[0].travel:
        return False
    return opportunity_charge.can_charge_mover(state, other(unit.side), course)


def _is_contact(course: MoveInProgress) -> bool:
    return len(course.legs) == 1 and course.travel in CHARGE_TRAVELS


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    """W1: the legal reactions, and to pass (MN-REACT-66, MN-RULING-40)."""
    course = move_in_progress(state)
    charges = opportunity_charge.charge_options(state, side, course)
    return (*charges, Option("pass", "", (act.Pass(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Pass):
        return None
    return opportunity_charge.refuse_charge(state, side, action, move_in_progress(state))


def _perform(play: Resolution, side: SideId, action: Any) -> None:
    course = move_in_progress(play.state)
    if isinstance(action, act.Pass):
        play.go_on(replace(course, window=False, asked_to=course.legs[0].travel))
    else:
        opportunity_charge.perform_charge(play, action, course)


MOVE = Handler((act.Pass, act.OpportunityCharge), _deciders, _proceed, _options, _refuse, _perform)
"""The frame ``course``."""


def _phase_deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if next(able_units(state, state.active), None) is not None else ()


def _end_phase(play: Resolution) -> None:
    """Go to the Firing phase, or past it after a Division manoeuvre (MN-DIVMAN-08)."""
    play.tell(happened.StepBegan(step="fire" if play.state.division == NONE else "hand_to_hand"))


def able_units(state: State, side: SideId) -> Iterator[int]:
    """The units of the active side that may manoeuvre now."""
    for number in on_table(state, side):
        unit = state.units[number]
        if not unit.manoeuvred and takes_part(state, unit) and samples.can_act(state, number):
            yield number


@cached_options
def _phase_options(state: State, side: SideId) -> tuple[Option, ...]:
    manoeuvres = [option for number in able_units(state, side) for option in samples.options(state, number)]
    return (*manoeuvres, Option("done", "", (act.Done(),)))


def _first_manoeuvre(state: State, side: SideId) -> Iterator[Option]:
    """A manoeuvre for each unit that has one, and to end the phase (MN-MAN-11)."""
    for number in able_units(state, side):
        action = samples.simplest(state, number)
        if action is not None:
            yield Option(samples.kind_of(action), f"unit {number}", (action,), complete=False)
    yield Option("done", "", (act.Done(),))


def _refuse_in_phase(state: State, side: SideId, action: Any) -> Refusal | None:
    return None if isinstance(action, act.Done) else refuse_manoeuvre(state, side, action)


def _perform_in_phase(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _end_phase(play)
    else:
        perform_manoeuvre(play, action)


PHASE = Handler(
    (act.Manoeuvre, act.Done),
    _phase_deciders,
    _end_phase,
    _phase_options,
    _refuse_in_phase,
    _perform_in_phase,
    _first_manoeuvre,
)
"""The step ``manoeuvre``."""
