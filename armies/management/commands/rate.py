"""manage.py rate SLUG: roll ratings for commanders without one."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES, army_by_slug
from armies.services.commander_ratings import rate_all, seed_of
from armies.services.locks import Refused


class Command(BaseCommand):
    help = "Roll 2D6 for each commander without a rating (MN-CMD-61). Earlier ratings stay."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--seed", type=int, metavar="N", help="the same number gives the same dice")
        parser.add_argument("--again", action="store_true", help="also roll for commanders who have a rating")

    def handle(self, *, slug: str, seed: int | None, again: bool, **options: Any) -> None:
        army = army_by_slug(slug)
        try:
            ratings = rate_all(army, seed=None if seed is None else seed_of(seed), again=again)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        if not ratings:
            self.stdout.write("Every commander has a rating; use --again to roll again.")
        for place, rating in ratings:
            element = place.element
            faces = " + ".join(str(face) for face in rating.faces)
            sign = f" {rating.modifier:+d}" if rating.modifier else ""
            self.stdout.write(
                f"{element.name}, {element.commander or 'commander not named'}: {rating.rating} "
                f"({faces}{sign} = {sum(rating.faces) + rating.modifier}, {rating.rule})"
            )
