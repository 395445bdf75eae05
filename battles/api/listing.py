"""The list of battles, what they are made from, and making one."""

from typing import Annotated, Any, Literal

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request

from armies.api.paging import Cursor, Limit, Moment, Ordering, Whole, page
from armies.api.reference import options_of
from battles.api import shapes
from battles.api.endpoint import BattleEndpoint, seated
from battles.api.finding import held
from battles.api.making import BattleToMake, made_battle, told_of
from battles.models import Battle, Scenario, Seat, Status
from battles.models.battle import with_news
from battles.services import sources
from battles.services.levels import levels_of, title_of

TAG: dict[str, Any] = {"tag": "Battles"}
COLUMNS = (
    *("id", "slug", "title", "system", "status", "turn", "awaited", "ended", "visibility", "delay", "created", "news"),
)
ORDER = Ordering(("-created", "-id"), (Moment, Whole))
"""The latest made first: what happens in a battle, hidden or not, moves none in the list."""
MOST_DRAWN = 100
"""Drawn scenarios that are listed."""


class BattleQuery(Struct, frozen=True):
    """Which battles."""

    whose: Annotated[
        Literal["all", "mine", "awaited", "public"],
        Meta(
            description="`mine`: those you made or have a seat in; `awaited`: where you are to act; `all`: or public."
        ),
    ] = "all"
    status: Annotated[Literal["", "gathering", "playing", "paused", "over"], Meta(description="How they stand.")] = ""
    limit: Limit = 50
    cursor: Cursor = ""


class Battles(BattleEndpoint):
    """``/battles``"""

    @seated(name="battle_list", query=BattleQuery, answer=shapes.BattlePage, said="A page of battles.", **TAG)
    def get(self, request: Request, query: BattleQuery) -> HttpResponse:
        """List battles

        Public ones, those that you made, and those where you have a seat; the latest made first.
        """
        seats = held(request)
        rows, following = page(request, narrowed(request, query, seats), ORDER, query.limit, query.cursor)
        answer = self.respond({"items": summaries(request, rows, seats), "next": following or None})
        if following:
            answer["Link"] = f'<{following}>; rel="next"'
        return answer

    @seated(
        name="battle_create",
        body=BattleToMake,
        example={"source": "sample:easy_napoleonics", "title": "A first game", "options": {"max_turns": 6}},
        answer=shapes.BattleMade,
        status=201,
        costly=True,
        **TAG,
    )
    def post(self, request: Request, body: BattleToMake) -> HttpResponse:
        """Make a battle

        From a source that `GET /api/v1/battles/sources` lists. Where nothing else is said you play the first side
        against the computer. It begins as soon as every side is taken. Without an account you are a guest: keep the
        token of your seat.
        """
        battle, notes = made_battle(request, body)
        told = told_of(request, battle, notes)
        return self.respond(told, 201, Location=told.address)


class Sources(BattleEndpoint):
    """``/battles/sources``"""

    @seated(name="battle_sources", answer=shapes.BattleSources, **TAG)
    def get(self, request: Request) -> HttpResponse:
        """List what battles can be made from

        By rule system: scenarios, sample armies, your own armies; the options of a battle; and how strong computer
        players are.
        """
        drawn = [sources.drawn(row) for row in Scenario.objects.listed_for(request.user)[:MOST_DRAWN]]
        systems = [
            shapes.BattleSystem(
                system.key,
                system.meta.title,
                list(system.sides),
                [
                    shapes.BattleSource(source.key, source.kind, source.title, source.text)  # type: ignore[arg-type]
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


def narrowed(request: Request, query: BattleQuery, seats: list[int]) -> Any:
    """The battles that ``query`` leaves, as rows of the list."""
    if query.whose == "public":
        found = Battle.objects.filter(visibility="public")
    elif query.whose == "all":
        found = Battle.objects.listed_for(request.user, seats)
    else:
        found = Battle.objects.fought_by(request.user, seats)
    if query.whose == "awaited":
        found = found.awaiting(request.user, seats)
    if query.status:
        found = found.filter(status=query.status)
    return with_news(found).values(*COLUMNS)


def summaries(request: Request, rows: list[dict[str, Any]], seats: list[int]) -> list[shapes.BattleSummary]:
    """What the list says of each row; one query for the seats of all."""
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
            shapes.SidePlayed(seat.place, title_of(seat) if seat.computer else seat.name, kind_of(seat))
            for seat in seats
            if seat.place != "umpire"
        ],
        updated=row["created"] if late else row["news"],
    )


def kind_of(seat: Seat) -> shapes.Kind:
    """Who sits there: somebody with an account, a guest, a computer player or nobody."""
    return "computer" if seat.computer else "user" if seat.user_id else "guest" if seat.guest else "open"
