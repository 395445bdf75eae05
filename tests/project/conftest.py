"""Running Muster as its users do: as a process of its own, with an environment and a folder of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.databases import KEPT, ROOT
from tests.project.served import Running

Manage = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """A bare environment whose data live in the test's own folder."""
    bare = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**bare, "MUSTER_VAR": str(tmp_path / "var"), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture
def manage(environ: dict[str, str]) -> Manage:
    """Run `manage.py` with these words and these additions to the environment."""

    def run(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *words],
            env={**environ, **more},
            capture_output=True,
            text=True,
            timeout=120,
            cwd=ROOT,
        )

    return run


@pytest.fixture
def serve(environ: dict[str, str], tmp_path: Path, empty_database: Path) -> Iterator[Callable[..., Running]]:
    """Start `serve` on a free port with these words, on a database with tables; it is stopped in the end."""
    started: list[subprocess.Popen[str]] = []

    def start(*words: str, tables: bool = True, **more: str) -> Running:
        database = Path(environ["MUSTER_VAR"]) / empty_database.name
        if tables and not database.exists() and "DATABASE_URL" not in more:
            database.parent.mkdir(exist_ok=True)
            shutil.copy(empty_database, database)
        errors = (tmp_path / "errors").open("w")
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0", *words],
            env={**environ, **more},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=ROOT,
        )
        errors.close()
        started.append(process)
        return Running(process)

    yield start
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()
