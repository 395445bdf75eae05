"""Limits on guesses of passwords and codes, at sign-in and later. A browser known to an account has its own count."""

import secrets
from typing import Any, Final

from allauth.account.internal.userkit import get_user_by_username
from allauth.account.utils import filter_users_by_email
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from armies.services.locks import Refused
from campaign.project.rates import address_of

COOKIE: Final = "muster_known"
PATH: Final = "/accounts/"
SALT: Final = "muster.known-browser"
LASTS: Final = 365 * 24 * 60 * 60
"""Seconds."""
MOST_ACCOUNTS: Final = 5
"""Accounts remembered for one browser, at most; the oldest are dropped."""
SIGNED_IN: Final = "_muster_signed_in"
"""Attribute of a request that has just proved a password; its value is the user."""
TOO_MANY: Final = "Too many wrong passwords. Wait a few minutes and try again."


def browser_name(request: HttpRequest, user: Any) -> str:
    """The name under which guesses of a browser known to ``user``'s account are counted; "" if it is not known.

    A browser that is signed in to the account is known, with or without the cookie.
    """
    if user is None:
        return ""
    name, accounts = _read(request)
    if name and any(pk == user.pk and constant_time_compare(tag, _tag(user)) for pk, tag in accounts):
        return name
    asks = getattr(request, "user", None)
    return f"user-{user.pk}" if asks is not None and asks.is_authenticated and asks.pk == user.pk else ""


def mark_browser(request: HttpRequest, user: Any) -> None:
    """Have the browser remembered for ``user``'s account when the request is answered, if it has a password."""
    if user is not None and user.has_usable_password():
        setattr(request, SIGNED_IN, user)


def remember_browser(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the cookie if the browser was marked."""
    user = getattr(request, SIGNED_IN, None)
    if user is None:
        return
    name, accounts = _read(request)
    others = [(pk, tag) for pk, tag in accounts if pk != user.pk]
    value = [name or secrets.token_urlsafe(12), [(user.pk, _tag(user)), *others][:MOST_ACCOUNTS]]
    response.set_cookie(
        COOKIE,
        signing.dumps(value, salt=SALT),
        max_age=LASTS,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[tuple[int, str]]]:
    """The browser's name and its accounts, each with the tag of the password at that time."""
    try:
        name, accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return "", []
    return name, [(pk, tag) for pk, tag in accounts]


def _tag(user: Any) -> str:
    """A digest that changes with the password."""
    return salted_hmac(SALT, f"{user.pk}:{user.password}", algorithm="sha256").hexdigest()[:32]


class Attempt:
    """One guess that was allowed. ``succeeded`` removes it from the counts."""

    def __init__(self, counted: list[ratelimit.RateLimitUsage]) -> None:
        self._counted = counted

    def succeeded(self) -> None:
        for usage in self._counted:
            usage.rollback()


def record_attempt(request: HttpRequest, kind: str, user: Any, typed: str = "") -> Attempt | None:
    """Count a guess of a ``kind`` in ``MUSTER_GUESS_RATES``; None if there were too many.

    Args:
        user: the account whose secret is guessed; None if there is no such account.
        typed: the name that was typed; the guess counts for it if there is no account.
    """
    counted = []
    for action, key in _keys(request, kind, user, typed):
        usage = _count(request, action, key)
        if usage is None:
            return None
        counted.append(usage)
    return Attempt(counted)


def forget_attempts(request: HttpRequest, kind: str, user: Any) -> None:
    """Reset the counts of unknown browsers and of this network address for ``user``'s account."""
    account = f"user {user.pk}"
    for action, key in ((kind, f"{account} {address_of(request)}"), (f"{kind}_anywhere", account)):
        ratelimit.clear(request, app="muster", action=action, config=settings.MUSTER_GUESS_RATES, key=key)


def may_send(request: HttpRequest, kind: str, key: str) -> bool:
    """Count a mail to ``key``. True if it may be sent."""
    return _count(request, kind, key) is not None


def account_of(login: str) -> Any:
    """The account with the name or e-mail address ``login``; None if there is none."""
    if "\0" in login:  # PostgreSQL refuses to search for it
        return None
    owners = filter_users_by_email(login, prefer_verified=True) if "@" in login else []
    return owners[0] if owners else get_user_by_username(login)


def _keys(request: HttpRequest, kind: str, user: Any, typed: str) -> list[tuple[str, str]]:
    account = f"user {user.pk}" if user is not None else f"name {typed.lower()}"
    browser = browser_name(request, user)
    if browser:
        return [(f"{kind}_known", f"{account} {browser}")]
    return [(kind, f"{account} {address_of(request)}"), (f"{kind}_anywhere", account)]


def _count(request: HttpRequest, action: str, key: str) -> ratelimit.RateLimitUsage | None:
    return ratelimit.consume(request, app="muster", action=action, config=settings.MUSTER_GUESS_RATES, key=key)


class PasswordRefused(Refused):
    """The password is wrong, or too many wrong ones were tried."""


def check_password(request: HttpRequest, user: User, password: str) -> None:
    """Refuse a wrong password.

    Raises:
        PasswordRefused: it is wrong, or too many wrong ones were tried in the last minutes.
    """
    attempt = record_attempt(request, "password", user)
    if attempt is None:
        raise PasswordRefused("password", TOO_MANY)
    if not user.check_password(password):
        raise PasswordRefused("password", "This is not your password.")
    attempt.succeeded()
