"""Engagements and their results as values (CM-ENG-01, CM-ENG-07)."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from campaign.war.rules.campaign_map import Place, RiverClass, Terrain
from campaign.war.rules.tables import Outcome, Weather

Settling = Literal["board", "table", "written", "computer", "quick"]


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """Formations that come up ``minutes`` after the engagement began, by ``road`` from the side of ``point``."""

    formations: tuple[str, ...]
    minutes: int
    road: str
    point: str


class Engaged(Struct, frozen=True, forbid_unknown_fields=True):
    """A force in an engagement: what is there from the beginning, and what comes up (CM-ENG-01, CM-ENG-02).

    ``road`` and ``point`` say from which side it came. ``stood`` is how long it had stood there, in minutes.
    """

    force: str
    side: str
    formations: tuple[str, ...]
    arrivals: tuple[Arrival, ...] = ()
    road: str = ""
    point: str = ""
    stood: int = 0
    works: int = 0


class BattleGround(Struct, frozen=True, forbid_unknown_fields=True):
    """Facts about the ground (CM-ENG-01, CM-ENG-03).

    ``point`` is the point there, or the nearest. ``roads`` are the roads at it, or the one it lies on. ``crossing`` is
    the class of a river between the two, empty for none. ``works`` and ``fortress`` are the defender's.
    """

    point: str
    terrain: Terrain
    roads: tuple[str, ...] = ()
    rivers: tuple[str, ...] = ()
    crossing: RiverClass | Literal[""] = ""
    crossing_at: str = ""
    works: int = 0
    fortress: bool = False
    weather: Weather = "dry"


class Engagement(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle on the campaign map (CM-ENG-01). ``attacker`` and ``defender`` are alliances.

    ``begins`` is a minute, ``light`` the minutes of light left then. ``attackers`` and ``defenders`` are in the order
    of the ties rule. ``commanders`` is the commander's id of each alliance. ``storm`` is an attack on a fortress.
    """

    id: int
    turn: int
    begins: int
    light: int
    place: Place
    attacker: str
    defender: str
    attackers: tuple[Engaged, ...]
    defenders: tuple[Engaged, ...]
    ground: BattleGround
    meeting: bool = False
    storm: bool = False
    commanders: Mapping[str, str] = {}
    settling: Settling | Literal[""] = ""
    status: Literal["open", "settled"] = "open"


class UnitLoss(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one unit lost in a battle. ``fled`` marks one that ran from the field."""

    unit: str
    men: int = 0
    guns: int = 0
    fled: bool = False


class LeaderFate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commander hurt for so many ``days`` (None: for the campaign), dead or captured (CM-AFTER-07)."""

    commander: str
    fate: Literal["hurt", "dead", "captured"]
    days: int | None = None


class Result(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The one form of a result, however a battle was settled (CM-ENG-07).

    ``winner`` and ``field`` are alliances, or empty for none; ``field`` is who holds the ground. ``states`` says by
    alliance what it ended in; without it CM-AFTER-02 does. ``minutes`` is how long it lasted, to dark at most.
    """

    engagement: int
    winner: str
    field: str
    minutes: int
    losses: tuple[UnitLoss, ...] = ()
    leaders: tuple[LeaderFate, ...] = ()
    states: Mapping[str, Outcome] = {}
    settled: Settling = "written"
