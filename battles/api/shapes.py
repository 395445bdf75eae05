"""Answers of the API about battles, as Structs, and functions that fill them. Line numbers are those of the reader."""

import hashlib
from datetime import datetime
from typing import Annotated, Any, Literal

from django.urls import reverse
from msgspec import Meta, Raw, Struct, convert
from rest_framework.request import Request

from armies.api.reference import Option
from armies.api.schemas import Visibility
from battles.engine.codec import encode
from battles.engine.core import Stage
from battles.engine.picture import Scene
from battles.engine.scenarios import Briefing
from battles.services.access import Access
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import Line, ShownBattle
from battles.services.view.feed_lines import lines_since, lines_until

BattleStatus = Literal["gathering", "playing", "paused", "over"]
Kind = Literal["user", "guest", "computer", "open"]
LineNumber = Annotated[int, Meta(ge=-1, le=2_000_000_000)]


class ScenarioBalance(Struct, frozen=True):
    """How even a scenario is between equal computer players.

    `wins` are won battles by side; the others of `battles` were drawn. `low` and `high` are the 95 % interval of side
    a's share of the battles that a side won. `favoured` is null if neither side is known to be favoured.
    """

    sentence: str
    player: str
    battles: int
    wins: dict[str, int]
    low: float
    high: float
    favoured: str | None


class BattleSource(Struct, frozen=True):
    """A source of battles: send its `key` as `source`. One of kind `armies` needs two armies.

    Scenarios that come with Muster have a `balance`, a `situation`, and `tasks`: what each side must do, by side. Other
    sources have `balance` null and the rest empty.
    """

    key: str
    kind: Literal["scenario", "drawn", "sample", "armies"]
    title: str
    text: str
    situation: str
    tasks: dict[str, str]
    special_rules: tuple[str, ...]
    balance: ScenarioBalance | None


class ComputerLevel(Struct, frozen=True):
    """A level of the computer player."""

    key: str
    title: str
    text: str


class BattleSystem(Struct, frozen=True):
    """A rule system with battles: its sides, sources, options and computer levels."""

    key: str
    title: str
    sides: list[str]
    sources: list[BattleSource]
    options: list[Option]
    levels: list[ComputerLevel]


class BattleSources(Struct, frozen=True):
    """The sources of battles."""

    systems: list[BattleSystem]


class SidePlayed(Struct, frozen=True):
    """A side and its player."""

    side: str
    who: str
    kind: Kind


class BattleSummary(Struct, frozen=True):
    """A battle in a list. `awaited` are the sides that must decide now; `yours`: you play one of them.

    `turn` is null and `awaited` empty if you are a spectator with a delay.
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
    """A page of battles. `next` is the address of the next page, null on the last."""

    items: list[BattleSummary]
    next: str | None


class OwnSeat(Struct, frozen=True):
    """Your seat. `token` is for a guest: send it as `Seat-Token` and keep it; you cannot play without it."""

    battle: str
    place: str
    token: str | None


class BattleMade(Struct, frozen=True):
    """A new battle: its API address, its page, your seats, and notes for the players about their armies."""

    slug: str
    title: str
    address: str
    page: str
    seats: list[OwnSeat]
    notes: list[str]


class BattleSide(Struct, frozen=True):
    """A side: its name, its player, and whether it must decide now. `thinking`: its computer player is deciding.

    `fault` says why the computer player failed. `anyone`: anyone who sees the battle may take the seat.
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
    """A line of your feed. `undone`: it was undone since. `is_notice`: it is a notice outside the rules.

    `n` is its number in the feed that you read now. `key` names it permanently and for everybody who may read it: the
    address of its page is that of the battle, `/e/` and the key.
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
    """An offer of one side to the other; `key` names it in an answer. `yours`: you may withdraw it."""

    key: str
    side: str
    words: str
    yours: bool
    may_answer: bool


class UndoState(Struct, frozen=True):
    """Whether you may undo: at once (`free`), if your opponent agrees (`ask`), or not (`no`), and why."""

    how: Literal["free", "ask", "no"]
    why: str


class BattleTimes(Struct, frozen=True):
    """`limit` is the umpire's time limit in minutes; `since` is the time of your last line."""

    limit: int | None
    begun: datetime | None
    since: datetime | None


