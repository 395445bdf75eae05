"""manage.py rate SLUG: throw for the commanders who have no rating."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.finding import army_by_slug
from armies.services.locking import Refused
from armies.services.rating import rate_all, seed_of


class Command(BaseCommand):
    help = "Throw 2D6 for each commander without a rating (MN-CMD-50 to 60). Earlier throws stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--seed", type=int, metavar="N", help="the same number gives the same dice")
        parser.add_argument("--again", action="store_true", help="throw for the rated ones too")

    def handle(self, *, slug: str, seed: int | None, again: bool, **options: Any) -> None:
        army = army_by_slug(slug)
        try:
            made = rate_all(army, seed=None if seed is None else seed_of(seed), again=again)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        if not made:
            self.stdout.write("Every commander has a rating already; --again throws for them anew.")
        for place, throw in made:
            element = place.element
            faces = " + ".join(str(face) for face in throw.faces)
            sign = f" {throw.modifier:+d}" if throw.modifier else ""
            self.stdout.write(
                f"{element.name}, {element.commander or 'commander not named'}: {throw.rating} "
                f"({faces}{sign} = {sum(throw.faces) + throw.modifier}, {throw.rule})"
            )
