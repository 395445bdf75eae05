"""`manage.py backup`: copy the database while people play."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaign.project import backup
from campaign.project.private_files import close_files


def count(text: str) -> int:
    """Read the number of backups to keep, at least one."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of backups: give 1 or more')
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
        close_files(settings.VAR_DIR, settings.VAR_IS_OURS)
        try:
            path = backup.make_backup(settings.DATABASES["default"], folder)
            old = backup.rotate(folder, keep)
        except backup.BackupFailed as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"No backup can be made in {folder}: {fault.strerror}.") from fault
        self.stdout.write(f"Backed up to {path} ({path.stat().st_size:,} bytes).")
        if old:
            self.stdout.write(f"Deleted {len(old)} older {'copy' if len(old) == 1 else 'copies'}.")
