"""Hearing of what other processes wrote, in each of the three ways, and going on after a failure."""

import contextlib
import socket
import threading
import time
from typing import Any

import pytest
from django.db import connection

from battles.services.live import broadcast
from battles.services.live.hub import hub
from tests.battles.live.listener import battle_of, tell
from tests.battles.live.watchers import ENOUGH, on_sqlite, watched, woken  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("watched")]


on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="the way of PostgreSQL")


def redis_answers() -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 6379), timeout=1) as probe:
        probe.sendall(b"PING\r\n")
        return probe.recv(16).startswith(b"+PONG")
    return False


with_redis = pytest.mark.skipif(not redis_answers(), reason="no Redis answers at 127.0.0.1:6379")


@on_sqlite
def test_on_sqlite_a_line_that_another_connection_wrote_wakes_its_battle_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = battle_of(), battle_of()
    monkeypatch.setattr("tests.battles.live.listener.wake", lambda battle, newest: None)  # as in another process

    def write() -> None:
        tell(first, "a")
        connection.close()

    assert woken([first.pk, second.pk], write) == [True, False]


@on_sqlite
def test_on_sqlite_what_is_no_line_of_a_battle_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet, loud = battle_of(), battle_of()
    monkeypatch.setattr("tests.battles.live.listener.wake", lambda battle, newest: None)

    def write() -> None:
        quiet.title = "Another title"
        quiet.save()
        tell(loud, "a")
        connection.close()

    assert woken([loud.pk, quiet.pk], write) == [True, False]


@on_sqlite
def test_on_sqlite_what_this_process_wrote_itself_wakes_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_of()
    wakes: list[int] = []
    wake = hub.wake
    monkeypatch.setattr(hub, "wake", lambda which: (wakes.append(which), wake(which)))

    def write() -> None:
        tell(battle, "a")
        tell(battle, "b", "umpire")
        time.sleep(4 * broadcast.LOOK)
        connection.close()

    assert woken([battle.pk], write) == [True]
    assert wakes == [battle.pk] * 2


@on_sqlite
def test_on_sqlite_what_another_wrote_right_after_one_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_of()
    wakes: list[int] = []
    wake = hub.wake
    monkeypatch.setattr(hub, "wake", lambda which: (wakes.append(which), wake(which)))

    def write() -> None:
        tell(battle, "a")
        monkeypatch.setattr("tests.battles.live.listener.wake", lambda battle, newest: None)
        tell(battle, "b")
        time.sleep(4 * broadcast.LOOK)
        connection.close()

    assert woken([battle.pk], write) == [True]
    assert wakes == [battle.pk] * 2, "for its own line, and for that of the other process"


@on_postgresql
def test_on_postgresql_another_process_is_heard_and_oneself_is_not() -> None:
    def notify() -> None:
        with connection.cursor() as cursor:
            broadcast.tell_others(2, 1)
            for word in ("another x", "another", "another 1"):
                cursor.execute("SELECT pg_notify(%s, %s)", [broadcast.CHANNEL, word])
        connection.close()

    assert woken([1, 2], notify) == [True, False]


@on_postgresql
def test_on_postgresql_a_connection_that_is_cut_is_made_anew() -> None:
    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%%' AND datname = current_database()"
            )
        connection.close()

    assert woken([1, 2], cut)[0]


@with_redis
def test_with_redis_another_process_is_heard_and_oneself_is_not(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    broadcast._redis.cache_clear()

    def publish() -> None:
        broadcast.tell_others(2, 1)
        for word in ("another x", "another", "another 1"):
            broadcast._redis().publish(broadcast.CHANNEL, word)

    assert woken([1, 2], publish) == [True, False]
    broadcast._redis.cache_clear()


def test_a_channel_that_cannot_be_reached_does_not_stop_who_writes(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    broadcast._redis.cache_clear()
    broadcast.tell_others(1, 1)
    broadcast._redis.cache_clear()


def test_after_a_failure_it_watches_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "REST", 0.01)
    tries: list[int] = []
    reached = threading.Event()

    def way(ended: threading.Event) -> None:
        tries.append(1)
        if len(tries) < 4:
            raise ConnectionError
        reached.set()
        ended.wait()

    watcher = broadcast.Watcher(way)
    watcher.start()
    assert reached.wait(ENOUGH)
    watcher.ended.set()
    watcher.join(ENOUGH)
    assert not watcher.is_alive()
