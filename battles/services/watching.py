"""Hearing of what other processes do: a thread that wakes this process's streams, and the words sent to the others.

Which of three ways depends on the settings: Redis where there is one, else LISTEN and NOTIFY on PostgreSQL, else on
SQLite a look, ten times a second, at whether another connection has written lines that are not this process's own,
for which it has been woken already. What is sent is what the news are of, and
who sends it. A wake that is lost costs a minute at most and no news, since every stream looks for itself besides.
"""

import contextlib
import secrets
import sqlite3
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import connection

from battles.models import TableGame, Told
from battles.services.hub import Topic, hub, table_topic

CHANNEL: Final = "muster_battles"
LOOK: Final = 0.1
"""Seconds between two looks at a SQLite file."""

REST: Final = 1.0
"""Seconds after a failure, before the next try."""

PATIENCE: Final = 0.5
"""Seconds that a wait for words lasts, before it is seen whether the server stops."""

log = structlog.get_logger("muster.live")
_me: Final = secrets.token_hex(4)
_lock: Final = threading.Lock()
_thread: "Watcher | None" = None
_own: Final[dict[int, int]] = {}
"""By battle the last line that this process wrote itself, until the watcher of a SQLite file has come upon it."""


class Watcher(threading.Thread):
    """Watches until ``ended`` is set, and begins anew after a failure; each way wakes everybody when it begins."""

    def __init__(self, way: Callable[[threading.Event], None]) -> None:
        super().__init__(name="watcher", daemon=True)
        self.way = way
        self.ended = threading.Event()

    def run(self) -> None:
        well = True
        while not self.ended.is_set():
            try:
                self.way(self.ended)
            except Exception as fault:  # whatever it is, the next try is the answer
                if well:
                    log.warning("watching failed", fault=type(fault).__name__)
                well = False
                self.ended.wait(REST)


def watch() -> None:
    """Start the watcher of this process, unless it runs."""
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = Watcher(_way())
            _thread.start()


def stop() -> None:
    """End the watcher, and its connection with it."""
    global _thread
    with _lock:
        ending, _thread = _thread, None
        _own.clear()
    if ending is not None:
        ending.ended.set()
        ending.join(2 * PATIENCE)


def tell_others(topic: Topic, newest: int = 0) -> None:
    """Tell the other processes that ``topic`` may have news. Never raises; called when the news is committed.

    ``newest`` is the id of the last line of a battle that was written: whoever is told by looking need not tell his
    own process.
    """
    word = f"{_me} {topic}"
    try:
        if settings.REDIS_URL:
            _redis().publish(CHANNEL, word)
        elif connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, word])
        elif isinstance(topic, int):
            _written(topic, newest)
    except Exception as fault:  # what was done is done: the others find it by themselves
        log.warning("others were not told", fault=type(fault).__name__)


def _way() -> Callable[[threading.Event], None]:
    if settings.REDIS_URL:
        return _hear_redis
    return _hear_postgresql if connection.vendor == "postgresql" else _look_at_sqlite


def _look_at_sqlite(ended: threading.Event) -> None:
    path = Path(connection.settings_dict["NAME"]).absolute()
    table = Told._meta.db_table
    news = f"SELECT battle_id, MAX(id) FROM {table} WHERE id > ? GROUP BY battle_id"  # noqa: S608
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as own:
        version = None
        last = own.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0]  # noqa: S608
        versions: dict[int, int] = {}
        hub.wake_all()
        while not ended.wait(LOOK):
            before, version = version, own.execute("PRAGMA data_version").fetchone()[0]
            if version == before:
                continue
            for battle, newest in own.execute(news, (last,)).fetchall():
                last = max(last, newest)
                if not _is_own(battle, newest):
                    hub.wake(battle)
            versions = _look_at_tables(own, versions)


def _look_at_tables(own: sqlite3.Connection, before: dict[int, int]) -> dict[int, int]:
    """Wake who follows a game on a real table whose version is not the one seen ``before``; the versions now."""
    now: dict[int, int] = {}
    for game in hub.tables():
        found = own.execute(f"SELECT version FROM {TableGame._meta.db_table} WHERE id = ?", (game,)).fetchone()  # noqa: S608
        now[game] = found[0] if found else -1
        if now[game] != before.get(game):
            hub.wake(table_topic(game))
    return now


def _written(battle: int, newest: int) -> None:
    """Remember for the watcher, where there is one, what this process wrote itself."""
    with _lock:
        if _thread is not None:
            _own[battle] = max(newest, _own.get(battle, 0))


def _is_own(battle: int, newest: int) -> bool:
    """Whether this process wrote the lines of ``battle`` up to ``newest``, or later ones, and wakes for them itself."""
    with _lock:
        own = _own.get(battle, 0)
        if own <= newest:
            _own.pop(battle, None)
    return own >= newest


def _hear_postgresql(ended: threading.Event) -> None:
    import psycopg

    with psycopg.connect(**{**connection.get_connection_params(), "autocommit": True}) as own:
        own.execute(f"LISTEN {CHANNEL}")
        hub.wake_all()
        while not ended.is_set():
            for word in own.notifies(timeout=PATIENCE):
                _heard(word.payload)


def _hear_redis(ended: threading.Event) -> None:
    with contextlib.closing(_redis().pubsub(ignore_subscribe_messages=True)) as own:
        own.subscribe(CHANNEL)
        hub.wake_all()
        while not ended.is_set():
            word = own.get_message(timeout=PATIENCE)
            if word is not None:
                _heard(word["data"].decode())


def _heard(word: str) -> None:
    sender, _, topic = word.partition(" ")
    if sender != _me:
        hub.wake(int(topic) if topic.isascii() and topic.isdigit() else topic)


@cache
def _redis() -> Any:
    import redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1)
