"""Waking who waits for a battle, and no one else."""

import asyncio
import threading

from battles.services.hub import MOST_STREAMS, Hub
from tests.loops import apart


def test_a_wake_from_another_thread_reaches_those_of_that_battle_alone() -> None:
    hub = Hub()

    async def wait() -> tuple[bool, bool]:
        mine, other = hub.subscribe(1, "x"), hub.subscribe(2, "x")
        thread = threading.Thread(target=hub.wake, args=(1,))
        thread.start()
        await mine.news.wait()
        thread.join()
        return mine.news.is_set(), other.news.is_set()

    assert apart(wait()) == (True, False)


def test_who_has_left_is_counted_and_woken_no_more() -> None:
    hub = Hub()

    async def wait() -> bool:
        waiting = hub.subscribe(1, "x")
        hub.leave(waiting)
        hub.leave(waiting)
        hub.wake(1)
        await asyncio.sleep(0)
        return waiting.news.is_set()

    assert apart(wait()) is False
    assert len(hub) == 0


def test_one_may_have_so_many_streams_and_another_as_many() -> None:
    hub = Hub()

    async def fill() -> None:
        own = [hub.subscribe(battle, "user 1") for battle in range(MOST_STREAMS)]
        assert hub.full("user 1")
        assert not hub.full("user 2")
        hub.leave(own[0])
        assert not hub.full("user 1")

    apart(fill())


def test_a_loop_that_has_ended_does_not_trouble_the_others() -> None:
    hub = Hub()

    async def subscribe() -> None:
        hub.subscribe(1, "x")

    apart(subscribe())
    hub.wake(1)

    async def wait() -> None:
        waiting = hub.subscribe(1, "y")
        hub.wake(1)
        await waiting.news.wait()

    apart(wait())


def test_closing_wakes_everybody() -> None:
    hub = Hub()

    async def wait() -> None:
        waiting = [hub.subscribe(battle, "x") for battle in (1, 2)]
        hub.close()
        for each in waiting:
            await each.news.wait()

    apart(wait())
    assert hub.closing
    hub.open()
    assert not hub.closing
