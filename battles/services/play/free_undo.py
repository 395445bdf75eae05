"""Check if a side may undo an action without asking: no dice were rolled and nothing hidden was revealed."""

from typing import Any, Final

from battles.engine.core import SideId, Step
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice
from battles.engine.record import Entry
from battles.engine.rng import Chances
from battles.services.play.position import Position

SAMPLES: Final = 3
"""Other states, possible from the side's view, in which an action is tried to see if it reveals something hidden."""


def is_free(before: Position, entry: Entry[Any, Any], step: Step[Any]) -> bool:
    """True if the side of an entry may undo it without asking."""
    side = entry.side
    if entry.rolls or side is None or side not in before.system.sides:
        return False
    return not _reveals(before, side, entry.action, step) and not _passes_hidden_decision(before, side, step.state)


def _reveals(before: Position, side: SideId, action: Any, step: Step[Any]) -> bool:
    """True if an action without dice revealed something to ``side``.

    The action is tried in other states that look the same to the side. If the side would learn something else there,
    the action revealed something.
    """
    system = before.system
    seen = system.secrets.view(before.state, side)
    shown = _shadows(system, before.state, step, side)
    for number in range(SAMPLES):
        other = system.secrets.resample(seen, Chances(b"%d" % number))
        if other == before.state:
            continue
        try:
            if system.refuse(other, side, action) is not None:
                return True
            tried = system.decide(other, side, action, RecordedDice(()))
        except (DiceNeeded, DiceDiffer):
            return True
        if _shadows(system, other, tried, side) != shown:
            return True
    return False


def _passes_hidden_decision(before: Position, side: SideId, after: Any) -> bool:
    """True if the action hands a hidden decision to the other side.

    A free undo, or its refusal, would then show if the other side has decided. Not if the side knows everything.
    """
    system = before.system
    decide = set(system.deciding(after))
    if side in decide or not decide - set(before.awaited):
        return False
    seen = system.secrets.view(after, side)
    return any(system.secrets.resample(seen, Chances(b"%d" % number)) != after for number in range(SAMPLES))


def _shadows(system: Any, state: Any, step: Step[Any], side: SideId) -> list[Any]:
    """What ``side`` sees of the events of a step, and the sides that decide next."""
    shadows = []
    for event in step.events:
        shadows.append(system.secrets.shadow(state, event, side))
        state = system.evolve(state, event)
    return [*shadows, system.deciding(state)]
