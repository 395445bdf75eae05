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
from battles.services import enlisting
from tests.battles.live.hearing import battle_of

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
    Worker.objects.filter(name=name).update(beat=timezone.now() - enlisting.SILENT - timedelta(seconds=1))


def test_a_name_is_never_given_twice() -> None:
    assert enlisting.new_name() != enlisting.new_name()


def test_what_a_living_worker_claimed_stays_his() -> None:
    enlisting.beat(ELSEWHERE)
    turn = turn_of(ELSEWHERE)
    assert enlisting.requeue() == 0
    assert state_of(turn) == State.CLAIMED


def test_what_a_silent_worker_claimed_is_due_again_and_he_is_forgotten() -> None:
    enlisting.beat(ELSEWHERE)
    turn = turn_of(ELSEWHERE)
    silent(ELSEWHERE)
    assert enlisting.requeue() == 1
    turn.refresh_from_db()
    assert (turn.state, turn.worker, turn.claimed) == (State.DUE, "", None)
    assert not Worker.objects.exists()


@pytest.mark.skipif(os.name != "posix", reason="processes are asked after as POSIX has it")
def test_a_worker_of_this_machine_whose_process_is_gone_is_dead_at_once() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    host = socket.gethostname()[:50]
    dead, alive = f"{host}:{ended.pid}:00000000", f"{host}:{os.getpid()}:00000000"
    enlisting.beat(dead)
    enlisting.beat(alive)
    lost, kept = turn_of(dead), turn_of(alive)
    assert enlisting.requeue() == 1
    assert (state_of(lost), state_of(kept)) == (State.DUE, State.CLAIMED)


def test_a_claim_that_lasts_too_long_is_due_again_though_its_worker_lives() -> None:
    enlisting.beat(ELSEWHERE)
    long_ago = timezone.now() - enlisting.LONGEST_CLAIM - timedelta(seconds=1)
    stuck, fresh = turn_of(ELSEWHERE, claimed=long_ago), turn_of(ELSEWHERE)
    assert enlisting.requeue() == 1
    assert (state_of(stuck), state_of(fresh)) == (State.DUE, State.CLAIMED)


def test_a_turn_that_every_worker_died_of_is_given_to_no_other() -> None:
    deadly = turn_of("nobody", tries=enlisting.MOST_CLAIMS)
    assert enlisting.requeue() == 0
    deadly.refresh_from_db()
    assert (deadly.state, deadly.fault) == (State.FAILED, "Every worker that tried to decide has died.")


def test_nothing_is_lacking_before_there_is_anything_to_do(client: Any) -> None:
    assert enlisting.lack() == ""
    turn_of("", state=State.DUE)
    assert enlisting.lack() == ""
    assert client.get("/readyz").status_code == 200


def test_turns_that_wait_without_any_worker_are_told_by_readyz(client: Any) -> None:
    turn = turn_of("", state=State.DUE)
    ComputerTurn.objects.filter(pk=turn.pk).update(created=timezone.now() - enlisting.SILENT - timedelta(seconds=1))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["reason"]) == (
        503,
        "Computer players are to move and there is no worker. Run `python3 manage.py work`.",
    )
    enlisting.beat(ELSEWHERE)
    assert client.get("/readyz").status_code == 200


def test_workers_that_have_all_fallen_silent_are_told_by_readyz(client: Any) -> None:
    enlisting.beat(ELSEWHERE)
    enlisting.beat("a-third:18:00000000")
    silent(ELSEWHERE)
    assert client.get("/readyz").status_code == 200
    silent("a-third:18:00000000")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["reason"].startswith("No worker has been heard from since ")
    enlisting.retire(ELSEWHERE)
    enlisting.retire("a-third:18:00000000")
    assert client.get("/readyz").status_code == 200
