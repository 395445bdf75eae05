"""`manage.py clubs`: list the clubs with their organisers and sizes, or appoint an organiser where a club has none."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from armies.services.locks import Refused
from campaign.club.services import clubs, membership
from campaign.models import Club, Role


class Command(BaseCommand):
    """``manage.py clubs list`` and ``manage.py clubs appoint CLUB NAME``."""

    help = "List the clubs, or make a member the organiser of a club that has no organiser who can sign in."
    requires_migrations_checks = True
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        actions.add_parser("list", help="slug, name, sizes and organisers of each club")
        appoint = actions.add_parser("appoint", help="make a member the organiser")
        appoint.add_argument("club", help="the slug of the club")
        appoint.add_argument("username", help="the name that the member signs in with")

    def handle(self, *, action: str, **options: Any) -> None:
        if action == "list":
            self._list()
            return
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']!r}.")
        try:
            membership.appoint(club, options["username"], by=None)
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{options['username']} runs {club.name} now.")

    def _list(self) -> None:
        for club in clubs.sized(Club.objects.prefetch_related("memberships__user")).order_by("name"):
            names = [place.user.get_username() for place in club.memberships.all() if place.role == Role.ORGANISER]
            sizes = f"{club.members} members, {club.armies_in} armies, {club.battles_in} battles"  # type: ignore[attr-defined]
            self.stdout.write(f"{club.slug}  {club.name}: {sizes}; organisers: {', '.join(names) or 'none'}")
