"""manage.py verify_battles [BATTLE ...]: play the stored battles again and list what is wrong with them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from battles.engine.armies.facts import counted
from battles.management.stored_battles import add_slugs, chosen_battles
from battles.services.play.verification import verify


class Command(BaseCommand):
    help = (
        "Check stored battles: entries, dice, events, hashes, and every stored copy. Exit code 1 if anything "
        "is wrong. rebuild_battles rebuilds the copies."
    )
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *, slugs: list[str], **options: Any) -> None:
        checked, wrong = 0, 0
        for battle in chosen_battles(slugs):
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
