"""manage.py export_army SLUG: the army as JSON, CSV or indented text."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armies.management.finding import army_by_slug, write_file
from armies.services.exporting import EXPORTS, export


class Command(BaseCommand):
    help = "Write an army to standard output or to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--format", choices=sorted(EXPORTS), default="json")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE")

    def handle(self, *, slug: str, format: str, output: Path | None, **options: Any) -> None:
        text = export(army_by_slug(slug), format)
        if output is None:
            self.stdout.write(text, ending="" if text.endswith("\n") else "\n")
        else:
            write_file(output, text.encode())
