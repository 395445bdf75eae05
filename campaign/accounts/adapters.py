"""Sign-in: Muster's adapters for allauth and Django, and the limits on guesses of passwords and codes.

A browser that an account has used before has its own count of guesses.
"""

import secrets
from io import BytesIO
from typing import Any, Final

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import get_user_by_username
from allauth.account.utils import filter_users_by_email
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from armies.services.locks import Refused
from campaign.club.services.invitations import INVITATION, lets_in
from campaign.project.rates import address_of

MISMATCH = "That name and password do not match. Capital letters matter in passwords."
"""The same message for a wrong name, address or password, so that it does not reveal which one was wrong."""
TOO_MANY = (
    "Too many wrong passwords for this account. Wait a few minutes and try again, use a browser that you signed in "
    "with before, or ask for a new password by mail."
)
"""The same message if the account does not exist."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Rules and messages for accounts. A name is enough; an e-mail address is optional."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "too_many_login_attempts": TOO_MANY,
        "username_taken": "This name is taken. Choose another.",
        "username_is_email": "A name cannot contain @, because it would look like an e-mail address.",
        "username_blacklisted": "This name cannot be used. Choose another.",
        "email_taken": "An account has this e-mail address already. Sign in, or ask for a new password by mail.",
        "duplicate_email": "Your account has this e-mail address already.",
        "enter_current_password": "This is not your current password.",
        "incorrect_password": "This is not your password.",
        "incorrect_code": "This code is wrong or was used already. Wait for the next code.",
        "rate_limited": "Too many requests. Wait a minute.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """True if sign-up is open to everybody, or the visitor has opened an invitation that still works."""
        return bool(settings.MUSTER_SIGNUP == "open") or lets_in(request.session.get(INVITATION, ""))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password attempt for the account, whether its name or one of its e-mail addresses was typed."""
        typed = credentials.get("email") or credentials.get("username") or ""
        self._attempt = record_attempt(request, "password", account_of(typed), typed)
        if self._attempt is None:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        if self._attempt is not None:
            self._attempt.succeeded()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        user = account_of(credentials.get("email", ""))
        if user is not None:
            forget_attempts(request, "password", user)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if "@" in username:
            raise self.validation_error("username_is_email")
        return str(super().clean_username(username, shallow))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def format_email_subject(self, subject: str) -> str:
        return f"Muster: {subject}"


class DemoBackend(ModelBackend):
    """Backend of demo-club sessions, which end when the demo is switched off."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        """Refuse all: nobody signs in to this backend with a password."""

    def get_user(self, user_id: int) -> Any:
        return super().get_user(user_id) if settings.MUSTER_DEMO else None


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Messages and QR code of the second factor."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "unverified_email": "Confirm your e-mail address first, or remove it: open the link in the message sent to it.",
        "add_email_blocked": "Turn off the second factor before you add an e-mail address.",
    }

    def get_totp_issuer(self) -> str:
        return "Muster"

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())

    def build_totp_svg(self, url: str) -> str:
        """The QR code, black on white in every theme so that phones can read it."""
        image = BytesIO()
        segno.make(url, error="m").save(image, kind="svg", scale=5, light="#fff", xmldecl=False)
        return image.getvalue().decode()


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, the smallest that OWASP recommends; about 20 ms a login."""

    memory_cost = 19 * 1024
    time_cost = 2
    parallelism = 1


COOKIE: Final = "muster_known"
PATH: Final = "/accounts/"
SALT: Final = "muster.known-browser"
LASTS: Final = 365 * 24 * 60 * 60
"""Seconds."""
MOST_ACCOUNTS: Final = 5
"""Accounts remembered for one browser, at most; the oldest are dropped."""
SIGNED_IN: Final = "_muster_signed_in"
"""Attribute of a request that has just proved a password; its value is the user."""
TOO_MANY_HERE: Final = "Too many wrong passwords. Wait a few minutes and try again."


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
        raise PasswordRefused("password", TOO_MANY_HERE)
    if not user.check_password(password):
        raise PasswordRefused("password", "This is not your password.")
    attempt.succeeded()
