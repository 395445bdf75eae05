"""Facts that only the books of a game on a real table know: what somebody saw there and noted.

All else in the books is told by the events of a battle.
"""

from typing import Literal

from battles.engine.core import Event
from battles.engine.dice import Roll
from battles.rules.mini_nap.events import AnyEvent
from battles.rules.mini_nap.state import Whereabouts

Rally = Literal["rally_back", "stop", "rally_forward", "charge"]
"""What a unit does with its break-through (MN-BREAK-04)."""

Marker = Literal["blue", "disorder", "yellow", "white"]
"""A marker that lies beside a unit; ``disorder`` is a blue one that also bars a break-through charge (MN-MARKER-10)."""


class MarkerNoted(Event, frozen=True, kw_only=True):
    """A marker was laid beside a unit, or with ``on`` false taken away (MN-MARKER)."""

    unit: int
    marker: Marker
    on: bool


class Righted(Event, frozen=True, kw_only=True):
    """A unit has more points again, or is back on the table: what was noted of it was wrong.

    ``lost`` are the losses of its Brigade and its Division after it.
    """

    unit: int
    points: int
    where: Whereabouts
    lost: tuple[int, int]


class StandNoted(Event, frozen=True, kw_only=True):
    """A command stand as it is now: on the table or not, evaded or not, and the unit that it is attached to or -1."""

    stand: int
    here: bool
    evaded: bool
    unit: int


class Arrived(Event, frozen=True, kw_only=True):
    """A Brigade has come on the table (MN-RULING-60)."""

    brigade: int


class Extended(Event, frozen=True, kw_only=True):
    """How far a unit goes ahead before it charges (MN-EXTEND-03)."""

    unit: int
    centimetres: int
    rolls: tuple[Roll, ...] = ()


class Rallied(Event, frozen=True, kw_only=True):
    """What a unit did with its break-through (MN-BREAK-04)."""

    unit: int
    how: Rally


NotedEvent = AnyEvent | MarkerNoted | Righted | StandNoted | Arrived | Extended | Rallied
"""Every kind of event in the books."""
