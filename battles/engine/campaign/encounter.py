"""An encounter of a campaign as a rules system gets it to make a battle of it, and its result (CM-ENG-01, CM-ENG-07).

Bearings are whole degrees clockwise from north. The attacker is the first side, the defender the second.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from battles.engine.armies.facts import Army
from battles.engine.options import OptionValue

Bearing = int
"""Degrees clockwise from north, 0 to 359."""
RoadKind = Literal["chaussee", "road", "track"]
PlaceSize = Literal["", "village", "small-town", "town", "city"]
"""Size of the settlement; empty on an open road."""
Country = Literal["plain", "rolling", "hills", "mountains", "forest"]
RiverSize = Literal["major", "medium", "minor", "stream"]
CrossingKind = Literal["", "bridge", "ford", "ferry", "pontoon"]
"""What leads over a river; empty for nothing."""
Weather = Literal["dry", "rain", "mud"]
PLACE_SIZES: Final[tuple[PlaceSize, ...]] = PlaceSize.__args__  # type: ignore[attr-defined]
COUNTRIES: Final[tuple[Country, ...]] = Country.__args__  # type: ignore[attr-defined]
RIVER_SIZES: Final[tuple[RiverSize, ...]] = RiverSize.__args__  # type: ignore[attr-defined]
Standing = Literal["undecided", "left", "beaten", "routed"]
"""What became of the loser: nobody lost, it left the field, was beaten, or was routed (CM-AFTER-02)."""
Fate = Literal["unhurt", "hurt", "dead", "captured"]
"""A leader's fate (CM-AFTER-07)."""


class Road(Struct, frozen=True, kw_only=True):
    """A road that leaves the point on ``bearing`` for ``to``, the name of the next point."""

    bearing: Bearing
    kind: RoadKind
    to: str = ""


class River(Struct, frozen=True, kw_only=True):
    """A river that runs past the point, on ``bearing`` from it.

    It lies across the roads that leave the point nearly on that bearing. ``crossing`` is what leads over it, broken or
    not.
    """

    name: str
    size: RiverSize
    bearing: Bearing
    crossing: CrossingKind = "bridge"
    is_broken: bool = False


class Site(Struct, frozen=True, kw_only=True):
    """The place of an encounter as the map of the campaign knows it.

    ``works`` is the level of the defender's field works, 0 to 2 (CM-WORK-01); a ``fortress`` has walls besides.
    """

    name: str = ""
    size: PlaceSize = ""
    country: Country = "rolling"
    roads: tuple[Road, ...] = ()
    rivers: tuple[River, ...] = ()
    works: int = 0
    fortress: bool = False
    weather: Weather = "dry"


class Coming(Struct, frozen=True, kw_only=True):
    """A formation that arrives ``minutes`` after the beginning, from ``bearing`` (CM-ENG-02).

    ``element`` is the id of a formation or unit of the army; it counts for everything below it.
    """

    element: str
    minutes: int
    bearing: Bearing


class Contingent(Struct, frozen=True, kw_only=True):
    """One side of an encounter: its army, the bearing from which it comes, what arrives later, its task.

    The army is complete: corps, divisions, brigades, units, each with an id.
    """

    army: Army
    bearing: Bearing
    coming: tuple[Coming, ...] = ()
    task: str = ""


class Encounter(Struct, frozen=True, kw_only=True):
    """Everything that a battle is made of (CM-ENG-01).

    ``meeting`` says that both sides were on the move. The battle lasts at most ``minutes``, to dark. ``seed`` decides
    everything about the ground that the map does not say. ``options`` are options of the rules system by name.
    """

    title: str
    site: Site
    sides: tuple[Contingent, Contingent]
    minutes: int
    minutes_per_turn: int
    seed: bytes
    meeting: bool = False
    situation: str = ""
    options: Mapping[str, OptionValue] = {}


STANDINGS: Final[tuple[Standing, ...]] = Standing.__args__  # type: ignore[attr-defined]
FATES: Final[tuple[Fate, ...]] = Fate.__args__  # type: ignore[attr-defined]

STOPPED: Final = "stopped"
"""The result word of a battle that was not played to its end."""

AGREED: Final[Mapping[str, Standing]] = MappingProxyType(
    {
        STOPPED: "undecided",
        "resigned": "left",
        "the other side gave up": "left",
        "draw_agreed": "undecided",
    }
)
"""Result words of every system: ends by agreement (CM-AFTER-02)."""


class UnitLoss(Struct, frozen=True, kw_only=True):
    """What a unit lost in a battle, and if it fled. ``unit`` is its id in the army."""

    unit: str
    men: int = 0
    guns: int = 0
    fled: bool = False


class LeaderFate(Struct, frozen=True, kw_only=True):
    """The fate of a commander, by name; ``of`` is the id of the highest formation commanded, "" for the army."""

    name: str
    of: str
    fate: Fate


class Outcome(Struct, frozen=True, kw_only=True):
    """How a battle ended: ``winner`` is 0 for the attacker, 1 for the defender, None for nobody.

    ``word`` is the system's result word, ``standing`` what it means for the loser, ``holder`` who holds the ground,
    None for both. ``losses`` and ``leaders`` are those of each side; only units that fought are in ``losses``.
    """

    winner: Literal[0, 1] | None
    word: str
    standing: Standing
    holder: Literal[0, 1] | None
    minutes: int
    losses: tuple[tuple[UnitLoss, ...], tuple[UnitLoss, ...]]
    leaders: tuple[tuple[LeaderFate, ...], tuple[LeaderFate, ...]] = ((), ())
