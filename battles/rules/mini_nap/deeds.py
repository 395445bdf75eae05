"""What a board shows of an event: who fired at whom, who fought whom, who is out of the battle (``deeds``)."""

from typing import Any

from battles.engine.picture import Deed
from battles.rules.mini_nap import events as happened


def deeds(event: Any) -> tuple[Deed, ...]:
    """The deeds of ``event``. Fire at a structure with nobody in it is at no block, and none of them."""
    match event:
        case happened.Fired(unit=unit, target=target):
            return (Deed("fire", (f"unit {unit}",), f"unit {target}"),)
        case happened.Suppressed(unit=unit, batteries=batteries):
            return tuple(Deed("fire", (f"unit {unit}",), f"unit {battery}") for battery in batteries)
        case happened.Fought(throws=throws):
            return tuple(Deed("melee", (f"unit {each.unit}",), f"unit {each.enemy}") for each in throws)
        case happened.Gone(units=units):
            return (Deed("lost", tuple(f"unit {unit}" for unit in units)),)
        case happened.StandRemoved(stand=stand):
            return (Deed("lost", (f"stand {stand}",)),)
    return ()