class BattleView(Struct, frozen=True):
    """A battle as you see it.

    `viewer` is the view that you get: a side, `umpire` or `public`; once the battle is over everybody reads the
    umpire's feed. `n` is the last line of that feed, to be sent as `expect`; `last` differs from `n` only in the past.
    `may_act` are the sides that must decide now and that you may act for. `view` has the fields of the rule system;
    `scene` has the pieces on the board in one form for all systems; the ground is at `ground`, with the ETag
    `ground_etag`. `situation` and `tasks`, by side, are those of the scenario; they may be empty. `secret` of the dice
    is empty until the end; `commitment` was made before the first roll.
    """

    slug: str
    title: str
    system: str
    system_title: str
    situation: str
    tasks: dict[str, str]
    special_rules: tuple[str, ...]
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
    """Lines of your feed in order. `n` is its last line; if the last of `items` has another number, there are more."""

    viewer: str
    n: int
    items: list[FeedLine]


class BattleNow(Struct, frozen=True):
    """A battle as you see it after a request, in short.

    `said` is a sentence about the request, `lines` are your lines since `expect`. At the end of the battle they are the
    last lines of the umpire's feed, which everybody reads then.
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


FACTS = (
    *("slug", "title", "system", "system_title", "rules_version", "visibility", "delay", "owner", "created"),
    *("scheme", "commitment", "salts", "secret"),
)
SHOWN = (
    *("viewer", "status", "is_past", "n", "last", "umpire", "own", "may_act", "acts_as", "is_owner", "turn", "phase"),
    *("stages", "score", "question", "outcome", "winner"),
)
LATEST = 40
"""Lines in the answer if the reader's feed has changed, as at the end of a battle."""


def view_answer(request: Request, view: ShownBattle) -> dict[str, Any]:
    """The fields of ``BattleView`` for a page view."""
    at = request.build_absolute_uri
    slug = view.facts.slug
    return {
        **{name: getattr(view.facts, name) for name in FACTS},
        **{name: getattr(view, name) for name in SHOWN},
        "situation": view.briefing.situation,
        "tasks": tasks_of(view.briefing),
        "special_rules": view.briefing.special_rules,
        "page": at(reverse("battles:battle", args=[slug])),
        "sides": view.sides,
        "feed": [feed_line(line) for line in view.feed],
        "offers": view.offers,
        "undo": view.undo,
        "times": view.times,
        "ground": at(f"/api/v1/battles/{slug}/ground"),
        "ground_etag": f'"{ground_tag(view)}"',
        "scene": view.scene,
        "view": Raw(encode(view.seen)),
    }


def tasks_of(briefing: Briefing) -> dict[str, str]:
    """The tasks of a briefing by side, without empty ones."""
    return {each.side: each.task for each in briefing.tasks if each.task}


def ground_tag(view: ShownBattle) -> str:
    """A digest of the ground, which differs for every ground."""
    return hashlib.blake2b(encode(view.ground), digest_size=8).hexdigest()


def feed_line(line: Line) -> FeedLine:
    """A line of a feed."""
    return FeedLine(
        n=line.n,
        key=line.key,
        lines=[Sentence(text, is_heading) for text, is_heading in line.lines],
        by_name=line.by_name,
        turn=line.turn,
        phase=line.phase,
        undone=line.undone,
        is_notice=line.is_notice,
        created=line.created,
        notes=line.notes,
    )


def battle_now(access: Access, before: Access, expect: int | None, message: str) -> BattleNow:
    """The battle for ``access`` after a request; ``before`` was the access before it, ``expect`` the last line read."""
    view = shown_battle(access, tail=1)
    if access.viewer == before.viewer:
        lines = lines_since(access, view.n - 1 if expect is None else expect)
    else:
        lines = lines_until(access, view.n, LATEST)
    return BattleNow(
        said=message,
        viewer=view.viewer,
        n=view.n,
        status=view.status,  # type: ignore[arg-type]
        turn=view.turn,
        phase=view.phase,
        awaited=[side.side for side in view.awaited],
        may_act=list(view.may_act),
        acts_as=view.acts_as,
        outcome=view.outcome,
        winner=view.winner,
        offers=convert(view.offers, list[BattleOffer], from_attributes=True),
        lines=[feed_line(line) for line in lines],
    )
