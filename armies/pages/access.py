"""Access of a request to armies, and the rate-limit classes of pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, Protocol, TypeVar

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST

from armies.models import Army, Visibility
from armies.services.history import changed_since
from armies.services.locks import Conflict, Stale

PLAY: Final = "play"
COSTLY: Final = ("write", "costly")
"""For pages that read or write a file."""

MAKING: Final = ("write", "costly", "make")
"""For pages that create a battle or a tracked game."""

V = TypeVar("V", bound=Callable[..., Any])


def counted_as(*sorts: str) -> Callable[[V], V]:
    """Count POST requests to a page under ``sorts`` instead of ``write``. GET requests are not counted."""

    def mark(view: V) -> V:
        view.sorts = sorts  # type: ignore[attr-defined]
        return view

    return mark


LINKS: Final = "links"
"""Session key for the ids of the view links opened in this browser."""

UNSENT: Final = ("csrfmiddlewaretoken", "version")
"""Form fields that are not sent again after a conflict."""

UNTOLD: Final = ("act", "seen", "visibility_was")
"""Form fields that are sent again but not shown, because the user did not type them."""

MOST_LINKS: Final = 50
"""The most links that one session keeps; the oldest are dropped."""


def readable(request: HttpRequest, slug: str) -> Army:
    """The army, if the user may read it or has opened a link to it in this browser.

    Raises:
        Http404: it does not exist, or it is another user's private army. The answer is the same for both.
    """
    army = Army.objects.opened(slug, request.user, request.session.get(LINKS, ()))
    if army is None:
        raise Http404("There is no army at this address, or you may not see it.")
    return army


def remember_link(request: HttpRequest, link: int) -> None:
    """Let this browser read the army of the view link with this id, until its owner deletes the link."""
    others = [one for one in request.session.get(LINKS, ()) if one != link]
    request.session[LINKS] = [*others, link][-MOST_LINKS:]


def owns(user: AbstractBaseUser | AnonymousUser, army: Army) -> bool:
    """True if the user owns ``army``. Historical armies have no owner."""
    return user.is_authenticated and army.owner_id == user.pk


def may_edit(user: AbstractBaseUser | AnonymousUser, army: Army) -> bool:
    """True if ``user`` may change ``army``: its owner and its co-editors may, and whom its club says."""
    if owns(user, army) or not user.is_authenticated:
        return owns(user, army)
    is_co_editor = getattr(army, "co_edited", None)
    if is_co_editor is None:
        row = Army.objects.with_co_edited(user).filter(pk=army.pk).only("pk").first()
        return bool(getattr(row, "co_edited", False))
    return bool(is_co_editor)


def own_army(request: HttpRequest, slug: str) -> Army:
    """The army, if the user owns it.

    Raises:
        Http404: the user does not. The answer does not show whether another user's private army exists.
    """
    army = readable(request, slug)
    if not owns(request.user, army):
        raise Http404("Only the army’s owner can do this.")
    return army


def editable(request: HttpRequest, slug: str) -> Army:
    """The army, if the user may change it.

    Raises:
        Http404: the user may not.
    """
    army = readable(request, slug)
    if not may_edit(request.user, army):
        raise Http404("You can only change your own armies and those you co-edit.")
    return army


View = Callable[..., HttpResponse]


def post_view(back: str) -> Callable[[View], View]:
    """Decorate a view that only takes POST. Visitors sign in first and then return to the page ``back``."""

    def around(view: View) -> View:
        @require_POST
        @wraps(view)
        def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(reverse(back, args=[kwargs["slug"]] if "slug" in kwargs else []))
            return view(request, *args, **kwargs)

        return act

    return around


def form_data(request: HttpRequest) -> QueryDict | None:
    """The posted data, which may be empty; None if the request is not a POST."""
    return request.POST if request.method == "POST" else None


def expected_version(request: HttpRequest) -> int | None:
    """The version of the army that the form was made from."""
    version = request.POST.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


class Shown(Protocol):
    """A thing with a visibility: an army, battle, scenario, game or campaign."""

    visibility: Any


def private(response: HttpResponse, thing: Shown) -> HttpResponse:
    """Keep a thing that is not public out of search engines, and every page of one out of shared caches.

    One address may answer a script with parts and a browser with a page: ``Vary`` keeps them apart in caches.
    """
    if thing.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Accept"])
    return response


def conflict_page(request: HttpRequest, error: Stale) -> HttpResponse:
    """409: someone else saved first. Show their changes and the user's input, which can be sent again."""
    seen = expected_version(request) or 0
    entries, rows = changed_since(error.army, seen)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in UNSENT]
    context = {
        "army": error.army,
        "entries": entries,
        "clashes": error.clashes if isinstance(error, Conflict) else (),
        "rows": rows,
        "typed": [(name.replace("_", " "), value) for name, value in sent if value and name not in UNTOLD],
        "sent": sent,
        "seen": request.POST.get("seen") or seen,
    }
    return render(request, "armies/stale.html", context, status=409)


def version_seen(request: HttpRequest) -> int | None:
    """The version whose facts the form showed. It stays the same if the form is sent again after a conflict."""
    number = request.POST.get("seen", "")
    return int(number) if number.isdecimal() and len(number) < 10 else expected_version(request)
