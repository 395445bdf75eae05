"""What a movement comes to, whoever works it out."""

from msgspec import Struct

from battles.rules.mini_nap.frames import Leg, Travel
from battles.rules.mini_nap.state import NONE, Unit


class WayOf(Struct, frozen=True):
    """A movement worked out: its legs from where the unit stands ready, and the unit where they lead."""

    travel: Travel
    legs: tuple[Leg, ...]
    arrived: Unit
    target: int = NONE
