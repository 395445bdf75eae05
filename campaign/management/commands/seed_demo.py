"""`manage.py seed_demo`: create the historical armies and the demo club."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES
from campaign.accounts.example_clubs import CLUB, seed


class Command(BaseCommand):
    """Create what is missing. A second run changes nothing."""

    help = "Create the historical armies and the demo club with an organiser and two players, where missing."
    requires_system_checks = WITHOUT_PAGES

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        sentences = seed()
        if not verbosity:
            return
        for line in sentences or [f"The demo club {CLUB} exists already; nothing was created."]:
            self.stdout.write(line)
        if not settings.MUSTER_DEMO:
            self.stdout.write("Visitors can sign in as its members only while MUSTER_DEMO is True.")
