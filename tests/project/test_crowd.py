"""Six hundred streams, half of them cut, and four times more requests than a server can answer: it stands."""

import asyncio
import json
import math
import random
import socket
import struct
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from battles.models import Battle, Entry, Seat
from battles.services.create.battle_start import Sitting
from battles.services.play.verification import verify
from campaign.accounts import profile
from tests.battles.services.steps import begun
from tests.battles.under_load.large_battles import sixty
from tests.battles.under_load.many_battles import Found, Hall, Table, share
from tests.battles.under_load.visitor import Visitor
from tests.loops import apart
from tests.project.probed_server import Probed, probed

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the pool of PostgreSQL"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.long,
]

USERS = 20
ADDRESSES = 10
PER_USER, PER_ADDRESS = 20, 20
"""Streams that each user and each stranger's address opens: half of them from pages, half over the API."""

OPENING = 6
"""Streams that are being opened at one time."""

ACTS = 12
"""Acts that must be acknowledged while the streams are open and cut."""

PATIENCE = 60
"""Seconds that anything may take on a busy machine before the test fails."""


def fight() -> Battle:
    """A battle that two guests fight, of thirteen units on each side."""
    return begun(None, None, *(Sitting(place=side, guest=True) for side in "ab"), setup=sixty(26, 14, 12))


@dataclass
class Stream:
    """An open stream, and its status."""

    status: int
    after: str
    writer: asyncio.StreamWriter

    def cut(self) -> None:
        """Break the connection without a goodbye."""
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


