"""A campaign as values: what it starts from, and its state between two ledger entries.

Times are whole minutes from 00:00 of the first day, lengths whole metres. Forces, engagements and reports have ids
that never change. An alliance is named by the key of its first side, in the order in which the campaign lists them.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from battles.engine.armies.facts import CommanderRating, GunWeight, UnitType
from campaign.war.rules.battle_values import (
    Arrival,
    BattleGround,
    Engaged,
    Engagement,
    LeaderFate,
    Result,
    Settling,
    UnitLoss,
)
from campaign.war.rules.books import Account
from campaign.war.rules.campaign_map import CampaignMap, Place, Stretch
from campaign.war.rules.order_values import (
    DepotOrder,
    Leg,
    Letter,
    Order,
    OrderKind,
    Pace,
    Posture,
    Precedence,
    Ride,
    TurnOrders,
)
from campaign.war.rules.settings import Settings
from campaign.war.rules.tables import HOUR, Grade, Weather

__all__ = [
    "Arrival",
    "BattleGround",
    "CampaignState",
    "Command",
    "Commander",
    "Contact",
    "Day",
    "Depot",
    "DepotOrder",
    "Dispatch",
    "Engaged",
    "Engagement",
    "Force",
    "Formation",
    "LeaderFate",
    "Leg",
    "Letter",
    "Level",
    "Objective",
    "Order",
    "OrderKind",
    "Pace",
    "Phase",
    "Posture",
    "Precedence",
    "Reinforcement",
    "Report",
    "Result",
    "Ride",
    "Settling",
    "Setup",
    "Side",
    "Sighting",
    "TurnOrders",
    "Unit",
    "UnitLoss",
    "Verdict",
    "Work",
]

Level = Literal["corps", "division", "brigade"]


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as it entered the campaign. ``id`` is its path: army/corps/division/brigade/unit.

    ``men`` are foot or horse at the start, 0 for a battery; ``guns`` 0 for all others. ``nation`` is never empty.
    Quality today is ``CampaignState.quality`` where experience changed it.
    """

    id: str
    name: str
    side: str
    arm: UnitType
    men: int
    guns: int
    quality: Grade
    nation: str
    gun_weight: GunWeight | None = None
    lancer: bool = False


