"""The name under which an account is seen."""

from typing import Any


def display_name(user: Any) -> str:
    """The name of ``user`` that others see: the shown name, else the one to sign in with."""
    return str(user.get_full_name() or user.get_username())
