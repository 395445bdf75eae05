"""manage.py export_army SLUG: the army as JSON, CSV, a workbook or indented text."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.finding import army_by_slug, write_file
from armies.services.exporting import EXPORTS, export, workbook


class Command(BaseCommand):
    help = "Write an army to standard output or to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--format", choices=sorted([*EXPORTS, "xlsx"]), default="json")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")

    def handle(self, *, slug: str, format: str, output: Path | None, **options: Any) -> None:
        army = army_by_slug(slug)
        if format == "xlsx":
            if output is None:
                raise CommandError("A workbook is not for the terminal: say with -o where to write it.")
            write_file(output, workbook(army))
            return
        text = export(army, format)
        if output is None:
            self.stdout.write(text, ending="" if text.endswith("\n") else "\n")
        else:
            write_file(output, text.encode())
