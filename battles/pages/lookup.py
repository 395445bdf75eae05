"""Find the battle of a request and the visitor's access to it. To a visitor who may not see it, it does not exist."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from battles.models import Battle
from battles.services.access import NO_BATTLE, Access, access_of
from battles.services.play.lock import Gone

SEATS: Final = "seats"
"""Session key of the ids of guest seats whose link was opened in this browser."""
MOST_SEATS: Final = 50
"""The most guest seats of one browser; the oldest are dropped."""

View = Callable[..., HttpResponse]


def held_seats(request: HttpRequest, key: str = SEATS) -> list[int]:
    """The ids of the guest seats that this browser holds, under ``key`` of its session."""
    return list(request.session.get(key, ()))


def hold_seat(request: HttpRequest, seat: int, key: str = SEATS, most: int = MOST_SEATS) -> None:
    """Let this browser play the guest seat with this id; ``most`` are kept."""
    others = [one for one in held_seats(request, key) if one != seat]
    request.session[key] = [*others, seat][-most:]


def release_seat(request: HttpRequest, seat: int) -> None:
    """Remove a guest seat from this browser."""
    request.session[SEATS] = [one for one in held_seats(request) if one != seat]


def access_to_battle(request: HttpRequest, slug: str) -> Access:
    """The visitor's access to the battle.

    Raises:
        Http404: there is none, or it is private and they have no part in it; one answer for both.
    """
    try:
        battle = Battle.objects.select_related("owner").get(slug=slug)
    except Battle.DoesNotExist:
        raise Gone(NO_BATTLE) from None
    return access_of(battle, request.user, held_seats(request))


def seated_access(request: HttpRequest, slug: str) -> Access:
    """The access of a visitor who plays or umpires the battle.

    Raises:
        Http404: they have no seat.
    """
    access = access_to_battle(request, slug)
    if not access.own:
        raise Http404("Only the players and the umpire of a battle may do this.")
    return access


def post_only(view: View) -> View:
    """Decorator of a view that accepts only POST."""

    @require_POST
    @wraps(view)
    def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    return act


def paper_in(request: HttpRequest) -> str:
    """The paper size of ``?paper=``: ``letter``, else ``a4``."""
    return "letter" if request.GET.get("paper") == "letter" else "a4"
