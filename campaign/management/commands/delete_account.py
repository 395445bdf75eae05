"""`manage.py delete_account`: delete an account, or say what a deletion means."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from armies.services.locks import Refused
from campaign.accounts import deletion
from campaign.club.services import clubs


class Command(BaseCommand):
    """Delete an account; what others use stays under another name."""

    help = "Say what the deletion of an account means; with --yes delete it. What others use stays under --stays-as."
    requires_migrations_checks = True
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="the name that the user signs in with")
        parser.add_argument(
            "--stays-as", default=deletion.FORMER, help=f"the name for what stays (default: {deletion.FORMER})"
        )
        parser.add_argument("--yes", action="store_true", help="delete it")

    def handle(self, *, username: str, stays_as: str, yes: bool, **options: Any) -> None:
        user = User.objects.filter(username=username).exclude(profile__former=True).first()
        if user is None:
            raise CommandError(f"There is no account {username!r}.")
        try:
            plan = deletion.delete_account(user, stays_as) if yes else deletion.plan(user)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        if yes:
            clubs.write_record(None, "account_deleted", by=None, name=username)
        for refusal in plan.refusals:
            self.stderr.write(refusal)
        self._write("Deleted" if yes else "Would be deleted", plan.goes, plan.ended)
        self._write("Stays" if yes else "Would stay", plan.counts)
        for thing in plan.stays:
            self.stdout.write(f"  {thing.kind} {thing.title}: {thing.why}")
        if plan.refusals:
            sys.exit(1)

    def _write(self, what: str, counts: tuple[tuple[int, str], ...], clubs: tuple[str, ...] = ()) -> None:
        words = [f"{count:,} {kind}" for count, kind in counts] + [f"the club {club}" for club in clubs]
        self.stdout.write(f"{what}: {', '.join(words) or 'nothing'}.")
