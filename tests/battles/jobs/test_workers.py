"""Workers that live and die: what they had claimed comes back, and somebody is told when there is none."""

import os
import socket
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from battles.models import ComputerTurn, Worker
from battles.services.jobs import computer_turns
from tests.battles.live.listener import battle_of

pytestmark = pytest.mark.django_db
State = ComputerTurn.State
ELSEWHERE = "another-machine:17:00000000"


def turn_of(worker: str, **more: Any) -> ComputerTurn:
    return ComputerTurn.objects.create(
        **{
            "battle": battle_of(),
            "head": 0,
            "side": "a",
            "state": State.CLAIMED,
            "claimed": timezone.now(),
            "worker": worker,
            **more,
        }
    )


def state_of(turn: ComputerTurn) -> str:
    return ComputerTurn.objects.get(pk=turn.pk).state


def silent(name: str) -> None:
    Worker.objects.filter(name=name).update(beat=timezone.now() - computer_turns.SILENT - timedelta(seconds=1))


def test_a_name_is_never_given_twice() -> None:
    assert computer_turns.worker_name() != computer_turns.worker_name()


def test_what_a_living_worker_claimed_stays_his() -> None:
    computer_turns.heartbeat(ELSEWHERE)
    turn = turn_of(ELSEWHERE)
    assert computer_turns.requeue() == 0
    assert state_of(turn) == State.CLAIMED


def test_what_a_silent_worker_claimed_is_due_again_and_he_is_forgotten() -> None:
    computer_turns.heartbeat(ELSEWHERE)
    turn = turn_of(ELSEWHERE)
    silent(ELSEWHERE)
    assert computer_turns.requeue() == 1
    turn.refresh_from_db()
    assert (turn.state, turn.worker, turn.claimed) == (State.DUE, "", None)
    assert not Worker.objects.exists()


@pytest.mark.skipif(os.name != "posix", reason="processes are asked after as POSIX has it")
def test_a_worker_of_this_machine_whose_process_is_gone_is_dead_at_once() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    host = socket.gethostname()[:50]
    dead, alive = f"{host}:{ended.pid}:00000000", f"{host}:{os.getpid()}:00000000"
    computer_turns.heartbeat(dead)
    computer_turns.heartbeat(alive)
    lost, kept = turn_of(dead), turn_of(alive)
    assert computer_turns.requeue() == 1
    assert (state_of(lost), state_of(kept)) == (State.DUE, State.CLAIMED)


def test_a_claim_that_lasts_too_long_is_due_again_though_its_worker_lives() -> None:
    computer_turns.heartbeat(ELSEWHERE)
    long_ago = timezone.now() - computer_turns.LONGEST_CLAIM - timedelta(seconds=1)
    stuck, fresh = turn_of(ELSEWHERE, claimed=long_ago), turn_of(ELSEWHERE)
    assert computer_turns.requeue() == 1
    assert (state_of(stuck), state_of(fresh)) == (State.DUE, State.CLAIMED)


def test_a_turn_that_every_worker_died_of_is_given_to_no_other() -> None:
    deadly = turn_of("nobody", tries=computer_turns.MOST_CLAIMS)
    assert computer_turns.requeue() == 0
    deadly.refresh_from_db()
    assert (deadly.state, deadly.fault) == (State.FAILED, "Every worker that tried to decide this turn has died.")


def test_nothing_is_lacking_before_there_is_anything_to_do(client: Any) -> None:
    assert computer_turns.stall_reason() == ""
    turn_of("", state=State.DUE)
    assert computer_turns.stall_reason() == ""
    assert client.get("/readyz").status_code == 200


def test_turns_that_wait_without_any_worker_are_told_by_readyz(client: Any) -> None:
    turn = turn_of("", state=State.DUE)
    ComputerTurn.objects.filter(pk=turn.pk).update(
        created=timezone.now() - computer_turns.SILENT - timedelta(seconds=1)
    )
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (
        503,
        "Turns of computer players are due, but no worker is running. Run `python3 manage.py work`.",
    )
    computer_turns.heartbeat(ELSEWHERE)
    assert client.get("/readyz").status_code == 200


def test_workers_that_have_all_fallen_silent_are_told_by_readyz(client: Any) -> None:
    computer_turns.heartbeat(ELSEWHERE)
    computer_turns.heartbeat("a-third:18:00000000")
    silent(ELSEWHERE)
    assert client.get("/readyz").status_code == 200
    silent("a-third:18:00000000")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["reason"].startswith("The last heartbeat of a worker was at ")
    computer_turns.retire(ELSEWHERE)
    computer_turns.retire("a-third:18:00000000")
    assert client.get("/readyz").status_code == 200
