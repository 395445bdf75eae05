"""`manage.py work`: a worker that decides for computer players. `serve` starts its own; this is for one alone."""

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

from campaign import keeping
from campaign.working import POLL, Work

PR_SET_PDEATHSIG: Final = 1
"""Linux: the signal that a process gets when the one that started it has died."""

PATIENCE: Final = 5.0
"""Seconds that a worker started by hand waits for another to end."""


class Command(BaseCommand):
    """Decide for computer players until SIGTERM or Ctrl-C."""

    help = "Decide for computer players until SIGTERM or Ctrl-C. `serve` and `play` start a worker of their own."
    requires_system_checks = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)  # the server that starts it

    def handle(self, *, parent: int | None, **options: Any) -> None:
        if parent is not None and sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        work = Work(parent)
        try:
            with keeping.in_use(settings.VAR_DIR / "serving.lock"), _only_one(parent):
                work.run()
        except keeping.CannotKeep as fault:
            raise CommandError(str(fault)) from fault


@contextlib.contextmanager
def _only_one(parent: int | None) -> Iterator[None]:
    """Be the one worker on a SQLite file. A server's worker waits for the place as long as its server lives."""
    if connection.vendor != "sqlite":
        yield
        return
    until = time.monotonic() + PATIENCE
    with contextlib.ExitStack() as held:
        while True:
            try:
                held.enter_context(keeping.one_alone(settings.VAR_DIR / "working.lock"))
                break
            except keeping.CannotKeep:
                if parent is None and time.monotonic() > until:
                    raise
                if parent is not None and os.getppid() != parent:
                    sys.exit()
            time.sleep(POLL)
        yield
