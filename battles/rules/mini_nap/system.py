"""Mini-Nap as a rules system. Source: all of rulebook.md and rulebook_terrain.md."""

from collections.abc import Sequence
from typing import Any, Final

from battles.engine.actions import total
from battles.engine.core import Option, Refusal, SideId, Step
from battles.engine.dice import Dice
from battles.engine.system import PackageSystem, RuleSystem
from battles.rules.mini_nap import turn
from battles.rules.mini_nap.actions import AnyAction
from battles.rules.mini_nap.scenario.check import check
from battles.rules.mini_nap.setup import deployment
from battles.rules.mini_nap.state import Setup, State
from battles.rules.mini_nap.turn import deciders


def start(setup: Setup) -> State:
    """The state before the first roll; raises `SetupError` for a set-up that cannot be played."""
    check(setup)
    return deployment.initial_state(setup)


def begin(state: State, dice: Dice) -> Step[State]:
    """Roll commanders' ratings and for deployment, up to the first decision."""
    return turn.begin(state, dice).step()


def deciding(state: State) -> frozenset[SideId]:
    """The sides that have a decision to make now."""
    return frozenset(deciders(state))


def options(state: State, side: SideId) -> Sequence[Option]:
    """Legal actions of ``side``; samples where they are continuous."""
    return turn.options(state, side)


@total(AnyAction)
def refuse(state: State, side: SideId, action: Any) -> Refusal | None:
    """Why ``side`` may not take ``action``; None if it may."""
    return turn.refuse(state, side, action)


def decide(state: State, side: SideId, action: Any, dice: Dice) -> Step[State]:
    """Carry out a legal action, up to the next decision."""
    return turn.decide(state, side, action, dice).step()


SYSTEM: Final[RuleSystem[State]] = PackageSystem(
    __package__,
    {
        "text.choice": "ui.questions:action_words",
        "text.notation": "notation.actions:notation",
        "text.read_notation": "notation.actions:read_notation",
    },
)
