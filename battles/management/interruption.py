"""Stops a long command on Ctrl-C or SIGTERM, so that it can still print its results."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
BY_SIGNAL: Final = 128
"""The exit code after a signal is this number plus the signal's number."""


class Interruption:
    """The signal that stopped a command; 0 if none has."""

    number: int = 0
    shields: int = 0
    """How many `shielded` blocks are open."""

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C, 143 after SIGTERM."""
        return BY_SIGNAL + self.number


_current: list[Interruption] = []


@contextmanager
def shielded() -> Iterator[None]:
    """Let the block run to its end; a signal that arrives meanwhile raises KeyboardInterrupt after it.

    For work that must not be left half done, such as starting worker processes.
    """
    if not _current:
        yield
        return
    interruption = _current[-1]
    interruption.shields += 1
    try:
        yield
    finally:
        interruption.shields -= 1
    if interruption.number and not interruption.shields:
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Turn the first Ctrl-C or SIGTERM into a KeyboardInterrupt; a second one ends the process at once.

    A signal that was ignored when the process started stays ignored. Outside the main thread nothing changes.
    """
    interruption, owner = Interruption(), os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != owner:
            os._exit(BY_SIGNAL + number)  # a newly forked worker without its own handlers
        interruption.number = number
        for each in before:
            signal.signal(each, signal.SIG_DFL)
        if not interruption.shields:
            raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {each: signal.getsignal(each) for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN}
    for each in before:
        signal.signal(each, stop)
    _current.append(interruption)
    try:
        yield interruption
    finally:
        _current.pop()
        for each, handler in before.items():
            signal.signal(each, handler)


def leave_to_parent() -> None:
    """In a worker process: ignore Ctrl-C, which reaches the whole group; the parent process ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
