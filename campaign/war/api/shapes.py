"""Requests and answers of the API about campaigns, as Structs. Times are local, ``1815-06-15T12:00``."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from campaign.war.api.war_shapes import WarKnowledge, WarReport, WarVerdict
from campaign.war.rules.order_values import Letter, Order

Visibility = Literal["private", "club", "unlisted", "public"]
Title = Annotated[str, Meta(max_length=120)]
Key = Annotated[str, Meta(max_length=60)]
Username = Annotated[str, Meta(max_length=150)]
Turn = Annotated[int, Meta(ge=1, le=100_000)]
Expect = Annotated[int | None, Meta(description="The `version` that you read; another one is answered with 409.")]
Token = Annotated[UUID | None, Meta(description="A new UUID for each request: sent twice, it makes one campaign.")]
Men = Annotated[int, Meta(ge=0, le=1_000_000)]
Why = Annotated[str, Meta(min_length=1, max_length=300)]


class CampaignSideShown(Struct, frozen=True):
    """A side; `alliance` is the key of the first side of its alliance."""

    key: str
    name: str
    alliance: str


class CampaignSeatShown(Struct, frozen=True):
    """A seat: who gives orders for a side, or for one `command` of it; or an `umpire`. `ready`: all orders are sent."""

    id: int
    side: str
    command: str
    player: str
    kind: Literal["user", "computer", "open"]
    character: str
    ready: bool
    yours: bool


class CampaignSummary(Struct, frozen=True):
    """A campaign in a list. `yours`: you own it, or have a seat."""

    slug: str
    title: str
    template: str
    status: str
    turn: int
    visibility: str
    club: str
    yours: bool
    deadline: datetime | None
    created: datetime


class CampaignPage(Struct, frozen=True):
    """A page of campaigns, and the address of the next one."""

    items: list[CampaignSummary]
    next: str | None


class CampaignNow(Struct, frozen=True):
    """A campaign as you see it.

    `knows` is what your side knows; for an umpire, and for everybody at the end, what each alliance knows. `commitment`
    binds the dice; `secret` opens them at the end. `may` names what you may do: `order`, `manage`, `umpire`.
    """

    slug: str
    title: str
    template: str
    summary: str
    system: str
    club: str
    visibility: str
    status: str
    turn: int
    time: str
    start: str
    end: str
    turn_hours: int
    weather: str
    deadline: datetime | None
    interval: int
    time_zone: str
    by_hand: bool
    paused: datetime | None
    settling: str
    version: int
    sides: list[CampaignSideShown]
    commands: list[dict[str, str]]
    seats: list[CampaignSeatShown]
    may: list[str]
    knows: list[WarKnowledge]
    commitment: str
    secret: str
    verdict: WarVerdict | None


class CampaignMade(Struct, frozen=True):
    """A campaign that was created."""

    slug: str
    title: str
    address: str


class CampaignTemplate(Struct, frozen=True):
    """A campaign that comes with the program."""

    key: str
    name: str
    summary: str
    start: str
    end: str
    turn_hours: int
    forces: int
    sides: list[str]


class CampaignTemplates(Struct, frozen=True):
    """The campaigns that come with the program, the shortest first."""

    templates: list[CampaignTemplate]


class CampaignSources(Struct, frozen=True):
    """The files of a template: `campaign/1`, `map/1`, and the ids of its armies (`oob/1`)."""

    campaign: dict[str, Any]
    map: dict[str, Any]
    armies: list[str]


class CampaignToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A campaign to create: from a `template`, or from `campaign` (a `campaign/1` file).

    With `campaign`, `map` is a `map/1` file unless the map comes with the program; `armies` are `oob/1` files and
    `library` slugs of armies that you may see, both by the first part of the formations' paths. `settings` differ from
    those of the file. `settling` is how the computer settles engagements in which no person commands. `umpire`: you
    are the umpire and command no side.
    """

    template: Key = ""
    campaign: dict[str, Any] | None = None
    map: dict[str, Any] | None = None
    armies: Annotated[dict[str, dict[str, Any]], Meta(max_length=40)] = {}
    library: Annotated[dict[str, str], Meta(max_length=40)] = {}
    settings: Annotated[dict[str, Any], Meta(max_length=100)] = {}
    title: Title = ""
    club: Annotated[str, Meta(max_length=80)] = ""
    visibility: Visibility = "unlisted"
    system: Key = ""
    settling: Literal["quick", "computer"] = "quick"
    umpire: bool = False
    token: Token = None


class CampaignToImport(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A campaign to import."""

    text: Annotated[str, Meta(max_length=20_000_000, description="A `campaign-record/1` file, as it was exported.")]
    title: Title = ""
    visibility: Visibility = "unlisted"
    token: Token = None


class CampaignToChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """New values for a campaign; what you leave out stays. `interval` is the hours from one deadline to the next."""

    expect: Expect = None
    title: Title | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    deadline: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    interval: Annotated[int, Meta(ge=0, le=720)] | UnsetType = UNSET
    settling: Literal["quick", "computer"] | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=40, description="Empty: the club's or the server's.")] | UnsetType = UNSET
    by_hand: Annotated[bool, Meta(description="Only organisers and umpires resolve turns.")] | UnsetType = UNSET


class CampaignPause(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the clock of a campaign stands still."""

    paused: bool
    expect: Expect = None


class SeatInvited(Struct, frozen=True):
    """An invitation to a seat: who opens `address` first gets it, until `ends`."""

    id: int
    address: str
    ends: datetime


class MessageRead(Struct, frozen=True):
    """A message, letter or public news. `to` is the alliance, empty for everybody; `addressee` a commander."""

    id: int
    turn: int
    to: str
    addressee: str
    by: str
    text: str
    rider: bool
    held: bool
    sent: datetime


class MessagesRead(Struct, frozen=True):
    """The messages that you may read, the newest first; at most 100."""

    messages: list[MessageRead]


class MessageToSend(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message to the players of your alliance, a letter by rider to a commander (`to`), or public `news`."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: Annotated[str, Meta(max_length=120)] = ""
    news: bool = False


class SeatToGive(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat to give: to a `user`, to a computer of a `character`, or to nobody."""

    side: Key
    command: Key = ""
    user: Username = ""
    deputy: Username = ""
    character: Annotated[str, Meta(max_length=10)] = ""


class SeatToTake(Struct, frozen=True, forbid_unknown_fields=True):
    """An open seat to take."""

    side: Key
    command: Key = ""


class SeatDeputy(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gives orders while you are absent; empty for nobody."""

    deputy: Username = ""


class OrderRead(Struct, frozen=True):
    """An order that was sent: what it is `about`, its `value` as you sent it, and when."""

    seat: int
    about: str
    value: Any
    by: str
    sent: datetime


class OrdersRead(Struct, frozen=True):
    """Orders that you may read before the resolution: your own; all for an umpire. They count for `turn`."""

    turn: int
    orders: list[OrderRead]


class PrecedenceToSend(Struct, frozen=True, forbid_unknown_fields=True):
    """Which forces of a side go first where two want one road."""

    side: Key
    forces: Annotated[tuple[str, ...], Meta(max_length=400)]


class DepotToMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A depot of `side` at `point` moves to the point `to`."""

    side: Key
    point: Key
    to: Key


class RideToSend(Struct, frozen=True, forbid_unknown_fields=True):
    """A commander goes over to another force at the same point."""

    commander: Annotated[str, Meta(max_length=200)]
    force: Key


class OrdersToSend(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Orders for a turn. A later one for the same force, depot or commander replaces the one before.

    `withdraw` names forces whose order you withdraw. `letters`, if sent, replace your letters of the turn. `give_up`
    gives your side up. `ready`: you have sent all; when all players have, the turn is resolved.
    """

    turn: Turn
    orders: Annotated[tuple[Order, ...], Meta(max_length=400)] = ()
    withdraw: Annotated[tuple[str, ...], Meta(max_length=400)] = ()
    precedence: PrecedenceToSend | None = None
    depots: Annotated[tuple[DepotToMove, ...], Meta(max_length=40)] = ()
    rides: Annotated[tuple[RideToSend, ...], Meta(max_length=40)] = ()
    letters: Annotated[tuple[Letter, ...], Meta(max_length=10)] | None = None
    give_up: bool | None = None
    ready: bool | None = None


class OrdersSent(Struct, frozen=True):
    """The turn that your orders count for; `late` if it is a later one. `resolved`: the turn was resolved by them."""

    turn: int
    late: bool
    resolved: bool


class TurnToResolve(Struct, frozen=True, forbid_unknown_fields=True):
    """The turn to resolve."""

    turn: Turn
    expect: Expect = None


class TurnToTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A turn to try out. `real`: with the campaign's own dice; the record then says so."""

    real: bool = False


class LedgerEntry(Struct, frozen=True):
    """A ledger entry as you may read it. `n` counts the entries of the turn that you read; for an umpire, all.

    `event` has its fields by name, `transfers` what it changed in your books, `struck` that its turn was taken back.
    """

    n: int
    turn: int
    time: str
    kind: str
    text: str
    event: dict[str, Any]
    transfers: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    struck: bool


class LedgerRead(Struct, frozen=True):
    """The ledger of a turn as you may read it."""

    turn: int
    entries: list[LedgerEntry]


class TurnTried(Struct, frozen=True):
    """What a resolution would do; nothing is stored."""

    turn: int
    status: str
    entries: list[LedgerEntry]


class TurnsResolved(Struct, frozen=True):
    """The turns that were resolved, why no further one was, and the campaign's turn, status and version now."""

    resolved: list[int]
    stopped: str
    turn: int
    status: str
    version: int


class ActShown(Struct, frozen=True):
    """One act of the campaign: a resolution, a settled engagement, a correction."""

    n: int
    kind: str
    turn: int
    by: str
    at: datetime
    note: str


class CampaignRecordRead(Struct, frozen=True):
    """The acts of a campaign, the first first."""

    acts: list[ActShown]


class ReportsRead(Struct, frozen=True):
    """The newest report of each enemy force."""

    turn: int
    reports: list[WarReport]


class WarProblem(Struct, frozen=True):
    """Something that is wrong in a campaign; `n` is the ledger entry, for who sees everything."""

    n: int | None
    sentence: str


class CampaignAudit(Struct, frozen=True):
    """The result of a verification: books, dice and acts. Empty `problems`: all is well."""

    problems: list[WarProblem]
    entries_checked: bool


class AccountToSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the accounts of a unit should be; they must add up to what it had."""

    unit: Annotated[str, Meta(max_length=300)]
    present: Men
    stragglers: Men = 0
    hospital: Men = 0
    dead: Men = 0
    captured: Annotated[dict[str, Men], Meta(max_length=4)] = {}
    guns: Men = 0
    damaged: Men = 0
    destroyed: Men = 0
    captured_guns: Annotated[dict[str, Men], Meta(max_length=4)] = {}


class BalanceToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction of the books; `entry` is the ledger entry that it corrects. `dry`: only show what would change."""

    accounts: Annotated[tuple[AccountToSet, ...], Meta(min_length=1, max_length=400)]
    entry: Annotated[int, Meta(ge=0, le=10_000_000)]
    why: Why
    dry: bool = False


class TurnToTakeBack(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn to take back; its orders are offered again. `dry`: only show what would change."""

    turn: Turn
    why: Why
    dry: bool = False


class AccountChange(Struct, frozen=True):
    """What a correction changes in the account of a unit."""

    unit: str
    before: dict[str, Any]
    after: dict[str, Any]


class CorrectionShown(Struct, frozen=True):
    """What a correction changes, and the campaign's turn after it. `stored` is false for a preview."""

    changes: list[AccountChange]
    turn: int
    stored: bool


class MapRead(Struct, frozen=True):
    """The map of a campaign as a `map/1` like list of points and roads; everybody who sees the campaign may read it."""

    id: str
    name: str
    points: list[dict[str, Any]]
    roads: list[dict[str, Any]]
    rivers: list[dict[str, Any]]
    crossings: list[dict[str, Any]]
