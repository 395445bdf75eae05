"""`manage.py accounts` and what administrators do to accounts in the browser: list, lock, unlock, a password link."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from armies.services.locks import Refused
from campaign.accounts import administration

MOST: Final = 1000
"""Accounts of one list."""


class Command(BaseCommand):
    """``manage.py accounts list [WORDS]``, ``lock NAME``, ``unlock NAME``, ``password-link NAME``."""

    help = "List accounts, lock and unlock one, or print a link by which its user chooses a new password."
    requires_migrations_checks = True
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        listed = actions.add_parser("list", help="the accounts whose name or e-mail address contains a text")
        listed.add_argument("sought", nargs="?", default="", metavar="TEXT")
        for action, text in (("lock", "lock it"), ("unlock", "unlock it"), ("password-link", "print the link")):
            one = actions.add_parser(action, help=text)
            one.add_argument("username", help="the name that the user signs in with")
            if action == "password-link":
                one.add_argument("--origin", default="http://127.0.0.1:8000", help="where Muster answers")

    def handle(self, *, action: str, **options: Any) -> None:
        if action == "list":
            self._list(options["sought"])
            return
        user = administration.accounts_with().filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['username']!r}.")
        try:
            if action == "password-link":
                self.stdout.write(f"{options['origin'].rstrip('/')}{administration.password_link(user, by=None)}")
            else:
                administration.set_locked(user, action == "lock", by=None)
                self.stdout.write(f"{user.get_username()} is {action}ed.")
        except Refused as refused:
            raise CommandError(str(refused)) from None

    def _list(self, sought: str) -> None:
        for user in administration.accounts_with(sought).order_by("username")[:MOST]:
            marks = ["administrator"] * user.is_superuser + ["locked"] * (not user.is_active)
            words = (user.get_username(), user.get_full_name(), user.email, ", ".join(marks))
            self.stdout.write("  ".join(word for word in words if word))
