"""manage.py roster SLUG -o FILE.pdf: the printed roster."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES, army_by_slug, write_file
from armies.services.printed_sheets import PAPERS, ROSTER_SYSTEMS, roster_pdf


class Command(BaseCommand):
    help = "Print the roster of an army as a PDF."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        parser.add_argument("--paper", choices=PAPERS, default="a4")
        parser.add_argument("--system", choices=ROSTER_SYSTEMS, default=ROSTER_SYSTEMS[0])
        parser.add_argument("-o", "--output", type=Path, metavar="FILE.pdf", required=True)

    def handle(self, *, slug: str, paper: str, system: str, output: Path, **options: Any) -> None:
        write_file(output, roster_pdf(army_by_slug(slug), system=system, paper=paper))
        self.stdout.write(f"{output}")
