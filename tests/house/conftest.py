"""Running Muster as its users do: as a process of its own, with an environment and a folder of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "SSL_CERT_FILE", "TMPDIR")

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
