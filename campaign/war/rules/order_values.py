"""Orders as values: what a force is to do, and all that is sent for one turn (CM-ORDER-01)."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

OrderKind = Literal[
    "march", "hold", "rest", "delay", "scout", "detach", "join", "break_crossing", "mend_crossing", "mask", "bridge"
]
"""The card's orders; ``bridge`` lays a pontoon (CM-WORK-04)."""
Posture = Literal["attack", "accept", "avoid"]
Pace = Literal["normal", "forced", "night"]


class Leg(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One part of an order (CM-ORDER-01, CM-ORDER-02).

    ``to`` ends a march; ``via`` are points it goes through first. ``hours`` ends a leg that would last. ``back_to`` is
    the point to fall back to. ``formations`` leave by ``detach``, under ``commander`` as force ``name``. ``force`` is
    joined. ``crossing`` is broken, rebuilt or bridged. ``fortress`` is masked. ``enter`` lets a march enter places held
    by the enemy whatever the posture (CM-MARCH-08). ``avoid_at`` is in tenths; None takes the campaign's.
    """

    order: OrderKind
    posture: Posture = "accept"
    to: str = ""
    via: tuple[str, ...] = ()
    pace: Pace = "normal"
    support: bool = False
    hours: int | None = None
    back_to: str = ""
    works: bool = False
    avoid_at: int | None = None
    enter: bool = False
    formations: tuple[str, ...] = ()
    name: str = ""
    commander: str = ""
    force: str = ""
    crossing: str = ""
    fortress: str = ""
    storm: bool = False
    then: tuple["Leg", ...] = ()
    """What formations that leave by ``detach`` do next."""
    note: str = ""


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one force is to do. Without ``standing`` the standing orders stay; ``repeat`` starts them again."""

    force: str
    legs: tuple[Leg, ...] = ()
    standing: tuple[Leg, ...] | None = None
    repeat: bool = False


class Precedence(Struct, frozen=True, forbid_unknown_fields=True):
    """Which forces of a side go first where two want one road, set by its commander-in-chief (CM-MARCH-05)."""

    side: str
    forces: tuple[str, ...]


class DepotOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A depot of ``side`` at ``point`` moves to the point ``to`` (CM-SUPPLY-04)."""

    side: str
    point: str
    to: str


class Ride(Struct, frozen=True, forbid_unknown_fields=True):
    """A commander goes over to another force at the same point (CM-CMD-01)."""

    commander: str
    force: str


class Letter(Struct, frozen=True, forbid_unknown_fields=True):
    """A letter from one commander to another of the same alliance (CM-CMD-01)."""

    writer: str
    to: str
    text: str


class TurnOrders(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that was sent for one turn. Of several orders for one force the last counts (CM-ORDER-01).

    ``writers`` names, by force, the commander who gave its order; without one it takes effect at once.
    ``give_up`` are sides that give up (CM-WIN-02).
    """

    orders: tuple[Order, ...] = ()
    precedence: tuple[Precedence, ...] = ()
    depots: tuple[DepotOrder, ...] = ()
    rides: tuple[Ride, ...] = ()
    letters: tuple[Letter, ...] = ()
    writers: Mapping[str, str] = {}
    give_up: tuple[str, ...] = ()
