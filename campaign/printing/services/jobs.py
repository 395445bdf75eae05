"""Packets made in the background: request, make, follow, fetch and delete them."""

import time
import traceback
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, NoReturn

import msgspec
import structlog
from django.contrib.auth import get_user_model
from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from armies.paper.section import TooLong
from battles.models import Worker
from battles.services.jobs.computer_turns import SILENT
from battles.services.play.lock import Gone
from campaign.models import PrintJob, PrintSetup
from campaign.printing.services import setups
from campaign.printing.services.packet_files import EVERYBODY, File, packet_file
from campaign.printing.services.subject_access import Asker, Source, Unfinished, restored_asker
from campaign.printing.services.subjects import source_of
from campaign.printing.sheets.packet import BadWanted, Wanted

State = PrintJob.State
MOST_WAITING: Final = 3
"""Unfinished jobs of one user, at most; ``MOST_OF_GUESTS`` for all visitors without an account together."""
MOST_OF_GUESTS: Final = 10
MOST_KEPT: Final = 10
"""Finished packets kept for one user, at most; the oldest is deleted."""
MOST_BYTES: Final = 60_000_000
"""Bytes of a finished packet, at most."""
MOST_TRIES: Final = 3
LONGEST_CLAIM: Final = timedelta(minutes=10)
WRITE_EVERY: Final = 0.5
"""Seconds between two updates of a job's progress."""

log = structlog.get_logger("muster.printing")
Between = Callable[[], bool]
"""Called now and then while a job is made. Returns False if the worker has to stop."""


class TooMany(ValueError):
    """The user has too many unfinished packets. The text is a sentence."""


class Stopped(Exception):
    """The job was cancelled, or the worker stops. ``given_back`` is True if the job is due again."""

    def __init__(self, given_back: bool) -> None:
        super().__init__()
        self.given_back = given_back


def ask(
    asker: Asker,
    source: Source,
    reader: str,
    wanted: Wanted,
    *,
    setup: PrintSetup | None = None,
    changed: bool = False,
) -> PrintJob:
    """Queue a packet to be made in the background.

    Args:
        setup: the set-up to use. With ``changed``, sheets that are as in its last print are left out.

    Raises:
        TooMany: the user has too many unfinished packets.
    """
    owner = asker.user if asker.user.is_authenticated else None
    forget_old()
    with transaction.atomic():
        if owner is not None:
            get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        waiting = PrintJob.objects.filter(owner=owner, state__in=(State.DUE, State.CLAIMED)).count()
        if waiting >= (MOST_WAITING if owner else MOST_OF_GUESTS):
            who = f"You have {MOST_WAITING}" if owner else f"Guests have {MOST_OF_GUESTS}"
            raise TooMany(f"{who} unfinished packets already. Wait until one is done, or cancel one.")
        whose = "everybody" if reader == EVERYBODY else source.readers.get(reader, "")
        return PrintJob.objects.create(
            owner=owner,
            title=f"{source.title[:150]}{f', for {whose[:40]}' if whose else ''}",
            subject=source.key,
            setup=setup,
            asked={
                "reader": reader,
                "wanted": msgspec.to_builtins(wanted),
                "changed": changed,
                "asker": asker.stored(),
            },
        )


def seen_by(user: Any, key: str) -> PrintJob | None:
    """The job with this key, without its file; None if there is none or ``user`` may not see it."""
    if "\0" in key:  # PostgreSQL refuses to search for it
        return None
    mine = Q(owner=None) | Q(owner=user) if user.is_authenticated else Q(owner=None)
    return PrintJob.objects.filter(mine, key=key, ends__gt=timezone.now()).defer("file").first()


def of(user: Any) -> list[PrintJob]:
    """A user's jobs, the newest first."""
    if not user.is_authenticated:
        return []
    return list(PrintJob.objects.filter(owner=user, ends__gt=timezone.now()).defer("file").order_by("-created", "-id"))


def file_of(job: PrintJob) -> bytes:
    """The finished file. Raises `Gone` if there is none."""
    data = PrintJob.objects.filter(pk=job.pk, state=State.DONE).values_list("file", flat=True).first()
    if data is None:
        raise Gone("This packet is not finished yet, or it was deleted.")
    return bytes(data)


def cancel(job: PrintJob) -> None:
    """Delete a job, finished or not. A worker that is making it stops."""
    PrintJob.objects.filter(pk=job.pk).delete()


def ahead_of(job: PrintJob) -> int:
    """Number of unfinished jobs before this one."""
    waiting = PrintJob.objects.filter(state__in=(State.DUE, State.CLAIMED))
    return waiting.filter(Q(created__lt=job.created) | Q(created=job.created, pk__lt=job.pk)).count()


def lack() -> str:
    """A sentence that says why no job is being made; "" if a worker is running."""
    alive = Worker.objects.filter(beat__gte=timezone.now() - SILENT).exists()
    return "" if alive else "No worker is running. The operator can start one: `manage.py work`."


