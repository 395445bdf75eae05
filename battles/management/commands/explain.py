"""manage.py explain RULE-ID: the text of a rule, and where the software applies, words, prints and tests it."""

import json
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armies.management.command_support import WITHOUT_PAGES
from battles.rulebooks.explanation import UnknownRule, explain, lines


class Command(BaseCommand):
    help = "Print a rule and every place that cites it: tables, procedures, refusals, words, sheets and tests."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rule", metavar="RULE-ID", help="the ID of a rule, as the rulebook and every page give it")
        parser.add_argument("--json", action="store_true", help="print one object")

    def handle(self, *, rule: str, json: bool, **options: Any) -> None:
        try:
            explanation = explain(rule)
        except UnknownRule as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_as_json(explanation) if json else "\n".join(lines(explanation)))


def _as_json(explanation: Any) -> str:
    return json.dumps(msgspec.to_builtins(explanation), ensure_ascii=False, indent=2)
