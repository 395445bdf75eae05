"""manage.py verify_battles [BATTLE ...]: play the stored battles again and list what is wrong with them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battles.management.stored import add_slugs, counted, meant
from battles.services.verifying import verify


class Command(BaseCommand):
    help = (
        "Check stored battles: entries, dice, events, hashes, and every copy that is kept. Exit code 1 where anything "
        "is wrong. rebuild_battles makes the copies again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *, slugs: list[str], **options: Any) -> None:
        checked, wrong = 0, 0
        for battle in meant(slugs):
            checked += 1
            problems = _problems(battle)
            wrong += bool(problems)
            for problem in problems:
                self.stdout.write(f"{battle.slug}: {problem}")
        if wrong:
            raise CommandError(f"{counted(checked, 'battle')} checked, {wrong} with problems.", returncode=1)
        self.stdout.write(f"{counted(checked, 'battle')} checked, no problem found.")


def _problems(battle: Any) -> list[str]:
    try:
        return verify(battle)
    except Exception as fault:  # junk may break any rule
        return [f"It cannot be checked. {type(fault).__name__}: {fault}"]
