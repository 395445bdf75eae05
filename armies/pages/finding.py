"""Which army a request may read or change. Who may not read one is told that it is not there."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import get_object_or_404, render

from armies.models import Army, Visibility
from armies.services.locking import Stale


def readable(request: HttpRequest, slug: str) -> Army:
    """The army, if the user may read it.

    Raises:
        Http404: there is none, or it is private and somebody else's: one answer for both.
    """
    return get_object_or_404(Army.objects.readable_by(request.user).select_related("owner"), slug=slug)


def owns(user: AbstractBaseUser | AnonymousUser, army: Army) -> bool:
    """True if ``user`` may change ``army``. The historical armies are nobody's to change."""
    return user.is_authenticated and army.owner_id == user.pk


def own(request: HttpRequest, slug: str) -> Army:
    """The army, if it is the user's own.

    Raises:
        Http404: it is not. A private army of another does not even show that it exists.
    """
    army = readable(request, slug)
    if not owns(request.user, army):
        raise Http404("You can change your own armies only.")
    return army


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
    """409: somebody else wrote first. What was typed is shown, so that nothing is lost."""
    typed = [
        (name.replace("_", " "), value)
        for name, value in request.POST.items()
        if name not in ("csrfmiddlewaretoken", "version") and value
    ]
    return render(request, "armies/stale.html", {"army": error.army, "typed": typed}, status=409)
