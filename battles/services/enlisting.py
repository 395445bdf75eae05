"""The workers: which are alive, and what a dead one left undone.

A worker's name is the machine, its process and some chance, so that one on the same machine that died is found at
once. One elsewhere counts as dead when it has been silent for a while. A claim of a dead worker is due again, and so
is one that has lasted too long; a decision made twice is played once (`battles.services.computing`).
"""

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
"""A worker that has not been heard from for so long is dead."""

LONGEST_CLAIM: Final = timedelta(minutes=10)
MOST_CLAIMS: Final = 10
"""A turn whose workers have died so often is not given to another."""


def new_name() -> str:
    """A name for this process."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{secrets.token_hex(4)}"


def beat(name: str) -> None:
    """Say that the worker ``name`` is alive."""
    Worker.objects.update_or_create(name=name, defaults={"beat": timezone.now()})


def retire(name: str) -> None:
    """Say that the worker ``name`` has ended as it should."""
    Worker.objects.filter(name=name).delete()


def requeue() -> int:
    """Make due again what dead workers claimed, and forget them; how many turns."""
    with transaction.atomic():
        dead = list(_dead())
        Worker.objects.filter(name__in=dead).delete()
        alive = Worker.objects.values("name")
        left = ComputerTurn.objects.filter(state=ComputerTurn.State.CLAIMED).filter(
            ~Q(worker__in=alive) | Q(claimed__lt=timezone.now() - LONGEST_CLAIM)
        )
        left.filter(tries__gte=MOST_CLAIMS).update(
            state=ComputerTurn.State.FAILED, fault="Every worker that tried to decide has died."
        )
        return left.update(state=ComputerTurn.State.DUE, worker="", claimed=None)


def lack() -> str:
    """Why computer players do not move, in a sentence: workers have died, or turns wait and there is none."""
    since = timezone.now() - SILENT
    beats = Worker.objects.order_by("-beat").values_list("beat", flat=True)
    newest = beats.first()
    if newest is not None and newest >= since:
        return ""
    if newest is not None:
        return f"No worker has been heard from since {newest:%Y-%m-%d %H:%M:%S} UTC. Run `python3 manage.py work`."
    if ComputerTurn.objects.filter(state=ComputerTurn.State.DUE, created__lt=since).exists():
        return "Computer players are to move and there is no worker. Run `python3 manage.py work`."
    return ""


def _dead() -> Iterator[str]:
    since = timezone.now() - SILENT
    for worker in Worker.objects.all():
        if worker.beat < since or _gone(worker.name):
            yield worker.name


def _gone(name: str) -> bool:
    """Whether it ran on this machine and its process is no more."""
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
