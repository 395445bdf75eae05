"""The databases of the tests: where they stand, and how they are emptied after a test that has committed."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.conf import settings


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings: None) -> None:
    """On SQLite a file, since the live server reads it from another thread; on PostgreSQL nobody waits for the disk.

    What an acknowledged commit is worth when the power fails is PostgreSQL's affair, and no test asks for it.
    """
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("db") / "test.sqlite3")
    else:
        options = database.setdefault("OPTIONS", {})
        options["options"] = f"{options.get('options', '')} -c synchronous_commit=off".strip()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """On PostgreSQL rows are deleted, not tables truncated: that makes some hundred files anew and waits for each.

    Truncating waits for whoever still writes, and so does this. Foreign keys are looked at when all rows are gone.
    """
    from django.db import connection

    if connection.vendor != "postgresql":
        yield
        return
    truncated = connection.ops.sql_flush

    def deleted(style: Any, tables: Sequence[str], *, reset_sequences: bool = False, **more: Any) -> Any:
        if reset_sequences:
            return truncated(style, tables, reset_sequences=True, **more)
        names = [connection.ops.quote_name(table) for table in tables]
        return [f"LOCK TABLE {', '.join(names)}", *(f"DELETE FROM {name}" for name in names)] if names else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", staticmethod(deleted))
        yield
