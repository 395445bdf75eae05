"""`manage.py administrator_link`: a link by which the first administrator makes the account."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES
from campaign.accounts import administrators


class Command(BaseCommand):
    """Print a link by which the first administrator makes the account."""

    help = "Print a link by which the first administrator makes the account. It is valid for 48 hours and one account."
    requires_migrations_checks = True
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--origin",
            default="http://127.0.0.1:8000",
            help="where Muster answers (default http://127.0.0.1:8000; behind https the first of ALLOWED_HOSTS)",
        )

    def handle(self, *, origin: str, **options: Any) -> None:
        if not administrators.is_first_account_needed():
            self.stderr.write(
                "This installation has an administrator already. `python3 manage.py createsuperuser` makes another."
            )
            sys.exit(1)
        self.stdout.write(administrators.first_account_link(origin.rstrip("/")))
