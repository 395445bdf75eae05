"""Simulates many battles by computer players, each with its own dice, until it is interrupted."""

import hashlib
import logging
import multiprocessing
import os
import platform
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

import battles
from battles.ai.players import fight
from battles.engine import registry
from battles.engine.codec import decode, encode
from battles.engine.scenarios import interval
from battles.management.arguments import Fault, player_of

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
BY_SIGNAL: Final = 128
"""The exit code after a signal is this number plus the signal's number."""


SCHEMES: Final = ("tcp", "tls")
PATIENCE: Final = 10
"""Seconds in which a scheduler must answer."""
DECIDING: Final = ("engine", "kits", "ai", "rules", "management")
"""Folders of the code that affects how a battle goes."""


class Interruption:
    """The signal that stopped a command; 0 if none has."""

    number: int = 0
    shields: int = 0
    """How many `shielded` blocks are open."""

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C, 143 after SIGTERM."""
        return BY_SIGNAL + self.number


_current: list[Interruption] = []


@contextmanager
def shielded() -> Iterator[None]:
    """Let the block run to its end; a signal that arrives meanwhile raises KeyboardInterrupt after it.

    For work that must not be left half done, such as starting worker processes.
    """
    if not _current:
        yield
        return
    interruption = _current[-1]
    interruption.shields += 1
    try:
        yield
    finally:
        interruption.shields -= 1
    if interruption.number and not interruption.shields:
        raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[Interruption]:
    """Turn the first Ctrl-C or SIGTERM into a KeyboardInterrupt; a second one ends the process at once.

    A signal that was ignored when the process started stays ignored. Outside the main thread nothing changes.
    """
    interruption, owner = Interruption(), os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != owner:
            os._exit(BY_SIGNAL + number)  # a newly forked worker without its own handlers
        interruption.number = number
        for each in before:
            signal.signal(each, signal.SIG_DFL)
        if not interruption.shields:
            raise KeyboardInterrupt

    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {each: signal.getsignal(each) for each in SIGNALS if signal.getsignal(each) is not signal.SIG_IGN}
    for each in before:
        signal.signal(each, stop)
    _current.append(interruption)
    try:
        yield interruption
    finally:
        _current.pop()
        for each, handler in before.items():
            signal.signal(each, handler)


def leave_to_parent() -> None:
    """In a worker process: ignore Ctrl-C, which reaches the whole group; the parent process ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


MOST_BATTLES: Final = 1_000_000
MOST_JOBS: Final = 256

SIMULATIONS: Final = 12
"""Default number of turns that a marshal plays out; a clock would give other results on another machine."""

MOST_AT_ONCE: Final = 4
"""Battles given to a process at a time: few, so that the processes finish at about the same time."""


AHEAD: Final = 16
"""Batches of battles handed out to each worker before the first must have returned."""


class Pending(Protocol):
    """A batch of battles handed out: a future of the standard library, or of Dask."""

    def result(self) -> "list[Result]": ...


class Task(Struct, frozen=True):
    """The common facts of all battles; ``setup`` is JSON, so that any process can read it."""

    system: str
    setup: bytes
    players: dict[str, str]
    secret: bytes
    swap: bool
    seconds: float | None
    simulations: int | None


class Result(Struct, frozen=True):
    """One battle: the winner by the player's seat ("a" is the player named first), the reason, and the losses."""

    number: int
    winner: str | None
    reason: str
    turns: int
    decisions: int
    lost: dict[str, int]
    points: dict[str, int]


def checked_counts(battles: int, jobs: int) -> None:
    """Check the number of battles and of jobs.

    Raises:
        Fault: which is out of range, and the range.
    """
    if not 1 <= battles <= MOST_BATTLES:
        raise Fault(f"--battles must be a whole number from 1 to {MOST_BATTLES:,}, not {battles}.")
    if not 1 <= jobs <= MOST_JOBS:
        raise Fault(f"--jobs must be a whole number from 1 to {MOST_JOBS}, not {jobs}.")


