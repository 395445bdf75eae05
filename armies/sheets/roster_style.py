"""How a roster is made, and what its army has lost since it took the field."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct


class RosterStyle(NamedTuple):
    """What a roster shows: columns that may be left out, a page for each division, the pages behind the numbers."""

    points: bool = True
    notes: bool = True
    nation: bool = True
    basis: bool = True
    page_each: bool = False
    closing: bool = True


USUAL_STYLE: Final = RosterStyle()


class Loss(Struct, frozen=True):
    """What became of a unit: how many of its boxes are struck; ``gone`` in words where it is out of play."""

    struck: int = 0
    gone: str = ""


class Losses(Struct, frozen=True):
    """An army as it stood at some moment of a battle.

    ``since`` names that battle. ``units`` are by the id of their element, those that lost nothing may be left out;
    ``commanders`` are the ids of formations whose commanders are lost, or the keys that the muster roll has of leaders
    apart from formations.
    """

    since: str
    units: Mapping[str, Loss] = {}
    commanders: frozenset[str] = frozenset()

    def of(self, element: str) -> Loss:
        """What became of a unit."""
        return self.units.get(element, UNHURT)


UNHURT: Final = Loss()
NONE_LOST: Final = Losses("")
"""An army that is fresh."""


def titled(system: str, losses: Losses) -> str:
    """``Mini-Nap roster``, or ``Mini-Nap roster as after the Battle of Quatre Bras``."""
    return f"{system} roster as after {losses.since}" if losses.since else f"{system} roster"
