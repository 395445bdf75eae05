"""Events and entries of the ledger.

An entry holds one event, the dice that were rolled for it, the transfers it makes in the books, and how it changes
forces. What the event itself changes is in ``evolve``. Who may read an entry is its ``audience``.
"""

from collections.abc import Mapping

from msgspec import UNSET, Struct, UnsetType

from campaign.war.rules.books import Transfer
from campaign.war.rules.campaign_map import Place, Stretch
from campaign.war.rules.dice import CampaignRoll
from campaign.war.rules.state import (
    CampaignState,
    Commander,
    Contact,
    Day,
    Depot,
    Dispatch,
    Engagement,
    Force,
    Leg,
    Phase,
    Precedence,
    Report,
    Result,
    Sighting,
    Verdict,
)
from campaign.war.rules.tables import Grade, Outcome, Weather


class ForceChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """New values of some facts of a force; what is left out stays."""

    force: str
    formations: tuple[str, ...] | UnsetType = UNSET
    commander: str | UnsetType = UNSET
    place: Place | UnsetType = UNSET
    faces: str | UnsetType = UNSET
    column: tuple[Stretch, ...] | UnsetType = UNSET
    up: int | UnsetType = UNSET
    came_by: str | UnsetType = UNSET
    way: tuple[str, ...] | UnsetType = UNSET
    legs: tuple[Leg, ...] | UnsetType = UNSET
    leg_since: int | UnsetType = UNSET
    standing: tuple[Leg, ...] | UnsetType = UNSET
    on_standing: bool | UnsetType = UNSET
    repeat: bool | UnsetType = UNSET
    ordered: int | UnsetType = UNSET
    since: int | UnsetType = UNSET
    fatigue: int | UnsetType = UNSET
    hunger: int | UnsetType = UNSET
    day: Day | UnsetType = UNSET
    works: int | UnsetType = UNSET
    digging: int | UnsetType = UNSET
    crossing_minutes: int | UnsetType = UNSET
    shaken: int | UnsetType = UNSET
    away: int | UnsetType = UNSET
    idle: str | UnsetType = UNSET
    engaged: int | UnsetType = UNSET
    joins: int | UnsetType = UNSET
    held_until: int | UnsetType = UNSET
    waits: bool | UnsetType = UNSET


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", omit_defaults=True):
    """A fact. Its class name is its tag."""


class OrdersTaken(Event, frozen=True, tag="orders_taken"):
    """The orders of one side take effect; the changes hold them (CM-ORDER-01). ``forces`` got new ones."""

    side: str
    forces: tuple[str, ...] = ()
    precedence: Precedence | None = None


class LegBegan(Event, frozen=True, tag="leg_began"):
    """A force goes on to the next part of its order (CM-ORDER-01)."""

    force: str
    leg: Leg


class OrderDropped(Event, frozen=True, tag="order_dropped"):
    """An order that cannot be done any more; the owner is told why (CM-ORDER-06)."""

    force: str
    reason: str
    rule: str


class Detached(Event, frozen=True, tag="detached"):
    """Formations leave a force and become one of their own (CM-FORCE-02)."""

    force: str
    new: Force
    commander: Commander | None = None


class Joined(Event, frozen=True, tag="joined"):
    """A force becomes part of another and is struck off (CM-FORCE-02)."""

    force: str
    into: str


class Marched(Event, frozen=True, tag="marched"):
    """The heads and columns of a side in one step, in the changes (CM-MARCH-04). ``waits`` are those held up."""

    side: str
    waits: tuple[str, ...] = ()


class Arrived(Event, frozen=True, tag="arrived"):
    """A reinforcement comes, or waits if there is no place for it (CM-REINF-01)."""

    force: Force
    late: bool = False


class Touched(Event, frozen=True, tag="touched"):
    """Two forces have come into contact (CM-CONTACT-01), or their contact has changed."""

    contact: Contact
    new: bool = True


class Parted(Event, frozen=True, tag="parted"):
    """Two forces are no longer in contact."""

    first: str
    second: str


class GetAwayTried(Event, frozen=True, tag="get_away_tried"):
    """A force has got away, or has failed (CM-CONTACT-02, CM-CONTACT-03)."""

    force: str
    away: bool
    modifier: int = 0
    free: bool = False
    """True if it needed no roll."""


