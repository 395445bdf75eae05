"""The position that a view tells, for questions of somebody who points: nothing in it comes from what is hidden."""

from typing import Final

from msgspec.structs import replace

from battles.engine.chance import Chances
from battles.engine.core import UMPIRE, Option, SideId
from battles.rules.easy_napoleonics import legal
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.supposing import suppose
from battles.rules.easy_napoleonics.view import View

_KEPT: Final = 16
_STATES: Final[dict[int, tuple[View, State]]] = {}


def known(seen: View) -> State:
    """A state that fits ``seen``, the same one each time; units whose level is not known are Good in it."""
    kept = _STATES.get(id(seen))
    if kept is not None and kept[0] is seen:
        return kept[1]
    state = suppose(replace(seen, unknown=()) if seen.unknown else seen, Chances(b"known"))
    if len(_STATES) >= _KEPT:
        del _STATES[next(iter(_STATES))]
    _STATES[id(seen)] = (seen, state)
    return state


def open_to(state: State, side: SideId) -> tuple[Option, ...]:
    """What ``side`` or the umpire may do."""
    return legal.umpire(state) if side == UMPIRE else legal.options(field_of(state), state, side)
