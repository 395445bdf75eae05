"""Copies of the database: made while people play, turned over, checked and put back.

SQLite is copied by its own `VACUUM INTO`, which sees one state of the database however much is written meanwhile;
copying the file would lose what stands in its journal. PostgreSQL is copied by its `pg_dump`.
"""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

APPS: Final = ("armies", "campaign")
"""A database is Muster's if the migrations of one of these apps were applied to it."""


class CannotKeep(Exception):
    """The copy cannot be made or put back; the message says why and what to do."""


def stamp() -> str:
    """The time of day in a file's name, UTC, to the microsecond, so that names sort by age."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")


def back_up(database: Mapping[str, Any], folder: Path) -> Path:
    """Copy ``database`` (Django's settings of it) into a new file in ``folder``, readable by its owner alone.

    Raises:
        CannotKeep: no database yet, no space, no `pg_dump`, or the copy is not sound.
    """
    folder.mkdir(parents=True, exist_ok=True)
    on_sqlite = database["ENGINE"].endswith("sqlite3")
    target = folder / f"muster-{stamp()}.{'sqlite3' if on_sqlite else 'dump'}"
    target.touch(mode=0o600)
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
        raise CannotKeep(f"There is no database at {source} yet.")
    try:
        with contextlib.closing(sqlite3.connect(source, timeout=10)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as fault:
        raise CannotKeep(f"The database cannot be copied to {target}: {fault}.") from fault
    inspect(target)


def turn_over(folder: Path, keep: int) -> list[Path]:
    """Delete all backups in ``folder`` but the newest ``keep``; the ones deleted."""
    found = sorted([*folder.glob("muster-*.sqlite3"), *folder.glob("muster-*.dump")], key=lambda path: path.name)
    old = found[:-keep]
    for path in old:
        path.unlink()
    return old


def inspect(path: Path, known: frozenset[tuple[str, str]] | None = None) -> None:
    """See that ``path`` is a sound SQLite database of Muster's, and of no newer version.

    Args:
        known: the (app, name) of every migration this version has; None leaves the version unchecked.

    Raises:
        CannotKeep: it is not; the message says in what way.
    """
    if not path.is_file():
        raise CannotKeep(f"There is no file {path}.")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            if verdict != "ok":
                raise CannotKeep(f"{path} is not a sound database: {verdict}.")
            applied = frozenset(connection.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.Error as fault:
        raise CannotKeep(f"{path} is not a sound database of Muster's: {fault}.") from fault
    if not any(app in APPS for app, _ in applied):
        raise CannotKeep(f"{path} is a database, but not one of Muster's.")
    newer = sorted(f"{app}.{name}" for app, name in applied - (known or applied) if app in APPS)
    if newer:
        raise CannotKeep(f"{path} comes from a newer Muster (it has {newer[0]}). Bring this Muster up to date first.")


def put_back(database: Mapping[str, Any], backup: Path, known: frozenset[tuple[str, str]]) -> Path | None:
    """Replace ``database`` by ``backup``; where the old one was put, or None if there was none.

    Raises:
        CannotKeep: ``backup`` is not fit (see ``inspect``), another program is using the database, or `pg_restore`
            failed. The old database then stands as it was.
    """
    if not database["ENGINE"].endswith("sqlite3"):
        if not backup.is_file():
            raise CannotKeep(f"There is no file {backup}.")
        if " armies_army " not in _run_postgresql("pg_restore", {}, ["--list"], backup):
            raise CannotKeep(f"{backup} is a database, but not one of Muster's.")
        aside = back_up(database, backup.absolute().parent)
        _run_postgresql(
            "pg_restore", database, ["--clean", "--if-exists", "--no-owner", "--single-transaction"], backup
        )
        return aside
    inspect(backup, known)
    target = Path(database["NAME"])
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{stamp()}")
    aside = target.with_name(f"{target.name}.before-{stamp()}")
    try:
        shutil.copyfile(backup, draft)
        inspect(draft, known)
        if not target.exists():
            draft.replace(target)
            return None
        _settle(target)
        target.rename(aside)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    return aside


def _settle(path: Path) -> None:
    """Bring the journal into the database and see that nobody else is using it."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except sqlite3.DatabaseError as fault:
        if "locked" in str(fault):
            raise CannotKeep("Another program is using the database. Stop it first.") from fault
        # A damaged database is the very thing a backup is put back for.


def _run_postgresql(program: str, database: Mapping[str, Any], options: list[str], file: Path | None = None) -> str:
    """Run one of PostgreSQL's programs on ``database``; what it printed."""
    place = shutil.which(program)
    if place is None:
        raise CannotKeep(f"{program} is missing. On Debian or Ubuntu: apt install postgresql-client")
    names = {"--host": "HOST", "--port": "PORT", "--username": "USER", "--dbname": "NAME"}
    where = [f"{option}={database[key]}" for option, key in names.items() if database.get(key)]
    words = [place, *options, *where, "--no-password", *([str(file)] if file else [])]
    environ = {**os.environ, "PGPASSWORD": str(database.get("PASSWORD") or "")}
    answer = subprocess.run(words, env=environ, capture_output=True, text=True)  # noqa: S603
    if answer.returncode:
        raise CannotKeep(f"{program} failed: {answer.stderr.strip()}")
    return answer.stdout


@contextlib.contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Hold the sign that a server is running, at ``path``, shared by all servers and workers of one installation.

    Raises:
        CannotKeep: a backup is being put back.
    """
    with _locked(path, "A backup is being put back. Wait until it is done.", exclusive=False):
        yield


@contextlib.contextmanager
def out_of_use(path: Path) -> Iterator[None]:
    """Keep servers from starting.

    Raises:
        CannotKeep: one is running.
    """
    with _locked(path, "Muster is running here. Stop it first.", exclusive=True):
        yield


@contextlib.contextmanager
def one_alone(path: Path) -> Iterator[None]:
    """Be the one worker of a SQLite database.

    Raises:
        CannotKeep: there is another.
    """
    with _locked(path, "A worker is at this database already, and SQLite takes one.", exclusive=True):
        yield


@contextlib.contextmanager
def _locked(path: Path, refusal: str, *, exclusive: bool) -> Iterator[None]:
    if os.name == "nt":  # a file in use cannot be replaced there in any case
        yield
        return
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise CannotKeep(refusal) from fault
        yield
