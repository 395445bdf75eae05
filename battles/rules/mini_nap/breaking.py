"""The Break-through phase (ST-14, ST-15): each unit with a white marker takes one of four ways, active side first."""

from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import breaking_ways as ways
from battles.rules.mini_nap import charging_acts, evading, underway
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.command import command_of
from battles.rules.mini_nap.engaged import is_fighting
from battles.rules.mini_nap.frames import Breaking, Course, Joining
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.kinds import in_square
from battles.rules.mini_nap.losing import hit, settle
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, Step, other

CHOICES = (act.RallyBack, act.StopAndRally, act.RallyForward, act.BreakCharge)


def side_of(state: State) -> SideId:
    """Whose break-throughs are resolved (MN-BREAK-03)."""
    return state.active if state.step == "break_active" else other(state.active)


def waiting(state: State) -> tuple[int, ...]:
    """The units that must still choose; a square has lost its marker (MN-RULING-77)."""
    units = state.units
    return tuple(
        number for number in on_table(state, side_of(state)) if units[number].white and not in_square(units[number])
    )


def _deciders(state: State) -> tuple[SideId, ...]:
    return (side_of(state),) if waiting(state) else ()


def _proceed(play: Play) -> None:
    """The passive side, or the end of the initiative."""
    following: Step = "break_passive"
    if play.state.step == "break_passive":
        following = "end"
        for number in on_table(play.state):
            if play.unit(number).white:
                play.mark(number, "MN-RULING-77", white=False)
    play.tell(happened.StepBegan(step=following))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(option for number in waiting(state) for option in ways.options_of(state, number))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    number = action.unit
    if number >= len(state.units):
        return Refusal("no_such", "MN-BREAK-04", f"There is no unit {number}.")
    unit = state.units[number]
    if unit.side != side:
        return Refusal("not_yours", "MN-BREAK-04", f"{unit.name} belongs to the enemy.")
    if unit.where != "table":
        return Refusal("gone", "MN-BREAK-04", f"{unit.name} is not on the table.")
    if number not in waiting(state):
        return Refusal("no_action_left", "MN-BREAK-04", f"{unit.name} has no white marker: it does not break through.")
    return ways.refuse(state, action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    """The marker is spent (MN-MARKER-03); what follows goes on above a frame of its own."""
    number = action.unit
    if isinstance(action, act.StopAndRally):
        play.mark(number, "MN-BREAK-06", white=False, broke_through=True, impact=False)
        _turn(play, number, action.facing)
        evading.make_room(play, number)
        evading.come_upon(play, number)
        return
    if isinstance(action, act.BreakCharge):
        _charge(play, action)
        return
    leg = ways.rally(play.state, action)
    assert not isinstance(leg, Refusal)  # noqa: S101
    travel = ways.travel_of(action)
    play.mark(number, "MN-BREAK-13", white=False, broke_through=True, impact=False)
    play.open(Breaking(unit=number))
    underway.begin(play, Course(unit=number, travel=travel, legs=(leg,)))


def _charge(play: Play, action: act.BreakCharge) -> None:
    """First the hit marker, then the pivot, the test of a cautious unit, and the charge (MN-BREAK-08, MN-RULING-28)."""
    number = action.unit
    cautious = command_of(play.state, number) == "cautious"
    play.mark(number, "MN-BREAK-08", white=False, broke_through=True, impact=False)
    play.open(Breaking(unit=number))
    hit(play, number, play.tables.break_charge_hits, "MN-BREAK-08")
    settle(play)
    _turn(play, number, action.facing)
    charging_acts.charge(play, number, act.Charge(action.target), cautious=cautious, travel="break_charge")


def _turn(play: Play, number: int, facing: int) -> None:
    unit = play.unit(number)
    if facing != unit.facing:
        play.tell(happened.Turned(unit=number, facing=facing, turned=unit.turned))


HANDLER = Handler(CHOICES, _deciders, _proceed, _options, _refuse, _perform)
"""The steps ``break_active`` and ``break_passive``."""


def _nobody(state: State) -> tuple[SideId, ...]:
    return ()


def _resolve(play: Play) -> None:
    """The combat that a break-through has brought about is fought at once (MN-BREAK-09); then this one is over."""
    if is_fighting(play.state):
        play.open(Joining())
    else:
        play.close()


FRAME_HANDLER = HANDLER._replace(takes=(), deciders=_nobody, proceed=_resolve)
"""The frame ``breaking``: all that it waits for is above it."""
