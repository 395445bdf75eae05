"""The step ``manoeuvre`` as the flow knows it: what the active side may do, until it is done (ST-07)."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap import manoeuvring, sampling
from battles.rules.mini_nap.board import on_table
from battles.rules.mini_nap.handling import Handler, remembered
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,) if next(able(state, state.active), None) is not None else ()


def _proceed(play: Play) -> None:
    """On to fire, or past it after a Division manoeuvre (MN-DIVMAN-08)."""
    play.tell(happened.StepBegan(step="fire" if play.state.division == NONE else "hand_to_hand"))


def able(state: State, side: SideId) -> Iterator[int]:
    """The units of the active side that may manoeuvre now."""
    for number in on_table(state, side):
        unit = state.units[number]
        if not unit.manoeuvred and manoeuvring.takes_part(state, unit) and sampling.can_act(state, number):
            yield number


@remembered
def _options(state: State, side: SideId) -> tuple[Option, ...]:
    found = [option for number in able(state, side) for option in sampling.options(state, number)]
    return (*found, Option("done", "", (act.Done(),)))


def _real(state: State, side: SideId) -> Iterator[Option]:
    """A manoeuvre, if there is one, and to have done."""
    for number in able(state, side):
        action = sampling.plainest(state, number)
        if action is not None:
            yield Option(sampling.kind_of(action), f"unit {number}", (action,), complete=False)
    yield Option("done", "", (act.Done(),))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    return None if isinstance(action, act.Done) else manoeuvring.refuse(state, side, action)


def _perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Done):
        _proceed(play)
    else:
        manoeuvring.perform(play, action)


HANDLER = Handler((act.Manoeuvre, act.Done), _deciders, _proceed, _options, _refuse, _perform, _real)
"""The step ``manoeuvre``."""
