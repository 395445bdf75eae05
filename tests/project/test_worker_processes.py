"""`serve` and `work` as processes: a worker that dies comes back, none outlives its server, one is at a SQLite file."""

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from campaign.project.worker import WorkLoop
from tests.project.conftest import ROOT, Manage
from tests.project.served import Running

Serve = Callable[..., Running]
MAKE = """
from battles.models import Battle
battle = Battle.objects.create(title="x", system="easy_napoleonics", rules_version=1, setup=b"{}", commitment="0" * 64)
print(battle.slug)
"""


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether the process lives; one that has ended and whose parent has not asked after it does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def workers(empty_database: Path, environ: dict[str, str]) -> Callable[[], set[int]]:
    """The processes of the workers that the database knows of; the database is made first."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes are looked at as Linux shows them")
    path = Path(environ["MUSTER_VAR"]) / "muster.sqlite3"
    path.parent.mkdir()
    shutil.copyfile(empty_database, path)

    def known() -> set[int]:
        with contextlib.closing(sqlite3.connect(path, timeout=20)) as connection:
            names = connection.execute("SELECT name FROM battles_worker").fetchall()
        return {int(name.split(":")[1]) for (name,) in names}

    return known


@pytest.fixture
def work(environ: dict[str, str]) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start `work` alone."""
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        words = [sys.executable, str(ROOT / "manage.py"), "work"]
        started.append(subprocess.Popen(words, env=environ, stderr=subprocess.PIPE, text=True, cwd=ROOT))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_signal_ends_a_worker_that_holds_the_lock_of_its_own_wait() -> None:
    """Python runs a handler between two steps of the main thread, also while that begins or ends its wait."""
    worker, is_noted = WorkLoop(), threading.Event()

    def interrupted() -> None:
        with worker.ended._cond:  # type: ignore[attr-defined]
            worker._end(signal.SIGTERM, None)
        is_noted.set()

    threading.Thread(target=interrupted, daemon=True).start()
    assert is_noted.wait(10)
    assert worker._ends()


def test_a_killed_worker_is_followed_by_another_and_none_outlives_the_server(
    serve: Serve, workers: Callable[[], set[int]]
) -> None:
    running = serve()
    until(workers)
    (first,) = workers()
    os.kill(first, signal.SIGKILL)
    until(lambda: workers() and first not in workers())
    (second,) = workers()
    assert running.stop() == 0
    assert not alive(first)
    assert not alive(second)
    assert running.read_rest().endswith("Muster has stopped.\n")


def test_a_killed_server_leaves_no_worker(serve: Serve, workers: Callable[[], set[int]]) -> None:
    running = serve()
    until(workers)
    (worker,) = workers()
    running.stop(signal.SIGKILL)
    until(lambda: not alive(worker))


def test_a_server_may_be_without_workers(serve: Serve, workers: Callable[[], set[int]], manage: Manage) -> None:
    running = serve("--workers", "0")
    children = Path(f"/proc/{running.process.pid}/task/{running.process.pid}/children")
    assert not children.exists() or children.read_text() == ""
    assert workers() == set()
    answer = manage("serve", "--workers", "two")
    assert (answer.returncode, "is not a number of workers" in answer.stderr) == (2, True)


def test_sqlite_takes_one_worker(
    manage: Manage, workers: Callable[[], set[int]], work: Callable[[], subprocess.Popen[str]]
) -> None:
    answer = manage("serve", "--workers", "2")
    assert (answer.returncode, answer.stderr) == (
        1,
        "SQLite allows one worker, not 2. For more, set DATABASE_URL to a PostgreSQL database.\n",
    )
    work()
    until(workers)
    second = manage("work")
    assert second.returncode == 1
    assert "A worker is running for this database already, and SQLite allows only one." in second.stderr
    assert "Traceback" not in second.stderr


def test_no_backup_is_put_back_under_a_worker(
    manage: Manage, workers: Callable[[], set[int]], work: Callable[[], subprocess.Popen[str]], tmp_path: Path
) -> None:
    manage("backup", "--to", str(tmp_path / "backups"))
    (backup,) = (tmp_path / "backups").iterdir()
    worker = work()
    until(workers)
    answer = manage("restore", str(backup))
    assert (answer.returncode, "Muster is running here" in answer.stderr) == (1, True)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(30) == 0
    assert workers() == set()
    assert manage("restore", str(backup)).returncode == 0


def test_the_server_ends_though_streams_are_open(
    serve: Serve, workers: Callable[[], set[int]], manage: Manage, environ: dict[str, str]
) -> None:
    running = serve()
    slug = manage("shell", "--verbosity", "0", "-c", MAKE).stdout.split()[-1]
    streams = []
    for _ in range(3):
        stream = socket.create_connection(("127.0.0.1", running.port))
        stream.settimeout(30)
        stream.sendall(f"GET /b/{slug}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        heard = b""
        while b"event: begin" not in heard:
            piece = stream.recv(4096)
            assert piece, heard
            heard += piece
        streams.append(stream)
    assert running.stop() == 0
    for stream in streams:
        stream.close()
