"""The list of battles: the user's own and the public ones."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armies.models.visibility import shared_with
from battles.models import Battle, Seat, Status
from battles.pages.lookup import held_seats
from battles.pages.new_battle import first_starts
from battles.rules import SYSTEMS
from battles.services.create.request import computer_title

PAGE: Final = 30
WHOSE: Final = {"mine": "Mine", "awaited": "My turn", "club": "My clubs", "public": "Public", "over": "Over"}
COLUMNS: Final = (
    *("id", "slug", "title", "system", "status", "turn", "awaited", "ended", "delay", "created", "visibility", "owner"),
    *("news", "planned"),
)
"""The columns that a row of the list needs."""


@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """30 battles a page, the latest news first; all seats in one query."""
    choice = request.GET.get("whose", "")
    choice = choice if choice in WHOSE else "mine"
    number = request.GET.get("page", "1")
    page = max(1, int(number)) if number.isdecimal() and len(number) < 5 else 1
    ordered = latest_first(filtered_battles(request, choice), choice).only(*COLUMNS).prefetch_related("seats__user")
    rows = list(ordered[(page - 1) * PAGE : page * PAGE + 1])
    context: dict[str, Any] = {
        "battles": [row_of(request, battle) for battle in rows[:PAGE]],
        "whose": {key: words for key, words in WHOSE.items() if key != "club" or request.user.is_authenticated},
        "choice": choice,
        "starts": [] if rows or choice != "mine" else first_starts(),
        "page": page,
        "pages": page + (len(rows) > PAGE),
        "address": f"?whose={choice}&",
    }
    return render(request, "battles/list.html", context)


def filtered_battles(request: HttpRequest, choice: str) -> Any:
    """The battles of a tab of the list."""
    mine = Battle.objects.played_by(request.user, held_seats(request))
    if choice == "awaited":
        return Battle.objects.awaiting(request.user, held_seats(request))
    if choice == "public":
        return Battle.objects.filter(visibility="public")
    if choice == "club":
        return Battle.objects.filter(shared_with(request.user))
    return mine.filter(status=Status.OVER) if choice == "over" else mine


def latest_first(battles: Any, choice: str) -> Any:
    """The battles sorted by ``news``, the time of the spectators' last line: hidden events change no order.

    In the public list and that of clubs a battle with a delay is sorted by its creation.
    """
    return battles.order_by("-listed" if choice in ("public", "club") else "-news", "-pk")


def row_of(request: HttpRequest, battle: Battle) -> dict[str, Any]:
    """The context of a row: the players, and whether it is the user's turn or they are a spectator with a delay."""
    seats = list(battle.seats.all())
    sides = [seat for seat in seats if seat.place != "umpire"]
    going_on = battle.status in (Status.PLAYING, Status.PAUSED)
    return {
        "battle": battle,
        "system": SYSTEMS[battle.system].title,
        "who": [who_of(seat) for seat in sides],
        "behind": going_on and battle.delay and not any(sits(request, seat) for seat in seats),
        "yours": battle.status == Status.PLAYING
        and any(seat.place in battle.awaited and sits(request, seat) for seat in sides if not seat.computer),
    }


def sits(request: HttpRequest, seat: Seat) -> bool:
    """True if the user has this seat."""
    user = request.user.pk
    return (user is not None and seat.user_id == user) or seat.pk in held_seats(request)


def who_of(seat: Seat) -> str:
    """The player of a seat, in words."""
    if seat.computer:
        return computer_title(seat)
    if seat.is_open:
        return "an open seat"
    return seat.name or (str(seat.user) if seat.user else "a guest")
