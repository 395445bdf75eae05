"""Error pages 429, 500 and 503, and the rate limits of pages."""

import sqlite3
import sys
from collections.abc import Callable
from typing import Any, Final

import psycopg
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import get_template

from armies.api.operation import SAFE
from campaign.accounts import adapters
from campaign.project.middleware import ViewMiddleware
from campaign.project.rates import MINUTE, Exceeded, exceeded

RETRY_AFTER: Final = 5
"""Seconds to wait before trying again."""

POSTGRESQL: Final = ("08", "53", "57P")
"""First characters of PostgreSQL states: not reachable, no resources left, or shutting down."""

SQLITE: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL")
"""First characters of SQLite error names: file locked, missing, or not writable."""


def is_database_away(fault: BaseException | None) -> bool:
    """True if ``fault`` means that the database is not available: not reachable, shutting down, full or busy.

    An exhausted connection pool counts too. An error in a query does not.
    """
    if not isinstance(fault, OperationalError | InterfaceError):
        return False
    cause = fault.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(SQLITE)
    if isinstance(cause, psycopg.Error):
        # No state: the connection failed, or the pool has none left.
        return cause.sqlstate is None or cause.sqlstate.startswith(POSTGRESQL)
    return False


def server_error(request: HttpRequest) -> HttpResponse:
    """Status 500, or 503 with Retry-After if the database is not available.

    Django calls this while it handles the exception. The pages are rendered without the request, because the user is
    stored in the database.
    """
    if not is_database_away(sys.exc_info()[1]):
        return HttpResponse(get_template("500.html").render(), status=500)
    return unavailable(RETRY_AFTER)


def unavailable(wait: int) -> HttpResponse:
    """Return the 503 page that asks to try again in ``wait`` seconds."""
    return HttpResponse(get_template("503.html").render(), status=503, headers={"Retry-After": str(wait)})


SIGN_IN: Final = "sign_in"
ACCOUNTS: Final[dict[str, tuple[str, ...]]] = {
    "account_signup": ("write", "make"),
    "account_login": (SIGN_IN,),
    "account_reset_password": (SIGN_IN,),
}
"""Sorts of request by account page. Other account pages have their own limits in ``ACCOUNT_RATE_LIMITS``."""


class PageLimits(ViewMiddleware):
    """Middleware that counts requests to pages, as the API does, and answers 429 if there are too many."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        if request.method in SAFE or match is None or match.route.startswith("api/"):
            return None
        if match.route.startswith("accounts/"):
            sorts = ACCOUNTS.get(match.view_name, ())
        else:
            sorts = getattr(view, "sorts", ("write",))
        if not sorts or (SIGN_IN in sorts and _is_known(request)):
            return None
        limit = exceeded(request, request.user, sorts)
        return refused(request, limit) if limit else None


def _is_known(request: HttpRequest) -> bool:
    """True if the named account knows the browser, so that others at its address cannot lock it out."""
    named = request.POST.get("login") or request.POST.get("email") or ""
    if not named or adapters.COOKIE not in request.COOKIES:
        return False
    return bool(adapters.browser_name(request, adapters.account_of(named.strip())))


def refused(request: HttpRequest, limit: Exceeded) -> HttpResponse:
    """Status 429 with Retry-After: a page, or only the sentence for a script."""
    if request.accepts("text/html"):
        context = {"sentence": sentence(limit), "instead": instead(limit), "member": limit.member}
        answer = render(request, "429.html", context, status=429)
    else:
        answer = HttpResponse(sentence(limit), content_type="text/plain; charset=utf-8", status=429)
    answer["Retry-After"] = str(limit.seconds)
    answer["Cache-Control"] = "no-store"
    return answer


def sentence(limit: Exceeded) -> str:
    """A sentence: why the request was refused and when to try again."""
    who = "your account" if limit.member else "your address"
    what = {
        "make": f"Too many battles, games and accounts were created from {who} in the last hour.",
        SIGN_IN: f"Too many attempts to sign in came from {who} in the last minute.",
        "play": f"Too many moves and notes came from {who} in the last minute.",
    }.get(limit.sort, f"Too many requests came from {who} in the last minute.")
    return f"{what} Try again in {in_words(limit.seconds)}."


def instead(limit: Exceeded) -> str:
    """A sentence: what the user can do in the meantime."""
    if limit.sort == SIGN_IN:
        return "A browser that you signed in with before can sign in now."
    if limit.member:
        return "What you have done so far is saved."
    return "Or sign in now: members have higher limits. What you have done so far is saved."


def in_words(seconds: int) -> str:
    """A time to wait: seconds up to two minutes, else minutes, rounded up."""
    if seconds < 2 * MINUTE:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    return f"{-(-seconds // MINUTE)} minutes"


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Status 429 for allauth's limits on account pages. This is Django's ``handler429``."""
    answer = render(request, "429.html", status=429)
    answer["Retry-After"] = str(MINUTE)
    answer["Cache-Control"] = "no-store"
    return answer
