"""The step ``command``: stands attach and detach, the Division's moves, and then command is checked (ST-06)."""

from collections.abc import Iterator
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.engine.lists import Made
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import attaching, command
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.handling import Handler
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import NONE, State


def _deciders(state: State) -> tuple[SideId, ...]:
    return (state.active,)


def _proceed(play: Play) -> None:
    """The check, which stands for the whole initiative, and then the manoeuvres (MN-RULING-27)."""
    command.check_chosen(play)
    play.tell(happened.StepBegan(step="manoeuvre"))


def _options(state: State, side: SideId) -> tuple[Option, ...]:
    return tuple(_offered(state, side))


def _offered(state: State, side: SideId) -> Iterator[Option]:
    """What the stands of the Brigades may do, stand by stand as it is asked for, and to have done."""
    for number in attaching.able(state, side):
        if attach := tuple(attaching.attachments(state, number)):
            yield Option("attach", f"stand {number}", attach)
        if state.stands[number].unit != NONE and next(attaching.detachments(state, number), None) is not None:
            places = Made(attaching.detachments, state, number)
            yield Option("detach", f"stand {number}", places, complete=False)
    yield Option("done", "", (act.Done(),))


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


HANDLER = Handler((act.Attach, act.Detach, act.Done), _deciders, _proceed, _options, _refuse, _perform, _offered)
"""The step ``command``."""
