"""A mail server that takes nothing."""

import smtplib
from collections.abc import Sequence
from typing import Any

from django.core.mail.backends.base import BaseEmailBackend


class Refusing(BaseEmailBackend):
    """Refuses every message, as a server without a connection does."""

    def send_messages(self, messages: Sequence[Any]) -> int:
        raise smtplib.SMTPServerDisconnected("no connection")
