"""`manage.py delete_abandoned`: delete or list battles, tracked games and campaigns that visitors abandoned."""

import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES
from battles.services import departure as battle_departure
from campaign.accounts.deletion import delete_abandoned
from campaign.war.services import seats


class Command(BaseCommand):
    """Delete what visitors without an account abandoned. The workers do the same regularly."""

    help = "Delete games of visitors without an account, MUSTER_KEEP_STRANGERS_DAYS days after the last action."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="list what would be deleted, and delete nothing")

    def handle(self, *, dry_run: bool, **options: Any) -> None:
        days = settings.MUSTER_KEEP_STRANGERS_DAYS
        if not days:
            self.stdout.write("Nothing is deleted: MUSTER_KEEP_STRANGERS_DAYS is 0.")
            return
        if not dry_run:
            battle_departure.record_setting()
            count = 0
            while some := delete_abandoned():
                count += some
            self.stdout.write(f"Games deleted: {count}.")
            return
        abandoned = battle_departure.abandoned()
        for game in abandoned:
            self.stdout.write(f"{game.key}  {game.last:%Y-%m-%d}  {game.title}")
        campaigns = seats.abandoned().order_by("updated")
        for campaign in campaigns:
            self.stdout.write(f"war:{campaign.slug}  {campaign.updated:%Y-%m-%d}  {campaign.title}")
        count = len(abandoned) + len(campaigns)
        self.stdout.write(f"Would be deleted: {count} game{'s' * (count != 1)}, abandoned over {days} days ago.")
