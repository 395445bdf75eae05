"""What a viewer is told of an entry."""

from typing import Any

from battles.engine.core import RuleSystem, Viewer
from battles.engine.record import Entry


def told(system: RuleSystem[Any], state: Any, entry: Entry[Any, Any], viewer: Viewer) -> tuple[Any, ...]:
    """The events of ``entry`` as ``viewer`` gets them, in order. ``state`` is the one that the entry led to.

    Neither the action nor the rolls are told: they may say what an event hides. The dice a viewer may know of stand
    in the events.
    """
    shadows = (system.shadow(state, event, viewer) for event in entry.events)
    return tuple(event for event in shadows if event is not None)
