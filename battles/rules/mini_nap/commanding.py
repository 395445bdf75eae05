"""The step ``command``: stands attach and detach, the Division's moves, and then command is checked (ST-06)."""

from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import attaching, command
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.lists import Made
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,)


def _proceed(play: Play) -> None:
    """The check, which stands for the whole initiative, and then the manoeuvres (MN-RULING-27)."""
    command.check_chosen(play)
    play.tell(happened.StepBegan(step="manoeuvre"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    found = []
    for number, stand in enumerate(state.stands):
        if stand.side != side or stand.level != "brigade":
            continue
        if attach := tuple(attaching.attachments(state, number)):
            found.append(Option("attach", f"stand {number}", attach))
        if stand.unit != NONE and next(attaching.detachments(state, number), None) is not None:
            places = Made(attaching.detachments, state, number)
            found.append(Option("detach", f"stand {number}", places, complete=False))
    return (*found, Option("done", "", (act.Done(),)))


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, act.Attach):
        return attaching.refuse_attach(state, side, action)
    if isinstance(action, act.Detach):
        return attaching.refuse_detach(state, side, action)
    return None


def _perform(play: Play, side: SideId, action: Any) -> None:
    if isinstance(action, act.Attach):
        attaching.attach(play, action)
    elif isinstance(action, act.Detach):
        attaching.detach(play, action)
    else:
        _proceed(play)


HANDLER = Handler((act.Attach, act.Detach, act.Done), _deciders, _proceed, _options, _refuse, _perform)
"""The step ``command``."""
