"""From one thing that goes on to the next, until a side has a real choice (section 5.2)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from battles.engine.core import SideId
from battles.rules.mini_nap import (
    arrivals,
    breaking,
    combat,
    commanding,
    contacts,
    courses,
    deployment,
    evading,
    hand_to_hand,
    initiative,
    joining,
    naming,
    onward,
    phase,
    shooting,
)
from battles.rules.mini_nap.handling import Handler, Options, now
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State

HANDLERS: Final[Mapping[str, Handler]] = MappingProxyType(
    {
        "edges": deployment.EDGES,
        "deployment": deployment.DEPLOYMENT,
        "arrival": arrivals.ARRIVAL,
        "choose": initiative.CHOICE,
        "command": commanding.HANDLER,
        "manoeuvre": phase.HANDLER,
        "fire": shooting.STEP,
        "hand_to_hand": hand_to_hand.HANDLER,
        "break_active": breaking.HANDLER,
        "break_passive": breaking.HANDLER,
        "end": initiative.END,
        "course": courses.HANDLER,
        "onward": onward.HANDLER,
        "naming": naming.HANDLER,
        "contact": contacts.HANDLER,
        "stand_course": evading.HANDLER,
        "shot": shooting.HANDLER,
        "joining": joining.HANDLER,
        "combat": combat.HANDLER,
        "breaking": breaking.FRAME_HANDLER,
    }
)
"""By the name of a step or the kind of a frame."""


def handler(state: State) -> Handler:
    """Who handles what goes on."""
    return HANDLERS[now(state)]


_KEPT: Final = 8
_asked: dict[int, tuple[State, tuple[SideId, ...]]] = {}
"""Who owes an answer in the states that were asked last, by their identity: it is asked anew for every action."""


def deciders(state: State) -> tuple[SideId, ...]:
    """The sides that owe an answer; none where there is work to do or the battle is over."""
    kept = _asked.get(id(state))
    if kept is not None and kept[0] is state:
        return kept[1]
    found = () if state.outcome is not None else handler(state).deciders(state)
    if len(_asked) >= _KEPT:
        _asked.pop(next(iter(_asked)), None)
    _asked[id(state)] = state, found
    return found


def advance(play: Play, options: Options) -> None:
    """Go on until a side has more than one thing to choose from: nobody is asked what has one answer (5.5)."""
    while play.state.outcome is None:
        state = play.state
        asked = handler(state).deciders(state)
        if not asked:
            handler(state).proceed(play)
            continue
        forced = None
        for side in asked:
            found = options(state, side)
            if len(found) != 1 or not found[0].complete or len(found[0].actions) != 1:
                return
            forced = side, found[0].actions[0]
        if forced is None:
            return
        handler(state).perform(play, *forced)
