"""A password asked again before something that cannot be undone; wrong ones are counted as at sign-in."""

from typing import Final

from django.contrib.auth.models import User
from django.http import HttpRequest

from armies.services.locks import Refused
from campaign.accounts import guess_limits

TOO_MANY: Final = "Too many wrong passwords. Wait a few minutes and try again."


class PasswordRefused(Refused):
    """The password is wrong, or too many wrong ones were tried."""


def check_password(request: HttpRequest, user: User, password: str) -> None:
    """Refuse a wrong password.

    Raises:
        PasswordRefused: it is wrong, or too many wrong ones were tried in the last minutes.
    """
    attempt = guess_limits.record_attempt(request, "password", user)
    if attempt is None:
        raise PasswordRefused("password", TOO_MANY)
    if not user.check_password(password):
        raise PasswordRefused("password", "This is not your password.")
    attempt.succeeded()
