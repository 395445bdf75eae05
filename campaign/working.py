"""A worker: decides for computer players, makes packets of sheets, and looks after what others left undone.

Both are done in the main thread, one after the other. A decision that is due goes before a packet, and while one is
made the decisions that fall due are made between its pages. A second thread says every few seconds that the worker is
alive, makes due again what dead workers had claimed, sends the mails that are owed, and sees whether the server that
started it still lives.
"""

import contextlib
import os
import signal
import threading
import time
from types import FrameType
from typing import Final

import structlog
from django.db import Error as DatabaseFault
from django.db import connection

from battles.models import ComputerTurn
from battles.services import computing, enlisting, reminding
from campaign.models import PrintJob
from campaign.services import print_jobs

POLL: Final = 0.1
"""Seconds between two looks for turns that are due."""

BEAT: Final = 5.0
ROUND: Final = 30.0
"""Seconds between two rounds of looking for what was left undone."""

PARENT: Final = 1.0
"""Seconds between two looks at whether the server still lives."""

REST: Final = 1.0
"""Seconds to wait after a failure, most likely of the database."""

log = structlog.get_logger("muster.worker")


class Work:
    """One worker. ``parent`` is the process that started it and that it ends with; None for one that runs alone."""

    def __init__(self, parent: int | None = None) -> None:
        self.name = enlisting.new_name()
        self.parent = parent
        self.ended = threading.Event()
        self.well = True
        self._turn: ComputerTurn | None = None
        self._job: PrintJob | None = None

    def run(self) -> None:
        """Work until SIGTERM or Ctrl-C; the decision that is being made then is made and played."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        rounds = threading.Thread(target=self._rounds, name="rounds", daemon=True)
        rounds.start()
        while not self.ended.is_set():
            try:
                self._give_back()
                if not self._decide() and not self._print():
                    self.ended.wait(POLL)
                self.well = True
            except DatabaseFault as fault:
                self._rest(fault)
        rounds.join()
        with contextlib.suppress(DatabaseFault):  # then it counts as dead after a while
            enlisting.retire(self.name)

    def _decide(self) -> bool:
        """Make a decision that is due; whether there was one."""
        self._turn = computing.claim(self.name)
        if self._turn is None:
            return False
        computing.decide_one(self._turn)
        self._turn = None
        return True

    def _print(self) -> bool:
        """Make a packet that is due; whether there was one."""
        self._job = print_jobs.claim(self.name)
        if self._job is None:
            return False
        print_jobs.make(self._job, self._between)
        self._job = None
        return True

    def _between(self) -> bool:
        """Between two pages of a packet: the decisions that are due; whether the worker goes on."""
        while not self.ended.is_set() and self._decide():
            pass
        return not self.ended.is_set()

    def _give_back(self) -> None:
        """What was being done when the database failed."""
        if self._turn is not None:
            computing.give_back(self._turn)
            self._turn = None
        if self._job is not None:
            print_jobs.give_back(self._job)
            self._job = None

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.ended.set()

    def _rounds(self) -> None:
        beaten = looked = float("-inf")
        while not self.ended.is_set():
            if self.parent is not None and os.getppid() != self.parent:
                self.ended.set()
            now = time.monotonic()
            try:
                if now - beaten >= BEAT:
                    enlisting.beat(self.name)
                    beaten = now
                if now - looked >= ROUND:
                    self._look()
                    looked = now
            except Exception as fault:  # whatever fails, the worker has to go on saying that it lives
                self._rest(fault)
            self.ended.wait(PARENT)
        connection.close()

    def _look(self) -> None:
        if count := enlisting.requeue():
            log.info("turns due again", count=count)
        if count := print_jobs.requeue():
            log.info("packets due again", count=count)
        if count := reminding.remind():
            log.info("mails sent", count=count)

    def _rest(self, fault: Exception) -> None:
        if self.well:
            log.warning("a worker rests", fault=type(fault).__name__)
        self.well = False
        connection.close()
        self.ended.wait(REST)
