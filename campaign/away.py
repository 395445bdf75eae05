"""Telling a database that cannot be had now from a fault of our own."""

import sqlite3
from typing import Final

import psycopg
from django.db import InterfaceError, OperationalError

RETRY_AFTER: Final = 5
"""Seconds after which it is worth trying again."""
POSTGRESQL: Final = ("08", "53", "57P")
"""How the states of a PostgreSQL begin that cannot be reached, has no room for more, or is being stopped."""
SQLITE: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_FULL")
"""How the names of faults begin of a SQLite file that others hold, that is not there, or that cannot be written."""


def is_away(fault: BaseException | None) -> bool:
    """Whether ``fault`` says that the database cannot be had now: away, being stopped, full, or all in use.

    A pool of connections that is exhausted says so too, after it has waited. What is wrong with a query is none of it.
    """
    if not isinstance(fault, OperationalError | InterfaceError):
        return False
    cause = fault.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorname", "").startswith(SQLITE)
    if isinstance(cause, psycopg.Error):
        # Without a state it is the connection that fails, or the pool that gives none.
        return cause.sqlstate is None or cause.sqlstate.startswith(POSTGRESQL)
    return False
