"""Progress of a battle, for any rules."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from battles.engine.core import SideId


class Stage(Struct, frozen=True):
    """A step of the turn, or of the preparations before it: its name, and whether it is done, now or next.

    ``task`` tells the deciding player what to do and how, with the rule; ``""`` unless the step is now.
    """

    name: str
    when: Literal["done", "now", "next"]
    task: str = ""


class Tally(Struct, frozen=True):
    """Numbers of a battle: turns started, and for each side the units lost and its points."""

    turns: int
    lost: Mapping[SideId, int]
    points: Mapping[SideId, int]
