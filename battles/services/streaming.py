"""Event streams: how far somebody's feed has grown, told when it has, and a sign of life now and then."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Final, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection
from msgspec import Struct

from battles.services import watching
from battles.services.hub import Topic, hub

PING: Final = 15.0
"""Seconds between two signs of life in a stream."""

LOOKS: Final = 60.0
"""Seconds after which a stream asks anew without having been woken: who its viewer is, and whether there are news."""

LASTS: Final = 600.0
"""Seconds after which a stream ends, so that the next one asks anew whether it may be."""

T = TypeVar("T")


class News(Struct, frozen=True):
    """How far a feed goes, and whether it is still the ``same`` viewer's whose page was made."""

    n: int
    same: bool = True


Present = Callable[[int], News | None]
"""Asks how far the feed goes for one whose page shows it up to a number; None where he may not read it any more."""


async def ask(look: Callable[[], T]) -> T:
    """``look`` asked in a thread, which keeps no connection to the database."""

    def asked() -> T:
        try:
            return look()
        finally:
            connection.close()

    return await sync_to_async(asked, thread_sensitive=False)()


def too_many(who: str) -> bool:
    """Whether ``who``, a user or an address, has as many streams open as he may."""
    return hub.full(who)


async def stream(topic: Topic, who: str, present: Present, *, after: int) -> AsyncIterator[str]:
    """The lines of an event stream for one who has seen his feed up to ``after``.

    It ends when he is another viewer or may not read on, after some minutes, and when the server stops. It asks when it
    is woken and now and then besides: many streams that ask at every ping would leave the server no time for those who
    play.
    """
    watching.watch()
    waiting = hub.subscribe(topic, who)
    began = time.monotonic()
    ping, looks = began + PING, began + LOOKS
    try:
        yield ": first byte\n\n"
        news = await ask(partial(present, after))
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
            if hub.closing:  # nobody is left to ask for, and the answers would outlast the server
                return
            waiting.news.clear()
            looks = time.monotonic() + LOOKS
            news = await ask(partial(present, after))
    finally:
        hub.leave(waiting)


async def _waited(news: asyncio.Event, until: float) -> bool:
    """Whether there were news before ``until``."""
    try:
        await asyncio.wait_for(news.wait(), max(0.0, until - time.monotonic()))
    except TimeoutError:
        return False
    return True
