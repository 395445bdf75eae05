"""Admission control: a limit on concurrent requests, a short queue, and early refusal of the rest.

A request is admitted when its body has arrived. It then has its own worker thread, with at most one database
connection, until its answer starts: an event stream or a page sent to a slow client holds neither. If the queue is full
or the wait too long, the request gets 503 with Retry-After. Health checks and static files have their own lanes. ADR
0018 explains how threads, pool and streams are related.
"""

import asyncio
import contextlib
import itertools
from bisect import insort
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import structlog
from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.db import Error as DatabaseFault
from django.db import connections
from django.http import HttpResponse

from armies.api.problems import Problem, respond
from campaign.project.error_pages import unavailable
from campaign.project.middleware import Application, Message, Receive, Send, is_api

ALIVE: Final = "/healthz"
HEALTH: Final = (ALIVE, "/readyz", "/metrics")
RETRY_AFTER: Final = (1, 2, 3, 4)
"""Seconds that refused clients are asked to wait, in turn, so that they do not all return at the same time."""

LOG_EVERY: Final = 10.0
"""Seconds between two log lines about refused requests, at least."""

FIRST, OTHER = range(2)
"""Ranks in a queue. Requests with a session or a token, such as those of players, go first; so does `/healthz` among
the health checks."""

log = structlog.get_logger("muster.admission")


@dataclass(frozen=True)
class LaneLoad:
    """The numbers of a lane: its load now, its limits, and its counts since the start."""

    under_way: int
    queued: int
    threads: int
    room: int
    admitted: int
    refused: int


@dataclass(order=True)
class Place:
    """A place in a queue. ``worker`` is set to an idle worker, or to None if a request of higher rank takes it."""

    rank: int
    number: int
    worker: "asyncio.Future[ThreadPoolExecutor | None]" = field(compare=False)


