"""Easy Napoleonics as a rules system."""

from collections.abc import Sequence
from typing import Any, Final

from battles.engine.actions import total
from battles.engine.core import UMPIRE, Option, Refusal, SideId, Step
from battles.engine.dice import Dice
from battles.engine.system import PackageSystem, RuleSystem
from battles.rules.easy_napoleonics import state
from battles.rules.easy_napoleonics.actions import AnyAction
from battles.rules.easy_napoleonics.scenario.check import check
from battles.rules.easy_napoleonics.state import Setup, State
from battles.rules.easy_napoleonics.terrain import field_of
from battles.rules.easy_napoleonics.turn import legality
from battles.rules.easy_napoleonics.turn import sequence as turn


def start(setup: Setup) -> State:
    """State before the first die. Raises `SetupError` for a set-up that cannot be played."""
    check(setup)
    return state.start(setup)


def begin(state: State, dice: Dice) -> Step[State]:
    """Draw cards, roll terrain and the first deployment, up to the first choice of a side."""
    return turn.begin(state, dice).step()


def deciding(state: State) -> frozenset[SideId]:
    """Sides that have a decision to make now."""
    return frozenset(legality.deciders(state))


def options(state: State, side: SideId) -> Sequence[Option]:
    """Legal actions of ``side`` (section 10.3)."""
    if side == UMPIRE:
        return legality.umpire_options(state)
    return legality.options(field_of(state), state, side)


@total(AnyAction)
def refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not do ``action``; None if it may."""
    return legality.refuse(field_of(state), state, side, action)


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Step[State]:
    """Carry out a legal action, and all that follows up to the next choice."""
    return turn.decide(state, side, action, dice).step()


def time_limit(state: State) -> int | None:
    """Time limit in minutes; None for no limit, or if time was called (EN-SETUP-11, EN-RULING-69)."""
    return None if state.time_called else state.setup.rules.options.time_limit_minutes


SYSTEM: Final[RuleSystem[State]] = PackageSystem(
    __package__,
    {
        "text.score": "victory:score_line",
        "ui.tally": "victory:tally",
        "ai.evaluate": "ai.evaluator:evaluate",
    },
)
