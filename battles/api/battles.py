"""List battles, create one, import one from a file."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from django.urls import reverse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.parameters import Cursor, Limit, Moment, Ordering, Whole, page
from armies.api.problems import Problem, error
from armies.api.reference import options_of
from armies.api.schemas import Visibility
from armies.exchange.clean_text import one_line
from battles.api import shapes
from battles.api.endpoint import BattleEndpoint, Token, guest_operation, guest_seat_ids
from battles.api.shapes import BattleMade, OwnSeat
from battles.engine import registry
from battles.engine.core import SetupError
from battles.engine.settings import OverlayError
from battles.models import Battle, Scenario, Seat, Status
from battles.services.create import sources
from battles.services.create.battle_start import MOST_DELAY, MOST_NAME, MOST_SALT, MOST_TITLE
from battles.services.create.from_file import MOST_BYTES, import_battle, read_file
from battles.services.create.request import (
    WHO,
    BattleRequest,
    computer_title,
    create_battle,
    levels_of,
    sitting_of,
    usual_places,
)
from battles.services.create.sources import Source, SystemNotPlayable, UnknownSource

Title = Annotated[str, Meta(max_length=MOST_TITLE)]
Name = Annotated[str, Meta(max_length=MOST_NAME, description="The name of a guest.")]
Salt = Annotated[str, Meta(max_length=MOST_SALT, description="Any words; the dice depend on them too.")]
Delay = Annotated[int, Meta(ge=0, le=MOST_DELAY, description="Minutes that spectators are behind.")]
Seats = Annotated[
    dict[str, str],
    Meta(max_length=8, description=f"By place (a side or `umpire`): {', '.join(f'`{who}`' for who in WHO)}."),
]


class BattleToMake(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle to create. `source` is a key of `GET /api/v1/battles/sources`.

    `options` are by name, `house_rules` are your own numbers by table. `armies` are slugs by side, for a source that
    needs them; with `cards`, armies that have no random cards yet draw them. In `seats`, `me` is you, `invite` is
    somebody you send an invitation to, `open` is anyone. The same request sent twice with one `token` creates one
    battle.
    """

    source: Annotated[str, Meta(max_length=200)]
    title: Title = ""
    options: dict[str, bool | int | str] = {}
    house_rules: dict[str, Any] = {}
    armies: Annotated[dict[str, str], Meta(max_length=8)] = {}
    cards: bool = False
    seats: Seats = {}
    name: Name = ""
    salt: Salt = ""
    visibility: Visibility = "unlisted"
    delay: Delay = 0
    token: Token | None = None


def create_from_request(request: Request, body: BattleToMake) -> tuple[Battle, tuple[str, ...]]:
    """Create a battle; return it and notes for the players about their armies.

    Raises:
        Problem: ``refused``, with the wrong field.
        Refused, SetupError: a value is wrong, or it cannot be played.
    """
    source = _chosen_source(request, body)
    battle_request = BattleRequest(
        source=source,
        user=request.user,
        places=usual_places(source) | body.seats,
        title=body.title,
        values=body.options,
        house=body.house_rules or None,
        armies=body.armies,
        cards=body.cards,
        name=body.name,
        salt=one_line(body.salt),
        visibility=body.visibility,
        delay=body.delay,
        token=body.token,
    )
    try:
        return create_battle(battle_request)
    except OverlayError as fault:
        raise _wrong(f"house_rules.{fault.path.removeprefix('tables.')}", fault.sentence) from None
    except SetupError:
        raise
    except ValueError as fault:
        raise _wrong("options", str(fault)) from None


def new_battle_answer(request: Request, battle: Battle, notes: tuple[str, ...] = ()) -> BattleMade:
    """The answer for the owner of a new battle, with the tokens of a guest's seats."""
    at = request.build_absolute_uri
    guest = not request.user.is_authenticated
    mine = [
        seat
        for seat in battle.seats.all()
        if (seat.guest and seat.makers if guest else seat.user_id == request.user.pk)
    ]
    return BattleMade(
        slug=battle.slug,
        title=battle.title,
        address=at(f"/api/v1/battles/{battle.slug}"),
        page=at(reverse("battles:battle", args=[battle.slug])),
        seats=[OwnSeat(battle.slug, seat.place, seat.token if guest else None) for seat in mine],
        notes=list(notes),
    )


