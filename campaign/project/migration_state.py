"""Which migrations of this version are applied to the database."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


@cache
def migrations() -> frozenset[tuple[str, str]]:
    """Return app and name of each migration of this version."""
    return frozenset(MigrationLoader(None).disk_migrations or {})


def missing_migrations() -> int:
    """How many migrations of this version are not applied to the database."""
    return len(migrations() - set(MigrationRecorder(connection).applied_migrations()))
