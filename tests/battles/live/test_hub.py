"""Waking who waits for a battle, and no one else."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from battles.services.live.hub import Claim, Holder, Hub, TooManyStreams
from tests.loops import apart


def test_a_wake_from_another_thread_reaches_those_of_that_battle_alone() -> None:
    hub = Hub()

    async def wait() -> tuple[bool, bool]:
        mine, other = hub.subscribe(1), hub.subscribe(2)
        thread = threading.Thread(target=hub.wake, args=(1,))
        thread.start()
        await mine.news.wait()
        thread.join()
        return mine.news.is_set(), other.news.is_set()

    assert apart(wait()) == (True, False)


def test_who_has_left_is_counted_and_woken_no_more() -> None:
    hub = Hub()

    async def wait() -> bool:
        waiting = hub.subscribe(1)
        hub.leave(waiting)
        hub.leave(waiting)
        hub.wake(1)
        await asyncio.sleep(0)
        return waiting.news.is_set()

    assert apart(wait()) is False
    assert len(hub) == 0


def claims(hub: Hub, number: int, user: int | None = None, address: str = "") -> list[Claim]:
    return [hub.claim("battle_page", Holder.of(user, address)) for _ in range(number)]


def test_a_user_has_a_limit_and_a_strangers_address_has_its_own(settings: Any) -> None:
    settings.MUSTER_STREAMS_PER_USER, settings.MUSTER_STREAMS_PER_ADDRESS = 3, 2
    hub = Hub()
    members = claims(hub, 3, user=1) + claims(hub, 3, user=2)
    strangers = claims(hub, 2, address="192.0.2.1") + claims(hub, 2, address="192.0.2.2")
    for user, address in ((1, "192.0.2.9"), (None, "192.0.2.1")):
        with pytest.raises(TooManyStreams, match="You have too many") as refused:
            claims(hub, 1, user, address)
        assert (refused.value.status, refused.value.wait) == (429, 60)
    members[0].release()
    members[0].release()
    assert claims(hub, 1, user=1)
    assert hub.refused == 2
    assert {kind: count for kind, count in hub.kinds().items() if count} == {"battle_page": 9}
    del members, strangers
    assert hub.kinds()["battle_page"] == 0


def test_all_streams_together_have_a_limit_and_strangers_take_half_of_them_at_most(settings: Any) -> None:
    settings.MUSTER_STREAMS = 4
    hub = Hub()
    held = claims(hub, 1, address="192.0.2.1") + claims(hub, 1, address="192.0.2.2")
    with pytest.raises(TooManyStreams, match="on this server") as refused:
        claims(hub, 1, address="192.0.2.3")
    assert (refused.value.status, refused.value.wait) == (503, 30)
    held += claims(hub, 2, user=1)
    with pytest.raises(TooManyStreams, match="on this server"):
        claims(hub, 1, user=2)


def test_a_stranger_is_an_ipv4_address_or_an_ipv6_network_of_a_site() -> None:
    assert Holder.of(None, "2001:db8:1:2:3::4") == Holder.of(None, "2001:db8:1:2::9")
    assert Holder.of(None, "2001:db8:1:2::9") != Holder.of(None, "2001:db8:1:3::9")
    assert Holder.of(None, "::ffff:192.0.2.1") == Holder.of(None, "192.0.2.1") != Holder.of(None, "192.0.2.2")
    assert Holder.of(7, "192.0.2.1") == Holder.of(7, "192.0.2.2")
    assert Holder.of(None, "").stranger


def test_an_answer_that_is_never_sent_frees_its_claim() -> None:
    hub = Hub()

    async def lines(claim: Claim) -> AsyncIterator[str]:
        try:
            yield ""
        finally:
            claim.release()

    unsent = lines(*claims(hub, 1, user=1))
    assert hub.kinds()["battle_page"] == 1
    del unsent
    assert hub.kinds()["battle_page"] == 0


def test_a_loop_that_has_ended_does_not_trouble_the_others() -> None:
    hub = Hub()

    async def subscribe() -> None:
        hub.subscribe(1)

    apart(subscribe())
    hub.wake(1)

    async def wait() -> None:
        waiting = hub.subscribe(1)
        hub.wake(1)
        await waiting.news.wait()

    apart(wait())


def test_closing_wakes_everybody() -> None:
    hub = Hub()

    async def wait() -> None:
        waiting = [hub.subscribe(battle) for battle in (1, 2)]
        hub.close()
        for each in waiting:
            await each.news.wait()

    apart(wait())
    assert hub.closing
    hub.open()
    assert not hub.closing
