"""A database that cannot be had is a 503 with Retry-After and a plain sentence, and no fault of ours is."""

import json
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from campaign.project.error_pages import is_database_away
from tests.project.pool_connections import all_of

ROOT = Path(__file__).resolve().parent.parent.parent
SENTENCE = "The database cannot be reached, or there are too many requests at once."
ASKING = """
import json, django
from django.conf import settings
settings.DATABASES["default"]["OPTIONS"]["pool"]["timeout"] = 0.3
settings.ALLOWED_HOSTS = ["testserver"]
django.setup()
from django.test import AsyncClient, Client
import asyncio
client = Client(raise_request_exception=False)
found = {}
def facts(answer):
    after, kind = answer.headers.get("Retry-After"), answer.headers["Content-Type"]
    return [answer.status_code, after, kind, answer.content.decode()]
for path in ("/battles/?whose=public", "/b/abc", "/api/v1/battles"):
    found[path] = facts(client.get(path))
found["later"] = facts(asyncio.run(AsyncClient(raise_request_exception=False).get("/battles/?whose=public")))
print(json.dumps(found))
"""
on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="the pool of PostgreSQL")
on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="the lock of SQLite")


def held_against(answers: dict[str, list[Any]]) -> None:
    for path, (status, after, kind, body) in answers.items():
        assert (status, after) == (503, "5"), path
        if kind == "application/problem+json":
            problem = json.loads(body)
            assert (problem["type"], problem["detail"]) == ("/api/#problem-unavailable", "Try again in a moment.")
        else:
            assert SENTENCE in body
            assert "Traceback" not in body


def test_a_postgresql_that_is_away_is_said_on_pages_and_over_the_api(environ: dict[str, str]) -> None:
    away = {
        **environ,
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/muster",
        "DJANGO_SETTINGS_MODULE": "campaign.project.settings",
    }
    ran = subprocess.run(
        [sys.executable, "-c", ASKING], env=away, cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    answers = json.loads(ran.stdout.splitlines()[-1])
    assert len(answers) == 4
    held_against(answers)


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_pool_whose_connections_are_all_in_use_is_said_and_serves_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = connection.pool  # type: ignore[attr-defined]
    connection.close()
    taken = all_of(pool)
    monkeypatch.setattr(pool, "timeout", 0.3)
    found: dict[str, list[Any]] = {}

    def ask() -> None:
        client = Client(raise_request_exception=False)
        for path in ("/battles/?whose=public", "/api/v1/battles"):
            answer = client.get(path)
            kind = answer.headers["Content-Type"]
            found[path] = [answer.status_code, answer.headers.get("Retry-After"), kind, answer.content.decode()]
        connection.close()

    def asked() -> None:
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()

    try:
        asked()
        held_against(found)
    finally:
        for each in taken:
            pool.putconn(each)
    asked()
    assert [answer[0] for answer in found.values()] == [200, 200]


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_cut_is_away_and_a_wrong_query_is_not() -> None:
    with pytest.raises(DatabaseError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert not is_database_away(wrong.value)
    with pytest.raises(OperationalError) as cut, connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    assert is_database_away(cut.value)
    connection.close()


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_sqlite_file_that_somebody_holds_is_said_and_is_written_to_again() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout=50")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    client = Client(raise_request_exception=False)
    try:
        answer = client.post("/battles/quick")
        assert (answer.status_code, answer.headers.get("Retry-After")) == (503, "5")
        assert SENTENCE in answer.content.decode()
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert client.post("/battles/quick").status_code == 302
    connection.close()


@on_sqlite
@pytest.mark.django_db
def test_what_is_wrong_with_a_query_is_no_absence() -> None:
    with pytest.raises(OperationalError) as wrong, connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    assert not is_database_away(wrong.value)
    assert not is_database_away(OperationalError("without a cause"))
    assert not is_database_away(ValueError("database is locked"))
    assert not is_database_away(None)


def test_a_failure_of_our_own_stays_one(settings: Any, tmp_path: Path) -> None:
    from campaign.project.error_pages import server_error

    try:
        raise KeyError("ours")
    except KeyError:
        answer = server_error(None)  # type: ignore[arg-type]
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()
    assert "Retry-After" not in answer.headers
