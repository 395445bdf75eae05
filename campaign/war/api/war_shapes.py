"""What a side knows of a campaign, and its engagements, in requests and answers of the API, as Structs."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from campaign.war.rules.campaign_map import Place
from campaign.war.rules.order_values import Leg, Order

Way = Literal["board", "table", "written", "computer", "quick"]
Key = Annotated[str, Meta(max_length=60)]
Men = Annotated[int, Meta(ge=0, le=1_000_000)]


class WarForce(Struct, frozen=True):
    """A force of your alliance. `column` is how many metres of road lie under it. `order` says what it does."""

    id: str
    side: str
    name: str
    commander: str
    place: Place
    where: str
    faces: str
    foot: int
    horse: int
    guns: int
    light_horse: int
    column: int
    order: str
    legs: list[Leg]
    standing: list[Leg]
    fatigue: int
    hunger: int
    works: int
    idle: str
    engagement: int
    formations: list[str]


class WarComing(Struct, frozen=True):
    """A reinforcement of your alliance, and when it comes."""

    id: str
    side: str
    name: str
    place: Place
    arrives: str


class WarReport(Struct, frozen=True):
    """What you were told of an enemy force. `faint`: it is old; `refuted`: nobody is there any more.

    `men` may be wrong by half, unless it comes from a `contact`.
    """

    of: str
    side: str
    time: str
    place: Place
    where: str
    heading: str
    arms: list[str]
    men: int
    name: str
    contact: bool
    faint: bool
    refuted: bool


class WarDispatch(Struct, frozen=True):
    """A rider of your alliance with an order or a letter."""

    id: int
    writer: str
    to: str
    written: str
    text: str
    order: Order | None


class WarMen(Struct, frozen=True):
    """The men and guns of a side's alliance by account."""

    present: int
    stragglers: int
    hospital: int
    dead: int
    captured: int
    guns: int
    guns_damaged: int
    guns_lost: int


class WarKnowledge(Struct, frozen=True):
    """What a side knows: its own forces, reports of the enemy, its points and depots."""

    side: str
    alliance: str
    forces: list[WarForce]
    coming: list[WarComing]
    reports: list[WarReport]
    dispatches: list[WarDispatch]
    points: list[str]
    depots: list[str]
    broken: list[str]
    men: WarMen
    won: int


class WarVerdict(Struct, frozen=True):
    """How a campaign ended."""

    winner: str
    degree: str
    points: dict[str, int]
    reason: str


class WarLoss(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one unit lost; `fled`: it ran from the field."""

    unit: Annotated[str, Meta(max_length=300)]
    men: Men = 0
    guns: Men = 0
    fled: bool = False


class WarFate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A commander hurt for so many `days` (null: for the campaign), dead or captured."""

    commander: Annotated[str, Meta(max_length=200)]
    fate: Literal["hurt", "dead", "captured"]
    days: int | None = None


class WarResult(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of an engagement. `winner` and `field` are alliances, or empty; `states` by alliance what it ended in.

    `field` is who holds the ground. Without `states` the loser is beaten, or routed with heavy losses.
    """

    winner: Annotated[str, Meta(max_length=40)]
    field: Annotated[str, Meta(max_length=40)]
    minutes: Annotated[int, Meta(ge=0, le=2_000)]
    losses: Annotated[tuple[WarLoss, ...], Meta(max_length=1_000)] = ()
    leaders: Annotated[tuple[WarFate, ...], Meta(max_length=100)] = ()
    states: Annotated[dict[str, Literal["holds", "left", "beaten", "routed"]], Meta(max_length=4)] = {}


class WarEngaged(Struct, frozen=True):
    """A force in an engagement, and after how many minutes its parts come up."""

    force: str
    side: str
    name: str
    brigades: int
    arrivals: list[int]


class WarEngagement(Struct, frozen=True):
    """An engagement as your side knows it. `choices` are the ways chosen by alliance; `settling` the one agreed on.

    `light` is the minutes until dark, `play_minutes` about how long it takes to play. `odds` of quick settling (per
    mille that the attacker and the defender win) follow from your reports; an umpire gets the true ones. `disputed` is
    what a side says against the result.
    """

    number: int
    turn: int
    begins: str
    light: int
    place: Place
    where: str
    attacker: str
    defender: str
    forces: list[WarEngaged]
    status: str
    choices: dict[str, str]
    settling: str
    system: str
    battle: str
    game: str
    result: WarResult | None
    confirmed: list[str]
    disputed: str
    yours: list[str]
    odds: dict[str, int]


class ResultDispute(Struct, frozen=True, forbid_unknown_fields=True):
    """What is not right in a result."""

    why: Annotated[str, Meta(min_length=1, max_length=300)]


class WarEngagements(Struct, frozen=True):
    """The engagements that you know of, the first first."""

    engagements: list[WarEngagement]


class WayToChoose(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How to settle an engagement: `system` and its `options` for a battle, `game` a tracked game that you have."""

    way: Way
    system: Key = ""
    options: Annotated[dict[str, bool | int | str], Meta(max_length=60)] = {}
    game: Annotated[str, Meta(max_length=80)] = ""


class BattleToCollect(Struct, frozen=True, forbid_unknown_fields=True):
    """Take the result of the engagement's battle or game. `stop`: as it stands, undecided."""

    stop: bool = False
