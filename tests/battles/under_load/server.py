"""A server in a process of its own, as a club starts it, on a database of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")


class Place:
    """A server on a database of its own: the one of the address ``database``, or a file in ``folder``."""

    def __init__(self, folder: Path, database: str = "") -> None:
        bare = {name: os.environ[name] for name in KEPT if name in os.environ}
        self.environ = {
            **bare,
            "MUSTER_VAR": str(folder / "var"),
            "MUSTER_LOG_LEVEL": "WARNING",
            "DATABASE_URL": database,
        }
        self.errors = folder / "server.err"
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *words: str) -> str:
        answer = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=self.environ, capture_output=True, text=True
        )
        if answer.returncode:
            raise RuntimeError(answer.stderr)
        return answer.stdout

    def shell(self, code: str) -> str:
        return self.manage("shell", "--verbosity", "0", "-c", code)

    def serve(self) -> tuple[subprocess.Popen[str], int]:
        """The server, and its port once it listens."""
        words = [sys.executable, "-u", "manage.py", "serve", "--port", "0"]
        with self.errors.open("w") as errors:
            server = subprocess.Popen(
                words, cwd=ROOT, env=self.environ, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        assert server.stdout is not None
        address = re.search(r"http://[^/]*:(\d+)/", server.stdout.readline())
        if address is None:
            raise RuntimeError(self.errors.read_text())
        return server, int(address[1])
