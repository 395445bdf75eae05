"""Helpers for commands: find an army by slug, read and write files, choose system checks."""

from pathlib import Path
from typing import Final

from django.core.checks import Tags
from django.core.management.base import CommandError

from armies.models import Army

WITHOUT_PAGES: Final = (
    Tags.caches,
    Tags.compatibility,
    Tags.database,
    Tags.files,
    Tags.models,
    Tags.security,
    Tags.staticfiles,
)
"""For ``requires_system_checks``: checks of settings and models, which take a few milliseconds.

The other checks import every page, template tag and rule system, which takes two thirds of a command's start.
``serve``, ``play``, ``migrate``, ``check`` and the tests run all checks.
"""


def army_by_slug(slug: str) -> Army:
    """The army with this slug, or a CommandError."""
    army = Army.objects.filter(slug=slug).first() if slug.isprintable() else None
    if army is None:
        raise CommandError(f"There is no army with the slug {slug!r}.")
    return army


def read_file(path: Path, most: int) -> bytes:
    """The file's bytes; a CommandError if it has more than ``most`` or cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > most:
        raise CommandError(f"{path} is too large: at most {most:,} bytes are allowed.")
    return data


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` to a file; a CommandError if it cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
