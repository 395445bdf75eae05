"""Which army a request may read or change. Who may not read one is told that it is not there."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from armies.models import Army, Visibility
from armies.services.history import changed_since
from armies.services.locking import Stale

LINKS: Final = "links"
"""Where the session keeps the ids of the view links that were opened in this browser."""
UNSENT: Final = ("csrfmiddlewaretoken", "version")
"""Fields of a form that are not sent once more."""
UNTOLD: Final = ("act", "seen", "visibility_was")
"""Fields that nobody typed, sent once more without being told of."""
MOST_LINKS: Final = 50
"""Links that one browser holds; the oldest go when there are more."""


def readable(request: HttpRequest, slug: str) -> Army:
    """The army, if the user may read it, or has opened a link to it in this browser.

    Raises:
        Http404: there is none, or it is private and somebody else's: one answer for both.
    """
    found = Army.objects.readable_by(request.user, request.session.get(LINKS, ()))
    return get_object_or_404(found.select_related("owner", "house_rules"), slug=slug)


def hold(request: HttpRequest, link: int) -> None:
    """Let this browser read what the view link with this id opens, until its owner takes it back."""
    held = [one for one in request.session.get(LINKS, ()) if one != link]
    request.session[LINKS] = [*held, link][-MOST_LINKS:]


def owns(user: AbstractBaseUser | AnonymousUser, army: Army) -> bool:
    """True if ``army`` is the user's own. The historical armies are nobody's."""
    return user.is_authenticated and army.owner_id == user.pk


def may_edit(user: AbstractBaseUser | AnonymousUser, army: Army) -> bool:
    """True if ``user`` may change what ``army`` holds: its owner and its co-editors may."""
    if owns(user, army) or not user.is_authenticated:
        return owns(user, army)
    known = getattr(army, "co_edited", None)
    return army.co_editors.filter(user_id=user.pk).exists() if known is None else bool(known)


def own(request: HttpRequest, slug: str) -> Army:
    """The army, if it is the user's own.

    Raises:
        Http404: it is not. A private army of another does not even show that it exists.
    """
    army = readable(request, slug)
    if not owns(request.user, army):
        raise Http404("Only its owner may do this to an army.")
    return army


def editable(request: HttpRequest, slug: str) -> Army:
    """The army, if the user may change what it holds.

    Raises:
        Http404: he may not.
    """
    army = readable(request, slug)
    if not may_edit(request.user, army):
        raise Http404("You can change your own armies and those you co-edit.")
    return army


View = Callable[..., HttpResponse]


def acting(back: str) -> Callable[[View], View]:
    """For a view that only takes POST. Who must sign in first comes back to the page ``back``, where the button is."""

    def around(view: View) -> View:
        @require_POST
        @wraps(view)
        def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(reverse(back, args=[kwargs["slug"]] if "slug" in kwargs else []))
            return view(request, *args, **kwargs)

        return act

    return around


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, be it nothing; None where it is only looked at."""
    return request.POST if request.method == "POST" else None


def expected(request: HttpRequest) -> int | None:
    """The version that a form was made from."""
    version = request.POST.get("version", "")
    return int(version) if version.isdecimal() and len(version) < 10 else None


def private(response: HttpResponse, army: Army) -> HttpResponse:
    """Keep an army that is not public out of search engines, and a private one out of shared caches."""
    if army.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "private, no-cache"
    return response


def stale(request: HttpRequest, error: Stale) -> HttpResponse:
    """409: somebody else wrote first. What he changed is shown, and what was typed, which can be sent once more."""
    seen = expected(request) or 0
    entries, rows = changed_since(error.army, seen)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in UNSENT]
    context = {
        "army": error.army,
        "entries": entries,
        "rows": rows,
        "typed": [(name.replace("_", " "), value) for name, value in sent if value and name not in UNTOLD],
        "sent": sent,
        "seen": request.POST.get("seen") or seen,
    }
    return render(request, "armies/stale.html", context, status=409)


def seen(request: HttpRequest) -> int | None:
    """The version whose facts stood in the form, where it is sent once more on a later one."""
    number = request.POST.get("seen", "")
    return int(number) if number.isdecimal() and len(number) < 10 else expected(request)
