"""The state of an installation: this process with its load, and the data that all processes share."""

import os
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Model
from django.utils import timezone

from armies.models import Army
from battles.models import Battle, ComputerTurn, Worker
from battles.services.jobs import computer_turns
from battles.services.live.hub import hub
from campaign.models import PrintJob
from campaign.project import logs
from campaign.project.admission import LANES, LaneLoad
from campaign.project.backup import backups_in
from campaign.project.migration_state import migrations, missing_migrations


@dataclass(frozen=True)
class Load:
    """The load of this process at one moment; counts are since its start.

    ``lanes`` are `requests`, `health` and `files`. ``streams`` counts the open event streams by kind. ``pool`` holds
    the numbers of psycopg_pool's `get_stats`, times in milliseconds; it is empty on SQLite.
    """

    lanes: dict[str, LaneLoad]
    streams: dict[str, int]
    streams_most: int
    streams_refused: int
    pool: dict[str, int]


def process_load() -> Load:
    """Return the load of this process. Needs no database; may be called from any thread."""
    pool = getattr(connection, "pool", None)
    return Load(
        lanes={lane.name: lane.load() for lane in LANES},
        streams=hub.kinds(),
        streams_most=settings.MUSTER_STREAMS,
        streams_refused=hub.refused,
        pool=dict(pool.get_stats()) if pool else {},
    )


LARGEST: Final = 10
"""Armies and battles that the state of the storage names."""
LATEST: Final = 5
"""Backups that it names."""
MOST_FILES: Final = 50_000
"""Files that it counts."""

OLD_BACKUP: Final = timedelta(days=2)
"""Age at which the newest backup counts as old."""

_STARTED: Final = time.time()


@dataclass(frozen=True)
class Process:
    """The process that answers: host, start, memory in bytes, load and last failures."""

    host: str
    pid: int
    version: str
    started: datetime
    memory: int
    load: Load
    failures: list[logs.Failure]
    failures_counted: Mapping[str, int]


@dataclass(frozen=True)
class Queue:
    """Work that waits for workers. ``oldest`` is the longest wait in seconds."""

    due: int
    claimed: int
    failed: int
    oldest: float


@dataclass(frozen=True)
class Beat:
    """A worker, the seconds since its last heartbeat, and whether it counts as alive."""

    name: str
    age: float
    alive: bool


@dataclass(frozen=True)
class Database:
    """The state of the database and the work that it holds; ``size`` is in bytes."""

    kind: str
    size: int
    applied: int
    missing: int
    turns: Queue
    jobs: Queue
    workers: list[Beat]
    lack: str


@dataclass(frozen=True)
class Folder:
    """What stands at the top of the folder of data: a file, or a folder with its number of files; size in bytes."""

    name: str
    files: int
    size: int


@dataclass(frozen=True)
class Storage:
    """What takes room. Armies come with their units, battles with the lines of their logs, the largest first.

    ``complete`` is False if there are more files than were counted.
    """

    database: int
    folder: Path
    folders: list[Folder]
    complete: bool
    armies: list[Army]
    battles: list[Battle]


@dataclass(frozen=True)
class BackupFile:
    """One backup: its name, time and size in bytes."""

    name: str
    time: datetime
    size: int


@dataclass(frozen=True)
class Backups:
    """The backups in the default folder, and the latest of them; ages in seconds, sizes in bytes."""

    folder: Path
    count: int
    newest: datetime | None
    age: float
    size: int
    latest: list[BackupFile]


def process() -> Process:
    """Return the state of this process. Needs no database."""
    return Process(
        host=socket.gethostname(),
        pid=os.getpid(),
        version=settings.MUSTER_VERSION,
        started=datetime.fromtimestamp(_STARTED, UTC),
        memory=_memory(),
        load=process_load(),
        failures=logs.recent_failures(),
        failures_counted=logs.failure_counts(),
    )


def database() -> Database:
    """Return the state of the database.

    Raises:
        django.db.DatabaseError: the database does not answer.
    """
    missing = missing_migrations()
    now = timezone.now()
    beats = Worker.objects.order_by("name").values_list("name", "beat")
    return Database(
        kind=connection.vendor,
        size=_size(),
        applied=len(migrations()) - missing,
        missing=missing,
        turns=_queue(ComputerTurn, now),
        jobs=_queue(PrintJob, now),
        workers=[Beat(name, (now - beat).total_seconds(), now - beat <= computer_turns.SILENT) for name, beat in beats],
        lack=computer_turns.stall_reason(),
    )


def backups() -> Backups:
    """Return the state of the backup folder. Needs no database."""
    folder = settings.VAR_DIR / "backups"
    files = backups_in(folder)
    if not files:
        return Backups(folder, 0, None, 0, 0, [])
    latest = [_backup_file(path) for path in reversed(files[-LATEST:])]
    newest = latest[0]
    return Backups(folder, len(files), newest.time, (timezone.now() - newest.time).total_seconds(), newest.size, latest)


def _backup_file(path: Path) -> BackupFile:
    there = path.stat()
    return BackupFile(path.name, datetime.fromtimestamp(there.st_mtime, UTC), there.st_size)


def storage() -> Storage:
    """Return what takes room in the database and in the folder of data.

    Raises:
        django.db.DatabaseError: the database does not answer.
    """
    folders, left = [], MOST_FILES
    for path in sorted(settings.VAR_DIR.iterdir()) if settings.VAR_DIR.is_dir() else ():
        files, size = _counted(path, left)
        folders.append(Folder(path.name, files, size))
        left -= files
    armies = Army.objects.select_related("owner").only("slug", "name", "units", "visibility", "owner")
    battles = Battle.objects.select_related("owner").only("slug", "title", "head", "visibility", "owner")
    return Storage(
        database=_size(),
        folder=settings.VAR_DIR,
        folders=folders,
        complete=left > 0,
        armies=list(armies.order_by("-units", "pk")[:LARGEST]),
        battles=list(battles.order_by("-head", "pk")[:LARGEST]),
    )


def _counted(path: Path, most: int) -> tuple[int, int]:
    """The number of files at or under a path, at most ``most``, and their size."""
    files = size = 0
    for each in [path] if path.is_file() else path.rglob("*"):
        if files >= most:
            break
        try:
            size += each.stat().st_size if each.is_file() else 0
        except OSError:  # deleted or renamed since it was listed
            continue
        files += each.is_file()
    return files, size


def _queue(model: type[Model], now: datetime) -> Queue:
    states: dict[str, tuple[int, datetime]] = {
        state: (count, oldest)
        for state, count, oldest in model._default_manager.order_by()
        .values_list("state")
        .annotate(Count("pk"), Min("created"))
    }
    due, since = states.get("due", (0, now))
    return Queue(
        due=due,
        claimed=states.get("claimed", (0, now))[0],
        failed=states.get("failed", (0, now))[0],
        oldest=max(0.0, (now - since).total_seconds()),
    )


def _size() -> int:
    if connection.vendor == "sqlite":
        name: Any = connection.settings_dict["NAME"]
        files = (Path(f"{name}{suffix}") for suffix in ("", "-wal"))
        return sum(path.stat().st_size for path in files if path.is_file())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _memory() -> int:
    """Memory of this process in bytes; the maximum so far if the present value is unknown; else 0."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if os.uname().sysname == "Darwin" else most * 1024
