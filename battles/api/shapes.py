"""What the API answers of battles, as Structs. Numbers of lines are the reader's own, never those of the battle."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from armies.api.reference import Option
from armies.api.shapes import Visibility
from battles.engine.picture import Scene
from battles.engine.progress import Stage

BattleStatus = Literal["gathering", "playing", "paused", "over"]
Kind = Literal["user", "guest", "computer", "open"]
LineNumber = Annotated[int, Meta(ge=-1, le=2_000_000_000)]


class BattleSource(Struct, frozen=True):
    """Something to make a battle from: give its `key` as `source`. Of kind `armies` it asks for two armies."""

    key: str
    kind: Literal["scenario", "drawn", "sample", "armies"]
    title: str
    text: str


class ComputerLevel(Struct, frozen=True):
    """How strong a computer player is."""

    key: str
    title: str
    text: str


class BattleSystem(Struct, frozen=True):
    """A rule system that battles are fought by: its sides, what to begin from, its options and computer players."""

    key: str
    title: str
    sides: list[str]
    sources: list[BattleSource]
    options: list[Option]
    levels: list[ComputerLevel]


class BattleSources(Struct, frozen=True):
    """What battles can be made from."""

    systems: list[BattleSystem]


class SidePlayed(Struct, frozen=True):
    """A side and who sits there."""

    side: str
    who: str
    kind: Kind


class BattleSummary(Struct, frozen=True):
    """A battle as a list shows it. `awaited` are the sides that owe a decision; `yours` says that you are one.

    `turn` is null and `awaited` empty where you only watch, and later than it is played.
    """

    slug: str
    title: str
    system: str
    status: BattleStatus
    turn: int | None
    awaited: list[str]
    yours: bool
    outcome: str
    visibility: Visibility
    sides: list[SidePlayed]
    updated: datetime


class BattlePage(Struct, frozen=True):
    """A page of battles. `next` is the address of the page after it, null on the last."""

    items: list[BattleSummary]
    next: str | None


class OwnSeat(Struct, frozen=True):
    """A seat of yours. `token` is for a guest: send it as `Seat-Token`, and keep it, for you play by nothing else."""

    battle: str
    place: str
    token: str | None


class BattleMade(Struct, frozen=True):
    """A new battle: its address here, its page, your seats, and what the players ought to know of their armies."""

    slug: str
    title: str
    address: str
    page: str
    seats: list[OwnSeat]
    notes: list[str]


class BattleSide(Struct, frozen=True):
    """A side: its name, who sits there, and whether it owes a decision. `thinking` is a computer player that does.

    `fault` is why it could not. `anyone` says that whoever sees the battle may take the seat.
    """

    side: str
    name: str
    who: str
    kind: Kind
    anyone: bool
    awaited: bool
    thinking: bool
    fault: str
    mine: bool


class Sentence(Struct, frozen=True):
    """A sentence of a line."""

    text: str
    heading: bool


class FeedLine(Struct, frozen=True):
    """A line of your feed. `undone` is what was taken back since; `is_notice` is what no rule has to do with.

    `n` is its number in the feed that you read now. `key` names it for everybody who may read it and for ever: its page
    is that of the battle with `/e/` and the key.
    """

    n: int
    key: str
    lines: list[Sentence]
    by_name: str
    turn: int
    phase: str
    undone: bool
    is_notice: bool
    created: datetime
    notes: int


class BattleOffer(Struct, frozen=True):
    """What a side asks of the other; `key` names it in an answer. `yours` may be withdrawn."""

    key: str
    side: str
    words: str
    yours: bool
    may_answer: bool


class UndoState(Struct, frozen=True):
    """Whether you may take something back: at once (`free`), by asking the other side (`ask`), or not, and why."""

    how: Literal["free", "ask", "no"]
    why: str


class BattleTimes(Struct, frozen=True):
    """`limit` is after how many minutes an umpire calls time; `since` is when you were told something last."""

    limit: int | None
    begun: datetime | None
    since: datetime | None


class BattleView(Struct, frozen=True):
    """A battle as you see it, and nothing else.

    `viewer` is whose eyes it is seen with: a side, `umpire` or `public`; at the end everybody reads the umpire's feed.
    `n` is the last line of that feed, to be sent as `expect`; `last` is other than `n` in the past only. `may_act` are
    the sides that owe a decision and that you may act for. `view` is in the words of the rule system; what stands on
    the board is in `scene` for all of them alike, and the ground at `ground`, which `ground_etag` names. `secret` of
    the dice is empty until the end; `commitment` was made before the first throw.
    """

    slug: str
    title: str
    system: str
    system_title: str
    rules_version: int
    visibility: Visibility
    delay: int
    owner: str
    created: datetime
    scheme: str
    commitment: str
    salts: list[str]
    secret: str
    page: str
    viewer: str
    status: BattleStatus
    is_past: bool
    n: int
    last: int
    sides: list[BattleSide]
    umpire: str
    own: list[str]
    may_act: list[str]
    acts_as: str | None
    is_owner: bool
    turn: int
    phase: str
    stages: list[Stage]
    score: str
    question: str
    outcome: str
    winner: str | None
    feed: list[FeedLine]
    offers: list[BattleOffer]
    undo: UndoState
    times: BattleTimes
    ground: str
    ground_etag: str
    scene: Scene
    view: dict[str, Any]


class FeedPage(Struct, frozen=True):
    """Lines of your feed in order. `n` is its last line; there are more where the last of `items` is another."""

    viewer: str
    n: int
    items: list[FeedLine]


class BattleNow(Struct, frozen=True):
    """How a battle stands for you after something was done: enough to go on by.

    `said` is a sentence about it, `lines` what you were told since `expect`. At the end they are the last of the
    umpire's feed, which everybody reads then.
    """

    said: str
    viewer: str
    n: int
    status: BattleStatus
    turn: int
    phase: str
    awaited: list[str]
    may_act: list[str]
    acts_as: str | None
    outcome: str
    winner: str | None
    offers: list[BattleOffer]
    lines: list[FeedLine]
