"""Muster's adapters for allauth and Django: sign-up, sign-in to the demo club, messages, password hashing."""

from io import BytesIO
from typing import Any

import segno
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.http import HttpRequest
from django.urls import reverse

from campaign.accounts import guess_limits
from campaign.club.services.invitations import INVITATION, lets_in

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
        self._attempt = guess_limits.record_attempt(request, "password", guess_limits.account_of(typed), typed)
        if self._attempt is None:
            raise self.validation_error("too_many_login_attempts")

    def _rollback_login_failed_rl_usage(self) -> None:
        if self._attempt is not None:
            self._attempt.succeeded()

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        user = guess_limits.account_of(credentials.get("email", ""))
        if user is not None:
            guess_limits.forget_attempts(request, "password", user)

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
