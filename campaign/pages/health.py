"""Whether the server lives and whether it is ready, for machines that ask."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.services import enlisting


def _answer(reason: str) -> JsonResponse:
    if reason:
        return JsonResponse({"status": "unavailable", "reason": reason}, status=503)
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers a read, else 503 with the reason."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return _answer("The database does not answer.")
    return _answer("")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, every migration is applied and no worker is missing, else 503 with the reason."""
    try:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        lack = "" if missing else enlisting.lack()
    except DatabaseError:
        return _answer("The database does not answer.")
    if missing:
        return _answer(f"Migrations not applied: {missing}. Run `python3 manage.py migrate`.")
    return _answer(lack)