async def open_stream(port: int, path: str, headers: Mapping[str, str]) -> Stream:
    """Open a stream and wait until it has begun; the answer where it is refused."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode().lower()
    status = int(head[9:12])
    if status == 200:
        await asyncio.wait_for(reader.readuntil(b"event: begin"), PATIENCE)
    return Stream(status, head.partition("retry-after: ")[2].partition("\r\n")[0], writer)


def requested(slugs: list[str]) -> list[tuple[str, dict[str, str]]]:
    """The path and headers of each stream: of twenty users and of strangers at ten addresses behind the proxy."""
    asked: list[tuple[str, dict[str, str]]] = []
    for number in range(USERS):
        user = User.objects.create(username=f"user{number}")
        browser = Client()
        browser.force_login(user)
        cookie = {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}
        bearer = {"Authorization": f"Bearer {profile.make_token(user, name='stream', may_write=False, days=0)[1]}"}
        asked += both(slugs, PER_USER, cookie, bearer)
    for number in range(ADDRESSES):
        stranger = {"X-Forwarded-For": f"198.51.100.{number}"}
        asked += both(slugs, PER_ADDRESS, stranger, stranger)
    random.Random(1).shuffle(asked)  # noqa: S311
    return asked


def both(slugs: list[str], count: int, page: dict[str, str], api: dict[str, str]) -> list[tuple[str, dict[str, str]]]:
    """As many streams of pages as over the API, over the battles in turn."""
    paths = [(f"/b/{slug}/live", page) for slug in slugs], [(f"/api/v1/battles/{slug}/live", api) for slug in slugs]
    return [paths[number % 2][number // 2 % len(slugs)] for number in range(count)]


async def open_all(port: int, asked: list[tuple[str, dict[str, str]]]) -> list[Stream]:
    """Open these streams, some at a time; who is refused for the crowd asks again."""
    waiting = list(asked)
    streams: list[Stream] = []

    async def one_after_another() -> None:
        while waiting:
            stream = await open_stream(port, *(wanted := waiting.pop()))
            if stream.status == 503:
                waiting.append(wanted)
                await asyncio.sleep(0.2)
                continue
            assert stream.status == 200, (stream.status, wanted)
            streams.append(stream)

    await asyncio.gather(*(one_after_another() for _ in range(OPENING)))
    return streams


@dataclass
class Players:
    """Those who act: what was acknowledged to them, and whether that is enough."""

    port: int
    accepted: list[str] = field(default_factory=list)

    async def play(self, slug: str, seat: str) -> None:
        """Take the seat and act whenever it is awaited; an act refused for the crowd is sent again as it is."""
        visitor = Visitor(self.port, "127.0.0.9")
        table = Table(slug, Hall(0), Found(), random.Random(2))  # noqa: S311
        await visitor.get(f"/b/seat/{seat}")
        while len(self.accepted) < ACTS:
            now = await visitor.now(table.address)
            form = await table.choose(visitor, now["parts"]["panel"]) if now["awaited"] else {}
            while form:
                status, _ = await visitor.post(f"{table.address}/act", form)
                if status == 200:
                    self.accepted.append(form["token"])
                if status != 503:
                    break
                await asyncio.sleep(0.2)
            await asyncio.sleep(0.1)


async def time_of(port: int, path: str) -> tuple[int, float]:
    """The status of the first answer, and the seconds that it took."""
    begun_at = time.perf_counter()
    status, _, _ = await Visitor(port, "127.0.0.9").ask_once("GET", path, "")
    return status, time.perf_counter() - begun_at


async def comes(server: Probed, condition: Any) -> dict[str, Any]:
    """The load of the server as soon as ``condition`` holds of it; as it is in the end where it never does."""
    until = time.monotonic() + PATIENCE / 2
    while not condition(load := server.load()) and time.monotonic() < until:
        await asyncio.sleep(0.1)
    return load


def lent(load: Mapping[str, Any]) -> int:
    """How many connections the pool has given out."""
    return int(load["pool"].get("pool_size", 0)) - int(load["pool"].get("pool_available", 0))


def test_six_hundred_streams_of_which_half_are_cut_cost_no_connection_and_no_act(environ: dict[str, str]) -> None:
    battles = [fight() for _ in range(6)]
    asked = requested([battle.slug for battle in battles])
    assert Counter("api" in path for path, _ in asked) == {True: 300, False: 300}
    seats = [(seat.battle.slug, str(seat.token)) for seat in Seat.objects.filter(battle__in=battles[:2])]

    async def crowd(server: Probed) -> list[str]:
        assert lent(await comes(server, lambda load: lent(load) == 0)) == 0  # the checks at the start give theirs back
        players = Players(server.port)
        playing = [asyncio.ensure_future(players.play(slug, seat)) for slug, seat in seats]
        streams = await open_all(server.port, asked)
        await asyncio.gather(*playing)
        assert sum(server.load()["streams"].values()) == 600
        path = f"/api/v1/battles/{battles[0].slug}/live"
        full = await open_stream(server.port, path, {"X-Forwarded-For": "198.51.100.0"})
        other = await open_stream(server.port, path, {"X-Forwarded-For": "198.51.100.99"})
        assert (full.status, full.after, other.status) == (429, "60", 200)
        for stream in (other, *streams[::2]):
            stream.cut()
        players.accepted, first = [], players.accepted
        await asyncio.gather(*(players.play(slug, seat) for slug, seat in seats))
        load = await comes(server, lambda load: sum(load["streams"].values()) == 300 and lent(load) == 0)
        assert sum(load["streams"].values()) == 300
        assert lent(load) == 0
        assert load["pool"]["pool_max"] > load["lanes"]["requests"]["threads"]
        assert [load["lanes"][lane]["under_way"] for lane in load["lanes"]] == [0, 0, 0]
        assert load["pool"].get("requests_errors", 0) == 0  # nobody waited for a connection in vain
        well = [await time_of(server.port, "/healthz") for _ in range(3)]
        assert [status for status, _ in well] == [200, 200, 200]
        assert min(seconds for _, seconds in well) < 1
        return first + players.accepted

    with probed(environ, MUSTER_PROXIES="127.0.0.1", MUSTER_STREAMS_PER_ADDRESS=str(PER_ADDRESS)) as server:
        accepted = apart(asyncio.wait_for(crowd(server), 3 * PATIENCE))
    assert len(accepted) >= 2 * ACTS
    stored = {str(token) for token in Entry.objects.exclude(token=None).values_list("token", flat=True)}
    assert [token for token in accepted if token not in stored] == []
    assert [problem for battle in battles for problem in verify(battle)] == []


CROWD = 160
"""Requests that come four times as fast as they can be answered."""


def test_at_four_times_capacity_the_rest_is_refused_early_and_health_is_answered(environ: dict[str, str]) -> None:
    page = f"/b/{fight().slug}"

    async def alone(port: int) -> float:
        """Seconds that the page takes where nobody else asks, at the median."""
        return share([(await time_of(port, page))[1] for _ in range(9)], 0.5)

    async def crowd(server: Probed) -> None:
        port = server.port
        before = await alone(port)
        ended = asyncio.Event()
        health: list[tuple[int, float]] = []

        async def check() -> None:
            while not ended.is_set():
                health.append(await time_of(port, "/healthz"))
                await asyncio.sleep(0.02)

        async def come(number: int) -> tuple[int, float]:
            await asyncio.sleep(number * before / 4)
            return await time_of(port, page)

        checks = asyncio.ensure_future(check())
        answers = await asyncio.gather(*(come(number) for number in range(CROWD)))
        ended.set()
        await checks
        usual = max(before, await alone(port))
        lane = server.load()["lanes"]["requests"]
        statuses = Counter(status for status, _ in answers)
        assert set(statuses) == {200, 503}
        assert statuses[503] == lane["refused"] >= CROWD // 8
        assert statuses[200] >= CROWD // 8
        # In the machine at once are those under way and those queued; each takes its time of one processor.
        most = lane["threads"] + lane["room"]
        assert share([seconds for status, seconds in answers if status == 200], 0.95) < 3 * most * usual
        assert {status for status, _ in health} == {200}
        assert share([seconds for _, seconds in health], 0.5) < 3 * usual
        assert len(health) >= math.sqrt(CROWD) / 2

    with probed(environ, MUSTER_THREADS="2", MUSTER_QUEUE="4") as server:
        apart(asyncio.wait_for(crowd(server), 3 * PATIENCE))


def test_a_refusal_says_when_to_come_again_as_a_page_and_as_a_problem(environ: dict[str, str]) -> None:
    slug = fight().slug

    async def crowd(server: Probed) -> None:
        for path in (f"/b/{slug}", f"/api/v1/battles/{slug}"):
            answers = await asyncio.gather(*(raw(server.port, path) for _ in range(20)))
            refused = [answer for answer in answers if answer.startswith("HTTP/1.1 503")]
            assert refused
            head, _, body = refused[0].partition("\r\n\r\n")
            assert "retry-after: " in head.lower()
            if path.startswith("/api/"):
                assert "application/problem+json" in head
                problem = json.loads(body)
                assert (problem["type"], problem["instance"]) == ("/api/#problem-unavailable", path)
            else:
                assert "Muster is too busy" in body

    async def raw(port: int, path: str) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        return answer.decode()

    with probed(environ, MUSTER_THREADS="1", MUSTER_QUEUE="1") as server:
        apart(asyncio.wait_for(crowd(server), 3 * PATIENCE))
