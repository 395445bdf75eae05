"""What a board shows of an event: who fired at whom, who fought whom, who is out of the battle (``deeds``)."""

from typing import Any

from battles.engine.picture import Deed
from battles.rules.easy_napoleonics.events import LeaderTaken, LeaderTested
from battles.rules.easy_napoleonics.events_fight import Fired, FireHidden, Fought, MeleeHidden, Removed


def deeds(event: Any) -> tuple[Deed, ...]:
    """The deeds of ``event``: as much as it tells, so that whoever has its shadow sees no more."""
    match event:
        case Fired(target=target, shots=shots):
            return (Deed("fire", tuple(f"unit {shot.unit}" for shot in shots), f"unit {target}"),)
        case FireHidden(target=target, dice=dice):
            return (Deed("fire", tuple(f"unit {unit}" for unit, _ in dice), f"unit {target}"),)
        case Fought(attacker=attacker, defender=defender) | MeleeHidden(attacker=attacker, defender=defender):
            return (Deed("melee", (f"unit {attacker}",), f"unit {defender}"),)
        case Removed(unit=unit):
            return (Deed("lost", (f"unit {unit}",)),)
        case LeaderTaken(leader=leader) | LeaderTested(leader=leader, killed=True):
            return (Deed("lost", (f"leader {leader}",)),)
    return ()
