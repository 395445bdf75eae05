"""manage.py balance [SYSTEM[:SCENARIO] ...]: measure how balanced the shipped scenarios are."""

import importlib
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armies.management.command_support import WITHOUT_PAGES
from battles.ai.players import PLAYERS
from battles.engine import registry
from battles.engine.scenarios import FILE, Balance, balance_text, scenario_digest, stated_balances
from battles.management.arguments import Fault, player_of, secret_of, system_of, write_whole
from battles.management.simulation import SIMULATIONS, Task, checked_counts, interruptible, run, setup_bytes

BATTLES: Final = 100


class Command(BaseCommand):
    help = (
        "Fight each shipped scenario many times between equal computer players, and write its balance to the "
        "balance.json of its system. Pages and the API show it. Run it again after a change of a scenario or of rules."
    )
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "scenarios", nargs="*", metavar="SYSTEM[:SCENARIO]", help="a system or scenario; default: all"
        )
        parser.add_argument(
            "--player", default="greedy", metavar="PLAYER", help=f"who plays both sides: {', '.join(PLAYERS)}"
        )
        parser.add_argument(
            "--battles", type=int, default=BATTLES, metavar="N", help=f"battles of each scenario ({BATTLES})"
        )
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many at a time (1)")
        parser.add_argument("--dry-run", action="store_true", help="print the balance and write nothing")
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the dice (0)")

    def handle(self, *, scenarios: list[str], player: str, battles: int, jobs: int, seed: int, **options: Any) -> None:
        checked_counts(battles, jobs)
        secret_of(seed)
        for system, key in named(scenarios):
            player_of(system, player, b"", None, SIMULATIONS)
            with interruptible() as interruption:
                try:
                    balance = played(system, key, player, battles, jobs, seed)
                except KeyboardInterrupt:
                    if not interruption.number:
                        raise
                    sentence = f"Stopped during {system.key}:{key}; earlier results stay written."
                    raise CommandError(sentence, returncode=interruption.exit_code) from None
            if not options["dry_run"]:
                write(system, key, balance)
            self.stdout.write(f"{system.key}:{key}: {balance.sentence}")
            self.stdout.flush()


def write(system: Any, key: str, balance: Balance) -> None:
    """Store the balance of a scenario with those of its system."""
    package = f"{registry.PACKAGE}.{system.key}"
    stated_balances.cache_clear()
    folder = Path(str(importlib.import_module(package).__file__)).parent
    write_whole(str(folder / FILE), balance_text({**stated_balances(package), key: balance}))
    stated_balances.cache_clear()


def named(words: list[str]) -> list[tuple[Any, str]]:
    """The scenarios named by the arguments, or all, each with its system.

    Raises:
        Fault: no such system or scenario.
    """
    chosen: list[tuple[Any, str]] = []
    for word in words or registry.playable():
        name, _, key = word.partition(":")
        system = system_of(name)
        shipped = system.scenarios.shipped()
        if key and key not in shipped:
            raise Fault(f"There is no scenario {key[:40]!r} of {name}; the scenarios are {', '.join(shipped)}.")
        chosen += [(system, each) for each in ([key] if key else shipped)]
    return chosen


def played(system: Any, key: str, player: str, battles: int, jobs: int, seed: int) -> Balance:
    """The balance of a scenario after this number of battles."""
    setup = system.scenarios.load(key)
    state = system.start(setup)
    task = Task(
        system.key, setup_bytes(setup), dict.fromkeys(system.sides, player), secret_of(seed), False, None, SIMULATIONS
    )
    with closing(run(task, battles, jobs)) as fought:
        winners = [result.winner for result in fought]
    return Balance(
        scenario=scenario_digest(f"{registry.PACKAGE}.{system.key}", key),
        rules=system.version,
        player=player,
        seed=seed,
        battles=battles,
        names={side: system.text.side_name(state, side) for side in system.sides},
        wins={side: winners.count(side) for side in system.sides},
    )
