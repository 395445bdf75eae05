"""Facts of fire and of hand-to-hand combat."""

from msgspec import Struct

from battles.engine.core import Event, SideId
from battles.engine.dice import Roll
from battles.rules.mini_nap.frames import Allotment
from battles.rules.mini_nap.state import Damage
from battles.rules.mini_nap.tables import Band, Situation


class Count(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """How a number of dice came about: what was added by which rule, and how often it was halved by which."""

    basic: int
    added: tuple[tuple[str, int], ...] = ()
    halved: tuple[str, ...] = ()
    dice: int = 0


class Fired(Event, frozen=True, kw_only=True):
    """A shot, or return fire where ``answers``: dice, their total, hits and the target's points after them."""

    unit: int
    target: int
    aim: tuple[int, int]
    range: int
    band: Band | None
    count: Count
    total: int
    hits: int
    points: int
    answers: bool = False
    supports: bool = False
    rolls: tuple[Roll, ...] = ()


class StructureHit(Event, frozen=True, kw_only=True):
    """The die for a structure (MNT-STRUCT-02, 03), and its damage after it."""

    unit: int
    face: int
    hits: int
    damage: Damage
    rolls: tuple[Roll, ...] = ()


class Suppressed(Event, frozen=True, kw_only=True):
    """MN-FIRE-61."""

    unit: int
    batteries: tuple[int, ...]


class Allotted(Event, frozen=True, kw_only=True):
    """A side's strength points for the round; only it knows before both have answered (MN-RULING-32)."""

    side: SideId
    shares: tuple[Allotment, ...]


class AllottedHidden(Event, frozen=True, kw_only=True):
    """The shadow of ``Allotted``: that a side has answered."""

    side: SideId


class Throw(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What a unit threw against an enemy in a round: the sets it had, dice in each, and the hits."""

    unit: int
    enemy: int
    allotted: int
    sets: tuple[Situation, ...]
    halved: int = 0
    dice: int = 0
    hits: int = 0


class Fought(Event, frozen=True, kw_only=True):
    """A round of combat: 0 is impact. ``points`` are the units of the group with their points after it."""

    round: int
    throws: tuple[Throw, ...]
    points: tuple[tuple[int, int], ...]
    stalemate: bool = False
    """One die for each set, since nobody had any (MN-HTH-35)."""
    rolls: tuple[Roll, ...] = ()
