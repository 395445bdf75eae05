"""The questions of the engine as to what goes on: who owes an answer, what may be answered, and what follows."""

from itertools import chain
from typing import Any

from battles.engine.core import Option, Refusal, SideId
from battles.engine.dice import Dice
from battles.rules.mini_nap import anytime, deployment, flow
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State

BEGIN_RULE = "MN-SEQ-03"


def begin(state: State, dice: Dice) -> Play:
    """All that happens before the first choice of a side."""
    play = Play(state, dice)
    deployment.begin(play)
    flow.advance(play, real)
    return play


def options(state: State, side: SideId) -> tuple[Option, ...]:
    """Everything that ``side`` may do; nothing where it owes no answer."""
    if side not in flow.deciders(state):
        return ()
    return (*flow.handler(state).options(state, side), *anytime.options(state, side))


def real(state: State, side: SideId) -> tuple[Option, ...]:
    """What makes a choice a real one, as far as it takes to see that it is: a side is not asked just because it might
    take a unit out.
    """
    handler = flow.handler(state)
    found: list[Option] = []
    for option in chain((handler.real or handler.options)(state, side), anytime.real(state, side)):
        found.append(option)
        if len(found) > 1 or not option.complete or len(option.actions) > 1:
            break
    return tuple(found)


def refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``; None where it may."""
    if state.outcome is not None:
        return Refusal("over", "MN-RULING-60", "The battle is over.")
    if side not in flow.deciders(state):
        return Refusal("not_deciding", BEGIN_RULE, "The other side has to decide first.")
    return refuse_decider(state, side, action)


_allowed: list[tuple[State, SideId, Any]] = []
"""What was found to be legal last: it is asked again when it is done."""


def refuse_decider(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why a side that owes an answer may not give that one; None where it may."""
    for kept, whose, done in _allowed:
        if kept is state and done is action and whose == side:
            return None
    found = _refuse(state, side, action)
    if found is None:
        _allowed[:] = [(state, side, action)]
    return found


def _refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    if isinstance(action, anytime.TAKES):
        return anytime.refuse(state, side, action)
    handler = flow.handler(state)
    if not isinstance(action, handler.takes):
        return Refusal("wrong_phase", BEGIN_RULE, "This is not the time for that.")
    return handler.refuse(state, side, action)


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Play:
    """What follows from a legal action, up to the next real choice of a side."""
    play = Play(state, dice)
    perform(play, side, action)
    flow.advance(play, real)
    return play


def perform(play: Play, side: SideId, action: Any) -> None:
    """Do a legal action, and nothing that follows from it."""
    if isinstance(action, anytime.TAKES):
        anytime.perform(play, action)
    else:
        flow.handler(play.state).perform(play, side, action)
