"""The two addresses that machines ask."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_migrated_server_is_well(client: Any, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_without_a_database_the_answer_is_503_with_a_reason(client: Any, path: str) -> None:
    def refuse(*_: Any) -> None:
        raise DatabaseError("the password is hidden")

    with connection.execute_wrapper(refuse):
        answer = client.get(path)
    assert answer.status_code == 503
    assert answer.json() == {"status": "unavailable", "reason": "The database does not answer."}


@pytest.mark.django_db
def test_a_migration_left_out_is_said_by_readyz_alone(client: Any) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("armies", "0002_builder")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "Run `python3 manage.py migrate`" in answer.json()["reason"]
    assert client.get("/healthz").status_code == 200


@pytest.mark.django_db
def test_only_reading_is_allowed(client: Any) -> None:
    assert client.post("/healthz").status_code == 405
