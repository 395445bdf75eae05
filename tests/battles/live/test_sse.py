"""The stream of a battle: what each viewer hears, how he goes on after a gap, when it ends."""

import asyncio
import os
import threading
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from armies.models.visibility import Visibility
from battles.models import Seat, Told
from battles.services.live import broadcast, hub, sse
from tests.battles.live.listener import as_user, battle_of, listening, tell
from tests.battles.services.steps import act, awaited, begun, deployed
from tests.loops import apart

MOST = 60
"""Seconds to wait for what must come."""


def test_what_he_has_not_seen_is_told_at_once_and_the_next_line_when_it_comes(live: str, alice: Any) -> None:
    battle = battle_of(alice)
    tell(battle, "a")
    tell(battle, "a")
    with listening(live, f"/b/{battle.slug}/live?after=-1", as_user(alice)) as ear:
        assert ear.answer.getheader("Content-Type") == "text/event-stream"
        assert ear.answer.getheader("X-Accel-Buffering") == "no"
        assert ear.answer.getheader("Cache-Control") == "no-cache, no-transform"
        assert ear.begun().next() == {"id": "1", "data": '{"n": 1}'}
        tell(battle, "a")
        assert ear.message() == {"id": "2", "data": '{"n": 2}'}


def test_one_who_comes_back_hears_only_what_he_missed(live: str, alice: Any) -> None:
    battle = battle_of(alice)
    for _ in range(4):
        tell(battle, "a")
    path = f"/b/{battle.slug}/live?after=0"
    with listening(live, path, as_user(alice), Last_Event_ID="3") as ear:
        ear.begun()
        tell(battle, "a")
        assert ear.message() == {"id": "4", "data": '{"n": 4}'}


def test_what_the_other_side_alone_is_told_makes_no_sound(live: str, alice: Any, bob: Any) -> None:
    battle = battle_of(alice, bob)
    with (
        listening(live, f"/b/{battle.slug}/live", as_user(alice)) as a,
        listening(live, f"/b/{battle.slug}/live", as_user(bob)) as b,
        listening(live, f"/b/{battle.slug}/live") as public,
    ):
        for ear in (a, b, public):
            ear.begun()
        for n in range(3):
            tell(battle, "b", "umpire")
            assert b.message() == {"id": str(n), "data": f'{{"n": {n}}}'}
        tell(battle, "a", "b", "umpire", "public")
        assert b.message() == {"id": "3", "data": '{"n": 3}'}
        assert a.message() == public.message() == {"id": "0", "data": '{"n": 0}'}


def test_a_wake_of_another_ones_news_does_not_shift_the_signs_of_life(
    live: str, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "PING", 1.0)
    battle = battle_of(alice)
    ended = threading.Event()

    def disturb() -> None:
        while not ended.wait(0.05):
            hub.hub.wake(battle.pk)

    with listening(live, f"/b/{battle.slug}/live", as_user(alice)) as ear:
        ear.begun()
        thread = threading.Thread(target=disturb)
        thread.start()
        try:
            assert [ear.next(), ear.next()] == [{"": "here"}, {"": "here"}]
        finally:
            ended.set()
            thread.join()


@pytest.mark.parametrize("junk", ["x", "1.5", "-2", "--1", "1e3", "99999999999", "%00", "٣", "0x1", "1%20", "9" * 5000])
def test_a_cursor_that_is_none_is_refused(live: str, alice: Any, junk: str) -> None:
    battle = battle_of(alice)
    with listening(live, f"/b/{battle.slug}/live?after=" + junk.replace("٣", "%D9%A3"), as_user(alice)) as ear:
        assert ear.status == 400
        assert b"Traceback" not in ear.answer.read()


def test_what_he_may_not_read_is_not_there(live: str, alice: Any, charlie: Any) -> None:
    battle = battle_of(alice, visibility=Visibility.PRIVATE)
    for slug in (battle.slug, "no-such-battle"):
        for client in (None, as_user(charlie)):
            with listening(live, f"/b/{slug}/live", client) as ear:
                assert ear.status == 404
    with listening(live, f"/b/{battle.slug}/live", as_user(alice)) as ear:
        assert ear.status == 200


def test_only_getting_is_allowed(client: Client, alice: Any) -> None:
    battle = battle_of(alice)
    assert client.post(f"/b/{battle.slug}/live").status_code == 405
    assert client.post(f"/b/{battle.slug}/since/0").status_code == 405


