"""Packets that are too large to wait for: asked for, made by a worker with progress, fetched, done away with.

What was asked for is kept with who asked, and is found again as he may see it when it is made.
"""

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
from battles.services.enlisting import SILENT
from battles.services.locking import Gone
from campaign.models import PrintJob, PrintSetup
from campaign.services import print_setups
from campaign.services.asking import Asker, asked_by
from campaign.services.packets import EVERYBODY, File, packet_file
from campaign.services.printable import Source, Unfinished
from campaign.services.subjects import source_of
from campaign.sheets.packet import BadWanted, Wanted

State = PrintJob.State
MOST_WAITING: Final = 3
"""Jobs of one user that are not done yet; ``MOST_OF_GUESTS`` of all who have no account."""
MOST_OF_GUESTS: Final = 10
MOST_KEPT: Final = 10
"""Finished packets of one user that are kept; the oldest goes."""
MOST_BYTES: Final = 60_000_000
"""Bytes of one finished packet."""
MOST_TRIES: Final = 3
LONGEST_CLAIM: Final = timedelta(minutes=10)
TOLD: Final = 0.5
"""Seconds between two writings of how far a job is."""

log = structlog.get_logger("muster.printing")
Between = Callable[[], bool]
"""Called now and then while a job is made; False says that the worker has to end."""


class TooMany(ValueError):
    """Somebody has too many packets under way; a sentence."""


class Stopped(Exception):
    """The job was taken back, or the worker ends, while it was being made; ``given_back`` where it is due again."""

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
    """Ask for a packet to be made in the background.

    Args:
        setup: the set-up that it is printed by. With ``changed`` only what its last print does not hold is printed.

    Raises:
        TooMany: too many are under way.
    """
    owner = asker.user if asker.user.is_authenticated else None
    forget_old()
    with transaction.atomic():
        if owner is not None:
            get_user_model().objects.select_for_update().filter(pk=owner.pk).first()
        waiting = PrintJob.objects.filter(owner=owner, state__in=(State.DUE, State.CLAIMED)).count()
        if waiting >= (MOST_WAITING if owner else MOST_OF_GUESTS):
            who = f"You have {MOST_WAITING}" if owner else f"Guests have {MOST_OF_GUESTS}"
            raise TooMany(f"{who} packets under way already. Wait until one is done, or take one back.")
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
                "asker": asker.kept(),
            },
        )


def seen_by(user: Any, key: str) -> PrintJob | None:
    """The job of that key without its file, if the one who asks may see it."""
    if "\0" in key:  # which PostgreSQL does not look for
        return None
    mine = Q(owner=None) | Q(owner=user) if user.is_authenticated else Q(owner=None)
    return PrintJob.objects.filter(mine, key=key, ends__gt=timezone.now()).defer("file").first()


def of(user: Any) -> list[PrintJob]:
    """A user's jobs, the latest first."""
    if not user.is_authenticated:
        return []
    return list(PrintJob.objects.filter(owner=user, ends__gt=timezone.now()).defer("file").order_by("-created", "-id"))


def file_of(job: PrintJob) -> bytes:
    """The finished file. Raises `Gone` where there is none."""
    found = PrintJob.objects.filter(pk=job.pk, state=State.DONE).values_list("file", flat=True).first()
    if found is None:
        raise Gone("This packet is not made yet, or it was done away with.")
    return bytes(found)


def take_back(job: PrintJob) -> None:
    """Do away with a job, whether it is done or not; a worker that is at it stops."""
    PrintJob.objects.filter(pk=job.pk).delete()


def ahead_of(job: PrintJob) -> int:
    """How many jobs that wait come before this one."""
    waiting = PrintJob.objects.filter(state__in=(State.DUE, State.CLAIMED))
    return waiting.filter(Q(created__lt=job.created) | Q(created=job.created, pk__lt=job.pk)).count()


def lack() -> str:
    """Why no job is being made, in a sentence; "" where a worker has been heard from."""
    alive = Worker.objects.filter(beat__gte=timezone.now() - SILENT).exists()
    return "" if alive else "No worker runs here at the moment. Whoever runs Muster starts one: `manage.py work`."


def claim(worker: str) -> PrintJob | None:
    """The job that has been due longest, now claimed by ``worker``; None where none is due."""
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
    """Make a claimed job. What goes wrong is told to who asked; a fault of ours is tried again, then it has failed.

    Raises:
        Error: of the database; the job stays claimed, and is due again when its worker is dead or gives it back.
    """
    try:
        _finish(job, _made(job, between))
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
    """Make a claimed job due again, as if it had not been claimed."""
    _write(job, state=State.DUE, worker="", claimed=None, tries=max(0, job.tries - 1))


def requeue() -> int:
    """Make due again what dead workers had claimed or what took too long; how many. Forgets what is past its time."""
    forget_old()
    alive = Worker.objects.values("name")
    left = PrintJob.objects.filter(state=State.CLAIMED).filter(
        ~Q(worker__in=alive) | Q(claimed__lt=timezone.now() - LONGEST_CLAIM)
    )
    left.filter(tries__gte=MOST_TRIES).update(state=State.FAILED, fault="Every worker that tried to make it has died.")
    return left.update(state=State.DUE, worker="", claimed=None)


def forget_old() -> None:
    """Do away with the jobs whose time is over."""
    PrintJob.objects.filter(ends__lte=timezone.now()).delete()


def _made(job: PrintJob, between: Between) -> File:
    asked = job.asked
    source = source_of(job.subject, asked_by(job.owner, asked["asker"]))
    last = None
    if asked["changed"] and job.setup is not None and job.owner is not None:
        last = print_setups.last_of(job.setup, job.owner, source.key)
    return packet_file(
        source,
        asked["reader"],
        msgspec.convert(asked["wanted"], Wanted),
        last=last.digests if last else None,
        since=f"{last.printed:%d %B %Y}" if last else "",
        progress=_progress(job, between),
    )


def _progress(job: PrintJob, between: Between) -> Callable[[int, int], None]:
    """Writes down how far a job is, now and then; stops the making where nobody wants it any more."""
    told = 0.0

    def drawn(done: int, pages: int) -> None:
        nonlocal told
        if time.monotonic() - told < TOLD and done != pages:
            return
        told = time.monotonic()
        if not _write(job, done=done, pages=pages, claimed=timezone.now()):
            raise Stopped(given_back=False)
        if not between():
            raise Stopped(given_back=True)

    return drawn


def _finish(job: PrintJob, file: File) -> None:
    if len(file.data) > MOST_BYTES:
        _refuse_size(len(file.data))
    with transaction.atomic():
        kept = _write(
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
        if kept and setup is not None and job.owner is not None:
            print_setups.remember(setup, job.owner, job.subject, file.digests)
        done = PrintJob.objects.filter(owner=job.owner, state=State.DONE).order_by("-created", "-id")
        if job.owner is not None:
            PrintJob.objects.filter(pk__in=list(done.values_list("pk", flat=True)[MOST_KEPT:])).delete()


def _refuse_size(size: int) -> NoReturn:
    raise BadWanted({"kinds": f"This packet has {size:,} bytes; {MOST_BYTES:,} can be kept. Choose fewer sheets."})


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
    words = f"This packet could not be made ({type(fault).__name__}). It is our fault; the log has it."
    _write(job, state=state, fault=words)


def _write(job: PrintJob, **values: Any) -> int:
    """Write to a job that this worker holds; 0 where it does not any more."""
    return PrintJob.objects.filter(pk=job.pk, state=State.CLAIMED, worker=job.worker).update(**values)
