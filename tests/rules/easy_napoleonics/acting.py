"""Steps for tests: what happens by an action with exactly these dice, and the events of one kind in it."""

from typing import Any

from battles.engine.core import Step
from battles.engine.dice import ScriptedDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.actions import Fire
from battles.rules.easy_napoleonics.state import State
from tests.rules.easy_napoleonics.board import listed


class Script(ScriptedDice):
    """Natural faces in order; side a then wins the initiative of the next turn, where the battle comes to it."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if not self.left and why == "EN-INIT-01":
            return (10, 1)
        return super().roll(count, sides, why)


def act(state: State, side: str, action: Any, *faces: int) -> Step[State]:
    """What follows from a legal action; the dice show these natural faces, and all of them are thrown."""
    refusal = SYSTEM.refuse(state, side, action)
    assert refusal is None, refusal
    dice = Script(faces)
    step = SYSTEM.decide(state, side, action, dice)
    assert dice.left == (), f"faces that no rule asked for: {dice.left}"
    return step


def kinds(step: Step[State]) -> list[str]:
    """The kinds of the events, in order."""
    return [event.kind for event in step.events]


def every(step: Step[State], kind: str) -> list[Any]:
    """The events of one kind."""
    return [event for event in step.events if event.kind == kind]


def only(step: Step[State], kind: str) -> Any:
    """The one event of a kind."""
    (event,) = every(step, kind)
    return event


def fires(state: State, side: str = "a") -> dict[int, list[tuple[tuple[int, int], ...]]]:
    """By target, the ways in which a side may fire at it."""
    found: dict[int, list[tuple[tuple[int, int], ...]]] = {}
    for action in listed(state, side, "fire"):
        assert isinstance(action, Fire)
        found.setdefault(action.target, []).append(action.dice)
    return found


def choices(state: State, side: str) -> set[str]:
    """The kinds of actions that a side may choose from."""
    return {option.kind for option in SYSTEM.options(state, side)}


def values(modifiers: Any) -> dict[str, int]:
    """Modifiers by what they are for."""
    return {row.what: row.value for row in modifiers}
