"""What the commands share: an army by its slug, and where output goes."""

from pathlib import Path

from django.core.management.base import CommandError

from armies.models import Army


def army_by_slug(slug: str) -> Army:
    """The army, or a CommandError with a sentence."""
    army = Army.objects.filter(slug=slug).first()
    if army is None:
        raise CommandError(f"There is no army with the slug {slug!r}.")
    return army


def write_file(path: Path, data: bytes) -> None:
    """Write ``data`` whole; a CommandError where the place cannot be written."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
