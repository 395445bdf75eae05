"""manage.py simulate: fight many battles by computer players, and print the results."""

import json
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armies.management.command_support import WITHOUT_PAGES
from battles.ai.players import PLAYERS
from battles.management.arguments import (
    Fault,
    add_player_words,
    add_setup_words,
    player_of,
    secret_of,
    setup_of,
    system_of,
)
from battles.management.simulation import (
    SIMULATIONS,
    ClusterLost,
    Result,
    Task,
    checked_counts,
    interruptible,
    run,
    run_on_cluster,
    setup_bytes,
    summary,
)

BAR: Final = 40


class Command(BaseCommand):
    help = "Fight many battles by computer players. The same seed gives the same results with any number of jobs."
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: CommandParser) -> None:
        add_setup_words(parser)
        for side in "ab":
            parser.add_argument(
                f"--{side}", default="greedy", metavar="PLAYER", help=f"who plays side {side}: {', '.join(PLAYERS)}"
            )
        add_player_words(parser)
        parser.add_argument("--battles", type=int, default=100, metavar="N", help="how many battles (100)")
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many at a time (1)")
        parser.add_argument(
            "--dask", metavar="ADDRESS", help="fight on a Dask cluster: the address of its scheduler, tcp://host:8786"
        )
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the dice (0)")
        parser.add_argument("--swap", action="store_true", help="in every second battle the players change sides")
        parser.add_argument("--json", action="store_true", help="the numbers as JSON, without a progress bar")

    def handle(self, *, battles: int, jobs: int, dask: str | None, **words: Any) -> None:
        checked_counts(battles, jobs)
        if dask and jobs > 1:
            raise Fault("--jobs is for this machine, --dask for a cluster, which has its own workers: leave one out.")
        task, warnings = self._task(**words)
        results: list[Result] = []
        lost = ""
        with interruptible() as interruption:
            try:
                fought = run_on_cluster(task, battles, dask) if dask else run(task, battles, jobs)
                self._collect(fought, results, battles, not words["json"])
            except ClusterLost as error:
                lost = f"{error} "
            except ValueError as error:
                raise Fault(str(error)) from error
            except KeyboardInterrupt:
                if not interruption.number:
                    raise
        totals = summary(results, task.players, battles)
        if words["json"]:
            self.stdout.write(json.dumps(totals, indent=2))
        else:
            for warning in warnings:
                self.stdout.write(f"Note: {warning}")
            for line in summary_lines(totals):
                self.stdout.write(line)
        if totals["partial"]:
            sentence = f"{lost}Stopped after {len(results):,} of {battles:,} battles; the numbers are for these."
            raise CommandError(sentence, returncode=1 if lost else interruption.exit_code)

    def _task(self, *, system: str, seed: int, **words: Any) -> tuple[Task, Sequence[str]]:
        """The common facts of all battles, and notes on the set-up.

        Raises:
            Fault: invalid arguments, or a set-up that cannot be played.
        """
        rules = system_of(system)
        players = {side: words[side] for side in rules.sides}
        if words["seconds"] is None and words["simulations"] is None:
            words["simulations"] = SIMULATIONS
        for name in players.values():
            player_of(rules, name, b"", words["seconds"], words["simulations"])
        setup, warnings = setup_of(
            rules, words["scenario"], words["army_a"], words["army_b"], words["option"], words["cards"]
        )
        try:
            rules.start(setup)
        except ValueError as error:
            raise Fault(str(error)) from error
        budget = (words["seconds"], words["simulations"])
        return Task(rules.key, setup_bytes(setup), players, secret_of(seed), words["swap"], *budget), warnings

    def _collect(self, fought: Generator[Result, None, None], results: list[Result], battles: int, shows: bool) -> None:
        """Append each result to ``results``, in the order of their numbers, with a progress bar if ``shows``."""
        shows = shows and sys.stderr.isatty()
        try:
            with closing(fought):
                for result in fought:
                    results.append(result)
                    if shows:
                        done = len(results) * BAR // battles
                        bar = "#" * done + "." * (BAR - done)
                        self.stderr.write(f"\r[{bar}] {len(results)}/{battles}", ending="")
        finally:
            if shows:
                self.stderr.write("")


def summary_lines(totals: dict[str, Any]) -> list[str]:
    """The summary as lines of text."""
    count, requested = totals["battles"], totals["asked"]
    if not count:
        return [f"No battle of {requested:,} ended."]
    of = f" of {requested:,}" if totals["partial"] else ""
    lines = [f"{count}{of} {'battle' if requested == 1 else 'battles'}"]
    for side, row in totals["players"].items():
        low, high = row["interval"]
        lines.append(
            f"  {side} {row['player']:<8} won {row['wins']:>5} ({row['share']:.1%}; 95 %: {low:.1%} to {high:.1%}), "
            f"{row['points']} points and {row['units_lost']} units lost a battle"
        )
    lines.append(f"  nobody     won {totals['nobody']:>5}")
    ends = ", ".join(f"{reason.replace('_', ' ')} {number}" for reason, number in totals["ends"].items())
    lines.append(f"  ends: {ends}")
    for what in ("turns", "decisions"):
        spread = totals[what]
        lines.append(f"  {what}: {spread['mean']} a battle, {spread['least']} to {spread['most']}")
    return lines
