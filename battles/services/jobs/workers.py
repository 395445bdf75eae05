"""Worker processes: their heartbeat, and the turns that dead workers had claimed."""

import os
import secrets
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from battles.models import ComputerTurn, Worker

SILENT: Final = timedelta(seconds=30)
"""A worker counts as dead after so long without a heartbeat."""

LONGEST_CLAIM: Final = timedelta(minutes=10)
MOST_CLAIMS: Final = 10
"""A turn fails after so many of its workers have died."""


def worker_name() -> str:
    """A name for this process."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{secrets.token_hex(4)}"


def heartbeat(name: str) -> None:
    """Record that the worker ``name`` is alive."""
    Worker.objects.update_or_create(name=name, defaults={"beat": timezone.now()})


def retire(name: str) -> None:
    """Record that the worker ``name`` has ended normally."""
    Worker.objects.filter(name=name).delete()


def requeue() -> int:
    """Make the turns of dead workers due again, and delete these workers; return how many turns."""
    with transaction.atomic():
        dead = list(_dead())
        Worker.objects.filter(name__in=dead).delete()
        alive = Worker.objects.values("name")
        left = ComputerTurn.objects.filter(state=ComputerTurn.State.CLAIMED).filter(
            ~Q(worker__in=alive) | Q(claimed__lt=timezone.now() - LONGEST_CLAIM)
        )
        left.filter(tries__gte=MOST_CLAIMS).update(
            state=ComputerTurn.State.FAILED, fault="Every worker that tried to decide this turn has died."
        )
        return left.update(state=ComputerTurn.State.DUE, worker="", claimed=None)


def stall_reason() -> str:
    """A sentence that says why computer players do not move: dead workers or no worker; "" if they do."""
    since = timezone.now() - SILENT
    beats = Worker.objects.order_by("-beat").values_list("beat", flat=True)
    newest = beats.first()
    if newest is not None and newest >= since:
        return ""
    if newest is not None:
        return f"The last heartbeat of a worker was at {newest:%Y-%m-%d %H:%M:%S} UTC. Run `python3 manage.py work`."
    if ComputerTurn.objects.filter(state=ComputerTurn.State.DUE, created__lt=since).exists():
        return "Turns of computer players are due, but no worker is running. Run `python3 manage.py work`."
    return ""


def _dead() -> Iterator[str]:
    since = timezone.now() - SILENT
    for worker in Worker.objects.all():
        if worker.beat < since or _gone(worker.name):
            yield worker.name


def _gone(name: str) -> bool:
    """True if the worker ran on this machine and its process has ended."""
    host, process, _ = name.rsplit(":", 2)
    if os.name != "posix" or host != socket.gethostname()[:50]:
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
