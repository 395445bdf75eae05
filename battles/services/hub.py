"""Who in this process waits for news of which battle or game, and how he is woken.

A wake says which of them may have news and nothing else. Whoever is woken reads his own feed, so nothing hidden can
travel here.
"""

import asyncio
import contextlib
import threading
from typing import Final

MOST_STREAMS: Final = 30
"""How many streams one user may keep open in a process, or one address from where nobody has signed in."""

Topic = int | str
"""What news may be of: a battle by its id, a game on a real table by ``table`` and its id."""

TABLE: Final = "table "


def table_topic(game: int) -> str:
    """The game on a real table with the id ``game``."""
    return f"{TABLE}{game}"


class Waiting:
    """One stream. ``news`` is set, in its own event loop, when there may be something new."""

    __slots__ = ("loop", "news", "topic", "who")

    def __init__(self, topic: Topic, who: str) -> None:
        self.topic = topic
        self.who = who
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()


class Hub:
    """The streams of this process. Every method may be called from any thread, ``subscribe`` from its loop's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[Topic, set[Waiting]] = {}
        self._open: dict[str, int] = {}
        self.closing = False
        """Whether the server is stopping, so that every stream has to end."""

    def subscribe(self, topic: Topic, who: str) -> Waiting:
        """Wait for news of ``topic`` from now on, until ``leave``; ``who`` is a user or an address."""
        waiting = Waiting(topic, who)
        with self._lock:
            self._open[who] = self._open.get(who, 0) + 1
            self._waiting.setdefault(topic, set()).add(waiting)
        return waiting

    def leave(self, waiting: Waiting) -> None:
        """Wait no longer."""
        with self._lock:
            found = self._waiting.get(waiting.topic, set())
            if waiting not in found:
                return
            found.discard(waiting)
            if not found:
                del self._waiting[waiting.topic]
            self._open[waiting.who] -= 1
            if not self._open[waiting.who]:
                del self._open[waiting.who]

    def full(self, who: str) -> bool:
        """Whether ``who`` has as many streams open as he may."""
        with self._lock:
            return self._open.get(who, 0) >= MOST_STREAMS

    def wake(self, topic: Topic) -> None:
        """Wake those who wait for ``topic``."""
        with self._lock:
            found = list(self._waiting.get(topic, ()))
        _set(found)

    def tables(self) -> list[int]:
        """The ids of the games on real tables that somebody waits for."""
        with self._lock:
            found = [str(topic) for topic in self._waiting]
        return [int(topic.removeprefix(TABLE)) for topic in found if topic.startswith(TABLE)]

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
