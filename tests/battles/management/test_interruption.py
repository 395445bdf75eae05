"""`simulate` that is stopped by Ctrl-C or SIGTERM prints what it has, says so, and leaves no process."""

import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[3]
BATTLES = 900_000
WORDS = ("--a", "random", "--b", "random", "--option", "max_turns=1", "--seed", "3")


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a process has started."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(word) for word in children.read_text(encoding="ascii").split()]


def stopped(number: int, var: Path, *words: str) -> tuple[int, str, str]:
    """Start `simulate` with two jobs, stop it once both are at work; its exit code and what it printed."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "simulate", *WORDS, "--battles", str(BATTLES), "--jobs", "2", *words],
        env={**os.environ, "MUSTER_VAR": str(var)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while len(workers := workers_of(process)) < 2:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline, "no worker was started"
            time.sleep(0.001)
        if number == signal.SIGINT:  # a terminal tells the whole group
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        printed, errors = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
    return process.returncode, printed, errors


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_prints_the_battles_that_are_done_as_json(tmp_path: Path) -> None:
    code, printed, errors = stopped(signal.SIGINT, tmp_path, "--json")
    partial = json.loads(printed)
    done = partial["battles"]
    assert (code, partial["asked"], partial["partial"]) == (130, BATTLES, True)
    assert 1 <= done < BATTLES
    assert errors == f"CommandError: Stopped after {done:,} of {BATTLES:,} battles; the numbers are for these.\n"
    out = StringIO()
    call_command("simulate", *WORDS, "--battles", str(done), "--json", stdout=out)
    assert json.loads(out.getvalue()) == {**partial, "asked": done, "partial": False}


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_sigterm_prints_a_table_of_the_battles_that_are_done(tmp_path: Path) -> None:
    code, printed, errors = stopped(signal.SIGTERM, tmp_path)
    assert code == 143
    assert f" of {BATTLES:,} battles\n  a random" in printed
    assert errors.startswith("CommandError: Stopped after ")
    assert "Traceback" not in errors
