"""In-process publish/subscribe for event streams."""

import asyncio
import contextlib
import ipaddress
import threading
from collections import Counter
from typing import Final

from django.conf import settings
from msgspec import Struct

Topic = int | str
"""Subject of news: a battle by its id; a tracked game, army or campaign by a word for its kind and its id."""

TABLE: Final = "table "
ARMY: Final = "army "
CAMPAIGN: Final = "campaign "
KINDS: Final = ("battle_page", "table_page", "battle_api", "army_page", "campaign_page")
"""Kinds of streams: what they follow, and where they are shown."""

WAIT_FOR_YOURS: Final = 60
WAIT_FOR_OTHERS: Final = 30
"""Seconds until a refused stream may be tried again: if the holder has too many, and if the server has."""


def table_topic(game: int) -> str:
    """The topic of the tracked game with this id."""
    return f"{TABLE}{game}"


def army_topic(army: int) -> str:
    """The topic of the army with this id."""
    return f"{ARMY}{army}"


def campaign_topic(campaign: int) -> str:
    """The topic of the campaign with this id."""
    return f"{CAMPAIGN}{campaign}"


class TooManyStreams(Exception):
    """A stream is refused: the holder has too many (429), or the whole process (503). The message says which."""

    def __init__(self, sentence: str, status: int, wait: int) -> None:
        self.status = status
        self.wait = wait
        super().__init__(sentence)


class Holder(Struct, frozen=True):
    """A holder of streams: a user, or a visitor without an account by network address."""

    name: str
    stranger: bool

    @classmethod
    def of(cls, user: int | None, address: str) -> "Holder":
        """Return the user with this id, else the visitor at this address (of IPv6: at this /64 network)."""
        if user is not None:
            return cls(f"user {user}", False)
        with contextlib.suppress(ValueError):
            parsed = ipaddress.ip_address(address.partition("%")[0])
            if isinstance(parsed, ipaddress.IPv6Address):
                address = str(parsed.ipv4_mapped or ipaddress.ip_network((parsed, 64), strict=False))
        return cls(f"address {address}", True)


class Claim:
    """The right to one stream. It counts until it is released or garbage collected, so a lost response frees it too."""

    def __init__(self, hub: "Hub", kind: str, holder: Holder) -> None:
        self.kind = kind
        self.holder = holder
        self._hub: Hub | None = hub

    def release(self) -> None:
        """Stop counting the stream. A second call does nothing."""
        hub, self._hub = self._hub, None
        if hub is not None:
            hub._count(self, -1)

    __del__ = release


class Subscription:
    """One stream that waits for news. ``news`` is set, in its own event loop, when there may be some."""

    __slots__ = ("loop", "news", "topic")

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()


class Hub:
    """The streams of this process. Every method may be called from any thread, ``subscribe`` from its loop's."""

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a claim may be garbage collected, and so released, at any moment
        self._waiting: dict[Topic, set[Subscription]] = {}
        self._held: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._strangers = 0
        self.refused = 0
        """Number of refused streams."""
        self.closing = False
        """True if the server is stopping and every stream must end."""

    def claim(self, kind: str, holder: Holder) -> Claim:
        """Return the right to one more stream.

        Raises:
            TooManyStreams: the holder or the process has too many. Visitors without an account get at most half of
                all streams, so members always find room.
        """
        most = settings.MUSTER_STREAMS_PER_ADDRESS if holder.stranger else settings.MUSTER_STREAMS_PER_USER
        with self._lock:
            full = self._kinds.total() >= settings.MUSTER_STREAMS
            full_of_strangers = holder.stranger and self._strangers >= settings.MUSTER_STREAMS // 2
            if self._held[holder.name] >= most:
                self.refused += 1
                raise TooManyStreams("You have too many streams open.", 429, WAIT_FOR_YOURS)
            if full or full_of_strangers:
                self.refused += 1
                raise TooManyStreams("Too many streams are open on this server.", 503, WAIT_FOR_OTHERS)
            claim = Claim(self, kind, holder)
            self._count(claim, 1)
        return claim

    def _count(self, claim: Claim, by: int) -> None:
        with self._lock:
            self._kinds[claim.kind] += by
            self._held[claim.holder.name] += by
            self._strangers += by * claim.holder.stranger
            if not self._held[claim.holder.name]:
                del self._held[claim.holder.name]

    def kinds(self) -> dict[str, int]:
        """Return the number of open streams of each kind."""
        with self._lock:
            return {kind: self._kinds[kind] for kind in KINDS}

    def subscribe(self, topic: Topic) -> Subscription:
        """Subscribe to news of ``topic``, until ``leave``."""
        subscription = Subscription(topic)
        with self._lock:
            self._waiting.setdefault(topic, set()).add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """End the subscription."""
        with self._lock:
            subscriptions = self._waiting.get(subscription.topic, set())
            subscriptions.discard(subscription)
            if not subscriptions:
                self._waiting.pop(subscription.topic, None)

    def wake(self, topic: Topic) -> None:
        """Wake the streams that wait for ``topic``."""
        with self._lock:
            subscriptions = list(self._waiting.get(topic, ()))
        _set(subscriptions)

    def followed(self, kind: str) -> list[int]:
        """The ids of the tracked games (``TABLE``), armies (``ARMY``) or campaigns (``CAMPAIGN``) that have streams."""
        with self._lock:
            topics = [str(topic) for topic in self._waiting]
        return [int(topic.removeprefix(kind)) for topic in topics if topic.startswith(kind)]

    def wake_all(self) -> None:
        """Wake every stream, as after a time in which news may have been missed."""
        with self._lock:
            subscriptions = [subscription for some in self._waiting.values() for subscription in some]
        _set(subscriptions)

    def open(self) -> None:
        """Allow streams again after ``close``."""
        self.closing = False

    def close(self) -> None:
        """End every stream; new ones end at once until ``open``."""
        self.closing = True
        self.wake_all()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))


def _set(subscriptions: list[Subscription]) -> None:
    for subscription in subscriptions:
        with contextlib.suppress(RuntimeError):  # its loop has ended, and the stream with it
            subscription.loop.call_soon_threadsafe(subscription.news.set)


hub: Final = Hub()
