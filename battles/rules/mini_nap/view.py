"""What a viewer may know of a battle, built up from nothing.

Everything is open at the table but the strength points that the enemy has allotted and not yet shown (MN-RULING-32).
"""

from typing import Any, Final

from msgspec import Struct

from battles.engine.chance import Chances
from battles.engine.core import Outcome, SideId, Viewer
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.allotting import seen_by, shadow_of
from battles.rules.mini_nap.frames import Combat, Frame
from battles.rules.mini_nap.setup import Setup
from battles.rules.mini_nap.state import Brigade, Corps, Damage, Division, Holding, Stand, State, Step, Unit


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle as one viewer knows it: the state, but for allotments that are not his to know."""

    viewer: Viewer
    setup: Setup
    corps: tuple[Corps, ...]
    divisions: tuple[Division, ...]
    brigades: tuple[Brigade, ...]
    units: tuple[Unit, ...]
    stands: tuple[Stand, ...]
    step: Step
    turn: int
    active: SideId
    brigade: int
    division: int
    allowance: int
    standoff: int
    edges: tuple[SideId, SideId]
    first_to_deploy: SideId
    stack: tuple[Frame, ...] = ()
    damage: tuple[Damage, ...] = ()
    holding: tuple[Holding, ...] = ()
    outcome: Outcome | None = None


OPEN: Final = tuple(name for name in View.__struct_fields__ if name not in ("viewer", "stack"))
"""What everybody at the table sees of a state, by the names that view and state share."""


def view(state: State, viewer: Viewer) -> View:
    """What ``viewer`` knows."""
    stack = tuple(_frame(frame, state, viewer) for frame in state.stack)
    seen = View(viewer=viewer, stack=stack, **{name: getattr(state, name) for name in OPEN})
    if not state.stack:
        _keep(seen, state)
    return seen


def _frame(frame: Frame, state: State, viewer: Viewer) -> Frame:
    """A combat without the allotments of others; who has answered is open."""
    return seen_by(state, frame, viewer) if isinstance(frame, Combat) else frame


_KEPT: Final = 16
_STATES: Final[dict[int, tuple[View, State]]] = {}


def known(seen: View) -> State:
    """The position that a view tells, for questions of somebody who points: it has no allotment that is hidden.

    The same value each time, so that what is kept of a state is kept of it.
    """
    kept = _STATES.get(id(seen))
    if kept is not None and kept[0] is seen:
        return kept[1]
    state = State(stack=seen.stack, **{name: getattr(seen, name) for name in OPEN})
    _keep(seen, state)
    return state


def _keep(seen: View, state: State) -> None:
    """Keep the state that ``seen`` tells in full: where nothing is under way, the true one."""
    if len(_STATES) >= _KEPT:
        _STATES.pop(next(iter(_STATES)), None)
    _STATES[id(seen)] = (seen, state)


def suppose(seen: View, chances: Chances) -> State:
    """A state that the viewer cannot tell from the true one.

    What the enemy has allotted and not shown stays unknown in it: he answers before he sees it, so that nothing he may
    do depends on it.
    """
    return known(seen)


def shadow(state: State, event: Any, viewer: Viewer) -> Any | None:
    """``event`` as ``viewer`` gets it: an allotment is its owner's until both are in."""
    return shadow_of(event, viewer) if isinstance(event, happened.Allotted) else event
