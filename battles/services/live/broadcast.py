"""News between processes: wake the streams of this process and notify the others."""

import contextlib
import secrets
import sqlite3
import threading
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models.signals import post_save

from armies.models import Army, Change
from battles.models import TableGame, Told
from battles.services.live.hub import ARMY, TABLE, Topic, army_topic, campaign_topic, hub, table_topic

CHANNEL: Final = "muster_battles"
LOOK: Final = 0.1
"""Seconds between two polls of a SQLite file."""

REST: Final = 1.0
"""Seconds to wait after an error before the next try."""

PATIENCE: Final = 0.5
"""Seconds to wait for a message before checking if the server stops."""

log = structlog.get_logger("muster.live")
_me: Final = secrets.token_hex(4)
_lock: Final = threading.Lock()
_thread: "Watcher | None" = None
_own: Final[dict[int, int]] = {}
"""By battle the id of the last line that this process wrote, until the SQLite watcher has seen it."""


class Watcher(threading.Thread):
    """A thread that listens for news until ``ended`` is set, and restarts after an error.

    Every ``listen`` function wakes all streams when it starts, because news may have been missed.
    """

    def __init__(self, listen: Callable[[threading.Event], None]) -> None:
        super().__init__(name="watcher", daemon=True)
        self.listen = listen
        self.ended = threading.Event()

    def run(self) -> None:
        well = True
        while not self.ended.is_set():
            try:
                self.listen(self.ended)
            except Exception as fault:  # of any kind: try again
                if well:
                    log.warning("listening for news failed", fault=type(fault).__name__)
                well = False
                self.ended.wait(REST)


def watch() -> None:
    """Start the watcher of this process, unless it is running."""
    global _thread
    with _lock:
        if _thread is None or not _thread.is_alive():
            _thread = Watcher(_listener())
            _thread.start()


def stop() -> None:
    """Stop the watcher and close its connection."""
    global _thread
    with _lock:
        ending, _thread = _thread, None
        _own.clear()
    if ending is not None:
        ending.ended.set()
        ending.join(2 * PATIENCE)


def tell_others(topic: Topic, newest: int = 0) -> None:
    """Tell the other processes that ``topic`` may have news. Never raises; call it after the commit.

    ``newest`` is the id of the last line written for a battle. The SQLite watcher of this process skips lines up to it.
    """
    word = f"{_me} {topic}"
    try:
        if settings.REDIS_URL:
            _redis().publish(CHANNEL, word)
        elif connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, word])
        elif isinstance(topic, int):
            _remember_own(topic, newest)
    except Exception as fault:  # the news is stored already: the others will find it at their next check
        log.warning("other processes were not notified", fault=type(fault).__name__)


def _listener() -> Callable[[threading.Event], None]:
    if settings.REDIS_URL:
        return _listen_to_redis
    return _listen_to_postgresql if connection.vendor == "postgresql" else _poll_sqlite


def _poll_sqlite(ended: threading.Event) -> None:
    path = Path(connection.settings_dict["NAME"]).absolute()
    table = Told._meta.db_table
    news = f"SELECT battle_id, MAX(id) FROM {table} WHERE id > ? GROUP BY battle_id"  # noqa: S608
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)) as own:
        version = None
        last = own.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()[0]  # noqa: S608
        versions: dict[Topic, int] = {}
        hub.wake_all()
        while not ended.wait(LOOK):
            before, version = version, own.execute("PRAGMA data_version").fetchone()[0]
            if version == before:
                continue
            for battle, newest in own.execute(news, (last,)).fetchall():
                last = max(last, newest)
                if not _is_own(battle, newest):
                    hub.wake(battle)
            versions = _poll_versions(own, versions)


VERSIONED: Final = {
    TABLE: f"SELECT version FROM {TableGame._meta.db_table} WHERE id = ?",  # noqa: S608
    ARMY: f"SELECT version FROM {Army._meta.db_table} WHERE id = ?",  # noqa: S608
}
"""Queries for the version of what has versions, by the beginning of its topics; other apps add theirs."""


def _poll_versions(own: sqlite3.Connection, before: dict[Topic, int]) -> dict[Topic, int]:
    """Wake the streams of what has changed its version since ``before``; return the versions now."""
    now: dict[Topic, int] = {}
    for kind, query in VERSIONED.items():
        for one in hub.followed(kind):
            row = own.execute(query, (one,)).fetchone()
            topic = f"{kind}{one}"
            now[topic] = row[0] if row else -1
            if now[topic] != before.get(topic):
                hub.wake(topic)
    return now


def _remember_own(battle: int, newest: int) -> None:
    """Remember for the watcher, if there is one, which lines this process wrote itself."""
    with _lock:
        if _thread is not None:
            _own[battle] = max(newest, _own.get(battle, 0))


def _is_own(battle: int, newest: int) -> bool:
    """True if this process wrote the lines of ``battle`` up to ``newest`` and has woken its streams itself."""
    with _lock:
        own = _own.get(battle, 0)
        if own <= newest:
            _own.pop(battle, None)
    return own >= newest


def _listen_to_postgresql(ended: threading.Event) -> None:
    import psycopg

    with psycopg.connect(**{**connection.get_connection_params(), "autocommit": True}) as own:
        own.execute(f"LISTEN {CHANNEL}")
        hub.wake_all()
        while not ended.is_set():
            for word in own.notifies(timeout=PATIENCE):
                _receive(word.payload)


def _listen_to_redis(ended: threading.Event) -> None:
    with contextlib.closing(_redis().pubsub(ignore_subscribe_messages=True)) as own:
        own.subscribe(CHANNEL)
        hub.wake_all()
        while not ended.is_set():
            word = own.get_message(timeout=PATIENCE)
            if word is not None:
                _receive(word["data"].decode())


def _receive(word: str) -> None:
    sender, _, topic = word.partition(" ")
    if sender != _me:
        hub.wake(int(topic) if topic.isascii() and topic.isdigit() else topic)


@cache
def _redis() -> Any:
    import redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=1)


def wake(battle: int, newest: int) -> None:
    """Wake every stream of the battle with this id, in all processes. Call it after the commit; never raises.

    Args:
        newest: the id of the last line that was written.
    """
    tell_others(battle, newest)
    hub.wake(battle)


def wake_table(game: int) -> None:
    """Wake every stream of the tracked game with this id, as `wake`."""
    tell_others(table_topic(game))
    hub.wake(table_topic(game))


def wake_army(army: int) -> None:
    """Wake every stream of the army with this id, as `wake`."""
    tell_others(army_topic(army))
    hub.wake(army_topic(army))


def wake_campaign(campaign: int) -> None:
    """Wake every stream of the campaign with this id, as `wake`."""
    tell_others(campaign_topic(campaign))
    hub.wake(campaign_topic(campaign))


def open_streams() -> None:
    """Allow streams; called when the server starts."""
    hub.open()


def close_streams() -> None:
    """End every stream of this process."""
    hub.close()


def stop_watching() -> None:
    """Stop listening to the other processes."""
    stop()


def _stored(instance: Change, *, created: bool, raw: bool, **_other: Any) -> None:
    if created and not raw:
        transaction.on_commit(partial(wake_army, instance.army_id))


def wake_streams_of_changed_armies() -> None:
    """Wake the streams of an army after each change."""
    post_save.connect(_stored, sender=Change, dispatch_uid="news of armies")