def _chosen_source(request: Request, body: BattleToMake) -> Source:
    try:
        return sources.find_source(one_line(body.source), request.user)
    except SystemNotPlayable as draft:
        raise _wrong("source", str(draft)) from None
    except UnknownSource:
        raise _wrong("source", "There is no such source; GET /api/v1/battles/sources lists them.") from None


def _wrong(field: str, sentence: str) -> Problem:
    return Problem("refused", sentence, errors=[error(field, "wrong", sentence)])


TERMS: dict[str, Any] = {
    "tag": "Battles",
    "answer": shapes.BattleMade,
    "status": 201,
    "costly": True,
    "makes": True,
    "example": {"text": '{"what": "muster.battle", "v": 3}\n', "title": "The village, once more"},
}


class BattleToBring(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A battle to import. `seats` says who continues an unfinished one, as for a new battle.

    The same file sent twice with one `token` is stored once.
    """

    text: Annotated[str, Meta(max_length=MOST_BYTES, description="A `.battle` file, as it was exported.")]
    title: Title = ""
    seats: Seats = {}
    name: Name = ""
    visibility: Visibility = "unlisted"
    token: Token | None = None


class BattleImports(BattleEndpoint):
    """``/battles/import``"""

    @guest_operation(name="battle_import", body=BattleToBring, **TERMS)
    def post(self, request: Request, body: BattleToBring) -> HttpResponse:
        """Import a battle

        Every action and every die is checked. You can view a finished battle and continue an unfinished one; seats
        that you do not name are open.
        """
        imported = read_file(body.text.encode("utf-8", "surrogatepass"))
        sittings = [
            sitting_of(imported.battle.system, place, who, request.user, body.name) for place, who in body.seats.items()
        ]
        owner = request.user if request.user.is_authenticated else None
        seats = () if imported.is_over else sittings
        battle = import_battle(imported, owner, seats, title=body.title, visibility=body.visibility, token=body.token)
        answer = new_battle_answer(request, battle)
        return self.respond(answer, 201, Location=answer.address)


TAG: dict[str, Any] = {"tag": "Battles"}
COLUMNS = (
    *("id", "slug", "title", "system", "status", "turn", "awaited", "ended", "visibility", "delay", "created", "news"),
)
ORDER = Ordering(("-created", "-id"), (Moment, Whole))
"""The newest first: nothing that happens in a battle, hidden or not, changes the order."""

MOST_DRAWN = 100
"""The most drawn scenarios in the list."""


class BattleQuery(Struct, frozen=True):
    """Which battles."""

    whose: Annotated[
        Literal["all", "mine", "awaited", "public"],
        Meta(
            description="`mine`: you own it or have a seat; `awaited`: it is your turn; `all`: yours and public ones."
        ),
    ] = "all"
    status: Annotated[Literal["", "gathering", "playing", "paused", "over"], Meta(description="Their status.")] = ""
    limit: Limit = 50
    cursor: Cursor = ""


class Battles(BattleEndpoint):
    """``/battles``"""

    @guest_operation(
        name="battle_list", query=BattleQuery, answer=shapes.BattlePage, success="A page of battles.", **TAG
    )
    def get(self, request: Request, query: BattleQuery) -> HttpResponse:
        """List battles

        Public battles, your own, and those where you have a seat; the newest first.
        """
        seats = guest_seat_ids(request)
        rows, following = page(request, filtered_battles(request, query, seats), ORDER, query.limit, query.cursor)
        answer = self.respond({"items": summaries(request, rows, seats), "next": following or None})
        if following:
            answer["Link"] = f'<{following}>; rel="next"'
        return answer

    @guest_operation(
        name="battle_create",
        body=BattleToMake,
        example={"source": f"sample:{registry.playable()[0]}", "title": "A first game", "options": {"max_turns": 6}},
        answer=shapes.BattleMade,
        status=201,
        costly=True,
        makes=True,
        **TAG,
    )
    def post(self, request: Request, body: BattleToMake) -> HttpResponse:
        """Create a battle

        From a source that `GET /api/v1/battles/sources` lists. By default you play the first side against the
        computer. The battle begins when every side has a player. Without an account you are a guest: keep the token of
        your seat.
        """
        battle, notes = create_from_request(request, body)
        answer = new_battle_answer(request, battle, notes)
        return self.respond(answer, 201, Location=answer.address)


class Sources(BattleEndpoint):
    """``/battles/sources``"""

    @guest_operation(name="battle_sources", answer=shapes.BattleSources, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List the sources of battles

        By rule system: scenarios, sample armies, your own armies; the options of a battle; and the levels of the
        computer player.
        """
        drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
        systems = [
            shapes.BattleSystem(
                system.key,
                system.meta.title,
                list(system.sides),
                [
                    _source_shape(source)
                    for source in (
                        *sources.shipped(system),
                        sources.sample(system),
                        sources.of_armies(system),
                        *(one for one in drawn if one.system.key == system.key),
                    )
                ],
                options_of(system.meta.options),
                [shapes.ComputerLevel(key, level.title, level.text) for key, level in levels_of(system).items()],
            )
            for system in sources.playable()
        ]
        return self.respond(shapes.BattleSources(systems))


def _source_shape(source: sources.Source) -> shapes.BattleSource:
    of = source.balance
    balance = None
    if of is not None:
        low, high = (round(bound, 4) for bound in of.interval)
        balance = shapes.ScenarioBalance(of.sentence, of.player, of.battles, of.wins, low, high, of.favoured)
    return shapes.BattleSource(
        key=source.key,
        kind=source.kind,  # type: ignore[arg-type]
        title=source.title,
        text=source.text,
        situation=source.briefing.situation,
        tasks=shapes.tasks_of(source.briefing),
        special_rules=source.briefing.special_rules,
        balance=balance,
    )


def filtered_battles(request: Request, query: BattleQuery, seats: list[int]) -> Any:
    """The battles that ``query`` selects, as rows of the list."""
    if query.whose == "public":
        battles = Battle.objects.filter(visibility="public")
    elif query.whose == "all":
        battles = Battle.objects.listed_for(request.user, seats)
    else:
        battles = Battle.objects.played_by(request.user, seats)
    if query.whose == "awaited":
        battles = battles.awaiting(request.user, seats)
    if query.status:
        battles = battles.filter(status=query.status)
    return battles.values(*COLUMNS)


def summaries(request: Request, rows: list[dict[str, Any]], seats: list[int]) -> list[shapes.BattleSummary]:
    """The summaries of rows; one query for the seats of all."""
    by_battle: dict[int, list[Seat]] = {row["id"]: [] for row in rows}
    for seat in Seat.objects.filter(battle__in=by_battle).order_by("place"):
        by_battle[seat.battle_id].append(seat)
    return [_summary(request, row, by_battle[row["id"]], seats) for row in rows]


def _summary(request: Request, row: dict[str, Any], seats: list[Seat], held_seats: list[int]) -> shapes.BattleSummary:
    user = request.user.pk
    mine = [seat for seat in seats if seat.pk in held_seats or (user is not None and seat.user_id == user)]
    late = bool(row["delay"]) and not mine and row["status"] != Status.OVER
    return shapes.BattleSummary(
        slug=row["slug"],
        title=row["title"],
        system=row["system"],
        status=row["status"],
        turn=None if late else row["turn"],
        awaited=[] if late else list(row["awaited"]),
        yours=row["status"] == Status.PLAYING
        and any(seat.place in row["awaited"] and not seat.computer for seat in mine),
        outcome=row["ended"],
        visibility=row["visibility"],
        sides=[
            shapes.SidePlayed(seat.place, computer_title(seat) if seat.computer else seat.name, kind_of(seat))
            for seat in seats
            if seat.place != "umpire"
        ],
        updated=row["created"] if late else row["news"],
    )


def kind_of(seat: Seat) -> shapes.Kind:
    """The kind of player at a seat: a user, a guest, a computer player or nobody."""
    return "computer" if seat.computer else "user" if seat.user_id else "guest" if seat.guest else "open"
