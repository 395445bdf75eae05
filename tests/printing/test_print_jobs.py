"""Packets in the background: made with progress, taken back, fetched by whose they are, made by the next worker."""

import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from battles.models import Battle, ComputerTurn, Seat, Worker
from battles.services.jobs import computer_turns
from battles.services.play.lock import Gone
from campaign.models import PrintJob
from campaign.printing.services import jobs, setups
from campaign.printing.services.packet_files import EVERYBODY, packet_file
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import Wanted, checked
from campaign.project.worker import WorkLoop
from tests.battles.services.steps import begun, deployed
from tests.printing.conftest import MINI, asker

pytestmark = pytest.mark.django_db
State = PrintJob.State
WANTED = checked(Wanted({"map": {}, "cheat_sheet": {}}))


def asked(user: Any = None, reader: str = EVERYBODY, wanted: Wanted = WANTED, key: str = MINI, **more: Any) -> PrintJob:
    return jobs.ask(asker(user), source_of(key, asker(user)), reader, wanted, **more)


def done(job: PrintJob, worker: str = "here:1:x") -> PrintJob:
    claimed = jobs.claim(worker)
    assert claimed is not None
    assert claimed.pk == job.pk
    jobs.make(claimed)
    job.refresh_from_db()
    return job


def test_a_job_is_made_as_it_would_be_at_once(alice: Any) -> None:
    job = done(asked(alice))
    assert (job.state, job.media, job.done) == (State.DONE, "application/zip", job.pages)
    want = packet_file(source_of(MINI, asker(alice)), EVERYBODY, WANTED)
    assert jobs.file_of(job) == want.data
    assert jobs.claim("another:1:x") is None


def test_it_is_its_owners_and_nobodys_is_for_who_has_its_address(alice: Any, bob: Any, client: Client) -> None:
    hers, open_one = asked(alice), asked()
    for user, job, status in (
        (alice, hers, 200),
        (bob, hers, 404),
        (None, hers, 404),
        (bob, open_one, 200),
        (None, open_one, 200),
    ):
        browser = Client()
        if user:
            browser.force_login(user)
        assert browser.get(f"/print/job/{job.key}/").status_code == status
        assert browser.get(f"/print/job/{job.key}/file").status_code == 404
        if status == 404:
            assert browser.post(f"/print/job/{job.key}/take-back").status_code == 404
    done(hers)
    client.force_login(alice)
    file = client.get(f"/print/job/{hers.key}/file")
    assert (file.status_code, file["Content-Type"]) == (200, "application/zip")
    assert file["Cache-Control"] == "private, no-store"
    assert client.get(f"/print/job/{hers.key}/").status_code == 200
    assert client.post(f"/print/job/{hers.key}/take-back").status_code == 302
    assert client.get(f"/print/job/{hers.key}/file").status_code == 404


def test_progress_is_written_while_it_is_made_and_one_taken_back_stops(
    alice: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "WRITE_EVERY", 0.0)
    told: list[tuple[int, int]] = []
    job = asked(alice)

    def between() -> bool:
        row = PrintJob.objects.get(pk=job.pk)
        told.append((row.done, row.pages))
        if len(told) == 3:
            jobs.cancel(row)
        return True

    claimed = jobs.claim("here:1:x")
    assert claimed is not None
    jobs.make(claimed, between)
    assert [one for one, _ in told] == [1, 2, 3]
    assert not PrintJob.objects.exists()


def test_a_worker_that_ends_gives_its_job_back(alice: Any) -> None:
    asked(alice)
    claimed = jobs.claim("here:1:x")
    assert claimed is not None
    jobs.make(claimed, lambda: False)
    row = PrintJob.objects.get()
    assert (row.state, row.worker, row.tries) == (State.DUE, "", 0)


def test_what_a_killed_worker_had_is_made_by_the_next_and_not_for_ever(alice: Any) -> None:
    job = asked(alice)
    for tries in range(1, jobs.MOST_TRIES + 1):
        dead = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        name = computer_turns.worker_name().replace(f":{os.getpid()}:", f":{dead.pid}:")
        computer_turns.heartbeat(name)
        assert jobs.claim(name) is not None
        computer_turns.requeue()
        assert jobs.requeue() == 0, "its worker lives"
        dead.kill()
        dead.wait()
        computer_turns.requeue()
        assert jobs.requeue() == (1 if tries < jobs.MOST_TRIES else 0)
    job.refresh_from_db()
    assert (job.state, job.fault) == (State.FAILED, "Every worker that tried to make it has died.")


