"""Nobody but the user Muster runs as can read the database, its backups and the key."""

import contextlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.project import backup, private_files
from campaign.project import environment as env
from tests.project.conftest import Manage
from tests.project.served import Running

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")


def rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def open_to_others(folder: Path) -> list[str]:
    """The files and folders in ``folder`` that others may read, but for the static files."""
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.relative_to(folder).parts[0] != "static" and path.stat().st_mode & 0o077
    ]


@pytest.fixture
def old(tmp_path: Path, empty_database: Path) -> Path:
    """The folder of an older version, whose files everybody may read, beside a file of somebody else."""
    var = tmp_path / "var"
    (var / "backups").mkdir(parents=True)
    for name in ("muster.sqlite3", "muster.sqlite3.before-20260101-120000-000000"):
        shutil.copyfile(empty_database, var / name)
    (var / "backups" / "muster-20260101-120000-000000.sqlite3").touch()
    (var / "secret_key").write_text("x" * 60, encoding="ascii")
    (var / "notes.txt").touch()
    for path in (var, *var.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return var


def test_a_new_database_and_its_folder_are_closed(empty_database: Path, tmp_path: Path) -> None:
    assert rights(empty_database) == "0o600"
    env.sqlite(tmp_path / "new" / "muster.sqlite3")
    assert rights(tmp_path / "new") == "0o700"


def test_a_server_closes_what_an_older_version_left_open_and_nothing_else(
    old: Path, serve: Callable[..., Running]
) -> None:
    with contextlib.closing(sqlite3.connect(old / "muster.sqlite3")) as reader:
        reader.execute("PRAGMA journal_mode=WAL")
        reader.execute("SELECT * FROM auth_user").fetchall()
        for path in old.glob("muster.sqlite3-*"):
            path.chmod(0o644)
        serve("--workers", "0").get("/healthz")
        assert {path.name for path in old.glob("muster.sqlite3-*")} == {"muster.sqlite3-wal", "muster.sqlite3-shm"}
        assert open_to_others(old) == ["notes.txt"]
    assert rights(old) == "0o755"
    assert rights(old / "backups") == "0o700"


def test_the_folder_is_closed_too_where_it_is_our_own(old: Path) -> None:
    private_files.close_files(old, whole=True)
    assert rights(old) == "0o700"


def test_backups_and_what_is_put_back_are_closed_wherever_they_lie(manage: Manage, old: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o755)
    for folder in (tmp_path / "new", theirs):
        backup.make_backup({"ENGINE": "sqlite3", "NAME": old / "muster.sqlite3"}, folder)
    assert (rights(tmp_path / "new"), rights(theirs)) == ("0o700", "0o755")
    assert open_to_others(tmp_path / "new") == open_to_others(theirs) == []
    (copy,) = theirs.iterdir()
    copy.chmod(0o644)
    (old / "muster.sqlite3").unlink()
    assert manage("restore", str(copy)).returncode == 0
    assert rights(old / "muster.sqlite3") == "0o600"
