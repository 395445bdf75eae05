"""Style of a roster, and the losses of its army in a battle."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct


class RosterStyle(NamedTuple):
    """What a roster shows: optional columns, a page for each division, and the pages with the arithmetic."""

    points: bool = True
    notes: bool = True
    nation: bool = True
    basis: bool = True
    page_each: bool = False
    closing: bool = True


USUAL_STYLE: Final = RosterStyle()


class Loss(Struct, frozen=True):
    """A unit's losses: the number of its boxes crossed off; ``gone`` in words if it is out of play."""

    struck: int = 0
    gone: str = ""


class Losses(Struct, frozen=True):
    """An army's losses at some moment of a battle.

    ``since`` names that battle. ``units`` are by the id of their element; unhurt ones may be left out. ``commanders``
    are the ids of formations whose commanders are lost, or muster roll keys of leaders without a formation.
    """

    since: str
    units: Mapping[str, Loss] = {}
    commanders: frozenset[str] = frozenset()

    def of(self, element: str) -> Loss:
        """A unit's losses."""
        return self.units.get(element, UNHURT)


UNHURT: Final = Loss()
NONE_LOST: Final = Losses("")
"""The losses of a fresh army."""


def titled(system: str, losses: Losses) -> str:
    """``Mini-Nap roster``, or ``Mini-Nap roster as after the Battle of Quatre Bras``."""
    return f"{system} roster as after {losses.since}" if losses.since else f"{system} roster"