class Formation(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A corps, division or brigade; ``id`` is its path from the army's id down.

    A brigade holds ``units``; units that stand directly under a higher formation make a brigade of their own, whose id
    is the path of that formation and whose ``loose`` is true. ``order`` is its place in the order of battle.
    """

    id: str
    name: str
    level: Level
    commander: str = ""
    nation: str = ""
    rating: CommanderRating | Literal[""] = ""
    units: tuple[str, ...] = ()
    loose: bool = False
    order: int = 0
    engineers: bool = False
    train: bool = False


class Commander(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commander of a side, a command, or a force; ``force`` is the one that the commander rides with (CM-CMD-01).

    ``until`` is the minute until which a hurt one is hurt. ``fate`` is set when one is gone for good.
    """

    id: str
    name: str
    side: str
    force: str
    rating: CommanderRating | Literal[""] = ""
    until: int = 0
    fate: Literal["", "hurt", "dead", "captured"] = ""


class Command(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The forces that one player gives orders to (chapter 2), and the commander who leads them."""

    id: str
    side: str
    name: str
    commander: str
    forces: tuple[str, ...] = ()


class Day(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """What a force has done since 00:00, for the account of the day (CM-TIME-04). Marches are minutes of the head."""

    light: int = 0
    dark: int = 0
    rested: bool = True
    """True while it has been at ``rest`` for the whole day."""
    forced: bool = False
    fed: bool = False


class Force(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Formations that stand and march together (chapter 2).

    ``formations`` are brigades in the order of battle. ``column`` are the stretches of road under it behind its head,
    nearest first; empty for one that has closed up. ``since`` is the minute since which it stands at its place.
    ``leg_since`` is when its present leg began. ``shaken`` is the minute until which a beaten force only avoids, holds,
    rests and marches (CM-AFTER-04); ``away`` the minute until which one that got away stands with ``avoid``
    (CM-CONTACT-03). ``idle`` says why it holds until the next turn (CM-ORDER-06). ``engaged`` is its engagement.
    """

    id: str
    side: str
    number: int
    name: str
    commander: str
    formations: tuple[str, ...]
    place: Place
    faces: str = ""
    column: tuple[Stretch, ...] = ()
    up: int = 0
    """Metres of its length that have come up since its head halted (CM-MARCH-04)."""
    came_by: str = ""
    way: tuple[str, ...] = ()
    """The points of its march that lie before it."""
    legs: tuple[Leg, ...] = ()
    """The present part of its order and those after it; it holds if there is none."""
    leg_since: int = 0
    standing: tuple[Leg, ...] = ()
    on_standing: bool = False
    """True while its legs are its standing orders."""
    repeat: bool = False
    ordered: int = -1
    """The minute at which its present order was written (CM-CMD-03)."""
    since: int = 0
    fatigue: int = 0
    hunger: int = 0
    day: Day = Day()
    works: int = 0
    digging: int = -1
    """The minute since which it digs for its next level of works, or -1."""
    crossing_minutes: int = 0
    shaken: int = 0
    away: int = 0
    idle: str = ""
    engaged: int = 0
    joins: int = 0
    """The engagement to which it marches (CM-ENG-02)."""
    held_until: int = 0
    """The minute until which a delaying enemy holds it up (CM-CONTACT-04)."""
    waits: bool = False
    """True if it counts as ``accept`` until it has new orders (CM-CONTACT-08)."""


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True):
    """A force that comes at ``arrives`` (CM-REINF-01)."""

    force: Force
    arrives: int


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A side. ``alliance`` is the key of the first side of its alliance; ``depots`` are points at the start."""

    key: str
    name: str
    alliance: str
    nations: tuple[str, ...] = ()
    commander: str = ""
    depots: tuple[str, ...] = ()
    colour: str = ""


class Objective(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a place (CM-WIN-01). ``when`` is a minute, or None for the end; ``daily`` gives them each 00:00.

    ``sides`` limits who may have them. With ``hold_hours`` who holds it that long has won (CM-WIN-02).
    """

    point: str
    points: int
    when: int | None = None
    daily: bool = False
    sides: tuple[str, ...] = ()
    hold_hours: int = 0


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a campaign starts from; it never changes. ``date`` is the first day, ``start`` and ``end`` are minutes."""

    id: str
    name: str
    map: CampaignMap
    date: str
    start: int
    end: int
    sides: tuple[Side, ...]
    settings: Settings
    units: Mapping[str, Unit]
    formations: Mapping[str, Formation]
    weather: Mapping[int, Weather] = {}
    """Given weather, by the number of the day from 0 (CM-WEATHER-02)."""
    commands: tuple[Command, ...] = ()
    objectives: tuple[Objective, ...] = ()
    minor: int = 1
    major: int = 2
    system: str = ""
    """The rules system of its battles, or none."""
    initiative: Mapping[str, int] = {}
    """What a commander's rating adds to hearing the guns, where the system has initiative (CM-ENG-02)."""

    @property
    def turns(self) -> int:
        """How many turns the campaign has; the last one may be shorter."""
        return -(-(self.end - self.start) // (self.settings.turn_hours * HOUR))

    def alliance(self, side: str) -> str:
        """The alliance of a side."""
        for other in self.sides:
            if other.key == side:
                return other.alliance
        raise KeyError(side)

    def allies(self, alliance: str) -> tuple[str, ...]:
        """The sides of an alliance."""
        return tuple(side.key for side in self.sides if side.alliance == alliance)

    @property
    def alliances(self) -> tuple[str, ...]:
        """The alliances, in the order of their first sides."""
        return tuple(dict.fromkeys(side.alliance for side in self.sides))


class Report(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a side was told of an enemy force (CM-SIGHT-03). It never changes.

    ``by`` is the observer, ``of`` the force seen, ``alliance`` that of the observer. ``heading`` is where it faces.
    ``arms`` holds ``foot``, ``horse``, ``guns``. ``contact`` marks one made in contact: size and name are right.
    """

    id: int
    time: int
    alliance: str
    by: str
    of: str
    side: str
    place: Place
    heading: str
    arms: tuple[str, ...]
    men: int
    name: str = ""
    contact: bool = False


class Sighting(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """A force that another sees, or has seen: for when a new report is due (CM-SIGHT-03).

    ``factor`` and ``named`` are what the roll of the day ``rolled`` gave.
    """

    in_sight: bool
    reported: int
    place: str
    rolled: int
    factor: int
    named: bool


class Contact(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two hostile forces in touch, since ``since``, at ``place``; ``came`` is the one that came up.

    ``tried`` says which have tried to get away; ``morning`` which have tried again at first light (CM-CONTACT-09).
    """

    first: str
    second: str
    came: str
    place: Place
    since: int
    tried: tuple[str, ...] = ()
    by_night: bool = False
    """True if it began when no battle could (CM-CONTACT-09)."""
    morning: tuple[str, ...] = ()


class Dispatch(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rider with an order, a report or a letter (CM-CMD-01). ``arrives`` is fixed at leaving, for where ``to``
    was then; ``place`` is where the rider is bound."""

    id: int
    side: str
    writer: str
    to: str
    written: int
    arrives: int
    place: Place
    order: Order | None = None
    report: Report | None = None
    text: str = ""
    held: bool = False
    lost: bool = False
    """True for a rider who will not arrive (CM-CMD-02)."""


class Depot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A depot at ``point``; it serves from the minute ``serves`` on. ``to`` and ``metres`` while it moves."""

    side: str
    point: str
    serves: int = 0
    to: str = ""
    metres: int = 0


class Work(Struct, frozen=True, forbid_unknown_fields=True, array_like=True, gc=False):
    """Work done on a crossing by a force, in minutes (CM-WORK-02)."""

    force: str
    minutes: int


class Verdict(Struct, frozen=True, forbid_unknown_fields=True):
    """How a campaign ended (CM-WIN-02). ``winner`` is an alliance, or empty for a draw."""

    winner: str
    degree: Literal["draw", "minor", "major"]
    points: Mapping[str, int]
    reason: str
    rule: str


Phase = Literal["orders", "engagements", "over"]


class CampaignState(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign after some ledger entries. ``turn`` counts from 1; ``again`` how often it was taken back.

    ``time`` is the minute at which the turn begins; during a resolution that of the last step's end.
    """

    setup: Setup
    time: int
    turn: int = 1
    again: int = 0
    phase: Phase = "orders"
    forces: Mapping[str, Force] = {}
    books: Mapping[str, Account] = {}
    quality: Mapping[str, Grade] = {}
    commanders: Mapping[str, Commander] = {}
    commands: tuple[Command, ...] = ()
    waiting: tuple[Reinforcement, ...] = ()
    owners: Mapping[str, str] = {}
    """The alliance that owns a point; a point of nobody is left out (CM-MAP-05)."""
    garrisons: Mapping[str, int] = {}
    """Men that the campaign gives a fortress (CM-MAP-04)."""
    broken: tuple[str, ...] = ()
    """Crossings that are broken, in order."""
    pontoons: Mapping[str, str] = {}
    """Crossings that a formation has bridged, with the formation (CM-WORK-04)."""
    depots: tuple[Depot, ...] = ()
    weather: Weather = "dry"
    mud_next: bool = False
    rain_days: int = 0
    contacts: tuple[Contact, ...] = ()
    engagements: Mapping[int, Engagement] = {}
    known: Mapping[str, Mapping[str, Report]] = {}
    """The newest report of each enemy force, by who knows it: an alliance, or a command with ``courier``."""
    report_count: int = 0
    sightings: Mapping[str, Mapping[str, Sighting]] = {}
    """By observer and force seen."""
    forage: Mapping[str, int] = {}
    """Men that a point feeds, where it is not full (CM-SUPPLY-02)."""
    masked: Mapping[str, int] = {}
    """Fortresses under mask, with the minute since which (CM-MAP-04)."""
    damaged: Mapping[int, Mapping[str, int]] = {}
    """Guns damaged, by the day on which they were and the unit (CM-AFTER-03)."""
    stray: Mapping[int, Mapping[str, int]] = {}
    """Stragglers of lost battles, by engagement and unit (CM-STRAG-03)."""
    points: Mapping[str, int] = {}
    """Points won at objectives so far, by alliance."""
    held: Mapping[str, int] = {}
    """Decisive points, with the minute since which their owner holds them."""
    precedence: Mapping[str, tuple[str, ...]] = {}
    """Forces by precedence, by side (CM-MARCH-05)."""
    dispatches: tuple[Dispatch, ...] = ()
    riders: int = 0
    """The highest number of a dispatch so far."""
    numbers: Mapping[str, int] = {}
    """The highest number of a force so far, by side (chapter 2)."""
    given_up: tuple[str, ...] = ()
    refuted: Mapping[str, tuple[str, ...]] = {}
    """By who knows it, the enemy forces that are no longer where their newest report says (CM-RULING-01)."""
    known_broken: Mapping[str, tuple[str, ...]] = {}
    """By alliance, the crossings that it knows to be broken (CM-MAP-07)."""
    verdict: Verdict | None = None
