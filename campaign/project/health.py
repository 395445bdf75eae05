"""Health checks for monitoring: is the server alive, and is it ready?"""

import contextlib

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.services.jobs import computer_turns


def _answer(reason: str) -> JsonResponse:
    if reason:
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Status 200 if the database answers a query, else 503 with the reason.

    The check uses its own connection, so that it does not depend on the pool.
    """
    own = connection.copy()
    own.settings_dict["OPTIONS"].pop("pool", None)
    try:
        with contextlib.closing(own), own.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return _answer("The database does not answer.")
    return _answer("")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Status 200 if the database answers, all migrations are applied and workers run, else 503 with the reason."""
    try:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        lack = "" if missing else computer_turns.stall_reason()
    except DatabaseError:
        return _answer("The database does not answer.")
    if missing:
        return _answer(f"Migrations not applied: {missing}. Run `python3 manage.py migrate`.")
    return _answer(lack)
