"""What a viewer may know of a battle, and states that agree with it."""

from typing import Any, Final

from msgspec import Struct

from battles.engine.core import Outcome, SideId, Viewer
from battles.engine.rng import Chances
from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.combat.melee import allotment_shadow, visible_combat
from battles.rules.mini_nap.decisions import Combat, Frame
from battles.rules.mini_nap.state import Brigade, Corps, Damage, Defence, Division, Setup, Stand, State, Step, Unit


class View(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A battle as one viewer knows it: the state without allotments that are hidden from them."""

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
    holding: tuple[Defence, ...] = ()
    outcome: Outcome | None = None


OPEN: Final = tuple(name for name in View.__struct_fields__ if name not in ("viewer", "stack"))
"""Public fields of a state, under the names that view and state share."""


def view(state: State, viewer: Viewer) -> View:
    """The battle as ``viewer`` knows it."""
    stack = tuple(_frame(frame, state, viewer) for frame in state.stack)
    seen = View(viewer=viewer, stack=stack, **{name: getattr(state, name) for name in OPEN})
    if not state.stack:
        _remember(seen, state)
    return seen


def _frame(frame: Frame, state: State, viewer: Viewer) -> Frame:
    """A frame without the other side's hidden allotments; which sides have answered is public."""
    return visible_combat(state, frame, viewer) if isinstance(frame, Combat) else frame


_MOST_REMEMBERED: Final = 16
_STATES: Final[dict[int, tuple[View, State]]] = {}


def state_from_view(seen: View) -> State:
    """Build a State from a View. It holds no allotment that the viewer may not know.

    The same object is returned each time for one view, so that caches keyed by the state work.
    """
    remembered = _STATES.get(id(seen))
    if remembered is not None and remembered[0] is seen:
        return remembered[1]
    state = State(stack=seen.stack, **{name: getattr(seen, name) for name in OPEN})
    _remember(seen, state)
    return state


def _remember(seen: View, state: State) -> None:
    """Remember the state of ``seen``. With an empty stack nothing is hidden, so it is the true state."""
    if len(_STATES) >= _MOST_REMEMBERED:
        _STATES.pop(next(iter(_STATES)), None)
    _STATES[id(seen)] = (seen, state)


def resample(seen: View, chances: Chances) -> State:
    """A state that the viewer cannot tell from the true one.

    The enemy's hidden allotments stay unknown in it: the viewer answers before seeing them, so no legal action
    depends on them.
    """
    return state_from_view(seen)


def shadow(state: State, event: Any, viewer: Viewer) -> Any | None:
    """``event`` as ``viewer`` sees it: an allotment is hidden from the other side until both have answered."""
    return allotment_shadow(event, viewer) if isinstance(event, happened.Allotted) else event