class Delayed(Event, frozen=True, tag="delayed"):
    """A delaying force has held an attacker up and falls back (CM-CONTACT-04)."""

    force: str
    attackers: tuple[str, ...]
    minutes: int
    loss: int


class EngagementBegan(Event, frozen=True, tag="engagement_began"):
    """A battle begins (CM-ENG-01)."""

    engagement: Engagement


class GunsHeard(Event, frozen=True, tag="guns_heard"):
    """A supporting force has heard the guns, or not (CM-ENG-02)."""

    force: str
    engagement: int
    heard: bool


class Sighted(Event, frozen=True, tag="sighted"):
    """What a knower has seen, or been told, in a step: an alliance, or a command (CM-SIGHT-03, CM-SIGHT-06)."""

    knower: str
    reports: tuple[Report, ...] = ()
    refuted: tuple[str, ...] | None = None
    broken: tuple[str, ...] | None = None
    new: tuple[str, ...] = ()
    """Enemy forces that were never reported before."""


class Watched(Event, frozen=True, tag="watched"):
    """When forces last saw others: for the next reports, not for players (CM-SIGHT-03)."""

    sightings: Mapping[str, Mapping[str, Sighting]]


class PointsTaken(Event, frozen=True, tag="points_taken"):
    """Points that have a new owner, by point (CM-MAP-05). ``since`` is for decisive points."""

    owners: Mapping[str, str]
    since: int
    fallen: tuple[str, ...] = ()
    """Fortresses whose garrison is no more."""
    lost: Mapping[str, str] = {}
    """Who owned them before, for those that somebody did."""


class WorksChanged(Event, frozen=True, tag="works_changed"):
    """A force's works rise or are lost (CM-WORK-01)."""

    force: str
    works: int


class CrossingWorked(Event, frozen=True, tag="crossing_worked"):
    """Work on a crossing: hours done, or the crossing broken, repaired or bridged (CM-WORK-02)."""

    force: str
    crossing: str
    done: bool
    broken: bool = False
    pontoon: str = ""


class Masked(Event, frozen=True, tag="masked"):
    """Fortresses that are masked, with the minute since which (CM-MAP-04)."""

    masked: Mapping[str, int]


class GarrisonFell(Event, frozen=True, tag="garrison_fell"):
    """A garrison surrenders (CM-WORK-03)."""

    point: str
    alliance: str


class Fed(Event, frozen=True, tag="fed"):
    """Supply and forage at 00:00 (CM-SUPPLY-01, CM-SUPPLY-02). ``forage`` are points that are not full."""

    supplied: tuple[str, ...]
    foraged: tuple[str, ...]
    hungry: tuple[str, ...]
    forage: Mapping[str, int]


class Tired(Event, frozen=True, tag="tired"):
    """Fatigue at 00:00, in the changes (CM-TIRE-01, CM-TIRE-02)."""

    side: str


class Strayed(Event, frozen=True, tag="strayed"):
    """Stragglers leave or come back, in the transfers (CM-STRAG-01, CM-STRAG-02)."""

    side: str
    back: bool = False


class HospitalDay(Event, frozen=True, tag="hospital_day"):
    """Men leave hospital or die there, in the transfers (CM-AFTER-08)."""

    side: str


class GunsRepaired(Event, frozen=True, tag="guns_repaired"):
    """Damaged guns of a day return or are given up, in the transfers (CM-AFTER-03)."""

    side: str
    day: int


class DepotsChanged(Event, frozen=True, tag="depots_changed"):
    """Depots move or change hands (CM-SUPPLY-04)."""

    depots: tuple[Depot, ...]


class Replaced(Event, frozen=True, tag="replaced"):
    """Replacements reach units, in the transfers (CM-REINF-02)."""

    side: str


class DayBegan(Event, frozen=True, tag="day_began"):
    """A new day: its weather (CM-WEATHER-02), and marches of the day before are forgotten."""

    weather: Weather
    mud_next: bool = False
    rain_days: int = 0


class PointsWon(Event, frozen=True, tag="points_won"):
    """Points for objectives held at a time, by alliance (CM-WIN-01)."""

    points: Mapping[str, int]


class DispatchSent(Event, frozen=True, tag="dispatch_sent"):
    """A rider leaves (CM-CMD-01)."""

    dispatch: Dispatch


