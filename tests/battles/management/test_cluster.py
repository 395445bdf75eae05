"""`simulate --dask`: battles on a Dask cluster of worker processes, the same as on one machine."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import distributed
import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).resolve().parents[3]
WORDS = ("simulate", "--scenario", "meeting", "--a", "random", "--option", "max_turns=2", "--battles", "12", "--json")


class Cluster:
    """A scheduler and its workers, started with the words of the documents."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start(ROOT, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        file, deadline = folder / "scheduler.json", time.monotonic() + 60
        while not file.exists() or not file.read_bytes().endswith(b"}"):
            assert time.monotonic() < deadline, "no scheduler"
            time.sleep(0.05)
        self.address: str = json.loads(file.read_bytes())["address"]

    def start(self, root: Path, *words: str) -> None:
        """Start a part of the cluster in the folder of a copy of Muster."""
        file = ("--scheduler-file", str(self.folder / "scheduler.json"))
        whole = [sys.executable, "-m", "dask", *words, *file]
        self.processes.append(subprocess.Popen(whole, cwd=root, stderr=subprocess.DEVNULL))

    def add_workers(self, root: Path, count: int, many: int) -> None:
        """Start workers, processes of one thread each, and wait until there are ``many``."""
        words = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(count):
            self.start(root, "worker", *words, "--local-directory", str(self.folder))
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(many, timeout=60)

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two worker processes."""
    found = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        found.add_workers(ROOT, 2, 2)
        yield found
    finally:
        found.stop()


def printed(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("simulate", *words, stdout=StringIO(), stderr=StringIO())
    assert caught.value.returncode == 2
    return str(caught.value)


def test_a_cluster_gives_the_very_same_answer(two_workers: Cluster) -> None:
    assert printed(*WORDS, "--seed", "4", "--dask", two_workers.address) == printed(*WORDS, "--seed", "4")


def test_ctrl_c_prints_the_battles_that_a_cluster_has_done(two_workers: Cluster, tmp_path: Path) -> None:
    words = ["simulate", "--a", "random", "--b", "random", "--option", "max_turns=1", "--seed", "3", "--json"]
    process = subprocess.Popen(
        [sys.executable, "manage.py", *words, "--battles", "20000", "--dask", two_workers.address],
        env={**os.environ, "MUSTER_VAR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    try:
        with distributed.Client(two_workers.address, set_as_default=False) as client:
            deadline = time.monotonic() + 60
            while not any(client.processing().values()):
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.05)
            time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    partial = json.loads(out)
    done = partial["battles"]
    assert (process.returncode, partial["partial"], partial["asked"]) == (130, True, 20_000)
    assert 1 <= done < 20_000
    assert "Traceback" not in errors
    whole = json.loads(printed(*words, "--battles", str(done)))
    assert whole == {**partial, "asked": done, "partial": False}


def test_what_keeps_a_cluster_from_being_used_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for address in ("nonsense", "tcp://host", "http://host:8786", "tcp://host:port"):
        assert "--dask must be the address of a scheduler, as in tcp://host:8786" in refused("--dask", address)
    assert "leave one out" in refused("--dask", "tcp://127.0.0.1:1", "--jobs", "2")
    monkeypatch.setattr("battles.management.simulation.PATIENCE", 0.3)
    assert "No Dask scheduler answers at tcp://127.0.0.1:1." in refused("--dask", "tcp://127.0.0.1:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "Dask, which is not installed here" in refused("--dask", "tcp://127.0.0.1:1")


def test_a_worker_with_other_code_is_refused(two_workers: Cluster, tmp_path: Path) -> None:
    """The last test of the cluster: the worker stays."""
    shutil.copytree(ROOT / "battles", tmp_path / "battles", ignore=shutil.ignore_patterns("*.pyc.*", "static"))
    with (tmp_path / "battles" / "rules" / "easy_napoleonics" / "tables.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    two_workers.add_workers(tmp_path, 1, 3)
    assert "has another version of Muster" in refused("--battles", "2", "--dask", two_workers.address)
