"""A worker process: plays for computer players, makes packets of sheets, repeats unfinished jobs."""

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
from battles.services import departure
from battles.services.jobs import computer_turns
from battles.services.play import reconstruction
from campaign.accounts import deletion
from campaign.models import PrintJob
from campaign.notices import mail, notices, sources, webhooks
from campaign.printing.services import jobs
from campaign.war.services import desk, turns
from campaign.war.words import deadline_words

POLL: Final = 0.1
"""Seconds between two checks for due turns."""

BEAT: Final = 5.0
ROUND: Final = 30.0
"""Seconds between two checks for unfinished jobs."""

NEWS: Final = 5.0
"""Seconds between two checks for news that webhooks post."""

PARENT: Final = 1.0
"""Seconds between two checks that the server still runs."""

REST: Final = 1.0
"""Seconds to wait after a failure, probably of the database."""

log = structlog.get_logger("muster.worker")


class WorkLoop:
    """One worker. It ends when its ``parent`` process ends; None for a worker that runs alone."""

    def __init__(self, parent: int | None = None) -> None:
        self.name = computer_turns.worker_name()
        self.parent = parent
        self.ended = threading.Event()
        self.is_told_to_end = False
        self.well = True
        self._turn: ComputerTurn | None = None
        self._job: PrintJob | None = None

    def run(self) -> None:
        """Work until SIGTERM or Ctrl-C, and finish the decision that is under way."""
        signal.signal(signal.SIGTERM, self._end)
        signal.signal(signal.SIGINT, self._end)
        rounds = threading.Thread(target=self._rounds, name="rounds", daemon=True)
        rounds.start()
        post = threading.Thread(target=self._post, name="post", daemon=True)
        post.start()
        while not self._ends():
            try:
                self._give_back()
                if not self._decide() and not self._print():
                    self.ended.wait(POLL)
                self.well = True
            except DatabaseFault as fault:
                self._rest(fault)
        self.ended.set()
        rounds.join()
        with contextlib.suppress(DatabaseFault):  # the worker then counts as dead after a while
            computer_turns.retire(self.name)

    def _decide(self) -> bool:
        """Play a due computer turn. True if there was one."""
        self._turn = computer_turns.claim(self.name)
        if self._turn is None:
            return False
        computer_turns.decide_one(self._turn)
        self._turn = None
        return True

    def _print(self) -> bool:
        """Make a due packet. True if there was one."""
        self._job = jobs.claim(self.name)
        if self._job is None:
            return False
        jobs.make(self._job, self._between)
        self._job = None
        return True

    def _between(self) -> bool:
        """Play due computer turns between two pages of a packet. False if the worker has to stop."""
        while not self._ends() and self._decide():
            pass
        return not self._ends()

    def _give_back(self) -> None:
        """Release the work that was under way when the database failed."""
        if self._turn is not None:
            computer_turns.release(self._turn)
            self._turn = None
        if self._job is not None:
            jobs.give_back(self._job)
            self._job = None

    def _end(self, number: int, frame: FrameType | None) -> None:
        """Note a signal. It may come while this thread holds the lock of ``ended``, so it takes none."""
        self.is_told_to_end = True

    def _ends(self) -> bool:
        return self.is_told_to_end or self.ended.is_set()

    def _rounds(self) -> None:
        beaten = looked = float("-inf")
        while not self.ended.is_set():
            if self.parent is not None and os.getppid() != self.parent:
                self.ended.set()
            now = time.monotonic()
            try:
                if now - beaten >= BEAT:
                    computer_turns.heartbeat(self.name)
                    beaten = now
                if now - looked >= ROUND:
                    self._look()
                    looked = now
            except Exception as fault:  # the heartbeat must continue after any failure
                self._rest(fault)
            self.ended.wait(PARENT)
        connection.close()

    def _look(self) -> None:
        if count := computer_turns.requeue():
            log.info("turns due again", count=count)
        if count := jobs.requeue():
            log.info("packets due again", count=count)
        departure.record_setting()
        deletion.delete_abandoned()
        if count := reconstruction.renew_logs():
            log.info("logs written again", count=count)
        if count := turns.resolve_due():
            log.info("campaign turns resolved", count=count)

    def _post(self) -> None:
        """Write notices, send mail, and post to webhooks, beside the heartbeat: others may answer slowly."""
        looked = float("-inf")
        while not self.ended.is_set():
            now = time.monotonic()
            try:
                if now - looked >= ROUND:
                    self._notify()
                    looked = now
                if count := webhooks.deliver_due(self._ends):
                    log.info("news posted", count=count)
            except Exception as fault:  # the next round must come after any failure
                self._rest(fault)
            self.ended.wait(NEWS)
        connection.close()

    def _notify(self) -> None:
        sources.refresh_turns()
        for seat in desk.due_soon():
            sources.tell_of_deadline(seat, deadline_words(seat.campaign))
        if count := mail.send_due():
            log.info("mails sent", count=count)
        if count := notices.delete_old():
            log.info("old notices deleted", count=count)
        webhooks.collect_battles()

    def _rest(self, fault: Exception) -> None:
        if self.well:
            log.warning("a worker rests", fault=type(fault).__name__)
        self.well = False
        connection.close()
        self.ended.wait(REST)
