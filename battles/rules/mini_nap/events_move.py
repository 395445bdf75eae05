"""Facts of moving, turning, forming and testing."""

from typing import Literal

from battles.engine.core import Event
from battles.engine.dice import Roll
from battles.rules.mini_nap.frames import Travel
from battles.rules.mini_nap.tables import Formation

Spot = tuple[int, int]


class Turned(Event, frozen=True, kw_only=True):
    """A unit has pivoted or about-faced; ``turned`` is what its pivots have added up to (MN-TURN, MN-RULING-19)."""

    unit: int
    facing: int
    turned: int
    about: bool = False


class Reformed(Event, frozen=True, kw_only=True):
    """A unit has changed formation (MN-MAN-07), by choice or by rule."""

    unit: int
    formation: Formation
    x: int
    y: int
    facing: int
    rule: str = "MN-MAN-07"


class Moved(Event, frozen=True, kw_only=True):
    """A unit has come to a place, by ``path`` from where it stood, the place itself last."""

    unit: int
    travel: Travel
    x: int
    y: int
    facing: int
    path: tuple[Spot, ...] = ()
    cost: int = 0
    """Allowance that it took (MNT-MOVE-04)."""
    touched: int = -1
    """The enemy unit that it came into contact with."""


class StandPlaced(Event, frozen=True, kw_only=True):
    """A command stand is at a place."""

    stand: int
    x: int
    y: int
    how: Literal["deployed", "moved", "evaded", "detached", "shifted"]
    path: tuple[Spot, ...] = ()


class Defended(Event, frozen=True, kw_only=True):
    """A unit defends a feature from now on, or with ``holds`` false no longer (MNT-LANDMARK-03, 06, MNT-BRIDGE-03)."""

    unit: int
    feature: str
    holds: bool = True
    against: int = -1
    """The enemy that has charged it over the bridge (MNT-BRIDGE-05)."""


class Tested(Event, frozen=True, kw_only=True):
    """A quality test (MN-RATE-07): ``face`` and ``bonus`` against ``needed``; ``rule`` says what for."""

    unit: int
    rule: str
    needed: int
    face: int
    passed: bool
    bonus: int = 0
    rolls: tuple[Roll, ...] = ()
