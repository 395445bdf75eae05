"""Backups of a real SQLite database, and what is put back."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection

from campaign.project import backup
from tests.project.conftest import Manage

NAMES = "SELECT username FROM auth_user ORDER BY username"
ADD = (
    "INSERT INTO auth_user (username, password, is_superuser, first_name, last_name, email, is_staff, is_active, "
    "date_joined) VALUES (?, '', 0, '', '', '', 0, 1, '2026-01-01')"
)


@pytest.fixture
def database(tmp_path: Path, empty_database: Path) -> Path:
    """A migrated database with one user, Ney."""
    path = tmp_path / "var" / "muster.sqlite3"
    path.parent.mkdir()
    with (
        contextlib.closing(sqlite3.connect(empty_database)) as empty,
        contextlib.closing(sqlite3.connect(path)) as copy,
    ):
        empty.backup(copy)
        copy.execute("PRAGMA journal_mode = WAL")
    add(path, "ney")
    return path


@contextlib.contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path)) as open_, open_:
        yield open_


def add(path: Path, name: str) -> None:
    with opened(path) as open_:
        open_.execute(ADD, (name,))


def names(path: Path) -> list[str]:
    with opened(path) as open_:
        return [row[0] for row in open_.execute(NAMES)]


def test_a_backup_holds_what_is_committed_though_it_stands_in_the_journal(
    database: Path, tmp_path: Path, manage: Manage
) -> None:
    with opened(database) as writer:
        writer.execute(ADD, ("reille",))
        writer.commit()
        assert database.with_name("muster.sqlite3-wal").stat().st_size > 0
        writer.execute(ADD, ("lefebvre",))  # not committed: must not be in the backup
        writer.execute("SELECT 1")
        answer = manage("backup", "--to", str(tmp_path / "kept"))
        writer.rollback()
    assert answer.returncode == 0, answer.stderr
    (copy,) = (tmp_path / "kept").iterdir()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert names(copy) == ["ney", "reille"]


def test_only_the_newest_backups_are_kept(database: Path, tmp_path: Path, manage: Manage) -> None:
    folder = tmp_path / "kept"
    first = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, folder)
    second = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, folder)
    (folder / "other.txt").touch()
    answer = manage("backup", "--to", str(folder), "--keep", "2")
    assert "Deleted 1 older copy." in answer.stdout
    assert not first.exists()
    assert second.exists()
    assert len(list(folder.glob("muster-*.sqlite3"))) == 2
    assert (folder / "other.txt").exists()
    assert manage("backup", "--keep", "0").returncode == 2


def test_a_backup_is_put_back_and_what_was_there_is_kept(database: Path, tmp_path: Path, manage: Manage) -> None:
    copy = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, tmp_path / "kept")
    add(database, "reille")
    answer = manage("restore", str(copy))
    assert answer.returncode == 0, answer.stderr
    assert names(database) == ["ney"]
    (aside,) = database.parent.glob("muster.sqlite3.before-*")
    assert names(aside) == ["ney", "reille"]
    assert str(aside) in answer.stdout
    assert names(copy) == ["ney"]


def test_a_backup_is_put_back_where_nothing_is(database: Path, tmp_path: Path, manage: Manage) -> None:
    copy = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, tmp_path / "kept")
    database.unlink()
    assert manage("restore", str(copy)).returncode == 0
    assert names(database) == ["ney"]


def test_a_damaged_database_can_be_replaced(database: Path, tmp_path: Path, manage: Manage) -> None:
    copy = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, tmp_path / "kept")
    database.write_bytes(b"not a database at all" * 1000)
    answer = manage("restore", str(copy))
    assert answer.returncode == 0, answer.stderr
    assert names(database) == ["ney"]


def unfit(database: Path, folder: Path) -> dict[str, Path]:
    """Files that must not be put back, by the sentence that says why."""
    text, other, torn, newer = (folder / name for name in ("text", "other", "torn", "newer"))
    text.write_text("not a database" * 100, encoding="utf-8")
    with opened(other) as open_:
        open_.executescript(
            "CREATE TABLE django_migrations (app, name); INSERT INTO django_migrations VALUES ('a', 'b')"
        )
    backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, folder / "made").rename(newer)
    data = bytearray(newer.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 40_000] = b"\xff" * 40_000
    torn.write_bytes(data)
    with opened(newer) as open_:
        open_.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('armies', '9999_later', '2030-01-01')"
        )
    return {
        "There is no file": folder / "none",
        "is not a valid database of Muster: file is not a database": text,
        "not one of Muster.": other,
        "newer Muster (it has armies.9999_later)": newer,
        "torn is not a valid database": torn,
    }


def test_what_is_not_fit_is_not_put_back(database: Path, tmp_path: Path, manage: Manage) -> None:
    for sentence, path in unfit(database, tmp_path).items():
        answer = manage("restore", str(path))
        assert answer.returncode == 1, sentence
        assert sentence in answer.stderr
        assert "Traceback" not in answer.stderr
    assert names(database) == ["ney"]
    assert not list(database.parent.glob("*before*"))


def test_nothing_is_put_back_while_a_server_runs_or_another_program_writes(
    database: Path, tmp_path: Path, manage: Manage
) -> None:
    copy = backup.make_backup({"ENGINE": "sqlite3", "NAME": database}, tmp_path / "kept")
    with backup.in_use(database.parent / "serving.lock"), backup.in_use(database.parent / "serving.lock"):
        assert "Muster is running here. Stop it first." in manage("restore", str(copy)).stderr
    with opened(database) as writer:
        writer.execute("BEGIN IMMEDIATE")
        answer = manage("restore", str(copy))
        writer.rollback()
    assert answer.returncode == 1
    assert "Another program is using the database" in answer.stderr
    assert names(database) == ["ney"]


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_folder_that_cannot_be_written_gets_a_sentence(
    database: Path, tmp_path: Path, manage: Manage, place: str
) -> None:
    (tmp_path / "taken").touch()
    answer = manage("backup", "--to", str(tmp_path / place))
    assert answer.returncode == 1
    assert f"No backup can be made in {tmp_path / place}: " in answer.stderr
    assert "Errno" not in answer.stderr


def test_there_is_nothing_to_back_up_before_the_first_start(manage: Manage, tmp_path: Path) -> None:
    answer = manage("backup")
    assert answer.returncode == 1
    assert "There is no database" in answer.stderr
    assert list((tmp_path / "var" / "backups").iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_postgresql_is_copied_and_put_back_by_its_own_programs(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("the suite runs on SQLite")
    people = get_user_model().objects
    database = {**settings.DATABASES["default"], "NAME": connection.settings_dict["NAME"]}
    people.create(username="ney")
    copy = backup.make_backup(database, tmp_path)
    people.create(username="reille")
    connection.close()
    aside = backup.restore_backup(database, copy, frozenset())
    assert aside
    assert aside.read_bytes()[:5] == copy.read_bytes()[:5] == b"PGDMP"
    assert [user.username for user in people.all()] == ["ney"]
    text = tmp_path / "other" / "text"
    text.parent.mkdir()
    text.write_text("no backup", encoding="utf-8")
    with pytest.raises(backup.BackupFailed, match="not appear to be a valid archive"):
        backup.restore_backup(database, text, frozenset())
    assert list(text.parent.iterdir()) == [text], "a copy was left beside what is no backup"


def test_a_missing_program_of_postgresql_gets_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(backup.BackupFailed, match=r"pg_dump is missing.*apt install postgresql-client"):
        backup.make_backup({"ENGINE": "django.db.backends.postgresql", "NAME": "muster"}, tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []
