"""`manage.py restore`: replace the database by a backup."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from campaign.project import backup as project_backup
from campaign.project.private_files import close_files


class Command(BaseCommand):
    """Replace the database by a backup; the old database is kept beside it."""

    help = "Replace the database by a backup. The old database is kept."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the file that `backup` made")

    def handle(self, *, backup: Path, **options: Any) -> None:
        migrations = frozenset(MigrationLoader(None).disk_migrations)
        connection.close()
        close_files(settings.VAR_DIR, settings.VAR_IS_OURS)
        try:
            with project_backup.out_of_use(settings.VAR_DIR / "serving.lock"):
                aside = project_backup.restore_backup(settings.DATABASES["default"], backup, migrations)
                call_command("migrate", interactive=False, verbosity=0)
        except project_backup.BackupFailed as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"{backup} cannot be restored: {fault.strerror} ({fault.filename}).") from fault
        self.stdout.write(f"Restored {backup}.")
        if aside:
            self.stdout.write(f"The old database is kept at {aside}.")
