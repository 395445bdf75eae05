"""The log of a battle in sentences: made from the events when it is read, and kept nowhere."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from battles.engine.audit import SHOWN
from battles.engine.codec import Unreadable
from battles.engine.core import UMPIRE, RuleSystem, Viewer
from battles.engine.record import Battle, Entry


class Line(Struct, frozen=True):
    """A line of the log: the entry that it belongs to, its text, and whether it is the heading of a turn or phase."""

    n: int
    text: str
    is_heading: bool = False


def lines(
    system: RuleSystem[Any], state: Any, entry: Entry[Any, Any], viewer: Viewer = UMPIRE
) -> tuple[list[Line], Any]:
    """What ``entry`` tells ``viewer``, and the state that its events lead to from ``state``, the one before it."""
    found = []
    if not entry.is_action:
        return [Line(entry.n, agreement(system, state, entry))], state
    for event in entry.events:
        seen = system.shadow(state, event, viewer)
        if seen is not None:
            for text, is_heading in ((system.heading(state, seen), True), (system.sentence(state, seen), False)):
                if text:
                    found.append(Line(entry.n, text, is_heading))
        state = system.evolve(state, event)
    return found, state


def agreement(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any]) -> str:
    """What an entry that is no action says; ``state`` is the one before it."""
    if entry.rules is not None:
        versions = f"version {entry.rules.before} to {entry.rules.after}"
        return f"The rules were corrected, {versions}. What was done stands; it goes on by the new ones."
    who = "The umpire" if entry.side is None or entry.side == UMPIRE else system.side_name(state, entry.side)
    if entry.ended is None:
        return f"{who} takes the battle back to entry {entry.back}."
    winner = "nobody" if entry.ended.winner is None else system.side_name(state, entry.ended.winner)
    why = entry.ended.reason.replace("_", " ")
    if entry.ended.winner is not None:
        why = f"{who} {why}"
    return f"Over by agreement, {why}: {winner} won."


def log(battle: Battle, to: int | None = None, viewer: Viewer = UMPIRE) -> Iterator[Line]:
    """Every line of a battle, up to entry ``to``.

    Raises:
        Unreadable: an entry that cannot be told, after the lines before it.
    """
    system = battle.system
    state = system.start(battle.header.setup)
    kept = dict.fromkeys(entry.back for entry in battle.entries if entry.back is not None)
    for entry in battle.entries:
        if to is not None and entry.n > to:
            return
        try:
            found, state = lines(system, state, entry, viewer)
            state = state if entry.back is None else kept[entry.back]
            if entry.n in kept:
                kept[entry.n] = state
        except Exception as wrong:  # junk may break any rule
            sentence = f"Entry {entry.n} cannot be told: {type(wrong).__name__}: {str(wrong)[:SHOWN]}"
            raise Unreadable(f"{sentence.rstrip('.')}.") from wrong
        yield from found
