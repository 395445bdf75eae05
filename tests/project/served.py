"""A `manage.py serve` as a process."""

import http.client
import os
import re
import select
import signal
import subprocess
import time

ALONE = ("--workers", "0")
"""Words for a server without a worker, which takes half the time to start."""


class Running:
    """A `manage.py serve` and what it has printed so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.printed = self.read_until("Ctrl-C stops it.")
        found = re.search(r"is at http://127\.0\.0\.1:(\d+)/", self.printed)
        assert found, self.printed
        self.port = int(found[1])

    def read_until(self, sentence: str) -> str:
        assert self.process.stdout
        text, deadline = "", time.monotonic() + 180
        while sentence not in text:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 65536).decode() if ready else ""
            assert piece, f"the server ended or was silent: {text}"
            text += piece
        return text

    def get(self, path: str, **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send the signal; the exit code.

        An end that waits for a client waits far longer than this does: only that can be told apart on a busy machine.
        """
        self.process.send_signal(number)
        return self.process.wait(60)

    def read_rest(self) -> str:
        """What it has printed since; it must have ended."""
        assert self.process.stdout
        return self.process.stdout.read()
