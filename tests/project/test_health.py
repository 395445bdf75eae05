"""The two addresses that machines ask."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.project.pool_connections import all_of


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_migrated_server_is_well(client: Any, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_readyz_without_a_database_is_503_with_a_reason(client: Any) -> None:
    def refuse(*_: Any) -> None:
        raise DatabaseError("the password is hidden")

    with connection.execute_wrapper(refuse):
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "reason": "The database does not answer."}


@pytest.mark.django_db
def test_healthz_without_a_database_is_503_with_a_reason(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = ("NAME", "/nowhere/hidden.sqlite3") if connection.vendor == "sqlite" else ("PORT", "1")
    monkeypatch.setitem(connection.settings_dict, *nowhere)
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "reason": "The database does not answer."}


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="the pool of PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_healthz_needs_no_connection_of_the_pool(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = connection.pool  # type: ignore[attr-defined]
    connection.close()
    monkeypatch.setattr(pool, "timeout", 0.3)
    taken = all_of(pool)
    try:
        assert client.get("/healthz").status_code == 200
    finally:
        for each in taken:
            pool.putconn(each)


@pytest.mark.django_db
def test_a_migration_left_out_is_said_by_readyz_alone(client: Any) -> None:
    (last,) = MigrationLoader(connection).graph.leaf_nodes("armies")
    MigrationRecorder(connection).record_unapplied(*last)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "Run `python3 manage.py migrate`" in answer.json()["reason"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_only_reading_is_allowed(client: Any) -> None:
    assert client.post("/healthz").status_code == 405
