"""`manage.py backup`: a sound copy of the database, while people play."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaign import keeping


def count(text: str) -> int:
    """How many backups to keep, one at least."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of backups: take 1 or more')
    return int(text)


class Command(BaseCommand):
    """Copy the database and delete the oldest copies."""

    help = "Copy the database into a new file while people play, and delete the oldest copies."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, help="the folder for the copies (default var/backups)")
        parser.add_argument("--keep", type=count, default=14, help="how many copies to keep (default 14)")

    def handle(self, *, to: Path | None, keep: int, **options: Any) -> None:
        folder = to or settings.VAR_DIR / "backups"
        try:
            path = keeping.back_up(settings.DATABASES["default"], folder)
            old = keeping.turn_over(folder, keep)
        except keeping.CannotKeep as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"No backup can be made in {folder}: {fault.strerror}.") from fault
        self.stdout.write(f"Backed up to {path} ({path.stat().st_size:,} bytes).")
        if old:
            self.stdout.write(f"Deleted {len(old)} older {'copy' if len(old) == 1 else 'copies'}.")