def play_one(task: Task, number: int) -> Result:
    """Battle ``number`` of a task. If sides are swapped, the players change sides in every second one."""
    system = registry.load(task.system)
    setup = _setup(task.system, task.setup)
    secret = hashlib.blake2b(number.to_bytes(8, "big"), key=task.secret, digest_size=32).digest()
    swapped = task.swap and number % 2 == 1
    seat = dict(zip(system.sides, reversed(system.sides), strict=True)) if swapped else {}
    players = {
        side: player_of(
            system,
            task.players[seat.get(side, side)],
            secret + seat.get(side, side).encode(),
            task.seconds,
            task.simulations,
        )
        for side in system.sides
    }
    record = fight(system, setup, players, secret)
    outcome = record.outcome
    if outcome is None:
        raise AssertionError("a battle ended without an outcome")
    tally = system.ui.tally(record.state)
    return Result(
        number,
        seat.get(outcome.winner, outcome.winner) if outcome.winner else None,
        outcome.reason,
        tally.turns,
        len(record.entries) - 1,
        {seat.get(side, side): count for side, count in tally.lost.items()},
        {seat.get(side, side): count for side, count in tally.points.items()},
    )


@lru_cache(maxsize=4)
def _setup(system: str, content: bytes) -> Any:
    """The set-up of a task, read once per process, since the rules cache what they compute for a set-up."""
    return decode(content, registry.load(system).setup_type)


def play_several(task: Task, numbers: Sequence[int]) -> list[Result]:
    """The battles of these numbers."""
    return [play_one(task, number) for number in numbers]


def run(task: Task, battles: int, jobs: int) -> Generator[Result, None, None]:
    """Every battle's result, by number. Closing it ends the processes of its jobs at once.

    The first battle is fought in this process even with several jobs: processes that start as a copy of this one then
    share what it has computed of the rules.
    """
    if jobs == 1 or battles == 1:
        yield from (play_one(task, number) for number in range(battles))
        return
    yield play_one(task, 0)

    def submit(numbers: Sequence[int]) -> Pending:
        with shielded():  # the pool starts processes and threads here; an interrupt would leave them
            return pool.submit(play_several, task, numbers)

    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(jobs, initializer=leave_to_parent) as pool:
        try:
            yield from in_order(submit, range(1, battles), jobs)
        except BaseException:
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


def in_order(
    submit: Callable[[Sequence[int]], Pending], numbers: Sequence[int], jobs: int
) -> Generator[Result, None, None]:
    """The results of battles, by number; ``submit`` hands them out in small batches to ``jobs`` workers."""
    size = max(1, min(MOST_AT_ONCE, len(numbers) // (16 * jobs)))
    waiting: deque[Pending] = deque()
    for start in range(0, len(numbers), size):
        waiting.append(submit(numbers[start : start + size]))
        if len(waiting) >= AHEAD * jobs:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def setup_bytes(setup: Any) -> bytes:
    """A set-up in a form that any process can read."""
    return encode(setup)


def summary(results: list[Result], players: Mapping[str, str], requested: int) -> dict[str, Any]:
    """Wins with their intervals, ends by reason, length and losses; independent of the order of the results.

    ``requested`` is the number of battles requested. Means of no battle are None.
    """
    results = sorted(results, key=lambda result: result.number)
    count = len(results)
    wins = {side: sum(result.winner == side for result in results) for side in players}
    reasons: dict[str, int] = {}
    for result in results:
        reasons[result.reason] = reasons.get(result.reason, 0) + 1
    return {
        "battles": count,
        "asked": requested,
        "partial": count < requested,
        "players": {
            side: {
                "player": name,
                "wins": wins[side],
                "share": round(wins[side] / count, 4) if count else None,
                "interval": [round(bound, 4) for bound in interval(wins[side], count)],
                "units_lost": _mean([result.lost[side] for result in results]),
                "points": _mean([result.points[side] for result in results]),
            }
            for side, name in players.items()
        },
        "nobody": count - sum(wins.values()),
        "ends": dict(sorted(reasons.items())),
        "turns": _spread([result.turns for result in results]),
        "decisions": _spread([result.decisions for result in results]),
    }


def _mean(numbers: list[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 2) if numbers else None


def _spread(numbers: list[int]) -> dict[str, float | None]:
    return {"mean": _mean(numbers), "least": min(numbers, default=None), "most": max(numbers, default=None)}


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
