"""What the commands share: an army by its slug, and where output goes."""

from pathlib import Path

from django.core.management.base import CommandError

from armies.models import Army


def army_by_slug(slug: str) -> Army:
    """The army, or a CommandError with a sentence."""
    army = Army.objects.filter(slug=slug).first() if slug.isprintable() else None
    if army is None:
        raise CommandError(f"There is no army with the slug {slug!r}.")
    return army


def read_file(path: Path, most: int) -> bytes:
    """The file's bytes, ``most`` of them; a CommandError where it has more or cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > most:
        raise CommandError(f"{path} has more than {most:,} bytes, which is the most.")
    return data


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` whole; a CommandError where the place cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
