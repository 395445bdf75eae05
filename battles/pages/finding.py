"""Which battle a request may see, and who he is there. Who may not see one is told that it is not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST

from armies.models.army import Visibility
from battles.models import Battle
from battles.services.standing import Standing, standing_of

SEATS: Final = "seats"
"""Where the session keeps the ids of the seats whose own link was opened in this browser."""
MOST_SEATS: Final = 50
"""Seats that one browser holds; the oldest go when there are more."""

View = Callable[..., HttpResponse]


def held(request: HttpRequest) -> list[int]:
    """The ids of the seats that this browser holds by their own link."""
    return list(request.session.get(SEATS, ()))


def hold(request: HttpRequest, seat: int) -> None:
    """Let this browser play at the seat with this id."""
    others = [one for one in held(request) if one != seat]
    request.session[SEATS] = [*others, seat][-MOST_SEATS:]


def let_go(request: HttpRequest, seat: int) -> None:
    """Let this browser play there no more."""
    request.session[SEATS] = [one for one in held(request) if one != seat]


def readable(request: HttpRequest, slug: str) -> Battle:
    """The battle, if the one who asks may see it.

    Raises:
        Http404: there is none, or it is private and he has no part in it: one answer for both.
    """
    found = Battle.objects.readable_by(request.user, held(request)).select_related("owner")
    return get_object_or_404(found, slug=slug)


def present(request: HttpRequest, slug: str) -> Standing:
    """Who the one who asks is at the battle.

    Raises:
        Http404: as ``readable``.
    """
    return standing_of(readable(request, slug), request.user, held(request))


def seated(request: HttpRequest, slug: str) -> Standing:
    """The same, for somebody who plays or umpires there.

    Raises:
        Http404: he does neither.
    """
    found = present(request, slug)
    if not found.own:
        raise Http404("Only who plays in a battle or umpires it may do this.")
    return found


def acting(view: View) -> View:
    """For a view that only takes POST."""

    @require_POST
    @wraps(view)
    def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    return act


def paper_in(request: HttpRequest) -> str:
    """The paper that an address asks for with ``?paper=``: ``letter``, else ``a4``."""
    return "letter" if request.GET.get("paper") == "letter" else "a4"


def private(response: HttpResponse, battle: Battle) -> HttpResponse:
    """Keep a battle that is not public out of search engines, and what a viewer sees out of shared caches.

    One address answers a script with parts and a browser with a page: neither may get what is kept of the other.
    """
    if battle.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Accept"])
    return response
