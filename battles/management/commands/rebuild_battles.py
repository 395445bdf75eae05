"""manage.py rebuild_battles [BATTLE ...]: rebuild the stored copies of battles from their entries."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from battles.engine.armies.facts import counted
from battles.management.stored_battles import add_slugs, chosen_battles
from battles.models import Battle
from battles.services.play.lock import Gone
from battles.services.play.reconstruction import Rebuilt, rebuild, update_rules


class Command(BaseCommand):
    help = (
        "Fold the entries of battles again: how each stands, its kept states, everybody's log. Battles that go on by "
        "earlier rules go on by those of today. Exit code 1 where one cannot be folded; it stays as it was."
    )
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_slugs(parser)

    def handle(self, *, slugs: list[str], **options: Any) -> None:
        rebuilt_count, differing, corrected, faults = 0, 0, 0, 0
        for battle in chosen_battles(slugs):
            try:
                rebuilt = rebuild(battle)
                change = update_rules(battle)
            except Gone:
                continue
            except Exception as fault:  # a fault in one does not stop the others
                faults += 1
                self.stdout.write(f"{battle.slug}: left unchanged. {type(fault).__name__}: {fault}")
                continue
            rebuilt_count += 1
            differing += rebuilt.position_changed
            corrected += change is not None
            self.stdout.write(_line(battle, rebuilt))
            if change is not None:
                version = Battle.objects.get(pk=battle.pk).rules_version
                self.stdout.write(
                    f"{battle.slug}: continues with version {version} of its rules from entry {change.seq}."
                )
        self.stdout.write(
            f"{counted(rebuilt_count, 'battle')} rebuilt: {differing} had a different state before, "
            f"{corrected} continue with corrected rules."
        )
        if faults:
            raise CommandError(f"{counted(faults, 'battle')} could not be rebuilt.", returncode=1)


def _line(battle: Battle, rebuilt: Rebuilt) -> str:
    if not rebuilt.entries:
        return f"{battle.slug}: has not started."
    counts = f"{counted(rebuilt.entries, 'entry', 'entries')}, {counted(rebuilt.states, 'stored state')}"
    before = "; it had a different state before" if rebuilt.position_changed else ""
    return f"{battle.slug}: {counts}, {counted(rebuilt.lines, 'line')}{before}."
