"""`manage.py work`: run one worker by itself. `serve` starts its own workers."""

import argparse
import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from campaign.project import backup
from campaign.project.private_files import close_files
from campaign.project.worker import POLL, WorkLoop

PR_SET_PDEATHSIG: Final = 1
"""Linux: the option that sends a process a signal when its parent dies."""

PATIENCE: Final = 5.0
"""Seconds that a worker started by hand waits for another worker to end."""


class Command(BaseCommand):
    """Play for computer players and make packets until SIGTERM or Ctrl-C."""

    help = "Play for computer players until SIGTERM or Ctrl-C. `serve` and `play` start their own worker."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)  # the server that starts it

    def handle(self, *, parent: int | None, **options: Any) -> None:
        if parent is not None and sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        close_files(settings.VAR_DIR, settings.VAR_IS_OURS)
        work = WorkLoop(parent)
        try:
            with backup.in_use(settings.VAR_DIR / "serving.lock"), _only_one(parent):
                work.run()
        except backup.BackupFailed as fault:
            raise CommandError(str(fault)) from fault


@contextlib.contextmanager
def _only_one(parent: int | None) -> Iterator[None]:
    """Hold the lock of the only worker on SQLite. A server's worker waits for it as long as its server lives."""
    if connection.vendor != "sqlite":
        yield
        return
    until = time.monotonic() + PATIENCE
    with contextlib.ExitStack() as locks:
        while True:
            try:
                locks.enter_context(backup.only_worker(settings.VAR_DIR / "working.lock"))
                break
            except backup.BackupFailed:
                if parent is None and time.monotonic() > until:
                    raise
                if parent is not None and os.getppid() != parent:
                    sys.exit()
            time.sleep(POLL)
        yield