class DispatchEnded(Event, frozen=True, tag="dispatch_ended"):
    """A rider arrives, is taken, or is lost (CM-CMD-01, CM-CMD-02)."""

    dispatch: Dispatch
    how: str


class DispatchHeld(Event, frozen=True, tag="dispatch_held"):
    """The umpire holds, changes or writes a dispatch (CM-CMD-01)."""

    dispatch: Dispatch


class CommanderMoved(Event, frozen=True, tag="commander_moved"):
    """A commander rides with another force (CM-CMD-01)."""

    commander: str
    force: str


class Reinforced(Event, frozen=True, tag="reinforced"):
    """A reinforcement finds no place and waits until 00:00 (CM-REINF-01)."""

    force: str
    until: int


class Settled(Event, frozen=True, tag="settled"):
    """An engagement is settled: its result, and what became of each alliance (CM-ENG-07, CM-AFTER-02).

    Losses, guns and pursuit are in the transfers. ``damaged`` are guns that may return, by unit; ``stray`` stragglers
    of a lost battle, by unit; ``day`` is the day on which it was.
    """

    result: Result
    states: Mapping[str, Outcome]
    day: int
    damaged: Mapping[str, int] = {}
    stray: Mapping[str, int] = {}


class Retreated(Event, frozen=True, tag="retreated"):
    """A force of the loser goes back; ``cut_off`` if it had no free way (CM-AFTER-04)."""

    force: str
    engagement: int
    cut_off: bool = False
    surrendered: bool = False


class LeaderLost(Event, frozen=True, tag="leader_lost"):
    """A leader is hurt, dead or captured; ``successor`` takes over (CM-AFTER-07)."""

    commander: Commander
    successor: Commander | None = None


class StraysTaken(Event, frozen=True, tag="strays_taken"):
    """Stragglers of a lost battle fall to who comes to own the point nearest to it (CM-STRAG-03)."""

    engagement: int
    alliance: str


class StruckOff(Event, frozen=True, tag="struck_off"):
    """A force without men and guns (CM-BOOK-04)."""

    force: str


class SideGaveUp(Event, frozen=True, tag="side_gave_up"):
    """A side gives up (CM-WIN-02)."""

    side: str


class GradesChanged(Event, frozen=True, tag="grades_changed"):
    """Units rise or fall a grade, by experience (CM-EXP-01)."""

    quality: Mapping[str, Grade]


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase of a turn begins (CM-TIME-05)."""

    phase: Phase
    turn: int


class Ended(Event, frozen=True, tag="ended"):
    """The campaign has ended (CM-WIN-02)."""

    verdict: Verdict


class Corrected(Event, frozen=True, tag="corrected"):
    """A correction of the books, in the transfers (CM-FIX-01, CM-FIX-02)."""

    entry: int
    by: str
    why: str


class TakenBack(Event, frozen=True, tag="taken_back"):
    """The campaign returns to the beginning of a turn, as ``state`` says (CM-FIX-02)."""

    turn: int
    by: str
    why: str
    state: CampaignState


AnyEvent = (
    OrdersTaken
    | LegBegan
    | OrderDropped
    | Detached
    | Joined
    | Marched
    | Arrived
    | Touched
    | Parted
    | GetAwayTried
    | Delayed
    | EngagementBegan
    | GunsHeard
    | Sighted
    | Watched
    | PointsTaken
    | WorksChanged
    | CrossingWorked
    | Masked
    | GarrisonFell
    | Fed
    | Tired
    | Strayed
    | HospitalDay
    | GunsRepaired
    | DepotsChanged
    | Replaced
    | DayBegan
    | PointsWon
    | DispatchSent
    | DispatchEnded
    | DispatchHeld
    | CommanderMoved
    | Reinforced
    | Settled
    | Retreated
    | LeaderLost
    | StraysTaken
    | StruckOff
    | SideGaveUp
    | GradesChanged
    | PhaseBegan
    | Ended
    | Corrected
    | TakenBack
)
"""Every kind of event."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the ledger. ``time`` is a minute; ``audience`` None is everybody, empty only the umpire."""

    turn: int
    time: int
    event: AnyEvent
    transfers: tuple[Transfer, ...] = ()
    changes: tuple[ForceChange, ...] = ()
    rolls: tuple[CampaignRoll, ...] = ()
    audience: tuple[str, ...] | None = None
