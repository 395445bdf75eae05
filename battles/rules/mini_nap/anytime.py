"""What the active side may do at any decision of its own: move a Corps stand, take units out (section 5.2).

Not in the middle of a movement, a shot, a combat or a break-through: what is under way is answered first
(MN-RULING-98).
"""

from collections.abc import Iterator
from typing import Any, Final

from battles.engine.core import Option, Refusal, SideId
from battles.rules.mini_nap import actions as act
from battles.rules.mini_nap import retreating, stand_moves
from battles.rules.mini_nap.play import Play
from battles.rules.mini_nap.state import State, Step

TAKES: Final = (act.MoveStand, act.Retreat)
STEPS: Final[frozenset[Step]] = frozenset(
    {"choose", "command", "manoeuvre", "fire", "hand_to_hand", "break_active", "end"}
)
"""ST-05 to ST-16, where the active side decides."""


def is_open(state: State, side: SideId) -> bool:
    """Whether ``side`` may do such things now."""
    return side == state.active and state.step in STEPS and not state.stack


def real(state: State, side: SideId) -> Iterator[Option]:
    """Those for which a side is asked where all else has one answer: stands that move; retreats before a choice."""
    if is_open(state, side):
        yield from stand_moves.first(state, side)
        if state.step == "choose":
            yield from retreating.options(state, side)


def options(state: State, side: SideId) -> Iterator[Option]:
    """All of them."""
    if is_open(state, side):
        yield from stand_moves.options(state, side)
        yield from retreating.options(state, side)


def refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why such a thing may not be done now; None where it may."""
    rule = "MN-RETREAT-01" if isinstance(action, act.Retreat) else "MN-CMD-01"
    if not is_open(state, side):
        what = "Units retreat" if isinstance(action, act.Retreat) else "Command stands move"
        why = f"{what} only while their side has the initiative, and nothing is under way."
        return Refusal("wrong_phase", rule, why)
    if isinstance(action, act.Retreat):
        return retreating.refuse(state, side, action)
    return stand_moves.refuse(state, side, action)


def perform(play: Play, action: Any) -> None:
    """Do it."""
    if isinstance(action, act.Retreat):
        retreating.perform(play, action)
    else:
        stand_moves.perform(play, action)
