"""Runs the battles of a simulation on a Dask cluster. Dask is imported only when it is needed.

A worker needs Muster's code and Python packages, and no database: its task holds the whole set-up. Each
battle depends only on the task and its number, so it is the same on every worker.
"""

import hashlib
import logging
import platform
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

import battles
from battles.management.arguments import Fault
from battles.management.simulation import Result, Task, in_order, play_several

SCHEMES: Final = ("tcp", "tls")

PATIENCE: Final = 10
"""Seconds in which a scheduler must answer."""

DECIDING: Final = ("engine", "kits", "ai", "rules", "management")
"""Folders of the code that affects how a battle goes."""

MISSING: Final = (
    "--dask needs Dask, which is not installed here: .venv/bin/python -m pip install 'dask[distributed]' adds it."
)


class ClusterLost(Exception):
    """The cluster failed during the battles; a sentence."""


def run_on_cluster(task: Task, battles: int, address: str) -> Generator[Result, None, None]:
    """Every battle's result, by number. Closing it cancels work that no worker has started.

    Raises:
        Fault: Dask is missing, no scheduler answers, or a worker does not fit; a sentence that says which.
        ClusterLost: the scheduler or the workers were lost.
    """
    checked_address(address)
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise Fault(MISSING) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported below
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError as error:
        raise Fault(f"No Dask scheduler answers at {address}.") from error
    with client:
        threads = checked_workers(client, address)
        try:
            yield from in_order(
                lambda numbers: client.submit(play_several, task, list(numbers), pure=False),
                range(battles),
                sum(threads.values()),
            )
        except (distributed.KilledWorker, distributed.CancelledError, OSError) as error:
            raise ClusterLost(f"The Dask cluster at {address} was lost ({type(error).__name__}).") from error


def checked_address(address: str) -> None:
    """Check the address of a scheduler.

    Raises:
        Fault: it is not an address; says what it must look like.
    """
    try:
        parts = urlsplit(address)
        whole = parts.scheme in SCHEMES and parts.hostname and parts.port
    except ValueError:
        whole = False
    if not whole or not address.isprintable():
        raise Fault(f"--dask must be the address of a scheduler, as in tcp://host:8786, not {address[:60]!r}.")


def checked_workers(client: Any, address: str) -> dict[str, int]:
    """The workers of a cluster with their numbers of threads.

    Raises:
        Fault: there is none, or one has no Muster or another version of it.
    """
    threads: dict[str, int] = client.nthreads()
    if not threads:
        raise Fault(f"The Dask scheduler at {address} has no workers.")
    here = fingerprint()
    for worker, there in client.run(fingerprint, on_error="return").items():
        if isinstance(there, Exception):
            raise Fault(f"The worker {worker} has no Muster: start it in Muster's folder, with Muster's Python.")
        if there != here:
            raise Fault(f"The worker {worker} has another version of Muster or of Python than this command.")
    return threads


def fingerprint() -> str:
    """A digest of all that affects battles: the code, the Python version, and the msgspec version."""
    mark = hashlib.sha256(f"{platform.python_version()} {msgspec.__version__}".encode())
    root = Path(battles.__path__[0])
    for folder in DECIDING:
        for path in sorted((root / folder).rglob("*.py")):
            mark.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return mark.hexdigest()
