"""What a campaign and a rules system tell each other: an encounter to fight, and its result.

Sources: CM-ENG-01, CM-ENG-03, CM-ENG-07. Bearings are whole degrees clockwise from north. The attacker is the first
side, the defender the second.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol

from msgspec import Struct

from battles.engine import core
from battles.engine.armies.facts import ARTILLERY, Army, Quality, Unit
from battles.engine.armies.group import Fielded
from battles.engine.armies.tree import units, walk
from battles.engine.core import SetupError, SideId
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


MINUTES_PER_TURN: Final = 30
"""CM-ENG-03, section 20: the default of every system."""

PER_MILLE: Final = 1000

NO_BATTLES: Final = "This rules system has no battles on the board: play at a table and write the result in."


class Share(NamedTuple):
    """What a unit lost: per mille of its men and of its guns, and if it fled."""

    men: int
    guns: int
    fled: bool


class CampaignGroup(Protocol):
    """What a rules system does for campaigns. The defaults are those of a system without an engine.

    Its battles are fought at a table and their results are written in. ``minutes_per_turn`` is the time of a turn
    (CM-ENG-03), ``result_words`` what the system's result words mean (CM-AFTER-02), ``grade_map`` what its grades mean
    (CM-FORCE-04). A side has at most ``most_units`` units in a battle; 0 means that there are no battles.
    """

    minutes_per_turn: int = MINUTES_PER_TURN
    result_words: Mapping[str, Standing] = AGREED
    grade_map: Mapping[str, Quality] = MappingProxyType({})
    most_units: int = 0

    def ground(self, encounter: Encounter) -> Any:
        """The board of an encounter, with north at the top: from point, roads, crossings and seed (CM-ENG-03).

        Raises:
            SetupError: the system has no battles.
        """
        raise SetupError(NO_BATTLES)

    def setup(self, encounter: Encounter) -> Fielded:
        """The set-up of a battle, the attacker as side a, with notes for the players (CM-ENG-03, CM-ENG-05).

        Raises:
            SetupError: the system has no battles, or an army cannot be fielded; a sentence.
            ValueError: a wrong option.
        """
        raise SetupError(NO_BATTLES)

    def turns_played(self, state: Any) -> int:
        """The turns begun in a battle."""
        raise SetupError(NO_BATTLES)

    def shares(self, state: Any, side: SideId) -> Sequence[Share | None]:
        """What each unit of a side lost, in the order of its army; None for one that has not come onto the board."""
        raise SetupError(NO_BATTLES)

    def fates(self, state: Any, side: SideId) -> Mapping[str, Fate]:
        """The fate of each commander of a side who is not unhurt, by name (CM-AFTER-07)."""
        return {}

    def outcome(self, state: Any, encounter: Encounter, ended: core.Outcome | None) -> Outcome:
        """The result of a battle made by ``setup`` from ``encounter``; ``ended`` None means that it was stopped.

        Who wins the battle holds the ground; without a winner both sides do (CM-AFTER-02).
        """
        word = ended.reason if ended else STOPPED
        winner = side_number(ended.winner) if ended else None
        sides: tuple[tuple[SideId, Army], ...] = tuple(
            (side, contingent.army) for side, contingent in zip("ab", encounter.sides, strict=True)
        )
        losses = [tuple(_losses(army, self.shares(state, side))) for side, army in sides]
        leaders = [tuple(_leader_fates(army, self.fates(state, side))) for side, army in sides]
        return Outcome(
            winner=winner,
            word=word,
            standing="undecided" if winner is None else self.result_words.get(word, "beaten"),
            holder=winner,
            minutes=min(self.turns_played(state) * encounter.minutes_per_turn, encounter.minutes),
            losses=(losses[0], losses[1]),
            leaders=(leaders[0], leaders[1]),
        )


def _losses(army: Army, shares: Sequence[Share | None]) -> Iterator[UnitLoss]:
    """The losses of the units that fought."""
    for unit, share in zip(units(army), shares, strict=True):
        if share is not None:
            yield loss_of(unit, share)


def _leader_fates(army: Army, fates: Mapping[str, Fate]) -> Iterator[LeaderFate]:
    """The fates of the army's commanders, with the highest formation that each commands."""
    posts: dict[str, str] = {army.commander: ""}
    for place in sorted(walk(army), key=lambda place: place.depth):
        if not isinstance(place.element, Unit):
            posts.setdefault(place.element.commander, place.element.id)
    for name, fate in fates.items():
        if name and name in posts:
            yield LeaderFate(name=name, of=posts[name], fate=fate)


def loss_of(unit: Unit, share: Share) -> UnitLoss:
    """The loss of a unit as its share of men or guns, rounded down."""
    if unit.type in ARTILLERY:
        return UnitLoss(unit=unit.id, guns=(unit.guns or 0) * share.guns // PER_MILLE, fled=share.fled)
    return UnitLoss(unit=unit.id, men=(unit.men or 0) * share.men // PER_MILLE, fled=share.fled)


def side_number(side: SideId | None) -> Literal[0, 1] | None:
    """0 for side a, 1 for side b, None for nobody."""
    return None if side is None else 0 if side == "a" else 1


def arrival_of(element_ids: Sequence[str], coming: Sequence[Coming]) -> Coming | None:
    """The arrival of a unit; ``element_ids`` are its own id and those of the formations above. The latest counts."""
    found = [each for each in coming if each.element in element_ids]
    return max(found, key=lambda each: each.minutes, default=None)


def arrival_turn(minutes: int, minutes_per_turn: int) -> int:
    """The turn of an arrival: its minutes after the beginning divided by those of a turn, rounded up (CM-ENG-03)."""
    return -(-minutes // minutes_per_turn)


def turns_of(minutes: int, minutes_per_turn: int) -> int:
    """The turns of a battle that lasts at most ``minutes``, rounded up, so that every arrival has its turn."""
    return max(1, arrival_turn(minutes, minutes_per_turn))


Edge = Literal["north", "east", "south", "west"]
EDGES: Final[tuple[Edge, ...]] = ("north", "east", "south", "west")

ONE: Final = 10_000
"""The whole number for a length of 1."""


class Heading(NamedTuple):
    """A step of length `ONE`: ``x`` to the east, ``y`` to the north."""

    x: int
    y: int


HEADINGS: Final = tuple(
    Heading(round(math.sin(math.radians(bearing)) * ONE), round(math.cos(math.radians(bearing)) * ONE))
    for bearing in range(360)
)


def heading(bearing: int) -> Heading:
    """The step on a bearing in degrees clockwise from north."""
    return HEADINGS[bearing % 360]


def between(one: int, other: int) -> int:
    """Degrees between two bearings, 0 to 180."""
    apart = abs(one - other) % 360
    return min(apart, 360 - apart)


def edge_of(bearing: int) -> Edge:
    """The edge that a bearing leads to."""
    return EDGES[(bearing + 45) % 360 // 90]
