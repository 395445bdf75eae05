"""How many requests are under way, who waits, who is refused, and when a worker thread is free again."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from campaign.project import admission
from campaign.project.admission import Lane, admitted
from campaign.project.middleware import Application
from campaign.project.status import process_load
from tests.loops import apart

SOON = 10
"""Seconds within which anything must have come."""


class Client:
    """A client of an ASGI application: it asks for ``path``, may send its body late, may leave, and has the answer."""

    def __init__(self, application: Application, path: str = "/", *, known: bool = False, late: bool = False) -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}=x".encode()
        headers = [(b"cookie", cookie)] if known else [(b"cookie", b"theme=dark")]
        self.scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
        self.messages: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.sent: list[Mapping[str, Any]] = []
        self.answering = asyncio.Event()
        if not late:
            self.send_body()
        self.task = asyncio.ensure_future(application(self.scope, self.messages.get, self._send))

    def send_body(self) -> None:
        self.messages.put_nowait({"type": "http.request", "body": b"", "more_body": False})

    def leave(self) -> None:
        self.messages.put_nowait({"type": "http.disconnect"})

    async def _send(self, message: Mapping[str, Any]) -> None:
        self.sent.append(message)
        self.answering.set()

    async def status(self) -> int:
        """The status, once it is sent."""
        await asyncio.wait_for(self.answering.wait(), SOON)
        return int(self.sent[0]["status"])

    def header(self, name: bytes) -> bytes:
        value: bytes = dict(self.sent[0]["headers"])[name]
        return value


class Work:
    """An application that works in its thread until it is let go, then answers; ``begun`` lists who has begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, threading.Event] = {}
        self.stays = False
        """Whether the connection stays open after the answer has begun, as a stream does."""

    def gate(self, path: str) -> threading.Event:
        return self.gates.setdefault(path, threading.Event())

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if (await receive())["type"] == "http.disconnect":
            return
        await sync_to_async(self._work)(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if self.stays:
            await receive()
        await send({"type": "http.response.body", "body": b""})

    def _work(self, path: str) -> None:
        self.begun.append(path)
        assert self.gate(path).wait(SOON)

    def end(self) -> None:
        """Let everybody go."""
        for gate in self.gates.values():
            gate.set()


def crowded(
    story: Callable[[Work, Application, Lane], Coroutine[Any, Any, None]], *, threads: int, room: int, patience: float
) -> Lane:
    """Tell ``story`` with an application behind a lane; the lane."""
    work = Work()
    lane = Lane("test", threads=threads, room=room, patience=patience)

    async def told() -> None:
        try:
            await story(work, admitted(work, lambda _: lane), lane)
        finally:
            work.end()
            await comes(lambda: lane.load().under_way == 0)

    apart(told())
    return lane


async def comes(condition: Callable[[], bool]) -> None:
    """Return when ``condition`` holds."""
    async with asyncio.timeout(SOON):
        while not condition():
            await asyncio.sleep(0.01)


def test_so_many_work_so_many_wait_and_the_next_is_refused_at_once() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        first = [Client(application, f"/{number}") for number in range(2)]
        await comes(lambda: len(work.begun) == 2)
        waiting = [Client(application, f"/{number}") for number in range(2, 5)]
        await comes(lambda: lane.load().queued == 3)
        late = Client(application, "/5")
        assert await late.status() == 503
        assert 1 <= int(late.header(b"retry-after")) <= 4
        assert b"Muster is too busy" in late.sent[1]["body"]
        for number in range(5):
            work.gate(f"/{number}").set()
        assert [await client.status() for client in (*first, *waiting)] == [200] * 5
        assert sorted(work.begun[2:]) == ["/2", "/3", "/4"]

    load = crowded(story, threads=2, room=3, patience=SOON).load()
    assert (load.admitted, load.refused, load.queued) == (5, 1, 0)


def test_who_is_known_goes_before_strangers_and_takes_the_place_of_one_in_a_full_queue() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        Client(application, "/0")
        await comes(lambda: work.begun == ["/0"])
        strangers = [Client(application, f"/stranger{number}") for number in range(2)]
        await comes(lambda: lane.load().queued == 2)
        known = Client(application, "/known", known=True)
        assert await strangers[1].status() == 503
        assert await Client(application, "/stranger2").status() == 503
        for path in ("/0", "/stranger0", "/known"):
            work.gate(path).set()
        assert [await known.status(), await strangers[0].status()] == [200, 200]
        assert work.begun == ["/0", "/known", "/stranger0"]

    crowded(story, threads=1, room=2, patience=SOON)


def test_who_has_waited_too_long_is_refused() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        Client(application, "/0")
        await comes(lambda: work.begun == ["/0"])
        problem = Client(application, "/api/v1/nations")
        assert await problem.status() == 503
        assert problem.header(b"content-type") == b"application/problem+json"
        assert b"/api/#problem-unavailable" in problem.sent[1]["body"]
        assert work.begun == ["/0"]

    assert crowded(story, threads=1, room=5, patience=0.1).load().refused == 1


def test_who_leaves_the_queue_is_not_served() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        Client(application, "/0")
        await comes(lambda: work.begun == ["/0"])
        leaver, stayer = Client(application, "/leaver"), Client(application, "/stayer")
        await comes(lambda: lane.load().queued == 2)
        leaver.leave()
        await comes(lambda: lane.load().queued == 1)
        work.gate("/stayer").set()
        work.gate("/0").set()
        assert await stayer.status() == 200
        assert work.begun == ["/0", "/stayer"]

    assert crowded(story, threads=1, room=5, patience=SOON).load().refused == 0


def test_a_stream_and_a_slow_reader_hold_no_worker_and_neither_does_a_slow_body() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        Client(application, "/body-never-comes", late=True)
        work.stays = True
        for number in range(3):
            work.gate(f"/{number}").set()
            stream = Client(application, f"/{number}")
            assert await stream.status() == 200
            await comes(lambda: lane.load().under_way == 0)
            assert not stream.task.done()

    crowded(story, threads=1, room=0, patience=SOON)


def test_a_worker_whose_client_has_left_is_not_free_before_its_thread_has_ended() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        client = Client(application, "/0")
        await comes(lambda: work.begun == ["/0"])
        client.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await client.task
        assert lane.load().under_way == 1
        assert await Client(application, "/1").status() == 503
        work.gate("/0").set()
        await comes(lambda: lane.load().under_way == 0)
        work.gate("/1").set()
        assert await Client(application, "/1").status() == 200

    crowded(story, threads=1, room=0, patience=SOON)


def test_health_is_answered_before_what_takes_longer_in_its_lane() -> None:
    async def story(work: Work, application: Application, lane: Lane) -> None:
        Client(application, "/readyz")
        await comes(lambda: work.begun == ["/readyz"])
        metrics = Client(application, "/metrics", known=True)
        await comes(lambda: lane.load().queued == 1)
        alive = Client(application, "/healthz")
        for path in ("/readyz", "/metrics", "/healthz"):
            work.gate(path).set()
        assert [await alive.status(), await metrics.status()] == [200, 200]
        assert work.begun == ["/readyz", "/healthz", "/metrics"]

    crowded(story, threads=1, room=2, patience=SOON)


def test_the_load_of_a_process_is_told_without_asking_its_database() -> None:
    load = process_load()
    assert set(load.lanes) == {"requests", "health", "files"}
    assert load.lanes["requests"].threads == settings.MUSTER_THREADS
    assert set(load.streams) == {"battle_page", "table_page", "battle_api", "army_page", "campaign_page"}
    assert ("pool_max" in load.pool) == (connection.vendor == "postgresql")


@pytest.mark.parametrize(
    ("path", "lane"),
    [
        ("/healthz", admission.health),
        ("/readyz", admission.health),
        ("/metrics", admission.health),
        (f"{settings.STATIC_URL}campaign/css/muster.css", admission.files),
        ("/", admission.requests),
        ("/healthz/more", admission.requests),
        ("/api/v1/battles", admission.requests),
    ],
)
def test_health_and_files_have_lanes_of_their_own(path: str, lane: Lane) -> None:
    assert admission.lane_of(path) is lane