class Lane:
    """Worker threads, each for one request at a time, and a queue of at most ``room`` requests before them.

    A request waits at most ``patience`` seconds. Used from one event loop; ``load`` from any thread.
    """

    def __init__(self, name: str, *, threads: int, room: int, patience: float) -> None:
        self.name = name
        self.threads = threads
        self.room = room
        self.patience = patience
        self._idle = [ThreadPoolExecutor(1, thread_name_prefix=f"{name}-{n}") for n in range(threads)]
        self._queue: list[Place] = []
        self._numbers = itertools.count()
        self._admitted = 0
        self._refused = 0
        self._logged = float("-inf")

    def load(self) -> LaneLoad:
        """Return the numbers of the lane as they are now."""
        busy = self.threads - len(self._idle)
        return LaneLoad(busy, len(self._queue), self.threads, self.room, self._admitted, self._refused)

    async def worker(self, rank: int, receive: Receive) -> ThreadPoolExecutor | None:
        """Return a worker when one is idle; None if the lane is full or the client has left."""
        worker = self._idle.pop() if self._idle else await self._wait(rank, receive)
        self._admitted += worker is not None
        return worker

    def release(self, worker: ThreadPoolExecutor) -> None:
        """Give ``worker`` to another request when its thread has finished and holds no connection."""
        loop = asyncio.get_running_loop()

        def ended(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and the server with it
                loop.call_soon_threadsafe(self._pass_on, worker)

        worker.submit(give_back_connections).add_done_callback(ended)

    async def _wait(self, rank: int, receive: Receive) -> ThreadPoolExecutor | None:
        if len(self._queue) >= self.room:
            self._count_refusal()
            if not self._queue or self._queue[-1].rank <= rank:
                return None
            self._queue.pop().worker.set_result(None)
        place = Place(rank, next(self._numbers), asyncio.get_running_loop().create_future())
        insort(self._queue, place)
        left = asyncio.ensure_future(_disconnected(receive))
        try:
            either: set[asyncio.Future[Any]] = {place.worker, left}
            await asyncio.wait(either, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if place.worker.done() and (worker := place.worker.result()):
                self._pass_on(worker)
            raise
        finally:
            left.cancel()
            if not place.worker.done():
                self._queue.remove(place)
        if place.worker.done():
            return place.worker.result()
        if not left.done():
            self._count_refusal()
        return None

    def _pass_on(self, worker: ThreadPoolExecutor) -> None:
        if self._queue:
            self._queue.pop(0).worker.set_result(worker)
        else:
            self._idle.append(worker)

    def _count_refusal(self) -> None:
        self._refused += 1
        now = asyncio.get_running_loop().time()
        if now - self._logged >= LOG_EVERY:
            self._logged = now
            log.warning("requests refused", lane=self.name, refused=self._refused, queued=len(self._queue))


requests: Final = Lane(
    "requests",
    threads=settings.MUSTER_THREADS,
    room=settings.MUSTER_QUEUE,
    patience=settings.MUSTER_QUEUE_PATIENCE / 1000,
)
health: Final = Lane("health", threads=settings.THREADS_FOR_HEALTH, room=20, patience=5)
files: Final = Lane("files", threads=2, room=300, patience=10)
LANES: Final = (requests, health, files)

_rest: Final = ThreadPoolExecutor(settings.THREADS_FOR_THE_REST, thread_name_prefix="rest")
"""Threads for the end of a request after its answer has started: closing it, reading a file that it sends."""


class Visit(Executor):
    """One request, and the executor of its thread-sensitive calls."""

    def __init__(self, lane: Lane, rank: int, receive: Receive, send: Send) -> None:
        self.lane = lane
        self.rank = rank
        self.refused = False
        self._receive = receive
        self._send = send
        self._worker: ThreadPoolExecutor | None = None
        self._arrived = False

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Run ``call`` in the worker of this request, or in the shared threads if it has none any more."""
        if self._worker is not None:
            return self._worker.submit(call, *args, **kwargs)
        return _rest.submit(_without_connection, call, *args, **kwargs)

    async def receive(self) -> Message:
        """Receive the next message. The last part of the body comes when the request is admitted; else a disconnect."""
        message = await self._receive()
        if self._arrived or message["type"] != "http.request" or message.get("more_body"):
            return message
        self._arrived = True
        self._worker = await self.lane.worker(self.rank, self._receive)
        if self._worker is None:
            self.refused = True
            return {"type": "http.disconnect"}
        return message

    async def send(self, message: Message) -> None:
        """Send ``message``. The first one frees the worker for other requests."""
        self.leave()
        await self._send(message)

    def leave(self) -> None:
        """Release the worker, if there is one."""
        worker, self._worker = self._worker, None
        if worker is not None:
            self.lane.release(worker)


def lane_of(path: str) -> Lane:
    """Return the lane of requests for ``path``."""
    if path in HEALTH:
        return health
    return files if path.startswith(settings.STATIC_URL) else requests


def admitted(application: Application, lanes: Callable[[str], Lane] = lane_of) -> Application:
    """Return ``application`` with admission control. ``lanes`` gives the lane of a path."""

    async def wrapped(scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        visit = Visit(lanes(scope["path"]), _rank_of(scope), receive, send)
        async with ThreadSensitiveContext(executor=visit):
            try:
                await application(scope, visit.receive, visit.send)
            finally:
                visit.leave()
        if visit.refused:
            wait = RETRY_AFTER[visit.lane.load().refused % len(RETRY_AFTER)]
            await _refuse(scope["path"], wait, send)

    return wrapped


def give_back_connections() -> None:
    """Give every database connection of this thread back to the pool."""
    for connection in connections.all(initialized_only=True):
        try:
            connection.close()
        except DatabaseFault as fault:
            log.warning("a connection could not be closed", fault=type(fault).__name__)


def _without_connection(call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    try:
        return call(*args, **kwargs)
    finally:
        give_back_connections()


def _rank_of(scope: Mapping[str, Any]) -> int:
    if scope["path"] in HEALTH:
        return FIRST if scope["path"] == ALIVE else OTHER
    session = f"{settings.SESSION_COOKIE_NAME}=".encode()
    has_session_or_token = any(
        name == b"authorization" or (name == b"cookie" and session in value) for name, value in scope["headers"]
    )
    return FIRST if has_session_or_token else OTHER


async def _disconnected(receive: Receive) -> None:
    """Return when the client has left. Its whole body has arrived before."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(path: str, wait: int, send: Send) -> None:
    if is_api(path):
        answer = respond(Problem("unavailable", headers={"Retry-After": str(wait)}), path)
    else:
        answer = _busy_page()
        answer.headers["Retry-After"] = str(wait)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    headers.append((b"content-length", str(len(answer.content)).encode()))
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


@cache
def _busy_page() -> HttpResponse:
    answer = unavailable(RETRY_AFTER[0])
    answer["Cache-Control"] = "no-store"
    answer["Content-Security-Policy"] = "default-src 'self'"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
