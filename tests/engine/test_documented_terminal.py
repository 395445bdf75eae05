"""The terminal sessions in `campaign/docs/api.md` print what the document shows."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

DOCUMENT = ROOT / "campaign" / "docs" / "api.md"
LEFT_OUT = "[...]"


def sessions() -> list[tuple[str, list[str]]]:
    """Each command of the document with the lines printed below it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    blocks = re.findall(r"^    \$ python3 manage\.py (.+)\n((?:    .*\n|\n(?=    [^$]))*)", text, re.MULTILINE)
    return [(command, [line[4:].rstrip() for line in lines.splitlines()]) for command, lines in blocks]


def excerpts(lines: list[str]) -> list[str]:
    """The printed lines as runs without anything left out between them."""
    return [run.strip("\n") for run in "\n".join(lines).split(LEFT_OUT) if run.strip()]


@pytest.mark.long
def test_every_terminal_session_is_true(tmp_path: Path) -> None:
    printed = sessions()
    assert len(printed) > 6
    for command, lines in printed:
        answer = subprocess.run(
            [sys.executable, ROOT / "manage.py", *shlex.split(command)], cwd=tmp_path, capture_output=True, text=True
        )
        assert answer.returncode == 0, f"{command}: {answer.stderr}"
        position = 0
        for excerpt in excerpts(lines):
            place = answer.stdout.find(excerpt, position)
            assert place >= 0, f"{command} does not print:\n{excerpt}\nIt prints:\n{answer.stdout[position:][:3000]}"
            position = place + len(excerpt)
