"""The workers of a server: child processes, started anew when they die and ended with it."""

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import structlog

FIRST_REST: Final = 0.5
"""Seconds before a worker that died is started anew; doubled each time it dies soon."""

LONGEST_REST: Final = 30.0
STEADY: Final = 60.0
"""Seconds that a worker has to live for its death to count as the first one."""

LAST_WISH: Final = 1.0
"""Seconds that workers get to end a decision when the server stops. What they leave undone is taken up again."""

log = structlog.get_logger("muster.crew")


class Crew:
    """``count`` workers, each run by ``words``; used within one event loop."""

    def __init__(self, count: int, words: Sequence[str] | None = None) -> None:
        self.count = count
        self.words = words or [sys.executable, str(_manage()), "work", "--parent", str(os.getpid())]
        self.running: set[Process] = set()
        self._posts: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start the workers and keep them running."""
        self._posts = [asyncio.create_task(self._man()) for _ in range(self.count)]

    async def stop(self) -> None:
        """End the workers: told to, and after a moment made to."""
        for post in self._posts:
            post.cancel()
        await asyncio.gather(*self._posts, return_exceptions=True)
        ending = list(self.running)
        for process in ending:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        waits = [asyncio.ensure_future(process.wait()) for process in ending]
        if waits:
            await asyncio.wait(waits, timeout=LAST_WISH)
        for process in ending:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        self.running.clear()

    async def _man(self) -> None:
        """Keep one worker running until cancelled."""
        rest = FIRST_REST
        while True:
            process = await asyncio.create_subprocess_exec(
                *self.words,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for the server, which then ends its workers
            )
            self.running.add(process)
            began = time.monotonic()
            code = await process.wait()
            self.running.discard(process)
            if time.monotonic() - began > STEADY:
                rest = FIRST_REST
            log.warning("worker ended", code=code, again_in=rest)
            await asyncio.sleep(rest)
            rest = min(2 * rest, LONGEST_REST)


def _manage() -> Path:
    return Path(__file__).resolve().parent.parent / "manage.py"