def test_what_the_other_did_is_heard_as_soon_as_it_is_played(live: str, alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    with listening(live, f"/b/{battle.slug}/live?as=b", as_user(bob)) as ear:
        assert ear.begun().next() == {"id": "0", "data": '{"n": 0}'}
        act(battle, awaited(battle))
        assert ear.message() == {"id": "1", "data": '{"n": 1}'}


def test_signing_out_ends_his_stream_as_a_player(live: str, alice: Any) -> None:
    battle, browser = battle_of(alice), as_user(alice)
    with listening(live, f"/b/{battle.slug}/live", browser) as ear:
        ear.begun()
        browser.logout()
        tell(battle, "a")
        assert ear.message() == {"event": "reload", "data": "{}"}
        assert ear.next() is None


def test_one_who_may_read_it_no_longer_hears_nothing_more(live: str, alice: Any, charlie: Any) -> None:
    battle = battle_of(alice, visibility=Visibility.UNLISTED)
    with listening(live, f"/b/{battle.slug}/live", as_user(charlie)) as ear:
        ear.begun()
        battle.visibility = Visibility.PRIVATE
        battle.save()
        tell(battle, "public")
        assert ear.message() is None


def test_one_whose_seat_was_handed_over_is_told_to_load_the_page_again(live: str, alice: Any, bob: Any) -> None:
    battle = battle_of(alice)
    with listening(live, f"/b/{battle.slug}/live", as_user(alice)) as ear:
        ear.begun()
        Seat.objects.filter(battle=battle, place="a").update(user=bob)
        tell(battle, "a", "public")
        assert ear.message() == {"event": "reload", "data": "{}"}
        assert ear.next() is None


def test_a_page_made_for_another_viewer_is_to_be_loaded_again(live: str, alice: Any) -> None:
    battle = battle_of(alice)
    with listening(live, f"/b/{battle.slug}/live?as=public", as_user(alice)) as ear:
        assert ear.begun().next() == {"event": "reload", "data": "{}"}
    answer = as_user(alice).get(f"/b/{battle.slug}/since/-1?as=public")
    assert answer.json() == {"n": -1, "reload": True}


def test_a_guest_is_known_by_the_seats_of_his_browser(live: str, client: Client, db: None) -> None:
    battle = battle_of()
    session = client.session
    session["seats"] = [Seat.objects.get(place="b").pk]
    session.save()
    with listening(live, f"/b/{battle.slug}/live?as=b", client) as ear:
        ear.begun()
        tell(battle, "b")
        assert ear.message() == {"id": "0", "data": '{"n": 0}'}


def test_a_stream_asks_only_now_and_then_where_nothing_happens(
    live: str, alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signs of life cost no question; that there is nothing to read any more is found by the next that is asked."""
    monkeypatch.setattr(sse, "PING", 0.2)
    monkeypatch.setattr(sse, "LOOKS", 3.0)
    battle = battle_of(alice)
    with listening(live, f"/b/{battle.slug}/live", as_user(alice)) as ear:
        ear.begun()
        assert [ear.next() for _ in range(3)] == [{"": "here"}] * 3  # by now the watcher has woken everybody once
        battle.delete()
        signs = 0
        while (heard := ear.next()) == {"": "here"}:
            signs += 1
        assert heard is None
        assert signs > 0


def test_a_stream_ends_after_its_time(live: str, alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "PING", 0.1)
    monkeypatch.setattr(sse, "LASTS", 0.25)
    with listening(live, f"/b/{battle_of(alice).slug}/live", as_user(alice)) as ear:
        assert ear.begun().message() is None


def test_one_stream_too_many_is_refused_and_another_user_has_his_own(
    live: str, alice: Any, bob: Any, settings: Any
) -> None:
    settings.MUSTER_STREAMS_PER_USER = 2
    path = f"/b/{battle_of(alice).slug}/live"
    with ExitStack() as stack:
        ears = [stack.enter_context(listening(live, path, as_user(alice))) for _ in range(2)]
        for ear in ears:
            ear.begun()
        with listening(live, path, as_user(alice)) as ear:
            assert (ear.status, ear.answer.getheader("Retry-After")) == (429, "60")
        with listening(live, path, as_user(bob)) as ear:
            assert ear.status == 200


def test_a_client_that_goes_leaves_nothing_behind(live: str, alice: Any) -> None:
    path, browser = f"/b/{battle_of(alice).slug}/live", as_user(alice)
    for _ in range(5):
        with listening(live, path, browser) as ear:
            ear.begun()
    gone = threading.Event()
    for _ in range(MOST * 20):
        if len(hub.hub) == 0:
            return
        gone.wait(0.05)
    pytest.fail(f"{len(hub.hub)} streams are left")


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_streams_keep_no_connection_to_the_database(live: str, alice: Any) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a file of SQLite is counted")
    path, browser = f"/b/{battle_of(alice).slug}/live", as_user(alice)

    def files() -> int:
        names = [os.readlink(entry.path) for entry in os.scandir("/proc/self/fd") if os.path.islink(entry.path)]
        return sum(str(connection.settings_dict["NAME"]) in name for name in names)

    with ExitStack() as stack:
        for ear in [stack.enter_context(listening(live, path, browser)) for _ in range(2)]:
            ear.begun()
        before = files()
        for ear in [stack.enter_context(listening(live, path, browser)) for _ in range(20)]:
            ear.begun()
        assert files() <= before + 6


def test_spectators_are_as_many_minutes_behind_as_the_battle_says(live: str, alice: Any) -> None:
    battle = battle_of(alice, delay=5)
    for _ in range(3):
        tell(battle, "public", "a")
    Told.objects.filter(n__lt=2).update(created=timezone.now() - timedelta(minutes=6))
    with listening(live, f"/b/{battle.slug}/live") as ear:
        assert ear.begun().next() == {"id": "1", "data": '{"n": 1}'}
    assert Client(SERVER_NAME="localhost").get(f"/b/{battle.slug}/since/1").status_code == 204
    assert as_user(alice).get(f"/b/{battle.slug}/since/1").json() == {"n": 2}


def test_who_follows_is_at_his_seat_and_it_is_not_written_at_every_look(live: str, alice: Any) -> None:
    battle = battle_of(alice)
    tell(battle, "a")
    seats = Seat.objects.filter(battle=battle, place="a")
    with listening(live, f"/b/{battle.slug}/live?after=0", as_user(alice)) as ear:
        ear.begun()
        tell(battle, "a")
        ear.message()
        first = seats.get()
        assert first.seen == 0
        tell(battle, "a")
        ear.message()
        assert seats.get().seen_at == first.seen_at
        seats.update(seen_at=timezone.now() - timedelta(seconds=30))
        tell(battle, "a")
        ear.message()
        assert seats.get().seen == 2


def test_a_look_takes_few_queries_and_writes_nothing(client: Client, alice: Any) -> None:
    battle = battle_of(alice)
    client.force_login(alice)
    client.get(f"/b/{battle.slug}/since/-1")
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/b/{battle.slug}/since/-1")
    assert len(queries) <= 4
    assert not [query for query in queries if query["sql"].startswith("UPDATE")]


def test_asking_is_answered_with_the_last_line_or_nothing(client: Client, alice: Any) -> None:
    battle = battle_of(alice)
    client.force_login(alice)
    path = f"/b/{battle.slug}/since/"
    assert client.get(path + "-1").status_code == 204
    tell(battle, "a")
    assert client.get(path + "-1").json() == {"n": 0}
    assert client.get(path + "0").status_code == 204
    assert client.get(path + "x").status_code == 400
    assert client.get(path + "99999999999").status_code == 400
    assert client.get("/b/no-such/since/0").status_code == 404


def test_a_page_out_of_sight_does_not_say_that_he_is_there(client: Client, alice: Any) -> None:
    battle = battle_of(alice)
    client.force_login(alice)
    client.get(f"/b/{battle.slug}/since/-1?away=1")
    assert Seat.objects.get(place="a").seen_at is None
    client.get(f"/b/{battle.slug}/since/-1")
    assert Seat.objects.get(place="a").seen_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_server_that_stops_ends_its_streams_and_asks_for_nobody_any_more(alice: Any) -> None:
    battle = battle_of(alice)
    looks = []

    def look() -> sse.Follower | None:
        looks.append(1)
        return sse.follower_of(battle.slug, lambda: (alice, ()))

    async def listen() -> list[str]:
        first = await sse.run_in_stream_thread(look)
        assert first is not None
        claim = hub.hub.claim("battle_page", hub.Holder.of(None, "192.0.2.1"))
        lines = sse.battle_stream(look, first, claim, after=-1, viewer="a")
        said = [await anext(lines), await anext(lines)]
        following_one = asyncio.ensure_future(anext(lines))
        await asyncio.sleep(0)
        hub.hub.close()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(following_one, 10)
        return said

    try:
        assert apart(listen()) == [": first byte\n\n", "event: begin\ndata: {}\n\n"]
    finally:
        hub.hub.open()
        broadcast.stop()
    assert len(looks) == 2
    assert len(hub.hub) == 0
    assert sum(hub.hub.kinds().values()) == 0
