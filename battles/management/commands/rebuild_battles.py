"""manage.py rebuild_battles [BATTLE ...]: what is kept of battles made again from their entries."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from battles.management.stored import add_slugs, counted, meant
from battles.models import Battle
from battles.services.correcting import correct
from battles.services.locking import Gone
from battles.services.rebuilding import Rebuilt, rebuild


class Command(BaseCommand):
    help = (
        "Fold the entries of battles again: how each stands, its kept states, everybody's log. Battles that go on by "
        "earlier rules go on by those of today. Exit code 1 where one cannot be folded; it stays as it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *, slugs: list[str], **options: Any) -> None:
        made, otherwise, corrected, faults = 0, 0, 0, 0
        for battle in meant(slugs):
            try:
                rebuilt = rebuild(battle)
                change = correct(battle)
            except Gone:
                continue
            except Exception as fault:  # whatever is wrong with one, the others are made again
                faults += 1
                self.stdout.write(f"{battle.slug}: left as it was. {type(fault).__name__}: {fault}")
                continue
            made += 1
            otherwise += rebuilt.stood_otherwise
            corrected += change is not None
            self.stdout.write(_line(battle, rebuilt))
            if change is not None:
                version = Battle.objects.get(pk=battle.pk).rules_version
                self.stdout.write(f"{battle.slug}: goes on by version {version} of its rules from entry {change.seq}.")
        self.stdout.write(
            f"{counted(made, 'battle')} made again: {otherwise} stood otherwise before, "
            f"{corrected} go on by corrected rules."
        )
        if faults:
            raise CommandError(f"{counted(faults, 'battle')} could not be folded.", returncode=1)


def _line(battle: Battle, made: Rebuilt) -> str:
    if not made.entries:
        return f"{battle.slug}: has not begun."
    counts = f"{counted(made.entries, 'entry', 'entries')}, {counted(made.states, 'kept state')}"
    before = "; it stood otherwise before" if made.stood_otherwise else ""
    return f"{battle.slug}: {counts}, {counted(made.lines, 'line')}{before}."
