"""Bad input of a command: a sentence and exit code 2, nothing written."""

from typing import Any

from django.core.management.base import CommandError

from battles.engine import registry


class Fault(CommandError):
    """What the user gave cannot be used; the text says what, where and why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, returncode=2)


def system_of(key: str) -> Any:
    """The rules system of that name.

    Raises:
        Fault: there is none, or none that can be played.
    """
    try:
        return registry.load(key)
    except registry.UnknownSystem as error:
        raise Fault(str(error)) from error
