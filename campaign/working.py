"""A worker: decides for computer players, one decision after the other, and looks after what others left undone.

Deciding is done in the main thread. A second thread says every few seconds that the worker is alive, makes due again
what dead workers had claimed, sends the mails that are owed, and sees whether the server that started it still lives.
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

    def run(self) -> None:
        """Work until SIGTERM or Ctrl-C; the decision that is being made then is made and played."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        rounds = threading.Thread(target=self._rounds, name="rounds", daemon=True)
        rounds.start()
        turn: ComputerTurn | None = None
        while not self.ended.is_set():
            try:
                if turn is not None:  # the database failed while it was being decided
                    computing.give_back(turn)
                turn = computing.claim(self.name)
                if turn is None:
                    self.ended.wait(POLL)
                else:
                    computing.decide_one(turn)
                    turn = None
                self.well = True
            except DatabaseFault as fault:
                self._rest(fault)
        rounds.join()
        with contextlib.suppress(DatabaseFault):  # then it counts as dead after a while
            enlisting.retire(self.name)

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
        if count := reminding.remind():
            log.info("mails sent", count=count)

    def _rest(self, fault: Exception) -> None:
        if self.well:
            log.warning("a worker rests", fault=type(fault).__name__)
        self.well = False
        connection.close()
        self.ended.wait(REST)
