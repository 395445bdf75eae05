"""Backups of the database: make, rotate, verify and restore."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from campaign.project.private_files import FILE, make_folder

APPS: Final = ("armies", "campaign")
"""A database is Muster's if the migrations of one of these apps were applied to it."""

PREFIXES: Final = ("armies_", "battles_", "campaign_")
"""Prefixes of the names of Muster's tables."""


class BackupFailed(Exception):
    """A backup cannot be made or restored. The message says why and what to do."""


def stamp() -> str:
    """Date and time for a file name, UTC, to the microsecond, so that names sort by age."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


def make_backup(database: Mapping[str, Any], folder: Path) -> Path:
    """Copy ``database`` (Django's settings of it) into a new file in ``folder``, which only its owner can read.

    Raises:
        BackupFailed: there is no database, space or `pg_dump`, or the copy is damaged.
    """
    make_folder(folder)
    on_sqlite = database["ENGINE"].endswith("sqlite3")
    target = folder / f"muster-{stamp()}.{'sqlite3' if on_sqlite else 'dump'}"
    target.touch(mode=FILE)
    try:
        if on_sqlite:
            _copy_sqlite(Path(database["NAME"]), target)
        else:
            _run_postgresql("pg_dump", database, ["--format=custom", f"--file={target}"])
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    return target


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupFailed(f"There is no database at {source} yet.")
    try:
        with contextlib.closing(sqlite3.connect(source, timeout=10)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as fault:
        raise BackupFailed(f"The database cannot be copied to {target}: {fault}.") from fault
    inspect(target)


def backups_in(folder: Path) -> list[Path]:
    """Return the backups in ``folder``, the oldest first."""
    return sorted([*folder.glob("muster-*.sqlite3"), *folder.glob("muster-*.dump")], key=lambda path: path.name)


def rotate(folder: Path, keep: int) -> list[Path]:
    """Delete all backups in ``folder`` except the newest ``keep``. Returns the deleted ones."""
    old = backups_in(folder)[:-keep]
    for path in old:
        path.unlink()
    return old


def inspect(path: Path, migrations: frozenset[tuple[str, str]] | None = None) -> None:
    """Check that ``path`` is an undamaged SQLite database of this or an older version of Muster.

    Args:
        migrations: (app, name) of every migration of this version; None does not check the version.

    Raises:
        BackupFailed: it is not. The message says why.
    """
    if not path.is_file():
        raise BackupFailed(f"There is no file {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise BackupFailed(f"{path} is damaged: {verdict}.")
            applied = frozenset(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.Error as fault:
        raise BackupFailed(f"{path} is not a valid database of Muster: {fault}.") from fault
    if not any(app in APPS for app, _ in applied):
        raise BackupFailed(f"{path} is a database, but not one of Muster.")
    newer = sorted(f"{app}.{name}" for app, name in applied - (migrations or applied) if app in APPS)
    if newer:
        raise BackupFailed(f"{path} comes from a newer Muster (it has {newer[0]}). Update this Muster first.")


def restore_backup(database: Mapping[str, Any], backup: Path, migrations: frozenset[tuple[str, str]]) -> Path | None:
    """Replace ``database`` by ``backup``. Returns the path of the old database, or None if there was none.

    Raises:
        BackupFailed: ``backup`` is not valid (see ``inspect``), another program uses the database, or `pg_restore`
            or `psql` failed. The old database is then unchanged.
    """
    if not database["ENGINE"].endswith("sqlite3"):
        if not backup.is_file():
            raise BackupFailed(f"There is no file {backup}.")
        contents = _run_postgresql("pg_restore", {}, ["--list"], backup)
        if " armies_army " not in contents:
            raise BackupFailed(f"{backup} is a database, but not one of Muster.")
        aside = make_backup(database, backup.absolute().parent)
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "restore.sql"
            _run_postgresql("pg_restore", {}, ["--clean", "--if-exists", "--no-owner", f"--file={script}"], backup)
            whole = ["--no-psqlrc", "-q", "--single-transaction", "--set=ON_ERROR_STOP=1"]
            present = _present_tables(database)
            first = [f"--command=DROP TABLE {', '.join(present)} CASCADE"] if present else []
            _run_postgresql("psql", database, [*whole, *first, f"--file={script}"])
        return aside
    inspect(backup, migrations)
    target = Path(database["NAME"])
    make_folder(target.parent)
    draft = target.with_name(f".{target.name}.{stamp()}")
    aside = target.with_name(f"{target.name}.before-{stamp()}")
    try:
        draft.touch(mode=FILE)
        shutil.copyfile(backup, draft)
        inspect(draft, migrations)
        if not target.exists():
            draft.replace(target)
            return None
        _settle(target)
        target.rename(aside)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return aside


def _present_tables(database: Mapping[str, Any]) -> list[str]:
    """Muster's tables as they are: of a newer version, they may refer to each other in ways that a backup omits."""
    question = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    present = _run_postgresql("psql", database, ["--no-psqlrc", "-qAt", f"--command={question}"]).split()
    return [f'"{name}"' for name in present if name.startswith(PREFIXES)]


def _settle(path: Path) -> None:
    """Write the journal into the database, and check that no other program uses it."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.DatabaseError as fault:
        if "locked" in str(fault):
            raise BackupFailed("Another program is using the database. Stop it first.") from fault
        # A damaged database is no obstacle: it is the reason to restore a backup.


def _run_postgresql(program: str, database: Mapping[str, Any], options: list[str], file: Path | None = None) -> str:
    """Run one of PostgreSQL's programs on ``database`` and return its output."""
    place = shutil.which(program)
    if place is None:
        raise BackupFailed(f"{program} is missing. On Debian or Ubuntu: apt install postgresql-client")
    names = {"--host": "HOST", "--port": "PORT", "--username": "USER", "--dbname": "NAME"}
    where = [f"{option}={database[key]}" for option, key in names.items() if database.get(key)]
    words = [place, *options, *where, "--no-password", *([str(file)] if file else [])]
    environ = {**os.environ, "PGPASSWORD": str(database.get("PASSWORD") or "")}
    answer = subprocess.run(words, env=environ, capture_output=True, text=True)  # noqa: S603
    if answer.returncode:
        raise BackupFailed(f"{program} failed: {answer.stderr.strip()}")
    return answer.stdout


@contextlib.contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Hold the lock of running servers and workers at ``path``; all of an installation share it.

    Raises:
        BackupFailed: a backup is being restored.
    """
    with _locked(path, "A backup is being restored. Wait until it is done.", exclusive=False):
        yield


@contextlib.contextmanager
def out_of_use(path: Path) -> Iterator[None]:
    """Keep servers from starting.

    Raises:
        BackupFailed: a server is running.
    """
    with _locked(path, "Muster is running here. Stop it first.", exclusive=True):
        yield


@contextlib.contextmanager
def only_worker(path: Path) -> Iterator[None]:
    """Hold the lock of the only worker of a SQLite database.

    Raises:
        BackupFailed: another worker holds it.
    """
    with _locked(path, "A worker is running for this database already, and SQLite allows only one.", exclusive=True):
        yield


@contextlib.contextmanager
def _locked(path: Path, refusal: str, *, exclusive: bool) -> Iterator[None]:
    if os.name == "nt":  # Windows does not replace a file in use in any case
        yield
        return
    import fcntl

    make_folder(path.parent)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, FILE), "w", encoding="ascii") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise BackupFailed(refusal) from fault
        yield
