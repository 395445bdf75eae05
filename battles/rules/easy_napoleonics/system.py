"""Easy Napoleonics as a rules system: the seven questions, each answered by the module it belongs to."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from battles.engine.chance import Chances
from battles.engine.core import UMPIRE, Option, Outcome, Refusal, SideId, Step, Viewer
from battles.engine.dice import Dice
from battles.rules.easy_napoleonics import deciding, legal, refusing
from battles.rules.easy_napoleonics.actions import AnyAction
from battles.rules.easy_napoleonics.checking import check
from battles.rules.easy_napoleonics.events import AnyEvent
from battles.rules.easy_napoleonics.evolve import evolve
from battles.rules.easy_napoleonics.field import field_of
from battles.rules.easy_napoleonics.meta import META
from battles.rules.easy_napoleonics.setup import Setup
from battles.rules.easy_napoleonics.starting import start
from battles.rules.easy_napoleonics.state import State
from battles.rules.easy_napoleonics.supposing import suppose
from battles.rules.easy_napoleonics.tables import PRINTED, Tables
from battles.rules.easy_napoleonics.view import View, shadow, view


class EasyNapoleonics:
    """Source: rulebook.md, the whole of it."""

    key: ClassVar[str] = META.key
    version: ClassVar[int] = META.version
    sides: ClassVar[tuple[SideId, ...]] = ("a", "b")
    meta: ClassVar[Any] = META
    tables: ClassVar[Tables] = PRINTED
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = AnyAction
    event_type: ClassVar[Any] = AnyEvent
    setup_type: ClassVar[Any] = Setup
    view_type: ClassVar[Any] = View

    def start(self, setup: Setup) -> State:
        """The state before the first die; raises `SetupError` for a set-up that cannot be played."""
        check(setup)
        return start(setup)

    def begin(self, state: State, dice: Dice) -> Step[State]:
        """Cards, terrain and the deployment die, up to the first choice."""
        return deciding.begin(state, dice).step()

    def deciding(self, state: State) -> frozenset[SideId]:
        """The sides that owe a decision now."""
        return frozenset(legal.deciders(state))

    def options(self, state: State, side: SideId) -> Sequence[Option]:
        """Every legal action of ``side`` (section 10.3)."""
        if side == UMPIRE:
            return legal.umpire(state)
        return legal.options(field_of(state), state, side)

    def refuse(self, state: State, side: SideId, action: Any) -> Refusal | None:
        """Why ``side`` may not do ``action``; None where it may."""
        return refusing.refuse(field_of(state), state, side, action)

    def decide(self, state: State, side: SideId, action: Any, dice: Dice) -> Step[State]:
        """What follows from a legal action, up to the next choice."""
        return deciding.decide(state, side, action, dice).step()

    def evolve(self, state: State, event: Any) -> State:
        """The state after ``event``."""
        return evolve(state, event)

    def view(self, state: State, viewer: Viewer) -> View:
        """What ``viewer`` may know."""
        return view(state, viewer)

    def suppose(self, seen: View, chances: Chances) -> State:
        """A state that the viewer of ``seen`` cannot tell from the true one."""
        return suppose(seen, chances)

    def shadow(self, state: State, event: Any, viewer: Viewer) -> Any | None:
        """``event`` as ``viewer`` gets it, in the battle of ``state``."""
        return shadow(event, viewer, tuple(unit.side for unit in state.units), state.setup.rules.options.hidden_morale)

    def outcome(self, state: State) -> Outcome | None:
        """How the battle ended."""
        return state.outcome


SYSTEM: Final = EasyNapoleonics()
