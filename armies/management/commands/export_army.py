"""manage.py export_army SLUG: the army as JSON, CSV, a workbook, an order of battle or indented text."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES, army_by_slug, write_file
from armies.services.exports import EXPORTS, export, workbook


class Command(BaseCommand):
    help = "Write an army to standard output or to a file."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--format", choices=sorted([*EXPORTS, "xlsx"]), default="json")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")

    def handle(self, *, slug: str, format: str, output: Path | None, **options: Any) -> None:
        army = army_by_slug(slug)
        if format == "xlsx":
            if output is None:
                raise CommandError("A workbook cannot be written to the terminal: name a file with -o.")
            write_file(output, workbook(army))
            return
        text = export(army, format)
        if output is None:
            self.stdout.write(text, ending="" if text.endswith("\n") else "\n")
        else:
            write_file(output, text.encode())
