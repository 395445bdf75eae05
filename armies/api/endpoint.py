"""The base class of API endpoints: permissions, media types, versions and JSON answers."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, OperationalError
from django.http import HttpResponse
from django.utils.module_loading import import_string
from rest_framework.request import Request
from rest_framework.views import APIView

from armies.api.army_access import editable, stale, tags, versions_among
from armies.api.operation import JSON, Operation
from armies.api.problems import Problem, respond
from armies.models import Army
from armies.services.locks import Stale

DEADLOCK = "40P01"
"""PostgreSQL's error code for a deadlock: two writers waited for each other, and one was cancelled."""
MEANWHILE = "Another request wrote at the same time, and yours was not saved. Send it again."
PRIVATE = "private, no-cache"
"""Cache-Control of answers: they depend on the user."""


class Endpoint(APIView):
    """An address of the API. ``operation`` decorates its methods."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    metadata_class = None
    expect: int | None = None

    def operation_of(self, method: str) -> Operation | None:
        """The operation of an HTTP method; HEAD has that of GET."""
        handler = getattr(self, "get" if method == "HEAD" else method.lower(), None)
        return getattr(handler, "operation", None)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[Any, str]:
        """Refuse requests that accept none of the operation's media types."""
        op = self.operation_of(request.method or "GET")
        produces = op.produces if op else (JSON,)
        if not force and not any(request._request.accepts(media) for media in produces):
            raise Problem("not-acceptable", f"This address only answers with {', '.join(produces)}.")
        return None, produces[0]

    def get_permissions(self) -> Any:
        """The permissions: users must sign in unless the operation is open to all."""
        self.open_to_all = (op := self.operation_of(self.request.method or "GET")) is not None and not op.signed_in
        return super().get_permissions()

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        answer = respond(Problem("method", f"Allowed methods: {', '.join(self.allowed_methods)}."), request.path)
        answer["Allow"] = ", ".join(self.allowed_methods)
        return answer

    def handle_exception(self, exc: Exception) -> Any:
        """Like the framework's handler; a stale version is answered with the changes since."""
        if isinstance(exc, Stale):
            exc = stale(exc.army, self.expect)
        elif isinstance(exc, IntegrityError | ObjectDoesNotExist) and self.is_account_deleted():
            exc = Problem("not-signed-in", "Your account was deleted in the meantime.")
        elif isinstance(exc, OperationalError) and getattr(exc.__cause__, "sqlstate", "") == DEADLOCK:
            exc = Problem("unavailable", MEANWHILE, headers={"Retry-After": "1"})
        return super().handle_exception(exc)

    def is_account_deleted(self) -> bool:
        """True if the user's account was deleted after the request was authenticated."""
        user = self.request.user
        return user.is_authenticated and not User.objects.filter(pk=user.pk).exists()

    def once(self, request: Request, work: Callable[[], HttpResponse]) -> HttpResponse:
        """Run ``work`` once for each Idempotency-Key of a user; later requests get the stored answer.

        Raises:
            Problem: ``not-found`` or ``forbidden`` if the user may no longer change the army.
        """
        keeper: Any = import_string(settings.MUSTER_API_ONCE)
        answer: HttpResponse = keeper(request, work, self.handle_exception)
        slug = self.kwargs.get("slug", "")
        if "Idempotency-Replayed" in answer and Army.objects.filter(slug=slug).exists():
            editable(request, slug)
        return answer

    def respond(self, data: Any, status: int = 200, **headers: str) -> HttpResponse:
        """``data`` as a JSON answer. Names of ``headers`` have ``_`` for ``-``."""
        answer = HttpResponse(msgspec.json.encode(data), status=status, content_type=JSON)
        answer["Cache-Control"] = PRIVATE
        for name, value in headers.items():
            answer[name.replace("_", "-")] = value
        return answer

    def versioned(self, army: Army, build: Callable[[], Any], status: int = 200, **headers: str) -> HttpResponse:
        """The result of ``build`` with the army's ETag; 304 if the client has this version."""
        if self.is_current(army):
            answer = HttpResponse(status=304)
            del answer["Content-Type"]
        else:
            answer = self.respond(build(), status, **headers)
        return with_etag(answer, army)

    def is_current(self, army: Army) -> bool:
        """True if the client already has the army's present version.

        Always False under a club's house rules, because they change the numbers without changing the version.
        """
        if self.request.method not in ("GET", "HEAD") or army.house_rules_id is not None:
            return False
        client_tags = tags(self.request.headers.get("If-None-Match", ""))
        return "*" in client_tags or army.version in versions_among(client_tags)

    def done(self) -> HttpResponse:
        """An empty 204 answer."""
        answer = HttpResponse(status=204)
        del answer["Content-Type"]
        return answer


def with_etag(answer: HttpResponse, army: Army) -> HttpResponse:
    """``answer`` with the army's version as its ETag, private to the user."""
    answer["ETag"] = f'"{army.version}"'
    answer["Cache-Control"] = PRIVATE
    return answer
