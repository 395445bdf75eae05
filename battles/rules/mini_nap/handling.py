"""What goes on, and how: every step of the turn and every kind of frame has one handler (`flow.HANDLERS`).

A handler answers five questions. ``deciders`` are the sides that owe an answer now, none where there is work to do;
``proceed`` does that work and must change the state; ``options``, ``refuse`` and ``perform`` are of the answers.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State

Options = Callable[[State, SideId], tuple[Option, ...]]


class Handler(NamedTuple):
    """How one step or one kind of frame goes on. ``takes`` are the classes of actions that may answer it.

    ``real`` gives as much of ``options`` as it takes to see whether there is a choice, in any order; where there is
    none, the one that there is.
    """

    takes: tuple[type[Any], ...]
    deciders: Callable[[State], tuple[SideId, ...]]
    proceed: Callable[[Play], None]
    options: Options
    refuse: Callable[[State, SideId, Any], Refusal | None]
    perform: Callable[[Play, SideId, Any], None]
    real: Callable[[State, SideId], Iterable[Option]] | None = None


def remembered(make: Options) -> Options:
    """``make`` with its last answer kept: whoever plays on asks twice of a state, first whether there is a choice."""
    last: list[tuple[State, SideId, tuple[Option, ...]]] = []

    @wraps(make)
    def asked(state: State, side: SideId) -> tuple[Option, ...]:
        for kept, whose, found in last:
            if kept is state and whose == side:
                return found
        made = make(state, side)
        last[:] = [(state, side, made)]
        return made

    return asked


def now(state: State) -> str:
    """What goes on: the kind of the innermost frame, or the step."""
    return str(state.stack[-1].__struct_config__.tag) if state.stack else state.step