def claim(worker: str) -> PrintJob | None:
    """Claim the job that has waited longest for ``worker``; None if none is due."""
    while True:
        due = PrintJob.objects.filter(state=State.DUE).order_by("created", "id")
        job = due.select_related("owner", "setup").first()
        if job is None:
            return None
        mine = PrintJob.objects.filter(pk=job.pk, state=State.DUE)
        if mine.update(
            state=State.CLAIMED, claimed=timezone.now(), worker=worker, tries=F("tries") + 1, done=0, pages=0
        ):
            job.tries += 1
            job.worker = worker
            return job


def make(job: PrintJob, between: Between = lambda: True) -> None:
    """Make a claimed job. A refusal is stored for the user; after an internal error the job is tried again.

    Raises:
        DatabaseFault: the job stays claimed, and is due again when its worker is dead or gives it back.
    """
    try:
        _finish(job, _packet(job, between))
    except Stopped as stopped:
        if stopped.given_back:
            give_back(job)
    except (BadWanted, TooLong, Gone, Unfinished) as fault:
        _write(job, state=State.FAILED, fault=str(fault)[:500])
    except DatabaseFault:
        raise
    except Exception as fault:
        _failed(job, fault)


def give_back(job: PrintJob) -> None:
    """Make a claimed job due again; the claim does not count as a try."""
    _write(job, state=State.DUE, worker="", claimed=None, tries=max(0, job.tries - 1))


def requeue() -> int:
    """Make jobs of dead workers and jobs that took too long due again. Returns their number. Deletes expired jobs."""
    forget_old()
    alive = Worker.objects.values("name")
    left = PrintJob.objects.filter(state=State.CLAIMED).filter(
        ~Q(worker__in=alive) | Q(claimed__lt=timezone.now() - LONGEST_CLAIM)
    )
    left.filter(tries__gte=MOST_TRIES).update(state=State.FAILED, fault="Every worker that tried to make it has died.")
    return left.update(state=State.DUE, worker="", claimed=None)


def forget_old() -> None:
    """Delete expired jobs."""
    PrintJob.objects.filter(ends__lte=timezone.now()).delete()


def _packet(job: PrintJob, between: Between) -> File:
    request = job.asked
    source = source_of(job.subject, restored_asker(job.owner, request["asker"]))
    last = None
    if request["changed"] and job.setup is not None and job.owner is not None:
        last = setups.last_of(job.setup, job.owner, source.key)
    return packet_file(
        source,
        request["reader"],
        msgspec.convert(request["wanted"], Wanted),
        last=last.digests if last else None,
        since=f"{last.printed:%d %B %Y}" if last else "",
        progress=_progress(job, between),
    )


def _progress(job: PrintJob, between: Between) -> Callable[[int, int], None]:
    """A callback that stores the progress of a job now and then, and raises `Stopped` if it was cancelled."""
    last_written = 0.0

    def drawn(done: int, pages: int) -> None:
        nonlocal last_written
        if time.monotonic() - last_written < WRITE_EVERY and done != pages:
            return
        last_written = time.monotonic()
        if not _write(job, done=done, pages=pages, claimed=timezone.now()):
            raise Stopped(given_back=False)
        if not between():
            raise Stopped(given_back=True)

    return drawn


def _finish(job: PrintJob, file: File) -> None:
    if len(file.data) > MOST_BYTES:
        _refuse_size(len(file.data))
    with transaction.atomic():
        is_written = _write(
            job,
            state=State.DONE,
            done=file.pages,
            pages=file.pages,
            name=file.name,
            media=file.media,
            file=file.data,
            size=len(file.data),
            troubles=list(file.troubles),
        )
        setup = None if job.setup_id is None else PrintSetup.objects.filter(pk=job.setup_id).first()
        if is_written and setup is not None and job.owner is not None:
            setups.remember(setup, job.owner, job.subject, file.digests)
        done = PrintJob.objects.filter(owner=job.owner, state=State.DONE).order_by("-created", "-id")
        if job.owner is not None:
            PrintJob.objects.filter(pk__in=list(done.values_list("pk", flat=True)[MOST_KEPT:])).delete()


def _refuse_size(size: int) -> NoReturn:
    raise BadWanted({"kinds": f"This packet has {size:,} bytes; the limit is {MOST_BYTES:,}. Choose fewer sheets."})


def _failed(job: PrintJob, fault: Exception) -> None:
    where = traceback.extract_tb(fault.__traceback__)[-1]
    log.error(
        "a packet failed",
        job=job.pk,
        subject=job.subject,
        fault=type(fault).__name__,
        where=f"{where.filename}:{where.lineno}",
    )
    state = State.FAILED if job.tries >= MOST_TRIES else State.DUE
    words = f"This packet could not be made because of an internal error ({type(fault).__name__}). The log has details."
    _write(job, state=state, fault=words)


def _write(job: PrintJob, **values: Any) -> int:
    """Update a job that this worker has claimed. Returns 0 if it has it no longer."""
    return PrintJob.objects.filter(pk=job.pk, state=State.CLAIMED, worker=job.worker).update(**values)
