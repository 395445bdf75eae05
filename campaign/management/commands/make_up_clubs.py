"""`manage.py make_up_clubs`: fill an empty database with made-up clubs, to try how Muster does with many."""

import time
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from campaign.accounts.example_clubs import Sizes, fill

MOST = 100_000


class Command(BaseCommand):
    """Make clubs with members, armies and battles."""

    help = "Fill an empty database with made-up clubs, members, armies and battles, to try how Muster does with many."
    requires_migrations_checks = True
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in Sizes.__struct_fields__:
            parser.add_argument(f"--{name}", type=int, default=getattr(Sizes(), name), metavar="N")
        parser.add_argument("--among-others", action="store_true", help="also where accounts exist")

    def handle(self, *, among_others: bool, **options: Any) -> None:
        sizes = Sizes(**{name: options[name] for name in Sizes.__struct_fields__})
        for name in Sizes.__struct_fields__:
            least = 1 if name in ("clubs", "members") else 0
            if not least <= getattr(sizes, name) <= MOST:
                raise CommandError(f"--{name} is {least} to {MOST:,}.")
        if not among_others and User.objects.exists():
            raise CommandError("This database has accounts. Use an empty one (MUSTER_VAR), or give --among-others.")
        start = time.monotonic()
        fill(sizes)
        made = f"{sizes.clubs:,} clubs, {sizes.members:,} members, {sizes.armies:,} armies, {sizes.battles:,} battles"
        self.stdout.write(f"Made {made} in {time.monotonic() - start:.0f} s.")
