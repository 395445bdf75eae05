"""manage.py regenerate_playthroughs FOLDER: play the battles of a folder's table again and write their files."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from armies.management.command_support import WITHOUT_PAGES
from battles.engine.battle_file import write
from battles.engine.core import UMPIRE, Option, SetupError
from battles.engine.dice import Chances
from battles.engine.record import Record
from battles.management.arguments import Fault, content_of, system_of, write_whole

TABLE = "table.json"
MOST = 2_000
"""Most decisions of a battle."""


class Command(BaseCommand):
    help = (
        "Write the .battle files of a folder from its table.json: each row gives a file, a scenario of the folder, "
        "options, a seed, and how often each kind of action is chosen. The same table gives the same files."
    )
    requires_system_checks = WITHOUT_PAGES

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="FOLDER")

    def handle(self, *, folder: str, **options: Any) -> None:
        for name, content in playthroughs(folder).items():
            path = Path(folder) / name
            changed = not path.exists() or path.read_bytes() != content
            if changed:
                write_whole(str(path), content)
            self.stdout.write(f"{path}: {len(content):,} bytes, {'written' if changed else 'unchanged'}")


def playthroughs(folder: str, only: str = "") -> dict[str, bytes]:
    """The files that the table of a folder describes, by name; with ``only``, that one alone.

    Raises:
        Fault: an unreadable table or scenario, or a battle without an end.
    """
    table = _table(f"{folder}/{TABLE}")
    return {row["file"]: _content(folder, table, row) for row in table["battles"] if only in ("", row["file"])}


def _table(name: str) -> Any:
    try:
        table = json.loads(content_of(name))
        rows = [(row["file"], row["scenario"], int(row["seed"])) for row in table["battles"]]
        weights = dict(table["weights"])
    except (ValueError, KeyError, TypeError) as error:
        raise Fault(f"{name} is not a table of playthroughs: {type(error).__name__}: {error}.") from error
    if len({row[0] for row in rows}) < len(rows) or not all(isinstance(weight, int) for weight in weights.values()):
        raise Fault(f"{name}: every file must have one row, and every weight must be a whole number.")
    return table


def _content(folder: str, table: Any, row: Any) -> bytes:
    system = system_of(table["system"])
    try:
        setup = system.scenarios.read(content_of(f"{folder}/{row['scenario']}"))
        setup = system.settings.with_options(setup, row.get("options", {}))
        return write(played(system, setup, row, table["weights"]))
    except (SetupError, ValueError) as error:
        raise Fault(f"{row['file']}: {error}") from error


def played(system: Any, setup: Any, row: Any, weights: dict[str, int]) -> Record[Any]:
    """The battle of a row, played to its end; at the entry ``time_called`` the umpire calls time.

    Raises:
        ValueError: it has no end in ``MOST`` decisions.
    """
    seed = f"{row['file']} {row['seed']}".encode()
    chances = Chances(seed)
    record = Record.new(system, setup, seed, title=row.get("title", ""))
    while record.outcome is None:
        if len(record.entries) > MOST:
            raise ValueError(f"It has no end in {MOST:,} decisions.")
        if len(record.entries) == row.get("time_called"):
            (option,) = system.options(record.state, UMPIRE)
            record.play(UMPIRE, option.actions[0])
            continue
        side = chances.choice(sorted(system.deciding(record.state)))
        record.play(side, _chosen(chances, system.options(record.state, side), weights))
    return record


def _chosen(chances: Chances, options: list[Option], weights: dict[str, int]) -> Any:
    """A random action: each option's probability is proportional to its kind's weight, by default 10."""
    drawn = [option for option in options for _ in range(weights.get(option.kind, 10))] or list(options)
    return chances.choice(chances.choice(drawn).actions)
