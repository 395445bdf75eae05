"""The cheat sheet as it is printed, line by line, and the lines of it that each option changes.

Both stand beside this file as text, to be read against the rulebook whenever a line of them changes.
"""

from pathlib import Path
from typing import Any

import pytest

from battles.rules.mini_nap.cheat_sheet import pages
from battles.rules.mini_nap.meta import OPTION_SPECS, read
from battles.rules.mini_nap.rules import Rules

PRINTED = (Path(__file__).parent / "cheat_sheet.txt").read_text(encoding="utf-8")
CHANGES = (Path(__file__).parent / "cheat_sheet_options.txt").read_text(encoding="utf-8")


def lines(**options: Any) -> list[str]:
    """Each table with its columns, rules and note, then its rows."""
    found = []
    for page in pages(Rules(read(options))):
        for table in page.tables:
            found.append(f"# {table.title}: {' | '.join(table.columns)} ({' '.join(table.rules)})")
            found += [f"  {table.note}"] if table.note else []
            found += [f"  {' | '.join(row)}".rstrip() for row in table.rows]
    return found


def others() -> list[tuple[str, Any]]:
    """Every option with every value that it has not by itself; of numbers one that is near."""
    found: list[tuple[str, Any]] = []
    for name, spec in OPTION_SPECS.items():
        if spec.kind == "tick":
            found.append((name, not spec.default))
        elif spec.kind == "choice":
            found += [(name, value) for value in spec.allowed if value != spec.default]
        elif spec.kind == "number":
            found.append((name, int(spec.default) + 1))
    return found


def changed() -> list[str]:
    """What is on the sheet with an option and not without it."""
    usual, found = set(lines()), []
    for name, value in others():
        found.append(f"{name} = {value}")
        found += [line for line in lines(**{name: value}) if line not in usual]
    return found


@pytest.mark.rule("MN-RULING-66", "the sheet with nothing set")
def test_the_sheet_line_by_line() -> None:
    assert lines() == PRINTED.splitlines()


@pytest.mark.rule("MN-RULING-66", "an option changes the lines that tell of it, and no others")
def test_what_options_change() -> None:
    assert changed() == CHANGES.splitlines()
