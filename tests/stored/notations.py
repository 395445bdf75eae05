"""The short text forms of every action in the kept battles, with the action each of them stands for."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from battles.engine import registry
from battles.engine.battle_file import read
from battles.engine.codec import encode
from battles.engine.replay import states
from battles.rules import SYSTEMS

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def positions() -> Iterator[tuple[str, Any, Any]]:
    """Each action of the kept battles: the key of its system, the state before it, and the action."""
    for key in SYSTEMS:
        for path in sorted((PLAYTHROUGHS / key).glob("*.battle")):
            battle = read(path.read_bytes())
            for before, entry in zip(states(battle), battle.entries[1:], strict=False):
                if entry.action is not None:
                    yield key, before, entry.action


def stored_notations(actions: Iterable[tuple[str, Any, Any]]) -> dict[str, dict[str, str]]:
    """By system, the notation of each of these actions with its JSON."""
    lines: dict[str, dict[str, str]] = {}
    for key, before, action in actions:
        text = registry.load(key).text.notation(before, action)
        lines.setdefault(key, {})[text] = encode(action).decode()
    return {key: dict(sorted(pairs.items())) for key, pairs in sorted(lines.items())}
