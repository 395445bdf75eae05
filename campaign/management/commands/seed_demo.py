"""`manage.py seed_demo`: the historical armies and the demo club."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from campaign.services.demo_club import CLUB, seed


class Command(BaseCommand):
    """Make what is missing; a second run makes nothing."""

    help = "Make what is missing of the historical armies and of the demo club with its organiser and two players."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        made = seed()
        if not verbosity:
            return
        for line in made or [f"The demo club {CLUB} was there already; nothing was made."]:
            self.stdout.write(line)
        if not settings.MUSTER_DEMO:
            self.stdout.write("Its members can be entered only while MUSTER_DEMO is True.")
