"""The Manoeuvre phase: manoeuvres, moves leg by leg with the enemy's reactions, and the end (ST-07, ST-08)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat import contact, losses
from battles.rules.mini_nap.combat.losses import mark_break_through
from battles.rules.mini_nap.command import evasion
from battles.rules.mini_nap.decisions import MoveInProgress
from battles.rules.mini_nap.movement import manoeuvre, samples
from battles.rules.mini_nap.movement.progress import CHARGE_TRAVELS, move_along, move_in_progress, shortened_move
from battles.rules.mini_nap.positions import on_table
from battles.rules.mini_nap.reactions import opportunity_charge
from battles.rules.mini_nap.resolution import Handler, Resolution, cached_options
from battles.rules.mini_nap.state import NONE, State, Whereabouts, other, unit_class

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
    if manoeuvre.is_place_free(play.state, course.unit, x, y, facing):
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
        manoeuvre.perform_last_steps(play, number, course.plan)


REACTABLE_TRAVELS = frozenset(
    {
        "advance",
        "side_step",
        "step_back",
        "oblique",
        "inch",
        "prolong",
        "redeploy",
        "road_move",
        "cross_bridge",
        "division",
        "charge",
        "extension",
        "break_charge",
        "feint",
        "rally_back",
        "rally_forward",
    }
)
"""Movement of the active side that may be reacted to (MN-MOVE-15, MN-REACT-06, MN-RULING-82)."""


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
        if not unit.manoeuvred and manoeuvre.takes_part(state, unit) and samples.can_act(state, number):
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
    return None if isinstance(action, act.Done) else manoeuvre.refuse_manoeuvre(state, side, action)


def _perform_in_phase(play: Resolution, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _end_phase(play)
    else:
        manoeuvre.perform_manoeuvre(play, action)


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
