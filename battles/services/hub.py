"""Who in this process waits for news of which battle, and how he is woken.

A wake says which battle may have news and nothing else. Whoever is woken reads his own feed, so nothing hidden can
travel here.
"""

import asyncio
import contextlib
import threading
from typing import Final

MOST_STREAMS: Final = 30
"""How many streams one user may keep open in a process, or one address from where nobody has signed in."""


class Waiting:
    """One stream. ``news`` is set, in its own event loop, when there may be something new."""

    __slots__ = ("battle", "loop", "news", "who")

    def __init__(self, battle: int, who: str) -> None:
        self.battle = battle
        self.who = who
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()


class Hub:
    """The streams of this process. Every method may be called from any thread, ``subscribe`` from its loop's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[int, set[Waiting]] = {}
        self._open: dict[str, int] = {}
        self.closing = False
        """Whether the server is stopping, so that every stream has to end."""

    def subscribe(self, battle: int, who: str) -> Waiting:
        """Wait for news of ``battle`` from now on, until ``leave``; ``who`` is a user or an address."""
        waiting = Waiting(battle, who)
        with self._lock:
            self._open[who] = self._open.get(who, 0) + 1
            self._waiting.setdefault(battle, set()).add(waiting)
        return waiting

    def leave(self, waiting: Waiting) -> None:
        """Wait no longer."""
        with self._lock:
            found = self._waiting.get(waiting.battle, set())
            if waiting not in found:
                return
            found.discard(waiting)
            if not found:
                del self._waiting[waiting.battle]
            self._open[waiting.who] -= 1
            if not self._open[waiting.who]:
                del self._open[waiting.who]

    def full(self, who: str) -> bool:
        """Whether ``who`` has as many streams open as he may."""
        with self._lock:
            return self._open.get(who, 0) >= MOST_STREAMS

    def wake(self, battle: int) -> None:
        """Wake those who wait for ``battle``."""
        with self._lock:
            found = list(self._waiting.get(battle, ()))
        _set(found)

    def wake_all(self) -> None:
        """Wake everybody, as after a time in which wakes may have been lost."""
        with self._lock:
            found = [waiting for some in self._waiting.values() for waiting in some]
        _set(found)

    def open(self) -> None:
        """Let streams last, after ``close``."""
        self.closing = False

    def close(self) -> None:
        """End every stream, and every one that begins before ``open``."""
        self.closing = True
        self.wake_all()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))


def _set(found: list[Waiting]) -> None:
    for waiting in found:
        with contextlib.suppress(RuntimeError):  # its loop has ended, and the stream with it
            waiting.loop.call_soon_threadsafe(waiting.news.set)


hub: Final = Hub()
