"""`manage.py installation`: version, database, storage, workers, mail and backups, as administrators see them."""

import json
from argparse import ArgumentParser
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.template.defaultfilters import filesizeformat

from armies.management.command_support import WITHOUT_PAGES
from campaign.notices import mail

if TYPE_CHECKING:
    from campaign.project import status


class Command(BaseCommand):
    """Print the state of the installation."""

    help = "Print the version, and the state of the database, its storage, workers, mail and backups."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true")

    def handle(self, **options: Any) -> None:
        from campaign.project import status  # only here: it counts what waits for the server, and loads its pages

        database, storage, backups = status.database(), status.storage(), status.backups()
        if options["json"]:
            state = _state(database, storage, backups)
            self.stdout.write(json.dumps(state, ensure_ascii=False, indent=1))
            return
        self.stdout.write(f"Muster {settings.MUSTER_VERSION}")
        missing = f"{database.missing} migrations missing" if database.missing else "migrations complete"
        self.stdout.write(f"Database: {database.kind}, {filesizeformat(database.size)}, {missing}")
        for each in storage.folders:
            self.stdout.write(f"  {each.name}: {filesizeformat(each.size)}")
        for beat in database.workers:
            word = "alive" if beat.alive else "silent"
            self.stdout.write(f"Worker {beat.name}: {word}, last heard from {beat.age:.0f} s ago")
        for name, queue in (("Computer turns", database.turns), ("Packets", database.jobs)):
            self.stdout.write(f"{name}: {queue.due} due, {queue.failed} failed, oldest {queue.oldest:.0f} s")
        self.stdout.write(f"Mail: {mail.mail_settings().server or 'written to the console'}")
        for trouble in [*mail.troubles(), *([database.lack] if database.lack else [])]:
            self.stdout.write(f"  {trouble}")
        newest = f", newest {backups.newest:%Y-%m-%d %H:%M} UTC" if backups.newest else ""
        self.stdout.write(f"Backups: {backups.count} in {backups.folder}{newest}")


def _state(database: "status.Database", storage: "status.Storage", backups: "status.Backups") -> dict[str, Any]:
    """The same as values."""
    return {
        "version": settings.MUSTER_VERSION,
        "database": {"kind": database.kind, "bytes": database.size, "migrations_missing": database.missing},
        "files": {each.name: each.size for each in storage.folders},
        "workers": {beat.name: "alive" if beat.alive else "silent" for beat in database.workers},
        "queues": {
            name: {"due": queue.due, "failed": queue.failed, "oldest_seconds": round(queue.oldest)}
            for name, queue in (("computer turns", database.turns), ("packets", database.jobs))
        },
        "mail": {"server": mail.mail_settings().server, "troubles": mail.troubles()},
        "backups": {
            "folder": str(backups.folder),
            "count": backups.count,
            "newest": backups.newest.isoformat() if backups.newest else None,
        },
    }
