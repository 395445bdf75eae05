"""What Muster does otherwise than allauth: who may sign up, and the sentences people read."""

from io import BytesIO
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import filter_users_by_email
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from django.urls import reverse

MISMATCH = "That name and password do not match. Passwords mind capital letters."
"""Said for a wrong name, a wrong e-mail address and a wrong password alike, so that it tells nobody which it was."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts of one club: a name is enough, an e-mail address is welcome."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "too_many_login_attempts": "Too many wrong tries for this account. Wait five minutes and try again.",
        "username_taken": "Somebody has this name already. Choose another.",
        "username_is_email": "A name cannot contain @: it would be taken for an e-mail address.",
        "username_blacklisted": "This name cannot be used. Choose another.",
        "email_taken": "There is an account with this e-mail address already. Sign in, or have a new password mailed.",
        "duplicate_email": "This e-mail address is on your account already.",
        "enter_current_password": "This is not your current password.",
        "incorrect_password": "This is not your password.",
        "incorrect_code": "This code is not right, or it has been used. Wait for the next one.",
        "rate_limited": "That was too often. Wait a minute.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.MUSTER_SIGNUP == "open")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by account, whether its name or an address of it was typed."""
        email = credentials.get("email")
        owners = filter_users_by_email(email, prefer_verified=True) if email else []
        known = {"username": owners[0].get_username()} if owners else credentials
        return str(super()._get_login_attempts_cache_key(request, **known))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if "@" in username:
            raise self.validation_error("username_is_email")
        return str(super().clean_username(username, shallow))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("profile")

    def format_email_subject(self, subject: str) -> str:
        return f"Muster: {subject}"


class DemoBackend(ModelBackend):
    """Stands behind the sessions of the demo club, so that they end when the demo is switched off."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        """Nobody signs in by name and password here."""

    def get_user(self, user_id: int) -> Any:
        return super().get_user(user_id) if settings.MUSTER_DEMO else None


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """The second factor, in our words."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": AccountAdapter.error_messages["incorrect_code"],
        "unverified_email": "Confirm your e-mail address first, or remove it: open the link in the message sent to it.",
        "add_email_blocked": "Take the second factor off before you add an e-mail address.",
    }

    def get_totp_issuer(self) -> str:
        return "Muster"

    def get_totp_label(self, user: Any) -> str:
        return str(user.get_username())

    def build_totp_svg(self, url: str) -> str:
        """Black on white whatever the theme: on a dark page no phone could read it."""
        image = BytesIO()
        segno.make(url, error="m").save(image, kind="svg", scale=5, light="#fff", xmldecl=False)
        return image.getvalue().decode()
