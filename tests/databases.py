"""The databases of the tests: where they stand, and how they are emptied after a test that has committed."""

import contextlib
import fcntl
import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

ROOT = Path(__file__).parents[1]
KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "SSL_CERT_FILE", "TMPDIR")
"""What a process that knows nothing of this one is given of its environment."""


def schema_digest() -> str:
    """Digest of what a migrated database depends on: settings, models and migrations, and the packages they use."""
    folders = ("armies", "battles", "campaign")
    files = [file for app in folders for part in ("migrations", "models") for file in (ROOT / app / part).rglob("*.py")]
    files += [
        ROOT / name for name in ("requirements.txt", "campaign/project/settings.py", "campaign/project/environment.py")
    ]
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:16]


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite database without a row, to be copied.

    It takes ten seconds, so it is made once for all workers, and stays beside the folders of pytest for later runs,
    until a model, a migration or a setting changes.
    """
    shared = tmp_path_factory.getbasetemp().parent
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    var = shared / f"muster-{schema_digest()}"
    file = var / "muster.sqlite3"
    with (shared / "muster.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            bare = {name: os.environ[name] for name in KEPT if name in os.environ}
            words = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0"]
            unfinished = Path(tempfile.mkdtemp(dir=shared)) / "var"
            subprocess.run(words, env={**bare, "MUSTER_VAR": str(unfinished)}, check=True, timeout=300, cwd=ROOT)
            unfinished.rename(var)
            unfinished.parent.rmdir()
    return file


def copied(database: Path, to: Path) -> Path:
    """Copy a SQLite database, with what stands in its journal."""
    to.parent.mkdir(exist_ok=True)
    with contextlib.closing(sqlite3.connect(database)) as source, contextlib.closing(sqlite3.connect(to)) as copy:
        source.backup(copy)
    return to


@contextlib.contextmanager
def undone() -> Iterator[None]:
    """Undo in the end all that is written to the database: for many requests on the same rows."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """On SQLite the tests go on with a copy of the migrated database instead of migrating one themselves."""
    return django_db_keepdb or settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings: None
) -> None:
    """On SQLite a file, since the live server reads it from another thread; on PostgreSQL nobody waits for the disk.

    What an acknowledged commit is worth when the power fails is PostgreSQL's affair, and no test asks for it.
    """
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("db") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(copied(request.getfixturevalue("empty_database"), file))
    else:
        options = database.setdefault("OPTIONS", {})
        options["options"] = f"{options.get('options', '')} -c synchronous_commit=off".strip()


STAY = ("django_content_type", "auth_permission")
"""Tables that are filled when a database is migrated, and by nothing else: they are not emptied and filled again."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """On PostgreSQL rows are deleted, not tables truncated: that makes some hundred files anew and waits for each.

    Truncating waits for whoever still writes, and so does this. Foreign keys are looked at when all rows are gone.
    """
    from django.core.management.commands import flush
    from django.db import connection

    emptied = connection.ops.sql_flush

    def without(style: Any, tables: Sequence[str], *, reset_sequences: bool = False, **more: Any) -> Any:
        tables = [name for name in tables if name not in STAY]
        if reset_sequences or connection.vendor != "postgresql":
            return emptied(style, tables, reset_sequences=reset_sequences, **more)
        names = [connection.ops.quote_name(table) for table in tables]
        return [f"LOCK TABLE {', '.join(names)}", *(f"DELETE FROM {name}" for name in names)] if names else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", staticmethod(without))
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield
