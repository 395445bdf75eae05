"""`manage.py restore`: a backup put in the place of the database."""

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from campaign import keeping


class Command(BaseCommand):
    """Replace the database by a backup; the database that was there is kept beside it."""

    help = "Replace the database by a backup. The database that was there is kept."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="the file that `backup` made")

    def handle(self, *, backup: Path, **options: Any) -> None:
        known = frozenset(MigrationLoader(None).disk_migrations)
        connection.close()
        try:
            with keeping.out_of_use(settings.VAR_DIR / "serving.lock"):
                aside = keeping.put_back(settings.DATABASES["default"], backup, known)
                call_command("migrate", interactive=False, verbosity=0)
        except keeping.CannotKeep as fault:
            raise CommandError(str(fault)) from fault
        except OSError as fault:
            raise CommandError(f"{backup} cannot be put back: {fault.strerror} ({fault.filename}).") from fault
        self.stdout.write(f"Restored {backup}.")
        if aside:
            self.stdout.write(f"The database that was there is kept at {aside}.")
