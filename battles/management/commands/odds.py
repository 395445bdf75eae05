"""manage.py odds SYSTEM WHAT 'JSON': the exact odds of a procedure."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.functional import lazy

from armies.management.command_support import WITHOUT_PAGES
from battles.engine import registry
from battles.management.arguments import Fault, system_of


class Command(BaseCommand):
    help = "Exact odds of a procedure of the rules, from facts in JSON."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.add_argument("system", metavar="SYSTEM", help=f"one of {', '.join(registry.playable())}")
        parser.add_argument("what", metavar="WHAT", help="the question; each system has its own, listed below")
        parser.add_argument("facts", metavar="JSON", help="the facts, as an object; - reads them from standard input")
        parser.epilog = lazy(_questions, str)()  # only the help text loads every system

    def handle(self, *, system: str, what: str, facts: str, **options: Any) -> None:
        rules = system_of(system)
        questions = rules.odds.questions()
        if what not in questions:
            raise Fault(f"{rules.meta.title} has no odds for {what[:40]}; it has {', '.join(questions)}.")
        text = self.stdin_text() if facts == "-" else facts
        try:
            answer = rules.odds.ask(what, text)
        except ValueError as error:
            raise Fault(str(error)) from error
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))

    def stdin_text(self) -> str:
        """The facts from standard input, at most 100,000 characters."""
        return sys.stdin.read(100_000)


def _questions() -> str:
    return "\n\n".join(
        f"{key} {what}\n{text}"
        for key in registry.playable()
        for what, text in registry.load(key).odds.questions().items()
    )
