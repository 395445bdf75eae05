"""The worker processes of a server: started anew when they die, and none left when it stops."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from campaign.project import server
from campaign.project.server import Crew
from tests.loops import apart

LIVES = "import pathlib, os, time; pathlib.Path({folder!r}, str(os.getpid())).touch(); time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + LIVES


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


def run(count: int, program: str, folder: Path, act: Callable[[Crew], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        workers = Crew(count, [sys.executable, "-c", program.format(folder=str(folder))])
        workers.start()
        try:
            await act(workers)
        finally:
            await workers.stop()

    apart(all_of_it())


def pids(folder: Path) -> set[int]:
    return {int(path.name) for path in folder.iterdir()}


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_that_dies_is_started_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "FIRST_REST", 0.01)

    async def kill(workers: Crew) -> None:
        for count in (1, 2, 3):
            await until(lambda: len(pids(tmp_path)) == count)  # noqa: B023
            (process,) = workers.running
            os.kill(process.pid, signal.SIGKILL)
            await until(lambda: not alive(process.pid))  # noqa: B023

    run(1, LIVES, tmp_path, kill)
    assert not any(alive(pid) for pid in pids(tmp_path))


@pytest.mark.parametrize("program", [LIVES, STUBBORN])
def test_none_is_left_when_the_server_stops(program: str, tmp_path: Path) -> None:
    async def wait(workers: Crew) -> None:
        await until(lambda: len(pids(tmp_path)) == 2)

    run(2, program, tmp_path, wait)
    assert len(pids(tmp_path)) == 2
    assert not any(alive(pid) for pid in pids(tmp_path))


def test_one_that_dies_at_once_rests_longer_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        rests.append(seconds)
        await sleep(0)

    async def wait(workers: Crew) -> None:
        monkeypatch.setattr(server.asyncio, "sleep", note)
        async with asyncio.timeout(60):
            while len(rests) < 8:
                await sleep(0.02)
        monkeypatch.setattr(server.asyncio, "sleep", sleep)

    run(1, "raise SystemExit(1)", tmp_path, wait)
    assert rests[:8] == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]
