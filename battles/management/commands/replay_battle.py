"""manage.py replay_battle FILE [--to N]: the log of a battle file in sentences, and the board."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES
from battles.engine.codec import Unreadable
from battles.engine.core import UMPIRE
from battles.engine.replay import battle_log, state
from battles.management.arguments import Fault, battle_in
from battles.management.terminal import indented_lines, outcome_words


class Command(BaseCommand):
    help = "Print the log of a .battle file in sentences with their rules, then the board. It uses the events alone."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--to", type=int, metavar="N", help="stop after entry N")
        parser.add_argument("--viewer", default=UMPIRE, metavar="SIDE", help="a, b, public or umpire (everything)")
        parser.add_argument("--no-board", action="store_true", help="print only the log")

    def handle(self, *, file: str, to: int | None, viewer: str, no_board: bool, **options: Any) -> None:
        battle = battle_in(file)
        system = battle.system
        viewers = (*system.sides, "public", UMPIRE)
        if viewer not in viewers:
            raise Fault(f"--viewer must be one of {', '.join(viewers)}, not {viewer[:40]}.")
        last = len(battle.entries) - 1
        if to is not None and not 0 <= to <= last:
            raise Fault(f"{file} has entries 0 to {last}; there is no entry {to}.")
        try:
            for line in battle_log(battle, to, viewer):
                self.stdout.write(indented_lines(line))
            end = state(battle, to)
        except Unreadable as error:
            raise Fault(f"{file}: {error}") from error
        self.stdout.write("")
        if not no_board:
            self.stdout.write(system.text.board(system.secrets.view(end, viewer), self.stdout.isatty()))
        self.stdout.write(outcome_words(system, end))
