"""How far a battle has come, whatever the rules."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from battles.engine.core import SideId


class Stage(Struct, frozen=True):
    """A step of the turn, or of what comes before the first: what it is called, and whether it is past, now or next.

    ``task`` tells whoever decides in it what there is to do and how, with its rule; ``""`` where that is not now.
    """

    name: str
    when: Literal["done", "now", "next"]
    task: str = ""


class Tally(Struct, frozen=True):
    """A battle in numbers: turns begun, and by side the units it lost and the points it has."""

    turns: int
    lost: Mapping[SideId, int]
    points: Mapping[SideId, int]
