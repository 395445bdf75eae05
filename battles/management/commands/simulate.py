"""manage.py simulate: many battles by computer players, and what came of them."""

import json
import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser

from battles.ai.players import PLAYERS
from battles.management.faults import Fault, system_of
from battles.management.players import add_player_words, player_of
from battles.management.setting_up import add_setup_words, secret_of, setup_of
from battles.management.simulating import Result, Task, run, setup_bytes, summary

MOST_BATTLES: Final = 1_000_000
MOST_JOBS: Final = 256
BAR: Final = 40

SIMULATIONS: Final = 12
"""Turns that a marshal plays out where nothing is said: a clock would give other answers on another machine."""


class Command(BaseCommand):
    help = "Fight many battles by computer players. The same seed gives the same answer, whatever the number of jobs."

    def add_arguments(self, parser: CommandParser) -> None:
        add_setup_words(parser)
        for side in "ab":
            parser.add_argument(
                f"--{side}", default="greedy", metavar="PLAYER", help=f"who plays side {side}: {', '.join(PLAYERS)}"
            )
        add_player_words(parser)
        parser.add_argument("--battles", type=int, default=100, metavar="N", help="how many battles (100)")
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many at a time (1)")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first die (0)")
        parser.add_argument("--swap", action="store_true", help="in every second battle the players change sides")
        parser.add_argument("--json", action="store_true", help="the numbers as JSON, without a progress bar")

    def handle(self, *, system: str, battles: int, jobs: int, seed: int, **words: Any) -> None:
        rules = system_of(system)
        if not 1 <= battles <= MOST_BATTLES:
            raise Fault(f"--battles is a whole number from 1 to {MOST_BATTLES:,}, not {battles}.")
        if not 1 <= jobs <= MOST_JOBS:
            raise Fault(f"--jobs is a whole number from 1 to {MOST_JOBS}, not {jobs}.")
        players = {side: words[side] for side in rules.sides}
        if words["seconds"] is None and words["simulations"] is None:
            words["simulations"] = SIMULATIONS
        for name in players.values():
            player_of(rules, name, b"", words["seconds"], words["simulations"])
        setup, warnings = setup_of(
            rules, words["scenario"], words["army_a"], words["army_b"], words["option"], words["cards"]
        )
        task = Task(
            rules.key,
            setup_bytes(setup),
            players,
            secret_of(seed),
            words["swap"],
            words["seconds"],
            words["simulations"],
        )
        try:
            rules.start(setup)
            results = self._run(task, battles, jobs, not words["json"])
        except ValueError as error:
            raise Fault(str(error)) from error
        found = summary(results, players)
        if words["json"]:
            self.stdout.write(json.dumps(found, indent=2))
            return
        for warning in warnings:
            self.stdout.write(f"Note: {warning}")
        for line in told(found):
            self.stdout.write(line)

    def _run(self, task: Task, battles: int, jobs: int, shows: bool) -> list[Result]:
        results: list[Result] = []
        for result in run(task, battles, jobs):
            results.append(result)
            if shows and sys.stderr.isatty():
                done = len(results) * BAR // battles
                self.stderr.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {len(results)}/{battles}", ending="")
        if shows and sys.stderr.isatty():
            self.stderr.write("")
        return results


def told(found: dict[str, Any]) -> list[str]:
    """The summary in lines."""
    count = found["battles"]
    lines = [f"{count} {'battle' if count == 1 else 'battles'}"]
    for side, row in found["players"].items():
        low, high = row["interval"]
        lines.append(
            f"  {side} {row['player']:<8} won {row['wins']:>5} ({row['share']:.1%}; 95 %: {low:.1%} to {high:.1%}), "
            f"{row['points']} points and {row['units_lost']} units lost a battle"
        )
    lines.append(f"  nobody     won {found['nobody']:>5}")
    ends = ", ".join(f"{reason.replace('_', ' ')} {number}" for reason, number in found["ends"].items())
    lines.append(f"  ends: {ends}")
    for what in ("turns", "decisions"):
        spread = found[what]
        lines.append(f"  {what}: {spread['mean']} a battle, {spread['least']} to {spread['most']}")
    return lines