def test_the_late_work_of_a_worker_that_lost_its_job_is_not_kept(alice: Any) -> None:
    job = asked(alice)
    late = jobs.claim("late:1:x")
    assert late is not None
    jobs.requeue()
    done(job, "quick:1:x")
    jobs.make(late)
    job.refresh_from_db()
    assert (job.state, job.worker) == (State.DONE, "quick:1:x")


def test_what_he_may_not_see_any_more_is_not_made(alice: Any, bob: Any) -> None:
    battle = begun(alice, bob, setup=deployed())
    job = asked(bob, "b", key=f"battle:{battle.slug}")
    Seat.objects.filter(battle=battle, place="b").update(user=None)
    done(job)
    assert (job.state, job.fault) == (
        State.FAILED,
        "You cannot print for that side: it does not exist, or it is not yours.",
    )
    Battle.objects.all().delete()
    assert PrintJob.objects.get().state == State.FAILED


def test_a_fault_of_ours_is_tried_again_and_then_told(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    job = asked(alice)
    monkeypatch.setattr(jobs, "packet_file", lambda *a, **k: 1 / 0)
    for tries in range(1, jobs.MOST_TRIES + 1):
        done(job)
        assert job.state == (State.DUE if tries < jobs.MOST_TRIES else State.FAILED)
    assert "ZeroDivisionError" in job.fault


def test_nobody_has_too_many_under_way_and_old_ones_go(alice: Any) -> None:
    for _ in range(jobs.MOST_WAITING):
        asked(alice)
    with pytest.raises(jobs.TooMany, match="You have 3 unfinished packets"):
        asked(alice)
    PrintJob.objects.update(state=State.DONE, ends=timezone.now() - timedelta(seconds=1))
    asked(alice)
    assert PrintJob.objects.count() == 1


def test_only_what_changed_is_printed_by_a_set_up_and_kept_in_mind(alice: Any) -> None:
    source = source_of(MINI, asker(alice))
    setup = setups.save(alice, "Game day", WANTED)
    first = done(asked(alice, "umpire", setup=setup))
    again = done(asked(alice, "umpire", setup=setup, changed=True))
    assert again.state == State.FAILED
    assert again.fault.startswith("Nothing has changed since the last print")
    more = checked(Wanted({"map": {"units": "yes"}, "cheat_sheet": {}}))
    third = done(asked(alice, "umpire", more, setup=setup, changed=True))
    assert (third.state, third.pages < first.pages) == (State.DONE, True)
    assert setups.last_of(setup, alice, source.key) is not None


def test_a_worker_makes_packets_and_decides_first(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    work = WorkLoop()
    done_so_far: list[str] = []
    due = [object()]
    monkeypatch.setattr("campaign.project.worker.computer_turns.claim", lambda name: due.pop() if due else None)
    monkeypatch.setattr("campaign.project.worker.computer_turns.decide_one", lambda turn: done_so_far.append("turn"))
    monkeypatch.setattr(jobs, "WRITE_EVERY", 0.0)
    asked(alice)
    assert work._decide()
    assert not work._decide()
    due.append(object())
    assert work._print()
    assert done_so_far == ["turn", "turn"], "the turn that fell due meanwhile was decided between two pages"
    assert PrintJob.objects.get().state == State.DONE
    assert not work._print()


def test_a_database_that_fails_gives_the_job_back(alice: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    work = WorkLoop()
    asked(alice)

    def fail(*args: Any, **more: Any) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(jobs, "packet_file", fail)
    with pytest.raises(OperationalError):
        work._print()
    assert PrintJob.objects.get().state == State.CLAIMED
    work._give_back()
    assert PrintJob.objects.get().state == State.DUE


def test_no_worker_is_told_of_and_a_living_one_is_not(alice: Any) -> None:
    assert "manage.py work" in jobs.lack()
    computer_turns.heartbeat("here:1:x")
    assert jobs.lack() == ""
    assert Worker.objects.count() == 1
    assert not ComputerTurn.objects.exists()


def test_an_unmade_file_is_gone(alice: Any) -> None:
    with pytest.raises(Gone, match="not finished yet"):
        jobs.file_of(asked(alice))
