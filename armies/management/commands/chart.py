"""manage.py chart SLUG -o FILE.pdf|FILE.svg: the organisation chart."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES, army_by_slug, write_file
from armies.services.printed_sheets import CHOICES, chart_of, pdf, read_choices


class Command(BaseCommand):
    help = "Draw the organisation chart of an army. Several pages as SVG become FILE-1.svg, FILE-2.svg and so on."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        for name, words in CHOICES.items():
            parser.add_argument(f"--{name}", choices=list(words), default="")
        parser.add_argument("-o", "--output", type=Path, metavar="FILE", required=True)

    def handle(self, *, slug: str, output: Path, **options: Any) -> None:
        form = output.suffix.lower()
        if form not in (".pdf", ".svg"):
            raise CommandError(f"{output} must end in .pdf or .svg.")
        try:
            drawn = chart_of(army_by_slug(slug), read_choices({name: options[name] for name in CHOICES}))
        except ValueError as error:
            raise CommandError(str(error)) from error
        pages = len(drawn.pages)
        if form == ".pdf":
            files = {output: pdf(drawn.section)}
        else:
            names = [output.with_stem(f"{output.stem}-{page}") if pages > 1 else output for page in range(1, pages + 1)]
            files = {name: drawn.svg(page).encode() for page, name in enumerate(names, 1)}
        for name, data in files.items():
            write_file(name, data)
            self.stdout.write(f"{name}")
