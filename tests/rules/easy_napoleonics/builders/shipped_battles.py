"""Random battles of shipped scenarios: every state with its actions, every event with the state before it."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from battles.engine.dice import Chances, SeededDice
from battles.rules.easy_napoleonics import SYSTEM
from battles.rules.easy_napoleonics.state import Setup, State


def setup_of(key: str, **options: Any) -> Setup:
    """A shipped scenario with other options."""
    setup = SYSTEM.scenarios.load(key)
    return replace(setup, rules=replace(setup.rules, options=replace(setup.rules.options, **options)))


def _picked(chances: Chances, actions: list[Any]) -> Any:
    """Any action, but each kind as likely as another, so that units fight before they are through with moving."""
    by_kind: dict[str, list[Any]] = {}
    for action in actions:
        by_kind.setdefault(action.kind, []).append(action)
    if "done" in by_kind and len(by_kind) > 1 and chances.below(10):
        del by_kind["done"]
    if "activate" in by_kind and chances.below(5):
        by_kind = {"activate": by_kind["activate"]}
    return chances.choice(chances.choice(list(by_kind.values())))


def battle(
    setup: Setup, seed: int, met: Callable[[State, str, list[Any]], None] = lambda *_: None
) -> Iterator[tuple[State, Any]]:
    """Every event of a random battle with the state before it; ``met`` is told each position and what it allows."""
    key = seed.to_bytes(8, "big")
    chances = Chances(key + b"x")
    state = SYSTEM.start(setup)
    step = SYSTEM.begin(state, SeededDice(key, 0))
    entry = 0
    while True:
        for event in step.events:
            yield state, event
            state = SYSTEM.evolve(state, event)
        sides = sorted(SYSTEM.deciding(state))
        actions = [action for side in sides[:1] for option in SYSTEM.options(state, side) for action in option.actions]
        met(state, sides[0] if sides else "", actions)
        if not sides:
            return
        entry += 1
        step = SYSTEM.decide(state, sides[0], _picked(chances, actions), SeededDice(key, entry))
