"""Who watches a battle in a test, and what wakes them."""

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest

from battles.services.live import broadcast
from battles.services.live.hub import hub
from tests.loops import apart

ENOUGH = 30
"""Seconds for what must come."""


on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the way of SQLite")


@pytest.fixture
def watched() -> Iterator[None]:
    yield
    broadcast.stop()


def woken(battles: list[int], act: Callable[[], None]) -> list[bool]:
    """Which of ``battles`` were woken by ``act``, once the first of them has been."""

    async def wait() -> list[bool]:
        waiting = [hub.subscribe(battle) for battle in battles]
        broadcast.watch()
        for each in waiting:  # a watcher that begins wakes everybody
            await asyncio.wait_for(each.news.wait(), ENOUGH)
            each.news.clear()
        thread = threading.Thread(target=act)
        thread.start()
        try:
            await asyncio.wait_for(waiting[0].news.wait(), ENOUGH)
        finally:
            await asyncio.to_thread(thread.join)
            for each in waiting:
                hub.leave(each)
        return [each.news.is_set() for each in waiting]

    return apart(wait())
