"""Event streams: the growing length of a viewer's feed, pings, and who follows a battle."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from msgspec import Struct

from battles.models import Battle, Seat
from battles.services.access import access_of
from battles.services.live import broadcast
from battles.services.live.hub import Claim, Topic, hub
from battles.services.play.lock import Gone
from battles.services.view.feed_lines import last_shown

PING: Final = 15.0
"""Seconds between two pings in a stream."""

LOOKS: Final = 60.0
"""Seconds after which a stream that was not woken checks its viewer and the news."""

LASTS: Final = 600.0
"""Seconds after which a stream ends, so that the next one is checked and counted again."""

T = TypeVar("T")

_threads: Final = ThreadPoolExecutor(settings.THREADS_FOR_STREAMS, thread_name_prefix="streams")
"""The only threads in which open streams use the database."""


class News(Struct, frozen=True):
    """The last line of a feed. ``same`` is true if the viewer is still the one for whom the page was made."""

    n: int
    same: bool = True


Present = Callable[[int], News | None]
"""Finds the news for a reader whose page shows lines up to a number; None if they may not read the feed any more."""


async def run_in_stream_thread(query: Callable[[], T]) -> T:
    """Run ``query`` in a thread for streams and close its database connection; return its result."""

    def run() -> T:
        try:
            return query()
        finally:
            connection.close()

    return await sync_to_async(run, thread_sensitive=False, executor=_threads)()


async def event_stream(topic: Topic, claim: Claim, present: Present, *, after: int) -> AsyncIterator[str]:
    """The lines of an event stream for a reader who has seen their feed up to ``after``. Releases ``claim`` at its end.

    It ends when the reader becomes another viewer or may not read on, after some minutes, and when the server stops.
    It uses the database when it is woken and once a minute, not at every ping: many streams would slow down others.
    """
    broadcast.watch()
    waiting = hub.subscribe(topic)
    began = time.monotonic()
    ping, looks = began + PING, began + LOOKS
    try:
        yield ": first byte\n\n"
        news = await run_in_stream_thread(partial(present, after))
        yield "event: begin\ndata: {}\n\n"
        while not hub.closing and time.monotonic() < began + LASTS:
            if news is None:
                return
            if not news.same:
                yield "event: reload\ndata: {}\n\n"
                return
            if news.n > after:
                after = news.n
                yield f"id: {after}\ndata: {json.dumps({'n': after})}\n\n"
            while not await _waited(waiting.news, ping):
                ping += PING
                yield ": here\n\n"
                if ping > min(looks, began + LASTS):
                    break
            if hub.closing:  # the server is stopping: no more queries
                return
            waiting.news.clear()
            looks = time.monotonic() + LOOKS
            news = await run_in_stream_thread(partial(present, after))
    finally:
        hub.leave(waiting)
        claim.release()


async def _waited(news: asyncio.Event, until: float) -> bool:
    """True if news came before ``until``."""
    try:
        await asyncio.wait_for(news.wait(), max(0.0, until - time.monotonic()))
    except TimeoutError:
        return False
    return True


SEEN_EVERY: Final = timedelta(seconds=20)
"""The shortest time between two updates of ``Seat.seen_at``."""


class Follower(Struct, frozen=True):
    """A follower of a battle: the viewer, seat and user they are, and the last line of their feed (or -1).

    ``seen_at`` is when their seat was last marked as present.
    """

    battle: int
    viewer: str
    seat: int | None
    user: int | None
    n: int
    seen_at: datetime | None


FollowerIdentity = Callable[[], tuple[Any, Collection[int]]]
"""Returns a user and the ids of the guest seats whose link was opened in their browser."""

FindFollower = Callable[[], Follower | None]
"""Finds the follower afresh; None if they may not read the battle (any more)."""


def follower_of(slug: str, who: FollowerIdentity) -> Follower | None:
    """The follower of a battle, with the last line of their feed; None if they may not read it.

    Their access is checked after the battle is read, so that they get no line that they may not know.
    """
    battle = Battle.objects.defer("setup", "state").filter(slug=slug).first()
    if battle is None:
        return None
    user, seats = who()
    try:
        access = access_of(battle, user, seats)
    except Gone:
        return None
    seat = access.seat
    return Follower(
        battle.pk,
        access.viewer,
        seat.pk if seat else None,
        user.pk,
        last_shown(access),
        seat.seen_at if seat else None,
    )


def mark_present(follower: Follower, shown: int) -> None:
    """Mark a follower as present at their seat, with line ``shown`` on their page; at most every `SEEN_EVERY`."""
    now = timezone.now()
    if follower.seat is None or (follower.seen_at is not None and follower.seen_at > now - SEEN_EVERY):
        return
    Seat.objects.filter(pk=follower.seat).update(seen_at=now, seen=Greatest(F("seen"), min(shown, follower.n)))


async def battle_stream(
    find_follower: FindFollower, first: Follower, claim: Claim, *, after: int, viewer: str
) -> AsyncIterator[str]:
    """The lines of an event stream for the follower ``first``, who has seen their feed up to line ``after``.

    ``viewer`` is the viewer for whom their page was made, ``claim`` the right to the stream. The stream ends when they
    become another viewer or may not read the battle any more; else as `event_stream`.
    """

    def present(shown: int) -> News | None:
        follower = find_follower()
        if follower is None:
            return None
        mark_present(follower, shown)
        return News(follower.n, (follower.viewer, follower.seat) == (viewer, first.seat))

    async for lines in event_stream(first.battle, claim, present, after=after):
        yield lines
