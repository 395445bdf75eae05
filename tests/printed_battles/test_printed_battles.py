"""Short battles in print, one for each way that a battle goes; a person reads the diff of a changed one.

``python3 -m tests.printed_battles.test_printed_battles [NAME ...]`` plays them again by the actions in their files,
writes the files and prints the diff; with ``--anew`` other actions are chosen.
"""

import sys
from difflib import unified_diff
from pathlib import Path

import pytest

from battles.engine.registry import load
from tests.printed_battles import easy_napoleonics_battles as en
from tests.printed_battles import mini_nap_battles as mn
from tests.printed_battles.printer import Printer

HERE = Path(__file__).parent
MOST_BYTES = 60_000
PLAYED = "   > "
"""What a line with the notation of a chosen action starts with."""

BATTLES = {
    "mini_nap/deployment": (mn.deployment, 60),
    "mini_nap/terrain": (mn.terrain, 60),
    "mini_nap/charges": (mn.charges, 41),
    "mini_nap/fire": (mn.fire, 60),
    "mini_nap/break_through": (mn.break_through, 60),
    "easy_napoleonics/preparation": (en.preparation, 60),
    "easy_napoleonics/ground": (en.ground, 60),
    "easy_napoleonics/squares": (en.squares, 60),
    "easy_napoleonics/melees": (en.melees, 60),
    "easy_napoleonics/objective": (en.objective, 60),
}
"""Set-up and most decisions of each battle."""


def path_of(name: str) -> Path:
    return HERE / f"{name}.txt"


def printed(name: str, script: list[str]) -> list[str]:
    """The lines of a battle, played by the notations of ``script``."""
    setup, most = BATTLES[name]
    made = setup()
    title = f"{made.title}: {(setup.__doc__ or '').strip()}"
    return [title, *Printer(load(name.split("/")[0]), made, name, script, most).lines()]


def script_of(lines: list[str]) -> list[str]:
    """The actions that a printed battle was played with."""
    return [line.removeprefix(PLAYED) for line in lines if line.startswith(PLAYED)]


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_played_as_printed(name: str) -> None:
    lines = path_of(name).read_text(encoding="utf-8").splitlines()
    assert path_of(name).stat().st_size <= MOST_BYTES
    diff = unified_diff(lines, printed(name, script_of(lines)), "printed", "played", lineterm="", n=2)
    assert "\n".join(diff) == ""


def main(names: list[str], anew: bool) -> None:
    """Write the files of battles again and print what changed."""
    for name in names or BATTLES:
        path = path_of(name)
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        lines = printed(name, [] if anew else script_of(before))
        sys.stdout.write("\n".join(unified_diff(before, lines, name, name, lineterm="", n=2)) + "\n")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main([name for name in sys.argv[1:] if name != "--anew"], "--anew" in sys.argv)
