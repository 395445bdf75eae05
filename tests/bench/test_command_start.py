"""Processor time of a command that refuses its words, beside a command of bare Django."""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

pytestmark = pytest.mark.bench

ROOT = Path(__file__).resolve().parent.parent.parent

BARE = """
from django.conf import settings
settings.configure(
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
)
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check", "--tag", "models"])
"""

ROUNDS = 3


def spent(words: Sequence[str], code: int, var: Path) -> float:
    """Seconds of processor time, of user and system, that a process of Python took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environ = {**os.environ, "MUSTER_VAR": str(var)}
    answer = subprocess.run([sys.executable, *words], env=environ, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert answer.returncode == code, answer.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


AT_MOST = 4
"""Starts of bare Django that a command may cost: 2.9 today, and 10 when the pages were checked before each."""


def test_a_command_without_pages_starts_in_a_few_starts_of_bare_django(tmp_path: Path) -> None:
    bare, ours = float("inf"), float("inf")
    for _ in range(ROUNDS):
        bare = min(bare, spent(["-c", BARE], 0, tmp_path))
        ours = min(ours, spent(["manage.py", "simulate", "--battles", "0"], 2, tmp_path))
    print(f"simulate: {ours / bare:.2f} starts of bare Django, {ours:.2f} s")  # noqa: T201
    assert ours <= AT_MOST * bare
