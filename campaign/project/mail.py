"""The settings of mail: what they are, what is wrong with them, and a test mail."""

import smtplib

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import send_mail
from msgspec import Struct

SUBJECT = "Test mail of Muster"
FAULTS = (smtplib.SMTPException, OSError, ValueError)
"""What a mail that cannot be sent raises; ValueError where an address has line breaks."""
TEXT = "Muster can send mail: turns, invitations and new passwords reach their readers.\n"


class MailFailed(Exception):
    """The mail was not sent. The message says why."""


class MailSettings(Struct, frozen=True):
    """How mail is sent. ``server`` is "" where it is written to the console; the password is not among it."""

    server: str
    security: str
    user: str
    sender: str
    address: str


def mail_settings() -> MailSettings:
    """The present settings."""
    if not is_sent():
        return MailSettings("", "", "", settings.DEFAULT_FROM_EMAIL, settings.MUSTER_URL)
    security = "TLS from the start" if settings.EMAIL_USE_SSL else "STARTTLS" if settings.EMAIL_USE_TLS else "none"
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return MailSettings(
        server, security, settings.EMAIL_HOST_USER, settings.DEFAULT_FROM_EMAIL, settings.MUSTER_URL or ""
    )


def troubles() -> list[str]:
    """What is wrong with the settings, each in a sentence that says what to change."""
    found = []
    if not is_sent():
        found.append("Nobody gets mail: it is written to the console. Set EMAIL_URL to your mail server.")
    elif settings.EMAIL_HOST_USER and not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL):
        found.append("The password of the mail server is sent without encryption. Use smtp+tls:// or smtps://.")
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost"):
        found.append("Many servers refuse mail from muster@localhost. Set EMAIL_FROM to an address of yours.")
    if not settings.MUSTER_URL:
        found.append("Muster does not know its own address, so mail that workers send has no links. Set MUSTER_URL.")
    return found


def send_test(user: User) -> None:
    """Send a test mail to ``user``.

    Raises:
        MailFailed: the account has no e-mail address, no mail is sent, or the server refused it.
    """
    if not user.email:
        raise MailFailed("Your account has no e-mail address. Add one in your profile first.")
    if not is_sent():
        raise MailFailed("Mail is written to the console. Set EMAIL_URL and start Muster again.")
    try:
        send_mail(SUBJECT, TEXT, None, [user.email])
    except FAULTS as fault:
        words = str(fault).strip() or type(fault).__name__
        raise MailFailed(f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} did not take it: {words[:300]}") from fault


def is_sent() -> bool:
    """True if mail leaves this machine."""
    return not settings.EMAIL_BACKEND.endswith((".console.EmailBackend", ".dummy.EmailBackend"))
