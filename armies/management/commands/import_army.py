"""manage.py import_army FILE: import an order of battle as one or more armies."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from armies.exchange import Unreadable, limits
from armies.management.command_support import WITHOUT_PAGES, read_file
from armies.models import Army
from armies.services.import_drafts import import_file
from armies.services.locks import Refused


def summary(army: Army) -> dict[str, Any]:
    """Numbers of one army for the JSON list; ``men`` are foot and horse."""
    return {
        "slug": army.slug,
        "name": army.name,
        "nation": army.nation,
        "units": army.units,
        "men": army.men,
        "guns": army.guns,
        "strength_points": army.strength_points,
        "cost": army.cost,
        "errors": army.errors,
        "warnings": army.warnings,
    }


class Command(BaseCommand):
    help = "Import an order of battle: indented text, CSV, XLSX, oob/1 JSON or a Muster export. All of it or nothing."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--side", default="", metavar="NAME", help="import only this side of a file with several sides"
        )
        parser.add_argument(
            "--owner", metavar="USERNAME", help="owner of the new armies; without it they have no owner"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print a JSON list")

    def handle(self, *, file: Path, side: str, owner: str | None, as_json: bool, **options: Any) -> None:
        user = None
        if owner:
            user = get_user_model().objects.filter(username=owner).first() if owner.isprintable() else None
            if user is None:
                raise CommandError(f"There is no user {owner!r}.")
        data = read_file(file, limits.MAX_BYTES)
        try:
            armies, reading = import_file(data, file.name, user, side=side)
        except (Unreadable, Refused) as error:
            raise CommandError(f"{file}: {error}") from error
        if as_json:
            self.stdout.write(json.dumps([summary(army) for army in armies], ensure_ascii=False, indent=2))
            return
        for problem in reading.problems:
            self.stderr.write(f"{problem.where or f'line {problem.line}'}: {problem.sentence}")
        for army in armies:
            self.stdout.write(
                f"{army.slug}  {army.name}: {army.units} units, {army.men:,} men, {army.guns} guns, "
                f"{army.strength_points} SP, cost {army.cost}, {army.errors} errors, {army.warnings} warnings"
            )
