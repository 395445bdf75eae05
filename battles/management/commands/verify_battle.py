"""manage.py verify_battle FILE: play a battle file again and list what is wrong with it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from battles.engine.replay import notes, verify
from battles.management.arguments import battle_in


class Command(BaseCommand):
    help = "Check a .battle file: its entries, dice, events and hashes. Exit code 1 if anything is wrong."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *, file: str, **options: Any) -> None:
        battle = battle_in(file)
        for note in notes(battle):
            self.stdout.write(f"Note: {note}")
        problems = verify(battle)
        for problem in problems:
            where = "The header" if problem.n is None else f"Entry {problem.n}"
            self.stdout.write(f"{where}: {problem.sentence}")
        entries = len(battle.entries)
        if problems:
            raise CommandError(
                f"{file}: {len(problems)} {'problem' if len(problems) == 1 else 'problems'}.", returncode=1
            )
        self.stdout.write(f"{file}: {entries} entries, no problem found.")
